// Calls the C++ counterpart of every function of the C header, in both precisions, and nothing of the C header itself:
// tests/cpp.rs compares what this program asks the linker for with what the header declares. With and without
// exceptions.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "check.hpp"
#include "functions.hpp"

namespace {

constexpr std::size_t dim = 3;

// x_i ~ N(theta, 1) with x_i = 1 in every coordinate, and everything else that a model may have.
template <class Real> struct complete_model {
    double log_likelihood(sgmcmc::span<const Real> theta, sgmcmc::batch, sgmcmc::span<Real> gradient) const
    {
        double sum = 0.0;
        for (std::size_t i = 0; i < theta.size(); i++) {
            const double residual = 1.0 - static_cast<double>(theta[i]);
            sum -= 0.5 * residual * residual;
            if (!gradient.empty())
                gradient[i] = static_cast<Real>(residual);
        }
        return sum;
    }
};

void versions()
{
    CHECK(sgmcmc::version_number() == SGMCMC_VERSION_NUMBER);
    CHECK(sgmcmc::abi_version() == SGMCMC_ABI_VERSION);
    CHECK(std::strlen(sgmcmc::simd_level_name(sgmcmc::simd_level())) > 0);
    CHECK(std::strlen(sgmcmc::error(REFUSED_STEP_SIZE).what()) > 0);
    CHECK(sgmcmc::error(REFUSED_STEP_SIZE).setting() == "step_size");
    CHECK(sgmcmc::error(SGMCMC_ERROR_OVERLAP).setting().empty());
}

void conversions()
{
    CHECK(sgmcmc::from_welling_teh(0.5) == 0.25);
    CHECK(sgmcmc::from_learning_rate(0.5, 4) == 0.125);
    const auto metropolis = sgmcmc::from_mini_batch_metropolis(0.5, 4);
    CHECK(metropolis.step_size == 0.125 && metropolis.temperature == 0.25);
    const auto momentum = sgmcmc::from_momentum(0.5, 0.75, 4);
    CHECK(momentum.step_size == 0.125 && momentum.friction == 0.25);
    const auto equation = sgmcmc::from_equation(0.5, 0.25);
    CHECK(equation.step_size == 0.25 && equation.friction == 0.125);
    const auto exactly = sgmcmc::from_equation_exactly(0.5, 0.25);
    CHECK(exactly.step_size == 0.25 && std::fabs(exactly.friction - (1.0 - std::exp(-0.125))) < 1e-15);
    CHECK(sgmcmc::cycle_len(10, 3) == 4);
    auto decay = sgmcmc::schedule(SGMCMC_SCHEDULE_STEP_DECAY).factor(0.5).period(2);
    CHECK(got(decay.at(4)).value == 0.25 && got(decay.value(8.0).at(4)).value == 2.0);
    static_cast<void>(sgmcmc::block(0, 1).frozen(true));
    CHECK(got(sgmcmc::schedule(SGMCMC_SCHEDULE_CYCLICAL).cycle_len(4).exploration(0.5).at(1)).explores);
}

void generators()
{
    auto rng = got(sgmcmc::rng::make(7, 0));
    auto copy = got(rng.clone());
    CHECK(got(rng.next_u64()) == copy());
    CHECK(got(rng.bounded(10)) < 10);
    std::array<std::uint32_t, 4> batch{};
    MUST(rng.batch(batch, 9));
    for (std::size_t i = 0; i < batch.size(); i++)
        CHECK(batch[i] < 9 && (i == 0 || batch[i - 1] < batch[i]));
    static_assert(sgmcmc::rng::min() == 0 && sgmcmc::rng::max() == UINT64_MAX, "all words");
}

template <class Real> void kernels()
{
    auto rng = got(sgmcmc::rng::make(7, 1));
    const auto rule = sgmcmc::rule(SGMCMC_RULE_ABOBA).velocity(SGMCMC_VELOCITY_DRAWN);
    CHECK(got(sgmcmc::rule_host_terms_len<Real>(rule, dim)) == 0);
    std::vector<Real> state(got(sgmcmc::rule_state_len<Real>(rule, dim))), theta(dim), site(dim), gradient(dim);
    CHECK(state.size() == dim);
    MUST(sgmcmc::rule_start<Real>(rng, state, rule, dim, 0.01));
    MUST(sgmcmc::rule_move_to_site<Real>(site, state, rule));
    CHECK(site[0] == state[0] / 2);
    sgmcmc_rule_applied applied;
    MUST(sgmcmc::rule_step<Real>(rng, theta, state, gradient, rule, {0, 10, 0.01}, {}, &applied));
    CHECK(theta[0] != 0 && applied.noise_norm > 0.0);
    CHECK(status_of([&] {
              return sgmcmc::rule_step<Real>(rng, theta, state, sgmcmc::span<const Real>(gradient.data(), 2), rule,
                                             {1, 10, 0.01});
          }) == SGMCMC_ERROR_LENGTH_MISMATCH);
    MUST(rng.normals(theta));
    MUST(rng.uniforms(theta));
    CHECK(theta[0] > 0 && theta[0] <= 1);
}

template <class Real> void chains()
{
    const complete_model<Real> model;
    const std::vector<Real> start(dim);
    auto settings = sgmcmc::settings().data_len(10).batch(SGMCMC_BATCH_CALLER).step_size(0.01);
    settings.moments(SGMCMC_MOMENTS_PLAIN);
    CHECK(got(sgmcmc::chain<Real>::size(settings, dim)) % sgmcmc::chain<Real>::align() == 0);
    auto chain = got(sgmcmc::chain<Real>::make(settings, start));
    const std::uint32_t batch[2] = {1, 7};
    CHECK(got(chain.step_with_batch(batch, model)).index == 0);
    // No batch is not the chain's own.
    CHECK(status_of([&] { return chain.step_with_batch({}, model); }) == SGMCMC_ERROR_LENGTH_ZERO);

    settings.batch(SGMCMC_BATCH_WITHOUT_REPLACEMENT).batch_len(2);
    MUST(chain.hand_over(settings));
    std::vector<double> noise(dim, 1.0), found(dim);
    sgmcmc::settings noisy = settings;
    noisy.compensation(SGMCMC_NOISE_COMPENSATION_DIAGONAL).compensation_covariance(noise);
    auto compensated = got(sgmcmc::chain<Real>::make(noisy, start));
    MUST(compensated.noise_covariance(found));
    CHECK(found == noise && std::abs(got(compensated.compensation_limit()) - 2.0) < 1e-9);
    noise.pop_back();
    CHECK(status_of([&] { return compensated.noise_covariance(noise); }) == SGMCMC_ERROR_LENGTH_MISMATCH);
    CHECK(got(chain.step(model)).kept == 1);
    MUST(chain.set_step_size(0.02));
    int draws = 0;
    CHECK(got(chain.run(4, model, [&](sgmcmc::draw<Real> draw) { draws += draw.theta().size() == dim; })) == 0);
    CHECK(got(chain.run(2, model)) == 0 && draws == 4);
    const auto stop_at_9 = [&](const auto &statistics, sgmcmc::span<const Real> theta) {
        CHECK(theta.size() == dim && statistics.step_count % 3 == 0);
        return statistics.step_count == 9 ? sgmcmc::stop(4) : sgmcmc::answer();
    };
    CHECK(got(chain.run_with_progress(9, 3, model, stop_at_9)) == 4);
    CHECK(got(chain.statistics()).step_count == 9 && got(chain.statistics()).step_size == 0.02);
    CHECK(got(chain.simd_level()) == sgmcmc::simd_level());
    CHECK(got(chain.dim()) == dim && got(chain.theta()).size() == dim && got(chain.moments()).variance[0] > 0.0);
    std::vector<Real> divergence(dim);
    MUST(chain.divergence(divergence));
    CHECK(std::isnan(divergence[0]) && got(chain.statistics()).divergence_count == 0);
    CHECK(same_bytes(chain, got(chain.clone())));

    const std::vector<std::byte> checkpoint = got(chain.save());
    CHECK(checkpoint.size() == got(chain.save_size()));
    const auto seen = got(sgmcmc::read_checkpoint(checkpoint));
    CHECK(seen.dim == dim && seen.step_count == 9 && seen.bits == 8 * sizeof(Real));
    CHECK(same_bytes(chain, got(sgmcmc::chain<Real>::restore(settings, dim, checkpoint))));

    settings.sampler(SGMCMC_SAMPLER_METROPOLIS_HASTINGS).likelihood_scale(2).beta(1.5);
    auto metropolis = got(sgmcmc::chain<Real>::make(settings, start));
    MUST(metropolis.run(20, model));
    MUST(metropolis.tune_beta(model));
    CHECK(got(metropolis.statistics()).beta >= 1.0);
}

// An arithmetic series, and the chain above as an observed one.
template <class Real> void diagnostics()
{
    const auto settings = sgmcmc::estimate_settings().covariance(true).centroid_count(16).window_len(64);
    auto estimates = got(sgmcmc::estimates::make(settings, 2));
    CHECK(got(sgmcmc::estimates::size(settings, 2)) % sgmcmc::estimates::align() == 0);
    std::vector<Real> rows(8 * 2), draws;
    auto reservoir = got(sgmcmc::reservoir::make(2));
    CHECK(sgmcmc::reservoir::size() % sgmcmc::reservoir::align() == 0);
    for (int i = 0; i < 101; i++) {
        const std::array<Real, 2> row = {static_cast<Real>(i), static_cast<Real>(-2 * i)};
        MUST(estimates.push(row));
        MUST(reservoir.push(rows, row));
        draws.insert(draws.end(), row.begin(), row.end());
    }
    CHECK(got(estimates.draw_count()) == 101 && got(estimates.weight()) == 101.0 && estimates.len() == 2);
    CHECK(std::fabs(got(estimates.mean())[0] - 50.0) < 1e-9 && std::fabs(got(estimates.variance())[0] - 850.0) < 1e-9);
    CHECK(std::fabs(got(estimates.covariance())[1] + 1700.0) < 1e-9);
    CHECK(got(estimates.quantile(1.0))[0] == 100.0 && got(estimates.quantile(0.0))[1] == -200.0);
    const double error = got(estimates.standard_error())[0];
    const double freedom = got(estimates.degrees_of_freedom())[0], share = 1.0 - 2.0 / (9.0 * freedom);
    CHECK(std::fabs(got(estimates.sample_size())[0] / (share * share * share * 850.0 / (error * error) + 1.0) - 1.0) < 1e-12);
    CHECK(std::fabs(got(estimates.deviation())[0] - std::sqrt(850.0)) < 1e-9);
    CHECK(got(estimates.half_width(0.95))[0] > 1.95 * error);
    // A series that only climbs says nothing of its law.
    CHECK((got(estimates.doubts())[0] >> SGMCMC_DOUBT_TOO_SHORT & 1) == 1);
    std::array<std::uint32_t, 2> bits{};
    MUST(estimates.doubts(bits));
    std::array<double, 2> out{};
    MUST(estimates.mean(out));
    MUST(estimates.variance(out));
    MUST(estimates.standard_error(out));
    MUST(estimates.sample_size(out));
    MUST(estimates.deviation(out));
    MUST(estimates.degrees_of_freedom(out));
    MUST(estimates.half_width(0.5, out));
    MUST(estimates.quantile(0.5, out));
    CHECK(std::fabs(out[0] - 50.0) < 5.0);
    CHECK(status_of([&] { return estimates.covariance(out); }) == SGMCMC_ERROR_LENGTH_MISMATCH);
    MUST(estimates.merge(got(sgmcmc::estimates::make(settings, 2))));
    auto saved = got(estimates.save());
    CHECK(saved.size() == got(estimates.save_size()));
    auto restored = got(sgmcmc::estimates::restore(saved));
    CHECK(restored.len() == 2 && got(restored.save()) == saved && got(restored.mean()) == got(estimates.mean()));
    alignas(64) static std::array<std::byte, 1 << 14> lent;
    std::vector<std::byte> again(saved.size());
    MUST(got(sgmcmc::estimates::restore_in(lent, saved)).save(again));
    CHECK(again == saved);
    saved.back() ^= std::byte{1};
    CHECK(status_of([&] { return sgmcmc::estimates::restore(saved); }) == SGMCMC_ERROR_CHECKPOINT_DAMAGED);
    CHECK(status_of([&] { return sgmcmc::estimates::make(sgmcmc::estimate_settings().centroid_count(1), 2); }) ==
          REFUSED_CENTROID_COUNT);

    const auto kept = got(reservoir.counts());
    CHECK(kept.stride == 16 && kept.shown == 101 && kept.kept == 7 && rows[2 * 6] == Real(96));
    const auto summary = got(sgmcmc::summary(draws, {1, 101, 2}, 1));
    CHECK(summary.mean == -100.0 && summary.r_hat > 1.5 && summary.bulk_sample_size > 1.0 && summary.tail_sample_size > 1.0);
    CHECK(status_of([&] { return sgmcmc::summary(draws, {1, 100, 2}); }) == SGMCMC_ERROR_LENGTH_MISMATCH);
    const std::array<Real, 2> x = {Real(0.5), Real(-0.5)}, score = {Real(-0.5), Real(0.5)};
    const sgmcmc::scored<Real> scored{x, score, 2};
    CHECK(std::fabs(got(sgmcmc::stein_sum(scored, scored)) - 2.5) < 1e-12);
    CHECK(std::fabs(got(sgmcmc::r_hat(std::array{1.0, 2.0, 3.0}, std::array{1.8, 1.8, 1.8}, 10)) - std::sqrt(1.4)) <
          1e-15);

    const auto weighted = sgmcmc::estimate_settings().weights(SGMCMC_DRAW_WEIGHT_STEP_SIZE);
    auto observer = got(sgmcmc::estimates::make(weighted, dim));
    auto chain_settings = sgmcmc::settings().data_len(10).batch_len(5).step_size(0.02);
    const complete_model<Real> model;
    auto chain = got(sgmcmc::chain<Real>::make(chain_settings, std::vector<Real>(dim)));
    CHECK(got(chain.run(50, model, observer)) == 0);
    CHECK(got(observer.draw_count()) == 50 && std::fabs(got(observer.weight()) - 1.0) < 1e-12);
    auto short_one = got(sgmcmc::estimates::make(weighted, dim - 1));
    CHECK(status_of([&] { return chain.run(1, model, short_one); }) == SGMCMC_ERROR_LENGTH_MISMATCH);
}

// A pilot sees a chain's model, in memory of its own and the caller's.
template <class Real> void pilots()
{
    auto chain_settings = sgmcmc::settings().data_len(10).batch_len(5).step_size(0.02);
    const complete_model<Real> model;
    auto chain = got(sgmcmc::chain<Real>::make(chain_settings, std::vector<Real>(dim)));
    const auto image = got(chain.image());
    const std::vector<std::byte> before(image.begin(), image.end());
    const auto settings = sgmcmc::pilot_settings().covariance(true).inflation(0.1).pair_count(64);
    const auto pilot = got(sgmcmc::look(chain, settings, model));
    CHECK(pilot.variance.size() == dim && pilot.covariance.size() == dim * dim);
    CHECK(pilot.variance[0] == pilot.covariance[0] && pilot.report.curvature > 0.0);
    CHECK(std::fabs(got(sgmcmc::pilot_inflation(pilot.report, pilot.report.step_size)) - 0.1) < 1e-9 ||
          pilot.report.noise_direction == 0.0);
    const std::string text = got(sgmcmc::pilot_text(pilot.report));
    CHECK(sgmcmc::has(pilot.report, SGMCMC_FINDING_CURVATURE_BINDS) ==
          (text.find("The curvature, ") != std::string::npos));
    std::vector<std::byte> room(got(sgmcmc::pilot_size(chain, settings)) + sgmcmc::chain<Real>::align());
    void *start = room.data();
    std::size_t size = room.size();
    CHECK(std::align(sgmcmc::chain<Real>::align(), size - sgmcmc::chain<Real>::align(), start, size) != nullptr);
    const sgmcmc::span<std::byte> aligned(static_cast<std::byte *>(start), size);
    std::array<double, dim> variance{};
    const auto report =
        got(sgmcmc::look_in(aligned, chain, settings, model, std::vector<Real>(dim), variance));
    CHECK(report.curvature == pilot.report.curvature && variance[0] == pilot.variance[0]);
    CHECK(status_of([&] { return sgmcmc::look(chain, settings, model, std::vector<Real>(dim + 1)); }) ==
          SGMCMC_ERROR_LENGTH_MISMATCH);
    CHECK(status_of([&] { return sgmcmc::look(chain, sgmcmc::pilot_settings().pair_count(0), model); }) ==
          REFUSED_PAIR_COUNT);
    const auto after = got(chain.image());
    CHECK(std::equal(before.begin(), before.end(), after.begin(), after.end()));
#if SGMCMC_EXCEPTIONS
    try {
        sgmcmc::look(chain, {}, [](sgmcmc::span<const Real>, sgmcmc::batch, sgmcmc::span<Real>) -> double { throw 7; });
        CHECK(false);
    } catch (int thrown) {
        CHECK(thrown == 7);
    }
#endif
}

// A burn-in finds a step size, in memory of its own and the caller's, in one piece and in two.
template <class Real> void warm_ups()
{
    auto chain_settings = sgmcmc::settings().data_len(10).batch_len(5).burn_in(20).step_size(0.0);
    chain_settings.sampler(SGMCMC_SAMPLER_METROPOLIS_HASTINGS).proposal(SGMCMC_PROPOSAL_HMC).likelihood_scale(2.0);
    chain_settings.tune_step_size(true).target_acceptance(0.65).tune_refresh_len(true);
    const complete_model<Real> model;
    const auto settings = sgmcmc::pilot_settings().pair_count(8);
    auto chain = got(sgmcmc::chain<Real>::make(chain_settings, std::vector<Real>(dim)));
    auto other = got(sgmcmc::chain<Real>::make(chain_settings, std::vector<Real>(dim)));
    CHECK(status_of([&] { return sgmcmc::warm_up(chain, settings, model); }) == SGMCMC_OK);
    std::vector<std::byte> room(got(sgmcmc::pilot_size(other, settings)) + sgmcmc::chain<Real>::align());
    void *start = room.data();
    std::size_t size = room.size();
    CHECK(std::align(sgmcmc::chain<Real>::align(), size - sgmcmc::chain<Real>::align(), start, size) != nullptr);
    const sgmcmc::span<std::byte> aligned(static_cast<std::byte *>(start), size);
    CHECK(status_of([&] { return sgmcmc::warm_up_in(aligned, other, settings, model, 7); }) == SGMCMC_OK);
    CHECK(status_of([&] { return sgmcmc::warm_up_in(aligned, other, settings, model); }) == SGMCMC_OK);
    const auto found = got(chain.statistics()), same = got(other.statistics());
    CHECK(found.step_count == 20 && found.step_size > 0.0 && found.refresh_len >= 1);
    CHECK(same.step_count == 20 && same.step_size == found.step_size && same.refresh_len == found.refresh_len);
}

// Settings are text, and come back.
template <class Real> void texts()
{
    const std::vector<double> values(dim, 2.0);
    auto rule = sgmcmc::rule::langevin(SGMCMC_DRIFT_ADAM, SGMCMC_PRECONDITIONER_DIAGONAL).preconditioner_values(values);
    const auto written = sgmcmc::settings().seed(7).data_len(10).batch_len(5).step_size(0.02).rule(rule).temperature(
        sgmcmc::schedule(SGMCMC_SCHEDULE_STEP_DECAY).period(9));
    const std::string text = got(written.text(dim));
    CHECK(text.find("\nsampler.rule.drift = Adam\n") != std::string::npos);
    auto read = sgmcmc::settings().data_len(3).rule(sgmcmc::rule(rule).drift(SGMCMC_DRIFT_NONE));
    MUST(read.read(text, dim));
    CHECK(got(read.text(dim)) == text && read.raw().seed == 7);
    const std::vector<Real> theta(dim);
    auto one = got(sgmcmc::chain<Real>::make(written, theta)), other = got(sgmcmc::chain<Real>::make(read, theta));
    MUST(one.run(20, complete_model<Real>()));
    MUST(other.run(20, complete_model<Real>()));
    CHECK(got(one.theta()) == got(other.theta()));
    CHECK(status_of([&] { return read.read("seed = 8\nseeds = 9\n", dim); }) == SGMCMC_ERROR_SETTINGS_KEY);
    CHECK(read.raw().seed == 7);
    CHECK(status_of([&] { return read.text(dim + 1); }) == SGMCMC_ERROR_LENGTH_MISMATCH);
    CHECK(status_of([&] { return read.read("", dim + 1); }) == SGMCMC_ERROR_LENGTH_MISMATCH);
    MUST(read.read("sampler = MetropolisHastings", dim));
    CHECK(read.raw().sampler.rule.drift.kind == SGMCMC_DRIFT_NONE && read.raw().sampler.temperature.period == 0);
    CHECK(read.raw().sampler.kind == SGMCMC_SAMPLER_METROPOLIS_HASTINGS);
}

// A run is looked at, in a loop of ours, too.
template <class Real> void healths()
{
    auto chain_settings = sgmcmc::settings().data_len(10).batch_len(5).step_size(0.02);
    const complete_model<Real> model;
    auto chain = got(sgmcmc::chain<Real>::make(chain_settings, std::vector<Real>(dim)));
    auto health = got(sgmcmc::health::make(sgmcmc::health_settings().window(500).tolerance(0.1)));
    CHECK(got(chain.run_with_health(1000, 10, health, model)) == 0);
    got(chain.step(model));
    CHECK(status_of([&] { return health.look(chain); }) == SGMCMC_OK);
    CHECK(got(chain.run_with_health(9, 3, health, model, [](const sgmcmc::draw<Real> &) { return sgmcmc::stop(4); })) == 4);
    auto report = got(health.report(chain));
    CHECK(report.step_count == 1002 && report.look_count == 101 && report.evaluation_count == 5010);
    CHECK(!sgmcmc::has(report, SGMCMC_HEALTH_FINDING_CHAINS_DISAGREE) && report.heat > 0.0);
    const auto pilot = got(sgmcmc::look(chain, sgmcmc::pilot_settings(), model));
    report = got(health.report(chain, &pilot.report, 2.0));
    CHECK(sgmcmc::has(report, SGMCMC_HEALTH_FINDING_CHAINS_DISAGREE) && report.r_hat == 2.0);
    const std::string text = got(sgmcmc::health_text(report));
    CHECK(text.find("The chains disagree: their R-hat is 2, ") != std::string::npos);
    CHECK(status_of([&] { return health.look(chain); }) == SGMCMC_OK);
    CHECK(status_of([&] { return health.look(chain); }) == SGMCMC_ERROR_HEALTH_CHAIN);
    CHECK(status_of([&] { return sgmcmc::health::make(sgmcmc::health_settings().window(1)); }) ==
          REFUSED_HEALTH_WINDOW);
    alignas(64) static std::array<std::byte, 4096> room;
    CHECK(sgmcmc::health::size() <= room.size() && sgmcmc::health::align() <= 64);
    CHECK(static_cast<void *>(got(sgmcmc::health::make_in(room)).handle()) == room.data());
}

template <class Real> void ensembles()
{
    const complete_model<Real> model;
    const auto settings = sgmcmc::ensemble_settings().data_len(10);
    auto made = got(sgmcmc::sample(model, std::vector<Real>(dim), settings));
    const auto saved = got(made.save());
    CHECK(got(got(sgmcmc::ensemble<Real>::restore(settings, dim, saved)).save()) == saved);
    MUST(made.run(model));
    CHECK(got(made.advance(0, 1, model)) && got(made.judge()).is_over == 1 && got(made.draws()).dim == dim);
    CHECK(got(made.summary(0)).deviation > 0.3 && !got(made.text()).empty());
}

template <class Real> void both()
{
    ensembles<Real>();
    healths<Real>(), texts<Real>(), pilots<Real>();
    warm_ups<Real>();
    diagnostics<Real>();
    functions<Real>();
    transforms<Real>();
    kernels<Real>();
    chains<Real>();
}

} // namespace

int main()
{
    versions();
    conversions();
    generators();
    both<float>();
    both<double>();
    static_cast<void>(sgmcmc::rule::langevin(SGMCMC_DRIFT_ADAM));
    return failures != 0;
}
