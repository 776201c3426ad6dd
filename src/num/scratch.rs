//! Room on the stack for what the passes over a chunk hand to each other.

use super::real::Real;
use wide::bytemuck::{self, Zeroable};

/// How many pairs of 64-byte blocks a chunk has at most. What passes between the passes then fits into the nearest cache
/// together with the vectors of the chunk; on a small target, onto a small stack. It never shows in the bits.
const CHUNK_PAIRS: usize = if cfg!(target_pointer_width = "64") { 32 } else { 4 };

/// How many numbers a chunk has at most.
pub(crate) const fn chunk_len<R>() -> usize {
    CHUNK_PAIRS * PAIR_SIZE / size_of::<R>()
}

const PAIR_SIZE: usize = 128;

/// Two vectors of some pairs, each on a boundary of 64 bytes.
#[repr(C, align(64))]
struct Pairs<R: Real, const N: usize>([[R::Pair; N]; 2]);

impl<R: Real, const N: usize> Pairs<R, N> {
    #[inline(always)]
    fn lend(work: &mut dyn FnMut([&mut [R]; 2])) {
        let mut pairs = Self([[R::Pair::zeroed(); N]; 2]);
        work(pairs.0.each_mut().map(|pairs| bytemuck::try_cast_slice_mut(pairs).unwrap_or_default()));
    }
}

/// Lends `work` two vectors of zeros, long enough for any chunk of a vector of `len` numbers.
pub(crate) fn with_scratch<R: Real>(len: usize, work: &mut dyn FnMut([&mut [R]; 2])) {
    if len * size_of::<R>() <= PAIR_SIZE { few(work) } else { many(work) }
}

// Functions of their own, so that a short vector clears a short stretch of the stack.
#[inline(never)]
fn few<R: Real>(work: &mut dyn FnMut([&mut [R]; 2])) {
    Pairs::<R, 1>::lend(work);
}

#[inline(never)]
fn many<R: Real>(work: &mut dyn FnMut([&mut [R]; 2])) {
    Pairs::<R, CHUNK_PAIRS>::lend(work);
}
