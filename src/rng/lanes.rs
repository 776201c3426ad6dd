//! Xoshiro256++ in eight lanes: one step gives a 64-byte block of random bits.
//!
//! Lane j is `rand_xoshiro`'s generator after j jumps of 2^128 steps, word for word, so the lanes never overlap
//! and any host with a xoshiro256++ can check them. Blackman and Vigna 2021.

use crate::num::{Bits, Real, U64_LANES, U64s, VECTORS, Vector, both, pieces_of, to_words, words_of};
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

    /// Whether no lane stands at zeros, which it would never leave.
    pub(crate) fn are_live(&self) -> bool {
        let mut any = [0; 8];
        for word in &self.state {
            any.iter_mut().zip(word).for_each(|(any, word)| *any |= word);
        }
        any.iter().all(|any| *any != 0)
    }

    /// The four words of a lane, on a target without vectors.
    fn lane(&self, lane: usize) -> [U64s; 4] {
        let of =
            |word: &[u64; 8]| word.as_chunks().0.get(lane).map_or(U64s::default(), |lanes| words_of(*lanes));
        let [s0, s1, s2, s3] = &self.state;
        [of(s0), of(s1), of(s2), of(s3)]
    }

    fn set_lane(&mut self, lane: usize, words: [U64s; 4]) {
        for (state, word) in self.state.iter_mut().zip(&words) {
            if let Some(lanes) = state.as_chunks_mut().0.get_mut(lane) {
                *lanes = to_words(*word);
            }
        }
    }

    /// Lets `work` step with the state in the target's vectors.
    // They are filled where they stay: a copy of what has just been written waits for it.
    #[inline(always)]
    pub(crate) fn step_with(&mut self, work: impl FnOnce(&mut Stepper<'_>)) {
        let (vectors, words) = ([[U64s::default(); 4]; OWN_COUNT], [U64s::default(); 2]);
        let stepper = &mut Stepper { lanes: self, vectors, words };
        for (i, word) in stepper.lanes.state.iter().enumerate() {
            for (state, lanes) in stepper.vectors.iter_mut().zip(word.as_chunks().0) {
                if let Some(vector) = state.get_mut(i) {
                    *vector = words_of(*lanes);
                }
            }
        }
        work(stepper);
        for (i, word) in stepper.lanes.state.iter_mut().enumerate() {
            for (state, lanes) in stepper.vectors.iter().zip(word.as_chunks_mut().0) {
                if let Some(vector) = state.get(i) {
                    *lanes = to_words(*vector);
                }
            }
        }
    }
}

/// How many vectors of words make a block.
const VECTOR_COUNT: usize = 8 / U64_LANES;

/// How many of them a stepper holds: all, or none where a vector is a number, which stays where it is.
const OWN_COUNT: usize = if VECTORS { VECTOR_COUNT } else { 0 };

/// The generators' state in the target's vectors.
pub(crate) struct Stepper<'l> {
    lanes: &'l mut Lanes,
    vectors: [[U64s; 4]; OWN_COUNT],
    /// What was drawn last, for targets on which a piece takes half of it.
    words: [U64s; 2],
}

impl Stepper<'_> {
    /// The next `N` words of the lanes in a vector.
    #[inline(always)]
    fn step<const N: usize>(&mut self, vector: usize) -> [U64s; N] {
        let mut words = [U64s::default(); N];
        if !VECTORS {
            let mut local = self.lanes.lane(vector);
            for word in &mut words {
                *word = step(&mut local);
            }
            self.lanes.set_lane(vector, local);
        } else if let Some(state) = self.vectors.get_mut(vector) {
            let mut local = *state;
            words = words.map(|_| step(&mut local));
            *state = local;
        }
        words
    }

    /// Random bits for a piece of either block of a pair, whose pieces are asked for in order.
    #[inline(always)]
    pub(crate) fn draw<R: Real>(&mut self, piece: usize) -> [<R::Piece as Vector>::Bits; 2] {
        let parts = R::PIECES / VECTOR_COUNT;
        if parts == 1 {
            return both(self.step(piece), |words| R::bits(words, 0));
        }
        if piece.is_multiple_of(parts) {
            self.words = self.step(piece / parts);
        }
        both(self.words, |words| R::bits(words, piece % parts))
    }

    /// Draws the two words that a loop over `len` numbers left in some lanes, in its last pair: every pair takes them,
    /// whatever it holds.
    #[inline(always)]
    pub(crate) fn catch_up<R: Real>(&mut self, len: usize) {
        let tail = len % (size_of::<R::Pair>() / size_of::<R>());
        if tail > 0 {
            for vector in pieces_of::<R>(tail).div_ceil(R::PIECES / VECTOR_COUNT)..VECTOR_COUNT {
                self.step::<2>(vector);
            }
        }
    }

    /// Undoes a draw of one word from every lane.
    #[inline(always)]
    pub(crate) fn back(&mut self) {
        self.vectors.iter_mut().for_each(step_back);
    }
}

#[inline(always)]
fn step(state: &mut [U64s; 4]) -> U64s {
    let [s0, s1, s2, s3] = *state;
    let word = Bits::wrapping_add(rotate_left::<23>(Bits::wrapping_add(s0, s3)), s0);
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
        self.step_with(|stepper| {
            for (vector, words) in output.as_chunks_mut().0.iter_mut().enumerate() {
                let [word] = stepper.step(vector);
                *words = to_words(word);
            }
        });
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
