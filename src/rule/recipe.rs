//! The complete recipe: a diffusion that the host writes.
//!
//! ```text
//! z ← z + (η drift + sqrt(2ητ) noise),    drift = -(D(z) + Q(z)) ∇H(z) + τ Γ(z),   noise = B(z) ξ,   B Bᵀ = D
//! ```
//!
//! Ma, Chen and Fox 2015, (3) and (9). z is θ with whatever variables the host adds to it.

use super::part::RulePart;
use crate::num::Real;
use crate::pass::{Applied, Chunk, HostTerms, Needs, Scaled, StepContext, move_by};
use crate::record::part;

part! {
    /// Samples exp(-H/τ) as η → 0 for every D ⪰ 0 and Q = -Qᵀ, when Γ_i = Σ_j ∂(D_ij + Q_ij)/∂z_j.
    ///
    /// In a chain, [`Model::diffusion`](crate::Model::diffusion) gets z, the gradient and ξ, and writes drift and noise;
    /// the library does the rest. A host that owns its loop gives [`Rule::step`](super::Rule::step) both as one slice.
    Recipe;
}

impl<R: Real> RulePart<R> for Recipe {
    fn state_len(&self, _dim: usize) -> Option<usize> {
        Some(0)
    }

    fn host_terms(&self) -> HostTerms {
        HostTerms::Diffusion
    }

    /// Of the noise that the host gives.
    fn noise_factor(&self) -> f64 {
        1.0
    }

    fn apply(&self, context: &mut StepContext<'_, R>) -> Applied {
        // The host had its normals from elsewhere: none are drawn here.
        let needs = Needs { zeros: false, ..Needs::normals(0.0) };
        context.each_chunk(needs, &mut |chunk| {
            let Chunk { theta, vectors, scales, tally, .. } = chunk;
            let mut host_terms = vectors.lend();
            let (drift, noise) = (Scaled::plain(host_terms.take_host_term()), host_terms.take_host_term());
            move_by(theta, (drift, scales.step_size), (noise, scales.noise(1.0)), tally);
        })
    }
}
