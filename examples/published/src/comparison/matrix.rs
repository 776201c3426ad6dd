//! Small positive definite matrices, row by row.

/// The Cholesky factor of a positive definite matrix, row by row.
pub fn factor(matrix: &[f64], dim: usize) -> Vec<f64> {
    let mut factor = vec![0.0; dim * dim];
    for i in 0..dim {
        for j in 0..=i {
            let sum =
                (0..j).fold(matrix[i * dim + j], |sum, k| sum - factor[i * dim + k] * factor[j * dim + k]);
            factor[i * dim + j] = if i == j { sum.sqrt() } else { sum / factor[j * dim + j] };
        }
    }
    factor
}

/// The inverse of a positive definite matrix: both triangles of its factor are solved for each unit vector.
pub fn inverse(matrix: &[f64], dim: usize) -> Vec<f64> {
    let factor = factor(matrix, dim);
    let mut inverse = vec![0.0; dim * dim];
    for (column, x) in inverse.chunks_mut(dim).enumerate() {
        x[column] = 1.0;
        for i in 0..dim {
            x[i] = (0..i).fold(x[i], |sum, k| sum - factor[i * dim + k] * x[k]) / factor[i * dim + i];
        }
        for i in (0..dim).rev() {
            x[i] = (i + 1..dim).fold(x[i], |sum, k| sum - factor[k * dim + i] * x[k]) / factor[i * dim + i];
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_and_inverses_are_those_of_the_matrix() {
        let matrix = [4.0, 2.0, -1.0, 2.0, 5.0, 0.5, -1.0, 0.5, 3.0];
        let (factor, inverse) = (factor(&matrix, 3), inverse(&matrix, 3));
        for (i, j) in (0..9).map(|place| (place / 3, place % 3)) {
            let square: f64 = (0..3).map(|k| factor[3 * i + k] * factor[3 * j + k]).sum();
            let product: f64 = (0..3).map(|k| matrix[3 * i + k] * inverse[3 * k + j]).sum();
            assert!((square - matrix[3 * i + j]).abs() < 1e-14);
            assert!((product - f64::from(u8::from(i == j))).abs() < 1e-14);
        }
    }
}
