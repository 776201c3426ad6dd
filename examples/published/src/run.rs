//! A chain that goes on where it was when its program was stopped.

use crate::jobs::{Place, replace};
use crate::lab::Outcome;
use sgmcmc::{ChainSettings, ChainState, Draw, Fingerprint, MemoryUnit, Model, Real, StepError};
use std::path::Path;
use std::time::{Duration, Instant};

/// How often a chain is saved, and how long it runs before the bar moves.
const SAVED_EVERY: Duration = Duration::from_secs(20);
const SEEN_EVERY: Duration = Duration::from_millis(200);

/// A chain with what was recorded of it, and the file that both are saved in together.
pub struct Run<'a, R> {
    /// The chain.
    pub chain: ChainState<R>,
    /// Its memory.
    pub memory: Vec<MemoryUnit>,
    /// All that an experiment wants of the run: what becomes of it must depend on nothing else, so
    /// that it goes on as if nothing had come between.
    pub record: Vec<f64>,
    place: &'a Place,
    /// When it was saved last.
    saved: Instant,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum End {
    /// After all its steps.
    Complete,
    /// The library refused a step, which is what becomes of a chain that diverges.
    Refused(StepError),
}

/// Adds a draw to a record.
pub type Recorder<'a, R> = &'a mut dyn FnMut(&Draw<'_, R>, &mut [f64]);

impl<'a, R: Real> Run<'a, R> {
    /// Begins at `start` with a record of zeros, or goes on from what the place has.
    pub fn new(
        place: &'a Place,
        settings: &ChainSettings<'_>,
        start: &[R],
        record_len: usize,
    ) -> Outcome<Self> {
        let mut memory = vec![MemoryUnit::default(); settings.memory_len::<R>(start.len())?];
        let file = &place.saved;
        let (chain, record) = if file.exists() {
            let (bytes, record) = read(file, record_len)?;
            let chain = ChainState::restore(settings, start.len(), &bytes, &mut memory)
                .map_err(|error| format!("{}: {error}; remove it to begin anew", file.display()))?;
            (chain, record)
        } else {
            (ChainState::new(settings, start, &mut memory)?, vec![0.0; record_len])
        };
        place.done(chain.statistics().step_count);
        Ok(Self { chain, memory, record, place, saved: Instant::now() })
    }

    /// θ.
    pub fn theta(&self) -> Outcome<&[R]> {
        Ok(self.chain.theta(&self.memory)?)
    }

    /// Runs until the chain has done `steps` of them since it began; `recorder` sees every draw that is kept.
    pub fn run_to(
        &mut self,
        steps: u64,
        model: &mut impl Model<R>,
        recorder: Recorder<'_, R>,
    ) -> Outcome<End> {
        let mut piece = 1;
        while let Some(left) = steps.checked_sub(self.chain.statistics().step_count).filter(|left| *left > 0)
        {
            let start = Instant::now();
            let (chain, record) = (&mut self.chain, &mut self.record);
            let mut observer = |draw: &Draw<'_, R>| {
                recorder(draw, record);
                Ok(())
            };
            let now = piece.min(left);
            let ran = chain.run(&mut self.memory, now, model, Some(&mut observer));
            if let Err(error) = ran {
                return Ok(End::Refused(error));
            }
            self.place.done(now);
            // How steps are divided changes no bit of them.
            if start.elapsed() < SEEN_EVERY {
                piece *= 2;
            }
            if self.saved.elapsed() > SAVED_EVERY {
                self.save()?;
            }
        }
        Ok(End::Complete)
    }

    /// Saves the chain and the record, both or neither.
    pub fn save(&mut self) -> Outcome<()> {
        let mut chain = vec![0; self.chain.save_size()];
        self.chain.save(&self.memory, &mut chain)?;
        let mut bytes = mark(&self.place.saved, &self.record).to_le_bytes().to_vec();
        self.record.iter().for_each(|x| bytes.extend(x.to_le_bytes()));
        bytes.extend(chain);
        replace(&self.place.saved, &bytes)?;
        self.saved = Instant::now();
        Ok(())
    }
}

/// What tells a whole file of this name from one that is damaged, or another chain's.
fn mark(file: &Path, numbers: &[f64]) -> u64 {
    let mut mark = Fingerprint::new();
    let name = file.file_stem().unwrap_or_default().as_encoded_bytes();
    name.iter().for_each(|byte| mark.write(&[f64::from(*byte)]));
    mark.write(numbers);
    mark.finish()
}

