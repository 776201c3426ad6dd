//! The adaptive Langevin family: any drift with any preconditioner.
//!
//! ```text
//! force = G + a A                                  the drift, which then takes in G
//! θ'    = (θ + η P ⊙ force) + sqrt(2ητ) sqrt(P) ⊙ ξ          ξ ~ N(0, I)
//! ```
//!
//! Kim, Song and Liang 2020, section 3; without drift and preconditioner, Welling and Teh 2011 in the
//! parameterisation of Karagiannis 2024, (3.4).

use super::kernel::{Moved, Stage, Update};
use super::part::RulePart;
use super::scales::{Norms, Scales};
use super::vectors::Vectors;
use crate::Error;
use crate::drift::{Drift, DriftPart, DriftVisitor};
use crate::num::{Pieces, Real};
use crate::precond::{AtPosition, Diagonal, Identity, Metric, Preconditioner, PreconditionerPart};

/// A member of the family. The named ones are constants of [`Rule`](super::Rule).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Langevin<'a> {
    /// A.
    pub drift: Drift,
    /// P.
    pub preconditioner: Preconditioner<'a>,
}

impl Langevin<'_> {
    /// How much larger than the gradient the force may be.
    pub(super) fn gain<R: Real>(&self) -> f64 {
        1.0 + self.drift.scale::<R>()
    }
}

impl<R: Real> RulePart<R> for Langevin<'_> {
    fn state_len(&self, dim: usize) -> Option<usize> {
        let drift = self.drift.vector_count::<R>().checked_mul(dim)?;
        drift.checked_add(self.preconditioner.state_len(dim)?)
    }

    fn given_len(&self, dim: usize) -> Option<usize> {
        self.preconditioner.given_len(dim)
    }

    fn check(&self) -> Result<(), Error> {
        self.drift.check::<R>()?;
        self.preconditioner.check::<R>()
    }

    fn check_vectors(&self, dim: usize) -> Result<(), Error> {
        self.preconditioner.check_vectors::<R>(dim)
    }

    fn start(&self, state: &mut [R], dim: usize) {
        let own = self.drift.vector_count::<R>().saturating_mul(dim);
        self.preconditioner.start(state.get_mut(own..).unwrap_or_default(), dim);
    }

    fn gain(&self) -> f64 {
        Self::gain::<R>(self)
    }

    /// Without drift and preconditioner θ - ηκθ must not grow.
    fn is_stable(&self, step_size: f64, [curvature, _]: [f64; 2]) -> bool {
        let plain =
            matches!(self.drift, Drift::None(_)) && matches!(self.preconditioner, Preconditioner::Identity);
        !plain || step_size * curvature < 2.0
    }

    fn apply(&self, stage: &mut Stage<'_, R>) -> Norms {
        self.drift.accept(Pass { rule: self, stage })
    }
}

/// The pass for the drift that the settings name.
struct Pass<'p, 's, R: Real> {
    rule: &'p Langevin<'p>,
    stage: &'p mut Stage<'s, R>,
}

impl<R: Real> DriftVisitor<R> for Pass<'_, '_, R> {
    type Output = Norms;

    fn visit<D: DriftPart<R>>(self, drift: &D) -> Norms {
        let temperature = self.stage.at.temperature;
        match self.rule.preconditioner {
            Preconditioner::Identity => self.with(drift, &Identity),
            Preconditioner::Diagonal(_) => self.with(drift, &Diagonal),
            Preconditioner::RmsProp(settings) => self.with(drift, &settings),
            Preconditioner::PositionDependent { reflect } => {
                self.with(drift, &AtPosition { temperature, reflect })
            }
            Preconditioner::Dense(_) | Preconditioner::PositionDependentDense => {
                super::dense::apply(self.rule, drift, self.stage)
            }
        }
    }
}

impl<R: Real> Pass<'_, '_, R> {
    fn with<D: DriftPart<R>, P: PreconditionerPart<R>>(self, drift: &D, precond: &P) -> Norms {
        let make = |scales: &Scales| Member {
            drift,
            precond,
            eta: scales.eta::<R>(),
            noise: scales.noise::<R>(1.0),
        };
        self.stage.pass(self.rule.gain::<R>(), make)
    }
}

/// A drift and a preconditioner on one range.
struct Member<'p, R: Real, D, P> {
    drift: &'p D,
    precond: &'p P,
    eta: R::Piece,
    noise: R,
}

impl<R: Real, D: DriftPart<R>, P: PreconditionerPart<R>> Update<R> for Member<'_, R, D, P> {
    type State = (D::State, P::State);
    type Columns<'a> = (D::Columns<'a>, P::Columns<'a>);

    fn columns<'a>(vectors: &mut Vectors<'a, R>) -> Self::Columns<'a> {
        (D::columns(vectors), P::columns(vectors))
    }

    fn noise(&self) -> R {
        self.noise
    }

    #[inline(always)]
    fn apply(
        &self,
        theta: Pieces<R>,
        (drift_state, precond_state): Self::State,
        gradient: Pieces<R>,
        noise: Option<Pieces<R>>,
    ) -> Moved<R, Self::State> {
        let (drift_state, force) = self.drift.apply(drift_state, gradient);
        let (precond_state, metric) = self.precond.adapt(precond_state, gradient);
        let drift = metric.scale_force(force).map(|f| f * self.eta);
        let ([t0, t1], [d0, d1]) = (theta, drift);
        let mut theta = [t0 + d0, t1 + d1];
        let noise = noise.map(|noise| metric.scale_noise(noise));
        if let Some([n0, n1]) = noise {
            let [t0, t1] = theta;
            theta = [t0 + n0, t1 + n1];
        }
        Moved { theta: metric.settle(theta), state: (drift_state, precond_state), drift, noise }
    }
}
