//! A look at the model before a run: its curvature and its noise at one θ, and the step sizes that follow from them.
//!
//! It runs once, and code is dear: its functions are kept from being inlined.

mod advice;
mod clamped;
mod curvature;
mod findings;
mod inflation;
mod judge;
mod lattice;
mod measured;
mod metric;
mod noise;
mod parts;
mod probe;
mod propose;
mod report;
mod settings;

pub use findings::Finding;
pub(crate) use findings::{DEVIATIONS, FAR};
pub(crate) use lattice::rounded;
pub use report::{Pilot, PilotReport};
pub use settings::PilotSettings;
