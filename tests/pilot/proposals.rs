//! What a pilot says of proposals: where they start, and what the batches' noise leaves of their acceptance.

use super::super::support::{GaussianData, begin, memory, metropolis};
use super::advice::{MODEL, of, report, text};
use super::{look, near};
use sgmcmc::mh::{MetropolisHastings, NoiseScale, Proposal};
use sgmcmc::prior::Prior;
use sgmcmc::{BatchSettings, Chain, ChainSettings, Finding, MemoryUnit, PilotSettings, Sampler};

#[test]
fn batch_noise_caps_acceptance() {
    let walk = Proposal::random_walk(0.1);
    let of_scale = |scale: f64, refresh_len: u32| {
        let sampler = metropolis(walk, scale, |mh| mh.refresh_len = refresh_len);
        // θ = 10: the likelihood varies.
        look::<f64>(
            &PilotSettings { pair_count: 4096, ..PilotSettings::default() },
            &of(sampler),
            &[10.0],
            &mut { MODEL },
        )
        .report
    };
    let unit = of_scale(1.0, 0).noise_scale;
    for (s, refresh_len) in [(0.2, 0), (1.0, 0), (1.0, 1), (3.0, 3), (10.0, 1), (200.0, 1)] {
        let found = of_scale(s / unit, refresh_len);
        near("s", found.noise_scale, s, 1e-9);
        let share = if refresh_len == 0 { 1.0 } else { f64::from(refresh_len) / 10.0 * 1000.0 / 990.0 };
        // Beyond three deviations the formula is no law of the noise's tails.
        let cap = libm::erfc(0.5 * (s * share.sqrt()).min(3.0));
        near("the cap", found.acceptance_cap, cap, 1e-9);
        let cap_of = |k: f64| libm::erfc(0.5 * s * (k / 10.0 * 1000.0 / 990.0).sqrt());
        let k = f64::from(found.refresh_len);
        assert!(cap_of(k) >= 0.8 || k == 1.0 || s < 0.3, "k = {k} leaves {}", cap_of(k));
        assert!(cap_of(k + 1.0) < 0.8 || k == 10.0, "k = {} would do", k + 1.0);
        assert_eq!(found.has(Finding::AcceptanceCapped), cap < 0.8 && cap_of(1.0) >= 0.8, "{}", text(&found));
        assert_eq!(found.has(Finding::ScaleTooLarge), cap_of(1.0) < 0.8);
        assert_eq!(found.has(Finding::NoStepSize), cap < 0.234);
        // Every number of it is one.
        assert!(!text(&found).contains("NaN"), "{}", text(&found));
    }
    let whole = ChainSettings { batch: BatchSettings::All, ..of(metropolis(walk, 1000.0, |_| ())) };
    let found = report(&whole);
    assert_eq!((found.findings, found.acceptance_cap), (0, 1.0));
}

#[test]
fn proposals_start_where_langevin_is_accepted() {
    let sampler =
        |step_size: f64| metropolis(Proposal::sgld(step_size, NoiseScale::Langevin), 1000.0, |_| ());
    let settings = |step_size: f64| ChainSettings {
        batch: BatchSettings::All,
        prior: Prior::gaussian(0.0, 1e-9),
        ..of(sampler(step_size))
    };
    let theta = [0.0; 20];
    let found = look::<f64>(&PilotSettings::default(), &settings(1.0), &theta, &mut { MODEL }).report;
    let settings = settings(found.step_size);
    let mut chain = begin::<f64>(&settings, &theta);
    chain.run(20_000, &mut { MODEL }, None).expect("a good run");
    let acceptance = chain.statistics().mean_acceptance;
    println!("ε = {}, accepted {acceptance}", found.step_size);
    assert!((0.45..0.7).contains(&acceptance));
}

/// What a warm-up has found counts, not what the settings began with.
#[test]
fn the_refresh_that_a_warm_up_has_found_is_the_chains() {
    let walk = Proposal::random_walk(0.0);
    let sampler = Sampler::MetropolisHastings(MetropolisHastings::tuned(walk, 4.0));
    let settings = ChainSettings { burn_in: 4000, ..of(sampler) };
    let mut memory = memory::<f64>(&settings, 6);
    let mut chain = Chain::new(&settings, &[0.0; 6], &mut memory).expect("in range");
    let mut model = GaussianData::normal(1000, 6);
    let pilot = PilotSettings { pair_count: 1024, ..PilotSettings::default() };
    let mut room = vec![MemoryUnit::default(); chain.warm_up_len(&pilot).expect("a length")];
    chain.warm_up(&pilot, &mut room, u64::MAX, &mut model).expect("good steps");
    let found = chain.statistics().refresh_len;
    let (state, memory) = chain.into_parts();
    let report = pilot.look(&state, memory, None, &mut room, &mut model).expect("a good look").report;
    println!("k = {found}: {report:#?}");
    assert!((1..10).contains(&found));
    let share = f64::from(found) / 10.0 * 1000.0 / 990.0;
    let cap = libm::erfc(0.5 * report.noise_scale * share.sqrt());
    near("the cap", report.acceptance_cap, cap, 1e-9);
    assert!(!report.has(Finding::NoStepSize) && report.acceptance_cap > 0.5);
}
