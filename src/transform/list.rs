//! Ranges of θ with a transform each, and all of θ through them.

use super::bounds::Bounds;
use super::correlation::Correlation;
use super::ordered::Ordered;
use super::simplex::Simplex;
use super::{Map, Put};
use crate::Error;
use crate::num::Real;
use crate::range::Ranges;
use crate::record::entry;
use crate::schema::{Listed, Of, Typed, choice};
use core::borrow::Borrow;
use core::ops::Range;

choice! {
    /// What the values of a transform are.
    TransformKind;

    /// Each between lower and upper, of which either may be infinite, for no bound: with lower 0, positive numbers.
    Bounded = 0;
    /// In ascending order.
    Ordered = 1;
    /// Positive, with sum 1: len of len - 1 parameters.
    Simplex = 2;
    /// The rows of the lower-triangular Cholesky factor of a correlation matrix, len * len numbers with zeros above the
    /// diagonal, of len (len - 1) / 2 parameters. What stands above it is not read.
    Correlation = 3;
}

impl Typed for TransformKind {
    const OF: Of = Of::List(&<Self as Listed>::LIST);
}

entry! {
    /// A range of parameters, and what becomes of them; what no transform covers is taken as it is.
    Transform;

    /// A transform without bounds.
    new(kind: TransformKind, start: usize, len: usize);

    /// What the values are.
    kind: TransformKind;
    /// The first parameter, counted from 0.
    start: usize;
    /// How many values there are, or rows of a correlation matrix.
    len: usize => at_least(1.0), TransformRange;
    /// Below every value; 0 for other kinds than bounded ones.
    lower: f64 = 0.0;
    /// Above every value, and above lower; 0 for other kinds than bounded ones.
    upper: f64 = 0.0;
}

impl Transform {
    /// `len` numbers above 0.
    pub fn positive(start: usize, len: usize) -> Self {
        Self::bounded(start, len, 0.0, f64::INFINITY)
    }

    /// `len` numbers between two bounds, of which either may be infinite.
    pub fn bounded(start: usize, len: usize, lower: f64, upper: f64) -> Self {
        Self { lower, upper, ..Self::new(TransformKind::Bounded, start, len) }
    }

    /// `len` numbers in ascending order.
    pub fn ordered(start: usize, len: usize) -> Self {
        Self::new(TransformKind::Ordered, start, len)
    }

    /// `len` positive numbers with sum 1, of `len - 1` parameters.
    pub fn simplex(start: usize, len: usize) -> Self {
        Self::new(TransformKind::Simplex, start, len)
    }

    /// The Cholesky factor of a correlation matrix with `len` rows, of `len (len - 1) / 2` parameters.
    pub fn correlation(start: usize, len: usize) -> Self {
        Self::new(TransformKind::Correlation, start, len)
    }

    /// How many parameters and values there are.
    fn lens(&self) -> Option<(usize, usize)> {
        let len = self.len;
        Some(match self.kind {
            TransformKind::Bounded | TransformKind::Ordered => (len, len),
            TransformKind::Simplex => (len.checked_sub(1)?, len),
            TransformKind::Correlation => (len.checked_mul(len.checked_sub(1)?)? / 2, len.checked_mul(len)?),
        })
    }

    /// Refuses what no kind can have, or this one; the bounds in the precision of θ, where it has some.
    fn check<R: Real>(&self) -> Result<Bounds, Error> {
        Ranges::<R>::check_ranges(self)?;
        let given = [self.lower, self.upper];
        if self.kind != TransformKind::Bounded {
            return if given == [0.0; 2] { Ok(Bounds::NONE) } else { Err(Error::TransformBounds) };
        }
        let [lower, upper] = given.map(|x| R::from_f64(x).to_f64());
        let kept = given.map(f64::is_finite) == [lower, upper].map(f64::is_finite);
        // Infinite for bounds that are finite and too far apart.
        let distance = if lower.is_finite() && upper.is_finite() { upper - lower } else { 1.0 };
        let good = kept && lower < upper && distance.is_finite();
        if good { Ok(Bounds { lower, upper }) } else { Err(Error::TransformBounds) }
    }
}

/// A range of θ, and that of its values.
struct Place {
    theta: Range<usize>,
    values: Range<usize>,
}

/// Visits the ranges of `dim` parameters, those between the transforms included, and returns how many values there are.
fn visit<R: Real, T: Borrow<Transform>>(
    transforms: impl IntoIterator<Item = T>,
    dim: usize,
    mut each: impl FnMut(&dyn Map<R>, &Place),
) -> Result<usize, Error> {
    let (mut end, mut value_end) = (0usize, 0usize);
    let mut advance = |map: &dyn Map<R>, len: usize, value_len: usize| {
        let place = Place {
            theta: end..end.checked_add(len).ok_or(Error::LengthTooLarge)?,
            values: value_end..value_end.checked_add(value_len).ok_or(Error::LengthTooLarge)?,
        };
        (end, value_end) = (place.theta.end, place.values.end);
        if len + value_len > 0 {
            each(map, &place);
        }
        Ok((end, value_end))
    };
    let mut from = 0;
    for transform in transforms {
        let transform = transform.borrow();
        let (start, bounds) = (transform.start, transform.check::<R>()?);
        let (len, value_len) = transform.lens().ok_or(Error::TransformRange)?;
        start.checked_add(len).filter(|end| *end <= dim).ok_or(Error::TransformRange)?;
        let gap = start.checked_sub(from).ok_or(Error::TransformOverlap)?;
        advance(&Bounds::NONE, gap, gap)?;
        let map: &dyn Map<R> = match transform.kind {
            TransformKind::Bounded => &bounds,
            TransformKind::Ordered => &Ordered,
            TransformKind::Simplex => &Simplex,
            TransformKind::Correlation => &Correlation { len: transform.len },
        };
        (from, _) = advance(map, len, value_len)?;
    }
    let gap = dim.saturating_sub(from);
    Ok(advance(&Bounds::NONE, gap, gap)?.1)
}

