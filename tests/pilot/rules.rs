//! Rules and batches whose predictions need more than one formula, against exact laws: short batches of epochs, SGHMC
//! that redraws, BAOAB that compensates; and rules that no step size makes right.

use super::super::support::{Gaussian, GaussianData, LinearChain, Matrix, Normal, ruled, sgld};
use super::advice::{MODEL, Pair, of, report, text};
use super::{look, near};
use sgmcmc::rule::{Baoab, NoiseCompensation, Rule, Sghmc, Sgnht, Splitting, StepParameters};
use sgmcmc::schedule::Schedule;
use sgmcmc::{BatchSettings, ChainSettings, Finding, PilotReport, PilotSettings, RuleSettings, Sampler};

/// The mean over an epoch of SGLD's variance as a multiple of 1/n, for n data of variance `spread` (over n - 1) by N(θ,
/// 1).
///
/// ```text
/// Var mean_i = s² (1/m_i - 1/n),   Cov(mean_i, mean_j) = -s²/n      within an epoch, and none between epochs
/// ```
fn by_epochs(data_len: u32, batch_len: u32, step_size: f64, spread: f64) -> f64 {
    let n = f64::from(data_len);
    let mut lens = vec![f64::from(batch_len); (data_len / batch_len) as usize];
    if !data_len.is_multiple_of(batch_len) {
        lens.push(f64::from(data_len % batch_len));
    }
    let keep = 1.0 - step_size * n;
    // θ after j steps is keep^j times what it was, and this.
    let added = |steps: usize| {
        let mut sum = 0.0;
        for (i, len) in lens.iter().enumerate().take(steps) {
            sum += 2.0 * step_size * libm::pow(keep, 2.0 * (steps - 1 - i) as f64);
            for j in 0..steps {
                let own = if i == j { 1.0 / len } else { 0.0 };
                let decay = libm::pow(keep, (2 * (steps - 1) - i - j) as f64);
                sum += step_size * step_size * n * n * decay * spread * (own - 1.0 / n);
            }
        }
        sum
    };
    let count = lens.len();
    let first = added(count) / (1.0 - libm::pow(keep, 2.0 * count as f64));
    let phases = (1..=count).map(|steps| libm::pow(keep, 2.0 * steps as f64) * first + added(steps));
    n * phases.sum::<f64>() / count as f64
}

#[test]
fn a_short_last_batch_is_counted() {
    for (data_len, batch_len) in
        [(1000, 333), (1000, 499), (1000, 300), (100, 51), (100, 99), (1000, 250), (50, 50)]
    {
        let model = GaussianData::normal(data_len as usize, 1);
        let mean = model.mean(0);
        let spread = model.x.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / f64::from(data_len - 1);
        let pilot = PilotSettings { pair_count: 1024, ..PilotSettings::default() };
        let settings = ChainSettings::new(data_len, BatchSettings::Epochs(batch_len), sgld(1e-9, 1.0));
        let found = look::<f64>(&pilot, &settings, &[mean], &mut { model }).report;
        let [n, m, r] = [data_len, batch_len, data_len % batch_len].map(f64::from);
        let full = n * spread / m * (n - m);
        let short = if r > 0.0 { n * spread / r * (n - r) } else { full };
        let count = (data_len / batch_len) as f64;
        let all = if r > 0.0 { (count * full + short) / (count + 1.0) } else { full };
        if all > 0.0 {
            near("the mean of an epoch's variances", found.noise_direction, all, 0.15);
        } else {
            assert!(found.noise_direction < 1e-20);
        }
        let law = by_epochs(data_len, batch_len, found.step_size, spread);
        println!("n = {data_len}, m = {batch_len}: η = {:.3e}, exactly {law:.4}", found.step_size);
        assert!((1.0..1.055).contains(&law), "n = {data_len}, m = {batch_len}: {law}");
    }
    // What full batches alone would have allowed.
    let law = by_epochs(1000, 333, 4.88e-5, 1.0);
    assert!(law > 5.0, "{law}");
}

