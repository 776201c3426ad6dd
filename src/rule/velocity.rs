//! What the rules with a velocity share: its first value, the place of the gradient, the kick.
//!
//! All of them have one parameterisation. η has SGLD's meaning, the friction α is that of a step, and v is a
//! displacement: with the step h and the friction D of the equations, η = h², α = hD, and v is h times the velocity
//! there.

use crate::blocks::Blocks;
use crate::named::named;
use crate::num::{Column, Columns, Pieces, Real, VECTORS, Vector, both, clamped, splat, update};
use crate::pass::{Chunk, StepParameters, Vectors};
use crate::rng::{Lanes, fill_normals};

named! {
    /// The velocity before the first step.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Velocity {
        /// v = 0.
        #[default]
        Zero = 0,
        /// v from its stationary law as η and α fall, N(0, ητ). A chain takes the first η and τ of their schedules, and v =
        /// 0 where the host says either.
        Drawn = 1,
    }
}

/// The friction that all rules with a velocity start from.
pub(super) const FRICTION: f64 = 0.1;

/// What a kick makes of a piece.
pub(super) struct Kicked<R: Real, S> {
    /// What the rule keeps besides the velocity.
    pub(super) own: S,
    /// v'.
    pub(super) velocity: Pieces<R>,
    /// What θ moves by but for the noise.
    pub(super) drift: Pieces<R>,
    /// The noise that θ moves by.
    pub(super) noise: Option<Pieces<R>>,
}

/// The pass of a rule with a velocity, over a chunk.
///
/// `own` takes the vectors that follow v. `kick` gets what stands at its place of them, v, G, and the noise
/// sqrt(2ητ noise_factor) ξ where the step is warm. v' is clamped to the finite numbers: what overflowed may be multiplied by
/// zero in a later step.
#[inline(always)]
pub(super) fn kick<R: Real, K: Kick<R>>(chunk: &mut Chunk<'_, R>, kick: &K) {
    // The common step's loop takes no decisions; a target without vectors would not gain as much as its code is long.
    if VECTORS && chunk.noise_scale > R::default() && !chunk.tally.observes() {
        pass::<R, K, true>(chunk, kick);
    } else {
        pass::<R, K, false>(chunk, kick);
    }
}

/// A rule with a velocity on a piece.
pub(super) trait Kick<R: Real> {
    /// What the rule keeps besides v.
    type Own: Copy;
    /// The vectors in which it stands.
    type Columns<'a>: Columns<R, Pieces = Self::Own>;

    /// What |v'| is clamped to.
    fn largest_velocity() -> R {
        R::MAX
    }

    /// Takes the vectors that follow v.
    fn columns<'a>(vectors: &mut Vectors<'a, R>) -> Self::Columns<'a>;

    /// The step, but for the move of θ; `kick` is ηG.
    fn apply(
        &self,
        own: Self::Own,
        v: Pieces<R>,
        kick: Pieces<R>,
        noise: Option<Pieces<R>>,
    ) -> Kicked<R, Self::Own>;
}

/// A function of its own for every rule: inlined side by side they would share registers, and spill.
#[inline(never)]
fn pass<R: Real, K: Kick<R>, const COMMON: bool>(chunk: &mut Chunk<'_, R>, kick: &K) {
    let Chunk { theta, gradient, noise, noise_scale, vectors, scales, tally, .. } = chunk;
    let mut vectors = vectors.lend();
    let velocity = vectors.column();
    let columns = ((Column::new(theta), velocity), K::columns(&mut vectors));
    let (data, eta) = (R::Piece::splat(gradient.factor), splat::<R>(scales.step_size));
    let noisy = COMMON || *noise_scale > R::default();
    let scale = R::Piece::splat(*noise_scale);
    let mut overflow = tally.overflow;
    update(&mut { columns }, [gradient.numbers, noise], |((theta, v), own), [gradient, xi], place| {
        let noise = noisy.then(|| both(xi, |xi| xi * scale));
        let kicked = kick.apply(own, v, both(gradient, |g| g * data * eta), noise);
        let ([t0, t1], [d0, d1]) = (theta, kicked.drift);
        let theta = match kicked.noise {
            Some([n0, n1]) => [t0 + (d0 + n0), t1 + (d1 + n1)],
            None => [t0 + d0, t1 + d1],
        };
        if !COMMON && tally.observes() {
            let nothing = [splat::<R>(0.0); 2];
            let noise = place.keep::<R>(kicked.noise.unwrap_or(nothing));
            tally.observe(place.keep::<R>(kicked.drift), noise, place);
        }
        overflow.watch(theta);
        ((theta, clamped::<R>(kicked.velocity, K::largest_velocity())), kicked.own)
    });
    tally.overflow = overflow;
}

