//! O2, O12: every rule whose step on a Gaussian is linear, z' = A z + B ξ, against the solution of Σ = A Σ Aᵀ + B Bᵀ.
//!
//! Every second moment of (θ, v) or (θ, m) is compared. Its standard error follows from the chain's own
//! autocorrelation, A^k Σ, and is itself compared with the spread between copies of the chain.

use crate::reference::registry::{self, Vectors};
use crate::support::{
    Copies, Gaussian, LinearChain, Matrix, Normal, Tally, at, begin, check, factor_of_copies,
};
use sgmcmc::drift::{Drift, Momentum, MomentumForm};
use sgmcmc::precond::Preconditioner;
use sgmcmc::rule::convert::{from_equation, from_equation_exactly};
use sgmcmc::rule::{Aboba, Baoab, HostTerms, Langevin, Rule, Sghmc, StepParameters, Velocity};
use sgmcmc::schedule::Schedule;
use sgmcmc::{BatchSettings, ChainSettings, Real, RuleSettings, Sampler};

/// 320 moments are compared: the chance of one false alarm is 3e-8.
const SIGMAS: f64 = 6.5;
const COPIES: usize = 2048;

/// A rule on a Gaussian, and what its formula makes of it.
struct Case<'r> {
    what: &'r str,
    rule: Rule<'r>,
    at: StepParameters,
    target: Gaussian,
    exact: LinearChain,
}

impl Case<'_> {
    /// Runs `copies` copies, looks at them every `stride` steps, `count` times, and compares all second moments.
    fn meets<R: Real>(&self, copies: usize, [count, stride]: [u64; 2], seed: u64) {
        let Self { what, rule, at, target, exact } = self;
        let mut run = Copies::<R>::new(*rule, *at, [target.precision.size, copies], seed);
        run.run(exact.burn_in(), &target.precision, target.noise);
        let size = exact.map.size;
        let pairs: Vec<_> = (0..size).flat_map(|i| (i..size).map(move |j| (i, j))).collect();
        let mut tally = Tally::new(pairs.len(), copies);
        for _ in 0..count {
            run.run(stride, &target.precision, target.noise);
            for (k, (i, j)) in pairs.iter().enumerate() {
                tally.add(k, run.variable(*i).zip(run.variable(*j)).map(|(a, b)| a * b));
            }
        }
        let (covariance, errors) = (exact.covariance(), exact.times(stride).errors(count, copies));
        for (k, (i, j)) in pairs.into_iter().enumerate() {
            let (measured, error) = (tally.estimate(k), errors.at(i, j));
            check(&format!("{what}, z{i} z{j}"), measured.mean, covariance.at(i, j), error, SIGMAS);
            // The spread of 2048 copies is known to some 3 %.
            let ratio = measured.error / error;
            assert!(copies < COPIES || (ratio - 1.0).abs() < 0.2, "{what}: the errors' ratio is {ratio}");
        }
    }

    fn meets_in_both(&self, copies: usize, counts: [u64; 2], seed: u64) {
        self.meets::<f64>(copies, counts, seed);
        self.meets::<f32>(copies, counts, seed + 500);
    }
}
/// A correlated Gaussian in three dimensions.
fn correlated() -> Matrix {
    Matrix::rows([[2.0, -0.8, 0.3], [-0.8, 1.5, 0.5], [0.3, 0.5, 1.0]])
}

