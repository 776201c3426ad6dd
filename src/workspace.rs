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
use crate::num::{Cut, Exclusive, MemoryUnit, Real, Shared, clear};
use core::mem::{forget, swap, take};

mod lasting;
mod layout;

pub(crate) use lasting::{Lasting, OfSettings, Visit};
pub(crate) use layout::Layout;
use layout::{First, More, Parts};

/// Whether this build has chains with parts from the rule's state on.
const MORE: bool = built::STATES
    || built::PRIORS
    || built::BLOCKS
    || built::PARTS
    || built::TOTALS
    || built::METROPOLIS_HASTINGS
    || built::TERMS
    || built::NOISE_COMPENSATION;

/// θ, its gradient and its batch.
#[derive(Default)]
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
#[derive(Default)]
pub(crate) struct MomentParts<'m> {
    pub(crate) mean: &'m mut [f64],
    pub(crate) squares: &'m mut [f64],
}

/// What noise compensation has.
#[derive(Default)]
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

/// The parts while a step runs, empty at first. Dropping it zeroes the scratch, however the step ended.
#[derive(Default)]
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

impl Layout {
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

    /// The parts of `memory` for what is done once: a function of its own.
    #[inline(never)]
    pub(crate) fn split_once<'m, R: Real>(
        &self,
        memory: &'m mut [MemoryUnit],
        roles: Roles,
    ) -> Result<Workspace<'m, R>, Error> {
        let mut workspace = Workspace::default();
        self.split(&mut workspace, memory, roles)?;
        Ok(workspace)
    }

    /// The parts of `memory` for a step, in place of none.
    // Where they stay: to copy them would take as long as the rest of this. Inlined where code is cheap.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn split<'m, R: Real>(
        &self,
        workspace: &mut Workspace<'m, R>,
        memory: &'m mut [MemoryUnit],
        roles: Roles,
    ) -> Result<(), Error> {
        let cut = &mut Exclusive::new(memory);
        let First { theta, moments, gradient, batch } = self.cut_first(cut);
        let [theta0, theta1] = theta;
        let ([gradient0, gradient1], [batch0, batch1]) = (gradient, batch);
        workspace.current = Buffer { theta: theta0, gradient: gradient0, batch: batch0 };
        workspace.proposal = Buffer { theta: theta1, gradient: gradient1, batch: batch1 };
        if roles.flipped {
            swap(&mut workspace.current, &mut workspace.proposal);
        }
        workspace.moments = moments.map(|[mean, squares]| MomentParts { mean, squares });
        workspace.more = self.more;
        if self.more {
            self.split_more(workspace, cut, roles.anchor);
        }
        // Memory that is too short is another's, whose scratch is not to be cleared.
        cut.end().inspect_err(|_| forget(take(workspace)))
    }

    // A function of its own: a step without these parts is short.
    #[inline(never)]
    fn split_more<'m, R: Real>(
        &self,
        workspace: &mut Workspace<'m, R>,
        cut: &mut Exclusive<'m>,
        second_anchor: bool,
    ) {
        let more: More<_, R> = self.cut_more(cut);
        let [first, second] = more.anchors.map(|[theta, gradient]| Anchor { theta, gradient });
        (workspace.anchor, workspace.next_anchor) =
            if second_anchor { (second, first) } else { (first, second) };
        workspace.state = more.state;
        workspace.prior = more.prior;
        workspace.blocks = more.blocks;
        workspace.average = more.average;
        workspace.saga = Saga { table: more.table, mean: more.table_mean, fresh: more.fresh };
        workspace.part = more.part;
        workspace.total = more.total;
        workspace.chunk = more.chunk;
        workspace.refresh = more.refresh;
        workspace.subset = more.subset;
        workspace.host_terms = more.host_terms;
        let More { covariance, mix, mixing, other, .. } = more;
        workspace.noise = NoiseParts { covariance, mix, mixing, other };
    }
}
