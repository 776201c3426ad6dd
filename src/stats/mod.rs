//! Estimates over draws, online and in constant memory.

mod batch_means;
mod convergence;
mod digest;
mod estimates;
mod moments;
mod normal_quantile;
mod products;
mod reservoir;
mod settings;
mod state;
mod stein;

pub use convergence::{Convergence, StoredDraws, r_hat};
pub use estimates::Estimates;
pub use moments::Moments;
pub(crate) use moments::accumulate;
pub use reservoir::Reservoir;
pub use settings::{DrawWeight, EstimateSettings};
pub use state::EstimateState;
pub use stein::{Scored, stein_sum};
