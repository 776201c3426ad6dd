//! Stochastic-gradient MCMC and mini-batch Metropolis-Hastings over the caller's buffers, with the same bits
//! everywhere.
//!
//! Start with [`Chain`]: it takes [`ChainSettings`], a starting θ, a slice of [`MemoryUnit`]s, and a [`Model`] that
//! evaluates the log-likelihood on a batch. Below it, from the top down:
//!
//! - a chain is a [`Sampler`] (an update rule with a [`schedule`], or [`mh`]), batches, an [`Estimator`] of the
//!   gradient, a [`prior`], [`Block`]s of parameters and [`Moments`];
//! - [`rule`] has the update rules, also by themselves for hosts that own their loop; [`drift`] and [`precond`] are
//!   what the adaptive Langevin family is put together from;
//! - [`minibatch`] draws indices, [`rng`] numbers;
//! - [`exp`], [`ln`], [`sin`], [`cos`] and [`fingerprint`] let a host be as reproducible as the library.
//!
//! Nothing here allocates, panics, or keeps global state. A step happens whole or not at all: after an [`Error`] the
//! chain is as it was.
//!
//! # One parameterisation
//!
//! Everything ascends the log posterior L(θ) = log π0(θ) + Σ_i log p(x_i | θ); a model returns means over its batch,
//! and the library multiplies by n.
//!
//! ```text
//! SGLD   θ ← θ + η (∇log π0(θ) + n ĝ_I(θ)) + sqrt(2ητ) ξ,   ξ ~ N(0, I)
//! ```
//!
//! | in formulas | in code | |
//! |---|---|---|
//! | θ, d | `theta`, `dim` | parameters and their number |
//! | n, m | `data_len`, `batch_len` | data, and those in a minibatch I |
//! | μ̂_I, ĝ_I | `log_likelihood`, `gradient` | mean log-likelihood over the batch, and its gradient |
//! | log π0 | `log_prior` | |
//! | η, τ | `step_size`, `temperature` | of an update rule |
//! | v, α | state, `friction` | of the rules with a velocity, a displacement: α is per step |
//! | ζ | state | the thermostat of SGNHT, which starts at α |
//! | β̂ | `noise_estimate` | of SGHMC |
//! | a, β1, β2, ρ, λ | `scale`, `beta1`, `beta2`, `rho`, `lambda` | of a drift |
//! | P, L, Γ | `preconditioner`, its Cholesky factor, `gamma` | P = L Lᵀ, Γ_i = Σ_j ∂P_ij/∂θ_j |
//! | θ̃, n1 | anchor, `anchor_len` | of a control variate |
//! | ε or δ, σ, β | `step_size`, `noise`, `beta` | of a proposal |
//! | c_n | `likelihood_scale` | what multiplies the mean log-likelihood in mini-batch Metropolis-Hastings |
//! | κ, μ0 | `precision`, `mean` | of a Gaussian prior |
//!
//! All rules use this η and τ: at temperature τ a rule samples the posterior to the power 1/τ, likelihood and prior
//! alike, so that the prior is tempered, too. [`rule::convert`] has the literature's other parameterisations.
//!
//! # One environment
//!
//! The same bits are promised in the default floating-point environment: round to nearest, subnormal numbers kept,
//! traps masked. A chain that is started with another rounding, or with subnormals flushed to zero, is refused, since
//! safe code has no means to set it; the C ABI has, and computes in the default one whatever its host has.
#![no_std]
#![deny(unsafe_code)]
#![deny(missing_docs)]

#[cfg(all(target_arch = "x86", not(target_feature = "sse2")))]
compile_error!("without SSE2 (-C target-feature=+sse2) x86 computes on the x87, which gives other bits");

mod blocks;
#[doc(hidden)]
pub mod built;
mod chain;
mod checkpoint;
pub mod drift;
mod ensemble;
mod error;
mod gradient;
mod health;
mod image;
pub mod mh;
pub mod minibatch;
mod named;
mod num;
mod pass;
mod pilot;
pub mod precond;
pub mod prior;
mod range;
mod record;
pub mod rng;
pub mod rule;
pub mod schedule;
#[doc(hidden)]
pub mod schema;
mod stats;
mod text;
mod transform;
mod warm_up;
mod workspace;

pub use blocks::{Block, BlockList, BlockSource};
pub use built::FAMILIES;
pub use chain::*;
pub use checkpoint::Checkpoint;
pub use ensemble::*;
pub use error::Error;
pub use gradient::{Batch, Clipping, Diffusion, Draw, Estimator, Interrupt, Model, Observer, StepError};
pub use health::{Health, HealthFinding, HealthReport, HealthSettings};
pub use num::*;
pub use pilot::{Finding, Pilot, PilotReport, PilotSettings};
pub use schema::{EachPair, EachParameter};
pub use stats::*;
pub use text::TextError;
pub use transform::{Transform, TransformKind, constrain, constrained_len, pull_back, unconstrain};
pub use warm_up::{Descent, DescentEnd, DescentReport, WarmStart};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
