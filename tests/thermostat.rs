//! O7: the Nosé-Hoover thermostat on N(0, 1), with and without gradient noise.
//!
//! Of any stationary chain of this form, at any step h and whatever the gradient's noise, because ζ and θ² do not
//! drift,
//!
//! ```text
//! E v² = τ,   E θv = hτ/2
//! ```
//!
//! and, where ζ does not vary with one coordinate's v, the step is linear, and the stationary second moments give
//!
//! ```text
//! var θ = s²τ (1 - ζh/2),   ζ (2 - ζh - h²/(2s²)) = 2A + hν²/τ
//! ```
//!
//! so that ζ → A + hν²/(2τ), as h → 0. The scalar thermostat is so for large d.
//!
//! All this is in the units of the equations: h, A = 1, v and ζ there. Here η = h², α = Ah, v is h times v and ζ is h
//! times ζ.
//!
//! O12: the symmetric splitting has E v² = τ, too, and its var θ - 1 falls with h².

use crate::support::{Copies, Estimate, Gaussian, LinearChain, Matrix, Tally, check};
use core::cell::RefCell;
use rand_core::SeedableRng;
use sgmcmc::Real;
use sgmcmc::rng::{Lanes, fill_normals};
use sgmcmc::rule::convert::from_equation;
use sgmcmc::rule::{Rule, Sgnht, Splitting, StepParameters, Thermostat, Velocity};

/// 76 numbers are compared, 40 of them with errors from 64 replicas, so with Student's tails: the chance of one false
/// alarm is 1e-7.
const SIGMAS: f64 = 7.0;
const STEPS: [f64; 3] = [0.2, 0.1, 0.05];

/// What is measured, in this order.
const NAMES: [&str; 5] = ["var θ", "E θv", "E v²", "ζ", "ζ²"];

/// The rule and its step for A = 1.
fn with(h: f64, tau: f64, thermostat: Thermostat, splitting: Splitting) -> (Rule<'static>, StepParameters) {
    let (eta, friction) = from_equation(h, 1.0);
    let settings = Sgnht { friction, thermostat, splitting, velocity: Velocity::Drawn };
    (Rule::Sgnht(settings), StepParameters { temperature: tau, ..StepParameters::step_size(eta) })
}

/// One setting of the scalar thermostat.
#[derive(Clone, Copy, Debug)]
struct Scalar {
    h: f64,
    tau: f64,
    nu: f64,
    dim: usize,
    splitting: Splitting,
}

impl Scalar {
    /// Averages over independent chains of `dim` coordinates, each a replica for the standard error.
    fn measure<R: Real>(&self, replicas: u64, time: f64) -> [Estimate; 4] {
        let Self { h, tau, nu, dim, splitting } = *self;
        let (rule, at) = with(h, tau, Thermostat::Scalar, splitting);
        let precision = Matrix::scalar(1, 1.0);
        let mut tally = Tally::new(4, replicas as usize);
        let mut sums = vec![[0.0; 4]; replicas as usize];
        let count = (time / h) as u64;
        for (replica, sums) in sums.iter_mut().enumerate() {
            let mut run = Copies::<R>::new(rule, at, [1, dim], 300 + replica as u64).spread(tau);
            run.run((40.0 / h) as u64, &precision, nu);
            for _ in 0..count {
                run.run(1, &precision, nu);
                for (theta, v) in run.variable(0).zip(run.variable(1)) {
                    sums[0] += theta * theta;
                    sums[1] += theta * v;
                    sums[2] += v * v;
                }
                sums[3] += dim as f64 * run.state[dim].to_f64();
            }
        }
        for (k, unit) in [1.0, h, h * h, h].into_iter().enumerate() {
            tally.add(k, sums.iter().map(|sums| sums[k] / (count as f64 * dim as f64 * unit)));
        }
        [0, 1, 2, 3].map(|k| tally.estimate(k))
    }

    /// ζ of the closed form, the smaller root.
    fn zeta(&self) -> f64 {
        let Self { h, tau, nu, .. } = *self;
        let (b, c) = (2.0 - 0.5 * h * h, 2.0 + h * nu * nu / tau);
        (b - (b * b - 4.0 * h * c).sqrt()) / (2.0 * h)
    }

