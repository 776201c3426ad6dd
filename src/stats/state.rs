//! The counts and weights of estimates, and what they do to the vectors in a caller's memory.

use super::batch_means::{self, LEVEL_COUNT, Level};
use super::moments::{accumulate, combine};
use super::products::{combine_products, take_in_products};
use super::settings::{DrawWeight, EstimateSettings, Parts};
use crate::Error;
use crate::image::{Image, Sink, Source, count, first, image, largest};
use crate::num::{Exclusive, MemoryUnit, Real, Shared, all_within};

/// Weights are taken from 1e-100 to 1e100, so that sums of their squares neither vanish nor overflow.
const WEIGHTS: core::ops::RangeInclusive<f64> = 1e-100..=1e100;

/// The counts and weights of [`Estimates`](super::Estimates); their vectors stand in a slice of [`MemoryUnit`]s, which the caller keeps.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct EstimateState {
    len: u64,
    weights: DrawWeight,
    covariance: u64,
    centroid_count: u64,
    draw_count: u64,
    weight: f64,
    /// Whether a draw waits for its weight.
    holds: u64,
    levels: [Level; LEVEL_COUNT],
}

image! {
    struct EstimateState {
        len: u64, weights: DrawWeight, covariance: u64, centroid_count: u64, draw_count: u64, weight: f64, holds: u64,
        levels: [Level; LEVEL_COUNT],
    }
    enum DrawWeight { Equal, StepSize, NextStepSize }
    struct Level { pending: f64, batch_count: u64, weight: f64, squared: f64 }
}

impl EstimateState {
    /// Nothing yet, in `memory` of at least [`EstimateSettings::memory_len`] units.
    ///
    /// Errors: those of `memory_len`; `MemoryTooSmall`.
    pub fn new(settings: &EstimateSettings, memory: &mut [MemoryUnit]) -> Result<Self, Error> {
        let memory = memory.get_mut(..settings.memory_len()?).ok_or(Error::MemoryTooSmall)?;
        memory.fill(MemoryUnit::default());
        Ok(Self {
            len: settings.len as u64,
            weights: settings.weights,
            covariance: u64::from(settings.covariance),
            centroid_count: settings.centroid_count as u64,
            draw_count: 0,
            weight: 0.0,
            holds: 0,
            levels: [Level::default(); LEVEL_COUNT],
        })
    }

    /// What they hold.
    pub fn settings(&self) -> EstimateSettings {
        EstimateSettings {
            len: self.len as usize,
            weights: self.weights,
            covariance: self.covariance != 0,
            centroid_count: self.centroid_count as usize,
        }
    }

    /// Whether these could be the counts and weights of estimates, and `memory` the words of theirs: no number is NaN but
    /// where sums overflowed, and counts are in range.
    pub(crate) fn could_have(&self, memory: impl Iterator<Item = u64>) -> bool {
        // All fields have names here, so that a new one does not compile before it is known what holds of it.
        let Self { len: _, weights: _, covariance, centroid_count: _, draw_count, weight, holds, levels } =
            self;
        let is_weight = |weight: f64| weight >= 0.0 && weight.is_finite();
        let levels_hold = levels.iter().all(|level| level.could_be(*draw_count));
        let empty =
            *draw_count > 0 || weight.to_bits() == 0 && levels.iter().all(|level| *level == Level::default());
        let holds = *covariance <= 1 && *holds <= 1 && is_weight(*weight) && levels_hold && empty;
        holds && self.settings().counts_hold(memory)
    }

    /// How many draws there are.
    pub fn draw_count(&self) -> u64 {
        self.draw_count
    }

    /// The sum of their weights.
    pub fn weight(&self) -> f64 {
        self.weight
    }

    /// Takes a draw in.
    ///
    /// Errors, after which nothing has changed: `LengthMismatch` unless there are k numbers; `NotFinite`; `Weight`
    /// outside 1e-100 to 1e100; `MemoryTooSmall`.
    pub fn push<R: Real>(
        &mut self,
        memory: &mut [MemoryUnit],
        values: &[R],
        weight: f64,
    ) -> Result<(), Error> {
        self.check(values, weight)?;
        self.take_in(&mut self.settings().exclusive(memory)?, values, weight);
        Ok(())
    }

