//! The one pass that every rule is: over θ, the gradient and the rule's own vectors.
//!
//! ```text
//! for every range of θ with settings of its own, for every pair of 64-byte blocks in it:
//!     G = n ĝ + ∇log π0(at)                        at = θ, or where the rule takes its gradient
//!     noise = scale ξ, ξ ~ N(0, I)                 unless the step is cold
//!     (θ', state') = update(θ, state, G, noise)    the rule
//! ```
//!
//! Three departures from the formulas:
//!
//! 1. The gradient is looked at before anything is written, a pass of its own (`Rule::admit_gradient`): a number that
//!    is not finite, or too large to be scaled, refuses the step while θ is still whole.
//! 2. What a prior adds is held within the bound that the gradient keeps, and θ' saturates at the largest finite
//!    number: a finite θ stays finite, and no sum is infinity minus infinity. Since the second is rare, the loop only
//!    watches for it, by one addition a vector instead of a minimum and a maximum. On an alarm another pass looks, and
//!    where θ did overflow, θ and the rule's state saturate.
//! 3. At temperature 0 no noise is drawn, and θ' is an optimiser's step to the last bit.

use super::scales::{At, Norms, Scales};
use super::vectors::Vectors;
use crate::blocks::{Blocks, Segment};
use crate::num::{Column, Columns, Overflow, Pieces, Real, Sum, Vector, all_within, held, splat, update};
use crate::prior::Density;
use crate::rng::{Lanes, NormalPairs};

/// A rule on the same piece of two blocks.
pub(crate) trait Update<R: Real> {
    /// What a piece of the rule's own vectors holds.
    type State: Copy;
    /// Those vectors in the pass.
    type Columns<'a>: Columns<R, Pieces = Self::State>;

    /// Takes the rule's vectors.
    fn columns<'a>(vectors: &mut Vectors<'a, R>) -> Self::Columns<'a>;

    /// What multiplies the standard normals: 0, and none are drawn, for a rule without noise.
    fn noise(&self) -> R {
        R::default()
    }

    /// Where the gradient is taken.
    #[inline(always)]
    fn site(&self, theta: Pieces<R>, _state: Self::State) -> Pieces<R> {
        theta
    }

    /// The step, with its noise where it has some.
    fn apply(
        &self,
        theta: Pieces<R>,
        state: Self::State,
        gradient: Pieces<R>,
        noise: Option<Pieces<R>>,
    ) -> Moved<R, Self::State>;
}

/// What a rule made of a piece.
pub(crate) struct Moved<R: Real, S> {
    pub(crate) theta: Pieces<R>,
    pub(crate) state: S,
    /// What was added to θ but for the noise, and the noise: looked at when norms are wanted.
    pub(crate) drift: Pieces<R>,
    pub(crate) noise: Option<Pieces<R>>,
}

/// Everything that a rule works on in one step.
pub(crate) struct Stage<'s, R: Real> {
    pub(crate) theta: &'s mut [R],
    /// The rule's numbers: see [`Rule::state_len`](super::Rule::state_len).
    pub(crate) state: &'s mut [R],
    /// What the host's callback gave for this step; empty for rules without one.
    pub(crate) given: &'s [R],
    /// ĝ, of the mean log-likelihood.
    pub(crate) gradient: &'s [R],
    pub(crate) lanes: &'s mut Lanes,
    pub(crate) blocks: &'s Blocks<'s, R>,
    pub(crate) at: At,
    /// n.
    pub(crate) data_len: f64,
    /// Whether norms are wanted.
    pub(crate) observed: bool,
}

impl<R: Real> Stage<'_, R> {
    /// η, τ and n on a range whose steps are `factor` times as large.
    pub(crate) fn scales(&self, factor: f64) -> Scales {
        Scales { data: self.data_len, ..self.at.scales(factor) }
    }

    /// Lets a rule step on every range that is not frozen; `make` gives it for the range's scales.
    pub(crate) fn pass<U: Update<R>>(&mut self, gain: f64, make: impl Fn(&Scales) -> U) -> Norms {
        let mut squares = Norms::default();
        for segment in self.blocks.segments() {
            let scales = self.scales(segment.factor);
            let rule = make(&scales);
            let common = rule.noise() > R::default() && !self.observed && segment.prior.is_flat();
            let pass = if common { fused::<R, U, true> } else { fused::<R, U, false> };
            pass(&rule, self, &segment, &scales, gain, &mut squares);
        }
        Norms { drift: libm::sqrt(squares.drift), noise: libm::sqrt(squares.noise) }
    }
}

/// A function of its own for every rule: inlined side by side they would share registers, and spill. And one for the
/// common step, with noise, without a prior, unobserved, whose loop takes no decisions.
#[inline(never)]
fn fused<R: Real, U: Update<R>, const COMMON: bool>(
    rule: &U,
    stage: &mut Stage<'_, R>,
    segment: &Segment<'_, R>,
    scales: &Scales,
    gain: f64,
    squares: &mut Norms,
) {
    let (start, end) = (segment.start, segment.end);
    let dim = stage.theta.len();
    let Some(theta) = stage.theta.get_mut(start..end) else { return };
    let Some(gradient) = stage.gradient.get(start..end) else { return };
    let mut vectors = Vectors { state: &mut *stage.state, given: stage.given, dim, start, end };
    let mut state = U::columns(&mut vectors);
    let noisy = COMMON || rule.noise() > R::default();
    let noise_scale = R::Piece::splat(rule.noise());
    let observed = !COMMON && stage.observed;
    let flat = COMMON || segment.prior.is_flat();
    let data_scale = splat::<R>(scales.data);
    let limit = scales.force_limit::<R>(gain);
    let (prior, vectors) = (&segment.prior, segment.prior.vectors());
    let mut normals = NormalPairs::<R>::start(stage.lanes);
    let (mut drift_sum, mut noise_sum) = (Sum::<R>::new(), Sum::<R>::new());
    let mut overflow = Overflow::<R>::new();

    update(&mut (Column::new(&mut *theta), &mut state), [gradient], |(theta, state), [g], place| {
        let mut gradient = g.map(|g| g * data_scale);
        if !flat {
            let at = || vectors.each_ref().map(|vector| vector.at(place));
            gradient = prior.add_gradient(rule.site(theta, state), gradient, at);
            gradient = held::<R>(gradient, limit);
        }
        let noise = if noisy { Some(normals.next(place).map(|xi| xi * noise_scale)) } else { None };
        let moved = rule.apply(theta, state, gradient, noise);
        if observed {
            drift_sum.add_squares_of(place, place.keep::<R>(moved.drift));
            if let Some(noise) = moved.noise {
                noise_sum.add_squares_of(place, place.keep::<R>(noise));
            }
        }
        overflow.watch(moved.theta);
        (moved.theta, moved.state)
    });

    drop(state);
    // A false alarm depends on the vectors' width: what is written must not.
    if overflow.seen() && !all_within(theta, R::MAX) {
        saturate(theta);
        // A velocity that overflowed took θ along, and a later step may multiply it by zero.
        saturate(stage.state);
    }
    if noisy {
        normals.finish(stage.lanes);
    }
    squares.drift += drift_sum.total();
    squares.noise += noise_sum.total();
}

/// Puts the largest finite number in place of infinity.
#[cold]
fn saturate<R: Real>(theta: &mut [R]) {
    update(&mut Column::new(theta), [], |theta, [], _| held::<R>(theta, R::MAX));
}
