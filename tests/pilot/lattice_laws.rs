//! What a pilot says of lattice walks that clamp rarely, whose steps are long, or whose steps rounding changes, against
//! their exact laws.

use super::super::support::{Each, GaussianData, begin, ruled};
use super::lattice::{on_a_line, text, walk};
use super::{look, near};
use sgmcmc::precond::Preconditioner;
use sgmcmc::rule::{Lattice, Rule};
use sgmcmc::{
    BatchSettings, ChainSettings, Finding, Health, HealthFinding, HealthSettings, PilotReport, PilotSettings,
    Real, Sampler,
};

/// `data_len` - 1 of N(0, 1), and one at 60.
fn with_one_far_away(data_len: usize) -> (GaussianData, f64) {
    let mut data = GaussianData::normal(data_len - 1, 1);
    data.x.push(60.0);
    let mean = data.mean(0);
    (data, mean)
}

/// A step at which drifts of half of that datum's are clamped.
fn step(data_len: usize, batch_len: u32) -> f64 {
    let limit = 0.5 * 60.0 * data_len as f64 / f64::from(batch_len);
    2.0 / (limit * limit)
}

/// With 64 pairs: one datum of up to 128 is seen with every seed, in batches of one as in longer ones, also where the last
/// of an epoch are fewer than a batch.
#[test]
#[ignore = "takes seconds: -- --ignored"]
fn one_datum_is_seen_where_all_are_looked_at() {
    for (batch, batch_len, data_lens) in [
        (BatchSettings::WithoutReplacement(1), 1, &[20, 32, 33, 50, 64, 65, 128][..]),
        (BatchSettings::WithReplacement(1), 1, &[50]),
        (BatchSettings::Epochs(1), 1, &[50]),
        (BatchSettings::WithoutReplacement(2), 2, &[65, 99, 127]),
    ] {
        for &data_len in data_lens {
            let (mut data, mean) = with_one_far_away(data_len);
            let own = step(data_len, batch_len);
            let exact = on_a_line(&data, batch_len as usize, own).shift.abs();
            let settings = walk(data_len as u32, batch, own);
            let mut beyond = 0;
            for seed in 0..5 {
                let pilot = PilotSettings { seed, pair_count: 64, ..PilotSettings::default() };
                let found = look::<f64>(&pilot, &settings, &[mean], &mut data).report;
                assert!(found.has(Finding::Clamped), "{batch:?}, n {data_len}: {}", text(&found));
                near("the shift", found.predicted_shift, exact, 0.1);
                let there = on_a_line(&data, batch_len as usize, found.step_size);
                println!("{batch:?}, n {data_len}: {there:?}");
                let most = if batch_len == 1 { 0.055 } else { 0.1 };
                beyond += u32::from(there.shift.abs() >= most);
            }
            // Of single data it is exact; by one part of them into pairs or two the datum may have one beside it, in either,
            // that is far to the other side.
            assert!(beyond <= u32::from(batch_len > 1), "{batch:?}, n {data_len}: {beyond} of 5");
        }
    }
}

/// One datum is left of 41 by batches of 20: by itself it would be clamped half of the time, and is no batch of this walk.
#[test]
fn what_an_epoch_leaves_is_filled_up() {
    let (mut data, batch) = (GaussianData::normal(41, 1), BatchSettings::WithoutReplacement(20));
    for seed in 0..5 {
        let pilot = PilotSettings { seed, ..PilotSettings::default() };
        let mean = data.mean(0);
        let found = look::<f64>(&pilot, &walk(41, batch, 1e-3), &[mean], &mut data).report;
        assert_eq!(found.clamped_limit, f64::INFINITY, "{found:?}");
    }
}

