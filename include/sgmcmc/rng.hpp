// The random number generators of one chain, for data, models and loops of one's own.

#ifndef SGMCMC_RNG_HPP
#define SGMCMC_RNG_HPP

#include <cstddef>
#include <cstdint>
#include <utility>

#include "../sgmcmc.h"
#include "memory.hpp"
#include "outcome.hpp"
#include "parts.hpp"
#include "precision.hpp"
#include "span.hpp"

namespace sgmcmc {
inline namespace SGMCMC_MODE {

// One generator for vectors of noise, one for choices. As a callable it is one of the standard's uniform random bit
// generators, from that of choices; it gives the same words everywhere, std::normal_distribution and its like do not.
class rng {
  public:
    // The generator that chain number chain_index of this seed draws from.
    static outcome<rng> make(std::uint64_t seed, std::uint64_t chain_index)
    {
        return init(detail::memory::take(size(), align()), seed, chain_index);
    }

    // The same in the caller's memory: at least size() bytes, aligned to align().
    static outcome<rng> make_in(span<std::byte> memory, std::uint64_t seed, std::uint64_t chain_index)
    {
        return init(detail::memory::lent(memory, align()), seed, chain_index);
    }

    static std::size_t size() noexcept { return sgmcmc_rng_size(); }
    static std::size_t align() noexcept { return sgmcmc_align(); }

    // A copy, which goes on with the same numbers.
    outcome<rng> clone() const { return copied(detail::memory::take(size(), align())); }
    outcome<rng> clone_in(span<std::byte> memory) const { return copied(detail::memory::lent(memory, align())); }

    // Independent standard normals, the noise that a step of this length would take.
    outcome<void> normals(span<float> out) { return fill<float>(detail::precision<float>::rng_normals, out); }
    outcome<void> normals(span<double> out) { return fill<double>(detail::precision<double>::rng_normals, out); }

    // Independent uniforms above 0 and at most 1.
    outcome<void> uniforms(span<float> out) { return fill<float>(detail::precision<float>::rng_uniforms, out); }
    outcome<void> uniforms(span<double> out) { return fill<double>(detail::precision<double>::rng_uniforms, out); }

    // The next 64 random bits.
    outcome<std::uint64_t> next_u64()
    {
        std::uint64_t word = 0;
        const sgmcmc_status status = sgmcmc_rng_next_u64(handle(), &word);
        return detail::conclude(status, 0, word);
    }

    // An unbiased integer, uniform on 0 to bound - 1.
    outcome<std::uint32_t> bounded(std::uint64_t bound)
    {
        std::uint32_t number = 0;
        const sgmcmc_status status = sgmcmc_rng_bounded(handle(), &number, detail::data_count(bound));
        return detail::conclude(status, 0, number);
    }

    // A minibatch without replacement: a uniform subset of 0 to data_len - 1, ascending.
    outcome<void> batch(span<std::uint32_t> out, std::uint64_t data_len)
    {
        return detail::conclude(sgmcmc_rng_batch(handle(), out.data(), out.size(), detail::data_count(data_len)));
    }

    // What <random> and <algorithm> ask of a generator. Without exceptions, one that was moved from aborts.
    using result_type = std::uint64_t;
    static constexpr result_type min() noexcept { return 0; }
    static constexpr result_type max() noexcept { return UINT64_MAX; }
    result_type operator()()
    {
#if SGMCMC_EXCEPTIONS
        return next_u64();
#else
        return *next_u64();
#endif
    }

    // The C object; NULL after a move.
    sgmcmc_rng *handle() const noexcept { return static_cast<sgmcmc_rng *>(memory_.data()); }

  private:
    explicit rng(detail::memory memory) noexcept : memory_(std::move(memory)) {}

    static outcome<rng> init(detail::memory memory, std::uint64_t seed, std::uint64_t chain_index)
    {
        sgmcmc_rng *handle = nullptr;
        const sgmcmc_status status =
            memory.data() == nullptr ? SGMCMC_ERROR_MEMORY_TOO_SMALL
                                     : sgmcmc_rng_init(&handle, memory.data(), memory.size(), seed,
                                                       detail::count(chain_index));
        return detail::conclude(status, 0, rng(std::move(memory)));
    }

    outcome<rng> copied(detail::memory memory) const
    {
        sgmcmc_status status = handle() == nullptr ? SGMCMC_ERROR_NULL_POINTER : SGMCMC_OK;
        if (status == SGMCMC_OK)
            status = memory.copy({static_cast<const std::byte *>(memory_.data()), size()});
        return detail::conclude(status, 0, rng(std::move(memory)));
    }

    template <class Real, class Fill> outcome<void> fill(Fill function, span<Real> out)
    {
        return detail::conclude(function(handle(), out.data(), out.size()));
    }

    detail::memory memory_;
};

} // namespace SGMCMC_MODE
} // namespace sgmcmc

#endif
