//! The host's model, and estimators of the gradient of the log posterior.

mod anchor;
mod clipping;
mod estimator;
mod evaluate;
mod model;
mod saga;

pub(crate) use anchor::{Anchor, take_in};
pub use clipping::Clipping;
pub(crate) use estimator::Anchoring;
pub use estimator::Estimator;
pub(crate) use evaluate::{Additions, Estimate, Evaluator, finite, stopped};
pub use model::{Batch, Diffusion, Draw, Interrupt, Model, Observer, StepError};
pub(crate) use saga::Saga;
