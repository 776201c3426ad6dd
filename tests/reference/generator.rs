//! The stream rule with `rand_xoshiro`'s scalar generators: long jumps to the chain, jumps to the lane.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Eight generators for noise, one for choices.
#[derive(Clone)]
pub(crate) struct Generators {
    pub(crate) lanes: Vec<Xoshiro256PlusPlus>,
    pub(crate) choice: Xoshiro256PlusPlus,
}

impl Generators {
    pub(crate) fn new(seed: u64, chain_index: u32) -> Self {
        let mut first = Xoshiro256PlusPlus::seed_from_u64(seed);
        (0..chain_index).for_each(|_| first.long_jump());
        Self::from_first(first)
    }

    /// Lane j is `first` after j jumps, and the generator of choices `first` after eight.
    pub(crate) fn from_first(first: Xoshiro256PlusPlus) -> Self {
        let after_jumps = |count: usize| {
            let mut generator = first.clone();
            (0..count).for_each(|_| generator.jump());
            generator
        };
        Self { lanes: (0..8).map(after_jumps).collect(), choice: after_jumps(8) }
    }

    /// One word of every lane.
    pub(crate) fn words(&mut self) -> Vec<u64> {
        self.lanes.iter_mut().map(|lane| lane.next_u64()).collect()
    }
}
