// A model by automatic differentiation, with Eigen's AutoDiff (libeigen3-dev): its author writes a log density of values
// y, and the library's transforms make theirs of theta. A chain of it has the bits of one with the gradient by hand.
//
// Build and run, in the repository's folder:
//     cargo build --release -p sgmcmc-ffi
//     c++ -std=c++17 -O2 -ffp-contract=off -isystem /usr/include/eigen3 -Iinclude examples/cpp/autodiff.cpp target/release/libsgmcmc.a
//     ./a.out
#include <array>
#include <cinttypes>
#include <cstdio>
#include <vector>

#include <Eigen/Core>
#include <unsupported/Eigen/AutoDiff>

#include "sgmcmc.hpp"

namespace {

using view = sgmcmc::span<const double>;

// Of a log density as a template over the type of its numbers, value and slopes.
template <std::size_t len, class Density> double differentiate(const Density &density, view y, sgmcmc::span<double> slopes)
{
    using number = Eigen::AutoDiffScalar<Eigen::Matrix<double, static_cast<int>(len), 1>>;
    std::array<number, len> at;
    for (std::size_t i = 0; i < len; i++)
        at[i] = number(y[i], static_cast<int>(len), static_cast<int>(i));
    const number value = density(at);
    for (std::size_t i = 0; i < len; i++)
        slopes[i] = value.derivatives()[static_cast<int>(i)];
    return value.value();
}

// The whole adapter: a model of ranges of theta, from a log density of their values.
template <std::size_t len, class Gradient> class constrained_model {
  public:
    constrained_model(Gradient gradient, std::vector<sgmcmc_transform> transforms)
        : gradient_(gradient), transforms_(std::move(transforms))
    {
    }
    double operator()(view theta, sgmcmc::batch, sgmcmc::span<double> gradient) const
    {
        std::array<double, len> y, slopes;
        const double log_jacobian = sgmcmc::constrain(y, theta, transforms_);
        const double value = gradient_(y, slopes) + log_jacobian;
        if (!gradient.empty())
            sgmcmc::pull_back(gradient, theta, slopes, transforms_, 1.0);
        return value;
    }

  private:
    Gradient gradient_;
    std::vector<sgmcmc_transform> transforms_;
};

// The library's logarithm has the same bits on every machine.
double ln(double x) { return sgmcmc::ln(x); }
template <class Derivatives> auto ln(const Eigen::AutoDiffScalar<Derivatives> &x)
{
    return Eigen::AutoDiffScalar<Derivatives>(sgmcmc::ln(x.value()), x.derivatives() * (1.0 / x.value()));
}

// x_i ~ N(mu, 1/tau), mu and tau > 0 flat.
struct normal {
    std::vector<double> x;

    template <class Number> Number operator()(const std::array<Number, 2> &y) const
    {
        const auto &[mu, tau] = y;
        Number squares(0.0);
        for (const double x_i : x) {
            const Number residual = x_i - mu;
            squares += residual * residual;
        }
        return 0.5 * static_cast<double>(x.size()) * ln(tau) - 0.5 * tau * squares;
    }
};

// Prints means over a chain; gives the fingerprint of its draws.
template <class Gradient> std::uint64_t sample(const char *name, Gradient gradient)
{
    const constrained_model<2, Gradient> model(gradient, {sgmcmc::transform::positive(1, 1)});
    auto settings = sgmcmc::settings().data_len(1).batch(SGMCMC_BATCH_ALL).proposal(SGMCMC_PROPOSAL_HMC);
    settings.sampler(SGMCMC_SAMPLER_METROPOLIS_HASTINGS).leapfrog_count(8).step_size(0.04).likelihood_scale(1.0);
    auto chain = sgmcmc::chain<double>::make(settings, std::vector{0.0, 0.0});
    chain.run(500, model);
    std::vector<double> draws;
    chain.run(20'000, model, [&](const sgmcmc::draw<double> &draw) {
        draws.insert(draws.end(), draw.theta().begin(), draw.theta().end());
    });
    double mu = 0.0, tau = 0.0;
    for (std::size_t i = 0; i < draws.size(); i += 2) {
        mu += draws[i] / 20'000;
        tau += sgmcmc::exp(draws[i + 1]) / 20'000;
    }
    const std::uint64_t fingerprint = sgmcmc::fingerprint(draws);
    std::printf("%-14s mu %.4f  tau %.4f  fingerprint %016" PRIx64 "\n", name, mu, tau, fingerprint);
    return fingerprint;
}

} // namespace

int main()
{
    normal density;
    for (int i = 0; i < 100; i++)
        density.x.push_back(2.0 + i % 7 / 10.0);
    const std::uint64_t automatic = sample("differentiated", [&](view y, sgmcmc::span<double> slopes) {
        return differentiate<2>(density, y, slopes);
    });
    const std::uint64_t by_hand = sample("by hand", [&](view y, sgmcmc::span<double> slopes) {
        double sum = 0.0, squares = 0.0;
        for (const double x : density.x) {
            sum += x - y[0];
            squares += (x - y[0]) * (x - y[0]);
        }
        const double half = 0.5 * static_cast<double>(density.x.size());
        slopes[0] = y[1] * sum;
        slopes[1] = half * (1.0 / y[1]) - 0.5 * squares;
        return half * ln(y[1]) - 0.5 * y[1] * squares;
    });
    return automatic == by_hand ? 0 : 1;
}
