//! Chains that find by themselves what it takes: from far, in all scales and correlations, they sample the posterior, or say
//! what is to be doubted.

mod alone;
mod checkpoint;
mod doubts;
mod edges;
mod minibatch;
mod together;

use crate::support::{Answer, Each, Level};
use sgmcmc::prior::{Gaussian, Prior};
use sgmcmc::rng::{Generators, fill_uniforms};
use sgmcmc::{
    Batch, Block, DescentEnd, Draw, EnsembleChain, EnsembleReport, EnsembleSettings, Error, EstimateSettings,
    EstimateState, MemoryUnit, Model, Real, StepError,
};

/// Shapes of gamma laws, whose logarithms have skewed laws with known moments: ψ and ψ' at them.
const SHAPES: [f64; 3] = [1.0, 3.0, 10.0];
const MEANS: [f64; 3] = [-0.577_215_664_901_533, 0.922_784_335_098_467, 2.251_752_589_066_721];
const VARIANCES: [f64; 3] = [1.644_934_066_848_226, 0.394_934_066_848_226, 0.105_166_335_681_686];

/// Logarithms u of gamma numbers, seen as θ = (1000 u_0, (u_1 + 30 c u_0)/100, u_2 + 50 c θ_1), one datum of as many.
#[derive(Clone, Copy)]
struct LogGammas {
    data_len: u32,
    /// c.
    mixed: f64,
}

impl LogGammas {
    const ONE: Self = Self { data_len: 1, mixed: 1.0 };

    fn natural(self, theta: [f64; 3]) -> [f64; 3] {
        let c = self.mixed;
        [theta[0] / 1e3, 1e2 * theta[1] - 0.03 * c * theta[0], theta[2] - 50.0 * c * theta[1]]
    }
}

impl<R: Real> Model<R> for LogGammas {
    fn log_likelihood(&mut self, theta: &[R], _: Batch<'_>, gradient: Option<&mut [R]>) -> Answer {
        let n = f64::from(self.data_len);
        let c = self.mixed;
        let u = self.natural([theta[0], theta[1], theta[2]].map(|x| x.to_f64()));
        let [s0, s1, s2] = [0, 1, 2].map(|i| SHAPES[i] - libm::exp(u[i]));
        if let Some(gradient) = gradient {
            let slopes = [s0 / 1e3 - 0.03 * c * s1, 1e2 * s1 - 50.0 * c * s2, s2];
            gradient.iter_mut().zip(slopes).for_each(|(g, slope)| *g = R::from_f64(slope / n));
        }
        Ok((0..3).map(|i| SHAPES[i] * u[i] - libm::exp(u[i])).sum::<f64>() / n)
    }
}

/// Uniform numbers on (-2, 2).
fn start<R: Real>(dim: usize, seed: u64) -> Vec<R> {
    let mut theta = vec![R::default(); dim];
    fill_uniforms(&mut Generators::new(seed, 7).expect("a chain").noise, &mut theta);
    theta.iter().map(|x| R::from_f64(4.0 * x.to_f64() - 2.0)).collect()
}

/// Any content will do.
fn room<R: Real>(settings: &EnsembleSettings<'_>, dim: usize) -> Vec<MemoryUnit> {
    let len = settings.chain_memory_len::<R>(dim).expect("settings in range");
    vec![MemoryUnit::from([0x7ff8_0000_dead_beef; 8]); len]
}

/// Draws of a chain after its warm-up, and what it says.
fn sample<R: Real>(
    settings: &EnsembleSettings<'_>,
    index: u32,
    theta: &[R],
    draw_count: u64,
    model: &mut dyn Model<R>,
) -> Result<(Vec<R>, EnsembleReport), StepError> {
    let mut memory = room::<R>(settings, theta.len());
    let mut chain = EnsembleChain::start(settings, index, theta, &mut memory, model)?;
    chain.warm_up(&mut memory, model)?;
    let mut draws = Vec::new();
    let mut keep = |draw: &Draw<'_, R>| {
        draws.extend_from_slice(draw.theta);
        Ok(())
    };
    chain.advance(&mut memory, draw_count, model, Some(&mut keep))?;
    assert_eq!(chain.theta(&memory).expect("the chain's"), &draws[draws.len() - theta.len()..]);
    Ok((draws, chain.report()))
}

