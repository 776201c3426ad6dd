//! The move of a proposal, and the squared distances that its density needs.
//!
//! ```text
//! θ' = θ + (s ε ĝ + σ ξ)                               s = 1 forward, -1 backward, 0 random walk
//! a² = ‖θ' - θ - εĝ‖²,   b² = ‖θ' - θ + εĝ‖²           distances to the two means of RSGLD
//! ```
//!
//! Wu, Wang and Wong 2020, (6)-(8). Three departures:
//!
//! 1. Distances are taken in `f64` from the θ and θ' that are stored, never from the ξ that was drawn: in `f32`
//!    networks σ is a few units in the last place of θ, and the rounding of θ' is part of the proposal.
//! 2. Drift and noise are added first and rounded into θ once: where the drift is below a unit in the last place of θ,
//!    the noise dithers it, and rounding it by itself would lose it.
//! 3. A θ' that is not finite is left as it is; the distances show it, and the caller rejects it.

use crate::built;
use crate::num::{Column, Pieces, Place, Real, SquaredDistances, Sum, VECTORS, Vector, both, update, visit};
use crate::rng::{Lanes, fill_normals};

/// How many bytes of a proposal are drawn before they are moved: whole pairs of blocks, so that no bit knows of it,
/// that stay in the fastest cache. In one loop with the normals, the sums would not fit into the registers.
pub(super) const CHUNK_SIZE: usize = 8192;

/// Squared distances of a move to the two means it may have come from.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Distances {
    /// To the mean ahead, θ + εĝ.
    pub(crate) ahead: f64,
    /// To the mean behind, θ - εĝ.
    pub(crate) behind: f64,
}

impl Distances {
    /// Of the move from `from` to `to`, with the gradient at `from`.
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn of<R: Real>(from: &[R], to: &[R], gradient: &[R], epsilon: R) -> Self {
        let mut sums = SquaredDistances::<R>::new(epsilon.to_f64());
        visit([from, to, gradient], |[from, to, gradient], place| sums.add(place, from, to, gradient));
        Self::from_sums(&sums)
    }

    /// Takes in those of another range.
    pub(crate) fn add(&mut self, other: &Self, weight: f64) {
        self.ahead += weight * other.ahead;
        self.behind += weight * other.behind;
    }

    /// Whether θ, θ' and ĝ were all finite, and none so large that its square is not.
    pub(crate) fn is_finite(&self) -> bool {
        self.ahead.is_finite() && self.behind.is_finite()
    }

    fn from_sums<R: Real>(sums: &SquaredDistances<R>) -> Self {
        let (ahead, behind) = sums.totals();
        Self { ahead, behind }
    }
}

/// The squared lengths of a move's drift and noise.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct SquaredLengths {
    pub(crate) drift: f64,
    pub(crate) noise: f64,
}

/// A move of ± ε ĝ + σ ξ.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move<R> {
    /// ε, the step of the density's two means.
    pub(crate) epsilon: R,
    /// Whether the move goes down the gradient.
    pub(crate) backward: bool,
    /// σ, or βσ for a backward move.
    pub(crate) sigma: R,
}

/// Writes θ' by a gradient proposal and returns its distances; adds to `lengths` where they are wanted.
pub(crate) fn propose<R: Real>(
    proposed: &mut [R],
    lanes: &mut Lanes,
    mut lengths: Option<&mut SquaredLengths>,
    theta: &[R],
    gradient: &[R],
    by: Move<R>,
) -> Distances {
    let step = R::Piece::splat(if by.backward { -by.epsilon } else { by.epsilon });
    // One pass where that is faster; where code must be small, the distances have a pass of their own.
    if !VECTORS {
        let pass = |noise, [theta, gradient]: [Pieces<R>; 2], _| {
            plus::<R>(theta, plus::<R>(both(gradient, |g| g * step), noise))
        };
        let given = [theta, gradient];
        from_noise(proposed, lanes, lengths.as_deref_mut(), by.sigma, given, pass);
        if let Some(lengths) = lengths.filter(|_| built::NORMS) {
            let mut drifts = Sum::<R>::new();
            drifts.add_each(gradient, |g| g * step);
            lengths.drift += drifts.total();
        }
        return Distances::of(theta, proposed, gradient, by.epsilon);
    }
    let observed = built::NORMS && lengths.is_some();
    let mut distances = SquaredDistances::<R>::new(by.epsilon.to_f64());
    let mut drifts = Sum::<R>::new();
    let given = [theta, gradient];
    from_noise(
        proposed,
        lanes,
        lengths.as_deref_mut(),
        by.sigma,
        given,
        |noise, [theta, gradient], place| {
            let drift = both(gradient, |g| g * step);
            if observed {
                // As below, of a tuned ε that a block's factor takes beyond the precision.
                drifts.add_squares_of(place, place.keep::<R>(drift));
            }
            let to = plus::<R>(theta, plus::<R>(drift, noise));
            distances.add(place, theta, to, gradient);
            to
        },
    );
    if let Some(lengths) = lengths {
        lengths.drift += drifts.total();
    }
    Distances::from_sums(&distances)
}

/// Writes θ' = θ + δ ξ; adds to `lengths` where they are wanted.
pub(crate) fn walk<R: Real>(
    proposed: &mut [R],
    lanes: &mut Lanes,
    lengths: Option<&mut SquaredLengths>,
    theta: &[R],
    delta: R,
) {
    from_noise(proposed, lanes, lengths, delta, [theta], |noise, [theta], _| plus::<R>(theta, noise));
}

/// Draws σ ξ into `proposed` and replaces it by what `pass` makes of it and of the `given` vectors, chunk by chunk.
#[inline(always)]
fn from_noise<R: Real, const N: usize>(
    proposed: &mut [R],
    lanes: &mut Lanes,
    lengths: Option<&mut SquaredLengths>,
    sigma: R,
    given: [&[R]; N],
    mut pass: impl FnMut(Pieces<R>, [Pieces<R>; N], Place) -> Pieces<R>,
) {
    let sigma = R::Piece::splat(sigma);
    let observed = built::NORMS && lengths.is_some();
    let mut noises = Sum::<R>::new();
    // Without vectors there is no cache to stay in.
    let len = if VECTORS { CHUNK_SIZE / size_of::<R>() } else { usize::MAX };
    let mut given = given.map(|vector| vector.chunks(len));
    for proposed in proposed.chunks_mut(len) {
        fill_normals(lanes, proposed);
        let given = given.each_mut().map(|chunks| chunks.next().unwrap_or_default());
        update(&mut Column::new(proposed), given, |xi, given, place| {
            let noise = both(xi, |xi| xi * sigma);
            if observed {
                // A σβ beyond the precision makes the padding's zeros NaN.
                noises.add_squares_of(place, place.keep::<R>(noise));
            }
            pass(noise, given, place)
        });
    }
    if let Some(lengths) = lengths {
        lengths.noise += noises.total();
    }
}

#[inline(always)]
pub(super) fn plus<R: Real>([a0, a1]: Pieces<R>, [b0, b1]: Pieces<R>) -> Pieces<R> {
    [a0 + b0, a1 + b1]
}
