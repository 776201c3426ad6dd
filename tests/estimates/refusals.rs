//! What estimates refuse, and that nothing has changed then.

use super::{Owned, normals};
use sgmcmc::{DrawWeight, Error, EstimateSettings, EstimateState, Estimates, MemoryUnit};

fn settings() -> EstimateSettings {
    EstimateSettings { covariance: true, centroid_count: 16, ..EstimateSettings::new(2) }
}

#[test]
fn settings_outside_their_ranges_are_refused() {
    let refused = |settings: EstimateSettings| settings.memory_len().expect_err("refused");
    assert_eq!(refused(EstimateSettings::new(0)), Error::LengthZero);
    for centroid_count in [1, 15] {
        assert_eq!(refused(EstimateSettings { centroid_count, ..settings() }), Error::CentroidCount);
    }
    for window_len in [1, 30, 33, 1026] {
        assert_eq!(refused(EstimateSettings { window_len, ..settings() }), Error::WindowLen);
    }
    for (len, centroid_count) in [(usize::MAX, 0), (usize::MAX / 8, 0), (1 << 40, 1 << 40)] {
        let settings = EstimateSettings { centroid_count, ..EstimateSettings::new(len) };
        assert_eq!(refused(settings), Error::LengthTooLarge);
        assert_eq!(refused(EstimateSettings { covariance: true, ..settings }), Error::LengthTooLarge);
    }
    let mut short = vec![MemoryUnit::default(); settings().memory_len().unwrap() - 1];
    assert_eq!(EstimateState::new(&settings(), &mut short), Err(Error::MemoryTooSmall));
}

#[test]
fn bad_draws_change_nothing() {
    for weights in [DrawWeight::Equal, DrawWeight::StepSize, DrawWeight::NextStepSize] {
        let mut estimates = Owned::new(&EstimateSettings { weights, ..settings() });
        for draw in normals(3, 60).chunks(2) {
            estimates.state.observe(&mut estimates.memory, draw, 0.1).unwrap();
        }
        let before = estimates.clone();
        let Owned { state, memory } = &mut estimates;
        assert_eq!(state.push(memory, &[1.0], 1.0), Err(Error::LengthMismatch));
        assert_eq!(state.push(memory, &[1.0; 3], 1.0), Err(Error::LengthMismatch));
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(state.push(memory, &[1.0, bad], 1.0), Err(Error::NotFinite));
            assert_eq!(state.push(memory, &[bad as f32, 1.0], 1.0), Err(Error::NotFinite));
            assert_eq!(state.observe(memory, &[bad, 1.0], 1.0), Err(Error::NotFinite));
        }
        for bad in [0.0, -1.0, f64::NAN, f64::INFINITY, 0.9e-100, 1.1e100] {
            assert_eq!(state.push(memory, &[1.0, 2.0], bad), Err(Error::Weight));
            let observed = if weights == DrawWeight::Equal { Ok(()) } else { Err(Error::Weight) };
            assert_eq!(state.clone().observe(&mut memory.clone(), &[1.0, 2.0], bad), observed);
        }
        assert_eq!(state.push(&mut memory[1..], &[1.0, 2.0], 1.0), Err(Error::MemoryTooSmall));
        assert_eq!(state.observe(&mut memory[1..], &[1.0, 2.0], 1.0), Err(Error::MemoryTooSmall));
        assert_eq!(estimates, before);
    }
}

/// Twins that are merged into each other double in number, until no counter holds it.
#[test]
fn more_draws_than_can_be_counted_are_not_merged() {
    let mut twins = [Owned::new(&settings()), Owned::new(&settings())];
    twins.iter_mut().for_each(|it| normals(3, 60).chunks(2).for_each(|draw| it.push(draw, 1.0)));
    let refused = (0..100).find_map(|i| {
        let other = twins[(i + 1) % 2].clone();
        let Owned { state, memory } = &mut twins[i % 2];
        let before = *state;
        let done = state.merge(memory, &other.state, &other.memory);
        done.err().map(|error| (error, before == *state, state.draw_count() > 1 << 62))
    });
    assert_eq!(refused, Some((Error::LengthTooLarge, true, true)));
}

