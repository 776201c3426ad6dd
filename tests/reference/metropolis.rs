//! Proposals, their squared distances and the acceptance ratio, (W 6)-(8) and Algorithm 1.

use super::{Generators, Scalar, fold_squares, normals};
use sgmcmc::mh::{Density, Proposal};

/// θ' = θ + (direction ε ĝ + scale ξ), drift and noise added first; direction 1 forward, -1 backward, 0 random walk.
pub(crate) fn propose<R: Scalar>(
    theta: &[R],
    gradient: &[R],
    direction: i32,
    epsilon: f64,
    scale: f64,
    generators: &mut Generators,
) -> Vec<R> {
    let scale = R::from_f64(scale);
    let step = match direction {
        1 => R::from_f64(epsilon),
        -1 => -R::from_f64(epsilon),
        _ => R::default(),
    };
    let xi = normals::<R>(generators, theta.len());
    let numbers = theta.iter().zip(gradient).zip(xi);
    if direction == 0 {
        return numbers.map(|((theta, _), xi)| *theta + xi * scale).collect();
    }
    numbers.map(|((theta, g), xi)| *theta + (*g * step + xi * scale)).collect()
}

/// ‖θ' - θ - εĝ‖² and ‖θ' - θ + εĝ‖².
#[derive(Clone, Copy, Debug)]
pub(crate) struct Distances {
    pub(crate) ahead: f64,
    pub(crate) behind: f64,
}

/// In `f64`, from the stored vectors.
pub(crate) fn distances<R: Scalar>(from: &[R], to: &[R], gradient: &[R], epsilon: f64) -> Distances {
    let epsilon = R::from_f64(epsilon).to_f64();
    let ways = || {
        let numbers = from.iter().zip(to).zip(gradient);
        numbers.map(|((from, to), g)| (to.to_f64() - from.to_f64(), g.to_f64() * epsilon))
    };
    Distances {
        ahead: fold_squares::<R>(ways().map(|(way, step)| way - step)),
        behind: fold_squares::<R>(ways().map(|(way, step)| way + step)),
    }
}

/// log q(θ' → θ) - log q(θ → θ'), (W 8) with the normaliser of its second Gaussian unless `Unnormalized`.
pub(crate) fn log_ratio(
    proposal: &Proposal,
    there: Distances,
    back: Distances,
    sigma: f64,
    beta: f64,
    dim: usize,
) -> f64 {
    let log_q = |of: Distances| {
        let forward = -of.ahead / (2.0 * sigma * sigma);
        let backward = -of.behind / (2.0 * (beta * sigma) * (beta * sigma));
        match proposal {
            Proposal::RandomWalk { .. } | Proposal::Hmc { .. } => 0.0,
            Proposal::Sgld { .. } => forward,
            Proposal::Rsgld { density: Density::Normalized, .. } => {
                log_add_exp(forward, backward - dim as f64 * libm::log(beta))
            }
            Proposal::Rsgld { density: Density::Unnormalized, .. } => log_add_exp(forward, backward),
        }
    };
    log_q(back) - log_q(there)
}

/// log(e^a + e^b).
fn log_add_exp(a: f64, b: f64) -> f64 {
    a.max(b) + libm::log1p(libm::exp(-(a - b).abs()))
}
