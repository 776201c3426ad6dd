//! Estimates over draws, online and in constant memory.

mod batch_means;
mod digest;
mod estimates;
mod moments;
mod products;
mod settings;
mod state;

pub use estimates::Estimates;
pub use moments::Moments;
pub(crate) use moments::accumulate;
pub use settings::{DrawWeight, EstimateSettings};
pub use state::EstimateState;
