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

// A setter is named as the field of sgmcmc_chain_settings that it sets, whose docs have range and default. It returns
// the settings that it is called on: keep a copy, `auto settings = sgmcmc::settings().seed(1)`, no reference. Nothing
// is checked before a chain is made.
//
// A rule and schedules are copied into the settings. Arrays are pointed to, and must live until the chain is made;
// their lengths are checked then.
class settings {
  public:
    settings() noexcept { static_cast<void>(sgmcmc_chain_settings_init(&c_, sizeof c_)); }

    settings &seed(std::uint64_t value) noexcept { return set(c_.seed, value); }
    settings &chain_index(std::uint64_t value) noexcept { return set(c_.chain_index, detail::count(value)); }
    settings &data_len(std::uint64_t value) noexcept { return set(c_.data_len, detail::data_count(value)); }
    settings &batch(sgmcmc_batch value) noexcept { return set(c_.batch, value); }
    settings &batch_len(std::uint64_t value) noexcept { return set(c_.batch_len, detail::count(value)); }
    settings &chunk_len(std::uint64_t value) noexcept { return set(c_.chunk_len, detail::count(value)); }
    settings &sampler(sgmcmc_sampler value) noexcept { return set(c_.sampler, value); }
    settings &prior(sgmcmc_prior value) noexcept { return set(c_.prior, value); }
    settings &moments(sgmcmc_moments value) noexcept { return set(c_.moments, value); }
    settings &prior_mean(double value) noexcept { return set(c_.prior_mean, value); }
    settings &prior_precision(double value) noexcept { return set(c_.prior_precision, value); }
    settings &slab_weight(double value) noexcept { return set(c_.slab_weight, value); }
    settings &slab_deviation(double value) noexcept { return set(c_.slab_deviation, value); }
    settings &spike_deviation(double value) noexcept { return set(c_.spike_deviation, value); }
    settings &burn_in(std::uint64_t value) noexcept { return set(c_.burn_in, value); }
    settings &thinning(std::uint64_t value) noexcept { return set(c_.thinning, value); }
    settings &step_size(double value) noexcept { return set(c_.step_size, value); }
    settings &temperature(double value) noexcept { return set(c_.temperature, value); }
    settings &schedule_unit(sgmcmc_schedule_unit value) noexcept { return set(c_.schedule_unit, value); }
    settings &estimator(sgmcmc_estimator value) noexcept { return set(c_.estimator, value); }
    settings &anchor_interval(std::uint64_t value) noexcept { return set(c_.anchor_interval, value); }
    settings &anchor_len(std::uint64_t value) noexcept { return set(c_.anchor_len, detail::count(value)); }
    settings &anchor_averaged(bool value) noexcept { return set(c_.anchor_averaged, value); }
    settings &clipping(sgmcmc_clipping value) noexcept { return set(c_.clipping, value); }
    settings &clipping_limit(double value) noexcept { return set(c_.clipping_limit, value); }
    settings &proposal(sgmcmc_proposal value) noexcept { return set(c_.proposal, value); }
    settings &density(sgmcmc_density value) noexcept { return set(c_.density, value); }
    settings &noise(sgmcmc_noise value) noexcept { return set(c_.noise, value); }
    settings &proposal_gradient(sgmcmc_proposal_gradient value) noexcept { return set(c_.proposal_gradient, value); }
    settings &noise_scale(double value) noexcept { return set(c_.noise_scale, value); }
    settings &likelihood_scale(double value) noexcept { return set(c_.likelihood_scale, value); }
    settings &beta(double value) noexcept { return set(c_.beta, value); }
    settings &refresh_len(std::uint64_t value) noexcept { return set(c_.refresh_len, detail::count(value)); }
    settings &tune_beta(bool value) noexcept { return set(c_.tune_beta, value); }
    settings &beta_max(double value) noexcept { return set(c_.beta_max, value); }
    settings &tune_interval(std::uint64_t value) noexcept { return set(c_.tune_interval, value); }
    settings &tune_step_size(bool value) noexcept { return set(c_.tune_step_size, value); }
    settings &tune_refresh_len(bool value) noexcept { return set(c_.tune_refresh_len, value); }
    settings &target_acceptance(double value) noexcept { return set(c_.target_acceptance, value); }
    settings &noise_compensation(sgmcmc_noise_compensation value) noexcept { return set(c_.noise_compensation, value); }
    settings &leapfrog_count(std::uint64_t value) noexcept { return set(c_.leapfrog_count, detail::count(value)); }
    settings &step_jitter(double value) noexcept { return set(c_.step_jitter, value); }
    settings &simd_level(sgmcmc_simd value) noexcept { return set(c_.simd_level, value); }

