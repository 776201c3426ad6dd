// What settings are made of: update rules, schedules and blocks of parameters, as builders over their C structs.

#ifndef SGMCMC_PARTS_HPP
#define SGMCMC_PARTS_HPP

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "../sgmcmc.h"
#include "outcome.hpp"
#include "span.hpp"

namespace sgmcmc {
inline namespace SGMCMC_MODE {
namespace detail {

// Sets a field of a C struct: enums and flags are int32_t there.
template <class Field, class Value> void set(Field &field, Value value) noexcept
{
    if constexpr (std::is_same_v<Field, Value>)
        field = value;
    else
        field = static_cast<Field>(value);
}

// At most what a count can be: more than any number of data there are is refused, as it would be if it did fit.
constexpr std::uint32_t count(std::uint64_t value) noexcept
{
    return value < UINT32_MAX ? static_cast<std::uint32_t>(value) : UINT32_MAX;
}

// As many data, or numbers to choose from, as there can be; more are refused as none are.
constexpr std::uint32_t data_count(std::uint64_t value) noexcept
{
    return value <= UINT32_MAX ? static_cast<std::uint32_t>(value) : 0;
}

// Whether an array that is used has dim numbers, or dim * dim for a square: known only of the one that was given as a
// span.
inline bool fits(span<const double> given, const double *array, std::size_t dim, bool is_used,
                 bool is_square = false) noexcept
{
    if (!is_used || array == nullptr || array != given.data() || dim == 0)
        return true;
    return given.size() % dim == 0 && given.size() / dim == (is_square ? dim : 1); // the product may overflow
}

// The same for a preconditioner's.
inline bool fits(span<const double> given, const sgmcmc_preconditioner &c, std::size_t dim) noexcept
{
    const bool is_square = c.kind == SGMCMC_PRECONDITIONER_DENSE;
    return fits(given, c.values, dim, is_square || c.kind == SGMCMC_PRECONDITIONER_DIAGONAL, is_square);
}

} // namespace detail

// An update rule; rule() is SGLD. A setter is named as the field of sgmcmc_rule that it sets, whose docs have range and
// default: a field of the drift or the preconditioner has drift_ or preconditioner_ before it, where it is not clear
// without. Nothing is checked before the rule is used.
class rule {
  public:
    rule() noexcept : rule(SGMCMC_RULE_LANGEVIN) {}
    // A kind that this library does not know is refused by name where the rule is used.
    explicit rule(sgmcmc_rule_kind kind) noexcept
    {
        static_cast<void>(sgmcmc_rule_init(&c_, sizeof c_, SGMCMC_RULE_LANGEVIN));
        detail::set(c_.kind, kind);
    }

    // A member of the adaptive Langevin family, with the papers' defaults.
    static rule langevin(sgmcmc_drift_kind drift,
                         sgmcmc_preconditioner_kind preconditioner = SGMCMC_PRECONDITIONER_IDENTITY) noexcept
    {
        return rule().drift(drift).preconditioner(preconditioner);
    }

    rule &kind(sgmcmc_rule_kind value) noexcept { return set(c_.kind, value); }
    rule &velocity(sgmcmc_velocity value) noexcept { return set(c_.velocity, value); }
    rule &thermostat(sgmcmc_thermostat value) noexcept { return set(c_.thermostat, value); }
    rule &splitting(sgmcmc_splitting value) noexcept { return set(c_.splitting, value); }
    rule &drift(sgmcmc_drift_kind value) noexcept { return set(c_.drift.kind, value); }
    rule &drift_form(sgmcmc_momentum_form value) noexcept { return set(c_.drift.form, value); }
    rule &drift_scale(double value) noexcept { return set(c_.drift.scale, value); }
    rule &drift_beta1(double value) noexcept { return set(c_.drift.beta1, value); }
    rule &drift_beta2(double value) noexcept { return set(c_.drift.beta2, value); }
    rule &drift_lambda(double value) noexcept { return set(c_.drift.lambda, value); }
    rule &drift_rho(double value) noexcept { return set(c_.drift.rho, value); }
    rule &preconditioner(sgmcmc_preconditioner_kind value) noexcept { return set(c_.preconditioner.kind, value); }
    rule &preconditioner_scale(sgmcmc_gradient_scale value) noexcept { return set(c_.preconditioner.scale, value); }
    rule &preconditioner_beta(double value) noexcept { return set(c_.preconditioner.beta, value); }
    rule &preconditioner_lambda(double value) noexcept { return set(c_.preconditioner.lambda, value); }
    rule &reflect(bool value) noexcept { return set(c_.preconditioner.reflect, value); }
    rule &friction(double value) noexcept { return set(c_.friction, value); }
    rule &noise_estimate(double value) noexcept { return set(c_.noise_estimate, value); }
    rule &redraw_interval(std::uint64_t value) noexcept { return set(c_.redraw_interval, value); }

    // Those of SGMCMC_RULE_ADAM, the optimiser; the drift has its own.
    rule &beta1(double value) noexcept { return set(c_.beta1, value); }
    rule &beta2(double value) noexcept { return set(c_.beta2, value); }
    rule &lambda(double value) noexcept { return set(c_.lambda, value); }

    // dim numbers, or dim * dim for SGMCMC_PRECONDITIONER_DENSE. They are pointed to, and must live until the rule has
    // been used to make or to start something.
    rule &preconditioner_values(span<const double> values) noexcept
    {
        values_ = values;
        return set(c_.preconditioner.values, values.data());
    }
    template <class T, class = spans::if_temporary<T>> rule &preconditioner_values(T &&) = delete;

    // The C struct, to read and to write. Of an array that is set there the length is not checked.
    const sgmcmc_rule &raw() const noexcept { return c_; }
    sgmcmc_rule &raw() noexcept { return c_; }

    // Whether preconditioner_values have the length for so many parameters.
    sgmcmc_status check_lengths(std::size_t dim) const noexcept
    {
        return detail::fits(values_, c_.preconditioner, dim) ? SGMCMC_OK : SGMCMC_ERROR_LENGTH_MISMATCH;
    }

  private:
    friend class settings;

    template <class Field, class Value> rule &set(Field &field, Value value) noexcept
    {
        detail::set(field, value);
        return *this;
    }

    sgmcmc_rule c_{};
    span<const double> values_;
};

// What a schedule says at a step or epoch.
struct schedule_value {
    double value;
    bool explores; // in the exploring part of a cycle
};

// A step size or a temperature for every step or epoch: its value times a factor that changes. A setter is named as the
// field of sgmcmc_schedule that it sets. A schedule without a value is the factor alone, and settings that are given it
// keep the value that they have.
class schedule {
  public:
    explicit schedule(sgmcmc_schedule_kind kind = SGMCMC_SCHEDULE_CONSTANT) noexcept
    {
        static_cast<void>(sgmcmc_schedule_init(&c_, sizeof c_));
        detail::set(c_.kind, kind);
        c_.value = kind == SGMCMC_SCHEDULE_CALLBACK ? 0.0 : 1.0;
    }

    schedule &kind(sgmcmc_schedule_kind value) noexcept { return set(c_.kind, value); }
    schedule &value(double value) noexcept
    {
        has_value_ = true;
        return set(c_.value, value);
    }
    schedule &offset(double value) noexcept { return set(c_.offset, value); }
    schedule &exponent(double value) noexcept { return set(c_.exponent, value); }
    schedule &factor(double value) noexcept { return set(c_.factor, value); }
    schedule &period(std::uint64_t value) noexcept { return set(c_.period, value); }
    schedule &cycle_len(std::uint64_t value) noexcept { return set(c_.cycle_len, value); }
    schedule &exploration(double value) noexcept { return set(c_.exploration, value); }
    schedule &floor(double value) noexcept { return set(c_.floor, value); }
    schedule &warm_up(std::uint64_t value) noexcept { return set(c_.warm_up, value); }

    // What it says at step or epoch k.
    outcome<schedule_value> at(std::uint64_t k) const
    {
        schedule_value at{};
        std::int32_t explores = 0;
        const sgmcmc_status status = sgmcmc_schedule_at(&at.value, &explores, &c_, k);
        at.explores = explores != 0;
        return detail::conclude(status, 0, at);
    }

    const sgmcmc_schedule &raw() const noexcept { return c_; }

  private:
    friend class settings;

    template <class Field, class Value> schedule &set(Field &field, Value value) noexcept
    {
        detail::set(field, value);
        return *this;
    }

    sgmcmc_schedule c_{};
    bool has_value_ = false;
};

// Parameters start to start + len - 1, with settings of their own. A setter is named as the field of sgmcmc_block that
// it sets, or of its prior. Use it as a sgmcmc_block, of which settings::blocks wants several side by side.
class block {
  public:
    block(std::size_t start, std::size_t len) noexcept
    {
        static_cast<void>(sgmcmc_block_init(&c_, sizeof c_));
        c_.start = start;
        c_.len = len;
    }

    block &step_size_factor(double value) noexcept { return set(c_.step_size_factor, value); }
    block &frozen(bool value) noexcept { return set(c_.frozen, value); }
    block &prior(sgmcmc_prior_kind value) noexcept { return set(c_.prior.kind, value); }
    block &prior_mean(double value) noexcept { return set(c_.prior.mean, value); }
    block &prior_precision(double value) noexcept { return set(c_.prior.precision, value); }
    block &slab_weight(double value) noexcept { return set(c_.prior.slab_weight, value); }
    block &slab_deviation(double value) noexcept { return set(c_.prior.slab_deviation, value); }
    block &spike_deviation(double value) noexcept { return set(c_.prior.spike_deviation, value); }

    operator sgmcmc_block() const noexcept { return c_; }

  private:
    template <class Field, class Value> block &set(Field &field, Value value) noexcept
    {
        detail::set(field, value);
        return *this;
    }

    sgmcmc_block c_{};
};

} // namespace SGMCMC_MODE
} // namespace sgmcmc

#endif
