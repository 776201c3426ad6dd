//! What is estimated from draws, and how much memory that takes.

use super::digest::{Digests, LEAST_CENTROIDS};
use super::window::{ROOMS, Window};
use crate::Error;
use crate::built;
use crate::named::named;
use crate::num::{Count, Cut, Exclusive, Lens, MemoryUnit, Shared};

named! {
    /// What a draw of a chain counts in estimates.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[repr(u64)]
    pub enum DrawWeight {
        /// All the same; Karagiannis 2024, (3.7).
        #[default]
        Equal = 0,
        /// The size of the step that made it, as in weighted [`Moments`](crate::Moments).
        StepSize = 1,
        /// The size of the step that made the next draw that is observed: without thinning the step that leaves it, as in
        /// (3.8) of Karagiannis 2024. The last draw does not count yet.
        NextStepSize = 2,
    }
}

/// What [`Estimates`](super::Estimates) are to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EstimateSettings {
    /// k, how many numbers a draw has: d for θ itself, or as many functions h(θ) as the host pushes.
    pub len: usize,
    /// What an observed draw counts.
    pub weights: DrawWeight,
    /// Whether covariances are wanted, k (k + 1) / 2 numbers in place of k variances.
    pub covariance: bool,
    /// How many centroids each of the k digests has room for, from which quantiles are read: 0 for none, else at least
    /// 16. As long as no more different numbers were drawn, quantiles are the draws', linear between the middles of
    /// successive ones. From then on the mass below a quantile q is off by at most about e sqrt(q (1 - q)) + e²/4, at the
    /// ends, too, and mostly by a tenth of that. With δ three quarters of the room, e is π/δ for draws of one smooth law:
    /// 0.008 of the mass at the median with 256. It is twice that where the law drifts or has long tails, and where
    /// digests of unlike laws were merged. It is more at the ends of laws that span tens of powers of e, such as a
    /// lognormal one of σ = 30, and three times that beside numbers that are drawn often.
    pub centroid_count: usize,
    /// For how many means of successive draws there is room, of which standard errors, effective sample sizes and intervals
    /// are made: 0 for none of these, else even and from 32 to 1024; default 128. Half as many are always there, once there
    /// are as many draws; a chain's memory is seen as long as it is below about an eighth of the run.
    pub window_len: usize,
}

impl EstimateSettings {
    /// Mean, variance, standard error and effective sample size of `len` numbers that count the same in every draw.
    pub const fn new(len: usize) -> Self {
        Self { len, weights: DrawWeight::Equal, covariance: false, centroid_count: 0, window_len: 128 }
    }

    /// How many [`MemoryUnit`]s they take.
    ///
    /// Errors: `LengthZero`, `LengthTooLarge`; `CentroidCount`; `WindowLen`; `NotBuilt`.
    pub fn memory_len(&self) -> Result<usize, Error> {
        if self.len == 0 {
            return Err(Error::LengthZero);
        }
        if self.centroid_count > 0 && self.centroid_count < LEAST_CENTROIDS {
            return Err(Error::CentroidCount);
        }
        if self.window_len > 0 && !(ROOMS.contains(&self.window_len) && self.window_len.is_multiple_of(2)) {
            return Err(Error::WindowLen);
        }
        let mut count = Count::default();
        self.parts(&mut count)?;
        Ok(count.blocks)
    }

    /// How many sums of squares and products there are; the squares alone, or the rows of a triangle.
    fn squares_len(&self) -> Result<usize, Error> {
        if !self.covariance {
            return Ok(self.len);
        }
        let products = self.len.checked_add(1).and_then(|next| self.len.checked_mul(next));
        Ok(products.ok_or(Error::LengthTooLarge)? / 2)
    }

    /// The one description of what stands where.
    fn parts<C: Cut>(&self, cut: &mut C) -> Result<Parts<C>, Error> {
        built::need(built::ESTIMATES)?;
        let digests = if self.centroid_count > 0 { self.len } else { 0 };
        let centroids = self.len.checked_mul(self.centroid_count).ok_or(Error::LengthTooLarge)?;
        let of_window = if self.window_len > 0 { self.len } else { 0 };
        let means = self.len.checked_mul(self.window_len).ok_or(Error::LengthTooLarge)?;
        let parts = Parts {
            mean: cut.take(self.len),
            squares: cut.take(self.squares_len()?),
            scale: cut.take(self.len),
            held: cut.take(if self.weights == DrawWeight::NextStepSize { self.len } else { 0 }),
            window: Window {
                means: cut.take(means),
                weights: cut.take(self.window_len),
                pending: cut.take(of_window),
                chains: core::array::from_fn(|_| cut.take(of_window)),
            },
            digests: Digests {
                least: cut.take(digests),
                greatest: cut.take(digests),
                counts: cut.take(digests),
                means: cut.take(centroids),
                weights: cut.take(centroids),
            },
        };
        cut.end()?;
        Ok(parts)
    }

    /// Whether, in the words of a memory, no digest has more centroids than there is room for.
    pub(super) fn counts_hold(&self, memory: impl Iterator<Item = u64>) -> bool {
        let Ok(Parts { mean, squares, scale, held, window, digests }) = self.parts(&mut Lens) else {
            return false;
        };
        let of_window = [window.means, window.weights, window.pending];
        let before = [mean, squares, scale, held, digests.least, digests.greatest];
        // Every vector begins with a unit.
        let skipped = before
            .into_iter()
            .chain(of_window)
            .chain(window.chains)
            .map(|len| len.next_multiple_of(MemoryUnit::LANES as usize))
            .sum();
        memory.skip(skipped).take(digests.counts).all(|count| count <= self.centroid_count as u64)
    }

    pub(super) fn shared<'m>(&self, memory: &'m [MemoryUnit]) -> Result<Parts<Shared<'m>>, Error> {
        self.parts(&mut Shared::new(memory))
    }

    pub(super) fn exclusive<'m>(&self, memory: &'m mut [MemoryUnit]) -> Result<Parts<Exclusive<'m>>, Error> {
        self.parts(&mut Exclusive::new(memory))
    }
}

/// All vectors, as `C` cuts them.
pub(super) struct Parts<C: Cut> {
    pub(super) mean: C::Slice<f64>,
    pub(super) squares: C::Slice<f64>,
    /// A power of two for each number, of which `squares` are scaled; 0 until two draws differ.
    pub(super) scale: C::Slice<f64>,
    /// The last draw, while its weight is not known.
    pub(super) held: C::Slice<f64>,
    pub(super) window: Window<C>,
    pub(super) digests: Digests<C>,
}
