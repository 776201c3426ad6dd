//! A chain as words: all of its state, and the same ones whatever its memory held before.

use super::metropolis::metropolis_settings;
use super::parts::part_settings;
use super::{DIM, GIVEN, Subject, langevin_settings};
use crate::support::pattern;
use sgmcmc::{Chain, ChainImage, ChainSettings, ChainState, Error, MemoryUnit, Real};

/// A chain in memory that held `garbage`.
fn subject<R: Real>(settings: &ChainSettings, garbage: u64) -> (Subject<R>, ChainImage<R>) {
    let mut subject = Subject::<R>::new(settings);
    subject.memory.fill(MemoryUnit::splat(garbage));
    let theta = pattern::<R>(DIM, 31, 0.5);
    subject.state = ChainState::new(settings, &theta, &mut subject.memory).expect("settings in range");
    let image = ChainImage::new(&subject.state);
    (subject, image)
}

fn images_are_states_in_either_precision<R: Real>() {
    for settings in [langevin_settings(), part_settings(), metropolis_settings()].concat() {
        let ([mut one, mut other], [mut image, mut moved]) = {
            let [(one, image), (other, moved)] = [0, !0].map(|garbage| subject::<R>(&settings, garbage));
            ([one, other], [image, moved])
        };
        for _ in 0..10 {
            assert_eq!(image, moved, "{settings:?}");
            assert_eq!(one.memory, other.memory, "{settings:?}");
            // `Debug` shows every field, and of a number all digits.
            assert_eq!(format!("{:?}", image.state()), format!("{:?}", one.state), "{settings:?}");
            one.step().expect("a good step");
            image.update(&one.state);
            let batch = other.caller.then_some(GIVEN.as_slice());
            let mut seen = None;
            moved
                .step(&mut other.memory, batch, &mut other.model, |step| seen = Some(step))
                .expect("a good step");
            let (step, statistics) = (seen.expect("a step"), moved.state().statistics());
            assert_eq!(step.index + 1, statistics.step_count);
            let [of_step, of_chain] = [
                [step.log_likelihood, step.step_size, step.temperature],
                [statistics.log_likelihood, statistics.step_size, statistics.temperature],
            ]
            .map(|numbers| numbers.map(f64::to_bits));
            assert_eq!(of_step, of_chain, "{settings:?}");
        }
        assert_eq!(image.dim(), DIM);
    }
}

/// A chain taken apart and put together goes on as one that was not.
#[test]
fn parts_are_a_chain() {
    for settings in langevin_settings() {
        let [(one, _), (mut other, _)] = [0, !0].map(|garbage| subject::<f64>(&settings, garbage));
        let (state, mut memory, mut model) = (one.state, one.memory, one.model);
        let mut chain = Chain::from_parts(state, &mut memory).expect("its memory");
        for _ in 0..3 {
            let batch = GIVEN.as_slice();
            let step =
                if other.caller { chain.step_with_batch(batch, &mut model) } else { chain.step(&mut model) };
            step.expect("a good step");
            other.step().expect("a good step");
            assert_eq!(chain.dim(), DIM);
            let (state, memory) = chain.into_parts();
            assert_eq!(ChainImage::new(&state), ChainImage::new(&other.state));
            assert_eq!(*memory, *other.memory);
            let short = memory.len() - 1;
            let refused = Chain::from_parts(state.clone(), &mut memory[..short]).err();
            assert_eq!(refused, Some(Error::MemoryTooSmall));
            chain = Chain::from_parts(state, memory).expect("its memory");
        }
    }
}

both!(images_are_states_in_either_precision);
