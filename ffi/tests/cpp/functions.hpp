// Functions of arrays, for every_function.cpp: elementary ones, fingerprints, constrained parameters.
#ifndef FUNCTIONS_HPP
#define FUNCTIONS_HPP

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "../c/transform_bits.h"
#include "check.hpp"

template <class Real> void functions()
{
    std::vector<Real> x = {Real(0.25), Real(1)}, out(2);
    MUST(sgmcmc::exp(out, x));
    CHECK(out[1] == sgmcmc::exp(Real(1)));
    MUST(sgmcmc::ln(x, out));
    CHECK(x[0] == sgmcmc::ln(out[0]) && std::fabs(x[0] - Real(0.25)) < Real(1e-6));
    MUST(sgmcmc::sin(out, x));
    CHECK(out[0] == sgmcmc::sin(x[0]));
    MUST(sgmcmc::cos(out, x));
    CHECK(out[0] == sgmcmc::cos(x[0]));
    CHECK(status_of([&] { return sgmcmc::exp(sgmcmc::span<Real>(out.data(), 1), x); }) == SGMCMC_ERROR_LENGTH_MISMATCH);
    // In place, and through a temporary view.
    MUST(sgmcmc::exp(sgmcmc::span<Real>(x), x));
    CHECK(got(sgmcmc::fingerprint(x)) != got(sgmcmc::fingerprint(out)));

    const sgmcmc::spike_and_slab prior = {0.5, 1.0, 0.01};
    const double threshold = sgmcmc::keep_threshold(prior);
    const Real theta[2] = {static_cast<Real>(2.0 * threshold), static_cast<Real>(0.5 * threshold)};
    CHECK(got(sgmcmc::kept_ratio(theta, prior)) == 0.5);
}

// The bits are those of every language.
template <class Real> void transforms()
{
    namespace t = sgmcmc::transform;
    const sgmcmc_transform all[] = {t::positive(1, 1),  t::bounded(2, 1, -2.0, 3.5), t::bounded(3, 1, -t::unbounded, 0.5),
                                    t::ordered(4, 3),   t::simplex(7, 3),            t::correlation(9, 3)};
    std::array<Real, 12> theta{}, gradient{}, back{};
    for (std::size_t i = 0; i < theta.size(); i++)
        theta[i] = static_cast<Real>(i * 5 % 7) / 4 - Real(0.75);
    std::array<Real, 19> values{};
    const double log_jacobian = got(sgmcmc::constrain(values, theta, all));
    MUST(sgmcmc::pull_back(gradient, theta, values, all, 0.5));
    MUST(sgmcmc::unconstrain(back, values, all));
    CHECK(std::fabs(back[11] - theta[11]) < Real(1e-5) && values[0] == theta[0]);
    const Real sum[] = {static_cast<Real>(log_jacobian)};
    const std::uint64_t bits[] = {got(sgmcmc::fingerprint(values)), got(sgmcmc::fingerprint(gradient)),
                                  got(sgmcmc::fingerprint(back)), got(sgmcmc::fingerprint(sum))};
    constexpr std::size_t f64 = sizeof(Real) == 8;
    for (std::size_t i = 0; i < 4; i++)
        CHECK(bits[i] == transform_bits[f64][i]);
    CHECK(status_of([&] { return sgmcmc::constrain(values, theta, sgmcmc::span(all, 3)); }) ==
          SGMCMC_ERROR_LENGTH_MISMATCH);
    CHECK(status_of([&] { return sgmcmc::pull_back(values, theta, values, all, 0.5); }) == SGMCMC_ERROR_LENGTH_MISMATCH);

#if SGMCMC_EXCEPTIONS
    // What overflows within a model is impossible there.
    const std::vector<Real> start = {Real(1e4)};
    const sgmcmc_transform positive[] = {t::positive(0, 1)};
    auto chain = sgmcmc::chain<Real>::make(sgmcmc::settings().data_len(1).batch_len(1).step_size(0.1), start);
    const auto model = [&](auto at, sgmcmc::batch, auto) {
        Real y[1];
        return sgmcmc::constrain(y, at, positive);
    };
    CHECK(status_of([&] { return chain.step(model); }) == SGMCMC_ERROR_IMPOSSIBLE);
#endif
}

#endif
