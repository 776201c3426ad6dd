// A program without exceptions, run-time types, a heap or the C++ library, as on a small device: tests/cpp.rs links it
// with the C linker. Chains in static memory, failures as results, a model that stops with a code.
#include <cstdint>

#include "check.hpp"

namespace {

alignas(64) std::byte room[2][1 << 13];
alignas(64) std::byte rng_room[1 << 10];

// x_i ~ N(theta, 1) by a table, until its calls are used up.
template <class Real> struct table_model {
    Real table[8] = {1, 2, 3, 4, 1, 2, 3, 4};
    int calls_left = 1000;

    sgmcmc::answer log_likelihood(sgmcmc::span<const Real> theta, sgmcmc::batch batch, sgmcmc::span<Real> gradient)
    {
        if (calls_left-- == 0)
            return sgmcmc::stop(-5);
        Real sum = 0, squares = 0;
        for (const std::uint32_t i : batch) {
            const Real residual = table[i] - theta[0];
            sum += residual;
            squares += residual * residual;
        }
        if (!gradient.empty())
            gradient[0] = sum / static_cast<Real>(batch.size());
        return static_cast<double>(-squares / static_cast<Real>(2 * batch.size()));
    }
};

template <class Real> void sample()
{
    const auto settings = sgmcmc::settings().data_len(8).batch_len(2).step_size(0.01).moments(SGMCMC_MOMENTS_PLAIN);
    const Real start[1] = {0};
    table_model<Real> model;

    auto refused = sgmcmc::chain<Real>::make_in({room[0], 64}, settings, start);
    CHECK(!refused && refused.error().status() == SGMCMC_ERROR_MEMORY_TOO_SMALL);
    auto made = sgmcmc::chain<Real>::make_in(room[0], settings, start);
    if (!made) {
        failures++;
        return;
    }
    sgmcmc::chain<Real> chain = std::move(*made);
    const sgmcmc::result<sgmcmc_step> step = chain.step(model);
    CHECK(step && step->index == 0 && step.error().status() == SGMCMC_OK);
    // A run that a model stops, at the step after so many; then it goes on as if nothing had been.
    auto undisturbed = chain.clone_in(room[1]);
    model.calls_left = 10;
    const auto stopped = chain.run(100, model);
    CHECK(!stopped && stopped.error().status() == SGMCMC_ERROR_STOPPED && stopped.error().code() == -5);
    CHECK(chain.statistics()->step_count == 11);
    model.calls_left = 1000;
    CHECK(undisturbed && undisturbed->run(10, model) && same_bytes(chain, *undisturbed));
    // One that an observer stops is no failure.
    const auto seen = chain.run(100, model, [](sgmcmc::draw<Real> draw) {
        return draw->step == 20 ? sgmcmc::stop(3) : sgmcmc::answer();
    });
    CHECK(seen && *seen == 3 && chain.statistics()->step_count == 21);
    Real theta[1] = {0};
    double mean[1] = {0}, variance[1] = {0};
    CHECK(chain.theta(theta) && chain.moments(mean, variance) && mean[0] > 0.0 && theta[0] != 0);

    auto rng = sgmcmc::rng::make_in(rng_room, 1, 0);
    CHECK(rng && rng->normals(theta) && rng->bounded(5) && !rng->bounded(0));
}

} // namespace

int main()
{
    sample<float>();
    sample<double>();
    return failures != 0;
}
