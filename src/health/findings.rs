//! What can be wrong with a run, each with its numbers and one sentence, which ends with what to change.

use super::report::HealthReport;
use crate::text::findings;

findings! {
    /// What is wrong with a run: bit c of its report's `findings` is set for the one with number c. The numbers are never
    /// given to another meaning; a later library may have more of them.
    HealthFinding of HealthReport in HEALTH;

    /// The step size, not the gradient's noise, heats the chain.
    StepTooLarge = 1,
        "The step size, #, is too large: variances are off by # of what they should be; take a smaller one.",
        |r| [r.step_size, r.heat];
    /// The chain hardly moves, though all is well at each step.
    StepTooSmall = 2,
        "The step size, #, is too small: the run is worth about # independent draws so far; take a larger one.",
        |r| [r.step_size, r.independent_count];
    /// The gradient's noise over batches heats the chain.
    GradientNoise = 3,
        "The gradient's noise heats the chain: it brings # of the injected noise's variance, and variances are off by \
         #;[ with plain batches a control variate would divide its variance by #, which pays from 2 on,] noise \
         compensation takes it off where the rule goes with it, larger batches and smaller steps help.",
        |r| [r.gradient_noise_ratio, r.heat, r.anchor_worth];
    /// The chain is too hot, and only a pilot can tell whether by noise or by the step size.
    TooHot = 4,
        "The chain is too hot: variances are off by # of what they should be at the step size #, by the gradient's \
         noise or by too large a step; a pilot tells which.",
        |r| [r.heat, r.step_size];
    /// The kinetic temperature is below its band.
    TooCold = 5,
        "The chain is too cold[: variances are off by # of what they should be][; its kinetic temperature is # of the \
         one that is set, and should be at least #]; noise is taken off that the gradient does not bring: lower \
         noise_estimate, or look for the covariance again; a thermostat that a far start has raised comes down in some \
         friction / (step_size temperature) steps: burn in for longer.",
        |r| [r.heat, r.kinetic_temperature, r.kinetic_low];
    /// SGNHT has found no friction that holds its temperature.
    ThermostatDiverges = 6,
        "The thermostat diverges: its friction has come to #[, at # of the temperature that is set]; take a smaller \
         step size, larger batches where they are not all data, or in place of Euler's the symmetric splitting.",
        |r| [r.thermostat, r.kinetic_temperature];
    /// θ has overflowed.
    Diverged = 7,
        "The chain has diverged: theta overflowed in # steps; take a much smaller step size than #, and start again.",
        |r| [r.saturated_count as f64, r.step_size];
    /// A callback gave a NaN or an infinity where a number was needed.
    NotFinite = 8,
        "The model gives numbers that are not finite: # steps were refused, the last one with status #; look at the model where \
         theta is now, and start nearer to the mode or with a smaller step size.",
        |r| [r.refused_count as f64, f64::from(r.refused_status)];
    /// Steps were refused for another reason.
    Refused = 9,
        "# steps were refused, the last one with status #: its sentence says why.",
        |r| [r.refused_count as f64, f64::from(r.refused_status)];
    /// Clipping changes so many gradients that the posterior is another one.
    Clipped = 10,
        "Clipping biases the chain: it has changed the gradient in # of the last steps; raise the limit of clipping.",
        |r| [r.clipped_share];
    /// What the lattice walk clamps moves the mean, or is a part of so many moves that variances are too large.
    LatticeCut = 11,
        "The lattice walk clamps # of its moves, whose drift is longer than a lattice step[, and that moves the mean by \
         # standard deviations]; take a smaller step size than #.",
        |r| [r.clamped_share, r.clamped_shift, r.step_size];
    /// Next to nothing is accepted, and smaller steps would be.
    Frozen = 12,
        "The chain is frozen: of its last proposals # were accepted, of all #; take a smaller step size than #, and on \
         batches ask a pilot whether their noise lets any be accepted.",
        |r| [r.recent_acceptance, r.acceptance, r.step_size];
    /// Batch noise has proposals rejected at any step size: `likelihood_scale` is too large for m.
    ScaleTooLarge = 13,
        "The likelihood scale, #, is too large for batches of #: their noise keeps acceptance at about # or less; \
         take a smaller scale, larger batches, or a smaller refresh_len.",
        |r| [r.likelihood_scale, f64::from(r.batch_len), r.batch_acceptance];
    /// RSGLD's β has met its cap.
    BetaCapped = 14,
        "The tuner of beta has met its cap at #[: forward proposals are accepted at #][, backward ones at #]; take a \
         smaller step size.",
        |r| [r.beta, r.recent_forward_acceptance, r.recent_backward_acceptance];
    /// The drift of proposals outweighs their noise: they follow the gradient, and the chain optimises.
    DriftDominates = 15,
        "Proposals follow the gradient: their noise is # as long as their drift[, forward ones are accepted at #][, \
         backward ones at #]; to sample, take Langevin noise, or a smaller step size.",
        |r| [r.noise_to_drift, r.recent_forward_acceptance, r.recent_backward_acceptance];
    /// Many proposals go where the model cannot be evaluated.
    Impossible = 16,
        "Of the last proposals # went where the model cannot be evaluated, or its numbers are not finite; take a smaller \
         step size, or parameters without bounds.",
        |r| [r.nonfinite_share];
    /// The chain moves well from step to step, and stays where it is all the same: in a mode, or along a flat direction.
    Stuck = 17,
        "The chain is stuck, or its run is short: stretches of # steps still correlate by #, so that the run is worth \
         about # independent draws; run longer; where that changes nothing it stays in a mode, or creeps along a flat \
         direction: ask a pilot whether the step size could be larger, take a preconditioner, another sampler, or temper.",
        |r| [r.stretch_steps, r.correlation, r.independent_count];
    /// Several chains are not at one.
    ChainsDisagree = 18,
        "The chains [disagree: their R-hat is #, and should be at most 1.01; they are in different modes, or have not \
         forgotten where they began: run longer, or temper][are not known to agree: their R-hat is #, and that of chains \
         which do, each worth about # draws as this one is, is up to about #; below 1.01 is what to reach: run longer].",
        |r| {
            let is_short = r.r_hat <= r.r_hat_resolution;
            let [apart, short] = if is_short { [f64::NAN, r.r_hat] } else { [r.r_hat, f64::NAN] };
            [apart, short, r.independent_count, r.r_hat_resolution]
        };
    /// The control variate costs more than it saves.
    AnchorWorthless = 19,
        "The control variate is not worth its gradients: an anchor divides the noise's variance by #, and costs twice \
         the gradients or a table of them; take larger batches instead.",
        |r| [r.anchor_worth];
    /// Proposals go too far to be accepted as often as is good.
    AcceptanceLow = 20,
        "Acceptance is low: of the last proposals # were accepted; take a smaller step size than #, and on batches ask a \
         pilot whether their noise lets more be accepted.",
        |r| [r.recent_acceptance, r.step_size];
    /// θ is so large that its rounding drowns what the steps are.
    RoundingDrowns = 21,
        "Rounding drowns the steps: where theta is now it puts their variance off by #; take double precision in \
         place of single, or parameters that are nearer to 0.",
        |r| [r.rounding_share];
    /// More than one in 2000 trajectories of HMC after burn-in diverged at a step no longer than `step_size`: there are places
    /// whose surroundings the chain may not get to.
    Divergences = 22,
        "Of the trajectories after burn-in # diverged, # of all, and # of them at a step no longer than #: near where they \
         began that is too large for the posterior, and the chain may miss what is there; take parameters in which its scale changes \
         less from place to place (for a hierarchy standardised ones), a higher target_acceptance, or a smaller step \
         size.",
        |r| [r.divergence_count as f64, r.divergence_share, r.short_divergence_count as f64, r.step_size];
    /// θ grows, and the log posterior does not fall: it may be improper.
    RunsAway = 23,
        "Theta runs away: its length has come to #, # times what it was when burn-in ended, and the log posterior does not \
         fall on the way; the posterior may be improper: give it a prior, or if it has one that holds it, take a much \
         larger step size than #.",
        |r| [r.theta_length, r.theta_growth, r.step_size];
    /// Proposals overflow before the model is asked.
    ModelNotAsked = 24,
        "The model is not asked: the last # proposals overflowed before it could be, and after 1000 of them steps are \
         refused; set a much smaller step size than #.",
        |r| [r.unasked_count as f64, r.step_size];
    /// The run's first part is elsewhere than the rest, or its last.
    FirstAgainstLast = 25,
        "The first draws are not like the last: at about step # of # the chain went to another place; burn in beyond \
         that, and run as long again; where it happens again the chain goes too seldom from mode to mode: temper.",
        |r| [r.change_step, r.step_count as f64];
}
