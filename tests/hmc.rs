//! HMC against what is known of it: O6 with a correlated Gaussian, MALA at one leapfrog step, the order of its energy's
//! error, and the way back. O15, the enumeration over batches, is in `mhbt`.
//!
//! On N(0, 1) a leapfrog step is linear; with cos φ = 1 - ε²/2 and χ = sqrt(1 - ε²/4), L of them give
//!
//! ```text
//! θ' = θ cos Lφ + (p/χ) sin Lφ,   ½ p² + ½ χ² θ² is kept,   ΔH = (ε²/8) (θ'² - θ²)
//! ```
//!
//! and the mean acceptance is that of min(1, exp(-ΔH)) over θ and p, here by quadrature. Seeds are fixed; bounds of 5
//! standard errors, by batch means, since HMC's draws may be anticorrelated.

use crate::reference::{Generators, Leapfrog, Point, normals};
use crate::support::{
    Answer, Estimate, GaussianData, Matrix, Normal, begin, chain_mean, check, memory, metropolis, pattern,
};
use sgmcmc::mh::{NoiseScale, Proposal};
use sgmcmc::{Batch, BatchSettings, ChainImage, ChainSettings, ChainState, Model, Real, Statistics};
use std::panic::{AssertUnwindSafe, catch_unwind};

const SIGMAS: f64 = 5.0;

/// The mean, with an error from 200 batches.
fn batch_mean(draws: &[f64]) -> Estimate {
    let len = draws.len() / 200;
    let means: Vec<f64> =
        draws.chunks_exact(len).map(|batch| batch.iter().sum::<f64>() / len as f64).collect();
    let count = means.len() as f64;
    let mean = means.iter().sum::<f64>() / count;
    let variance = means.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (count - 1.0);
    Estimate { mean, error: (variance / count).sqrt() }
}

/// A chain on all of one datum: θ of every step, and the counts.
fn run<R: Real>(
    proposal: Proposal,
    model: &mut impl Model<R>,
    dim: usize,
    steps: usize,
    seed: u64,
) -> (Vec<Vec<f64>>, Statistics) {
    let sampler = metropolis(proposal, 1.0, |_| {});
    let settings = ChainSettings { seed, ..ChainSettings::new(1, BatchSettings::All, sampler) };
    let mut chain = begin::<R>(&settings, &pattern::<R>(dim, 7, 0.5));
    chain.run(500, model, None).expect("good steps");
    let mut draws = Vec::new();
    for _ in 0..steps {
        chain.step(model).expect("a good step");
        draws.push(chain.theta().expect("its memory").iter().map(|x| x.to_f64()).collect());
    }
    (draws, chain.statistics())
}

/// How often θ moved.
fn moves(draws: &[Vec<f64>]) -> Estimate {
    batch_mean(&draws.windows(2).map(|pair| f64::from(u8::from(pair[0] != pair[1]))).collect::<Vec<_>>())
}

/// The same over the jitter's U(1 - j, 1 + j), by the midpoints of 40 parts, or of none.
fn jittered_acceptance(step_size: f64, leapfrog_count: u32, jitter: f64) -> f64 {
    let parts = if jitter > 0.0 { 40 } else { 1 };
    let by = |k: i32| 1.0 + jitter * ((2 * k + 1) as f64 / f64::from(parts) - 1.0);
    (0..parts).map(|k| exact_acceptance(step_size * by(k), leapfrog_count)).sum::<f64>() / f64::from(parts)
}

/// E min(1, exp(-ΔH)) on N(0, 1), over a grid of θ and p, beyond whose ends are 1e-15.
fn exact_acceptance(step_size: f64, leapfrog_count: u32) -> f64 {
    let (h, sides) = (0.02, 400);
    let square = step_size * step_size;
    let angle = f64::from(leapfrog_count) * libm::acos(1.0 - 0.5 * square);
    let (along, across) = (libm::cos(angle), libm::sin(angle) / (1.0 - 0.25 * square).sqrt());
    let (mut sum, mut total) = (0.0, 0.0);
    for i in -sides..=sides {
        for j in -sides..=sides {
            let (theta, p) = (f64::from(i) * h, f64::from(j) * h);
            let end = theta * along + p * across;
            let weight = libm::exp(-0.5 * (theta * theta + p * p));
            sum += weight * libm::exp((0.125 * square * (theta * theta - end * end)).min(0.0));
            total += weight;
        }
    }
    sum / total
}

