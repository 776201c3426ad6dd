//! Leapfrog steps on U = -c_n μ̂, number by number; Neal 2011, section 5.2.3.

use super::{Scalar, fold_squares};

/// ε, and ε c_n / 2.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leapfrog<R> {
    step: R,
    half_kick: R,
}

/// A place of a trajectory, with the gradient there.
#[derive(Clone, Debug)]
pub(crate) struct Point<R> {
    pub(crate) theta: Vec<R>,
    pub(crate) p: Vec<R>,
    pub(crate) gradient: Vec<R>,
}

impl<R: Scalar> Point<R> {
    pub(crate) fn squared_momentum(&self) -> f64 {
        fold_squares::<R>(self.p.iter().map(|p| p.to_f64()))
    }
}

impl<R: Scalar> Leapfrog<R> {
    pub(crate) fn new(step_size: f64, likelihood_scale: f64) -> Self {
        let step = R::from_f64(step_size);
        Self { step, half_kick: R::from_f64(0.5 * step.to_f64() * likelihood_scale) }
    }

    /// `count` steps, and the mean log-likelihood where they end.
    pub(crate) fn run(
        &self,
        mut at: Point<R>,
        count: u32,
        mut evaluate: impl FnMut(&[R]) -> (f64, Vec<R>),
    ) -> (Point<R>, f64) {
        let mut value = f64::NAN;
        for left in (0..count).rev() {
            // A half kick ends every step and begins the next: two are one, rounded once.
            let halves = if left + 1 == count { 1.0 } else { 2.0 };
            self.kick(&mut at, halves);
            for (theta, p) in at.theta.iter_mut().zip(&at.p) {
                *theta = *theta + *p * self.step;
            }
            (value, at.gradient) = evaluate(&at.theta);
        }
        self.kick(&mut at, 1.0);
        (at, value)
    }

    fn kick(&self, at: &mut Point<R>, halves: f64) {
        let kick = R::from_f64(halves * self.half_kick.to_f64());
        for (p, g) in at.p.iter_mut().zip(&at.gradient) {
            *p = *p + *g * kick;
        }
    }
}
