//! A stretch of θ that stays in the nearest cache while the passes of a step go over it, one after the other.

use super::moves::{measure, move_theta};
use super::scales::{Norms, Scales};
use super::vectors::Vectors;
use crate::built;
use crate::num::{Column, Overflow, Pieces, Place, Real, Sum, Vector, both, update};
use crate::prior::{BoundPrior, Density};
use crate::rng::Lanes;

/// Numbers of a chunk that stand for `factor` times as much: the mean gradient for the sum over all data, say.
#[derive(Clone, Copy)]
pub(crate) struct Scaled<'c, R> {
    pub(crate) numbers: &'c [R],
    pub(crate) factor: R,
}

impl<'c, R: Real> Scaled<'c, R> {
    /// Numbers that stand for themselves.
    pub(crate) fn plain(numbers: &'c [R]) -> Self {
        Self { numbers, factor: R::from_f64(1.0) }
    }
}

/// What the passes work on.
pub(crate) struct Chunk<'c, R: Real> {
    pub(crate) theta: &'c mut [R],
    /// G, the gradient of the log posterior over all data, at the θ of the step or at its site.
    pub(crate) gradient: Scaled<'c, R>,
    /// Standard normals, where the step is warm and the rule draws some; zeros else.
    pub(crate) noise: &'c mut [R],
    /// What multiplies them; 0 where there are none.
    pub(crate) noise_scale: R,
    /// Room for what a drift and a metric make of G; anything may stand there.
    pub(crate) scratch: [&'c mut [R]; 2],
    /// The rule's own vectors and the host's.
    pub(crate) vectors: Vectors<'c, R>,
    /// η, τ and n of the range.
    pub(crate) scales: &'c Scales,
    /// The generator, for rules that draw something else.
    pub(crate) lanes: &'c mut Lanes,
    pub(crate) tally: &'c mut Tally<R>,
}

/// What a step did, added up chunk after chunk.
pub(crate) struct Tally<R: Real> {
    observed: bool,
    pub(super) squares: [Sum<R>; built::NORM_COUNT],
    /// The watch that passes over θ keep.
    pub(crate) overflow: Overflow<R>,
    pub(super) saturated: bool,
    /// How many up probabilities a lattice walk has clamped.
    pub(crate) clamped_count: u64,
}

impl<R: Real> Tally<R> {
    pub(super) fn new(observed: bool) -> Self {
        Self {
            observed,
            squares: [Sum::new(); built::NORM_COUNT],
            overflow: Overflow::new(),
            saturated: false,
            clamped_count: 0,
        }
    }

    /// Whether norms are wanted.
    pub(crate) fn observes(&self) -> bool {
        built::NORMS && self.observed
    }

    /// Adds what moved θ at some place; the padding holds zeros.
    #[inline(always)]
    pub(crate) fn observe(&mut self, drift: Pieces<R>, noise: Pieces<R>, place: Place) {
        for (sum, term) in self.squares.iter_mut().zip([drift, noise]) {
            sum.add_squares_of(place, term);
        }
    }

    pub(super) fn norms(&self) -> Norms {
        if built::NORMS && !self.observed { Norms::default() } else { Norms::of(&self.squares) }
    }
}

/// θ ← θ + (factor drift + noise_scale noise).
#[inline(always)]
pub(crate) fn move_by<R: Real>(
    theta: &mut [R],
    (drift, factor): (Scaled<'_, R>, f64),
    (noise, noise_scale): (&[R], R),
    tally: &mut Tally<R>,
) {
    let factors = (drift.factor, R::from_f64(factor));
    if tally.observes() {
        measure(&mut tally.squares, drift.numbers, noise, factors, noise_scale);
    }
    tally.overflow = move_theta(theta, drift.numbers, noise, factors, noise_scale, tally.overflow);
}

/// force ← n ĝ + ∇log π0(site), clamped to ±limit.
pub(super) fn fill_force<R: Real>(
    force: &mut [R],
    gradient: Scaled<'_, R>,
    prior: &BoundPrior<'_, R>,
    (site, limit): (&[R], R),
) {
    let factor = R::Piece::splat(gradient.factor);
    update(&mut Column::new(force), [gradient.numbers], |_, [g], _| both(g, |g| g * factor));
    prior.add_gradient(site, force, limit);
}
