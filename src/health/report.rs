//! What is known of a run's health.

use crate::record::record;

record! {
    /// The numbers of a run, and what is wrong with it. A number without a meaning for the chain, or that is not known
    /// yet, is NaN. "Recent" is of the last steps, at least [`HealthSettings::window`](super::HealthSettings::window) of
    /// them if there have been so many; "all" is of the whole chain.
    HealthReport;

    /// The findings: bit c for number c of [`HealthFinding`](super::HealthFinding).
    findings: u64;
    /// Steps done.
    step_count: u64;
    /// Looks after burn-in.
    look_count: u64;
    /// Gradients of single data, or log-likelihoods where no gradients are asked for, that the steps done have asked
    /// for: anchors, tables and the second batches of noise compensation included; without what the tuner of β tries,
    /// and as if every proposal had been evaluated.
    evaluation_count: u64;
    /// The same as passes through the data.
    pass_count: f64 => at_least(0.0);
    /// η of the last step, or the proposal's.
    step_size: f64;
    /// τ of the last step, or n / `likelihood_scale`.
    temperature: f64 => at_least(0.0);
    /// By what share variances are off, on average over directions and over the last half of the looks at least;
    /// NaN for other rules than SGLD, the lattice walk and those with a velocity, and where no step tells.
    ///
    /// For SGLD, with any fixed or adaptive preconditioner and no drift: the sum of ‖drift‖² over the sum of ‖noise‖²;
    /// with noise compensation the sum of both, over that of the noise that would be injected without it, less 1. With
    /// a velocity: the kinetic temperature less 1. Of a lattice walk: what the pilot predicts of the largest. NaN for
    /// other rules, and where no step tells: for SGLD with noise compensation under a preconditioner; on batches by
    /// epochs where the steps from look to look and an epoch's batches have a common factor, so that some batches'
    /// steps are never seen; for SGHMC whose redraws keep variances short by more than the tolerance, which its
    /// velocity does not show and a pilot says.
    heat: f64 => at_least(-1.0);
    /// The kinetic temperature over the one that is set, for SGHMC and SGNHT of v, for ABOBA and BAOAB of the moves of θ,
    /// over the last half of the looks at least: 1 is right.
    kinetic_temperature: f64 => at_least(0.0);
    /// The band in which that is, by its χ² law, in all but one of some million healthy runs.
    kinetic_low: f64 => at_least(0.0);
    /// Its upper end.
    kinetic_high: f64 => at_least(0.0);
    /// The mean of SGNHT's friction.
    thermostat: f64;
    /// ‖noise‖ / ‖drift‖ of what steps add to θ, or proposals: Proposition 1, Case 1 of Wu, Wang and Wong 2020 is where
    /// it is small, and forward moves of RSGLD are the ones that are accepted. NaN for rules with a velocity, and HMC.
    noise_to_drift: f64 => at_least(0.0);
    /// The variance that the gradient's noise brings, over that of the injected noise, in the noisiest direction
    /// (Karagiannis 2024, Note 24: above 1 the chain optimises, well below 1 it samples): from the pilot, and by SGNHT
    /// from its friction.
    gradient_noise_ratio: f64;
    /// How many times smaller a control variate's variance is than the plain gradient's, by the pilot.
    anchor_worth: f64 => at_least(0.0);
    /// The share of proposals that were accepted, all.
    acceptance: f64 => SHARE;
    /// Of the forward ones.
    forward_acceptance: f64 => SHARE;
    /// Of the backward ones.
    backward_acceptance: f64 => SHARE;
    /// The share of proposals that were accepted, recent.
    recent_acceptance: f64 => SHARE;
    /// Of the forward ones.
    recent_forward_acceptance: f64 => SHARE;
    /// Of the backward ones.
    recent_backward_acceptance: f64 => SHARE;
    /// The share of HMC's batches that were accepted, recent; for other proposals the cap of acceptance by the pilot.
    batch_acceptance: f64 => SHARE;
    /// β of RSGLD, 1 for others.
    beta: f64 => at_least(1.0);
    /// The chain's `likelihood_scale`.
    likelihood_scale: f64 => at_least(0.0);
    /// m; 0 where the caller's batches have any length.
    batch_len: u32;
    /// The number of the last refused step's [`Error`](crate::Error); 0 for none.
    refused_status: i32;
    /// Gradients that were clipped over gradients, recent.
    clipped_share: f64 => SHARE;
    /// Moves of the lattice walk that were cut, over all its moves, recent; 0 for others, NaN before the first
    /// look.
    clamped_share: f64 => SHARE;
    /// Proposals that were not finite or impossible, over all, those of batches by HMC too, recent.
    nonfinite_share: f64 => SHARE;
    /// Proposals that were rejected, all.
    rejected_count: u64;
    /// Gradients that were clipped, all.
    clipped_count: u64;
    /// Steps in which some θ overflowed, all.
    saturated_count: u64;
    /// Proposals that were not finite or impossible, all.
    nonfinite_count: u64;
    /// Steps that were refused while somebody looked.
    refused_count: u64;
    /// How the means of successive stretches of the run correlate.
    correlation: f64 => within(-1.0, 1.0);
    /// How many steps a stretch has; without looks, all there were.
    stretch_steps: f64 => at_least(0.0);
    /// About how many independent draws the run is worth, by that; at most as many as there are stretches.
    independent_count: f64 => at_least(0.0);
    /// R̂, as it was given.
    r_hat: f64;
    /// What the rounding of θ adds to its moves, over their variance, at the most: for rules with a velocity times the
    /// friction, over as many steps as one is remembered for.
    ///
    /// By what share it puts a lattice walk's variance off, in the parameter where that is most, on average over looks;
    /// a bound on about that where the metric changes as it runs.
    rounding_share: f64 => at_least(0.0);
    /// By how many standard deviations of θ the lattice walk's mean is off by what it clamps, over the last half of the
    /// looks at least.
    ///
    /// It is exact on a Gaussian of up to eight independent parameters; else it is by sums over the parameters with
    /// random signs.
    clamped_shift: f64 => at_least(0.0);
    /// HMC: trajectories after burn-in that diverged, as in [`Statistics`](crate::Statistics).
    divergence_count: u64;
    /// The same over all trajectories after burn-in; NaN for other samplers.
    divergence_share: f64 => SHARE;
    /// Those of them whose step was no longer than `step_size`.
    short_divergence_count: u64;
    /// How much the run's first part is elsewhere than the rest, in the part of θ for which that is most, over what these
    /// vary by in themselves: about 30 for a chain that stays in its place, more than 1500 for hardly any.
    change: f64 => at_least(0.0);
    /// At which step the one part ends.
    change_step: f64 => at_least(0.0);
    /// What R̂ by halves would be of chains that agree, if each were worth `independent_count` draws: sqrt(1 + 2 /
    /// `independent_count`). A run of long stretches may be worth more, and have less.
    r_hat_resolution: f64 => at_least(1.0);
    /// The findings of the pilot's report without those that the run has shown to be wrong: put them into its findings
    /// before its text is written.
    pilot_findings: u64;
    /// How many proposals in a row, the last one included, overflowed before the model was asked.
    unasked_count: u64;
    /// The length of θ, as its geometric mean over the last half of the looks at least.
    theta_length: f64 => at_least(0.0);
    /// How many times that is what it was at the first look after burn-in.
    theta_growth: f64 => at_least(0.0);
}
