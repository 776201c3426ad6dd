//! Ranges of θ with settings of their own.

use crate::Error;
use crate::built;
use crate::image::{Digest, Image, Sink, Source};
use crate::num::{Column, MemoryUnit, Real, Vector, chunk_len, update, with_scratch};
use crate::prior::{BoundPrior, Density, Prior};
use crate::range::Ranges;
use crate::record::entry;
use crate::schema::{Of, Typed};
use core::fmt;

entry! {
    /// A range of θ with a step size, a prior and a switch of its own; what no block covers follows the chain's settings.
    Block;

    /// A range that differs in nothing yet.
    new(start: usize, len: usize);

    /// The first parameter, counted from 0.
    start: usize;
    /// How many there are.
    len: usize => at_least(1.0), BlockRange;
    /// Multiplies a rule's step size, or ε of SGLD and RSGLD and the square of their σ; of the walk δ squared, of
    /// HMC ε squared. [`Rule::Recipe`](crate::rule::Rule::Recipe) and
    /// [`Preconditioner::PositionDependentDense`](crate::precond::Preconditioner::PositionDependentDense) take 1 only.
    step_size_factor: f64 = 1.0 => above(0.0).finite().in_theta(), BlockFactor;
    /// Whether these parameters are never written. Their factor and prior must be in range all the same: settings that a
    /// chain goes on with may not freeze them. Not with [`Rule::Recipe`](crate::rule::Rule::Recipe) or
    /// [`Preconditioner::PositionDependentDense`](crate::precond::Preconditioner::PositionDependentDense).
    frozen: bool = false;
    /// The prior of these parameters in place of the chain's: any without vectors that is no callback, and then the chain's
    /// is none either. `None` keeps the chain's.
    prior: Option<Prior<'static>> = None;
}

/// Blocks that are made one by one when they are asked for, such as those of another language's structs.
pub trait BlockSource {
    /// How many there are.
    fn len(&self) -> usize;

    /// Block number `i` below [`len`](Self::len), always the same.
    fn block(&self, i: usize) -> Block;

    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The blocks of a chain's settings, in ascending order; a slice of them turns into this.
///
/// ```
/// # use sgmcmc::{Block, BlockList};
/// let blocks = [Block { frozen: true, ..Block::new(0, 2) }];
/// assert_eq!(BlockList::from(&blocks).iter().next(), Some(blocks[0]));
/// assert_eq!(BlockList::NONE.len(), 0);
/// ```
#[derive(Clone, Copy)]
pub enum BlockList<'a> {
    /// Blocks side by side.
    Slice(&'a [Block]),
    /// Blocks that are made when they are asked for.
    Source(&'a dyn BlockSource),
}

impl Typed for BlockList<'_> {
    const OF: Of = Of::Value;
}

impl<'a> BlockList<'a> {
    /// No blocks.
    pub const NONE: Self = Self::Slice(&[]);

    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Slice(blocks) => blocks.len(),
            Self::Source(source) => source.len(),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All of them, in order; none in a build without the family, which refuses them.
    pub fn iter(self) -> impl Iterator<Item = Block> + use<'a> {
        let len = if built::BLOCKS { self.len() } else { 0 };
        (0..len).map_while(move |i| match self {
            Self::Slice(blocks) => blocks.get(i).copied(),
            Self::Source(source) => Some(source.block(i)),
        })
    }
}

impl<'a> From<&'a [Block]> for BlockList<'a> {
    fn from(blocks: &'a [Block]) -> Self {
        Self::Slice(blocks)
    }
}

impl<'a, const N: usize> From<&'a [Block; N]> for BlockList<'a> {
    fn from(blocks: &'a [Block; N]) -> Self {
        Self::Slice(blocks)
    }
}

impl fmt::Debug for BlockList<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl PartialEq for BlockList<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

/// How many words a block is in a chain's memory: its start, its length, its factor, and its prior.
pub(crate) const ROW_LEN: usize = 8;

/// A block in a chain's memory, 64 bytes.
type Row = [u64; ROW_LEN];

