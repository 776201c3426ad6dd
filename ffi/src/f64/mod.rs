//! What the C header has for `f64`; made from its twin in the other precision, which is the one to edit.

pub mod array;
pub mod chain;
pub mod model;
pub mod rule;
