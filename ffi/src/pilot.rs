//! Pilots: looks at a chain's model before a run.
#![allow(unsafe_op_in_unsafe_fn, reason = "a shim passes its pointers on to a `Call`, and follows none")]

use crate::chain::{Chain, Precision, advance_with};
use crate::flag::flag;
use crate::guard::{Call, enter};
use crate::status::sgmcmc_status;
use crate::written;
use core::ffi::{c_char, c_void};
use core_crate::{Error, MemoryUnit, PilotReport, PilotSettings};

mod report;

/// Settings of a pilot: what it costs, and what is tolerated. Call sgmcmc_pilot_settings_init first, then set what should
/// differ.
///
/// A pilot looks at the model at one theta without moving the chain. It measures the curvature of the log posterior, by
/// Lanczos' method on differences of gradients over the same batches; the variance over batches of the gradient G, of a
/// control variate and of the log-likelihood, by pairs of batches; and says what follows for the step size. It takes
/// about product_count times min(pair_count, n/m) batches for the curvature, up to four times as many for a lattice walk,
/// and up to six for every pair, a lattice walk that cuts drifts up to sixty more.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct sgmcmc_pilot_settings {
    /// sizeof(sgmcmc_pilot_settings) of the caller's header, set by sgmcmc_pilot_settings_init.
    pub struct_size: usize,
    /// The seed of the pilot's own random numbers, which are not those of a chain with this seed. Default 0.
    pub seed: u64,
    /// How many pairs of batches the variances come from, 4 to 65536, default 256. Their relative standard errors are
    /// about sqrt(2 / pair_count).
    pub pair_count: u32,
    /// How many products with the curvature Lanczos' method takes, 1 to 256, default 16. It finds the largest curvature
    /// from below, and exactly with dim of them; 16 are within a few per cent for most models. That is of all data where
    /// pair_count batches hold them; else of so many batches of an epoch, each product the same, which a datum is not in
    /// by a chance of 1 - pair_count m / n (of exp(-pair_count m / n) in a build without the family batches, which draws
    /// them afresh): where single data have much of the curvature, take pairs up to n / m, rounded up, or a larger
    /// batch_len. This and difference mean nothing to a random walk, which asks for no gradients.
    pub product_count: u32,
    /// How far a difference of gradients reaches, in standard deviations of the posterior as the curvature in that
    /// direction has them, above 0 and at most 10; 0, the default, is 2^-10 in double and 1/4 in float. Further where
    /// theta is so large that its rounding would show.
    pub difference: f64,
    /// How much too large any variance may be, as a share of it, and how far off the mean of a lattice walk that cuts
    /// drifts, in standard deviations: above 0 and at most 1, default 0.05. It means nothing to proposals, which a step
    /// size makes slow, not wrong.
    pub inflation: f64,
    /// 1 for the covariance of the gradient's noise as a matrix, for at most 64 parameters; else 0, the default.
    pub covariance: i32,
    /// m of the batches that the pilot draws; 0, the default, is the chain's own. Needed where the caller gives the
    /// batches. A warm-up finds what the chain's own batches want, and refuses another m.
    pub batch_len: u32,
}

impl Default for sgmcmc_pilot_settings {
    fn default() -> Self {
        let PilotSettings { seed, pair_count, product_count, difference, inflation, covariance, batch_len } =
            PilotSettings::default();
        Self {
            struct_size: size_of::<Self>(),
            seed,
            pair_count,
            product_count,
            difference,
            inflation,
            covariance: i32::from(covariance),
            batch_len,
        }
    }
}

