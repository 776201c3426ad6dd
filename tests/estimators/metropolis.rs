//! Proposals along a control variate's gradient keep the target exactly, on a model where it is not the full gradient.
//!
//! ```text
//! π(θ, I) ∝ exp(c_n (μ̂_I(θ) + log π0(θ)/n)),   ℓ_i = -log(1 + exp(-x_i θ)),   log π0 = -κ θ²/2
//! ```
//!
//! over the 6 pairs of 4 data and, by the trapezoidal rule, over θ: a smooth integrand that vanishes at both ends, so
//! the rule errs by less than 1e-12. Errors are the chain's own, bounds 5 of them for 8 moments and 24 shares: a false
//! alarm in 2e-5 for random seeds, and these are fixed.

use crate::support::{Call, Logistic, Recorder, begin, chain_mean, check, may_follow_prior, metropolis};
use sgmcmc::mh::{Density, NoiseScale, Proposal, ProposalGradient};
use sgmcmc::prior::Prior;
use sgmcmc::{BatchSettings, ChainSettings, Estimator};

const X: [f64; 4] = [-2.0, 0.7, 1.5, 3.0];
const PRECISION: f64 = 0.5;
const LIKELIHOOD_SCALE: f64 = 3.0;
const STEP_COUNT: usize = 400_000;
const THINNING: usize = 4;
const PAIRS: [[u32; 2]; 6] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];

/// E θ, E θ² and P(I).
fn exact_moments() -> ([f64; 2], [f64; 6]) {
    let (mut sums, mut shares) = ([0.0; 2], [0.0; 6]);
    for k in -40_000..=40_000 {
        let theta = f64::from(k) * 5e-4;
        for (share, pair) in shares.iter_mut().zip(PAIRS) {
            let of = |i: u32| -libm::log1p(libm::exp(-X[i as usize] * theta));
            let mean = pair.into_iter().map(of).sum::<f64>() / 2.0;
            let weight = libm::exp(LIKELIHOOD_SCALE * (mean - 0.5 * PRECISION * theta * theta / 4.0));
            *share += weight;
            sums[0] += weight * theta;
            sums[1] += weight * theta * theta;
        }
    }
    let total: f64 = shares.iter().sum();
    (sums.map(|sum| sum / total), shares.map(|share| share / total))
}

fn keeps_the_target(name: &str, proposal: Proposal, refresh_len: u32, estimator: Estimator<'_>, seed: u64) {
    let sampler = metropolis(proposal, LIKELIHOOD_SCALE, |mh| {
        mh.refresh_len = refresh_len;
        if !seed.is_multiple_of(2) && may_follow_prior(proposal) {
            mh.proposal_gradient = ProposalGradient::Published;
        }
    });
    let settings = ChainSettings {
        seed,
        estimator,
        prior: Prior::gaussian(0.0, PRECISION),
        ..ChainSettings::new(4, BatchSettings::WithoutReplacement(2), sampler)
    };
    let mut chain = begin::<f64>(&settings, &[0.4]);
    let mut model = Recorder::new(Logistic { x: X.to_vec(), dim: 1 });
    chain.run(200, &mut model, None).expect("good steps");
    let (mut draws, mut batches, mut current) = (Vec::new(), Vec::new(), None);
    for step in 0..STEP_COUNT {
        model.calls.clear();
        let accepted = chain.step(&mut model).expect("a good step").accepted;
        let call = match proposal {
            // A trajectory is on the batch that the step before left.
            Proposal::Hmc { .. } => model.calls.first(),
            Proposal::RandomWalk { .. } | Proposal::Sgld { .. } | Proposal::Rsgld { .. } => {
                model.calls.last().filter(|_| accepted)
            }
        };
        if let Some(Call::LogLikelihood { batch, .. }) = call {
            current = batch.clone();
        }
        if let (Some(batch), 0) = (&current, step % THINNING) {
            draws.push(chain.theta().expect("its memory")[0]);
            batches.push(batch.clone());
        }
    }
    let (moments, shares) = exact_moments();
    for (power, exact) in [1, 2].into_iter().zip(moments) {
        let powers: Vec<f64> =
            draws.iter().map(|theta| if power == 1 { *theta } else { theta * theta }).collect();
        let estimate = chain_mean(&powers);
        check(
            &format!("{name}, refresh {refresh_len}: θ^{power}"),
            estimate.mean,
            exact,
            estimate.error,
            5.0,
        );
    }
    for (pair, exact) in PAIRS.iter().zip(shares) {
        let hits: Vec<f64> = batches.iter().map(|batch| f64::from(u8::from(batch == pair))).collect();
        let estimate = chain_mean(&hits);
        check(&format!("{name}, refresh {refresh_len}: {pair:?}"), estimate.mean, exact, estimate.error, 5.0);
    }
}

#[test]
#[ignore = "takes seconds: -- --ignored"]
fn proposals_with_a_fixed_centre_keep_the_target() {
    let noise = NoiseScale::Custom(0.8);
    let sgld = Proposal::sgld(0.9, noise);
    let rsgld = Proposal::rsgld(0.9, noise, 2.0, Density::Normalized);
    let centre = [-1.0];
    let elsewhere = Estimator::FixedCentre { centre: Some(&centre) };
    let start = Estimator::FixedCentre { centre: None };
    keeps_the_target("SGLD", sgld, 2, elsewhere, 1);
    keeps_the_target("SGLD", sgld, 1, start, 2);
    keeps_the_target("RSGLD", rsgld, 2, elsewhere, 3);
    keeps_the_target("RSGLD", rsgld, 1, elsewhere, 4);
    // Fields that are not its energy's gradient.
    let hmc = Proposal::hmc(0.6, 3);
    keeps_the_target("HMC", hmc, 2, elsewhere, 5);
    keeps_the_target("HMC", hmc, 1, start, 7);
}
