//! Estimates over draws, online and in constant memory.

mod autocovariance;
mod convergence;
mod digest;
mod estimates;
mod exactness;
mod moments;
mod normal_quantile;
mod products;
mod ranks;
mod reading;
mod reservoir;
mod scale;
mod settings;
mod state;
mod stein;
mod student;
mod summary;
mod table;
mod window;

pub use convergence::r_hat;
pub use estimates::Estimates;
pub use exactness::Doubt;
pub use moments::Moments;
pub(crate) use moments::{accumulate, variance};
pub use reading::Reading;
pub use reservoir::Reservoir;
pub use settings::{DrawWeight, EstimateSettings};
pub use state::EstimateState;
pub use stein::{Scored, stein_sum};
pub use summary::{StoredDraws, Summary};
pub use table::SummaryTable;
pub(crate) use table::write_table;
