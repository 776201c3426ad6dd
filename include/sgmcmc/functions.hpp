// Functions with the same bits on every machine, fingerprints, conversions of step sizes, and what library this is.

#ifndef SGMCMC_FUNCTIONS_HPP
#define SGMCMC_FUNCTIONS_HPP

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>
#include <utility>

#include "../sgmcmc.h"
#include "outcome.hpp"
#include "parts.hpp"
#include "precision.hpp"
#include "span.hpp"

namespace sgmcmc {
inline namespace SGMCMC_MODE {
namespace detail {

// The precision of an array of any kind.
template <class Range>
using real_of = std::remove_cv_t<std::remove_pointer_t<decltype(std::data(std::declval<Range &>()))>>;

template <class Real> outcome<void> apply(sgmcmc_function function, span<Real> out, span<const Real> x)
{
    return conclude(out.size() == x.size() ? precision<Real>::map(out.data(), x.data(), x.size(), function)
                                           : SGMCMC_ERROR_LENGTH_MISMATCH);
}

} // namespace detail

// Of one number, float or double, and of arrays of one length, where `out` may be `x`.
template <class Real> Real exp(Real x) noexcept { return detail::precision<Real>::exp(x); }
template <class Real> Real ln(Real x) noexcept { return detail::precision<Real>::ln(x); }
template <class Real> Real sin(Real x) noexcept { return detail::precision<Real>::sin(x); }
template <class Real> Real cos(Real x) noexcept { return detail::precision<Real>::cos(x); }

template <class Out, class In, class Real = detail::real_of<In>> outcome<void> exp(Out &&out, const In &x)
{
    return detail::apply<Real>(SGMCMC_FUNCTION_EXP, out, x);
}
template <class Out, class In, class Real = detail::real_of<In>> outcome<void> ln(Out &&out, const In &x)
{
    return detail::apply<Real>(SGMCMC_FUNCTION_LN, out, x);
}
template <class Out, class In, class Real = detail::real_of<In>> outcome<void> sin(Out &&out, const In &x)
{
    return detail::apply<Real>(SGMCMC_FUNCTION_SIN, out, x);
}
template <class Out, class In, class Real = detail::real_of<In>> outcome<void> cos(Out &&out, const In &x)
{
    return detail::apply<Real>(SGMCMC_FUNCTION_COS, out, x);
}

// The 64-bit FNV-1a hash of an array's bits, to compare chains with.
template <class Range, class Real = detail::real_of<const Range>> outcome<std::uint64_t> fingerprint(const Range &x)
{
    std::uint64_t fingerprint = 0;
    const span<const Real> view = x;
    const sgmcmc_status status = detail::precision<Real>::fingerprint(&fingerprint, view.data(), view.size());
    return detail::conclude(status, 0, fingerprint);
}

// The settings of a spike-and-slab prior.
struct spike_and_slab {
    double slab_weight, slab_deviation, spike_deviation;
};

// |theta| from which the slab is the likelier.
inline double keep_threshold(const spike_and_slab &prior) noexcept
{
    return sgmcmc_keep_threshold(prior.slab_weight, prior.slab_deviation, prior.spike_deviation);
}

// The share of parameters at or above it.
template <class Range, class Real = detail::real_of<const Range>>
outcome<double> kept_ratio(const Range &theta, const spike_and_slab &prior)
{
    const span<const Real> view = theta;
    const double threshold = keep_threshold(prior);
    std::size_t count = 0;
    for (const Real number : view)
        count += std::abs(static_cast<double>(number)) >= threshold;
    const sgmcmc_status status = view.empty() ? SGMCMC_ERROR_LENGTH_ZERO : SGMCMC_OK;
    return detail::conclude(status, 0, static_cast<double>(count) / static_cast<double>(view.size()));
}

// What other libraries and papers call their step: docs/src/tuning.md has a table.
struct step_and_temperature {
    double step_size, temperature;
};
struct step_and_friction {
    double step_size, friction;
};

inline double from_welling_teh(double epsilon) noexcept { return 0.5 * epsilon; }

// More data than a chain can have give infinity, as none do: a step size that every chain refuses.
inline double from_learning_rate(double learning_rate, std::uint64_t data_len) noexcept
{
    return learning_rate / static_cast<double>(detail::data_count(data_len));
}

inline step_and_temperature from_mini_batch_metropolis(double epsilon, std::uint64_t data_len) noexcept
{
    return {from_learning_rate(epsilon, data_len), from_learning_rate(1.0, data_len)};
}

inline step_and_friction from_momentum(double learning_rate, double momentum, std::uint64_t data_len) noexcept
{
    return {from_learning_rate(learning_rate, data_len), 1.0 - momentum};
}

// The next two fail for NULL only.
// Of SGHMC, ABOBA and SGNHT; for BAOAB the one below, which is the same function of C.
inline step_and_friction from_equation(double h, double equation_friction) noexcept
{
    step_and_friction from{};
    static_cast<void>(sgmcmc_from_equation(&from.step_size, &from.friction, h, equation_friction, SGMCMC_RULE_SGHMC));
    return from;
}

inline step_and_friction from_equation_exactly(double h, double equation_friction) noexcept
{
    step_and_friction from{};
    static_cast<void>(sgmcmc_from_equation(&from.step_size, &from.friction, h, equation_friction, SGMCMC_RULE_BAOAB));
    return from;
}

// The length of a cycle when step_count steps or epochs make cycle_count cycles.
inline std::uint64_t cycle_len(std::uint64_t step_count, std::uint64_t cycle_count) noexcept
{
    const std::uint64_t cycles = cycle_count == 0 ? 1 : cycle_count;
    return step_count / cycles + (step_count % cycles != 0);
}

// The library that runs, where the macros of sgmcmc.h are about the header.
inline std::uint32_t version_number() noexcept { return sgmcmc_version_number(); }
inline std::uint32_t abi_version() noexcept { return sgmcmc_abi_version(); }
inline std::int32_t simd_level() noexcept { return sgmcmc_simd_level(); }
inline const char *simd_level_name(std::int32_t level) noexcept { return sgmcmc_simd_level_name(level); }

} // namespace SGMCMC_MODE
} // namespace sgmcmc

#endif
