//! Looks at a run's progress: when they come, what they see, and that neither they nor what they stop changes a bit.

use crate::support::{Fault, Faulty, GaussianData, memory, metropolis, pattern, sgld};
use sgmcmc::mh::{Density, NoiseScale, Proposal};
use sgmcmc::{
    BatchSettings, ChainImage, ChainSettings, ChainState, Draw, Error, MemoryUnit, Model, Moments, Observer,
    Real, Sampler, Statistics, StepError, Watch,
};
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

const DIM: usize = 19;
const BURN_IN: u64 = 5;
const STEPS: u64 = 23;

fn samplers() -> [Sampler<'static>; 4] {
    let noise = NoiseScale::Langevin;
    let rsgld = Proposal::rsgld(0.05, noise, 1.05, Density::Normalized);
    let tuned = |mh: &mut sgmcmc::mh::MetropolisHastings| mh.target_acceptance = Some(0.4);
    [
        sgld(1e-3, 1.0),
        metropolis(Proposal::random_walk(0.1), 4.0, tuned),
        metropolis(rsgld, 4.0, |mh| mh.tune_beta = true),
        metropolis(Proposal::hmc(0.2, 3), 4.0, |mh| mh.refresh_len = 2),
    ]
}

fn settings(sampler: Sampler<'static>) -> ChainSettings<'static> {
    let base = ChainSettings::new(20, BatchSettings::WithoutReplacement(6), sampler);
    ChainSettings { seed: 8, burn_in: BURN_IN, thinning: 4, moments: Moments::Both, ..base }
}

/// A chain at rest, as a host of the C ABI keeps it.
#[derive(Clone, PartialEq)]
struct Subject<R> {
    image: ChainImage<R>,
    memory: Vec<MemoryUnit>,
}

type Looking<'l, R> = &'l mut sgmcmc::Look<'l, R>;

/// A run of an image that shows what a state's does.
fn run_by_words<R: Real>(
    image: &mut ChainImage<R>,
    memory: &mut [MemoryUnit],
    (step_count, interval): (u64, u64),
    model: &mut impl Model<R>,
    observer: Option<&mut dyn Observer<R>>,
    look: Looking<'_, R>,
) -> Result<(), StepError> {
    let mut seen = |state: &ChainState<R>, memory: &[MemoryUnit], _| {
        let theta = state.theta(memory)?;
        look(&state.statistics(), theta).map_err(|code| StepError::Stopped(Error::StoppedByObserver, code))
    };
    let watch = Watch { interval, measured: false, look: &mut seen };
    image.run_watched(memory, step_count, model, observer, watch)
}

impl<R: Real> Subject<R> {
    fn new(sampler: Sampler<'static>) -> Self {
        let settings = settings(sampler);
        let mut memory = memory::<R>(&settings, DIM);
        let state = ChainState::new(&settings, &pattern::<R>(DIM, 17, 0.5), &mut memory);
        Self { image: ChainImage::new(&state.expect("settings in range")), memory }
    }

    fn unwatched(sampler: Sampler<'static>, step_count: u64) -> Self {
        let mut subject = Self::new(sampler);
        subject.image.run(&mut subject.memory, step_count, &mut data(), None).expect("good steps");
        subject
    }

    fn statistics(&self) -> Statistics {
        self.image.state().statistics()
    }

    fn theta(&self) -> Vec<R> {
        self.image.state().theta(&self.memory).expect("its memory").to_vec()
    }

    /// By the state, or by its words.
    fn watch(
        &mut self,
        by_words: bool,
        step_count: u64,
        interval: u64,
        observer: Option<&mut dyn Observer<R>>,
        look: Looking<'_, R>,
    ) -> Result<(), StepError> {
        let (model, memory) = (&mut data(), &mut self.memory);
        if by_words {
            return run_by_words(&mut self.image, memory, (step_count, interval), model, observer, look);
        }
        let mut state = self.image.state();
        let done = state.run_with_progress(memory, step_count, model, observer, interval, look);
        self.image.update(&state);
        done
    }
}

fn data() -> GaussianData {
    GaussianData::spread(20, DIM)
}

/// The statistics, comparable where they are NaN.
fn text(statistics: &Statistics) -> String {
    format!("{statistics:?}")
}

/// Every k steps of the chain, burn-in too, a look sees what a run that ends there leaves; and nothing is changed.
fn looks_come_when_they_are_due<R: Real>() {
    for (sampler, by_words) in samplers().into_iter().flat_map(|sampler| [(sampler, false), (sampler, true)])
    {
        let expected = Subject::<R>::unwatched(sampler, STEPS);
        for interval in [1, 3, 7, STEPS, STEPS + 1, u64::MAX] {
            let mut seen = Vec::new();
            let mut subject = Subject::<R>::new(sampler);
            // In pieces: looks count the chain's steps, not the run's.
            for piece in [0, 4, 0, 2, STEPS - 6] {
                let look: Looking<'_, R> = &mut |statistics, theta| {
                    seen.push((text(statistics), theta.to_vec()));
                    Ok(())
                };
                subject.watch(by_words, piece, interval, None, look).expect("good steps");
            }
            assert!(subject == expected, "{sampler:?}, {interval}");
            let due = (1..=STEPS).filter(|step| step.is_multiple_of(interval));
            let due = due.map(|step| Subject::<R>::unwatched(sampler, step));
            let due: Vec<_> = due.map(|subject| (text(&subject.statistics()), subject.theta())).collect();
            assert!(seen == due, "{sampler:?}, {interval}: {} looks of {}", seen.len(), due.len());
        }
    }
}

