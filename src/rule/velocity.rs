//! What the rules with a velocity share: its first value, the place of the gradient, the kick.
//!
//! All of them have one parameterisation. η has SGLD's meaning, the friction α is that of a step, and v is a displacement:
//! with the step h and the friction D of the equations, η = h², α = hD, and v is h times the velocity there.

use crate::Error;
use crate::blocks::Blocks;
use crate::num::{Column, Columns, Pieces, Real, Vector, held, update};
use crate::pass::{At, Chunk, Vectors};
use crate::rng::{Lanes, fill_normals};

/// The velocity before the first step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Velocity {
    /// v = 0.
    #[default]
    Zero,
    /// v from its stationary law as the step falls, N(0, ητ). A chain takes the largest η and τ of their schedules, and
    /// v = 0 where it would need one that the host says.
    Drawn,
}

/// The friction that all rules with a velocity start from.
pub(super) const FRICTION: f64 = 0.1;

/// Refuses a friction outside (0, 1].
pub(super) fn check_friction(friction: f64) -> Result<(), Error> {
    if friction > 0.0 && friction <= 1.0 { Ok(()) } else { Err(Error::Friction) }
}

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

/// What the pass of a rule with a velocity works on.
pub(super) struct Buffers<'c, R: Real> {
    velocity: &'c mut [R],
    force: &'c mut [R],
    noise: &'c mut [R],
    noise_scale: &'c mut R,
}

/// The buffers of a chunk, with G in place, and the vectors that follow the velocity.
pub(super) fn buffers<'c, R: Real>(chunk: &'c mut Chunk<'_, R>) -> (Buffers<'c, R>, Vectors<'c, R>) {
    chunk.fill_force();
    let Chunk { vectors, force, noise, noise_scale, .. } = chunk;
    let mut own = vectors.lend();
    (Buffers { velocity: own.take(), force, noise, noise_scale }, own)
}

/// The pass of a rule with a velocity, after which force and noise are what moves θ.
///
/// `kick` gets what stands at its place of `own`, v, G, and the noise sqrt(2ητ noise_factor) ξ where the step is warm. v' is
/// clamped to the finite numbers: what overflowed may be multiplied by zero in a later step.
#[inline(always)]
pub(super) fn kick<R: Real, S: Columns<R>>(
    buffers: Buffers<'_, R>,
    own: S,
    kick: impl Fn(S::Pieces, Pieces<R>, Pieces<R>, Option<Pieces<R>>) -> Kicked<R, S::Pieces>,
) {
    let Buffers { velocity, force, noise, noise_scale } = buffers;
    let mut columns = ((own, Column::new(velocity)), Column::new(force));
    if *noise_scale > R::default() {
        let scale = R::Piece::splat(core::mem::replace(noise_scale, R::from_f64(1.0)));
        update(&mut (columns, Column::new(noise)), [], |(((own, v), g), xi), [], _| {
            let kicked = kick(own, v, g, Some(xi.map(|xi| xi * scale)));
            let velocity = held::<R>(kicked.velocity, R::MAX);
            (((kicked.own, velocity), kicked.drift), kicked.noise.unwrap_or(xi))
        });
    } else {
        update(&mut columns, [], |((own, v), g), [], _| {
            let kicked = kick(own, v, g, None);
            ((kicked.own, held::<R>(kicked.velocity, R::MAX)), kicked.drift)
        });
    }
}

/// x + noise, where there is noise.
#[inline(always)]
pub(super) fn plus<R: Real>(x: Pieces<R>, noise: Option<Pieces<R>>) -> Pieces<R> {
    match (x, noise) {
        ([x0, x1], Some([n0, n1])) => [x0 + n0, x1 + n1],
        (x, None) => x,
    }
}

/// The symmetric kick v ← e v; v ← v + ηG + noise; v ← e v between two moves of θ by v/2, which are taken as one.
#[inline(always)]
pub(super) fn halves<R: Real, S>(
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
    Kicked { own, velocity, drift, noise: noise.map(|noise| noise.map(|n| n * half)) }
}

/// site ← site + v/2, at the front of a rule's state.
pub(super) fn take_half_step<R: Real>(site: &mut [R], velocity: &[R]) {
    let half = R::Piece::splat(R::from_f64(0.5));
    update(&mut Column::new(site), [velocity], |[t0, t1], [[v0, v1]], _| {
        held::<R>([t0 + v0 * half, t1 + v1 * half], R::MAX)
    });
}

/// v ← sqrt(ητ) ξ, at the front of a rule's state, on every range that is not frozen; v ← 0 without asking the generator where
/// that is no velocity.
pub(super) fn draw_velocity<R: Real>(state: &mut [R], lanes: &mut Lanes, blocks: &Blocks<'_, R>, at: &At) {
    for segment in blocks.segments() {
        let velocity = state.get_mut(segment.start..segment.end).unwrap_or_default();
        let scale = at.scales(segment.factor).noise::<R>(0.5);
        velocity.fill(R::default());
        if scale > R::default() {
            let scale = R::Piece::splat(scale);
            fill_normals(lanes, velocity);
            update(&mut Column::new(velocity), [], |xi, [], _| held::<R>(xi.map(|xi| xi * scale), R::MAX));
        }
    }
}
