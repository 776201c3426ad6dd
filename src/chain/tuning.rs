//! Tuning steps of a Metropolis-Hastings chain: β between epochs, the step size during burn-in.

use super::metropolis::{Decision, Direction, MetropolisStep};
use super::settings::BatchSettings;
use super::state::{Metropolis, Progress};
use crate::Error;
use crate::built;
use crate::gradient::StepError;
use crate::mh::{Aim, BetaTuner, MetropolisHastings, StepSizeTuner, Tuned, Verdict};
use crate::num::Real;
use crate::rule::Norms;
use core::hint::black_box;

/// So many proposals in a row may overflow before the model is asked.
pub(crate) const UNASKED_MOST: u64 = 1000;

impl<R: Real> MetropolisStep<'_, '_, R> {
    /// One step, with the start before the first and the tuning that is due; returns whether it was accepted.
    // As for `RuleStep::take`.
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn run(&mut self, norms: Option<&mut Norms>) -> Result<bool, StepError> {
        if self.progress.metropolis.estimate.is_none() {
            self.start()?;
        }
        self.progress.metropolis.unasked_count += 1;
        let accepted = self.propose(norms)?;
        // A model that is not asked cannot stop the run either.
        if self.progress.metropolis.unasked_count > UNASKED_MOST {
            Err(Error::ModelNotAsked.into())
        } else {
            Ok(accepted)
        }
    }

    /// The same once the chain has begun.
    fn propose(&mut self, norms: Option<&mut Norms>) -> Result<bool, StepError> {
        let k = self.progress.step_count;
        let target = self.mh.target_acceptance.filter(|_| built::TUNERS && k < self.step_size_tuned_until());
        if let Some(leapfrog_count) = self.mh.proposal.leapfrog_count() {
            let decision = self.propose_trajectory(leapfrog_count, norms)?;
            if let Some(target) = target.filter(|_| built::WARM_UP) {
                let (aim, step) = (self.aim(target), self.tuned(k));
                let (tuner, step_size) = self.tuner();
                *step_size = tuner.adapt(*step_size, step, decision.acceptance, aim, 1.0);
                *step_size = tuner.settle(*step_size, step);
            }
            return Ok(decision.accepted);
        }
        if built::TUNERS && self.mh.tune_beta && self.beta_is_due(k) {
            self.tune_beta()?;
        }
        match target {
            Some(target) => self.tune_step_size(target, norms),
            None => {
                let direction = self.draw_direction();
                Ok(self.propose_in(direction, norms)?.accepted)
            }
        }
    }

    /// The step from which on the step size stays.
    fn step_size_tuned_until(&self) -> u64 {
        let burn_in = self.config.burn_in;
        if built::WARM_UP && self.mh.tune_beta { burn_in - burn_in / 4 } else { burn_in }
    }

    /// Whether β is looked at before step `k`; one that comes after a step size has the rest of its burn-in.
    fn beta_is_due(&mut self, k: u64) -> bool {
        if built::WARM_UP && self.mh.target_acceptance.is_some() {
            let from = self.step_size_tuned_until();
            if k == from {
                self.progress.metropolis.tuner = BetaTuner::default();
            }
            if k < from || k >= self.config.burn_in {
                return false;
            }
        }
        self.progress.metropolis.tuner.count() >= self.interval()
    }

    /// Whether step `k` is one of those that find the k of a partial refresh.
    fn refresh_is_tuned(&self, k: u64) -> bool {
        let differ = match self.config.batch {
            BatchSettings::All => false,
            BatchSettings::WithoutReplacement(_)
            | BatchSettings::WithReplacement(_)
            | BatchSettings::Epochs(_)
            | BatchSettings::Caller => true,
        };
        let tuned = self.mh.tune_refresh_len && self.mh.target_acceptance.is_some();
        built::WARM_UP && differ && tuned && k < self.config.burn_in / 2
    }

    /// Takes in what step `k` had of a batch alone, if anything.
    pub(super) fn tune_refresh(&mut self, k: u64, acceptance: Option<f64>) {
        if !self.refresh_is_tuned(k) {
            return;
        }
        let (data_len, batch_len) = (self.config.data_len, self.config.batch_len().get());
        let fresh = MetropolisHastings::fresh_refreshed(data_len, batch_len);
        let most = self.mh.most_refreshed(data_len, batch_len);
        let metropolis = &mut self.progress.metropolis;
        if let Some(acceptance) = acceptance {
            metropolis.refresh_tuner.look(acceptance, fresh);
        }
        let half = self.config.burn_in / 2;
        metropolis.refresh_len = metropolis.refresh_tuner.settle(k, half, fresh, most);
    }

    fn tuner(&mut self) -> (&mut StepSizeTuner, &mut f64) {
        let Progress { step_size, metropolis, .. } = &mut *self.progress;
        (&mut metropolis.step_size_tuner, step_size)
    }

    /// Step `k` of those that tune the step size.
    fn tuned(&self, k: u64) -> Tuned {
        Tuned { k, count: self.step_size_tuned_until() }
    }

    fn aim(&self, target: f64) -> Aim {
        Aim { target, share: self.mh.proposal.share_of_cap(target) }
    }

    /// Steps between two looks at β.
    fn interval(&self) -> u64 {
        self.mh.interval(self.config.data_len, self.config.batch_len())
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
                        // Hidden from the compiler, which would make a function of its own for these.
                        let (direction, norms) = black_box((Direction::Forward, None));
                        sum += self.try_proposal(direction, norms)?.acceptance;
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

    /// A step of the burn-in, from which the step size or the cap of its rate is learnt; see [`StepSizeTuner`].
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
        let Decision { accepted, acceptance } = self.propose_in(direction, norms)?;
        let Metropolis { forward, backward, .. } = &self.progress.metropolis;
        let climbs = 8 * backward.accepted < backward.proposed && 8 * forward.accepted > 7 * forward.proposed;
        let weight = match direction {
            Direction::Forward if climbs => 2.0,
            Direction::Backward if climbs => 0.0,
            Direction::Forward | Direction::Backward | Direction::Still => 1.0,
        };
        let (aim, step) = (self.aim(target), self.tuned(k));
        let settles = built::WARM_UP && self.mh.proposal.needs_gradient();
        let (tuner, step_size) = self.tuner();
        let alone = looks.then_some(acceptance);
        *step_size = if looks {
            tuner.look(*step_size, step, acceptance, aim)
        } else {
            tuner.adapt(*step_size, step, acceptance, aim, weight)
        };
        if settles {
            *step_size = tuner.settle(*step_size, step);
        }
        self.tune_refresh(k, alone);
        Ok(accepted)
    }
}
