// What the threads of an ensemble have of their own.

#ifndef SGMCMC_WORKER_HPP
#define SGMCMC_WORKER_HPP

#include <atomic>
#include <cstdint>
#include <thread>

#include "../sgmcmc.h"
#include "host.hpp"
#include "outcome.hpp"
#include "precision.hpp"

namespace sgmcmc {
inline namespace SGMCMC_MODE {
namespace detail {

// Stops all unless it is dismissed: where a thread cannot be started.
class stopping {
  public:
    explicit stopping(std::atomic<bool> &stops) noexcept : stops_(&stops) {}
    stopping(const stopping &) = delete;
    stopping &operator=(const stopping &) = delete;
    ~stopping()
    {
        if (stops_ != nullptr)
            *stops_ = true;
    }
    void dismiss() noexcept { stops_ = nullptr; }

  private:
    std::atomic<bool> *stops_;
};

// What a thread has of its own: a copy of the model, and how its chain fared.
template <class Real, class Model> struct worker {
    explicit worker(const Model &given) : model(given), callbacks(model, none), c_model(callbacks.c()) {}
    ~worker()
    {
        if (thread.joinable()) // where another could not be started
            thread.join();
    }

    Model model;
    no_observer none;
    host<Real, Model> callbacks;
    typename precision<Real>::model c_model;
    sgmcmc_status status = SGMCMC_OK;
    std::int32_t code = 0;
    std::thread thread;
};

} // namespace detail

} // namespace SGMCMC_MODE
} // namespace sgmcmc

#endif
