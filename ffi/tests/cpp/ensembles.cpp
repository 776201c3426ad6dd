// Ensembles: the bits of C's, whatever the threads; what they say; what a model throws, and answers; what is refused. With
// and without exceptions.
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "check.hpp"

namespace {

template <class T, class = void> struct has_draws : std::false_type {};
template <class T> struct has_draws<T, decltype(void(std::declval<T>().draws()))> : std::true_type {};
static_assert(has_draws<const sgmcmc::ensemble<double> &>::value, "of what stays");
static_assert(!has_draws<sgmcmc::ensemble<double>>::value, "not of a temporary, whose memory they are in");

constexpr std::size_t dim = 3, data_len = 40;

// x_i ~ N(theta, 1) with x_i = j + i / data_len in coordinate j. It writes into itself.
template <class Real> struct counting_model {
    std::uint64_t calls = 0;

    static std::uint64_t data_len() { return ::data_len; }

    double log_likelihood(sgmcmc::span<const Real> theta, sgmcmc::batch batch, sgmcmc::span<Real> gradient)
    {
        calls++;
        double sum = 0.0;
        for (const std::uint32_t i : batch)
            for (std::size_t j = 0; j < theta.size(); j++) {
                const Real residual = static_cast<Real>(j) + static_cast<Real>(i) / Real(::data_len) - theta[j];
                sum -= 0.5 * static_cast<double>(residual * residual);
                if (!gradient.empty())
                    gradient[j] += residual / static_cast<Real>(batch.size());
            }
        return sum / static_cast<double>(batch.size());
    }
};

template <class Real> struct unique_model : counting_model<Real> {
    unique_model() = default;
    unique_model(const unique_model &) = delete;
};

template <class Real> std::vector<Real> numbers(const sgmcmc::ensemble<Real> &ensemble)
{
    const auto draws = got(ensemble.draws());
    return {draws.numbers.begin(), draws.numbers.end()};
}

// A whole run in C, and C++'s model in it.
template <class Real> std::vector<Real> sampled_in_c(const sgmcmc_ensemble_settings &settings, const Real *theta)
{
    using c = sgmcmc::detail::precision<Real>;
    counting_model<Real> model;
    typename c::model c_model{};
    c_model.struct_size = sizeof c_model;
    c_model.user = &model;
    c_model.log_likelihood = [](void *user, double *value, Real *gradient, const Real *at, std::size_t len,
                                const std::uint32_t *batch, std::size_t batch_len) {
        const sgmcmc::span<Real> slope(gradient, gradient == nullptr ? 0 : len);
        *value = static_cast<counting_model<Real> *>(user)->log_likelihood({at, len}, {batch, batch_len}, slope);
        return std::int32_t(0);
    };
    std::size_t size = 0, draw_count = 0;
    CHECK(c::ensemble_size(&size, &settings, dim) == SGMCMC_OK);
    const auto memory = sgmcmc::detail::memory::take(size, sgmcmc_align());
    sgmcmc_ensemble *made = nullptr;
    CHECK(c::ensemble_init(&made, nullptr, memory.data(), size, &settings, theta, dim, &c_model) == SGMCMC_OK);
    CHECK(c::ensemble_run(made, nullptr, nullptr, &c_model) == SGMCMC_OK);
    const Real *draws = nullptr;
    CHECK(c::ensemble_draws(&draws, &draw_count, made) == SGMCMC_OK);
    return std::vector<Real>(draws, draws + settings.chain_count * draw_count * dim);
}

template <class Real> void same_bits()
{
    using ensemble = sgmcmc::ensemble<Real>;
    const std::array<Real, dim> theta = {Real(3), Real(-1), Real(0.5)};
    auto settings = sgmcmc::ensemble_settings().seed(5).data_len(data_len).chain_count(3).draw_count(200);
    settings.sample_size(250).prior(SGMCMC_PRIOR_GAUSSIAN).prior_precision(0.5);
    const std::vector<Real> expected = sampled_in_c(settings.raw(), theta.data());

    counting_model<Real> model;
    const ensemble on_threads = got(sgmcmc::sample(model, theta, settings));
    // It is asked where chains begin, and its copies are from there on.
    CHECK(numbers(on_threads) == expected && on_threads.converged() && model.calls < 100);
    unique_model<Real> unique;
    CHECK(numbers(got(sgmcmc::sample(unique, theta, settings))) == expected && unique.calls > 1000);

    std::vector<std::byte> room(got(ensemble::size(settings, dim)) + ensemble::align());
    void *start = room.data();
    std::size_t size = room.size();
    CHECK(std::align(ensemble::align(), size - ensemble::align(), start, size) != nullptr);
    ensemble lent = got(ensemble::make_in({static_cast<std::byte *>(start), size}, settings, theta, model));
    CHECK(lent.handle() == start && std::isnan(lent.state().r_hat) && lent.state().chain_count == 3);
    MUST(lent.run(model));
    CHECK(numbers(lent) == expected);

    ensemble pieces = got(ensemble::make(settings, theta, model));
    CHECK(status_of([&] { return pieces.draws(); }) == SGMCMC_ERROR_NOT_ESTIMATED);
    do
        for (std::uint32_t chain = 3; chain-- > 0;)
            while (!got(pieces.advance(chain, 29, model))) {
            }
    while (got(pieces.judge()).is_over == 0);
    CHECK(numbers(pieces) == expected);
    MUST(pieces.run_on_threads(model)); // is over
    ensemble moved = std::move(pieces);
    CHECK(numbers(moved) == expected && moved.converged() && pieces.handle() == nullptr);
    CHECK(status_of([&] { return pieces.draws(); }) == SGMCMC_ERROR_NULL_POINTER);
}

template <class Real> void results()
{
    const auto settings = sgmcmc::ensemble_settings().chain_count(2).draw_count(300);
    const auto result = got(sgmcmc::sample(counting_model<Real>(), std::vector<Real>(dim), settings));
    const auto draws = got(result.draws());
    CHECK(draws.chain_count == 2 && draws.draw_count == 300 && draws.dim == dim);
    CHECK(&draws(1, 299, 2) == draws.numbers.end() - 1 && &draws(1, 0, 1) == draws.numbers.data() + 300 * dim + 1);
    double sum = 0.0;
    for (std::size_t chain = 0; chain < 2; chain++)
        for (std::size_t draw = 0; draw < 300; draw++)
            sum += static_cast<double>(draws(chain, draw, 1)) / 600.0;
    const sgmcmc_summary row = got(result.summary(1));
    // 4.5 standard errors; the posterior of flat priors.
    CHECK(std::fabs(row.mean - sum) < 1e-5 && std::fabs(row.mean - 1.4875) < 4.5 * row.standard_error);
    CHECK(row.mean == got(sgmcmc::summary(draws.numbers, draws, 1)).mean);
    CHECK(status_of([&] { return result.summary(dim); }) == SGMCMC_ERROR_LENGTH_MISMATCH);

    std::ostringstream written;
    written << result;
    CHECK(written.str() == got(result.text()) && written.str().find("\ntheta[2] ") != std::string::npos);
    const std::string named = got(result.text({"first", nullptr}));
    CHECK(named.find("\nfirst ") != std::string::npos && named.find("\ntheta[1] ") != std::string::npos);
    CHECK(named.back() == '\n');
}

template <class Real> void failures_of_models()
{
    const std::vector<Real> theta(dim);
    const auto settings = sgmcmc::ensemble_settings().data_len(data_len);
    // Each copy counts for itself: all fail at once.
    const auto stops_at = [](std::uint64_t at) {
        return [at, model = counting_model<Real>()](auto where, auto batch, auto gradient) mutable -> sgmcmc::answer {
            const double value = model.log_likelihood(where, batch, gradient);
            return model.calls == at ? sgmcmc::stop(7) : sgmcmc::answer(value);
        };
    };
    for (const std::uint64_t at : {std::uint64_t(1), std::uint64_t(900)})
        CHECK(status_of([&] { return sgmcmc::sample(stops_at(at), theta, settings); }) == SGMCMC_ERROR_STOPPED);
    const auto nowhere = [](auto, auto, auto) { return std::nan(""); };
    CHECK(status_of([&] { return sgmcmc::sample(nowhere, theta, settings); }) ==
          SGMCMC_ERROR_LOG_LIKELIHOOD_NOT_FINITE);
#if SGMCMC_EXCEPTIONS
    try {
        static_cast<void>(sgmcmc::sample(stops_at(900), theta, settings));
    } catch (const sgmcmc::error &error) {
        CHECK(error.code() == 7);
    }
    for (const int at : {1, 2000}) { // in the beginning, and on a thread
        std::atomic<int> calls{0}, running{0};
        try {
            const auto throws = [&](auto where, auto batch, auto gradient) {
                running++;
                const double value = counting_model<Real>().log_likelihood(where, batch, gradient);
                running--;
                const int call = ++calls;
                if (call == at)
                    throw std::out_of_range("as it was");
                // What a slow machine needs to tell the others does not count.
                if (call > at)
                    std::this_thread::sleep_for(std::chrono::milliseconds(1));
                return value;
            };
            static_cast<void>(sgmcmc::sample(throws, theta, settings));
            CHECK(false);
        } catch (const std::out_of_range &thrown) {
            CHECK(std::string(thrown.what()) == "as it was" && running == 0);
        }
        // No other chain has gone on to its round's end, which takes more than 2500 calls.
        CHECK(calls < at + 3 * 16 * 100);
    }
#endif
}

template <class Real> void refusals()
{
    using settings = sgmcmc::ensemble_settings;
    const std::vector<Real> theta(dim), none;
    const auto refused = [&](const auto &start, const settings &given) {
        return status_of([&] { return sgmcmc::sample(counting_model<Real>(), start, given); });
    };
    CHECK(refused(none, settings()) == SGMCMC_ERROR_LENGTH_ZERO);
    CHECK(refused(std::vector<Real>{Real(0), Real(NAN)}, settings()) == SGMCMC_ERROR_THETA_NOT_FINITE);
    CHECK(refused(theta, settings().r_hat_max(1.0)) == REFUSED_R_HAT_MAX);
    CHECK(refused(theta, settings().chain_count(0)) == REFUSED_CHAIN_COUNT);
    const std::vector<double> means(dim), precisions(dim - 1, 1.0);
    auto vectors = settings().prior(SGMCMC_PRIOR_GAUSSIAN_VECTOR).prior_means(means).prior_precisions(precisions);
    CHECK(refused(theta, vectors) == SGMCMC_ERROR_LENGTH_MISMATCH);
    const std::array<sgmcmc_block, 1> frozen = {sgmcmc::block(1, 2).frozen(true)};
    CHECK(refused(theta, settings().blocks(frozen)) == SGMCMC_OK);
    // Of a callable nothing says how many data there are.
    const auto callable = [](auto, auto, auto) { return 0.0; };
    const sgmcmc_status status = status_of([&] { return sgmcmc::sample(callable, theta); });
    CHECK(sgmcmc::error(status).setting() == "data_len");
    std::array<std::byte, 64> room{}; // too small, which is looked at later
    CHECK(status_of([&] {
              return sgmcmc::ensemble<Real>::make_in(room, vectors.data_len(1), theta, counting_model<Real>());
          }) == SGMCMC_ERROR_LENGTH_MISMATCH);
}

template <class Real> void all()
{
    same_bits<Real>();
    results<Real>();
    failures_of_models<Real>();
    refusals<Real>();
}

} // namespace

int main()
{
    all<float>();
    all<double>();
    return failures != 0;
}