    /// var θ, E θv, E v² and ζ of the symmetric splitting: the linear chain with the ζ at which E v² = τ.
    fn symmetric(&self) -> [f64; 4] {
        let Self { h, tau, nu, .. } = *self;
        let (eta, friction) = from_equation(h, 1.0);
        let (at, target) = (
            StepParameters { temperature: tau, ..StepParameters::step_size(eta) },
            Gaussian::scalar(1.0).with_noise(nu),
        );
        let with = |zeta: f64| target.halves(zeta * h, friction, &at).covariance();
        // The larger ζ the colder.
        let (mut low, mut high) = (0.2, 20.0);
        for _ in 0..100 {
            let middle = 0.5 * (low + high);
            (low, high) = if with(middle).at(1, 1) > eta * tau { (middle, high) } else { (low, middle) };
        }
        let covariance = with(low);
        [covariance.at(0, 0), covariance.at(0, 1) / h, covariance.at(1, 1) / eta, low]
    }
}

/// The closed form is the linear chain's with that ζ: v ← (1 - ζh) v + h G + noise; θ ← θ + h v.
#[test]
fn the_closed_form_solves_the_linear_chain() {
    let euler = |h, tau, nu| Scalar { h, tau, nu, dim: 0, splitting: Splitting::Euler };
    for (h, tau, nu) in [(0.2, 1.0, 0.0), (0.2, 1.0, 3.0), (0.1, 0.5, 2.0), (0.05, 2.0, 3.0)] {
        let zeta = euler(h, tau, nu).zeta();
        let chain = LinearChain {
            map: Matrix::rows([[1.0 - h * h, h * (1.0 - zeta * h)], [-h, 1.0 - zeta * h]]),
            noise: {
                let variance = 2.0 * h * tau + h * h * nu * nu;
                Matrix::rows([[h * h * variance, h * variance], [h * variance, variance]])
            },
        };
        let covariance = chain.covariance();
        let exact = [tau * (1.0 - 0.5 * zeta * h), 0.5 * h * tau, tau];
        let solved = [covariance.at(0, 0), covariance.at(0, 1), covariance.at(1, 1)];
        assert!(exact.iter().zip(solved).all(|(x, y)| (x - y).abs() < 1e-10), "{exact:?} {solved:?}");
        let limit = 1.0 + 0.5 * h * nu * nu / tau;
        println!("h {h}, τ {tau}, ν {nu}: ζ {zeta:.4}, limit {limit:.4}");
    }
    // var θ - 1 falls linearly, as does ζ - A - hν²/(2τ) when hν² stays.
    let bias = STEPS.map(|h| 0.5 * h * euler(h, 1.0, 0.0).zeta());
    assert!(bias.windows(2).all(|pair| (2.0..2.2).contains(&(pair[0] / pair[1]))), "{bias:?}");
    let off = STEPS.map(|h| euler(h, 0.5, (0.3 / h).sqrt()).zeta() - 1.0 - 0.3);
    println!("ζ less its limit at h {STEPS:?}: {off:?}");
    assert!(off.windows(2).all(|pair| (1.8..2.8).contains(&(pair[0] / pair[1]))), "{off:?}");
}

/// Large d: all four averages, with noise and without, at three temperatures.
fn check_closed_form<R: Real>(case: Scalar) {
    let Scalar { h, tau, .. } = case;
    let exact = match case.splitting {
        Splitting::Euler => {
            let zeta = case.zeta();
            [tau * (1.0 - 0.5 * zeta * h), 0.5 * h * tau, tau, zeta]
        }
        Splitting::Symmetric => case.symmetric(),
    };
    for (k, measured) in case.measure::<R>(64, 40.0).into_iter().enumerate() {
        check(&format!("{case:?}, {}", NAMES[k]), measured.mean, exact[k], measured.error, SIGMAS);
    }
}

#[test]
#[ignore = "takes seconds: -- --ignored"]
fn a_scalar_thermostat_in_many_dimensions() {
    let (dim, splitting) = (1024, Splitting::Euler);
    for (h, tau, nu) in [(0.2, 1.0, 0.0), (0.1, 1.0, 3.0), (0.1, 0.5, 2.0)] {
        check_closed_form::<f32>(Scalar { h, tau, nu, dim, splitting });
    }
    check_closed_form::<f64>(Scalar { h: 0.2, tau: 2.0, nu: 3.0, dim: 256, splitting });
}

