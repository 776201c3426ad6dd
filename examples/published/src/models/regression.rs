//! The linear regression of Karagiannis 2024, section 4: its likelihood and prior as a model, and what is known of its
//! posterior in closed form at every temperature.
//!
//! ```text
//! y_i | β, γ ~ N(x_iᵀβ, e^γ),   β | γ ~ N(0, e^γ V),   e^γ ~ IG(φ, ψ),   w = (β, γ),   V = 100 I, φ = ψ = 1
//! ```

use example_support::Answer;
use sgmcmc::rng::{Generators, fill_normals};
use sgmcmc::{Batch, Model};
use std::array::from_fn;

/// The length of β, an intercept and a slope.
pub const D: usize = 2;
/// The length of w.
pub const DIM: usize = D + 1;
/// φ, ψ, and the diagonal of V⁻¹.
const SHAPE: f64 = 1.0;
const SCALE: f64 = 1.0;
const PRECISION: f64 = 0.01;

type Square<const N: usize> = [[f64; N]; N];

/// The data, and their sums, from which passes over all of them are answered.
pub struct Regression {
    /// x and y of every datum.
    points: Vec<[f64; 2]>,
    /// Σ x xᵀ with x = (1, x), Σ x y and Σ y².
    xx: Square<D>,
    xy: [f64; D],
    yy: f64,
}

impl Regression {
    /// Draws (x, y) from a bivariate normal with zero means, unit variances and the correlation 0.9.
    pub fn draw(len: u32, rng: &mut Generators) -> Self {
        let mut normals = vec![0.0; 2 * len as usize];
        fill_normals(&mut rng.noise, &mut normals);
        let point = |[x, e]: &[f64; 2]| [*x, 0.9 * x + 0.19f64.sqrt() * e];
        Self::new(normals.as_chunks().0.iter().map(point).collect())
    }

    fn new(points: Vec<[f64; 2]>) -> Self {
        let (mut xx, mut xy, mut yy) = ([[0.0; D]; D], [0.0; D], 0.0);
        for [x, y] in &points {
            let row = [1.0, *x];
            for i in 0..D {
                (0..D).for_each(|j| xx[i][j] += row[i] * row[j]);
                xy[i] += row[i] * y;
            }
            yy += y * y;
        }
        Self { points, xx, xy, yy }
    }

    /// n.
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// The maximum of the likelihood: least squares, and the logarithm of their mean.
    pub fn most_likely(&self) -> [f64; DIM] {
        let beta = times(&inverse(&self.xx), &self.xy);
        [beta[0], beta[1], libm::log((self.yy - dot(&beta, &self.xy)) / self.len() as f64)]
    }

    /// Λ = V⁻¹ + Σ x xᵀ.
    fn precision(&self) -> Square<D> {
        from_fn(|i| from_fn(|j| self.xx[i][j] + if i == j { PRECISION } else { 0.0 }))
    }

    /// The posterior to the power 1/τ, as a density of w.
    ///
    /// ```text
    /// L(w) = -(n/2 + d/2 + φ) γ - e^(-γ) (ψ* + ½ (β - μ*)ᵀ Λ (β - μ*))
    /// μ* = Λ⁻¹ Σ x y,   ψ* = ψ + ½ (Σ y² - μ*ᵀ Σ x y)
    /// β | γ ~ N(μ*, τ e^γ Λ⁻¹),   e^γ ~ IG((n/2 + d/2 + φ)/τ - d/2, ψ*/τ)
    /// ```
    pub fn posterior(&self, temperature: f64) -> Posterior {
        let covariance = inverse(&self.precision());
        let mean = times(&covariance, &self.xy);
        let half = 0.5 * D as f64;
        Posterior {
            mean,
            covariance: covariance.map(|row| row.map(|x| temperature * x)),
            shape: (0.5 * self.len() as f64 + half + SHAPE) / temperature - half,
            scale: (SCALE + 0.5 * (self.yy - dot(&mean, &self.xy))) / temperature,
        }
    }

