//! Comparing samplers: the list of them, what they cost, and who is best by what.

pub mod calibration;
pub mod counted;
mod matrix;
pub mod samplers;
pub mod stein;
pub mod verdict;
