//! Ranges of θ with settings of their own.

use crate::Error;
use crate::num::{Column, Real, Vector, chunk_len, update, with_scratch};
use crate::prior::{BoundPrior, Density, Gaussian, Prior, SpikeAndSlab};

/// A range of θ with a step size, a prior and a switch of its own; what no block covers follows the chain's settings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Block {
    /// The first parameter.
    pub start: usize,
    /// How many there are, at least 1.
    pub len: usize,
    /// Multiplies the step size, > 0; default 1. For ABOBA and SGNHT that is h, for proposals ε and σ².
    pub step_size_factor: f64,
    /// A frozen block is never written; default false.
    pub frozen: bool,
    /// Flat, Gaussian or spike and slab in place of the chain's prior; `None`, the default, keeps that.
    pub prior: Option<Prior<'static>>,
}

/// How many numbers a block is in a chain's memory.
pub(crate) const ROW_LEN: usize = 8;

/// A block in a chain's memory: start, end, factor, frozen, kind of prior, its settings.
type Row = [f64; ROW_LEN];

impl Block {
    /// A range that differs in nothing yet.
    pub fn new(start: usize, len: usize) -> Self {
        Self { start, len, step_size_factor: 1.0, frozen: false, prior: None }
    }

    /// Whether the range moves otherwise than the rest.
    pub(crate) fn changes_steps(&self) -> bool {
        self.frozen || self.step_size_factor != 1.0
    }

    pub(crate) fn end(&self) -> Option<usize> {
        self.start.checked_add(self.len)
    }

    fn row(&self) -> Row {
        let (kind, [x, y, z]) = match self.prior {
            Some(Prior::Flat(_)) => (1.0, [0.0; 3]),
            Some(Prior::Gaussian(Gaussian { mean, precision })) => (2.0, [mean, precision, 0.0]),
            Some(Prior::SpikeAndSlab(prior)) => {
                (3.0, [prior.slab_weight, prior.slab_deviation, prior.spike_deviation])
            }
            _ => (0.0, [0.0; 3]),
        };
        let end = self.end().unwrap_or(usize::MAX);
        [
            self.start as f64,
            end as f64,
            self.step_size_factor,
            f64::from(u8::from(self.frozen)),
            kind,
            x,
            y,
            z,
        ]
    }

    fn from_row([start, end, step_size_factor, frozen, kind, x, y, z]: Row) -> Self {
        let prior = match kind as u8 {
            1 => Some(Prior::FLAT),
            2 => Some(Prior::gaussian(x, y)),
            3 => Some(Prior::SpikeAndSlab(SpikeAndSlab {
                slab_weight: x,
                slab_deviation: y,
                spike_deviation: z,
            })),
            _ => None,
        };
        let (start, end) = (start as usize, end as usize);
        Self { start, len: end.saturating_sub(start), step_size_factor, frozen: frozen != 0.0, prior }
    }
}

/// Refuses blocks that leave the vector of `dim` parameters, overlap, or have settings outside their ranges.
pub(crate) fn check<R: Real>(blocks: &[Block], dim: usize, prior: &Prior<'_>) -> Result<(), Error> {
    let mut from = 0;
    for block in blocks {
        let end = block.end().filter(|end| block.len > 0 && *end <= dim).ok_or(Error::BlockRange)?;
        if block.start < from {
            return Err(Error::BlockOverlap);
        }
        from = end;
        let factor = R::from_f64(block.step_size_factor);
        if !(factor > R::default() && factor.is_finite()) {
            return Err(Error::BlockFactor);
        }
        match block.prior {
            Some(_) if *prior == Prior::Callback => return Err(Error::BlockPrior),
            Some(Prior::Flat(_) | Prior::Gaussian(_) | Prior::SpikeAndSlab(_)) | None => (),
            Some(_) => return Err(Error::BlockPrior),
        }
        if let Some(prior) = block.prior {
            prior.check::<R>(dim)?;
        }
    }
    Ok(())
}

