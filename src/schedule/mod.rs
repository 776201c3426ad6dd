//! Schedules: a step size or a temperature for every step or epoch.
//!
//! A new schedule is one file with the shape of `step_decay.rs`, named here: in `mod`, in `pub use` and in the list, with the
//! next number.

mod any;
mod constant;
mod cyclical;
mod part;
mod polynomial;
mod shape;
mod step_decay;

use part::Part;

pub use any::Schedule;
pub use constant::Constant;
pub use cyclical::{Cyclical, cycle_len};
pub use polynomial::Polynomial;
pub use step_decay::StepDecay;

shape::shapes! {
    /// 1: the same value for every k.
    Constant = 0;
    /// (offset + k)^(-exponent).
    Polynomial = 1 in SCHEDULES;
    /// factor^(k / period), the quotient rounded down.
    StepDecay = 2 in SCHEDULES;
    /// (cos(π r) + 1) / 2, with r the part of the cycle that is over, from 0 to below 1.
    Cyclical = 3 in SCHEDULES;
}