#[test]
#[ignore = "takes seconds: -- --ignored"]
fn on_a_normal_the_acceptance_is_as_worked_out() {
    for (seed, step_size, leapfrog_count, step_jitter) in
        [(1, 0.6, 3, 0.0), (2, 1.4, 3, 0.0), (3, 1.9, 1, 0.0), (4, 1.2, 3, 0.5)]
    {
        let proposal = Proposal::jittered_hmc(step_size, leapfrog_count, step_jitter);
        let exact = jittered_acceptance(step_size, leapfrog_count, step_jitter);
        let steps = 400_000;
        let (draws, statistics) = run::<f64>(proposal, &mut Normal { variance: 1.0 }, 1, steps, seed);
        let squares: Vec<f64> = draws.iter().map(|theta| theta[0] * theta[0]).collect();
        let square = batch_mean(&squares);
        check(&format!("{proposal:?}: variance"), square.mean, 1.0, square.error, SIGMAS);
        let moved = moves(&draws);
        check(&format!("{proposal:?}: accepted"), moved.mean, exact, moved.error, SIGMAS);
        // The probabilities vary less than the coins that they throw.
        check(&format!("{proposal:?}: acceptance"), statistics.mean_acceptance, exact, moved.error, SIGMAS);
        assert_eq!((statistics.batch_count, statistics.backward_count), (0, 0));
    }
}

/// N(0, Σ) by its precision.
struct Correlated([[f64; 3]; 3]);

impl<R: Real> Model<R> for Correlated {
    fn log_likelihood(&mut self, theta: &[R], _: Batch<'_>, gradient: Option<&mut [R]>) -> Answer {
        let force = self.0.map(|row| -row.iter().zip(theta).map(|(a, x)| a * x.to_f64()).sum::<f64>());
        if let Some(gradient) = gradient {
            gradient.iter_mut().zip(force).for_each(|(g, force)| *g = R::from_f64(force));
        }
        Ok(force.iter().zip(theta).map(|(force, x)| 0.5 * force * x.to_f64()).sum())
    }
}

fn correlated<R: Real>(seed: u64) {
    // Standard deviations from 0.32 to 1.6, correlations to 0.9.
    let covariance = [[1.0, 0.7, 0.2], [0.7, 0.6, 0.1], [0.2, 0.1, 2.0]];
    let precision = Matrix::rows(covariance).inverse();
    let mut model = Correlated([0, 1, 2].map(|i| [0, 1, 2].map(|j| precision.at(i, j))));
    let proposal = Proposal::hmc(0.35, 6);
    let (draws, statistics) = run::<R>(proposal, &mut model, 3, 200_000, seed);
    assert!(statistics.mean_acceptance > 0.6, "{statistics:?}");
    for (i, row) in covariance.iter().enumerate() {
        for (j, exact) in row.iter().enumerate().take(i + 1) {
            let products: Vec<f64> = draws.iter().map(|theta| theta[i] * theta[j]).collect();
            let estimate = batch_mean(&products);
            check(&format!("covariance {i} {j}"), estimate.mean, *exact, estimate.error, SIGMAS);
        }
    }
}

#[test]
fn a_correlated_normal_has_its_covariance() {
    correlated::<f64>(11);
    correlated::<f32>(12);
}

