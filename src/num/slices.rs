//! Maps over slices, a pair of 64-byte blocks at a time, with the tail padded and run through the same lane code.
//!
//! ```text
//! for the whole pairs, then for the tail, the numbers after the last whole pair with zeros behind them:
//!     for every pair, for every piece of a block that has numbers:  load that piece of both blocks, f, store
//! ```
//!
//! There is no second, scalar version of any kernel: the last numbers of a vector see the operations that the
//! first ones saw, which is what makes their bits independent of the vector's length.

use super::pieces::Pieces;
use super::real::Real;
use super::vector::{PIECES, Vector};
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
        Extent { pairs: self.pairs.len(), tail: self.rest.len() }
    }

    #[inline(always)]
    fn load(&self, place: Place) -> Pieces<R> {
        load::<R>(self.pairs, self.rest, place)
    }

    #[inline(always)]
    fn store(&mut self, place: Place, pieces: Pieces<R>) {
        if place.tail.is_some() {
            store_tail::<R>(self.rest, place.piece, &pieces);
        } else if let Some(pair) = self.pairs.get_mut(place.pair) {
            R::store(pair, place.piece, pieces);
        }
    }
}

/// One vector that a kernel only reads.
#[derive(Clone, Copy)]
struct Constant<'a, R: Real> {
    pairs: &'a [R::Pair],
    rest: &'a [R],
}

impl<'a, R: Real> Constant<'a, R> {
    #[inline(always)]
    fn new(slice: &'a [R]) -> Self {
        let (pairs, rest) = R::pairs(slice);
        Self { pairs, rest }
    }

    #[inline(always)]
    fn extent(&self) -> Extent {
        Extent { pairs: self.pairs.len(), tail: self.rest.len() }
    }

    #[inline(always)]
    fn at(&self, place: Place) -> Pieces<R> {
        load::<R>(self.pairs, self.rest, place)
    }
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
fn load<R: Real>(pairs: &[R::Pair], rest: &[R], place: Place) -> Pieces<R> {
    if place.tail.is_some() {
        return load_tail(rest, place.piece);
    }
    match pairs.get(place.pair) {
        Some(pair) => R::load(pair, place.piece),
        None => [R::Piece::splat(R::default()); 2],
    }
}

/// Where a piece's lanes of both blocks start in a pair.
#[inline(always)]
fn starts_of<R: Real>(piece: usize) -> [usize; 2] {
    let (lanes, pair) = (size_of::<R::Piece>() / size_of::<R>(), size_of::<R::Pair>() / size_of::<R>());
    [piece * lanes, pair / 2 + piece * lanes]
}

/// A piece of the numbers after the last whole pair, with zeros behind them.
#[inline(always)]
fn load_tail<R: Real>(rest: &[R], piece: usize) -> Pieces<R> {
    if FEW_LANES { load_lanes(rest, piece) } else { load_many_lanes(rest, piece) }
}

/// Writes a piece of those numbers.
#[inline(always)]
fn store_tail<R: Real>(rest: &mut [R], piece: usize, pieces: &Pieces<R>) {
    if FEW_LANES { store_lanes(rest, piece, pieces) } else { store_many_lanes(rest, piece, pieces) }
}

/// Whether the work on single lanes is little enough to stand in every kernel.
const FEW_LANES: bool = PIECES > 1;

#[inline(always)]
fn load_lanes<R: Real>(rest: &[R], piece: usize) -> Pieces<R> {
    let [first, second] = starts_of::<R>(piece);
    [R::load_part(rest, first), R::load_part(rest, second)]
}

#[inline(always)]
fn store_lanes<R: Real>(rest: &mut [R], piece: usize, pieces: &Pieces<R>) {
    let ([first, second], [x, y]) = (starts_of::<R>(piece), *pieces);
    R::store_part(rest, first, x);
    R::store_part(rest, second, y);
}

#[inline(never)]
fn load_many_lanes<R: Real>(rest: &[R], piece: usize) -> Pieces<R> {
    load_lanes(rest, piece)
}

#[inline(never)]
fn store_many_lanes<R: Real>(rest: &mut [R], piece: usize, pieces: &Pieces<R>) {
    store_lanes(rest, piece, pieces);
}

/// The numbers after the last whole pair, with zeros behind them.
#[inline(always)]
pub(super) fn padded<R: Real>(rest: &[R]) -> R::Pair {
    let mut pair = R::Pair::zeroed();
    for (number, value) in pair.as_mut().iter_mut().zip(rest) {
        *number = *value;
    }
    pair
}
