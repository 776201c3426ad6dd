//! The passes of a leapfrog trajectory, and the kinetic energy that its acceptance needs.
//!
//! ```text
//! H(θ, p) = U(θ) + ½ ‖p‖²,   U(θ) = -c_n (μ̂_I(θ) + log π0(θ)/n),   p ~ N(0, I)
//! p ← p - (h/2) ∇U(θ);   θ ← θ + h p;   p ← p - (h/2) ∇U(θ)                                L times
//! ```
//!
//! Duane, Kennedy, Pendleton and Roweth 1987; Neal 2011, section 5.2.3. Three departures:
//!
//! 1. The half kick that ends a step and the one that begins the next are at one θ, so that one pass does both and
//!    moves θ. A whole kick is exactly two halves.
//! 2. ‖p‖² is summed in `f64` from the p that is stored, before the first kick and after the last.
//! 3. A θ that is not finite is left as it is; the caller is told of it, and rejects.

use super::propose::{CHUNK_SIZE, plus};
use crate::num::{Column, Overflow, Real, Sum, Vector, both, update};
use crate::rng::{Lanes, fill_normals};

/// h, and h c_n / 2, on a range of θ.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leap<R> {
    pub(crate) step: R,
    half_kick: R,
}

impl<R: Real> Leap<R> {
    pub(crate) fn new(step: R, likelihood_scale: f64) -> Self {
        Self { step, half_kick: R::from_f64(0.5 * step.to_f64() * likelihood_scale) }
    }

    /// Whether the precision holds both, and a whole kick.
    pub(crate) fn is_usable(&self) -> bool {
        let usable = |x: R| x > R::default() && x.is_finite();
        usable(self.step) && usable(self.half_kick) && usable(self.kick())
    }

    fn kick(&self) -> R {
        R::from_f64(2.0 * self.half_kick.to_f64())
    }

    /// The squared lengths of what gradient and momentum add to θ in a first step.
    pub(crate) fn squared_lengths(&self, gradient: &[R], squared_momentum: f64) -> [f64; 2] {
        let (mut sum, half_kick) = (Sum::<R>::new(), R::Piece::splat(self.half_kick));
        sum.add_each(gradient, |g| g * half_kick);
        [sum.total(), squared_momentum].map(|sum| sum * self.step.to_f64() * self.step.to_f64())
    }

    /// A half kick, or a whole one, and θ ← θ + h p; whether θ may have overflowed.
    // A function of its own, since a trajectory has it twice.
    #[inline(never)]
    pub(crate) fn kick_and_drift(
        self,
        theta: &mut [R],
        momentum: &mut [R],
        gradient: &[R],
        whole: bool,
    ) -> bool {
        let step = R::Piece::splat(self.step);
        let kick = R::Piece::splat(if whole { self.kick() } else { self.half_kick });
        let mut overflow = Overflow::<R>::new();
        update(&mut (Column::new(momentum), Column::new(theta)), [gradient], |(p, theta), [gradient], _| {
            let p = plus::<R>(p, both(gradient, |g| g * kick));
            let theta = plus::<R>(theta, both(p, |p| p * step));
            overflow.watch(theta);
            (p, theta)
        });
        overflow.seen()
    }

    /// The last half kick; returns ‖p‖² after it.
    pub(crate) fn arrive(self, momentum: &mut [R], gradient: &[R]) -> f64 {
        let (mut sum, kick) = (Sum::<R>::new(), R::Piece::splat(self.half_kick));
        update(&mut Column::new(momentum), [gradient], |p, [gradient], place| {
            let p = plus::<R>(p, both(gradient, |g| g * kick));
            sum.add_squares_of(place, p);
            p
        });
        sum.total()
    }
}

/// Draws p and returns ‖p‖².
pub(crate) fn draw_momentum<R: Real>(momentum: &mut [R], lanes: &mut Lanes) -> f64 {
    let mut sum = Sum::<R>::new();
    for chunk in momentum.chunks_mut(CHUNK_SIZE / size_of::<R>()) {
        fill_normals(lanes, chunk);
        sum.add_each(chunk, |p| p);
    }
    sum.total()
}
