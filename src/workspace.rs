//! One caller-owned slice, split into named parts.
//!
//! ```text
//! half 0:  θ, ĝ, batch      half 1:  θ, ĝ, batch      one holds the chain, the other is scratch
//! plain mean, squares;  weighted mean, squares        the running moments
//! state, prior's vectors, blocks                      of the rule, the prior and the ranges of θ
//! anchor 0:  θ̃, ĝ           anchor 1:  θ̃, ĝ           one holds the control variate's, the other is scratch
//! average, table, mean                                of θ since the last anchor; SAGA's
//! part, total, chunk, refresh, subset, given, fresh   scratch of estimators, partial refreshes and hosts' terms
//! ```
//!
//! A Metropolis-Hastings chain proposes into the other half and, on acceptance, changes which one is current. An update
//! rule moves θ in place and has its gradient, its batch and the place of its gradient in half 1. Scratch is all zero
//! between steps: a gradient that a callback gets can be added to, and a step that fails leaves every byte as it found
//! it.

use crate::Error;
use crate::gradient::{Anchor, Saga};
use crate::num::{MemoryBlock, Real, block_count, take, view};

/// The lengths of all parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) theta_len: [usize; 2],
    pub(crate) gradient_len: [usize; 2],
    pub(crate) batch_len: [usize; 2],
    pub(crate) plain_len: usize,
    pub(crate) weighted_len: usize,
    pub(crate) state_len: usize,
    pub(crate) prior_len: usize,
    pub(crate) blocks_len: usize,
    pub(crate) anchor_len: usize,
    pub(crate) average_len: usize,
    pub(crate) table_len: usize,
    pub(crate) table_mean_len: usize,
    pub(crate) part_len: usize,
    pub(crate) total_len: usize,
    pub(crate) chunk_len: usize,
    pub(crate) refresh_len: usize,
    pub(crate) subset_len: usize,
    pub(crate) given_len: usize,
    pub(crate) fresh_len: usize,
}

/// θ, its gradient and its batch.
pub(crate) struct Half<'m, R> {
    pub(crate) theta: &'m mut [R],
    pub(crate) gradient: &'m mut [R],
    pub(crate) batch: &'m mut [u32],
}

impl<R: Real> Half<'_, R> {
    fn clear_estimate(&mut self) {
        self.gradient.fill(R::default());
        self.batch.fill(0);
    }
}

/// A running mean and sum of squares.
pub(crate) struct MomentParts<'m> {
    pub(crate) mean: &'m mut [f64],
    pub(crate) squares: &'m mut [f64],
}

/// Which half and which anchor hold the chain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sides {
    pub(crate) half: bool,
    pub(crate) anchor: bool,
}

/// The parts while a step runs. Dropping it zeroes the scratch, however the step ended.
pub(crate) struct Workspace<'m, R: Real> {
    pub(crate) current: Half<'m, R>,
    pub(crate) other: Half<'m, R>,
    /// Whether `other` has become the current half.
    pub(crate) swapped: bool,
    /// Whether the current half's gradient and batch, and SAGA's table, are not the chain's yet.
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
    pub(crate) given: &'m mut [R],
}

impl<R: Real> Workspace<'_, R> {
    /// Makes room for another proposal.
    pub(crate) fn clear_proposal(&mut self) {
        self.other.clear_estimate();
        self.part.fill(R::default());
        self.total.fill(0.0);
    }
}

impl<R: Real> Drop for Workspace<'_, R> {
    fn drop(&mut self) {
        let (kept, scratch) = match self.swapped {
            false => (&mut self.current, &mut self.other),
            true => (&mut self.other, &mut self.current),
        };
        scratch.theta.fill(R::default());
        scratch.clear_estimate();
        if self.unstarted {
            kept.clear_estimate();
            self.saga.clear();
        }
        if self.anchor_pending { &mut self.anchor } else { &mut self.next_anchor }.clear();
        self.part.fill(R::default());
        self.total.fill(0.0);
        self.chunk.fill(0);
        self.refresh.fill(0);
        self.subset.fill(0);
        self.given.fill(R::default());
        self.saga.fresh.fill(R::default());
    }
}

