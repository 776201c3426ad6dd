//! The drifts of (KSL §3): force = G + a A, where A knows the gradients before this one.

use super::Scalar;
use super::pass::{finite, running, square};
use sgmcmc::drift::{AdaMax, Adadelta, Adam, Drift, Momentum, MomentumForm};

/// How many numbers a coordinate has.
pub(crate) fn state_len(drift: &Drift) -> usize {
    match drift {
        Drift::None(_) => 0,
        Drift::Momentum(_) => 1,
        Drift::Adam(_) | Drift::AdaMax(_) => 2,
        Drift::Adadelta(_) => 3,
        drift => unimplemented!("no reference for {drift:?}"),
    }
}

/// a.
pub(crate) fn scale(drift: &Drift) -> f64 {
    match drift {
        Drift::Momentum(drift) => drift.scale,
        Drift::Adam(drift) => drift.scale,
        Drift::AdaMax(drift) => drift.scale,
        Drift::Adadelta(drift) => drift.scale,
        Drift::None(_) => 0.0,
        other => panic!("which scale does {other:?} have?"),
    }
}

/// The force; `own` takes in G afterwards.
pub(crate) fn force<R: Scalar>(drift: &Drift, own: &mut [R], g: R) -> R {
    let r = R::from_f64;
    match (drift, own) {
        (Drift::None(_), []) => g,
        // (KSL Algorithm 1); divided by 1 + a, the form that keeps the target.
        (Drift::Momentum(Momentum { scale, beta1, form }), [m]) => {
            let force = g + *m * r(*scale);
            *m = running(*beta1, *m, g);
            match form {
                MomentumForm::Published => force,
                MomentumForm::Calibrated => force * r(1.0 / (1.0 + scale)),
            }
        }
        // (KSL Algorithm 2).
        (Drift::Adam(Adam { scale, beta1, beta2, lambda }), [m, v]) => {
            let force = g + *m / (*v + r(*lambda)).sqrt() * r(*scale);
            *m = running(*beta1, *m, g);
            *v = running(*beta2, *v, square(g));
            force
        }
        // (KSL §3.3) with Kingma and Ba 2015, Algorithm 2.
        (Drift::AdaMax(AdaMax { scale, beta1, beta2, lambda }), [m, u]) => {
            let force = g + *m / (*u + r(*lambda)) * r(*scale);
            *m = running(*beta1, *m, g);
            let (decayed, size) = (*u * r(*beta2), g.abs());
            *u = if decayed < size { size } else { decayed };
            force
        }
        // (KSL §3.3) with Zeiler 2012, Algorithm 1.
        (Drift::Adadelta(Adadelta { scale, rho, lambda }), [delta, gradients, deltas]) => {
            let force = g + *delta * r(*scale);
            *gradients = running(*rho, *gradients, square(g));
            let ratio = (*deltas + r(*lambda)) / (*gradients + r(*lambda));
            *delta = finite(ratio).sqrt() * g;
            *deltas = running(*rho, *deltas, square(*delta));
            force
        }
        (drift, _) => unimplemented!("no reference for {drift:?}"),
    }
}
