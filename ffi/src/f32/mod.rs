//! What the C header has for `f32`; its twin in the other precision is made from it.

#[cfg(feature = "f32")]
pub mod array;
#[cfg(feature = "f32")]
pub mod chain;
#[cfg(feature = "f32")]
pub mod checkpoint;
#[cfg(feature = "f32")]
pub mod ensemble;
pub mod estimates;
#[cfg(feature = "f32")]
pub mod health;
pub mod model;
#[cfg(feature = "f32")]
pub mod pilot;
#[cfg(feature = "f32")]
pub mod rule;
#[cfg(feature = "f32")]
pub mod transform;
