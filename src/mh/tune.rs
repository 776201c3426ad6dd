//! Tuning between epochs (β of RSGLD) and during burn-in (the step size of every proposal, the k of a partial refresh).

use crate::num::{exp, ln};

/// The running look at one epoch's acceptance; Wu, Wang and Wong 2020, section 3.2, "Choosing β".
///
/// ```text
/// mean acceptance of the epoch above 0.4:  repeat { average 100 forward proposals from here, without moving;
///                                                   above 0.7: β ← 0.95 β } until it is not, or β has halved
/// below 0.2:                               β ← 1.05 β
/// ```
///
/// β never goes below 1. The published rule has no upper bound; a cap stops the runaway that too large an ε causes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct BetaTuner {
    pub(crate) sum: f64,
    pub(crate) count: u64,
}

/// What the end of an epoch asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Keep,
    Grow,
    TryToShrink,
}

impl BetaTuner {
    /// Forward proposals that one look averages.
    pub(crate) const FORWARD_COUNT: u32 = 100;
    /// The average above which β shrinks.
    pub(crate) const FORWARD_ACCEPTANCE: f64 = 0.7;
    /// The factor by which β shrinks.
    pub(crate) const SHRINK: f64 = 0.95;
    /// The factor by which β grows.
    pub(crate) const GROW: f64 = 1.05;

    pub(crate) fn record(&mut self, acceptance: f64) {
        self.sum += acceptance;
        self.count += 1;
    }

    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    pub(crate) fn verdict(&self) -> Verdict {
        let mean = self.sum / self.count as f64;
        if mean > 0.4 {
            Verdict::TryToShrink
        } else if mean < 0.2 {
            Verdict::Grow
        } else {
            Verdict::Keep
        }
    }
}

/// A proposal's δ or ε during burn-in, moved to an acceptance rate that can be had.
///
/// Let κ be the rate of proposals of a batch alone, θ' = θ. The batch's noise is there at every δ, so that no step size
/// has more of its proposals accepted, and a tuner that aims at more shrinks δ for ever. With s² the variance of c_n
/// μ̂_I over batches and normal noise κ = 2Φ(-s/√2); here it is measured, not modelled. On all data it is 1, and for
/// HMC's trajectories, which hold their batch.
///
/// ```text
/// share = max(½, target), along the gradient max(0.72, target)
/// capped where target > share κ                                          g = min(1, (k + 31)^(-0.6) / κ)
///
/// every eighth step, a batch alone:     κ ← κ + (j + 1)^(-0.6) (acceptance - κ)               the j-th of them
///
/// the first half, capped:               as below, with g = 1
/// else:                                 e ← e + acceptance - target
///             where |e| ≥ 1, or 2:      log δ ← log δ ± r with the sign of e, and e ← 0
///
/// the second, once the sign has turned at r = log 2, or half of it is over, k-th step from there:
/// a batch alone:                        log δ ← log δ - 7 g share acceptance                  where capped
/// another:                              log δ ← log δ + g acceptance                          where capped
///                                       log δ ← log δ + g (acceptance - target)               else
/// ```
///
/// The first is a search, for starts where δ is off by any power of ten, or the right one changes by that on the way to
/// the mode: r, from log 2 to log 256, is halved where the sign of e turns, and doubled where it has been the same three
/// times in a row, as in the staircases of Taylor and Creelman 1967; at first it is log 4. 2 is for batches, whose noise
/// hides what a step says. The second is
/// Robbins-Monro on log δ (Andrieu and Thoms 2008, section 4.2), towards the target, or where that is out of
/// reach towards the share of κ. All kinds of step keep p(θ, I).
///
/// 1. Half of κ is near the best that there is: a long random walk goes farthest at 0.234 κ without noise and at 0.37 κ
///    with much (the largest ℓ² Φ(-½ sqrt(ℓ² + 2s²)); Sherlock, Thiery, Roberts and Rosenthal 2015), and half of κ
///    gives it 0.69 to 0.94 of that. A target above a half asks for shorter steps on purpose, and gets that share.
///    Along the gradient the best is at 0.574 κ without noise and, where ε Φ(-½ sqrt(K ε³ + 2s²)) is largest, at
///    e^(-1/3) κ, 0.72 κ, with much.
/// 2. Under a cap the two kinds of step are weighed against each other as they come, not against a mean: a chain that
///    sits on a lucky batch accepts neither for long, and both again once it has left.
/// 3. Rates count in units of κ, so that a chain under a low cap is tuned as fast as any; a gain of 1 is the limit.
/// 4. The rate along the gradient and of trajectories changes fast with ε, so that what stays is not the last ε but the
///    mean of log ε from the search's end on, the j-th weighing j (Polyak and Juditsky 1992; Lacoste-Julien, Schmidt and
///    Bach 2012). The random walk's changes slowly, and its last δ stays.
/// 5. Far from the target RSGLD's moves up the gradient are accepted and those down it are not, at any ε, and half of the
///    moves would count as too few for ever. While that is so, those up the gradient count twice and the others not.
/// 6. δ stays within 1e-30 and 1e30: where the target has no scale of its own, every δ is too short.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct StepSizeTuner {
    pub(crate) cap: f64,
    pub(crate) look_count: u64,
    /// Whether the target is out of reach.
    pub(crate) capped: bool,
    /// The mean of log ε since the search.
    pub(crate) log_mean: f64,
    /// e, the last ± r, and how many of its sign there were in a row.
    pub(crate) evidence: f64,
    pub(crate) leap: f64,
    pub(crate) alike_count: u64,
    /// The first step that is none of the search's; 0 while it goes on.
    pub(crate) settling_from: u64,
}

