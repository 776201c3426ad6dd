//! What the C header has for `f64` and no alias makes; made from its twin in the other precision, which is the one to edit.

pub mod model;
