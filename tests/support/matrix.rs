//! Small square matrices.

use core::ops::{Add, Mul};

/// Row after row.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Matrix {
    pub(crate) size: usize,
    entries: Vec<f64>,
}

impl Matrix {
    pub(crate) fn from_fn(size: usize, entry: impl Fn(usize, usize) -> f64) -> Self {
        Self { size, entries: (0..size * size).map(|at| entry(at / size, at % size)).collect() }
    }

    pub(crate) fn rows<const N: usize>(rows: [[f64; N]; N]) -> Self {
        Self::from_fn(N, |i, j| rows[i][j])
    }

    pub(crate) fn diagonal(entries: &[f64]) -> Self {
        Self::from_fn(entries.len(), |i, j| if i == j { entries[i] } else { 0.0 })
    }

    /// x times the identity.
    pub(crate) fn scalar(size: usize, x: f64) -> Self {
        Self::diagonal(&vec![x; size])
    }

    pub(crate) fn zero(size: usize) -> Self {
        Self::scalar(size, 0.0)
    }

    /// Four matrices of one size as one.
    pub(crate) fn blocks(blocks: [[&Matrix; 2]; 2]) -> Self {
        let n = blocks[0][0].size;
        Self::from_fn(2 * n, |i, j| blocks[i / n][j / n].at(i % n, j % n))
    }

    pub(crate) fn at(&self, i: usize, j: usize) -> f64 {
        self.entries[i * self.size + j]
    }

    pub(crate) fn transposed(&self) -> Self {
        Self::from_fn(self.size, |i, j| self.at(j, i))
    }

    /// Of the largest entry.
    pub(crate) fn magnitude(&self) -> f64 {
        self.entries.iter().fold(0.0, |most, entry| f64::max(most, entry.abs()))
    }

    /// M X Mᵀ.
    pub(crate) fn around(&self, inner: &Matrix) -> Self {
        &(self * inner) * &self.transposed()
    }

    /// L, the matrix being L Lᵀ.
    pub(crate) fn root(&self) -> Self {
        let n = self.size;
        let mut rows = vec![vec![0.0; n]; n];
        for i in 0..n {
            for j in 0..=i {
                let left = self.at(i, j) - (0..j).map(|k| rows[i][k] * rows[j][k]).sum::<f64>();
                rows[i][j] = if i == j { libm::sqrt(left) } else { left / rows[j][j] };
            }
        }
        Self::from_fn(n, |i, j| rows[i][j])
    }

    /// xᵀ M x.
    pub(crate) fn along(&self, x: &[f64]) -> f64 {
        (0..self.size).map(|i| (0..self.size).map(|j| x[i] * self.at(i, j) * x[j]).sum::<f64>()).sum()
    }

    /// The largest eigenvalue of a symmetric, positive matrix and its direction of length 1, by the 2^12th power.
    pub(crate) fn largest(&self) -> (f64, Vec<f64>) {
        let power = (0..12).fold(self.clone(), |power, _| {
            let power = &power * &power;
            (1.0 / power.magnitude()) * &power
        });
        // Its longest column.
        let length =
            |j: usize| libm::sqrt((0..self.size).map(|i| power.at(i, j) * power.at(i, j)).sum::<f64>());
        let longest = (0..self.size).max_by(|a, b| length(*a).total_cmp(&length(*b))).expect("a column");
        let direction: Vec<_> = (0..self.size).map(|i| power.at(i, longest) / length(longest)).collect();
        (self.along(&direction), direction)
    }

    /// By Gauss and Jordan, for positive definite matrices: no pivots.
    pub(crate) fn inverse(&self) -> Self {
        let n = self.size;
        let mut rows: Vec<Vec<f64>> = (0..n)
            .map(|i| (0..2 * n).map(|j| if j < n { self.at(i, j) } else { f64::from(j == n + i) }).collect())
            .collect();
        for k in 0..n {
            let pivot = rows[k].iter().map(|x| x / rows[k][k]).collect::<Vec<_>>();
            for (i, row) in rows.iter_mut().enumerate() {
                let factor = if i == k { 0.0 } else { row[k] };
                let old = if i == k { &pivot } else { &row.clone() };
                *row = old.iter().zip(&pivot).map(|(x, p)| x - factor * p).collect();
            }
        }
        Self::from_fn(n, |i, j| rows[i][n + j])
    }
}

impl Mul for &Matrix {
    type Output = Matrix;
    fn mul(self, right: &Matrix) -> Matrix {
        Matrix::from_fn(self.size, |i, j| (0..self.size).map(|k| self.at(i, k) * right.at(k, j)).sum())
    }
}

impl Mul<&Matrix> for f64 {
    type Output = Matrix;
    fn mul(self, right: &Matrix) -> Matrix {
        Matrix::from_fn(right.size, |i, j| self * right.at(i, j))
    }
}

impl Add for &Matrix {
    type Output = Matrix;
    fn add(self, right: &Matrix) -> Matrix {
        Matrix::from_fn(self.size, |i, j| self.at(i, j) + right.at(i, j))
    }
}
