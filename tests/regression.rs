//! O6: linear regression with a normal-inverse-gamma prior of its own, whose posterior is known at every temperature.
//!
//! ```text
//! y_i | β, γ ~ N(x_iᵀβ, e^γ),   β | γ ~ N(μ, e^γ V),   e^γ ~ IG(φ, ψ),   θ = (β, γ)
//! ```
//!
//! Karagiannis 2024, handout 6, section 4. Bounds are 6 standard errors, plus where SGLD's bias is cut off.

mod support;

use sgmcmc::mh::{NoiseScale, Proposal};
use sgmcmc::prior::Prior;
use sgmcmc::rng::{Generators, fill_normals};
use sgmcmc::{Batch, BatchSettings, Chain, ChainSettings, Interrupt, Model, Real, Sampler};
use support::{Estimate, chain_mean, check, memory, metropolis, sgld};

const SIGMAS: f64 = 6.0;
const DATA_LEN: u32 = 40;
/// The length of β.
const D: usize = 3;
const DIM: usize = D + 1;

type Square = [[f64; D]; D];

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn times(a: &Square, b: &[f64; D]) -> [f64; D] {
    a.map(|row| dot(&row, b))
}

/// By cofactors, whose signs the cyclic indices take care of.
fn inverse(a: &Square) -> Square {
    let cofactor = |i: usize, j: usize| {
        let at = |di, dj| a[(i + di) % D][(j + dj) % D];
        at(1, 1) * at(2, 2) - at(1, 2) * at(2, 1)
    };
    let determinant: f64 = (0..D).map(|j| a[0][j] * cofactor(0, j)).sum();
    std::array::from_fn(|i| std::array::from_fn(|j| cofactor(j, i) / determinant))
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

#[test]
fn polygammas_have_their_known_values() {
    let (euler, ln_2) = (0.577_215_664_901_532_9, core::f64::consts::LN_2);
    let pi_2 = core::f64::consts::PI * core::f64::consts::PI;
    for (what, value, exact) in [
        ("digamma(1)", digamma(1.0), -euler),
        ("digamma(1/2)", digamma(0.5), -euler - 2.0 * ln_2),
        ("trigamma(1)", trigamma(1.0), pi_2 / 6.0),
        ("trigamma(1/2)", trigamma(0.5), pi_2 / 2.0),
    ] {
        assert!((value - exact).abs() < 1e-14, "{what}: {value} and {exact}");
    }
}

/// The density of θ = (β, γ) when β | γ ~ N(mean, spread e^γ precision⁻¹) and e^γ ~ IG(shape, scale).
#[derive(Clone, Copy, Debug)]
struct NormalInverseGamma {
    mean: [f64; D],
    /// V⁻¹.
    precision: Square,
    /// φ.
    shape: f64,
    /// ψ.
    scale: f64,
    /// 1, but for tempered densities.
    spread: f64,
}

impl NormalInverseGamma {
    /// log f(θ) up to a constant, for a spread of 1; its gradient is added.
    ///
    /// ```text
    /// log N(β | μ, e^γ V)           = -(d/2) γ - ½ e^(-γ) Q,          Q = (β - μ)ᵀ V⁻¹ (β - μ)
    /// log IG(e^γ | φ, ψ) |d e^γ/dγ| = -(φ + 1) γ - ψ e^(-γ) + γ
    /// ∂β = -e^(-γ) V⁻¹ (β - μ)
    /// ∂γ = -d/2 + ½ e^(-γ) Q - φ + ψ e^(-γ)         [(4.2), with the sign of d/2 put right]
    /// ```
    fn log_density(&self, theta: &[f64; DIM], gradient: &mut [f64; DIM]) -> f64 {
        assert!(self.spread == 1.0, "tempered densities have moments only");
        let (slope, quadratic) = self.form(theta);
        let (gamma, inverse_variance) = (theta[D], libm::exp(-theta[D]));
        let (power, rate) = (0.5 * D as f64 + self.shape, 0.5 * quadratic + self.scale);
        for (g, slope) in gradient.iter_mut().zip(slope) {
            *g -= inverse_variance * slope;
        }
        gradient[D] += inverse_variance * rate - power;
        -power * gamma - inverse_variance * rate
    }

    /// V⁻¹ (β - μ), and Q.
    fn form(&self, theta: &[f64; DIM]) -> ([f64; D], f64) {
        let off: [f64; D] = std::array::from_fn(|j| theta[j] - self.mean[j]);
        let slope = times(&self.precision, &off);
        (slope, dot(&slope, &off))
    }

    /// f^(1/T): exponents over T, and the d/2 that stays with β taken off the γ that is left over.
    ///
    /// ```text
    /// β | γ ~ N(μ, T e^γ V),   e^γ ~ IG((φ + d/2)/T - d/2, ψ/T)
    /// ```
    fn tempered(&self, temperature: f64) -> Self {
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
    fn moments(&self) -> Moments {
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
    fn sgld_bias(&self) -> Moments {
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
struct Moments {
    mean: [f64; DIM],
    covariance: [[f64; DIM]; DIM],
}

/// Data and prior.
#[derive(Clone, Debug)]
struct Regression {
    x: Vec<[f64; D]>,
    y: Vec<f64>,
    prior: NormalInverseGamma,
}

impl Regression {
    /// A constant, two correlated covariates, and a prior that is neither diagonal nor centred nor weak.
    fn new() -> Self {
        let mut noise = [0.0; 3 * DATA_LEN as usize];
        fill_normals(&mut Generators::new(4, 0).expect("chain 0 exists").noise, &mut noise);
        let (x, y) = noise
            .as_chunks::<3>()
            .0
            .iter()
            .map(|[a, b, e]| ([1.0, *a, 0.5 * a + b], 0.6 - 1.1 * a + 0.4 * b + 0.8 * e))
            .unzip();
        let prior = NormalInverseGamma {
            mean: [0.3, -0.5, 1.0],
            precision: [[4.0, 1.0, 0.0], [1.0, 6.0, -2.0], [0.0, -2.0, 5.0]],
            shape: 3.0,
            scale: 2.0,
            spread: 1.0,
        };
        Self { x, y, prior }
    }

    /// ```text
    /// V*⁻¹ = V⁻¹ + Σ x xᵀ,   μ* = V* (V⁻¹ μ + Σ x y),   φ* = φ + n/2
    /// ψ* = ψ + ½ (μᵀ V⁻¹ μ + Σ y² - μ*ᵀ V*⁻¹ μ*)
    /// ```
    fn posterior(&self) -> NormalInverseGamma {
        let prior = &self.prior;
        let mut precision = prior.precision;
        let mut weighted = times(&prior.precision, &prior.mean);
        let mut squares = dot(&weighted, &prior.mean);
        for (x, y) in self.x.iter().zip(&self.y) {
            for (i, row) in precision.iter_mut().enumerate() {
                row.iter_mut().zip(x).for_each(|(p, x_j)| *p += x[i] * x_j);
                weighted[i] += x[i] * y;
            }
            squares += y * y;
        }
        let mean = times(&inverse(&precision), &weighted);
        NormalInverseGamma {
            mean,
            precision,
            shape: prior.shape + 0.5 * self.y.len() as f64,
            scale: prior.scale + 0.5 * (squares - dot(&mean, &weighted)),
            spread: 1.0,
        }
    }

    /// Takes datum `i` in, with weight 1/m: ∂β = r x e^(-γ), ∂γ = ½ (r² e^(-γ) - 1), r = y - xᵀβ; (4.1).
    fn add(&self, i: usize, share: f64, theta: &[f64; DIM], gradient: &mut [f64; DIM]) -> f64 {
        let residual = self.y[i] - dot(&self.x[i], &theta[..D]);
        let weighted = residual * libm::exp(-theta[D]) * share;
        for (g, x) in gradient.iter_mut().zip(&self.x[i]) {
            *g += weighted * x;
        }
        gradient[D] += 0.5 * (residual * weighted - share);
        -0.5 * (theta[D] * share + residual * weighted)
    }
}

fn wide<R: Real>(theta: &[R]) -> [f64; DIM] {
    std::array::from_fn(|j| theta[j].to_f64())
}

fn store<R: Real>(from: &[f64; DIM], gradient: Option<&mut [R]>) {
    for (g, from) in gradient.into_iter().flatten().zip(from) {
        *g = R::from_f64(*from);
    }
}

impl<R: Real> Model<R> for Regression {
    fn log_likelihood(
        &mut self,
        theta: &[R],
        batch: Batch<'_>,
        gradient: Option<&mut [R]>,
    ) -> Result<f64, Interrupt> {
        assert_eq!(batch, Batch::All);
        let (theta, mut sum, n) = (wide(theta), [0.0; DIM], self.y.len());
        let value = (0..n).map(|i| self.add(i, 1.0 / n as f64, &theta, &mut sum)).sum();
        store(&sum, gradient);
        Ok(value)
    }

    fn log_prior(&mut self, theta: &[R], gradient: Option<&mut [R]>) -> Result<f64, Interrupt> {
        let mut sum = [0.0; DIM];
        let value = self.prior.log_density(&wide(theta), &mut sum);
        store(&sum, gradient);
        Ok(value)
    }
}

/// Points all over the posterior and well outside.
fn points() -> Vec<[f64; DIM]> {
    let mut points = vec![[0.0; DIM]; 20];
    fill_normals(&mut Generators::new(5, 0).expect("chain 0 exists").noise, points.as_flattened_mut());
    points
}

/// A chain that corrects its proposals cannot tell, so the gradients are looked at by themselves.
///
/// A central difference over ±h is off by h²/6 times the third derivative, some 1e-7 here, and by roundings below 1e-8.
#[test]
fn gradients_are_those_of_the_values() {
    let mut model = Regression::new();
    let mut functions: [(&str, &mut dyn FnMut(&[f64; DIM], Option<&mut [f64]>) -> f64); 2] = [
        ("likelihood", &mut |theta, gradient| {
            model.clone().log_likelihood(theta, Batch::All, gradient).expect("a value")
        }),
        ("prior", &mut |theta, gradient| model.log_prior(theta, gradient).expect("a value")),
    ];
    let h = 1e-5;
    for (what, function) in &mut functions {
        for theta in points() {
            let mut gradient = [0.0; DIM];
            function(&theta, Some(&mut gradient));
            for j in 0..DIM {
                let [above, below] = [h, -h].map(|h| {
                    let mut moved = theta;
                    moved[j] += h;
                    function(&moved, None)
                });
                let difference = (above - below) / (2.0 * h);
                let bound = 1e-7 * (1.0 + gradient[j].abs());
                assert!(
                    (gradient[j] - difference).abs() < bound,
                    "{what}, {theta:?}: ∂{j} is {} and not {difference}",
                    gradient[j]
                );
            }
        }
    }
}

/// Likelihood times prior is the posterior: the values up to one constant, the gradients outright.
#[test]
fn the_posterior_is_conjugate() {
    let mut model = Regression::new();
    let (posterior, n) = (model.posterior(), f64::from(DATA_LEN));
    let mut constant = None;
    for theta in points() {
        let [mut likelihood, mut prior, mut exact] = [[0.0; DIM]; 3];
        let value = n * model.log_likelihood(&theta, Batch::All, Some(&mut likelihood)).expect("a value")
            + model.log_prior(&theta, Some(&mut prior)).expect("a value");
        let off = value - posterior.log_density(&theta, &mut exact);
        let constant = *constant.get_or_insert(off);
        assert!((off - constant).abs() < 1e-12 * (1.0 + value.abs()), "{theta:?}: {off} and {constant}");
        for j in 0..DIM {
            let sum = n * likelihood[j] + prior[j];
            assert!(
                (sum - exact[j]).abs() < 1e-12 * (1.0 + value.abs()),
                "{theta:?}: {sum} and {}",
                exact[j]
            );
        }
    }
}

/// θ of every `thin`-th step after the first thousand, and the mean acceptance rate.
fn draws<R: Real>(sampler: Sampler, count: usize, thin: usize) -> (Vec<[f64; DIM]>, f64) {
    let settings = ChainSettings {
        seed: 22,
        prior: Prior::Callback,
        ..ChainSettings::new(DATA_LEN, BatchSettings::All, sampler)
    };
    let (mut model, mut memory) = (Regression::new(), memory::<R>(&settings, DIM));
    let start = [0.0, -0.5, 0.5, 0.0].map(R::from_f64);
    let mut chain = Chain::new(&settings, &start, &mut memory).expect("settings in range");
    chain.run(1000, &mut model, None).expect("good steps");
    let draws = (0..count)
        .map(|_| {
            (0..thin).for_each(|_| assert!(chain.step(&mut model).is_ok(), "a good step"));
            wide(chain.theta().expect("its memory"))
        })
        .collect();
    (draws, chain.statistics().mean_acceptance)
}

fn mean_of(draws: &[[f64; DIM]], of: impl Fn(&[f64; DIM]) -> f64) -> Estimate {
    chain_mean(&draws.iter().map(of).collect::<Vec<_>>())
}

/// All means and covariances; `slack` times what `bias` says is allowed on top of the standard errors.
fn check_moments(what: &str, draws: &[[f64; DIM]], exact: &Moments, bias: &Moments, slack: f64) {
    let compare = |what: String, estimate: Estimate, exact: f64, bias: f64| {
        let error = estimate.error + slack * bias.abs() / SIGMAS;
        check(&what, estimate.mean, exact + bias, error, SIGMAS);
    };
    for j in 0..DIM {
        compare(format!("{what}: mean {j}"), mean_of(draws, |t| t[j]), exact.mean[j], bias.mean[j]);
        for k in 0..=j {
            let product = |t: &[f64; DIM]| (t[j] - exact.mean[j]) * (t[k] - exact.mean[k]);
            let [exact, bias] = [exact, bias].map(|moments| moments.covariance[j][k]);
            compare(format!("{what}: covariance {j}, {k}"), mean_of(draws, product), exact, bias);
        }
    }
}

const NO_BIAS: Moments = Moments { mean: [0.0; DIM], covariance: [[0.0; DIM]; DIM] };

fn check_metropolis<R: Real>(proposal: Proposal, temperature: f64) {
    let scale = f64::from(DATA_LEN) / temperature;
    let sampler = metropolis(proposal, scale, |mh| mh.proposal_uses_prior = true);
    let (draws, acceptance) = draws::<R>(sampler, 200_000, 1);
    let what = format!("{proposal:?}, T {temperature}");
    println!("{what}: acceptance {acceptance:.3}");
    assert!(acceptance > 0.2 && acceptance < 0.95, "{what}: acceptance {acceptance}");
    let posterior = Regression::new().posterior().tempered(temperature);
    check_moments(&what, &draws, &posterior.moments(), &NO_BIAS, 0.0);
    // e^(-γ) Q ~ T χ²(d): β and γ hang together as they must, which covariances of 0 do not show.
    let chi_square = mean_of(&draws, |t| libm::exp(-t[D]) * posterior.form(t).1);
    check(&format!("{what}: β given γ"), chi_square.mean, temperature * D as f64, chi_square.error, SIGMAS);
}

#[test]
fn random_walk_samples_the_tempered_posterior() {
    for temperature in [1.0, 2.0] {
        let step_size = 0.13 * libm::sqrt(temperature);
        check_metropolis::<f64>(Proposal::RandomWalk { step_size }, temperature);
    }
}

#[test]
fn mala_samples_the_tempered_posterior() {
    let mala = Proposal::Sgld { step_size: 0.4, noise: NoiseScale::Langevin };
    check_metropolis::<f64>(mala, 1.0);
    check_metropolis::<f64>(mala, 2.0);
    check_metropolis::<f32>(mala, 1.0);
}

#[test]
fn scratch() {
    let p = Regression::new().posterior();
    println!("{p:?}\n{:?}\n{:?}", p.moments(), p.sgld_bias());
}
