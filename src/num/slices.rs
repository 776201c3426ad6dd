//! Maps over slices, a pair of 64-byte blocks at a time, with the tail padded and run through the same lane code.
//!
//! ```text
//! copy the numbers after the last whole pair into a pair of zeros, the tail
//! for the whole pairs, then for the tail:
//!     for every pair, for every piece of a block that has numbers:  load that piece of both blocks, f, store
//! copy the tail back
//! ```
//!
//! A target without vectors takes the same places number by number, and needs no tail: what is beyond the end reads as
//! zero and is not written.
//!
//! There is no second, scalar version of any kernel: the last numbers of a vector see the operations that the
//! first ones saw, which is what makes their bits independent of the vector's length.

use super::native::VECTORS;
use super::pieces::Pieces;
use super::prefetch::prefetch;
use super::real::Real;
use super::vector::Vector;
use core::marker::PhantomData;
use core::slice;
use wide::bytemuck::Zeroable;

/// How many pairs ahead of itself a kernel asks for memory: 2 KiB.
const AHEAD: usize = 16;

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
        if !VECTORS {
            let [first, second] = pieces;
            let inside = R::PIECES + self.piece < len;
            return [first, if inside { second } else { R::Piece::splat(R::default()) }];
        }
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

impl Extent {
    #[inline(always)]
    fn of<R: Real>(slice: &[R]) -> Self {
        let (pairs, rest) = R::pairs(slice);
        Self { pairs: pairs.len(), tail: rest.len() }
    }
}

/// Vectors of one length that a kernel reads and writes in step: one [`Column`], none `()`, or two sets of them.
///
/// A rule's parts bring their own state vectors; a tuple puts them side by side in one pass over memory.
pub(crate) trait Columns<R: Real> {
    /// What one piece of a pair of every vector holds.
    type Pieces: Copy;
    /// A pair for the tail of every vector. It is not kept beside the vector's slice, which moves from call to call.
    type Tails;
    /// The same pairs of all of them.
    type Stretch<'s>: Stretch<R, Pieces = Self::Pieces>
    where
        Self: 's;

    /// That of the shortest vector.
    fn extent(&self) -> Extent;
    /// The numbers at an index and a block behind it, on a target without vectors.
    fn load_at(&self, index: usize) -> Self::Pieces;
    /// Writes them.
    fn store_at(&mut self, index: usize, pieces: Self::Pieces);
    /// Tails of zeros.
    fn no_tails() -> Self::Tails;
    /// The first `count` pairs; `None` where there are fewer.
    fn pairs(&mut self, count: usize) -> Option<Self::Stretch<'_>>;
    /// The numbers after the last whole pair, copied over the zeros of `tails`, as one pair.
    fn padded<'s>(&'s self, tails: &'s mut Self::Tails) -> Self::Stretch<'s>;
    /// Copies the tails back to where they came from.
    fn finish(&mut self, tails: &Self::Tails);
}

/// The same pairs of some vectors.
pub(crate) trait Stretch<R: Real> {
    /// What one piece of a pair of every vector holds.
    type Pieces: Copy;

    fn load(&self, pair: usize, piece: usize) -> Self::Pieces;
    fn store(&mut self, pair: usize, piece: usize, pieces: Self::Pieces);
}

/// What a kernel does with a vector that it writes.
pub(crate) trait Access {
    /// Whether it reads the vector, too.
    const READS: bool;
    /// Whether it asks for the vector's memory ahead of itself.
    const ASKS_AHEAD: bool;
}

/// Read and written, and near.
pub(crate) struct Near;
/// Written and not read.
pub(crate) struct Fresh;
/// Read and written, and perhaps far away.
pub(crate) struct Far;

impl Access for Near {
    const READS: bool = true;
    const ASKS_AHEAD: bool = false;
}
impl Access for Fresh {
    const READS: bool = false;
    const ASKS_AHEAD: bool = false;
}
impl Access for Far {
    const READS: bool = true;
    const ASKS_AHEAD: bool = true;
}

/// One vector that a kernel writes.
pub(crate) struct Column<'a, R: Real, A = Near> {
    numbers: &'a mut [R],
    access: PhantomData<A>,
}

