// Eight chains on eight threads over one const data set, with one settings object and one model for all: the same bytes
// as one after another. With an argument, what breaks the rule, which ThreadSanitizer must find: "model", a model that
// writes what threads share; "chain", one chain on two threads.
#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "check.hpp"

namespace {

constexpr std::size_t dim = 4, data_len = 1000, chain_count = 8;
constexpr std::uint64_t step_count = 300;

std::uint64_t shared_calls = 0; // written with "model" only

// Linear regression on one point in every coordinate; only reads.
template <class Real> struct shared_model {
    const std::vector<Real> &x;
    bool counts;

    double log_likelihood(sgmcmc::span<const Real> theta, sgmcmc::batch batch, sgmcmc::span<Real> gradient) const
    {
        if (counts)
            shared_calls++;
        double sum = 0.0;
        for (const std::uint32_t i : batch)
            for (std::size_t j = 0; j < dim; j++) {
                const Real residual = x[dim * i + j] - theta[j];
                sum -= 0.5 * static_cast<double>(residual * residual);
                if (!gradient.empty())
                    gradient[j] += residual / static_cast<Real>(batch.size());
            }
        return sum / static_cast<double>(batch.size());
    }
};

template <class Real> using chains = std::vector<sgmcmc::chain<Real>>;

// One kind of chain after another, so that every kind of access to shared memory is made by all threads at once.
std::vector<sgmcmc::settings> kinds(const std::vector<double> &numbers)
{
    auto plain = sgmcmc::settings().seed(5).data_len(data_len).batch_len(20).step_size(1e-4);
    plain.prior(SGMCMC_PRIOR_GAUSSIAN_VECTOR).prior_means(numbers).prior_precisions(numbers);
    plain.moments(SGMCMC_MOMENTS_BOTH);
    const auto diagonal = sgmcmc::rule::langevin(SGMCMC_DRIFT_ADAM, SGMCMC_PRECONDITIONER_DIAGONAL);
    return {
        sgmcmc::settings(plain).rule(sgmcmc::rule(diagonal).preconditioner_values(numbers)),
        sgmcmc::settings(plain)
            .rule(sgmcmc::rule(SGMCMC_RULE_SGNHT).splitting(SGMCMC_SPLITTING_SYMMETRIC))
            .step_size(sgmcmc::schedule(SGMCMC_SCHEDULE_CYCLICAL).cycle_len(50).exploration(0.2)),
        sgmcmc::settings(plain).estimator(SGMCMC_ESTIMATOR_SVRG).estimator_interval(10).chunk_len(300),
        sgmcmc::settings(plain).sampler(SGMCMC_SAMPLER_METROPOLIS_HASTINGS).likelihood_scale(10).step_size(0.02),
    };
}

template <class Real> chains<Real> make(const sgmcmc::settings &settings)
{
    chains<Real> made;
    for (std::uint32_t i = 0; i < chain_count; i++)
        made.push_back(
            sgmcmc::chain<Real>::make(sgmcmc::settings(settings).chain_index(i), std::vector<Real>(dim)));
    return made;
}

template <class Real> void equal_bytes(const sgmcmc::settings &settings, const shared_model<Real> &model)
{
    chains<Real> parallel = make<Real>(settings), serial = make<Real>(settings);
    std::atomic<std::size_t> waiting{chain_count};
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < chain_count; i++)
        threads.emplace_back([&, i] {
            waiting--;
            while (waiting > 0) // all at once
                std::this_thread::yield();
            parallel[i].run(step_count, model);
            // A chain that is made, moved and destroyed on a thread, too.
            auto clone = parallel[i].clone();
            auto fresh = sgmcmc::chain<Real>::make(settings, std::vector<Real>(dim));
            fresh = std::move(clone);
        });
    for (std::thread &thread : threads)
        thread.join();
    for (std::size_t i = 0; i < chain_count; i++) {
        serial[i].run(step_count, model);
        CHECK(same_bytes(parallel[i], serial[i]));
        CHECK(i == 0 || !same_bytes(parallel[i], parallel[i - 1]));
    }
}

template <class Real> std::vector<Real> draw_data()
{
    std::vector<Real> x(dim * data_len);
    sgmcmc::rng::make(5, 100).normals(x);
    return x;
}

template <class Real> void all()
{
    const std::vector<Real> x = draw_data<Real>();
    const std::vector<double> numbers(dim, 1.0);
    for (const sgmcmc::settings &settings : kinds(numbers))
        equal_bytes<Real>(settings, {x, false});
}

// Two threads take turns, without anything that would order the turns: a relaxed number says whose it is. They share a
// model that writes, or a chain.
void break_the_rule(bool share_chain)
{
    const std::vector<double> x = draw_data<double>(), numbers(dim, 1.0);
    const shared_model<double> model{x, !share_chain};
    chains<double> made = make<double>(kinds(numbers)[0]);
    std::atomic<int> turn{0};
    const auto take_turns = [&](int own) {
        for (int round = 0; round < 10; round++) {
            while (turn.load(std::memory_order_relaxed) != own)
                std::this_thread::yield();
            made[share_chain ? 0 : static_cast<std::size_t>(own)].step(model);
            turn.store(1 - own, std::memory_order_relaxed);
        }
    };
    std::thread other(take_turns, 1);
    take_turns(0);
    other.join();
}

} // namespace

int main(int argc, char **argv)
{
    if (argc > 1) {
        break_the_rule(std::string(argv[1]) == "chain");
    } else {
        all<float>();
        all<double>();
    }
    return failures != 0;
}
