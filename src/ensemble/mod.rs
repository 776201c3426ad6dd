//! Chains that find by themselves what it takes to sample a posterior: they are told a model and a start.
//!
//! ```text
//! descent    θ to where the posterior has its mass, with the curvature there for the first coordinates
//! search     ε in powers of two, and then by dual averaging, in every window
//! windows    20 · 40, again until its coordinates will do · 80 · 160 · 50 trajectories; the middle ones make coordinates
//! run        ε and the number of leapfrog steps stay, each trajectory ε U(0.7, 1.3)
//! ```
//!
//! By minibatches no windows are wanted where the curvature will do for coordinates: see [`minibatch`].
//!
//! After Carpenter et al. 2017 (Stan's windows), Hoffman and Gelman 2014 (dual averaging), and Neal 2011 (trajectories of
//! random length). A chain samples x, θ = c + L x, in which the posterior is about a standard normal: see [`metric`].

mod alone;
mod chain;
mod checkpoint;
mod layout;
mod look;
mod member;
mod metric;
mod minibatch;
mod places;
mod plan;
mod report;
mod run;
mod settings;
mod state;
mod text;
mod tuning;
mod window;

pub use chain::EnsembleChain;
pub use member::EnsembleMember;
pub use report::EnsembleReport;
pub use run::{Ensemble, EnsembleRoom, EnsembleWords};
pub use settings::{EnsembleSampler, EnsembleSettings};
pub use state::EnsembleState;
pub use text::EnsembleText;
