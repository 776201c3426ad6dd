//! Schedules within chains: their values used step by step or epoch by epoch, cycles, and what the host says.

use crate::support::{Answer, Call, GaussianData, Level, Recorder, begin};
use sgmcmc::prior::Prior;
use sgmcmc::rng::{Generators, fill_normals};
use sgmcmc::rule::{Aboba, Baoab, Rule, Sghmc, Sgnht, Velocity};
use sgmcmc::schedule::Schedule;
use sgmcmc::{
    Batch, BatchSettings, ChainSettings, Draw, Error, Interrupt, Model, Moments, MomentsOf, Observer,
    RuleSettings, Sampler, ScheduleUnit, Step,
};

const DATA_LEN: u32 = 20;
const DIM: usize = 5;

fn settings(batch: BatchSettings, rule: RuleSettings<'static>) -> ChainSettings<'static> {
    ChainSettings { seed: 4, ..ChainSettings::new(DATA_LEN, batch, Sampler::Rule(rule)) }
}

fn sgld(step_size: Schedule, temperature: Schedule, schedule_unit: ScheduleUnit) -> RuleSettings<'static> {
    RuleSettings { temperature, schedule_unit, ..RuleSettings::new(Rule::SGLD, step_size) }
}

fn schedules() -> [Schedule; 6] {
    [
        Schedule::constant(0.5),
        Schedule::constant(0.5).with_warm_up(6),
        Schedule::step_decay(0.5, 0.5, 2).with_floor(0.3).with_warm_up(3),
        Schedule::polynomial(0.5, 1.0, 0.75),
        Schedule::step_decay(0.5, 0.5, 3),
        Schedule::cyclical(0.5, 4, 0.0),
    ]
}

/// θ + sqrt(2 η_k τ_k) ξ_k, bit for bit.
#[test]
fn every_step_has_its_step_size_and_temperature() {
    for step_size in schedules() {
        for temperature in schedules() {
            let rule = sgld(step_size, temperature, ScheduleUnit::Step);
            let settings = settings(BatchSettings::All, rule);
            let mut chain = begin::<f64>(&settings, &[0.0; DIM]);
            let mut noise = Generators::new(4, 0).expect("chain 0").noise;
            let mut theta = [0.0; DIM];
            for k in 0..13 {
                let (eta, tau) = (step_size.at(k).expect("built in"), temperature.at(k).expect("built in"));
                if k == 0 {
                    assert_eq!((chain.statistics().step_size, chain.statistics().temperature), (eta, tau));
                }
                let mut xi = [0.0; DIM];
                fill_normals(&mut noise, &mut xi);
                theta.iter_mut().zip(xi).for_each(|(theta, xi)| *theta += xi * (2.0 * eta * tau).sqrt());
                chain.step(&mut Level).expect("a good step");
                assert_eq!(chain.theta(), Ok(&theta[..]), "{step_size:?}, {temperature:?} at {k}");
                assert_eq!((chain.statistics().step_size, chain.statistics().temperature), (eta, tau));
            }
        }
    }
}

/// k is the number of times that n data have been seen: it changes in the step after the one that completed them.
#[test]
fn epochs_are_counted_in_data_seen() {
    let caller: [&[u32]; 4] = [&[1, 2, 3, 4, 5, 6, 7], &[0; 13], &[5], &[9; 45]];
    for (batch, lens) in [
        (BatchSettings::WithoutReplacement(6), &[6][..]),
        (BatchSettings::WithReplacement(6), &[6]),
        // 20 = 3 · 6 + 2.
        (BatchSettings::Epochs(6), &[6, 6, 6, 2]),
        (BatchSettings::All, &[20]),
        (BatchSettings::WithoutReplacement(20), &[20]),
        (BatchSettings::Caller, &[7, 13, 1, 45]),
    ] {
        let rule = sgld(Schedule::CALLBACK, Schedule::CALLBACK, ScheduleUnit::Epoch);
        let settings = settings(batch, rule);
        let mut chain = begin::<f64>(&settings, &[0.0; DIM]);
        let mut model = Recorder::new(Level);
        model.schedules = [|k| 1.0 / (k + 1) as f64, |k| k as f64];
        let mut seen = 0;
        for (step, len) in lens.iter().cycle().take(23).enumerate() {
            match batch {
                BatchSettings::Caller => chain.step_with_batch(caller[step % 4], &mut model),
                _ => chain.step(&mut model),
            }
            .expect("a good step");
            let k = seen / u64::from(DATA_LEN);
            assert_eq!(
                model.take()[..2],
                [Call::StepSize(k), Call::Temperature(k)],
                "{batch:?}, step {step}"
            );
            let statistics = chain.statistics();
            assert_eq!((statistics.step_size, statistics.temperature), (1.0 / (k + 1) as f64, k as f64));
            seen += len;
        }
    }
}