/// How many standard errors the means of functions of four chains' draws are off.
fn off<const N: usize>(
    draws: &[Vec<f64>],
    dim: usize,
    of: impl Fn(&[f64]) -> [f64; N],
    exact: [f64; N],
) -> [f64; N] {
    let settings = EstimateSettings::new(N);
    let mut sums = [[0.0; N]; 2];
    for chain in draws {
        let mut memory = vec![MemoryUnit::default(); settings.memory_len().expect("in range")];
        let mut estimates = EstimateState::new(&settings, &mut memory).expect("settings in range");
        for draw in chain.chunks(dim) {
            estimates.push(&mut memory, &of(draw), 1.0).expect("finite numbers");
        }
        let [mut mean, mut error] = [[0.0; N]; 2];
        estimates.mean(&memory, &mut mean).expect("as many");
        estimates.standard_error(&memory, &mut error).expect("as many");
        for i in 0..N {
            sums[0][i] += mean[i] - exact[i];
            sums[1][i] += error[i] * error[i];
        }
    }
    core::array::from_fn(|i| sums[0][i] / sums[1][i].sqrt())
}

/// Means and variances of skewed laws, in coordinates whose scales are 10^5 apart and that are correlated by 0.9999, with
/// coordinates of all covariances; with those of variances alone less correlated. Bounds: 4.5 standard errors, of six numbers each.
#[test]
fn draws_are_the_posteriors() {
    for (curvature_dim_max, data_len, seed) in [(64, 1, 1), (64, 500, 2), (0, 1, 3)] {
        let settings = EnsembleSettings { seed, curvature_dim_max, ..EnsembleSettings::new(data_len) };
        let mixed = if curvature_dim_max > 0 { 1.0 } else { 0.02 };
        let mut model = LogGammas { data_len, mixed };
        let of = |index| {
            let theta = start::<f64>(3, 10 * seed + u64::from(index));
            let (draws, report) = sample(&settings, index, &theta, 4000, &mut model).expect("a chain");
            assert!(report.is_warm && report.descent.end == DescentEnd::Arrived, "{report}");
            assert!(curvature_dim_max == 0 || report.leapfrog_count <= 4, "{report}");
            assert!(report.divergence_count == 0 && report.growth < 8.0, "{report}");
            draws
        };
        let draws: Vec<_> = (0..4).map(of).collect();
        let exact = [MEANS, VARIANCES].concat();
        let of = |theta: &[f64]| {
            let u = model.natural([theta[0], theta[1], theta[2]]);
            let square = |i: usize| (u[i] - MEANS[i]) * (u[i] - MEANS[i]);
            [u[0], u[1], u[2], square(0), square(1), square(2)]
        };
        let z = off(&draws, 3, of, exact.try_into().expect("six"));
        assert!(z.iter().all(|z| z.abs() < 4.5), "{curvature_dim_max} {data_len}: {z:?}");
    }
}

/// N(1000, 0.01²) in `f32`, where neighbours are 6e-5 apart, beside N(0, 100²).
#[test]
fn single_precision_far_from_zero() {
    struct Far;
    impl Model<f32> for Far {
        fn log_likelihood(&mut self, theta: &[f32], _: Batch<'_>, gradient: Option<&mut [f32]>) -> Answer {
            let z = [(f64::from(theta[0]) - 1000.0) / 0.01, f64::from(theta[1]) / 100.0];
            if let Some(gradient) = gradient {
                gradient[0] = (-z[0] / 0.01) as f32;
                gradient[1] = (-z[1] / 100.0) as f32;
            }
            Ok(-0.5 * (z[0] * z[0] + z[1] * z[1]))
        }
    }
    let settings = EnsembleSettings::new(1);
    let of = |index| {
        let theta = start::<f32>(2, 30 + u64::from(index));
        let (draws, report) = sample(&settings, index, &theta, 4000, &mut Far).expect("a chain");
        assert!(report.leapfrog_count <= 3 && report.divergence_count == 0, "{report}");
        draws.into_iter().map(f64::from).collect::<Vec<_>>()
    };
    let draws: Vec<_> = (0..4).map(of).collect();
    let of = |theta: &[f64]| {
        let z = [(theta[0] - 1000.0) / 0.01, theta[1] / 100.0];
        [z[0], z[1], z[0] * z[0], z[1] * z[1]]
    };
    let z = off(&draws, 2, of, [0.0, 0.0, 1.0, 1.0]);
    assert!(z.iter().all(|z| z.abs() < 4.5), "{z:?}");
}