/// What a pilot has measured at one theta, and what follows for the step size, filled by sgmcmc_pilot_look_f32 and _f64.
///
/// Curvatures and variances of the gradient are those of phi with theta = W phi, where W W^T is the chain's fixed
/// preconditioner with the factors of its blocks: of theta itself without. With q the curvature and v the gradient's
/// variance in a direction, eta the step size, tau the temperature, alpha the friction and q0, v0 the means over what
/// shares a thermostat, a variance is, as a multiple of tau / q,
///
///     SGLD        (1 + eta v / (2 tau)) / (1 - eta q / 2)
///     SGHMC       ((alpha - noise_estimate) / alpha + eta v / (2 alpha tau)) / (1 - eta q / (4 - 2 alpha)); with a
///                 redraw_interval as its documentation says, and about (1 - e eta q) below, e such that it is exact at
///                 one eta q: where redraws and swings resonate counts as unstable
///     BAOAB       1 + eta v (2 - alpha) / (4 alpha tau) / (1 - eta q / 4), and 1 + s eta q / (4 - eta q) with noise
///                 compensation, s = eta v (2 - alpha) / (4 alpha tau) the share that it takes off
///     ABOBA       (1 + eta v / (2 alpha tau)) alpha / (2 sinh(alpha / 2))
///     SGNHT       (b + b eta (v - v0) / (2 alpha tau) - eta v0 / (4 tau (2 b - 1))) / (1 - eta (q - q0) / (4 - 2 alpha)),
///                 with 2 b - 1 = sqrt(1 - 2 alpha)
///     symmetric   cosh(alpha / 2) + eta (v - v0) / (2 alpha tau) - eta q0 / 4
///     lattice     (1 + eta c / (2 tau)) / (1 - eta h / 2), with c and h the largest magnitudes of an eigenvalue of the
///                 noise's covariance and of the curvature besides their diagonals
///
/// exactly for SGLD, SGHMC that never redraws, BAOAB and ABOBA on a Gaussian whose gradient has noise of constant
/// variance, new in every step. The largest q and v stand for all directions, so that what is predicted is a bound, as
/// far as these are: v is by a few power iterations from below, unless the pilot stores its covariance. Where the noise
/// grows with the distance from the mode, as with data of unequal leverage, v grows by variate_direction times that
/// multiple: of a plain gradient these four rules' predictions count it, ABOBA's to within 3 % of the excess, as (b + c v
/// eta) / (1 - (e + c v1) eta) for (b + c v eta) / (1 - e eta), with v1 that variance, infinite beyond. A datum that is
/// alone in bringing it is in v1 with probability 1 - (1 - m / n)^pair_count, and then to within a share of about
/// sqrt(3 n / (m pair_count)): where n / m is not far below pair_count, only health sees it.
///
/// A lattice walk's variances are off by that to either side, a stiff direction's mostly up and a soft one's down. It is
/// never unstable: above eta h = 3/2 it is as much too wide as there, or more; an exact gradient's drift that is cut adds
/// 0.08 at most at eta (q - h) = 0.6, 0.14 at 0.8, nothing up to 0.23. predicted_inflation has in it what it cuts of
/// batches, as SGMCMC_FINDING_CLAMPED says, and what rounding does to its step.
///
/// Noise of batches by epochs nearly cancels where m divides n, so that it is less; where it does not, all variances of
/// gradients here are means over an epoch's full batches and its short last one, with (k + (m / r) (n - r) / (n - m)) /
/// (k + 1) times a full one's, k = n / m rounded down and r = n mod m. SGNHT's step sizes are also below what its
/// thermostat holds, which counts in the units of theta^2: eta tau up to 0.2, by Euler's splitting also up to 2 alpha
/// and up to d (1/2 - alpha)^2 / 9, d the number of parameters that share one; four times that counts as unstable. That
/// splitting diverges at eta v0 / tau = 1 - 2 alpha, of which a quarter is taken at most, and by itself takes 1 - b
/// off: where that is more than half of what is tolerated, noise is allowed half of it besides. A thermostat takes the
/// mean of the noise off all directions that share it: where quiet directions, too cold, ask for a smaller step than
/// noisy ones, too hot, v is a bound on the least of a direction, from below. It counts noise of different coordinates
/// as opposed as it can be, unless the pilot stores its covariance. Batches by epochs are not for thermostats, which
/// take off what cancels. A thermostat needs some alpha / (eta tau) steps to find the noise. Numbers that have no
/// meaning for a chain are NaN.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct sgmcmc_pilot_report {
    /// sizeof(sgmcmc_pilot_report), set by the caller; only that many bytes are written.
    pub struct_size: usize,
    /// The findings: bit c for number c of enum sgmcmc_finding.
    pub findings: u64,
    /// How many gradients of single data, or log-likelihoods, the pilot has asked for.
    pub gradient_count: u64,
    /// The largest k for which acceptance_cap would be at least 0.8, m for fresh batches; at least 1. 0 for a rule.
    pub refresh_len: u32,
    /// m of the batches that were looked at.
    pub batch_len: u32,
    /// The largest curvature of -log posterior.
    pub curvature: f64,
    /// The least, from above as far as the products reach.
    pub least_curvature: f64,
    /// The mean over all directions, by some of them.
    pub mean_curvature: f64,
    /// The largest variance over batches of a coordinate of the gradient.
    pub noise_variance: f64,
    /// The largest over all directions: that of the covariance where it was asked for, else by a few power iterations,
    /// from below.
    pub noise_direction: f64,
    /// The variance of a control variate at a draw of the posterior, its anchor where the pilot looks, or where the
    /// chain's fixed centre is; the largest of a coordinate.
    pub variate_variance: f64,
    /// The same in the noisiest direction of the plain gradient, if that is more.
    pub variate_direction: f64,
    /// The length of the gradient, without what the batches' noise adds.
    pub gradient_norm: f64,
    /// What it is about where the posterior has its mass: the root of tau times dim times the mean curvature. A bound,
    /// with the largest curvature for the mean, where the mean is not positive.
    pub expected_gradient_norm: f64,
    /// The variance over batches of the mean log-likelihood.
    pub log_likelihood_variance: f64,
    /// The step size whose inflation is the tolerated one, or where nothing else limits it a quarter of the stability
    /// limit, 4/9 of it of a lattice walk. For proposals along the gradient a start, which gives the noise the variance
    /// 1.65^2 / (lambda dim^(1/3)) with lambda the curvature of the tempered target; NaN for a random walk, which asks
    /// for no gradients.
    pub step_size: f64,
    /// What it could be if the gradient had no noise.
    pub curvature_limit: f64,
    /// What it could be if the curvature set no limit.
    pub noise_limit: f64,
    /// Where a step becomes unstable; of the lattice walk, which never is, where a drift of two deviations is cut.
    pub stability_limit: f64,
    /// The step size below which rounding of theta adds more than what is tolerated, a bound; NaN at temperature 0. Of a
    /// lattice walk there half of the distance of two numbers at theta is the tolerated share of its step.
    pub rounding_limit: f64,
    /// What it could be with a control variate.
    pub variate_step_size: f64,
    /// What it could be with dense noise compensation, at half of what keeps the injected covariance positive; NaN for
    /// rules, batches and dimensions that it does not go with, and with blocks.
    pub compensated_step_size: f64,
    /// By how much the largest variance is off at the chain's own step size, as a share; NaN where a callback has not
    /// said it yet and at temperature 0, and infinity beyond the stability limit, but for a lattice walk.
    pub predicted_inflation: f64,
    /// How many steps the flattest direction needs to forget, at step_size; NaN where it is not curved.
    pub relaxation_steps: f64,
    /// s, the standard deviation over batches of likelihood_scale times the mean log-likelihood.
    pub noise_scale: f64,
    /// 2 Phi(-s / sqrt(2)), about the most that proposals are accepted at any step size with the chain's refresh_len; k
    /// replaced indices have s^2 (k/m) n/(n - m) in the place of s^2. Beyond s = 3 it is 0.0339, what it is there, and
    /// means no more than that acceptance is low: a chain then lives by the tails of the noise, which are no normal
    /// law's and mostly let more be accepted.
    pub acceptance_cap: f64,
    /// The cap with one index replaced.
    pub least_refresh_cap: f64,
    /// b, c and e of the inflation at a step size eta, (b + c eta + inflation_by_both eta^2) / (1 - e eta) - 1.
    pub inflation_base: f64,
    /// c.
    pub inflation_by_noise: f64,
    /// e.
    pub inflation_by_curvature: f64,
    /// The step size up to which what the lattice walk cuts moves the mean by at most the tolerated inflation, in standard
    /// deviations, and keeps variances within it; infinity where it does so at any that all else allows, NaN for other
    /// rules.
    pub clamped_limit: f64,
    /// By how many standard deviations it moves the mean at the chain's own step size; NaN where the batches do not tell.
    pub predicted_shift: f64,
    /// The largest variance over all directions of the chain's own estimate of the gradient: with a control variate that
    /// of the variate, twice it where the anchor is a draw, and what an anchor over some of the data brings besides. It is
    /// what binds where noise does; NaN for proposals.
    pub own_variance: f64,
    /// What eta^2 is multiplied by in the inflation: of BAOAB with noise compensation, else 0.
    pub inflation_by_both: f64,
}

