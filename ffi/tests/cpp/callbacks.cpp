// Exceptions of several types out of every callback: they come out of the call as they were thrown, the chain's bytes
// are those before the step, and it goes on beside a chain that never failed.
#include <cstdint>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "check.hpp"

namespace {

constexpr std::size_t dim = 4;
constexpr std::uint32_t data_len = 20, batch_len = 6;

// Which callback throws, after how many calls of it, and what.
enum class place { none, log_likelihood, log_prior, metric, diffusion, step_size, temperature, observer };
enum class type { derived, integer, text, bad_alloc, own_error, stop_code, not_evaluable };

// An exception with what a copy to a std::exception or a message would lose.
struct derived_error : std::runtime_error {
    explicit derived_error(int number) : std::runtime_error("derived"), extra(std::make_shared<int>(number)) {}
    std::shared_ptr<int> extra;
};

struct fault {
    place where = place::none;
    type what = type::derived;
    int countdown = 0;
    int calls = 0;
    const void *thrown = nullptr; // the number that a derived_error carries

    sgmcmc::answer at(place here)
    {
        calls += here == where;
        if (here != where || countdown-- > 0)
            return {};
        switch (what) {
        case type::derived: {
            derived_error error(42);
            thrown = error.extra.get();
            throw error;
        }
        case type::integer: throw 17;
        case type::text: throw "text";
        case type::bad_alloc: throw std::bad_alloc();
        case type::own_error: throw sgmcmc::error(REFUSED_BETA, 5);
        case type::stop_code: return sgmcmc::stop(-77);
        case type::not_evaluable: return sgmcmc::impossible;
        }
        return {};
    }
};

template <class Real> struct faulty_model {
    fault *faults;
    sgmcmc::answer log_likelihood(sgmcmc::span<const Real> theta, sgmcmc::batch batch, sgmcmc::span<Real> gradient)
    {
        double sum = 0.0;
        for (std::size_t j = 0; j < theta.size(); j++) {
            double slope = 0.0;
            for (const std::uint32_t i : batch) {
                const double residual = 0.1 * i - static_cast<double>(theta[j]);
                sum -= 0.5 * residual * residual;
                slope += residual;
            }
            if (!gradient.empty())
                gradient[j] = static_cast<Real>(slope / static_cast<double>(batch.size()));
        }
        const sgmcmc::answer fault = faults->at(place::log_likelihood);
        return fault.code() != 0 ? fault : sum / static_cast<double>(batch.size());
    }
    sgmcmc::answer log_prior(sgmcmc::span<const Real> theta, sgmcmc::span<Real> gradient)
    {
        const sgmcmc::answer fault = faults->at(place::log_prior);
        for (std::size_t j = 0; j < gradient.size(); j++)
            gradient[j] = -theta[j];
        return fault.code() != 0 ? fault : sgmcmc::answer(-0.5 * static_cast<double>(theta[0]));
    }
    sgmcmc::answer metric(sgmcmc::span<const Real> theta, sgmcmc::span<Real> metric, sgmcmc::span<Real>)
    {
        for (std::size_t j = 0; j < theta.size(); j++)
            metric[j] = 1;
        return faults->at(place::metric);
    }
    sgmcmc::answer diffusion(sgmcmc::span<const Real>, sgmcmc::span<const Real> gradient,
                             sgmcmc::span<const Real> normals, double, sgmcmc::span<Real> drift,
                             sgmcmc::span<Real> noise)
    {
        for (std::size_t j = 0; j < drift.size(); j++) {
            drift[j] = gradient[j];
            noise[j] = normals[j];
        }
        return faults->at(place::diffusion);
    }
    sgmcmc::answer step_size(std::uint64_t k)
    {
        const sgmcmc::answer fault = faults->at(place::step_size);
        return fault.code() != 0 ? fault : 0.01 / static_cast<double>(1 + k);
    }
    sgmcmc::answer temperature(std::uint64_t)
    {
        const sgmcmc::answer fault = faults->at(place::temperature);
        return fault.code() != 0 ? fault : 1.0;
    }
};

sgmcmc::settings rules()
{
    auto settings = sgmcmc::settings().seed(7).data_len(data_len).batch_len(batch_len).step_size(0.01);
    return settings.prior(SGMCMC_PRIOR_CALLBACK).moments(SGMCMC_MOMENTS_BOTH);
}

sgmcmc::settings metropolis()
{
    auto settings = rules().sampler(SGMCMC_SAMPLER_METROPOLIS_HASTINGS).likelihood_scale(batch_len).beta(1.5);
    return settings.step_size(0.1);
}

struct setup {
    place where;
    sgmcmc::settings settings;
};

// A chain for every callback, and several for the log-likelihood, which is called often in a step.
std::vector<setup> setups()
{
    const sgmcmc::schedule callback(SGMCMC_SCHEDULE_CALLBACK);
    const auto host_metric =
        sgmcmc::rule::langevin(SGMCMC_DRIFT_NONE, SGMCMC_PRECONDITIONER_POSITION_DEPENDENT);
    auto svrg = rules().estimator(SGMCMC_ESTIMATOR_SVRG).estimator_interval(2).chunk_len(7);
    const auto hmc =
        metropolis().beta(1.0).proposal(SGMCMC_PROPOSAL_HMC).leapfrog_count(2);
    return {
        {place::log_likelihood, rules()},
        {place::log_likelihood, hmc},
        {place::log_prior, hmc},
        {place::log_likelihood, svrg},
        {place::log_likelihood, metropolis()},
        {place::log_prior, rules().rule(sgmcmc::rule(SGMCMC_RULE_SGNHT).velocity(SGMCMC_VELOCITY_DRAWN))},
        {place::log_prior, metropolis()},
        {place::metric, rules().rule(host_metric)},
        {place::diffusion, rules().rule(sgmcmc::rule(SGMCMC_RULE_RECIPE))},
        {place::step_size, rules().step_size(0.0).step_size(callback)},
        {place::temperature, rules().temperature(callback)},
    };
}

// What a rule's step answers where this callback cannot be evaluated.
sgmcmc_status impossible_at(place where)
{
    if (where == place::step_size)
        return SGMCMC_ERROR_STEP_SIZE_NOT_USABLE;
    return where == place::temperature ? SGMCMC_ERROR_TEMPERATURE_NOT_USABLE : SGMCMC_ERROR_IMPOSSIBLE;
}

// What comes out of the call is what went in.
template <class Call> void comes_out(const fault &faults, Call call)
{
    try {
        call();
        CHECK(false);
    } catch (const derived_error &error) {
        CHECK(faults.what == type::derived && error.extra.get() == faults.thrown && *error.extra == 42);
    } catch (int number) {
        CHECK(faults.what == type::integer && number == 17);
    } catch (const char *text) {
        CHECK(faults.what == type::text && std::string(text) == "text");
    } catch (const std::bad_alloc &) {
        CHECK(faults.what == type::bad_alloc);
    } catch (const sgmcmc::error &error) {
        if (faults.what == type::own_error)
            CHECK(error.status() == REFUSED_BETA && error.code() == 5);
        else if (faults.what == type::stop_code)
            CHECK(error.status() == SGMCMC_ERROR_STOPPED && error.code() == -77);
        else
            CHECK(faults.what == type::not_evaluable && error.status() == impossible_at(faults.where));
    }
}

template <class Real> void failing_model(const setup &setup, type what, int steps_before, int countdown)
{
    const std::vector<Real> start = {Real(-0.5), Real(0), Real(0.5), Real(1)};
    fault none, faults;
    faulty_model<Real> sound{&none}, faulty{&faults};
    auto undisturbed = sgmcmc::chain<Real>::make(setup.settings, start);
    auto chain = sgmcmc::chain<Real>::make(setup.settings, start);
    undisturbed.run(static_cast<std::uint64_t>(steps_before), sound);
    chain.run(static_cast<std::uint64_t>(steps_before), sound);

    for (const bool run : {false, true}) {
        faults = {setup.where, what, countdown, 0, nullptr};
        comes_out(faults, [&] {
            if (run)
                chain.run(3, faulty);
            else
                chain.step(faulty);
        });
        CHECK(same_bytes(chain, undisturbed));
    }
    chain.run(7, sound);
    undisturbed.run(7, sound);
    CHECK(same_bytes(chain, undisturbed));
}

// An observer's exception, or code, leaves the chain at the draw that it saw.
template <class Real> void failing_observer(const setup &setup, type what)
{
    const std::vector<Real> start(dim);
    fault faults{place::observer, what, 3, 0, nullptr}, none;
    faulty_model<Real> sound{&none};
    auto undisturbed = sgmcmc::chain<Real>::make(setup.settings, start);
    auto chain = sgmcmc::chain<Real>::make(setup.settings, start);
    std::vector<Real> seen;
    const auto observer = [&](const sgmcmc::draw<Real> &draw) {
        seen.assign(draw.theta().begin(), draw.theta().end());
        return faults.at(place::observer);
    };
    if (what == type::stop_code)
        CHECK(chain.run(100, sound, observer) == -77);
    else if (what == type::not_evaluable)
        CHECK(chain.run(100, sound, observer) == 1); // a code of its own, from an observer
    else
        comes_out(faults, [&] { chain.run(100, sound, observer); });
    CHECK(chain.theta() == seen && chain.statistics().step_count == 4);
    undisturbed.run(4, sound);
    CHECK(same_bytes(chain, undisturbed));
}

// So does what a look at the progress throws, or its code, with the chain after the step that it saw.
template <class Real> void failing_look(const setup &setup, type what)
{
    const std::vector<Real> start(dim);
    fault faults{place::observer, what, 3, 0, nullptr}, none;
    faulty_model<Real> sound{&none};
    auto undisturbed = sgmcmc::chain<Real>::make(setup.settings, start);
    auto chain = sgmcmc::chain<Real>::make(setup.settings, start);
    std::uint64_t draw_count = 0;
    const auto observer = [&](const sgmcmc::draw<Real> &) { draw_count++; };
    std::vector<Real> seen;
    const auto look = [&](const sgmcmc_chain_statistics &statistics, sgmcmc::span<const Real> theta) {
        CHECK(statistics.step_count == draw_count);
        seen.assign(theta.begin(), theta.end());
        return faults.at(place::observer);
    };
    const auto watched = [&] { return chain.run_with_progress(100, 3, sound, observer, look); };
    if (what == type::stop_code)
        CHECK(watched() == -77);
    else if (what == type::not_evaluable)
        CHECK(watched() == 1);
    else
        comes_out(faults, watched);
    CHECK(chain.theta() == seen && chain.statistics().step_count == 12);
    undisturbed.run(12, sound);
    CHECK(same_bytes(chain, undisturbed));
    CHECK(chain.run_with_progress(2, 1, sound, [](const sgmcmc_chain_statistics &, auto) {}) == 0);
    undisturbed.run(2, sound);
    CHECK(same_bytes(chain, undisturbed));
}

// Calls of a callback in the step after so many.
template <class Real> int calls_of(const setup &setup, int steps_before)
{
    fault faults{setup.where, type::derived, 1'000'000, 0, nullptr};
    faulty_model<Real> model{&faults};
    auto chain = sgmcmc::chain<Real>::make(setup.settings, std::vector<Real>(dim));
    chain.run(static_cast<std::uint64_t>(steps_before), model);
    const int before = faults.calls;
    chain.step(model);
    return faults.calls - before;
}

// What a callback does with the chain that calls it is refused, and the refusal is an exception as any other.
template <class Real> void use_within()
{
    fault none;
    faulty_model<Real> sound{&none};
    auto chain = sgmcmc::chain<Real>::make(rules(), std::vector<Real>(dim));
    auto other = chain.clone();
    const auto intrude = [&](auto call) {
        const auto model = sgmcmc::model([&](auto, auto, auto) { return call(), 0.0; }, [](auto, auto) { return 0.0; });
        CHECK(status_of([&] { return chain.step(model); }) == SGMCMC_ERROR_IN_USE);
        CHECK(same_bytes(chain, other));
    };
    intrude([&] { chain.theta(); });
    intrude([&] { chain.step(sound); });
    intrude([&] { chain.clone(); });
    intrude([&] { chain.hand_over(rules()); });
    intrude([&] { chain.image(); });
    // Another chain may be used, and its failure is its own.
    const auto nested = [&](auto theta, auto batch, auto gradient) {
        CHECK(status_of([&] { return other.step([](auto, auto, auto) { return sgmcmc::impossible; }); }) != SGMCMC_OK);
        return sound.log_likelihood(theta, batch, gradient);
    };
    chain.step(sgmcmc::model(nested, [](auto, auto) { return 0.0; }));
}

template <class Real> void all()
{
    const type types[] = {type::derived,   type::integer,   type::text,         type::bad_alloc,
                          type::own_error, type::stop_code, type::not_evaluable};
    for (const setup &setup : setups()) {
        for (const int steps_before : {0, 3, 4}) {
            const int calls = calls_of<Real>(setup, steps_before);
            CHECK(calls > 0);
            const bool rejects = setup.settings.raw().sampler.kind == SGMCMC_SAMPLER_METROPOLIS_HASTINGS;
            for (const type what : types) {
                // Where a proposal is impossible it is rejected, which is no failure.
                if (what == type::not_evaluable && rejects)
                    continue;
                for (int countdown = 0; countdown < calls; countdown++)
                    failing_model<Real>(setup, what, steps_before, countdown);
            }
        }
        for (const type what : types) {
            failing_observer<Real>(setup, what);
            failing_look<Real>(setup, what);
        }
    }
    use_within<Real>();
}

} // namespace

int main()
{
    all<float>();
    all<double>();
    return failures != 0;
}