#[test]
#[ignore = "takes seconds: -- --ignored"]
fn the_momentum_drift() {
    for (k, form) in [MomentumForm::Calibrated, MomentumForm::Published].into_iter().enumerate() {
        for (a, beta1, eta, tau, nu) in
            [(1.0, 0.9, 0.1, 1.0, 0.0), (10.0, 0.9, 0.02, 0.5, 0.0), (0.5, 0.6, 0.3, 2.0, 1.5)]
        {
            let drift = Momentum { scale: a, beta1, form };
            let (at, target) = (at(eta, tau), Gaussian::scalar(0.8).with_noise(nu));
            let exact = target.momentum(&drift, &Matrix::scalar(1, 1.0), &at);
            let rule = Rule::with_drift(Drift::Momentum(drift));
            let what = format!("MSGLD {form:?}, a {a}, β1 {beta1}, η {eta}, τ {tau}, ν {nu}");
            Case { what: &what, rule, at, target, exact }.meets_in_both(COPIES, [2000, 1], k as u64);
        }
    }
}

/// A mean over 1/(1 - β1) steps lags behind, and θ has moved by then: that heats more than the length of the step does.
#[test]
fn the_calibrated_momentum_drift_has_its_leading_bias() {
    for (a, beta1) in [(1.0, 0.9), (10.0, 0.9), (0.5, 0.6), (1.0, 0.0)] {
        let (eta, variance) = (1e-6, 0.8);
        let drift = Momentum { scale: a, beta1, form: MomentumForm::Calibrated };
        let exact = Gaussian::scalar(variance).momentum(&drift, &Matrix::scalar(1, 1.0), &at(eta, 1.0));
        let excess = (exact.covariance().at(0, 0) / variance - 1.0) / (eta / variance);
        let leading = 0.5 + a / ((1.0 + a) * (1.0 - beta1));
        assert!((excess / leading - 1.0).abs() < 1e-3, "a {a}, β1 {beta1}: {excess}, not {leading}");
    }
}

fn sghmc_case(rule: Sghmc, at: StepParameters, nu: f64, seed: u64) {
    let target = Gaussian::scalar(1.0).with_noise(nu);
    let exact = target.sghmc(&rule, &at);
    let Sghmc { friction, noise_estimate, .. } = rule;
    let what = format!("SGHMC α {friction}, β̂ {noise_estimate}, {at:?}, ν {nu}");
    Case { what: &what, rule: Rule::Sghmc(rule), at, target, exact }.meets_in_both(COPIES, [2000, 1], seed);
}

#[test]
fn sghmc() {
    let with = |friction, noise_estimate| Sghmc { friction, noise_estimate, ..Sghmc::default() };
    sghmc_case(with(0.3, 0.0), at(0.1, 1.0), 0.0, 10);
    sghmc_case(with(1.0, 0.0), at(0.3, 0.5), 0.0, 11);
    // β̂ without any noise that it stands for: too cold, as the formula says.
    sghmc_case(with(0.3, 0.1), at(0.1, 2.0), 0.0, 12);
    // All the noise is the gradient's.
    sghmc_case(with(0.2, 0.2), at(0.05, 1.0), 3.0, 13);
}

/// β̂ = η ν² / (2τ) is the friction whose noise a gradient of variance ν² brings.
#[test]
fn a_right_noise_estimate_samples_at_the_right_temperature() {
    let (eta, tau, nu) = (0.05, 1.5, 2.0);
    let (at, noisy) = (at(eta, tau), Gaussian::scalar(1.0).with_noise(nu));
    let estimated = Sghmc { friction: 0.25, noise_estimate: eta * nu * nu / (2.0 * tau), ..Sghmc::default() };
    let ignorant = Sghmc { noise_estimate: 0.0, ..estimated };
    let right = Gaussian::scalar(1.0).sghmc(&ignorant, &at).covariance();
    let [same, hot] = [estimated, ignorant].map(|rule| noisy.sghmc(&rule, &at));
    let off = &same.covariance() + &(-1.0 * &right);
    assert!(off.magnitude() < 1e-13, "the noise is the same, wherever it comes from");
    let heat = hot.covariance().at(0, 0) / right.at(0, 0);
    println!("without β̂ the variance is {heat:.4} times too large");
    assert!((heat - (1.0 + estimated.noise_estimate / estimated.friction)).abs() < 1e-12);
    for (rule, exact, what) in [(estimated, same, "β̂ estimated"), (ignorant, hot, "β̂ left out")] {
        let target = noisy.clone();
        Case { what, rule: Rule::Sghmc(rule), at, target, exact }.meets_in_both(COPIES, [2000, 1], 20);
    }
}

