//! What preconditioners made of squared gradients sample on N(0, 1). RMSprop: the target where P hardly moves, and in
//! the limit η → 0 at a fixed β another density, since the curvature term Γ is left out. AdaGrad: the target, as P
//! falls. Both, in the two scales of the gradient.

use crate::support::{Copies, Estimate, Tally, check};
use sgmcmc::Real;
use sgmcmc::drift::{Drift, NoDrift};
use sgmcmc::precond::{AdaGrad, GradientScale, Preconditioner, RmsProp};
use sgmcmc::rule::{Langevin, Lattice, Rule, StepParameters};

/// 4 numbers are compared: the chance of one false alarm is 4e-10.
const SIGMAS: f64 = 6.5;

fn psgld(beta: f64, lambda: f64) -> Rule<'static> {
    Rule::with_preconditioner(Preconditioner::RmsProp(RmsProp { beta, lambda, ..RmsProp::default() }))
}

fn squares<R: Real>(
    rule: Rule,
    [eta, tau, nu]: [f64; 3],
    copies: usize,
    times: [u64; 2],
    seed: u64,
) -> Tally {
    let at = StepParameters { temperature: tau, ..StepParameters::step_size(eta) };
    Copies::<R>::new(rule, at, [1, copies], seed).spread(1.0).squares(times, nu)
}

/// η → 0 at β = 0, when P = 1/(λ + |θ|): the Itô diffusion without Γ has the density (λ + |θ|) exp(-θ²/2τ), and
/// (λτ + 2cσ³) / (λ + cσ) for its second moment, with σ² = τ and c = sqrt(2/π); twice τ for small λ.
#[test]
fn without_its_curvature_the_limit_is_another_density() {
    let lambda = 0.5;
    for (tau, seed) in [(1.0, 600), (2.0, 601)] {
        let [coarse, fine] = [0.04, 0.02].map(|eta: f64| {
            let times = [20.0, 120.0].map(|time| (time / eta) as u64);
            squares::<f32>(psgld(0.0, lambda), [eta, tau, 0.0], 2048, times, seed).estimate(0)
        });
        println!("τ {tau}: {coarse:?} at η 0.04, {fine:?} at 0.02");
        let (sigma, c) = (tau.sqrt(), (2.0 / core::f64::consts::PI).sqrt());
        let exact = (lambda * tau + 2.0 * c * sigma * tau) / (lambda + c * sigma);
        // What is linear in η goes: the rest is less than the error.
        let error = (4.0 * fine.error * fine.error + coarse.error * coarse.error).sqrt();
        check(&format!("τ {tau}, η → 0"), 2.0 * fine.mean - coarse.mean, exact, error, SIGMAS);
        assert!((exact - tau) > 20.0 * error, "the target is ruled out");
    }
}

/// P of a V that does not move, and SGLD's variance with it: P = 1/(λ + sqrt(E g²)), var = 1/(1 - ηP/2) with noise as
/// O1.
fn fixed_point(eta: f64, nu: f64) -> (f64, f64) {
    let mut variance = 1.0;
    for _ in 0..100 {
        let p = 1.0 / (RmsProp::default().lambda + f64::sqrt(variance + nu * nu));
        let step = eta * p;
        variance = (1.0 + 0.5 * step * nu * nu) / (1.0 - 0.5 * step);
    }
    (eta / (RmsProp::default().lambda + f64::sqrt(variance + nu * nu)), variance)
}

/// pSGLD less SGLD with the step of a P that does not move, and the same noise.
fn against_fixed(beta: f64, eta: f64, nu: f64, copies: usize, times: [u64; 2]) -> Estimate {
    let (step, _) = fixed_point(eta, nu);
    let rule = psgld(beta, RmsProp::default().lambda);
    let run = squares::<f32>(rule, [eta, 1.0, nu], copies, times, 610);
    run.minus(&squares::<f32>(Rule::SGLD, [step, 1.0, nu], copies, times, 610)).estimate(0)
}

/// As β → 1, P stands still and the bias falls with 1 - β.
#[test]
fn the_bias_falls_with_one_minus_beta() {
    let eta = 0.1;
    let biases = [0.96, 0.99, 0.9975].map(|beta| {
        let bias = against_fixed(beta, eta, 0.0, 512, [8_000, 10_000]);
        println!("β {beta}: bias of var θ {:+.4} ± {:.4}", bias.mean, bias.error);
        bias
    });
    for pair in biases.windows(2) {
        let [error, finer] = [pair[0].error, pair[1].error];
        assert!(pair[0].mean - pair[1].mean > SIGMAS * (error * error + finer * finer).sqrt(), "{pair:?}");
        assert!((2.0..6.0).contains(&(pair[0].mean / pair[1].mean)), "{pair:?}");
    }
    assert!(biases[2].mean.abs() < 0.03, "{biases:?}");
}

