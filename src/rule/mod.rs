//! Update rules: the adaptive Langevin family, the Hamiltonian family, a host's own diffusion, and Adam, all as one
//! pass over θ, the gradient and the rule's vectors.
//!
//! One parameterisation, η on the gradient of the log posterior summed over all data, τ the temperature:
//! [`convert`] has the others.

mod aboba;
mod adam;
mod any;
mod compiled;
pub mod convert;
mod dense;
mod kernel;
mod langevin;
mod part;
mod recipe;
mod scales;
mod sghmc;
mod sgnht;
mod stateless;
mod vectors;
mod velocity;

pub use aboba::Aboba;
pub use adam::AdamOptimizer;
pub use any::Rule;
pub(crate) use compiled::Compiled;
pub(crate) use kernel::Stage;
pub use langevin::Langevin;
pub(crate) use part::RulePart;
pub use recipe::Recipe;
pub use scales::{At, Norms};
pub use sghmc::Sghmc;
pub use sgnht::{Sgnht, Thermostat};
pub(crate) use vectors::Vectors;
pub use velocity::Velocity;
use velocity::{draw_velocity, kicked};