impl Layout {
    /// How many blocks all parts take; every part starts on a block.
    pub(crate) fn block_count<R: Real>(&self) -> Result<usize, Error> {
        let moments = [self.plain_len, self.plain_len, self.weighted_len, self.weighted_len];
        let reals = [self.state_len, self.table_len, self.part_len, self.given_len, self.fresh_len]
            .map(block_count::<R>);
        let twice = [self.prior_len, self.anchor_len, self.anchor_len].map(block_count::<R>);
        let doubles =
            [self.blocks_len, self.average_len, self.table_mean_len, self.total_len].map(block_count::<f64>);
        let indices = [self.chunk_len, self.refresh_len, self.subset_len].map(block_count::<u32>);
        let total = self.moments_start::<R>();
        let total = total.and_then(|start| sum(start, moments.map(block_count::<f64>)));
        let total = total.and_then(|start| sum(start, reals));
        let total = total.and_then(|start| sum(sum(start, twice)?, twice));
        let total = total.and_then(|start| sum(sum(start, doubles)?, indices));
        let bytes = total.and_then(|blocks| blocks.checked_mul(size_of::<MemoryBlock>()));
        match (total, bytes) {
            (Some(total), Some(bytes)) if bytes <= isize::MAX as usize => Ok(total),
            _ => Err(Error::LengthTooLarge),
        }
    }

    fn half_len<R: Real>(&self, i: usize) -> Option<usize> {
        let [theta, gradient, batch] =
            [self.theta_len, self.gradient_len, self.batch_len].map(|[first, second]| [first, second][i & 1]);
        sum(0, [block_count::<R>(theta), block_count::<R>(gradient), block_count::<u32>(batch)])
    }

    fn moments_start<R: Real>(&self) -> Option<usize> {
        sum(0, [self.half_len::<R>(0), self.half_len::<R>(1)])
    }

    /// The current θ; `flipped` says that half 1 is the current one.
    pub(crate) fn theta<'m, R: Real>(
        &self,
        memory: &'m [MemoryBlock],
        flipped: bool,
    ) -> Result<&'m [R], Error> {
        let start = if flipped { self.half_len::<R>(0) } else { Some(0) };
        view(memory, start.ok_or(Error::LengthTooLarge)?, self.theta_len[0])
    }

    /// A running mean and its sum of squares: the weighted ones or the plain.
    pub(crate) fn moments<'m, R: Real>(
        &self,
        memory: &'m [MemoryBlock],
        weighted: bool,
    ) -> Result<[&'m [f64]; 2], Error> {
        let start = self.moments_start::<R>().ok_or(Error::LengthTooLarge)?;
        let plain = block_count::<f64>(self.plain_len).ok_or(Error::LengthTooLarge)?;
        let (start, len) =
            if weighted { (start + 2 * plain, self.weighted_len) } else { (start, self.plain_len) };
        let squares_start = start + block_count::<f64>(len).ok_or(Error::LengthTooLarge)?;
        Ok([view(memory, start, len)?, view(memory, squares_start, len)?])
    }

    /// The parts of `memory`.
    pub(crate) fn split<'m, R: Real>(
        &self,
        mut memory: &'m mut [MemoryBlock],
        sides: Sides,
    ) -> Result<Workspace<'m, R>, Error> {
        let memory = &mut memory;
        let mut half = |i: usize| -> Result<Half<'m, R>, Error> {
            let len = |lens: [usize; 2]| if i == 0 { lens[0] } else { lens[1] };
            Ok(Half {
                theta: take(memory, len(self.theta_len))?,
                gradient: take(memory, len(self.gradient_len))?,
                batch: take(memory, len(self.batch_len))?,
            })
        };
        let (first, second) = (half(0)?, half(1)?);
        let (current, other) = if sides.half { (second, first) } else { (first, second) };
        let mut moments =
            |len| Ok::<_, Error>(MomentParts { mean: take(memory, len)?, squares: take(memory, len)? });
        let moments = [moments(self.plain_len)?, moments(self.weighted_len)?];
        let state = take(memory, self.state_len)?;
        let prior = [take(memory, self.prior_len)?, take(memory, self.prior_len)?];
        let blocks = take(memory, self.blocks_len)?;
        let mut anchor = || {
            let (theta, gradient) = (take(memory, self.anchor_len)?, take(memory, self.anchor_len)?);
            Ok::<_, Error>(Anchor { theta, gradient })
        };
        let (first, second) = (anchor()?, anchor()?);
        let (anchor, next_anchor) = if sides.anchor { (second, first) } else { (first, second) };
        Ok(Workspace {
            current,
            other,
            swapped: false,
            unstarted: false,
            moments,
            state,
            prior,
            blocks,
            anchor,
            next_anchor,
            anchor_pending: false,
            average: take(memory, self.average_len)?,
            saga: Saga {
                table: take(memory, self.table_len)?,
                mean: take(memory, self.table_mean_len)?,
                fresh: take(memory, self.fresh_len)?,
            },
            part: take(memory, self.part_len)?,
            total: take(memory, self.total_len)?,
            chunk: take(memory, self.chunk_len)?,
            refresh: take(memory, self.refresh_len)?,
            subset: take(memory, self.subset_len)?,
            given: take(memory, self.given_len)?,
        })
    }
}

fn sum<const N: usize>(start: usize, parts: [Option<usize>; N]) -> Option<usize> {
    parts.into_iter().try_fold(start, |sum, part| sum.checked_add(part?))
}
