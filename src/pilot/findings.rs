//! What a pilot can find, each with its numbers and one sentence.

use super::report::PilotReport;
use crate::text::findings;

/// How many times longer than where the posterior has its mass the gradient is in a place that is far from the mode.
pub(crate) const FAR: f64 = 3.0;

/// How many times what noise leaves in a gradient's square the square must be to be more than noise.
pub(crate) const DEVIATIONS: f64 = 10.0;

findings! {
    /// What a pilot has found: bit c of its report's `findings` is set for the one with number c. The numbers are never
    /// given to another meaning; a later library may have more of them.
    Finding of PilotReport in PILOT;

    /// It is the curvature that limits the step size.
    CurvatureBinds = 1,
        "The curvature, #, limits the step size to #: where the flattest direction's, #, is much less, a preconditioner \
         allows longer steps there.",
        |r| [r.curvature, r.step_size, r.least_curvature];
    /// It is the gradient's noise that limits the step size.
    NoiseBinds = 2,
        "The gradient's noise, of variance #, limits the step size to #: on all data it could be #.",
        |r| [r.own_variance, r.step_size, r.curvature_limit];
    /// No step size keeps what is tolerated, or is accepted; another finding says why.
    NoStepSize = 3,
        "No step size does what is wanted: what is said besides has the reason, and what to change.",
        |_| [];
    /// The chain's own step size gives more than one and a half times the tolerated inflation, or of what the rule does by
    /// itself where that is more.
    StepTooLarge = 4,
        "The step size that is set is too large: it puts variances off by # of what they should be, # by no more than #.",
        |r| [r.predicted_inflation, r.step_size, r.inflation_at(r.step_size)];
    /// The chain's own step size lets θ grow without end; never a lattice walk's.
    Unstable = 5,
        "The step size that is set is unstable: it must be below #, and rather at most #.",
        |r| [r.stability_limit, r.step_size];
    /// The chain's own step size is below a hundredth of what would do.
    StepTooSmall = 6,
        "The step size that is set is smaller than it need be: # would do.",
        |r| [r.step_size];
    /// A control variate would allow at least twice the step, which is what its gradients cost.
    ControlVariatePays = 7,
        "A control variate would pay: with it, noise of variance # would allow a step size of #.",
        |r| [r.variate_direction, r.variate_step_size];
    /// Taking the gradient's noise off the injected one would allow at least twice the step.
    CompensationPays = 8,
        "Noise compensation would pay: with it the step size could be #.",
        |r| [r.compensated_step_size];
    /// The gradient's noise is correlated between coordinates: only dense compensation takes it off.
    NoiseCorrelated = 9,
        "The gradient's noise is correlated: its variance is # in the noisiest direction and # in the noisiest \
         coordinate, so that compensation by coordinates would not do.",
        |r| [r.noise_direction, r.noise_variance];
    /// At the step size that would do, the slowest direction takes more than a million steps to forget.
    Slow = 10,
        "Mixing is slow: the flattest direction, of curvature #, forgets in # steps at a step size of #; a \
         preconditioner shortens that.",
        |r| [r.least_curvature, r.relaxation_steps, r.step_size];
    /// The gradient is much longer than where the posterior has its mass: go nearer to the mode and look again.
    FarFromMode = 11,
        "This place is far from where the posterior's mass is: the gradient's length is # and would be about # there; \
         go there by an optimiser, and look again.",
        |r| [r.gradient_norm, r.expected_gradient_norm];
    /// The log posterior is not concave here.
    NotConcave = 12,
        "The log posterior is not concave here: the curvature of its negative goes down to #, and up to #.",
        |r| [r.least_curvature, r.curvature];
    /// What the chain's rule, drift or preconditioner makes of a step size is not predicted.
    Unpredicted = 13,
        "Nothing is said about the step size: this rule's drift or metric changes as it runs.",
        |_| [];
    /// Batch noise keeps the acceptance of the chain's proposals below 0.8 at any step size.
    AcceptanceCapped = 14,
        "Batch noise keeps acceptance at about # or less at any step size; with a refresh_len of # it would not be \
         below 0.8.",
        |r| [r.acceptance_cap, f64::from(r.refresh_len)];
    /// Even one replaced index leaves the cap below 0.8: `likelihood_scale` is too large for m.
    ScaleTooLarge = 15,
        "The likelihood scale is too large for these batches: its part of the noise has a standard deviation of #, and \
         replacing one index keeps acceptance at about # or less.",
        |r| [r.noise_scale, r.least_refresh_cap];
    /// At the step size that would do, or at a lattice walk's own, the rounding of θ does more than what is tolerated.
    RoundingBinds = 16,
        "The rounding of theta puts variances off by too much below a step size of #, and all else would have #; take \
         double precision in place of single, or parameters that are nearer to 0.",
        |r| [r.rounding_limit, r.step_size];
    /// What the rule's friction, noise estimate or redraws do to variances is more than what is tolerated, at every
    /// step size.
    RuleBiased = 17,
        "At a step size of # variances are off by up to # of what they should be, most of which no step size mends: it \
         is the rule's friction, noise_estimate or redraw_interval. Take the symmetric splitting of SGNHT, a smaller \
         friction there or of ABOBA, a smaller noise_estimate, redraws that are rarer or none; or tolerate it, as a \
         warm-up does, which goes on with this step size.",
        |r| [r.step_size, r.bias()];
    /// At the chain's own step size what the lattice walk clamps moves the mean by more than one and a half times the
    /// tolerated inflation, in standard deviations.
    ///
    /// With p = `pair_count` the pilot sees every datum, with certainty, where n/m is at most p, for batches of one
    /// where n is at most 2 p, except on batches with replacement of m > 1. Of other batches it sees one datum that is
    /// alone with probability 2 p m/n, or 1 - (1 - 1/n)^(2 p m) with replacement: then steps are below what it allows,
    /// and `predicted_shift` is NaN, since it may be the only one or have others to the other side. Of k such to one
    /// side, of which k' = 2 p m k/n come on average, steps are below with probability 1 - exp(-k'), and the shift is
    /// known where more than four come, with 0.37 for k' = 4, 0.9 for 8 and 0.99 for 12.
    Clamped = 18,
        "At the step size that is set the lattice walk clamps drifts mostly to one side: the mean is off by # standard \
         deviations, and a step size of # would do.",
        |r| [r.predicted_shift, r.step_size];
}