    /// Where the density of w is highest.
    pub fn mode(&self) -> [f64; DIM] {
        let Posterior { mean, shape, scale, .. } = self.posterior(1.0);
        [mean[0], mean[1], libm::log(scale / (shape + 0.5 * D as f64))]
    }

    /// The stationary variances of SGLD with η and τ if L were quadratic and the noise of batches of m that of the mode:
    /// Σ = (I - ηH) Σ (I - ηH)ᵀ + 2ητ I + η² C.
    pub fn linear_variances(&self, step_size: f64, temperature: f64, batch_len: usize) -> [f64; DIM] {
        let (mode, precision) = (self.mode(), self.precision());
        let weight = libm::exp(-mode[D]);
        let noise = self.noise(&mode, batch_len);
        let mut decay: Square<DIM> = from_fn(|i| from_fn(|j| f64::from(u8::from(i == j))));
        (0..D).for_each(|i| (0..D).for_each(|j| decay[i][j] -= step_size * weight * precision[i][j]));
        decay[D][D] -= step_size * (0.5 * (self.len() + D) as f64 + SHAPE);
        let mut covariance = noise.map(|row| row.map(|c| step_size * step_size * c));
        (0..DIM).for_each(|i| covariance[i][i] += 2.0 * step_size * temperature);
        // Σ_k A^k B (Aᵀ)^k, twice as many terms each time; A is symmetric.
        for _ in 0..40 {
            let added = product(&product(&decay, &covariance), &decay);
            covariance = from_fn(|i| from_fn(|j| covariance[i][j] + added[i][j]));
            decay = product(&decay, &decay);
        }
        from_fn(|i| covariance[i][i])
    }

    /// C, the covariance of n ĝ_I at w for batches without replacement.
    fn noise(&self, theta: &[f64; DIM], batch_len: usize) -> Square<DIM> {
        let n = self.len() as f64;
        let mut sums = [[0.0; DIM]; DIM];
        let mut total = [0.0; DIM];
        for i in 0..self.len() as u32 {
            let mut gradient = [0.0; DIM];
            self.mean_over(theta, [i].into_iter(), Some(&mut gradient));
            (0..DIM).for_each(|a| total[a] += gradient[a]);
            (0..DIM).for_each(|a| (0..DIM).for_each(|b| sums[a][b] += gradient[a] * gradient[b]));
        }
        let factor = n * n * (1.0 / batch_len as f64 - 1.0 / n) / (n - 1.0);
        from_fn(|a| from_fn(|b| factor * (sums[a][b] - total[a] * total[b] / n)))
    }

    /// The mean of -γ/2 - ½ r² e^(-γ), r = y - xᵀβ, and (4.1), its gradient: r x e^(-γ) and ½ (r² e^(-γ) - 1).
    fn mean_over(
        &self,
        theta: &[f64],
        indices: impl ExactSizeIterator<Item = u32>,
        gradient: Option<&mut [f64]>,
    ) -> f64 {
        let share = 1.0 / indices.len() as f64;
        let (mut r_sum, mut rx_sum, mut rr_sum) = (0.0, 0.0, 0.0);
        for i in indices {
            let [x, y] = self.points[i as usize];
            let residual = y - theta[0] - theta[1] * x;
            r_sum += residual;
            rx_sum += residual * x;
            rr_sum += residual * residual;
        }
        finish(theta[D], [r_sum * share, rx_sum * share, rr_sum * share], gradient)
    }
}

/// The mean log-likelihood and its gradient of the means of r, r x and r².
fn finish(gamma: f64, [r, rx, rr]: [f64; 3], gradient: Option<&mut [f64]>) -> f64 {
    let weight = sgmcmc::exp(-gamma);
    if let Some(gradient) = gradient {
        gradient.copy_from_slice(&[weight * r, weight * rx, 0.5 * (weight * rr - 1.0)]);
    }
    -0.5 * (gamma + weight * rr)
}

