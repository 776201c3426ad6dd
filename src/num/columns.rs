//! The vectors that a kernel writes, and what it does with each: its access, what it reads with them, and sets of them.

use super::pieces::{Pieces, load, load_at, pad, unpad};
use super::prefetch::prefetch;
use super::real::Real;
use super::vector::Vector;
use core::marker::PhantomData;
use core::slice;
use wide::bytemuck::Zeroable;

/// How many pairs ahead of itself a kernel asks for memory: 2 KiB.
const AHEAD: usize = 16;

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

    /// How many numbers the shortest vector has.
    fn len(&self) -> usize;
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
    fn len(&self) -> usize {
        self.numbers.len()
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
    fn len(&self) -> usize {
        self.0.len()
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
    fn len(&self) -> usize {
        usize::MAX
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
    fn len(&self) -> usize {
        (**self).len()
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
    fn len(&self) -> usize {
        self.0.len().min(self.1.len())
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
