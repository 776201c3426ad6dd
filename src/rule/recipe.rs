//! The complete recipe: a diffusion that the host writes.
//!
//! ```text
//! z ← z + η drift + sqrt(2ητ) noise,    drift = -(D(z) + Q(z)) ∇H(z) + τ Γ(z),   noise = B(z) ξ,   B Bᵀ = D
//! ```
//!
//! Ma, Chen and Fox 2015, (3) and (9). z is θ with whatever variables the host adds to it.

use super::kernel::{Moved, Stage, Update};
use super::part::RulePart;
use super::scales::{Norms, Scales};
use super::vectors::Vectors;
use crate::Error;
use crate::num::{Constant, Pieces, Real, Vector, held};

/// Samples exp(-H/τ) as η → 0 for every D ⪰ 0 and Q = -Qᵀ, when Γ_i = Σ_j ∂(D_ij + Q_ij)/∂z_j.
///
/// In a chain, [`Model::diffusion`](crate::Model::diffusion) gets z, the gradient and ξ, and writes drift and noise; the
/// library does the rest. A host that owns its loop gives [`Rule::step`](super::Rule::step) both as one slice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recipe;

impl<R: Real> RulePart<R> for Recipe {
    fn state_len(&self, _dim: usize) -> Option<usize> {
        Some(0)
    }

    /// The drift, then the noise.
    fn given_len(&self, dim: usize) -> Option<usize> {
        dim.checked_mul(2)
    }

    fn check(&self) -> Result<(), Error> {
        Ok(())
    }

    fn apply(&self, stage: &mut Stage<'_, R>) -> Norms {
        let make = |scales: &Scales| Given::<R> { eta: scales.eta::<R>(), host_noise: scales.noise(1.0) };
        stage.pass(1.0, make)
    }
}

struct Given<R: Real> {
    eta: R::Piece,
    /// Of the noise that the host gives: the kernel draws none.
    host_noise: R,
}

impl<R: Real> Update<R> for Given<R> {
    /// The drift and the noise.
    type State = (Pieces<R>, Pieces<R>);
    type Columns<'a> = (Constant<'a, R>, Constant<'a, R>);

    fn columns<'a>(vectors: &mut Vectors<'a, R>) -> Self::Columns<'a> {
        (Constant::new(vectors.take_given()), Constant::new(vectors.take_given()))
    }

    #[inline(always)]
    fn apply(
        &self,
        [t0, t1]: Pieces<R>,
        state: Self::State,
        _gradient: Pieces<R>,
        _: Option<Pieces<R>>,
    ) -> Moved<R, Self::State> {
        let drift = state.0.map(|drift| drift * self.eta);
        let [d0, d1] = drift;
        let mut theta = [t0 + d0, t1 + d1];
        let mut noise = None;
        if self.host_noise > R::default() {
            // θ + drift may have overflowed: the noise must not be infinity of the other sign.
            let scaled = state.1.map(|noise| noise * R::Piece::splat(self.host_noise));
            let [n0, n1] = held::<R>(scaled, R::MAX);
            let [t0, t1] = theta;
            (theta, noise) = ([t0 + n0, t1 + n1], Some([n0, n1]));
        }
        Moved { theta, state, drift, noise }
    }
}
