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

// Whether an array has rows * columns elements, where it is the one that was given as a span; of others it is not
// known.
inline bool has_length(span<const double> given, const double *array, std::size_t columns,
                       std::size_t rows = 1) noexcept
{
    if (array == nullptr || array != given.data() || columns == 0)
        return true;
    return given.size() % columns == 0 && given.size() / columns == rows; // the product may overflow
}

} // namespace detail

// An update rule; rule() is SGLD. A setter is named as the field of sgmcmc_rule that it sets, whose docs have range and
// default. Nothing is checked before the rule is used.
class rule {
  public:
    rule() noexcept : rule(SGMCMC_RULE_LANGEVIN) {}
    explicit rule(sgmcmc_rule_kind kind) noexcept
    {
        // A kind that this library does not know is refused by name where the rule is used.
        if (sgmcmc_rule_init(&c_, sizeof c_, kind) != SGMCMC_OK) {
            static_cast<void>(sgmcmc_rule_init(&c_, sizeof c_, SGMCMC_RULE_LANGEVIN));
            detail::set(c_.kind, kind);
        }
    }

    // A member of the adaptive Langevin family, with the papers' defaults.
    static rule langevin(sgmcmc_drift drift,
                         sgmcmc_preconditioner preconditioner = SGMCMC_PRECONDITIONER_IDENTITY) noexcept
    {
        return rule().drift(drift).preconditioner(preconditioner);
    }

    rule &kind(sgmcmc_rule_kind value) noexcept { return set(c_.kind, value); }
    rule &drift(sgmcmc_drift value) noexcept { return set(c_.drift, value); }
    rule &drift_scale(double value) noexcept { return set(c_.drift_scale, value); }
    rule &beta1(double value) noexcept { return set(c_.beta1, value); }
    rule &beta2(double value) noexcept { return set(c_.beta2, value); }
    rule &rho(double value) noexcept { return set(c_.rho, value); }
    rule &lambda(double value) noexcept { return set(c_.lambda, value); }
    rule &momentum_form(sgmcmc_momentum_form value) noexcept { return set(c_.momentum_form, value); }
    rule &preconditioner(sgmcmc_preconditioner value) noexcept { return set(c_.preconditioner, value); }
    rule &preconditioner_beta(double value) noexcept { return set(c_.preconditioner_beta, value); }
    rule &preconditioner_lambda(double value) noexcept { return set(c_.preconditioner_lambda, value); }
    rule &reflect(bool value) noexcept { return set(c_.reflect, value); }
    rule &draw_velocity(bool value) noexcept { return set(c_.draw_velocity, value); }
    rule &friction(double value) noexcept { return set(c_.friction, value); }
    rule &noise_estimate(double value) noexcept { return set(c_.noise_estimate, value); }
    rule &redraw_interval(std::uint64_t value) noexcept { return set(c_.redraw_interval, value); }
    rule &thermostat_per_coordinate(bool value) noexcept { return set(c_.thermostat_per_coordinate, value); }
    rule &splitting(sgmcmc_splitting value) noexcept { return set(c_.splitting, value); }
    rule &gradient_scale(sgmcmc_gradient_scale value) noexcept { return set(c_.gradient_scale, value); }

    // dim numbers, or dim * dim for SGMCMC_PRECONDITIONER_DENSE. They are pointed to, and must live until the rule has
    // been used to make or to start something.
    rule &preconditioner_values(span<const double> values) noexcept
    {
        values_ = values;
        c_.preconditioner_values = values.data();
        return *this;
    }
    template <class T, class = spans::if_temporary<T>> rule &preconditioner_values(T &&) = delete;

    // The C struct, to read and to write. Of an array that is set there the length is not checked.
    const sgmcmc_rule &raw() const noexcept { return c_; }
    sgmcmc_rule &raw() noexcept { return c_; }

    // Whether preconditioner_values have the length for so many parameters.
    sgmcmc_status check_lengths(std::size_t dim) const noexcept
    {
        const bool dense = c_.preconditioner == SGMCMC_PRECONDITIONER_DENSE;
        const bool used = dense || c_.preconditioner == SGMCMC_PRECONDITIONER_DIAGONAL;
        const bool fits = !used || detail::has_length(values_, c_.preconditioner_values, dim, dense ? dim : 1);
        return fits ? SGMCMC_OK : SGMCMC_ERROR_LENGTH_MISMATCH;
    }

  private:
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
    double factor;
    bool explores; // in the exploring part of a cycle
};

// What a step size or a temperature is multiplied by. A setter is named as the field of sgmcmc_schedule that it sets.
class schedule {
  public:
    explicit schedule(sgmcmc_schedule_kind kind = SGMCMC_SCHEDULE_CONSTANT) noexcept
    {
        static_cast<void>(sgmcmc_schedule_init(&c_, sizeof c_));
        detail::set(c_.kind, kind);
    }

    schedule &kind(sgmcmc_schedule_kind value) noexcept { return set(c_.kind, value); }
    schedule &offset(double value) noexcept { return set(c_.offset, value); }
    schedule &exponent(double value) noexcept { return set(c_.exponent, value); }
    schedule &factor(double value) noexcept { return set(c_.factor, value); }
    schedule &period(std::uint64_t value) noexcept { return set(c_.period, value); }
    schedule &cycle_len(std::uint64_t value) noexcept { return set(c_.cycle_len, value); }
    schedule &exploration(double value) noexcept { return set(c_.exploration, value); }
    schedule &floor(double value) noexcept { return set(c_.floor, value); }
    schedule &warm_up(std::uint64_t value) noexcept { return set(c_.warm_up, value); }

    // The factor at step or epoch k.
    outcome<schedule_value> at(std::uint64_t k) const
    {
        schedule_value at{};
        std::int32_t explores = 0;
        const sgmcmc_status status = sgmcmc_schedule_at(&at.factor, &explores, &c_, k);
        at.explores = explores != 0;
        return detail::conclude(status, 0, at);
    }

    const sgmcmc_schedule &raw() const noexcept { return c_; }
    sgmcmc_schedule &raw() noexcept { return c_; }

  private:
    template <class Field, class Value> schedule &set(Field &field, Value value) noexcept
    {
        detail::set(field, value);
        return *this;
    }

    sgmcmc_schedule c_{};
};

// Parameters start to start + len - 1, with settings of their own. A setter is named as the field of sgmcmc_block that
// it sets. Use it as a sgmcmc_block, of which settings::blocks wants several side by side.
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
    block &prior(sgmcmc_prior value) noexcept { return set(c_.prior, value); }
    block &prior_mean(double value) noexcept { return set(c_.prior_mean, value); }
    block &prior_precision(double value) noexcept { return set(c_.prior_precision, value); }
    block &slab_weight(double value) noexcept { return set(c_.slab_weight, value); }
    block &slab_deviation(double value) noexcept { return set(c_.slab_deviation, value); }
    block &spike_deviation(double value) noexcept { return set(c_.spike_deviation, value); }

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
