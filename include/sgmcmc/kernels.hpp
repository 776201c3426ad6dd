// Update rules without a chain, for hosts that own their loop and their vectors. Name the precision:
// rule_step<float>(...).

#ifndef SGMCMC_KERNELS_HPP
#define SGMCMC_KERNELS_HPP

#include <cstddef>
#include <cstdint>

#include "../sgmcmc.h"
#include "outcome.hpp"
#include "parts.hpp"
#include "precision.hpp"
#include "rng.hpp"
#include "span.hpp"

namespace sgmcmc {
inline namespace SGMCMC_MODE {

// How many numbers of state a rule has for dim parameters; 0 for SGLD.
template <class Real> outcome<std::size_t> rule_state_len(const rule &rule, std::size_t dim)
{
    std::size_t len = 0;
    const sgmcmc_status status = detail::precision<Real>::rule_lengths(&len, nullptr, &rule.raw(), dim);
    return detail::conclude(status, 0, len);
}

// How many numbers the caller gives with every step: see sgmcmc_rule_lengths_f64.
template <class Real> outcome<std::size_t> rule_host_terms_len(const rule &rule, std::size_t dim)
{
    std::size_t len = 0;
    const sgmcmc_status status = detail::precision<Real>::rule_lengths(nullptr, &len, &rule.raw(), dim);
    return detail::conclude(status, 0, len);
}

// Fills a rule's state, rule_state_len numbers, before the first step.
template <class Real>
outcome<void> rule_start(rng &rng, span<Real> state, const rule &rule, std::size_t dim, double step_size,
                         double temperature = 1.0)
{
    sgmcmc_status status = rule.check_lengths(dim);
    if (status == SGMCMC_OK)
        status = detail::precision<Real>::rule_start(rng.handle(), state.data(), state.size(), &rule.raw(), dim,
                                                     step_size, temperature);
    return detail::conclude(status);
}

// Replaces a copy of theta by where the rule wants the gradient of its next step.
template <class Real> outcome<void> rule_move_to_site(span<Real> site, span<const Real> state, const rule &rule)
{
    return detail::conclude(detail::precision<Real>::rule_move_to_site(site.data(), site.size(), state.data(),
                                                                       state.size(), &rule.raw()));
}

// Where a step is, and with which step size.
struct step_at {
    std::uint64_t index;    // how many steps were taken before
    std::uint64_t data_len; // how many data the gradient is summed over
    double step_size;
    double temperature = 1.0;
};

// One step: see sgmcmc_rule_step_f64. The gradient is as long as theta; host_terms has rule_host_terms_len numbers.
// What the step did is written where `applied` points, if anywhere; it takes time.
template <class Real>
outcome<void> rule_step(rng &rng, span<Real> theta, span<Real> state, span<const Real> gradient, const rule &rule,
                        const step_at &at, span<const Real> host_terms = {}, sgmcmc_rule_applied *applied = nullptr)
{
    if (gradient.size() != theta.size())
        return detail::conclude(SGMCMC_ERROR_LENGTH_MISMATCH);
    if (applied != nullptr)
        applied->struct_size = sizeof *applied;
    using c = detail::precision<Real>;
    typename c::rule_vectors vectors{};
    vectors.struct_size = sizeof vectors;
    vectors.theta = theta.data();
    vectors.state = state.data();
    vectors.gradient = gradient.data();
    vectors.host_terms = host_terms.data();
    vectors.dim = theta.size();
    vectors.state_len = state.size();
    vectors.host_terms_len = host_terms.size();
    sgmcmc_rule_at c_at{};
    c_at.struct_size = sizeof c_at;
    c_at.step_size = at.step_size;
    c_at.temperature = at.temperature;
    c_at.index = at.index;
    c_at.data_len = detail::data_count(at.data_len);
    return detail::conclude(c::rule_step(rng.handle(), applied, &vectors, &rule.raw(), &c_at));
}

} // namespace SGMCMC_MODE
} // namespace sgmcmc

#endif
