//! Numbers from a normal law of unknown mean and deviation: a model in σ > 0, whose θ a transform makes, and the same model
//! in log σ by hand. Both chains have the same bits.

use sgmcmc::mh::{MetropolisHastings, Proposal};
use sgmcmc::{
    Batch, BatchSettings, Chain, ChainSettings, Interrupt, MemoryUnit, Model, Sampler, StepError, Transform,
    constrain, fingerprint, pull_back,
};

/// log p(x | μ, σ), and its slopes in μ and σ.
fn log_density(x: &[f64], mu: f64, sigma: f64) -> (f64, [f64; 2]) {
    let n = x.len() as f64;
    let (sum, squares) = x.iter().fold((0.0, 0.0), |(sum, squares), x| {
        let r = x - mu;
        (sum + r, squares + r * r)
    });
    let precision = 1.0 / (sigma * sigma);
    let value = -0.5 * squares * precision - n * sgmcmc::ln(sigma);
    (value, [sum * precision, squares * precision / sigma - n / sigma])
}

/// θ = (μ, log σ), with a flat prior of both μ and σ.
struct Normal<'x> {
    x: &'x [f64],
    by_hand: bool,
}

impl Model<f64> for Normal<'_> {
    fn log_likelihood(
        &mut self,
        theta: &[f64],
        _: Batch<'_>,
        gradient: Option<&mut [f64]>,
    ) -> Result<f64, Interrupt> {
        if self.by_hand {
            let sigma = sgmcmc::exp(theta[1]);
            let (value, [of_mu, of_sigma]) = log_density(self.x, theta[0], sigma);
            if let Some(gradient) = gradient {
                // dσ/dθ = σ, of which the logarithm has the slope 1.
                gradient.copy_from_slice(&[of_mu, sigma * of_sigma + 1.0]);
            }
            return Ok(value + theta[1]);
        }
        let transforms = [Transform::positive(1, 1)];
        let mut y = [0.0; 2];
        let log_jacobian = constrain(&mut y, theta, &transforms)?;
        let (value, slopes) = log_density(self.x, y[0], y[1]);
        if let Some(gradient) = gradient {
            pull_back(gradient, theta, &slopes, &transforms, 1.0)?;
        }
        Ok(value + log_jacobian)
    }
}

/// Prints the posterior means of μ and σ; gives the fingerprint of all draws.
fn sample(mut model: Normal<'_>) -> Result<u64, StepError> {
    let hmc = Sampler::MetropolisHastings(MetropolisHastings::new(Proposal::hmc(0.04, 8), 1.0));
    let settings = ChainSettings { burn_in: 500, ..ChainSettings::new(1, BatchSettings::All, hmc) };
    let mut memory = vec![MemoryUnit::default(); settings.memory_len::<f64>(2)?];
    let mut chain = Chain::new(&settings, &[0.0, 0.0], &mut memory)?;
    let mut draws = Vec::new();
    chain.run(500, &mut model, None)?;
    for _ in 0..20_000 {
        chain.step(&mut model)?;
        draws.extend_from_slice(chain.theta()?);
    }
    let mean = |of: fn(&[f64]) -> f64| draws.chunks(2).map(of).sum::<f64>() / 20_000.0;
    let (mu, sigma) = (mean(|theta| theta[0]), mean(|theta| sgmcmc::exp(theta[1])));
    let (name, bits) = (if model.by_hand { "by hand" } else { "by transform" }, fingerprint(&draws));
    println!("{name:12}  mu {mu:.4}  sigma {sigma:.4}  fingerprint {bits:016x}");
    Ok(bits)
}

fn main() -> Result<(), StepError> {
    let x: Vec<f64> = (0..100).map(|i| 2.0 + f64::from(i % 7) / 10.0).collect();
    let [by_transform, by_hand] = [false, true].map(|by_hand| sample(Normal { x: &x, by_hand }));
    assert_eq!(by_transform?, by_hand?, "other bits");
    Ok(())
}