const _: () = assert!(3 + <Option<Prior<'static>> as Image<true>>::LEN <= ROW_LEN);
const _: () = assert!(size_of::<Row>() == size_of::<MemoryUnit>());

impl Block {
    /// Whether the range moves otherwise than the rest.
    pub(crate) fn changes_steps(&self) -> bool {
        self.frozen || self.step_size_factor != 1.0
    }

    pub(crate) fn end(&self) -> Option<usize> {
        self.start.checked_add(self.len)
    }

    fn row(&self) -> Row {
        let mut row = [0; ROW_LEN];
        let words = &mut Sink(&mut row);
        words.put(self.start as u64);
        words.put(self.len as u64);
        // No factor of a range that moves is 0, and one that does not needs none.
        words.put(if self.frozen { 0 } else { self.step_size_factor.to_bits() });
        Image::<false>::write(&self.prior, words);
        row
    }

    // A function of its own: most chains have no blocks, and a step's walk over θ is short without this.
    #[inline(never)]
    fn from_row(row: &Row) -> Self {
        let words = &mut Source(row);
        let [start, len] = [words.next() as usize, words.next() as usize];
        let factor = f64::from_bits(words.next());
        let prior = <Option<_> as Image<false>>::read(words);
        Self { start, len, step_size_factor: factor, frozen: factor == 0.0, prior }
    }

    /// Takes in what [`store`] keeps of the block.
    fn digest(&self, digest: &mut Digest) {
        digest.put(self.start as u64);
        digest.put(self.len as u64);
        digest.put(if self.frozen { 0 } else { self.step_size_factor.to_bits() });
        digest.take(&self.prior);
    }
}

/// Refuses blocks that leave the vector of `dim` parameters, overlap, or have settings outside their ranges.
pub(crate) fn check<R: Real>(blocks: BlockList<'_>, dim: usize, prior: &Prior<'_>) -> Result<(), Error> {
    let mut from = 0;
    for block in blocks.iter().filter(|_| built::BLOCKS) {
        Ranges::<R>::check_ranges(&block)?;
        let end = block.end().filter(|end| *end <= dim).ok_or(Error::BlockRange)?;
        if block.start < from {
            return Err(Error::BlockOverlap);
        }
        from = end;
        if let Some(own) = block.prior {
            if [own, *prior].contains(&Prior::Callback) || own.vectors().is_some() {
                return Err(Error::BlockPrior);
            }
            own.check::<R>(dim)?;
        }
    }
    Ok(())
}

/// Checked blocks and the gaps around them, in order, without what is frozen.
pub(crate) fn moving(mut blocks: impl Iterator<Item = Block>, dim: usize) -> impl Iterator<Item = Block> {
    let (mut from, mut pending) = (0, None);
    core::iter::from_fn(move || {
        loop {
            // A block waits while the gap before it goes first; behind the last there may be one more.
            let block = pending.take().or_else(|| blocks.next());
            let start = block.map_or(dim, |block| block.start);
            if from < start {
                let gap = Block::new(from, start - from);
                (from, pending) = (start, block);
                return Some(gap);
            }
            let block = block?;
            from = block.end()?;
            if !block.frozen {
                return Some(block);
            }
        }
    })
}

/// Writes checked blocks into a chain's memory.
pub(crate) fn store(blocks: BlockList<'_>, rows: &mut [u64]) {
    for (row, block) in rows.as_chunks_mut().0.iter_mut().zip(blocks.iter()) {
        *row = block.row();
    }
}

/// Takes blocks in, so that settings and the memory of a chain that has them give the same.
pub(crate) fn digest(blocks: BlockList<'_>, digest: &mut Digest) {
    blocks.iter().for_each(|block| block.digest(digest));
}

/// Blocks as a chain's memory holds them.
pub(crate) struct StoredBlocks<'a>(pub(crate) &'a [u64]);

impl BlockSource for StoredBlocks<'_> {
    fn len(&self) -> usize {
        self.0.len() / ROW_LEN
    }

    fn block(&self, i: usize) -> Block {
        let block = self.0.as_chunks().0.get(i).map_or(Block::new(0, 0), Block::from_row);
        // A row has no factor of what is frozen.
        if block.frozen { Block { step_size_factor: 1.0, ..block } } else { block }
    }
}

/// The same of a chain's memory.
pub(crate) fn digest_stored(rows: &[u64], digest: &mut Digest) {
    rows.as_chunks().0.iter().for_each(|row| Block::from_row(row).digest(digest));
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
    rows: &'s [Row],
    /// Whether all priors count as flat.
    flat: bool,
}

impl<'s, R: Real> Blocks<'s, R> {
    pub(crate) fn new(dim: usize, prior: BoundPrior<'s, R>, rows: &'s [u64]) -> Self {
        Self { dim, prior, rows: rows.as_chunks().0, flat: false }
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
            with_scratch(end - start, 1, &mut |[pull, ..]| {
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
        built::BLOCKS && self.rows.iter().any(|row| Block::from_row(row).frozen)
    }

    /// The one range where no block cuts θ: most chains', which is soon made.
    pub(crate) fn whole(&self) -> Option<Segment<'s, R>> {
        let prior = if self.flat { BoundPrior::FLAT } else { self.prior };
        let cut = built::BLOCKS && !self.rows.is_empty();
        (!cut).then_some(Segment { start: 0, end: self.dim, factor: 1.0, prior })
    }

    /// The ranges that move, in order.
    pub(crate) fn segments(&self) -> impl Iterator<Item = Segment<'s, R>> {
        let mut blocks = moving(self.rows.iter().map(Block::from_row), self.dim);
        let mut is_over = self.dim == 0;
        core::iter::from_fn(move || {
            if !built::BLOCKS {
                return self.whole().filter(|_| !core::mem::replace(&mut is_over, true));
            }
            let block = blocks.next()?;
            let end = block.start.saturating_add(block.len);
            let prior = match block.prior {
                _ if self.flat => BoundPrior::FLAT,
                Some(prior) => BoundPrior::of(&prior, [&[], &[]]),
                None => self.prior.range(block.start, end),
            };
            Some(Segment { start: block.start, end, factor: block.step_size_factor, prior })
        })
    }
}