/// Of 1000 data 128 come, or 128 batches with replacement: the one among them is kept out of the step, and how far it moves
/// the mean is not known.
#[test]
fn one_datum_of_more_is_known_by_chance() {
    for (batch, probability) in [
        (BatchSettings::WithoutReplacement(1), 0.128),
        (BatchSettings::WithReplacement(4), 1.0 - libm::pow(0.999, 512.0)),
    ] {
        let (mut data, mean) = with_one_far_away(1000);
        let len = if batch == BatchSettings::WithReplacement(4) { 4 } else { 1 };
        let settings = walk(1000, batch, step(1000, len));
        let (mut seen, looks) = (0.0, 150);
        for seed in 0..looks {
            let pilot = PilotSettings { seed, pair_count: 64, product_count: 1, ..PilotSettings::default() };
            let found = look::<f64>(&pilot, &settings, &[mean], &mut data).report;
            let is_seen = found.clamped_limit < settings_step(&settings);
            assert_eq!(is_seen, found.predicted_shift.is_nan(), "{found:?}");
            assert!(is_seen || found.predicted_shift == 0.0, "{found:?}");
            seen += f64::from(u8::from(is_seen));
        }
        let error = (probability * (1.0 - probability) / f64::from(looks as u32)).sqrt();
        println!("{batch:?}: seen {}, {probability}", seen / f64::from(looks as u32));
        assert!((seen / f64::from(looks as u32) - probability).abs() < 4.0 * error, "{seen} of {looks}");
    }
    // What comes more often to one side is known.
    let mut data = GaussianData::normal(950, 1);
    data.x.extend([60.0; 50]);
    let (mean, limit) = (data.mean(0), 50_000.0);
    let own = 2.0 / (limit * limit);
    // f/sqrt(H), of all that are far away.
    let exact = 0.05 * (1000.0 * (60.0 - mean) - limit) / libm::sqrt(1000.0);
    let pilot = PilotSettings { pair_count: 250, ..PilotSettings::default() };
    let settings = walk(1000, BatchSettings::WithoutReplacement(1), own);
    let found = look::<f64>(&pilot, &settings, &[mean], &mut data).report;
    near("the shift of fifty", found.predicted_shift, exact, 0.4);
    assert!(found.has(Finding::Clamped), "{}", text(&found));
}

/// Of 1000 data 94 are far to one side, and some 12 of the 128 that come: what chance adds to their square, their number, is
/// taken off. On average over seeds it is that of 94 · 93 pairs of 1000 · 999 then, within 4 % where it would add 8 %.
#[test]
fn what_chance_adds_to_a_shift_is_taken_off() {
    let mut data = GaussianData::normal(906, 1);
    data.x.extend([60.0; 94]);
    let (mean, limit) = (data.mean(0), 30_000.0);
    let settings = walk(1000, BatchSettings::WithoutReplacement(1), 2.0 / (limit * limit));
    let squares = (0..1500).filter_map(|seed| {
        let pilot = PilotSettings { seed, pair_count: 64, product_count: 1, ..PilotSettings::default() };
        let shift = look::<f64>(&pilot, &settings, &[mean], &mut data).report.predicted_shift;
        (!shift.is_nan()).then_some(shift * shift)
    });
    let squares: Vec<f64> = squares.collect();
    let off = 1000.0 * (60.0 - mean) - limit;
    let exact = off * off / 1000.0 * (94.0 * 93.0) / (1000.0 * 999.0) * (127.0 / 128.0);
    assert!(squares.len() > 1450, "{}", squares.len());
    near("the square", squares.iter().sum::<f64>() / squares.len() as f64, exact, 0.04);
}

fn settings_step(settings: &ChainSettings<'_>) -> f64 {
    let Sampler::Rule(rule) = &settings.sampler else { unreachable!("a walk") };
    rule.step_size.largest().expect("constant")
}

/// Exact gradients on N(0, 1) and η from 0.2 to 3; two data and batches of one, which are far from normal. No step lets θ
/// grow without end.
#[test]
fn a_long_step_is_not_unstable() {
    let all = |step_size| walk(1, BatchSettings::All, step_size);
    for (step_size, exact) in [(0.2, 0.0), (0.6, 0.08), (0.7, 0.12), (1.5, 0.5), (2.0, 1.0), (3.0, 2.0)] {
        let mut data = GaussianData::new(&[0.0], 1);
        let found = look::<f64>(&PilotSettings::default(), &all(step_size), &[0.0], &mut data).report;
        // An own law: π over the points kδ, whose moves are up with ½ (1 - clamp(ηk)).
        let up = |k: i32| 0.5 - 0.5 * (step_size * f64::from(k)).clamp(-1.0, 1.0);
        let mut law = vec![1.0];
        for k in -40..40 {
            let stays = up(k + 1) >= 1.0 || up(k) <= 0.0;
            // What no way leads to: the law begins behind it.
            if stays && k < 0 {
                law = vec![0.0; law.len()];
                law.push(1.0);
            } else {
                law.push(law.last().expect("the first") * up(k) / (1.0 - up(k + 1)));
            }
        }
        let total: f64 = law.iter().sum();
        let square = (-40..).zip(&law).map(|(k, p)| p / total * f64::from(k * k)).sum::<f64>();
        println!(
            "η {step_size}: {} of {exact}, {}",
            found.predicted_inflation,
            2.0 * step_size * square - 1.0
        );
        assert!((2.0 * step_size * square - 1.0 - exact).abs() < 1e-3);
        assert!((found.predicted_inflation - exact).abs() < 1e-3, "η {step_size}: {found:?}");
        assert_eq!(found.inflation_at(step_size), found.predicted_inflation);
        assert!(!found.has(Finding::Unstable), "{}", text(&found));
        assert_eq!(found.has(Finding::StepTooLarge), exact > 0.075, "{}", text(&found));
    }
    // Where the lattice lies otherwise: what the rule's text says of 0.8, at the most.
    let mut data = GaussianData::new(&[0.0], 1);
    let found = look::<f64>(&PilotSettings::default(), &all(0.8), &[0.0], &mut data).report;
    assert!(found.predicted_inflation > 0.12 && found.predicted_inflation < 0.14, "{found:?}");
    let mut data = GaussianData::new(&[[0.0, 3.0]; 20].concat(), 1);
    for share in [0.004, 0.008, 0.01] {
        let line = on_a_line(&data, 1, share / 40.0);
        let settings = walk(40, BatchSettings::WithoutReplacement(1), share / 40.0);
        let found = look::<f64>(&PilotSettings::default(), &settings, &[1.5], &mut data).report;
        println!("{share}: {line:?}, {} {}", found.predicted_inflation, found.predicted_shift);
        let exact = line.deviation * line.deviation - 1.0;
        assert!(
            (found.predicted_inflation - exact).abs() < 0.03 && found.predicted_shift < 0.03,
            "{found:?}"
        );
        assert!(!found.has(Finding::Unstable) && !found.has(Finding::StepTooLarge), "{}", text(&found));
    }
}

