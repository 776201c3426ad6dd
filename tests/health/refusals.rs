//! What is refused, sentences, and the ends of ranges.

use super::super::support::{Normal, begin, memory, ruled, sgld};
use sgmcmc::rule::{Lattice, Rule};
use sgmcmc::{BatchSettings, Chain, ChainSettings, Error, Health, HealthFinding, HealthSettings, StepError};

const SETTINGS: HealthSettings = HealthSettings { window: 1000, tolerance: 0.075 };

#[test]
fn settings_have_ranges() {
    assert_eq!(HealthSettings::default(), SETTINGS);
    for window in [0, 99, (1 << 32) + 1, u64::MAX] {
        assert_eq!(Health::new(&HealthSettings { window, ..SETTINGS }), Err(Error::HealthWindow));
    }
    for tolerance in [0.0, -1.0, 1.000_001, f64::NAN, f64::INFINITY] {
        assert_eq!(Health::new(&HealthSettings { tolerance, ..SETTINGS }), Err(Error::HealthTolerance));
    }
    for (window, tolerance) in [(100, 1.0), (1 << 32, 1e-300)] {
        let settings = HealthSettings { window, tolerance };
        assert!(Health::new(&settings).is_ok());
    }
}

#[test]
fn one_health_is_of_one_chain() {
    let settings = ChainSettings::new(1, BatchSettings::All, sgld(0.05, 1.0));
    let [mut first, mut second] = [memory::<f64>(&settings, 3), memory::<f64>(&settings, 40)];
    let mut chain = Chain::new(&settings, &[0.1; 3], &mut first).expect("in range");
    let mut other = Chain::new(&settings, &[0.1; 40], &mut second).expect("in range");
    let mut model = Normal { variance: 1.0 };
    let mut health = Health::new(&SETTINGS).expect("in range");
    assert_eq!(health.report(chain.state(), None, None).expect("any chain").findings, 0);
    chain.run_with_health(20, &mut model, None, 2, &mut health).expect("good steps");
    let before = health;
    let refused = StepError::Refused(Error::HealthChain);
    assert_eq!(other.run_with_health(30, &mut model, None, 30, &mut health), Err(refused));
    assert_eq!(health.report(other.state(), None, None), Err(Error::HealthChain));
    assert_eq!(other.statistics().step_count, 30, "the step was done");
    let (state, memory) = chain.into_parts();
    // The same step again, another length, memory that is too short.
    assert_eq!(health.look(&state, memory, None), Err(Error::HealthChain));
    assert_eq!(health.look(other.state(), memory, None), Err(Error::MemoryTooSmall));
    assert_eq!(health, before, "nothing was taken in");
    let mut chain = Chain::from_parts(state, memory).expect("its memory");
    let interval = StepError::Refused(Error::ProgressInterval);
    assert_eq!(chain.run_with_health(30, &mut model, None, 0, &mut health), Err(interval));
    // What is refused before a step is no step's refusal.
    assert_eq!(health, before);
}

#[test]
fn sentences_end_with_what_to_change() {
    let settings = ChainSettings::new(1, BatchSettings::All, sgld(0.05, 1.0));
    let chain = begin::<f64>(&settings, &[0.1; 3]);
    let health = Health::new(&SETTINGS).expect("in range");
    let mut report = health.report(chain.state(), None, None).expect("any chain");
    assert_eq!(report.write_bytes(&mut []), 0);
    (report.findings, report.r_hat) = (u64::MAX, 2.0);
    let text = super::text(&report);
    assert_eq!(text.lines().count(), HealthFinding::ALL.len());
    let mut bytes = vec![0; text.len()];
    assert_eq!(report.write_bytes(&mut bytes), text.len());
    assert_eq!(bytes, text.as_bytes());
    assert!(text.is_ascii() && !text.contains('#'));
    let mut before = 0;
    for (finding, line) in HealthFinding::ALL.iter().zip(text.lines()) {
        assert!(*finding as u32 > before, "{}", finding.name());
        before = *finding as u32;
        assert!(line.ends_with('.') && line.len() > 60, "{line}");
    }
}

/// What nobody has looked at has no share of moves that were cut, though some were.
#[test]
fn before_a_look_shares_are_not_known() {
    let mut model = Normal { variance: 1e-4 };
    let rule = ruled(Rule::Lattice(Lattice::default()), 1.0, 1.0);
    let settings = ChainSettings::new(1, BatchSettings::All, rule);
    let mut chain = begin::<f64>(&settings, &[0.1; 2]);
    let mut health = Health::new(&SETTINGS).expect("in range");
    chain.run(2000, &mut model, None).expect("good steps");
    assert!(chain.statistics().clamped_count > 1000);
    let report = health.report(chain.state(), None, None).expect("any chain");
    assert!(report.clamped_share.is_nan() && report.findings == 0, "{report:?}");
    chain.run_with_health(2000, &mut model, None, 1, &mut health).expect("good steps");
    let report = health.report(chain.state(), None, None).expect("its chain");
    assert!(
        (0.1..=1.0).contains(&report.clamped_share) && report.has(HealthFinding::LatticeCut),
        "{report:?}"
    );
}
