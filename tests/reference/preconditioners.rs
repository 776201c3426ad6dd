//! The diagonal preconditioners: P, what curvature adds, and what a boundary does to θ.

use super::Scalar;
use super::pass::{finite, running, square};
use sgmcmc::precond::{Preconditioner, RmsProp};

/// P at one coordinate, and τ Γ where the host gives that.
pub(crate) struct Metric<R> {
    pub(crate) p: R,
    pub(crate) curvature: Option<R>,
}

/// How many numbers a coordinate has.
pub(crate) fn state_len(preconditioner: &Preconditioner<'_>) -> usize {
    match preconditioner {
        Preconditioner::Diagonal(_) | Preconditioner::RmsProp(_) => 1,
        _ => 0,
    }
}

/// The metric; `own` has taken in G before.
pub(crate) fn metric<R: Scalar>(
    preconditioner: &Preconditioner<'_>,
    own: &mut [R],
    given: [R; 2],
    g: R,
    temperature: f64,
) -> Metric<R> {
    let r = R::from_f64;
    match (preconditioner, own) {
        (Preconditioner::Identity, []) => Metric { p: r(1.0), curvature: None },
        (Preconditioner::Diagonal(_), [p]) => Metric { p: *p, curvature: None },
        // (KSL §2), pSGLD.
        (Preconditioner::RmsProp(RmsProp { beta, lambda }), [v]) => {
            *v = running(*beta, *v, square(g));
            Metric { p: r(1.0) / (r(*lambda) + v.sqrt()), curvature: None }
        }
        // Patterson and Teh 2013, (10).
        (Preconditioner::PositionDependent { .. }, []) => {
            let [p, gamma] = given;
            Metric { p, curvature: Some(finite(gamma * r(temperature))) }
        }
        (preconditioner, _) => unimplemented!("no reference for {preconditioner:?}"),
    }
}
