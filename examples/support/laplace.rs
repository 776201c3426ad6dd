//! Mean and variances of a logistic regression's posterior without sampling: Newton's method and Laplace's expansion.
//!
//! ```text
//! θ̂ = argmax L,   Σ = (-∇²L(θ̂))⁻¹
//! E θ = θ̂ + ½ Σ Σ_i ℓ_i''' z_i (z_iᵀ Σ z_i) + O(n⁻²),   var θ = diag Σ (1 + O(n⁻¹))
//! ```
//!
//! Tierney and Kadane 1986, section 2; on 100 000 data, a SAGA-LD chain of 600 passes is 0.006 posterior deviations away.
//! ℓ''' is the third derivative of ln p by zᵀθ.

use crate::logistic::{DIM, Logistic, dot};
use sgmcmc::exp;

type Vector = [f64; DIM];
type Matrix = [Vector; DIM];

/// What the expansion gives.
pub struct Posterior {
    pub mean: Vector,
    pub variance: Vector,
}

/// The posterior under the prior N(0, 1/precision) of every coefficient.
pub fn posterior(data: &Logistic, precision: f64) -> Posterior {
    let mut mode = [0.0; DIM];
    let factor = loop {
        let (gradient, negative_hessian) = derivatives(data, precision, &mode);
        let factor = cholesky(&negative_hessian);
        let step = solve_transposed(&factor, solve(&factor, gradient));
        mode.iter_mut().zip(&step).for_each(|(mode, step)| *mode += step);
        // Newton's method squares its error: the next step would be below the rounding.
        if step.iter().all(|step| step.abs() < 1e-8) {
            break factor;
        }
    };
    let mut skew = [0.0; DIM];
    for z in data.rows() {
        let p = 1.0 / (1.0 + exp(-dot(z, &mode)));
        let third = -p * (1.0 - p) * (1.0 - 2.0 * p);
        // With -∇²L = L Lᵀ, zᵀ Σ z is the square of L⁻¹ z.
        let root = solve(&factor, *z);
        let weight = third * dot(&root, &root);
        skew.iter_mut().zip(z).for_each(|(skew, z)| *skew += weight * z);
    }
    let shift = solve_transposed(&factor, solve(&factor, skew));
    Posterior {
        mean: std::array::from_fn(|i| mode[i] + 0.5 * shift[i]),
        variance: std::array::from_fn(|i| {
            let root = solve(&factor, std::array::from_fn(|j| if i == j { 1.0 } else { 0.0 }));
            dot(&root, &root)
        }),
    }
}

/// ∇L and -∇²L, of which only the lower triangle is filled.
fn derivatives(data: &Logistic, precision: f64, theta: &Vector) -> (Vector, Matrix) {
    let (mut gradient, mut matrix) = (theta.map(|theta| -precision * theta), [[0.0; DIM]; DIM]);
    for z in data.rows() {
        let p = 1.0 / (1.0 + exp(-dot(z, theta)));
        gradient.iter_mut().zip(z).for_each(|(gradient, z)| *gradient += (1.0 - p) * z);
        for (i, row) in matrix.iter_mut().enumerate() {
            let scale = p * (1.0 - p) * z[i];
            row[..=i].iter_mut().zip(z).for_each(|(entry, z)| *entry += scale * z);
        }
    }
    (0..DIM).for_each(|i| matrix[i][i] += precision);
    (gradient, matrix)
}

/// The lower-triangular L with L Lᵀ = `matrix`.
fn cholesky(matrix: &Matrix) -> Matrix {
    let mut factor = [[0.0; DIM]; DIM];
    for i in 0..DIM {
        for j in 0..=i {
            let sum: f64 = (0..j).map(|k| factor[i][k] * factor[j][k]).sum();
            let rest = matrix[i][j] - sum;
            factor[i][j] = if i == j { rest.sqrt() } else { rest / factor[j][j] };
        }
    }
    factor
}

/// L⁻¹ x.
fn solve(factor: &Matrix, mut x: Vector) -> Vector {
    for i in 0..DIM {
        let sum: f64 = (0..i).map(|j| factor[i][j] * x[j]).sum();
        x[i] = (x[i] - sum) / factor[i][i];
    }
    x
}

/// L⁻ᵀ x.
fn solve_transposed(factor: &Matrix, mut x: Vector) -> Vector {
    for i in (0..DIM).rev() {
        let sum: f64 = (i + 1..DIM).map(|j| factor[j][i] * x[j]).sum();
        x[i] = (x[i] - sum) / factor[i][i];
    }
    x
}