/// The mean variance of θ on N(0, 1) over a period of redraws.
fn redrawn(rule: &Sghmc, step_size: f64, noise: f64) -> f64 {
    let target = Gaussian::scalar(1.0).with_noise(noise.sqrt());
    let (step, fresh) = (target.sghmc(rule, &StepParameters::step_size(step_size)), target.redraw(step_size));
    let period: LinearChain = fresh.then(&step.times(rule.redraw_interval));
    let mut covariance = period.covariance();
    let mut sum = 0.0;
    for k in 0..rule.redraw_interval {
        let next = if k == 0 { fresh.then(&step) } else { step.clone() };
        let moved: Matrix = next.map.around(&covariance);
        covariance = &moved + &next.noise;
        sum += covariance.at(0, 0);
    }
    sum / rule.redraw_interval as f64
}

fn quiet(rule: Rule<'_>, step_size: f64) -> PilotReport {
    let sampler = ruled(rule, step_size, 1.0);
    let settings = ChainSettings::new(1, BatchSettings::All, sampler);
    look::<f64>(&PilotSettings::default(), &settings, &[0.0], &mut Normal { variance: 1.0 }).report
}

#[test]
fn redraws_are_predicted() {
    for friction in [0.01, 0.03, 0.1, 0.3, 0.6, 1.0] {
        for redraw_interval in [1, 2, 3, 7, 20, 50, 100] {
            for noise_estimate in [0.0, 0.3 * friction] {
                let rule = Sghmc { friction, redraw_interval, noise_estimate, ..Sghmc::default() };
                let found = quiet(Rule::Sghmc(rule), 1e-5);
                let what = format!("α = {friction}, k = {redraw_interval}, β̂ = {noise_estimate}");
                let law = |step_size| redrawn(&rule, step_size, 0.0) - 1.0;
                let off = found.predicted_inflation - law(1e-5);
                assert!(off.abs() < 3e-4, "{what}: {} is not {}", found.predicted_inflation, law(1e-5));
                // The formula of the documentation.
                let (k, keep) = (redraw_interval as u32, 1.0 - friction);
                let mass = |j| (1.0 - libm::pow(keep, f64::from(j))) / friction;
                let [a, b, c] = (1..=k)
                    .map(|j| [mass(j), libm::pow(keep, f64::from(j)), mass(j) * mass(j)])
                    .fold([0.0; 3], |sum, x| [0, 1, 2].map(|i| sum[i] + x[i]));
                near(
                    &what,
                    found.inflation_base,
                    (b * b + 2.0 * (friction - noise_estimate) * c) / (2.0 * a),
                    1e-9,
                );
                for share in [0.05, 0.125, 0.25] {
                    let step_size = share * found.stability_limit;
                    let off = found.inflation_at(step_size) - law(step_size);
                    assert!(off.abs() < 0.06, "{what}, η = {step_size}: {off} off {}", law(step_size));
                }
                // Noise of variance 0.2/η at a small η.
                let (step_size, noise) = (1e-6, 0.2e6);
                let heat = redrawn(&rule, step_size, noise) - redrawn(&rule, step_size, 0.0);
                near(&what, heat, 0.2 * c / (2.0 * a), 0.02);
                let short = redrawn(&Sghmc { noise_estimate: 0.0, ..rule }, 1e-5, 0.0) < 0.95;
                assert!(
                    !short || found.has(Finding::NoStepSize) && found.has(Finding::RuleBiased),
                    "{what}: {}",
                    text(&found)
                );
                assert!(!text(&found).contains("limits the step size") || !found.has(Finding::NoStepSize));
                assert!(!found.has(Finding::StepTooLarge), "{what}: {}", text(&found));
            }
        }
    }
    // With noise, by a pilot.
    let rule = Sghmc { friction: 0.3, redraw_interval: 2, ..Sghmc::default() };
    let sampler = ruled(Rule::Sghmc(rule), 1e-3, 1.0);
    let found = report(&of(sampler));
    let law = redrawn(&rule, 1e-3, found.noise_direction);
    near("with noise", 1.0 + found.predicted_inflation, law, 1e-3);
    // Next to no redraws, and none.
    let [rare, never] = [10_000, 0].map(|redraw_interval| {
        let found = quiet(Rule::Sghmc(Sghmc { redraw_interval, ..Sghmc::default() }), 1e-3);
        [
            found.inflation_base,
            found.inflation_by_noise,
            found.inflation_by_curvature,
            found.inflation_by_both,
        ]
    });
    assert_eq!(rare, never);
}

