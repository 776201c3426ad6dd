// sgmcmc: the health of a run.

#ifndef SGMCMC_HEALTH_H
#define SGMCMC_HEALTH_H
#include "library.h"
#include "model.h"
#include "pilot.h"

#ifdef __cplusplus
extern "C" {
#endif

// What is wrong with a run: bit c of its report's findings is set for the one with number c. The numbers are never
// given to another meaning; a later library may have more of them.
typedef enum sgmcmc_health_finding {
    SGMCMC_HEALTH_FINDING_STEP_TOO_LARGE = 1, // The step size, not the gradient's noise, heats the chain.
    SGMCMC_HEALTH_FINDING_STEP_TOO_SMALL = 2, // The chain hardly moves, though all is well at each step.
    SGMCMC_HEALTH_FINDING_GRADIENT_NOISE = 3, // The gradient's noise over batches heats the chain.
    // The chain is too hot, and only a pilot can tell whether by noise or by the step size.
    SGMCMC_HEALTH_FINDING_TOO_HOT = 4,
    SGMCMC_HEALTH_FINDING_TOO_COLD = 5, // The kinetic temperature is below its band.
    SGMCMC_HEALTH_FINDING_THERMOSTAT_DIVERGES = 6, // SGNHT has found no friction that holds its temperature.
    SGMCMC_HEALTH_FINDING_DIVERGED = 7, // theta has overflowed.
    SGMCMC_HEALTH_FINDING_NOT_FINITE = 8, // A callback gave a NaN or an infinity where a number was needed.
    SGMCMC_HEALTH_FINDING_REFUSED = 9, // Steps were refused for another reason.
    SGMCMC_HEALTH_FINDING_CLIPPED = 10, // Clipping changes so many gradients that the posterior is another one.
    // What the lattice walk clamps moves the mean, or is a part of so many moves that variances are too large.
    SGMCMC_HEALTH_FINDING_LATTICE_CUT = 11,
    SGMCMC_HEALTH_FINDING_FROZEN = 12, // Next to nothing is accepted, and smaller steps would be.
    // Batch noise has proposals rejected at any step size: likelihood_scale is too large for m.
    SGMCMC_HEALTH_FINDING_SCALE_TOO_LARGE = 13,
    SGMCMC_HEALTH_FINDING_BETA_CAPPED = 14, // RSGLD's beta has met its cap.
    // The drift of proposals outweighs their noise: they follow the gradient, and the chain optimises.
    SGMCMC_HEALTH_FINDING_DRIFT_DOMINATES = 15,
    SGMCMC_HEALTH_FINDING_IMPOSSIBLE = 16, // Many proposals go where the model cannot be evaluated.
    // The chain moves well from step to step, and stays where it is all the same: in a mode, or along a flat direction.
    SGMCMC_HEALTH_FINDING_STUCK = 17,
    SGMCMC_HEALTH_FINDING_CHAINS_DISAGREE = 18, // Several chains are not at one.
    SGMCMC_HEALTH_FINDING_ANCHOR_WORTHLESS = 19, // The control variate costs more than it saves.
    SGMCMC_HEALTH_FINDING_ACCEPTANCE_LOW = 20, // Proposals go too far to be accepted as often as is good.
    SGMCMC_HEALTH_FINDING_ROUNDING_DROWNS = 21, // theta is so large that its rounding drowns what the steps are.
    // More than one in 2000 trajectories of HMC after burn-in diverged at a step no longer than step_size: there are
    // places whose surroundings the chain may not get to.
    SGMCMC_HEALTH_FINDING_DIVERGENCES = 22,
    SGMCMC_HEALTH_FINDING_RUNS_AWAY = 23, // theta grows, and the log posterior does not fall: it may be improper.
    SGMCMC_HEALTH_FINDING_MODEL_NOT_ASKED = 24, // Proposals overflow before the model is asked.
    SGMCMC_HEALTH_FINDING_FIRST_AGAINST_LAST = 25, // The run's first part is elsewhere than the rest, or its last.
} sgmcmc_health_finding;

// What the health of a run is judged by. Call sgmcmc_health_settings_init first, then set what should differ.
typedef struct sgmcmc_health_settings {
    size_t struct_size; // sizeof(sgmcmc_health_settings) of the caller's header, set by sgmcmc_health_settings_init.
    // Recent rates are over at least so many steps, and over at most twice as many and an interval between two looks.
    // Rates of fewer steps are not judged. From 100 to 2^32; default 1000.
    uint64_t window;
    // By what share variances, or the kinetic temperature, may be off, and by what share of a standard deviation the
    // mean of a lattice walk that clamps. Above 0 and at most 1; default 0.075.
    double tolerance;
} sgmcmc_health_settings;

// The numbers of a run, and what is wrong with it. A number without a meaning for the chain, or that is not known yet,
// is NaN. "Recent" is of the last steps, at least sgmcmc_health_settings.window of them if there have been so many;
// "all" is of the whole chain.
typedef struct sgmcmc_health_report {
    size_t struct_size; // sizeof(sgmcmc_health_report), set by the caller; only that many bytes are written.
    uint64_t findings; // The findings: bit c for number c of sgmcmc_health_finding.
    uint64_t step_count; // Steps done.
    uint64_t look_count; // Looks after burn-in.
    // Gradients of single data, or log-likelihoods where no gradients are asked for, that the steps done have asked
    // for: anchors, tables and the second batches of noise compensation included; without what the tuner of beta tries,
    // and as if every proposal had been evaluated.
    uint64_t evaluation_count;
    double pass_count; // The same as passes through the data.
    double step_size; // eta of the last step, or the proposal's.
    double temperature; // tau of the last step, or n / likelihood_scale.
    // By what share variances are off, on average over directions and over the last half of the looks at least; NaN for
    // other rules than SGLD, the lattice walk and those with a velocity, and where no step tells. More is in
    // docs/src/equations.md.
    double heat;
    // The kinetic temperature over the one that is set, for SGHMC and SGNHT of v, for ABOBA and BAOAB of the moves of
    // theta, over the last half of the looks at least: 1 is right.
    double kinetic_temperature;
    double kinetic_low; // The band in which that is, by its chi^2 law, in all but one of some million healthy runs.
    double kinetic_high; // Its upper end.
    double thermostat; // The mean of SGNHT's friction.
    // |noise| / |drift| of what steps add to theta, or proposals: Proposition 1, Case 1 of Wu, Wang and Wong 2020 is
    // where it is small, and forward moves of RSGLD are the ones that are accepted. NaN for rules with a velocity, and
    // HMC.
    double noise_to_drift;
    // The variance that the gradient's noise brings, over that of the injected noise, in the noisiest direction
    // (Karagiannis 2024, Note 24: above 1 the chain optimises, well below 1 it samples): from the pilot, and by SGNHT
    // from its friction.
    double gradient_noise_ratio;
    // How many times smaller a control variate's variance is than the plain gradient's, by the pilot.
    double anchor_worth;
    double acceptance; // The share of proposals that were accepted, all.
    double forward_acceptance; // Of the forward ones.
    double backward_acceptance; // Of the backward ones.
    double recent_acceptance; // The share of proposals that were accepted, recent.
    double recent_forward_acceptance; // Of the forward ones.
    double recent_backward_acceptance; // Of the backward ones.
    // The share of HMC's batches that were accepted, recent; for other proposals the cap of acceptance by the pilot.
    double batch_acceptance;
    double beta; // beta of RSGLD, 1 for others.
    double likelihood_scale; // The chain's likelihood_scale.
    uint32_t batch_len; // m; 0 where the caller's batches have any length.
    int32_t refused_status; // The number of the last refused step's sgmcmc_error; 0 for none.
    double clipped_share; // Gradients that were clipped over gradients, recent.
    // Moves of the lattice walk that were cut, over all its moves, recent; 0 for others, NaN before the first look.
    double clamped_share;
    // Proposals that were not finite or impossible, over all, those of batches by HMC too, recent.
    double nonfinite_share;
    uint64_t rejected_count; // Proposals that were rejected, all.
    uint64_t clipped_count; // Gradients that were clipped, all.
    uint64_t saturated_count; // Steps in which some theta overflowed, all.
    uint64_t nonfinite_count; // Proposals that were not finite or impossible, all.
    uint64_t refused_count; // Steps that were refused while somebody looked.
    double correlation; // How the means of successive stretches of the run correlate.
    double stretch_steps; // How many steps a stretch has; without looks, all there were.
    // About how many independent draws the run is worth, by that; at most as many as there are stretches.
    double independent_count;
    double r_hat; // R-hat, as it was given.
    // What the rounding of theta adds to its moves, over their variance, at the most: for rules with a velocity times
    // the friction, over as many steps as one is remembered for. More is in docs/src/equations.md.
    double rounding_share;
    // By how many standard deviations of theta the lattice walk's mean is off by what it clamps, over the last half of
    // the looks at least. More is in docs/src/equations.md.
    double clamped_shift;
    uint64_t divergence_count; // HMC: trajectories after burn-in that diverged, as in sgmcmc_chain_statistics.
    double divergence_share; // The same over all trajectories after burn-in; NaN for other samplers.
    uint64_t short_divergence_count; // Those of them whose step was no longer than step_size.
    // How much the run's first part is elsewhere than the rest, in the part of theta for which that is most, over what
    // these vary by in themselves: about 30 for a chain that stays in its place, more than 1500 for hardly any.
    double change;
    double change_step; // At which step the one part ends.
    // What R-hat by halves would be of chains that agree, if each were worth independent_count draws: sqrt(1 + 2 /
    // independent_count). A run of long stretches may be worth more, and have less.
    double r_hat_resolution;
    // The findings of the pilot's report without those that the run has shown to be wrong: put them into its findings
    // before its text is written.
    uint64_t pilot_findings;
    // How many proposals in a row, the last one included, overflowed before the model was asked.
    uint64_t unasked_count;
    double theta_length; // The length of theta, as its geometric mean over the last half of the looks at least.
    double theta_growth; // How many times that is what it was at the first look after burn-in.
} sgmcmc_health_report;

// Bytes of memory that the health of a run takes, a multiple of sgmcmc_align().
size_t sgmcmc_health_size(void);

// Begins to keep the health of a chain, of which nothing has been seen yet.
// Returns: SGMCMC_OK; SGMCMC_ERROR_NOT_BUILT; _MEMORY_TOO_SMALL; refuses window and tolerance.
// In:  settings: not read after this call; may be NULL, for the defaults.
sgmcmc_status sgmcmc_health_init(sgmcmc_health **health, void *mem, size_t mem_size,
    const sgmcmc_health_settings *settings);

// Writes an English sentence for every finding, which says what is wrong and what to change, each on a line of its own,
// and a closing zero. It is ASCII.
sgmcmc_status sgmcmc_health_text(char *text, size_t size, size_t *needed, const sgmcmc_health_report *report);

// Sets every field to its default, and struct_size.
sgmcmc_status sgmcmc_health_settings_init(sgmcmc_health_settings *settings, size_t struct_size);

// Looks at a chain after a step of a host's own loop, the same chain every time, at steps that grow. Norms are not
// known then, and neither is the heat of a rule without a velocity, or of SGMCMC_RULE_ABOBA and SGMCMC_RULE_BAOAB.
// Returns: SGMCMC_OK; SGMCMC_ERROR_HEALTH_CHAIN; _NOT_BUILT. After an error nothing was taken in.
// In/out: health: the chain's health.
sgmcmc_status sgmcmc_health_look_f32(const sgmcmc_chain_f32 *chain, sgmcmc_health *health);
sgmcmc_status sgmcmc_health_look_f64(const sgmcmc_chain_f64 *chain, sgmcmc_health *health);

// What is wrong with a run, and what to change: see sgmcmc_health_report and sgmcmc_health_text.
// Returns: SGMCMC_OK; SGMCMC_ERROR_HEALTH_CHAIN for another chain than the one that was looked at.
// In:  health: its health.
//      pilot:  of a pilot at the chain's place, which tells the gradient's noise from too large a step; may be NULL.
//      r_hat:  R-hat of several chains, as sgmcmc_r_hat or sgmcmc_summary_f32 have it; NaN where it is not known.
sgmcmc_status sgmcmc_health_report_f32(const sgmcmc_chain_f32 *chain, sgmcmc_health_report *report,
    const sgmcmc_health *health, const sgmcmc_pilot_report *pilot, double r_hat);
sgmcmc_status sgmcmc_health_report_f64(const sgmcmc_chain_f64 *chain, sgmcmc_health_report *report,
    const sgmcmc_health *health, const sgmcmc_pilot_report *pilot, double r_hat);
#ifdef __cplusplus
} // extern "C"
#endif
#endif
