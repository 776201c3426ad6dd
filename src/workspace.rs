//! One caller-owned slice, split into named parts.
//!
//! ```text
//! half 0:  θ, ĝ, batch      half 1:  θ, ĝ, batch      one holds the chain, the other is scratch
//! part, total, chunk, refresh                         scratch of the estimator and of partial refreshes
//! plain mean, squares;  weighted mean, squares        the running moments
//! ```
//!
//! A Metropolis-Hastings chain proposes into the other half and, on acceptance, changes which one is current. A
//! Langevin chain moves θ in place and has its gradient and batch in half 1. Scratch is all zero between steps:
//! a gradient that a callback gets can be added to, and a step that fails leaves every byte as it found it.

use crate::Error;
use crate::num::{MemoryBlock, Real, block_count, take, view};

/// The lengths of all parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) theta_len: [usize; 2],
    pub(crate) gradient_len: [usize; 2],
    pub(crate) batch_len: [usize; 2],
    pub(crate) part_len: usize,
    pub(crate) total_len: usize,
    pub(crate) chunk_len: usize,
    pub(crate) refresh_len: usize,
    pub(crate) plain_len: usize,
    pub(crate) weighted_len: usize,
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

/// The parts while a step runs. Dropping it zeroes the scratch, however the step ended.
pub(crate) struct Workspace<'m, R: Real> {
    pub(crate) current: Half<'m, R>,
    pub(crate) other: Half<'m, R>,
    /// Whether `other` has become the current half.
    pub(crate) swapped: bool,
    /// Whether the current half's gradient and batch are not the chain's yet.
    pub(crate) unstarted: bool,
    pub(crate) part: &'m mut [R],
    pub(crate) total: &'m mut [f64],
    pub(crate) chunk: &'m mut [u32],
    pub(crate) refresh: &'m mut [u32],
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
        }
        self.part.fill(R::default());
        self.total.fill(0.0);
        self.chunk.fill(0);
        self.refresh.fill(0);
    }
}

impl Layout {
    /// How many blocks all parts take; every part starts on a block.
    pub(crate) fn block_count<R: Real>(&self) -> Result<usize, Error> {
        let total = self.moments_start::<R>().and_then(|start| {
            let moments = [self.plain_len, self.plain_len, self.weighted_len, self.weighted_len];
            sum(start, moments.map(block_count::<f64>))
        });
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
        let halves = sum(0, [self.half_len::<R>(0), self.half_len::<R>(1)])?;
        let indices = [self.chunk_len, self.refresh_len].map(block_count::<u32>);
        sum(sum(halves, [block_count::<R>(self.part_len), block_count::<f64>(self.total_len)])?, indices)
    }

    /// The current θ.
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

    /// The parts of `memory`; `flipped` says that half 1 is the current one.
    pub(crate) fn split<'m, R: Real>(
        &self,
        mut memory: &'m mut [MemoryBlock],
        flipped: bool,
    ) -> Result<(Workspace<'m, R>, [MomentParts<'m>; 2]), Error> {
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
        let (current, other) = if flipped { (second, first) } else { (first, second) };
        let workspace = Workspace {
            current,
            other,
            swapped: false,
            unstarted: false,
            part: take(memory, self.part_len)?,
            total: take(memory, self.total_len)?,
            chunk: take(memory, self.chunk_len)?,
            refresh: take(memory, self.refresh_len)?,
        };
        let mut moments =
            |len| Ok::<_, Error>(MomentParts { mean: take(memory, len)?, squares: take(memory, len)? });
        let moments = [moments(self.plain_len)?, moments(self.weighted_len)?];
        Ok((workspace, moments))
    }
}

fn sum<const N: usize>(start: usize, parts: [Option<usize>; N]) -> Option<usize> {
    parts.into_iter().try_fold(start, |sum, part| sum.checked_add(part?))
}
