//! A pilot's report in both languages.

use super::sgmcmc_pilot_report;
use core_crate::PilotReport;

/// The two structs, field by field.
macro_rules! same {
    ($($field:ident)*) => {
        impl From<PilotReport> for sgmcmc_pilot_report {
            fn from(report: PilotReport) -> Self {
                let PilotReport { inflation, $($field),* } = report;
                let [inflation_base, inflation_by_noise, inflation_by_curvature, inflation_by_both] = inflation;
                Self {
                    struct_size: size_of::<Self>(),
                    $($field,)*
                    inflation_base,
                    inflation_by_noise,
                    inflation_by_curvature,
                    inflation_by_both,
                }
            }
        }

        impl From<&sgmcmc_pilot_report> for PilotReport {
            fn from(report: &sgmcmc_pilot_report) -> Self {
                let sgmcmc_pilot_report {
                    struct_size: _,
                    $($field,)*
                    inflation_base,
                    inflation_by_noise,
                    inflation_by_curvature,
                    inflation_by_both,
                } = *report;
                Self {
                    inflation: [inflation_base, inflation_by_noise, inflation_by_curvature, inflation_by_both],
                    $($field),*
                }
            }
        }
    };
}
same! {
    findings gradient_count refresh_len batch_len curvature least_curvature mean_curvature noise_variance
    noise_direction variate_variance variate_direction gradient_norm expected_gradient_norm log_likelihood_variance
    step_size curvature_limit noise_limit stability_limit rounding_limit variate_step_size compensated_step_size
    predicted_inflation relaxation_steps noise_scale acceptance_cap least_refresh_cap clamped_limit predicted_shift
    own_variance
}

impl Default for sgmcmc_pilot_report {
    fn default() -> Self {
        PilotReport::default().into()
    }
}
