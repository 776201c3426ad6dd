//! O1: stationary variance of SGLD on a Gaussian; schedules and weighted moments.
//!
//! With an exact gradient on N(0, s²), SGLD is an AR(1) chain with ρ = 1 - η/s², so the standard error of its mean
//! square is known exactly; the bounds are 6 of them.

use crate::reference;
use crate::support::{GaussianData, Normal, Sgld, ar1_square_error, begin, check, pattern, scheduled, sgld};
use rand_core::SeedableRng;
use sgmcmc::rng::{Lanes, fill_normals};
use sgmcmc::schedule::Schedule;
use sgmcmc::{BatchSettings, ChainSettings, Draw, Moments, MomentsOf, Observer, Real};

const SIGMAS: f64 = 6.0;
const DIM: usize = 128;

/// A Gaussian target with extra gradient noise.
#[derive(Clone, Copy)]
struct Case {
    variance: f64,
    step_size: f64,
    temperature: f64,
    /// ν, the standard deviation of what is added to the exact gradient.
    gradient_noise: f64,
}

impl Case {
    fn rho(&self) -> f64 {
        1.0 - self.step_size / self.variance
    }

    /// (2ητ + η²ν²) / (2η/s² - η²/s⁴), which is τ s² / (1 - η/(2s²)) without extra noise.
    fn stationary_variance(&self) -> f64 {
        let (eta, s2, nu) = (self.step_size, self.variance, self.gradient_noise);
        (2.0 * eta * self.temperature + eta * eta * nu * nu) / (2.0 * eta / s2 - eta * eta / (s2 * s2))
    }

    /// Steps until the start is forgotten to e^-20 in the variance.
    fn burn_in(&self) -> u64 {
        (10.0 / -libm::log(self.rho().abs())) as u64 + 1
    }

    fn check(&self, what: &str, sum_of_squares: f64, count: f64) {
        let exact = self.stationary_variance();
        let error = ar1_square_error(exact, self.rho(), count);
        let Case { variance, step_size, temperature, gradient_noise } = self;
        let of = format!("{what}, s² {variance}, η {step_size}, τ {temperature}, ν {gradient_noise}");
        check(&of, sum_of_squares / count, exact, error, SIGMAS);
    }
}

const CASES: [Case; 5] = [
    Case { variance: 1.0, step_size: 0.5, temperature: 1.0, gradient_noise: 0.0 },
    Case { variance: 1.0, step_size: 0.05, temperature: 1.0, gradient_noise: 0.0 },
    Case { variance: 4.0, step_size: 1.0, temperature: 0.25, gradient_noise: 0.0 },
    Case { variance: 0.5, step_size: 0.1, temperature: 3.0, gradient_noise: 0.0 },
    // ρ < 0: the step jumps across the mode.
    Case { variance: 1.0, step_size: 1.5, temperature: 1.0, gradient_noise: 0.0 },
];

const NOISY_CASES: [Case; 3] = [
    Case { variance: 1.0, step_size: 0.3, temperature: 1.0, gradient_noise: 2.0 },
    Case { variance: 2.0, step_size: 0.8, temperature: 0.5, gradient_noise: 1.0 },
    // Temperature 0: what is left is the noise of the gradient.
    Case { variance: 1.0, step_size: 0.3, temperature: 0.0, gradient_noise: 1.5 },
];

fn run_kernel<R: Real>(case: Case, seed: u64, step_count: u64) {
    let rule = Sgld { step_size: case.step_size, temperature: case.temperature };
    let mut lanes = Lanes::seed_from_u64(seed);
    let mut extra_lanes = Lanes::seed_from_u64(seed + 1_000);
    let mut theta = vec![R::default(); DIM];
    let mut extra = vec![R::default(); DIM];
    let mut gradient = vec![R::default(); DIM];
    let mut squares = 0.0;
    for step in 0..case.burn_in() + step_count {
        if case.gradient_noise > 0.0 {
            fill_normals(&mut extra_lanes, &mut extra);
        }
        let scale = R::from_f64(1.0 / case.variance);
        let nu = R::from_f64(case.gradient_noise);
        for ((g, t), z) in gradient.iter_mut().zip(&theta).zip(&extra) {
            *g = -*t * scale + nu * *z;
        }
        rule.step(&mut theta, &gradient, &mut lanes, None).expect("a good step");
        if step >= case.burn_in() {
            squares += theta.iter().map(|t| t.to_f64() * t.to_f64()).sum::<f64>();
        }
    }
    case.check("kernel", squares, step_count as f64 * DIM as f64);
}

