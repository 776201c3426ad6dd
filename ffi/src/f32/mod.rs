//! What the C header has for `f32` and no alias makes; its twin in the other precision is made from it.

#[cfg(feature = "f32")]
pub mod ensemble;
pub mod model;
