//! What the C header has for `f32`; a test holds it and its twin equal but for the precision.

pub mod array;
pub mod chain;
pub mod model;
pub mod rule;
