//! Drifts: what an adaptive Langevin rule adds to the gradient, from gradients it has seen.

mod none;
mod part;

pub(crate) use none::NoDrift;
pub(crate) use part::Drift;
