//! O6, O13, O15: the Gaussian mean with a N(0, 1) prior, whose posterior is known at every temperature; chunks; the prior twice.
//!
//! ```text
//! x_i ~ N(θ, 1), π0 = N(0, 1):   posterior^(1/T) = N(n x̄ / (n + 1), T / (n + 1))
//! ```
//!
//! Wu, Wang and Wong 2020, section 3.1. Bounds are 6 standard errors.

use crate::support::{
    Answer, Estimate, GaussianData, ar1_square_error, begin, chain_mean, check, metropolis, pattern, sgld,
};
use sgmcmc::mh::{Density, MetropolisHastings, NoiseScale, Proposal};
use sgmcmc::prior::Prior;
use sgmcmc::{Batch, BatchSettings, Chain, ChainSettings, Model, Real, Sampler};

const SIGMAS: f64 = 6.0;
const DATA_LEN: u32 = 25;
const DIM: usize = 2;

fn settings(sampler: Sampler<'static>, prior: Prior<'static>) -> ChainSettings<'static> {
    ChainSettings { seed: 21, prior, ..ChainSettings::new(DATA_LEN, BatchSettings::All, sampler) }
}

/// θ of every step after the first thousand, coordinate after coordinate.
fn draws<R: Real>(settings: &ChainSettings, step_count: usize, model: &mut impl Model<R>) -> Vec<Vec<f64>> {
    let mut chain = begin::<R>(settings, &[R::from_f64(0.1); DIM]);
    chain.run(1000, model, None).expect("good steps");
    let mut draws = vec![Vec::new(); DIM];
    for _ in 0..step_count {
        chain.step(model).expect("a good step");
        for (draws, theta) in draws.iter_mut().zip(chain.theta().expect("its memory")) {
            draws.push(theta.to_f64());
        }
    }
    draws
}

fn check_posterior<R: Real>(
    proposal: Proposal,
    temperature: f64,
    change: impl FnOnce(&mut MetropolisHastings),
) {
    let mut data = GaussianData::spread(DATA_LEN as usize, DIM);
    let n = f64::from(DATA_LEN);
    let settings = settings(metropolis(proposal, n / temperature, change), Prior::gaussian(0.0, 1.0));
    for (j, draws) in draws::<R>(&settings, 200_000, &mut data).iter().enumerate() {
        let exact = [n * data.mean(j) / (n + 1.0), temperature / (n + 1.0)];
        let mean = chain_mean(draws);
        check(&format!("{proposal:?}, T {temperature}: mean {j}"), mean.mean, exact[0], mean.error, SIGMAS);
        let squares: Vec<f64> = draws.iter().map(|x| (x - exact[0]) * (x - exact[0])).collect();
        let square = chain_mean(&squares);
        check(
            &format!("{proposal:?}, T {temperature}: variance {j}"),
            square.mean,
            exact[1],
            square.error,
            SIGMAS,
        );
    }
}

#[test]
#[ignore = "takes seconds: -- --ignored"]
fn full_data_metropolis_samples_the_tempered_posterior() {
    for temperature in [1.0, 0.3, 4.0] {
        let step_size = 0.45 * libm::sqrt(temperature);
        check_posterior::<f64>(Proposal::random_walk(step_size), temperature, |_| {});
        // MALA: ε = η n.
        let mala = Proposal::sgld(0.7, NoiseScale::Langevin);
        check_posterior::<f64>(mala, temperature, |_| {});
        check_posterior::<f64>(mala, temperature, |_| {});
        let density = Density::Normalized;
        let rsgld = Proposal::rsgld(0.3, NoiseScale::Langevin, 1.5, density);
        check_posterior::<f64>(rsgld, temperature, |_| {});
        check_posterior::<f64>(rsgld, temperature, |_| {});
        let hmc = Proposal::hmc(0.2 * libm::sqrt(temperature), 4);
        check_posterior::<f64>(hmc, temperature, |_| {});
        let wild = Proposal::jittered_hmc(0.15, 4, 0.9);
        check_posterior::<f64>(wild, temperature, |_| {});
    }
    let mala = Proposal::sgld(0.7, NoiseScale::Langevin);
    check_posterior::<f32>(mala, 1.0, |_| {});
}

