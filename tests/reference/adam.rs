//! Adam, uphill: Kingma and Ba 2015, Algorithm 1.

use super::Scalar;
use super::pass::{Coordinate, Coordinatewise, Moved, finite, running, square};
use sgmcmc::rule::{AdamOptimizer, StepParameters};

impl<R: Scalar> Coordinatewise<R> for AdamOptimizer {
    fn noise(&self, _: &StepParameters) -> R {
        R::default()
    }

    fn step(&self, coordinate: &mut Coordinate<R>, g: R, _: Option<R>, at: &StepParameters) -> Moved<R> {
        let missing = |beta: f64| R::from_f64(1.0 - libm::pow(beta, at.index as f64 + 1.0));
        let [m, v] = &mut coordinate.own[..] else { panic!("two numbers") };
        *m = running(self.beta1, *m, g);
        *v = running(self.beta2, *v, square(g));
        let mean = *m / missing(self.beta1);
        let root = finite(*v / missing(self.beta2)).sqrt();
        let drift = mean / (root + R::from_f64(self.lambda)) * R::from_f64(at.step_size);
        Moved { theta: coordinate.theta + drift, drift, noise: R::default() }
    }
}
