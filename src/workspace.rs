//! One caller-owned slice, split into named parts.
//!
//! ```text
//! buffer 0:  θ, ĝ, batch    buffer 1:  θ, ĝ, batch    the current one holds the chain, the proposal's is scratch
//! plain mean, squares;  weighted mean, squares        the running moments
//! state, prior's vectors, blocks                      of the rule, the prior and the ranges of θ
//! anchor 0:  θ̃, ĝ           anchor 1:  θ̃, ĝ           one holds the control variate's, the other is scratch
//! average, table, mean                                of θ since the last anchor; SAGA's
//! part, total, chunk, refresh, subset, host terms, fresh   scratch of estimators, partial refreshes, hosts' terms or HMC
//! covariance, mix                                     of noise compensation; and its scratch
//! ```
//!
//! A Metropolis-Hastings chain proposes into the proposal buffer and, on acceptance, changes which one is current. An
//! update rule moves θ in place and has its gradient, its batch and the place of its gradient in buffer 1. Scratch is
//! all zero between steps: a gradient that a callback gets can be added to, and a step that fails leaves every byte as
//! it found it.

use crate::Error;
use crate::built;
use crate::gradient::{Anchor, Saga};
use crate::num::{Count, Cut, Exclusive, Len, MemoryUnit, Real, Shared, clear};

mod lasting;

pub(crate) use lasting::{Lasting, OfSettings, Visit};

/// Whether this build has chains with parts from the rule's state on.
const MORE: bool = built::STATES
    || built::PRIORS
    || built::BLOCKS
    || built::PARTS
    || built::TOTALS
    || built::METROPOLIS_HASTINGS
    || built::TERMS
    || built::NOISE_COMPENSATION;

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

/// θ, its gradient and its batch.
pub(crate) struct Buffer<'m, R> {
    pub(crate) theta: &'m mut [R],
    pub(crate) gradient: &'m mut [R],
    pub(crate) batch: &'m mut [u32],
}

impl<R: Real> Buffer<'_, R> {
    fn clear_estimate(&mut self) {
        clear(self.gradient);
        clear(self.batch);
    }
}

/// A running mean and sum of squares.
pub(crate) struct MomentParts<'m> {
    pub(crate) mean: &'m mut [f64],
    pub(crate) squares: &'m mut [f64],
}

/// What noise compensation has.
pub(crate) struct NoiseParts<'m, R> {
    /// C: its diagonal, or all of it.
    pub(crate) covariance: &'m mut [f64],
    /// M: its diagonal, or its rows.
    pub(crate) mix: &'m mut [R],
    /// Room in which M is worked out, dense.
    pub(crate) mixing: &'m mut [f64],
    /// ĝ over another batch, while C is looked for; M ξ, dense, once it is known.
    pub(crate) other: &'m mut [R],
}

impl<R: Real> NoiseParts<'_, R> {
    /// What steps only work in.
    fn clear(&mut self) {
        clear(self.mixing);
        clear(self.other);
    }
}

/// Which buffer and which anchor hold the chain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Roles {
    pub(crate) flipped: bool,
    pub(crate) anchor: bool,
}

/// The parts while a step runs. Dropping it zeroes the scratch, however the step ended.
pub(crate) struct Workspace<'m, R: Real> {
    pub(crate) current: Buffer<'m, R>,
    pub(crate) proposal: Buffer<'m, R>,
    /// Whether `proposal` has become the current buffer.
    pub(crate) swapped: bool,
    /// Whether the current buffer's gradient and batch, and SAGA's table, are not the chain's yet.
    pub(crate) unstarted: bool,
    /// Plain, weighted.
    pub(crate) moments: [MomentParts<'m>; 2],
    pub(crate) state: &'m mut [R],
    /// Mean and precision of a Gaussian prior with vectors.
    pub(crate) prior: [&'m mut [R]; 2],
    pub(crate) blocks: &'m mut [u64],
    pub(crate) anchor: Anchor<'m, R>,
    pub(crate) next_anchor: Anchor<'m, R>,
    /// Whether the two have changed places in a step that is not certain yet.
    pub(crate) anchor_pending: bool,
    pub(crate) average: &'m mut [f64],
    pub(crate) saga: Saga<'m, R>,
    pub(crate) part: &'m mut [R],
    pub(crate) total: &'m mut [f64],
    pub(crate) chunk: &'m mut [u32],
    pub(crate) refresh: &'m mut [u32],
    pub(crate) subset: &'m mut [u32],
    /// Or HMC's momentum.
    pub(crate) host_terms: &'m mut [R],
    pub(crate) noise: NoiseParts<'m, R>,
    /// [`Layout::more`].
    more: bool,
}

impl<R: Real> Workspace<'_, R> {
    /// Makes room for another proposal.
    pub(crate) fn clear_proposal(&mut self) {
        self.proposal.clear_estimate();
        clear(self.part);
        clear(self.total);
    }
}

