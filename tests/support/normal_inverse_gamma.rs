//! The normal-inverse-gamma density of a regression's (β, log σ²), its moments, and SGLD's bias on them.

use super::{Estimate, chain_mean};

/// The length of β.
pub(crate) const D: usize = 3;
/// The length of θ.
pub(crate) const DIM: usize = D + 1;

pub(crate) type Square = [[f64; D]; D];

pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

pub(crate) fn times(a: &Square, b: &[f64; D]) -> [f64; D] {
    a.map(|row| dot(&row, b))
}

/// By cofactors, whose signs the cyclic indices take care of.
pub(crate) fn inverse(a: &Square) -> Square {
    let cofactor = |i: usize, j: usize| {
        let at = |di: usize, dj: usize| a[(i + di) % D][(j + dj) % D];
        at(1, 1) * at(2, 2) - at(1, 2) * at(2, 1)
    };
    let determinant: f64 = (0..D).map(|j| a[0][j] * cofactor(0, j)).sum();
    std::array::from_fn(|i| std::array::from_fn(|j| cofactor(j, i) / determinant))
}

/// Where the asymptotic series of the polygammas begin to be good to 1e-15.
const SERIES_FROM: f64 = 20.0;

/// (ln Γ)'(x), x > 0: up by (x + 1) = (x) + 1/x, then the asymptotic series.
pub(crate) fn digamma(x: f64) -> f64 {
    if x < SERIES_FROM {
        return digamma(x + 1.0) - 1.0 / x;
    }
    let z = 1.0 / (x * x);
    libm::log(x) - 0.5 / x - z * (1.0 / 12.0 - z * (1.0 / 120.0 - z * (1.0 / 252.0 - z / 240.0)))
}

/// (ln Γ)''(x), x > 0, in the same way.
pub(crate) fn trigamma(x: f64) -> f64 {
    if x < SERIES_FROM {
        return trigamma(x + 1.0) + 1.0 / (x * x);
    }
    let z = 1.0 / (x * x);
    1.0 / x + 0.5 * z + z / x * (1.0 / 6.0 - z * (1.0 / 30.0 - z * (1.0 / 42.0 - z / 30.0)))
}

/// The density of θ = (β, γ) when β | γ ~ N(mean, spread e^γ precision⁻¹) and e^γ ~ IG(shape, scale).
#[derive(Clone, Copy, Debug)]
pub(crate) struct NormalInverseGamma {
    pub(crate) mean: [f64; D],
    /// V⁻¹.
    pub(crate) precision: Square,
    /// φ.
    pub(crate) shape: f64,
    /// ψ.
    pub(crate) scale: f64,
    /// The temperature of a tempered density, else 1.
    pub(crate) spread: f64,
}

impl NormalInverseGamma {
    /// log f(θ) up to a constant, for a spread of 1, and its gradient.
    ///
    /// ```text
    /// log N(β | μ, e^γ V)           = -(d/2) γ - ½ e^(-γ) Q,          Q = (β - μ)ᵀ V⁻¹ (β - μ)
    /// log IG(e^γ | φ, ψ) |d e^γ/dγ| = -(φ + 1) γ - ψ e^(-γ) + γ
    /// ∂β = -e^(-γ) V⁻¹ (β - μ)
    /// ∂γ = -d/2 + ½ e^(-γ) Q - φ + ψ e^(-γ)         [(4.2), with the sign of d/2 put right]
    /// ```
    pub(crate) fn log_density(&self, theta: &[f64; DIM]) -> (f64, [f64; DIM]) {
        assert!(self.spread == 1.0, "tempered densities have moments only");
        let (slope, quadratic) = self.form(theta);
        let (gamma, inverse_variance) = (theta[D], libm::exp(-theta[D]));
        let (power, rate) = (0.5 * D as f64 + self.shape, 0.5 * quadratic + self.scale);
        let mut gradient = [inverse_variance * rate - power; DIM];
        for (g, slope) in gradient.iter_mut().zip(slope) {
            *g = -inverse_variance * slope;
        }
        (-power * gamma - inverse_variance * rate, gradient)
    }

    /// V⁻¹ (β - μ), and Q.
    pub(crate) fn form(&self, theta: &[f64; DIM]) -> ([f64; D], f64) {
        let off: [f64; D] = std::array::from_fn(|j| theta[j] - self.mean[j]);
        let slope = times(&self.precision, &off);
        (slope, dot(&slope, &off))
    }

    /// f^(1/T): exponents over T, and the d/2 that stays with β taken off the γ that is left over.
    ///
    /// ```text
    /// β | γ ~ N(μ, T e^γ V),   e^γ ~ IG((φ + d/2)/T - d/2, ψ/T)
    /// ```
    pub(crate) fn tempered(&self, temperature: f64) -> Self {
        let half = 0.5 * D as f64;
        Self {
            shape: (self.shape + half) / temperature - half,
            scale: self.scale / temperature,
            spread: temperature,
            ..*self
        }
    }

