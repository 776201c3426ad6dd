// What sgmcmc.hpp adds to a step: the same chains through C and through C++, with a model that returns at once.
//
// Build and run, in the repository's folder:
//     cargo build --release -p sgmcmc-ffi
//     c++ -std=c++17 -O2 -ffp-contract=off -Iinclude benches/cpp/overhead.cpp target/release/libsgmcmc.a
//     ./a.out [rounds]
// 1000 rounds without an argument, about five seconds.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "sgmcmc.hpp"

namespace {

constexpr int steps = 1000;

double now_ns()
{
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

template <class Call> void keep_best(double &best, Call call)
{
    const double start = now_ns();
    call();
    best = std::min(best, (now_ns() - start) / steps);
}

std::int32_t c_model(void *, double *value, double *, const double *, std::size_t, const std::uint32_t *, std::size_t)
{
    *value = 0.0;
    return 0;
}

std::int32_t c_observer(void *user, const sgmcmc_draw_f64 *draw)
{
    *static_cast<double *>(user) += draw->theta[0];
    return 0;
}

void compare(const char *name, const sgmcmc::settings &settings, int rounds)
{
    const std::vector<double> start(5);
    auto chain = sgmcmc::chain<double>::make(settings, start);
    auto same = chain.clone();
    sgmcmc_model_f64 model{};
    model.struct_size = sizeof model;
    model.log_likelihood = c_model;
    const auto cpp_model = [](auto, auto, auto) { return 0.0; };
    double c_step = 1e9, cpp_step = 1e9, c_run = 1e9, cpp_run = 1e9, sum = 0.0, cpp_sum = 0.0;
    // Round by round, so that a disturbance of the machine meets all alike.
    for (int round = 0; round < rounds; round++) {
        keep_best(c_step, [&] {
            sgmcmc_step step{};
            step.struct_size = sizeof step;
            for (int i = 0; i < steps; i++)
                sgmcmc_chain_step_f64(chain.handle(), &step, nullptr, nullptr, 0, &model);
        });
        keep_best(cpp_step, [&] {
            for (int i = 0; i < steps; i++)
                same.step(cpp_model);
        });
        keep_best(c_run, [&] {
            sgmcmc_chain_run_f64(chain.handle(), nullptr, steps, &model, c_observer, &sum);
        });
        keep_best(cpp_run, [&] {
            same.run(steps, cpp_model, [&](const sgmcmc::draw<double> &draw) { cpp_sum += draw.theta()[0]; });
        });
    }
    std::printf("%-28s %8.1f %8.1f %8.1f   %8.1f %8.1f %8.1f   %s\n", name, c_step, cpp_step, cpp_step - c_step, c_run,
                cpp_run, cpp_run - c_run, sum == cpp_sum ? "same draws" : "OTHER DRAWS");
}

} // namespace

int main(int argc, char **argv)
{
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 1000;
    std::printf("ns a step, f64, 5 parameters, best of %d rounds of %d steps\n", rounds, steps);
    std::printf("%-28s %8s %8s %8s   %8s %8s %8s\n", "", "C step", "C++", "more", "C run", "C++", "more");
    auto sgld = sgmcmc::settings().data_len(10'000).batch_len(100).step_size(1e-4);
    compare("SGLD, without replacement", sgld, rounds);
    compare("SGLD, all data", sgld.batch(SGMCMC_BATCH_ALL).batch_len(0), rounds);
    auto rsgld = sgld.sampler(SGMCMC_SAMPLER_METROPOLIS_HASTINGS).likelihood_scale(100);
    compare("RSGLD, all data", rsgld, rounds);
    return 0;
}