/// Fills settings with the defaults.
///
/// Returns: SGMCMC_OK.
/// Out: settings:    the settings, whose struct_size becomes the one given.
/// In:  struct_size: sizeof(sgmcmc_pilot_settings) of the caller's header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_pilot_settings_init(
    settings: *mut sgmcmc_pilot_settings,
    struct_size: usize,
) -> sgmcmc_status {
    enter(|call| settings_init(call, settings, struct_size))
}

/// By how much the largest variance is off at a step size, as a share; infinity where one but a lattice walk is unstable.
///
/// Returns: SGMCMC_OK.
/// Out: inflation: one number.
/// In:  report:    a pilot's report.
///      step_size: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_pilot_inflation(
    inflation: *mut f64,
    report: *const sgmcmc_pilot_report,
    step_size: f64,
) -> sgmcmc_status {
    enter(|call| inflation_of(call, inflation, report, step_size))
}

/// Bytes of the text that sgmcmc_pilot_text writes, with its closing zero.
///
/// Returns: SGMCMC_OK.
/// Out: size:   bytes.
/// In:  report: a pilot's report.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_pilot_text_size(
    size: *mut usize,
    report: *const sgmcmc_pilot_report,
) -> sgmcmc_status {
    enter(|call| text_size(call, size, report))
}

