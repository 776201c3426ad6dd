//! Linear chains z' = A z + B ξ: their stationary covariance, and the standard errors of measured second moments.

use super::Matrix;

/// One step, or several.
#[derive(Clone, Debug)]
pub(crate) struct LinearChain {
    /// A.
    pub(crate) map: Matrix,
    /// B Bᵀ.
    pub(crate) noise: Matrix,
}

impl LinearChain {
    /// A step without noise.
    pub(crate) fn still(map: Matrix) -> Self {
        Self { noise: Matrix::zero(map.size), map }
    }

    /// This step, then `next`.
    pub(crate) fn then(&self, next: &Self) -> Self {
        Self { map: &next.map * &self.map, noise: &next.map.around(&self.noise) + &next.noise }
    }

    /// This step `count` times, by squaring.
    pub(crate) fn times(&self, count: u64) -> Self {
        match count {
            0 => Self::still(Matrix::scalar(self.map.size, 1.0)),
            _ if count % 2 == 1 => self.times(count - 1).then(self),
            _ => self.then(self).times(count / 2),
        }
    }

    /// The solution of Σ = A Σ Aᵀ + B Bᵀ: what 2^j steps make of a start at 0, as j grows.
    pub(crate) fn covariance(&self) -> Matrix {
        let mut chain = self.clone();
        for _ in 0..60 {
            chain = chain.then(&chain);
            if chain.map.magnitude() < 1e-12 {
                let left = &chain.noise + &(-1.0 * &(&self.map.around(&chain.noise) + &self.noise));
                assert!(left.magnitude() < 1e-11 * chain.noise.magnitude(), "residual {}", left.magnitude());
                return chain.noise;
            }
        }
        panic!("the chain is not stable: {:?}", self.map);
    }

    /// How many steps bring the covariance from a start at 0 to one part in 10⁸: a power of two.
    pub(crate) fn burn_in(&self) -> u64 {
        let (mut map, mut count) = (self.map.clone(), 1);
        while map.magnitude() > 1e-4 {
            map = &map * &map;
            count *= 2;
        }
        count
    }

    /// The standard error of the mean of z_i z_j over `count` stationary steps of `copies` independent chains.
    ///
    /// ```text
    /// C_k = A^k Σ,   Cov(z_i z_j, z_i z_j k steps later) = C_k[ii] C_k[jj] + C_k[ij] C_k[ji]       Isserlis 1918
    /// error² = Σ_{|k| < count} (1 - |k| / count) Cov_k / (count copies)
    /// ```
    pub(crate) fn errors(&self, count: u64, copies: usize) -> Matrix {
        let covariance = self.covariance();
        let at_lag =
            |c: &Matrix| Matrix::from_fn(c.size, |i, j| c.at(i, i) * c.at(j, j) + c.at(i, j) * c.at(j, i));
        let now = at_lag(&covariance);
        let (mut lagged, mut sum) = (covariance, now.clone());
        for k in 1..count {
            lagged = &self.map * &lagged;
            let term = at_lag(&lagged);
            if term.magnitude() < 1e-14 * now.magnitude() {
                break;
            }
            sum = &sum + &(2.0 * (1.0 - k as f64 / count as f64) * &term);
        }
        let draws = count as f64 * copies as f64;
        Matrix::from_fn(sum.size, |i, j| (sum.at(i, j) / draws).sqrt())
    }
}