/// The step of a burn-in that is tuned: its index, and how many of them there are.
#[derive(Clone, Copy)]
pub(crate) struct Tuned {
    pub(crate) k: u64,
    pub(crate) count: u64,
}

/// What is aimed at: the target, and the share of κ that will do.
#[derive(Clone, Copy)]
pub(crate) struct Aim {
    pub(crate) target: f64,
    pub(crate) share: f64,
}

impl Default for StepSizeTuner {
    fn default() -> Self {
        Self {
            cap: 1.0,
            look_count: 0,
            capped: false,
            log_mean: 0.0,
            evidence: 0.0,
            leap: 0.0,
            alike_count: 0,
            settling_from: 0,
        }
    }
}

impl StepSizeTuner {
    /// Steps from one proposal of a batch alone to the next.
    pub(crate) const LOOK_INTERVAL: u64 = 8;
    /// The shortest and the longest leap of a search in log δ: ln 2 and ln 256.
    const LEAST_LEAP: f64 = core::f64::consts::LN_2;
    pub(crate) const MOST_LEAP: f64 = 8.0 * Self::LEAST_LEAP;
    /// The steps that Robbins-Monro seems to have behind it when the search ends.
    const CALM: u64 = 30;
    /// The most that e comes to without a leap.
    pub(crate) const MOST_EVIDENCE: f64 = 2.0;

    /// The step size after a step that proposed a batch alone.
    pub(crate) fn look(&mut self, step_size: f64, step: Tuned, acceptance: f64, aim: Aim) -> f64 {
        self.cap += decay(self.look_count) * (acceptance - self.cap);
        self.look_count += 1;
        self.capped = aim.target > aim.share * self.cap;
        let weight = if self.capped { (Self::LOOK_INTERVAL - 1) as f64 * aim.share } else { 0.0 };
        self.moved(step_size, step, -weight * acceptance)
    }

    /// The step size after a step that proposed a θ.
    pub(crate) fn adapt(
        &mut self,
        step_size: f64,
        step: Tuned,
        acceptance: f64,
        aim: Aim,
        weight: f64,
    ) -> f64 {
        let by = weight * if self.capped { acceptance } else { acceptance - aim.target };
        self.moved(step_size, step, by)
    }

    fn moved(&mut self, step_size: f64, step: Tuned, by: f64) -> f64 {
        if let Some(k) = step.k.checked_sub(self.settling_from).filter(|_| self.settling_from > 0) {
            return bounded(step_size, (decay(k + Self::CALM) / self.cap).min(1.0) * by);
        }
        let late = step.k >= step.count / 2;
        let leap = if self.capped { Some(by) } else { self.leap_by(by) };
        let turned = leap.is_some() && self.alike_count == 1 && self.leap.abs() <= Self::LEAST_LEAP;
        if late && (self.capped || turned || step.k >= step.count - step.count / 4) {
            self.settling_from = step.k + 1;
        }
        bounded(step_size, leap.unwrap_or(0.0))
    }

