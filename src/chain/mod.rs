//! The chain driver: schedule, batch, estimator, rule or Metropolis-Hastings, moments, over caller-owned memory.

mod batches;
mod driver;
mod langevin;
mod metropolis;
mod settings;
mod state;
mod tuning;

pub use driver::{Chain, Step};
pub use settings::{BatchSettings, ChainSettings, Langevin, Sampler};
pub use state::{ChainState, MomentsOf, Statistics};