#[test]
fn what_differs_is_not_merged() {
    let mut estimates = Owned::new(&settings());
    normals(3, 60).chunks(2).for_each(|draw| estimates.push(draw, 1.0));
    let before = estimates.clone();
    for (other, error) in [
        (EstimateSettings { len: 3, ..settings() }, Error::LengthMismatch),
        (EstimateSettings { covariance: false, ..settings() }, Error::OtherSettings),
        (EstimateSettings { centroid_count: 17, ..settings() }, Error::OtherSettings),
        (EstimateSettings { window_len: 0, ..settings() }, Error::OtherSettings),
        (EstimateSettings { weights: DrawWeight::StepSize, ..settings() }, Error::OtherSettings),
    ] {
        let other = Owned::new(&other);
        assert_eq!(estimates.state.merge(&mut estimates.memory, &other.state, &other.memory), Err(error));
    }
    let Owned { state, memory } = &mut estimates;
    let short = &before.memory[1..];
    assert_eq!(state.merge(memory, &before.state, short), Err(Error::MemoryTooSmall));
    assert_eq!(state.merge(&mut memory[1..], &before.state, &before.memory), Err(Error::MemoryTooSmall));
    assert_eq!(estimates, before);
}

#[test]
fn what_was_not_asked_for_is_refused() {
    let mut plain = Owned::new(&EstimateSettings::new(2));
    plain.push(&[1.0, 2.0], 1.0);
    let memory = &mut plain.memory;
    let estimates = Estimates::from_parts(plain.state, memory).unwrap();
    assert_eq!(estimates.covariance(&mut [0.0; 4]), Err(Error::NotEstimated));
    assert_eq!(estimates.quantile(0.5, &mut [0.0; 2]), Err(Error::NotEstimated));
    for len in [0, 1, 3] {
        let out = &mut vec![0.0; len];
        assert_eq!(estimates.mean(out), Err(Error::LengthMismatch));
        assert_eq!(estimates.variance(out), Err(Error::LengthMismatch));
        assert_eq!(estimates.standard_error(out), Err(Error::LengthMismatch));
        assert_eq!(estimates.sample_size(out), Err(Error::LengthMismatch));
        assert_eq!(estimates.half_width(0.5, out), Err(Error::LengthMismatch));
        assert_eq!(estimates.doubts(&mut vec![0; len]), Err(Error::LengthMismatch));
    }
    let whole = Owned::new(&settings());
    let state = whole.state;
    for level in [0.0, 1.0, f64::NAN, -0.5] {
        assert_eq!(state.half_width(&whole.memory, level, &mut [0.0; 2]), Err(Error::Probability));
    }
    let without = Owned::new(&EstimateSettings { window_len: 0, ..settings() });
    for read in [EstimateState::standard_error, EstimateState::sample_size, EstimateState::degrees_of_freedom]
    {
        assert_eq!(read(&without.state, &without.memory, &mut [0.0; 2]), Err(Error::NotEstimated));
    }
    assert_eq!(without.state.half_width(&without.memory, 0.5, &mut [0.0; 2]), Err(Error::NotEstimated));
    assert_eq!(without.state.doubts(&without.memory, &mut [0; 2]), Err(Error::NotEstimated));
    for p in [-f64::MIN_POSITIVE, 1.0 + f64::EPSILON, f64::NAN] {
        assert_eq!(state.quantile(&whole.memory, p, &mut [0.0; 2]), Err(Error::Probability));
    }
    assert_eq!(state.covariance(&whole.memory, &mut [0.0; 2]), Err(Error::LengthMismatch));
    assert_eq!(state.mean(&whole.memory[1..], &mut [0.0; 2]), Err(Error::MemoryTooSmall));
    assert_eq!(Estimates::from_parts(state, &mut []).err(), Some(Error::MemoryTooSmall));
}
