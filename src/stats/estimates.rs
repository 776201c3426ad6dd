//! Estimates from draws that nobody stores.

use super::settings::EstimateSettings;
use super::state::EstimateState;
use crate::Error;
use crate::num::{MemoryUnit, Real};

/// Estimates with their memory: [`EstimateState`] and the slice it works in, held together.
///
/// They observe a chain, or take whatever numbers the host gives for each draw:
///
/// ```
/// use sgmcmc::{EstimateSettings, Estimates, MemoryUnit};
/// let settings = EstimateSettings { centroid_count: 256, ..EstimateSettings::new(1) };
/// let mut memory = vec![MemoryUnit::default(); settings.memory_len()?];
/// let mut estimates = Estimates::new(&settings, &mut memory)?;
/// for i in 0..1000 {
///     estimates.push(&[f64::from(i * 7 % 1000)], 1.0)?;
/// }
/// let (mut mean, mut median) = ([0.0], [0.0]);
/// estimates.mean(&mut mean)?;
/// estimates.quantile(0.5, &mut median)?;
/// assert!((mean[0] - 499.5).abs() < 1e-9 && (median[0] - 499.5).abs() < 2.0);
/// # Ok::<(), sgmcmc::Error>(())
/// ```
#[derive(Debug)]
pub struct Estimates<'m> {
    state: EstimateState,
    memory: &'m mut [MemoryUnit],
}

impl<'m> Estimates<'m> {
    /// See [`EstimateState::new`].
    pub fn new(settings: &EstimateSettings, memory: &'m mut [MemoryUnit]) -> Result<Self, Error> {
        Ok(Self { state: EstimateState::new(settings, memory)?, memory })
    }

    /// The estimates of a state and the memory that it was made with, as [`into_parts`](Self::into_parts) gives them,
    /// or copies of both.
    ///
    /// Errors: `MemoryTooSmall`. Other memory is not noticed, and its numbers are taken for the estimates'.
    pub fn from_parts(state: EstimateState, memory: &'m mut [MemoryUnit]) -> Result<Self, Error> {
        state.settings().shared(memory)?;
        Ok(Self { state, memory })
    }

    /// The state and the memory, to keep them apart.
    pub fn into_parts(self) -> (EstimateState, &'m mut [MemoryUnit]) {
        (self.state, self.memory)
    }

    /// What they stand in.
    pub(crate) fn memory(&self) -> &[MemoryUnit] {
        self.memory
    }

    /// Counts and weights.
    pub fn state(&self) -> &EstimateState {
        &self.state
    }

    /// See [`EstimateState::push`].
    pub fn push<R: Real>(&mut self, values: &[R], weight: f64) -> Result<(), Error> {
        self.state.push(self.memory, values, weight)
    }

    /// See [`EstimateState::observe`].
    pub fn observe<R: Real>(&mut self, values: &[R], step_size: f64) -> Result<(), Error> {
        self.state.observe(self.memory, values, step_size)
    }

    /// See [`EstimateState::merge`].
    pub fn merge(&mut self, other: &Estimates<'_>) -> Result<(), Error> {
        self.state.merge(self.memory, &other.state, other.memory)
    }

    /// See [`EstimateState::mean`].
    pub fn mean(&self, out: &mut [f64]) -> Result<(), Error> {
        self.state.mean(self.memory, out)
    }

    /// See [`EstimateState::variance`].
    pub fn variance(&self, out: &mut [f64]) -> Result<(), Error> {
        self.state.variance(self.memory, out)
    }

    /// See [`EstimateState::deviation`].
    pub fn deviation(&self, out: &mut [f64]) -> Result<(), Error> {
        self.state.deviation(self.memory, out)
    }

    /// See [`EstimateState::standard_error`].
    pub fn standard_error(&self, out: &mut [f64]) -> Result<(), Error> {
        self.state.standard_error(self.memory, out)
    }

    /// See [`EstimateState::sample_size`].
    pub fn sample_size(&self, out: &mut [f64]) -> Result<(), Error> {
        self.state.sample_size(self.memory, out)
    }

    /// See [`EstimateState::degrees_of_freedom`].
    pub fn degrees_of_freedom(&self, out: &mut [f64]) -> Result<(), Error> {
        self.state.degrees_of_freedom(self.memory, out)
    }

    /// See [`EstimateState::half_width`].
    pub fn half_width(&self, level: f64, out: &mut [f64]) -> Result<(), Error> {
        self.state.half_width(self.memory, level, out)
    }

    /// See [`EstimateState::doubts`].
    pub fn doubts(&self, out: &mut [u32]) -> Result<(), Error> {
        self.state.doubts(self.memory, out)
    }

    /// See [`EstimateState::covariance`].
    pub fn covariance(&self, out: &mut [f64]) -> Result<(), Error> {
        self.state.covariance(self.memory, out)
    }

    /// See [`EstimateState::quantile`].
    pub fn quantile(&self, p: f64, out: &mut [f64]) -> Result<(), Error> {
        self.state.quantile(self.memory, p, out)
    }
}
