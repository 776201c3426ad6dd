//! Elementary functions of one number and of whole slices, with the same bits on every machine.

use super::columns::Column;
use super::real::Real;
use super::slices::update;
use crate::schema::choice;

/// Exponential function, e^x.
///
/// Error at most 1.1 units in the last place. Overflows to infinity above 88.7 (`f32`) or 709.8 (`f64`), and
/// underflows through the subnormal numbers to 0 below −104 or −745.2; e^0 = 1; NaN gives one NaN, the positive
/// quiet one. Never panics.
///
/// ```
/// assert_eq!(sgmcmc::exp(0.0f32), 1.0);
/// assert_eq!(sgmcmc::exp(f64::NEG_INFINITY), 0.0);
/// ```
pub fn exp<R: Real>(x: R) -> R {
    R::exp(x)
}

/// Natural logarithm, ln x.
///
/// Error at most 1.3 (`f32`) or 2.5 (`f64`) units in the last place, near 1 and for subnormal x too. ln 1 = 0;
/// ln ±0 = −∞; ln ∞ = ∞; negative numbers and NaN give one NaN, the positive quiet one. Never panics.
///
/// ```
/// assert_eq!(sgmcmc::ln(1.0f32), 0.0);
/// assert!(sgmcmc::ln(-1.0f64).is_nan());
/// ```
pub fn ln<R: Real>(x: R) -> R {
    R::ln(x)
}

/// Sine of x radians.
///
/// Error at most 3 (`f32`) or 2.5 (`f64`) units in the last place for every finite x, next to the zeros too; beyond
/// |x| = 12 867 (`f32`) or 1 647 099 (`f64`) it is the slower sine of `libm`. sin ±0 = ±0; infinities and NaN give
/// one NaN, the positive quiet one. Never panics.
///
/// ```
/// assert_eq!(sgmcmc::sin(-0.0f32).to_bits(), (-0.0f32).to_bits());
/// assert!((sgmcmc::sin(core::f64::consts::FRAC_PI_6) - 0.5).abs() < 1e-15);
/// ```
pub fn sin<R: Real>(x: R) -> R {
    R::sin_cos(x).0
}

/// Cosine of x radians.
///
/// Accuracy and special values are those of [`sin`], but cos ±0 = 1. Never panics.
///
/// ```
/// assert_eq!(sgmcmc::cos(0.0f32), 1.0);
/// assert!((sgmcmc::cos(core::f64::consts::FRAC_PI_3) - 0.5).abs() < 1e-15);
/// ```
pub fn cos<R: Real>(x: R) -> R {
    R::sin_cos(x).1
}

choice! {
    /// A function of one number, with the same bits on every machine, whatever the length of the array it is in.
    Function;

    /// e^x.
    Exp = 0;
    /// The natural logarithm.
    Ln = 1;
    /// The sine of an angle in radians.
    Sin = 2;
    /// The cosine of an angle in radians.
    Cos = 3;
}

impl Function {
    /// What the function makes of one number.
    pub fn of<R: Real>(self, x: R) -> R {
        match self {
            Self::Exp => exp(x),
            Self::Ln => ln(x),
            Self::Sin => sin(x),
            Self::Cos => cos(x),
        }
    }

    /// Replaces every number by what the function makes of it.
    pub fn apply<R: Real>(self, x: &mut [R]) {
        match self {
            Self::Exp => exp_in_place(x),
            Self::Ln => ln_in_place(x),
            Self::Sin => sin_in_place(x),
            Self::Cos => cos_in_place(x),
        }
    }
}

/// Replaces every number by its exponential, bit for bit that of [`exp`].
///
/// ```
/// let mut x = [0.0f32, 1.0];
/// sgmcmc::exp_in_place(&mut x);
/// assert_eq!(x, [1.0, sgmcmc::exp(1.0)]);
/// ```
pub fn exp_in_place<R: Real>(x: &mut [R]) {
    update(&mut Column::new(x), [], |pieces, [], _| pieces.map(R::exp));
}

/// Replaces every number by its natural logarithm, bit for bit that of [`ln`].
pub fn ln_in_place<R: Real>(x: &mut [R]) {
    update(&mut Column::new(x), [], |pieces, [], _| pieces.map(R::ln));
}

/// Replaces every angle in radians by its sine, bit for bit that of [`sin`].
pub fn sin_in_place<R: Real>(x: &mut [R]) {
    update(&mut Column::new(x), [], |pieces, [], _| pieces.map(|piece| R::sin_cos(piece).0));
}

/// Replaces every angle in radians by its cosine, bit for bit that of [`cos`].
pub fn cos_in_place<R: Real>(x: &mut [R]) {
    update(&mut Column::new(x), [], |pieces, [], _| pieces.map(|piece| R::sin_cos(piece).1));
}
