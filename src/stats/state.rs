//! The counts and weights of estimates, and what they do to the vectors in a caller's memory.

use super::moments::{Sums, accumulate_scaled, combine, fit, ratio, variance};
use super::products::{combine_products, rescale_products, take_in_products};
use super::scale::unscaled;
use super::settings::{DrawWeight, EstimateSettings, Parts};
use super::window::{Batches, Weights};
use crate::Error;
use crate::image::{Image, Sink, Source, image};
use crate::num::{Exclusive, MemoryUnit, Real, Shared, all_within};

/// Weights are taken from 1e-100 to 1e100, so that sums of their squares neither vanish nor overflow.
const WEIGHTS: core::ops::RangeInclusive<f64> = 1e-100..=1e100;

/// The counts and weights of [`Estimates`](super::Estimates); their vectors stand in a slice of [`MemoryUnit`]s, which the caller keeps.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct EstimateState {
    pub(super) len: u64,
    weights: DrawWeight,
    covariance: u64,
    centroid_count: u64,
    pub(super) draw_count: u64,
    pub(super) weight: f64,
    /// Whether a draw waits for its weight.
    holds: u64,
    pub(super) window_len: u64,
    pub(super) batches: Batches,
}

image! {
    struct EstimateState {
        len: u64, weights: DrawWeight, covariance: u64, centroid_count: u64, draw_count: u64, weight: f64, holds: u64,
        window_len: u64, batches: Batches,
    }
    struct Batches { len: u64, count: u64, pending_count: u64, pending: f64, others: Weights }
    struct Weights { count: u64, weight: f64, squared: f64 }
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
            window_len: settings.window_len as u64,
            batches: Batches::NONE,
        })
    }

    /// What they hold.
    pub fn settings(&self) -> EstimateSettings {
        EstimateSettings {
            len: self.len as usize,
            weights: self.weights,
            covariance: self.covariance != 0,
            centroid_count: self.centroid_count as usize,
            window_len: self.window_len as usize,
        }
    }

    /// Whether these could be the counts and weights of estimates, and `memory` the words of theirs: no number is NaN but
    /// where sums overflowed, and counts are in range.
    pub(crate) fn could_have(&self, memory: impl Iterator<Item = u64>) -> bool {
        // All fields have names here, so that a new one does not compile before it is known what holds of it.
        let Self {
            len: _,
            weights: _,
            covariance,
            centroid_count: _,
            draw_count,
            weight,
            holds,
            window_len,
            batches,
        } = self;
        let is_weight = |weight: f64| weight >= 0.0 && weight.is_finite();
        let empty = *draw_count > 0 || weight.to_bits() == 0;
        let batches_hold = batches.could_be(*draw_count, *window_len);
        let holds = *covariance <= 1 && *holds <= 1 && is_weight(*weight) && batches_hold && empty;
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
        self.fit(parts, values.iter().map(|value| (value.to_f64(), 0.0)));
        if self.covariance != 0 {
            take_in_products(parts, values, weight, total);
        } else {
            accumulate_scaled(&mut sums(parts), values, weight, total);
        }
        if self.window_len > 0 {
            parts.window.push(&mut self.batches, values, weight);
        }
        let values = values.iter().map(|value| value.to_f64());
        parts.digests.push(self.centroid_count as usize, values, weight);
    }

    /// Takes in what another, of another chain, has; a draw that waits there for its weight stays out.
    ///
    /// In whatever order several are merged, the results agree up to rounding. Standard errors are then those of the chains
    /// together, by each chain's own and by how far their means are apart; draws that are pushed afterwards are of the
    /// chain that these estimates had. Errors: `LengthMismatch` where the other has another k;
    /// `OtherSettings` for other estimates; `LengthTooLarge` from 2^64 draws on, or an infinite weight; `MemoryTooSmall`.
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
        let draw_count = self.draw_count.checked_add(other.draw_count).ok_or(Error::LengthTooLarge)?;
        let weights = [self.weight, other.weight];
        if !(weights[0] + weights[1]).is_finite() {
            return Err(Error::LengthTooLarge);
        }
        self.fit(&mut parts, others.mean.iter().copied().zip(others.scale.iter().copied()));
        let scale = &*parts.scale;
        let ratio_of =
            |i: usize| others.scale.get(i).zip(scale.get(i)).map_or(1.0, |(other, own)| ratio(*own, *other));
        if self.window_len > 0 {
            parts.window.merge(&mut self.batches, (&other.batches, &others.window), scale, ratio_of);
        }
        if self.covariance != 0 {
            combine_products(&mut parts, &others, weights);
        } else {
            combine(&mut sums(&mut parts), [others.mean, others.squares, others.scale], weights);
        }
        parts.digests.merge(self.centroid_count as usize, &others.digests);
        self.draw_count = draw_count;
        self.weight += other.weight;
        Ok(())
    }

    /// Writes k means, which are 0 before the first draw. Each draw moves them by its share of how far it is off, rounded: of
    /// n draws that are more than some 10^15/n of their deviations from 0 they may be off by more than their standard errors
    /// say. Take an offset off such numbers.
    ///
    /// Errors of this and what follows: `LengthMismatch`; `MemoryTooSmall`.
    pub fn mean(&self, memory: &[MemoryUnit], out: &mut [f64]) -> Result<(), Error> {
        fill(out, self.parts(memory, self.len, out.len())?.mean.iter().copied())
    }

    /// Writes k variances Σ w (h - mean)² / Σ w, which are NaN before the first draw.
    ///
    /// Errors besides: `NotRepresentable` where one is no normal number, of a deviation above 1e154 or below 1.5e-154.
    pub fn variance(&self, memory: &[MemoryUnit], out: &mut [f64]) -> Result<(), Error> {
        let parts = self.parts(memory, self.len, out.len())?;
        self.check_variances(&parts)?;
        fill(out, self.variances(&parts).flatten())
    }

    /// Writes k deviations, the roots of the variances, right from 1e-300 to 1e300; NaN before the first draw.
    pub fn deviation(&self, memory: &[MemoryUnit], out: &mut [f64]) -> Result<(), Error> {
        let parts = self.parts(memory, self.len, out.len())?;
        let roots = self.squares(&parts).zip(parts.scale);
        fill(out, roots.map(|(squares, scale)| root(squares / self.weight, *scale)))
    }

    /// Writes the k × k covariances, row by row. Errors besides: `NotEstimated` where the settings did not ask for them;
    /// those of [`variance`](Self::variance).
    pub fn covariance(&self, memory: &[MemoryUnit], out: &mut [f64]) -> Result<(), Error> {
        if self.covariance == 0 {
            return Err(Error::NotEstimated);
        }
        let parts = self.parts(memory, self.len.saturating_mul(self.len), out.len())?;
        let k = self.len as usize;
        self.check_variances(&parts)?;
        let product = |i: usize, j: usize| {
            let product = parts.squares.get(i.max(j) * (i.max(j) + 1) / 2 + i.min(j))? / self.weight;
            let [s, t] = [*parts.scale.get(i)?, *parts.scale.get(j)?];
            Some(if s > 0.0 && t > 0.0 { unscaled(product, s, t) } else { product })
        };
        let places = (0..k).flat_map(|i| (0..k).map(move |j| (i, j)));
        fill(out, places.map(|(i, j)| product(i, j).unwrap_or(f64::NAN)))
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
        let parts = self.parts(memory, self.len, out.len())?;
        let room = self.centroid_count as usize;
        fill(out, (0..parts.mean.len()).map(|i| parts.digests.quantile(i, room, p, self.draw_count)))
    }

    /// The vectors, for a result as long as it should be.
    pub(super) fn parts<'m>(
        &self,
        memory: &'m [MemoryUnit],
        len: u64,
        out: usize,
    ) -> Result<Parts<Shared<'m>>, Error> {
        if out as u64 != len {
            return Err(Error::LengthMismatch);
        }
        self.settings().shared(memory)
    }

    /// Sums of squares, scaled.
    pub(super) fn squares<'m>(&self, parts: &Parts<Shared<'m>>) -> impl Iterator<Item = f64> + use<'m> {
        let (triangle, squares) = (self.covariance != 0, parts.squares);
        // In a triangle the steps to the next square grow by one.
        let places = (0..parts.mean.len()).map(move |i| if triangle { i * (i + 3) / 2 } else { i });
        places.map(move |i| squares.get(i).copied().unwrap_or(f64::NAN))
    }

    fn variances(&self, parts: &Parts<Shared<'_>>) -> impl Iterator<Item = Option<f64>> {
        let squares = self.squares(parts).zip(parts.scale);
        squares.map(|(squares, scale)| variance(squares, self.weight, *scale))
    }

    fn check_variances(&self, parts: &Parts<Shared<'_>>) -> Result<(), Error> {
        if self.variances(parts).all(|variance| variance.is_some()) {
            Ok(())
        } else {
            Err(Error::NotRepresentable)
        }
    }

    /// Chooses scales for numbers besides, each with a scale that is its own, or 0.
    fn fit(&self, parts: &mut Parts<Exclusive<'_>>, numbers: impl Iterator<Item = (f64, f64)>) {
        let Parts { mean, squares, scale, window, .. } = parts;
        fit(scale, mean, numbers, |i, ratio| {
            if self.covariance != 0 {
                rescale_products(squares, mean.len(), i, ratio);
            } else {
                squares.get_mut(i).into_iter().for_each(|squares| *squares *= ratio * ratio);
            }
            window.rescale(i, ratio);
        });
    }
}

pub(super) fn fill(out: &mut [f64], values: impl Iterator<Item = f64>) -> Result<(), Error> {
    out.iter_mut().zip(values).for_each(|(out, value)| *out = value);
    Ok(())
}

fn sums<'p>(parts: &'p mut Parts<Exclusive<'_>>) -> Sums<'p> {
    Sums { mean: parts.mean, squares: parts.squares, scale: parts.scale }
}

/// The root of what is scaled by a scale's square.
pub(super) fn root(scaled: f64, scale: f64) -> f64 {
    if scale > 0.0 { libm::sqrt(scaled) / scale } else { libm::sqrt(scaled) }
}

#[cfg(test)]
mod tests {
    use super::{EstimateSettings, EstimateState};
    use crate::num::MemoryUnit;

    #[test]
    fn no_draws_have_no_weight() {
        let settings = EstimateSettings { centroid_count: 0, window_len: 0, ..EstimateSettings::new(1) };
        let mut memory = [MemoryUnit::default(); 16];
        let state = EstimateState::new(&settings, &mut memory).expect("room enough");
        let could_be = |state: EstimateState| state.could_have([0; 128].into_iter());
        assert!(could_be(state) && !could_be(EstimateState { weight: 1.0, ..state }));
    }
}
