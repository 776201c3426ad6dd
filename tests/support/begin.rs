//! Chains in memory of their own, and their burn-ins.

use super::memory;
use sgmcmc::{Chain, ChainSettings, MemoryUnit, Model, PilotSettings, Real, StepError};

/// A chain from `start`, in memory that is given back when the tests end.
pub(crate) fn begin<R: Real>(settings: &ChainSettings<'_>, start: &[R]) -> Chain<'static, R> {
    let memory = memory::<R>(settings, start.len()).leak();
    Chain::new(settings, start, memory).expect("settings in range")
}

/// Runs a chain's burn-in to its end, by which it finds what its settings leave open.
pub(crate) fn warm_up<R: Real>(
    chain: &mut Chain<'_, R>,
    pilot: &PilotSettings,
    model: &mut impl Model<R>,
) -> Result<(), StepError> {
    let mut room = vec![MemoryUnit::default(); chain.warm_up_len(pilot).expect("a length")];
    chain.warm_up(pilot, &mut room, u64::MAX, model)
}