impl<'a, R: Real> Column<'a, R> {
    #[inline(always)]
    pub(crate) fn new(slice: &'a mut [R]) -> Self {
        Self::of(slice)
    }
}

impl<'a, R: Real, A> Column<'a, R, A> {
    /// The vector, for the access that is asked for.
    #[inline(always)]
    pub(crate) fn of(numbers: &'a mut [R]) -> Self {
        Self { numbers, access: PhantomData }
    }
}

/// Pairs of one vector.
pub(crate) struct Pairs<'s, R: Real, A>(&'s mut [R::Pair], PhantomData<A>);

impl<R: Real, A: Access> Columns<R> for Column<'_, R, A> {
    type Pieces = Pieces<R>;
    type Tails = R::Pair;
    type Stretch<'s>
        = Pairs<'s, R, A>
    where
        Self: 's;

    #[inline(always)]
    fn extent(&self) -> Extent {
        Extent::of(self.numbers)
    }
    #[inline(always)]
    fn load_at(&self, index: usize) -> Pieces<R> {
        if A::READS { load_at(self.numbers, index) } else { [R::Piece::splat(R::default()); 2] }
    }
    #[inline(always)]
    fn store_at(&mut self, index: usize, pieces: Pieces<R>) {
        let [first, second] = pieces;
        if let Some(number) = self.numbers.get_mut(index) {
            *number = R::first(first);
        }
        if let Some(number) = self.numbers.get_mut(index + R::PIECES) {
            *number = R::first(second);
        }
    }
    #[inline(always)]
    fn no_tails() -> R::Pair {
        R::Pair::zeroed()
    }
    #[inline(always)]
    fn pairs(&mut self, count: usize) -> Option<Pairs<'_, R, A>> {
        Some(Pairs(R::pairs_mut(self.numbers).0.get_mut(..count)?, PhantomData))
    }
    #[inline(always)]
    fn padded<'s>(&'s self, tail: &'s mut R::Pair) -> Pairs<'s, R, A> {
        if A::READS {
            pad(tail, R::pairs(self.numbers).1);
        }
        Pairs(slice::from_mut(tail), PhantomData)
    }
    #[inline(always)]
    fn finish(&mut self, tail: &R::Pair) {
        unpad(tail, R::pairs_mut(self.numbers).1);
    }
}

impl<R: Real, A: Access> Stretch<R> for Pairs<'_, R, A> {
    type Pieces = Pieces<R>;

    #[inline(always)]
    fn load(&self, pair: usize, piece: usize) -> Pieces<R> {
        if A::ASKS_AHEAD && piece == 0 {
            prefetch(self.0.as_ptr(), pair + AHEAD);
        }
        if A::READS { load::<R>(self.0, pair, piece) } else { [R::Piece::splat(R::default()); 2] }
    }
    #[inline(always)]
    fn store(&mut self, pair: usize, piece: usize, pieces: Pieces<R>) {
        if let Some(pair) = self.0.get_mut(pair) {
            R::store(pair, piece, pieces);
        }
    }
}

/// One vector that a kernel only reads, and whose memory it asks for ahead of itself.
pub(crate) struct FarInput<'a, R: Real>(pub(crate) &'a [R]);

/// Pairs of it.
pub(crate) struct FarInputPairs<'s, R: Real>(&'s [R::Pair]);

impl<R: Real> Columns<R> for FarInput<'_, R> {
    type Pieces = Pieces<R>;
    type Tails = R::Pair;
    type Stretch<'s>
        = FarInputPairs<'s, R>
    where
        Self: 's;

    #[inline(always)]
    fn extent(&self) -> Extent {
        Extent::of(self.0)
    }
    #[inline(always)]
    fn load_at(&self, index: usize) -> Pieces<R> {
        load_at(self.0, index)
    }
    #[inline(always)]
    fn store_at(&mut self, _: usize, _: Pieces<R>) {}
    #[inline(always)]
    fn no_tails() -> R::Pair {
        R::Pair::zeroed()
    }
    #[inline(always)]
    fn pairs(&mut self, count: usize) -> Option<FarInputPairs<'_, R>> {
        R::pairs(self.0).0.get(..count).map(FarInputPairs)
    }
    #[inline(always)]
    fn padded<'s>(&'s self, tail: &'s mut R::Pair) -> FarInputPairs<'s, R> {
        pad(tail, R::pairs(self.0).1);
        FarInputPairs(slice::from_ref(tail))
    }
    #[inline(always)]
    fn finish(&mut self, _: &R::Pair) {}
}

