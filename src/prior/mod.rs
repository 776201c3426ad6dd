//! Priors: built-in densities that a host need not write, or the host's own.

mod any;
mod flat;
mod gaussian;
mod gaussian_vector;
mod part;
mod spike_and_slab;

pub(crate) use any::BoundPrior;
pub use any::Prior;
pub use flat::Flat;
pub use gaussian::Gaussian;
pub use gaussian_vector::GaussianVector;
pub(crate) use part::Density;
pub use spike_and_slab::SpikeAndSlab;