/// θ and v by the gradient's noise e and ξ: θ + (1 - α/2) v', v' = v + η(e - qθ), and ½ of the injected noise.
fn compensated(rule: &Baoab, step_size: f64, noise: f64) -> f64 {
    let (keep, alpha) = (1.0 - rule.friction, rule.friction);
    let taken = step_size * noise * (2.0 - alpha) / (4.0 * alpha);
    let injected = step_size * (1.0 - keep * keep) * (1.0 - taken);
    let along = 0.5 * (1.0 + keep);
    let map = Matrix::rows([[1.0 - along * step_size, along], [-keep * step_size, keep]]);
    let brought = step_size * step_size * noise;
    let both = along * keep * brought + 0.5 * injected;
    let noise = Matrix::rows([
        [along * along * brought + 0.25 * injected, both],
        [both, keep * keep * brought + injected],
    ]);
    LinearChain { map, noise }.covariance().at(0, 0)
}

#[test]
fn what_compensation_leaves_of_baoab_is_predicted() {
    for friction in [0.1, 0.3, 1.0] {
        for spread in [0.3, 1.0, 3.0] {
            let rule = Baoab { friction, ..Baoab::default() };
            let noise = spread * spread / 10.0 * 990.0 / 999.0;
            let variance = [noise];
            for compensation in
                [NoiseCompensation::Dense(Some(&variance)), NoiseCompensation::Diagonal(Some(&variance))]
            {
                let settings = RuleSettings::new(Rule::Baoab(rule), Schedule::constant(1e-3));
                let sampler = Sampler::Rule(RuleSettings { compensation, ..settings });
                let model = || Pair { spread, ..MODEL };
                let pilot = PilotSettings { pair_count: 16_384, ..PilotSettings::default() };
                let found = look::<f64>(&pilot, &of(sampler), &[0.0], &mut model()).report;
                let measured = found.noise_direction;
                near("the noise", measured, noise, 0.1);
                for share in [0.01, 0.1, 0.5, 0.9] {
                    let step_size = share * found.stability_limit;
                    let law = compensated(&rule, step_size, measured) - 1.0;
                    let taken = step_size * measured * (2.0 - friction) / (4.0 * friction);
                    let ours = taken * (1.0 / (1.0 - step_size / 4.0) - 1.0);
                    assert!((law - ours).abs() < 1e-9 * (1.0 + law), "{law} is not {ours}");
                    near("1 + inflation", 1.0 + found.inflation_at(step_size), 1.0 + law, 2e-3);
                }
                let law = compensated(&rule, found.step_size, measured) - 1.0;
                println!("α = {friction}, ν² = {measured:.4}: η = {}, {law:.5}", found.step_size);
                assert!(law < 0.0501, "{law}");
                let plain = Sampler::Rule(RuleSettings { compensation: NoiseCompensation::None, ..settings });
                let plain = look::<f64>(&pilot, &of(plain), &[0.0], &mut model()).report;
                near("what it would be", plain.compensated_step_size, found.step_size, 1e-9);
            }
        }
    }
    // Friction 1, ηq = 2, four fifths taken off: 1.8 times the posterior's variance.
    assert!((compensated(&Baoab { friction: 1.0, ..Baoab::default() }, 2.0, 1.6) - 1.8).abs() < 1e-9);
}

#[test]
fn no_step_size_and_a_limit_are_not_said_together() {
    let of_rule = |sgnht: Sgnht, inflation: f64| {
        let sampler = ruled(Rule::Sgnht(sgnht), 1e-5, 1.0);
        let pilot = PilotSettings { inflation, ..PilotSettings::default() };
        look::<f64>(&pilot, &of(sampler), &[0.0], &mut { MODEL }).report
    };
    // Euler's splitting takes 0.0528 off at its default friction.
    let found = of_rule(Sgnht::default(), 0.05);
    let said = text(&found);
    assert!(found.has(Finding::NoStepSize) && found.has(Finding::RuleBiased), "{said}");
    assert!(!said.contains("limits the step size") && said.contains("symmetric splitting"), "{said}");
    assert!(found.step_size > 0.0 && found.inflation_at(found.step_size) < -0.05, "{said}");
    for kept in [
        of_rule(Sgnht::default(), 0.06),
        of_rule(Sgnht { splitting: Splitting::Symmetric, ..Sgnht::default() }, 0.05),
    ] {
        assert!(!kept.has(Finding::NoStepSize) && text(&kept).contains("limits the step size"));
    }
}
