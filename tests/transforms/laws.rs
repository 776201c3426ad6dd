//! Laws of constrained parameters in θ: their integrals by the trapezoidal rule, which is exact to the last digits for
//! such densities, and what a chain samples of them.

use crate::support::{Answer, begin, chain_mean, check, metropolis};
use sgmcmc::mh::Proposal;
use sgmcmc::{Batch, BatchSettings, ChainSettings, Model, Transform, constrain, pull_back, unconstrain};

/// Three numbers of a Dirichlet law, three normals in order, and the factor of an LKJ(2) matrix with three rows.
const COUNTS: [f64; 3] = [2.0, 3.5, 5.0];
const SHAPE: f64 = 2.0;

fn dirichlet(y: &[f64]) -> f64 {
    COUNTS.iter().zip(y).map(|(count, y)| (count - 1.0) * libm::log(*y)).sum()
}

fn dirichlet_normalizer() -> f64 {
    COUNTS.iter().map(|count| libm::lgamma(*count)).sum::<f64>() - libm::lgamma(COUNTS.iter().sum())
}

fn in_order(y: &[f64]) -> f64 {
    y.iter().map(|y| -0.5 * y * y).sum()
}

/// log det of L Lᵀ to the power η − 1, as a density of L's numbers below the diagonal: L_ii to K − i + 2η − 2.
fn lkj(l: &[f64]) -> f64 {
    (1..3).map(|i| (3.0 - i as f64 - 1.0 + 2.0 * (SHAPE - 1.0)) * libm::log(l[4 * i])).sum()
}

/// Lewandowski, Kurowicka and Joe 2009: Σ (2η − 2 + K − k)(K − k) log 2 + (K − k) log B(b, b), b = η + (K − k − 1)/2.
fn lkj_normalizer() -> f64 {
    (1..3)
        .map(|k| {
            let rest = 3.0 - f64::from(k);
            let b = SHAPE + 0.5 * (rest - 1.0);
            (2.0 * SHAPE - 2.0 + rest) * rest * core::f64::consts::LN_2
                + rest * (2.0 * libm::lgamma(b) - libm::lgamma(2.0 * b))
        })
        .sum()
}

/// ∫ density, and the means of two functions under it, on `2 sides + 1` points a parameter.
fn integrals<const N: usize>(
    transform: Transform,
    log_density: impl Fn(&[f64]) -> f64,
    dim: usize,
    h: f64,
    sides: i32,
    of: impl Fn(&[f64]) -> [f64; 2],
) -> [f64; 3] {
    let (width, mut sums) = (2 * sides + 1, [0.0; 3]);
    for point in 0..width.pow(dim as u32) {
        let theta: Vec<f64> =
            (0..dim as u32).map(|i| f64::from(point / width.pow(i) % width - sides) * h).collect();
        let mut y = [0.0; N];
        let log_jacobian = constrain(&mut y, &theta, &[transform]).expect("finite");
        let weight = libm::exp(log_density(&y) + log_jacobian) * libm::pow(h, dim as f64);
        let [a, b] = of(&y);
        [1.0, a, b]
            .iter()
            .zip(&mut sums)
            .for_each(|(x, sum)| *sum += if weight > 0.0 { x * weight } else { 0.0 });
    }
    [sums[0], sums[1] / sums[0], sums[2] / sums[0]]
}

fn near(given: [f64; 3], expected: [f64; 3], tolerance: f64) {
    for (given, expected) in given.iter().zip(expected) {
        assert!((given - expected).abs() < tolerance * expected.abs().max(0.1), "{given} {expected}");
    }
}

#[test]
fn a_dirichlet_law_has_its_integral_and_moments() {
    let given = integrals::<3>(Transform::simplex(0, 3), dirichlet, 2, 0.1, 150, |y| [y[0], y[2] * y[2]]);
    let total: f64 = COUNTS.iter().sum();
    let square = COUNTS[2] * (COUNTS[2] + 1.0) / (total * (total + 1.0));
    near(given, [libm::exp(dirichlet_normalizer()), COUNTS[0] / total, square], 1e-11);
}