/// What a run's mean square is, what its pilot and its health say.
fn far<R: Real>(deviation: f64, settings: &ChainSettings<'_>, steps: u64) -> (f64, PilotReport, f64, bool) {
    // N(1000, s²).
    let precision = 1.0 / (deviation * deviation);
    let mut model = Each(|x| (-0.5 * (x - 1000.0) * (x - 1000.0) * precision, (1000.0 - x) * precision));
    let found = look::<R>(&PilotSettings::default(), settings, &[1000.0], &mut model).report;
    let mut chain = begin::<R>(settings, &[R::from_f64(1000.0)]);
    let mut health = Health::new(&HealthSettings::default()).expect("defaults");
    let mut square = 0.0;
    for _ in 0..steps {
        chain.run_with_health(10, &mut model, None, 10, &mut health).expect("good steps");
        let off = chain.theta().expect("its memory")[0].to_f64() - 1000.0;
        square += off * off / (deviation * deviation * steps as f64);
    }
    let report = health.report(chain.state(), None, None).expect("its chain");
    (square, found, report.rounding_share, report.has(HealthFinding::RoundingDrowns))
}

/// δ of so many units in the last place at 1000, in `f32`: the variance is that of the rounded δ in the ratio of the two,
/// which pilot and health both say; `f64` has none of it.
#[test]
#[ignore = "takes seconds: -- --ignored"]
fn a_rounded_step_has_its_variance() {
    let unit = 512.0 * f64::from(f32::EPSILON);
    for (units, diagonal) in [(2.4, 1.0), (3.4, 1.0), (4.6, 1.0), (4.6, 4.0), (12.4, 1.0)] {
        let exact = f64::round(units) / units - 1.0;
        let (delta, root) = (units * unit, libm::sqrt(diagonal));
        // η/s² P = 0.02.
        let deviation = delta / libm::sqrt(0.04);
        let p = [diagonal];
        let preconditioner =
            if diagonal == 1.0 { Preconditioner::Identity } else { Preconditioner::Diagonal(&p) };
        let rule = Rule::Lattice(Lattice { preconditioner, ..Lattice::default() });
        let step_size = 0.5 * (delta / root) * (delta / root);
        let rule = ruled(rule, step_size, 1.0);
        let settings = ChainSettings { burn_in: 1000, ..ChainSettings::new(1, BatchSettings::All, rule) };
        let (square, found, share, drowns) = far::<f32>(deviation, &settings, 40_000);
        println!(
            "{units} units, P {diagonal}: {exact:+.4}, run {square:.4}, {}, {share}",
            found.predicted_inflation
        );
        // Some 8000 independent squares.
        assert!((square - 1.0 - exact).abs() < 0.09, "{square}");
        assert!((found.predicted_inflation - exact).abs() < 1e-4, "{found:?}");
        assert!((share - exact.abs()).abs() < 1e-4, "{share}");
        assert_eq!(found.has(Finding::RoundingBinds), exact.abs() > 0.075, "{}", text(&found));
        assert_eq!(drowns, exact.abs() > 0.075);
        // Half of a unit is 5 % of ten.
        near("the limit", found.rounding_limit * diagonal, 0.5 * (10.0 * unit) * (10.0 * unit), 1e-6);
        let (_, found, share, drowns) = far::<f64>(deviation, &settings, 200);
        assert!(found.predicted_inflation.abs() < 1e-6 && share < 1e-6 && !drowns, "{found:?}");
    }
}
