// What the library calls back: models and observers of any type, and what they are given and answer.
//
// A model of Real numbers is an object that has
//
//     answer log_likelihood(span<const Real> theta, batch batch, span<Real> gradient)
//     answer log_prior(span<const Real> theta, span<Real> gradient)
//     answer metric(span<const Real> theta, span<Real> metric, span<Real> gamma)
//     answer diffusion(span<const Real> theta, span<const Real> gradient, span<const Real> normals,
//                      double temperature, span<Real> drift, span<Real> noise)
//     answer step_size(std::uint64_t k)
//     answer temperature(std::uint64_t k)
//
// or a callable, such as a lambda, that takes the arguments of the first. All but the first may be missing: they are
// for SGMCMC_PRIOR_CALLBACK, the preconditioners of the host, SGMCMC_RULE_RECIPE and SGMCMC_SCHEDULE_CALLBACK. They are
// looked for when the program is compiled; one that is needed, and missing or with other arguments, is
// SGMCMC_ERROR_CALLBACK_MISSING, a step_size SGMCMC_ERROR_NO_STEP_SIZE, and a log_prior under another prior
// SGMCMC_ERROR_LOG_PRIOR_UNUSED. Members may be functions, static and const ones and templates too, or callables.
//
// A gradient is empty when only the value is wanted. What is to be written comes as zeros. Where there is a value, a
// number may be returned in place of an answer; where there is none, in metric and diffusion, nothing.
//
// An observer is a callable that takes a draw<Real> and returns nothing or an answer; what looks at the progress of a
// run is one that takes a sgmcmc_chain_statistics and a span<const Real> theta.

#ifndef SGMCMC_MODEL_HPP
#define SGMCMC_MODEL_HPP

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>

#include "../sgmcmc.h"
#include "outcome.hpp"
#include "precision.hpp"
#include "span.hpp"

namespace sgmcmc {
inline namespace SGMCMC_MODE {

// What a callback answers: a value, or nothing, or that it cannot be evaluated at theta, or that the chain must stop.
class answer {
  public:
    constexpr answer() noexcept = default;
    constexpr answer(double value) noexcept : value_(value) {}

    constexpr double value() const noexcept { return value_; }
    constexpr std::int32_t code() const noexcept { return code_; }

    // Of an observer: the run has failed with this status, which stops it.
    static constexpr answer refused(sgmcmc_status status) noexcept
    {
        answer answer;
        answer.code_ = static_cast<std::int32_t>(status);
        answer.refusal_ = status;
        return answer;
    }
    constexpr sgmcmc_status refusal() const noexcept { return refusal_; }

  private:
    friend constexpr answer stop(std::int32_t) noexcept;
    double value_ = 0.0;
    std::int32_t code_ = 0;
    sgmcmc_status refusal_ = SGMCMC_OK;
};

// Stops the chain before the step. From a model, the call fails with SGMCMC_ERROR_STOPPED and this code; from an
// observer, chain::run returns it. 0 does not stop, and 1 is `impossible` in a model. A callback may as well throw.
constexpr answer stop(std::int32_t code) noexcept
{
    answer stopped;
    stopped.code_ = code;
    return stopped;
}

// The model cannot be evaluated here: a proposal is rejected, a rule's step refused with SGMCMC_ERROR_IMPOSSIBLE; where
// a step size or a temperature was asked for, with SGMCMC_ERROR_STEP_SIZE_NOT_USABLE or _TEMPERATURE_NOT_USABLE.
inline constexpr answer impossible = stop(1);

// The data that a log-likelihood is asked for, by their indices, also where it is all data.
class batch {
  public:
    class iterator {
      public:
        using iterator_category = std::input_iterator_tag;
        using value_type = std::uint32_t;
        using difference_type = std::ptrdiff_t;
        using pointer = const std::uint32_t *;
        using reference = std::uint32_t;

        constexpr iterator(const std::uint32_t *indices, std::size_t k) noexcept : indices_(indices), k_(k) {}
        constexpr std::uint32_t operator*() const noexcept
        {
            return indices_ == nullptr ? static_cast<std::uint32_t>(k_) : indices_[k_];
        }
        constexpr iterator &operator++() noexcept
        {
            ++k_;
            return *this;
        }
        constexpr iterator operator++(int) noexcept { return {indices_, k_++}; }
        constexpr bool operator==(const iterator &other) const noexcept { return k_ == other.k_; }
        constexpr bool operator!=(const iterator &other) const noexcept { return k_ != other.k_; }

      private:
        const std::uint32_t *indices_;
        std::size_t k_;
    };

    constexpr batch(const std::uint32_t *indices, std::size_t size) noexcept : indices_(indices), size_(size) {}

    // All data, 0 to size - 1.
    constexpr bool is_all() const noexcept { return indices_ == nullptr; }

    // The indices as the library has them; NULL for all data.
    constexpr const std::uint32_t *data() const noexcept { return indices_; }

    // How many data.
    constexpr std::size_t size() const noexcept { return size_; }

    constexpr std::uint32_t operator[](std::size_t k) const noexcept { return *iterator(indices_, k); }
    constexpr iterator begin() const noexcept { return {indices_, 0}; }
    constexpr iterator end() const noexcept { return {indices_, size_}; }

  private:
    const std::uint32_t *indices_;
    std::size_t size_;
};

// A kept draw, valid until the observer returns: theta() is its numbers, draw->step and the other fields of
// sgmcmc_draw_f32 or _f64 what else there is to know.
template <class Real> class draw {
  public:
    using c_type = typename detail::precision<Real>::draw;

    explicit draw(const c_type &c) noexcept : c_(&c) {}
    span<const Real> theta() const noexcept { return {c_->theta, c_->dim}; }
    const c_type *operator->() const noexcept { return c_; }

  private:
    const c_type *c_;
};

// A model from two callables, such as lambdas.
template <class LogLikelihood, class LogPrior> struct model {
    model(LogLikelihood likelihood, LogPrior prior)
        : log_likelihood(std::move(likelihood)), log_prior(std::move(prior))
    {
    }

    LogLikelihood log_likelihood;
    LogPrior log_prior;
};

} // namespace SGMCMC_MODE
} // namespace sgmcmc

#endif
