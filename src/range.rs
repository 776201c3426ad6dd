//! The ranges that settings of several parts share.

use crate::Error;
use crate::num::Real;

/// `error` unless `x` is positive and finite in the precision of θ.
pub(crate) fn positive<R: Real>(x: f64, error: Error) -> Result<(), Error> {
    let x = R::from_f64(x);
    if x > R::default() && x.is_finite() { Ok(()) } else { Err(error) }
}

/// `error` unless the running mean's decay β is in [0, 1).
pub(crate) fn decay(beta: f64, error: Error) -> Result<(), Error> {
    if (0.0..1.0).contains(&beta) { Ok(()) } else { Err(error) }
}

/// Refuses β1 outside [0, 1) and β2 outside (β1², 1): the mean may not outlast that of the squares it is divided by.
pub(crate) fn decays(beta1: f64, beta2: f64) -> Result<(), Error> {
    decay(beta1, Error::Beta1)?;
    if beta2 > beta1 * beta1 && beta2 < 1.0 { Ok(()) } else { Err(Error::Beta2) }
}

/// `error` where λ is not positive and finite, or its inverse exceeds the scale that a preconditioner may have,
/// [`Precision::FOURTH_ROOT`](crate::num::Precision::FOURTH_ROOT) squared.
pub(crate) fn lambda<R: Real>(lambda: f64, error: Error) -> Result<(), Error> {
    let usable =
        lambda > 0.0 && R::from_f64(lambda).is_finite() && R::from_f64(1.0 / (lambda * lambda)).is_finite();
    if usable { Ok(()) } else { Err(error) }
}
