//! What the examples share: models, Laplace's expansion, figures.
#![allow(missing_docs, reason = "for the examples alone")]

pub mod contours;
pub mod laplace;
pub mod logistic;
pub mod mean;
pub mod mixture;
pub mod page;
pub mod planar;
pub mod plot;

/// What a model answers when it is asked for a number.
pub type Answer = Result<f64, sgmcmc::Interrupt>;
