//! The models that experiments sample, and what is known of them exactly.

pub mod acceptance;
pub mod gaussian_mean;
pub mod network;
pub mod planar_targets;
pub mod ravines;
pub mod regression;
pub mod squares;
pub mod two_modes;
