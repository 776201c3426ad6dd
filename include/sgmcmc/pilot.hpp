// Pilots: looks at a chain's model before a run.

#ifndef SGMCMC_PILOT_HPP
#define SGMCMC_PILOT_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "../sgmcmc.h"
#include "chain.hpp"
#include "host.hpp"
#include "memory.hpp"
#include "outcome.hpp"
#include "parts.hpp"
#include "precision.hpp"
#include "span.hpp"

namespace sgmcmc {
inline namespace SGMCMC_MODE {

// What a pilot costs and tolerates. A setter is named as the field of sgmcmc_pilot_settings that it sets.
class pilot_settings {
  public:
    pilot_settings() noexcept { static_cast<void>(sgmcmc_pilot_settings_init(&c_, sizeof c_)); }

    pilot_settings &seed(std::uint64_t value) noexcept { return set(c_.seed, value); }
    pilot_settings &pair_count(std::uint64_t value) noexcept { return set(c_.pair_count, detail::count(value)); }
    pilot_settings &product_count(std::uint64_t value) noexcept { return set(c_.product_count, detail::count(value)); }
    pilot_settings &difference(double value) noexcept { return set(c_.difference, value); }
    pilot_settings &inflation(double value) noexcept { return set(c_.inflation, value); }
    pilot_settings &covariance(bool value) noexcept { return set(c_.covariance, value); }
    pilot_settings &batch_len(std::uint64_t value) noexcept { return set(c_.batch_len, detail::count(value)); }

    const sgmcmc_pilot_settings &raw() const noexcept { return c_; }

  private:
    template <class Field, class Value> pilot_settings &set(Field &field, Value value) noexcept
    {
        detail::set(field, value);
        return *this;
    }

    sgmcmc_pilot_settings c_;
};

// What a pilot has measured, and what follows: see sgmcmc_pilot_report.
struct pilot {
    sgmcmc_pilot_report report;
    // The variance over batches of each coordinate of the gradient.
    std::vector<double> variance;
    // The same with the covariances, by rows, where the settings ask for them.
    std::vector<double> covariance;
};

// Bytes that a pilot of this chain works in, aligned to chain<Real>::align().
template <class Real> outcome<std::size_t> pilot_size(const chain<Real> &chain, const pilot_settings &settings = {})
{
    std::size_t size = 0;
    const sgmcmc_status status = detail::precision<Real>::pilot_size(chain.handle(), &size, &settings.raw());
    return detail::conclude(status, 0, size);
}

namespace detail {

// T, which no argument decides: a vector converts to a span of the chain's numbers.
template <class T> struct itself {
    using type = T;
};
template <class T> using same = typename itself<T>::type;

template <class Real, class Model>
sgmcmc_status look(sgmcmc_pilot_report &report, std::int32_t &code, span<std::byte> memory,
                   const sgmcmc::chain<Real> &chain, const pilot_settings &settings, Model &model,
                   span<const Real> theta, span<double> variance, span<double> covariance)
{
    using c = precision<Real>;
    no_observer none;
    host<Real, Model> host(model, none);
    const typename c::model c_model = host.c();
    report.struct_size = sizeof report;
    std::size_t dim = 0;
    sgmcmc_status status = c::chain_properties(&dim, nullptr, nullptr, chain.handle());
    const auto fits = [](auto view, std::size_t len) { return view.empty() || view.size() == len; };
    if (status == SGMCMC_OK && !(fits(theta, dim) && fits(variance, dim) && fits(covariance, dim * dim)))
        status = SGMCMC_ERROR_LENGTH_MISMATCH;
    const auto pointer = [](auto view) { return view.empty() ? nullptr : view.data(); };
    typename c::pilot_options options{};
    options.struct_size = sizeof options;
    options.settings = &settings.raw();
    options.theta = pointer(theta);
    options.variance = pointer(variance);
    options.covariance = pointer(covariance);
    options.dim = dim;
    if (status == SGMCMC_OK)
        status = c::pilot_look(chain.handle(), &report, &code, memory.data(), memory.size(), &options, &c_model);
    host.rethrow();
    return status;
}

} // namespace detail

// Looks at the model at theta, or without one where the chain stands, and works in the caller's memory. The chain stays
// as it is. What is not empty of variance and covariance is filled: dim numbers, and dim times dim.
template <class Real, class Model>
outcome<sgmcmc_pilot_report> look_in(span<std::byte> memory, chain<Real> &chain, const pilot_settings &settings,
                                     Model &&model, detail::same<span<const Real>> theta = {},
                                     span<double> variance = {}, span<double> covariance = {})
{
    sgmcmc_pilot_report report{};
    std::int32_t code = 0;
    const sgmcmc_status status =
        detail::look(report, code, memory, chain, settings, model, theta, variance, covariance);
    return detail::conclude(status, code, report);
}

// The same in memory that is made for it.
template <class Real, class Model>
outcome<pilot> look(chain<Real> &chain, const pilot_settings &settings, Model &&model,
                    detail::same<span<const Real>> theta = {})
{
    using c = detail::precision<Real>;
    std::size_t dim = 0, size = 0;
    sgmcmc_status status = c::chain_properties(&dim, nullptr, nullptr, chain.handle());
    if (status == SGMCMC_OK)
        status = c::pilot_size(chain.handle(), &size, &settings.raw());
    const detail::memory memory =
        status == SGMCMC_OK ? detail::memory::take(size, sgmcmc_align()) : detail::memory();
    if (status == SGMCMC_OK && memory.data() == nullptr)
        status = SGMCMC_ERROR_MEMORY_TOO_SMALL;
    pilot pilot{};
    std::int32_t code = 0;
    if (status == SGMCMC_OK) {
        pilot.variance.resize(dim);
        pilot.covariance.resize(settings.raw().covariance != 0 ? dim * dim : 0);
        const span<std::byte> room(static_cast<std::byte *>(memory.data()), memory.size());
        status = detail::look(pilot.report, code, room, chain, settings, model, theta, pilot.variance,
                              pilot.covariance);
    }
    return detail::conclude(status, code, std::move(pilot));
}

// Whether a pilot has found this.
inline bool has(const sgmcmc_pilot_report &report, sgmcmc_finding finding) noexcept
{
    return (report.findings >> finding & 1U) != 0;
}

// By how much the largest variance is off at a step size, as a share.
inline outcome<double> pilot_inflation(const sgmcmc_pilot_report &report, double step_size)
{
    double inflation = 0.0;
    const sgmcmc_status status = sgmcmc_pilot_inflation(&inflation, &report, step_size);
    return detail::conclude(status, 0, inflation);
}

// A sentence for every finding, each on a line of its own.
inline outcome<std::string> pilot_text(const sgmcmc_pilot_report &report)
{
    std::size_t size = 0;
    std::string text;
    sgmcmc_status status = sgmcmc_pilot_text(nullptr, 0, &size, &report);
    if (status == SGMCMC_OK) {
        text.resize(size);
        status = sgmcmc_pilot_text(&text[0], size, nullptr, &report);
        // Without the closing zero.
        text.resize(size - 1);
    }
    return detail::conclude(status, 0, std::move(text));
}

// Runs the chain's burn-in, or step_count steps of it, and finds what its settings leave open, in the caller's memory of
// pilot_size bytes: see sgmcmc_chain_warm_up_f64.
template <class Real, class Model>
outcome<void> warm_up_in(span<std::byte> memory, chain<Real> &chain, const pilot_settings &settings, Model &&model,
                         std::uint64_t step_count = UINT64_MAX)
{
    using c = detail::precision<Real>;
    detail::no_observer none;
    detail::host<Real, std::remove_reference_t<Model>> host(model, none);
    const typename c::model c_model = host.c();
    std::int32_t code = 0;
    const sgmcmc_status status = c::chain_warm_up(chain.handle(), &code, memory.data(), memory.size(), step_count,
                                                  &settings.raw(), &c_model);
    host.rethrow();
    return detail::conclude(status, code);
}

// The same in memory that is made for it.
template <class Real, class Model>
outcome<void> warm_up(chain<Real> &chain, const pilot_settings &settings, Model &&model,
                      std::uint64_t step_count = UINT64_MAX)
{
    using c = detail::precision<Real>;
    std::size_t size = 0;
    const sgmcmc_status status = c::pilot_size(chain.handle(), &size, &settings.raw());
    if (status != SGMCMC_OK)
        return detail::conclude(status, 0);
    const detail::memory memory = detail::memory::take(size, sgmcmc_align());
    if (memory.data() == nullptr)
        return detail::conclude(SGMCMC_ERROR_MEMORY_TOO_SMALL, 0);
    const span<std::byte> room(static_cast<std::byte *>(memory.data()), memory.size());
    return warm_up_in(room, chain, settings, model, step_count);
}

} // namespace SGMCMC_MODE
} // namespace sgmcmc

#endif