/// The larger of two has mean 1/√π; in order they are half of the plane.
#[test]
fn ordered_normals_have_their_integral_and_moments() {
    let given = integrals::<2>(Transform::ordered(0, 2), in_order, 2, 0.1, 300, |y| [y[1], y[0] * y[1]]);
    let pi = core::f64::consts::PI;
    near(given, [pi, 1.0 / libm::sqrt(pi), 0.0], 1e-10);
}

#[test]
fn an_lkj_law_has_its_integral_and_moments() {
    // A correlation has a symmetric beta law of shape η + (K − 2)/2 on (−1, 1): variance 1/(2 η + K − 1).
    let given = integrals::<9>(Transform::correlation(0, 3), lkj, 3, 0.2, 35, |l| {
        [l[3] * l[3], {
            let r = l[3] * l[6] + l[4] * l[7];
            r * r
        }]
    });
    let variance = 1.0 / (2.0 * SHAPE + 2.0);
    near(given, [libm::exp(lkj_normalizer()), variance, variance], 1e-10);
}

/// All three in one θ.
struct Laws;

const DIM: usize = 8;
const VALUE_LEN: usize = 15;

fn transforms() -> [Transform; 3] {
    [Transform::simplex(0, 3), Transform::ordered(2, 3), Transform::correlation(5, 3)]
}

impl Model<f64> for Laws {
    fn log_likelihood(&mut self, theta: &[f64], _: Batch<'_>, gradient: Option<&mut [f64]>) -> Answer {
        let mut y = [0.0; VALUE_LEN];
        let log_jacobian = constrain(&mut y, theta, &transforms())?;
        if let Some(gradient) = gradient {
            let mut slope = [0.0; VALUE_LEN];
            COUNTS.iter().enumerate().for_each(|(i, count)| slope[i] = (count - 1.0) / y[i]);
            (3..6).for_each(|i| slope[i] = -y[i]);
            (1..3)
                .for_each(|i| slope[6 + 4 * i] = (3.0 - i as f64 - 1.0 + 2.0 * (SHAPE - 1.0)) / y[6 + 4 * i]);
            pull_back(gradient, theta, &slope, &transforms(), 1.0)?;
        }
        Ok(dirichlet(&y[..3]) + in_order(&y[3..6]) + lkj(&y[6..]) + log_jacobian)
    }
}

#[test]
fn a_chain_samples_the_laws() {
    let mut start = [0.0; DIM];
    let values = [0.2, 0.3, 0.5, -1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.6, 0.8];
    unconstrain(&mut start, &values, &transforms()).expect("values inside");
    let sampler = metropolis(Proposal::hmc(0.3, 5), 1.0, |_| {});
    let settings = ChainSettings { seed: 5, ..ChainSettings::new(1, BatchSettings::All, sampler) };
    let mut chain = begin::<f64>(&settings, &start);
    chain.run(500, &mut Laws, None).expect("good steps");
    let mut draws: [Vec<f64>; 6] = Default::default();
    for _ in 0..20_000 {
        chain.step(&mut Laws).expect("a good step");
        let mut y = [0.0; VALUE_LEN];
        constrain(&mut y, chain.theta().expect("its memory"), &transforms()).expect("finite");
        let r = y[9] * y[12] + y[10] * y[13];
        let of = [y[0], y[2], y[4], y[5], r, r * r];
        draws.iter_mut().zip(of).for_each(|(draws, x)| draws.push(x));
    }
    // The largest of three normals has mean 3/(2 √π).
    let total: f64 = COUNTS.iter().sum();
    let largest = 1.5 / libm::sqrt(core::f64::consts::PI);
    let means = [COUNTS[0] / total, COUNTS[2] / total, 0.0, largest, 0.0, 1.0 / (2.0 * SHAPE + 2.0)];
    for (i, (draws, mean)) in draws.iter().zip(means).enumerate() {
        let estimate = chain_mean(draws);
        check(&format!("number {i}"), estimate.mean, mean, estimate.error, 4.5);
    }
}