/// Four steps of ten explore: cold, as gradient ascent is, and unkept; the last of ten ends the cycle.
#[test]
fn cycles_explore_and_end() {
    let cyclical = Schedule::cyclical(0.01, 10, 0.4);
    for (step_size, temperature) in [
        (cyclical, Schedule::constant(1.0)),
        (Schedule::constant(0.01), cyclical),
        // The host is not asked for the temperature of a step that is cold.
        (cyclical, Schedule::CALLBACK),
    ] {
        let rule = sgld(step_size, temperature, ScheduleUnit::Step);
        let base = settings(BatchSettings::WithoutReplacement(6), rule);
        let settings = ChainSettings { moments: Moments::Both, burn_in: 3, thinning: 2, ..base };
        let mut chain = begin::<f64>(&settings, &[0.0; DIM]);
        let mut model = Recorder::new(GaussianData::spread(DATA_LEN as usize, DIM));
        let mut kept = Vec::new();
        for k in 0..35 {
            let explores = k % 10 < 4;
            let before = chain.theta().expect("its memory").to_vec();
            let step = chain.step(&mut model).expect("a good step");
            // After 3 steps of burn-in every second one.
            let due = k >= 4 && k % 2 == 0;
            let (kept_now, ends_cycle) = (due && !explores, k % 10 == 9);
            let Step { index, kept: step_kept, accepted, ends_cycle: step_ends, saturated, .. } = step;
            let did = (index, step_kept, accepted, step_ends, saturated);
            assert_eq!(did, (k, kept_now, true, ends_cycle, false));
            let theta = chain.theta().expect("its memory").to_vec();
            if step.kept {
                kept.push((theta[0], chain.statistics().step_size));
            }
            let calls = model.take();
            let Some(Call::LogLikelihood { gradient: Some(gradient), .. }) = calls.last() else { panic!() };
            let eta = chain.statistics().step_size;
            let cold: Vec<f64> =
                before.iter().zip(gradient).map(|(theta, g)| theta + g * f64::from(DATA_LEN) * eta).collect();
            assert_eq!(theta == cold, explores, "step {k}");
            assert_eq!(chain.statistics().temperature == 0.0, explores);
            assert_eq!(calls.contains(&Call::Temperature(k)), temperature == Schedule::CALLBACK && !explores);
        }
        let (mut mean, mut variance) = ([0.0; DIM], [0.0; DIM]);
        assert_eq!(chain.statistics().kept_count, kept.len() as u64);
        chain.moments(MomentsOf::Plain, &mut mean, &mut variance).expect("asked for");
        let plain = kept.iter().map(|(theta, _)| theta).sum::<f64>() / kept.len() as f64;
        assert!((mean[0] - plain).abs() < 1e-14, "explored draws are in the mean");
        chain.moments(MomentsOf::Weighted, &mut mean, &mut variance).expect("asked for");
        let total: f64 = kept.iter().map(|(_, weight)| weight).sum();
        let weighted = kept.iter().map(|(theta, weight)| theta * weight).sum::<f64>() / total;
        assert!((mean[0] - weighted).abs() < 1e-14, "explored draws are in the weighted mean");
    }
}

/// No floor warms an exploring step, and a warm-up moves no cycle: its draws are kept like others.
#[test]
fn exploring_steps_are_cold_whatever_the_floor() {
    let cyclical = Schedule::cyclical(1.0, 10, 0.4).with_floor(0.5).with_warm_up(25);
    let rule = sgld(Schedule::constant(0.01), cyclical, ScheduleUnit::Step);
    let settings = settings(BatchSettings::All, rule);
    let mut chain = begin::<f64>(&settings, &[0.0; DIM]);
    for k in 0..50 {
        let step = chain.step(&mut Level).expect("a good step");
        let explores = k % 10 < 4;
        assert_eq!((step.kept, step.ends_cycle), (!explores, k % 10 == 9), "{k}");
        let expected = if explores { 0.0 } else { cyclical.at(k).expect("built in") };
        assert_eq!(chain.statistics().temperature, expected, "{k}");
    }
}

