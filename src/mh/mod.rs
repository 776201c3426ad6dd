//! Mini-batch Metropolis-Hastings with batch tempering: proposals, acceptance and tuning.

mod accept;
mod leapfrog;
mod proposal;
mod propose;
mod settings;
mod tune;

pub(crate) use accept::{acceptance, log_proposal_ratio};
pub(crate) use leapfrog::{Leap, draw_momentum};
pub use proposal::{Density, NoiseScale, Proposal, ProposalGradient};
pub(crate) use propose::{Distances, Move, SquaredLengths, propose, walk};
pub use settings::MetropolisHastings;
pub(crate) use tune::{Aim, BetaTuner, CAP, RefreshTuner, StepSizeTuner, Tuned, Verdict};
