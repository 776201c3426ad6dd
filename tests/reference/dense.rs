//! θ ← θ + L (η Lᵀ force + sqrt(2ητ) ξ) + ητ Γ, (K 3.9), with a factor of the caller's or the host's.

use super::pass::{Coordinate, Coordinatewise, Moved, Pass, finite, noise_scale};
use super::{Scalar, Sums, drifts, normals};
use sgmcmc::drift::Drift;
use sgmcmc::rule::{Langevin, Norms, StepParameters};

/// sqrt(f) of a range whose steps are f times as large: P becomes F½ P F½.
fn root<R: Scalar>(of_range: &StepParameters, step_size: f64) -> R {
    R::from_f64((of_range.step_size / step_size).sqrt())
}

/// The drift by itself: θ stays, and the force times sqrt(f) is what it "adds".
struct Force<'d> {
    drift: &'d Drift,
    step_size: f64,
}

impl<R: Scalar> Coordinatewise<R> for Force<'_> {
    fn gain(&self) -> f64 {
        1.0 + drifts::scale(self.drift)
    }

    fn noise(&self, _: &StepParameters) -> R {
        R::default()
    }

    fn step(&self, coordinate: &mut Coordinate<R>, g: R, _: Option<R>, at: &StepParameters) -> Moved<R> {
        let drift = drifts::force(self.drift, &mut coordinate.own, g) * root(at, self.step_size);
        Moved { theta: coordinate.theta, drift, noise: R::default() }
    }
}

/// The rows of L, of which only the lower triangle counts, and Γ, which may be missing.
pub(crate) struct Factor<'f, R> {
    pub(crate) rows: &'f [R],
    pub(crate) gamma: &'f [R],
}

pub(crate) fn step<R: Scalar>(
    rule: &Langevin<'_>,
    factor: &Factor<'_, R>,
    pass: &mut Pass<'_, R>,
    (theta, gradient): (&mut [R], &[R]),
    at: &StepParameters,
) -> Norms {
    let dim = theta.len();
    let rule = Force { drift: &rule.drift, step_size: at.step_size };
    let force = pass.apply(&rule, (theta, gradient, &[]), at).drift;
    let scale = noise_scale::<R>(at, 1.0);
    let noisy = scale > R::default();
    let xi = if noisy { normals::<R>(pass.generators, dim) } else { vec![R::default(); dim] };
    let xi: Vec<R> = xi.into_iter().map(|xi| xi * scale).collect();

    let l = |i: usize, j: usize| factor.rows[i * dim + j];
    let t: Vec<R> = (0..dim)
        .map(|j| {
            let sum = (j + 1..dim).fold(force[j] * l(j, j), |sum, i| sum + l(i, j) * force[i]);
            sum * R::from_f64(at.step_size) + xi[j]
        })
        .collect();
    let times_l = |x: &[R]| -> Vec<R> {
        let row = |i: usize| {
            let mut sums = Sums::new::<R>();
            (0..=i).for_each(|j| sums.add(j, l(i, j).to_f64() * x[j].to_f64()));
            R::from_f64(sums.total())
        };
        (0..dim).map(row).collect()
    };
    let (mut moves, noises) = (times_l(&t), times_l(&xi));
    for (moved, gamma) in moves.iter_mut().zip(factor.gamma) {
        *moved = *moved + *gamma * R::from_f64(at.step_size * at.temperature);
    }

    let (mut drift_sums, mut noise_sums) = (Sums::new::<R>(), Sums::new::<R>());
    for range in pass.ranges {
        let root = root::<R>(&range.at(at), at.step_size);
        for i in range.indices() {
            let (mut moved, mut noise) = (moves[i] * root, noises[i] * root);
            // A sum of products may be infinity minus infinity: the coordinate stays.
            if (theta[i] + moved).to_f64().is_nan() {
                (moved, noise) = (R::default(), R::default());
            }
            let drift = if (moved - noise).to_f64().is_nan() { moved } else { moved - noise };
            drift_sums.add(i - range.start, drift.to_f64() * drift.to_f64());
            noise_sums.add(i - range.start, noise.to_f64() * noise.to_f64());
            theta[i] = finite(theta[i] + moved);
        }
    }
    Norms { drift: drift_sums.total().sqrt(), noise: noise_sums.total().sqrt() }
}
