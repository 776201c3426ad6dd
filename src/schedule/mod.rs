//! Schedules: a step size for every step.

mod any;
mod constant;
mod polynomial;

pub use any::Schedule;
pub(crate) use any::positive;
pub use constant::Constant;
pub use polynomial::Polynomial;
