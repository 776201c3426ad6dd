//! The health of a run: looks at a chain, and a report of what is wrong and what to change.
#![allow(unsafe_op_in_unsafe_fn, reason = "a shim passes its pointers on to a `Call`, and follows none")]

use crate::callbacks::{HostObserver, Observe};
use crate::chain::{Chain, Precision, advance};
use crate::guard::{Call, Kind, Object, enter};
use crate::pilot::sgmcmc_pilot_report;
use crate::status::sgmcmc_status;
use crate::written;
use core::ffi::{c_char, c_void};
use core_crate::{Error, Health, HealthReport, HealthSettings, Observer, PilotReport};

/// What the health of a run is judged by. Call sgmcmc_health_settings_init first, then set what should differ.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct sgmcmc_health_settings {
    /// sizeof(sgmcmc_health_settings) of the caller's header, set by sgmcmc_health_settings_init.
    pub struct_size: usize,
    /// Over how many steps at least recent rates are, and about twice that at most; from 100 to 2^32, default 1000. Rates
    /// of fewer steps are not judged.
    pub window: u64,
    /// By what share variances, or the kinetic temperature, may be off, and by what share of a standard deviation the mean
    /// of a lattice walk that cuts drifts: above 0 and at most 1, default 0.075.
    pub tolerance: f64,
}

impl Default for sgmcmc_health_settings {
    fn default() -> Self {
        let HealthSettings { window, tolerance } = HealthSettings::default();
        Self { struct_size: size_of::<Self>(), window, tolerance }
    }
}

/// What looks at one chain have found, in caller memory of constant size. Both precisions share it.
pub struct sgmcmc_health;

impl Kind for Health {
    type Opaque = sgmcmc_health;
    const NAME: [u8; 4] = *b"sgHE";
    const FIELDS_SIZE: usize = size_of::<[u64; 423]>();
}

/// The numbers of a run, and what is wrong with it, filled by sgmcmc_health_report_f32 and _f64. A number without a
/// meaning for the chain, or that is not known yet, is NaN. "Recent" is of the last steps, at least
/// sgmcmc_health_settings.window of them if there have been so many; "all" is of the whole chain.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct sgmcmc_health_report {
    /// sizeof(sgmcmc_health_report), set by the caller; only that many bytes are written.
    pub struct_size: usize,
    /// The findings, bit c for the one with code c.
    pub findings: u64,
    /// Steps done.
    pub step_count: u64,
    /// Looks after burn-in.
    pub look_count: u64,
    /// Gradients of single data, or log-likelihoods where no gradients are asked for, that the steps done have asked
    /// for: anchors, tables and the second batches of noise compensation included; without what the tuner of beta tries,
    /// and as if every proposal had been evaluated.
    pub evaluation_count: u64,
    /// The same as passes through the data.
    pub pass_count: f64,
    /// eta of the last step, or the proposal's.
    pub step_size: f64,
    /// tau of the last step, or n / likelihood_scale.
    pub temperature: f64,
    /// By what share variances are off, on average over directions and over the last half of the looks at least: for SGLD,
    /// and any fixed or adaptive preconditioner, the sum of |drift|^2 over that of |noise|^2, with noise compensation both
    /// over that of the noise that would be injected without it, less 1; with a velocity the kinetic temperature less 1.
    /// NaN for SGLD with noise compensation under a preconditioner, and on batches by epochs where the steps from look to
    /// look and an epoch's batches have a common factor: some batches' steps are never seen then; and for SGHMC whose
    /// redraws keep variances short by more than the tolerance, which its velocity does not show and a pilot says.
    pub heat: f64,
    /// The kinetic temperature over the one that is set, for SGHMC and SGNHT of v, for ABOBA and BAOAB of the moves of
    /// theta, over the last half of the looks at least: 1 is right.
    pub kinetic_temperature: f64,
    /// The band in which that is, by its χ² law, in all but one of some million healthy runs.
    pub kinetic_low: f64,
    /// Its upper end.
    pub kinetic_high: f64,
    /// The mean of SGNHT's friction.
    pub thermostat: f64,
    /// |noise| / |drift| of what steps add to theta, or proposals: Proposition 1, Case 1 of Wu, Wang and Wong 2020 is where
    /// it is small, and forward moves of RSGLD are the ones that are accepted. NaN for rules with a velocity, and HMC.
    pub noise_to_drift: f64,
    /// The variance that the gradient's noise brings, over that of the injected noise, in the noisiest direction
    /// (Karagiannis 2024, Note 24: above 1 the chain optimises, well below 1 it samples): from the pilot, and by SGNHT
    /// from its friction.
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
    /// beta of RSGLD, 1 for others.
    pub beta: f64,
    /// likelihood_scale.
    pub likelihood_scale: f64,
    /// m; 0 where the caller's batches have any length.
    pub batch_len: u32,
    /// The status of the last refused step, a number of sgmcmc_status; 0 for none.
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
    /// Steps in which some theta overflowed, all.
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
    /// R-hat, as it was given.
    pub r_hat: f64,
    /// What the rounding of theta adds to its moves, over their variance, at the most: for rules with a velocity times the
    /// friction, over as many steps as one is remembered for. By what share it puts a lattice walk's variance off, in the
    /// parameter where that is most, on average over looks; a bound on about that where the metric changes as it runs.
    pub rounding_share: f64,
    /// By how many standard deviations of theta the lattice walk's mean is off by what it cuts, over the last half of the
    /// looks at least: exactly on a Gaussian of up to eight independent parameters, by sums over the parameters with random
    /// signs else.
    pub clamped_shift: f64,
    /// HMC: trajectories after burn-in that diverged, as in sgmcmc_chain_statistics.
    pub divergence_count: u64,
    /// The same over all trajectories after burn-in; NaN for other samplers.
    pub divergence_share: f64,
    /// Those of them whose step was no longer than step_size.
    pub short_divergence_count: u64,
    /// How much the run's first part is elsewhere than the rest, in the part of theta for which that is most, over what
    /// these vary by in themselves: about 30 for a chain that stays in its place, more than 1500 for hardly any.
    pub change: f64,
    /// At which step the one part ends.
    pub change_step: f64,
    /// What R-hat by halves would be of chains that agree, if each were worth independent_count draws:
    /// sqrt(1 + 2 / independent_count). A run of long stretches may be worth more, and have less.
    pub r_hat_resolution: f64,
    /// The findings of the pilot's report without those that the run has shown to be wrong: put them into its findings
    /// before its text is written.
    pub pilot_findings: u64,
    /// How many proposals in a row, the last one included, overflowed before the model was asked.
    pub unasked_count: u64,
    /// The length of theta, as its geometric mean over the last half of the looks at least.
    pub theta_length: f64,
    /// How many times that is what it was at the first look after burn-in.
    pub theta_growth: f64,
}