impl<R: Real> Stretch<R> for FarInputPairs<'_, R> {
    type Pieces = Pieces<R>;

    #[inline(always)]
    fn load(&self, pair: usize, piece: usize) -> Pieces<R> {
        if piece == 0 {
            prefetch(self.0.as_ptr(), pair + AHEAD);
        }
        load::<R>(self.0, pair, piece)
    }
    #[inline(always)]
    fn store(&mut self, _: usize, _: usize, _: Pieces<R>) {}
}

impl<R: Real> Columns<R> for () {
    type Pieces = ();
    type Tails = ();
    type Stretch<'s> = ();

    #[inline(always)]
    fn extent(&self) -> Extent {
        Extent { pairs: usize::MAX, tail: usize::MAX }
    }
    #[inline(always)]
    fn load_at(&self, _: usize) {}
    #[inline(always)]
    fn store_at(&mut self, _: usize, (): ()) {}
    #[inline(always)]
    fn no_tails() {}
    #[inline(always)]
    fn pairs(&mut self, _: usize) -> Option<()> {
        Some(())
    }
    #[inline(always)]
    fn padded<'s>(&'s self, (): &'s mut ()) {}
    #[inline(always)]
    fn finish(&mut self, (): &()) {}
}

impl<R: Real> Stretch<R> for () {
    type Pieces = ();

    #[inline(always)]
    fn load(&self, _: usize, _: usize) {}
    #[inline(always)]
    fn store(&mut self, _: usize, _: usize, (): ()) {}
}

impl<R: Real, C: Columns<R>> Columns<R> for &mut C {
    type Pieces = C::Pieces;
    type Tails = C::Tails;
    type Stretch<'s>
        = C::Stretch<'s>
    where
        Self: 's;

    #[inline(always)]
    fn extent(&self) -> Extent {
        (**self).extent()
    }
    #[inline(always)]
    fn load_at(&self, index: usize) -> C::Pieces {
        (**self).load_at(index)
    }
    #[inline(always)]
    fn store_at(&mut self, index: usize, pieces: C::Pieces) {
        (**self).store_at(index, pieces);
    }
    #[inline(always)]
    fn no_tails() -> C::Tails {
        C::no_tails()
    }
    #[inline(always)]
    fn pairs(&mut self, count: usize) -> Option<Self::Stretch<'_>> {
        (**self).pairs(count)
    }
    #[inline(always)]
    fn padded<'s>(&'s self, tails: &'s mut C::Tails) -> Self::Stretch<'s> {
        (**self).padded(tails)
    }
    #[inline(always)]
    fn finish(&mut self, tails: &C::Tails) {
        (**self).finish(tails);
    }
}

impl<R: Real, A: Columns<R>, B: Columns<R>> Columns<R> for (A, B) {
    type Pieces = (A::Pieces, B::Pieces);
    type Tails = (A::Tails, B::Tails);
    type Stretch<'s>
        = (A::Stretch<'s>, B::Stretch<'s>)
    where
        Self: 's;

    #[inline(always)]
    fn extent(&self) -> Extent {
        self.0.extent().min(self.1.extent())
    }
    #[inline(always)]
    fn load_at(&self, index: usize) -> Self::Pieces {
        (self.0.load_at(index), self.1.load_at(index))
    }
    #[inline(always)]
    fn store_at(&mut self, index: usize, (a, b): Self::Pieces) {
        self.0.store_at(index, a);
        self.1.store_at(index, b);
    }
    #[inline(always)]
    fn no_tails() -> Self::Tails {
        (A::no_tails(), B::no_tails())
    }
    #[inline(always)]
    fn pairs(&mut self, count: usize) -> Option<Self::Stretch<'_>> {
        Some((self.0.pairs(count)?, self.1.pairs(count)?))
    }
    #[inline(always)]
    fn padded<'s>(&'s self, (a, b): &'s mut Self::Tails) -> Self::Stretch<'s> {
        (self.0.padded(a), self.1.padded(b))
    }
    #[inline(always)]
    fn finish(&mut self, (a, b): &Self::Tails) {
        self.0.finish(a);
        self.1.finish(b);
    }
}

