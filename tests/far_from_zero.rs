//! O13: rules in `f32` where θ has few digits to spare, on N(1000, 0.01²) at η/s² = 0.001.
//!
//! There a unit in the last place of θ is 6.1e-5; a drift at one standard deviation is 0.16 of them, the noise of SGLD
//! 7.3. θ + (drift + noise), rounded once, dithers the drift by the noise; (θ + drift) + noise loses it, and SGLD's
//! variance is then 3.5 times too large. What the one rounding adds, 1/12 of a squared unit a step, is 0.16 % of SGLD's
//! noise.

use crate::reference::registry::{self, Vectors};
use crate::support::{Copies, Estimate, Tally, ar1_square_error, check};
use sgmcmc::Real;
use sgmcmc::rule::{HostTerms, Lattice, Rule, Sghmc, StepParameters};

/// Some 20 numbers are compared: the chance of one false alarm is 4e-8.
const SIGMAS: f64 = 6.0;
const MEAN: f64 = 1000.0;
const DEVIATION: f64 = 0.01;
const COPIES: usize = 1024;

fn at() -> StepParameters {
    StepParameters::step_size(0.001 * DEVIATION * DEVIATION)
}

/// The time average of (θ - 1000)²/s² over steps, from θ in its target.
fn variance<R: Real>(rule: Rule<'_>, steps: [u64; 2], seed: u64) -> Estimate {
    let square = DEVIATION * DEVIATION;
    let mut run = Copies::<R>::new(rule, at(), [1, COPIES], seed).spread(square);
    run.theta.iter_mut().for_each(|theta| *theta = *theta + R::from_f64(MEAN));
    let step = |run: &mut Copies<R>| {
        let precision = R::from_f64(1.0 / square);
        run.step(
            |site, gradient| {
                let centred = gradient.iter_mut().zip(site);
                centred.for_each(|(g, theta)| *g = (R::from_f64(MEAN) - *theta) * precision);
            },
            0.0,
        );
    };
    (0..steps[0]).for_each(|_| step(&mut run));
    let mut tally = Tally::new(1, COPIES);
    for k in 0..steps[1] {
        step(&mut run);
        if k % 8 == 0 {
            tally.add(0, run.variable(0).map(|theta| (theta - MEAN) * (theta - MEAN) / square));
        }
    }
    tally.estimate(0)
}

#[test]
fn sgld_keeps_its_variance_far_from_zero() {
    // An AR(1) chain with ρ = 1 - η/s²; every eighth square is as good as all.
    let (steps, rho) = ([2000, 12_000], 0.999);
    let exact = 1.0 / (1.0 - 0.0005);
    let error = ar1_square_error(exact, rho, steps[1] as f64 * COPIES as f64);
    let [single, double] = [variance::<f32>(Rule::SGLD, steps, 1), variance::<f64>(Rule::SGLD, steps, 1)];
    check("SGLD in f64", double.mean, exact, error, SIGMAS);
    check("SGLD in f32", single.mean, exact, error, SIGMAS);
    assert!((single.error / error - 1.0).abs() < 0.2 && error < 0.02, "{single:?}, {error}");
    // The same normals in both, so that most of the error is shared.
    assert!((single.mean - double.mean).abs() < 5.0 * error, "{single:?}, {double:?}");
}

/// What is added to θ besides v has no rounding of its own either.
#[test]
#[ignore = "takes seconds: -- --ignored"]
fn rules_with_a_velocity_keep_their_variance_far_from_zero() {
    let vectors = Vectors::without_factor(1);
    let moves = |rule: &Rule<'_>| {
        !matches!(rule, Rule::Langevin(_) | Rule::Lattice(_) | Rule::Adam(_))
            && rule.host_terms::<f64>() == HostTerms::None
    };
    let mut count = 0;
    for (seed, rule) in (10..).zip(registry::rules(&vectors).into_iter().filter(moves)) {
        // What a noise estimate stands for is not there.
        let rule = match rule {
            Rule::Sghmc(rule) => Rule::Sghmc(Sghmc { noise_estimate: 0.0, ..rule }),
            rule => rule,
        };
        let steps = [1000, 4000];
        let [single, double] = [variance::<f32>(rule, steps, seed), variance::<f64>(rule, steps, seed)];
        let error = (single.error * single.error + double.error * double.error).sqrt();
        check(&format!("{rule:?}"), single.mean, double.mean, error, SIGMAS);
        assert!(double.error < 0.04 && (double.mean - 1.0).abs() < 0.3, "{double:?}");
        count += 1;
    }
    assert!(count >= 11, "{count} rules");
}

/// A lattice step is one number that θ rounds, 7.3 units to 7: the walk is on a lattice of those, and its variance, in
/// which E Δ² has the square of that and the mean of a step the ratio itself, is 7/7.33 of the target's. Nothing
/// dithers it.
#[test]
fn a_lattice_step_is_rounded_to_the_digits_of_theta() {
    let unit = libm::exp2(-14.0);
    let step = (2.0 * at().step_size).sqrt();
    let rounded = (step / unit).round() * unit;
    let rule = Rule::Lattice(Lattice::default());
    let steps = [2000, 12_000];
    let error = ar1_square_error(1.0, 0.999, steps[1] as f64 * COPIES as f64);
    let [single, double] = [variance::<f32>(rule, steps, 30), variance::<f64>(rule, steps, 30)];
    check("lattice walk in f64", double.mean, 1.0, error, SIGMAS);
    check("lattice walk in f32", single.mean, rounded / step, error, SIGMAS);
}
