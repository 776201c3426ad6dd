//! How the memory of a chain of an ensemble is cut.

use super::minibatch::Wish;
use super::places::LookRoom;
use super::settings::{EnsembleSettings, WithoutPriors};
use super::tuning::Aim;
use crate::Error;
use crate::blocks::BlockList;
use crate::built;
use crate::chain::{ChainSettings, Config};
use crate::image::{Image, Sink, Source, image};
use crate::num::{Count, Cut, Len, MemoryUnit, Real};
use crate::prior::Prior;

/// How long the vectors are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Layout {
    pub(super) dim: usize,
    pub(super) dense: bool,
    prior_len: Len<{ built::PRIORS as usize }>,
    blocks_len: Len<{ built::BLOCKS as usize }>,
    pub(super) chain_len: usize,
    descent_len: usize,
    pub(super) data_len: u32,
    pub(super) wish: Wish,
}

image! {
    struct Layout {
        dim: usize, dense: bool, prior_len: Len<{ built::PRIORS as usize }>, blocks_len: Len<{ built::BLOCKS as usize }>,
        chain_len: usize, descent_len: usize, data_len: u32, wish: Wish,
    }
}

/// All vectors.
pub(super) struct Parts<C: Cut, R: Real> {
    pub(super) theta: C::Slice<R>,
    /// Where the model is asked, and what it answers.
    pub(super) site: C::Slice<R>,
    pub(super) gradient: C::Slice<R>,
    pub(super) centre: C::Slice<R>,
    pub(super) root: C::Slice<R>,
    pub(super) prior: [C::Slice<R>; 2],
    pub(super) blocks: C::Slice<u64>,
    /// Of the descent, and then of the chain and its windows.
    pub(super) rest: C::Slice<MemoryUnit>,
}

impl Layout {
    pub(super) fn new<R: Real>(
        settings: &EnsembleSettings<'_>,
        dim: usize,
    ) -> Result<(Self, Prior<'static>), Error> {
        built::need(built::ENSEMBLES)?;
        settings.check::<R>()?;
        let of_theta = settings.of_theta(0);
        let Config { layout, prior, .. } = Config::new::<R>(&of_theta, dim)?;
        let wish = Wish::new(settings, dim)?;
        let blocks = WithoutPriors(settings.blocks);
        let of_x = of_x(&of_theta, BlockList::Source(&blocks));
        let by_batches = if wish.asks() { wish.largest(&of_x).memory_len::<R>(dim)? } else { 0 };
        let own = Self {
            dim,
            dense: settings.is_dense(dim),
            prior_len: layout.prior_len,
            blocks_len: layout.blocks_len,
            chain_len: of_x.memory_len::<R>(dim)?.max(by_batches),
            descent_len: settings.descent().memory_len::<R>(&of_theta, dim)?,
            data_len: settings.data_len,
            wish,
        };
        Ok((own, prior))
    }

    pub(super) fn parts<C: Cut, R: Real>(&self, cut: &mut C) -> Result<Parts<C, R>, Error> {
        let mut windows = Count::default();
        self.windows(&mut windows)?;
        let mut looks = Count::default();
        if self.wish.asks() {
            self.looks::<_, R>(&mut looks)?;
        }
        let beside = windows.blocks.max(looks.blocks);
        let rest_len = self.chain_len.saturating_add(beside).max(self.descent_len);
        let dim = self.dim;
        let parts = Parts {
            theta: cut.take(dim),
            site: cut.take(dim),
            gradient: cut.take(dim),
            centre: cut.take(dim),
            root: cut.take(self.matrix_len()),
            prior: [cut.take_built(self.prior_len), cut.take_built(self.prior_len)],
            blocks: cut.take_built(self.blocks_len),
            rest: cut.take(rest_len),
        };
        cut.end()?;
        Ok(parts)
    }

    /// Mean, products and scratch of a window.
    pub(super) fn windows<C: Cut>(&self, cut: &mut C) -> Result<[C::Slice<f64>; 4], Error> {
        let dim = self.dim;
        let parts = [cut.take(dim), cut.take(self.matrix_len()), cut.take(dim), cut.take(dim)];
        cut.end()?;
        Ok(parts)
    }

    /// What looks at single data's gradients work in.
    pub(super) fn looks<C: Cut, R: Real>(&self, cut: &mut C) -> Result<LookRoom<C, R>, Error> {
        LookRoom::new(self.wish.chunk_len.min(self.data_len), self.dim, self.dense, cut)
    }

    /// How trajectories are to be; `known` says whether the first coordinates come from a curvature that was measured.
    pub(super) fn aim(&self, settings: &EnsembleSettings<'_>, known: bool) -> Aim {
        let EnsembleSettings { target_acceptance: target, leapfrog_max: leaps_max, .. } = *settings;
        Aim { target, leaps_max, dim: self.dim, dense: self.dense, known }
    }

    pub(super) fn matrix_len(&self) -> usize {
        if self.dense { self.dim.saturating_mul(self.dim) } else { self.dim }
    }
}

/// The chain on x, whose prior is by the model that is seen from there, if there is one.
pub(super) fn of_x<'a>(of_theta: &ChainSettings<'a>, blocks: BlockList<'a>) -> ChainSettings<'a> {
    let has_prior =
        of_theta.prior != Prior::FLAT || of_theta.blocks.iter().any(|block| block.prior.is_some());
    let prior = if has_prior { Prior::Callback } else { Prior::FLAT };
    ChainSettings { prior, blocks, ..*of_theta }
}

impl EnsembleSettings<'_> {
    /// How many [`MemoryUnit`]s a chain with `dim` parameters needs: some 20 vectors, and up to `curvature_dim_max`
    /// parameters three matrices besides.
    ///
    /// Errors: every setting outside its range by name; `BlockFactor` for a factor that is not 1; as [`ChainSettings::memory_len`];
    /// `NotBuilt`.
    pub fn chain_memory_len<R: Real>(&self, dim: usize) -> Result<usize, Error> {
        let mut count = Count::default();
        Layout::new::<R>(self, dim)?.0.parts::<_, R>(&mut count)?;
        Ok(count.blocks)
    }
}