    /// Takes a draw of a chain in, which a step of `step_size` made; it counts what [`DrawWeight`] says.
    ///
    /// Errors: as [`push`](Self::push).
    pub fn observe<R: Real>(
        &mut self,
        memory: &mut [MemoryUnit],
        values: &[R],
        step_size: f64,
    ) -> Result<(), Error> {
        let weight = if self.weights == DrawWeight::Equal { 1.0 } else { step_size };
        self.check(values, weight)?;
        let mut parts = self.settings().exclusive(memory)?;
        if self.weights != DrawWeight::NextStepSize {
            self.take_in(&mut parts, values, weight);
            return Ok(());
        }
        let held = core::mem::take(&mut parts.held);
        if self.holds != 0 {
            self.take_in(&mut parts, held, weight);
        }
        held.iter_mut().zip(values).for_each(|(held, value)| *held = value.to_f64());
        self.holds = 1;
        Ok(())
    }

    fn check<R: Real>(&self, values: &[R], weight: f64) -> Result<(), Error> {
        if values.len() as u64 != self.len {
            return Err(Error::LengthMismatch);
        }
        if !all_within(values, R::MAX) {
            return Err(Error::NotFinite);
        }
        if WEIGHTS.contains(&weight) { Ok(()) } else { Err(Error::Weight) }
    }

    fn take_in<R: Real>(&mut self, parts: &mut Parts<Exclusive<'_>>, values: &[R], weight: f64) {
        self.draw_count += 1;
        self.weight += weight;
        let total = self.weight;
        if self.covariance != 0 {
            take_in_products(parts, values, weight, total);
        } else {
            accumulate(parts.mean, parts.squares, values, weight, total);
        }
        batch_means::push(&mut self.levels, parts.batch_means, values, weight);
        let values = values.iter().map(|value| value.to_f64());
        parts.digests.push(self.centroid_count as usize, values, weight);
    }

    /// Takes in what another, of another chain, has; a draw that waits there for its weight stays out.
    ///
    /// In whatever order several are merged, the results agree up to rounding; batches that still waited for a
    /// partner are left out of the standard error. Errors: `LengthMismatch` where the other has another k;
    /// `OtherSettings` for other estimates; `MemoryTooSmall`.
    pub fn merge(
        &mut self,
        memory: &mut [MemoryUnit],
        other: &Self,
        other_memory: &[MemoryUnit],
    ) -> Result<(), Error> {
        if self.len != other.len {
            return Err(Error::LengthMismatch);
        }
        if self.settings() != other.settings() {
            return Err(Error::OtherSettings);
        }
        let mut parts = self.settings().exclusive(memory)?;
        let others = other.settings().shared(other_memory)?;
        if other.draw_count == 0 {
            return Ok(());
        }
        let weights = [self.weight, other.weight];
        if self.covariance != 0 {
            combine_products(&mut parts, &others, weights);
        } else {
            combine([parts.mean, parts.squares], [others.mean, others.squares], weights);
        }
        batch_means::merge(&mut self.levels, parts.batch_means, &other.levels, others.batch_means);
        parts.digests.merge(self.centroid_count as usize, &others.digests);
        self.draw_count += other.draw_count;
        self.weight += other.weight;
        Ok(())
    }

    /// Writes k means, which are 0 before the first draw.
    ///
    /// Errors of this and what follows: `LengthMismatch`; `MemoryTooSmall`.
    pub fn mean(&self, memory: &[MemoryUnit], out: &mut [f64]) -> Result<(), Error> {
        fill(out, self.parts(memory, self.len, out)?.mean.iter().copied())
    }

    /// Writes k variances Σ w (h - mean)² / Σ w, which are NaN before the first draw.
    pub fn variance(&self, memory: &[MemoryUnit], out: &mut [f64]) -> Result<(), Error> {
        let parts = self.parts(memory, self.len, out)?;
        fill(out, self.variances(&parts))
    }