    /// Takes in what a step says of ε, and leaps where that is enough.
    fn leap_by(&mut self, by: f64) -> Option<f64> {
        self.evidence += by;
        // A batch's noise takes more to hear through.
        if self.evidence.abs() < if self.look_count > 0 { Self::MOST_EVIDENCE } else { 1.0 } {
            return None;
        }
        let up = self.evidence > 0.0;
        self.evidence = 0.0;
        let mut length = self.leap.abs();
        if self.alike_count == 0 {
            (length, self.alike_count) = (2.0 * Self::LEAST_LEAP, 3);
        } else if up == (self.leap > 0.0) {
            self.alike_count += 1;
            length = if self.alike_count > 2 { (2.0 * length).min(Self::MOST_LEAP) } else { length };
        } else {
            (length, self.alike_count) = ((0.5 * length).max(Self::LEAST_LEAP), 1);
        }
        self.leap = if up { length } else { -length };
        Some(self.leap)
    }

    /// ε after a step: the mean after the last.
    pub(crate) fn settle(&mut self, step_size: f64, step: Tuned) -> f64 {
        let from = if self.settling_from > 0 { self.settling_from } else { step.count };
        take_into_mean(&mut self.log_mean, || ln(step_size), step.k, from);
        if step.k + 1 == step.count && step.k >= from { exp(self.log_mean) } else { step_size }
    }
}

/// δ e^by, a positive number of the chain's precision.
fn bounded(step_size: f64, by: f64) -> f64 {
    (step_size * exp(by)).max(step_size.min(1e-30)).min(step_size.max(1e30))
}

/// The acceptance of a batch alone that warm-ups leave.
pub(crate) const CAP: f64 = 0.8;

/// The k of a partial refresh during the first half of a burn-in, moved until batches alone are accepted at [`CAP`].
///
/// ```text
/// log k ← log k + 4 (j + 1)^(-0.6) (acceptance - 0.8)      after the j-th proposal of a batch alone
/// ```
///
/// and what stays is the mean over the second half of that time, as for ε. A pilot sees the batches' noise at one θ;
/// where the target is wide it is another at each, and what is wanted is a rate over all that the chain comes to. A
/// fresh batch replaces m (n - m)/n indices in the mean, and is the most that there is. The factor of 4 is less than
/// what tunes fastest: there the rate changes by 0.1 when log k does by 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct RefreshTuner {
    pub(crate) log_len: f64,
    pub(crate) log_mean: f64,
    pub(crate) look_count: u64,
}

impl RefreshTuner {
    /// Begins with `len` indices, or where that is 0 with `fresh` of them.
    pub(crate) fn start(&mut self, len: u32, fresh: f64) {
        self.log_len = ln(if len == 0 { fresh } else { fresh.min(f64::from(len)) }.max(1.0));
    }

    /// Takes in how a batch alone fared.
    pub(crate) fn look(&mut self, acceptance: f64, fresh: f64) {
        let moved = self.log_len + 4.0 * decay(self.look_count) * (acceptance - CAP);
        self.log_len = moved.max(0.0).min(ln(fresh.max(1.0)));
        self.look_count += 1;
    }

    /// k after step `k` of `count`, 0 for a fresh batch.
    pub(crate) fn settle(&mut self, k: u64, count: u64, fresh: f64, most: u32) -> u32 {
        take_into_mean(&mut self.log_mean, || self.log_len, k, count / 2);
        let len = exp(if k + 1 == count { self.log_mean } else { self.log_len });
        if len >= fresh { 0 } else { ((len + 0.5) as u32).min(most).max(1) }
    }
}

/// After step `k`: the mean of those from step `from` on, whose j-th weighs j.
fn take_into_mean(mean: &mut f64, value: impl FnOnce() -> f64, k: u64, from: u64) {
    if let Some(before) = k.checked_sub(from) {
        *mean += 2.0 / (before as f64 + 2.0) * (value() - *mean);
    }
}

fn decay(k: u64) -> f64 {
    libm::pow(k as f64 + 1.0, -0.6)
}
