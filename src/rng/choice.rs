//! The generator of single random numbers: batches, coins, acceptance.

use core::convert::Infallible;
use rand_core::TryRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// A scalar xoshiro256++, which serves wherever an `Rng` of `rand_core` is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice(pub(crate) Xoshiro256PlusPlus);

impl TryRng for Choice {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.0.try_next_u32()
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.0.try_next_u64()
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.try_fill_bytes(bytes)
    }
}
