//! Xoshiro256++ in eight lanes: one step gives a 64-byte block of random bits.
//!
//! Lane j is `rand_xoshiro`'s generator after j jumps of 2^128 steps, word for word, so the lanes never overlap
//! and any host with a xoshiro256++ can check them. Blackman and Vigna 2021.

use crate::num::{PIECES, Real, U64s, pieces_of};
use rand_core::SeedableRng;
use rand_core::block::Generator;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Eight xoshiro256++ generators, side by side.
///
/// ```text
/// word = rotl(s0 + s3, 23) + s0
/// t = s1 << 17;  s2 ^= s0;  s3 ^= s1;  s1 ^= s2;  s0 ^= s3;  s2 ^= t;  s3 = rotl(s3, 45)
/// ```
///
/// It is a `rand_core` block [`Generator`], so `BlockRng<Lanes>` serves wherever an `Rng` is wanted; words come
/// lane by lane.
///
/// ```
/// use rand_core::{Rng, SeedableRng, block::BlockRng};
/// let mut rng = BlockRng::new(sgmcmc::rng::Lanes::seed_from_u64(1));
/// let word = rng.next_word();
/// # let mut scalar = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(1);
/// # assert_eq!(word, scalar.next_u64());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lanes {
    /// `state[i][j]` is word i of lane j.
    pub(crate) state: [[u64; 8]; 4],
}

impl Lanes {
    /// Lane 0 starts where `first` stands, lane j after j jumps; `first` is left after the eighth jump.
    pub(crate) fn from_scalar(first: &mut Xoshiro256PlusPlus) -> Self {
        let mut state = [[0; 8]; 4];
        for j in 0..8 {
            let bytes = first.state();
            let (words, _) = bytes.as_chunks::<8>();
            for (lanes, word) in state.iter_mut().zip(words) {
                if let Some(lane) = lanes.get_mut(j) {
                    *lane = u64::from_le_bytes(*word);
                }
            }
            first.jump();
        }
        Self { state }
    }

    /// The state in the target's vectors, for a kernel's loop; [`Stepper::finish`] brings it back.
    #[inline(always)]
    pub(crate) fn start(&self) -> Stepper {
        let mut pieces = [[U64s::default(); 4]; PIECES];
        for (i, word) in self.state.iter().enumerate() {
            for (piece, lanes) in pieces.iter_mut().zip(word.as_chunks().0) {
                if let Some(vector) = piece.get_mut(i) {
                    *vector = U64s::new(*lanes);
                }
            }
        }
        Stepper(pieces)
    }
}

/// The generators' state in vectors, piece by piece.
#[derive(Clone, Copy)]
pub(crate) struct Stepper([[U64s; 4]; PIECES]);

impl Stepper {
    /// The next `N` words of every lane of a piece.
    #[inline(always)]
    pub(crate) fn draw<const N: usize>(&mut self, piece: usize) -> [U64s; N] {
        let mut words = [U64s::default(); N];
        if let Some(state) = self.0.get_mut(piece) {
            let mut local = *state;
            words = words.map(|_| step(&mut local));
            *state = local;
        }
        words
    }

    /// Draws two words from every piece that a loop over `len` numbers, two words a piece, left out in its last pair:
    /// every pair takes them, whatever it holds.
    #[inline(always)]
    pub(crate) fn catch_up<R: Real>(&mut self, len: usize) {
        let tail = len % (size_of::<R::Pair>() / size_of::<R>());
        if tail > 0 {
            for piece in pieces_of::<R>(tail)..PIECES {
                self.draw::<2>(piece);
            }
        }
    }

    /// Undoes a draw of one word from every piece.
    #[inline(always)]
    pub(crate) fn back(&mut self) {
        self.0.iter_mut().for_each(step_back);
    }

    #[inline(always)]
    pub(crate) fn finish(&self, lanes: &mut Lanes) {
        for (i, word) in lanes.state.iter_mut().enumerate() {
            for (piece, lanes) in self.0.iter().zip(word.as_chunks_mut().0) {
                if let Some(vector) = piece.get(i) {
                    *lanes = vector.to_array();
                }
            }
        }
    }
}

#[inline(always)]
fn step(state: &mut [U64s; 4]) -> U64s {
    let [s0, s1, s2, s3] = *state;
    let word = rotate_left::<23>(s0 + s3) + s0;
    let s2 = s2 ^ s0;
    let s3 = s3 ^ s1;
    *state = [s0 ^ s3, s1 ^ s2, s2 ^ (s1 << 17), rotate_left::<45>(s3)];
    word
}

/// The state before a step. The new s1 and s2 differ by x = s1 ^ (s1 << 17), and s1 is the sum modulo 2 of x, x << 17,
/// x << 34 and x << 51, since what is left over, s1 << 68, is nothing.
#[inline(always)]
fn step_back(state: &mut [U64s; 4]) {
    let [s0, s1, s2, s3] = *state;
    let s3 = rotate_left::<19>(s3);
    let s0 = s0 ^ s3;
    let x = s1 ^ s2;
    let old = x ^ (x << 17) ^ (x << 34) ^ (x << 51);
    *state = [s0, old, s1 ^ old ^ s0, s3 ^ old];
}

#[inline(always)]
fn rotate_left<const COUNT: u32>(x: U64s) -> U64s {
    (x << COUNT) | (x >> (64 - COUNT))
}

impl Generator for Lanes {
    type Output = [u64; 8];

    fn generate(&mut self, output: &mut Self::Output) {
        let mut stepper = self.start();
        for (piece, words) in output.as_chunks_mut().0.iter_mut().enumerate() {
            let [word] = stepper.draw(piece);
            *words = word.to_array();
        }
        stepper.finish(self);
    }
}

impl SeedableRng for Lanes {
    type Seed = <Xoshiro256PlusPlus as SeedableRng>::Seed;

    fn from_seed(seed: Self::Seed) -> Self {
        Self::from_scalar(&mut Xoshiro256PlusPlus::from_seed(seed))
    }

    /// Expands the seed by SplitMix64, as `rand_xoshiro` does.
    fn seed_from_u64(seed: u64) -> Self {
        Self::from_scalar(&mut Xoshiro256PlusPlus::seed_from_u64(seed))
    }
}