/// O12, exact: what is left of var θ - τ falls by four with every half of h, where Euler's falls by two.
#[test]
fn the_symmetric_splitting_is_of_second_order() {
    for tau in [1.0, 0.5] {
        let of = |h| Scalar { h, tau, nu: 0.0, dim: 0, splitting: Splitting::Symmetric }.symmetric();
        let bias = [0.4, 0.2, 0.1, 0.05].map(|h| of(h)[0] - tau);
        let ratios = [0, 1, 2].map(|k| bias[k] / bias[k + 1]);
        println!("var θ - τ: {bias:?}, ratios {ratios:?}");
        assert!(ratios.windows(2).all(|r| (r[1] - 4.0).abs() < 0.3 * (r[0] - 4.0).abs()), "{ratios:?}");
        assert!((ratios[2] - 4.0).abs() < 0.01 && bias[0].abs() > 1e-3 * tau);
        assert!((of(0.05)[2] - tau).abs() < 1e-10, "E v² = τ");
    }
}

/// The chains have these moments, at steps so large that the second order shows beside the errors.
#[test]
#[ignore = "takes seconds: -- --ignored"]
fn a_symmetric_scalar_thermostat_in_many_dimensions() {
    let (dim, splitting) = (1024, Splitting::Symmetric);
    for (h, tau, nu) in [(1.0, 1.0, 0.0), (0.5, 1.0, 0.0), (0.2, 0.5, 2.0)] {
        let case = Scalar { h, tau, nu, dim, splitting };
        check_closed_form::<f32>(case);
        println!("{case:?}: var θ {:+.4} from τ", case.symmetric()[0] - tau);
    }
    check_closed_form::<f64>(Scalar { h: 0.4, tau: 2.0, nu: 1.0, dim: 512, splitting });
}

/// d = 10, where ζ varies with every v: the two exact averages, and the numbers of a NumPy run, whose own standard
/// error is taken to be one in the last digit.
#[test]
#[ignore = "takes seconds: -- --ignored"]
fn a_scalar_thermostat_in_ten_dimensions() {
    for (nu, known) in [
        (0.0, [(-0.111, 1.135), (-0.052, 1.054), (-0.025, 1.024)]),
        (3.0, [(-0.261, 2.61), (-0.078, 1.57), (-0.031, 1.26)]),
    ] {
        for (h, (theta, zeta)) in STEPS.into_iter().zip(known) {
            let case = Scalar { h, tau: 1.0, nu, dim: 10, splitting: Splitting::Euler };
            let [var_theta, both, var_v, mean_zeta] = case.measure::<f64>(64, 600.0);
            check(&format!("{case:?}, E v²"), var_v.mean, 1.0, var_v.error, SIGMAS);
            check(&format!("{case:?}, E θv"), both.mean, 0.5 * h, both.error, SIGMAS);
            let digits = [0.001, if nu > 0.0 { 0.01 } else { 0.001 }];
            for (k, (measured, known)) in
                [(var_theta, 1.0 + theta), (mean_zeta, zeta)].into_iter().enumerate()
            {
                let error = (measured.error * measured.error + digits[k] * digits[k]).sqrt();
                check(&format!("{case:?}, {}", ["var θ", "ζ"][k]), measured.mean, known, error, SIGMAS);
            }
        }
    }
}

/// One ζ for each coordinate, every second one with noise of its own in its gradient: averages over time and copies of
/// var θ, θv, v², ζ and ζ², for the quiet coordinates and the noisy ones.
fn per_coordinate<R: Real>(
    (h, tau, nu): (f64, f64, f64),
    splitting: Splitting,
    time: f64,
    seed: u64,
) -> [[Estimate; 5]; 2] {
    let copies = 2048;
    let (rule, at) = with(h, tau, Thermostat::PerCoordinate, splitting);
    let mut run = Copies::<R>::new(rule, at, [2, copies], seed).spread(tau);
    let lanes = RefCell::new(Lanes::seed_from_u64(seed + 7));
    let noise = RefCell::new(vec![R::default(); copies]);
    let mut step = || {
        run.step(
            |site, gradient| {
                gradient.iter_mut().zip(site).for_each(|(g, theta)| *g = -*theta);
                let mut noise = noise.borrow_mut();
                fill_normals(&mut lanes.borrow_mut(), &mut noise);
                let noisy = gradient[copies..].iter_mut().zip(noise.iter());
                noisy.for_each(|(g, z)| *g = *g + *z * R::from_f64(nu));
            },
            0.0,
        );
        let in_units = |k, unit| run.variable(k).map(|x| x / unit).collect::<Vec<_>>();
        [0, 1].map(|part| [(0, 1.0), (2, h), (4, h)].map(|(k, unit)| in_units(k + part, unit)))
    };
    (0..(60.0 / h) as u64).for_each(|_| drop(step()));
    let mut tallies = [Tally::new(5, copies), Tally::new(5, copies)];
    for _ in 0..(time / h) as u64 {
        for (tally, [theta, v, zeta]) in tallies.iter_mut().zip(step()) {
            tally.add(0, theta.iter().map(|x| x * x));
            tally.add(1, theta.iter().zip(&v).map(|(x, v)| x * v));
            tally.add(2, v.iter().map(|v| v * v));
            tally.add(3, zeta.iter().copied());
            tally.add(4, zeta.iter().map(|zeta| zeta * zeta));
        }
    }
    tallies.map(|tally| [0, 1, 2, 3, 4].map(|k| tally.estimate(k)))
}

