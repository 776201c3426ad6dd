// sgmcmc for C++17 and later: owned memory, spans, lambdas as models and observers, exceptions; over sgmcmc.h alone.
//
//     auto model = [&](auto theta, auto batch, auto gradient) { return ...; };
//     std::cout << sgmcmc::sample(model, std::vector{0.0}, sgmcmc::ensemble_settings().data_len(1000));
//
//     auto settings = sgmcmc::settings().data_len(1000).batch_len(50).step_size(2e-5);
//     auto chain = sgmcmc::chain<double>::make(settings, std::vector{0.0});
//     chain.run(20'000, model);
//
// Header only: link the C library. What a setting, a field or a status means stands in sgmcmc.h, under the same name
// with sgmcmc_ before it; its enumerators, and its structs for what a step did and for statistics, are used as they
// are. Every C function has its counterpart here, and none is out of reach: handle() and raw() give the C objects.
//
// With and without exceptions. What can fail returns an outcome<T>.
//
// - With exceptions, outcome<T> is T itself, and a failure is thrown: as sgmcmc::error, which has the status; as
//   std::bad_alloc where make, clone, restore or a vector gets no memory; or as what a callback threw.
// - Under -fno-exceptions, or with SGMCMC_EXCEPTIONS defined as 0, outcome<T> is result<T>: a T or an error, like
//   std::expected. It is [[nodiscard]]; *result and result-> abort where there is no T. Memory that is not there is
//   SGMCMC_ERROR_MEMORY_TOO_SMALL. Functions that return vectors are for programs whose allocator does not fail.
//
// So there is one set of functions, and one place, detail::conclude, that makes the one or the other of a status. The
// two have namespaces of their own, so that files of both kinds can be linked together, though not pass objects to each
// other. -fno-rtti is fine.
//
// Callbacks. What they may look like stands in sgmcmc/model.hpp. An exception that is thrown in one stops the call and
// comes out of it as it was, but for a transform's overflow in a density, which cannot be evaluated there. The chain is as it was before the failing step, to the last byte; for an observer, at the
// draw that it saw. A callback must not use the chain that calls it, which is SGMCMC_ERROR_IN_USE, nor destroy it, move
// it or assign to it; and it must return or throw: no longjmp, no thread that ends or is cancelled in it.
//
// Memory. make takes memory with the aligned operator new; make_in uses the caller's, and then nothing here allocates,
// or links an allocator, but for the threads of ensemble::run_on_threads. Steps and runs allocate nothing. A chain and a generator can be moved, which moves no byte of
// the object, and are copied by clone and clone_in only. One that was moved from answers SGMCMC_ERROR_NULL_POINTER.
//
// Threads. One chain or generator, one thread at a time; settings, rules, schedules and whatever a model only reads may
// be shared between threads. There are no locks and no globals. sample and ensemble::run_on_threads start threads, one for
// each chain of an ensemble, and join them before they return; nothing else does.

#ifndef SGMCMC_HPP
#define SGMCMC_HPP

#if __cplusplus < 201703L && (!defined(_MSVC_LANG) || _MSVC_LANG < 201703L)
#error "sgmcmc.hpp needs C++17"
#endif

#include "sgmcmc/chain.hpp"
#include "sgmcmc/checkpoint.hpp"
#include "sgmcmc/ensemble.hpp"
#include "sgmcmc/estimates.hpp"
#include "sgmcmc/functions.hpp"
#include "sgmcmc/health.hpp"
#include "sgmcmc/kernels.hpp"
#include "sgmcmc/model.hpp"
#include "sgmcmc/outcome.hpp"
#include "sgmcmc/parts.hpp"
#include "sgmcmc/pilot.hpp"
#include "sgmcmc/rng.hpp"
#include "sgmcmc/settings.hpp"
#include "sgmcmc/span.hpp"
#include "sgmcmc/stored.hpp"
#include "sgmcmc/transform.hpp"

#endif