    /// E θ and Cov θ: β is Student-t with 2φ degrees of freedom, γ the logarithm of an inverse gamma.
    ///
    /// ```text
    /// E β = μ,   Cov β = spread ψ/(φ - 1) V,   E γ = ln ψ - digamma φ,   Var γ = trigamma φ,   Cov(β, γ) = 0
    /// ```
    pub(crate) fn moments(&self) -> Moments {
        let mut moments = Moments { mean: [0.0; DIM], covariance: [[0.0; DIM]; DIM] };
        let variance = self.spread * self.scale / (self.shape - 1.0);
        for (row, v) in moments.covariance.iter_mut().zip(inverse(&self.precision)) {
            row.iter_mut().zip(v).for_each(|(covariance, v)| *covariance = variance * v);
        }
        moments.mean[..D].copy_from_slice(&self.mean);
        moments.mean[D] = libm::log(self.scale) - digamma(self.shape);
        moments.covariance[D][D] = trigamma(self.shape);
        moments
    }

    /// What SGLD at temperature 1 and step size η adds to the moments, to first order in η.
    ///
    /// A step is the flow of an equation with drift ∇L - (η/2)(∇²L ∇L + ∇ΔL) and diffusion I - η ∇²L, up to η²
    /// (its first two moments agree). That flow has no current where the density is
    ///
    /// ```text
    /// exp(L + η B),   B = ¼ ‖∇L‖² + ½ ΔL,         so  E_η f = E f + η Cov(f, B) + O(η²)
    /// ```
    ///
    /// With t = ψ e^(-γ) ~ Gamma(φ, 1) and z = e^(-γ/2) V^(-1/2) (β - μ) ~ N(0, I), independent of t, and k = tr V⁻¹:
    ///
    /// ```text
    /// B = ¼ ((t/ψ) zᵀV⁻¹z + (t + ½ zᵀz - φ - d/2)²) - ½ ((k/ψ) t + t + ½ zᵀz)
    /// Cov(γ, B)               = ¼ (1 + k/ψ)
    /// Cov((γ - E γ)², B)      = ½
    /// Cov((β-μ)(β-μ)ᵀ, B)     = ½ I + ¼ k/(φ - 1) V
    /// ```
    ///
    /// and 0 for what is odd in β - μ. On a Gaussian, B gives the known factor 1 + η/(2s²).
    pub(crate) fn sgld_bias(&self) -> Moments {
        let trace: f64 = (0..D).map(|j| self.precision[j][j]).sum();
        let mut bias = Moments { mean: [0.0; DIM], covariance: [[0.0; DIM]; DIM] };
        for (row, v) in bias.covariance.iter_mut().zip(inverse(&self.precision)) {
            row.iter_mut().zip(v).for_each(|(bias, v)| *bias = 0.25 * trace / (self.shape - 1.0) * v);
        }
        (0..DIM).for_each(|j| bias.covariance[j][j] += 0.5);
        bias.mean[D] = 0.25 * (1.0 + trace / self.scale);
        bias
    }
}

/// Of θ.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moments {
    pub(crate) mean: [f64; DIM],
    pub(crate) covariance: [[f64; DIM]; DIM],
}

impl Moments {
    /// Each of them once, under its name.
    pub(crate) fn named(&self) -> Vec<(String, f64)> {
        let means = (0..DIM).map(|j| (format!("mean {j}"), self.mean[j]));
        let covariances = pairs().map(|(j, k)| (format!("covariance {j}, {k}"), self.covariance[j][k]));
        means.chain(covariances).collect()
    }

    /// Estimates of the same in the same order, the covariances around these means.
    pub(crate) fn estimates(&self, draws: &[[f64; DIM]]) -> Vec<Estimate> {
        let means = (0..DIM).map(|j| mean_of(draws, |t| t[j]));
        let product =
            |j: usize, k: usize| move |t: &[f64; DIM]| (t[j] - self.mean[j]) * (t[k] - self.mean[k]);
        means.chain(pairs().map(|(j, k)| mean_of(draws, product(j, k)))).collect()
    }
}

fn pairs() -> impl Iterator<Item = (usize, usize)> {
    (0..DIM).flat_map(|j| (0..=j).map(move |k| (j, k)))
}

pub(crate) fn mean_of(draws: &[[f64; DIM]], of: impl Fn(&[f64; DIM]) -> f64) -> Estimate {
    chain_mean(&draws.iter().map(of).collect::<Vec<_>>())
}