/// The data by reference, so that chains can share them.
impl Model<f64> for &Regression {
    fn log_likelihood(&mut self, theta: &[f64], batch: Batch<'_>, gradient: Option<&mut [f64]>) -> Answer {
        let Batch::Indices(indices) = batch else {
            let (beta, share) = ([theta[0], theta[1]], 1.0 / self.len() as f64);
            let fitted = times(&self.xx, &beta);
            let squares = self.yy - 2.0 * dot(&beta, &self.xy) + dot(&beta, &fitted);
            let means = [self.xy[0] - fitted[0], self.xy[1] - fitted[1], squares].map(|sum| sum * share);
            return Ok(finish(theta[D], means, gradient));
        };
        Ok(self.mean_over(theta, indices.iter().copied(), gradient))
    }

    /// (4.2), its second row with the sign of d/2 put right: -d/2 + ½ e^(-γ) βᵀV⁻¹β - φ + ψ e^(-γ).
    fn log_prior(&mut self, theta: &[f64], gradient: Option<&mut [f64]>) -> Answer {
        let weight = sgmcmc::exp(-theta[D]);
        let rate = SCALE + 0.5 * PRECISION * (theta[0] * theta[0] + theta[1] * theta[1]);
        let power = 0.5 * D as f64 + SHAPE;
        if let Some(gradient) = gradient {
            let slope = -weight * PRECISION;
            gradient.copy_from_slice(&[slope * theta[0], slope * theta[1], weight * rate - power]);
        }
        Ok(-power * theta[D] - weight * rate)
    }
}

/// β | γ ~ N(mean, e^γ covariance), e^γ ~ IG(shape, scale).
pub struct Posterior {
    mean: [f64; D],
    covariance: Square<D>,
    shape: f64,
    scale: f64,
}

impl Posterior {
    /// Means and variances of w: β is Student-t, γ the logarithm of an inverse gamma.
    pub fn moments(&self) -> ([f64; DIM], [f64; DIM]) {
        let ([b0, b1], s) = (self.mean, self.scale / (self.shape - 1.0));
        let gamma = libm::log(self.scale) - digamma(self.shape);
        ([b0, b1, gamma], [s * self.covariance[0][0], s * self.covariance[1][1], trigamma(self.shape)])
    }

    /// What SGLD on all data adds to the means and variances, to first order in η: `step` is ητ.
    ///
    /// A step of size ητ on L/τ has, to that order, the density exp(L/τ + ητ B), B = ¼ ‖∇L/τ‖² + ½ ΔL/τ, so that E f
    /// gains ητ Cov(f, B); with the tempered posterior's precision P, k = tr P and its shape φ and scale ψ:
    /// ¼ (1 + k/ψ) for γ, ½ for its variance, ½ I + ¼ k/(φ - 1) P⁻¹ for β's.
    pub fn sgld_bias(&self, step: f64) -> ([f64; DIM], [f64; DIM]) {
        let precision = inverse(&self.covariance);
        let trace = precision[0][0] + precision[1][1];
        let of_beta = |i: usize| step * (0.5 + 0.25 * trace / (self.shape - 1.0) * self.covariance[i][i]);
        ([0.0, 0.0, step * 0.25 * (1.0 + trace / self.scale)], [of_beta(0), of_beta(1), 0.5 * step])
    }

    /// The density of β_j at x, with 2φ degrees of freedom.
    pub fn beta_density(&self, j: usize, x: f64) -> f64 {
        let (nu, squared) = (2.0 * self.shape, self.covariance[j][j] * self.scale / self.shape);
        let off = x - self.mean[j];
        let log = libm::lgamma(0.5 * (nu + 1.0))
            - libm::lgamma(0.5 * nu)
            - 0.5 * libm::log(core::f64::consts::PI * nu * squared)
            - 0.5 * (nu + 1.0) * libm::log1p(off * off / (nu * squared));
        libm::exp(log)
    }

    /// The density of σ² = e^γ at x.
    pub fn variance_density(&self, x: f64) -> f64 {
        let log = self.shape * libm::log(self.scale)
            - libm::lgamma(self.shape)
            - (self.shape + 1.0) * libm::log(x)
            - self.scale / x;
        libm::exp(log)
    }
}