/// O13: θ ~ N(1e6, 1) in `f32`, whose numbers lie 1/16 apart there: the drift is a fraction of that, and only a sum of
/// drift and noise that is rounded once follows it. The second moment about 1e6 and its standard error.
fn far_square<R: Real>(proposal: Proposal) -> Estimate {
    let far = 1e6;
    let settings = ChainSettings {
        seed: 9,
        ..ChainSettings::new(1, BatchSettings::All, metropolis(proposal, 1.0, |_| {}))
    };
    let mut chain = begin::<R>(&settings, &[R::from_f64(far)]);
    let mut model = GaussianData::new(&[far], 1);
    let mut squares = Vec::new();
    for step in 0..1_000_000 {
        chain.step(&mut model).expect("a good step");
        let off = chain.theta().expect("its memory")[0].to_f64() - far;
        if step % 10 == 0 {
            squares.push(off * off);
        }
    }
    chain_mean(&squares)
}

#[test]
#[ignore = "takes seconds: -- --ignored"]
fn f32_chains_far_from_zero_have_the_law_of_f64_chains() {
    let noise = NoiseScale::Langevin;
    for (name, proposal) in [
        ("random walk", Proposal::random_walk(0.3)),
        ("SGLD", Proposal::sgld(0.02, noise)),
        ("RSGLD", Proposal::rsgld(0.02, noise, 1.2, Density::Normalized)),
        ("HMC", Proposal::hmc(0.2, 5)),
    ] {
        for (precision, square) in
            [("f32", far_square::<f32>(proposal)), ("f64", far_square::<f64>(proposal))]
        {
            check(&format!("{name}, {precision}, N(1e6, 1)"), square.mean, 1.0, square.error, 5.0);
        }
    }
}

/// SGLD on all data is an AR(1) chain around the posterior's mean: its bias in the variance is known too.
fn full_data_sgld_samples_the_posterior_with_its_known_bias<R: Real>() {
    let mut data = GaussianData::spread(DATA_LEN as usize, DIM);
    let n = f64::from(DATA_LEN);
    let (eta, temperature, precision) = (0.02, 1.5, n + 1.0);
    let settings = settings(sgld(eta, temperature), Prior::gaussian(0.0, 1.0));
    let rho = 1.0 - eta * precision;
    let variance = temperature / precision / (1.0 - 0.5 * eta * precision);
    for (j, draws) in draws::<R>(&settings, 200_000, &mut data).iter().enumerate() {
        let (exact, count) = (n * data.mean(j) / precision, draws.len() as f64);
        let mean = draws.iter().sum::<f64>() / count;
        let error = (variance / count * (1.0 + rho) / (1.0 - rho)).sqrt();
        check(&format!("SGLD: mean {j}"), mean, exact, error, SIGMAS);
        let square = draws.iter().map(|x| (x - exact) * (x - exact)).sum::<f64>() / count;
        check(
            &format!("SGLD: variance {j}"),
            square,
            variance,
            ar1_square_error(variance, rho, count),
            SIGMAS,
        );
    }
}

both!(full_data_sgld_samples_the_posterior_with_its_known_bias);

/// The same data with a Gaussian prior of its own, as a callback.
struct WithPrior {
    data: GaussianData,
    mean: f64,
    precision: f64,
}

impl<R: Real> Model<R> for WithPrior {
    fn log_likelihood(&mut self, theta: &[R], batch: Batch<'_>, gradient: Option<&mut [R]>) -> Answer {
        self.data.log_likelihood(theta, batch, gradient)
    }

    fn log_prior(&mut self, theta: &[R], gradient: Option<&mut [R]>) -> Answer {
        if let Some(gradient) = gradient {
            for (g, theta) in gradient.iter_mut().zip(theta) {
                assert!(*g == R::default(), "the prior's gradient buffer holds zeros");
                *g = R::from_f64(self.precision * (self.mean - theta.to_f64()));
            }
        }
        let square = |t: &R| (t.to_f64() - self.mean) * (t.to_f64() - self.mean);
        Ok(-0.5 * self.precision * theta.iter().map(square).sum::<f64>())
    }
}

/// Everything that a prior can meet.
fn samplers() -> Vec<Sampler<'static>> {
    let noise = NoiseScale::Langevin;
    let rsgld = Proposal::rsgld(0.3, noise, 1.3, Density::Normalized);
    vec![
        sgld(0.005, 1.0),
        metropolis(Proposal::random_walk(0.2), 5.0, |_| {}),
        metropolis(Proposal::sgld(0.4, noise), 5.0, |_| {}),
        metropolis(rsgld, 5.0, |_| {}),
        metropolis(rsgld, 5.0, |_| {}),
    ]
}

