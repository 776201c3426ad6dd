// What a span is made of and what not, and that it goes to and from std::span where there is one.
#include <array>
#include <cstdint>
#include <numeric>
#include <type_traits>
#include <vector>

#include "check.hpp"

namespace {

using sgmcmc::span;

template <class To, class From> constexpr bool makes = std::is_constructible_v<To, From>;

struct base {};
struct derived : base {};

static_assert(makes<span<const double>, std::vector<double> &>);
static_assert(makes<span<const double>, const std::vector<double> &>);
static_assert(makes<span<double>, std::vector<double> &> && makes<span<double>, std::array<double, 3> &>);
static_assert(makes<span<double>, double (&)[3]> && makes<span<const double>, const double (&)[3]>);
static_assert(makes<span<const double>, span<double>> && makes<span<const double>, span<double> &>);
// A temporary is read, not written.
static_assert(makes<span<const double>, std::vector<double>> && !makes<span<double>, std::vector<double>>);
static_assert(!makes<span<double>, const std::vector<double> &> && !makes<span<double>, span<const double>>);
static_assert(!makes<span<const double>, std::vector<float> &> && !makes<span<const base>, std::vector<derived> &>);
static_assert(!makes<span<const double>, double> && !makes<span<double>, std::initializer_list<double>>);
static_assert(std::is_trivially_copyable_v<span<double>> && sizeof(span<double>) == 2 * sizeof(void *));
// Which overload a vector means is never in doubt.
static_assert(std::is_same_v<decltype(span(std::declval<std::vector<float> &>())), span<float>>);
static_assert(std::is_same_v<decltype(span(std::declval<const std::array<int, 2> &>())), span<const int>>);

// A setter that keeps a pointer takes what lives on, and a span, which says so; no temporary, whatever it is.
struct view {
    operator span<const double>() const { return {}; }
};
template <class, class Argument, class = void> constexpr bool is_set = false;
#define KEEPS(object, setter, element)                                                                            \
    struct setter##_of;                                                                                           \
    template <class Argument>                                                                                     \
    constexpr bool is_set<setter##_of, Argument,                                                                  \
                          std::void_t<decltype(std::declval<object &>().setter(std::declval<Argument>()))>> = true; \
    static_assert(is_set<setter##_of, std::vector<element> &> && is_set<setter##_of, const std::vector<element> &>); \
    static_assert(is_set<setter##_of, std::array<element, 2> &> && is_set<setter##_of, const element(&)[2]>);      \
    static_assert(is_set<setter##_of, span<const element>> && is_set<setter##_of, const span<element>>);           \
    static_assert(!is_set<setter##_of, std::vector<element>> && !is_set<setter##_of, const std::vector<element>>); \
    static_assert(!is_set<setter##_of, std::array<element, 2>> && !is_set<setter##_of, element(&&)[2]>);           \
    static_assert(!is_set<setter##_of, std::array<const element, 2>> && !is_set<setter##_of, view>);               \
    static_assert(!is_set<setter##_of, std::initializer_list<element>>);
KEEPS(sgmcmc::rule, preconditioner_values, double)
KEEPS(sgmcmc::settings, prior_means, double)
KEEPS(sgmcmc::settings, prior_precisions, double)
KEEPS(sgmcmc::settings, centre, double)
KEEPS(sgmcmc::settings, compensation_covariance, double)
KEEPS(sgmcmc::settings, blocks, sgmcmc_block)
// Objects in memory of the caller's.
template <class Memory, class = void> constexpr bool is_made_in = false;
template <class Memory>
constexpr bool is_made_in<Memory, std::void_t<decltype(sgmcmc::rng::make_in(std::declval<Memory>(), 0, 0))>> = true;
static_assert(is_made_in<std::vector<std::byte> &> && is_made_in<span<std::byte>>);
static_assert(!is_made_in<std::vector<std::byte>> && !is_made_in<std::array<std::byte, 8>>);

double sum(span<const double> x) { return std::accumulate(x.begin(), x.end(), 0.0); }

void twice(span<double> x)
{
    for (double &number : x)
        number *= 2.0;
}

} // namespace

#if defined(__cpp_lib_span)
namespace {

static_assert(std::ranges::contiguous_range<span<double>> && std::ranges::borrowed_range<span<const double>>);
static_assert(std::is_convertible_v<span<double>, std::span<double>> &&
              std::is_convertible_v<span<double>, std::span<const double>> &&
              !std::is_convertible_v<span<const double>, std::span<double>>);
static_assert(makes<span<double>, std::span<double> &> && makes<span<const double>, std::span<const double>>);

double standard_sum(std::span<const double> x) { return sum(x); }

// A model that is written in terms of std::span.
struct standard_model {
    double log_likelihood(std::span<const double> theta, sgmcmc::batch, std::span<double> gradient) const
    {
        if (!gradient.empty())
            gradient[0] = -theta[0];
        return -0.5 * theta[0] * theta[0];
    }
};

void standard_spans()
{
    std::vector<double> x = {1.0, 2.0, 3.0};
    CHECK(standard_sum(span<double>(x)) == 6.0);
    const std::span<double> view = span(x);
    CHECK(sum(view) == 6.0 && view.data() == x.data());
    const auto settings = sgmcmc::settings().data_len(1).batch(SGMCMC_BATCH_ALL).step_size(0.1);
    auto chain = got(sgmcmc::chain<double>::make(settings, view.subspan(0, 1)));
    CHECK(got(chain.run(5, standard_model())) == 0);
    MUST(chain.theta(view.subspan(1, 1)));
    CHECK(x[1] == got(chain.theta())[0]);
}

} // namespace
#endif

int main()
{
    double c_array[] = {1.0, 2.0};
    std::array<double, 2> array = {3.0, 4.0};
    std::vector<double> vector = {5.0, 6.0};
    CHECK(sum(c_array) == 3.0 && sum(array) == 7.0 && sum(vector) == 11.0 && sum(std::vector<double>{1.0}) == 1.0);
    CHECK(sum({vector.data(), 1}) == 5.0 && sum({}) == 0.0 && span<double>().empty());
    twice(vector);
    CHECK(vector[1] == 12.0 && span<double>(vector)[0] == 10.0);
    CHECK(span<double>(vector).subspan(1, 1).data() == &vector[1] && span(array).size() == 2);
    // The batch of a model counts its data whether there are indices or not.
    const std::uint32_t indices[] = {4, 9};
    std::uint32_t total = 0;
    for (const std::uint32_t i : sgmcmc::batch(indices, 2))
        total += i;
    for (const std::uint32_t i : sgmcmc::batch(nullptr, 3))
        total += 100 * i;
    CHECK(total == 13 + 300 && sgmcmc::batch(nullptr, 3)[2] == 2 && sgmcmc::batch(indices, 2)[1] == 9);
#if defined(__cpp_lib_span)
    standard_spans();
#endif
    return failures != 0;
}
