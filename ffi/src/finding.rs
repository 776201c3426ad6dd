//! What a pilot can find: the numbers of `sgmcmc::Finding`.

use core_crate::Finding;

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
    /// The chain's own step size gives more than the tolerated inflation.
    SGMCMC_FINDING_STEP_TOO_LARGE = 4,
    /// The chain's own step size lets theta grow without end.
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
    /// At the step size that would do, the rounding of theta adds more than what is tolerated.
    SGMCMC_FINDING_ROUNDING_BINDS = 16,
    /// What the rule's friction or noise_estimate does to variances is more than what is tolerated.
    SGMCMC_FINDING_RULE_BIASED = 17,
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
    ];
    assert!(all.len() == Finding::ALL.len());
    let mut i = 0;
    while i < all.len() {
        assert!(all[i] as u32 == Finding::ALL[i] as u32);
        i += 1;
    }
};
