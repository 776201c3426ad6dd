//! Maps over slices, a pair of 64-byte blocks at a time, with the tail padded and run through the same lane code.
//!
//! ```text
//! for every whole pair, and for the numbers left over, padded with zeros:
//!     for every piece of a block:  load that piece of both blocks, f, store
//! ```
//!
//! There is no second, scalar version of any kernel: the last numbers of a vector see the operations that the
//! first ones saw, which is what makes their bits independent of the vector's length.

use super::real::Real;
use super::vector::{PIECES, Vector};
use core::ops::Range;
use wide::bytemuck::Zeroable;

/// The same piece of both blocks of a pair, in registers.
pub(crate) type Pieces<R> = [<R as Real>::Piece; 2];

/// Which piece of which pair: the i-th whole one, or the padded rest.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    /// `None` for the rest.
    pair: Option<usize>,
    /// How many numbers of the rest there are.
    len: usize,
    piece: usize,
}

impl Place {
    /// The piece's index within a block.
    #[inline(always)]
    pub(crate) fn piece(self) -> usize {
        self.piece
    }

    /// `pieces` with zeros in the padding, for sums over what a kernel made out of nothing, such as noise.
    #[inline(always)]
    pub(crate) fn keep<R: Real>(self, pieces: Pieces<R>) -> Pieces<R> {
        if self.pair.is_some() {
            return pieces;
        }
        let mut pair = R::Pair::zeroed();
        R::store(&mut pair, self.piece, pieces);
        for padding in pair.as_mut().iter_mut().skip(self.len) {
            *padding = R::default();
        }
        R::load(&pair, self.piece)
    }

    /// Where the piece's numbers stand in the pair: in the first block, and in the second.
    #[inline(always)]
    fn ranges<R: Real>(self) -> [Range<usize>; 2] {
        let first = self.piece * R::PIECE_LEN;
        let second = first + PIECES * R::PIECE_LEN;
        [first..first + R::PIECE_LEN, second..second + R::PIECE_LEN]
    }
}

/// Whole pairs, and the numbers after them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Extent {
    pairs: usize,
    rest: usize,
}

/// Vectors of one length that a kernel reads and writes in step: one [`Column`], none `()`, or two sets of them.
///
/// A rule's parts bring their own state vectors; a tuple puts them side by side in one pass over memory.
pub(crate) trait Columns<R: Real> {
    /// What one piece of a pair of every vector holds.
    type Pieces: Copy;
    /// That of the shortest vector.
    fn extent(&self) -> Extent;
    fn load(&self, place: Place) -> Self::Pieces;
    fn store(&mut self, place: Place, pieces: Self::Pieces);
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
    type Pieces = Pieces<R>;

    #[inline(always)]
    fn extent(&self) -> Extent {
        Extent { pairs: self.pairs.len(), rest: self.rest.len() }
    }

    #[inline(always)]
    fn load(&self, place: Place) -> Pieces<R> {
        load(self.pairs, self.rest, place)
    }

    #[inline(always)]
    fn store(&mut self, place: Place, pieces: Pieces<R>) {
        if let Some(i) = place.pair {
            if let Some(pair) = self.pairs.get_mut(i) {
                R::store(pair, place.piece, pieces);
            }
            return;
        }
        let mut pair = R::Pair::zeroed();
        R::store(&mut pair, place.piece, pieces);
        for range in place.ranges::<R>() {
            let values = pair.as_ref().iter().skip(range.start).take(R::PIECE_LEN);
            for (number, value) in self.rest.iter_mut().skip(range.start).zip(values) {
                *number = *value;
            }
        }
    }
}

impl<R: Real> Columns<R> for () {
    type Pieces = ();

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
    type Pieces = C::Pieces;

    #[inline(always)]
    fn extent(&self) -> Extent {
        (**self).extent()
    }
    #[inline(always)]
    fn load(&self, place: Place) -> Self::Pieces {
        (**self).load(place)
    }
    #[inline(always)]
    fn store(&mut self, place: Place, pieces: Self::Pieces) {
        (**self).store(place, pieces);
    }
}

impl<R: Real, A: Columns<R>, B: Columns<R>> Columns<R> for (A, B) {
    type Pieces = (A::Pieces, B::Pieces);

    #[inline(always)]
    fn extent(&self) -> Extent {
        self.0.extent().min(self.1.extent())
    }
    #[inline(always)]
    fn load(&self, place: Place) -> Self::Pieces {
        (self.0.load(place), self.1.load(place))
    }
    #[inline(always)]
    fn store(&mut self, place: Place, (a, b): Self::Pieces) {
        self.0.store(place, a);
        self.1.store(place, b);
    }
}

/// Replaces `state` by what `f` makes of it and of the `N` slices in `inputs`, all of one length, which callers check
/// where they check settings.
#[inline(always)]
pub(crate) fn update<R: Real, S: Columns<R>, const N: usize>(
    state: &mut S,
    inputs: [&[R]; N],
    mut f: impl FnMut(S::Pieces, [Pieces<R>; N], Place) -> S::Pieces,
) {
    let inputs = inputs.map(R::pairs);
    let extents = inputs.iter().map(|(pairs, rest)| Extent { pairs: pairs.len(), rest: rest.len() });
    let Extent { pairs, rest } = extents.fold(state.extent(), Ord::min);
    // One loop with one call of `f`: the kernel is compiled once, and stays inline.
    for i in 0..pairs + usize::from(rest > 0) {
        let pair = (i < pairs).then_some(i);
        for piece in 0..PIECES {
            let place = Place { pair, len: rest, piece };
            let pieces = inputs.map(|(pairs, rest)| load(pairs, rest, place));
            let new = f(state.load(place), pieces, place);
            state.store(place, new);
        }
    }
}

/// Shows the pieces of the `N` slices to `f`, in order; the padding is zero.
#[inline(always)]
pub(crate) fn visit<R: Real, const N: usize>(inputs: [&[R]; N], mut f: impl FnMut([Pieces<R>; N], Place)) {
    update(&mut (), inputs, |(), pieces, place| f(pieces, place));
}

#[inline(always)]
fn load<R: Real>(pairs: &[R::Pair], rest: &[R], place: Place) -> Pieces<R> {
    if let Some(i) = place.pair {
        return match pairs.get(i) {
            Some(pair) => R::load(pair, place.piece),
            None => [R::Piece::splat(R::default()); 2],
        };
    }
    let mut pair = R::Pair::zeroed();
    for range in place.ranges::<R>() {
        let values = rest.iter().skip(range.start).take(R::PIECE_LEN);
        for (number, value) in pair.as_mut().iter_mut().skip(range.start).zip(values) {
            *number = *value;
        }
    }
    R::load(&pair, place.piece)
}
