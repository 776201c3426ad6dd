//! A chain with memory of its own, and the one that references are from.

use sgmcmc::mh::{MetropolisHastings, Proposal};
use sgmcmc::prior::Prior;
use sgmcmc::{
    BatchSettings, ChainSettings, ChainState, Error, MemoryUnit, Model, PilotSettings, Real, Sampler,
    StepError,
};

/// A chain and its memory.
pub struct Started<R> {
    /// The chain.
    pub chain: ChainState<R>,
    /// Its memory.
    pub memory: Vec<MemoryUnit>,
}

impl<R: Real> Started<R> {
    /// A chain that begins at `theta`.
    pub fn new(settings: &ChainSettings<'_>, theta: &[R]) -> Result<Self, Error> {
        let mut memory = vec![MemoryUnit::default(); settings.memory_len::<R>(theta.len())?];
        Ok(Self { chain: ChainState::new(settings, theta, &mut memory)?, memory })
    }

    /// Its burn-in, during which it finds what its settings leave open. Chains have pilots of their own batches, so that what
    /// chains differ by has the pilot's chance in it.
    pub fn warm_up(mut self, seed: u64, model: &mut impl Model<R>) -> Result<Self, StepError> {
        let pilot = PilotSettings { seed, ..PilotSettings::default() };
        let mut room = vec![MemoryUnit::default(); pilot.memory_len(&self.chain)?];
        pilot.warm_up(&mut self.chain, &mut self.memory, &mut room, u64::MAX, model)?;
        Ok(self)
    }
}

/// HMC on all data under the prior N(0, 1/κ), whose step size the burn-in finds.
pub fn hmc(
    data_len: u32,
    precision: f64,
    leapfrog_count: u32,
    burn_in: u64,
    seed: u64,
) -> ChainSettings<'static> {
    let hmc = Proposal::jittered_hmc(0.0, leapfrog_count, 0.0);
    let sampler = Sampler::MetropolisHastings(MetropolisHastings::tuned(hmc, f64::from(data_len)));
    let prior = Prior::gaussian(0.0, precision);
    ChainSettings { seed, prior, burn_in, ..ChainSettings::new(data_len, BatchSettings::All, sampler) }
}
