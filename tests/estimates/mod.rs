//! Estimates from draws that nobody stores, against the same from stored ones and against exact laws.

mod arviz;
mod observed;
mod quantiles;
mod refusals;
mod saved;
mod scales;
mod standard_errors;
mod stored;
mod summaries;
mod two_pass;

use sgmcmc::rng::{Generators, fill_normals};
use sgmcmc::{EstimateSettings, EstimateState, Estimates, MemoryUnit, Real};

/// Estimates with memory of their own.
#[derive(Clone, Debug, PartialEq)]
struct Owned {
    state: EstimateState,
    memory: Vec<MemoryUnit>,
}

impl Owned {
    fn new(settings: &EstimateSettings) -> Self {
        // What was in the memory before must not matter.
        let mut memory =
            vec![MemoryUnit::new([0x7ff8_dead_beef_0001; 8]); settings.memory_len().expect("in range")];
        Self { state: EstimateState::new(settings, &mut memory).expect("in range"), memory }
    }

    fn push<R: Real>(&mut self, values: &[R], weight: f64) {
        self.state.push(&mut self.memory, values, weight).expect("a good draw");
    }

    fn merge(&mut self, other: &Self) {
        self.state.merge(&mut self.memory, &other.state, &other.memory).expect("alike");
    }

    fn read(&self, of: impl FnOnce(&Estimates<'_>, &mut [f64]) -> Result<(), sgmcmc::Error>) -> Vec<f64> {
        let mut memory = self.memory.clone();
        let estimates = Estimates::from_parts(self.state, &mut memory).expect("its memory");
        let mut out = vec![f64::NAN; self.state.settings().len];
        of(&estimates, &mut out).expect("an estimate");
        out
    }

    fn mean(&self) -> Vec<f64> {
        self.read(|estimates, out| estimates.mean(out))
    }

    fn variance(&self) -> Vec<f64> {
        self.read(|estimates, out| estimates.variance(out))
    }

    fn standard_error(&self) -> Vec<f64> {
        self.read(|estimates, out| estimates.standard_error(out))
    }

    fn sample_size(&self) -> Vec<f64> {
        self.read(|estimates, out| estimates.sample_size(out))
    }

    fn quantile(&self, p: f64) -> Vec<f64> {
        self.read(|estimates, out| estimates.quantile(p, out))
    }

    fn doubts(&self) -> Vec<u32> {
        let mut out = vec![99; self.state.settings().len];
        self.state.doubts(&self.memory, &mut out).expect("asked for");
        out
    }

    fn covariance(&self) -> Vec<f64> {
        let k = self.state.settings().len;
        let mut out = vec![f64::NAN; k * k];
        self.state.covariance(&self.memory, &mut out).expect("asked for");
        out
    }
}

fn square(x: f64) -> f64 {
    x * x
}

/// Standard normals.
fn normals(seed: u64, len: usize) -> Vec<f64> {
    let mut normals = vec![0.0; len];
    fill_normals(&mut Generators::new(seed, 0).expect("a chain").noise, &mut normals);
    normals
}

/// x_t = ρ x_(t-1) + sqrt(1 - ρ²) ξ_t from its stationary law, N(0, 1).
fn ar1(seed: u64, rho: f64, len: usize) -> Vec<f64> {
    let mut draws = normals(seed, len);
    let scale = (1.0 - rho * rho).sqrt();
    for i in 1..len {
        draws[i] = rho * draws[i - 1] + scale * draws[i];
    }
    draws
}
