//! Priors: gradients against closed forms and finite differences, densities through the acceptances that they make,
//! and what SGLD samples of a prior alone.

use crate::support::{
    Call, Level, Recorder, ar1_square_error, begin, chain_mean, check, exact, metropolis, pattern, sgld,
};
use sgmcmc::mh::Proposal;
use sgmcmc::prior::{GaussianVector, Prior, SpikeAndSlab};
use sgmcmc::rule::{Recipe, Rule};
use sgmcmc::schedule::Schedule;
use sgmcmc::{BatchSettings, ChainSettings, Real, RuleSettings, Sampler};

/// The published sparse prior: σ1² = 0.02, σ0² = 1e-5.
fn published() -> SpikeAndSlab {
    SpikeAndSlab { slab_weight: 1e-7, slab_deviation: 0.02f64.sqrt(), spike_deviation: 1e-5f64.sqrt() }
}

const MILD: SpikeAndSlab = SpikeAndSlab { slab_weight: 0.5, slab_deviation: 1.0, spike_deviation: 0.3 };
const WIDE: SpikeAndSlab = SpikeAndSlab { slab_weight: 0.999, slab_deviation: 30.0, spike_deviation: 1e-4 };

fn with<'a>(prior: Prior<'a>, sampler: Sampler<'a>) -> ChainSettings<'a> {
    ChainSettings { prior, ..ChainSettings::new(1, BatchSettings::All, sampler) }
}

/// ∇log π0(θ) as a host's diffusion is shown it, with n = 1: exactly what the prior adds.
fn gradient<R: Real>(prior: Prior<'_>, theta: &[f64]) -> Vec<f64> {
    let temperature = Schedule::constant(0.0);
    let rule = RuleSettings::new(Rule::Recipe(Recipe), Schedule::constant(1e-9));
    let settings = with(prior, Sampler::Rule(RuleSettings { temperature, ..rule }));
    let theta: Vec<R> = theta.iter().map(|x| R::from_f64(*x)).collect();
    let mut model = Recorder::new(Level);
    let mut chain = begin::<R>(&settings, &theta);
    chain.step(&mut model).expect("a good step");
    let Some(Call::Diffusion { gradient, .. }) = model.calls.pop() else { panic!("no diffusion") };
    gradient
}

/// log of the mixture's two terms, with their weights and normalisers.
fn log_terms(prior: &SpikeAndSlab, theta: f64) -> (f64, f64) {
    let of = |weight: f64, deviation: f64| {
        libm::log(weight / deviation) - theta * theta / (2.0 * deviation * deviation)
    };
    (of(1.0 - prior.slab_weight, prior.spike_deviation), of(prior.slab_weight, prior.slab_deviation))
}

fn log_mixture(prior: &SpikeAndSlab, theta: f64) -> f64 {
    let (spike, slab) = log_terms(prior, theta);
    spike.max(slab) + libm::log1p(libm::exp(-(spike - slab).abs()))
}

/// The shares of the two terms in the density weigh their pulls -θ/σ².
fn pull(prior: &SpikeAndSlab, theta: f64) -> f64 {
    let (spike, slab) = log_terms(prior, theta);
    let spike_share = 1.0 / (1.0 + libm::exp(slab - spike));
    let slab_share = 1.0 / (1.0 + libm::exp(spike - slab));
    let (s0, s1) = (prior.spike_deviation, prior.slab_deviation);
    -theta * (slab_share / (s1 * s1) + spike_share / (s0 * s0))
}

fn places() -> impl Iterator<Item = f64> {
    let sizes = [0.0, 1e-20, 1e-4, 3e-3, 0.01, 0.0199, 0.01997, 0.02, 0.021, 0.05, 0.3, 1.0, 4.0, 30.0, 1e3];
    sizes.into_iter().flat_map(|x| [x, -x])
}

