//! Leaps of xoshiro256++: many steps at once, by the polynomials of Blackman and Vigna 2021.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// 2^128 steps.
pub(super) const JUMP: [u64; 4] =
    [0x180e_c6d3_3cfd_0aba, 0xd5a6_1266_f0c9_392c, 0xa958_2618_e03f_c9aa, 0x39ab_dc45_29b1_661c];

/// 2^192 steps.
pub(super) const LONG_JUMP: [u64; 4] =
    [0x76e1_5d3e_fefd_cbbf, 0xc500_4e44_1c52_2fb3, 0x7771_0069_854e_e241, 0x3910_9bb0_2acb_e635];

/// Takes as many steps at once as a polynomial is for: `rand_xoshiro`'s own, but one function for both.
// A small program has no room for two.
#[inline(never)]
pub(super) fn leap(rng: &mut Xoshiro256PlusPlus, polynomial: &[u64; 4]) {
    let mut sum = [0; 32];
    for word in polynomial {
        for bit in 0..64 {
            if word >> bit & 1 == 1 {
                sum.iter_mut().zip(rng.state()).for_each(|(sum, byte)| *sum ^= byte);
            }
            rng.next_u64();
        }
    }
    *rng = Xoshiro256PlusPlus::from_seed(sum);
}
