//! The adaptive Langevin family: one pass over θ, the gradient and the state of any drift and preconditioner.
//!
//! ```text
//! G     = n ĝ + ∇log π0(θ)
//! force = G + a A                                  the drift, which then takes in G
//! θ'    = (θ + η P ⊙ force) + sqrt(2ητ) sqrt(P) ⊙ ξ          ξ ~ N(0, I)
//! ```
//!
//! Kim, Song and Liang 2020, section 3; without drift and preconditioner, Welling and Teh 2011 in the
//! parameterisation of Karagiannis 2024, (3.4). Three departures:
//!
//! 1. The gradient is looked at before anything is written, a pass of its own (`all_within`): a number that is
//!    not finite, or too large to be scaled, refuses the step while θ is still whole.
//! 2. θ' saturates at the largest finite number, so that a finite θ stays finite.
//! 3. At temperature 0 no noise is drawn, and θ' is an optimiser's step to the last bit.

use crate::Error;
use crate::drift::Drift;
use crate::num::{Column, Columns, Real, Sum, Vector, all_within, update};
use crate::precond::{Metric, Preconditioner};
use crate::prior::Density;
use crate::rng::{Lanes, NormalPairs};

/// The three factors of a step, in the precision of θ.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scales<R> {
    step_size: R,
    noise: R,
    data: R,
}

impl<R: Real> Scales<R> {
    /// η, sqrt(2ητ) and n, refused where this precision cannot hold them.
    pub(crate) fn new(step_size: f64, temperature: f64, data_len: f64) -> Result<Self, Error> {
        let eta = R::from_f64(step_size);
        if !(eta > R::default() && eta.is_finite()) {
            return Err(Error::StepSize);
        }
        let noise = R::from_f64(libm::sqrt(2.0 * step_size * temperature));
        // Normals stay below 9, so no noise overflows, and no sum in the kernel is infinity minus infinity.
        if !(temperature >= 0.0 && noise.to_f64() <= R::MAX.to_f64() / 16.0) {
            return Err(Error::Temperature);
        }
        Ok(Self { step_size: eta, noise, data: R::from_f64(data_len) })
    }

    /// The largest gradient that n and η scale without overflow.
    fn gradient_limit(&self) -> R {
        let scale = self.data.to_f64() * self.step_size.to_f64().max(1.0);
        R::from_f64(0.25 * R::MAX.to_f64() / scale.max(1.0))
    }
}

/// Euclidean norms of what a step added to θ.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Norms {
    /// ‖η P ⊙ force‖, or of a proposal's move along the gradient.
    pub drift: f64,
    /// ‖sqrt(2ητP) ⊙ ξ‖.
    pub noise: f64,
}

/// One step of any member of the family; on an error nothing was written.
///
/// `state` holds the vectors of the drift and of the preconditioner. `norms` is filled where it is given.
pub(crate) fn step<R: Real, D: Drift<R>, P: Preconditioner<R>>(
    theta: &mut [R],
    state: &mut impl Columns<R, Pieces = (D::State, P::State)>,
    lanes: &mut Lanes,
    norms: Option<&mut Norms>,
    gradient: &[R],
    scales: &Scales<R>,
    (drift, precond, prior): (&D, &P, &impl Density<R>),
) -> Result<(), Error> {
    if !all_within(gradient, scales.gradient_limit()) {
        return Err(Error::GradientNotFinite);
    }
    let parts = (drift, precond, prior);
    let noisy = scales.noise > R::default();
    let applied = match (noisy, norms.is_some()) {
        (true, false) => fused::<R, D, P, true, false>(theta, state, lanes, gradient, scales, parts),
        (false, false) => fused::<R, D, P, false, false>(theta, state, lanes, gradient, scales, parts),
        (true, true) => fused::<R, D, P, true, true>(theta, state, lanes, gradient, scales, parts),
        (false, true) => fused::<R, D, P, false, true>(theta, state, lanes, gradient, scales, parts),
    };
    if let Some(norms) = norms {
        *norms = applied;
    }
    Ok(())
}

/// A function of its own for every instance: inlined side by side they would share registers, and spill.
#[inline(never)]
fn fused<R: Real, D: Drift<R>, P: Preconditioner<R>, const NOISY: bool, const OBSERVED: bool>(
    theta: &mut [R],
    state: &mut impl Columns<R, Pieces = (D::State, P::State)>,
    lanes: &mut Lanes,
    gradient: &[R],
    scales: &Scales<R>,
    (drift, precond, prior): (&D, &P, &impl Density<R>),
) -> Norms {
    let step_size = R::Piece::splat(scales.step_size);
    let noise_scale = R::Piece::splat(scales.noise);
    let data_scale = R::Piece::splat(scales.data);
    let mut normals = NormalPairs::start(lanes);
    let (mut drift_sum, mut noise_sum) = (Sum::<R>::new(), Sum::<R>::new());

    update(
        &mut (Column::new(theta), state),
        [gradient],
        |(theta, (drift_state, precond_state)), [g], place| {
            let gradient = prior.add_gradient(theta, g.map(|g| g * data_scale));
            let (drift_state, force) = drift.apply(drift_state, gradient);
            let (precond_state, metric) = precond.adapt(precond_state, gradient);
            let [f0, f1] = metric.scale_force(force).map(|f| f * step_size);
            let [t0, t1] = theta;
            let mut moved = [t0 + f0, t1 + f1];
            if OBSERVED {
                drift_sum.add_squares_of(place, place.keep::<R>([f0, f1]));
            }
            if NOISY {
                let noise = metric.scale_noise(normals.next::<R>(place)).map(|xi| xi * noise_scale);
                if OBSERVED {
                    noise_sum.add_squares_of(place, place.keep::<R>(noise));
                }
                let ([m0, m1], [n0, n1]) = (moved, noise);
                moved = [m0 + n0, m1 + n1];
            }
            (moved.map(|t| t.at_most(R::MAX).at_least(-R::MAX)), (drift_state, precond_state))
        },
    );

    if NOISY {
        normals.finish(lanes);
    }
    Norms { drift: libm::sqrt(drift_sum.total()), noise: libm::sqrt(noise_sum.total()) }
}
