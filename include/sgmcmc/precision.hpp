// The C functions and types of one precision, as precision<float> and precision<double>.

#ifndef SGMCMC_PRECISION_HPP
#define SGMCMC_PRECISION_HPP

#include "../sgmcmc.h"
#include "outcome.hpp"

namespace sgmcmc {
inline namespace SGMCMC_MODE {
namespace detail {

// Only float and double have one.
template <class Real> struct precision;

// The list of names is here once; a function pointer that is constexpr costs nothing.
#define SGMCMC_HPP_PRECISION(real, suffix)                                                      \
    template <> struct precision<real> {                                                        \
        using chain = sgmcmc_chain_##suffix;                                                    \
        using model = sgmcmc_model_##suffix;                                                    \
        using draw = sgmcmc_draw_##suffix;                                                      \
        using observer = sgmcmc_observer_##suffix;                                              \
        using progress = sgmcmc_progress_##suffix;                                              \
        using run_options = sgmcmc_run_options_##suffix;                                        \
        using pilot_options = sgmcmc_pilot_options_##suffix;                                    \
        using rule_vectors = sgmcmc_rule_vectors_##suffix;                                      \
        static constexpr auto chain_size = sgmcmc_chain_size_##suffix;                          \
        static constexpr auto chain_init = sgmcmc_chain_init_##suffix;                          \
        static constexpr auto chain_hand_over = sgmcmc_chain_hand_over_##suffix;                \
        static constexpr auto chain_save = sgmcmc_chain_save_##suffix;                          \
        static constexpr auto chain_restore = sgmcmc_chain_restore_##suffix;                    \
        static constexpr auto chain_step = sgmcmc_chain_step_##suffix;                          \
        static constexpr auto chain_run = sgmcmc_chain_run_##suffix;                            \
        static constexpr auto chain_run_watched = sgmcmc_chain_run_watched_##suffix;            \
        static constexpr auto chain_properties = sgmcmc_chain_properties_##suffix;              \
        static constexpr auto chain_theta = sgmcmc_chain_theta_##suffix;                        \
        static constexpr auto chain_moments = sgmcmc_chain_moments_##suffix;                    \
        static constexpr auto chain_compensation = sgmcmc_chain_compensation_##suffix;          \
        static constexpr auto chain_statistics = sgmcmc_chain_statistics_##suffix;              \
        static constexpr auto chain_set_step_size = sgmcmc_chain_set_step_size_##suffix;        \
        static constexpr auto chain_tune_beta = sgmcmc_chain_tune_beta_##suffix;                \
        static constexpr auto chain_warm_up = sgmcmc_chain_warm_up_##suffix;                    \
        static constexpr auto rule_lengths = sgmcmc_rule_lengths_##suffix;                      \
        static constexpr auto rule_start = sgmcmc_rule_start_##suffix;                          \
        static constexpr auto rule_move_to_site = sgmcmc_rule_move_to_site_##suffix;            \
        static constexpr auto rule_step = sgmcmc_rule_step_##suffix;                            \
        static constexpr auto rng_normals = sgmcmc_rng_normals_##suffix;                        \
        static constexpr auto rng_uniforms = sgmcmc_rng_uniforms_##suffix;                      \
        static constexpr auto map = sgmcmc_map_##suffix;                                        \
        static constexpr auto exp = sgmcmc_exp_##suffix;                                        \
        static constexpr auto ln = sgmcmc_ln_##suffix;                                          \
        static constexpr auto sin = sgmcmc_sin_##suffix;                                        \
        static constexpr auto cos = sgmcmc_cos_##suffix;                                        \
        static constexpr auto fingerprint = sgmcmc_fingerprint_##suffix;                        \
        static constexpr auto constrain = sgmcmc_constrain_##suffix;                            \
        static constexpr auto pull_back = sgmcmc_pull_back_##suffix;                            \
        static constexpr auto unconstrain = sgmcmc_unconstrain_##suffix;                        \
        static constexpr auto estimates_push = sgmcmc_estimates_push_##suffix;                  \
        static constexpr auto estimates_observe = sgmcmc_estimates_observe_##suffix;            \
        static constexpr auto summary = sgmcmc_summary_##suffix;                                \
        static constexpr auto stein_sum = sgmcmc_stein_sum_##suffix;                            \
        static constexpr auto reservoir_push = sgmcmc_reservoir_push_##suffix;                  \
        static constexpr auto pilot_size = sgmcmc_pilot_size_##suffix;                          \
        static constexpr auto pilot_look = sgmcmc_pilot_look_##suffix;                          \
        static constexpr auto ensemble_size = sgmcmc_ensemble_size_##suffix;                    \
        static constexpr auto ensemble_init = sgmcmc_ensemble_init_##suffix;                    \
        static constexpr auto ensemble_run = sgmcmc_ensemble_run_##suffix;                      \
        static constexpr auto ensemble_advance = sgmcmc_ensemble_advance_##suffix;              \
        static constexpr auto ensemble_draws = sgmcmc_ensemble_draws_##suffix;                  \
        static constexpr auto ensemble_restore = sgmcmc_ensemble_restore_##suffix;              \
        static constexpr auto health_look = sgmcmc_health_look_##suffix;                        \
        static constexpr auto health_report = sgmcmc_health_report_##suffix;                    \
    }

SGMCMC_HPP_PRECISION(float, f32);
SGMCMC_HPP_PRECISION(double, f64);

#undef SGMCMC_HPP_PRECISION

} // namespace detail
} // namespace SGMCMC_MODE
} // namespace sgmcmc

#endif