/// Writes an English sentence for every finding, each on a line of its own, and a closing zero. It is ASCII.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_MEMORY_TOO_SMALL.
/// Out: text:   at most size bytes.
/// In:  size:   at least sgmcmc_pilot_text_size.
///      report: a pilot's report.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_pilot_text(
    text: *mut c_char,
    size: usize,
    report: *const sgmcmc_pilot_report,
) -> sgmcmc_status {
    enter(|call| write_text(call, (text, size), report))
}

fn settings_init(
    call: &mut Call<'_>,
    settings: *mut sgmcmc_pilot_settings,
    struct_size: usize,
) -> Result<(), Error> {
    call.init_struct(settings, struct_size)?.write(sgmcmc_pilot_settings::default());
    Ok(())
}

fn report_of(call: &mut Call<'_>, report: *const sgmcmc_pilot_report) -> Result<PilotReport, Error> {
    let mut given = sgmcmc_pilot_report::default();
    call.input_struct(&mut given, report)?;
    Ok((&given).into())
}

fn inflation_of(
    call: &mut Call<'_>,
    inflation: *mut f64,
    report: *const sgmcmc_pilot_report,
    step_size: f64,
) -> Result<(), Error> {
    let out = call.output_value(inflation)?;
    *out = report_of(call, report)?.inflation_at(step_size);
    Ok(())
}

fn text_size(call: &mut Call<'_>, size: *mut usize, report: *const sgmcmc_pilot_report) -> Result<(), Error> {
    let size = call.output_value(size)?;
    *size = report_of(call, report)?.write_bytes(&mut []) + 1;
    Ok(())
}

