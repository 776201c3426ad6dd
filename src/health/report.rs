//! What is known of a run's health.

/// The numbers of a run, and what is wrong with it: as [`Health::report`](super::Health::report) has found it.
///
/// A number without a meaning for the chain, or that is not known yet, is NaN. "Recent" is of the last steps, at least
/// [`window`](super::HealthSettings::window) of them if there have been so many; "all" is of the whole chain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HealthReport {
    /// Steps done.
    pub step_count: u64,
    /// Looks after burn-in.
    pub look_count: u64,
    /// Gradients of single data, or log-likelihoods where no gradients are asked for, that the steps done have asked
    /// for: anchors, tables and the second batches of noise compensation included; without what the tuner of β tries,
    /// and as if every proposal had been evaluated.
    pub evaluation_count: u64,
    /// The same as passes through the data.
    pub pass_count: f64,
    /// η of the last step, or ε or δ.
    pub step_size: f64,
    /// τ of the last step, or n / c_n.
    pub temperature: f64,
    /// By what share variances are off, on average over directions: Σ‖drift‖²/Σ‖noise‖² over the last half of the looks
    /// at least, with noise compensation the sum of both over the noise that would be injected without it, less 1; with a
    /// velocity the kinetic temperature less 1; of a lattice walk what the pilot predicts of the largest. NaN where no
    /// step tells: for SGLD with noise compensation under a preconditioner; on batches by epochs where the steps from
    /// look to look and an epoch's batches have a common factor, so that some batches' steps are never seen; for SGHMC
    /// whose redraws keep variances short by more than the tolerance, which its velocity does not show and a pilot says.
    pub heat: f64,
    /// The kinetic temperature over the one that is set, for SGHMC and SGNHT of v, for ABOBA and BAOAB of the moves of θ: 1
    /// is right.
    pub kinetic_temperature: f64,
    /// The band in which that is, by its χ² law, in all but one of some million healthy runs.
    pub kinetic_low: f64,
    /// Its upper end.
    pub kinetic_high: f64,
    /// The mean of SGNHT's ζ.
    pub thermostat: f64,
    /// ‖noise‖ / ‖drift‖ of what steps add to θ, or proposals: Proposition 1, Case 1 of Wu, Wang and Wong 2020 is where
    /// it is small, and forward moves of RSGLD are the ones that are accepted. NaN for rules with a velocity, and HMC.
    pub noise_to_drift: f64,
    /// The variance that the gradient's noise brings, over that of the injected noise, in the noisiest direction
    /// (Karagiannis 2024, Note 24: above 1 the chain optimises, well below 1 it samples): from the pilot, and by SGNHT
    /// from its ζ.
    pub gradient_noise_ratio: f64,
    /// How many times smaller a control variate's variance is than the plain gradient's, by the pilot.
    pub anchor_worth: f64,
    /// The share of proposals that were accepted, all.
    pub acceptance: f64,
    /// Of the forward ones.
    pub forward_acceptance: f64,
    /// Of the backward ones.
    pub backward_acceptance: f64,
    /// The share of proposals that were accepted, recent.
    pub recent_acceptance: f64,
    /// Of the forward ones.
    pub recent_forward_acceptance: f64,
    /// Of the backward ones.
    pub recent_backward_acceptance: f64,
    /// The share of HMC's batches that were accepted, recent; for other proposals the cap of acceptance by the pilot.
    pub batch_acceptance: f64,
    /// β of RSGLD, 1 for others.
    pub beta: f64,
    /// c_n.
    pub likelihood_scale: f64,
    /// m; 0 where the caller's batches have any length.
    pub batch_len: u32,
    /// The status of the last refused step, an [`Error`](crate::Error)'s number; 0 for none.
    pub refused_status: i32,
    /// Gradients that were clipped over gradients, recent.
    pub clipped_share: f64,
    /// Moves of the lattice walk that were cut, over all its moves, recent; 0 for others, NaN before the first
    /// look.
    pub clamped_share: f64,
    /// Proposals that were not finite or impossible, over all, those of batches by HMC too, recent.
    pub nonfinite_share: f64,
    /// Proposals that were rejected, all.
    pub rejected_count: u64,
    /// Gradients that were clipped, all.
    pub clipped_count: u64,
    /// Steps in which some θ overflowed, all.
    pub saturated_count: u64,
    /// Proposals that were not finite or impossible, all.
    pub nonfinite_count: u64,
    /// Steps that were refused while somebody looked.
    pub refused_count: u64,
    /// How the means of successive stretches of the run correlate.
    pub correlation: f64,
    /// How many steps a stretch has; without looks, all there were.
    pub stretch_steps: f64,
    /// About how many independent draws the run is worth, by that; at most as many as there are stretches.
    pub independent_count: f64,
    /// R̂, as it was given.
    pub r_hat: f64,
    /// What the rounding of θ adds to its moves, over their variance, at the most: for rules with a velocity times the
    /// friction, over as many steps as one is remembered for. By what share it puts a lattice walk's variance off, in the
    /// parameter where that is most, on average over looks; a bound on about that where the metric changes as it runs.
    pub rounding_share: f64,
    /// Trajectories of HMC after burn-in that [diverged](crate::Statistics::divergence_count).
    pub divergence_count: u64,
    /// The same over all trajectories after burn-in; NaN for other samplers.
    pub divergence_share: f64,
    /// Those of them whose step was no longer than `step_size`.
    pub short_divergence_count: u64,
    /// How much the run's first part is elsewhere than the rest, in the part of θ for which that is most, over what these
    /// vary by in themselves: about 30 for a chain that stays in its place, more than 1500 for hardly any.
    pub change: f64,
    /// At which step the one part ends.
    pub change_step: f64,
    /// What R̂ by halves would be of chains that agree, if each were worth [`independent_count`](Self::independent_count)
    /// draws: sqrt(1 + 2/`independent_count`). A run of long stretches may be worth more, and have less.
    pub r_hat_resolution: f64,
    /// The pilot's findings without those that the run has shown to be wrong: bits as in
    /// [`PilotReport::findings`](crate::PilotReport::findings).
    pub pilot_findings: u64,
    /// How many proposals in a row, the last one included, overflowed before the model was asked.
    pub unasked_count: u64,
    /// The length of θ, as its geometric mean over the last half of the looks at least.
    pub theta_length: f64,
    /// How many times that is what it was at the first look after burn-in.
    pub theta_growth: f64,
    /// The findings, bit c for the one with code c.
    pub findings: u64,
    /// By how many standard deviations of θ the lattice walk's mean is off by what it clamps, over the last half of the
    /// looks at least: exactly on a Gaussian of up to eight independent parameters, by sums over the parameters with random
    /// signs else.
    pub clamped_shift: f64,
}

