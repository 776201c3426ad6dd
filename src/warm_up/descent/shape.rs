//! The curvature in all directions where a descent has come to: what steps have not met, pairs do not know.
//!
//! ```text
//! H_i = (∇L(θ - r_i e_i) - ∇L(θ + r_i e_i)) / 2 r_i;   D H D = Vᵀ Λ V, D_i = |H_ii|^-½
//! q = D Vᵀ |Λ|⁻¹ V D ∇L;   F = L + log det D - ½ log det |Λ|
//! ```
//!
//! F is Laplace's approximation of how much mass is about θ. A step that raises L and lowers F leads into a narrower
//! place than it is worth, as down a funnel. Where L is curved up, the way may lead over a saddle: to either side of it.

use crate::num::{Real, diagonalize};

/// What an eigenvalue is at least taken for, of matrices whose diagonal is 1: below it is rounding.
const LEAST: f64 = 1e-11;

/// The curvature of -L, and room to work it out.
pub(super) struct Shape<'a> {
    /// H, row by row, and then Λ on the diagonal.
    pub(super) matrix: &'a mut [f64],
    /// V.
    pub(super) vectors: &'a mut [f64],
    /// D.
    pub(super) spread: &'a mut [f64],
    pub(super) solution: &'a mut [f64],
}

impl Shape<'_> {
    fn dim(&self) -> usize {
        self.spread.len()
    }

    /// Λ with the rows of V.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (f64, &[f64])> {
        let dim = self.dim();
        self.matrix.iter().step_by(dim.saturating_add(1)).copied().zip(self.vectors.chunks_exact(dim.max(1)))
    }

    /// Takes H to Λ and V; false where it is not finite.
    pub(super) fn diagonalize(&mut self) -> bool {
        let dim = self.dim();
        for (own, d) in self.matrix.iter().step_by(dim.saturating_add(1)).zip(&mut *self.spread) {
            let found = 1.0 / libm::sqrt(own.abs());
            *d = if found.is_finite() { found } else { *d };
        }
        for i in 0..dim {
            for j in 0..=i {
                let [there, back] = [i * dim + j, j * dim + i];
                let scale = self.spread.get(i).zip(self.spread.get(j)).map_or(0.0, |(a, b)| a * b);
                if let Ok([there, back]) = self.matrix.get_disjoint_mut([there, back]) {
                    let mean = 0.5 * scale * (*there + *back);
                    (*there, *back) = (mean, mean);
                } else {
                    self.matrix.iter_mut().skip(there).take(1).for_each(|own| *own *= scale);
                }
            }
        }
        diagonalize(self.matrix, self.vectors, dim)
    }

    /// The rows of L = D Vᵀ |Λ|^-½, whose L Lᵀ is the covariance of a normal law with this curvature.
    pub(super) fn write_root<R: Real>(&self, root: &mut [R]) {
        let dim = self.dim();
        for (j, (value, row)) in self.pairs().enumerate() {
            let scale = 1.0 / libm::sqrt(value.abs().max(LEAST));
            for ((place, v), d) in root.iter_mut().skip(j).step_by(dim.max(1)).zip(row).zip(&*self.spread) {
                *place = R::from_f64(d * v * scale);
            }
        }
    }

    /// q in `solution`, which has ∇L; by how much L rises along it if it is quadratic, and log det D - ½ log det |Λ|.
    pub(super) fn solve(&mut self, gradient: impl Fn(usize) -> f64) -> Look {
        self.solution.fill(0.0);
        let mut look = Look { expected_gain: 0.0, log_volume: 0.0 };
        let dim = self.dim();
        let Self { matrix, vectors, spread, solution } = self;
        for (value, row) in matrix.iter().step_by(dim.saturating_add(1)).zip(vectors.chunks_exact(dim.max(1)))
        {
            let size = value.abs().max(LEAST);
            let along = row.iter().zip(&**spread).enumerate();
            let along = along.fold(0.0, |sum, (i, (v, d))| sum + v * d * gradient(i));
            look.expected_gain += 0.5 * along * along / size;
            look.log_volume -= 0.5 * libm::log(size);
            solution.iter_mut().zip(row).for_each(|(x, v)| *x += v * along / size);
        }
        for (x, d) in solution.iter_mut().zip(&**spread) {
            *x *= d;
            look.log_volume += libm::log(*d);
        }
        look
    }
}

/// What the curvature says of a place.
pub(super) struct Look {
    /// log det D - ½ log det |Λ|.
    pub(super) log_volume: f64,
    /// By how much a step along `direction` might raise L.
    pub(super) expected_gain: f64,
}
