//! Stochastic-gradient MCMC kernels.
#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]
mod chain;
mod drift;
mod error;
mod gradient;
pub mod mh;
pub mod minibatch;
mod num;
mod precond;
pub mod prior;
pub mod rng;
pub mod rule;
pub mod schedule;
mod stats;
mod workspace;

pub use chain::*;
pub use error::Error;
pub use gradient::{Batch, Draw, Interrupt, Model, Observer, StepError};
pub use num::*;
pub use stats::Moments;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
