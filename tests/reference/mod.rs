//! A readable scalar reference that nobody ships: one number at a time, no lanes, no blocks of memory, no shared code
//! with the kernels. The library must give the same bits.
//!
//! Equation numbers: (K …) is Karagiannis 2024, (W …) is Wu, Wang and Wong 2020, (KSL …) is Kim, Song and Liang 2020,
//! (C …) is Chen et al. 2017, (MCF …) is Ma, Chen and Fox 2015.
#![allow(dead_code, unused_imports, reason = "every test file takes what it needs")]

mod aboba;
mod adam;
mod baoab;
mod chain;
mod clipping;
mod dense;
pub(crate) mod drifts;
mod estimators;
mod generator;
mod langevin;
mod lattice;
mod leapfrog;
mod metropolis;
mod moments;
mod normal;
pub(crate) mod outside;
#[path = "../../benches/support/parts.rs"]
pub(crate) mod parts;
mod pass;
mod polynomials;
mod preconditioners;
mod priors;
mod ranges;
mod recipe;
pub(crate) mod registry;
mod rule;
mod rule_chain;
mod scalar;
pub(crate) mod schedules;
mod sghmc;
mod sgnht;
mod sums;

pub(crate) use chain::{MetropolisChain, Step};
pub(crate) use clipping::clip;
pub(crate) use generator::Generators;
pub(crate) use langevin::Sgld;
pub(crate) use leapfrog::{Leapfrog, Point};
pub(crate) use metropolis::{Distances, distances, log_ratio, propose};
pub(crate) use moments::Moments;
pub(crate) use normal::{normals, signed_words};
pub(crate) use rule::RuleStepper;
pub(crate) use rule_chain::RuleChain;
pub(crate) use scalar::Scalar;
pub(crate) use sums::{Sums, fold_squares};