/// One period is k steps, the first after a redrawn v; looked at before the redraw and right after the first step.
#[test]
fn sghmc_with_redrawn_velocities() {
    let k = 6;
    let rule = Sghmc { friction: 0.05, redraw_interval: k, velocity: Velocity::Drawn, ..Sghmc::default() };
    let (at, target) = (at(0.2, 0.7), Gaussian::scalar(1.3));
    let step = target.sghmc(&rule, &at);
    let first = target.redraw(at.step_size * at.temperature).then(&step);
    let rest = step.times(k - 1);
    for (after, exact) in [(0, first.then(&rest)), (1, rest.then(&first))] {
        let mut run = Copies::<f64>::new(Rule::Sghmc(rule), at, [1, COPIES], 30 + after);
        run.run(64 * k + after, &target.precision, 0.0);
        assert!(exact.burn_in() <= 64);
        let mut tally = Tally::new(3, COPIES);
        let count = 600;
        for _ in 0..count {
            run.run(k, &target.precision, 0.0);
            for (q, (i, j)) in [(0, 0), (0, 1), (1, 1)].into_iter().enumerate() {
                tally.add(q, run.variable(i).zip(run.variable(j)).map(|(a, b)| a * b));
            }
        }
        let (covariance, errors) = (exact.covariance(), exact.errors(count, COPIES));
        for (q, (i, j)) in [(0, 0), (0, 1), (1, 1)].into_iter().enumerate() {
            let what = format!("SGHMC, {after} steps after a redraw, z{i} z{j}");
            check(&what, tally.estimate(q).mean, covariance.at(i, j), errors.at(i, j), SIGMAS);
        }
    }
}

/// D and h of the equation, τ, ν: those of ABOBA, and of BAOAB.
const SPLIT: [(f64, f64, f64, f64); 3] = [(1.0, 0.4, 1.0, 0.0), (3.0, 0.25, 0.5, 0.0), (0.5, 0.3, 2.0, 1.0)];

#[test]
fn aboba() {
    for (seed, (d, h, tau, nu)) in (40..).zip(SPLIT) {
        let (eta, friction) = from_equation(h, d);
        let rule = Aboba { friction, ..Aboba::default() };
        let (at, target) = (at(eta, tau), Gaussian::scalar(0.9).with_noise(nu));
        let exact = target.aboba(&rule, &at);
        let what = format!("ABOBA D {d}, h {h}, τ {tau}, ν {nu}");
        let case = Case { what: &what, rule: Rule::Aboba(rule), at, target, exact };
        case.meets_in_both(COPIES, [2000, 1], seed);
    }
}

#[test]
fn baoab() {
    for (seed, (d, h, tau, nu)) in (45..).zip(SPLIT) {
        let (eta, friction) = from_equation_exactly(h, d);
        let rule = Baoab { friction, ..Baoab::default() };
        let (at, target) = (at(eta, tau), Gaussian::scalar(0.9).with_noise(nu));
        let exact = target.baoab(&rule, &at);
        let what = format!("BAOAB D {d}, h {h}, τ {tau}, ν {nu}");
        let case = Case { what: &what, rule: Rule::Baoab(rule), at, target, exact };
        case.meets_in_both(COPIES, [2000, 1], seed);
    }
}

