//! What stands where in a chain's memory: the lengths of all parts, and the order in which they are cut.

use crate::Error;
use crate::built;
use crate::num::{Count, Cut, Len, MemoryUnit, Real, Shared};

/// The lengths of all parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) theta_len: [usize; 2],
    pub(crate) gradient_len: [usize; 2],
    pub(crate) batch_len: [usize; 2],
    pub(crate) plain_len: usize,
    pub(crate) weighted_len: usize,
    pub(crate) state_len: Len<{ built::STATES as usize }>,
    pub(crate) prior_len: Len<{ built::PRIORS as usize }>,
    pub(crate) blocks_len: Len<{ built::BLOCKS as usize }>,
    pub(crate) anchor_len: Len<{ built::CONTROL_VARIATES as usize }>,
    pub(crate) average_len: Len<{ built::CONTROL_VARIATES as usize }>,
    pub(crate) table_len: Len<{ built::CONTROL_VARIATES as usize }>,
    pub(crate) table_mean_len: Len<{ built::CONTROL_VARIATES as usize }>,
    pub(crate) part_len: Len<{ built::PARTS as usize }>,
    pub(crate) total_len: Len<{ built::TOTALS as usize }>,
    pub(crate) chunk_len: Len<{ built::LARGE_DATA as usize }>,
    pub(crate) refresh_len: Len<{ built::METROPOLIS_HASTINGS as usize }>,
    pub(crate) subset_len: Len<{ built::CONTROL_VARIATES as usize }>,
    pub(crate) host_terms_len: Len<{ built::TERMS as usize }>,
    pub(crate) fresh_len: Len<{ built::CONTROL_VARIATES as usize }>,
    /// Of C, and of M.
    pub(crate) covariance_len: Len<{ built::NOISE_COMPENSATION as usize }>,
    pub(crate) mixing_len: Len<{ built::NOISE_COMPENSATION as usize }>,
    pub(crate) other_len: Len<{ built::NOISE_COMPENSATION as usize }>,
    /// Whether any part from the rule's state on has a length: steps of the chains that have none need not ask each.
    pub(crate) more: bool,
}

/// All parts, as `C` cuts them.
pub(super) struct Parts<C: Cut, R: Real> {
    pub(super) first: First<C, R>,
    pub(super) more: More<C, R>,
}

/// The parts that stand first.
pub(super) struct First<C: Cut, R: Real> {
    pub(super) theta: [C::Slice<R>; 2],
    pub(super) moments: [[C::Slice<f64>; 2]; 2],
    pub(super) gradient: [C::Slice<R>; 2],
    pub(super) batch: [C::Slice<u32>; 2],
}

/// The parts that not all chains have.
pub(super) struct More<C: Cut, R: Real> {
    pub(super) state: C::Slice<R>,
    pub(super) prior: [C::Slice<R>; 2],
    pub(super) blocks: C::Slice<u64>,
    pub(super) anchors: [[C::Slice<R>; 2]; 2],
    pub(super) average: C::Slice<f64>,
    pub(super) table: C::Slice<R>,
    pub(super) table_mean: C::Slice<f64>,
    pub(super) part: C::Slice<R>,
    pub(super) total: C::Slice<f64>,
    pub(super) chunk: C::Slice<u32>,
    pub(super) refresh: C::Slice<u32>,
    pub(super) subset: C::Slice<u32>,
    pub(super) host_terms: C::Slice<R>,
    pub(super) fresh: C::Slice<R>,
    pub(super) covariance: C::Slice<f64>,
    pub(super) mix: C::Slice<R>,
    pub(super) mixing: C::Slice<f64>,
    pub(super) other: C::Slice<R>,
}

impl Layout {
    /// The one description of what stands where.
    #[inline(always)]
    pub(super) fn parts<C: Cut, R: Real>(&self, cut: &mut C) -> Result<Parts<C, R>, Error> {
        let first = self.cut_first(cut);
        let more = if self.more { self.cut_more(cut) } else { Self::default().cut_more(cut) };
        cut.end()?;
        Ok(Parts { first, more })
    }

    #[inline(always)]
    pub(super) fn cut_first<C: Cut, R: Real>(&self, cut: &mut C) -> First<C, R> {
        First {
            theta: self.thetas::<C, R>(cut),
            moments: self.means_and_squares(cut),
            gradient: [cut.take(self.gradient_len[0]), cut.take(self.gradient_len[1])],
            batch: [cut.take(self.batch_len[0]), cut.take(self.batch_len[1])],
        }
    }

