//! The models that experiments sample, what is known of them exactly, and chains on those of the plane.

pub mod acceptance;
pub mod gaussian_mean;
pub mod network;
pub mod planar_targets;
pub mod posteriors;
pub mod ravines;
pub mod regression;
pub mod squares;
