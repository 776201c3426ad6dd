//! Standard normals by the Box-Muller transform, two 64-byte blocks at a time.
//!
//! ```text
//! u uniform on (0, 1),  φ uniform on the circle
//! r = sqrt(-2 ln u),    x = r cos φ,  y = r sin φ          x, y independent, N(0, 1)
//! ```
//!
//! Box and Muller 1958, with two departures:
//!
//! 1. φ is drawn as an angle in the quarter turn around 0 and two random bits: one swaps sine and cosine, one
//!    turns the sign of the cosine. Polynomials on that quarter are short and accurate to the last bits.
//! 2. u comes from 32 bits in `f32` and 52 in `f64`, centred in its cell, so that the tail reaches 6.76 and 8.57
//!    standard deviations (`Real::radius_uniform`).
//!
//! Every pair of blocks takes two steps of the generator, used or not, so where a number stands in a vector
//! decides which bits make it.

use super::lanes::{Lanes, Stepper};
use crate::num::{Bits, Column, Real, Vector, update};

/// Normals in the order of a kernel's loop: a pair of blocks a call.
#[derive(Clone, Copy)]
pub(crate) struct NormalPairs(Stepper);

impl NormalPairs {
    #[inline(always)]
    pub(crate) fn start(lanes: &Lanes) -> Self {
        Self(lanes.start())
    }

    #[inline(always)]
    pub(crate) fn finish(self, lanes: &mut Lanes) {
        self.0.finish(lanes);
    }

    /// The next pair: r cos φ and r sin φ.
    #[inline(always)]
    pub(crate) fn next<R: Real>(&mut self) -> [R::Block; 2] {
        let radius_bits = self.0.next();
        let angle_bits = self.0.next();

        let two_ln = R::ln_normal(R::radius_uniform(radius_bits)) * R::Block::splat(R::from_f64(-2.0));
        let radius = two_ln.sqrt();

        let (sin, cos) = R::sin_cos_quarter(R::quarter_turn(angle_bits));
        let choices = R::lanes(angle_bits);
        let swap = choices.top_bit_mask();
        let sign = choices.shl(1) & R::Block::splat(-R::default()).to_bits();
        let cos = R::Block::from_bits(cos.to_bits() ^ sign);
        [R::Block::select(swap, sin, cos) * radius, R::Block::select(swap, cos, sin) * radius]
    }
}

/// Fills `out` with independent standard normals.
///
/// The numbers are those that a Langevin step of the same length would take as its noise.
pub fn fill_normals<R: Real>(lanes: &mut Lanes, out: &mut [R]) {
    let mut normals = NormalPairs::start(lanes);
    update(&mut Column::new(out), [], |_, [], _| normals.next::<R>());
    normals.finish(lanes);
}
