//! What a chain found, and what is to be doubted.

use super::minibatch::DEPARTURE_MAX;
use super::tuning::Tuning;
use crate::text::write_sentence;
use crate::warm_up::{DescentEnd, DescentReport};
use core::fmt::{self, Write};

/// What a chain of an ensemble has found, and how its trajectories went.
///
/// Its text has a sentence for each thing that a chain sees to be doubted. That there is none does not say that the draws are
/// right: a chain knows nothing of places where it has never been, so compare chains.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EnsembleReport {
    /// How the descent ended.
    pub descent: DescentReport,
    /// Whether the warm-up is over. Before, all else is as far as it has come.
    pub is_warm: bool,
    /// ε in the coordinates of the chain, in which a standard deviation is about 1.
    pub step_size: f64,
    /// How many leapfrog steps a trajectory has; 0 by minibatches.
    pub leapfrog_count: u32,
    /// How often a window was repeated because its coordinates would not do, at most 12.
    pub repeat_count: u32,
    /// How much larger the largest variance of the posterior, in any direction, was found than the coordinates before the last
    /// ones had it; with variances alone that of a parameter. About 1 to 4 in up to some ten parameters, and to 6 in more, is
    /// chance. With variances alone it does not show a direction across parameters that is too long for the chain. NaN before a
    /// window has made coordinates.
    pub growth: f64,
    /// How many data a step takes: n by HMC, and fewer by minibatches.
    pub batch_len: u32,
    /// Whether steps by minibatches have a control variate.
    pub is_centred: bool,
    /// Whether coordinates are of all covariances, and not of variances alone.
    pub is_dense: bool,
    /// How many steps by minibatches a draw takes; 1 by HMC.
    pub steps_per_draw: u64,
    /// How far the gradient was found from that of a normal law with the coordinates' covariance, as a mean square over places
    /// and parameters, 1 the square of a deviation's: infinite where it was not finite, and 0 where minibatches did not come
    /// into question. With variances alone it is by what share the variance of some combination of parameters may be too large,
    /// as far as a few steps of the power method see.
    pub departure: f64,
    /// Effective draws per pass that minibatches promise, the warm-up left out; 0 where departure is.
    pub efficiency: f64,
    /// Whether steps are shorter than 0.2 in coordinates of all covariances, of more than ten parameters 0.2 (10/d)^¼: those of a
    /// posterior that is about normal are longer.
    pub has_short_steps: bool,
    /// How many parameters have deviations, by the coordinates, below the distance between neighbouring numbers where they are.
    /// Known once the warm-up is over.
    pub coarse_count: u32,
    /// Passes over all data of descent and warm-up.
    pub warm_up_pass_count: f64,
    /// The same with those of draws.
    pub pass_count: f64,
    /// Draws after the warm-up, each of which is a trajectory or, by minibatches, some steps.
    pub draw_count: u64,
    /// Those of them that are trajectories and were accepted; the other trajectories repeat the draw before.
    pub accepted_count: u64,
    /// Those of them that diverged: see [`Statistics`](crate::Statistics::divergence_count).
    pub divergence_count: u64,
}

/// Trajectories that are shorter than this, in deviations, were cut off at `leapfrog_max`.
const LENGTH_MIN: f64 = 1.0;

/// By what share the variance of something may be too large before it is said: a deviation by 30 %.
const STIFF_MAX: f64 = 0.69;

/// A chain is stuck that accepts less than this share of so many trajectories.
const STUCK: (f64, u64) = (0.25, 20);

impl EnsembleReport {
    /// Whether its text has such a sentence.
    pub fn is_doubtful(&self) -> bool {
        !self.has_arrived()
            || self.is_short()
            || Tuning::is_off(self.growth)
            || self.is_warm && self.has_short_steps
            || self.coarse_count > 0
            || self.is_stuck()
            || self.divergence_count > 0
            || self.is_bent()
    }

    /// Whether it draws by minibatches.
    pub fn is_by_minibatches(&self) -> bool {
        self.leapfrog_count == 0
    }

    /// Whether the descent ended where it was to; one before minibatches with variances alone has few steps, and burn-in goes on.
    fn has_arrived(&self) -> bool {
        let end = self.descent.end;
        let goes_on = self.is_by_minibatches() && !self.is_dense;
        end == DescentEnd::Arrived || goes_on && end == DescentEnd::IterationMax
    }

    /// Whether minibatches were tuned for a law that the posterior is far from, or leave what combines parameters far off.
    fn is_bent(&self) -> bool {
        self.is_by_minibatches() && self.departure > if self.is_dense { DEPARTURE_MAX } else { STIFF_MAX }
    }

