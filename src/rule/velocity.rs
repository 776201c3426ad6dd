//! What the rules with a velocity share.

use crate::blocks::Blocks;
use crate::num::{Column, Pieces, Real, Vector, update};
use crate::rng::{Lanes, NormalPairs};

/// The velocity before the first step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Velocity {
    /// v = 0.
    #[default]
    Zero,
    /// v from its stationary law as the step falls: N(0, ητ) for SGHMC, N(0, τ) for ABOBA and SGNHT. A chain takes the
    /// largest η and τ of their schedules, and v = 0 where it would need one that the host says.
    Drawn,
}

/// v + noise.
#[inline(always)]
pub(super) fn kicked<R: Real>(velocity: Pieces<R>, noise: Option<Pieces<R>>) -> Pieces<R> {
    let [v0, v1] = velocity;
    match noise {
        Some([n0, n1]) => [v0 + n0, v1 + n1],
        None => velocity,
    }
}

/// v ← sqrt(variance) ξ, at the front of a rule's state, on every range that is not frozen; v ← 0 without asking the
/// generator where there is no variance.
pub(super) fn draw_velocity<R: Real>(
    state: &mut [R],
    lanes: &mut Lanes,
    blocks: &Blocks<'_, R>,
    variance: impl Fn(f64) -> f64,
) {
    for segment in blocks.segments() {
        let velocity = state.get_mut(segment.start..segment.end).unwrap_or_default();
        let scale = R::from_f64(libm::sqrt(variance(segment.factor)));
        velocity.fill(R::default());
        if scale > R::default() {
            let scale = R::Piece::splat(scale);
            let mut normals = NormalPairs::<R>::start(lanes);
            update(&mut Column::new(velocity), [], |_, [], place| normals.next(place).map(|xi| xi * scale));
            normals.finish(lanes);
        }
    }
}