/// Fills `out` by `run` for every range and returns the sum of what that returns; or `error`, and `out` is as it was,
/// where something is not finite.
fn fill<R: Real, T: Borrow<Transform>>(
    out: &mut [R],
    transforms: impl IntoIterator<Item = T> + Clone,
    (dim, value_len): (usize, usize),
    error: Error,
    run: impl Fn(&dyn Map<R>, &Place, Put<'_>) -> f64,
) -> Result<f64, Error> {
    let (mut fits, mut sum) = (true, 0.0);
    let len = visit(transforms.clone(), dim, |map, place| {
        sum += run(map, place, &mut |_, x| fits &= R::from_f64(x).is_finite());
    })?;
    if len != value_len {
        return Err(Error::LengthMismatch);
    }
    if !(fits && sum.is_finite()) {
        return Err(error);
    }
    visit(transforms, dim, |map, place| {
        run(map, place, &mut |i, x| {
            if let Some(out) = out.get_mut(i) {
                *out = R::from_f64(x);
            }
        });
    })?;
    Ok(sum)
}

/// A range of a slice.
fn part<'n, R: Real>(numbers: &'n [R], range: &Range<usize>) -> &'n [R] {
    numbers.get(range.clone()).unwrap_or_default()
}

/// The values y of θ, and log |det ∂y/∂θ|, which a density of y takes with it to one of θ.
///
/// `transforms` are in ascending order; y has its ranges in their order. Each number is the exact one, rounded: far out
/// it may be the bound itself. Allocates nothing, never panics.
///
/// # Errors
///
/// [`Error::TransformRange`], [`Error::TransformOverlap`], [`Error::TransformBounds`]; [`Error::LengthMismatch`] unless
/// `values` has [`constrained_len`] numbers; [`Error::ThetaNotFinite`]; [`Error::ValueNotFinite`]. Nothing is written
/// then.
///
/// ```
/// # use sgmcmc::{Transform, constrain};
/// let (theta, mut y) = ([0.25, 0.0, 0.0], [0.0; 3]);
/// let log_jacobian = constrain(&mut y, &theta, &[Transform::positive(1, 1)])?;
/// assert_eq!((y, log_jacobian), ([0.25, 1.0, 0.0], 0.0));
/// # Ok::<(), sgmcmc::Error>(())
/// ```
pub fn constrain<R: Real, T: Borrow<Transform>>(
    values: &mut [R],
    theta: &[R],
    transforms: impl IntoIterator<Item = T> + Clone,
) -> Result<f64, Error> {
    if !theta.iter().all(|x| x.is_finite()) {
        return Err(Error::ThetaNotFinite);
    }
    let lens = (theta.len(), values.len());
    fill(values, transforms, lens, Error::ValueNotFinite, |map, place, put| {
        let start = place.values.start;
        map.constrain(part(theta, &place.theta), &mut |i, x| put(start + i, x))
    })
}

/// The gradient in θ of a function whose gradient in the values of θ is known, plus `weight` times that of
/// log |det ∂y/∂θ|: 1 for all of a log posterior, 0 for a part that goes without.
///
/// # Errors
///
/// As [`constrain`].
pub fn pull_back<R: Real, T: Borrow<Transform>>(
    gradient: &mut [R],
    theta: &[R],
    value_gradient: &[R],
    transforms: impl IntoIterator<Item = T> + Clone,
    weight: f64,
) -> Result<(), Error> {
    if gradient.len() != theta.len() {
        return Err(Error::LengthMismatch);
    }
    if !theta.iter().all(|x| x.is_finite()) {
        return Err(Error::ThetaNotFinite);
    }
    let lens = (theta.len(), value_gradient.len());
    fill(gradient, transforms, lens, Error::ValueNotFinite, |map, place, put| {
        let (theta, start) = (part(theta, &place.theta), place.theta.start);
        map.pull_back(theta, part(value_gradient, &place.values), weight, &mut |i, x| put(start + i, x));
        0.0
    })
    .map(drop)
}

/// The θ of values, for a start: what [`constrain`] takes to them.
///
/// # Errors
///
/// As [`constrain`], and [`Error::ValueOutside`] for values that no θ is taken to.
pub fn unconstrain<R: Real, T: Borrow<Transform>>(
    theta: &mut [R],
    values: &[R],
    transforms: impl IntoIterator<Item = T> + Clone,
) -> Result<(), Error> {
    let lens = (theta.len(), values.len());
    fill(theta, transforms, lens, Error::ValueOutside, |map, place, put| {
        let start = place.theta.start;
        map.unconstrain(part(values, &place.values), &mut |i, x| put(start + i, x))
    })
    .map(drop)
}

/// How many values `dim` parameters have.
///
/// # Errors
///
/// As [`constrain`].
pub fn constrained_len<R: Real, T: Borrow<Transform>>(
    transforms: impl IntoIterator<Item = T>,
    dim: usize,
) -> Result<usize, Error> {
    visit::<R, T>(transforms, dim, |_, _| ())
}
