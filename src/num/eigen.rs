//! Eigenvalues and eigenvectors of small symmetric matrices in `f64`: Jacobi's rotations, row by row (Golub and Van Loan
//! 2013, section 8.5.3).

/// How often all that is beside the diagonal is rotated away, at most; some eight times do for a hundred rows.
const SWEEPS: u32 = 30;

/// What may be left of it, as a share of the diagonal's square.
const LEFT: f64 = 1e-26;

/// Replaces a symmetric `dim` × `dim` matrix by a diagonal one, its eigenvalues, and `vectors` by their rows; false where
/// something is not finite.
pub(crate) fn diagonalize(matrix: &mut [f64], vectors: &mut [f64], dim: usize) -> bool {
    vectors.fill(0.0);
    vectors.iter_mut().step_by(dim.saturating_add(1)).for_each(|own| *own = 1.0);
    for _ in 0..SWEEPS {
        let (mut own, mut beside) = (0.0, 0.0);
        for (i, row) in matrix.chunks_exact(dim.max(1)).enumerate() {
            for (j, x) in row.iter().enumerate() {
                *(if i == j { &mut own } else { &mut beside }) += x * x;
            }
        }
        if !(own + beside).is_finite() {
            return false;
        }
        if beside <= LEFT * own {
            break;
        }
        for p in 0..dim {
            for q in p + 1..dim {
                let at = |row: usize, column: usize| matrix.get(row * dim + column).copied().unwrap_or(0.0);
                let (beside, first, second) = (at(p, q), at(p, p), at(q, q));
                if beside == 0.0 {
                    continue;
                }
                // The smaller of both angles.
                let ratio = (second - first) / (2.0 * beside);
                let root = ratio.abs() + libm::sqrt(1.0 + ratio * ratio);
                let tangent = if ratio < 0.0 { -1.0 / root } else { 1.0 / root };
                let cosine = 1.0 / libm::sqrt(1.0 + tangent * tangent);
                let turn = [cosine, tangent * cosine];
                rotate_rows(matrix, dim, [p, q], turn);
                rotate_rows(vectors, dim, [p, q], turn);
                for row in matrix.chunks_exact_mut(dim.max(1)) {
                    if let Ok([x, y]) = row.get_disjoint_mut([p, q]) {
                        rotate(x, y, turn);
                    }
                }
            }
        }
    }
    true
}

fn rotate(x: &mut f64, y: &mut f64, [cosine, sine]: [f64; 2]) {
    (*x, *y) = (cosine * *x - sine * *y, sine * *x + cosine * *y);
}

fn rotate_rows(matrix: &mut [f64], dim: usize, [p, q]: [usize; 2], turn: [f64; 2]) {
    let rows = [p, q].map(|row| row * dim..(row + 1) * dim);
    if let Ok([first, second]) = matrix.get_disjoint_mut(rows) {
        first.iter_mut().zip(second).for_each(|(x, y)| rotate(x, y, turn));
    }
}

#[cfg(test)]
mod tests {
    use super::diagonalize;

    /// Vᵀ Λ V is the matrix, to 1e-13 of its largest number, and V Vᵀ the unit matrix.
    #[test]
    fn rows_are_eigenvectors() {
        const DIM: usize = 7;
        let of = |i: usize, j: usize| {
            let far = libm::pow(10.0, (i + j) as f64 - 6.0);
            far * libm::sin(1.0 + (i * j) as f64) + if i == j { far } else { 0.0 }
        };
        let mut matrix: [f64; DIM * DIM] = core::array::from_fn(|at| of(at / DIM, at % DIM));
        let (given, mut vectors) = (matrix, [f64::NAN; DIM * DIM]);
        assert!(diagonalize(&mut matrix, &mut vectors, DIM));
        for i in 0..DIM {
            for j in 0..DIM {
                let sum = |f: &dyn Fn(usize) -> f64| (0..DIM).map(f).sum::<f64>();
                let back = sum(&|k| matrix[k * (DIM + 1)] * vectors[k * DIM + i] * vectors[k * DIM + j]);
                assert!((back - given[i * DIM + j]).abs() < 1e-7, "{i} {j}: {back}");
                let unit = sum(&|k| vectors[i * DIM + k] * vectors[j * DIM + k]);
                assert!((unit - if i == j { 1.0 } else { 0.0 }).abs() < 1e-13, "{i} {j}: {unit}");
            }
        }
        assert!(!diagonalize(&mut [f64::NAN; 4], &mut [0.0; 4], 2));
    }
}
