//! What a chain could have: all that a step relies on, and that counts agree.
//!
//! A checksum shows damage, not intent. Whoever makes one up may get a chain that no run leads to, but none whose steps
//! do what no chain's do.

use super::format::ProgressWords;
use crate::Error;
use crate::chain::{BatchSettings, ChainSettings, ChainState, Metropolis, Progress, Sampler};
use crate::gradient::{Anchoring, Clipping, Estimator};
use crate::image::{Image, Sink};
use crate::mh::MetropolisHastings;
use crate::minibatch::Epochs;
use crate::num::{Lens, Number, Real, numbers_of};
use crate::workspace::{Lasting, Visit};

/// The bytes of vectors that are still to be looked at, with what they must agree with.
pub(super) struct Contents<'c, R> {
    state: &'c ChainState<R>,
    /// The settings' own centre, where they have one.
    centre: Option<&'c [f64]>,
    rest: &'c [u8],
}

/// Refuses what does not hold.
fn holds(all: &[bool]) -> Result<(), Error> {
    if all.iter().all(|holds| *holds) { Ok(()) } else { Err(Error::CheckpointContents) }
}

impl<'c, R: Real> Contents<'c, R> {
    pub(super) fn new(state: &'c ChainState<R>, settings: &ChainSettings<'c>, vectors: &'c [u8]) -> Self {
        let centre = match settings.estimator {
            Estimator::FixedCentre { centre } => centre,
            Estimator::Plain | Estimator::Practical { .. } | Estimator::Svrg { .. } | Estimator::Saga => None,
        };
        Self { state, centre, rest: vectors }
    }

    /// Refuses bytes beyond the last vector.
    pub(super) fn end(self) -> Result<(), Error> {
        holds(&[self.rest.is_empty()])
    }

    /// Looks at what is no vector; `words` are what the state was read from, which it must give again.
    pub(super) fn check_progress(&self, words: &ProgressWords) -> Result<(), Error> {
        let Self { state: ChainState { config, progress, .. }, .. } = self;
        // All fields have names here, so that a new one does not compile before it is known what holds of it.
        let Progress {
            generators,
            epochs,
            roles,
            step_count,
            seen_count: _,
            clipped_count,
            clamped_count: _,
            saturated_count,
            kept_count,
            kept_weight,
            step_size,
            temperature,
            log_likelihood,
            metropolis,
        } = progress;
        let mut again: ProgressWords = [0; _];
        Image::<true>::write(progress, &mut Sink(&mut again));
        let by_epochs = matches!(config.batch, BatchSettings::Epochs(_));
        let anchors = self.anchoring().map_or(0, |it| match it.interval {
            Some(interval) => step_count.div_ceil(interval.max(1)),
            None => u64::from(*step_count > 0),
        });
        holds(&[
            // Flags are 0 or 1, and what is not there is 0.
            again == *words,
            // No chain does as many steps, and a few more must not overflow a count.
            *step_count < 1 << 63,
            generators.are_live(),
            epochs.data_len == config.data_len,
            if by_epochs { epochs.are_possible() } else { *epochs == Epochs::new(config.data_len) },
            [kept_count, clipped_count, saturated_count].into_iter().all(|count| count <= step_count),
            config.clipping != Clipping::None || *clipped_count == 0,
            if *kept_count == 0 { kept_weight.to_bits() == 0 } else { *kept_weight >= 0.0 },
            roles.anchor == (anchors % 2 == 1),
            if *step_count == 0 { is_nan(*log_likelihood) } else { log_likelihood.is_finite() },
        ])?;
        match &config.sampler {
            Sampler::Rule(rule) => {
                let [first, first_temperature] =
                    [rule.step_size, rule.temperature].map(|it| it.at(0).unwrap_or(f64::NAN).to_bits());
                let started = *step_count > 0;
                holds(&[
                    *metropolis == Metropolis::new(1.0),
                    !roles.flipped,
                    if started { is_usable::<R>(*step_size) } else { step_size.to_bits() == first },
                    if started {
                        *temperature >= 0.0 && temperature.is_finite()
                    } else {
                        temperature.to_bits() == first_temperature
                    },
                ])
            }
            Sampler::MetropolisHastings(mh) => self.check_metropolis(mh),
        }
    }

