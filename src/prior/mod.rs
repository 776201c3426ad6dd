//! Priors: built-in densities that a host need not write, or the host's own.

mod any;
mod flat;
mod gaussian;
mod part;

pub use any::Prior;
pub use flat::Flat;
pub use gaussian::Gaussian;
pub(crate) use part::Density;
