//! θ_i ← θ_i + δ_i s_i, s_i = ±1 with P(+1) = ½ (1 + x_i), δ = sqrt(2ητP), x = ηP(G + aA)/δ: Mensch et al. 2026.

use super::pass::{Coordinate, Coordinatewise, Moved, noise_scale, within};
use super::{Scalar, drifts, preconditioners};
use sgmcmc::precond::Preconditioner;
use sgmcmc::rule::{Lattice, StepParameters};

impl<R: Scalar> Coordinatewise<R> for Lattice<'_> {
    fn gain(&self) -> f64 {
        1.0 + drifts::scale(&self.drift)
    }

    /// Signed words instead of normals.
    fn draws_words(&self) -> bool {
        true
    }

    fn noise(&self, _: &StepParameters) -> R {
        R::default()
    }

    fn step(&self, coordinate: &mut Coordinate<R>, g: R, word: Option<R>, at: &StepParameters) -> Moved<R> {
        let unit = R::from_f64(R::WORD_UNIT);
        let Coordinate { theta, own, given } = coordinate;
        let (past, metric) = own.split_at_mut(drifts::state_len(&self.drift));
        let force = drifts::force(&self.drift, past, g);
        let metric = preconditioners::metric(&self.preconditioner, metric, *given, g, at);
        let spacing = noise_scale::<R>(at, 1.0);
        let (x, delta) = match self.preconditioner {
            Preconditioner::Identity => {
                (force * R::from_f64(at.step_size / spacing.to_f64() * R::WORD_UNIT), spacing)
            }
            _ => {
                let delta = metric.p.sqrt() * spacing;
                (metric.scale(force) * R::from_f64(at.step_size) / delta * unit, delta)
            }
        };
        let step = if word.is_some_and(|word| word < x) { delta } else { -delta };
        // Where P is 0, x is 0 / 0 and nothing moves.
        let number = |x: R| if x.to_f64().is_nan() { R::default() } else { x };
        let drift = number(within(x, unit) * R::from_f64(1.0 / R::WORD_UNIT) * delta);
        let mut to = *theta + step;
        if self.preconditioner == (Preconditioner::PositionDependent { reflect: true }) {
            to = to.abs();
        }
        Moved { theta: to, drift, noise: number(step - drift) }
    }
}
