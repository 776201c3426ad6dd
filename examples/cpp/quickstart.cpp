// Minibatch Metropolis-Hastings on a mixture of two normals: the same chains as examples/quickstart.rs and
// examples/c/quickstart.c, to the last bit of every draw.
// usage: quickstart [STEPS]
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "sgmcmc.hpp"

extern "C" {
#include "mixture.h" // the model, which is written in C
}

namespace {

constexpr std::uint32_t data_len = 100'000;
constexpr std::uint64_t default_steps = 100'000, seed = 1;

// One generator a purpose: chains of one seed and different indices never overlap.
enum : std::uint32_t { chain_data, chain_random_walk, chain_rsgld };

// The C model as an object: it owns the data, and has the members that sgmcmc::chain looks for.
class mixture_model {
  public:
    explicit mixture_model(sgmcmc::rng rng)
    {
        if (mixture_draw_data(&c_, data_len, rng.handle()) != 0)
            throw std::bad_alloc();
        points_.reset(c_.x);
    }

    sgmcmc::answer log_likelihood(sgmcmc::span<const double> theta, sgmcmc::batch batch, sgmcmc::span<double> gradient)
    {
        double value = 0.0;
        const std::int32_t code = mixture_log_likelihood(&c_, &value, gradient.data(), theta.data(), theta.size(),
                                                         batch.data(), batch.size());
        return code == 0 ? value : sgmcmc::stop(code);
    }

    sgmcmc::answer log_prior(sgmcmc::span<const double> theta, sgmcmc::span<double> gradient)
    {
        double value = 0.0;
        const std::int32_t code = mixture_log_prior(&c_, &value, gradient.data(), theta.data(), theta.size());
        return code == 0 ? value : sgmcmc::stop(code);
    }

  private:
    struct free_memory {
        void operator()(double *memory) const { std::free(memory); }
    };
    mixture c_{};
    std::unique_ptr<double, free_memory> points_;
};

// What both chains share: n, m, c_n and the prior.
sgmcmc::settings common_settings()
{
    return sgmcmc::settings()
        .seed(seed)
        .data_len(data_len)
        .batch_len(1000)
        .sampler(SGMCMC_SAMPLER_METROPOLIS_HASTINGS)
        .likelihood_scale(20.0) // samples the posterior at temperature n / c_n = 5000
        .prior(SGMCMC_PRIOR_CALLBACK)
        .moments(SGMCMC_MOMENTS_PLAIN);
}

double ratio(std::uint64_t part, std::uint64_t whole)
{
    return static_cast<double>(part) / static_cast<double>(whole);
}

void run_and_print(const char *name, const sgmcmc::settings &settings, std::uint64_t step_count, mixture_model &model)
{
    auto chain = sgmcmc::chain<double>::make(settings, std::vector<double>(MIXTURE_DIM));
    int side = 0;
    std::uint64_t crossings = 0;
    chain.run(step_count, model, [&](sgmcmc::draw<double> draw) {
        const double theta2 = draw.theta()[1];
        const int now = theta2 > MIXTURE_HALF_WAY ? 1 : theta2 < -MIXTURE_HALF_WAY ? -1 : side;
        crossings += side != 0 && now != side;
        side = now;
    });

    const sgmcmc_chain_statistics statistics = chain.statistics();
    const auto [mean, variance] = chain.moments();
    std::vector<double> result = chain.theta();
    result.insert(result.end(), mean.begin(), mean.end());
    result.insert(result.end(), variance.begin(), variance.end());

    std::printf("%s\n", name);
    std::printf("  acceptance   %.6f", ratio(statistics.accepted_count, statistics.step_count));
    if (statistics.backward_count > 0)
        std::printf(", forward %.6f, backward %.6f", ratio(statistics.forward_accepted_count, statistics.forward_count),
                    ratio(statistics.backward_accepted_count, statistics.backward_count));
    std::printf("\n");
    for (unsigned i = 0; i < mean.size(); i++)
        std::printf("  theta%u       mean %.6f, deviation %.6f\n", i + 1, mean[i], std::sqrt(variance[i]));
    std::printf("  crossings    %" PRIu64 "\n", crossings);
    std::printf("  fingerprint  %016" PRIx64 "\n", sgmcmc::fingerprint(result));
}

// 0 where the argument is no number of steps.
std::uint64_t steps(const std::string &argument)
{
    char *end = nullptr;
    const long count = std::strtol(argument.c_str(), &end, 10);
    const bool usable = *end == '\0' && count >= 1 && count <= 100 * static_cast<long>(default_steps);
    return usable ? static_cast<std::uint64_t>(count) : 0;
}

} // namespace

int main(int argc, char **argv)
{
    const std::uint64_t step_count = argc > 1 ? steps(argv[1]) : default_steps;
    if (argc > 2 || step_count == 0) {
        std::fprintf(stderr, "usage: quickstart [STEPS]   from 1 to %" PRIu64 "\n", 100 * default_steps);
        return 2;
    }
    try {
        mixture_model model(sgmcmc::rng::make(seed, chain_data));
        const auto walk = common_settings()
                              .chain_index(chain_random_walk)
                              .proposal(SGMCMC_PROPOSAL_RANDOM_WALK)
                              .step_size(1.0);
        run_and_print("random walk", walk, step_count, model);
        const auto rsgld = common_settings()
                               .chain_index(chain_rsgld)
                               .proposal(SGMCMC_PROPOSAL_RSGLD)
                               .noise(SGMCMC_NOISE_LANGEVIN)
                               .step_size(3.0)
                               .beta(2.0);
        run_and_print("reversible SGLD", rsgld, step_count, model);
    } catch (const std::exception &error) {
        std::fprintf(stderr, "quickstart: %s\n", error.what());
        return 1;
    }
    return 0;
}
