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

use super::columns::{Column, Columns, Stretch};
use super::native::VECTORS;
use super::pieces::{Pieces, load, load_at, pad};
use super::real::Real;
use super::vector::Vector;
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
        self.pair * pair_len::<R>()
    }

    /// Whether the second block's number is one of the vector's, on a target without vectors.
    #[inline(always)]
    pub(crate) fn has_second<R: Real>(self) -> bool {
        self.tail.is_none_or(|len| R::PIECES + self.piece < len)
    }

    /// `pieces` with zeros in the padding, for sums over what a kernel made out of nothing, such as noise.
    #[inline(always)]
    pub(crate) fn keep<R: Real>(self, pieces: Pieces<R>) -> Pieces<R> {
        let Some(len) = self.tail else { return pieces };
        if !VECTORS {
            let [first, second] = pieces;
            return [first, if self.has_second::<R>() { second } else { R::Piece::splat(R::default()) }];
        }
        let mut pair = R::Pair::zeroed();
        R::store(&mut pair, self.piece, pieces);
        for padding in pair.as_mut().iter_mut().skip(len) {
            *padding = R::default();
        }
        R::load(&pair, self.piece)
    }
}

/// How many numbers a pair has.
const fn pair_len<R: Real>() -> usize {
    size_of::<R::Pair>() / size_of::<R>()
}

/// Replaces `state` by what `f` makes of it and of the `N` slices in `inputs`, all of one length, which callers check
/// where they check settings.
#[inline(always)]
pub(crate) fn update<R: Real, S: Columns<R>, const N: usize>(
    state: &mut S,
    inputs: [&[R]; N],
    mut f: impl FnMut(S::Pieces, [Pieces<R>; N], Place) -> S::Pieces,
) {
    if !VECTORS {
        return one_by_one(state, inputs, f);
    }
    let len = inputs.iter().map(|input| input.len()).fold(state.len(), Ord::min);
    let (mut own_tails, mut tails) = (S::no_tails(), [R::Pair::zeroed(); N]);
    // One call of `f`, so that the kernel is compiled once and inline. What it works on is chosen outside of the loop
    // that counts, and has as many pairs as that counts, so that the loop makes no checks.
    for tail in [None, Some(len % pair_len::<R>())] {
        let (count, pieces) = match tail {
            None => (len / pair_len::<R>(), R::PIECES),
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

/// The same on a target without vectors: a number of either block at a time.
#[inline(always)]
fn one_by_one<R: Real, S: Columns<R>, const N: usize>(
    state: &mut S,
    inputs: [&[R]; N],
    mut f: impl FnMut(S::Pieces, [Pieces<R>; N], Place) -> S::Pieces,
) {
    let len = inputs.first().map_or(usize::MAX, |input| input.len()).min(state.len());
    let mut start = 0;
    let mut read = [[R::Piece::splat(R::default()); 2]; N];
    loop {
        let left = len - start;
        let tail = (left < pair_len::<R>()).then_some(left);
        for piece in 0..left.min(R::PIECES) {
            // Written out: a loop, which a compiler that is asked for little code leaves one, would have them in memory.
            let (reads, inputs) = (read.as_mut_slice(), inputs.as_slice());
            let (reads, inputs) = load_first(reads, inputs, start + piece);
            let (reads, inputs) = load_first(reads, inputs, start + piece);
            let (reads, inputs) = load_first(reads, inputs, start + piece);
            load_first(reads, inputs, start + piece);
            let place = Place { tail, pair: start / pair_len::<R>(), piece };
            let new = f(state.load_at(start + piece), read, place);
            state.store_at(start + piece, new);
        }
        if tail.is_some() {
            return;
        }
        start += pair_len::<R>();
    }
}

/// Loads the first of some slices, if any, and gives the rest.
#[inline(always)]
fn load_first<'r, 'i, R: Real>(
    reads: &'r mut [Pieces<R>],
    inputs: &'i [&'i [R]],
    index: usize,
) -> (&'r mut [Pieces<R>], &'i [&'i [R]]) {
    if let ([read, reads @ ..], [input, inputs @ ..]) = (reads, inputs) {
        *read = load_at(input, index);
        return (reads, inputs);
    }
    (&mut [], &[])
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

/// y ← y + scale x.
pub(crate) fn add_scaled<R: Real>(y: &mut [R], x: &[R], scale: R) {
    let scale = R::Piece::splat(scale);
    update(&mut Column::new(y), [x], |[y0, y1], [[x0, x1]], _| [y0 + x0 * scale, y1 + x1 * scale]);
}