/// The logarithm z of the shares' odds is a sum of log odds o and q = ½θ²(1/σ0² - 1/σ1²), whose roundings, u each, make
/// |o| + 4 q + |z|; exponential, sums, quotient and products another 14; as much again for the reference in `f64`.
fn spike_and_slab_gradient<R: Real>(u: f64) {
    for prior in [published(), MILD, WIDE] {
        let theta: Vec<f64> = places().map(|x| R::from_f64(x).to_f64()).collect();
        let found = gradient::<R>(Prior::SpikeAndSlab(prior), &theta);
        for (found, theta) in found.iter().zip(&theta) {
            let (spike, slab) = log_terms(&prior, *theta);
            let (s0, s1) = (prior.spike_deviation, prior.slab_deviation);
            let q = 0.5 * theta * theta * (1.0 / (s0 * s0) - 1.0 / (s1 * s1));
            let odds = slab - spike - q;
            let expected = pull(&prior, *theta);
            // Beyond a log odds of 80 the spike is nothing, exactly, and roundings of z do not count.
            let z = if slab - spike > 80.0 { 0.0 } else { odds.abs() + 4.0 * q + (slab - spike).abs() };
            let bound = 2.0 * u * (z + 14.0) * expected.abs();
            assert!((found - expected).abs() <= bound, "{prior:?} at {theta:e}: {found:e}, not {expected:e}");
        }
    }
}

#[test]
fn the_gradient_of_spike_and_slab_is_its_closed_form() {
    spike_and_slab_gradient::<f32>(f64::from(f32::EPSILON) / 2.0);
    spike_and_slab_gradient::<f64>(f64::EPSILON / 2.0);
}

/// Central differences of the log densities, whose error is h² times a third derivative, below 1e-6 of the gradient
/// here for h = 1e-4 s, s the smaller deviation; plus the rounding of a difference, u |log π0| / h.
#[test]
fn gradients_are_the_slopes_of_the_densities() {
    for prior in [published(), MILD] {
        let h = 1e-4 * prior.spike_deviation;
        for theta in places().filter(|x| x.abs() < 5.0 && *x != 0.0) {
            let found = gradient::<f64>(Prior::SpikeAndSlab(prior), &[theta])[0];
            let slope = (log_mixture(&prior, theta + h) - log_mixture(&prior, theta - h)) / (2.0 * h);
            let rounding = 4.0 * f64::EPSILON * log_mixture(&prior, theta).abs().max(1.0) / h;
            // Where the terms change places the third derivative is 1/σ0³ times some tens.
            let bound = 1e-6 * (found.abs() + 1.0 / prior.spike_deviation) + rounding;
            assert!((found - slope).abs() <= bound, "{prior:?} at {theta}: {found} and {slope}");
        }
    }
    let found = gradient::<f64>(Prior::gaussian(0.5, 3.0), &[2.0, -1.0]);
    assert_eq!(found, [-4.5, 4.5]);
    let vector = GaussianVector { mean: &[0.5, -1.0, 0.0], precision: &[3.0, 0.25, 8.0] };
    assert_eq!(gradient::<f64>(Prior::GaussianVector(vector), &[2.0, 3.0, -0.5]), [-4.5, -1.0, 4.0]);
    assert_eq!(gradient::<f32>(Prior::GaussianVector(vector), &[2.0, 3.0, -0.5]), [-4.5, -1.0, 4.0]);
}

/// θ' and the acceptance of one proposal of a random walk, which is all prior.
fn proposal<R: Real>(prior: Prior<'_>, theta: &[f64], step_size: f64, seed: u64) -> (Vec<f64>, f64) {
    let walk = metropolis(Proposal::random_walk(step_size), 1.0, |_| {});
    let settings = ChainSettings { seed, ..with(prior, walk) };
    let theta: Vec<R> = theta.iter().map(|x| R::from_f64(*x)).collect();
    let mut model = Recorder::new(Level);
    let mut chain = begin::<R>(&settings, &theta);
    chain.step(&mut model).expect("a good step");
    let mut calls = model.calls.iter().filter_map(|call| match call {
        Call::LogLikelihood { theta, .. } => Some(theta.clone()),
        _ => None,
    });
    (calls.next_back().expect("two calls"), chain.statistics().mean_acceptance)
}