/// The chain's bytes and the record in a file.
fn read(file: &Path, record_len: usize) -> Outcome<(Vec<u8>, Vec<f64>)> {
    let bytes = std::fs::read(file)?;
    let (words, chain) = bytes.split_at_checked(8 * (record_len + 1)).unwrap_or_default();
    let words: Vec<_> = words.as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word)).collect();
    let record: Vec<_> = words.iter().skip(1).map(|word| f64::from_bits(*word)).collect();
    if words.first() != Some(&mark(file, &record)) {
        return Err(format!("{}: not whole; remove it to begin anew", file.display()).into());
    }
    Ok((chain.to_vec(), record))
}

#[cfg(test)]
mod tests {
    use super::*;
    use example_support::Answer;
    use sgmcmc::rule::Rule;
    use sgmcmc::schedule::Schedule;
    use sgmcmc::{Batch, BatchSettings, Interrupt, RuleSettings, Sampler};

    /// x_i ~ N(θ, 1) for x_i = i, impossible above a bound.
    struct Mean(f64);

    impl Model<f64> for Mean {
        fn log_likelihood(
            &mut self,
            theta: &[f64],
            batch: Batch<'_>,
            gradient: Option<&mut [f64]>,
        ) -> Answer {
            let Batch::Indices(batch) = batch else { return Err(Interrupt::Missing) };
            let mean = batch.iter().map(|i| f64::from(*i)).sum::<f64>() / batch.len() as f64;
            gradient.into_iter().for_each(|gradient| gradient[0] = mean - theta[0]);
            if theta[0] > self.0 {
                Err(Interrupt::Impossible)
            } else {
                Ok(-0.5 * (mean - theta[0]) * (mean - theta[0]))
            }
        }
    }

    fn settings() -> ChainSettings<'static> {
        let sgld = RuleSettings::new(Rule::SGLD, Schedule::constant(1e-3));
        ChainSettings {
            thinning: 3,
            ..ChainSettings::new(100, BatchSettings::Epochs(7), Sampler::Rule(sgld))
        }
    }

    /// The sum of the draws and how many there are, after so many steps.
    fn run_to<'a>(place: &'a Place, steps: u64, bound: f64) -> Outcome<(Run<'a, f64>, End)> {
        let mut run = Run::new(place, &settings(), &[0.0], 2)?;
        let end = run.run_to(steps, &mut Mean(bound), &mut |draw, record| {
            record[0] += draw.theta[0];
            record[1] += 1.0;
        })?;
        Ok((run, end))
    }

    fn place(name: &str) -> Place {
        let saved = std::env::temp_dir().join(format!("published-{name}-{}.chain", std::process::id()));
        // Of a test that failed.
        let _ = std::fs::remove_file(&saved);
        Place::hidden(saved)
    }

    #[test]
    fn a_run_that_was_stopped_goes_on_with_the_same_bits() {
        let place = place("stopped");
        let (whole, _) = run_to(&place, 1000, f64::MAX).expect("a run");
        let whole = (whole.record.clone(), whole.theta().expect("θ").to_vec());
        for stop in [0, 1, 400, 1000] {
            run_to(&place, stop, f64::MAX).expect("a run").0.save().expect("a file");
            let (run, end) = run_to(&place, 1000, f64::MAX).expect("a run");
            assert_eq!((end, run.record[1]), (End::Complete, 333.0));
            assert_eq!((run.record.clone(), run.theta().expect("θ").to_vec()), whole);
            std::fs::remove_file(&place.saved).expect("the file");
        }
    }

    #[test]
    fn a_file_that_is_not_whole_is_refused_by_its_name() {
        let place = place("damaged");
        run_to(&place, 10, f64::MAX).expect("a run").0.save().expect("a file");
        let bytes = std::fs::read(&place.saved).expect("the file");
        for (position, len) in [(3, bytes.len()), (8, bytes.len()), (40, bytes.len()), (0, 20), (0, 0)] {
            let mut bytes = bytes[..len].to_vec();
            bytes.get_mut(position).into_iter().for_each(|byte| *byte ^= 1);
            std::fs::write(&place.saved, &bytes).expect("a file");
            let error = run_to(&place, 20, f64::MAX).err().expect("a damaged file").to_string();
            assert!(error.contains("published-damaged") && error.contains("remove it"), "{error}");
        }
        let saved = &place.saved;
        std::fs::write(saved, &bytes).expect("a file");
        let other = Place::hidden(saved.with_file_name("published-another.chain"));
        std::fs::rename(saved, &other.saved).expect("the file");
        assert!(run_to(&other, 20, f64::MAX).is_err());
        std::fs::remove_file(&other.saved).expect("the file");
    }

    #[test]
    fn a_refused_step_ends_the_run_and_loses_nothing() {
        let place = place("refused");
        let (run, end) = run_to(&place, 1000, 20.0).expect("a run");
        assert!(matches!(end, End::Refused(_)), "{end:?}");
        assert!(run.chain.statistics().step_count > 0 && run.theta().expect("θ")[0] > 20.0);
    }
}
