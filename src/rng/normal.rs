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
//!    turns the sign of the cosine. Polynomials on that quarter are short and accurate to the last bits. The second
//!    bit is the lowest of the word that makes u, which has no use for it.
//! 2. u comes from 31 bits in `f32` and 52 in `f64`, centred in its cell, so that the tail reaches 6.66 and 8.57
//!    standard deviations (`Real::radius_uniform`).
//!
//! Every pair of blocks takes two steps of the generator, used or not, so where a number stands in a vector
//! decides which bits make it.

use super::lanes::{Lanes, Stepper};
use crate::num::{Bits, Column, Pieces, Place, Real, Vector, update};

/// Normals in the order of a kernel's loop: a piece of a pair of blocks a call.
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

    /// The next pair's piece at `place`: r cos φ and r sin φ.
    #[inline(always)]
    pub(crate) fn next<R: Real>(&mut self, place: Place) -> Pieces<R> {
        let [radius_bits, angle_bits] = self.0.draw(place.piece()).map(R::bits);
        let radius = R::minus_two_ln(R::radius_uniform::<R::Piece>(radius_bits)).sqrt();

        let (sin, cos) = R::sin_cos_quarter(R::quarter_turn::<R::Piece>(angle_bits));
        let swap = angle_bits.top_bit_mask();
        let sign = radius_bits.shl(<R::Piece as Vector>::Bits::TOP);
        let cos = R::Piece::from_bits(cos.to_bits() ^ sign);
        [R::Piece::select(swap, sin, cos) * radius, R::Piece::select(swap, cos, sin) * radius]
    }
}

/// Fills `out` with independent standard normals.
///
/// The numbers are those that a Langevin step of the same length would take as its noise.
// A function of its own: inlined, it would share registers with what its caller does next.
#[inline(never)]
pub fn fill_normals<R: Real>(lanes: &mut Lanes, out: &mut [R]) {
    let mut normals = NormalPairs::start(lanes);
    update(&mut Column::new(out), [], |_, [], place| normals.next::<R>(place));
    normals.finish(lanes);
}
