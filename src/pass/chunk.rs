//! A stretch of θ that stays in the nearest cache while the passes of a step go over it, one after the other.

use super::moves::{Terms, Watch, advance, measure};
use super::scales::{Norms, Scales};
use super::vectors::Vectors;
use crate::num::{Column, Pieces, Place, Real, Sum, splat, update};
use crate::prior::{BoundPrior, Density};
use crate::rng::Lanes;

/// What the passes work on. A rule's passes turn `force` into the drift of θ and `noise` into its noise; then it moves.
pub(crate) struct Chunk<'c, R: Real> {
    pub(crate) theta: &'c mut [R],
    /// Room for the gradient G = n ĝ + ∇log π0, which [`fill_force`](Self::fill_force) writes, and for what passes make
    /// of it.
    pub(crate) force: &'c mut [R],
    /// Standard normals, where the step is warm and the rule draws some; zeros else.
    pub(crate) noise: &'c mut [R],
    /// The rule's own vectors and the host's.
    pub(crate) vectors: Vectors<'c, R>,
    /// η, τ and n of the range.
    pub(crate) scales: &'c Scales,
    /// What multiplies the normals; 0 where there are none.
    pub(crate) noise_scale: R,
    /// The generator, for rules that draw something else.
    pub(crate) lanes: &'c mut Lanes,
    pub(super) range: &'c Range<'c, R>,
    /// ĝ, and where it was taken, if that is not θ.
    pub(super) gradient: &'c [R],
    pub(super) site: Option<&'c [R]>,
    pub(super) forced: bool,
    pub(super) tally: &'c mut Tally<R>,
}

/// θ, and what moves it.
pub(crate) struct Moving<'m, R: Real> {
    pub(crate) theta: &'m mut [R],
    /// The force over `data`: what passes made of G, or ĝ if no pass asked for it.
    pub(crate) force: &'m [R],
    pub(crate) data: R,
    pub(crate) noise: &'m [R],
    pub(crate) lanes: &'m mut Lanes,
    pub(crate) tally: &'m mut Tally<R>,
}

/// What is the same for all chunks of a range.
pub(super) struct Range<'c, R: Real> {
    pub(super) prior: BoundPrior<'c, R>,
    /// The largest gradient, with the prior's, that is let through.
    pub(super) limit: R,
}

/// What a step did, added up chunk after chunk.
pub(crate) struct Tally<R: Real> {
    pub(super) observed: bool,
    pub(super) squares: [Sum<R>; 2],
    pub(super) saturated: bool,
    pub(super) held_count: u64,
}

impl<R: Real> Chunk<'_, R> {
    /// Writes G = n ĝ + ∇log π0 into `force`, unless it is there.
    pub(crate) fn fill_force(&mut self) {
        if core::mem::replace(&mut self.forced, true) {
            return;
        }
        multiply(self.force, self.gradient, splat::<R>(self.scales.data));
        if !self.range.prior.is_flat() {
            let site = self.site.unwrap_or(self.theta);
            self.range.prior.add_gradient(site, self.force, self.range.limit);
        }
    }

    /// θ ← θ + (factor force + noise_scale noise), where the force is G if no pass made something else of it.
    pub(crate) fn advance(&mut self, factor: f64) {
        let scale = self.noise_scale;
        let Moving { theta, force, data, noise, tally, .. } = self.moving();
        let noise = (scale > R::default()).then_some((noise, scale));
        finish(theta, tally, &Terms { drift: (force, [data, R::from_f64(factor)]), noise });
    }

    /// Whether norms are wanted.
    pub(crate) fn is_observed(&self) -> bool {
        self.tally.observed
    }

    /// What a rule needs that moves θ in a pass of its own.
    pub(crate) fn moving(&mut self) -> Moving<'_, R> {
        if !self.range.prior.is_flat() {
            self.fill_force();
        }
        let one = R::from_f64(1.0);
        let (force, data) =
            if self.forced { (&*self.force, one) } else { (self.gradient, R::from_f64(self.scales.data)) };
        Moving { theta: self.theta, force, data, noise: self.noise, lanes: self.lanes, tally: self.tally }
    }

    /// [`advance`](Self::advance) with the host's own two terms in place of force and noise.
    pub(crate) fn advance_by_given(&mut self, factor: f64, noise_factor: R) {
        let (drift, noise) = (self.vectors.take_given(), self.vectors.take_given());
        let drift = (drift, [R::from_f64(factor), R::from_f64(1.0)]);
        let noise = (noise_factor > R::default()).then_some((noise, noise_factor));
        finish(self.theta, self.tally, &Terms { drift, noise });
    }
}

impl<R: Real> Tally<R> {
    /// Adds what moved θ at some place.
    #[inline(always)]
    pub(crate) fn observe(&mut self, drift: Pieces<R>, noise: Pieces<R>, place: Place) {
        for (sum, term) in self.squares.iter_mut().zip([drift, noise]) {
            sum.add_squares_of(place, term);
        }
    }

    /// Takes in what a pass over θ saw.
    pub(crate) fn take(&mut self, watch: Watch<R>, theta: &mut [R]) {
        self.saturated |= watch.settle(theta);
        self.held_count += watch.held_count();
    }

    pub(super) fn norms(&self) -> Norms {
        let [drift, noise] = self.squares.map(|sum| libm::sqrt(sum.total()));
        Norms { drift, noise }
    }
}

fn finish<R: Real>(theta: &mut [R], tally: &mut Tally<R>, terms: &Terms<'_, R>) {
    if tally.observed {
        measure(&mut tally.squares, terms);
    }
    let watch = advance(theta, terms);
    tally.take(watch, theta);
}

/// to ← a from.
#[inline(never)]
fn multiply<R: Real>(to: &mut [R], from: &[R], a: R::Piece) {
    update(&mut Column::new(to), [from], |_, [from], _| from.map(|x| x * a));
}
