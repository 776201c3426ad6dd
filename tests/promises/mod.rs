//! Promise 2: a step happens whole or not at all. Every byte of a chain is compared before and after every failure.

mod checkpoints;
mod damage;
mod images;
mod made_up;
mod metropolis;
mod parts;

use crate::reference::registry;
use crate::support::{Fault, Faulty, GaussianData, memory, pattern, sgld};
use metropolis::metropolis_settings;
use parts::{part_settings, vectors};
use sgmcmc::prior::Prior;
use sgmcmc::{
    BatchSettings, ChainSettings, ChainState, Error, MemoryUnit, Moments, MomentsOf, Real, Sampler, StepError,
};

const DATA_LEN: u32 = 20;
const DIM: usize = 37;
/// For chains that take the caller's batches.
const GIVEN: [u32; 4] = [3, 0, 19, 7];

/// A chain, its memory and its model.
#[derive(Clone)]
struct Subject<R> {
    state: ChainState<R>,
    memory: Vec<MemoryUnit>,
    model: Faulty,
    caller: bool,
}

/// Everything that a failure must leave as it was.
#[derive(Clone, Debug, PartialEq)]
struct Snapshot {
    memory: Vec<[u64; 8]>,
    state: String,
}

impl<R: Real> Subject<R> {
    fn new(settings: &ChainSettings) -> Self {
        let mut memory = memory::<R>(settings, DIM);
        let state =
            ChainState::new(settings, &pattern::<R>(DIM, 31, 0.5), &mut memory).expect("settings in range");
        let model = Faulty::new(GaussianData::spread(DATA_LEN as usize, DIM));
        Self { state, memory, model, caller: settings.batch == BatchSettings::Caller }
    }

    fn step(&mut self) -> Result<(), StepError> {
        match self.caller {
            true => self.state.step_with_batch(&mut self.memory, &GIVEN, &mut self.model)?,
            false => self.state.step(&mut self.memory, &mut self.model)?,
        };
        Ok(())
    }

    fn steps(&mut self, count: usize) {
        (0..count).for_each(|_| self.step().expect("a good step"));
    }

    fn snapshot(&self) -> Snapshot {
        // The numbers in a state's `Debug` text are exact: `f64`s print the digits that tell them apart.
        Snapshot {
            memory: self.memory.iter().map(|block| block.to_array()).collect(),
            state: format!("{:?}", self.state),
        }
    }

    /// Fails a step with `fault` in the call that `before` others precede, and compares all.
    #[track_caller]
    fn assert_whole_or_not(&self, before: u32, fault: Fault, expected: StepError) {
        let mut failed = self.clone();
        failed.model.armed = Some((before, fault));
        let start = failed.snapshot();
        assert_eq!(failed.step(), Err(expected), "{fault:?} after {before} calls");
        assert!(failed.model.armed.is_none(), "{fault:?} was not met");
        assert!(failed.snapshot() == start, "{fault:?} after {before} calls changed the chain");
        let mut good = self.clone();
        good.steps(6);
        failed.steps(6);
        assert!(failed.snapshot() == good.snapshot(), "{fault:?} after {before} calls changed later draws");
    }
}

impl<R: Real> Subject<R> {
    /// Whatever is not finite in a proposal is as impossible as what the model calls so: the same bytes, with a rejection
    /// more; but a stop is a stop.
    #[track_caller]
    fn assert_rejected_or_stopped(&self, before: u32, fault: Fault, expected: StepError) {
        let StepError::Refused(_) = expected else {
            return self.assert_whole_or_not(before, fault, expected);
        };
        let impossible = if fault.of_prior() { Fault::PriorImpossible } else { Fault::Impossible };
        let [bad, same] = [fault, impossible].map(|fault| {
            let mut subject = self.clone();
            subject.model.armed = Some((before, fault));
            subject.step().expect("a rejection is no error");
            assert!(subject.model.armed.is_none(), "{fault:?} was not met");
            let rejected = |subject: &Self| subject.state.statistics().nonfinite_count;
            assert_eq!(rejected(&subject), rejected(self) + 1, "{fault:?} after {before} calls");
            subject.steps(6);
            subject.snapshot()
        });
        assert!(bad == same, "{fault:?} after {before} calls is not as if impossible");
    }
}

fn refused(error: Error) -> StepError {
    StepError::Refused(error)
}

/// Every way of failing with what it must give, for a model that is asked for gradients, for its prior, for both.
fn faults(gradient: bool, prior: bool, prior_gradient: bool) -> Vec<(Fault, StepError)> {
    let mut all = vec![(Fault::Stop(-7), StepError::Stopped(Error::Stopped, -7))];
    for bad in [f64::NAN, f64::INFINITY] {
        all.push((Fault::Value(bad), refused(Error::LogLikelihoodNotFinite)));
    }
    for at in [0, DIM / 2, 31, 32, DIM - 1] {
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            if gradient {
                all.push((Fault::Gradient(at, bad), refused(Error::GradientNotFinite)));
            }
            if prior_gradient {
                all.push((Fault::PriorGradient(at, bad), refused(Error::GradientNotFinite)));
            }
        }
    }
    if prior {
        all.push((Fault::PriorStop(2), StepError::Stopped(Error::Stopped, 2)));
        all.push((Fault::Prior(f64::NAN), refused(Error::LogPriorNotFinite)));
        all.push((Fault::Prior(f64::INFINITY), refused(Error::LogPriorNotFinite)));
    }
    all
}

