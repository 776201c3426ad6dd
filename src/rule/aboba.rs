//! SGHMC by a symmetric splitting, whose bias falls with the square of the step.
//!
//! ```text
//! θ½ = θ + (h/2) v;   v ← e (e v + h G(θ½) + sqrt(2Dhτ) ξ),  e = exp(-Dh/2);   θ ← θ½ + (h/2) v
//! ```
//!
//! Chen, Ding and Carin 2015; Chen et al. 2017, Lemma 1 with K = 2.

use super::Velocity;
use super::kernel::{Moved, Stage, Update};
use super::part::RulePart;
use super::scales::{Norms, Scales};
use super::vectors::Vectors;
use crate::Error;
use crate::num::{Column, Pieces, Real, Vector, held, update};
use crate::range::positive;

/// The gradient is taken at θ½: see [`Rule::move_to_site`](super::Rule::move_to_site). As h → 0, v ~ N(0, τ).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aboba {
    /// D > 0; default 1.
    pub friction: f64,
    /// The first v; default zero.
    pub velocity: Velocity,
}

impl Default for Aboba {
    fn default() -> Self {
        Self { friction: 1.0, velocity: Velocity::Zero }
    }
}

impl Aboba {
    fn update<R: Real>(&self, scales: &Scales) -> Splitting<R> {
        let h = scales.step_size;
        Splitting {
            half: R::from_f64(0.5 * h),
            decay: R::from_f64(libm::exp(-0.5 * self.friction * h)),
            h: scales.eta::<R>(),
            noise: scales.noise(self.friction),
        }
    }
}

impl<R: Real> RulePart<R> for Aboba {
    fn state_len(&self, dim: usize) -> Option<usize> {
        Some(dim)
    }

    fn check(&self) -> Result<(), Error> {
        positive::<f64>(self.friction, Error::Friction)
    }

    fn first_velocity(&self, scales: &Scales) -> Option<f64> {
        (self.velocity == Velocity::Drawn).then_some(scales.temperature)
    }

    fn noise_factor(&self) -> f64 {
        self.friction
    }

    fn is_stable(&self, step_size: f64, [_, curvature]: [f64; 2]) -> bool {
        step_size * step_size * curvature < 4.0
    }

    fn move_to_site(&self, site: &mut [R], velocity: &[R], scales: &Scales) {
        let rule = self.update::<R>(scales);
        update(&mut Column::new(site), [velocity], |theta, [v], _| rule.site(theta, v));
    }

    fn has_site(&self) -> bool {
        true
    }

    fn apply(&self, stage: &mut Stage<'_, R>) -> Norms {
        stage.pass(1.0, |scales| self.update::<R>(scales))
    }
}

struct Splitting<R: Real> {
    half: R,
    decay: R,
    h: R::Piece,
    noise: R,
}

impl<R: Real> Update<R> for Splitting<R> {
    /// v.
    type State = Pieces<R>;
    type Columns<'a> = Column<'a, R>;

    fn columns<'a>(vectors: &mut Vectors<'a, R>) -> Column<'a, R> {
        Column::new(vectors.take())
    }

    fn noise(&self) -> R {
        self.noise
    }

    #[inline(always)]
    fn site(&self, [t0, t1]: Pieces<R>, [v0, v1]: Pieces<R>) -> Pieces<R> {
        let half = R::Piece::splat(self.half);
        held::<R>([t0 + v0 * half, t1 + v1 * half], R::MAX)
    }

    #[inline(always)]
    fn apply(
        &self,
        theta: Pieces<R>,
        [v0, v1]: Pieces<R>,
        [g0, g1]: Pieces<R>,
        noise: Option<Pieces<R>>,
    ) -> Moved<R, Pieces<R>> {
        let (half, decay) = (R::Piece::splat(self.half), R::Piece::splat(self.decay));
        let [t0, t1] = self.site(theta, [v0, v1]);
        let kicked = [v0 * decay + g0 * self.h, v1 * decay + g1 * self.h];
        let [w0, w1] = super::kicked::<R>(kicked, noise).map(|v| v * decay);
        let [k0, k1] = kicked;
        let drift = [(v0 + k0 * decay) * half, (v1 + k1 * decay) * half];
        let noise = noise.map(|noise| noise.map(|n| n * decay * half));
        Moved { theta: [t0 + w0 * half, t1 + w1 * half], state: [w0, w1], drift, noise }
    }
}