/// A Gaussian prior of precision 10 makes θ grow without end from η = 0.2 on, which a warm-up reaches later.
#[test]
fn a_warm_up_that_leads_to_an_unstable_step_is_refused() {
    let made = |step_size: Schedule| {
        let rule = sgld(step_size, Schedule::constant(1.0), ScheduleUnit::Step);
        let prior = Prior::gaussian(0.0, 10.0);
        ChainSettings { prior, ..settings(BatchSettings::All, rule) }.memory_len::<f64>(DIM).err()
    };
    assert_eq!(made(Schedule::constant(0.199).with_warm_up(100)), None);
    assert_eq!(made(Schedule::constant(0.201).with_warm_up(100)), Some(Error::Unstable));
    // From 0.012 in the first step up to 0.421875 of the setting: 0.198 and 0.2025.
    let decay = |initial| Schedule::step_decay(initial, 0.75, 10).with_warm_up(40);
    assert_eq!((made(decay(0.47)), made(decay(0.48))), (None, Some(Error::Unstable)));
    // What the first step is, the precision must hold, too: 1e-30 / 2^40 is no f32, and 1e300 · 1 neither.
    let single = |step_size: Schedule| {
        let rule = sgld(step_size, Schedule::constant(1.0), ScheduleUnit::Step);
        settings(BatchSettings::All, rule).memory_len::<f32>(DIM).err()
    };
    assert_eq!(single(Schedule::constant(1e-35).with_warm_up(1 << 40)), Some(Error::StepSize));
    assert_eq!(single(Schedule::constant(1e40).with_warm_up(1 << 40)), Some(Error::StepSize));
    assert_eq!(single(Schedule::constant(1e-35).with_warm_up(4)), None);
}

/// A cycle of C steps samples in its last one at least, so 1 - 1/C is the largest share that explores.
#[test]
fn a_cycle_that_only_explores_is_refused() {
    for len in [1, 2, 3, 7, 10, 100, 1 << 40] {
        let most = (len - 1) as f64 / len as f64;
        assert_eq!(Schedule::cyclical(0.3, len, most).check_step_size(), Ok(()), "{len}");
        let more = most + f64::EPSILON;
        assert!(Schedule::cyclical(0.3, len, more).explores(len - 1), "{len}");
        assert_eq!(Schedule::cyclical(0.3, len, more).check_step_size(), Err(Error::Exploration), "{len}");
        assert_eq!(Schedule::cyclical(0.3, len, more).check_temperature(), Err(Error::Exploration), "{len}");
    }
}

/// By epochs, a cycle of two lasts until forty data have been seen; a run shows its observer no draw that explored.
#[test]
fn cycles_of_epochs_end_with_their_last_step() {
    let cyclical = Schedule::cyclical(0.01, 2, 0.5);
    let rule = sgld(cyclical, Schedule::constant(1.0), ScheduleUnit::Epoch);
    let settings = settings(BatchSettings::Epochs(6), rule);
    let mut chain = begin::<f64>(&settings, &[0.0; DIM]);
    let mut model = Recorder::new(GaussianData::spread(DATA_LEN as usize, DIM));
    let mut seen = Vec::new();
    let mut observer = |draw: &Draw<'_, f64>| {
        seen.push((draw.step, draw.ends_cycle));
        Ok(())
    };
    let observer: &mut dyn Observer<f64> = &mut observer;
    chain.run(17, &mut model, Some(observer)).expect("good steps");
    // Four steps an epoch: the first of two explores.
    let expected =
        [(4, false), (5, false), (6, false), (7, true), (12, false), (13, false), (14, false), (15, true)];
    assert_eq!(seen, expected);
}

/// Two cycles at once: each one's end counts, and either may explore.
#[test]
fn cycles_of_step_size_and_temperature_need_not_agree() {
    let rule = sgld(Schedule::cyclical(0.01, 4, 0.25), Schedule::cyclical(1.0, 6, 0.5), ScheduleUnit::Step);
    let settings = settings(BatchSettings::All, rule);
    let mut chain = begin::<f64>(&settings, &[0.0; DIM]);
    for k in 0..24 {
        let step = chain.step(&mut Level).expect("a good step");
        assert_eq!(step.ends_cycle, k % 4 == 3 || k % 6 == 5, "{k}");
        assert_eq!(step.kept, k % 4 >= 1 && k % 6 >= 3, "{k}");
        assert_eq!(chain.statistics().temperature == 0.0, !step.kept, "{k}");
    }
}