fn write_text(
    call: &mut Call<'_>,
    (text, size): (*mut c_char, usize),
    report: *const sgmcmc_pilot_report,
) -> Result<(), Error> {
    let out = call.output(text.cast::<u8>(), size)?;
    let report = report_of(call, report)?;
    written::with_zero(out, |text| report.write_bytes(text))
}

fn settings_of(call: &mut Call<'_>, settings: *const sgmcmc_pilot_settings) -> Result<PilotSettings, Error> {
    let given = call.input_struct_or_default(settings)?;
    Ok(PilotSettings {
        seed: given.seed,
        pair_count: given.pair_count,
        product_count: given.product_count,
        difference: given.difference,
        inflation: given.inflation,
        covariance: flag(given.covariance)?,
        batch_len: given.batch_len,
    })
}

/// `sgmcmc_pilot_size_f32` or `_f64`.
pub(crate) fn size<R: Precision>(
    call: &mut Call<'_>,
    chain: *const R::Chain,
    size: *mut usize,
    settings: *const sgmcmc_pilot_settings,
) -> Result<(), Error> {
    let (chain, _) = call.object::<Chain<R>>(chain)?;
    let size = call.output_value(size)?;
    let settings = settings_of(call, settings)?;
    let len = settings.memory_len(&chain.image().state())?;
    *size = len.checked_mul(size_of::<MemoryUnit>()).ok_or(Error::LengthTooLarge)?;
    Ok(())
}

/// `sgmcmc_pilot_look_f32` or `_f64`.
pub(crate) fn look<R: Precision>(
    call: &mut Call<'_>,
    chain: *mut R::Chain,
    (report, callback_code): (*mut sgmcmc_pilot_report, *mut i32),
    // NULL for those that are not wanted.
    [variance, covariance]: [*mut f64; 2],
    (mem, mem_size): (*mut c_void, usize),
    (theta, dim): (*const R, usize),
    (settings, model): (*const sgmcmc_pilot_settings, *const R::Model),
) -> Result<(), Error> {
    let report = call.output_struct(report)?;
    let settings = settings_of(call, settings)?;
    let variance = if variance.is_null() { None } else { Some(call.output(variance, dim)?) };
    let square = dim.checked_mul(dim).ok_or(Error::LengthTooLarge)?;
    let covariance = if covariance.is_null() { None } else { Some(call.output(covariance, square)?) };
    if covariance.is_some() && !settings.covariance {
        return Err(Error::NotEstimated);
    }
    let theta = if theta.is_null() { None } else { Some(call.input(theta, dim)?) };
    let room = call.scratch(mem, mem_size, mem_size / size_of::<MemoryUnit>())?;
    advance_with::<R>(call, chain, callback_code, model, true, |image, memory, host| {
        let state = &image.state();
        if dim != state.dim() {
            return Err(Error::LengthMismatch.into());
        }
        let seen = settings.look(state, memory, theta, room, host)?;
        variance.into_iter().flatten().zip(seen.variance).for_each(|(out, x)| *out = *x);
        covariance.into_iter().flatten().zip(seen.covariance).for_each(|(out, x)| *out = *x);
        report.write(seen.report.into());
        Ok(())
    })
}

/// `sgmcmc_chain_warm_up_f32` or `_f64`.
pub(crate) fn warm_up<R: Precision>(
    call: &mut Call<'_>,
    chain: *mut R::Chain,
    callback_code: *mut i32,
    (mem, mem_size): (*mut c_void, usize),
    step_count: u64,
    (settings, model): (*const sgmcmc_pilot_settings, *const R::Model),
) -> Result<(), Error> {
    let settings = settings_of(call, settings)?;
    let room = call.scratch(mem, mem_size, mem_size / size_of::<MemoryUnit>())?;
    advance_with::<R>(call, chain, callback_code, model, true, |image, memory, host| {
        image.warm_up(&settings, memory, room, step_count, host)
    })
}
