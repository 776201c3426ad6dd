// A file with exceptions and one without in one program: tests/cpp.rs compiles this as both, and links the two.
#include <vector>

#include "check.hpp"

namespace {

// The fingerprint of a short chain; the model and the observer are the same types in both files.
std::uint64_t sample()
{
    const auto model = [](auto theta, auto, auto gradient) {
        if (!gradient.empty())
            gradient[0] = -theta[0];
        return -0.5 * theta[0] * theta[0];
    };
    const auto settings = sgmcmc::settings().data_len(10).batch_len(2).step_size(0.01);
    auto chain = got(sgmcmc::chain<double>::make(settings, std::vector{1.0}));
    CHECK(status_of([&] { return chain.set_step_size(-1.0); }) == REFUSED_STEP_SIZE);
    MUST(chain.run(10, model));
    return got(sgmcmc::fingerprint(got(chain.theta())));
}

} // namespace

#if SGMCMC_EXCEPTIONS
std::uint64_t sample_without_exceptions();

int main()
{
    CHECK(sample() == sample_without_exceptions());
    return failures != 0;
}
#else
std::uint64_t sample_without_exceptions();
std::uint64_t sample_without_exceptions() { return sample(); }
#endif
