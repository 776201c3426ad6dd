// What stored draws say, and a reservoir that stores them.

#ifndef SGMCMC_STORED_HPP
#define SGMCMC_STORED_HPP

#include <cstddef>
#include <cstdint>
#include <utility>

#include "../sgmcmc.h"
#include "functions.hpp"
#include "memory.hpp"
#include "outcome.hpp"
#include "precision.hpp"
#include "span.hpp"

namespace sgmcmc {
inline namespace SGMCMC_MODE {

// The dimensions of stored draws: all rows of the first chain, then of the second.
struct stored_shape {
    std::size_t chain_count, draw_count, dim;
};

// What stored draws say of one of their numbers; see sgmcmc_summary_f64.
template <class Range, class Real = detail::real_of<const Range>>
outcome<sgmcmc_summary> summary(const Range &draws, const stored_shape &shape, std::size_t column = 0)
{
    sgmcmc_summary summary{};
    summary.struct_size = sizeof summary;
    const span<const Real> view = draws;
    const std::size_t count = shape.chain_count * shape.draw_count;
    const bool fits = shape.dim != 0 && shape.chain_count != 0 && shape.draw_count <= view.size() &&
                      shape.chain_count <= view.size() && view.size() % shape.dim == 0 &&
                      view.size() / shape.dim == count;
    std::size_t size = 0;
    sgmcmc_status status = SGMCMC_ERROR_LENGTH_MISMATCH;
    if (fits)
        status = sgmcmc_summary_size(&size, shape.chain_count, shape.draw_count);
    if (status == SGMCMC_OK) {
        const detail::memory memory = detail::memory::take(size, sgmcmc_align());
        status = memory.data() == nullptr
                     ? SGMCMC_ERROR_MEMORY_TOO_SMALL
                     : detail::precision<Real>::summary(&summary, memory.data(), memory.size(), view.data(),
                                                            shape.chain_count, shape.draw_count, shape.dim, column);
    }
    return detail::conclude(status, 0, summary);
}

// Draws with the gradients of the log target at each, in rows of `dim` numbers.
template <class Real> struct scored {
    span<const Real> draws, scores;
    std::size_t dim;
};

// The sum of the Stein kernel over all pairs of two blocks; see sgmcmc_stein_sum_f64.
template <class Real> outcome<double> stein_sum(const scored<Real> &x, const scored<Real> &y, double c = 1.0)
{
    double sum = 0.0;
    const auto fits = [dim = x.dim](const scored<Real> &block) {
        return block.dim == dim && dim != 0 && block.draws.size() == block.scores.size() &&
               block.draws.size() % dim == 0;
    };
    const sgmcmc_status status =
        fits(x) && fits(y)
            ? detail::precision<Real>::stein_sum(&sum, x.draws.data(), x.scores.data(), x.draws.size() / x.dim,
                                                 y.draws.data(), y.scores.data(), y.draws.size() / x.dim, x.dim, c)
            : SGMCMC_ERROR_LENGTH_MISMATCH;
    return detail::conclude(status, 0, sum);
}

// Keeps every k-th row that it is shown in a buffer of the caller's, the same for every push.
class reservoir {
  public:
    struct counts_type {
        std::size_t kept;
        std::uint64_t stride, shown;
    };

    static outcome<reservoir> make(std::size_t dim) { return init(detail::memory::take(size(), align()), dim); }
    static outcome<reservoir> make_in(span<std::byte> memory, std::size_t dim)
    {
        return init(detail::memory::lent(memory, align()), dim);
    }

    static std::size_t size() noexcept { return sgmcmc_reservoir_size(); }
    static std::size_t align() noexcept { return sgmcmc_align(); }

    outcome<void> push(span<float> rows, span<const float> row) { return pushed(rows, row); }
    outcome<void> push(span<double> rows, span<const double> row) { return pushed(rows, row); }

    outcome<counts_type> counts() const
    {
        counts_type counts{};
        const sgmcmc_status status = sgmcmc_reservoir_counts(&counts.kept, &counts.stride, &counts.shown, handle());
        return detail::conclude(status, 0, counts);
    }

    // The C object; NULL after a move.
    sgmcmc_reservoir *handle() const noexcept { return static_cast<sgmcmc_reservoir *>(memory_.data()); }

  private:
    explicit reservoir(detail::memory memory) noexcept : memory_(std::move(memory)) {}

    static outcome<reservoir> init(detail::memory memory, std::size_t dim)
    {
        sgmcmc_reservoir *handle = nullptr;
        const sgmcmc_status status = memory.data() == nullptr
                                         ? SGMCMC_ERROR_MEMORY_TOO_SMALL
                                         : sgmcmc_reservoir_init(&handle, memory.data(), memory.size(), dim);
        return detail::conclude(status, 0, reservoir(std::move(memory)));
    }

    template <class Real> outcome<void> pushed(span<Real> rows, span<const Real> row)
    {
        return detail::conclude(detail::precision<Real>::reservoir_push(handle(), rows.data(), rows.size(), row.data(),
                                                                        row.size()));
    }

    detail::memory memory_;
};

} // namespace SGMCMC_MODE
} // namespace sgmcmc

#endif
