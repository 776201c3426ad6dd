// Constrained parameters: ranges of theta that are positive, bounded, in order, a simplex or the Cholesky factor of a
// correlation matrix; see sgmcmc/transform.h.
//
//     const sgmcmc_transform transforms[] = {sgmcmc::transform::positive(2, 1)};
//     const double log_jacobian = sgmcmc::constrain(values, theta, transforms);
//
// In a callback with exceptions what overflows needs no care: the model is impossible there.

#ifndef SGMCMC_TRANSFORM_HPP
#define SGMCMC_TRANSFORM_HPP

#include <cstddef>
#include <limits>

#include "../sgmcmc.h"
#include "functions.hpp"
#include "outcome.hpp"
#include "precision.hpp"
#include "span.hpp"

namespace sgmcmc {
inline namespace SGMCMC_MODE {

// Transforms of `len` values, or of a factor with `len` rows, from parameter `start` on.
namespace transform {

inline constexpr double unbounded = std::numeric_limits<double>::infinity();

constexpr sgmcmc_transform bounded(std::size_t start, std::size_t len, double lower, double upper) noexcept
{
    return {start, len, lower, upper, SGMCMC_TRANSFORM_BOUNDED, 0};
}
constexpr sgmcmc_transform positive(std::size_t start, std::size_t len) noexcept
{
    return bounded(start, len, 0.0, unbounded);
}
constexpr sgmcmc_transform ordered(std::size_t start, std::size_t len) noexcept
{
    return {start, len, 0.0, 0.0, SGMCMC_TRANSFORM_ORDERED, 0};
}
constexpr sgmcmc_transform simplex(std::size_t start, std::size_t len) noexcept
{
    return {start, len, 0.0, 0.0, SGMCMC_TRANSFORM_SIMPLEX, 0};
}
constexpr sgmcmc_transform correlation(std::size_t start, std::size_t len) noexcept
{
    return {start, len, 0.0, 0.0, SGMCMC_TRANSFORM_CORRELATION, 0};
}

} // namespace transform

// Writes the values of theta; gives the log Jacobian.
template <class Values, class Theta, class Real = detail::real_of<Values>>
outcome<double> constrain(Values &&values, const Theta &theta, span<const sgmcmc_transform> transforms)
{
    const span<Real> out = values;
    const span<const Real> in = theta;
    double log_jacobian = 0.0;
    const sgmcmc_status status = detail::precision<Real>::constrain(
        out.data(), out.size(), &log_jacobian, in.data(), in.size(), transforms.data(), transforms.size());
    return detail::conclude(status, 0, log_jacobian);
}

// Writes the gradient in theta of what has this gradient in the values, with `weight` times that of the log Jacobian.
template <class Gradient, class Theta, class ValueGradient, class Real = detail::real_of<Gradient>>
outcome<void> pull_back(Gradient &&gradient, const Theta &theta, const ValueGradient &value_gradient,
                        span<const sgmcmc_transform> transforms, double weight)
{
    const span<Real> out = gradient;
    const span<const Real> at = theta, in = value_gradient;
    return detail::conclude(out.size() == at.size() ? detail::precision<Real>::pull_back(
                                                          out.data(), at.data(), at.size(), in.data(), in.size(),
                                                          transforms.data(), transforms.size(), weight)
                                                    : SGMCMC_ERROR_LENGTH_MISMATCH);
}

// Writes the theta of values, for a start.
template <class Theta, class Values, class Real = detail::real_of<Theta>>
outcome<void> unconstrain(Theta &&theta, const Values &values, span<const sgmcmc_transform> transforms)
{
    const span<Real> out = theta;
    const span<const Real> in = values;
    return detail::conclude(detail::precision<Real>::unconstrain(out.data(), out.size(), in.data(), in.size(),
                                                                 transforms.data(), transforms.size()));
}

} // namespace SGMCMC_MODE
} // namespace sgmcmc

#endif