    settings &rule(const sgmcmc::rule &value) noexcept
    {
        rule_ = value;
        has_rule_ = true;
        return *this;
    }
    settings &step_size_schedule(const schedule &value) noexcept
    {
        step_size_schedule_ = value;
        has_step_size_schedule_ = true;
        return *this;
    }
    settings &temperature_schedule(const schedule &value) noexcept
    {
        temperature_schedule_ = value;
        has_temperature_schedule_ = true;
        return *this;
    }

    settings &prior_means(span<const double> values) noexcept { return point(c_.prior_means, means_, values); }
    settings &prior_precisions(span<const double> values) noexcept
    {
        return point(c_.prior_precisions, precisions_, values);
    }
    settings &centre(span<const double> values) noexcept { return point(c_.centre, centre_, values); }
    settings &noise_covariance(span<const double> values) noexcept
    {
        c_.noise_covariance = values.data();
        c_.noise_covariance_len = values.size();
        return *this;
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
    template <class T, class = spans::if_temporary<T>> settings &noise_covariance(T &&) = delete;
    template <class T, class = spans::if_temporary<T>> settings &blocks(T &&) = delete;

    // The C struct, to read and to write. It does not point to the rule and the schedules that were set here, which
    // take the place of its own. Of an array that is set there the length is not checked.
    const sgmcmc_chain_settings &raw() const noexcept { return c_; }
    sgmcmc_chain_settings &raw() noexcept { return c_; }

    // The C struct that points to the rule and the schedules of these settings, for as long as they stay as they are.
    sgmcmc_chain_settings resolved() const noexcept
    {
        sgmcmc_chain_settings c = c_;
        if (has_rule_)
            c.rule = &rule_.raw();
        if (has_step_size_schedule_)
            c.step_size_schedule = &step_size_schedule_.raw();
        if (has_temperature_schedule_)
            c.temperature_schedule = &temperature_schedule_.raw();
        return c;
    }

    // Whether the arrays that are used have the lengths for so many parameters.
    sgmcmc_status check_lengths(std::size_t dim) const noexcept
    {
        const bool prior = c_.prior != SGMCMC_PRIOR_GAUSSIAN_VECTOR ||
                           (detail::has_length(means_, c_.prior_means, dim) &&
                            detail::has_length(precisions_, c_.prior_precisions, dim));
        const bool anchor =
            c_.estimator != SGMCMC_ESTIMATOR_FIXED_CENTRE || detail::has_length(centre_, c_.centre, dim);
        if (!prior || !anchor)
            return SGMCMC_ERROR_LENGTH_MISMATCH;
        return has_rule_ ? rule_.check_lengths(dim) : SGMCMC_OK;
    }

    // Every setting in force as a line of key = value: see sgmcmc_settings_text.
    outcome<std::string> text(std::size_t dim) const
    {
        const sgmcmc_chain_settings c = resolved();
        std::size_t size = 0;
        std::string text;
        sgmcmc_status status = check_lengths(dim);
        if (status == SGMCMC_OK)
            status = sgmcmc_settings_text(nullptr, 0, &size, &c, dim);
        if (status == SGMCMC_OK) {
            text.resize(size);
            status = sgmcmc_settings_text(&text[0], size, nullptr, &c, dim);
            // Without the closing zero.
            text.resize(size - 1);
        }
        return detail::conclude(status, 0, std::move(text));
    }

    // Sets what the lines of a text name: see sgmcmc_settings_read. Vectors and blocks stay those of these settings.
    // After a failure nothing has changed, and error::code() is the number of the line, or 0.
    outcome<void> read(std::string_view text, std::size_t dim)
    {
        sgmcmc_chain_settings c = resolved();
        sgmcmc::rule rule = rule_;
        schedule step_size, temperature;
        std::size_t line = 0;
        sgmcmc_status status = check_lengths(dim);
        if (status == SGMCMC_OK)
            status = sgmcmc_settings_read(&c, &rule.raw(), &step_size.raw(), &temperature.raw(), &line, text.data(),
                                          text.size(), dim);
        if (status == SGMCMC_OK) {
            has_rule_ = c.rule != nullptr;
            has_step_size_schedule_ = has_temperature_schedule_ = has_rule_;
            rule_ = rule;
            step_size_schedule_ = step_size;
            temperature_schedule_ = temperature;
            // What was read is in these.
            c.rule = nullptr;
            c.step_size_schedule = c.temperature_schedule = nullptr;
            c_ = c;
        }
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
        pointer = values.data();
        given = values;
        return *this;
    }

    sgmcmc_chain_settings c_{};
    span<const double> means_, precisions_, centre_;
    sgmcmc::rule rule_;
    schedule step_size_schedule_, temperature_schedule_;
    bool has_rule_ = false, has_step_size_schedule_ = false, has_temperature_schedule_ = false;
};

} // namespace SGMCMC_MODE
} // namespace sgmcmc

#endif
