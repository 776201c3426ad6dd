//! Chain memory, samplers and numbers to start from.

extern crate alloc;

use alloc::{vec, vec::Vec};
use sgmcmc::mh::MetropolisHastings;
use sgmcmc::rng::Lanes;
use sgmcmc::rule::{Applied, Rule, StepParameters};
use sgmcmc::schedule::Schedule;
use sgmcmc::{ChainSettings, Error, MemoryUnit, Real, RuleSettings, Sampler};

/// Memory for a chain.
pub(crate) fn memory<R: Real>(settings: &ChainSettings, dim: usize) -> Vec<MemoryUnit> {
    vec![MemoryUnit::default(); settings.memory_len::<R>(dim).expect("settings in range")]
}

/// SGLD with a constant step size.
pub(crate) fn sgld(step_size: f64, temperature: f64) -> Sampler<'static> {
    ruled(Rule::SGLD, step_size, temperature)
}

/// Metropolis-Hastings with changes to the defaults.
pub(crate) fn metropolis(
    proposal: sgmcmc::mh::Proposal,
    likelihood_scale: f64,
    change: impl FnOnce(&mut MetropolisHastings),
) -> Sampler<'static> {
    let mut settings = MetropolisHastings::new(proposal, likelihood_scale);
    change(&mut settings);
    Sampler::MetropolisHastings(settings)
}

/// Whether `proposal_gradient` may be set.
pub(crate) fn may_follow_prior(proposal: sgmcmc::mh::Proposal) -> bool {
    use sgmcmc::mh::Proposal::{Hmc, RandomWalk, Rsgld, Sgld};
    match proposal {
        Sgld { .. } | Rsgld { .. } => true,
        RandomWalk { .. } | Hmc { .. } => false,
    }
}

/// θ-like numbers of prime period, so that swapped blocks show.
pub(crate) fn pattern<R: Real>(len: usize, period: usize, scale: f64) -> Vec<R> {
    (0..len)
        .map(|i| R::from_f64(scale * ((i % period) as f64 - 0.45 * period as f64) / period as f64))
        .collect()
}

/// A rule with a constant step size and temperature.
pub(crate) fn ruled(rule: Rule<'_>, step_size: f64, temperature: f64) -> Sampler<'_> {
    let temperature = Schedule::constant(temperature);
    Sampler::Rule(RuleSettings { temperature, ..RuleSettings::new(rule, Schedule::constant(step_size)) })
}

/// SGLD with these step sizes.
pub(crate) fn scheduled(schedule: Schedule, temperature: f64) -> Sampler<'static> {
    let temperature = Schedule::constant(temperature);
    Sampler::Rule(RuleSettings { temperature, ..RuleSettings::new(Rule::SGLD, schedule) })
}

/// The first step, with these.
pub(crate) fn at(step_size: f64, temperature: f64) -> StepParameters {
    StepParameters { temperature, ..StepParameters::step_size(step_size) }
}

/// Stateless steps of SGLD, the rule without state.
#[derive(Clone, Copy)]
pub(crate) struct Sgld {
    pub(crate) step_size: f64,
    pub(crate) temperature: f64,
}

impl Sgld {
    pub(crate) fn step<R: Real>(
        &self,
        theta: &mut [R],
        gradient: &[R],
        noise: &mut Lanes,
        applied: Option<&mut Applied>,
    ) -> Result<(), Error> {
        let at = at(self.step_size, self.temperature);
        Rule::SGLD.step(theta, &mut [], noise, applied, gradient, &[], &at)
    }
}
