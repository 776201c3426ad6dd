//! What follows from a pilot's measurements for proposals: where tuners start, and the cap on acceptance.

use super::findings::Finding;
use super::measured::Measured;
use super::report::PilotReport;
use crate::chain::BatchSettings;
use crate::mh::{CAP, MetropolisHastings};
use crate::num::{exp, ln};

/// s² at which 2Φ(-s/√2) is [`CAP`].
const CAP_VARIANCE: f64 = 0.128_369_509_409_049_6;

/// A cap on acceptance below which a chain hardly moves, by the least of the usual targets.
const LEAST_TARGET: f64 = 0.234;

/// The s² beyond which the tails of the batches' noise decide, which are no normal law's.
const NORMAL_VARIANCE: f64 = 9.0;

/// 2Φ(-s/√2), and no less than at s = 3.
fn acceptance_cap(variance: f64) -> f64 {
    // A NaN stays one.
    libm::erfc(0.5 * libm::sqrt(if variance > NORMAL_VARIANCE { NORMAL_VARIANCE } else { variance }))
}

/// What follows for proposals: where tuners start, and what the batches' noise leaves of their acceptance.
pub(super) fn propose(measured: &Measured<'_>, mh: &MetropolisHastings, report: &mut PilotReport) {
    let Measured { config, curvature, noise, batch_len, refresh_len, .. } = *measured;
    let [data, batch] = [config.data_len.get(), batch_len].map(f64::from);
    let scale = mh.likelihood_scale;
    report.noise_scale = scale * libm::sqrt(noise.log_likelihood);
    // For a random walk nothing is known of the curvature.
    let square = 1.65 * 1.65 / (scale / data * curvature.largest * exp(ln(noise.moving) / 3.0));
    report.step_size = mh.step_of_spread(libm::sqrt(square));
    let all = config.batch == BatchSettings::All || batch_len >= config.data_len.get();
    // s² for one replaced index.
    let fresh = report.noise_scale * report.noise_scale;
    let one = if all { 0.0 } else { fresh / batch * data / (data - batch) };
    let of = |len: u32| if len == 0 || all { fresh } else { one * f64::from(len) };
    report.acceptance_cap = acceptance_cap(of(refresh_len));
    report.least_refresh_cap = acceptance_cap(if batch_len == 1 { fresh } else { one });
    report.refresh_len = if all || fresh <= CAP_VARIANCE {
        batch_len
    } else {
        // At most all but one, and what there is outside.
        let most = (batch_len - 1).min(config.data_len.get() - batch_len);
        ((CAP_VARIANCE / one) as u32).clamp(1, most.max(1))
    };
    let capped = report.acceptance_cap < CAP;
    let found = [
        (Finding::AcceptanceCapped, capped && report.least_refresh_cap >= CAP),
        (Finding::ScaleTooLarge, report.least_refresh_cap < CAP),
        (Finding::NoStepSize, report.acceptance_cap < LEAST_TARGET),
    ];
    report.note(&found);
}
