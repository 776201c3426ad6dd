// What the C++ contract programs check with, written once for programs with exceptions and without.
#ifndef CHECK_HPP
#define CHECK_HPP

#include <cstdio>
#include <cstring>
#include <utility>

#include "refusals.h"
#include "sgmcmc.hpp"

inline int failures = 0;

#define CHECK(...)                                                                     \
    do {                                                                               \
        if (!(__VA_ARGS__)) {                                                          \
            std::fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #__VA_ARGS__); \
            failures++;                                                                \
        }                                                                              \
    } while (0)

// The value of an outcome that must be one; and the status of a call that may fail.
#if SGMCMC_EXCEPTIONS
template <class T> T got(T value) { return value; }

template <class Call> sgmcmc_status status_of(Call call)
{
    try {
        static_cast<void>(call());
    } catch (const sgmcmc::error &error) {
        return error.status();
    }
    return SGMCMC_OK;
}

#define MUST(call) (call)
#else
template <class T> T got(sgmcmc::result<T> result)
{
    if (!result)
        std::fprintf(stderr, "%s\n", result.error().what());
    return std::move(*result);
}

template <class Call> sgmcmc_status status_of(Call call) { return call().error().status(); }

#define MUST(call) CHECK((call).has_value())
#endif

// Whether the two have the same bytes.
template <class Chain> bool same_bytes(const Chain &a, const Chain &b)
{
    const sgmcmc::span<const std::byte> left = got(a.image()), right = got(b.image());
    return left.size() == right.size() && std::memcmp(left.data(), right.data(), left.size()) == 0;
}

#endif
