//! O11, second half: rules written through the complete recipe equal the built-in ones.

use crate::support::{Answer, GaussianData, LinearChain, Matrix, Plain, Tally, begin, check, pattern, ruled};
use sgmcmc::prior::Prior;
use sgmcmc::rng::{Generators, Lanes, fill_normals};
use sgmcmc::rule::{Recipe, Rule, Sghmc};
use sgmcmc::{Batch, BatchSettings, ChainSettings, Diffusion, Interrupt, Model, Real};

/// 6 moments of chains are compared: the chance of one false alarm is 5e-10.
const SIGMAS: f64 = 6.5;
const DIM: usize = 37;
const SEED: u64 = 21;

fn settings(rule: Rule<'_>, [eta, tau]: [f64; 2], data_len: u32) -> ChainSettings<'_> {
    let rule = ruled(rule, eta, tau);
    let batch = if data_len > 1 { BatchSettings::WithoutReplacement(7) } else { BatchSettings::All };
    ChainSettings { seed: SEED, ..ChainSettings::new(data_len, batch, rule) }
}

/// θ after every step.
fn trace<R: Real>(
    settings: &ChainSettings,
    theta: &[R],
    count: u64,
    model: &mut impl Model<R>,
) -> Vec<Vec<R>> {
    let mut chain = begin::<R>(settings, theta);
    let step = |_| {
        chain.step(model).expect("a good step");
        chain.theta().expect("its memory").to_vec()
    };
    (0..count).map(step).collect()
}

fn sgld_through_the_recipe<R: Real>(tau: f64) {
    let data = GaussianData::spread(30, DIM);
    let theta = pattern::<R>(DIM, 31, 2.0);
    let run = |rule| trace(&settings(rule, [0.003, tau], 30), &theta, 200, &mut Plain(data.clone()));
    let (built_in, recipe) = (run(Rule::SGLD), run(Rule::Recipe(Recipe)));
    for (step, (a, b)) in built_in.iter().zip(&recipe).enumerate() {
        let same = a.iter().zip(b).all(|(a, b)| a.to_bits_u64() == b.to_bits_u64());
        assert!(same, "step {step}: {:?} and {:?}", a[0], b[0]);
    }
}

#[test]
fn sgld_through_the_recipe_has_the_same_bits() {
    for tau in [0.0, 1.7] {
        sgld_through_the_recipe::<f32>(tau);
        sgld_through_the_recipe::<f64>(tau);
    }
}

/// With a prior, whose gradient the recipe's host gets in the sum and SGLD's kernel adds itself: to some roundings.
#[test]
fn sgld_through_the_recipe_takes_the_prior() {
    let data = GaussianData::spread(30, DIM);
    let theta = pattern::<f64>(DIM, 31, 2.0);
    let run = |rule| {
        let settings = ChainSettings { prior: Prior::gaussian(0.4, 9.0), ..settings(rule, [0.003, 1.0], 30) };
        trace(&settings, &theta, 200, &mut Plain(data.clone()))
    };
    let worst = distance(&run(Rule::SGLD), &run(Rule::Recipe(Recipe)));
    // η n = 0.09 forgets a rounding of some 2^-52 within ten steps.
    assert!(worst < 1e-13, "{worst}");
}

fn distance<R: Real>(a: &[Vec<R>], b: &[Vec<R>]) -> f64 {
    let pairs = a.iter().zip(b).flat_map(|(a, b)| a.iter().zip(b));
    pairs.map(|(a, b)| (a.to_f64() - b.to_f64()).abs()).fold(0.0, f64::max)
}

/// SGHMC as z = (θ, v), by steps of size 1 and temperature τ: the drift is what the step adds to z, the noise what
/// sqrt(2τ) multiplies; normals from the generator that the built-in rule would draw from.
struct AsSghmc {
    data: GaussianData,
    rule: Sghmc,
    eta: f64,
    lanes: Lanes,
}

impl<R: Real> Model<R> for AsSghmc {
    fn log_likelihood(&mut self, z: &[R], batch: Batch<'_>, gradient: Option<&mut [R]>) -> Answer {
        let dim = z.len() / 2;
        self.data.log_likelihood(&z[..dim], batch, gradient.map(|gradient| &mut gradient[..dim]))
    }
    fn diffusion(&mut self, at: Diffusion<'_, R>, drift: &mut [R], noise: &mut [R]) -> Result<(), Interrupt> {
        let Sghmc { friction, noise_estimate, .. } = self.rule;
        let dim = at.theta.len() / 2;
        let mut xi = vec![R::default(); dim];
        fill_normals(&mut self.lanes, &mut xi);
        let [keep, eta, scale] =
            [1.0 - friction, self.eta, (self.eta * (friction - noise_estimate)).sqrt()].map(R::from_f64);
        for i in 0..dim {
            let v = at.theta[dim + i];
            let kicked = keep * v + eta * at.gradient[i];
            (drift[i], drift[dim + i]) = (kicked, kicked - v);
            (noise[i], noise[dim + i]) = (scale * xi[i], scale * xi[i]);
        }
        Ok(())
    }
}

fn sghmc_through_the_recipe<R: Real>(epsilon: f64) {
    let (eta, tau) = (0.002, 1.3);
    let rule = Sghmc { friction: 0.2, noise_estimate: 0.05, ..Sghmc::default() };
    let data = GaussianData::spread(30, DIM);
    let theta = pattern::<R>(DIM, 31, 2.0);
    let built_in = trace(&settings(Rule::Sghmc(rule), [eta, tau], 30), &theta, 300, &mut data.clone());
    let z: Vec<R> = theta.iter().copied().chain([R::default(); DIM]).collect();
    let lanes = Generators::new(SEED, 0).expect("chain 0").noise;
    let mut model = AsSghmc { data, rule, eta, lanes };
    let recipe = trace(&settings(Rule::Recipe(Recipe), [1.0, tau], 30), &z, 300, &mut model);
    let recipe: Vec<_> = recipe.into_iter().map(|z| z[..DIM].to_vec()).collect();
    let worst = distance(&built_in, &recipe);
    println!("SGHMC and its recipe differ by {worst:.1e} at most, {:.1} ε", worst / epsilon);
    // v is rounded at the size of v - v', the noise in another order: some ε in each step, forgotten in 1/α steps.
    assert!(worst < 30.0 * epsilon, "{worst}");
    let moved = built_in.iter().flatten().fold(0.0, |most, theta| f64::max(most, theta.to_f64().abs()));
    assert!(moved > 0.3, "the chain moves");
}

#[test]
fn sghmc_through_the_recipe_differs_by_roundings() {
    sghmc_through_the_recipe::<f32>(f32::EPSILON.into());
    sghmc_through_the_recipe::<f64>(f64::EPSILON);
}

/// The recipe's own SGHMC on N(0, 1): D = diag(0, C), Q = (0, -1; 1, 0), so that z = (θ, r) moves by
/// θ ← θ + η r, r ← r + η (∇L - C r) + sqrt(2ητC) ξ, both from the old z.
struct Underdamped {
    friction: f64,
}

impl<R: Real> Model<R> for Underdamped {
    fn log_likelihood(&mut self, z: &[R], _: Batch<'_>, gradient: Option<&mut [R]>) -> Answer {
        let theta = &z[..z.len() / 2];
        for (g, theta) in gradient.into_iter().flatten().zip(theta) {
            *g = -*theta;
        }
        Ok(0.0)
    }
    fn diffusion(&mut self, at: Diffusion<'_, R>, drift: &mut [R], noise: &mut [R]) -> Result<(), Interrupt> {
        let (friction, root) = (R::from_f64(self.friction), R::from_f64(self.friction.sqrt()));
        let dim = at.theta.len() / 2;
        for i in 0..dim {
            let r = at.theta[dim + i];
            (drift[i], drift[dim + i]) = (r, at.gradient[i] - friction * r);
            noise[dim + i] = root * at.normals[dim + i];
        }
        Ok(())
    }
}

fn the_recipe_samples_its_lyapunov_solution<R: Real>() {
    let (eta, tau, friction) = (0.1, 0.6, 1.5);
    let chain = LinearChain {
        map: Matrix::rows([[1.0, eta], [-eta, 1.0 - eta * friction]]),
        noise: Matrix::diagonal(&[0.0, 2.0 * eta * tau * friction]),
    };
    let (copies, count) = (1024, 3000);
    let settings = settings(Rule::Recipe(Recipe), [eta, tau], 1);
    let mut run = begin::<R>(&settings, &vec![R::default(); 2 * copies]);
    let mut model = Underdamped { friction };
    run.run(chain.burn_in(), &mut model, None).expect("good steps");
    let mut tally = Tally::new(3, copies);
    let pairs = [(0, 0), (0, 1), (1, 1)];
    for _ in 0..count {
        run.step(&mut model).expect("a good step");
        let z = run.theta().expect("its memory");
        let variable = |i: usize| z[i * copies..][..copies].iter().map(|x| x.to_f64());
        for (k, (i, j)) in pairs.into_iter().enumerate() {
            tally.add(k, variable(i).zip(variable(j)).map(|(a, b)| a * b));
        }
    }
    let (covariance, errors) = (chain.covariance(), chain.errors(count, copies));
    for (k, (i, j)) in pairs.into_iter().enumerate() {
        let what = format!("underdamped Langevin by the recipe, z{i} z{j}");
        check(&what, tally.estimate(k).mean, covariance.at(i, j), errors.at(i, j), SIGMAS);
    }
}

both!(the_recipe_samples_its_lyapunov_solution);
