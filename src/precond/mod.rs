//! Preconditioners: a metric for the force and the noise of an adaptive Langevin rule.

mod adagrad;
mod any;
mod diagonal;
mod identity;
mod part;
mod position;
mod rmsprop;
mod squares;

pub use adagrad::AdaGrad;
pub use any::Preconditioner;
pub(crate) use part::{DiagonalPart, Preconditioned};
pub use rmsprop::RmsProp;
pub use squares::GradientScale;
