//! Schedules: a step size or a temperature for every step or epoch.
//!
//! A new schedule is one file with the shape of `constant.rs`, named below and in the list in `shape.rs`; a function of
//! `any.rs` makes one.

mod any;
mod constant;
mod cyclical;
mod part;
mod polynomial;
mod shape;
mod step_decay;

pub use any::Schedule;
pub use constant::Constant;
pub use cyclical::{Cyclical, cycle_len};
pub use polynomial::Polynomial;
pub use shape::Shape;
pub use step_decay::StepDecay;
