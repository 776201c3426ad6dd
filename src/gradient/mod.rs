//! Gradients: the host's model, and estimators of the log posterior's gradient over it.

mod model;
mod plain;

pub use model::{Batch, Draw, Interrupt, Model, Observer, StepError};
pub(crate) use plain::{Estimate, Evaluator};