/// log r = log π0(θ') - log π0(θ), where it is negative. Sums of 5 terms, logarithms and an exponential: 30 roundings
/// of the two densities.
fn densities<R: Real>(prior: Prior<'_>, step_size: f64, log_density: impl Fn(usize, f64) -> f64) {
    let start: Vec<f64> = exact(&pattern::<R>(5, 5, 4.0 * step_size));
    let log = |theta: &[f64]| theta.iter().enumerate().map(|(i, t)| log_density(i, *t)).collect::<Vec<_>>();
    let mut compared = 0;
    for seed in 0..200 {
        let (there, acceptance) = proposal::<R>(prior, &start, step_size, seed);
        let (from, to) = (log(&start), log(&there));
        let ratio = to.iter().sum::<f64>() - from.iter().sum::<f64>();
        let size: f64 = from.iter().chain(&to).map(|x| x.abs()).sum();
        let bound = 15.0 * f64::EPSILON * (size + 1.0);
        if acceptance == 1.0 {
            assert!(ratio >= -bound, "{prior:?}: accepted at {ratio}");
        } else if ratio > -700.0 {
            compared += 1;
            let found = libm::log(acceptance);
            assert!((found - ratio).abs() <= bound, "{prior:?}: {found} is not {ratio} within {bound:e}");
        }
    }
    assert!(compared > 30, "{prior:?}: {compared} acceptances");
}

#[test]
fn log_densities_make_the_acceptance() {
    for prior in [MILD, SpikeAndSlab { slab_weight: 0.1, ..MILD }, published()] {
        let step_size = 2.0 * prior.spike_deviation;
        densities::<f64>(Prior::SpikeAndSlab(prior), step_size, |_, theta| log_mixture(&prior, theta));
        densities::<f32>(Prior::SpikeAndSlab(prior), step_size, |_, theta| log_mixture(&prior, theta));
    }
    let (mean, precision) = ([0.5, -1.0, 0.0, 0.25, 2.0], [1.5, 0.25, 2.0, 4.0, 0.5]);
    let gaussian = |mean: f64, precision: f64, theta: f64| -0.5 * precision * (theta - mean) * (theta - mean);
    densities::<f64>(Prior::gaussian(0.5, 1.5), 0.5, |_, theta| gaussian(0.5, 1.5, theta));
    let vector = Prior::GaussianVector(GaussianVector { mean: &mean, precision: &precision });
    densities::<f64>(vector, 0.5, |i, theta| gaussian(mean[i], precision[i], theta));
}

/// Densities too small for a number are nowhere to go, not an error.
#[test]
fn far_proposals_are_rejected() {
    let tight = SpikeAndSlab { slab_weight: 0.5, slab_deviation: 2e-100, spike_deviation: 1e-100 };
    let vector = GaussianVector { mean: &[0.0; 3], precision: &[1e200; 3] };
    for prior in [Prior::SpikeAndSlab(tight), Prior::gaussian(0.0, 1e200), Prior::GaussianVector(vector)] {
        let walk = metropolis(Proposal::random_walk(1e160), 1.0, |_| {});
        let settings = with(prior, walk);
        let mut chain = begin::<f64>(&settings, &[0.0; 3]);
        chain.run(20, &mut Level, None).expect("rejections");
        assert_eq!(chain.theta(), Ok(&[0.0; 3][..]), "{prior:?}");
        assert_eq!(chain.statistics().nonfinite_count, 20, "{prior:?}");
    }
}

