//! Elementary functions of one number and of whole slices, with the same bits on every machine.

use super::real::Real;
use super::slices::{Column, update};

/// The polynomial c0 + z (c1 + z (c2 + …)) in lanes `$v`, written out so that no loop is left to unroll.
macro_rules! horner {
    ($v:ident, $z:expr; $last:expr) => { $v::splat($last) };
    ($v:ident, $z:expr; $first:expr, $($rest:expr),+) => { $v::splat($first) + $z * horner!($v, $z; $($rest),+) };
}
pub(super) use horner;

/// Exponential function.
pub fn exp<R: Real>(x: R) -> R {
    R::exp(x)
}

/// Natural logarithm.
pub fn ln<R: Real>(x: R) -> R {
    R::ln(x)
}

/// Sine of an angle in radians.
pub fn sin<R: Real>(x: R) -> R {
    let mut one = [x];
    sin_in_place(&mut one);
    let [y] = one;
    y
}

/// Cosine of an angle in radians.
pub fn cos<R: Real>(x: R) -> R {
    let mut one = [x];
    cos_in_place(&mut one);
    let [y] = one;
    y
}

/// Replaces every number by its exponential: see [`exp`].
pub fn exp_in_place<R: Real>(x: &mut [R]) {
    update(&mut Column::new(x), [], |blocks, [], _| blocks.map(R::exp));
}

/// Replaces every number by its natural logarithm: see [`ln`].
pub fn ln_in_place<R: Real>(x: &mut [R]) {
    update(&mut Column::new(x), [], |blocks, [], _| blocks.map(R::ln));
}

/// Replaces every angle by its sine: see [`sin`].
pub fn sin_in_place<R: Real>(x: &mut [R]) {
    update(&mut Column::new(x), [], |blocks, [], _| blocks.map(|block| R::sin_cos(block).0));
}

/// Replaces every angle by its cosine: see [`cos`].
pub fn cos_in_place<R: Real>(x: &mut [R]) {
    update(&mut Column::new(x), [], |blocks, [], _| blocks.map(|block| R::sin_cos(block).1));
}