impl<R: Real> Drop for Workspace<'_, R> {
    fn drop(&mut self) {
        let (kept, scratch) = match self.swapped {
            false => (&mut self.current, &mut self.proposal),
            true => (&mut self.proposal, &mut self.current),
        };
        clear(scratch.theta);
        scratch.clear_estimate();
        if self.unstarted {
            kept.clear_estimate();
            self.saga.clear();
        }
        if !(MORE && self.more) {
            return;
        }
        if self.anchor_pending { &mut self.anchor } else { &mut self.next_anchor }.clear();
        clear(self.part);
        clear(self.total);
        clear(self.chunk);
        clear(self.refresh);
        clear(self.subset);
        clear(self.host_terms);
        clear(self.saga.fresh);
        self.noise.clear();
    }
}

/// Parts of a chain that is only looked at.
pub(crate) struct Held<'m, R> {
    pub(crate) state: &'m [R],
    pub(crate) prior: [&'m [R]; 2],
    pub(crate) blocks: &'m [u64],
    /// θ̃ of the control variate.
    pub(crate) anchor: &'m [R],
}

/// All parts, as `C` cuts them.
struct Parts<C: Cut, R: Real> {
    theta: [C::Slice<R>; 2],
    moments: [[C::Slice<f64>; 2]; 2],
    gradient: [C::Slice<R>; 2],
    batch: [C::Slice<u32>; 2],
    more: More<C, R>,
}

/// The parts that not all chains have.
struct More<C: Cut, R: Real> {
    state: C::Slice<R>,
    prior: [C::Slice<R>; 2],
    blocks: C::Slice<u64>,
    anchors: [[C::Slice<R>; 2]; 2],
    average: C::Slice<f64>,
    table: C::Slice<R>,
    table_mean: C::Slice<f64>,
    part: C::Slice<R>,
    total: C::Slice<f64>,
    chunk: C::Slice<u32>,
    refresh: C::Slice<u32>,
    subset: C::Slice<u32>,
    host_terms: C::Slice<R>,
    fresh: C::Slice<R>,
    covariance: C::Slice<f64>,
    mix: C::Slice<R>,
    mixing: C::Slice<f64>,
    other: C::Slice<R>,
}

impl Layout {
    /// The one description of what stands where.
    #[inline(always)]
    fn parts<C: Cut, R: Real>(&self, cut: &mut C) -> Result<Parts<C, R>, Error> {
        let parts = Parts {
            theta: self.thetas::<C, R>(cut),
            moments: self.means_and_squares(cut),
            gradient: [cut.take(self.gradient_len[0]), cut.take(self.gradient_len[1])],
            batch: [cut.take(self.batch_len[0]), cut.take(self.batch_len[1])],
            more: if self.more { self.cut_more(cut) } else { Self::default().cut_more(cut) },
        };
        cut.end()?;
        Ok(parts)
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

    #[inline(always)]
    fn cut_more<C: Cut, R: Real>(&self, cut: &mut C) -> More<C, R> {
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

    /// What a chain holds besides θ, to look at.
    pub(crate) fn held<'m, R: Real>(
        &self,
        memory: &'m [MemoryUnit],
        roles: Roles,
    ) -> Result<Held<'m, R>, Error> {
        let More { state, prior, blocks, anchors: [[first, _], [second, _]], .. } =
            self.parts::<_, R>(&mut Shared::new(memory))?.more;
        Ok(Held { state, prior, blocks, anchor: if roles.anchor { second } else { first } })
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

    /// The parts of `memory` for what is done once: a function of its own.
    #[inline(never)]
    pub(crate) fn split_once<'m, R: Real>(
        &self,
        memory: &'m mut [MemoryUnit],
        roles: Roles,
    ) -> Result<Workspace<'m, R>, Error> {
        self.split(memory, roles)
    }

    /// The parts of `memory` for a step.
    // Inlined where code is cheap: a workspace is made where it is used, and not copied there.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn split<'m, R: Real>(
        &self,
        memory: &'m mut [MemoryUnit],
        roles: Roles,
    ) -> Result<Workspace<'m, R>, Error> {
        let parts = self.parts::<Exclusive<'m>, R>(&mut Exclusive::new(memory))?;
        let Parts { theta: [theta0, theta1], gradient: [gradient0, gradient1], .. } = parts;
        let Parts { batch: [batch0, batch1], moments, more, .. } = parts;
        let first = Buffer { theta: theta0, gradient: gradient0, batch: batch0 };
        let second = Buffer { theta: theta1, gradient: gradient1, batch: batch1 };
        let (current, proposal) = if roles.flipped { (second, first) } else { (first, second) };
        let [first, second] = more.anchors.map(|[theta, gradient]| Anchor { theta, gradient });
        let (anchor, next_anchor) = if roles.anchor { (second, first) } else { (first, second) };
        Ok(Workspace {
            current,
            proposal,
            swapped: false,
            unstarted: false,
            moments: moments.map(|[mean, squares]| MomentParts { mean, squares }),
            state: more.state,
            prior: more.prior,
            blocks: more.blocks,
            anchor,
            next_anchor,
            anchor_pending: false,
            average: more.average,
            saga: Saga { table: more.table, mean: more.table_mean, fresh: more.fresh },
            part: more.part,
            total: more.total,
            chunk: more.chunk,
            refresh: more.refresh,
            subset: more.subset,
            host_terms: more.host_terms,
            noise: NoiseParts {
                covariance: more.covariance,
                mix: more.mix,
                mixing: more.mixing,
                other: more.other,
            },
            more: self.more,
        })
    }
}
