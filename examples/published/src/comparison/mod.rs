//! Comparing samplers: the list of them, what they cost, and who is best by what.

pub mod calibration;
pub mod counted;
pub mod ensembles;
pub mod importance;
mod matrix;
pub mod samplers;
pub mod silence;
pub mod stein;
pub mod tuned;
pub mod verdict;
