//! Gradients of the priors: Gaussian, and the mixture of (KSL 4).

use super::Scalar;
use sgmcmc::prior::{Gaussian, GaussianVector, Prior, SpikeAndSlab};

/// G + ∇log π0(θ), for coordinate `i` of θ.
pub(crate) fn add_gradient<R: Scalar>(prior: &Prior<'_>, i: usize, theta: R, gradient: R) -> R {
    let r = R::from_f64;
    match prior {
        Prior::Flat(_) | Prior::Callback => gradient,
        Prior::Gaussian(Gaussian { mean, precision }) => gradient + (r(*mean) - theta) * r(*precision),
        Prior::GaussianVector(GaussianVector { mean, precision }) => {
            gradient + (r(mean[i]) - theta) * r(precision[i])
        }
        Prior::SpikeAndSlab(mixture) => gradient + mixture_gradient(mixture, theta),
        prior => unimplemented!("no reference for {prior:?}"),
    }
}

/// -θ (r/σ1² + (1 - r)/σ0²) = -θ (1/σ1² + (1 - r) (1/σ0² - 1/σ1²)) with 1 - r = 1/(1 + e^z) the probability of the
/// spike.
fn mixture_gradient<R: Scalar>(mixture: &SpikeAndSlab, theta: R) -> R {
    let r = R::from_f64;
    let SpikeAndSlab { slab_weight, slab_deviation, spike_deviation } = *mixture;
    let [slab, spike] = [slab_deviation, spike_deviation].map(|deviation| 1.0 / (deviation * deviation));
    let odds = libm::log(slab_weight / (1.0 - slab_weight)) + libm::log(spike_deviation / slab_deviation);
    let z = r(odds) + theta * theta * r(0.5 * (spike - slab));
    let probability = r(1.0) / (r(1.0) + sgmcmc::exp(z));
    (r(0.0) - theta) * (r(slab) + probability * r(spike - slab))
}