impl Default for HealthReport {
    /// Nothing is known.
    fn default() -> Self {
        let unknown = f64::NAN;
        Self {
            step_count: 0,
            look_count: 0,
            evaluation_count: 0,
            pass_count: unknown,
            step_size: unknown,
            temperature: unknown,
            heat: unknown,
            kinetic_temperature: unknown,
            kinetic_low: unknown,
            kinetic_high: unknown,
            thermostat: unknown,
            noise_to_drift: unknown,
            gradient_noise_ratio: unknown,
            anchor_worth: unknown,
            acceptance: unknown,
            forward_acceptance: unknown,
            backward_acceptance: unknown,
            recent_acceptance: unknown,
            recent_forward_acceptance: unknown,
            recent_backward_acceptance: unknown,
            batch_acceptance: unknown,
            beta: unknown,
            likelihood_scale: unknown,
            batch_len: 0,
            refused_status: 0,
            clipped_share: unknown,
            clamped_share: unknown,
            nonfinite_share: unknown,
            rejected_count: 0,
            clipped_count: 0,
            saturated_count: 0,
            nonfinite_count: 0,
            refused_count: 0,
            correlation: unknown,
            stretch_steps: unknown,
            independent_count: unknown,
            r_hat: unknown,
            rounding_share: unknown,
            divergence_count: 0,
            divergence_share: unknown,
            short_divergence_count: 0,
            change: unknown,
            change_step: unknown,
            r_hat_resolution: unknown,
            pilot_findings: 0,
            unasked_count: 0,
            theta_length: unknown,
            theta_growth: unknown,
            findings: 0,
            clamped_shift: unknown,
        }
    }
}
