//! Where gradients are looked at, and what a look works in.

use crate::Error;
use crate::num::{Cut, Real};

/// Places besides x = 0 where gradients are looked at.
pub(super) const PLACE_COUNT: usize = 8;

/// What a look works in: of variances alone, one place and no matrices.
pub(super) struct LookRoom<C: Cut, R: Real> {
    /// x = 0, and the others.
    pub(super) places: C::Slice<R>,
    /// Those of them that are balanced: see [`balance`].
    pub(super) balanced: C::Slice<R>,
    /// ḡ at each of them.
    pub(super) means: C::Slice<f64>,
    pub(super) answer: C::Slice<R>,
    pub(super) part: C::Slice<R>,
    pub(super) total: C::Slice<f64>,
    pub(super) chunk: C::Slice<u32>,
    /// ∇ℓ_i - ḡ at x = 0, and elsewhere.
    pub(super) off: [C::Slice<f64>; 2],
    /// F of the plain gradient, and with a control variate: the lower triangle in whole rows.
    pub(super) squares: [C::Slice<f64>; 2],
    pub(super) vectors: C::Slice<f64>,
}

impl<C: Cut, R: Real> LookRoom<C, R> {
    pub(super) fn new(chunk_len: u32, dim: usize, dense: bool, cut: &mut C) -> Result<Self, Error> {
        let counts = if dense { [PLACE_COUNT + 1, dim] } else { [1, 0] };
        let [places_len, matrix_len] = counts.map(|count| dim.saturating_mul(count));
        let room = Self {
            places: cut.take(places_len),
            balanced: cut.take(places_len),
            means: cut.take(places_len),
            answer: cut.take(dim),
            part: cut.take(dim),
            total: cut.take(dim),
            chunk: cut.take(chunk_len as usize),
            off: [cut.take(dim), cut.take(dim)],
            squares: [cut.take(matrix_len), cut.take(matrix_len)],
            vectors: cut.take(matrix_len),
        };
        cut.end()?;
        Ok(room)
    }
}

/// Moves all places but the first so that, of what is no constant, the mean is 0 and the covariance the unit matrix, as those of
/// N(0, I) are: then the mean of what is quadratic in x is exact. It takes more places than there are dimensions.
pub(super) fn balance<R: Real>(places: &mut [R], dim: usize) {
    let at = |row: &[R], i: usize| row.get(i).copied().unwrap_or_default().to_f64();
    for i in 0..dim {
        // Gram and Schmidt: away from the constant, then from the columns before.
        for j in (0..=i).map(|j| j.checked_sub(1)) {
            let other = |row: &[R]| j.map_or(1.0, |j| at(row, j));
            let each = places.chunks_exact(dim.max(1)).skip(1);
            let product = each.map(|row| at(row, i) * other(row)).sum::<f64>() / PLACE_COUNT as f64;
            change(places, (dim, i), |row| at(row, i) - product * other(row));
        }
        let each = places.chunks_exact(dim.max(1)).skip(1);
        let size = libm::sqrt(each.map(|row| at(row, i) * at(row, i)).sum::<f64>() / PLACE_COUNT as f64);
        if size > 0.0 {
            change(places, (dim, i), |row| at(row, i) / size);
        }
    }
}

/// Gives number `i` of all rows but the first this value.
fn change<R: Real>(places: &mut [R], (dim, i): (usize, usize), to: impl Fn(&[R]) -> f64) {
    for row in places.chunks_exact_mut(dim.max(1)).skip(1) {
        let value = R::from_f64(to(row));
        row.iter_mut().skip(i).take(1).for_each(|x| *x = value);
    }
}
