// Ensembles: a model and a start, and chains on threads that find the rest.

#ifndef SGMCMC_ENSEMBLE_HPP
#define SGMCMC_ENSEMBLE_HPP

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <iosfwd>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "../sgmcmc.h"
#include "ensemble_settings.hpp"
#include "functions.hpp"
#include "host.hpp"
#include "memory.hpp"
#include "outcome.hpp"
#include "precision.hpp"
#include "span.hpp"
#include "stored.hpp"
#include "worker.hpp"

namespace sgmcmc {
inline namespace SGMCMC_MODE {

// The draws of all chains, in the ensemble's memory: valid until it goes on, or is destroyed.
template <class Real> struct ensemble_draws : stored_shape {
    // All rows of the first chain, then of the second.
    span<const Real> numbers;

    const Real &operator()(std::size_t chain, std::size_t draw, std::size_t parameter) const noexcept
    {
        return numbers[(chain * draw_count + draw) * dim + parameter];
    }
};

// Chains of Real numbers over one model, with the draws that they keep. sample makes one and runs it.
template <class Real> class ensemble {
    using c = detail::precision<Real>;

  public:
    // Begins chains at theta and about it, in memory of its own: see sgmcmc_ensemble_init_f64.
    template <class Model>
    static outcome<ensemble> make(const ensemble_settings &settings, span<const Real> theta, Model &&model)
    {
        ensemble made;
        std::int32_t code = 0;
        const sgmcmc_status status = made.begin(code, settings, theta, model);
        return detail::conclude(status, code, std::move(made));
    }

    // The same in the caller's memory: at least size() bytes, aligned to align(), which must live as long.
    template <class Model>
    static outcome<ensemble> make_in(span<std::byte> memory, const ensemble_settings &settings, span<const Real> theta,
                                     Model &&model)
    {
        ensemble made(detail::memory::lent(memory, align()));
        std::int32_t code = 0;
        sgmcmc_status status = settings.check_lengths(theta.size());
        if (status == SGMCMC_OK)
            status = made.init(code, settings, theta, model);
        return detail::conclude(status, code, std::move(made));
    }

    // Makes one, and runs it on threads.
    template <class Model>
    static outcome<ensemble> sample(const ensemble_settings &settings, span<const Real> theta, Model &&model)
    {
        ensemble made;
        std::int32_t code = 0;
        sgmcmc_status status = made.begin(code, settings, theta, model);
        if (status == SGMCMC_OK)
            status = made.finish(code, model);
        return detail::conclude(status, code, std::move(made));
    }

    // Goes on from what save wrote, on whichever machine: see sgmcmc_ensemble_restore_f64.
    static outcome<ensemble> restore(const ensemble_settings &settings, std::size_t dim, span<const std::byte> checkpoint)
    {
        ensemble made;
        sgmcmc_status status = made.take(settings, dim);
        sgmcmc_ensemble *restored = nullptr;
        if (status == SGMCMC_OK)
            status = c::ensemble_restore(&restored, made.memory_.data(), made.memory_.size(), &settings.raw(), dim,
                                         checkpoint.data(), checkpoint.size());
        if (status == SGMCMC_OK)
            status = sgmcmc_ensemble_judge(made.handle(), &made.state_);
        return detail::conclude(status, 0, std::move(made));
    }

    // A checkpoint: bytes from which restore makes the ensemble again.
    outcome<std::vector<std::byte>> save() const
    {
        std::size_t size = 0;
        std::vector<std::byte> bytes;
        sgmcmc_status status = sgmcmc_ensemble_save(handle(), nullptr, 0, &size);
        if (status == SGMCMC_OK) {
            bytes.resize(size);
            status = sgmcmc_ensemble_save(handle(), bytes.data(), size, nullptr);
        }
        return detail::conclude(status, 0, std::move(bytes));
    }

    // Bytes that an ensemble with these settings and dim parameters needs.
    static outcome<std::size_t> size(const ensemble_settings &settings, std::size_t dim)
    {
        std::size_t size = 0;
        const sgmcmc_status status = size_of(size, settings, dim);
        return detail::conclude(status, 0, size);
    }

    static std::size_t align() noexcept { return sgmcmc_align(); }

    // Runs the chains to the end, one after the other, on this thread.
    template <class Model> outcome<void> run(Model &&model)
    {
        std::int32_t code = 0;
        const sgmcmc_status status = run_here(code, model);
        return detail::conclude(status, code);
    }

    // Runs each chain to the end on a thread of its own, with a copy of the model of its own: what the copies share, such
    // as what a lambda captures by reference, they must only read. A model whose copy constructor is deleted runs on this
    // thread. A thread that cannot be started is std::system_error, once the others have stopped. The bits are those of run. What a copy throws, or answers to stop, stops all, and comes out once they have.
    template <class Model> outcome<void> run_on_threads(Model &&model)
    {
        std::int32_t code = 0;
        const sgmcmc_status status = finish(code, model);
        return detail::conclude(status, code);
    }

    // Advances one chain by at most step_count steps, and says whether its round has ended: see
    // sgmcmc_ensemble_advance_f64. Different chains may advance on different threads.
    template <class Model> outcome<bool> advance(std::uint32_t chain, std::uint64_t step_count, Model &&model)
    {
        std::int32_t code = 0, is_done = 0;
        const sgmcmc_status status = ask(model, [&](const typename c::model *c_model) {
            return c::ensemble_advance(handle(), &is_done, &code, chain, step_count, c_model);
        });
        return detail::conclude(status, code, is_done != 0);
    }

    // Judges the chains once all have come to the end of a round, and begins another one where it takes one.
    outcome<sgmcmc_ensemble_state> judge()
    {
        const sgmcmc_status status = sgmcmc_ensemble_judge(handle(), &state_);
        return detail::conclude(status, 0, state_);
    }

    // How the ensemble stood when it was last run or judged, and whether the chains agreed then.
    const sgmcmc_ensemble_state &state() const noexcept { return state_; }
    bool converged() const noexcept { return state_.converged != 0; }

    // The draws of the last round; not of a temporary, whose memory is gone with it.
    outcome<ensemble_draws<Real>> draws() const && = delete;
    outcome<ensemble_draws<Real>> draws() const &
    {
        const Real *numbers = nullptr;
        std::size_t count = 0;
        const sgmcmc_status status = c::ensemble_draws(&numbers, &count, handle());
        const stored_shape shape = {state_.chain_count, count, static_cast<std::size_t>(state_.dim)};
        const span<const Real> all(numbers, shape.chain_count * shape.draw_count * shape.dim);
        return detail::conclude(status, 0, ensemble_draws<Real>{shape, all});
    }

    // What the draws of all chains say of a parameter.
    outcome<sgmcmc_summary> summary(std::size_t parameter) const
    {
        sgmcmc_summary summary{};
        summary.struct_size = sizeof summary;
        const sgmcmc_status status = sgmcmc_ensemble_summary(&summary, handle(), parameter);
        return detail::conclude(status, 0, summary);
    }

    // The table, and what to think of it, with names for the first parameters: see sgmcmc_ensemble_text. Without names,
    // `stream << ensemble` writes the same.
    outcome<std::string> text(span<const char *const> names = {}) const
    {
        std::string text;
        const sgmcmc_status status = write(text, names);
        return detail::conclude(status, 0, std::move(text));
    }
    outcome<std::string> text(std::initializer_list<const char *> names) const { return text(span(names)); }

    template <class Traits>
    friend std::basic_ostream<char, Traits> &operator<<(std::basic_ostream<char, Traits> &out, const ensemble &ensemble)
    {
        std::string text;
        if (ensemble.write(text, {}) != SGMCMC_OK)
            out.setstate(std::basic_ostream<char, Traits>::failbit);
        return out << text;
    }

    // The C object; NULL after a move.
    sgmcmc_ensemble *handle() const noexcept { return static_cast<sgmcmc_ensemble *>(memory_.data()); }

  private:
    explicit ensemble(detail::memory memory = {}) noexcept : memory_(std::move(memory))
    {
        state_.struct_size = sizeof state_;
    }

    static sgmcmc_status size_of(std::size_t &size, const ensemble_settings &settings, std::size_t dim) noexcept
    {
        const sgmcmc_status status = settings.check_lengths(dim);
        return status == SGMCMC_OK ? c::ensemble_size(&size, &settings.raw(), dim) : status;
    }

    // A call with the C model; what the model threw is thrown when it has returned.
    template <class Model, class Call> static sgmcmc_status ask(Model &model, Call call)
    {
        detail::no_observer none;
        detail::host<Real, Model> host(model, none);
        const typename c::model c_model = host.c();
        const sgmcmc_status status = call(&c_model);
        host.rethrow();
        return status;
    }

    // Memory of its own.
    sgmcmc_status take(const ensemble_settings &settings, std::size_t dim)
    {
        std::size_t size = 0;
        const sgmcmc_status status = size_of(size, settings, dim);
        if (status != SGMCMC_OK)
            return status;
        memory_ = detail::memory::take(size, align());
        return memory_.data() == nullptr ? SGMCMC_ERROR_MEMORY_TOO_SMALL : SGMCMC_OK;
    }

    template <class Model>
    sgmcmc_status begin(std::int32_t &code, const ensemble_settings &settings, span<const Real> theta, Model &model)
    {
        const sgmcmc_status status = take(settings, theta.size());
        return status == SGMCMC_OK ? init(code, settings, theta, model) : status;
    }

    template <class Model>
    sgmcmc_status init(std::int32_t &code, const ensemble_settings &settings, span<const Real> theta, Model &model)
    {
        sgmcmc_ensemble *made = nullptr;
        const sgmcmc_status status = ask(model, [&](const typename c::model *c_model) {
            return c::ensemble_init(&made, &code, memory_.data(), memory_.size(), &settings.raw(), theta.data(),
                                    theta.size(), c_model);
        });
        return status == SGMCMC_OK ? sgmcmc_ensemble_judge(handle(), &state_) : status;
    }

    template <class Model> sgmcmc_status run_here(std::int32_t &code, Model &model)
    {
        return ask(model, [&](const typename c::model *c_model) {
            return c::ensemble_run(handle(), &state_, &code, c_model);
        });
    }

    template <class Model> sgmcmc_status finish(std::int32_t &code, Model &model)
    {
        if constexpr (std::is_copy_constructible_v<std::decay_t<Model>>)
            return run_copies<std::decay_t<Model>>(code, model);
        else
            return run_here(code, model);
    }

    template <class Model> sgmcmc_status run_copies(std::int32_t &code, const Model &model)
    {
        std::atomic<bool> stops{false};
        std::deque<detail::worker<Real, Model>> workers;
        sgmcmc_status status = sgmcmc_ensemble_judge(handle(), &state_);
        while (status == SGMCMC_OK && state_.is_over == 0) {
            while (workers.size() < state_.chain_count)
                workers.emplace_back(model);
            {
                detail::stopping guard{stops};
                std::uint32_t chain = 0;
                for (auto &worker : workers)
                    worker.thread =
                        std::thread([this, chain = chain++, &worker, &stops] { advance_to_end(chain, worker, stops); });
                guard.dismiss();
            }
            for (auto &worker : workers)
                worker.thread.join();
            for (auto &worker : workers) {
                worker.callbacks.rethrow();
                code = worker.code;
                if (worker.status != SGMCMC_OK)
                    return worker.status;
            }
            status = sgmcmc_ensemble_judge(handle(), &state_);
        }
        return status;
    }

    // To the end of a round, in pieces, so that no chain goes on for long after another has failed.
    template <class Worker>
    void advance_to_end(std::uint32_t chain, Worker &worker, std::atomic<bool> &stops) const noexcept
    {
        constexpr std::uint64_t step_count = 16;
        for (std::int32_t is_done = 0; is_done == 0 && worker.status == SGMCMC_OK && !stops;)
            worker.status = c::ensemble_advance(handle(), &is_done, &worker.code, chain, step_count, &worker.c_model);
        if (worker.status != SGMCMC_OK)
            stops = true;
    }

    sgmcmc_status write(std::string &text, span<const char *const> names) const
    {
        std::size_t size = 0;
        sgmcmc_status status = sgmcmc_ensemble_text(nullptr, 0, &size, handle(), names.data(), names.size());
        if (status == SGMCMC_OK) {
            text.resize(size);
            status = sgmcmc_ensemble_text(&text[0], size, nullptr, handle(), names.data(), names.size());
            // Without the closing zero.
            text.resize(size - 1);
        }
        return status;
    }

    detail::memory memory_;
    sgmcmc_ensemble_state state_{};
};

// Samples a model from a start: all that has to be known besides is how many data there are. Chains run on threads, until they agree or no more passes
// are allowed, which result.converged() and `std::cout << result` say. A model is what sgmcmc/model.hpp says; how many
// data it has is its data_len(), if it has one, where the settings do not say. See ensemble::run_on_threads.
template <class Model, class Range, class Real = detail::real_of<const Range>>
outcome<ensemble<Real>> sample(Model &&model, const Range &start, ensemble_settings settings = {})
{
    if constexpr (detail::has<detail::data_len_callback, std::remove_reference_t<Model>>)
        if (settings.raw().data_len == 0)
            settings.data_len(model.data_len());
    return ensemble<Real>::sample(settings, start, model);
}

} // namespace SGMCMC_MODE
} // namespace sgmcmc

#endif
