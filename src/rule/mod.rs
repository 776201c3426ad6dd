//! Update rules: the adaptive Langevin family (overdamped), the lattice random walk, the Hamiltonian family
//! (underdamped: rules with a velocity), a host's own diffusion, and Adam; each a short list of passes over a chunk of
//! θ, the gradient and the rule's vectors.
//!
//! One parameterisation: η multiplies the gradient of the log posterior summed over all data, τ is the temperature, at
//! which the whole posterior is taken to the power 1/τ, likelihood and prior alike. [`convert`] has the literature's
//! others.

mod aboba;
mod absent;
mod adam;
mod any;
mod baoab;
mod compensation;
pub mod convert;
mod dense;
mod langevin;
mod lattice;
mod part;
mod recipe;
mod sghmc;
mod sgnht;
mod stateless;
mod velocity;

pub use crate::pass::{Applied, HostTerms, Norms, StepParameters};
pub use aboba::Aboba;
pub use adam::AdamOptimizer;
pub use any::Rule;
pub use baoab::Baoab;
pub use compensation::{DENSE_COMPENSATION_MAX, NoiseCompensation};
pub(crate) use compensation::{Root, mixes};
pub use langevin::Langevin;
pub use lattice::Lattice;
pub use recipe::Recipe;
pub use sghmc::Sghmc;
pub use sgnht::{Sgnht, Splitting, Thermostat};
pub use velocity::Velocity;
