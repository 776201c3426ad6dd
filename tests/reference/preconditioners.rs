//! The diagonal preconditioners: P, what curvature adds, and what a boundary does to θ.

use super::Scalar;
use super::pass::{finite, running, square};
use sgmcmc::precond::{AdaGrad, GradientScale, Preconditioner, RmsProp};
use sgmcmc::rule::StepParameters;

/// P at one coordinate, and τ Γ where the host gives that.
pub(crate) struct Metric<R> {
    pub(crate) p: R,
    pub(crate) curvature: Option<R>,
}

impl<R: Scalar> Metric<R> {
    /// P ⊙ force + τ Γ.
    pub(crate) fn scale(&self, force: R) -> R {
        match self.curvature {
            None => force * self.p,
            Some(curvature) => finite(force) * self.p + curvature,
        }
    }
}

/// How many numbers a coordinate has.
pub(crate) fn state_len(preconditioner: &Preconditioner<'_>) -> usize {
    match preconditioner {
        Preconditioner::Diagonal(_) | Preconditioner::RmsProp(_) | Preconditioner::AdaGrad(_) => 1,
        _ => 0,
    }
}

/// The metric; `own` has taken in G before.
pub(crate) fn metric<R: Scalar>(
    preconditioner: &Preconditioner<'_>,
    own: &mut [R],
    given: [R; 2],
    g: R,
    at: &StepParameters,
) -> Metric<R> {
    let r = R::from_f64;
    let scaled = |scale: &GradientScale| match scale {
        GradientScale::Mean => g * r(1.0 / f64::from(at.data_len)),
        GradientScale::Sum => g * r(1.0),
    };
    let of_root = |lambda: f64, v: R| Metric { p: r(1.0) / (r(lambda) + v.sqrt()), curvature: None };
    match (preconditioner, own) {
        (Preconditioner::Identity, []) => Metric { p: r(1.0), curvature: None },
        (Preconditioner::Diagonal(_), [p]) => Metric { p: *p, curvature: None },
        // Li et al. 2016, and (KSL §2) with the sum: pSGLD.
        (Preconditioner::RmsProp(RmsProp { beta, lambda, scale }), [v]) => {
            *v = running(*beta, *v, square(scaled(scale)));
            of_root(*lambda, *v)
        }
        // Duchi, Hazan and Singer 2011.
        (Preconditioner::AdaGrad(AdaGrad { lambda, scale }), [v]) => {
            *v = finite(*v + square(scaled(scale)));
            of_root(*lambda, *v)
        }
        // Patterson and Teh 2013, (10).
        (Preconditioner::PositionDependent { .. }, []) => {
            let [p, gamma] = given;
            Metric { p, curvature: Some(finite(gamma * r(at.temperature))) }
        }
        (preconditioner, _) => panic!("no reference for {preconditioner:?}"),
    }
}
