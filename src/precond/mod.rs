//! Preconditioners: a metric for the force and the noise of an adaptive Langevin rule.

mod identity;
mod part;

pub(crate) use identity::Identity;
pub(crate) use part::{Metric, Preconditioner};
