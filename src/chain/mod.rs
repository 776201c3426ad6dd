//! The chain driver: schedule, batch, estimator, rule or Metropolis-Hastings, moments, over caller-owned memory.

mod batches;
mod compensation;
mod config;
mod driver;
mod gradient;
mod hamiltonian;
mod image;
mod lines;
mod metropolis;
mod progress;
mod rule_step;
mod sampler;
mod settings;
mod state;
mod statistics;
mod tuning;

pub(crate) use batches::draw as draw_batch;
pub(crate) use config::Config;
pub use driver::Chain;
pub use image::{ChainImage, Watch};
pub use progress::Look;
pub(crate) use progress::lent;
pub use settings::{BatchSettings, ChainSettings, RuleSettings, Sampler, ScheduleUnit};
pub use state::{ChainState, MomentsOf};
pub(crate) use state::{Compensated, Metropolis, Progress, check_environment, copy};
pub use statistics::{Statistics, Step};
pub(crate) use tuning::UNASKED_MOST;
