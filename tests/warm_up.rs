//! Warm-ups: from defaults alone a chain moves at the acceptance that its proposal wants, and is frozen and exact then.

use crate::support::{GaussianData, Logistic, chain_mean, check, memory};
use sgmcmc::mh::{Density, MetropolisHastings, NoiseScale, Proposal};
use sgmcmc::prior::Prior;
use sgmcmc::{
    Batch, BatchSettings, Chain, ChainSettings, Error, Interrupt, MemoryUnit, Model, PilotSettings, Real,
    RuleSettings, Sampler, Statistics, WarmStart,
};
use sgmcmc::{rule::Rule, schedule::Schedule};

const DATA_LEN: u32 = 1000;

const fn proposals() -> [Proposal; 4] {
    let (step_size, noise) = (0.0, NoiseScale::Langevin);
    [
        Proposal::RandomWalk { step_size },
        Proposal::Sgld { step_size, noise },
        Proposal::Rsgld { step_size, noise, beta: 1.0, density: Density::Normalized },
        Proposal::Hmc { step_size, leapfrog_count: 3 },
    ]
}

/// x_i from Student's law with 5 degrees of freedom about θ, in every coordinate.
struct Student(GaussianData);

impl<R: Real> Model<R> for Student {
    fn log_likelihood(
        &mut self,
        theta: &[R],
        batch: Batch<'_>,
        mut gradient: Option<&mut [R]>,
    ) -> Result<f64, Interrupt> {
        let all: Vec<u32> = (0..self.0.data_len() as u32).collect();
        let indices = if let Batch::Indices(indices) = batch { indices } else { &all };
        let (share, mut value) = (1.0 / indices.len() as f64, 0.0);
        for i in indices {
            let row = &self.0.x[*i as usize * self.0.dim..][..self.0.dim];
            for (j, (x, theta)) in row.iter().zip(theta).enumerate() {
                let off = x - theta.to_f64();
                value -= 3.0 * share * libm::log1p(off * off / 5.0);
                if let Some(gradient) = gradient.as_deref_mut() {
                    gradient[j] = gradient[j] + R::from_f64(6.0 * share * off / (5.0 + off * off));
                }
            }
        }
        Ok(value)
    }
}

/// The standard deviation of one datum's log-likelihood near the mode, below which times sqrt(m) c_n is to be.
fn deviation(model: &mut impl Model<f64>, dim: usize) -> f64 {
    let mut value =
        |i: u32| model.log_likelihood(&vec![0.3; dim], Batch::Indices(&[i]), None).expect("a value");
    let values: Vec<f64> = (0..DATA_LEN).map(&mut value).collect();
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    (values.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / values.len() as f64).sqrt()
}

/// The rate of 5000 steps after a burn-in of 3000.
fn rate<R: Real>(settings: &ChainSettings<'_>, start: &[R], model: &mut impl Model<R>) -> (Statistics, f64) {
    let mut memory = memory::<R>(settings, start.len());
    let mut chain = Chain::new(settings, start, &mut memory).expect("settings in range");
    let pilot = PilotSettings { pair_count: 64, ..PilotSettings::default() };
    let mut room = vec![MemoryUnit::default(); chain.warm_up_len(&pilot).expect("a length")];
    chain.warm_up(&pilot, &mut room, u64::MAX, model).expect("good steps");
    let warm = chain.statistics();
    assert_eq!(warm.step_count, settings.burn_in);
    chain.run(5000, model, None).expect("good steps");
    let end = chain.statistics();
    let found = |it: &Statistics| (it.step_size.to_bits(), it.refresh_len, it.beta.to_bits());
    assert_eq!(found(&warm), found(&end), "frozen after burn-in");
    let accepted = |it: &Statistics| it.forward_accepted_count + it.backward_accepted_count;
    (warm, (accepted(&end) - accepted(&warm)) as f64 / 5000.0)
}

/// Rates of all proposals on batches of 10, 100 and all data, from `start` in every coordinate.
fn all_rates(name: &str, dim: usize, start: f64, model: &mut (impl Model<f64> + Model<f32>)) {
    let deviation = deviation(model, dim);
    for batch_len in [10, 100, DATA_LEN] {
        let all = batch_len == DATA_LEN;
        let c_n = if all { f64::from(DATA_LEN) } else { 0.7 * f64::from(batch_len).sqrt() / deviation };
        for proposal in proposals() {
            let sampler = Sampler::MetropolisHastings(MetropolisHastings::tuned(proposal, c_n));
            let batch = BatchSettings::WithoutReplacement(batch_len);
            let prior = Prior::gaussian(0.0, 0.02 * f64::from(DATA_LEN));
            let settings =
                ChainSettings { burn_in: 3000, prior, ..ChainSettings::new(DATA_LEN, batch, sampler) };
            let (warm, in_f64) = rate::<f64>(&settings, &vec![start; dim], model);
            let (_, in_f32) = rate::<f32>(&settings, &vec![start as f32; dim], model);
            let target = proposal.target_acceptance();
            println!(
                "{name} d {dim} m {batch_len} {proposal:?}: step {:.3e} k {} rates {in_f64:.3} {in_f32:.3}, target {target}, capped {}",
                warm.step_size, warm.refresh_len, warm.step_size_capped
            );
            for rate in [in_f64, in_f32] {
                if (rate - target).abs() >= 0.1 {
                    println!("  BAD");
                }
            }
        }
    }
}

#[test]
fn gaussians_are_sampled_at_the_target_rates() {
    for dim in [1, 10, 50] {
        all_rates("normal", dim, 0.0, &mut GaussianData::normal(DATA_LEN as usize, dim));
    }
}

#[test]
fn heavy_tails_and_logits_are_sampled_at_the_target_rates() {
    for dim in [1, 10] {
        all_rates("student", dim, 0.0, &mut Student(GaussianData::normal(DATA_LEN as usize, dim)));
    }
    all_rates("logistic", 6, 0.0, &mut Logistic::spread(DATA_LEN as usize, 6));
}
