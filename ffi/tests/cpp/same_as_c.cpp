// The same chains through C and through C++: what callbacks are given and what they answer goes where it does in C, to
// the last byte of the chain. In both precisions.
#include <cstdint>
#include <vector>

#include "check.hpp"

namespace {

constexpr std::size_t dim = 3;
constexpr std::uint32_t data_len = 20, batch_len = 6;

// Every callback's arithmetic, on bare pointers: nothing in it is symmetric, so that nothing can be exchanged unseen.
template <class Real> struct arithmetic {
    static double log_likelihood(const Real *theta, std::size_t len, const std::uint32_t *batch, std::size_t batch_size,
                                 Real *gradient)
    {
        double sum = 0.0;
        for (std::size_t k = 0; k < batch_size; k++) {
            const auto x = static_cast<Real>(batch == nullptr ? k : batch[k]);
            for (std::size_t j = 0; j < len; j++) {
                const Real residual = x / 10 - static_cast<Real>(j + 1) * theta[j];
                sum -= 0.5 * static_cast<double>(residual * residual);
                if (gradient != nullptr)
                    gradient[j] += static_cast<Real>(j + 1) * residual / static_cast<Real>(batch_size);
            }
        }
        return sum / static_cast<double>(batch_size);
    }
    static double log_prior(const Real *theta, std::size_t len, Real *gradient)
    {
        if (gradient != nullptr)
            gradient[len - 1] = -theta[len - 1];
        return -0.5 * static_cast<double>(theta[len - 1] * theta[len - 1]);
    }
    static void metric(const Real *theta, std::size_t len, Real *metric, std::size_t metric_len, Real *gamma)
    {
        const std::size_t rows = metric_len / len; // 1 for a diagonal
        for (std::size_t j = 0; j < len; j++) {
            metric[rows == 1 ? j : j * len + j] = 1 / (1 + theta[j] * theta[j]);
            gamma[j] = static_cast<Real>(j) / 4;
        }
        if (rows > 1)
            metric[len] = Real(0.25); // L_10
    }
    static void diffusion(const Real *theta, std::size_t len, const Real *gradient, const Real *normals,
                          double temperature, Real *drift, Real *noise)
    {
        for (std::size_t j = 0; j < len; j++) {
            drift[j] = gradient[j] / 2 + static_cast<Real>(temperature) * theta[j];
            noise[j] = normals[j] * Real(0.75);
        }
    }
    static double step_size(std::uint64_t k) { return 0.002 / static_cast<double>(2 + k); }
    static double temperature(std::uint64_t k) { return 1.0 / static_cast<double>(1 + k); }
};

template <class Real> struct cpp_model {
    using a = arithmetic<Real>;
    double log_likelihood(sgmcmc::span<const Real> theta, sgmcmc::batch batch, sgmcmc::span<Real> gradient) const
    {
        return a::log_likelihood(theta.data(), theta.size(), batch.data(), batch.size(), gradient.data());
    }
    double log_prior(sgmcmc::span<const Real> theta, sgmcmc::span<Real> gradient) const
    {
        return a::log_prior(theta.data(), theta.size(), gradient.data());
    }
    void metric(sgmcmc::span<const Real> theta, sgmcmc::span<Real> metric, sgmcmc::span<Real> gamma) const
    {
        CHECK(gamma.size() == dim && (metric.size() == dim || metric.size() == dim * dim));
        a::metric(theta.data(), theta.size(), metric.data(), metric.size(), gamma.data());
    }
    void diffusion(sgmcmc::span<const Real> theta, sgmcmc::span<const Real> gradient, sgmcmc::span<const Real> normals,
                   double temperature, sgmcmc::span<Real> drift, sgmcmc::span<Real> noise) const
    {
        CHECK(gradient.size() == dim && normals.size() == dim && drift.size() == dim && noise.size() == dim);
        a::diffusion(theta.data(), theta.size(), gradient.data(), normals.data(), temperature, drift.data(),
                     noise.data());
    }
    double step_size(std::uint64_t k) const { return a::step_size(k); }
    double temperature(std::uint64_t k) const { return a::temperature(k); }
};

template <class Real> typename sgmcmc::detail::precision<Real>::model c_model()
{
    using a = arithmetic<Real>;
    typename sgmcmc::detail::precision<Real>::model model{};
    model.struct_size = sizeof model;
    model.log_likelihood = [](void *, double *value, Real *gradient, const Real *theta, std::size_t len,
                              const std::uint32_t *batch, std::size_t batch_size) -> std::int32_t {
        *value = a::log_likelihood(theta, len, batch, batch_size, gradient);
        return 0;
    };
    model.log_prior = [](void *, double *value, Real *gradient, const Real *theta, std::size_t len) -> std::int32_t {
        *value = a::log_prior(theta, len, gradient);
        return 0;
    };
    model.metric = [](void *, Real *metric, std::size_t metric_len, Real *gamma, const Real *theta,
                      std::size_t len) -> std::int32_t {
        a::metric(theta, len, metric, metric_len, gamma);
        return 0;
    };
    model.diffusion = [](void *, Real *drift, Real *noise, const Real *theta, const Real *gradient, const Real *normals,
                         std::size_t len, double temperature) -> std::int32_t {
        a::diffusion(theta, len, gradient, normals, temperature, drift, noise);
        return 0;
    };
    model.step_size = [](void *, double *value, std::uint64_t k) -> std::int32_t {
        *value = a::step_size(k);
        return 0;
    };
    model.temperature = [](void *, double *value, std::uint64_t k) -> std::int32_t {
        *value = a::temperature(k);
        return 0;
    };
    return model;
}

std::vector<sgmcmc::settings> kinds()
{
    using sgmcmc::rule;
    const auto plain = [] {
        auto settings = sgmcmc::settings().seed(9).data_len(data_len).batch_len(batch_len).step_size(0.001);
        return settings.prior(SGMCMC_PRIOR_CALLBACK).moments(SGMCMC_MOMENTS_BOTH).burn_in(3).thinning(2);
    };
    const sgmcmc::schedule callback(SGMCMC_SCHEDULE_CALLBACK);
    return {
        plain(),
        plain().batch(SGMCMC_BATCH_ALL).batch_len(0).chunk_len(7),
        plain().rule(rule::langevin(SGMCMC_DRIFT_ADAM, SGMCMC_PRECONDITIONER_POSITION_DEPENDENT)),
        plain().rule(rule::langevin(SGMCMC_DRIFT_NONE, SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE)),
        plain().rule(rule(SGMCMC_RULE_RECIPE)),
        plain().step_size(0.0).step_size(callback),
        plain().temperature(callback),
        plain().sampler(SGMCMC_SAMPLER_METROPOLIS_HASTINGS).likelihood_scale(3).beta(1.5).step_size(0.1),
    };
}

template <class Real> void same(const sgmcmc::settings &settings)
{
    using c = sgmcmc::detail::precision<Real>;
    const Real start[dim] = {Real(-0.5), Real(0.25), Real(1)};
    auto through_c = got(sgmcmc::chain<Real>::make(settings, start));
    auto through_cpp = got(through_c.clone());
    const auto model = c_model<Real>();
    for (int i = 0; i < 20; i++) {
        sgmcmc_step step{};
        step.struct_size = sizeof step;
        CHECK(c::chain_step(through_c.handle(), &step, nullptr, nullptr, 0, &model) == SGMCMC_OK);
        const sgmcmc_step cpp_step = got(through_cpp.step(cpp_model<Real>()));
        CHECK(std::memcmp(&step, &cpp_step, sizeof step) == 0);
    }
    CHECK(same_bytes(through_c, through_cpp));
    CHECK(got(through_cpp.theta())[0] != start[0]);
    // Draw by draw, and with the numbers that are beside theta.
    std::vector<double> c_draws, cpp_draws;
    const auto keep = [](void *user, const typename c::draw *draw) -> std::int32_t {
        auto &draws = *static_cast<std::vector<double> *>(user);
        draws.insert(draws.end(), draw->theta, draw->theta + draw->dim);
        draws.push_back(draw->noise_norm);
        return 0;
    };
    CHECK(c::chain_run(through_c.handle(), nullptr, 20, &model, keep, &c_draws) == SGMCMC_OK);
    CHECK(got(through_cpp.run(20, cpp_model<Real>(), [&](const sgmcmc::draw<Real> &draw) {
              cpp_draws.insert(cpp_draws.end(), draw.theta().begin(), draw.theta().end());
              cpp_draws.push_back(draw->noise_norm);
          })) == 0);
    CHECK(c_draws == cpp_draws && c_draws.size() == 10 * (dim + 1));
    CHECK(same_bytes(through_c, through_cpp));
}

} // namespace

int main()
{
    for (const sgmcmc::settings &settings : kinds()) {
        same<float>(settings);
        same<double>(settings);
    }
    return failures != 0;
}
