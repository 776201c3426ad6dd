//! The momentum drift of MSGLD: the running mean of the gradients.

use super::DriftPart;
use crate::named::named;
use crate::num::{Column, Real, Vector, both, splat, update, weighted};
use crate::pass::{Scaled, Vectors};
use crate::record::part;

part! {
    /// A = m, then m ← β1 m + (1 - β1) G; Kim, Song and Liang 2020, Algorithm 1.
    ///
    /// As η → 0, m follows G, so that the published drift G + a m becomes (1 + a) times the gradient while the noise stays:
    /// the chain then samples the posterior to the power (1 + a)/τ. [`MomentumForm::Calibrated`] divides by 1 + a and has
    /// the limit 1/τ. This is our finding: Theorem 3.1 there has the posterior as the limit for every fixed a, but on a
    /// Gaussian the step is linear, and its stationary covariance, which `tests/lyapunov.rs` solves for, tends to 1/(1 + a)
    /// of it. At a finite η the mean lags behind by 1/(1 - β1) steps, in which θ moves: on a Gaussian of precision κ the
    /// calibrated form's variance is too large by the share ηκ (1/2 + a/((1 + a)(1 - β1))) to leading order, 5.5 ηκ with
    /// the defaults, where SGLD's is ηκ/2.
    Momentum: Default;

    /// a, how much of the drift is added to the gradient.
    scale: f64 = 1.0 => above(0.0).finite().in_theta(), DriftScale;
    /// β1, the decay of the mean gradient.
    beta1: f64 = 0.9 => at_least(0.0).below(1.0), Beta1;
    /// What is done with the sum of gradient and drift.
    form: MomentumForm;
}

named! {
    /// What the momentum drift samples.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum MomentumForm {
        /// The gradient plus a times its running mean, over 1 + a, with a the drift's scale: as η → 0 this samples the target.
        #[default]
        Calibrated = 0,
        /// The same without the division, as published: as η → 0 this samples the target to the power 1 + a. An optimiser's
        /// form.
        Published = 1,
    }
}

impl<R: Real> DriftPart<R> for Momentum {
    /// m.
    fn vector_count(&self) -> usize {
        1
    }

    fn scale(&self) -> f64 {
        self.scale
    }

    fn apply(&self, force: &mut [R], gradient: Scaled<'_, R>, mut own: Vectors<'_, R>) {
        let data = R::Piece::splat(gradient.factor);
        let (a, beta1) = (splat::<R>(self.scale), self.beta1);
        let share = match self.form {
            MomentumForm::Calibrated => splat::<R>(1.0 / (1.0 + self.scale)),
            MomentumForm::Published => splat::<R>(1.0),
        };
        let columns = &mut (Column::new(force), own.column());
        update(columns, [gradient.numbers], |(_, [m0, m1]), [gradient], _| {
            let [g0, g1] = both(gradient, |g| g * data);
            let force = both([g0 + m0 * a, g1 + m1 * a], |force| force * share);
            (force, weighted::<R>(beta1, [m0, m1], [g0, g1]))
        });
    }
}
