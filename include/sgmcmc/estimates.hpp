// Estimates from draws that nobody stores.

#ifndef SGMCMC_ESTIMATES_HPP
#define SGMCMC_ESTIMATES_HPP

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "../sgmcmc.h"
#include "memory.hpp"
#include "model.hpp"
#include "outcome.hpp"
#include "parts.hpp"
#include "precision.hpp"
#include "span.hpp"

namespace sgmcmc {
inline namespace SGMCMC_MODE {

// What estimates are to hold. A setter is named as the field of sgmcmc_estimate_settings that it sets.
class estimate_settings {
  public:
    estimate_settings() noexcept { static_cast<void>(sgmcmc_estimate_settings_init(&c_, sizeof c_)); }

    estimate_settings &weights(sgmcmc_draw_weight value) noexcept { return set(c_.weights, value); }
    estimate_settings &covariance(bool value) noexcept { return set(c_.covariance, value); }
    estimate_settings &centroid_count(std::uint64_t value) noexcept
    {
        return set(c_.centroid_count, detail::count(value));
    }
    estimate_settings &window_len(std::uint64_t value) noexcept { return set(c_.window_len, detail::count(value)); }

    const sgmcmc_estimate_settings &raw() const noexcept { return c_; }

  private:
    template <class Field, class Value> estimate_settings &set(Field &field, Value value) noexcept
    {
        detail::set(field, value);
        return *this;
    }

    sgmcmc_estimate_settings c_;
};

// Running estimates of as many numbers as a draw has. As a callable they are an observer of chains of either precision:
// chain.run(step_count, model, estimates).
class estimates {
  public:
    static outcome<estimates> make(const estimate_settings &settings, std::size_t len)
    {
        std::size_t size = 0;
        const sgmcmc_status status = sgmcmc_estimates_size(&size, &settings.raw(), len);
        return status == SGMCMC_OK ? init(detail::memory::take(size, align()), settings, len) : refused(status);
    }

    // The same in the caller's memory: at least size() bytes, aligned to align(), which must live as long.
    static outcome<estimates> make_in(span<std::byte> memory, const estimate_settings &settings, std::size_t len)
    {
        return init(detail::memory::lent(memory, align()), settings, len);
    }

    // Goes on from what save wrote, on any machine; in memory of its own or the caller's.
    static outcome<estimates> restore(span<const std::byte> bytes)
    {
        std::size_t size = 0, len = 0;
        const sgmcmc_status status = size_of_saved(size, len, bytes);
        return status == SGMCMC_OK ? restored(detail::memory::take(size, align()), len, bytes) : refused(status);
    }
    static outcome<estimates> restore_in(span<std::byte> memory, span<const std::byte> bytes)
    {
        std::size_t size = 0, len = 0;
        const sgmcmc_status status = size_of_saved(size, len, bytes);
        return status == SGMCMC_OK ? restored(detail::memory::lent(memory, align()), len, bytes) : refused(status);
    }

    // Bytes that save writes: always the same for equal settings.
    outcome<std::size_t> save_size() const
    {
        std::size_t size = 0;
        const sgmcmc_status status = sgmcmc_estimates_save(handle(), nullptr, 0, &size);
        return detail::conclude(status, 0, size);
    }

    // Bytes from which restore makes the estimates again. See sgmcmc_estimates_save.
    outcome<void> save(span<std::byte> out) const
    {
        return detail::conclude(sgmcmc_estimates_save(handle(), out.data(), out.size(), nullptr));
    }
    outcome<std::vector<std::byte>> save() const
    {
        std::size_t size = 0;
        sgmcmc_status status = sgmcmc_estimates_save(handle(), nullptr, 0, &size);
        std::vector<std::byte> bytes(size);
        if (status == SGMCMC_OK)
            status = sgmcmc_estimates_save(handle(), bytes.data(), size, nullptr);
        return detail::conclude(status, 0, std::move(bytes));
    }

    static outcome<std::size_t> size(const estimate_settings &settings, std::size_t len)
    {
        std::size_t size = 0;
        const sgmcmc_status status = sgmcmc_estimates_size(&size, &settings.raw(), len);
        return detail::conclude(status, 0, size);
    }

    static std::size_t align() noexcept { return sgmcmc_align(); }

    // How many numbers a draw has.
    std::size_t len() const noexcept { return len_; }

    // Takes a draw in.
    outcome<void> push(span<const float> values, double weight = 1.0) { return pushed(values, weight); }
    outcome<void> push(span<const double> values, double weight = 1.0) { return pushed(values, weight); }

    // What they refuse is the failure of the run.
    template <class Real> answer operator()(draw<Real> draw)
    {
        const auto status =
            static_cast<sgmcmc_status>(detail::precision<Real>::estimates_observe(handle(), draw.operator->()));
#if SGMCMC_EXCEPTIONS
        detail::conclude(status);
#endif
        return answer::refused(status);
    }

    // Takes in what the estimates of another chain have.
    outcome<void> merge(const estimates &other)
    {
        return detail::conclude(sgmcmc_estimates_merge(handle(), other.handle()));
    }

    // How many draws there are, and the sum of their weights.
    outcome<std::uint64_t> draw_count() const
    {
        std::uint64_t count = 0;
        const sgmcmc_status status = sgmcmc_estimates_counts(&count, nullptr, handle());
        return detail::conclude(status, 0, count);
    }
    outcome<double> weight() const
    {
        double weight = 0.0;
        const sgmcmc_status status = sgmcmc_estimates_counts(nullptr, &weight, handle());
        return detail::conclude(status, 0, weight);
    }

    // Into arrays of len() numbers, the covariance into one of len() times as many; or as vectors.
    outcome<void> mean(span<double> out) const { return read(SGMCMC_ESTIMATE_MEAN, out); }
    outcome<void> variance(span<double> out) const { return read(SGMCMC_ESTIMATE_VARIANCE, out); }
    outcome<void> deviation(span<double> out) const { return read(SGMCMC_ESTIMATE_DEVIATION, out); }
    outcome<void> standard_error(span<double> out) const { return read(SGMCMC_ESTIMATE_STANDARD_ERROR, out); }
    outcome<void> sample_size(span<double> out) const { return read(SGMCMC_ESTIMATE_SAMPLE_SIZE, out); }
    outcome<void> degrees_of_freedom(span<double> out) const { return read(SGMCMC_ESTIMATE_DEGREES_OF_FREEDOM, out); }
    outcome<void> half_width(double level, span<double> out) const { return read(SGMCMC_ESTIMATE_HALF_WIDTH, out,
                                                                                 level); }
    outcome<void> covariance(span<double> out) const { return read(SGMCMC_ESTIMATE_COVARIANCE, out); }
    outcome<void> quantile(double p, span<double> out) const { return read(SGMCMC_ESTIMATE_QUANTILE, out, p); }
    // Bits of sgmcmc_doubt, 0 where a standard error may be trusted.
    outcome<void> doubts(span<std::uint32_t> out) const
    {
        return detail::conclude(sgmcmc_estimates_doubts(out.data(), out.size(), handle()));
    }

    outcome<std::vector<double>> mean() const { return vector(SGMCMC_ESTIMATE_MEAN, len_); }
    outcome<std::vector<double>> variance() const { return vector(SGMCMC_ESTIMATE_VARIANCE, len_); }
    outcome<std::vector<double>> deviation() const { return vector(SGMCMC_ESTIMATE_DEVIATION, len_); }
    outcome<std::vector<double>> standard_error() const { return vector(SGMCMC_ESTIMATE_STANDARD_ERROR, len_); }
    outcome<std::vector<double>> sample_size() const { return vector(SGMCMC_ESTIMATE_SAMPLE_SIZE, len_); }
    outcome<std::vector<double>> degrees_of_freedom() const { return vector(SGMCMC_ESTIMATE_DEGREES_OF_FREEDOM, len_); }
    outcome<std::vector<double>> half_width(double level) const { return vector(SGMCMC_ESTIMATE_HALF_WIDTH, len_,
                                                                                level); }
    outcome<std::vector<double>> covariance() const { return vector(SGMCMC_ESTIMATE_COVARIANCE, len_ * len_); }
    outcome<std::vector<double>> quantile(double p) const { return vector(SGMCMC_ESTIMATE_QUANTILE, len_, p); }
    outcome<std::vector<std::uint32_t>> doubts() const
    {
        std::vector<std::uint32_t> out(len_);
        const sgmcmc_status status = sgmcmc_estimates_doubts(out.data(), out.size(), handle());
        return detail::conclude(status, 0, std::move(out));
    }

    // The C object; NULL after a move.
    sgmcmc_estimates *handle() const noexcept { return static_cast<sgmcmc_estimates *>(memory_.data()); }

  private:
    estimates(detail::memory memory, std::size_t len) noexcept : memory_(std::move(memory)), len_(len) {}

    static outcome<estimates> refused(sgmcmc_status status) { return detail::conclude(status, 0, estimates({}, 0)); }

    static outcome<estimates> init(detail::memory memory, const estimate_settings &settings, std::size_t len)
    {
        sgmcmc_estimates *handle = nullptr;
        const sgmcmc_status status =
            memory.data() == nullptr
                ? SGMCMC_ERROR_MEMORY_TOO_SMALL
                : sgmcmc_estimates_init(&handle, memory.data(), memory.size(), &settings.raw(), len);
        return detail::conclude(status, 0, estimates(std::move(memory), len));
    }

    static sgmcmc_status size_of_saved(std::size_t &size, std::size_t &len, span<const std::byte> bytes)
    {
        sgmcmc_estimate_settings settings{};
        settings.struct_size = sizeof settings;
        const sgmcmc_status status = sgmcmc_estimates_saved_settings(&settings, &len, bytes.data(), bytes.size());
        return status == SGMCMC_OK ? sgmcmc_estimates_size(&size, &settings, len) : status;
    }

    static outcome<estimates> restored(detail::memory memory, std::size_t len, span<const std::byte> bytes)
    {
        sgmcmc_estimates *handle = nullptr;
        const sgmcmc_status status =
            memory.data() == nullptr
                ? SGMCMC_ERROR_MEMORY_TOO_SMALL
                : sgmcmc_estimates_restore(&handle, memory.data(), memory.size(), bytes.data(), bytes.size());
        return detail::conclude(status, 0, estimates(std::move(memory), len));
    }

    template <class Real> outcome<void> pushed(span<const Real> values, double weight)
    {
        return detail::conclude(
            detail::precision<Real>::estimates_push(handle(), values.data(), values.size(), weight));
    }

    outcome<void> read(sgmcmc_estimate estimate, span<double> out, double p = 0.0) const
    {
        return detail::conclude(sgmcmc_estimates_read(out.data(), out.size(), handle(), estimate, p));
    }
    outcome<std::vector<double>> vector(sgmcmc_estimate estimate, std::size_t size, double p = 0.0) const
    {
        std::vector<double> out(size);
        const sgmcmc_status status = sgmcmc_estimates_read(out.data(), out.size(), handle(), estimate, p);
        return detail::conclude(status, 0, std::move(out));
    }

    detail::memory memory_;
    std::size_t len_;
};

// R-hat of chains, or halves of chains, of draw_count draws each.
inline outcome<double> r_hat(span<const double> means, span<const double> variances, std::uint64_t draw_count)
{
    double r_hat = 0.0;
    const sgmcmc_status status =
        means.size() == variances.size()
            ? sgmcmc_r_hat(&r_hat, means.data(), variances.data(), means.size(), draw_count)
            : SGMCMC_ERROR_LENGTH_MISMATCH;
    return detail::conclude(status, 0, r_hat);
}

} // namespace SGMCMC_MODE
} // namespace sgmcmc

#endif
