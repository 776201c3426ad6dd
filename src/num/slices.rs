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
    /// A pair for the tail of every vector. It is not kept beside the vector's slice, which moves from call to call.
    type Tails;
    /// That of the shortest vector.
    fn extent(&self) -> Extent;
    /// Tails of zeros.
    fn no_tails() -> Self::Tails;
    /// Copies the tails, over zeros.
    fn begin(&self, tails: &mut Self::Tails);
    fn load(&self, tails: &Self::Tails, place: Place) -> Self::Pieces;
    fn store(&mut self, tails: &mut Self::Tails, place: Place, pieces: Self::Pieces);
    /// Copies the tails back to where they came from.
    fn finish(&mut self, tails: &Self::Tails);
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
    type Tails = R::Pair;

    #[inline(always)]
    fn extent(&self) -> Extent {
        Extent { pairs: self.pairs.len(), tail: self.rest.len() }
    }
    #[inline(always)]
    fn no_tails() -> R::Pair {
        R::Pair::zeroed()
    }
    #[inline(always)]
    fn begin(&self, tail: &mut R::Pair) {
        pad(tail, self.rest);
    }
    #[inline(always)]
    fn load(&self, tail: &R::Pair, place: Place) -> Pieces<R> {
        load::<R>(self.pairs, tail, place)
    }
    #[inline(always)]
    fn store(&mut self, tail: &mut R::Pair, place: Place, pieces: Pieces<R>) {
        let pairs = if place.tail.is_none() { &mut *self.pairs } else { slice::from_mut(tail) };
        if let Some(pair) = pairs.get_mut(place.pair) {
            R::store(pair, place.piece, pieces);
        }
    }
    #[inline(always)]
    fn finish(&mut self, tail: &R::Pair) {
        unpad(tail, self.rest);
    }
}

/// One vector that a kernel writes and does not read.
pub(crate) struct Fresh<'a, R: Real>(pub(crate) Column<'a, R>);

impl<R: Real> Columns<R> for Fresh<'_, R> {
    type Pieces = Pieces<R>;
    type Tails = R::Pair;

    #[inline(always)]
    fn extent(&self) -> Extent {
        self.0.extent()
    }
    #[inline(always)]
    fn no_tails() -> R::Pair {
        R::Pair::zeroed()
    }
    #[inline(always)]
    fn begin(&self, _: &mut R::Pair) {}
    #[inline(always)]
    fn load(&self, _: &R::Pair, _: Place) -> Pieces<R> {
        [R::Piece::splat(R::default()); 2]
    }
    #[inline(always)]
    fn store(&mut self, tail: &mut R::Pair, place: Place, pieces: Pieces<R>) {
        self.0.store(tail, place, pieces);
    }
    #[inline(always)]
    fn finish(&mut self, tail: &R::Pair) {
        self.0.finish(tail);
    }
}

impl<R: Real> Columns<R> for () {
    type Pieces = ();
    type Tails = ();

    #[inline(always)]
    fn extent(&self) -> Extent {
        Extent { pairs: usize::MAX, tail: usize::MAX }
    }
    #[inline(always)]
    fn no_tails() {}
    #[inline(always)]
    fn begin(&self, (): &mut ()) {}
    #[inline(always)]
    fn load(&self, (): &(), _: Place) {}
    #[inline(always)]
    fn store(&mut self, (): &mut (), _: Place, (): ()) {}
    #[inline(always)]
    fn finish(&mut self, (): &()) {}
}

impl<R: Real, C: Columns<R>> Columns<R> for &mut C {
    type Pieces = C::Pieces;
    type Tails = C::Tails;

    #[inline(always)]
    fn extent(&self) -> Extent {
        (**self).extent()
    }
    #[inline(always)]
    fn no_tails() -> C::Tails {
        C::no_tails()
    }
    #[inline(always)]
    fn begin(&self, tails: &mut C::Tails) {
        (**self).begin(tails);
    }
    #[inline(always)]
    fn load(&self, tails: &C::Tails, place: Place) -> Self::Pieces {
        (**self).load(tails, place)
    }
    #[inline(always)]
    fn store(&mut self, tails: &mut C::Tails, place: Place, pieces: Self::Pieces) {
        (**self).store(tails, place, pieces);
    }
    #[inline(always)]
    fn finish(&mut self, tails: &C::Tails) {
        (**self).finish(tails);
    }
}

impl<R: Real, A: Columns<R>, B: Columns<R>> Columns<R> for (A, B) {
    type Pieces = (A::Pieces, B::Pieces);
    type Tails = (A::Tails, B::Tails);

    #[inline(always)]
    fn extent(&self) -> Extent {
        self.0.extent().min(self.1.extent())
    }
    #[inline(always)]
    fn no_tails() -> Self::Tails {
        (A::no_tails(), B::no_tails())
    }
    #[inline(always)]
    fn begin(&self, (a, b): &mut Self::Tails) {
        self.0.begin(a);
        self.1.begin(b);
    }
    #[inline(always)]
    fn load(&self, (a, b): &Self::Tails, place: Place) -> Self::Pieces {
        (self.0.load(a, place), self.1.load(b, place))
    }
    #[inline(always)]
    fn store(&mut self, (own, others): &mut Self::Tails, place: Place, (a, b): Self::Pieces) {
        self.0.store(own, place, a);
        self.1.store(others, place, b);
    }
    #[inline(always)]
    fn finish(&mut self, (a, b): &Self::Tails) {
        self.0.finish(a);
        self.1.finish(b);
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
    let extents = inputs.iter().map(|(pairs, rest)| Extent { pairs: pairs.len(), tail: rest.len() });
    let extent = extents.fold(state.extent(), Ord::min);
    let (mut own_tails, mut tails) = (S::no_tails(), [R::Pair::zeroed(); N]);
    if extent.tail > 0 {
        state.begin(&mut own_tails);
        tails.iter_mut().zip(&inputs).for_each(|(tail, (_, rest))| pad(tail, rest));
    }
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
                let mut read =
                    inputs.iter().zip(&tails).map(|((pairs, _), tail)| load::<R>(pairs, tail, place));
                let pieces = [(); N].map(|()| read.next().unwrap_or([R::Piece::splat(R::default()); 2]));
                let new = f(state.load(&own_tails, place), pieces, place);
                state.store(&mut own_tails, place, new);
            }
        }
    }
    if extent.tail > 0 {
        state.finish(&own_tails);
    }
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

/// Copies numbers that do not fill a pair into one of zeros.
// A function of its own: its work on single lanes would be most of a kernel's code.
#[inline(never)]
pub(super) fn pad<R: Real>(pair: &mut R::Pair, rest: &[R]) {
    R::pad(pair, rest);
}

/// Copies the numbers back.
// As for `pad`.
#[inline(never)]
fn unpad<R: Real>(pair: &R::Pair, rest: &mut [R]) {
    R::unpad(pair, rest);
}
