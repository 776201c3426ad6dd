//! Chains that ask a model which answers at once, so that a step is the library's part of it.

use core::hint::black_box;
use sgmcmc::mh::{Density, MetropolisHastings, NoiseScale, Proposal};
use sgmcmc::rule::Rule;
use sgmcmc::schedule::Schedule;
use sgmcmc::{
    Batch, BatchSettings, ChainSettings, ChainState, Interrupt, MemoryUnit, Model, Real, RuleSettings,
    Sampler,
};

/// Leaves the gradient at zero. The optimiser must believe that it reads its arguments.
pub struct Empty;

impl<R: Real> Model<R> for Empty {
    fn log_likelihood(
        &mut self,
        theta: &[R],
        batch: Batch<'_>,
        gradient: Option<&mut [R]>,
    ) -> Result<f64, Interrupt> {
        black_box((theta, batch, gradient));
        Ok(0.0)
    }
}

/// SGLD with a constant step size.
pub fn sgld(data_len: u32, batch: BatchSettings) -> ChainSettings<'static> {
    with_rule(Rule::SGLD, data_len, batch)
}

/// A rule with a constant step size.
pub fn with_rule(rule: Rule<'_>, data_len: u32, batch: BatchSettings) -> ChainSettings<'_> {
    let rule = RuleSettings::new(rule, Schedule::constant(1e-3));
    ChainSettings::new(data_len, batch, Sampler::Rule(rule))
}

/// Mini-batch Metropolis-Hastings with the RSGLD proposal and fresh batches.
///
/// Both of its parts are centred at θ while the gradient is zero, so every proposal is accepted.
pub fn rsgld(data_len: u32, batch: BatchSettings) -> ChainSettings<'static> {
    let (noise, density) = (NoiseScale::Langevin, Density::Normalized);
    let proposal = Proposal::rsgld(1e-3, noise, 1.5, density);
    let mh = MetropolisHastings::new(proposal, 10.0);
    ChainSettings::new(data_len, batch, Sampler::MetropolisHastings(mh))
}

/// One step a call, from θ = 0.
pub fn chain_work<R: Real>(settings: &ChainSettings, dim: usize) -> impl FnMut() + use<R> {
    let mut memory = vec![MemoryUnit::default(); settings.memory_len::<R>(dim).expect("settings in range")];
    let mut chain =
        ChainState::new(settings, &vec![R::default(); dim], &mut memory).expect("settings in range");
    move || {
        black_box(chain.step(&mut memory, &mut Empty)).expect("an empty model refuses nothing");
    }
}
