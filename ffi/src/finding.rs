//! What a pilot, looks at a run and estimates can find: the numbers of `sgmcmc::Finding`, `HealthFinding` and `Doubt`.

use core_crate::{Doubt, Finding, HealthFinding};

/// What a pilot has found: bit c of sgmcmc_pilot_report.findings is set for the one with number c. The numbers never
/// change their meaning; a later library may have more of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_finding {
    /// It is the curvature that limits the step size.
    SGMCMC_FINDING_CURVATURE_BINDS = 1,
    /// It is the gradient's noise that limits the step size.
    SGMCMC_FINDING_NOISE_BINDS = 2,
    /// No step size keeps what is tolerated, or is accepted; another finding says why.
    SGMCMC_FINDING_NO_STEP_SIZE = 3,
    /// The chain's own step size gives more than one and a half times the tolerated inflation, or of what the rule does by
    /// itself where that is more.
    SGMCMC_FINDING_STEP_TOO_LARGE = 4,
    /// The chain's own step size lets theta grow without end; never a lattice walk's.
    SGMCMC_FINDING_UNSTABLE = 5,
    /// The chain's own step size is below a hundredth of what would do.
    SGMCMC_FINDING_STEP_TOO_SMALL = 6,
    /// A control variate would allow at least twice the step, which is what its gradients cost.
    SGMCMC_FINDING_CONTROL_VARIATE_PAYS = 7,
    /// Taking the gradient's noise off the injected one would allow at least twice the step.
    SGMCMC_FINDING_COMPENSATION_PAYS = 8,
    /// The gradient's noise is correlated between coordinates: only dense compensation takes it off.
    SGMCMC_FINDING_NOISE_CORRELATED = 9,
    /// At the step size that would do, the slowest direction takes more than a million steps to forget.
    SGMCMC_FINDING_SLOW = 10,
    /// The gradient is much longer than where the posterior has its mass: go nearer to the mode and look again.
    SGMCMC_FINDING_FAR_FROM_MODE = 11,
    /// The log posterior is not concave here.
    SGMCMC_FINDING_NOT_CONCAVE = 12,
    /// What the chain's rule, drift or preconditioner makes of a step size is not predicted.
    SGMCMC_FINDING_UNPREDICTED = 13,
    /// Batch noise keeps the acceptance of the chain's proposals below 0.8 at any step size.
    SGMCMC_FINDING_ACCEPTANCE_CAPPED = 14,
    /// Even one replaced index leaves the cap below 0.8: likelihood_scale is too large for m.
    SGMCMC_FINDING_SCALE_TOO_LARGE = 15,
    /// At the step size that would do, or at a lattice walk's own, the rounding of theta does more than what is tolerated.
    SGMCMC_FINDING_ROUNDING_BINDS = 16,
    /// What the rule's friction or noise_estimate does to variances is more than what is tolerated.
    SGMCMC_FINDING_RULE_BIASED = 17,
    /// At the chain's own step size what the lattice walk cuts moves the mean by more than one and a half times the
    /// tolerated inflation, in standard deviations. With p = pair_count the pilot sees every datum, with certainty, where n/m
    /// is at most p, for batches of one where n is at most 2 p, but for batches with replacement of m > 1. Of other batches
    /// it sees one datum that is alone with probability 2 p m/n, or 1 - (1 - 1/n)^(2 p m) with replacement: then steps are
    /// below what it allows, and predicted_shift is NaN, since it may be the only one or have others to the other side. Of k
    /// such to one side, of which k' = 2 p m k/n come on average, steps are below with probability 1 - exp(-k'), and the
    /// shift is known where more than four come, with 0.37 for k' = 4, 0.9 for 8 and 0.99 for 12.
    SGMCMC_FINDING_CLAMPED = 18,
}

