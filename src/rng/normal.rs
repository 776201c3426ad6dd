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
use crate::num::{Bits, Column, Fresh, Pieces, Real, Vector, prefetch, update};

/// Random bits, and the first half of the radius that is made of them.
#[derive(Clone, Copy)]
struct Begun<R: Real> {
    quotient: [R::Piece; 2],
    radius_bits: <R::Piece as Vector>::Bits,
    angle_bits: <R::Piece as Vector>::Bits,
}

impl<R: Real> Begun<R> {
    #[inline(always)]
    fn draw(stepper: &mut Stepper<'_>, piece: usize) -> Self {
        let [radius_bits, angle_bits] = stepper.draw::<R>(piece);
        let quotient = R::log_quotient(R::radius_uniform::<R::Piece>(radius_bits));
        Self { quotient, radius_bits, angle_bits }
    }

    /// r cos φ and r sin φ.
    #[inline(always)]
    fn finish(self) -> Pieces<R> {
        let radius = R::minus_two_ln(self.quotient).sqrt();
        let (sin, cos) = R::sin_cos_quarter(R::quarter_turn::<R::Piece>(self.angle_bits));
        let swap = self.angle_bits.top_bit_mask();
        let sign = self.radius_bits.shl(<R::Piece as Vector>::Bits::TOP);
        let cos = R::Piece::from_bits(cos.to_bits() ^ sign);
        [R::Piece::select(swap, sin, cos) * radius, R::Piece::select(swap, cos, sin) * radius]
    }
}

/// Normals in the order of a loop: a piece of a pair of blocks a call.
///
/// Where a block is one vector, the generator and the logarithm's quotient are a pair ahead. A processor looks a few
/// hundred instructions ahead, about two pairs; so the divider works on the next one's normals in time.
struct Normals<'s, 'l, R: Real> {
    stepper: &'s mut Stepper<'l>,
    ahead: Option<Begun<R>>,
}

impl<'s, 'l, R: Real> Normals<'s, 'l, R> {
    #[inline(always)]
    fn start(stepper: &'s mut Stepper<'l>) -> Self {
        let ahead = if R::PIECES == 1 { Some(Begun::draw(stepper, 0)) } else { None };
        Self { stepper, ahead }
    }

    /// Leaves the generator two steps further for every pair that was taken.
    #[inline(always)]
    fn finish(self) {
        if self.ahead.is_some() {
            // The pair that was begun and not asked for.
            self.stepper.back();
            self.stepper.back();
        }
    }

    #[inline(always)]
    fn next(&mut self, piece: usize) -> Pieces<R> {
        let drawn = Begun::draw(self.stepper, piece);
        let begun = match &mut self.ahead {
            Some(ahead) => core::mem::replace(ahead, drawn),
            None => drawn,
        };
        begun.finish()
    }
}

/// Fills `out` with independent standard normals, and asks meanwhile for the memory of `soon`, vectors as long as
/// `out`.
// A function of its own: inlined, it would share registers with what its caller does next, and be there many times.
#[inline(never)]
pub(crate) fn fill_normals_while<R: Real, const N: usize>(lanes: &mut Lanes, out: &mut [R], soon: [&[R]; N]) {
    lanes.step_with(|stepper| {
        let mut normals = Normals::<R>::start(stepper);
        let len = out.len();
        update(&mut Column::<_, Fresh>::of(out), [], |_, [], place| {
            if place.piece() == 0 {
                soon.iter().for_each(|numbers| prefetch(numbers.as_ptr(), place.start::<R>()));
            }
            normals.next(place.piece())
        });
        normals.stepper.catch_up::<R>(len);
        normals.finish();
    });
}

/// Fills `out` with independent standard normals.
///
/// The numbers are those that a Langevin step of the same length would take as its noise.
pub fn fill_normals<R: Real>(lanes: &mut Lanes, out: &mut [R]) {
    fill_normals_while(lanes, out, []);
}
