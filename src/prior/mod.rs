//! Priors: built-in densities that a host need not write, or the host's own.
//!
//! A new prior is one file with the shape of `gaussian.rs`, named here: in `mod`, in `pub use` and in the list, with the next
//! number.

mod any;
mod flat;
mod gaussian;
mod gaussian_vector;
mod part;
mod spike_and_slab;

use crate::Error;
use crate::built;
use crate::num::Real;
use crate::schema::EachParameter;
use core::ops::Range;
use part::Part;

pub use flat::Flat;
pub use gaussian::Gaussian;
pub use gaussian_vector::GaussianVector;
pub(crate) use part::Density;
pub use spike_and_slab::SpikeAndSlab;

any::priors! {
    /// Constant.
    Flat = 1;
    /// Every parameter normal, with one mean and one precision.
    Gaussian = 2;
    /// Every parameter normal, each with its own mean and precision.
    GaussianVector<'a> = 3 in PRIORS;
    /// Every parameter from a wide normal by chance, else from a narrow one.
    SpikeAndSlab = 4 in PRIORS;
}