    /// Both places of θ, which stand first.
    #[inline(always)]
    pub(crate) fn thetas<C: Cut, R: Real>(&self, cut: &mut C) -> [C::Slice<R>; 2] {
        [cut.take(self.theta_len[0]), cut.take(self.theta_len[1])]
    }

    /// Running means and sums of squares, plain and weighted, which stand next.
    #[inline(always)]
    fn means_and_squares<C: Cut>(&self, cut: &mut C) -> [[C::Slice<f64>; 2]; 2] {
        [
            [cut.take(self.plain_len), cut.take(self.plain_len)],
            [cut.take(self.weighted_len), cut.take(self.weighted_len)],
        ]
    }

    /// The others, behind those.
    #[inline(always)]
    pub(super) fn cut_more<C: Cut, R: Real>(&self, cut: &mut C) -> More<C, R> {
        More {
            state: cut.take_built(self.state_len),
            prior: [cut.take_built(self.prior_len), cut.take_built(self.prior_len)],
            blocks: cut.take_built(self.blocks_len),
            anchors: [
                [cut.take_built(self.anchor_len), cut.take_built(self.anchor_len)],
                [cut.take_built(self.anchor_len), cut.take_built(self.anchor_len)],
            ],
            average: cut.take_built(self.average_len),
            table: cut.take_built(self.table_len),
            table_mean: cut.take_built(self.table_mean_len),
            part: cut.take_built(self.part_len),
            total: cut.take_built(self.total_len),
            chunk: cut.take_built(self.chunk_len),
            refresh: cut.take_built(self.refresh_len),
            subset: cut.take_built(self.subset_len),
            host_terms: cut.take_built(self.host_terms_len),
            fresh: cut.take_built(self.fresh_len),
            covariance: cut.take_built(self.covariance_len),
            mix: cut.take_built(self.covariance_len),
            mixing: cut.take_built(self.mixing_len),
            other: cut.take_built(self.other_len),
        }
    }

    /// Whether any part has a length that not all chains have.
    pub(crate) fn has_more(&self) -> bool {
        let Self {
            theta_len: _,
            gradient_len: _,
            batch_len: _,
            plain_len: _,
            weighted_len: _,
            more: _,
            state_len,
            prior_len,
            blocks_len,
            anchor_len,
            average_len,
            table_len,
            table_mean_len,
            part_len,
            total_len,
            chunk_len,
            refresh_len,
            subset_len,
            host_terms_len,
            fresh_len,
            covariance_len,
            mixing_len,
            other_len,
        } = *self;
        let of_parts = state_len.get() | prior_len.get() | blocks_len.get() | anchor_len.get();
        let of_estimators = average_len.get() | table_len.get() | table_mean_len.get() | subset_len.get();
        let of_scratch = part_len.get() | total_len.get() | chunk_len.get() | refresh_len.get();
        let of_noise = covariance_len.get() | mixing_len.get() | other_len.get();
        (of_noise | of_parts | of_estimators | of_scratch | host_terms_len.get() | fresh_len.get()) > 0
    }

    /// How many blocks all parts take; every part starts on a block.
    pub(crate) fn block_count<R: Real>(&self) -> Result<usize, Error> {
        let mut count = Count::default();
        self.parts::<_, R>(&mut count)?;
        Ok(count.blocks)
    }

    /// The current θ; `flipped` says that buffer 1 is the current one.
    pub(crate) fn theta<'m, R: Real>(
        &self,
        memory: &'m [MemoryUnit],
        flipped: bool,
    ) -> Result<&'m [R], Error> {
        let mut cut = Shared::new(memory);
        let [first, second] = self.thetas::<_, R>(&mut cut);
        cut.end()?;
        Ok(if flipped { second } else { first })
    }

    /// A running mean and its sum of squares: the weighted ones or the plain.
    pub(crate) fn moments<'m, R: Real>(
        &self,
        memory: &'m [MemoryUnit],
        weighted: bool,
    ) -> Result<[&'m [f64]; 2], Error> {
        let mut cut = Shared::new(memory);
        self.thetas::<_, R>(&mut cut);
        let [plain, by_weight] = self.means_and_squares(&mut cut);
        cut.end()?;
        Ok(if weighted { by_weight } else { plain })
    }

    /// C of a noise compensation.
    pub(crate) fn covariance<'m, R: Real>(&self, memory: &'m [MemoryUnit]) -> Result<&'m [f64], Error> {
        Ok(self.parts::<Shared<'m>, R>(&mut Shared::new(memory))?.more.covariance)
    }
}
