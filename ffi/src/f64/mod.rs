//! What the C header has for `f64`; made from its twin in the other precision, which is the one to edit.

#[cfg(feature = "f64")]
pub mod array;
#[cfg(feature = "f64")]
pub mod chain;
#[cfg(feature = "f64")]
pub mod checkpoint;
#[cfg(feature = "f64")]
pub mod ensemble;
pub mod estimates;
#[cfg(feature = "f64")]
pub mod health;
pub mod model;
#[cfg(feature = "f64")]
pub mod pilot;
#[cfg(feature = "f64")]
pub mod rule;
#[cfg(feature = "f64")]
pub mod transform;
