//! The ranges of settings: who checks them, and those that no entry can say.

use crate::Error;
use crate::num::Real;
use crate::schema::{Held, Range, Value, above, between};

/// Settings whose entries say their ranges; what has none is never refused.
pub(crate) trait Ranges<R: Real> {
    /// Refuses settings outside their ranges, in the precision of θ.
    fn check_ranges(&self) -> Result<(), Error> {
        Ok(())
    }
}

/// `error` unless `x` is in the range, in the precision of θ where it is held in that.
#[inline(always)]
pub(crate) fn inside<R: Real>(range: Range, x: impl Value, error: Error) -> Result<(), Error> {
    let good = match range.held {
        Held::Given => x.is_in(range),
        Held::InTheta => in_theta::<R>(range, x.number()),
        Held::Divisor => {
            let x = x.number();
            in_theta::<R>(range, x) && R::from_f64(1.0 / (x * x)).is_finite()
        }
    };
    if good { Ok(()) } else { Err(error) }
}

#[inline(always)]
fn in_theta<R: Real>(Range { low, high, .. }: Range, x: f64) -> bool {
    between(R::from_f64(x), (R::from_f64(low.0), low.1), (R::from_f64(high.0), high.1))
}

/// `error` unless `x` is positive and finite in the precision of θ.
pub(crate) fn positive<R: Real>(x: f64, error: Error) -> Result<(), Error> {
    inside::<R>(above(0.0).finite().in_theta(), x, error)
}

/// Refuses a β2 that is not above β1²: the mean may not outlast that of the squares it is divided by.
pub(crate) fn outlasts(beta1: f64, beta2: f64) -> Result<(), Error> {
    if beta2 > beta1 * beta1 { Ok(()) } else { Err(Error::Beta2) }
}