/// The two structs, field by field.
macro_rules! same {
    ($($field:ident)*) => {
        impl From<HealthReport> for sgmcmc_health_report {
            fn from(report: HealthReport) -> Self {
                let HealthReport { $($field),* } = report;
                Self { struct_size: size_of::<Self>(), $($field),* }
            }
        }

        impl From<&sgmcmc_health_report> for HealthReport {
            fn from(report: &sgmcmc_health_report) -> Self {
                let sgmcmc_health_report { struct_size: _, $($field),* } = *report;
                Self { $($field),* }
            }
        }
    };
}
same! {
    findings step_count look_count evaluation_count pass_count step_size temperature heat kinetic_temperature kinetic_low kinetic_high thermostat noise_to_drift gradient_noise_ratio anchor_worth acceptance forward_acceptance backward_acceptance recent_acceptance recent_forward_acceptance recent_backward_acceptance batch_acceptance beta likelihood_scale batch_len refused_status clipped_share clamped_share nonfinite_share rejected_count clipped_count saturated_count nonfinite_count refused_count correlation stretch_steps independent_count r_hat rounding_share clamped_shift divergence_count divergence_share short_divergence_count change change_step r_hat_resolution pilot_findings unasked_count theta_length theta_growth
}

impl Default for sgmcmc_health_report {
    fn default() -> Self {
        HealthReport::default().into()
    }
}

/// Fills settings with the defaults.
///
/// Returns: SGMCMC_OK.
/// Out: settings:    the settings, whose struct_size becomes the one given.
/// In:  struct_size: sizeof(sgmcmc_health_settings) of the caller's header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_health_settings_init(
    settings: *mut sgmcmc_health_settings,
    struct_size: usize,
) -> sgmcmc_status {
    enter(|call| settings_init(call, settings, struct_size))
}

/// Bytes of memory that the health of a run takes.
#[unsafe(no_mangle)]
pub extern "C" fn sgmcmc_health_size() -> usize {
    size_of::<Object<Health>>()
}

/// The alignment in bytes of that memory.
#[unsafe(no_mangle)]
pub extern "C" fn sgmcmc_health_align() -> usize {
    Object::<Health>::ALIGN
}

/// Begins to keep the health of a chain, of which nothing has been seen yet.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_HEALTH_WINDOW, SGMCMC_ERROR_HEALTH_TOLERANCE; SGMCMC_ERROR_NOT_BUILT;
///          SGMCMC_ERROR_MEMORY_TOO_SMALL, SGMCMC_ERROR_MEMORY_MISALIGNED.
/// Out: health:   the health, which is mem itself.
///      mem:      mem_size bytes, at least sgmcmc_health_size(), aligned to sgmcmc_health_align(); any content. It stays
///                the caller's: there is nothing to free.
/// In:  settings: not looked at after this call; may be NULL, for the defaults.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_health_init(
    health: *mut *mut sgmcmc_health,
    mem: *mut c_void,
    mem_size: usize,
    settings: *const sgmcmc_health_settings,
) -> sgmcmc_status {
    enter(|call| init(call, health, (mem, mem_size), settings))
}

