//! What the draws of a piece of a warm-up say of the coordinates they were drawn in.
//!
//! ```text
//! S = Σ (x - m)(x - m)ᵀ / (n - 1),   S' = n/(n + 5) S + 5/(n + 5) 10⁻³ I = K Kᵀ
//! c ← c + L m,   L ← L K,   x ← K⁻¹ (x - m)
//! ```
//!
//! Shrinking S towards a narrow law, as Stan does, keeps it positive definite with fewer draws than parameters: steps that are too
//! short are lengthened by the next window, steps that are too long are refused.

use super::metric::moved;
use crate::num::{Real, factorize};

/// How many draws the narrow law counts as, and its variance.
const NARROW: [f64; 2] = [5.0, 1e-3];

/// Steps of the power method that look for the widest direction.
const POWER_COUNT: u32 = 20;

/// Running sums over x: all products, or squares alone.
pub(super) struct Window<'a> {
    pub(super) mean: &'a mut [f64],
    /// The lower triangle of a matrix, in whole rows, or its diagonal; K after [`settle`](Self::settle).
    pub(super) products: &'a mut [f64],
    /// Vectors of scratch.
    pub(super) work: [&'a mut [f64]; 2],
}

impl Window<'_> {
    fn is_dense(&self) -> bool {
        self.products.len() > self.mean.len()
    }

    /// Takes in the `count`-th x; the first begins a window.
    pub(super) fn observe<R: Real>(&mut self, x: &[R], count: u32) {
        if count == 1 {
            self.mean.fill(0.0);
            self.products.fill(0.0);
        }
        let dense = self.is_dense();
        let Self { mean, products, work: [work, _] } = self;
        let share = 1.0 / f64::from(count);
        for ((off, mean), x) in work.iter_mut().zip(&mut **mean).zip(x) {
            *off = x.to_f64() - *mean;
            *mean += *off * share;
        }
        // Of the mean before and of the mean after (Welford 1962).
        let left = 1.0 - share;
        if !dense {
            products.iter_mut().zip(&**work).for_each(|(square, off)| *square += left * off * off);
            return;
        }
        add_square(products, work, left);
    }

    /// Makes S of the sums, and returns its largest eigenvalue, about: how much wider than the coordinates say the posterior is.
    pub(super) fn growth(&mut self, count: u32) -> f64 {
        let scale = 1.0 / (f64::from(count) - 1.0);
        self.products.iter_mut().for_each(|product| *product *= scale);
        if !self.is_dense() {
            return self.products.iter().fold(0.0, |most, square| most.max(*square));
        }
        let Self { products, work: [v, product], .. } = self;
        widest(products, v, product)
    }

    /// Makes coordinates of S in which what `count` draws tell is about a standard normal, with x where it stays in them; false,
    /// and nothing changes, where S is not positive definite for rounding.
    pub(super) fn settle<R: Real>(
        &mut self,
        count: u32,
        centre: &mut [R],
        root: &mut [R],
        x: &mut [R],
    ) -> bool {
        let dim = self.mean.len();
        let [held, variance] = NARROW;
        let share = f64::from(count) / (f64::from(count) + held);
        let dense = self.is_dense();
        let Self { mean, products, work: [off, _] } = self;
        products.iter_mut().for_each(|product| *product *= share);
        let stride = if dense { dim + 1 } else { 1 };
        products.iter_mut().step_by(stride).for_each(|square| *square += (1.0 - share) * variance);
        if dense {
            if !factorize(products, dim) {
                return false;
            }
        } else {
            products.iter_mut().for_each(|square| *square = libm::sqrt(*square));
        }
        for ((off, x), m) in off.iter_mut().zip(&*x).zip(&**mean) {
            *off = x.to_f64() - m;
        }
        if dense {
            for (row, c) in root.chunks_exact_mut(dim.max(1)).zip(centre) {
                *c = moved(*c, row.iter().zip(&**mean).map(|(l, m)| l.to_f64() * m).sum());
                // Ahead of j, where L is still the old one.
                for j in 0..dim {
                    let column = products.iter().skip(j * dim + j).step_by(dim);
                    let sum = row.iter().skip(j).zip(column).fold(0.0, |sum, (l, k)| sum + l.to_f64() * k);
                    row.iter_mut().skip(j).take(1).for_each(|l| *l = R::from_f64(sum));
                }
            }
            for (i, row) in products.chunks_exact(dim.max(1)).enumerate() {
                let sum: f64 = row.iter().zip(&**off).take(i).map(|(k, off)| k * off).sum();
                let own = row.get(i).copied().unwrap_or(1.0);
                off.iter_mut().skip(i).take(1).for_each(|off| *off = (*off - sum) / own);
            }
        } else {
            for (((l, k), c), m) in root.iter_mut().zip(&**products).zip(centre).zip(&**mean) {
                *c = moved(*c, l.to_f64() * m);
                *l = R::from_f64(l.to_f64() * k);
            }
            off.iter_mut().zip(&**products).for_each(|(off, k)| *off /= k);
        }
        x.iter_mut().zip(&**off).for_each(|(x, off)| *x = R::from_f64(*off));
        true
    }
}

/// Adds `weight` off offᵀ to the lower triangle of a matrix, in whole rows.
pub(super) fn add_square(matrix: &mut [f64], off: &[f64], weight: f64) {
    for (i, row) in matrix.chunks_exact_mut(off.len().max(1)).enumerate() {
        let own = weight * off.get(i).copied().unwrap_or_default();
        row.iter_mut().zip(off).take(i + 1).for_each(|(product, off)| *product += own * off);
    }
}

/// The largest eigenvalue of a covariance, about, of its lower triangle, with two vectors of scratch.
pub(super) fn widest(matrix: &[f64], v: &mut [f64], product: &mut [f64]) -> f64 {
    v.fill(1.0);
    let mut growth = 0.0;
    for _ in 0..POWER_COUNT {
        multiply_symmetric(matrix, v, product);
        let length = libm::sqrt(product.iter().map(|x| x * x).sum());
        growth = length / libm::sqrt(v.iter().map(|x| x * x).sum());
        if !(length > 0.0 && length.is_finite()) {
            break;
        }
        v.iter_mut().zip(&*product).for_each(|(v, x)| *v = x / length);
    }
    // The first v may be blind to the widest direction.
    matrix.iter().step_by(v.len() + 1).fold(growth, |most, square| most.max(*square))
}

/// y = S v, with the lower triangle of S.
fn multiply_symmetric(triangle: &[f64], v: &[f64], y: &mut [f64]) {
    let dim = v.len();
    y.fill(0.0);
    for (i, row) in triangle.chunks_exact(dim.max(1)).enumerate() {
        let own = v.get(i).copied().unwrap_or_default();
        let mut sum = 0.0;
        for (j, (s, v)) in row.iter().zip(v).take(i + 1).enumerate() {
            sum += s * v;
            if j < i {
                y.iter_mut().skip(j).take(1).for_each(|y| *y += s * own);
            }
        }
        y.iter_mut().skip(i).take(1).for_each(|y| *y += sum);
    }
}