/// Checked blocks and the gaps around them, in order, without what is frozen.
pub(crate) fn moving(blocks: impl Iterator<Item = Block>, dim: usize) -> impl Iterator<Item = Block> {
    let mut blocks = blocks.chain([Block { frozen: true, ..Block::new(dim, 0) }]);
    let (mut from, mut pending) = (0, None);
    let ranges = core::iter::from_fn(move || {
        // A block waits while the gap before it goes first.
        let block = pending.take().or_else(|| blocks.next())?;
        if from < block.start {
            let gap = Block::new(from, block.start - from);
            (from, pending) = (block.start, Some(block));
            return Some(gap);
        }
        from = block.end()?;
        Some(block)
    });
    ranges.filter(|block| !block.frozen)
}

/// Writes checked blocks into a chain's memory.
pub(crate) fn store(blocks: &[Block], rows: &mut [f64]) {
    for (row, block) in rows.as_chunks_mut().0.iter_mut().zip(blocks) {
        *row = block.row();
    }
}

/// A range that a kernel passes over.
pub(crate) struct Segment<'s, R: Real> {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Multiplies the step size.
    pub(crate) factor: f64,
    pub(crate) prior: BoundPrior<'s, R>,
}

/// θ as the ranges that its blocks make of it.
pub(crate) struct Blocks<'s, R: Real> {
    dim: usize,
    prior: BoundPrior<'s, R>,
    rows: &'s [f64],
    /// Whether all priors count as flat.
    flat: bool,
}

impl<'s, R: Real> Blocks<'s, R> {
    pub(crate) fn new(dim: usize, prior: BoundPrior<'s, R>, rows: &'s [f64]) -> Self {
        Self { dim, prior, rows, flat: false }
    }

    /// One range without a prior.
    pub(crate) fn flat(dim: usize) -> Self {
        Self::new(dim, BoundPrior::FLAT, &[])
    }

    /// The same ranges without their priors, for a gradient that has them already.
    pub(crate) fn without_priors(self) -> Self {
        Self { flat: true, ..self }
    }

    /// g ← g + scale ∇log π0(θ), as a pass of its own where no step takes it in.
    ///
    /// ∇log π0 is scaled before the two are added: by way of chunks, since it may be 1/n of what a gradient is.
    pub(crate) fn add_prior_gradient(&self, theta: &[R], gradient: &mut [R], scale: R) {
        let scale = R::Piece::splat(scale);
        for Segment { start, end, prior, .. } in self.segments() {
            if prior.is_flat() {
                continue;
            }
            with_scratch(end - start, false, &mut |[pull, ..]| {
                let mut from = start;
                while from < end {
                    let to = end.min(from.saturating_add(chunk_len::<R>()));
                    let pull = pull.get_mut(..to - from).unwrap_or_default();
                    let theta = theta.get(from..to).unwrap_or_default();
                    let gradient = gradient.get_mut(from..to).unwrap_or_default();
                    pull.fill(R::default());
                    prior.range(from - start, to - start).add_gradient(
                        theta,
                        pull,
                        R::from_f64(f64::INFINITY),
                    );
                    update(&mut Column::new(gradient), [&*pull], |[g0, g1], [[p0, p1]], _| {
                        [g0 + p0 * scale, g1 + p1 * scale]
                    });
                    from = to;
                }
            });
        }
    }

    /// log π0(θ) of all ranges that move, without its constant.
    pub(crate) fn log_prior(&self, theta: &[R]) -> f64 {
        let of = |segment: Segment<'_, R>| {
            segment.prior.log_density(theta.get(segment.start..segment.end).unwrap_or_default())
        };
        self.segments().map(of).fold(0.0, |sum, value| sum + value)
    }

    pub(crate) fn dim(&self) -> usize {
        self.dim
    }

    /// Whether some range stays.
    pub(crate) fn has_frozen(&self) -> bool {
        self.rows.as_chunks().0.iter().any(|row| Block::from_row(*row).frozen)
    }

    /// The ranges that move, in order.
    pub(crate) fn segments(&self) -> impl Iterator<Item = Segment<'s, R>> {
        let blocks = self.rows.as_chunks().0.iter().map(|row| Block::from_row(*row));
        moving(blocks, self.dim).map(|block| {
            let end = block.start.saturating_add(block.len);
            let prior = match block.prior {
                _ if self.flat => BoundPrior::FLAT,
                Some(prior) => BoundPrior::of(&prior, [&[], &[]]),
                None => self.prior.range(block.start, end),
            };
            Segment { start: block.start, end, factor: block.step_size_factor, prior }
        })
    }
}