/// The built-in prior adds κ(μ0 - θ) to n ĝ, the callback's comes in as a share of ĝ: the same but for roundings.
#[test]
fn a_built_in_prior_equals_the_same_prior_as_a_callback() {
    let (mean, precision) = (0.4, 2.5);
    for sampler in samplers() {
        for batch in [BatchSettings::All, BatchSettings::WithoutReplacement(5)] {
            let mut model = WithPrior { data: GaussianData::spread(DATA_LEN as usize, 7), mean, precision };
            let [built_in, callback] = [Prior::gaussian(mean, precision), Prior::Callback].map(|prior| {
                let settings = ChainSettings { batch, ..settings(sampler, prior) };
                let mut chain = begin::<f64>(&settings, &pattern::<f64>(7, 5, 1.0));
                chain.run(300, &mut model, None).expect("good steps");
                (chain.theta().expect("its memory").to_vec(), chain.statistics().mean_acceptance)
            });
            assert!(
                built_in.1.is_nan() || built_in.1 > 0.05,
                "{sampler:?}, {batch:?}: hardly ever moves, {}",
                built_in.1
            );
            for (a, b) in built_in.0.iter().zip(&callback.0) {
                assert!((a - b).abs() < 1e-11, "{sampler:?}, {batch:?}: {a} and {b}");
            }
        }
    }
}

/// Checks that the chunks of a pass are 0..len in order, each of at most `chunk_len`, and the buffers zero.
struct InChunks {
    data: GaussianData,
    chunk_len: usize,
    next: usize,
    passes: usize,
}

impl<R: Real> Model<R> for InChunks {
    fn log_likelihood(&mut self, theta: &[R], batch: Batch<'_>, gradient: Option<&mut [R]>) -> Answer {
        let Batch::Indices(indices) = batch else { panic!("a chunk was due") };
        assert!(gradient.as_ref().is_none_or(|g| g.iter().all(|g| *g == R::default())), "zeros on entry");
        assert_eq!(indices.len(), self.chunk_len.min(self.data.data_len() - self.next));
        assert!(indices.iter().enumerate().all(|(i, index)| *index as usize == self.next + i), "{indices:?}");
        self.next += indices.len();
        if self.next == self.data.data_len() {
            self.next = 0;
            self.passes += 1;
        }
        self.data.log_likelihood(theta, batch, gradient)
    }
}

#[test]
fn a_pass_in_chunks_equals_a_pass_at_once() {
    for sampler in samplers() {
        let mut data = GaussianData::spread(DATA_LEN as usize, 7);
        let run = |chunk_len: u32, model: &mut dyn FnMut(&mut Chain<'_, f64>)| {
            let settings = ChainSettings { chunk_len, ..settings(sampler, Prior::gaussian(0.0, 1.0)) };
            let mut chain = begin::<f64>(&settings, &pattern::<f64>(7, 5, 1.0));
            model(&mut chain);
            chain.theta().expect("its memory").to_vec()
        };
        let whole = run(0, &mut |chain| chain.run(200, &mut data, None).expect("good steps"));
        for chunk_len in [1, 4, 5, 24] {
            let mut model =
                InChunks { data: data.clone(), chunk_len: chunk_len as usize, next: 0, passes: 0 };
            let pieces = run(chunk_len, &mut |chain| chain.run(200, &mut model, None).expect("good steps"));
            assert!(model.next == 0 && model.passes >= 200, "whole passes only");
            for (a, b) in whole.iter().zip(&pieces) {
                assert!((a - b).abs() < 1e-11, "{sampler:?}, chunks of {chunk_len}: {a} and {b}");
            }
        }
        for chunk_len in [25, 26, u32::MAX] {
            // A chunk that holds all data is a pass at once.
            let same = run(chunk_len, &mut |chain| chain.run(200, &mut data, None).expect("good steps"));
            assert_eq!(same, whole);
        }
    }
}

/// A gradient that is the same for every datum.
struct Steady([f32; 3]);

impl Model<f32> for Steady {
    fn log_likelihood(&mut self, _: &[f32], _: Batch<'_>, gradient: Option<&mut [f32]>) -> Answer {
        gradient.expect("a Langevin rule wants it").copy_from_slice(&self.0);
        Ok(0.0)
    }
}

/// A million chunks in `f32`: a sum of shares in that precision would be wrong in the third digit.
#[test]
fn a_million_chunks_do_not_wear_an_f32_sum_out() {
    let n = 1 << 20;
    let settings = ChainSettings {
        chunk_len: 1,
        ..ChainSettings::new(n, BatchSettings::All, sgld(1.0 / f64::from(n), 0.0))
    };
    let mut chain = begin::<f32>(&settings, &[0.0f32; 3]);
    chain.step(&mut Steady([1.0, 0.7, 3.0])).expect("a good step");
    // η n g = g: the mean of equal numbers, to the rounding of the mean and of the step.
    for (theta, expected) in chain.theta().expect("its memory").iter().zip([1.0f32, 0.7, 3.0]) {
        assert!((theta / expected - 1.0).abs() <= 4.0 * f32::EPSILON, "{theta} for {expected}");
    }
}