/// One leapfrog step proposes as MALA does with the step ε²/2 and accepts by the same ratio: equal rates, and from one
/// θ equal laws, of which the mean square way is compared.
#[test]
#[ignore = "takes seconds: -- --ignored"]
fn one_leapfrog_step_is_a_langevin_proposal() {
    let epsilon = 1.1;
    let hmc = Proposal::jittered_hmc(epsilon, 1, 0.0);
    let mala = Proposal::sgld(0.5 * epsilon * epsilon, NoiseScale::Langevin);
    let ways = [(hmc, 21), (mala, 22)].map(|(proposal, seed)| {
        let (draws, statistics) = run::<f64>(proposal, &mut Normal { variance: 1.0 }, 4, 400_000, seed);
        let way = |pair: &[Vec<f64>]| pair[1].iter().zip(&pair[0]).map(|(a, b)| (a - b) * (a - b)).sum();
        let way = batch_mean(&draws.windows(2).map(way).collect::<Vec<f64>>());
        assert!(statistics.mean_acceptance > 0.5 && statistics.mean_acceptance < 0.95, "{statistics:?}");
        assert!((statistics.noise_scale - epsilon).abs() < 1e-15);
        (way, moves(&draws))
    });
    let [(way, rate), (mala_way, mala_rate)] = ways;
    let error = |a: Estimate, b: Estimate| (a.error * a.error + b.error * b.error).sqrt();
    check("mean square way", way.mean, mala_way.mean, error(way, mala_way), SIGMAS);
    check("rate", rate.mean, mala_rate.mean, error(rate, mala_rate), SIGMAS);
}

/// log cosh is no polynomial.
fn ridge(theta: &[f64]) -> (f64, Vec<f64>) {
    let value = -theta.iter().map(|x| libm::log(libm::cosh(*x)) + 0.05 * x * x * x * x).sum::<f64>();
    (value, theta.iter().map(|x| -libm::tanh(*x) - 0.2 * x * x * x).collect())
}

fn ridge_start(dim: usize) -> Point<f64> {
    let theta = pattern::<f64>(dim, 17, 2.0);
    let (_, gradient) = ridge(&theta);
    Point { p: normals(&mut Generators::new(5, 0), dim), theta, gradient }
}

/// Of the scalar reference, to whose bits the chain's are equal: over one time the energy's error falls by four when ε
/// is halved, up to a share of ε².
#[test]
fn halving_the_step_quarters_the_energys_error() {
    let scale = 1.5;
    let errors: Vec<f64> = [0.1, 0.05, 0.025, 0.0125]
        .into_iter()
        .map(|epsilon| {
            let start = ridge_start(40);
            let before = 0.5 * start.squared_momentum() - scale * ridge(&start.theta).0;
            let count = (1.0 / epsilon) as u32;
            let (end, value) = Leapfrog::new(epsilon, scale).run(start, count, ridge);
            0.5 * end.squared_momentum() - scale * value - before
        })
        .collect();
    for pair in errors.windows(2) {
        let ratio = pair[0] / pair[1];
        println!("{:.3e} to {:.3e}: {ratio:.3}", pair[0], pair[1]);
        assert!((ratio - 4.0).abs() < 0.3, "{errors:?}");
    }
    assert!((errors[2] / errors[3] - 4.0).abs() < 0.03, "{errors:?}");
}

/// The way back with -p ends where the trajectory began, up to the rounding of 2 · 20 steps.
#[test]
fn a_trajectory_can_be_run_back() {
    let start = ridge_start(40);
    let leapfrog = Leapfrog::new(0.1, 1.5);
    let (mut end, _) = leapfrog.run(start.clone(), 20, ridge);
    let way: f64 = end.theta.iter().zip(&start.theta).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    end.p.iter_mut().for_each(|p| *p = -*p);
    let (back, _) = leapfrog.run(end, 20, ridge);
    let off: f64 = back.theta.iter().zip(&start.theta).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    println!("moved by {way:.2}, back within {off:.1e}");
    assert!(way > 0.5 && off < 40.0 * 10.0 * f64::EPSILON, "{way}, {off}");
    let negated = back.p.iter().zip(&start.p).all(|(a, b)| (a + b).abs() < 1e-12);
    assert!(negated, "p comes back with the other sign");
}

/// After a quarter of a period, ε L = π/2, θ' is all momentum.
#[test]
fn a_quarter_of_a_period_forgets() {
    let proposal = Proposal::jittered_hmc(0.157, 10, 0.0);
    let (draws, _) = run::<f64>(proposal, &mut Normal { variance: 1.0 }, 5, 100_000, 31);
    let lag: f64 = draws.windows(2).map(|pair| pair[0][2] * pair[1][2]).sum::<f64>() / 1e5;
    assert!(lag.abs() < SIGMAS / 1e5f64.sqrt(), "autocorrelation {lag}");
}

