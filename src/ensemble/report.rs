//! What a chain found, and what is to be doubted.

use super::tuning::Tuning;
use crate::warm_up::{DescentEnd, DescentReport};
use core::fmt;

/// What a chain of an ensemble has found, and how its trajectories went.
///
/// Its text has a sentence for all that may be wrong with the draws. That there is none does not say that they are right: a chain
/// knows nothing of places where it has never been.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EnsembleReport {
    /// How the descent ended.
    pub descent: DescentReport,
    /// Whether the warm-up is over. Before, all else is as far as it has come.
    pub is_warm: bool,
    /// ε in the coordinates of the chain, in which a standard deviation is about 1.
    pub step_size: f64,
    /// How many leapfrog steps a trajectory has.
    pub leapfrog_count: u32,
    /// How often a window was repeated because its coordinates would not do, at most 12.
    pub repeat_count: u32,
    /// How much larger the largest variance of the posterior, in any direction, was found than the coordinates before the last
    /// ones had it; with variances alone that of a parameter. About 1 to 4 in up to some ten parameters is chance. NaN before
    /// there were coordinates.
    pub growth: f64,
    /// Passes over all data, of descent, warm-up and draws together.
    pub pass_count: f64,
    /// Trajectories that diverged after the warm-up: see [`Statistics`](crate::Statistics::divergence_count).
    pub divergence_count: u64,
}

impl EnsembleReport {
    /// Whether its text has such a sentence.
    pub fn is_doubtful(&self) -> bool {
        self.descent.end != DescentEnd::Arrived || Tuning::grows(self.growth) || self.divergence_count > 0
    }
}

impl fmt::Display for EnsembleReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { descent, step_size, leapfrog_count, growth, pass_count, divergence_count, .. } = self;
        let so_far = if self.is_warm { "found" } else { "has not ended; so far it has" };
        write!(
            f,
            "The warm-up {so_far} {leapfrog_count} leapfrog steps of {step_size:.3}; all took {pass_count:.0} passes."
        )?;
        if descent.end != DescentEnd::Arrived {
            write!(f, " {descent}")?;
        }
        if Tuning::grows(*growth) {
            write!(
                f,
                " Its last window found a variance {growth:.1} times as large as the one before: the chain may not have been \
                 everywhere yet. Draw for longer, and compare chains."
            )?;
        }
        if *divergence_count > 0 {
            write!(
                f,
                " {divergence_count} trajectories diverged: there are places that the chain may not get to. Raise \
                 target_acceptance, or write the model in other parameters."
            )?;
        }
        Ok(())
    }
}