    /// Writes the k Monte Carlo standard errors of the means, by batch means; NaN below 16 draws.
    pub fn standard_error(&self, memory: &[MemoryUnit], out: &mut [f64]) -> Result<(), Error> {
        let parts = self.parts(memory, self.len, out)?;
        self.fill_by_squared_errors(&parts, out, |_, squared_error| libm::sqrt(squared_error))
    }

    /// Writes the k effective sample sizes: variance over squared standard error, how many independent draws would
    /// give the mean as exactly; NaN below 16 draws, and for what does not vary.
    pub fn sample_size(&self, memory: &[MemoryUnit], out: &mut [f64]) -> Result<(), Error> {
        let parts = self.parts(memory, self.len, out)?;
        self.fill_by_squared_errors(&parts, out, |variance, squared_error| variance / squared_error)
    }

    /// Writes the k × k covariances, row by row. Errors besides: `NotEstimated` where the settings did not ask for them.
    pub fn covariance(&self, memory: &[MemoryUnit], out: &mut [f64]) -> Result<(), Error> {
        if self.covariance == 0 {
            return Err(Error::NotEstimated);
        }
        let parts = self.parts(memory, self.len.saturating_mul(self.len), out)?;
        let k = self.len as usize;
        let product = |i: usize, j: usize| parts.squares.get(i.max(j) * (i.max(j) + 1) / 2 + i.min(j));
        let places = (0..k).flat_map(|i| (0..k).map(move |j| (i, j)));
        fill(out, places.map(|(i, j)| product(i, j).map_or(f64::NAN, |product| product / self.weight)))
    }

    /// Writes the k quantiles at `p`, from 0 to 1, which are NaN before the first draw.
    ///
    /// Errors besides: `NotEstimated` where the settings gave no room for centroids; `Probability`.
    pub fn quantile(&self, memory: &[MemoryUnit], p: f64, out: &mut [f64]) -> Result<(), Error> {
        if self.centroid_count == 0 {
            return Err(Error::NotEstimated);
        }
        if !(0.0..=1.0).contains(&p) {
            return Err(Error::Probability);
        }
        let parts = self.parts(memory, self.len, out)?;
        let room = self.centroid_count as usize;
        fill(out, (0..parts.mean.len()).map(|i| parts.digests.quantile(i, room, p)))
    }

    /// The vectors, for a result as long as it should be.
    fn parts<'m>(&self, memory: &'m [MemoryUnit], len: u64, out: &[f64]) -> Result<Parts<Shared<'m>>, Error> {
        if out.len() as u64 != len {
            return Err(Error::LengthMismatch);
        }
        self.settings().shared(memory)
    }

    fn variances<'p, 'm>(&self, parts: &'p Parts<Shared<'m>>) -> impl Iterator<Item = f64> + use<'p, 'm> {
        let (triangle, total) = (self.covariance != 0, self.weight);
        // In a triangle the steps to the next square grow by one.
        let squares = (0..parts.mean.len()).map(move |i| if triangle { i * (i + 3) / 2 } else { i });
        squares.map(move |i| parts.squares.get(i).map_or(f64::NAN, |squares| squares / total))
    }

    fn fill_by_squared_errors(
        &self,
        parts: &Parts<Shared<'_>>,
        out: &mut [f64],
        result: impl Fn(f64, f64) -> f64,
    ) -> Result<(), Error> {
        let errors =
            batch_means::variances_of_means(&self.levels, parts.batch_means, parts.mean, self.weight);
        match errors {
            Some(errors) => {
                fill(out, self.variances(parts).zip(errors).map(|(variance, error)| result(variance, error)))
            }
            None => fill(out, core::iter::repeat(f64::NAN)),
        }
    }
}

fn fill(out: &mut [f64], values: impl Iterator<Item = f64>) -> Result<(), Error> {
    out.iter_mut().zip(values).for_each(|(out, value)| *out = value);
    Ok(())
}
