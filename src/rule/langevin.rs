//! The adaptive Langevin family: any drift with any preconditioner.
//!
//! ```text
//! force = G + a A                                  the drift, which then takes in G
//! θ ← θ + (η P ⊙ force + sqrt(2ητ) sqrt(P) ⊙ ξ)               ξ ~ N(0, I)
//! ```
//!
//! Kim, Song and Liang 2020, section 3; without drift and preconditioner, Welling and Teh 2011 in the
//! parameterisation of Karagiannis 2024, (3.4).

use super::part::RulePart;
use crate::Error;
use crate::drift::Drift;
use crate::num::Real;
use crate::pass::{Applied, Chunk, HostTerms, StepContext};
use crate::precond::{DiagonalPart, Preconditioner};

/// A member of the family. The named ones are constants of [`Rule`](super::Rule).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Langevin<'a> {
    /// A.
    pub drift: Drift,
    /// P.
    pub preconditioner: Preconditioner<'a>,
}

impl Langevin<'_> {
    /// Without drift and preconditioner.
    pub(super) const PLAIN: Langevin<'static> =
        Langevin { drift: Drift::None(crate::drift::NoDrift), preconditioner: Preconditioner::Identity };

    /// How much larger than the gradient the force may be.
    pub(super) fn gain<R: Real>(&self) -> f64 {
        1.0 + self.drift.part::<R>().scale()
    }

    /// The passes of drift and metric: `force` becomes P (G + a A) and `noise` is multiplied by sqrt(P).
    pub(super) fn bend<R: Real>(&self, metric: &dyn DiagonalPart<R>, chunk: &mut Chunk<'_, R>) {
        let drift = self.drift.part::<R>();
        if self.drift.is_none() && metric.is_identity() {
            return;
        }
        chunk.fill_force();
        let Chunk { force, noise, vectors, scales, .. } = chunk;
        let own = drift.vector_count();
        metric.adapt(force, vectors.lend().skip(own), scales);
        drift.apply(force, vectors.lend());
        metric.apply(force, noise, vectors.lend().skip(own), scales);
    }
}

impl<R: Real> RulePart<R> for Langevin<'_> {
    fn state_len(&self, dim: usize) -> Option<usize> {
        let drift = self.drift.part::<R>().vector_count().checked_mul(dim)?;
        drift.checked_add(self.preconditioner.state_len(dim)?)
    }

    fn host_terms(&self) -> HostTerms {
        self.preconditioner.host_terms()
    }

    fn check(&self) -> Result<(), Error> {
        self.drift.part::<R>().check()?;
        self.preconditioner.check::<R>()
    }

    fn check_vectors(&self, dim: usize) -> Result<(), Error> {
        self.preconditioner.check_vectors::<R>(dim)
    }

    fn start(&self, state: &mut [R], dim: usize) {
        let own = self.drift.part::<R>().vector_count().saturating_mul(dim);
        self.preconditioner.start(state.get_mut(own..).unwrap_or_default(), dim);
    }

    fn noise_factor(&self) -> f64 {
        1.0
    }

    fn gain(&self) -> f64 {
        Self::gain::<R>(self)
    }

    /// Without drift and preconditioner θ - ηκθ must not grow.
    fn is_stable(&self, stiffness: f64) -> bool {
        *self != Self::PLAIN || stiffness < 2.0
    }

    fn apply(&self, context: &mut StepContext<'_, R>) -> Applied {
        let Some(metric) = self.preconditioner.diagonal::<R>() else {
            return super::dense::apply(self, context);
        };
        context.each_chunk(1.0, self.gain::<R>(), &mut |chunk| {
            self.bend(metric, chunk);
            chunk.advance(chunk.scales.step_size);
            metric.settle(chunk.theta);
        })
    }
}