/// Where the gradient's noise makes V, pSGLD is nearly SGLD with the P of that V, and the heat of the noise falls with
/// η.
///
/// Two things are left, to first order, and both widen: V = ν² + θ² moves P, which without Γ adds 1/ν² (as η → 0), and
/// V has taken in the step's own gradient, which makes the mean force β times as large.
#[test]
fn noisy_gradients_leave_little_bias() {
    let (nu, beta) = (10.0, 0.99);
    for (eta, times) in [(0.04, [3_000, 6_000]), (0.02, [6_000, 12_000])] {
        let (_, variance) = fixed_point(eta, nu);
        let bias = against_fixed(beta, eta, nu, 512, times);
        println!(
            "η {eta}, ν {nu}: var θ {variance:.4} with P fixed, less {:+.5} ± {:.5}",
            bias.mean, bias.error
        );
        assert!((variance - 1.0 - 0.5 * eta * nu).abs() < 0.01);
        let left = 1.0 / (nu * nu) + 1.0 - beta;
        assert!(bias.mean.abs() < left + SIGMAS * bias.error && bias.error < 0.1 * left, "{bias:?}");
    }
}

/// P falls as one over the root of the number of steps, and what Γ would add with it.
#[test]
fn adagrad_tends_to_the_target() {
    let rule = Rule::with_preconditioner(Preconditioner::AdaGrad(AdaGrad::default()));
    let found = squares::<f32>(rule, [0.5, 1.0, 0.0], 2048, [4000, 12_000], 620).estimate(0);
    // ηP is 0.008 to 0.004 there, half of which is what SGLD has, too.
    check("AdaGrad after 4000 steps", found.mean, 1.003, found.error + 0.004 / SIGMAS, SIGMAS);
}

/// θ after some steps under gradients summed over n data.
fn run_scaled<R: Real>(rule: Rule<'_>, step_size: f64, data_len: u32) -> Vec<R> {
    let at = StepParameters { data_len, ..StepParameters::step_size(step_size) };
    let mut run = Copies::<R>::new(rule, at, [1, 77], 630).spread(1e-2);
    for _ in 0..100 {
        let n = R::from_f64(f64::from(data_len));
        run.step(|site, gradient| gradient.iter_mut().zip(site).for_each(|(g, theta)| *g = -*theta * n), 0.0);
    }
    run.theta
}

/// The mean gradient with η and λ is the sum with nη and nλ: to the bit where n and its root are powers of two.
#[test]
fn the_two_scales_differ_by_n() {
    fn check_scales<R: Real>(bound: f64) {
        for (n, bound) in [(64, 0.0), (100, bound)] {
            let preconditioners = |scale| {
                let lambda = if scale == GradientScale::Sum { f64::from(n) * 1e-3 } else { 1e-3 };
                let rmsprop = RmsProp { beta: 0.9, lambda, scale };
                [Preconditioner::RmsProp(rmsprop), Preconditioner::AdaGrad(AdaGrad { lambda, scale })]
            };
            let both =
                preconditioners(GradientScale::Mean).into_iter().zip(preconditioners(GradientScale::Sum));
            for (mean, sum) in both {
                let langevin =
                    |preconditioner| Rule::Langevin(Langevin { drift: Drift::None(NoDrift), preconditioner });
                let lattice =
                    |preconditioner| Rule::Lattice(Lattice { drift: Drift::None(NoDrift), preconditioner });
                let eta = 2e-4;
                for [mean, sum] in [[langevin(mean), langevin(sum)], [lattice(mean), lattice(sum)]] {
                    let by_mean = run_scaled::<R>(mean, eta, n);
                    let by_sum = run_scaled::<R>(sum, f64::from(n) * eta, n);
                    for (x, y) in by_mean.iter().zip(&by_sum) {
                        let (x, y) = (x.to_f64(), y.to_f64());
                        assert!((x - y).abs() <= bound * f64::max(1.0, x.abs()), "{mean:?}, n {n}: {x} {y}");
                    }
                    let other = run_scaled::<R>(sum, eta, n);
                    assert!(other.iter().zip(&by_sum).any(|(x, y)| x.to_f64() != y.to_f64()), "{sum:?}");
                }
            }
        }
    }
    check_scales::<f32>(1e-4);
    check_scales::<f64>(1e-12);
}
