//! Tuning steps of a Metropolis-Hastings chain: β between epochs, δ of the random walk during burn-in.

use super::metropolis::{Decision, Direction, MetropolisStep};
use super::settings::BatchSettings;
use super::state::Progress;
use crate::built;
use crate::gradient::StepError;
use crate::mh::{BetaTuner, StepSizeTuner, Verdict};
use crate::num::Real;
use crate::rule::Norms;

impl<R: Real> MetropolisStep<'_, '_, R> {
    /// One step, with the start before the first and the tuning that is due; returns whether it was accepted.
    // As for `RuleStep::take`.
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn run(&mut self, norms: Option<&mut Norms>) -> Result<bool, StepError> {
        if self.progress.metropolis.estimate.is_none() {
            self.start()?;
        }
        if let Some(leapfrog_count) = self.mh.proposal.leapfrog_count() {
            return self.advance_hamiltonian(leapfrog_count, norms);
        }
        if built::TUNERS && self.mh.tune_beta && self.progress.metropolis.tuner.count() >= self.interval() {
            self.tune_beta()?;
        }
        let tunes = built::TUNERS && self.progress.step_count < self.config.burn_in;
        let target = self.mh.target_acceptance.filter(|_| tunes);
        match target {
            Some(target) => self.tune_step_size(target, norms),
            None => {
                let direction = self.draw_direction();
                Ok(self.advance(direction, norms)?.accepted)
            }
        }
    }

    /// Steps between two looks at β.
    fn interval(&self) -> u64 {
        match self.mh.tune_interval {
            0 => u64::from(self.config.data_len.get().div_ceil(self.config.batch_len().get())),
            steps => steps,
        }
    }

    /// One adjustment phase, from the acceptance since the last one; see [`BetaTuner`].
    pub(crate) fn tune_beta(&mut self) -> Result<(), StepError> {
        let verdict = self.progress.metropolis.tuner.verdict();
        self.progress.metropolis.tuner = BetaTuner::default();
        match verdict {
            Verdict::Keep => {}
            Verdict::Grow => {
                let metropolis = &mut self.progress.metropolis;
                let grown = metropolis.beta * BetaTuner::GROW;
                metropolis.beta_capped |= grown >= self.mh.beta_max;
                metropolis.beta = grown.min(self.mh.beta_max);
            }
            Verdict::TryToShrink => {
                let floor = (0.5 * self.progress.metropolis.beta).max(1.0);
                while self.progress.metropolis.beta > floor {
                    let mut sum = 0.0;
                    for _ in 0..BetaTuner::FORWARD_COUNT {
                        // The estimate of the proposal is dropped: the chain does not move.
                        sum += self.try_proposal(Direction::Forward, None)?.acceptance;
                        self.workspace.clear_proposal();
                    }
                    if sum / f64::from(BetaTuner::FORWARD_COUNT) <= BetaTuner::FORWARD_ACCEPTANCE {
                        break;
                    }
                    let metropolis = &mut self.progress.metropolis;
                    metropolis.beta = (BetaTuner::SHRINK * metropolis.beta).max(floor);
                }
            }
        }
        Ok(())
    }

    /// A step of the random walk's burn-in, from which δ or the cap of its rate is learnt; see [`StepSizeTuner`].
    fn tune_step_size(&mut self, target: f64, norms: Option<&mut Norms>) -> Result<bool, StepError> {
        let k = self.progress.step_count;
        let batches_differ = match self.config.batch {
            BatchSettings::All => false,
            BatchSettings::WithoutReplacement(_)
            | BatchSettings::WithReplacement(_)
            | BatchSettings::Epochs(_)
            | BatchSettings::Caller => true,
        };
        let looks = batches_differ && k.is_multiple_of(StepSizeTuner::LOOK_INTERVAL);
        let direction = if looks { Direction::Still } else { self.draw_direction() };
        let Decision { accepted, acceptance } = self.advance(direction, norms)?;
        let Progress { step_size, metropolis, .. } = &mut *self.progress;
        let tuner = &mut metropolis.step_size_tuner;
        *step_size = if looks {
            tuner.look(*step_size, k, acceptance, target)
        } else {
            tuner.adapt(*step_size, k, acceptance, target)
        };
        Ok(accepted)
    }
}