/// A step that the host's schedule or its likelihood stopped is asked for again under the same k.
#[test]
fn a_step_that_failed_is_counted_once() {
    struct Stumbling(u32, Vec<u64>);
    impl Model<f64> for Stumbling {
        fn log_likelihood(&mut self, _: &[f64], _: Batch<'_>, _: Option<&mut [f64]>) -> Answer {
            self.0 += 1;
            if self.0 % 3 == 1 { Err(Interrupt::Stop(1)) } else { Ok(0.0) }
        }
        fn step_size(&mut self, k: u64) -> Answer {
            self.1.push(k);
            Ok(0.1)
        }
    }
    let rule = sgld(Schedule::CALLBACK, Schedule::constant(1.0), ScheduleUnit::Step);
    let settings = settings(BatchSettings::All, rule);
    let mut chain = begin::<f64>(&settings, &[0.0; DIM]);
    assert!(chain.statistics().step_size.is_nan(), "the host has not said");
    let mut model = Stumbling(0, Vec::new());
    let done = (0..6).map(|_| chain.step(&mut model).is_ok()).collect::<Vec<_>>();
    assert_eq!(done, [false, true, true, false, true, true]);
    assert_eq!(model.1, [0, 0, 1, 2, 2, 3]);
}

/// A velocity starts at the temperature of its first step, not at the largest: N(0, η τ) in SGHMC.
#[test]
fn a_drawn_velocity_is_as_warm_as_the_first_step() {
    let velocity = Velocity::Drawn;
    let rule = Rule::Sghmc(Sghmc { velocity, friction: 1e-9, ..Sghmc::default() });
    let start = |warm_up: u64| {
        let [step_size, temperature] =
            [0.01, 1.0].map(|value| Schedule::constant(value).with_warm_up(warm_up));
        let rule = RuleSettings { temperature, ..RuleSettings::new(rule, step_size) };
        let settings = settings(BatchSettings::All, rule);
        let mut chain = begin::<f64>(&settings, &[0.0; DIM]);
        let statistics = chain.statistics();
        assert_eq!(statistics.step_size, 0.01 / warm_up.max(1) as f64);
        assert_eq!(statistics.temperature, 1.0 / warm_up.max(1) as f64);
        chain.step(&mut Level).expect("a good step");
        chain.theta().expect("its memory")[0]
    };
    // sqrt(η τ) is a fourth; the noise of a friction of 1e-9 has a deviation of 4.5e-5 times that.
    let ratio = start(4) / start(0);
    assert!(f64::abs(ratio - 0.25) < 1e-3, "{ratio}");
}

/// What the host has not said yet cannot be drawn by: a velocity then starts at zero, and every θ is a number.
#[test]
fn a_drawn_velocity_waits_for_no_host() {
    let velocity = Velocity::Drawn;
    let rules = [
        Rule::Sghmc(Sghmc { velocity, friction: 1e-9, ..Sghmc::default() }),
        Rule::Aboba(Aboba { velocity, friction: 1e-9 }),
        Rule::Baoab(Baoab { velocity, friction: 1e-9 }),
        Rule::Sgnht(Sgnht { velocity, friction: 1e-9, ..Sgnht::default() }),
    ];
    for rule in rules {
        for [step_size, temperature] in [
            [Schedule::CALLBACK, Schedule::CALLBACK],
            [Schedule::CALLBACK, Schedule::constant(1.0)],
            [Schedule::constant(0.01), Schedule::CALLBACK],
            [Schedule::constant(0.01), Schedule::constant(1.0)],
        ] {
            let schedules = RuleSettings { temperature, ..RuleSettings::new(rule, step_size) };
            let settings = settings(BatchSettings::All, schedules);
            let mut chain = begin::<f64>(&settings, &[0.0; DIM]);
            let mut model = Recorder::new(Level);
            model.schedules = [|_| 0.01, |_| 1.0];
            chain.step(&mut model).expect("a good step");
            let theta = chain.theta().expect("its memory");
            // Without friction a first step is the velocity's, of size sqrt(ητ d).
            let size = theta.iter().map(|x| x * x).sum::<f64>().sqrt();
            let said = step_size != Schedule::CALLBACK && temperature != Schedule::CALLBACK;
            assert!(
                size.is_finite() && (size > 1e-3) == said,
                "{rule:?}: {size} by {step_size:?}, {temperature:?}"
            );
        }
    }
}