#[test]
fn weights_above_the_threshold_are_kept() {
    let prior = published();
    let threshold = prior.keep_threshold();
    // sqrt(2e-5 log(1e7 sqrt(2000)) / 0.9995).
    assert!((threshold - 0.0199642).abs() < 5e-8, "{threshold}");
    // There the two terms are equal: roundings of logarithms of 16 and 2, over a slope of 2000.
    let (spike, slab) = log_terms(&prior, threshold);
    assert!((spike - slab).abs() < 1e-13, "{spike} and {slab}");
    let below = f64::from_bits(threshold.to_bits() - 1);
    assert_eq!(prior.kept_ratio(&[threshold, -threshold, below, -below, 0.0, 1.0, 0.0, 0.0]), 0.375);
    assert_eq!(prior.kept_ratio(&[0.019f32, 0.021, -0.021, 0.0]), 0.5);
    assert!(prior.kept_ratio::<f64>(&[]).is_nan());
    assert_eq!(prior.kept_ratio(&[f64::NAN, f64::INFINITY]), 0.5);
    // λ/σ1 above (1-λ)/σ0: the slab is the likelier everywhere.
    let slab = SpikeAndSlab { slab_weight: 0.9, slab_deviation: 1.0, spike_deviation: 0.5 };
    assert_eq!((slab.keep_threshold(), slab.kept_ratio(&[0.0, 1e-300])), (0.0, 1.0));
}

/// One mean and precision for all, or the same ones for each: the same bits.
fn a_vector_of_one_number_is_that_number<R: Real>() {
    for dim in [1, 7, 8, 9, 16, 31, 33, 70] {
        let (mean, precision) = (vec![0.3; dim], vec![1.7; dim]);
        let vector = Prior::GaussianVector(GaussianVector { mean: &mean, precision: &precision });
        let start = pattern::<R>(dim, 11, 2.0);
        let run = |prior, sampler| {
            let settings = with(prior, sampler);
            let mut chain = begin::<R>(&settings, &start);
            chain.run(50, &mut Level, None).expect("good steps");
            sgmcmc::fingerprint(chain.theta().expect("its memory"))
        };
        for sampler in [sgld(0.05, 1.0), sgld(0.05, 0.0)] {
            assert_eq!(run(vector, sampler), run(Prior::gaussian(0.3, 1.7), sampler), "{dim}");
        }
    }
}

both!(a_vector_of_one_number_is_that_number);

/// θ is an AR(1) chain in every coordinate: ρ = 1 - ηκ, variance 1/(κ (1 - ηκ/2)). Bounds of 5 standard errors, 8 of
/// them: a false alarm in 5e-6.
#[test]
fn sgld_samples_a_gaussian_vector() {
    const COPIES: usize = 32;
    let kappa = [0.5, 1.0, 4.0, 9.0];
    let mean: Vec<f64> = (0..4 * COPIES).map(|i| (i / COPIES) as f64 - 1.0).collect();
    let precision: Vec<f64> = (0..4 * COPIES).map(|i| kappa[i / COPIES]).collect();
    let vector = Prior::GaussianVector(GaussianVector { mean: &mean, precision: &precision });
    let (eta, step_count) = (0.1, 20_000);
    let settings = with(vector, sgld(eta, 1.0));
    let mut chain = begin::<f64>(&settings, &mean);
    chain.run(500, &mut Level, None).expect("good steps");
    let (mut sums, mut squares) = ([0.0; 4], [0.0; 4]);
    for _ in 0..step_count {
        chain.step(&mut Level).expect("a good step");
        for (i, (theta, mean)) in chain.theta().expect("its memory").iter().zip(&mean).enumerate() {
            sums[i / COPIES] += theta - mean;
            squares[i / COPIES] += (theta - mean) * (theta - mean);
        }
    }
    let count = f64::from(step_count) * COPIES as f64;
    for (j, kappa) in kappa.into_iter().enumerate() {
        let rho: f64 = 1.0 - eta * kappa;
        let variance = 1.0 / (kappa * (1.0 - 0.5 * eta * kappa));
        let error = (variance / count * (1.0 + rho) / (1.0 - rho)).sqrt();
        check(&format!("mean at κ = {kappa}"), sums[j] / count, 0.0, error, 5.0);
        let error = ar1_square_error(variance, rho, count);
        check(&format!("variance at κ = {kappa}"), squares[j] / count, variance, error, 5.0);
    }
}

