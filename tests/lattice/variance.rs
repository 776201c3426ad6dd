//! Variances on Gaussians: of many copies of a chain, with the gradient's noise and with a drift.

use super::{SIGMAS, at, walk};
use crate::support::{Copies, Estimate, Gaussian, Matrix, Tally, check};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use sgmcmc::Real;
use sgmcmc::drift::{Drift, Momentum};
use sgmcmc::precond::Preconditioner;
use sgmcmc::rng::{Lanes, fill_normals};
use sgmcmc::rule::{Lattice, Rule, StepParameters};

/// The time average of θ² on N(0, s²) from its own spread between 4096 copies.
fn squares<R: Real>(rule: Rule<'_>, at: StepParameters, s2: f64, nu: f64, seed: u64) -> Estimate {
    let copies = 4096;
    let precision = Matrix::scalar(1, 1.0 / s2);
    let mut run = Copies::<R>::new(rule, at, [1, copies], seed).spread(s2 * at.temperature);
    run.run((6.0 * s2 / at.step_size) as u64, &precision, nu);
    let mut tally = Tally::new(1, copies);
    for _ in 0..(60.0 * s2 / at.step_size) as u64 {
        run.run(1, &precision, nu);
        tally.add(0, run.variable(0).map(|theta| theta * theta));
    }
    tally.estimate(0)
}

/// τs² at every η at which |θ| < s sqrt(2τ/η) s but for one in a million, with noise of the gradient or without.
#[test]
#[ignore = "takes seconds: -- --ignored"]
fn the_variance_is_the_targets_at_every_step() {
    for (seed, (s2, tau)) in (100..).step_by(10).zip([(1.0, 1.0), (2.5, 0.4)]) {
        for (k, share) in (0..).zip([0.08, 0.04, 0.02]) {
            let at = at(share * s2, tau);
            let exact = tau * s2;
            let still = squares::<f64>(walk(), at, s2, 0.0, seed + k);
            check(&format!("s² {s2}, τ {tau}, η/s² {share}"), still.mean, exact, still.error, SIGMAS);
            // SGLD's excess there is many standard errors.
            assert!(0.5 * share > 3.0 * still.error / exact, "{still:?}");
            // Noise half of SGLD's own, which would heat that by as much again.
            let nu = (tau / at.step_size).sqrt() * 0.5;
            let noisy = squares::<f32>(
                walk(),
                StepParameters { step_size: 0.5 * at.step_size, ..at },
                s2,
                nu,
                seed + k + 5,
            );
            check(&format!("s² {s2}, τ {tau}, ν {nu:.2}"), noisy.mean, exact, noisy.error, SIGMAS);
        }
    }
}

/// With so much noise that a part of the moves is clamped, an own walk in the plainest code has the same variance.
#[test]
fn clamped_moves_are_those_of_an_own_simulation() {
    for (seed, (eta, nu)) in (200..).zip([(0.05, 3.0), (0.05, 8.0), (0.2, 4.0)]) {
        let at = at(eta, 1.0);
        let found = squares::<f32>(walk(), at, 1.0, nu, seed);
        let (copies, delta) = (4096, (2.0 * eta).sqrt());
        let mut uniforms = Xoshiro256PlusPlus::seed_from_u64(seed * 100 + 7);
        let mut normals = Lanes::seed_from_u64(seed * 100 + 8);
        let mut theta = vec![0.0f64; copies];
        fill_normals(&mut normals, &mut theta);
        let (mut z, mut tally, mut clamped) = (theta.clone(), Tally::new(1, copies), 0);
        let burn_in = (6.0 / eta) as u64;
        for step in 0..burn_in + (60.0 / eta) as u64 {
            fill_normals(&mut normals, &mut z);
            for (theta, z) in theta.iter_mut().zip(&z) {
                let x = (-*theta + nu * z) * eta / delta;
                clamped += u64::from(x.abs() > 1.0);
                let uniform = uniforms.next_u64() as f64 / libm::exp2(64.0);
                let up = uniform < 0.5 + 0.5 * x.clamp(-1.0, 1.0);
                *theta += if up { delta } else { -delta };
            }
            if step >= burn_in {
                tally.add(0, theta.iter().map(|theta| theta * theta));
            }
        }
        let own = tally.estimate(0);
        let share = clamped as f64 / (copies as f64 * (66.0 / eta));
        println!("η {eta}, ν {nu}: {:.1} % clamped, var {:.4}", 100.0 * share, own.mean);
        assert!(share > 0.01, "nothing is clamped");
        let error = (own.error * own.error + found.error * found.error).sqrt();
        check(&format!("η {eta}, ν {nu}"), found.mean, own.mean, error, SIGMAS);
    }
}

/// E θ² with the calibrated momentum drift and a P, by the recurrence of second moments: as the linear chain's, but
/// that E Δ² is 2ητP, drift and all.
fn with_momentum(drift: &Momentum, p: f64, at: &StepParameters, nu: f64) -> f64 {
    let linear = Gaussian::scalar(1.0).momentum(drift, &Matrix::scalar(1, p), at);
    let (move_of_theta, move_of_m) = (linear.map.at(0, 0) - 1.0, linear.map.at(0, 1));
    let mut sigma = Matrix::zero(2);
    for _ in 0..20_000 {
        let drifted = Matrix::rows([[move_of_theta, move_of_m], [0.0, 0.0]]).around(&sigma);
        // The gradient's noise is in m and in the mean of the move, hence in E θ'm'.
        let noise = Gaussian::scalar(1.0).with_noise(nu).momentum(drift, &Matrix::scalar(1, p), at).noise;
        let own = 2.0 * at.step_size * at.temperature * p - drifted.at(0, 0);
        let fresh = Matrix::rows([[own, noise.at(0, 1)], [noise.at(1, 0), noise.at(1, 1)]]);
        sigma = &linear.map.around(&sigma) + &fresh;
    }
    sigma.at(0, 0)
}

#[test]
fn a_drift_and_a_preconditioner_have_their_second_moments() {
    let diagonal = vec![1.7; 4096];
    for (seed, (p, nu)) in (300..).zip([(1.0, 0.0), (1.7, 0.0), (1.7, 1.0)]) {
        let at = at(0.03, 0.8);
        let drift = Momentum { scale: 2.0, beta1: 0.7, ..Momentum::default() };
        let preconditioner = Preconditioner::Diagonal(&diagonal);
        let preconditioner = if p == 1.0 { Preconditioner::Identity } else { preconditioner };
        let plain = Rule::Lattice(Lattice { preconditioner, ..Lattice::default() });
        let found = squares::<f32>(plain, at, 1.0, nu, seed);
        check(&format!("P {p}, ν {nu}"), found.mean, 0.8, found.error, SIGMAS);
        let rule = Rule::Lattice(Lattice { drift: Drift::Momentum(drift), preconditioner });
        let found = squares::<f32>(rule, at, 1.0, nu, seed + 10);
        let exact = with_momentum(&drift, p, &at, nu);
        check(&format!("momentum, P {p}, ν {nu}"), found.mean, exact, found.error, SIGMAS);
        assert!((exact / 0.8 - 1.0).abs() > 10.0 * found.error, "{exact} is not τ");
    }
}
