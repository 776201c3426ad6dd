//! O11: position-dependent preconditioners, SGRLD, with and without their Γ.
//!
//! On Gamma(a, b) with P = θ and Γ = 1 the step is
//!
//! ```text
//! θ ← θ + η (a - 1 + τ - b θ) + sqrt(2ητθ) ξ
//! ```
//!
//! as long as nothing is reflected: its drift is linear in θ and its variance, too, so that for every η
//!
//! ```text
//! E θ = (a - 1 + τ) / b,   var θ = τ E θ / (b (1 - ηb/2))
//! ```
//!
//! At τ = 1 the mean is the target's, a/b; without Γ it is (a - 1)/b.

use crate::support::{Answer, Estimate, Matrix, Tally, begin, check, pattern, ruled};
use sgmcmc::drift::{Drift, Momentum, NoDrift};
use sgmcmc::precond::Preconditioner;
use sgmcmc::rule::{Langevin, Rule};
use sgmcmc::{Batch, BatchSettings, ChainSettings, Interrupt, Model, Real};

/// Some 25 numbers are compared: the chance of one false alarm is 2e-9.
const SIGMAS: f64 = 6.5;

fn settings(rule: Rule<'_>, [eta, tau]: [f64; 2], seed: u64) -> ChainSettings<'_> {
    let rule = ruled(rule, eta, tau);
    ChainSettings { seed, ..ChainSettings::new(1, BatchSettings::All, rule) }
}

/// θ ~ Gamma(a, b) in every coordinate.
struct Gamma {
    a: f64,
    b: f64,
    /// Γ, which is 1 where it is right.
    gamma: f64,
    least: f64,
}

impl<R: Real> Model<R> for Gamma {
    fn log_likelihood(&mut self, theta: &[R], _: Batch<'_>, gradient: Option<&mut [R]>) -> Answer {
        for (g, theta) in gradient.into_iter().flatten().zip(theta) {
            *g = R::from_f64((self.a - 1.0) / theta.to_f64() - self.b);
        }
        Ok(0.0)
    }
    fn metric(&mut self, theta: &[R], metric: &mut [R], gamma: &mut [R]) -> Result<(), Interrupt> {
        metric.copy_from_slice(theta);
        gamma.fill(R::from_f64(self.gamma));
        self.least = theta.iter().map(|theta| theta.to_f64()).fold(self.least, f64::min);
        Ok(())
    }
}

/// The mean and the variance, each with the standard error from independent coordinates.
///
/// Where nothing reflects, a step below 0 would be refused: none is.
fn check_gamma<R: Real>(gamma: f64, reflect: bool, [eta, tau]: [f64; 2]) {
    let (a, b, copies, count) = (12.0, 2.0, 2048, 2500);
    let exact = (a - 1.0 + gamma * tau) / b;
    let variance = tau * exact / (b * (1.0 - 0.5 * eta * b));
    let rule = Rule::with_preconditioner(Preconditioner::PositionDependent { reflect });
    let settings = settings(rule, [eta, tau], 500);
    let mut model = Gamma { a, b, gamma, least: f64::INFINITY };
    let mut chain = begin::<R>(&settings, &vec![R::from_f64(exact); copies]);
    chain.run((10.0 / (eta * b)) as u64, &mut model, None).expect("good steps");
    let mut tally = Tally::new(2, copies);
    for _ in 0..count {
        chain.step(&mut model).expect("a good step");
        let theta = chain.theta().expect("its memory").iter().map(|theta| theta.to_f64());
        tally.add(0, theta.clone());
        tally.add(1, theta.map(|theta| (theta - exact) * (theta - exact)));
    }
    let what = format!("Gamma({a}, {b}), Γ {gamma}, η {eta}, τ {tau}");
    let [mean, spread] = [0, 1].map(|k| tally.estimate(k));
    check(&format!("{what}, mean"), mean.mean, exact, mean.error, SIGMAS);
    check(&format!("{what}, variance"), spread.mean, variance, spread.error, SIGMAS);
    // The mean's error again, from the autocorrelation (1 - ηb)^k.
    let rho = 1.0 - eta * b;
    let derived = (variance * (1.0 + rho) / (1.0 - rho) / (count as f64 * copies as f64)).sqrt();
    assert!((mean.error / derived - 1.0).abs() < 0.2, "{} and {derived}", mean.error);
    let wrong = (a - gamma) / b;
    assert!(tau != 1.0 || (mean.mean - wrong).abs() > 20.0 * mean.error, "the other Γ is ruled out");
}

#[test]
fn sgrld_on_a_gamma_density() {
    check_gamma::<f64>(1.0, false, [0.02, 1.0]);
    check_gamma::<f64>(1.0, true, [0.01, 1.0]);
    check_gamma::<f64>(1.0, false, [0.02, 0.5]);
    check_gamma::<f32>(1.0, true, [0.02, 1.0]);
}

#[test]
fn sgrld_without_gamma_is_off_by_one_over_b() {
    check_gamma::<f64>(0.0, false, [0.02, 1.0]);
    check_gamma::<f32>(0.0, true, [0.02, 1.0]);
}

/// Near 0 the boundary holds: a = 1 is the exponential density, largest at 0, where steps are reflected all the time.
#[test]
fn sgrld_reflects_at_zero() {
    let (copies, b) = (1024, 1.0);
    let rule = Rule::with_preconditioner(Preconditioner::PositionDependent { reflect: true });
    let mean = |eta: f64| {
        let settings = settings(rule, [eta, 1.0], 510);
        let mut model = Gamma { a: 1.0, b, gamma: 1.0, least: f64::INFINITY };
        let mut chain = begin::<f64>(&settings, &vec![1.0; copies]);
        chain.run((10.0 / eta) as u64, &mut model, None).expect("good steps");
        let mut tally = Tally::new(1, copies);
        for _ in 0..(60.0 / eta) as u64 {
            chain.step(&mut model).expect("a good step");
            tally.add(0, chain.theta().expect("its memory").iter().copied());
        }
        assert!(model.least >= 0.0, "θ is never negative");
        tally.estimate(0)
    };
    for eta in [0.08, 0.02] {
        let Estimate { mean, error } = mean(eta);
        println!("exponential density, η {eta}: mean {mean:.4} ± {error:.4}");
        // |x| ≥ x puts the mean above the exact one, by less than η: only within some η of 0 are steps reflected.
        assert!((-SIGMAS * error..eta + SIGMAS * error).contains(&(mean - 1.0)));
    }
}

/// Three linked Gaussians, with a factor that does not depend on θ, given by callback.
struct ConstantFactor(Vec<f64>);

impl<R: Real> Model<R> for ConstantFactor {
    fn log_likelihood(&mut self, theta: &[R], _: Batch<'_>, gradient: Option<&mut [R]>) -> Answer {
        for (i, g) in gradient.into_iter().flatten().enumerate() {
            *g = R::from_f64(-1.5 * theta[i].to_f64() + 0.4 * theta[(i + 1) % theta.len()].to_f64());
        }
        Ok(0.0)
    }
    fn metric(&mut self, _: &[R], metric: &mut [R], _: &mut [R]) -> Result<(), Interrupt> {
        metric.iter_mut().zip(&self.0).for_each(|(to, from)| *to = R::from_f64(*from));
        Ok(())
    }
}

fn a_constant_factor<R: Real>(drift: Drift, tau: f64) {
    let dim = 19;
    let factor = Matrix::from_fn(dim, |i, j| match i.cmp(&j) {
        core::cmp::Ordering::Less => 0.0,
        core::cmp::Ordering::Equal => 0.6 + 0.03 * i as f64,
        core::cmp::Ordering::Greater => 0.2 * libm::sin((3 * i + 5 * j) as f64),
    });
    let factor: Vec<f64> = (0..dim * dim).map(|at| factor.at(at / dim, at % dim)).collect();
    let run = |preconditioner| {
        let settings = settings(Rule::Langevin(Langevin { drift, preconditioner }), [0.05, tau], 520);
        let theta: Vec<R> = pattern(dim, 7, 3.0);
        let mut chain = begin::<R>(&settings, &theta);
        chain.run(100, &mut ConstantFactor(factor.clone()), None).expect("good steps");
        chain.theta().expect("its memory").iter().map(|theta| theta.to_bits_u64()).collect::<Vec<_>>()
    };
    assert_eq!(run(Preconditioner::Dense(&factor)), run(Preconditioner::PositionDependentDense));
}

#[test]
fn a_constant_factor_by_callback_has_the_bits_of_a_fixed_one() {
    for drift in [Drift::None(NoDrift), Drift::Momentum(Momentum::default())] {
        for tau in [0.0, 1.3] {
            a_constant_factor::<f32>(drift, tau);
            a_constant_factor::<f64>(drift, tau);
        }
    }
}

/// φ = T θ of two independent Gamma densities θ, T lower triangular: with P = T diag(θ) Tᵀ, L = T diag(sqrt θ) and
/// Γ = T (1, 1), SGRLD on φ is T times SGRLD on θ, so that its moments are known for every η.
struct MixedGammas {
    a: [f64; 2],
    b: [f64; 2],
    /// T's entry below the diagonal of ones.
    mix: f64,
    /// What Γ is multiplied by: 1 where it is right.
    gamma: f64,
    copies: usize,
}

impl MixedGammas {
    fn theta<R: Real>(&self, phi: &[R], c: usize) -> [f64; 2] {
        let [first, second] = [phi[c], phi[self.copies + c]].map(|phi| phi.to_f64());
        [first, second - self.mix * first]
    }
}

impl<R: Real> Model<R> for MixedGammas {
    /// ∂/∂φ = T⁻ᵀ ∂/∂θ.
    fn log_likelihood(&mut self, phi: &[R], _: Batch<'_>, gradient: Option<&mut [R]>) -> Answer {
        let gradient = gradient.expect("a rule wants the gradient");
        for c in 0..self.copies {
            let theta = self.theta(phi, c);
            let [first, second] = [0, 1].map(|k| (self.a[k] - 1.0) / theta[k] - self.b[k]);
            gradient[c] = R::from_f64(first - self.mix * second);
            gradient[self.copies + c] = R::from_f64(second);
        }
        Ok(0.0)
    }
    fn metric(&mut self, phi: &[R], metric: &mut [R], gamma: &mut [R]) -> Result<(), Interrupt> {
        let (copies, dim) = (self.copies, 2 * self.copies);
        for c in 0..copies {
            let roots = self.theta(phi, c).map(|theta| R::from_f64(theta.sqrt()));
            let second = copies + c;
            metric[c * dim + c] = roots[0];
            metric[second * dim + c] = R::from_f64(self.mix) * roots[0];
            metric[second * dim + second] = roots[1];
            gamma[c] = R::from_f64(self.gamma);
            gamma[second] = R::from_f64(self.gamma * (1.0 + self.mix));
        }
        Ok(())
    }
}

fn check_mixed<R: Real>(gamma: f64) {
    let (copies, eta, count) = (32, 0.02, 12_000);
    let mut model = MixedGammas { a: [14.0, 10.0], b: [2.0, 1.5], mix: 0.7, gamma, copies };
    let MixedGammas { a, b, mix, .. } = model;
    let mean = [0, 1].map(|k| (a[k] - 1.0 + gamma) / b[k]);
    let variance = [0, 1].map(|k| mean[k] / (b[k] * (1.0 - 0.5 * eta * b[k])));
    let phi_mean = [mean[0], mix * mean[0] + mean[1]];

    let settings =
        settings(Rule::with_preconditioner(Preconditioner::PositionDependentDense), [eta, 1.0], 530);
    let start: Vec<R> = phi_mean.iter().flat_map(|phi| vec![R::from_f64(*phi); copies]).collect();
    let mut chain = begin::<R>(&settings, &start);
    chain.run(1000, &mut model, None).expect("good steps");
    // Chains are few: parts of their time, each some 20 relaxation times, serve as further copies.
    let parts = 16;
    let mut tally = Tally::new(5, copies * parts);
    let mut sums = vec![vec![0.0; copies * parts]; 5];
    for step in 0..count {
        chain.step(&mut model).expect("a good step");
        let phi = chain.theta().expect("its memory");
        for c in 0..copies {
            let off = [0, 1].map(|k| phi[k * copies + c].to_f64() - phi_mean[k]);
            let at = c * parts + step * parts / count;
            for (sums, value) in
                sums.iter_mut().zip([off[0], off[1], off[0] * off[0], off[0] * off[1], off[1] * off[1]])
            {
                sums[at] += value;
            }
        }
    }
    for (k, sums) in sums.iter().enumerate() {
        tally.add(k, sums.iter().map(|sum| sum / (count / parts) as f64));
    }
    let exact = [0.0, 0.0, variance[0], mix * variance[0], mix * mix * variance[0] + variance[1]];
    for (k, name) in ["mean φ0", "mean φ1", "φ0 φ0", "φ0 φ1", "φ1 φ1"].into_iter().enumerate() {
        let measured = tally.estimate(k);
        check(&format!("mixed Gammas, Γ {gamma}, {name}"), measured.mean, exact[k], measured.error, SIGMAS);
    }
    // Γ moves the means by T (1/b): the wrong one is ruled out.
    assert!(1.0 / b[0] > 10.0 * tally.estimate(0).error && 1.0 / b[1] > 10.0 * tally.estimate(1).error);
}

#[test]
fn a_dense_factor_with_its_curvature() {
    check_mixed::<f64>(1.0);
    check_mixed::<f64>(0.0);
    check_mixed::<f32>(1.0);
}
