//! Maps over slices, a pair of 64-byte blocks at a time, with the tail padded and run through the same lane code.
//!
//! ```text
//! copy the numbers after the last whole pair into a pair of zeros, the tail
//! for the whole pairs, then for the tail:
//!     for every pair, for every piece of a block that has numbers:  load that piece of both blocks, f, store
//! copy the tail back
//! ```
//!
//! There is no second, scalar version of any kernel: the last numbers of a vector see the operations that the
//! first ones saw, which is what makes their bits independent of the vector's length.

use super::pieces::Pieces;
use super::real::Real;
use super::vector::{PIECES, Vector};
use core::slice;
use wide::bytemuck::Zeroable;

/// Which piece of which pair.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    /// How many numbers the tail has, where the pair is the tail.
    tail: Option<usize>,
    pair: usize,
    piece: usize,
}

impl Place {
    /// The piece's index within a block.
    #[inline(always)]
    pub(crate) fn piece(self) -> usize {
        self.piece
    }

    /// Where the pair starts in its vector, counted in numbers.
    #[inline(always)]
    pub(crate) fn start<R: Real>(self) -> usize {
        self.pair * (size_of::<R::Pair>() / size_of::<R>())
    }

    /// `pieces` with zeros in the padding, for sums over what a kernel made out of nothing, such as noise.
    #[inline(always)]
    pub(crate) fn keep<R: Real>(self, pieces: Pieces<R>) -> Pieces<R> {
        let Some(len) = self.tail else { return pieces };
        let mut pair = R::Pair::zeroed();
        R::store(&mut pair, self.piece, pieces);
        for padding in pair.as_mut().iter_mut().skip(len) {
            *padding = R::default();
        }
        R::load(&pair, self.piece)
    }
}

/// Whole pairs, and the numbers after them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Extent {
    pairs: usize,
    tail: usize,
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
    /// Copies the tails back to where they came from.
    fn finish(&mut self);
}

/// One vector that a kernel reads and writes.
pub(crate) struct Column<'a, R: Real> {
    pairs: &'a mut [R::Pair],
    rest: &'a mut [R],
    tail: R::Pair,
}

impl<'a, R: Real> Column<'a, R> {
    #[inline(always)]
    pub(crate) fn new(slice: &'a mut [R]) -> Self {
        let (pairs, rest) = R::pairs_mut(slice);
        let tail = padded(rest);
        Self { pairs, rest, tail }
    }
}

impl<R: Real> Columns<R> for Column<'_, R> {
    type Pieces = Pieces<R>;

    #[inline(always)]
    fn extent(&self) -> Extent {
        Extent { pairs: self.pairs.len(), tail: self.rest.len() }
    }

    #[inline(always)]
    fn load(&self, place: Place) -> Pieces<R> {
        load::<R>(self.pairs, &self.tail, place)
    }

    #[inline(always)]
    fn store(&mut self, place: Place, pieces: Pieces<R>) {
        let pairs = if place.tail.is_none() { &mut *self.pairs } else { slice::from_mut(&mut self.tail) };
        if let Some(pair) = pairs.get_mut(place.pair) {
            R::store(pair, place.piece, pieces);
        }
    }

    #[inline(always)]
    fn finish(&mut self) {
        for (number, value) in self.rest.iter_mut().zip(self.tail.as_ref()) {
            *number = *value;
        }
    }
}

/// One vector that a kernel only reads.
#[derive(Clone, Copy)]
struct Constant<'a, R: Real> {
    pairs: &'a [R::Pair],
    rest: &'a [R],
    tail: R::Pair,
}

impl<'a, R: Real> Constant<'a, R> {
    #[inline(always)]
    pub(crate) fn new(slice: &'a [R]) -> Self {
        let (pairs, rest) = R::pairs(slice);
        Self { pairs, rest, tail: padded(rest) }
    }

    #[inline(always)]
    pub(crate) fn at(&self, place: Place) -> Pieces<R> {
        load::<R>(self.pairs, &self.tail, place)
    }
}

impl<R: Real> Columns<R> for Constant<'_, R> {
    type Pieces = Pieces<R>;

    #[inline(always)]
    fn extent(&self) -> Extent {
        Extent { pairs: self.pairs.len(), tail: self.rest.len() }
    }
    #[inline(always)]
    fn load(&self, place: Place) -> Pieces<R> {
        self.at(place)
    }
    #[inline(always)]
    fn store(&mut self, _: Place, _: Pieces<R>) {}
    #[inline(always)]
    fn finish(&mut self) {}
}

impl<R: Real> Columns<R> for () {
    type Pieces = ();

    #[inline(always)]
    fn extent(&self) -> Extent {
        Extent { pairs: usize::MAX, tail: usize::MAX }
    }
    #[inline(always)]
    fn load(&self, _: Place) {}
    #[inline(always)]
    fn store(&mut self, _: Place, (): ()) {}
    #[inline(always)]
    fn finish(&mut self) {}
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
    #[inline(always)]
    fn finish(&mut self) {
        (**self).finish();
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
    #[inline(always)]
    fn finish(&mut self) {
        self.0.finish();
        self.1.finish();
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
    let inputs = inputs.map(Constant::new);
    let extent = inputs.iter().map(Constant::extent).fold(state.extent(), Ord::min);
    // One call of `f`, so that the kernel is compiled once and inline; the choice between the pairs and the tail is made
    // outside of the loop that counts.
    for tail in [None, Some(extent.tail)] {
        let (count, pieces) = match tail {
            None => (extent.pairs, PIECES),
            Some(len) => (usize::from(len > 0), pieces_of::<R>(len)),
        };
        for pair in 0..count {
            for piece in 0..pieces {
                let place = Place { tail, pair, piece };
                let pieces = inputs.each_ref().map(|input| input.at(place));
                let new = f(state.load(place), pieces, place);
                state.store(place, new);
            }
        }
    }
    state.finish();
}

/// How many pieces of a pair hold the first `len` of its numbers, in either block.
#[inline(always)]
pub(crate) fn pieces_of<R: Real>(len: usize) -> usize {
    let lanes = size_of::<R::Piece>() / size_of::<R>();
    len.div_ceil(lanes).min(PIECES)
}

/// Shows the pieces of the `N` slices to `f`, in order; the padding is zero.
#[inline(always)]
pub(crate) fn visit<R: Real, const N: usize>(inputs: [&[R]; N], mut f: impl FnMut([Pieces<R>; N], Place)) {
    update(&mut (), inputs, |(), pieces, place| f(pieces, place));
}

#[inline(always)]
fn load<R: Real>(pairs: &[R::Pair], tail: &R::Pair, place: Place) -> Pieces<R> {
    let pairs = if place.tail.is_none() { pairs } else { slice::from_ref(tail) };
    match pairs.get(place.pair) {
        Some(pair) => R::load(pair, place.piece),
        None => [R::Piece::splat(R::default()); 2],
    }
}

/// Numbers that do not fill a pair, with zeros behind them.
///
/// Lanes are put together in registers: a vector that is loaded from single numbers just stored waits for them.
// A function of its own: its work on single lanes would be most of a kernel's code.
#[inline(never)]
pub(super) fn padded<R: Real>(rest: &[R]) -> R::Pair {
    let mut pair = R::Pair::zeroed();
    let lanes = size_of::<R::Piece>() / size_of::<R>();
    let block = lanes * PIECES;
    for piece in 0..pieces_of::<R>(rest.len()) {
        let start = piece * lanes;
        R::store(&mut pair, piece, [R::load_part(rest, start), R::load_part(rest, block + start)]);
    }
    pair
}
