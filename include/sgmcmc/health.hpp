// The health of a run: looks at a chain, and a report of what is wrong and what to change.

#ifndef SGMCMC_HEALTH_HPP
#define SGMCMC_HEALTH_HPP

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "../sgmcmc.h"
#include "memory.hpp"
#include "outcome.hpp"
#include "parts.hpp"
#include "precision.hpp"
#include "span.hpp"

namespace sgmcmc {
inline namespace SGMCMC_MODE {

template <class Real> class chain;

// What the health of a run is judged by. A setter is named as the field of sgmcmc_health_settings that it sets.
class health_settings {
  public:
    health_settings() noexcept { static_cast<void>(sgmcmc_health_settings_init(&c_, sizeof c_)); }

    health_settings &window(std::uint64_t value) noexcept { return set(c_.window, value); }
    health_settings &tolerance(double value) noexcept { return set(c_.tolerance, value); }

    const sgmcmc_health_settings &raw() const noexcept { return c_; }

  private:
    template <class Field, class Value> health_settings &set(Field &field, Value value) noexcept
    {
        detail::set(field, value);
        return *this;
    }

    sgmcmc_health_settings c_;
};

// What looks at one chain have found: chain.run_with_health(step_count, interval, health, model).
class health {
  public:
    static outcome<health> make(const health_settings &settings = {})
    {
        return init(detail::memory::take(size(), align()), settings);
    }
    // The same in the caller's memory: at least size() bytes, aligned to align(), which must live as long.
    static outcome<health> make_in(span<std::byte> memory, const health_settings &settings = {})
    {
        return init(detail::memory::lent(memory, align()), settings);
    }

    static std::size_t size() noexcept { return sgmcmc_health_size(); }
    static std::size_t align() noexcept { return sgmcmc_align(); }

    // Looks at the chain after a step of a loop of the caller's.
    template <class Real> outcome<void> look(const chain<Real> &chain)
    {
        return detail::conclude(detail::precision<Real>::health_look(chain.handle(), handle()));
    }

    // What is wrong with the run: a pilot at the chain's place and R-hat of several chains know more.
    template <class Real>
    outcome<sgmcmc_health_report> report(const chain<Real> &chain, const sgmcmc_pilot_report *pilot = nullptr,
                                         double r_hat = std::nan("")) const
    {
        sgmcmc_health_report report{};
        report.struct_size = sizeof report;
        const sgmcmc_status status =
            detail::precision<Real>::health_report(chain.handle(), &report, handle(), pilot, r_hat);
        return detail::conclude(status, 0, report);
    }

    // The C object; NULL after a move.
    sgmcmc_health *handle() const noexcept { return static_cast<sgmcmc_health *>(memory_.data()); }

  private:
    explicit health(detail::memory memory) noexcept : memory_(std::move(memory)) {}

    static outcome<health> init(detail::memory memory, const health_settings &settings)
    {
        sgmcmc_health *handle = nullptr;
        const sgmcmc_status status =
            memory.data() == nullptr ? SGMCMC_ERROR_MEMORY_TOO_SMALL
                                     : sgmcmc_health_init(&handle, memory.data(), memory.size(), &settings.raw());
        return detail::conclude(status, 0, health(std::move(memory)));
    }

    detail::memory memory_;
};

// Whether this is wrong with a run.
inline bool has(const sgmcmc_health_report &report, sgmcmc_health_finding finding) noexcept
{
    return (report.findings >> finding & 1U) != 0;
}

// A sentence for every finding, each on a line of its own.
inline outcome<std::string> health_text(const sgmcmc_health_report &report)
{
    std::size_t size = 0;
    std::string text;
    sgmcmc_status status = sgmcmc_health_text(nullptr, 0, &size, &report);
    if (status == SGMCMC_OK) {
        text.resize(size);
        status = sgmcmc_health_text(&text[0], size, nullptr, &report);
        // Without the closing zero.
        text.resize(size - 1);
    }
    return detail::conclude(status, 0, std::move(text));
}

} // namespace SGMCMC_MODE
} // namespace sgmcmc

#endif
