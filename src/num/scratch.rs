//! Room on the stack for what the passes over a chunk hand to each other.

use super::native::VECTORS;
use super::real::Real;
use wide::bytemuck::{self, Zeroable};

/// How many pairs of 64-byte blocks a chunk has at most. What passes between the passes then fits into the nearest
/// cache together with the vectors of the chunk; on a small target, onto a small stack. It never shows in the bits.
const CHUNK_PAIRS: usize = match (cfg!(target_pointer_width = "64"), VECTORS) {
    (true, _) => 64,
    (false, true) => 4,
    (false, false) => 1,
};

/// How many numbers a chunk has at most.
pub(crate) const fn chunk_len<R>() -> usize {
    CHUNK_PAIRS * PAIR_SIZE / size_of::<R>()
}

const PAIR_SIZE: usize = 128;

/// The pairs of a vector for which clearing a whole chunk would show.
const SOME_PAIRS: usize = if CHUNK_PAIRS < 8 { CHUNK_PAIRS } else { 8 };

/// Vectors of some pairs, each on a boundary of 64 bytes.
#[repr(C, align(64))]
struct Pairs<R: Real, const N: usize, const COUNT: usize>([[R::Pair; N]; COUNT]);

impl<R: Real, const N: usize, const COUNT: usize> Pairs<R, N, COUNT> {
    // A function of its own, so that a short vector or a rule with few passes clears a short stretch of the stack.
    #[inline(never)]
    fn lend(work: &mut dyn FnMut([&mut [R]; 4]))
    where
        [[R::Pair; N]; COUNT]: Zeroable,
    {
        let mut pairs = Self(Zeroable::zeroed());
        let mut parts = pairs.0.iter_mut();
        let mut next = || {
            let part = parts.next().map(|pairs| bytemuck::try_cast_slice_mut(pairs).unwrap_or_default());
            part.unwrap_or_default()
        };
        work([next(), next(), next(), next()]);
    }
}

/// Lends `work` `count` vectors of zeros, or four, long enough for any chunk of a vector of `len` numbers.
pub(crate) fn with_scratch<R: Real>(len: usize, count: usize, work: &mut dyn FnMut([&mut [R]; 4])) {
    let pairs = len * size_of::<R>() / PAIR_SIZE;
    let lend = if pairs == 0 || CHUNK_PAIRS == 1 {
        match count {
            0 => return work([&mut [], &mut [], &mut [], &mut []]),
            1 => Pairs::<R, 1, 1>::lend,
            2 if CHUNK_PAIRS == 1 => Pairs::<R, 1, 2>::lend,
            2.. => Pairs::<R, 1, 4>::lend,
        }
    } else {
        match (pairs < SOME_PAIRS, count) {
            (_, 0) => return work([&mut [], &mut [], &mut [], &mut []]),
            (true, 1) => Pairs::<R, SOME_PAIRS, 1>::lend,
            (true, 2..) => Pairs::<R, SOME_PAIRS, 4>::lend,
            (false, 1) => Pairs::<R, CHUNK_PAIRS, 1>::lend,
            (false, 2) => Pairs::<R, CHUNK_PAIRS, 2>::lend,
            (false, 3..) => Pairs::<R, CHUNK_PAIRS, 4>::lend,
        }
    };
    lend(work);
}
