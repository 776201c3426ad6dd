//! Health: ten sick runs, each named by its code, well ones of which nothing is said, and every number by itself.

mod away;
mod bursts;
mod cannot_tell;
mod counts;
mod divergences;
mod everything;
mod first;
mod judgement;
mod moves;
mod refusals;
mod sentences;
mod sick;
mod temperature;
mod well;

use super::support::memory;
use sgmcmc::{
    Chain, ChainSettings, Health, HealthFinding, HealthReport, HealthSettings, MemoryUnit, Model,
    PilotReport, PilotSettings, Real, StepError,
};

/// A run that was looked at, and a report without and with a pilot at its end.
struct Seen {
    report: HealthReport,
    piloted: HealthReport,
    pilot: Option<PilotReport>,
    done: Result<(), StepError>,
    theta: Vec<f64>,
}

/// Runs a chain from `start`, with a look at every `interval`th step.
fn watch<R: Real>(
    settings: &ChainSettings<'_>,
    start: &[f64],
    model: &mut impl Model<R>,
    step_count: u64,
    interval: u64,
) -> Seen {
    let start: Vec<R> = start.iter().map(|x| R::from_f64(*x)).collect();
    let mut chain_memory = memory::<R>(settings, start.len());
    let mut chain = Chain::new(settings, &start, &mut chain_memory).expect("settings in range");
    let mut health = Health::new(&HealthSettings::default()).expect("defaults");
    let done = chain.run_with_health(step_count, model, None, interval, &mut health);
    let theta = chain.theta().expect("its memory").iter().map(|x| x.to_f64()).collect();
    let report = health.report(chain.state(), None, None).expect("its chain");
    let (state, chain_memory) = chain.into_parts();
    let pilot = PilotSettings::default();
    let mut room = vec![MemoryUnit::default(); pilot.memory_len(&state).expect("defaults")];
    let pilot = pilot.look(&state, chain_memory, None, &mut room, model).ok().map(|pilot| pilot.report);
    let piloted = health.report(&state, pilot.as_ref(), None).expect("its chain");
    let seen = [&report, &piloted].map(text).concat();
    assert!(!seen.contains("NaN"), "{seen}");
    Seen { report, piloted, pilot, done, theta }
}

fn text(report: &HealthReport) -> String {
    let mut text = String::new();
    report.write(&mut text).expect("a string");
    text
}

/// Fails unless these findings are the ones.
#[track_caller]
fn finds(report: &HealthReport, findings: &[HealthFinding]) {
    let found: Vec<_> = HealthFinding::ALL.iter().filter(|finding| report.has(**finding)).collect();
    println!("{findings:?}: {}", text(report));
    assert!(found.iter().copied().eq(findings), "{found:?} instead of {findings:?}: {report:#?}");
}