fn dot<const N: usize>(a: &[f64; N], b: &[f64; N]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn times<const N: usize>(a: &Square<N>, b: &[f64; N]) -> [f64; N] {
    from_fn(|i| dot(&a[i], b))
}

fn product<const N: usize>(a: &Square<N>, b: &Square<N>) -> Square<N> {
    from_fn(|i| from_fn(|j| (0..N).map(|k| a[i][k] * b[k][j]).sum()))
}

fn inverse(a: &Square<2>) -> Square<2> {
    let [[p, q], [r, s]] = *a;
    let over = 1.0 / (p * s - q * r);
    [[s * over, -q * over], [-r * over, p * over]]
}

/// Where the asymptotic series of the polygammas begin to be good to 1e-15.
const SERIES_FROM: f64 = 20.0;

/// (ln Γ)'(x), x > 0: up by (x + 1) = (x) + 1/x, then the asymptotic series.
fn digamma(x: f64) -> f64 {
    if x < SERIES_FROM {
        return digamma(x + 1.0) - 1.0 / x;
    }
    let z = 1.0 / (x * x);
    libm::log(x) - 0.5 / x - z * (1.0 / 12.0 - z * (1.0 / 120.0 - z * (1.0 / 252.0 - z / 240.0)))
}

/// (ln Γ)''(x), x > 0, in the same way.
fn trigamma(x: f64) -> f64 {
    if x < SERIES_FROM {
        return trigamma(x + 1.0) + 1.0 / (x * x);
    }
    let z = 1.0 / (x * x);
    1.0 / x + 0.5 * z + z / x * (1.0 / 6.0 - z * (1.0 / 30.0 - z * (1.0 / 42.0 - z / 30.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> Regression {
        Regression::draw(12, &mut Generators::new(5, 0).expect("chain 0"))
    }

    /// L(w)/τ.
    fn tempered(model: &Regression, theta: &[f64; DIM], temperature: f64) -> f64 {
        let mut model = model;
        let likelihood = model.log_likelihood(theta, Batch::All, None).expect("a value");
        (model.len() as f64 * likelihood + model.log_prior(theta, None).expect("a value")) / temperature
    }

    #[test]
    fn gradients_are_those_of_the_values() {
        let data = small();
        let (mut model, theta, h) = (&data, [0.3, -0.7, 0.4], 1e-5);
        let every: Vec<u32> = (0..12).collect();
        for batch in [Batch::All, Batch::Indices(&every), Batch::Indices(&every[3..8])] {
            let mut exact = [[0.0; DIM]; 2];
            model.log_likelihood(&theta, batch, Some(&mut exact[0])).expect("a value");
            model.log_prior(&theta, Some(&mut exact[1])).expect("a value");
            for i in 0..DIM {
                let mut at = |sign: f64| {
                    let mut moved = theta;
                    moved[i] += sign * h;
                    let value = model.log_likelihood(&moved, batch, None).expect("a value");
                    [value, model.log_prior(&moved, None).expect("a value")]
                };
                let (up, down) = (at(1.0), at(-1.0));
                (0..2).for_each(|k| {
                    let difference = (up[k] - down[k]) / (2.0 * h);
                    assert!((difference - exact[k][i]).abs() < 1e-8, "{difference} and {}", exact[k][i]);
                });
            }
        }
        let value = |batch| (&data).log_likelihood(&theta, batch, None).expect("a value");
        assert!((value(Batch::All) - value(Batch::Indices(&every))).abs() < 1e-13);
    }

    /// Moments and densities against sums over a grid, in β relative to its deviation at each γ.
    #[test]
    #[ignore = "takes seconds: -- --ignored"]
    fn closed_forms_are_those_of_the_density() {
        let data = small();
        for temperature in [0.5, 1.0, 1.7] {
            let posterior = data.posterior(temperature);
            let (mean, variance) = posterior.moments();
            let (mut total, mut sums, mut squares, mut near) = (0.0, [0.0; DIM], [0.0; DIM], 0.0);
            let (step, depth, highest) = (0.5, (0.1, 0.05), tempered(&data, &data.mode(), temperature));
            for k in -120..400 {
                let gamma = mean[D] + 0.02 * f64::from(k);
                let width = [0, 1].map(|i| (posterior.covariance[i][i] * libm::exp(gamma)).sqrt());
                for (i, j) in (-20..=20).flat_map(|i| (-20..=20).map(move |j| (i, j))) {
                    let off = [step * f64::from(i) * width[0], step * f64::from(j) * width[1]];
                    let theta = [mean[0] + off[0], mean[1] + off[1], gamma];
                    let weight =
                        libm::exp(tempered(&data, &theta, temperature) - highest) * width[0] * width[1];
                    total += weight;
                    near += if (gamma - mean[D] - depth.0).abs() < depth.1 { weight } else { 0.0 };
                    (0..DIM).for_each(|i| sums[i] += weight * (theta[i] - mean[i]));
                    (0..DIM).for_each(|i| squares[i] += weight * (theta[i] - mean[i]) * (theta[i] - mean[i]));
                }
            }
            for i in 0..DIM {
                assert!((sums[i] / total).abs() < 1e-4 * variance[i].sqrt(), "mean {i} at {temperature}");
                assert!(
                    (squares[i] / total / variance[i] - 1.0).abs() < 2e-3,
                    "variance {i} at {temperature}"
                );
            }
            // The share of σ² with γ within the depth, by its density in 1000 pieces.
            let share: f64 = (0..1000)
                .map(|k| mean[D] + depth.0 - depth.1 + 2.0 * depth.1 * (f64::from(k) + 0.5) / 1000.0)
                .map(|gamma| {
                    posterior.variance_density(libm::exp(gamma)) * libm::exp(gamma) * depth.1 / 500.0
                })
                .sum();
            assert!((near / total / share - 1.0).abs() < 2e-2, "{} and {share}", near / total);
            let moments = (-4000..4000).map(|k| 0.01 * f64::from(k) * variance[1].sqrt()).map(|off| {
                let weight = posterior.beta_density(1, mean[1] + off) * 0.01 * variance[1].sqrt();
                [weight, weight * off * off / variance[1]]
            });
            let moments = moments.fold([0.0; 2], |sums, own| [sums[0] + own[0], sums[1] + own[1]]);
            assert!(moments.iter().all(|sum| (sum - 1.0).abs() < 1e-3), "{moments:?} at {temperature}");
        }
    }

    #[test]
    fn linear_variances_are_those_of_a_gaussian() {
        let data = small();
        let curvature = 0.5 * 14.0 + SHAPE;
        // A step that is stable for β, too.
        let [.., gamma] = data.linear_variances(0.005, 1.3, 12);
        assert!((gamma - 1.3 / curvature / (1.0 - 0.0025 * curvature)).abs() < 1e-12);
        // The batches of one: n² times the gradients' covariance over the data.
        let theta = [0.1, 0.2, 0.3];
        let gradients: Vec<[f64; DIM]> = (0..12)
            .map(|i| {
                let mut gradient = [0.0; DIM];
                (&data).log_likelihood(&theta, Batch::Indices(&[i]), Some(&mut gradient)).expect("a value");
                gradient.map(|g| 12.0 * g)
            })
            .collect();
        let mean = |of: &dyn Fn(&[f64; DIM]) -> f64| gradients.iter().map(of).sum::<f64>() / 12.0;
        let exact = mean(&|g| g[0] * g[2]) - mean(&|g| g[0]) * mean(&|g| g[2]);
        assert!((data.noise(&theta, 1)[0][2] - exact).abs() < 1e-9);
        // A quadratic L: SGLD's own bias and the linear law's agree to first order.
        let (_, bias) = data.posterior(1.0).sgld_bias(1e-6);
        let [.., gamma] = data.linear_variances(1e-6, 1.0, 12);
        assert!((bias[D] - (gamma - 1.0 / curvature)).abs() < 1e-11);
    }
}