/// The two lists are one.
const _: () = {
    use sgmcmc_finding::*;
    let all = [
        SGMCMC_FINDING_CURVATURE_BINDS,
        SGMCMC_FINDING_NOISE_BINDS,
        SGMCMC_FINDING_NO_STEP_SIZE,
        SGMCMC_FINDING_STEP_TOO_LARGE,
        SGMCMC_FINDING_UNSTABLE,
        SGMCMC_FINDING_STEP_TOO_SMALL,
        SGMCMC_FINDING_CONTROL_VARIATE_PAYS,
        SGMCMC_FINDING_COMPENSATION_PAYS,
        SGMCMC_FINDING_NOISE_CORRELATED,
        SGMCMC_FINDING_SLOW,
        SGMCMC_FINDING_FAR_FROM_MODE,
        SGMCMC_FINDING_NOT_CONCAVE,
        SGMCMC_FINDING_UNPREDICTED,
        SGMCMC_FINDING_ACCEPTANCE_CAPPED,
        SGMCMC_FINDING_SCALE_TOO_LARGE,
        SGMCMC_FINDING_ROUNDING_BINDS,
        SGMCMC_FINDING_RULE_BIASED,
        SGMCMC_FINDING_CLAMPED,
    ];
    assert!(all.len() == Finding::ALL.len());
    let mut i = 0;
    while i < all.len() {
        assert!(all[i] as u32 == Finding::ALL[i] as u32);
        i += 1;
    }
};

/// What is wrong with a run: bit c of sgmcmc_health_report.findings is set for the one with number c. The numbers never
/// change their meaning; a later library may have more of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_health_finding {
    /// The step size, not the gradient's noise, heats the chain.
    SGMCMC_HEALTH_STEP_TOO_LARGE = 1,
    /// The chain hardly moves, though all is well at each step.
    SGMCMC_HEALTH_STEP_TOO_SMALL = 2,
    /// The gradient's noise over batches heats the chain.
    SGMCMC_HEALTH_GRADIENT_NOISE = 3,
    /// The chain is too hot, and only a pilot can tell whether by noise or by the step size.
    SGMCMC_HEALTH_TOO_HOT = 4,
    /// The kinetic temperature is below its band.
    SGMCMC_HEALTH_TOO_COLD = 5,
    /// SGNHT has found no friction that holds its temperature.
    SGMCMC_HEALTH_THERMOSTAT_DIVERGES = 6,
    /// theta has overflowed.
    SGMCMC_HEALTH_DIVERGED = 7,
    /// A callback gave a NaN or an infinity where a number was needed.
    SGMCMC_HEALTH_NOT_FINITE = 8,
    /// Steps were refused for another reason.
    SGMCMC_HEALTH_REFUSED = 9,
    /// Clipping changes so many gradients that the posterior is another one.
    SGMCMC_HEALTH_CLIPPED = 10,
    /// What the lattice walk cuts moves the mean, or is a part of so many moves that variances are too large.
    SGMCMC_HEALTH_LATTICE_CUT = 11,
    /// Next to nothing is accepted, and smaller steps would be.
    SGMCMC_HEALTH_FROZEN = 12,
    /// Batch noise has proposals rejected at any step size: likelihood_scale is too large for m.
    SGMCMC_HEALTH_SCALE_TOO_LARGE = 13,
    /// RSGLD's beta has met its cap.
    SGMCMC_HEALTH_BETA_CAPPED = 14,
    /// The drift of proposals outweighs their noise: they follow the gradient, and the chain optimises.
    SGMCMC_HEALTH_DRIFT_DOMINATES = 15,
    /// Many proposals go where the model cannot be evaluated.
    SGMCMC_HEALTH_IMPOSSIBLE = 16,
    /// The chain moves well from step to step, and stays where it is all the same: in a mode, or along a flat direction.
    SGMCMC_HEALTH_STUCK = 17,
    /// Several chains are not at one.
    SGMCMC_HEALTH_CHAINS_DISAGREE = 18,
    /// The control variate costs more than it saves.
    SGMCMC_HEALTH_ANCHOR_WORTHLESS = 19,
    /// Proposals go too far to be accepted as often as is good.
    SGMCMC_HEALTH_ACCEPTANCE_LOW = 20,
    /// theta is so large that its rounding drowns what the steps are.
    SGMCMC_HEALTH_ROUNDING_DROWNS = 21,
    /// More than one in 2000 trajectories of HMC after burn-in diverged at a step no longer than step_size: there are places
    /// whose surroundings the chain may not get to.
    SGMCMC_HEALTH_DIVERGENCES = 22,
    /// theta grows, and the log posterior does not fall: it may be improper.
    SGMCMC_HEALTH_RUNS_AWAY = 23,
    /// Proposals overflow before the model is asked.
    SGMCMC_HEALTH_MODEL_NOT_ASKED = 24,
    /// The run's first part is elsewhere than the rest, or its last.
    SGMCMC_HEALTH_FIRST_AGAINST_LAST = 25,
}