/// What is a failure only where there is no proposal to reject: a Langevin step, a first evaluation.
fn impossible(prior: bool) -> Vec<Fault> {
    let mut all = vec![Fault::Impossible, Fault::Value(f64::NEG_INFINITY)];
    if prior {
        all.extend([Fault::PriorImpossible, Fault::Prior(f64::NEG_INFINITY)]);
    }
    all
}

fn settings(
    batch: BatchSettings,
    prior: Prior<'static>,
    chunk_len: u32,
    sampler: Sampler<'static>,
) -> ChainSettings<'static> {
    let moments = Moments::Both;
    let base = ChainSettings {
        seed: 7,
        chain_index: 1,
        moments,
        prior,
        chunk_len,
        thinning: 2,
        ..ChainSettings::new(DATA_LEN, batch, sampler)
    };
    ChainSettings { burn_in: 1, ..base }
}

fn langevin_settings() -> Vec<ChainSettings<'static>> {
    let mut all = Vec::new();
    for prior in registry::priors(vectors()) {
        // 20 = 3 · 6 + 2: an epoch's last batch is short.
        for batch in registry::batches(6) {
            all.push(settings(batch, prior, 0, sgld(1e-3, 1.0)));
        }
        all.push(settings(BatchSettings::All, prior, 7, sgld(1e-3, 1.0)));
    }
    all
}

/// How many calls of `log_likelihood` one evaluation makes.
fn calls_per_evaluation(settings: &ChainSettings) -> u32 {
    if settings.chunk_len == 0 { 1 } else { DATA_LEN.div_ceil(settings.chunk_len) }
}

fn a_langevin_step_is_whole_or_not_at_all<R: Real>() {
    for settings in langevin_settings() {
        let prior = settings.prior == Prior::Callback;
        let mut subject = Subject::<R>::new(&settings);
        for good in [0, 1, 4] {
            subject.steps(good);
            for before in 0..calls_per_evaluation(&settings) {
                for (fault, expected) in faults(true, prior, prior) {
                    if !fault.of_prior() || before == 0 {
                        subject.assert_whole_or_not(before, fault, expected);
                    }
                }
            }
            for fault in impossible(prior) {
                subject.assert_whole_or_not(0, fault, refused(Error::Impossible));
            }
        }
    }
}

both!(a_langevin_step_is_whole_or_not_at_all);

/// What is wrong with the call itself.
#[test]
fn a_wrong_call_changes_nothing() {
    for settings in [langevin_settings(), metropolis_settings(), part_settings()].concat() {
        let mut subject = Subject::<f32>::new(&settings);
        subject.steps(3);
        let before = subject.snapshot();
        let Subject { state, memory, model, caller } = &mut subject;
        let calls = model.evaluations;
        if *caller {
            assert_eq!(state.step(memory, model), Err(refused(Error::BatchKind)));
            assert_eq!(state.run(memory, 3, model, None), Err(refused(Error::BatchKind)));
            assert_eq!(state.step_with_batch(memory, &[], model), Err(refused(Error::LengthZero)));
            for bad in [DATA_LEN, u32::MAX] {
                let batch = [0, 19, bad, 1];
                assert_eq!(state.step_with_batch(memory, &batch, model), Err(refused(Error::BatchIndex)));
            }
        } else {
            assert_eq!(state.step_with_batch(memory, &GIVEN, model), Err(refused(Error::BatchKind)));
        }
        let short = memory.len() - 1;
        let mut step = |memory: &mut [MemoryUnit]| match *caller {
            true => state.step_with_batch(memory, &GIVEN, model),
            false => state.step(memory, model),
        };
        assert_eq!(step(&mut memory[..short]), Err(refused(Error::MemoryTooSmall)));
        // Nor does memory change that is another's, whatever stands there.
        let rubbish = vec![MemoryUnit::splat(u64::MAX); short];
        let mut foreign = rubbish.clone();
        assert_eq!(step(&mut foreign), Err(refused(Error::MemoryTooSmall)));
        assert!(foreign == rubbish, "a step that was refused wrote something");
        // What only looks refuses the same memory, though its own part of it is there.
        assert_eq!(state.theta(&memory[..short]), Err(Error::MemoryTooSmall));
        let moments = state.moments(&memory[..short], MomentsOf::Plain, &mut [0.0; DIM], &mut [0.0; DIM]);
        assert_eq!(moments, Err(Error::MemoryTooSmall));
        assert_eq!(model.evaluations, calls, "the model was asked");
        assert!(subject.snapshot() == before);
    }
}
