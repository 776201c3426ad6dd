//! Preconditioners: a metric for the force and the noise of an adaptive Langevin rule.

mod any;
mod diagonal;
mod identity;
mod part;
mod position;
mod rmsprop;

pub use any::Preconditioner;
pub(crate) use any::given_is_usable;
pub(crate) use diagonal::Diagonal;
pub(crate) use identity::Identity;
pub(crate) use part::{Metric, PreconditionerPart};
pub(crate) use position::AtPosition;
pub use rmsprop::RmsProp;