    /// Whether most trajectories are refused.
    fn is_stuck(&self) -> bool {
        let (share, enough) = STUCK;
        !self.is_by_minibatches()
            && self.draw_count >= enough
            && (self.accepted_count as f64) < share * self.draw_count as f64
    }

    /// Whether trajectories do not cross the posterior.
    fn is_short(&self) -> bool {
        self.is_warm
            && !self.is_by_minibatches()
            && self.step_size * f64::from(self.leapfrog_count) < LENGTH_MIN
    }
}

impl fmt::Display for EnsembleReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

impl EnsembleReport {
    pub(super) fn write(&self, out: &mut dyn Write) -> fmt::Result {
        let Self { descent, step_size, leapfrog_count, growth, pass_count, divergence_count, .. } = self;
        let Self { batch_len, steps_per_draw, departure, efficiency, .. } = self;
        let Self { coarse_count, draw_count, accepted_count, .. } = self;
        let promise = [*efficiency, *departure];
        if self.is_by_minibatches() {
            let sentence = if self.is_centred {
                "It draws by minibatches of # data with a control variate, # steps of # a draw, after # passes in all"
            } else {
                "It draws by minibatches of # data, # steps of # a draw, after # passes in all"
            };
            let numbers = [(*batch_len).into(), *steps_per_draw as f64, *step_size, libm::round(*pass_count)];
            write_sentence(out, sentence, &numbers)?;
            if self.is_dense {
                let reason = ", since that promises # draws a pass where the law is normal but for #.";
                write_sentence(out, reason, &promise)?;
            } else {
                out.write_str(
                    ", in coordinates of variances alone. Where the law is about normal and data vary as the model says, deviations of \
                     single parameters are right to deviation_error. Those of what combines parameters may be off by more, and \
                     chains on the weights of a network need not agree: compare predictions.",
                )?;
            }
        } else {
            out.write_str(if self.is_warm {
                "The warm-up found"
            } else {
                "The warm-up has not ended, and now has"
            })?;
            let sentence = " trajectories of # steps of #, after # passes in all.";
            let numbers = [(*leapfrog_count).into(), *step_size, libm::round(*pass_count)];
            write_sentence(out, sentence, &numbers)?;
            if self.is_warm && *departure > 0.0 && self.is_dense {
                let sentence = " It draws by HMC, since minibatches promise # draws a pass where the law is normal but for #.";
                write_sentence(out, sentence, &promise)?;
            }
        }
        if !self.has_arrived() {
            out.write_char(' ')?;
            descent.write(out)?;
        }
        if self.is_short() {
            out.write_str(
                " Trajectories of that length do not cross the posterior: it may have an edge, or the gradient may not be that of \
                 the log density. If neither is so, raise leapfrog_max.",
            )?;
        }
        if self.is_bent() && self.is_dense {
            out.write_str(
                " The posterior is far from normal, and deviations may be off by more than deviation_error: lower that, or choose HMC.",
            )?;
        } else if self.is_bent() {
            let sentence = " Parameters are correlated: the variance of what combines them may come out up to # times too large. \
                 Lower deviation_error, or choose HMC.";
            write_sentence(out, sentence, &[1.0 + *departure])?;
        }
        if Tuning::is_off(*growth) {
            let sentence = " The warm-up's last window found a variance # times as large as the one before: the chain may not \
                 have been everywhere yet. Draw for longer, and compare chains. If it grows without end, the posterior is improper.";
            write_sentence(out, sentence, &[*growth])?;
        }
        if self.is_warm && self.has_short_steps {
            out.write_str(
                " Its steps are short for the deviations and correlations that it found: the posterior is far from normal, or \
                 they are not its own. Compare chains, and write the model in other parameters if they disagree.",
            )?;
        }
        if *coarse_count > 0 {
            let sentence = " Of the parameters # vary by less than the distance between neighbouring numbers: they stay, or \
                 jump. Subtract a constant from them, or take f64.";
            write_sentence(out, sentence, &[(*coarse_count).into()])?;
        }
        if self.is_stuck() {
            let sentence = " It accepted # of # trajectories, and stayed where it was in the others. Write the model without \
                 bounds if it has some, or raise target_acceptance.";
            write_sentence(out, sentence, &[*accepted_count as f64, *draw_count as f64])?;
        }
        if *divergence_count > 0 {
            let sentence = " Of its trajectories # diverged: there are places that the chain may not get to. Write the \
                 model in other parameters, without bounds, or raise target_acceptance.";
            write_sentence(out, sentence, &[*divergence_count as f64])?;
        }
        Ok(())
    }
}