/// E v² and E θv at every h; as h → 0, θ ~ N(0, τ), ζ ~ N(A + hν²/(2τ), τ), the noise of a coordinate in its own ζ
/// alone.
fn check_per_coordinate<R: Real>(tau: f64, q: f64, seed: u64) {
    let steps = [0.1, 0.05, 0.025];
    let runs = steps.map(|h| per_coordinate::<R>((h, tau, (q / h).sqrt()), Splitting::Euler, 60.0, seed));
    for part in [0, 1] {
        let who = ["quiet", "noisy"][part];
        for (h, run) in steps.into_iter().zip(&runs) {
            let [_, both, var_v, ..] = run[part];
            check(&format!("{who}, h {h}, E v²"), var_v.mean, tau, var_v.error, SIGMAS);
            check(&format!("{who}, h {h}, E θv"), both.mean, 0.5 * h * tau, both.error, SIGMAS);
        }
        let zeta = 1.0 + if part == 1 { 0.5 * q / tau } else { 0.0 };
        for (k, exact) in [(0, tau), (3, zeta), (4, zeta * zeta + tau)] {
            // What is linear and what is quadratic in h goes.
            let [a, b, c] = runs.each_ref().map(|run| run[part][k]);
            let extrapolated = (8.0 * c.mean - 6.0 * b.mean + a.mean) / 3.0;
            let squares = [8.0 * c.error, 6.0 * b.error, a.error].map(|error| error * error / 9.0);
            let error = squares.into_iter().sum::<f64>().sqrt();
            println!("{who}, {}: {:.4}, {:.4}, {:.4} at h {steps:?}", NAMES[k], a.mean, b.mean, c.mean);
            check(&format!("{who}, {}, h → 0", NAMES[k]), extrapolated, exact, error, SIGMAS);
        }
    }
}

#[test]
#[ignore = "takes seconds: -- --ignored"]
fn thermostats_per_coordinate() {
    check_per_coordinate::<f64>(1.0, 0.6, 400);
    check_per_coordinate::<f32>(0.5, 0.4, 410);
}

/// O12: with one ζ for each coordinate, too, what is left of var θ falls by four when h is halved.
#[test]
#[ignore = "takes seconds: -- --ignored"]
fn symmetric_thermostats_per_coordinate() {
    let runs = [0.25, 0.125].map(|h| {
        let run = per_coordinate::<f32>((h, 1.0, 0.0), Splitting::Symmetric, 1200.0, 420);
        for part in &run {
            check(&format!("symmetric, h {h}, E v²"), part[2].mean, 1.0, part[2].error, SIGMAS);
        }
        // Both halves of the copies are alike here.
        let error = 0.5 * (run[0][0].error * run[0][0].error + run[1][0].error * run[1][0].error).sqrt();
        (0.5 * (run[0][0].mean + run[1][0].mean) - 1.0, error)
    });
    let [(coarse, coarse_error), (fine, fine_error)] = runs;
    let left = 4.0 * fine - coarse;
    let error = (16.0 * fine_error * fine_error + coarse_error * coarse_error).sqrt();
    println!("var θ - 1: {coarse:+.4}, {fine:+.4}; 4 · fine - coarse: {left:+.4} ± {error:.4}");
    assert!(coarse < -SIGMAS * coarse_error, "the bias is seen");
    // What the next order leaves is below a third of the bias. Euler's would leave -h/2, 0.125.
    let bound = -0.3 * coarse + SIGMAS * error;
    assert!(left.abs() < bound && bound < 0.05, "{left} is beyond {bound}");
}
