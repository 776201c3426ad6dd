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

use crate::num::{Column, Real, SquaredDistances, Sum, Vector, update, visit};
use crate::rng::{Lanes, fill_normals};
use crate::rule::Norms;

/// How many bytes of a proposal are drawn before they are moved: whole pairs of blocks that stay in the fastest cache.
/// In one loop with the normals, the sums would not fit into the registers.
const CHUNK_SIZE: usize = 8192;

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
    pub(crate) fn of<R: Real>(from: &[R], to: &[R], gradient: &[R], epsilon: R) -> Self {
        let mut sums = SquaredDistances::<R>::new(epsilon.to_f64());
        visit([from, to, gradient], |[from, to, gradient], place| sums.add(place, from, to, gradient));
        Self::from_sums(sums)
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

    fn from_sums<R: Real>(sums: SquaredDistances<R>) -> Self {
        let (ahead, behind) = sums.totals();
        Self { ahead, behind }
    }
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

/// Writes θ' by a gradient proposal and returns its distances.
pub(crate) fn propose<R: Real>(
    proposed: &mut [R],
    lanes: &mut Lanes,
    norms: Option<&mut Norms>,
    theta: &[R],
    gradient: &[R],
    by: Move<R>,
) -> Distances {
    let step = R::Piece::splat(if by.backward { -by.epsilon } else { by.epsilon });
    let sigma = R::Piece::splat(by.sigma);
    let observed = norms.is_some();
    let mut distances = SquaredDistances::<R>::new(by.epsilon.to_f64());
    let mut squares = [Sum::<R>::new(); 2];
    let len = CHUNK_SIZE / size_of::<R>();
    let given = theta.chunks(len).zip(gradient.chunks(len));
    for (proposed, (theta, gradient)) in proposed.chunks_mut(len).zip(given) {
        fill_normals(lanes, proposed);
        update(&mut Column::new(proposed), [theta, gradient], |xi, [theta, gradient], place| {
            let (drift, noise) = (gradient.map(|g| g * step), xi.map(|xi| xi * sigma));
            if observed {
                for (sum, pieces) in squares.iter_mut().zip([drift, noise]) {
                    sum.add_squares_of(place, pieces);
                }
            }
            let ([t0, t1], [d0, d1], [n0, n1]) = (theta, drift, noise);
            let to = [t0 + (d0 + n0), t1 + (d1 + n1)];
            distances.add(place, theta, to, gradient);
            to
        });
    }
    if let Some(norms) = norms {
        let [drift, noise] = squares.map(|sum| libm::sqrt(sum.total()));
        *norms = Norms { drift, noise };
    }
    Distances::from_sums(distances)
}

/// Writes θ' = θ + δ ξ.
pub(crate) fn walk<R: Real>(
    proposed: &mut [R],
    lanes: &mut Lanes,
    norms: Option<&mut Norms>,
    theta: &[R],
    delta: R,
) {
    let scale = R::Piece::splat(delta);
    let observed = norms.is_some();
    let mut noise_sum = Sum::<R>::new();
    let len = CHUNK_SIZE / size_of::<R>();
    for (proposed, theta) in proposed.chunks_mut(len).zip(theta.chunks(len)) {
        fill_normals(lanes, proposed);
        update(&mut Column::new(proposed), [theta], |xi, [[t0, t1]], place| {
            let noise = xi.map(|xi| xi * scale);
            if observed {
                noise_sum.add_squares_of(place, noise);
            }
            let [n0, n1] = noise;
            [t0 + n0, t1 + n1]
        });
    }
    if let Some(norms) = norms {
        *norms = Norms { drift: 0.0, noise: libm::sqrt(noise_sum.total()) };
    }
}