    fn check_metropolis(&self, mh: &MetropolisHastings) -> Result<(), Error> {
        let Self { state: ChainState { config, progress, .. }, .. } = self;
        let Metropolis {
            estimate,
            beta,
            beta_capped,
            tuner,
            step_size_tuner,
            forward,
            backward,
            rejected_count,
            acceptance_sum,
        } = &progress.metropolis;
        let (step_count, reversible) = (progress.step_count, mh.proposal.is_reversible());
        let accepted = forward.accepted.checked_add(backward.accepted);
        let temperature = f64::from(config.data_len.get()) / mh.likelihood_scale;
        holds(&[
            // A tuner's steps have bounds of their own.
            config.validate_proposal::<R>(mh, progress.step_size).is_ok()
                || (mh.target_acceptance.is_some() && is_usable::<R>(progress.step_size)),
            progress.temperature.to_bits() == temperature.to_bits(),
            progress.seen_count | progress.clamped_count | progress.saturated_count == 0,
            estimate.is_some() == (step_count > 0),
            estimate.is_none_or(|it| {
                let same = it.log_likelihood.to_bits() == progress.log_likelihood.to_bits();
                same && it.log_prior.is_finite()
            }),
            // Tuning ends at the larger of the two.
            *beta >= 1.0 && *beta <= mh.proposal.beta().max(mh.beta_max) && beta.is_finite(),
            reversible || (*beta == 1.0 && !beta_capped && backward.proposed == 0),
            forward.proposed.checked_add(backward.proposed) == Some(step_count),
            forward.accepted <= forward.proposed && backward.accepted <= backward.proposed,
            accepted.is_some_and(|count| progress.roles.flipped == (count % 2 == 1)),
            accepted
                .and_then(|count| count.checked_add(*rejected_count))
                .is_some_and(|count| count <= step_count),
            (0.0..=step_count as f64).contains(acceptance_sum),
            tuner.count <= step_count && (0.0..=tuner.count as f64).contains(&tuner.sum),
            (0.0..=1.0).contains(&step_size_tuner.cap) && step_size_tuner.look_count <= step_count,
        ])
    }

    /// The anchor's part, where the chain takes gradients.
    fn anchoring(&self) -> Option<Anchoring> {
        self.state.config.estimator.anchoring().filter(|_| self.state.config.layout.anchor_len.get() > 0)
    }

    /// Whether number `i` of a vector, after `last`, is one that a chain could have.
    fn admits(&self, what: Lasting, i: usize, last: Option<f64>, x: f64) -> bool {
        let ChainState { dim, config, progress, .. } = self.state;
        let (started, zero) = (progress.step_count > 0, x.to_bits() == 0);
        let is_centre = |centre: &[f64]| {
            centre.get(i).is_some_and(|centre| R::from_f64(*centre).to_f64().to_bits() == x.to_bits())
        };
        match what {
            Lasting::Theta => x.is_finite(),
            Lasting::Mean | Lasting::Squares if progress.kept_count == 0 => zero,
            Lasting::Mean => x.is_finite(),
            // A sum of squares may overflow.
            Lasting::Squares => x >= 0.0,
            Lasting::State => {
                let vector = i.checked_div(*dim).unwrap_or(0);
                let magnitude = match &config.sampler {
                    Sampler::Rule(rule) => rule.rule.is_never_negative::<R>(vector),
                    Sampler::MetropolisHastings(_) => false,
                };
                x.is_finite() && (x >= 0.0 || !magnitude)
            }
            // A fixed centre is there from the beginning.
            Lasting::Anchor if matches!(config.estimator, Estimator::FixedCentre { .. }) => {
                x.is_finite() && self.centre.is_none_or(is_centre)
            }
            _ if !started => zero,
            Lasting::Batch => x < f64::from(config.data_len.get()) && last.is_none_or(|last| last < x),
            // An average of θ becomes an anchor.
            Lasting::Average => R::from_f64(x).is_finite(),
            Lasting::Gradient | Lasting::Anchor | Lasting::AnchorGradient | Lasting::Table => x.is_finite(),
            // It may overflow, and what is made of it is looked at in every step.
            Lasting::TableMean => true,
        }
    }
}

impl<R: Real> Visit<Lens> for Contents<'_, R> {
    fn visit<T: Number>(&mut self, what: Lasting, len: usize) -> Result<(), Error> {
        let size = len.checked_mul(size_of::<T>()).ok_or(Error::CheckpointContents)?;
        let (bytes, rest) = self.rest.split_at_checked(size).ok_or(Error::CheckpointContents)?;
        let mut last = None;
        for (i, number) in numbers_of::<T>(bytes).map(Number::widened).enumerate() {
            holds(&[self.admits(what, i, last, number)])?;
            last = Some(number);
        }
        self.rest = rest;
        Ok(())
    }
}

/// The words of a chain before its first step where there is no number yet.
fn is_nan(x: f64) -> bool {
    x.to_bits() == f64::NAN.to_bits()
}

/// Whether a step may have had this size.
fn is_usable<R: Real>(step_size: f64) -> bool {
    R::from_f64(step_size) > R::default() && step_size.is_finite()
}
