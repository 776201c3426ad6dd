// A chain: its memory, its steps and runs, what it found, and its bytes.

#ifndef SGMCMC_CHAIN_HPP
#define SGMCMC_CHAIN_HPP

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "../sgmcmc.h"
#include "health.hpp"
#include "host.hpp"
#include "memory.hpp"
#include "model.hpp"
#include "outcome.hpp"
#include "precision.hpp"
#include "settings.hpp"
#include "span.hpp"

namespace sgmcmc {
inline namespace SGMCMC_MODE {

// The mean and variance of every parameter over the kept draws.
struct moments {
    std::vector<double> mean, variance;
};

// A chain of Real numbers, which are float or double.
template <class Real> class chain {
    using c = detail::precision<Real>;
    using c_chain = typename c::chain;

  public:
    // Starts a chain at theta, in memory of its own.
    static outcome<chain> make(const settings &settings, span<const Real> theta)
    {
        std::size_t size = 0;
        const sgmcmc_status status = size_of(size, settings, theta.size());
        return status == SGMCMC_OK ? init(detail::memory::take(size, align()), settings, theta) : refused(status);
    }

    // The same in the caller's memory: at least size() bytes, aligned to align(), which must live as long as the chain.
    static outcome<chain> make_in(span<std::byte> memory, const settings &settings, span<const Real> theta)
    {
        const sgmcmc_status status = settings.check_lengths(theta.size());
        return status == SGMCMC_OK ? init(detail::memory::lent(memory, align()), settings, theta) : refused(status);
    }

    // Bytes that a chain with these settings and dim parameters needs.
    static outcome<std::size_t> size(const settings &settings, std::size_t dim)
    {
        std::size_t size = 0;
        const sgmcmc_status status = size_of(size, settings, dim);
        return detail::conclude(status, 0, size);
    }

    static std::size_t align() noexcept { return sgmcmc_align(); }

    // Goes on from a checkpoint of a chain with these settings, from any machine, in memory of its own or the caller's:
    // see sgmcmc_chain_restore_f64.
    static outcome<chain> restore(const settings &settings, std::size_t dim, span<const std::byte> checkpoint)
    {
        std::size_t size = 0;
        const sgmcmc_status status = size_of(size, settings, dim);
        return status == SGMCMC_OK ? resumed(detail::memory::take(size, align()), settings, dim, checkpoint)
                                   : refused(status);
    }
    static outcome<chain> restore_in(span<std::byte> memory, const settings &settings, std::size_t dim,
                                     span<const std::byte> checkpoint)
    {
        const sgmcmc_status status = settings.check_lengths(dim);
        return status == SGMCMC_OK ? resumed(detail::memory::lent(memory, align()), settings, dim, checkpoint)
                                   : refused(status);
    }

    // Bytes of a checkpoint: always the same for equal settings.
    outcome<std::size_t> save_size() const
    {
        std::size_t size = 0;
        const sgmcmc_status status = c::chain_save(handle(), nullptr, 0, &size);
        return detail::conclude(status, 0, size);
    }

    // A checkpoint: bytes from which restore makes the chain again, on any machine. See sgmcmc_chain_save_f64.
    outcome<void> save(span<std::byte> out) const
    {
        return detail::conclude(c::chain_save(handle(), out.data(), out.size(), nullptr));
    }
    outcome<std::vector<std::byte>> save() const
    {
        std::size_t size = 0;
        sgmcmc_status status = c::chain_save(handle(), nullptr, 0, &size);
        std::vector<std::byte> checkpoint(size);
        if (status == SGMCMC_OK)
            status = c::chain_save(handle(), checkpoint.data(), size, nullptr);
        return detail::conclude(status, 0, std::move(checkpoint));
    }

    // A copy, which goes on with the same bits.
    outcome<chain> clone() const
    {
        std::size_t size = 0;
        const sgmcmc_status status = c::chain_properties(nullptr, &size, nullptr, handle());
        return status == SGMCMC_OK ? copied(detail::memory::take(size, align()), live(size)) : refused(status);
    }
    outcome<chain> clone_in(span<std::byte> memory) const
    {
        std::size_t size = 0;
        const sgmcmc_status status = c::chain_properties(nullptr, &size, nullptr, handle());
        return status == SGMCMC_OK ? copied(detail::memory::lent(memory, align()), live(size)) : refused(status);
    }

    // The bytes of the chain, to compare: valid until it is used again. Equal chains have equal bytes. What lasts is
    // what save writes.
    outcome<span<const std::byte>> image() const
    {
        std::size_t size = 0;
        const sgmcmc_status status = c::chain_properties(nullptr, &size, nullptr, handle());
        return detail::conclude(status, 0, live(size));
    }

    // Goes on from theta under other settings: see sgmcmc_chain_hand_over_f64. Memory of its own grows as needed.
    outcome<void> hand_over(const settings &settings)
    {
        std::size_t dim = 0, size = 0, live_size = 0;
        sgmcmc_status status = c::chain_properties(&dim, &live_size, nullptr, handle());
        if (status == SGMCMC_OK)
            status = size_of(size, settings, dim);
        if (status == SGMCMC_OK && !memory_.grow(size, live_size))
            status = SGMCMC_ERROR_MEMORY_TOO_SMALL;
        if (status == SGMCMC_OK)
            status = c::chain_hand_over(handle(), memory_.size(), &settings.raw());
        return detail::conclude(status);
    }

    // Advances the chain by one step, or leaves every byte of it as it was. A model is what sgmcmc/model.hpp says.
    template <class Model> outcome<sgmcmc_step> step(Model &&model)
    {
        return stepped(model, [this](sgmcmc_step *step, std::int32_t *code, const typename c::model *c_model) {
            return c::chain_step(handle(), step, code, nullptr, 0, c_model);
        });
    }

    // The same with the caller's minibatch, for SGMCMC_BATCH_CALLER.
    template <class Model> outcome<sgmcmc_step> step_with_batch(span<const std::uint32_t> batch, Model &&model)
    {
        if (batch.empty()) // NULL would be no batch at all
            return detail::conclude(SGMCMC_ERROR_LENGTH_ZERO, 0, sgmcmc_step());
        return stepped(model, [this, batch](sgmcmc_step *step, std::int32_t *code, const typename c::model *c_model) {
            return c::chain_step(handle(), step, code, batch.data(), batch.size(), c_model);
        });
    }

    // Steps step_count times and shows the kept draws to the observer. Returns 0, or the code with which the observer
    // stopped the run. After a failure, the steps before the failing one stay done.
    template <class Model, class Observer>
    outcome<std::int32_t> run(std::uint64_t step_count, Model &&model, Observer &&observer)
    {
        detail::host<Real, std::remove_reference_t<Model>, std::remove_reference_t<Observer>> host(model, observer);
        const typename c::model c_model = host.c();
        std::int32_t code = 0;
        const sgmcmc_status status = c::chain_run(handle(), &code, step_count, &c_model, host.observer(), &host);
        return ended(host, status, code);
    }
    template <class Model> outcome<std::int32_t> run(std::uint64_t step_count, Model &&model)
    {
        return run(step_count, model, detail::no_observer());
    }

    // The same, with a look at the chain after every step whose count is a multiple of interval, during burn-in, too:
    // progress takes a sgmcmc_chain_statistics and theta, a span<const Real>, and answers as an observer does.
    template <class Model, class Observer, class Progress>
    outcome<std::int32_t> run_with_progress(std::uint64_t step_count, std::uint64_t interval, Model &&model,
                                            Observer &&observer, Progress &&progress)
    {
        detail::host<Real, std::remove_reference_t<Model>, std::remove_reference_t<Observer>,
                     std::remove_reference_t<Progress>>
            host(model, observer, progress);
        typename c::run_options options{};
        options.progress = host.progress();
        options.progress_user = &host;
        return watched(host, step_count, interval, options);
    }
    template <class Model, class Progress>
    outcome<std::int32_t> run_with_progress(std::uint64_t step_count, std::uint64_t interval, Model &&model,
                                            Progress &&progress)
    {
        return run_with_progress(step_count, interval, model, detail::no_observer(), progress);
    }

    // Runs as run does, and has health look at the chain after every step whose count is a multiple of interval.
    template <class Model, class Observer>
    outcome<std::int32_t> run_with_health(std::uint64_t step_count, std::uint64_t interval, health &health,
                                          Model &&model, Observer &&observer)
    {
        detail::host<Real, std::remove_reference_t<Model>, std::remove_reference_t<Observer>> host(model, observer);
        typename c::run_options options{};
        options.health = health.handle();
        return watched(host, step_count, interval, options);
    }
    template <class Model>
    outcome<std::int32_t> run_with_health(std::uint64_t step_count, std::uint64_t interval, health &health, Model &&model)
    {
        return run_with_health(step_count, interval, health, model, detail::no_observer());
    }

    // Tunes beta once: see sgmcmc_chain_tune_beta_f64.
    template <class Model> outcome<void> tune_beta(Model &&model)
    {
        detail::no_observer none;
        detail::host<Real, std::remove_reference_t<Model>> host(model, none);
        const typename c::model c_model = host.c();
        std::int32_t code = 0;
        const sgmcmc_status status = c::chain_tune_beta(handle(), &code, &c_model);
        host.rethrow();
        return detail::conclude(status, code);
    }

    // Changes the step size of the steps to come.
    outcome<void> set_step_size(double step_size)
    {
        return detail::conclude(c::chain_set_step_size(handle(), step_size));
    }

    // The number of parameters.
    outcome<std::size_t> dim() const
    {
        std::size_t dim = 0;
        const sgmcmc_status status = c::chain_properties(&dim, nullptr, nullptr, handle());
        return detail::conclude(status, 0, dim);
    }

    // The instruction set that steps use here: a number of sgmcmc_simd, whose name simd_level_name has.
    outcome<std::int32_t> simd_level() const
    {
        std::int32_t level = 0;
        const sgmcmc_status status = c::chain_properties(nullptr, nullptr, &level, handle());
        return detail::conclude(status, 0, level);
    }

    // Copies theta out: dim numbers.
    outcome<void> theta(span<Real> out) const
    {
        return detail::conclude(c::chain_theta(handle(), out.data(), nullptr, out.size()));
    }
    outcome<std::vector<Real>> theta() const
    {
        std::size_t dim = 0;
        sgmcmc_status status = c::chain_properties(&dim, nullptr, nullptr, handle());
        std::vector<Real> theta(dim);
        if (status == SGMCMC_OK)
            status = c::chain_theta(handle(), theta.data(), nullptr, dim);
        return detail::conclude(status, 0, std::move(theta));
    }

    // Copies theta out where the last trajectory of HMC that diverged began; NaN before there is one.
    outcome<void> divergence(span<Real> out) const
    {
        return detail::conclude(c::chain_theta(handle(), nullptr, out.data(), out.size()));
    }

    // Copies the mean and variance of every parameter out, dim doubles each.
    outcome<void> moments(span<double> mean, span<double> variance, sgmcmc_moments kind = SGMCMC_MOMENTS_PLAIN) const
    {
        if (mean.size() != variance.size())
            return detail::conclude(SGMCMC_ERROR_LENGTH_MISMATCH);
        return detail::conclude(c::chain_moments(handle(), mean.data(), variance.data(), mean.size(), kind));
    }
    outcome<sgmcmc::moments> moments(sgmcmc_moments kind = SGMCMC_MOMENTS_PLAIN) const
    {
        std::size_t dim = 0;
        sgmcmc_status status = c::chain_properties(&dim, nullptr, nullptr, handle());
        sgmcmc::moments moments{std::vector<double>(dim), std::vector<double>(dim)};
        if (status == SGMCMC_OK)
            status = c::chain_moments(handle(), moments.mean.data(), moments.variance.data(), dim, kind);
        return detail::conclude(status, 0, std::move(moments));
    }

    // Copies out the covariance that noise compensation takes the gradient's noise to have: dim variances, or dim * dim
    // numbers.
    outcome<void> noise_covariance(span<double> out) const
    {
        return detail::conclude(c::chain_compensation(handle(), out.data(), out.size(), nullptr));
    }

    // The largest step size at which noise compensation leaves something to inject.
    outcome<double> compensation_limit()
    {
        double step_size = 0.0;
        const sgmcmc_status status = c::chain_compensation(handle(), nullptr, 0, &step_size);
        return detail::conclude(status, 0, step_size);
    }

    // Counts and rates so far.
    outcome<sgmcmc_chain_statistics> statistics() const
    {
        sgmcmc_chain_statistics statistics{};
        statistics.struct_size = sizeof statistics;
        const sgmcmc_status status = c::chain_statistics(handle(), &statistics);
        return detail::conclude(status, 0, statistics);
    }

    // The C object; NULL after a move.
    c_chain *handle() const noexcept { return static_cast<c_chain *>(memory_.data()); }

  private:
    explicit chain(detail::memory memory) noexcept : memory_(std::move(memory)) {}

    static outcome<chain> refused(sgmcmc_status status) { return detail::conclude(status, 0, chain(detail::memory())); }

    static sgmcmc_status size_of(std::size_t &size, const settings &settings, std::size_t dim) noexcept
    {
        const sgmcmc_status status = settings.check_lengths(dim);
        return status == SGMCMC_OK ? c::chain_size(&size, &settings.raw(), dim) : status;
    }

    static outcome<chain> init(detail::memory memory, const settings &settings, span<const Real> theta)
    {
        c_chain *handle = nullptr;
        const sgmcmc_status status =
            memory.data() == nullptr
                ? SGMCMC_ERROR_MEMORY_TOO_SMALL
                : c::chain_init(&handle, memory.data(), memory.size(), &settings.raw(), theta.data(), theta.size());
        return detail::conclude(status, 0, chain(std::move(memory)));
    }

    static outcome<chain> resumed(detail::memory memory, const settings &settings, std::size_t dim,
                                  span<const std::byte> checkpoint)
    {
        c_chain *handle = nullptr;
        const sgmcmc_status status =
            memory.data() == nullptr ? SGMCMC_ERROR_MEMORY_TOO_SMALL
                                     : c::chain_restore(&handle, memory.data(), memory.size(), &settings.raw(), dim,
                                                        checkpoint.data(), checkpoint.size());
        return detail::conclude(status, 0, chain(std::move(memory)));
    }

    span<const std::byte> live(std::size_t size) const noexcept
    {
        return {static_cast<const std::byte *>(memory_.data()), size};
    }

    static outcome<chain> copied(detail::memory memory, span<const std::byte> bytes)
    {
        const sgmcmc_status status = memory.copy(bytes);
        return detail::conclude(status, 0, chain(std::move(memory)));
    }

    // A run, with the host's observer.
    template <class Host>
    outcome<std::int32_t> watched(Host &host, std::uint64_t step_count, std::uint64_t interval,
                                  typename c::run_options &options)
    {
        options.struct_size = sizeof options;
        options.interval = interval;
        options.observer = host.observer();
        options.observer_user = &host;
        const typename c::model c_model = host.c();
        std::int32_t code = 0;
        const sgmcmc_status status = c::chain_run_watched(handle(), &code, step_count, &c_model, &options);
        return ended(host, status, code);
    }

    // A run that an observer stopped has not failed, unless it is for what the observer refused.
    template <class Host> static outcome<std::int32_t> ended(Host &host, sgmcmc_status status, std::int32_t code)
    {
        host.rethrow();
        if (status != SGMCMC_ERROR_STOPPED_BY_OBSERVER)
            return detail::conclude(status, code, code);
        return detail::conclude(host.refusal(), 0, code);
    }

    template <class Model, class Call> outcome<sgmcmc_step> stepped(Model &model, Call call)
    {
        detail::no_observer none;
        detail::host<Real, Model> host(model, none);
        const typename c::model c_model = host.c();
        sgmcmc_step step{};
        step.struct_size = sizeof step;
        std::int32_t code = 0;
        const sgmcmc_status status = call(&step, &code, &c_model);
        host.rethrow();
        return detail::conclude(status, code, step);
    }

    detail::memory memory_;
};

} // namespace SGMCMC_MODE
} // namespace sgmcmc

#endif