both!(looks_come_when_they_are_due);

/// In each of the chain's steps that is due: the code comes back, the step stays done, and the rest has the same bits.
#[test]
fn a_run_that_is_stopped_can_be_gone_on_with() {
    for (sampler, by_words) in samplers().into_iter().flat_map(|sampler| [(sampler, false), (sampler, true)])
    {
        let expected = Subject::<f64>::unwatched(sampler, STEPS);
        for stop_at in (2..STEPS).step_by(2) {
            let mut subject = Subject::<f64>::new(sampler);
            let look: Looking<'_, f64> =
                &mut |so_far, _| if so_far.step_count == stop_at { Err(-42) } else { Ok(()) };
            let done = subject.watch(by_words, STEPS, 2, None, look);
            assert_eq!(done, Err(StepError::Stopped(Error::StoppedByObserver, -42)));
            assert!(subject == Subject::unwatched(sampler, stop_at), "{sampler:?}, {stop_at}");
            subject.image.run(&mut subject.memory, STEPS - stop_at, &mut data(), None).expect("good steps");
            assert!(subject == expected, "{sampler:?}, {stop_at}");
        }
    }
}

/// A look that unwinds leaves the chain as one that stops does.
#[test]
fn a_look_may_unwind() {
    for by_words in [false, true] {
        let sampler = samplers()[3];
        let mut subject = Subject::<f32>::new(sampler);
        let look: Looking<'_, f32> =
            &mut |so_far, _| if so_far.step_count == 6 { std::panic::panic_any(6) } else { Ok(()) };
        let mut state = subject.image.state();
        let unwound = catch_unwind(AssertUnwindSafe(|| {
            let memory = &mut subject.memory;
            if by_words {
                run_by_words(&mut subject.image, memory, (STEPS, 3), &mut data(), None, look)
            } else {
                state.run_with_progress(memory, STEPS, &mut data(), None, 3, look)
            }
        }));
        assert_eq!(unwound.expect_err("it unwinds").downcast_ref(), Some(&6));
        if !by_words {
            subject.image.update(&state);
        }
        assert!(subject == Subject::unwatched(sampler, 6), "by words: {by_words}");
    }
}

/// Beside an observer: the draw first, and where that stops the run no look.
#[test]
fn an_observer_looks_first() {
    let events = RefCell::new(Vec::new());
    let mut observer = |draw: &Draw<'_, f64>| {
        events.borrow_mut().push((draw.step + 1, 'o'));
        Ok(())
    };
    let look: Looking<'_, f64> = &mut |so_far, _| {
        events.borrow_mut().push((so_far.step_count, 'l'));
        Ok(())
    };
    let mut subject = Subject::<f64>::new(samplers()[0]);
    subject.watch(true, 15, 3, Some(&mut observer), look).expect("good steps");
    // Draws are kept in the steps 9, 13, ..., counted from 1.
    let all = [(3, 'l'), (6, 'l'), (9, 'o'), (9, 'l'), (12, 'l'), (13, 'o'), (15, 'l')];
    assert_eq!(events.into_inner(), all);

    let mut observer = |_: &Draw<'_, f64>| Err(3);
    let look: Looking<'_, f64> = &mut |_, _| panic!("no look");
    let mut subject = Subject::<f64>::new(samplers()[0]);
    let done = subject.watch(true, 15, 9, Some(&mut observer), look);
    assert_eq!(done, Err(StepError::Stopped(Error::StoppedByObserver, 3)));
    assert_eq!(subject.statistics().step_count, 9);
}

#[test]
fn an_interval_has_steps() {
    let expected = Subject::<f64>::new(samplers()[2]);
    for step_count in [0, 5] {
        for by_words in [false, true] {
            let mut subject = expected.clone();
            let look: Looking<'_, f64> = &mut |_, _| panic!("no look");
            let done = subject.watch(by_words, step_count, 0, None, look);
            assert_eq!(done, Err(StepError::Refused(Error::ProgressInterval)));
            assert!(subject == expected);
        }
    }
}

/// What fails between two looks ends the run there.
#[test]
fn a_failing_step_ends_the_looks() {
    let mut model = Faulty::new(data());
    model.armed = Some((8, Fault::Stop(3)));
    let mut seen = Vec::new();
    let look: Looking<'_, f64> = &mut |so_far, _| {
        seen.push(so_far.step_count);
        Ok(())
    };
    let mut subject = Subject::<f64>::new(samplers()[0]);
    let done = run_by_words(&mut subject.image, &mut subject.memory, (STEPS, 3), &mut model, None, look);
    assert_eq!(done, Err(StepError::Stopped(Error::Stopped, 3)));
    assert_eq!(seen, [3, 6]);
    assert!(subject == Subject::unwatched(samplers()[0], 8));
}
