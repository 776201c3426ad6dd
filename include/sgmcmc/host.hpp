// The C callbacks of a model, an observer and what looks at the progress: they call the C++ ones and let no exception through.

#ifndef SGMCMC_HOST_HPP
#define SGMCMC_HOST_HPP

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <type_traits>
#include <utility>

#include "../sgmcmc.h"
#include "model.hpp"
#include "outcome.hpp"
#include "precision.hpp"
#include "span.hpp"

namespace sgmcmc {
inline namespace SGMCMC_MODE {
namespace detail {

// One type a callback, which calls it on a model if the model has it.
#define SGMCMC_HPP_CALLBACK(name)                                                                       \
    struct name##_callback {                                                                            \
        template <class Model, class... Args>                                                           \
        static auto call(Model &model, Args... args) -> decltype(model.name(args...))                   \
        {                                                                                               \
            return model.name(args...);                                                                 \
        }                                                                                               \
    }

SGMCMC_HPP_CALLBACK(log_likelihood);
SGMCMC_HPP_CALLBACK(log_prior);
SGMCMC_HPP_CALLBACK(metric);
SGMCMC_HPP_CALLBACK(diffusion);
SGMCMC_HPP_CALLBACK(step_size);
SGMCMC_HPP_CALLBACK(temperature);
SGMCMC_HPP_CALLBACK(data_len);

#undef SGMCMC_HPP_CALLBACK

// The model, the observer, or what looks at the progress, is itself what is called.
struct itself_callback {
    template <class Callable, class... Args>
    static auto call(Callable &callable, Args... args) -> decltype(callable(args...))
    {
        return callable(args...);
    }
};

template <class Callback, class Model, class... Args>
auto answers(int) -> decltype(Callback::call(std::declval<Model &>(), std::declval<Args>()...), std::true_type());
template <class Callback, class Model, class... Args> std::false_type answers(long);

template <class Callback, class Model, class... Args>
inline constexpr bool has = decltype(answers<Callback, Model, Args...>(0))::value;

// Calls, and takes a number, an answer or nothing.
template <class Callback, bool has_value, class Model, class... Args> answer ask(Model &model, Args... args)
{
    using returned = decltype(Callback::call(model, args...));
    if constexpr (std::is_void_v<returned>) {
        static_assert(!has_value, "this callback must return a number or a sgmcmc::answer");
        Callback::call(model, args...);
        return {};
    } else {
        constexpr bool is_answer = std::is_same_v<std::decay_t<returned>, answer>;
        static_assert(is_answer || (has_value && std::is_convertible_v<returned, answer>),
                      "a callback returns a sgmcmc::answer, or a number where there is a value, else nothing");
        return Callback::call(model, args...);
    }
}

// For a run without an observer.
struct no_observer {};

// What the user pointer of a call's callbacks points to.
template <class Real, class Model, class Observer = no_observer, class Progress = no_observer> class host {
    using c_model = typename precision<Real>::model;
    using c_draw = typename precision<Real>::draw;
    using c_observer = typename precision<Real>::observer;
    using c_progress = typename precision<Real>::progress;
    using in = span<const Real>;
    using out = span<Real>;

    static constexpr bool is_object = has<log_likelihood_callback, Model, in, batch, out>;
    static_assert(is_object || has<itself_callback, Model, in, batch, out>,
                  "a model has log_likelihood(span<const Real> theta, batch, span<Real> gradient), or is a callable "
                  "that takes these, for the Real of the chain");
    using likelihood_callback = std::conditional_t<is_object, log_likelihood_callback, itself_callback>;

  public:
    host(Model &model, Observer &observer) noexcept
        : model_(std::addressof(model)), observer_(std::addressof(observer))
    {
    }
    host(Model &model, Observer &observer, Progress &progress) noexcept : host(model, observer)
    {
        progress_ = std::addressof(progress);
    }

    // The C model, valid as long as the host.
    c_model c() noexcept
    {
        c_model c{};
        c.struct_size = sizeof c;
        c.user = this;
        c.log_likelihood = log_likelihood;
        if constexpr (has<log_prior_callback, Model, in, out>)
            c.log_prior = log_prior;
        if constexpr (has<metric_callback, Model, in, out, out>)
            c.metric = metric;
        if constexpr (has<diffusion_callback, Model, in, in, in, double, out, out>)
            c.diffusion = diffusion;
        if constexpr (has<step_size_callback, Model, std::uint64_t>)
            c.step_size = scheduled<step_size_callback>;
        if constexpr (has<temperature_callback, Model, std::uint64_t>)
            c.temperature = scheduled<temperature_callback>;
        return c;
    }

    // NULL where there is no observer.
    static constexpr c_observer observer() noexcept
    {
        if constexpr (std::is_same_v<std::remove_const_t<Observer>, no_observer>)
            return nullptr;
        else
            return observe;
    }

    static constexpr c_progress progress() noexcept { return look; }

    // Throws what a callback threw, as it was.
    void rethrow()
    {
#if SGMCMC_EXCEPTIONS
        if (thrown_)
            std::rethrow_exception(std::move(thrown_));
#endif
    }

    // What an observer refused.
    sgmcmc_status refusal() const noexcept { return refusal_; }

  private:
    // Any code that is neither 0 nor 1: `thrown_` says the rest.
    static constexpr std::int32_t threw = -1;

    // A density may overflow in a transform: it cannot be evaluated there.
    template <bool is_density = false, class Call> static std::int32_t guarded(void *user, Call call) noexcept
    {
        host &self = *static_cast<host *>(user);
#if SGMCMC_EXCEPTIONS
        try {
            return call(self);
        } catch (const error &refused) {
            if (is_density && refused.status() == SGMCMC_ERROR_VALUE_NOT_FINITE)
                return impossible.code();
            self.thrown_ = std::current_exception();
            return threw;
        } catch (...) {
            self.thrown_ = std::current_exception();
            return threw;
        }
#else
        return call(self);
#endif
    }

    static std::int32_t take(double *value, answer answer) noexcept
    {
        if (answer.code() == 0)
            *value = answer.value();
        return answer.code();
    }

    // No view where there is nothing to write.
    static out writable(Real *numbers, std::size_t len) noexcept { return {numbers, numbers == nullptr ? 0 : len}; }

    static std::int32_t log_likelihood(void *user, double *value, Real *gradient, const Real *theta, std::size_t dim,
                                       const std::uint32_t *indices, std::size_t len) noexcept
    {
        return guarded<true>(user, [=](host &self) {
            return take(value, ask<likelihood_callback, true>(*self.model_, in(theta, dim), batch(indices, len),
                                                              writable(gradient, dim)));
        });
    }

    static std::int32_t log_prior(void *user, double *value, Real *gradient, const Real *theta,
                                  std::size_t dim) noexcept
    {
        return guarded<true>(user, [=](host &self) {
            return take(value, ask<log_prior_callback, true>(*self.model_, in(theta, dim), writable(gradient, dim)));
        });
    }

    static std::int32_t metric(void *user, Real *metric, std::size_t metric_len, Real *gamma, const Real *theta,
                               std::size_t dim) noexcept
    {
        return guarded(user, [=](host &self) {
            return ask<metric_callback, false>(*self.model_, in(theta, dim), out(metric, metric_len), out(gamma, dim))
                .code();
        });
    }

    static std::int32_t diffusion(void *user, Real *drift, Real *noise, const Real *theta, const Real *gradient,
                                  const Real *normals, std::size_t dim, double temperature) noexcept
    {
        return guarded(user, [=](host &self) {
            return ask<diffusion_callback, false>(*self.model_, in(theta, dim), in(gradient, dim), in(normals, dim),
                                                  temperature, out(drift, dim), out(noise, dim))
                .code();
        });
    }

    template <class Callback>
    static std::int32_t scheduled(void *user, double *value, std::uint64_t k) noexcept
    {
        return guarded(user, [=](host &self) { return take(value, ask<Callback, true>(*self.model_, k)); });
    }

    static std::int32_t observe(void *user, const c_draw *c) noexcept
    {
        static_assert(has<itself_callback, Observer, draw<Real>>, "an observer takes a sgmcmc::draw<Real>");
        return guarded(user, [=](host &self) {
            const answer answer = ask<itself_callback, false>(*self.observer_, draw<Real>(*c));
            self.refusal_ = answer.refusal();
            return answer.code();
        });
    }

    static std::int32_t look(void *user, const sgmcmc_chain_statistics *statistics, const Real *theta,
                             std::size_t dim) noexcept
    {
        static_assert(has<itself_callback, Progress, const sgmcmc_chain_statistics &, in>,
                      "what looks at the progress takes a sgmcmc_chain_statistics and a span<const Real> theta");
        return guarded(user, [=](host &self) {
            return ask<itself_callback, false>(*self.progress_, *statistics, in(theta, dim)).code();
        });
    }

    Model *model_;
    Observer *observer_;
    Progress *progress_ = nullptr;
    sgmcmc_status refusal_ = SGMCMC_OK;
#if SGMCMC_EXCEPTIONS
    std::exception_ptr thrown_;
#endif
};

} // namespace detail
} // namespace SGMCMC_MODE
} // namespace sgmcmc

#endif