/// The two lists are one.
const _: () = {
    use sgmcmc_health_finding::*;
    let all = [
        SGMCMC_HEALTH_STEP_TOO_LARGE,
        SGMCMC_HEALTH_STEP_TOO_SMALL,
        SGMCMC_HEALTH_GRADIENT_NOISE,
        SGMCMC_HEALTH_TOO_HOT,
        SGMCMC_HEALTH_TOO_COLD,
        SGMCMC_HEALTH_THERMOSTAT_DIVERGES,
        SGMCMC_HEALTH_DIVERGED,
        SGMCMC_HEALTH_NOT_FINITE,
        SGMCMC_HEALTH_REFUSED,
        SGMCMC_HEALTH_CLIPPED,
        SGMCMC_HEALTH_LATTICE_CUT,
        SGMCMC_HEALTH_FROZEN,
        SGMCMC_HEALTH_SCALE_TOO_LARGE,
        SGMCMC_HEALTH_BETA_CAPPED,
        SGMCMC_HEALTH_DRIFT_DOMINATES,
        SGMCMC_HEALTH_IMPOSSIBLE,
        SGMCMC_HEALTH_STUCK,
        SGMCMC_HEALTH_CHAINS_DISAGREE,
        SGMCMC_HEALTH_ANCHOR_WORTHLESS,
        SGMCMC_HEALTH_ACCEPTANCE_LOW,
        SGMCMC_HEALTH_ROUNDING_DROWNS,
        SGMCMC_HEALTH_DIVERGENCES,
        SGMCMC_HEALTH_RUNS_AWAY,
        SGMCMC_HEALTH_MODEL_NOT_ASKED,
        SGMCMC_HEALTH_FIRST_AGAINST_LAST,
    ];
    assert!(all.len() == HealthFinding::ALL.len());
    let mut i = 0;
    while i < all.len() {
        assert!(all[i] as u32 == HealthFinding::ALL[i] as u32);
        i += 1;
    }
};

/// Why a standard error, and what is made of it, is not to be trusted: bit c of a number of sgmcmc_estimates_doubts is set
/// for the one with number c. The numbers never change their meaning; a later library may have more of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_doubt {
    /// The draws cannot tell: fewer than 16 of them or 20 effective ones, or they stay correlated over an eighth of what
    /// was drawn or more, or do not vary (of up to ten merged chains in one of them), or a few of them outweigh all others together. The error is more likely too small
    /// than too large; a longer run tells.
    SGMCMC_DOUBT_TOO_SHORT = 1,
    /// Chains that were merged have means further apart than their own errors allow: they are in different modes, or have
    /// not come to the stationary law. The error is that of so few means as there are chains.
    SGMCMC_DOUBT_CHAINS_DISAGREE = 2,
}

/// The two lists are one.
const _: () = {
    use sgmcmc_doubt::*;
    let all = [SGMCMC_DOUBT_TOO_SHORT, SGMCMC_DOUBT_CHAINS_DISAGREE];
    assert!(all.len() == Doubt::ALL.len());
    let mut i = 0;
    while i < all.len() {
        assert!(all[i] as u32 == Doubt::ALL[i] as u32);
        i += 1;
    }
};
