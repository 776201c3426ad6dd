//! The stream rule: which generator a chain and each of its parts draws from.
//!
//! A seed gives a xoshiro256++ generator. Chain k starts after k long jumps of 2^192 steps. Within a chain the
//! eight lanes that make noise start after 0 to 7 jumps of 2^128 steps, and the generator of choices (batches,
//! coins, acceptance) after 8. No two of them ever meet.

use super::choice::Choice;
use super::lanes::Lanes;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// How many chains one seed serves. A long jump costs under a microsecond, so the last chain still starts in
/// some tens of milliseconds; for more chains, use more seeds.
pub const CHAIN_COUNT_MAX: u32 = 65_536;

/// All randomness of one chain. Copy it, draw from the copy, and drop the copy when a step fails.
///
/// ```
/// use sgmcmc::rng::Generators;
/// let mut generators = Generators::new(2026, 0).expect("chain 0 exists");
/// let mut noise = [0.0f32; 100];
/// sgmcmc::rng::fill_normals(&mut generators.noise, &mut noise);
/// assert!(Generators::new(2026, sgmcmc::rng::CHAIN_COUNT_MAX).is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generators {
    /// Makes normals and vectors of uniforms.
    pub noise: Lanes,
    /// Makes batches, coins and the uniforms of acceptance tests.
    pub choice: Choice,
}

impl Generators {
    /// The generators of chain `chain_index` under `seed`; `None` from [`CHAIN_COUNT_MAX`] on.
    pub fn new(seed: u64, chain_index: u32) -> Option<Self> {
        Self::nth_chain(Xoshiro256PlusPlus::seed_from_u64(seed), chain_index)
    }

    /// The same, from 32 bytes of any generator that `rand_core` knows.
    pub fn from_rng(rng: &mut impl Rng, chain_index: u32) -> Option<Self> {
        Self::nth_chain(Xoshiro256PlusPlus::from_rng(rng), chain_index)
    }

    /// Whether these are generators that run: one whose state is all zeros never leaves it.
    pub(crate) fn are_live(&self) -> bool {
        self.noise.are_live() && self.choice.0.state().iter().any(|byte| *byte != 0)
    }

    fn nth_chain(mut first: Xoshiro256PlusPlus, chain_index: u32) -> Option<Self> {
        if chain_index >= CHAIN_COUNT_MAX {
            return None;
        }
        for _ in 0..chain_index {
            first.long_jump();
        }
        let noise = Lanes::from_scalar(&mut first);
        Some(Self { noise, choice: Choice(first) })
    }
}