/// The built-in prior, that of a block and the host's are what is sampled; what is frozen stays, a negative zero, too.
#[test]
fn priors_and_blocks_count() {
    struct Hosted;
    impl Model<f64> for Hosted {
        fn log_likelihood(&mut self, _: &[f64], _: Batch<'_>, _: Option<&mut [f64]>) -> Answer {
            Ok(0.0)
        }
        fn log_prior(&mut self, theta: &[f64], gradient: Option<&mut [f64]>) -> Answer {
            gradient.into_iter().flatten().zip(theta).for_each(|(g, x)| *g = 4.0 * (5.0 - x));
            Ok(theta.iter().map(|x| -2.0 * (5.0 - x) * (5.0 - x)).sum())
        }
    }
    let prior = |mean, precision| Prior::Gaussian(Gaussian { mean, precision });
    let blocks = [
        Block { frozen: true, ..Block::new(1, 2) },
        Block { prior: Some(prior(-3.0, 1e6)), ..Block::new(3, 1) },
    ];
    let own =
        EnsembleSettings { prior: prior(5.0, 4.0), blocks: (&blocks).into(), ..EnsembleSettings::new(100) };
    let hosted = EnsembleSettings { prior: Prior::Callback, ..EnsembleSettings::new(100) };
    let begun: [f64; 5] = [0.5, -0.0, 7.0, 1.0, -1.0];
    let cases: [(_, &mut dyn Model<f64>, _, _); 2] = [
        (own, &mut Level, [0, 3, 4], [(5.0, 0.25), (-3.0, 1e-6), (5.0, 0.25)]),
        (hosted, &mut Hosted, [0, 1, 2], [(5.0, 0.25); 3]),
    ];
    for (settings, model, places, exact) in cases {
        let mut memory = room::<f64>(&settings, 5);
        let mut chain = EnsembleChain::start(&settings, 0, &begun, &mut memory, model).expect("a chain");
        chain.warm_up(&mut memory, model).expect("a warm-up");
        let mut covariance = [0.0; 25];
        chain.covariance(&memory, &mut covariance).expect("as many");
        let of = |index| sample(&settings, index, &begun, 2000, model).expect("a chain").0;
        let draws: Vec<_> = (0..4).map(of).collect();
        if settings.prior != Prior::Callback {
            assert!(covariance[5..15].iter().all(|c| *c == 0.0) && covariance[0] > 0.0, "{covariance:?}");
            for theta in draws.iter().flat_map(|draws| draws.chunks(5)) {
                assert_eq!([theta[1], theta[2]].map(f64::to_bits), [-0.0f64, 7.0].map(f64::to_bits));
            }
        }
        let squares = |x: &[f64; 3]| core::array::from_fn::<_, 3, _>(|i| x[i] * x[i]);
        let of = |theta: &[f64]| {
            let z = core::array::from_fn(|i| (theta[places[i]] - exact[i].0) / f64::sqrt(exact[i].1));
            let [[a, b, c], [d, e, f]] = [z, squares(&z)];
            [a, b, c, d, e, f]
        };
        let z = off(&draws, 5, of, [0.0, 0.0, 0.0, 1.0, 1.0, 1.0]);
        assert!(z.iter().all(|z| z.abs() < 4.5), "{z:?}");
    }
}

/// The same bits twice, from memory with any content, and in pieces.
#[test]
fn pieces_have_the_bits_of_the_whole() {
    let settings = EnsembleSettings { seed: 9, ..EnsembleSettings::new(1) };
    let theta = start::<f64>(3, 4);
    let mut model = LogGammas::ONE;
    let bits = |draws: Vec<f64>| draws.into_iter().map(f64::to_bits).collect::<Vec<_>>();
    let (whole, report) = sample(&settings, 2, &theta, 200, &mut model).expect("a chain");
    let mut memory = vec![MemoryUnit::default(); settings.chain_memory_len::<f64>(3).expect("in range")];
    let mut chain = EnsembleChain::start(&settings, 2, &theta, &mut memory, &mut model).expect("a chain");
    let mut draws = Vec::new();
    while draws.len() < whole.len() {
        let mut keep = |draw: &Draw<'_, f64>| {
            draws.extend_from_slice(draw.theta);
            Ok(())
        };
        chain.advance(&mut memory, 7, &mut model, Some(&mut keep)).expect("steps");
        // The chain and its memory may be moved.
        (chain, memory) = (chain.clone(), memory.clone());
    }
    draws.truncate(whole.len());
    assert_eq!(bits(draws), bits(whole.clone()));
    // Another chain of the seed has other draws.
    let (other, _) = sample(&settings, 3, &theta, 200, &mut model).expect("a chain");
    assert_ne!(bits(other), bits(whole));
    assert!(report.pass_count > 500.0, "{report}");
}

