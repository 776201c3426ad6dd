//! Drifts: what an adaptive Langevin rule adds to the gradient, from gradients it has seen.

mod adadelta;
mod adam;
mod adamax;
mod any;
mod momentum;
mod none;
mod part;

pub use adadelta::Adadelta;
pub use adam::Adam;
pub use adamax::AdaMax;
pub use any::Drift;
pub use momentum::{Momentum, MomentumForm};
pub use none::NoDrift;
pub(crate) use part::DriftPart;