/// The stationary density of θ' = θ + η ∇log π0(θ) + sqrt(2η) ξ itself, by repeated integration on a grid: a smooth
/// integrand on a grid of a 25th of the noise's deviation, whose trapezoidal sums are exact to rounding.
fn stationary(prior: &SpikeAndSlab, eta: f64) -> Vec<(f64, f64)> {
    let grid: Vec<f64> = (-400..=400).map(|k| f64::from(k) * 0.0125).collect();
    let spread = (2.0 * eta).sqrt();
    let places: Vec<f64> = grid.iter().map(|theta| theta + eta * pull(prior, *theta)).collect();
    let weight = |from: f64, to: f64| libm::exp(-0.5 * ((to - from) / spread) * ((to - from) / spread));
    // Noise beyond 8 deviations does not count; 25.3 grid steps are one.
    let reach = 210.0 * 0.0125;
    let mut density = vec![1.0 / grid.len() as f64; grid.len()];
    for _ in 0..250 {
        let mut next = vec![0.0; grid.len()];
        for (p, from) in density.iter().zip(&places) {
            let first = ((from - reach + 5.0) / 0.0125).max(0.0) as usize;
            let last = (((from + reach + 5.0) / 0.0125) as usize + 1).min(grid.len());
            for (next, to) in next[first..last].iter_mut().zip(&grid[first..last]) {
                *next += p * weight(*from, *to);
            }
        }
        let total: f64 = next.iter().sum();
        density = next.into_iter().map(|p| p / total).collect();
    }
    grid.into_iter().zip(density).collect()
}

/// 64 copies a step, means of even functions of θ; the error from the chain of these means. Four bounds of 5.5.
#[test]
#[ignore = "takes seconds: -- --ignored"]
fn sgld_samples_spike_and_slab() {
    let (eta, step_count) = (0.04, 10_000);
    let law = stationary(&MILD, eta);
    let functions: [fn(f64) -> f64; 2] = [|t| t * t, |t| libm::exp(-0.5 * t * t / 0.09)];
    let expected = functions.map(|f| law.iter().map(|(theta, p)| p * f(*theta)).sum::<f64>());
    // Without η the variance would be (1 + 0.09)/2.
    println!("variance of the chain {:.4}, of the prior 0.5450", expected[0]);
    spike_and_slab_chain::<f32>(eta, step_count, functions, expected);
    spike_and_slab_chain::<f64>(eta, step_count, functions, expected);
}

fn spike_and_slab_chain<R: Real>(
    eta: f64,
    step_count: u32,
    functions: [fn(f64) -> f64; 2],
    expected: [f64; 2],
) {
    let settings = ChainSettings { seed: 3, ..with(Prior::SpikeAndSlab(MILD), sgld(eta, 1.0)) };
    let mut chain = begin::<R>(&settings, &pattern::<R>(64, 13, 1.0));
    chain.run(500, &mut Level, None).expect("good steps");
    let mut means = [Vec::new(), Vec::new()];
    for _ in 0..step_count {
        chain.step(&mut Level).expect("a good step");
        let theta = exact(chain.theta().expect("its memory"));
        for (means, f) in means.iter_mut().zip(functions) {
            means.push(theta.iter().map(|theta| f(*theta)).sum::<f64>() / 64.0);
        }
    }
    for ((means, expected), name) in means.iter().zip(expected).zip(["θ²", "a bump at 0"]) {
        let estimate = chain_mean(means);
        check(&format!("spike and slab: mean of {name}"), estimate.mean, expected, estimate.error, 5.5);
    }
}
