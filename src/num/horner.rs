//! Polynomials of the elementary functions.

/// The polynomial c0 + z (c1 + z (c2 + …)) in lanes `$v`, written out so that no loop is left to unroll.
macro_rules! horner {
    ($v:ident, $z:expr; $last:expr) => { $v::splat($last) };
    ($v:ident, $z:expr; $first:expr, $($rest:expr),+) => { $v::splat($first) + $z * horner!($v, $z; $($rest),+) };
}
pub(super) use horner;
