//! What the C header has for `f32`; its twin in the other precision is made from it.

pub mod array;
pub mod chain;
pub mod model;
pub mod rule;
