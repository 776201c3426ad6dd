//! What the C header has for `f32` and no alias makes; its twin in the other precision is made from it.

pub mod model;