impl<R: Real, A: Stretch<R>, B: Stretch<R>> Stretch<R> for (A, B) {
    type Pieces = (A::Pieces, B::Pieces);

    #[inline(always)]
    fn load(&self, pair: usize, piece: usize) -> Self::Pieces {
        (self.0.load(pair, piece), self.1.load(pair, piece))
    }
    #[inline(always)]
    fn store(&mut self, pair: usize, piece: usize, (a, b): Self::Pieces) {
        self.0.store(pair, piece, a);
        self.1.store(pair, piece, b);
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
    let extent = inputs.iter().map(|input| Extent::of(input)).fold(state.extent(), Ord::min);
    if !VECTORS {
        let (mut start, mut pair) = (0, 0);
        loop {
            let tail = (pair == extent.pairs).then_some(extent.tail);
            let pieces = tail.unwrap_or(R::PIECES).min(R::PIECES);
            for piece in 0..pieces {
                let read = inputs.map(|input| load_at(input, start + piece));
                let new = f(state.load_at(start + piece), read, Place { tail, pair, piece });
                state.store_at(start + piece, new);
            }
            if tail.is_some() {
                return;
            }
            (start, pair) = (start + 2 * R::PIECES, pair + 1);
        }
    }
    let (mut own_tails, mut tails) = (S::no_tails(), [R::Pair::zeroed(); N]);
    // One call of `f`, so that the kernel is compiled once and inline. What it works on is chosen outside of the loop
    // that counts, and has as many pairs as that counts, so that the loop makes no checks.
    for tail in [None, Some(extent.tail)] {
        let (count, pieces) = match tail {
            None => (extent.pairs, R::PIECES),
            Some(0) => return,
            Some(len) => (1, pieces_of::<R>(len)),
        };
        let stretch = if tail.is_none() { state.pairs(count) } else { Some(state.padded(&mut own_tails)) };
        let Some(mut stretch) = stretch else { return };
        let mut views: [&[R::Pair]; N] = [&[]; N];
        for ((view, input), padded) in views.iter_mut().zip(inputs).zip(&mut tails) {
            let (mut pairs, rest) = R::pairs(input);
            if tail.is_some() {
                pad(padded, rest);
                pairs = slice::from_ref(padded);
            }
            let Some(pairs) = pairs.get(..count) else { return };
            *view = pairs;
        }
        for pair in 0..count {
            for piece in 0..pieces {
                let place = Place { tail, pair, piece };
                let read = views.each_ref().map(|view| load::<R>(view, pair, piece));
                let new = f(stretch.load(pair, piece), read, place);
                stretch.store(pair, piece, new);
            }
        }
    }
    state.finish(&own_tails);
}

/// How many pieces of a pair hold the first `len` of its numbers, in either block.
#[inline(always)]
pub(crate) fn pieces_of<R: Real>(len: usize) -> usize {
    let lanes = size_of::<R::Piece>() / size_of::<R>();
    len.div_ceil(lanes).min(R::PIECES)
}

/// Shows the pieces of the `N` slices to `f`, in order; the padding is zero.
#[inline(always)]
pub(crate) fn visit<R: Real, const N: usize>(inputs: [&[R]; N], mut f: impl FnMut([Pieces<R>; N], Place)) {
    update(&mut (), inputs, |(), pieces, place| f(pieces, place));
}

/// The numbers at an index and a block behind it, zeros beyond the end.
#[inline(always)]
fn load_at<R: Real>(numbers: &[R], index: usize) -> Pieces<R> {
    // Written out: iterators over arrays stay calls where a compiler is asked for little code.
    let at = |index: usize| R::Piece::splat(numbers.get(index).copied().unwrap_or_default());
    [at(index), at(index + R::PIECES)]
}

#[inline(always)]
fn load<R: Real>(pairs: &[R::Pair], pair: usize, piece: usize) -> Pieces<R> {
    match pairs.get(pair) {
        Some(pair) => R::load(pair, piece),
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