/// O12: on N(0, s²) the variance of θ is τs² for every step below 2s, whatever the friction, and so are the chains'.
#[test]
fn baoab_has_no_bias() {
    let (s2, tau) = (2.25, 0.7);
    for (seed, share) in (48..).zip([0.5, 1.0, 1.5]) {
        let h = share * f64::sqrt(s2);
        for friction in [0.1, 0.37, 1.0] {
            let rule = Baoab { friction, ..Baoab::default() };
            let (at, target) = (at(h * h, tau), Gaussian::scalar(s2));
            let exact = target.baoab(&rule, &at);
            let variance = exact.covariance().at(0, 0);
            assert!((variance - tau * s2).abs() < 1e-11, "h/s {share}, α {friction}: {variance}");
            if share < 1.2 {
                // SGHMC's shows there.
                let other = Sghmc { friction, ..Sghmc::default() };
                let other = target.sghmc(&other, &at).covariance().at(0, 0);
                assert!(other / variance - 1.0 > 0.05, "h/s {share}: {other}");
            }
            let what = format!("BAOAB h/s {share}, α {friction}");
            let case = Case { what: &what, rule: Rule::Baoab(rule), at, target, exact };
            if friction == 0.37 {
                case.meets_in_both(COPIES, [1000, 1], seed);
            }
        }
    }
}

/// Three components with scales of their own, on a target that couples them: every pair of moments.
#[test]
#[ignore = "takes seconds: -- --ignored"]
fn a_fixed_diagonal() {
    let copies = COPIES;
    let scales = [0.5, 1.0, 2.5];
    let p = Matrix::diagonal(&scales);
    let diagonal: Vec<f64> = scales.iter().flat_map(|scale| vec![*scale; copies]).collect();
    let preconditioner = Preconditioner::Diagonal(&diagonal);
    let (at, target) = (at(0.1, 0.8), Gaussian::new(correlated()).with_noise(1.0));
    let rule = Rule::with_preconditioner(preconditioner);
    let exact = target.langevin(&p, &at);
    let case = Case { what: "SGLD with a diagonal", rule, at, target: target.clone(), exact };
    case.meets_in_both(copies, [500, 2], 50);

    for form in [MomentumForm::Calibrated, MomentumForm::Published] {
        let drift = Momentum { form, ..Momentum::default() };
        let rule = Rule::Langevin(Langevin { drift: Drift::Momentum(drift), preconditioner });
        let exact = target.momentum(&drift, &p, &at);
        let what = format!("{form:?} momentum with a diagonal");
        Case { what: &what, rule, at, target: target.clone(), exact }.meets_in_both(copies, [300, 3], 51);
    }
}

/// Sixteen copies under one dense factor, which holds that of a copy in every copy's rows and columns.
#[test]
fn a_dense_factor() {
    let copies = 16;
    let l = Matrix::rows([[0.9, 0.0, 0.0], [0.5, 0.7, 0.0], [-0.6, 0.2, 1.1]]);
    let p = &l * &l.transposed();
    let factor = factor_of_copies(&l, copies);
    let preconditioner = Preconditioner::Dense(&factor);
    let (at, target) = (at(0.15, 1.4), Gaussian::new(correlated()).with_noise(0.7));
    let rule = Rule::with_preconditioner(preconditioner);
    let exact = target.langevin(&p, &at);
    Case { what: "SGLD with a dense factor", rule, at, target: target.clone(), exact }.meets_in_both(
        copies,
        [5000, 2],
        60,
    );

    for form in [MomentumForm::Calibrated, MomentumForm::Published] {
        let drift = Momentum { form, scale: 2.0, beta1: 0.7 };
        let rule = Rule::Langevin(Langevin { drift: Drift::Momentum(drift), preconditioner });
        let exact = target.momentum(&drift, &p, &at);
        let what = format!("{form:?} momentum with a dense factor");
        Case { what: &what, rule, at, target: target.clone(), exact }.meets_in_both(copies, [5000, 2], 61);
    }
}