/// Bytes of the text that sgmcmc_health_text writes, with its closing zero.
///
/// Returns: SGMCMC_OK.
/// Out: size:   bytes.
/// In:  report: a report.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_health_text_size(
    size: *mut usize,
    report: *const sgmcmc_health_report,
) -> sgmcmc_status {
    enter(|call| text_size(call, size, report))
}

/// Writes an English sentence for every finding, which says what is wrong and what to change, each on a line of its own,
/// and a closing zero. It is ASCII.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_MEMORY_TOO_SMALL.
/// Out: text:   at most size bytes.
/// In:  size:   at least sgmcmc_health_text_size.
///      report: a report.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_health_text(
    text: *mut c_char,
    size: usize,
    report: *const sgmcmc_health_report,
) -> sgmcmc_status {
    enter(|call| write_text(call, (text, size), report))
}

fn settings_init(
    call: &mut Call<'_>,
    settings: *mut sgmcmc_health_settings,
    struct_size: usize,
) -> Result<(), Error> {
    call.init_struct(settings, struct_size)?.write(sgmcmc_health_settings::default());
    Ok(())
}

fn init(
    call: &mut Call<'_>,
    health: *mut *mut sgmcmc_health,
    (mem, mem_size): (*mut c_void, usize),
    settings: *const sgmcmc_health_settings,
) -> Result<(), Error> {
    let out = call.output_value(health)?;
    let given = call.input_struct_or_default(settings)?;
    let made = Health::new(&HealthSettings { window: given.window, tolerance: given.tolerance })?;
    let (vacant, _) = call.place::<Health>(mem, mem_size, 0)?;
    *out = vacant.fill(|object| *object = made);
    Ok(())
}

fn report_of(call: &mut Call<'_>, report: *const sgmcmc_health_report) -> Result<HealthReport, Error> {
    let mut given = sgmcmc_health_report::default();
    call.input_struct(&mut given, report)?;
    Ok((&given).into())
}

fn text_size(
    call: &mut Call<'_>,
    size: *mut usize,
    report: *const sgmcmc_health_report,
) -> Result<(), Error> {
    let size = call.output_value(size)?;
    *size = report_of(call, report)?.write_bytes(&mut []) + 1;
    Ok(())
}

fn write_text(
    call: &mut Call<'_>,
    (text, size): (*mut c_char, usize),
    report: *const sgmcmc_health_report,
) -> Result<(), Error> {
    let out = call.output(text.cast::<u8>(), size)?;
    let report = report_of(call, report)?;
    written::with_zero(out, |text| report.write_bytes(text))
}

/// `sgmcmc_chain_run_with_health_f32` or `_f64`.
pub(crate) fn run<R: Precision>(
    call: &mut Call<'_>,
    chain: *mut R::Chain,
    health: *mut sgmcmc_health,
    callback_code: *mut i32,
    (step_count, interval): (u64, u64),
    model: *const R::Model,
    (observer, user): (Option<Observe<R::Draw>>, *mut c_void),
) -> Result<(), Error> {
    let (health, _, _in_use) = call.object_mut_in_use::<Health>(health)?;
    let mut observer = observer.map(|observe| HostObserver::<R>(call.callback(observe, user)));
    let observer = observer.as_mut().map(|observer| observer as &mut dyn Observer<R>);
    advance::<R>(call, chain, callback_code, model, |image, memory, host| {
        image.run_with_health(memory, step_count, host, observer, interval, health)
    })
}

/// `sgmcmc_health_look_f32` or `_f64`.
pub(crate) fn look<R: Precision>(
    call: &mut Call<'_>,
    chain: *const R::Chain,
    health: *mut sgmcmc_health,
) -> Result<(), Error> {
    let (chain, memory) = call.object::<Chain<R>>(chain)?;
    let (health, _) = call.object_mut::<Health>(health)?;
    health.look(&chain.image().state(), memory, None)
}

/// `sgmcmc_health_report_f32` or `_f64`.
pub(crate) fn report<R: Precision>(
    call: &mut Call<'_>,
    (chain, health): (*const R::Chain, *const sgmcmc_health),
    report: *mut sgmcmc_health_report,
    pilot: *const sgmcmc_pilot_report,
    r_hat: f64,
) -> Result<(), Error> {
    let (chain, _) = call.object::<Chain<R>>(chain)?;
    let (health, _) = call.object::<Health>(health)?;
    let pilot: PilotReport = (&call.input_struct_or_default(pilot)?).into();
    let out = call.output_struct(report)?;
    out.write(health.report(&chain.image().state(), Some(&pilot), Some(r_hat))?.into());
    Ok(())
}
