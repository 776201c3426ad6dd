//! The acceptance ratio, in logarithms and `f64`.
//!
//! ```text
//! log r = log q_I'(θ' → θ) - log q_I(θ → θ') + c_n [ (μ̂_I'(θ') + log π0(θ')/n) - (μ̂_I(θ) + log π0(θ)/n) ]
//! ```
//!
//! Wu, Wang and Wong 2020, Algorithm 1. The choice of the batch cancels, for fresh batches and for partial refreshes
//! alike, since I' is as likely to come from I as I from I'.

use super::{Density, Distances, Proposal};
use crate::num::{exp, ln};

/// log q_I'(θ' → θ) - log q_I(θ → θ'), from the distances of the move and of the move back.
///
/// The mixture of RSGLD, leaving out what cancels:
///
/// ```text
/// log q = logaddexp( -a²/2σ²,  -d log β - b²/2β²σ² )
/// ```
///
/// The term -d log β normalises the second Gaussian; (37)-(51) of the paper drop it ([`Density::Unnormalized`]).
pub(crate) fn log_proposal_ratio(
    proposal: &Proposal,
    there: &Distances,
    back: &Distances,
    sigma: f64,
    beta: f64,
    dim: usize,
) -> f64 {
    let precision = 0.5 / (sigma * sigma);
    let log_normalizer = match proposal {
        // HMC weighs its trajectories elsewhere.
        Proposal::RandomWalk { .. } | Proposal::Hmc { .. } => return 0.0,
        Proposal::Sgld { .. } => return precision * (there.ahead - back.ahead),
        Proposal::Rsgld { density: Density::Normalized, .. } if beta != 1.0 => -(dim as f64) * ln(beta),
        Proposal::Rsgld { density: Density::Normalized | Density::Unnormalized, .. } => 0.0,
    };
    let backward = precision / (beta * beta);
    let log_density =
        |from: &Distances| log_add_exp(-precision * from.ahead, log_normalizer - backward * from.behind);
    log_density(back) - log_density(there)
}

/// min(1, r); NaN counts as 0, so that two vanishing densities reject.
pub(crate) fn acceptance(log_ratio: f64) -> f64 {
    if log_ratio >= 0.0 {
        1.0
    } else if log_ratio < 0.0 {
        exp(log_ratio)
    } else {
        0.0
    }
}

/// log(e^a + e^b) without overflow.
fn log_add_exp(a: f64, b: f64) -> f64 {
    let (high, low) = if a > b { (a, b) } else { (b, a) };
    if high == f64::NEG_INFINITY { high } else { high + ln(1.0 + exp(low - high)) }
}
