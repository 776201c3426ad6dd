//! A readable scalar reference that nobody ships: one number at a time, no lanes, no blocks, no shared code with the
//! kernels but the polynomials, which are tested by themselves. The library must give the same bits.
//!
//! Equation numbers: (K …) is Karagiannis 2024, (W …) is Wu, Wang and Wong 2020.
#![allow(dead_code, unused_imports, reason = "every test file takes what it needs")]

mod chain;
mod generator;
mod langevin;
mod metropolis;
mod moments;
mod normal;
mod scalar;

pub(crate) use chain::{MetropolisChain, Step};
pub(crate) use generator::Generators;
pub(crate) use langevin::{Sgld, fold_squares};
pub(crate) use metropolis::{Distances, distances, log_ratio, propose};
pub(crate) use moments::Moments;
pub(crate) use normal::normals;
pub(crate) use scalar::Scalar;