/// x + noise, where there is noise.
#[inline(always)]
pub(super) fn plus<R: Real>(x: Pieces<R>, noise: Option<Pieces<R>>) -> Pieces<R> {
    match (x, noise) {
        ([x0, x1], Some([n0, n1])) => [x0 + n0, x1 + n1],
        (x, None) => x,
    }
}

/// v ← keep v + ηG + noise, by which θ moves.
pub(super) struct EulerKick<R: Real> {
    pub(super) keep: R::Piece,
}

impl<R: Real> Kick<R> for EulerKick<R> {
    type Own = ();
    type Columns<'a> = ();

    fn columns(_: &mut Vectors<'_, R>) {}

    #[inline(always)]
    fn apply(&self, (): (), v: Pieces<R>, kick: Pieces<R>, noise: Option<Pieces<R>>) -> Kicked<R, ()> {
        euler((), [self.keep; 2], v, kick, noise)
    }
}

#[inline(always)]
pub(super) fn euler<R: Real, S>(
    own: S,
    [k0, k1]: Pieces<R>,
    [v0, v1]: Pieces<R>,
    [g0, g1]: Pieces<R>,
    noise: Option<Pieces<R>>,
) -> Kicked<R, S> {
    let drift = [v0 * k0 + g0, v1 * k1 + g1];
    Kicked { own, velocity: plus::<R>(drift, noise), drift, noise }
}

/// v ← e v; v ← v + ηG + noise; v ← e v, between two moves of θ by v/2, which are taken as one.
pub(super) struct SymmetricKick<R: Real> {
    /// e.
    pub(super) decay: R::Piece,
}

impl<R: Real> Kick<R> for SymmetricKick<R> {
    type Own = ();
    type Columns<'a> = ();

    fn columns(_: &mut Vectors<'_, R>) {}

    #[inline(always)]
    fn apply(&self, (): (), v: Pieces<R>, kick: Pieces<R>, noise: Option<Pieces<R>>) -> Kicked<R, ()> {
        symmetric((), [self.decay; 2], v, kick, noise)
    }
}

#[inline(always)]
pub(super) fn symmetric<R: Real, S>(
    own: S,
    [e0, e1]: Pieces<R>,
    [v0, v1]: Pieces<R>,
    [g0, g1]: Pieces<R>,
    noise: Option<Pieces<R>>,
) -> Kicked<R, S> {
    let half = R::Piece::splat(R::from_f64(0.5));
    let kicked = [(v0 * e0 + g0) * e0, (v1 * e1 + g1) * e1];
    let noise = noise.map(|[n0, n1]| [n0 * e0, n1 * e1]);
    let drift = [(v0 + kicked[0]) * half, (v1 + kicked[1]) * half];
    let velocity = plus::<R>(kicked, noise);
    Kicked { own, velocity, drift, noise: noise.map(|noise| both(noise, |n| n * half)) }
}

/// site ← site + v/2, at the front of a rule's state.
pub(super) fn take_half_step<R: Real>(site: &mut [R], velocity: &[R]) {
    let half = R::Piece::splat(R::from_f64(0.5));
    update(&mut Column::new(site), [velocity], |[t0, t1], [[v0, v1]], _| {
        clamped::<R>([t0 + v0 * half, t1 + v1 * half], R::MAX)
    });
}

/// v ← sqrt(ητ) ξ, at the front of a rule's state, on every range that is not frozen; v ← 0 without asking the
/// generator where that is no velocity.
pub(super) fn draw_velocity<R: Real>(
    state: &mut [R],
    lanes: &mut Lanes,
    blocks: &Blocks<'_, R>,
    at: &StepParameters,
) {
    for segment in blocks.segments() {
        let velocity = state.get_mut(segment.start..segment.end).unwrap_or_default();
        let scale = at.scales(segment.factor).noise::<R>(0.5);
        velocity.fill(R::default());
        if scale > R::default() {
            let scale = R::Piece::splat(scale);
            fill_normals(lanes, velocity);
            update(&mut Column::new(velocity), [], |xi, [], _| {
                clamped::<R>(both(xi, |xi| xi * scale), R::MAX)
            });
        }
    }
}