/// A tuned chain on N(0, I), whose ε settles by the dimension alone: at some of these dimensions five or ten such steps are
/// a whole period, and without jitter 16 000 draws were worth 595 of d = 30 and 773 of d = 15. With it 2000 at least, of θ and
/// of |θ|, each by an estimate with a standard error of about 6 %: the bound is four of these below.
#[test]
#[ignore = "takes seconds: -- --ignored"]
fn no_dimension_makes_every_trajectory_a_whole_period() {
    for (dim, leapfrog_count) in [(8, 5), (10, 5), (12, 5), (15, 5), (20, 5), (30, 5), (500, 10)] {
        let sampler =
            metropolis(Proposal::hmc(0.0, leapfrog_count), 1.0, |mh| mh.target_acceptance = Some(0.65));
        let settings =
            ChainSettings { burn_in: 2000, seed: 1, ..ChainSettings::new(1, BatchSettings::All, sampler) };
        let mut chain = begin::<f64>(&settings, &pattern::<f64>(dim, 13, 2.0));
        let mut model = Normal { variance: 1.0 };
        chain.run(2000, &mut model, None).expect("good steps");
        let mut draws = vec![Vec::new(); 4];
        for _ in 0..16_000 {
            chain.step(&mut model).expect("a good step");
            let theta = chain.theta().expect("its memory");
            for (k, draws) in draws.iter_mut().enumerate() {
                draws.push(
                    theta[k / 2 * (dim - 1)]
                        * if k % 2 == 0 { 1.0 } else { theta[k / 2 * (dim - 1)].signum() },
                );
            }
        }
        let sizes = draws.iter().map(|draws| {
            let (mean, n) = (chain_mean(draws), draws.len() as f64);
            draws.iter().map(|x| (x - mean.mean) * (x - mean.mean)).sum::<f64>()
                / n
                / (mean.error * mean.error)
        });
        let least = sizes.fold(f64::INFINITY, f64::min);
        println!("d = {dim}: {least:.0} at ε = {:.3}", chain.statistics().step_size);
        assert!(least > 1500.0, "d = {dim}: {least}");
    }
}

/// Unwinds out of one call.
struct Unwinding {
    data: GaussianData,
    calls_left: usize,
}

impl Model<f32> for Unwinding {
    fn log_likelihood(&mut self, theta: &[f32], batch: Batch<'_>, gradient: Option<&mut [f32]>) -> Answer {
        let value = self.data.log_likelihood(theta, batch, gradient);
        self.calls_left = self.calls_left.wrapping_sub(1);
        if self.calls_left == 0 { std::panic::panic_any("unwound") } else { value }
    }
}

/// Out of every evaluation of a trajectory and of the batch after it, when the chain starts and later: every byte is as
/// it was, and the chain goes on.
#[test]
fn a_model_may_unwind_out_of_any_evaluation() {
    let leapfrog_count = 3;
    let sampler = metropolis(Proposal::hmc(0.2, leapfrog_count), 4.0, |mh| mh.refresh_len = 2);
    let settings = ChainSettings::new(20, BatchSettings::WithoutReplacement(6), sampler);
    for steps in [0, 4] {
        let mut model = Unwinding { data: GaussianData::spread(20, 7), calls_left: 0 };
        let mut memory = memory::<f32>(&settings, 7);
        let mut state = ChainState::new(&settings, &pattern(7, 5, 0.5), &mut memory).expect("in range");
        state.run(&mut memory, steps, &mut model, None).expect("good steps");
        let (image, bytes) = (ChainImage::new(&state), memory.clone());
        // The start's, the trajectory's, the batch's.
        let count = usize::from(steps == 0) + leapfrog_count as usize + 1;
        for calls in 1..=count {
            model.calls_left = calls;
            let unwound = catch_unwind(AssertUnwindSafe(|| state.step(&mut memory, &mut model)));
            assert_eq!(unwound.expect_err("it unwinds").downcast_ref(), Some(&"unwound"));
            assert!(ChainImage::new(&state) == image && memory == bytes, "{steps} steps, call {calls}");
        }
        model.calls_left = count + 1;
        state.step(&mut memory, &mut model).expect("one call less than it takes to unwind");
    }
}