/// The centred schools, where a chain that comes to all places is rare: it says so in words.
#[test]
fn what_is_to_be_doubted_is_said() {
    struct Funnel;
    impl Model<f64> for Funnel {
        fn log_likelihood(&mut self, x: &[f64], _: Batch<'_>, gradient: Option<&mut [f64]>) -> Answer {
            let (v, rest) = x.split_last().expect("some");
            let precision = libm::exp(-v);
            let squares: f64 = rest.iter().map(|x| x * x).sum();
            if let Some(gradient) = gradient {
                gradient.iter_mut().zip(rest).for_each(|(g, x)| *g = -x * precision);
                let own = -v / 9.0 + 0.5 * squares * precision - 0.5 * rest.len() as f64;
                gradient[rest.len()] = own;
            }
            Ok(-v * v / 18.0 - 0.5 * squares * precision - 0.5 * v * rest.len() as f64)
        }
    }
    let settings = EnsembleSettings::new(1);
    let mut texts = String::new();
    for index in 0..4 {
        let (_, report) =
            sample(&settings, index, &start(10, 50 + u64::from(index)), 1000, &mut Funnel).expect("a chain");
        let text = report.to_string();
        assert_eq!(report.is_doubtful(), text.contains(". "), "{text}");
        texts += &text;
    }
    assert!(texts.contains("diverged") || texts.contains("may not have been everywhere"), "{texts}");
    // Where nothing is wrong there is no such sentence.
    let (_, report) =
        sample(&settings, 0, &start::<f64>(10, 1), 1000, &mut Each(|x: f64| (-0.5 * x * x, -x)))
            .expect("one");
    let text = report.to_string();
    assert_eq!(text.matches(". ").count() + 1, 1, "{text}");
    // A plain on which nothing tells the way.
    let slope = |x: f64| (if x > 9.0 { -(x - 9.0) * (x - 9.0) } else { 0.0 }, (18.0 - 2.0 * x).min(0.0));
    let (_, report) = sample(&settings, 0, &[1.0], 10, &mut Each(slope)).expect("a chain");
    assert!(report.to_string().contains("the gradient is 0 where it began"), "{report}");
}

/// The coordinates are the posterior's, from either end of the number of parameters that they are made for.
#[test]
fn coordinates_are_the_posteriors() {
    // An autoregression of 80, ρ = 0.9, in scales of 1 to 10^3.
    struct Series;
    const DIM: usize = 80;
    fn scale(i: usize) -> f64 {
        libm::pow(10.0, 3.0 * i as f64 / (DIM - 1) as f64)
    }
    impl Model<f64> for Series {
        fn log_likelihood(&mut self, theta: &[f64], _: Batch<'_>, gradient: Option<&mut [f64]>) -> Answer {
            let x: Vec<_> = theta.iter().enumerate().map(|(i, x)| x / scale(i)).collect();
            let (mut slope, precision) = (vec![0.0; DIM], 1.0 / 0.19);
            slope[0] = -x[0];
            let mut sum = -0.5 * x[0] * x[0];
            for i in 1..DIM {
                let off = x[i] - 0.9 * x[i - 1];
                slope[i] -= precision * off;
                slope[i - 1] += 0.9 * precision * off;
                sum -= 0.5 * precision * off * off;
            }
            gradient.into_iter().flatten().enumerate().for_each(|(i, g)| *g = slope[i] / scale(i));
            Ok(sum)
        }
    }
    for (cap, leaps) in [(64, 2..=100), (80, 2..=6)] {
        let settings = EnsembleSettings { curvature_dim_max: cap, ..EnsembleSettings::new(1) };
        let mut memory = room::<f64>(&settings, DIM);
        let mut chain =
            EnsembleChain::start(&settings, 0, &start(DIM, 3), &mut memory, &mut Series).expect("a chain");
        chain.warm_up(&mut memory, &mut Series).expect("a warm-up");
        let report = chain.report();
        assert!(leaps.contains(&report.leapfrog_count) && report.growth < 8.0, "{report}");
        let dense = cap >= DIM as u32;
        let mut found = vec![0.0; if dense { DIM * DIM } else { DIM }];
        chain.covariance(&memory, &mut found).expect("as many");
        for i in 0..DIM {
            let variance = found[if dense { i * (DIM + 1) } else { i }] / (scale(i) * scale(i));
            assert!((0.4..2.5).contains(&variance), "{cap}, {i}: {variance}");
            if dense && i > 0 {
                let beside = found[i * DIM + i - 1] / (scale(i) * scale(i - 1));
                assert!((0.3..2.3).contains(&beside), "{i}: {beside}");
                assert_eq!(found[i * DIM + i - 1], found[(i - 1) * DIM + i]);
            }
        }
        assert_eq!(chain.covariance(&memory, &mut [0.0; 3]), Err(Error::LengthMismatch));
    }
}
