//! Cholesky factors: of small symmetric matrices in `f64`, and products with them, row by row, in place.

use super::{Real, Sum, visit};

/// The smallest pivot that is taken for positive: below, what is left of it is rounding.
pub(crate) const PIVOT_MIN: f64 = 1e-12;

/// Replaces the lower triangle of a symmetric `dim` × `dim` matrix by L, A = L Lᵀ; false where A is not positive
/// definite, and then anything stands there. What is above the diagonal is not read.
pub(crate) fn factorize(matrix: &mut [f64], dim: usize) -> bool {
    for i in 0..dim {
        let (before, row) = matrix.split_at_mut_checked(i * dim).unwrap_or_default();
        let Some(row) = row.get_mut(..=i) else { return false };
        let mut pivot = row.last().copied().unwrap_or(f64::NAN);
        for (j, done) in before.chunks_exact(dim.max(1)).enumerate() {
            let (Some((diagonal, done)), Some((left, [here, ..]))) =
                (done.get(..=j).and_then(|done| done.split_last()), row.split_at_mut_checked(j))
            else {
                return false;
            };
            let product: f64 = done.iter().zip(&*left).map(|(a, b)| a * b).sum();
            *here = (*here - product) / *diagonal;
            pivot -= *here * *here;
        }
        if !(pivot > PIVOT_MIN && pivot.is_finite()) {
            return false;
        }
        if let Some(last) = row.last_mut() {
            *last = libm::sqrt(pivot);
        }
    }
    true
}

/// x ← L x: row i makes the new x_i of all places up to i, which earlier rows read. The sums are in `f64`.
pub(crate) fn multiply<R: Real>(x: &mut [R], factor: &[R]) {
    for (i, row) in factor.chunks_exact(x.len().max(1)).enumerate().rev() {
        let Some(row) = row.get(..=i) else { return };
        let Some(x) = x.get_mut(..=i) else { return };
        let mut sum = Sum::<R>::new();
        visit([row, x], |[row, x], place| sum.add_products_of(place, row, x));
        if let Some(last) = x.last_mut() {
            *last = R::from_f64(sum.total());
        }
    }
}
