//! Maps over slices, a pair of blocks at a time, with the tail padded and run through the same lane code.
//!
//! ```text
//! for every whole pair:      load, f, store
//! if numbers are left over:  copy them into zeroed pairs, load, f, store, copy back
//! ```
//!
//! There is no second, scalar version of any kernel: the last numbers of a vector see the operations that the
//! first ones saw, which is what makes their bits independent of the vector's length.

use super::real::Real;
use super::vector::Vector;
use wide::bytemuck::Zeroable;

/// A pair of blocks in registers.
pub(crate) type Blocks<R> = [<R as Real>::Block; 2];

/// Vectors of one length that a kernel reads and writes in step: one [`Column`], none `()`, or two sets of them.
///
/// A rule's parts bring their own state vectors; a tuple puts them side by side in one pass over memory.
pub(crate) trait Columns<R: Real> {
    /// What one pair of every vector holds.
    type Blocks: Copy;
    /// How many whole pairs, and how many numbers after them, the shortest vector has.
    fn extent(&self) -> Extent;
    fn load(&self, place: Place) -> Self::Blocks;
    fn store(&mut self, place: Place, blocks: Self::Blocks);
}

/// Whole pairs, and the numbers after them.
#[derive(Clone, Copy)]
pub(crate) struct Extent {
    pairs: usize,
    rest: usize,
}

impl Extent {
    fn of<R: Real>(slice: &[R]) -> Self {
        let (pairs, rest) = R::pairs(slice);
        Self { pairs: pairs.len(), rest: rest.len() }
    }

    /// The shorter of two; lengths are equal wherever settings were checked.
    fn min(self, other: Self) -> Self {
        if (other.pairs, other.rest) < (self.pairs, self.rest) { other } else { self }
    }
}

/// Which pair: the i-th whole one, or the padded rest.
#[derive(Clone, Copy)]
pub(crate) enum Place {
    Pair(usize),
    Rest,
}

/// One vector that a kernel reads and writes.
pub(crate) struct Column<'a, R: Real> {
    pairs: &'a mut [R::Pair],
    rest: &'a mut [R],
}

impl<'a, R: Real> Column<'a, R> {
    #[inline(always)]
    pub(crate) fn new(slice: &'a mut [R]) -> Self {
        let (pairs, rest) = R::pairs_mut(slice);
        Self { pairs, rest }
    }
}

impl<R: Real> Columns<R> for Column<'_, R> {
    type Blocks = Blocks<R>;

    #[inline(always)]
    fn extent(&self) -> Extent {
        Extent { pairs: self.pairs.len(), rest: self.rest.len() }
    }

    #[inline(always)]
    fn load(&self, place: Place) -> Blocks<R> {
        load(self.pairs, self.rest, place)
    }

    #[inline(always)]
    fn store(&mut self, place: Place, blocks: Blocks<R>) {
        match place {
            Place::Pair(i) => {
                if let Some(pair) = self.pairs.get_mut(i) {
                    R::store(pair, blocks);
                }
            }
            Place::Rest => {
                let mut padded = R::Pair::zeroed();
                R::store(&mut padded, blocks);
                for (number, value) in self.rest.iter_mut().zip(padded.as_ref()) {
                    *number = *value;
                }
            }
        }
    }
}

impl<R: Real> Columns<R> for () {
    type Blocks = ();

    #[inline(always)]
    fn extent(&self) -> Extent {
        Extent { pairs: usize::MAX, rest: usize::MAX }
    }
    #[inline(always)]
    fn load(&self, _: Place) {}
    #[inline(always)]
    fn store(&mut self, _: Place, (): ()) {}
}

impl<R: Real, C: Columns<R>> Columns<R> for &mut C {
    type Blocks = C::Blocks;

    #[inline(always)]
    fn extent(&self) -> Extent {
        (**self).extent()
    }
    #[inline(always)]
    fn load(&self, place: Place) -> Self::Blocks {
        (**self).load(place)
    }
    #[inline(always)]
    fn store(&mut self, place: Place, blocks: Self::Blocks) {
        (**self).store(place, blocks);
    }
}

impl<R: Real, A: Columns<R>, B: Columns<R>> Columns<R> for (A, B) {
    type Blocks = (A::Blocks, B::Blocks);

    #[inline(always)]
    fn extent(&self) -> Extent {
        self.0.extent().min(self.1.extent())
    }
    #[inline(always)]
    fn load(&self, place: Place) -> Self::Blocks {
        (self.0.load(place), self.1.load(place))
    }
    #[inline(always)]
    fn store(&mut self, place: Place, (a, b): Self::Blocks) {
        self.0.store(place, a);
        self.1.store(place, b);
    }
}

/// Which lanes of a pair hold numbers of the vector: all of them, or the first few of the padded rest.
#[derive(Clone, Copy)]
pub(crate) struct Valid(Option<usize>);

impl Valid {
    /// The blocks with zeros in the padding, for sums over what a kernel made out of nothing, such as noise.
    #[inline(always)]
    pub(crate) fn keep<R: Real>(self, blocks: Blocks<R>) -> Blocks<R> {
        let Some(len) = self.0 else { return blocks };
        let mut pair = R::Pair::zeroed();
        R::store(&mut pair, blocks);
        for padding in pair.as_mut().iter_mut().skip(len) {
            *padding = R::default();
        }
        R::load(&pair)
    }
}

/// Replaces `state` by what `f` makes of it and of the `N` slices in `inputs`, up to the shortest of them all.
#[inline(always)]
pub(crate) fn update<R: Real, S: Columns<R>, const N: usize>(
    state: &mut S,
    inputs: [&[R]; N],
    mut f: impl FnMut(S::Blocks, [Blocks<R>; N], Valid) -> S::Blocks,
) {
    let Extent { pairs, rest } = inputs.iter().fold(state.extent(), |least, slice| least.min(Extent::of(slice)));
    let inputs = inputs.map(R::pairs);
    // One loop with one call of `f`: the kernel is compiled once, and stays inline.
    for i in 0..pairs + usize::from(rest > 0) {
        let (place, valid) = if i < pairs { (Place::Pair(i), None) } else { (Place::Rest, Some(rest)) };
        let blocks = inputs.map(|(pairs, rest)| load(pairs, rest, place));
        let new = f(state.load(place), blocks, Valid(valid));
        state.store(place, new);
    }
}

/// Shows the pairs of the `N` slices to `f`, in order; the padding is zero.
#[inline(always)]
pub(crate) fn visit<R: Real, const N: usize>(inputs: [&[R]; N], mut f: impl FnMut([Blocks<R>; N], Valid)) {
    update(&mut (), inputs, |(), blocks, valid| f(blocks, valid));
}

#[inline(always)]
fn load<R: Real>(pairs: &[R::Pair], rest: &[R], place: Place) -> Blocks<R> {
    match place {
        Place::Pair(i) => match pairs.get(i) {
            Some(pair) => R::load(pair),
            None => [R::Block::splat(R::default()); 2],
        },
        Place::Rest => {
            let mut padded = R::Pair::zeroed();
            for (number, value) in padded.as_mut().iter_mut().zip(rest) {
                *number = *value;
            }
            R::load(&padded)
        }
    }
}
