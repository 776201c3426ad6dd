//! What estimates say of how exact their means are: standard errors, effective sample sizes, intervals, and doubts.

use super::settings::Parts;
use super::state::{EstimateState, fill, root};
use super::student::student_quantile;
use super::window::Exactness;
use crate::Error;
use crate::num::{MemoryUnit, Shared};
use crate::schema::choice;

/// Below so many draws there are no standard errors.
const LEAST_DRAWS: u64 = 16;

choice! {
    /// Why a standard error, and what is made of it, is not to be trusted: bit c of a number's doubts is set for the one
    /// with number c. The numbers are never given to another meaning; a later library may have more of them.
    Doubt, #[non_exhaustive];

    /// The draws cannot tell: fewer than 16 of them or 20 effective ones, or they stay correlated over an eighth of what
    /// was drawn or more, or do not vary (of up to ten merged chains in one of them), or a few of them outweigh all
    /// others together. The error is more likely too small than too large; a longer run tells.
    TooShort = 1;
    /// Chains that were merged have means further apart than their own errors allow: they are in different modes, or have
    /// not come to the stationary law. The error is that of so few means as there are chains.
    ChainsDisagree = 2;
}

impl Doubt {
    /// Whether it is among the doubts of a number.
    pub const fn is_in(self, doubts: u32) -> bool {
        doubts & self.bit() != 0
    }

    const fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// How exact one number's mean is.
struct Found {
    exactness: Exactness,
    /// Of the draws, scaled as the number is.
    variance: f64,
    scale: f64,
}

impl Found {
    fn sample_size(&self) -> f64 {
        let Exactness { variance, freedom, .. } = self.exactness;
        let share = 1.0 - 2.0 / (9.0 * freedom);
        share * share * share * (self.variance / variance) + 1.0
    }

    fn doubts(&self) -> u32 {
        // NaN is no size of 20.
        let is_enough = self.sample_size() >= 20.0 && !self.exactness.is_slow;
        let doubts = [(!is_enough, Doubt::TooShort), (self.exactness.chains_disagree, Doubt::ChainsDisagree)];
        doubts.into_iter().filter(|(is, _)| *is).fold(0, |bits, (_, doubt)| bits | doubt.bit())
    }
}

impl EstimateState {
    /// Writes the k Monte Carlo standard errors of the means; NaN below 16 draws.
    ///
    /// They come from means of successive draws, by the formula in `src/stats/window.rs`. Of several chains they are by how
    /// far the chains' means are apart where these differ by more than each chain's own error lets them. Errors besides:
    /// `NotEstimated` where the settings gave the window no room.
    pub fn standard_error(&self, memory: &[MemoryUnit], out: &mut [f64]) -> Result<(), Error> {
        self.read_exactness(memory, out, |found| root(found.exactness.variance, found.scale))
    }

    /// Writes the k effective sample sizes, how many independent draws would give the mean as exactly: variance over squared
    /// standard error, made smaller by (1 - 2/(9ν))³, and 1 more, since the error's square is itself an estimate and its
    /// inverse too large in the middle. NaN below 16 draws, and for what does not vary. Errors: as of
    /// [`standard_error`](Self::standard_error).
    pub fn sample_size(&self, memory: &[MemoryUnit], out: &mut [f64]) -> Result<(), Error> {
        self.read_exactness(memory, out, |found| found.sample_size())
    }

    /// Writes the k degrees of freedom ν of the standard errors, at least 1: (mean - truth) / error is nearly Student's t.
    /// NaN below 16 draws. Errors: as of [`standard_error`](Self::standard_error).
    pub fn degrees_of_freedom(&self, memory: &[MemoryUnit], out: &mut [f64]) -> Result<(), Error> {
        self.read_exactness(memory, out, |found| found.exactness.freedom)
    }

    /// Writes k half-widths: an interval from mean - half_width to mean + half_width has the truth with probability
    /// `level`, such as 0.95, where nothing is doubtful; Student's quantile times the standard error. That is nearly so
    /// above some 50 effective draws, of which intervals of 95 % held the truth in 93 to 96 % of our runs; of an AR(1)
    /// chain that is worth 10 to 15, and is not doubted, they cover 70 to 85 %. NaN below 16 draws.
    ///
    /// Errors: as of [`standard_error`](Self::standard_error); `Probability` unless the level is above 0 and below 1.
    pub fn half_width(&self, memory: &[MemoryUnit], level: f64, out: &mut [f64]) -> Result<(), Error> {
        if !(level > 0.0 && level < 1.0) {
            return Err(Error::Probability);
        }
        self.read_exactness(memory, out, |found| {
            student_quantile(level, found.exactness.freedom) * root(found.exactness.variance, found.scale)
        })
    }

    /// Writes for each of the k numbers what its standard error is not to be trusted for: bits of [`Doubt`], 0 for nothing.
    ///
    /// Errors: as of [`standard_error`](Self::standard_error).
    pub fn doubts(&self, memory: &[MemoryUnit], out: &mut [u32]) -> Result<(), Error> {
        let parts = self.parts(memory, self.len, out.len())?;
        let few = if self.draw_count < LEAST_DRAWS { Doubt::TooShort.bit() } else { 0 };
        self.exactness(&parts)?.zip(out).for_each(|(found, out)| *out = found.doubts() | few);
        Ok(())
    }

    fn exactness<'p, 'm>(
        &'p self,
        parts: &'p Parts<Shared<'m>>,
    ) -> Result<impl Iterator<Item = Found> + use<'p, 'm>, Error> {
        if self.window_len == 0 {
            return Err(Error::NotEstimated);
        }
        let numbers = self.squares(parts).zip(parts.mean.iter().zip(parts.scale)).enumerate();
        Ok(numbers.map(|(i, (squares, (mean, scale)))| Found {
            exactness: parts.window.exactness(&self.batches, i, *mean, *scale),
            variance: squares / self.weight,
            scale: *scale,
        }))
    }

    fn read_exactness(
        &self,
        memory: &[MemoryUnit],
        out: &mut [f64],
        result: impl Fn(&Found) -> f64,
    ) -> Result<(), Error> {
        let parts = self.parts(memory, self.len, out.len())?;
        let known = self.draw_count >= LEAST_DRAWS;
        fill(out, self.exactness(&parts)?.map(|found| if known { result(&found) } else { f64::NAN }))
    }
}