#[test]
fn kernel_has_the_stationary_variance() {
    for (seed, case) in CASES.into_iter().enumerate() {
        run_kernel::<f64>(case, seed as u64, 20_000);
    }
    run_kernel::<f32>(CASES[0], 50, 20_000);
    run_kernel::<f32>(CASES[1], 51, 20_000);
}

#[test]
fn kernel_has_the_stationary_variance_under_gradient_noise() {
    for (seed, case) in NOISY_CASES.into_iter().enumerate() {
        run_kernel::<f64>(case, 10 + seed as u64, 20_000);
        run_kernel::<f32>(case, 20 + seed as u64, 20_000);
    }
}

/// Through the driver: its running moments, and an observer's own sum.
fn run_chain<R: Real>(case: Case, seed: u64) {
    let step_count = 20_000;
    let settings = ChainSettings {
        seed,
        burn_in: case.burn_in(),
        moments: Moments::Plain,
        ..ChainSettings::new(1, BatchSettings::All, sgld(case.step_size, case.temperature))
    };
    let mut chain = begin::<R>(&settings, &[R::default(); DIM]);
    let mut squares = 0.0;
    let mut observer = |draw: &Draw<'_, R>| {
        squares += draw.theta.iter().map(|t| t.to_f64() * t.to_f64()).sum::<f64>();
        Ok(())
    };
    let observer: &mut dyn Observer<R> = &mut observer;
    chain
        .run(case.burn_in() + step_count, &mut Normal { variance: case.variance }, Some(observer))
        .expect("good steps");
    let count = step_count as f64 * DIM as f64;
    case.check("chain", squares, count);

    let (mut mean, mut variance) = ([0.0; DIM], [0.0; DIM]);
    chain.moments(MomentsOf::Plain, &mut mean, &mut variance).expect("moments were asked for");
    let about_zero: f64 = mean.iter().zip(&variance).map(|(m, v)| m * m + v).sum();
    let direct = squares / step_count as f64;
    assert!((about_zero - direct).abs() < 1e-11 * direct, "running moments: {about_zero} for {direct}");
}

#[test]
fn chain_has_the_stationary_variance() {
    for (seed, case) in CASES.into_iter().enumerate() {
        run_chain::<f64>(case, 100 + seed as u64);
    }
    run_chain::<f32>(CASES[2], 110);
}

/// One draw of a run, as the observer saw it.
struct Seen {
    theta: Vec<f64>,
    step_size: f64,
}

fn observe<R: Real>(settings: &ChainSettings, step_count: u64) -> (Vec<Seen>, [Vec<f64>; 4]) {
    let mut data = GaussianData::spread(20, 5);
    let mut chain = begin::<R>(settings, &pattern::<R>(5, 7, 1.0));
    let mut seen = Vec::new();
    let mut observer = |draw: &Draw<'_, R>| {
        let theta = draw.theta.iter().map(|t| t.to_f64()).collect();
        seen.push(Seen { theta, step_size: draw.step_size });
        Ok(())
    };
    let observer: &mut dyn Observer<R> = &mut observer;
    chain.run(step_count, &mut data, Some(observer)).expect("good steps");
    let mut moments = [const { Vec::new() }; 4];
    moments.iter_mut().for_each(|m| *m = vec![0.0; 5]);
    let [mean, variance, weighted_mean, weighted_variance] = &mut moments;
    chain.moments(MomentsOf::Plain, mean, variance).expect("moments");
    chain.moments(MomentsOf::Weighted, weighted_mean, weighted_variance).expect("moments");
    (seen, moments)
}

fn polynomial_settings() -> (ChainSettings<'static>, [f64; 3]) {
    let [a, b, gamma] = [0.02, 3.5, 0.7];
    let schedule = Schedule::polynomial(a, b, gamma);
    let sampler = scheduled(schedule, 1.0);
    let settings = ChainSettings {
        seed: 4,
        moments: Moments::Both,
        burn_in: 10,
        thinning: 3,
        ..ChainSettings::new(20, BatchSettings::WithoutReplacement(6), sampler)
    };
    (settings, [a, b, gamma])
}

#[test]
fn polynomial_schedule_applies_its_step_sizes() {
    let (settings, [a, b, gamma]) = polynomial_settings();
    let (seen, _) = observe::<f64>(&settings, 400);
    assert_eq!(seen.len(), 130);
    for (i, draw) in seen.iter().enumerate() {
        let step = 10 + 3 * (i + 1) - 1;
        assert_eq!(draw.step_size, a * libm::pow(b + step as f64, -gamma), "step {step}");
    }
}

