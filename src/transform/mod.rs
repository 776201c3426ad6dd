//! Constrained parameters: θ moves freely, and what a model reads of it stays where it belongs.

mod bounds;
mod correlation;
mod list;
mod ordered;
mod simplex;

pub use list::{Transform, TransformKind, constrain, constrained_len, pull_back, unconstrain};

use crate::num::Real;

/// Who takes the numbers of a result, by their indices.
type Put<'p> = &'p mut dyn FnMut(usize, f64);

/// A kind of transform on the parameters and the values of one range, in `f64` whatever their precision.
trait Map<R: Real> {
    /// Gives the values y, and returns log |det ∂y/∂θ|.
    fn constrain(&self, theta: &[R], put: Put<'_>) -> f64;

    /// Gives (∂y/∂θ)ᵀ g + w ∇log |det ∂y/∂θ| for the gradient g in the values and the weight w.
    fn pull_back(&self, theta: &[R], gradient: &[R], weight: f64, put: Put<'_>);

    /// Gives the parameters of values; what is not finite then, or is returned so, comes of values that are none.
    fn unconstrain(&self, values: &[R], put: Put<'_>) -> f64;
}

/// A number of a slice.
fn at<R: Real>(numbers: &[R], i: usize) -> f64 {
    numbers.get(i).map_or(f64::NAN, |x| x.to_f64())
}

/// 0, or NaN where a sum that must be 1 is farther away than rounding accounts for.
fn one<R>(sum: f64) -> f64 {
    let distance = libm::fabs(sum - 1.0);
    if distance <= libm::sqrt(crate::num::epsilon::<R>()) { 0.0 } else { f64::NAN }
}
