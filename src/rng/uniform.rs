//! Uniform numbers on (0, 1): vectors of them from the lanes, single ones from any generator.

use super::lanes::Lanes;
use crate::num::{Column, Real, update};
use rand_core::Rng;

/// Fills `out` with independent uniforms on (0, 1], centred in cells of 2^-32 (`f32`) or 2^-52 (`f64`).
///
/// In `f32` the cells next to 1 are narrower than the format's spacing and round to 1.
pub fn fill_uniforms<R: Real>(lanes: &mut Lanes, out: &mut [R]) {
    lanes.step_with(|stepper| {
        let len = out.len();
        update(&mut Column::new(out), [], |_, [], place| {
            stepper.draw::<R>(place.piece()).map(R::uniform::<R::Piece>)
        });
        stepper.catch_up::<R>(len);
    });
}

/// A uniform on (0, 1): (k + 1/2) / 2^52 for 52 random bits k, never 0 or 1.
pub fn uniform(rng: &mut impl Rng) -> f64 {
    f64::from_bits((rng.next_u64() >> 12) | 1.0f64.to_bits()) - (1.0 - 1.0 / 9_007_199_254_740_992.0)
}
