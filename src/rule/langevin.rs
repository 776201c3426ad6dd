//! The adaptive Langevin family: any drift with any preconditioner.
//!
//! ```text
//! force = G + a A                                  the drift, which then takes in G
//! θ ← θ + (η P ⊙ force + sqrt(2ητ) sqrt(P) ⊙ ξ)               ξ ~ N(0, I)
//! ```
//!
//! Kim, Song and Liang 2020, section 3; without drift and preconditioner, Welling and Teh 2011 in the
//! parameterisation of Karagiannis 2024, (3.4).

use super::Root;
use super::part::RulePart;
use crate::Error;
use crate::built;
use crate::drift::Drift;
use crate::num::Real;
use crate::pass::{Applied, Chunk, HostTerms, Needs, Scaled, Scales, StepContext, Vectors, move_by};
use crate::precond::{DiagonalPart, Preconditioned, Preconditioner};
use crate::record::part;

part! {
    /// A member of the family. The named ones are constants of [`Rule`](super::Rule).
    Langevin<'a>;

    /// What is added to the gradient, A.
    drift: Drift;
    /// The metric, P; under the lattice rule it is diagonal.
    preconditioner: Preconditioner<'a>;
}

impl Langevin<'_> {
    /// Without drift and preconditioner.
    pub(super) const PLAIN: Langevin<'static> =
        Langevin { drift: Drift::None(crate::drift::NoDrift), preconditioner: Preconditioner::Identity };

    /// How much larger than the gradient the force may be.
    pub(super) fn gain<R: Real>(&self) -> f64 {
        if self.drift.is_none() { 1.0 } else { 1.0 + self.drift.part::<R>().scale() }
    }

    /// What the passes need.
    pub(super) fn needs<R: Real>(&self, noise_factor: f64) -> Needs {
        let preconditioned = !self.preconditioner.is_identity();
        let scratch = usize::from(!self.drift.is_none()) + usize::from(preconditioned);
        Needs { noise_factor, gain: self.gain::<R>(), scratch, zeros: preconditioned }
    }

    /// The passes of drift and metric: gives P (G + a A), and multiplies the noise by sqrt(P).
    pub(super) fn force<'c, R: Real>(
        &self,
        metric: &dyn DiagonalPart<R>,
        gradient: Scaled<'c, R>,
        [first, second]: [&'c mut [R]; 2],
        noise: &mut [R],
        (mut vectors, scales): (Vectors<'_, R>, &Scales),
    ) -> Scaled<'c, R> {
        let drift = self.drift.part::<R>();
        let (mut force, mut scratch) = (gradient, first);
        if !self.drift.is_none() {
            drift.apply(scratch, gradient, vectors.lend());
            force = Scaled::plain(scratch);
            scratch = second;
        }
        if !metric.is_identity() {
            let own = vectors.skip(drift.vector_count());
            metric.apply(Preconditioned { force: &mut *scratch, noise }, force, gradient, own, scales);
            force = Scaled::plain(scratch);
        }
        force
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
        built::need(self.drift.is_built())?;
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

    /// Where nothing but the gradient of this step enters.
    fn heating(&self) -> Option<f64> {
        (self.preconditioner.is_fixed() && self.drift.is_none()).then_some(0.5)
    }

    fn root<'s>(&self, state: &'s [R], dim: usize) -> Root<'s, R> {
        match self.preconditioner {
            Preconditioner::Diagonal(_) => Root::Diagonal(state),
            // Behind two vectors to work in.
            Preconditioner::Dense(_) => Root::Factor(state.get(2 * dim..).unwrap_or_default()),
            Preconditioner::Identity
            | Preconditioner::RmsProp(_)
            | Preconditioner::AdaGrad(_)
            | Preconditioner::PositionDependent { .. }
            | Preconditioner::PositionDependentDense => Root::Identity,
        }
    }

    fn gain(&self) -> f64 {
        Self::gain::<R>(self)
    }

    /// Without drift and preconditioner θ - ηκθ must not grow.
    fn is_stable(&self, stiffness: f64) -> bool {
        !(self.drift.is_none() && self.preconditioner.is_identity()) || stiffness < 2.0
    }

    fn apply(&self, context: &mut StepContext<'_, R>) -> Applied {
        let Some(metric) = self.preconditioner.diagonal::<R>() else {
            return super::dense::apply(&self.drift, &self.preconditioner, self.needs::<R>(0.0), context);
        };
        let needs = self.needs::<R>(1.0);
        context.each_chunk(needs, &mut |chunk| {
            let Chunk { theta, gradient, noise, noise_scale, scratch, vectors, scales, tally, .. } = chunk;
            // Without a drift and a metric the force is the gradient itself, and no boundary reflects θ.
            if needs.scratch == 0 {
                return move_by(theta, (*gradient, scales.step_size), (noise, *noise_scale), tally);
            }
            let scratch = scratch.each_mut().map(|numbers| &mut **numbers);
            let force = self.force(metric, *gradient, scratch, noise, (vectors.lend(), scales));
            move_by(theta, (force, scales.step_size), (noise, *noise_scale), tally);
            metric.settle(theta);
        })
    }
}