/// With P the target's covariance, all directions relax alike and the covariance is τ P / (1 - η/2) exactly.
#[test]
fn the_dense_factor_of_the_target_whitens_it() {
    let copies = 16;
    let p = correlated().inverse();
    let l = cholesky(&p);
    let factor = factor_of_copies(&l, copies);
    let (at, target) = (at(0.3, 1.0), Gaussian::new(correlated()));
    let exact = target.langevin(&p, &at);
    let off = &exact.covariance() + &(-1.0 / (1.0 - 0.15) * &p);
    assert!(off.magnitude() < 1e-12, "{off:?}");
    let rule = Rule::with_preconditioner(Preconditioner::Dense(&factor));
    Case { what: "SGLD, whitened", rule, at, target, exact }.meets_in_both(copies, [5000, 2], 70);
}

fn cholesky(p: &Matrix) -> Matrix {
    let mut l = vec![vec![0.0; p.size]; p.size];
    for i in 0..p.size {
        for j in 0..=i {
            let rest = p.at(i, j) - (0..j).map(|k| l[i][k] * l[j][k]).sum::<f64>();
            l[i][j] = if i == j { rest.sqrt() } else { rest / l[j][j] };
        }
    }
    Matrix::from_fn(p.size, |i, j| l[i][j])
}

/// At 4τ every number of a linear rule is twice what it is at τ, to the bit: variances are proportional to τ.
#[test]
fn temperature_scales_linear_rules_exactly() {
    fn check<R: Real>(rule: Rule) {
        let [cold, warm] = [0.6, 2.4].map(|tau| {
            let mut run = Copies::<R>::new(rule, at(0.1, tau), [1, 77], 80);
            run.run(300, &Matrix::scalar(1, 1.2), 0.0);
            run.theta
                .iter()
                .chain(&run.state[..run.state.len().min(77)])
                .map(|x| x.to_f64())
                .collect::<Vec<_>>()
        });
        assert!(cold.iter().all(|x| *x != 0.0));
        assert!(cold.iter().zip(&warm).all(|(x, y)| 2.0 * x == *y), "{rule:?}");
    }
    let published = Momentum { form: MomentumForm::Published, ..Momentum::default() };
    let drawn = Sghmc { velocity: Velocity::Drawn, redraw_interval: 7, ..Sghmc::default() };
    for rule in [
        Rule::SGLD,
        Rule::msgld(),
        Rule::with_drift(Drift::Momentum(published)),
        Rule::Sghmc(drawn),
        Rule::Aboba(Aboba { velocity: Velocity::Drawn, ..Aboba::default() }),
        Rule::Baoab(Baoab { velocity: Velocity::Drawn, ..Baoab::default() }),
    ] {
        check::<f64>(rule);
        check::<f32>(rule);
    }
}

/// What is shown here of single steps holds for chains: their driver takes the same ones, to the bit.
#[test]
fn a_chain_takes_these_steps() {
    const LEN: usize = 77;
    fn check<R: Real>(rule: Rule) {
        let seed = 81;
        let mut run = Copies::<R>::new(rule, at(1e-3, 0.8), [1, LEN], seed);
        run.run(50, &Matrix::scalar(1, 1.0), 0.0);
        let settings = RuleSettings {
            temperature: Schedule::constant(0.8),
            ..RuleSettings::new(rule, Schedule::constant(1e-3))
        };
        let settings =
            ChainSettings { seed, ..ChainSettings::new(1, BatchSettings::All, Sampler::Rule(settings)) };
        let mut chain = begin::<R>(&settings, &[R::default(); LEN]);
        chain.run(50, &mut Normal { variance: 1.0 }, None).expect("good steps");
        let theta = chain.theta().expect("its memory");
        assert!(theta.iter().zip(&run.theta).all(|(a, b)| a.to_bits_u64() == b.to_bits_u64()), "{rule:?}");
    }
    let vectors = Vectors::new(LEN);
    for rule in
        registry::rules(&vectors).into_iter().filter(|rule| rule.host_terms::<f64>() == HostTerms::None)
    {
        check::<f64>(rule);
        check::<f32>(rule);
    }
}
