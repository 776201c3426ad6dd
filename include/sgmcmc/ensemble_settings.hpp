// The settings of an ensemble.

#ifndef SGMCMC_ENSEMBLE_SETTINGS_HPP
#define SGMCMC_ENSEMBLE_SETTINGS_HPP

#include <cstddef>
#include <cstdint>

#include "../sgmcmc.h"
#include "parts.hpp"
#include "span.hpp"

namespace sgmcmc {
inline namespace SGMCMC_MODE {

// A posterior, and how its chains find what it takes to sample it. A setter is named as the field of
// sgmcmc_ensemble_settings that it sets. Arrays are pointed to, and must live until the ensemble is made.
class ensemble_settings {
  public:
    ensemble_settings() noexcept { static_cast<void>(sgmcmc_ensemble_settings_init(&c_, sizeof c_)); }

    ensemble_settings &seed(std::uint64_t value) noexcept { return set(c_.seed, value); }
    ensemble_settings &data_len(std::uint64_t value) noexcept { return set(c_.data_len, detail::data_count(value)); }
    ensemble_settings &chunk_len(std::uint64_t value) noexcept { return set(c_.chunk_len, detail::count(value)); }
    ensemble_settings &chain_count(std::uint64_t value) noexcept { return set(c_.chain_count, detail::count(value)); }
    ensemble_settings &leapfrog_max(std::uint64_t value) noexcept { return set(c_.leapfrog_max, detail::count(value)); }
    ensemble_settings &curvature_dim_max(std::uint64_t value) noexcept
    {
        return set(c_.curvature_dim_max, detail::count(value));
    }
    ensemble_settings &draw_count(std::uint64_t value) noexcept { return set(c_.draw_count, detail::count(value)); }
    ensemble_settings &start_spread(double value) noexcept { return set(c_.start_spread, value); }
    ensemble_settings &target_acceptance(double value) noexcept { return set(c_.target_acceptance, value); }
    ensemble_settings &r_hat_max(double value) noexcept { return set(c_.r_hat_max, value); }
    ensemble_settings &sample_size(double value) noexcept { return set(c_.sample_size, value); }
    ensemble_settings &deviation_error(double value) noexcept { return set(c_.deviation_error, value); }
    ensemble_settings &pass_max(double value) noexcept { return set(c_.pass_max, value); }
    ensemble_settings &sampler(sgmcmc_ensemble_sampler value) noexcept { return set(c_.sampler, value); }
    ensemble_settings &batch_len(std::uint64_t value) noexcept { return set(c_.batch_len, detail::count(value)); }

    ensemble_settings &prior(sgmcmc_prior_kind value) noexcept { return set(c_.prior.kind, value); }
    ensemble_settings &prior_mean(double value) noexcept { return set(c_.prior.mean, value); }
    ensemble_settings &prior_precision(double value) noexcept { return set(c_.prior.precision, value); }
    ensemble_settings &slab_weight(double value) noexcept { return set(c_.prior.slab_weight, value); }
    ensemble_settings &slab_deviation(double value) noexcept { return set(c_.prior.slab_deviation, value); }
    ensemble_settings &spike_deviation(double value) noexcept { return set(c_.prior.spike_deviation, value); }
    ensemble_settings &prior_means(span<const double> values) noexcept
    {
        means_ = values;
        return set(c_.prior.means, values.data());
    }
    ensemble_settings &prior_precisions(span<const double> values) noexcept
    {
        precisions_ = values;
        return set(c_.prior.precisions, values.data());
    }
    ensemble_settings &blocks(span<const sgmcmc_block> values) noexcept
    {
        c_.blocks = values.data();
        c_.block_count = values.size();
        c_.block_size = sizeof(sgmcmc_block);
        return *this;
    }
    template <class T, class = spans::if_temporary<T>> ensemble_settings &prior_means(T &&) = delete;
    template <class T, class = spans::if_temporary<T>> ensemble_settings &prior_precisions(T &&) = delete;
    template <class T, class = spans::if_temporary<T>> ensemble_settings &blocks(T &&) = delete;

    // The C struct, to read and to write. Of an array that is set there the length is not checked.
    const sgmcmc_ensemble_settings &raw() const noexcept { return c_; }
    sgmcmc_ensemble_settings &raw() noexcept { return c_; }

    // Whether the arrays that are used have the lengths for so many parameters.
    sgmcmc_status check_lengths(std::size_t dim) const noexcept
    {
        const bool is_used = c_.prior.kind == SGMCMC_PRIOR_GAUSSIAN_VECTOR;
        const bool fit = detail::fits(means_, c_.prior.means, dim, is_used) &&
                         detail::fits(precisions_, c_.prior.precisions, dim, is_used);
        return fit ? SGMCMC_OK : SGMCMC_ERROR_LENGTH_MISMATCH;
    }

  private:
    template <class Field, class Value> ensemble_settings &set(Field &field, Value value) noexcept
    {
        detail::set(field, value);
        return *this;
    }

    sgmcmc_ensemble_settings c_{};
    span<const double> means_, precisions_;
};

} // namespace SGMCMC_MODE
} // namespace sgmcmc

#endif
