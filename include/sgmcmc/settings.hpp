// Everything that decides a chain's draws, as a builder over sgmcmc_chain_settings.

#ifndef SGMCMC_SETTINGS_HPP
#define SGMCMC_SETTINGS_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "../sgmcmc.h"
#include "outcome.hpp"
#include "parts.hpp"
#include "span.hpp"

namespace sgmcmc {
inline namespace SGMCMC_MODE {

// A setter is named as the field of sgmcmc_chain_settings that it sets, whose docs have range and default: batch_len is
// batch.len, batch is batch.kind, and of the path of a field deeper within there is as much as makes it clear. It
// returns the settings that it is called on: keep a copy, `auto settings = sgmcmc::settings().seed(1)`, no reference.
// Nothing is checked before a chain is made.
//
// A rule and schedules are copied into the settings. Arrays are pointed to, and must live until the chain is made;
// their lengths are checked then.
class settings {
  public:
    settings() noexcept { static_cast<void>(sgmcmc_chain_settings_init(&c_, sizeof c_)); }

    settings &seed(std::uint64_t value) noexcept { return set(c_.seed, value); }
    settings &chain_index(std::uint64_t value) noexcept { return set(c_.chain_index, detail::count(value)); }
    settings &data_len(std::uint64_t value) noexcept { return set(c_.data_len, detail::data_count(value)); }
    settings &batch(sgmcmc_batch_kind value) noexcept { return set(c_.batch.kind, value); }
    settings &batch_len(std::uint64_t value) noexcept { return set(c_.batch.len, detail::count(value)); }
    settings &chunk_len(std::uint64_t value) noexcept { return set(c_.chunk_len, detail::count(value)); }
    settings &moments(sgmcmc_moments value) noexcept { return set(c_.moments, value); }
    settings &burn_in(std::uint64_t value) noexcept { return set(c_.burn_in, value); }
    settings &thinning(std::uint64_t value) noexcept { return set(c_.thinning, value); }
    settings &simd_level(sgmcmc_simd value) noexcept { return set(c_.simd_level, value); }

    settings &estimator(sgmcmc_estimator_kind value) noexcept { return set(c_.estimator.kind, value); }
    settings &estimator_interval(std::uint64_t value) noexcept { return set(c_.estimator.interval, value); }
    settings &estimator_averaged(bool value) noexcept { return set(c_.estimator.averaged, value); }
    settings &anchor_len(std::uint64_t value) noexcept { return set(c_.estimator.anchor_len, detail::count(value)); }
    settings &clipping(sgmcmc_clipping_kind value) noexcept { return set(c_.clipping.kind, value); }
    settings &clipping_limit(double value) noexcept { return set(c_.clipping.limit, value); }
    settings &prior(sgmcmc_prior_kind value) noexcept { return set(c_.prior.kind, value); }
    settings &prior_mean(double value) noexcept { return set(c_.prior.mean, value); }
    settings &prior_precision(double value) noexcept { return set(c_.prior.precision, value); }
    settings &slab_weight(double value) noexcept { return set(c_.prior.slab_weight, value); }
    settings &slab_deviation(double value) noexcept { return set(c_.prior.slab_deviation, value); }
    settings &spike_deviation(double value) noexcept { return set(c_.prior.spike_deviation, value); }

    // What moves theta. The step size's value goes along, from the rule to the proposal or back.
    settings &sampler(sgmcmc_sampler_kind value) noexcept
    {
        const double step_size = std::exchange(step_size_value(), 0.0);
        set(c_.sampler.kind, value);
        return set(step_size_value(), step_size);
    }

    // The step size of the rule, or under Metropolis-Hastings of the proposal: in whatever order these setters come.
    settings &step_size(double value) noexcept { return set(step_size_value(), value); }

    // Of a rule.
    settings &rule(const sgmcmc::rule &value) noexcept
    {
        values_ = value.values_;
        return set(c_.sampler.rule, value.c_);
    }
    // A schedule with a value, or for the value that is set before it or after.
    settings &step_size(const schedule &value) noexcept { return follow(c_.sampler.step_size, value); }
    settings &temperature(const schedule &value) noexcept { return follow(c_.sampler.temperature, value); }
    settings &temperature(double value) noexcept { return set(c_.sampler.temperature.value, value); }
    settings &schedule_unit(sgmcmc_schedule_unit value) noexcept { return set(c_.sampler.schedule_unit, value); }
    settings &compensation(sgmcmc_noise_compensation_kind value) noexcept
    {
        return set(c_.sampler.compensation.kind, value);
    }

    // Of Metropolis-Hastings.
    settings &proposal(sgmcmc_proposal_kind value) noexcept { return set(c_.sampler.proposal.kind, value); }
    settings &density(sgmcmc_density value) noexcept { return set(c_.sampler.proposal.density, value); }
    settings &leapfrog_count(std::uint64_t value) noexcept
    {
        return set(c_.sampler.proposal.leapfrog_count, detail::count(value));
    }
    settings &noise(sgmcmc_noise_kind value) noexcept { return set(c_.sampler.proposal.noise.kind, value); }
    settings &noise_sigma(double value) noexcept { return set(c_.sampler.proposal.noise.sigma, value); }
    settings &beta(double value) noexcept { return set(c_.sampler.proposal.beta, value); }
    settings &step_jitter(double value) noexcept { return set(c_.sampler.proposal.step_jitter, value); }
    settings &refresh_len(std::uint64_t value) noexcept { return set(c_.sampler.refresh_len, detail::count(value)); }
    settings &proposal_gradient(sgmcmc_proposal_gradient value) noexcept
    {
        return set(c_.sampler.proposal_gradient, value);
    }
    settings &tune_beta(bool value) noexcept { return set(c_.sampler.tune_beta, value); }
    settings &tune_step_size(bool value) noexcept { return set(c_.sampler.tune_step_size, value); }
    settings &tune_refresh_len(bool value) noexcept { return set(c_.sampler.tune_refresh_len, value); }
    settings &likelihood_scale(double value) noexcept { return set(c_.sampler.likelihood_scale, value); }
    settings &beta_max(double value) noexcept { return set(c_.sampler.beta_max, value); }
    settings &tune_interval(std::uint64_t value) noexcept { return set(c_.sampler.tune_interval, value); }
    settings &target_acceptance(double value) noexcept { return set(c_.sampler.target_acceptance, value); }

    settings &prior_means(span<const double> values) noexcept { return point(c_.prior.means, means_, values); }
    settings &prior_precisions(span<const double> values) noexcept
    {
        return point(c_.prior.precisions, precisions_, values);
    }
    settings &centre(span<const double> values) noexcept { return point(c_.estimator.centre, centre_, values); }
    settings &compensation_covariance(span<const double> values) noexcept
    {
        return point(c_.sampler.compensation.covariance, covariance_, values);
    }
    settings &blocks(span<const sgmcmc_block> values) noexcept
    {
        c_.blocks = values.data();
        c_.block_count = values.size();
        c_.block_size = sizeof(sgmcmc_block);
        return *this;
    }

    // A temporary would be gone before the chain is made.
    template <class T, class = spans::if_temporary<T>> settings &prior_means(T &&) = delete;
    template <class T, class = spans::if_temporary<T>> settings &prior_precisions(T &&) = delete;
    template <class T, class = spans::if_temporary<T>> settings &centre(T &&) = delete;
    template <class T, class = spans::if_temporary<T>> settings &compensation_covariance(T &&) = delete;
    template <class T, class = spans::if_temporary<T>> settings &blocks(T &&) = delete;

    // The C struct, to read and to write. Of an array that is set there the length is not checked.
    const sgmcmc_chain_settings &raw() const noexcept { return c_; }
    sgmcmc_chain_settings &raw() noexcept { return c_; }

    // Whether the arrays that are used have the lengths for so many parameters.
    sgmcmc_status check_lengths(std::size_t dim) const noexcept
    {
        using detail::fits;
        const bool prior = c_.prior.kind == SGMCMC_PRIOR_GAUSSIAN_VECTOR;
        const bool centre = c_.estimator.kind == SGMCMC_ESTIMATOR_FIXED_CENTRE;
        const sgmcmc_noise_compensation &c = c_.sampler.compensation;
        const bool dense = c.kind == SGMCMC_NOISE_COMPENSATION_DENSE;
        const bool covariance = dense || c.kind == SGMCMC_NOISE_COMPENSATION_DIAGONAL;
        const bool fit = fits(means_, c_.prior.means, dim, prior) &&
                         fits(precisions_, c_.prior.precisions, dim, prior) &&
                         fits(centre_, c_.estimator.centre, dim, centre) &&
                         fits(covariance_, c.covariance, dim, covariance, dense) &&
                         fits(values_, c_.sampler.rule.preconditioner, dim);
        return fit ? SGMCMC_OK : SGMCMC_ERROR_LENGTH_MISMATCH;
    }

    // Every setting in force as a line of key = value: see sgmcmc_settings_text.
    outcome<std::string> text(std::size_t dim) const
    {
        std::size_t size = 0;
        std::string text;
        sgmcmc_status status = check_lengths(dim);
        if (status == SGMCMC_OK)
            status = sgmcmc_settings_text(nullptr, 0, &size, &c_, dim);
        if (status == SGMCMC_OK) {
            text.resize(size);
            status = sgmcmc_settings_text(&text[0], size, nullptr, &c_, dim);
            // Without the closing zero.
            text.resize(size - 1);
        }
        return detail::conclude(status, 0, std::move(text));
    }

    // Sets what the lines of a text name: see sgmcmc_settings_read. Vectors and blocks stay those of these settings.
    // After a failure nothing has changed, and error::code() is the number of the line, or 0.
    outcome<void> read(std::string_view text, std::size_t dim)
    {
        std::size_t line = 0;
        sgmcmc_status status = check_lengths(dim);
        if (status == SGMCMC_OK)
            status = sgmcmc_settings_read(&c_, &line, text.data(), text.size(), dim);
        return detail::conclude(status, static_cast<std::int32_t>(line));
    }

  private:
    template <class Field, class Value> settings &set(Field &field, Value value) noexcept
    {
        detail::set(field, value);
        return *this;
    }

    settings &point(const double *&pointer, span<const double> &given, span<const double> values) noexcept
    {
        given = values;
        return set(pointer, values.data());
    }

    settings &follow(sgmcmc_schedule &c, const schedule &given) noexcept
    {
        const double value = given.has_value_ ? given.c_.value : c.value;
        c = given.c_;
        return set(c.value, value);
    }

    double &step_size_value() noexcept
    {
        const bool is_proposal = c_.sampler.kind == SGMCMC_SAMPLER_METROPOLIS_HASTINGS;
        return is_proposal ? c_.sampler.proposal.step_size : c_.sampler.step_size.value;
    }

    sgmcmc_chain_settings c_{};
    span<const double> means_, precisions_, centre_, covariance_, values_;
};

} // namespace SGMCMC_MODE
} // namespace sgmcmc

#endif
