//! Sentences with their numbers, in strings and in bytes.

use super::super::support::{Normal, sgld};
use super::advice::text;
use super::look;
use sgmcmc::{BatchSettings, ChainSettings, Finding, PilotSettings};

#[test]
fn sentences_have_their_numbers() {
    let mut found = look::<f64>(
        &PilotSettings::default(),
        &ChainSettings::new(1, BatchSettings::All, sgld(0.01, 1.0)),
        &[0.0],
        &mut Normal { variance: 1.0 },
    )
    .report;
    for (number, written) in [
        (0.0, "0"),
        (1.0, "1"),
        (-2.5, "-2.5"),
        (999_999.0, "999999"),
        (1e6, "1e6"),
        (123.456, "123"),
        (99.95, "100"),
        (12.04, "12"),
        (12.06, "12.1"),
        (0.1, "0.1"),
        (0.012_34, "0.0123"),
        (0.000_1, "0.0001"),
        (0.000_012_34, "1.23e-5"),
        (0.999_6, "1"),
        (9.996e-5, "0.0001"),
        (6.02e23, "6.02e23"),
        (1e-300, "1e-300"),
        (4.9e-324, "4.94e-324"),
        (f64::MAX, "1.8e308"),
        (f64::INFINITY, "infinity"),
        (f64::NEG_INFINITY, "-infinity"),
        (f64::NAN, "NaN"),
    ] {
        (found.curvature, found.step_size) = (number, 0.5);
        let sentence = format!("The curvature, {written}, limits the step size to 0.5: where ");
        assert!(text(&found).starts_with(&sentence), "{number}: {}", text(&found));
    }
    // Every finding has a code of its own, a name and a sentence that ends.
    found.findings = u64::MAX;
    let whole = text(&found);
    assert_eq!(whole.lines().count(), Finding::ALL.len());
    for room in [0, 1, 100, whole.len() - 1, whole.len(), whole.len() + 10] {
        let mut bytes = vec![b'~'; room];
        assert_eq!(found.write_bytes(&mut bytes), whole.len());
        let taken = room.min(whole.len());
        assert_eq!(&bytes[..taken], &whole.as_bytes()[..taken]);
        assert!(bytes[taken..].iter().all(|byte| *byte == b'~'));
    }
    for (i, finding) in Finding::ALL.iter().enumerate() {
        let mut sentence = String::new();
        finding.write(&found, &mut sentence).expect("a string");
        assert_eq!(*finding as usize, i + 1, "{}", finding.name());
        assert!(sentence.ends_with('.') && !sentence.contains('#'), "{sentence}");
    }
}
