// Four chains on four threads over one const data set: Bayesian logistic regression by SVRG-LD, the moments of the
// chains combined, and what they say about each other. Prints the same numbers however the threads are scheduled.
// usage: threads
#include <array>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <exception>
#include <thread>
#include <vector>

#include "sgmcmc.hpp"

namespace {

constexpr std::size_t dim = 4, chain_count = 4;
constexpr std::uint32_t data_len = 10'000, batch_len = 200;
constexpr std::uint64_t step_count = 20'000, seed = 1;

struct data_set {
    std::vector<double> x; // data_len rows of dim numbers, the first of which is 1
    std::vector<double> y; // 1 or -1
};

// y = 1 with probability 1 / (1 + exp(-x.theta)) at theta = (0.5, -1, 1, 0).
data_set draw_data()
{
    constexpr std::array<double, dim> theta = {0.5, -1.0, 1.0, 0.0};
    auto rng = sgmcmc::rng::make(seed, chain_count); // an index that is no chain's
    data_set data{std::vector<double>(dim * data_len), std::vector<double>(data_len)};
    rng.normals(data.x);
    rng.uniforms(data.y);
    for (std::size_t i = 0; i < data_len; i++) {
        double *const row = &data.x[dim * i];
        row[0] = 1.0;
        double sum = 0.0;
        for (std::size_t j = 0; j < dim; j++)
            sum += row[j] * theta[j];
        data.y[i] = data.y[i] * (1.0 + sgmcmc::exp(-sum)) < 1.0 ? 1.0 : -1.0;
    }
    return data;
}

// log p(y | x, theta) = -ln(1 + exp(-y x.theta)). The data are shared and only read; the working memory is each
// thread's own.
class logistic_model {
  public:
    explicit logistic_model(const data_set &data) : data_(data), weights_(data_len), logs_(data_len) {}

    double log_likelihood(sgmcmc::span<const double> theta, sgmcmc::batch batch, sgmcmc::span<double> gradient)
    {
        const sgmcmc::span<double> weights(weights_.data(), batch.size()), logs(logs_.data(), batch.size());
        for (std::size_t k = 0; k < batch.size(); k++) {
            const double *const row = &data_.x[dim * batch[k]];
            double sum = 0.0;
            for (std::size_t j = 0; j < dim; j++)
                sum += row[j] * theta[j];
            weights[k] = -data_.y[batch[k]] * sum;
        }
        // The library's functions have the same bits on every machine.
        sgmcmc::exp(weights, weights);
        for (std::size_t k = 0; k < batch.size(); k++)
            logs[k] = 1.0 + weights[k];
        const double size = static_cast<double>(batch.size());
        for (std::size_t k = 0; k < batch.size(); k++) {
            const double *const row = &data_.x[dim * batch[k]];
            const double share = data_.y[batch[k]] * weights[k] / logs[k];
            for (std::size_t j = 0; j < gradient.size(); j++)
                gradient[j] += share * row[j] / size;
        }
        sgmcmc::ln(logs, logs);
        double sum = 0.0;
        for (const double log : logs)
            sum -= log;
        return sum / size;
    }

  private:
    const data_set &data_;
    std::vector<double> weights_, logs_;
};

// The moments of a set of draws, and of two sets together (Chan, Golub and LeVeque 1983).
struct running {
    double count = 0.0, mean = 0.0, squares = 0.0; // squares: the sum of (theta - mean)^2

    void add(const running &other)
    {
        const double total = count + other.count, apart = other.mean - mean;
        squares += other.squares + apart * apart * count * other.count / total;
        mean += apart * other.count / total;
        count = total;
    }
};

sgmcmc::settings settings_of(std::uint32_t chain_index)
{
    return sgmcmc::settings()
        .seed(seed)
        .chain_index(chain_index)
        .data_len(data_len)
        .batch_len(batch_len)
        .step_size(5e-5)
        .estimator(SGMCMC_ESTIMATOR_SVRG)
        .estimator_interval(data_len / batch_len)
        .prior(SGMCMC_PRIOR_GAUSSIAN)
        .burn_in(2000)
        .moments(SGMCMC_MOMENTS_PLAIN);
}

// A chain from a start of its own, far from the others'.
sgmcmc::chain<double> run(std::uint32_t chain_index, const data_set &data)
{
    std::array<double, dim> start;
    sgmcmc::rng::make(seed, chain_count + 1 + chain_index).normals(start);
    auto chain = sgmcmc::chain<double>::make(settings_of(chain_index), start);
    chain.run(step_count, logistic_model(data));
    return chain;
}

// What a thread left: a chain, or what was thrown.
struct finished {
    std::vector<sgmcmc::chain<double>> chain;
    std::exception_ptr thrown;
};

std::vector<sgmcmc::chain<double>> run_all(const data_set &data)
{
    std::array<finished, chain_count> all;
    std::vector<std::thread> threads;
    for (std::uint32_t i = 0; i < chain_count; i++)
        threads.emplace_back([&data, &own = all[i], i] {
            try {
                own.chain.push_back(run(i, data));
            } catch (...) {
                own.thrown = std::current_exception();
            }
        });
    for (std::thread &thread : threads)
        thread.join();
    std::vector<sgmcmc::chain<double>> chains;
    for (finished &one : all) {
        if (one.thrown)
            std::rethrow_exception(one.thrown);
        chains.push_back(std::move(one.chain.front()));
    }
    return chains;
}

// The variance within chains, that of their means, and R-hat, which is near 1 when the chains agree (Gelman and Rubin
// 1992).
void print(const std::vector<sgmcmc::chain<double>> &chains)
{
    std::vector<double> result;
    std::printf("             combined              standard deviation of one chain's\n");
    std::printf("parameter    mean      deviation   draws     mean      R-hat\n");
    for (std::size_t j = 0; j < dim; j++) {
        running combined;
        double within = 0.0;
        running means;
        for (const auto &chain : chains) {
            const auto [mean, variance] = chain.moments();
            const double count = static_cast<double>(chain.statistics().kept_count);
            combined.add({count, mean[j], count * variance[j]});
            within += count * variance[j] / (count - 1.0) / static_cast<double>(chains.size());
            means.add({1.0, mean[j], 0.0});
        }
        const double draws = combined.count / means.count;
        const double between = means.squares / (means.count - 1.0); // the variance of a chain's mean
        const double total = within * (draws - 1.0) / draws + between;
        const double deviation = std::sqrt(combined.squares / (combined.count - 1.0));
        std::printf("theta%zu     %9.6f   %.6f    %.6f  %.6f  %.4f\n", j, combined.mean, deviation, std::sqrt(within),
                    std::sqrt(between), std::sqrt(total / within));
        result.insert(result.end(), {combined.mean, deviation, within, between});
    }
    std::printf("fingerprint  %016" PRIx64 "\n", sgmcmc::fingerprint(result));
}

} // namespace

int main()
{
    try {
        const data_set data = draw_data();
        print(run_all(data));
    } catch (const std::exception &error) {
        std::fprintf(stderr, "threads: %s\n", error.what());
        return 1;
    }
    return 0;
}
