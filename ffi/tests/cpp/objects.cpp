// Chains, generators and settings as C++ objects: copied, moved, cloned, saved, in their own memory and the caller's,
// with arrays of wrong lengths. With and without exceptions, in both precisions; allocations are counted.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <utility>
#include <vector>

#include "check.hpp"

namespace {

long allocations = 0;
bool memory_is_short = false;

void *take(std::size_t size, std::size_t align)
{
    allocations++;
    return memory_is_short ? nullptr : std::aligned_alloc(align, (size + align - 1) / align * align);
}

} // namespace

// Every operator new that anything here uses.
void *operator new(std::size_t size)
{
    void *memory = take(size, alignof(std::max_align_t));
    if (memory == nullptr)
        std::abort();
    return memory;
}
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void *memory, std::align_val_t) noexcept { std::free(memory); }
#if SGMCMC_EXCEPTIONS
void *operator new(std::size_t size, std::align_val_t align)
{
    void *memory = take(size, static_cast<std::size_t>(align));
    if (memory == nullptr)
        throw std::bad_alloc();
    return memory;
}
#else
void *operator new(std::size_t size, std::align_val_t align, const std::nothrow_t &) noexcept
{
    return take(size, static_cast<std::size_t>(align));
}
#endif

namespace {

constexpr std::size_t dim = 3;

const auto model = [](auto theta, auto, auto gradient) {
    double sum = 0.0;
    for (std::size_t i = 0; i < theta.size(); i++) {
        const double x = static_cast<double>(theta[i]);
        sum -= 0.5 * x * x;
        if (!gradient.empty())
            gradient[i] = -theta[i];
    }
    return sum;
};

sgmcmc::settings plain()
{
    return sgmcmc::settings().seed(3).data_len(10).batch_len(2).step_size(0.01).moments(SGMCMC_MOMENTS_BOTH);
}

// The rule and the schedules go with a copy of the settings, and not with the original.
template <class Real> void copied_settings()
{
    const std::vector<Real> start(dim, Real(1));
    auto original = plain();
    original.rule(sgmcmc::rule(SGMCMC_RULE_SGHMC).friction(0.25));
    original.step_size(sgmcmc::schedule(SGMCMC_SCHEDULE_POLYNOMIAL).exponent(0.6));
    const auto copy = original;
    auto chain = got(sgmcmc::chain<Real>::make(copy, start));
    original.rule(sgmcmc::rule()).temperature(sgmcmc::schedule(SGMCMC_SCHEDULE_CYCLICAL).cycle_len(2));
    std::vector<sgmcmc::settings> many(5, copy);
    many.resize(50, original);
    auto same = got(sgmcmc::chain<Real>::make(many[4], start));
    auto other = got(sgmcmc::chain<Real>::make(many[5], start));
    MUST(chain.run(5, model));
    MUST(same.run(5, model));
    MUST(other.run(5, model));
    CHECK(same_bytes(chain, same) && !same_bytes(chain, other));
    const sgmcmc_sampler &raw = copy.raw().sampler;
    CHECK(raw.rule.friction == 0.25 && raw.step_size.exponent == 0.6 && raw.step_size.value == 0.01);
    CHECK(raw.temperature.kind == SGMCMC_SCHEDULE_CONSTANT && raw.temperature.value == 1.0);
}

// A step size is that of the sampler, whichever is set first, and the value of a schedule that has none.
void step_sizes()
{
    auto settings = plain().sampler(SGMCMC_SAMPLER_METROPOLIS_HASTINGS);
    const sgmcmc_sampler &raw = settings.raw().sampler;
    CHECK(raw.proposal.step_size == 0.01 && raw.step_size.value == 0.0);
    settings.step_size(0.5).sampler(SGMCMC_SAMPLER_METROPOLIS_HASTINGS).sampler(SGMCMC_SAMPLER_RULE);
    CHECK(raw.proposal.step_size == 0.0 && raw.step_size.value == 0.5);
    const auto decay = sgmcmc::schedule(SGMCMC_SCHEDULE_STEP_DECAY).period(9);
    settings.temperature(decay).step_size(decay).step_size(0.25);
    CHECK(raw.temperature.value == 1.0 && raw.step_size.value == 0.25 && raw.step_size.period == 9);
    settings.step_size(sgmcmc::schedule().value(2.0));
    CHECK(raw.step_size.value == 2.0 && raw.step_size.period == 0);
}

// Arrays as long as they must be; what C cannot check, since it is given a pointer.
template <class Real> void lengths()
{
    const std::vector<Real> start(dim);
    const std::vector<double> right(dim, 1.0), wrong(dim + 1, 1.0);
    const std::vector<double> factor = {1.0, 0.0, 0.0, 0.5, 1.0, 0.0, 0.0, 0.5, 1.0};
    const auto answer = [&](const sgmcmc::settings &settings) {
        return status_of([&] { return sgmcmc::chain<Real>::make(settings, start); });
    };
    const auto prior = plain().prior(SGMCMC_PRIOR_GAUSSIAN_VECTOR);
    CHECK(answer(sgmcmc::settings(prior).prior_means(right).prior_precisions(right)) == SGMCMC_OK);
    CHECK(answer(sgmcmc::settings(prior).prior_means(wrong).prior_precisions(right)) == SGMCMC_ERROR_LENGTH_MISMATCH);
    CHECK(answer(sgmcmc::settings(prior).prior_means(right).prior_precisions(wrong)) == SGMCMC_ERROR_LENGTH_MISMATCH);
    CHECK(answer(prior) == SGMCMC_ERROR_NULL_POINTER);
    CHECK(sgmcmc::error(answer(plain().prior_means(wrong))).setting() == "prior.means");
    const auto centred = plain().estimator(SGMCMC_ESTIMATOR_FIXED_CENTRE);
    CHECK(answer(centred) == SGMCMC_OK && answer(sgmcmc::settings(centred).centre(right)) == SGMCMC_OK);
    CHECK(answer(sgmcmc::settings(centred).centre(wrong)) == SGMCMC_ERROR_LENGTH_MISMATCH);
    const auto noisy = plain().compensation(SGMCMC_NOISE_COMPENSATION_DIAGONAL);
    CHECK(answer(sgmcmc::settings(noisy).compensation_covariance(right)) == SGMCMC_OK);
    CHECK(answer(sgmcmc::settings(noisy).compensation_covariance(wrong)) == SGMCMC_ERROR_LENGTH_MISMATCH);
    auto diagonal = sgmcmc::rule::langevin(SGMCMC_DRIFT_NONE, SGMCMC_PRECONDITIONER_DIAGONAL);
    auto dense = sgmcmc::rule::langevin(SGMCMC_DRIFT_NONE, SGMCMC_PRECONDITIONER_DENSE);
    CHECK(answer(plain().rule(diagonal.preconditioner_values(right))) == SGMCMC_OK);
    CHECK(answer(plain().rule(diagonal.preconditioner_values(factor))) == SGMCMC_ERROR_LENGTH_MISMATCH);
    CHECK(answer(plain().rule(dense.preconditioner_values(factor))) == SGMCMC_OK);
    CHECK(answer(plain().rule(dense.preconditioner_values(right))) == SGMCMC_ERROR_LENGTH_MISMATCH);
    // Through the C struct, as C does it.
    auto raw = plain();
    raw.raw().estimator.kind = SGMCMC_ESTIMATOR_FIXED_CENTRE;
    raw.raw().estimator.centre = wrong.data();
    CHECK(answer(raw) == SGMCMC_OK);
    // What an enum, a count or a default cannot be is refused by its name.
    auto unknown = sgmcmc::rule();
    unknown.raw().kind = 99;
    CHECK(answer(plain().rule(unknown)) == REFUSED_RULE_KIND);
    // The enum can hold it, but there is no drift of this number.
    CHECK(answer(plain().rule(sgmcmc::rule::langevin(static_cast<sgmcmc_drift_kind>(7)))) == REFUSED_DRIFT_KIND);
    CHECK(answer(plain().data_len(std::uint64_t(1) << 32)) == REFUSED_DATA_LEN);
    CHECK(answer(plain().data_len((std::uint64_t(1) << 32) + 10)) == REFUSED_DATA_LEN);
    CHECK(answer(plain().batch_len((std::uint64_t(1) << 32) + 2)) == REFUSED_BATCH_LEN);
    CHECK(answer(plain().prior(SGMCMC_PRIOR_CALLBACK)) == SGMCMC_OK);
    CHECK(answer(sgmcmc::settings()) == REFUSED_DATA_LEN);
    const sgmcmc_block blocks[] = {sgmcmc::block(0, 1).frozen(true), sgmcmc::block(1, 1).step_size_factor(0.5)};
    auto chain = got(sgmcmc::chain<Real>::make(plain().blocks(blocks), start));
    MUST(chain.step(model));
    CHECK(got(chain.theta())[0] == 0 && got(chain.theta())[1] != 0);
    const sgmcmc_block own = sgmcmc::block(2, 1).prior(SGMCMC_PRIOR_GAUSSIAN).prior_precision(-1.0);
    CHECK(answer(plain().blocks({&own, 1})) == REFUSED_PRIOR_PRECISION);
}

// A moved chain goes on where it was; the one it was moved from refuses everything.
template <class Real> void moved()
{
    using chain_type = sgmcmc::chain<Real>;
    static_assert(!std::is_copy_constructible_v<chain_type> && !std::is_copy_assignable_v<chain_type>);
    static_assert(std::is_nothrow_move_constructible_v<chain_type> && std::is_nothrow_move_assignable_v<chain_type>);
    static_assert(!std::is_copy_constructible_v<sgmcmc::rng> && std::is_nothrow_move_constructible_v<sgmcmc::rng>);
    const std::vector<Real> start(dim, Real(1));
    auto first = got(chain_type::make(plain(), start));
    auto undisturbed = got(first.clone());
    MUST(first.run(3, model));
    const auto *handle = first.handle();
    chain_type second(std::move(first));
    CHECK(second.handle() == handle && first.handle() == nullptr);
    for (int round = 0; round < 2; round++) {
        CHECK(status_of([&] { return first.step(model); }) == SGMCMC_ERROR_NULL_POINTER);
        CHECK(status_of([&] { return first.theta(); }) == SGMCMC_ERROR_NULL_POINTER);
        CHECK(status_of([&] { return first.clone(); }) == SGMCMC_ERROR_NULL_POINTER);
        CHECK(status_of([&] { return first.image(); }) == SGMCMC_ERROR_NULL_POINTER);
        std::vector<chain_type> chains;
        chains.push_back(std::move(second));
        chains.push_back(got(chains[0].clone()));
        MUST(chains[1].run(2, model)); // the copy's steps are its own
        chains.push_back(std::move(chains[0]));
        second = std::move(chains[2]);
        auto &self = second;
        second = std::move(self);
    }
    MUST(second.run(4, model));
    MUST(undisturbed.run(7, model));
    CHECK(same_bytes(second, undisturbed));
    first = std::move(second); // as good as new
    CHECK(same_bytes(first, undisturbed));

    auto rng = got(sgmcmc::rng::make(1, 2));
    auto copy = got(rng.clone());
    sgmcmc::rng taken(std::move(rng));
    std::array<Real, 5> a{}, b{};
    MUST(taken.normals(a));
    MUST(copy.normals(b));
    CHECK(a == b);
    CHECK(status_of([&] { return rng.normals(a); }) == SGMCMC_ERROR_NULL_POINTER);
    CHECK(status_of([&] { return rng.clone(); }) == SGMCMC_ERROR_NULL_POINTER);
    std::vector<int> order = {1, 2, 3, 4, 5};
    std::shuffle(order.begin(), order.end(), taken);
    CHECK(std::is_permutation(order.begin(), order.end(), std::vector<int>{5, 4, 3, 2, 1}.begin()));
}

template <class Real, class = void> constexpr bool restores_alone = false;
template <class Real>
constexpr bool restores_alone<Real, std::void_t<decltype(sgmcmc::chain<Real>::restore(std::vector<std::byte>()))>> = true;

// A block's prior is in force once its kind is named, and refused without; the bound is that of chains.jl.
template <class Real> void blocks()
{
    const auto of = [](const sgmcmc::block &block) {
        const sgmcmc_block one[] = {block};
        auto settings = sgmcmc::settings().data_len(1).batch(SGMCMC_BATCH_ALL).step_size(0.125);
        settings.rule(sgmcmc::rule(SGMCMC_RULE_BAOAB).friction(1.0)).moments(SGMCMC_MOMENTS_PLAIN);
        return sgmcmc::chain<Real>::make(settings.blocks(one), std::vector<Real>{0});
    };
    auto chain = got(of(sgmcmc::block(0, 1).prior(SGMCMC_PRIOR_GAUSSIAN).prior_precision(16.0)));
    MUST(chain.run(40'000, [](auto, sgmcmc::batch, auto) { return 0.0; }));
    CHECK(std::abs(got(chain.moments()).variance[0] / 0.0625 - 1.0) < 6.0 * std::sqrt(3.0 / 40'000.0));
    CHECK(sgmcmc::error(status_of([&] { return of(sgmcmc::block(0, 1).prior_precision(16.0)); })).setting() ==
          "prior.precision");
}

// Copies, checkpoints, and settings that need more memory than the chain has.
template <class Real> void copies()
{
    const std::vector<Real> start(dim, Real(1));
    auto chain = got(sgmcmc::chain<Real>::make(plain(), start));
    MUST(chain.run(3, model));
    // One flipped bit of them would be believed.
    static_assert(!restores_alone<Real>, "a chain's own bytes are no checkpoint");
    auto copy = got(chain.clone());
    MUST(copy.run(3, model));
    MUST(chain.run(3, model));
    CHECK(same_bytes(chain, copy));

    // Checkpoints, which want the settings once more.
    std::vector<std::byte> checkpoint = got(chain.save());
    alignas(64) static std::byte place[1 << 14];
    auto resumed = got(sgmcmc::chain<Real>::restore_in({place, sizeof place}, plain(), dim, checkpoint));
    CHECK(same_bytes(chain, resumed));
    const auto resume = [&](const sgmcmc::settings &settings, std::size_t count) {
        return status_of([&] { return sgmcmc::chain<Real>::restore(settings, count, checkpoint); });
    };
    CHECK(resume(plain().thinning(7), dim) == SGMCMC_ERROR_CHECKPOINT_SETTINGS);
    CHECK(resume(plain(), dim + 1) == SGMCMC_ERROR_CHECKPOINT_DIM);
    CHECK(resume(plain().step_size(-1.0), dim) == REFUSED_STEP_SIZE);
    CHECK(status_of([&] { return chain.save({place, checkpoint.size() - 1}); }) == SGMCMC_ERROR_MEMORY_TOO_SMALL);
    CHECK(status_of([&] { return chain.save({place, sizeof place}); }) == SGMCMC_OK);
    CHECK(std::memcmp(place, checkpoint.data(), checkpoint.size()) == 0);
    checkpoint.back() ^= std::byte(1);
    CHECK(resume(plain(), dim) == SGMCMC_ERROR_CHECKPOINT_DAMAGED);

    // SAGA's table takes more, and a failure on the way leaves the chain alone.
    const auto larger = plain().estimator(SGMCMC_ESTIMATOR_SAGA);
    auto same = got(chain.clone());
    CHECK(status_of([&] { return chain.hand_over(plain().step_size(-1.0)); }) == REFUSED_STEP_SIZE);
    CHECK(same_bytes(chain, same));
    MUST(chain.hand_over(larger));
    MUST(chain.run(3, model));
    alignas(64) static std::byte room[1 << 16];
    auto lent = got(same.clone_in({room, sizeof room}));
    MUST(lent.hand_over(larger));
    MUST(lent.run(3, model));
    CHECK(same_bytes(chain, lent));
    CHECK(status_of([&] { return lent.clone_in({room + 64, sizeof room - 64}); }) == SGMCMC_ERROR_OVERLAP);
    CHECK(same_bytes(chain, lent));
    const std::size_t tight = got(same.image()).size();
    auto cramped = got(same.clone_in({room, tight}));
    CHECK(status_of([&] { return cramped.hand_over(larger); }) == SGMCMC_ERROR_MEMORY_TOO_SMALL);
    CHECK(same_bytes(cramped, same));
    CHECK(status_of([&] { return same.clone_in({room, tight - 1}); }) == SGMCMC_ERROR_MEMORY_TOO_SMALL);
    CHECK(status_of([&] { return same.clone_in({room + 8, tight}); }) == SGMCMC_ERROR_MEMORY_MISALIGNED);
    CHECK(status_of([&] { return sgmcmc::chain<Real>::make_in({room + 8, tight}, plain(), start); }) ==
          SGMCMC_ERROR_MEMORY_MISALIGNED);
    CHECK(status_of([&] { return sgmcmc::chain<Real>::make_in({room, 64}, plain(), start); }) ==
          SGMCMC_ERROR_MEMORY_TOO_SMALL);
    CHECK(status_of([&] { return sgmcmc::chain<Real>::make_in({}, plain(), start); }) != SGMCMC_OK);
}

// One allocation for a chain, none for its steps, and no memory is an answer.
template <class Real> void memory()
{
    const std::vector<Real> start(dim, Real(1));
    std::vector<double> mean(dim), variance(dim);
    std::vector<Real> theta(dim);
    long before = allocations;
    auto chain = got(sgmcmc::chain<Real>::make(plain(), start));
    CHECK(allocations == before + 1);
    before = allocations;
    for (int i = 0; i < 1000; i++)
        MUST(chain.step(model));
    int draws = 0;
    MUST(chain.run(1000, model, [&draws](const sgmcmc::draw<Real> &) { draws++; }));
    MUST(chain.theta(theta));
    MUST(chain.moments(mean, variance, SGMCMC_MOMENTS_WEIGHTED));
    alignas(64) static std::byte room[1 << 14];
    auto lent = got(chain.clone_in({room, sizeof room}));
    CHECK(allocations == before && draws == 1000);
    memory_is_short = true;
#if SGMCMC_EXCEPTIONS
    int caught = 0;
    try {
        static_cast<void>(sgmcmc::chain<Real>::make(plain(), start));
    } catch (const std::bad_alloc &) {
        caught++;
    }
    try {
        chain.hand_over(plain().estimator(SGMCMC_ESTIMATOR_SAGA));
    } catch (const std::bad_alloc &) {
        caught++;
    }
    CHECK(caught == 2);
#else
    CHECK(sgmcmc::chain<Real>::make(plain(), start).error().status() == SGMCMC_ERROR_MEMORY_TOO_SMALL);
    CHECK(chain.hand_over(plain().estimator(SGMCMC_ESTIMATOR_SAGA)).error().status() == SGMCMC_ERROR_MEMORY_TOO_SMALL);
    CHECK(sgmcmc::rng::make(1, 0).error().status() == SGMCMC_ERROR_MEMORY_TOO_SMALL);
#endif
    memory_is_short = false;
    CHECK(same_bytes(chain, lent));
}

// A draw that estimates cannot take in is the failure of the run, which stops after its step.
template <class Real> void refused_draws()
{
    auto chain = got(sgmcmc::chain<Real>::make(plain(), std::vector<Real>(dim, Real(1))));
    auto estimates = got(sgmcmc::estimates::make({}, dim - 1));
    auto health = got(sgmcmc::health::make());
    const auto inside = [&estimates](auto draw) { return estimates(draw); };
    const auto looks = [](const auto &, auto) {};
    CHECK(status_of([&] { return chain.run(10, model, estimates); }) == SGMCMC_ERROR_LENGTH_MISMATCH);
    CHECK(status_of([&] { return chain.run(10, model, inside); }) == SGMCMC_ERROR_LENGTH_MISMATCH);
    CHECK(status_of([&] { return chain.run_with_progress(10, 1, model, estimates, looks); }) ==
          SGMCMC_ERROR_LENGTH_MISMATCH);
    CHECK(status_of([&] { return chain.run_with_health(10, 1, health, model, estimates); }) ==
          SGMCMC_ERROR_LENGTH_MISMATCH);
    CHECK(got(chain.statistics()).step_count == 4);
    CHECK(got(chain.run(10, model, [](auto) { return sgmcmc::stop(SGMCMC_ERROR_LENGTH_MISMATCH); })) == 3);
}

// Counts that 32 bits cannot hold are refused, not cut.
void large_counts()
{
    const std::uint64_t large = (std::uint64_t(1) << 32) + 4;
    auto chain = got(sgmcmc::chain<double>::make(plain(), std::vector<double>(dim, 1.0)));
    const auto looked = [&](const sgmcmc::pilot_settings &settings) {
        return status_of([&] { return sgmcmc::pilot_size(chain, settings); });
    };
    CHECK(looked(sgmcmc::pilot_settings().pair_count(large)) == REFUSED_PAIR_COUNT);
    CHECK(looked(sgmcmc::pilot_settings().product_count(large)) == REFUSED_PRODUCT_COUNT);
    CHECK(looked(sgmcmc::pilot_settings().batch_len(large)) == REFUSED_DRAWN_BATCH_LEN);
    const auto estimated = [&](const sgmcmc::estimate_settings &settings) {
        return status_of([&] { return sgmcmc::estimates::size(settings, 1); });
    };
    CHECK(estimated(sgmcmc::estimate_settings().window_len(large + 28)) == REFUSED_WINDOW_LEN);
    CHECK(status_of([&] {
              return sgmcmc::chain<double>::make(plain().chain_index(large), std::vector<double>(dim));
          }) == REFUSED_CHAIN_INDEX);
    auto rng = got(sgmcmc::rng::make(1, 0));
    std::uint32_t batch[2];
    CHECK(status_of([&] { return sgmcmc::rng::make(1, large); }) == REFUSED_CHAIN_INDEX);
    CHECK(status_of([&] { return rng.bounded(large); }) != SGMCMC_OK);
    CHECK(status_of([&] { return rng.batch(batch, large); }) == REFUSED_DATA_LEN);
    std::vector<double> theta(dim), gradient(dim);
    CHECK(status_of([&] {
              return sgmcmc::rule_step<double>(rng, theta, {}, gradient, sgmcmc::rule(), {0, large, 0.1});
          }) == REFUSED_DATA_LEN);
    CHECK(std::isinf(sgmcmc::from_learning_rate(0.1, large)));
    CHECK(std::isinf(sgmcmc::from_mini_batch_metropolis(0.1, large).step_size));
    CHECK(std::isinf(sgmcmc::from_momentum(0.1, 0.9, large).step_size));
}

template <class Real> void all()
{
    copied_settings<Real>();
    lengths<Real>();
    moved<Real>();
    copies<Real>();
    blocks<Real>();
    memory<Real>();
    refused_draws<Real>();
}

} // namespace

int main()
{
    all<float>();
    all<double>();
    step_sizes();
    large_counts();
    return failures != 0;
}
