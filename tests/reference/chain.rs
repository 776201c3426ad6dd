//! Algorithm 1 of (W), step by step: coin, θ', I', evaluation, acceptance.

use super::{Generators, Leapfrog, Point, Scalar, distances, log_ratio, normals, propose};
use core::num::NonZeroU32;
use rand_core::Rng;
use sgmcmc::mh::{MetropolisHastings, NoiseScale, Proposal};
use sgmcmc::minibatch::{refresh, without_replacement};
use sgmcmc::{Batch, Model};

/// What a step did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Step {
    pub(crate) backward: bool,
    pub(crate) accepted: bool,
    /// Of the chain after the step.
    pub(crate) log_likelihood: f64,
}

/// A chain (θ, I) with what the model said there; flat prior.
pub(crate) struct MetropolisChain<R> {
    pub(crate) settings: MetropolisHastings,
    pub(crate) data_len: NonZeroU32,
    pub(crate) theta: Vec<R>,
    gradient: Vec<R>,
    batch: Vec<u32>,
    log_likelihood: f64,
    generators: Generators,
}

impl<R: Scalar> MetropolisChain<R> {
    pub(crate) fn new(
        settings: MetropolisHastings,
        data_len: u32,
        batch_len: usize,
        (seed, theta): (u64, &[R]),
        model: &mut impl Model<R>,
    ) -> Self {
        let data_len = NonZeroU32::new(data_len).expect("data");
        let mut generators = Generators::new(seed, 0);
        let mut batch = vec![0; batch_len];
        without_replacement(&mut generators.choice, data_len, &mut batch);
        let (log_likelihood, gradient) = evaluate(model, theta, &batch);
        Self { settings, data_len, theta: theta.to_vec(), gradient, batch, log_likelihood, generators }
    }

    pub(crate) fn step(&mut self, model: &mut impl Model<R>) -> Step {
        let dim = self.theta.len();
        let (epsilon, noise, beta) = match self.settings.proposal {
            Proposal::RandomWalk { step_size } => (step_size, NoiseScale::Custom(step_size), 1.0),
            Proposal::Sgld { step_size, noise } => (step_size, noise, 1.0),
            Proposal::Rsgld { step_size, noise, beta, .. } => (step_size, noise, beta),
            Proposal::Hmc { step_size, leapfrog_count, step_jitter } => {
                // In a trajectory's own step no random number is spent without a jitter.
                let by = if step_jitter > 0.0 { step_jitter * (2.0 * self.uniform() - 1.0) } else { 0.0 };
                return self.hmc_step(step_size * (1.0 + by), leapfrog_count, model);
            }
        };
        let sigma = match noise {
            NoiseScale::Published => (2.0 * epsilon).sqrt() / f64::from(self.data_len.get()),
            NoiseScale::Langevin => (2.0 * epsilon / self.settings.likelihood_scale).sqrt(),
            NoiseScale::Custom(sigma) => sigma,
        };
        let sigma = R::from_f64(sigma).to_f64();

        let walks = matches!(self.settings.proposal, Proposal::RandomWalk { .. });
        let backward = matches!(self.settings.proposal, Proposal::Rsgld { .. })
            && self.generators.choice.next_u64() >> 63 == 1;
        let (direction, scale) = match (walks, backward) {
            (true, _) => (0, sigma),
            (_, false) => (1, sigma),
            (_, true) => (-1, beta * sigma),
        };
        let to = propose(&self.theta, &self.gradient, direction, epsilon, scale, &mut self.generators);
        let batch = self.draw_batch();
        let (log_likelihood, gradient) = evaluate(model, &to, &batch);

        let there = distances(&self.theta, &to, &self.gradient, epsilon);
        let back = distances(&to, &self.theta, &gradient, epsilon);
        let log_r = log_ratio(&self.settings.proposal, there, back, sigma, beta, dim)
            + self.settings.likelihood_scale * (log_likelihood - self.log_likelihood);
        let accepted = self.accepts(log_r);
        if accepted {
            (self.theta, self.batch, self.gradient, self.log_likelihood) =
                (to, batch, gradient, log_likelihood);
        }
        Step { backward, accepted, log_likelihood: self.log_likelihood }
    }

    /// A trajectory on the batch, and then a batch where it ended.
    fn hmc_step(&mut self, step_size: f64, leapfrog_count: u32, model: &mut impl Model<R>) -> Step {
        let leapfrog = Leapfrog::new(step_size, self.settings.likelihood_scale);
        let p = normals::<R>(&mut self.generators, self.theta.len());
        let start = Point { theta: self.theta.clone(), p, gradient: self.gradient.clone() };
        let before = start.squared_momentum();
        let (end, value) = leapfrog.run(start, leapfrog_count, |theta| evaluate(model, theta, &self.batch));
        let c_n = self.settings.likelihood_scale;
        let log_r = c_n * (value - self.log_likelihood) + 0.5 * (before - end.squared_momentum());
        let accepted = self.accepts(log_r);
        if accepted {
            (self.theta, self.gradient, self.log_likelihood) = (end.theta, end.gradient, value);
        }
        let batch = self.draw_batch();
        let (value, gradient) = evaluate(model, &self.theta, &batch);
        if self.accepts(c_n * (value - self.log_likelihood)) {
            (self.batch, self.gradient, self.log_likelihood) = (batch, gradient, value);
        }
        Step { backward: false, accepted, log_likelihood: self.log_likelihood }
    }

    fn accepts(&mut self, log_r: f64) -> bool {
        self.uniform() < libm::exp(log_r.min(0.0))
    }

    fn uniform(&mut self) -> f64 {
        (2 * (self.generators.choice.next_u64() >> 12) + 1) as f64 / 9_007_199_254_740_992.0
    }

    fn draw_batch(&mut self) -> Vec<u32> {
        let len = self.batch.len();
        let replaced = self.settings.refresh_len as usize;
        let mut batch = vec![0; len];
        if replaced == 0 || replaced == len {
            without_replacement(&mut self.generators.choice, self.data_len, &mut batch);
        } else {
            let mut scratch = vec![0; 2 * replaced];
            refresh(&mut self.generators.choice, self.data_len, &self.batch, &mut batch, &mut scratch);
        }
        batch
    }
}

fn evaluate<R: Scalar>(model: &mut impl Model<R>, theta: &[R], batch: &[u32]) -> (f64, Vec<R>) {
    let mut gradient = vec![R::default(); theta.len()];
    let value =
        model.log_likelihood(theta, Batch::Indices(batch), Some(&mut gradient)).expect("a possible theta");
    (value, gradient)
}