/// The running moments against both passes of the definition, and against West's recurrence to the last bit.
fn moments_are_the_weighted_sums<R: Real>() {
    let (settings, _) = polynomial_settings();
    let (seen, [mean, variance, weighted_mean, weighted_variance]) = observe::<R>(&settings, 400);
    for j in 0..5 {
        for (weighted, mean, variance) in
            [(false, mean[j], variance[j]), (true, weighted_mean[j], weighted_variance[j])]
        {
            let weight = |draw: &Seen| if weighted { draw.step_size } else { 1.0 };
            let total: f64 = seen.iter().map(weight).sum();
            let direct = seen.iter().map(|draw| weight(draw) * draw.theta[j]).sum::<f64>() / total;
            let spread = |draw: &Seen| weight(draw) * (draw.theta[j] - direct) * (draw.theta[j] - direct);
            let direct_variance = seen.iter().map(spread).sum::<f64>() / total;
            assert!((mean - direct).abs() < 1e-13, "mean {mean} for {direct}");
            assert!(
                (variance - direct_variance).abs() < 1e-12 * direct_variance,
                "{variance} for {direct_variance}"
            );

            let mut running = reference::Moments::default();
            seen.iter().for_each(|draw| running.add(draw.theta[j], weight(draw)));
            assert_eq!((mean, variance), (running.mean, running.variance()), "weighted: {weighted}");
        }
    }
}

both!(moments_are_the_weighted_sums);

/// A chain is the kernel of the reference fed with the model's gradients, to the last bit.
fn chain_equals_reference<R: reference::Scalar>(prior: Option<(f64, f64)>) {
    let dim = 37;
    let mut data = GaussianData::spread(50, dim);
    let settings = ChainSettings {
        seed: 12,
        chain_index: 2,
        prior: prior.map_or(sgmcmc::prior::Prior::FLAT, |(mean, precision)| {
            sgmcmc::prior::Prior::gaussian(mean, precision)
        }),
        ..ChainSettings::new(50, BatchSettings::All, sgld(0.003, 1.7))
    };
    let mut theta = pattern::<R>(dim, 31, 2.0);
    let mut chain = begin::<R>(&settings, &theta);
    let mut generators = reference::Generators::new(12, 2);
    let scalar = reference::Sgld { step_size: 0.003, temperature: 1.7, data_len: 50.0, prior };
    for step in 0..200 {
        let mut gradient = vec![R::default(); dim];
        sgmcmc::Model::log_likelihood(&mut data, &theta, sgmcmc::Batch::All, Some(&mut gradient))
            .expect("a value");
        scalar.step(&mut theta, &gradient, &mut generators);
        chain.step(&mut data).expect("a good step");
        let got = chain.theta().expect("its memory");
        assert!(got.iter().zip(&theta).all(|(a, b)| a.same(*b)), "step {step}");
    }
}

#[test]
fn a_chain_equals_the_scalar_reference() {
    chain_equals_reference::<f32>(None);
    chain_equals_reference::<f64>(None);
    chain_equals_reference::<f32>(Some((0.7, 3.0)));
    chain_equals_reference::<f64>(Some((0.7, 3.0)));
}

/// A gradient that pushes the largest numbers outwards, and gradients that n makes too large.
#[test]
fn a_chain_saturates_or_refuses() {
    use sgmcmc::{Error, StepError};
    let settings = ChainSettings::new(1, BatchSettings::All, sgld(1.0, 1.0));
    let mut chain = begin::<f32>(&settings, &[f32::MAX, -f32::MAX, 1e20]);
    for _ in 0..20 {
        // θ + θ/5, which overflows in the first two coordinates.
        chain.step(&mut Normal { variance: -5.0 }).expect("a step that saturates");
        let theta = chain.theta().expect("its memory");
        assert_eq!((theta[0], theta[1]), (f32::MAX, -f32::MAX));
        assert!(theta[2].is_finite());
    }

    let settings = ChainSettings::new(u32::MAX, BatchSettings::All, sgld(1e-30, 1.0));
    let mut chain = begin::<f32>(&settings, &[1.0f32]);
    let done = chain.step(&mut Normal { variance: 1e-30 });
    assert_eq!(done, Err(StepError::Refused(Error::GradientNotFinite)), "1e30 times n overflows");
}
