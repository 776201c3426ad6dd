// What a checkpoint says of itself: chain.hpp has what writes one, and what goes on from it.

#ifndef SGMCMC_CHECKPOINT_HPP
#define SGMCMC_CHECKPOINT_HPP

#include <cstddef>

#include "../sgmcmc.h"
#include "outcome.hpp"
#include "span.hpp"

namespace sgmcmc {
inline namespace SGMCMC_MODE {

// Precision, dimension and steps, once the bytes are known to be whole; see sgmcmc_checkpoint_read.
inline outcome<sgmcmc_checkpoint> read_checkpoint(span<const std::byte> bytes)
{
    sgmcmc_checkpoint checkpoint{};
    checkpoint.struct_size = sizeof checkpoint;
    const sgmcmc_status status = sgmcmc_checkpoint_read(&checkpoint, bytes.data(), bytes.size());
    return detail::conclude(status, 0, checkpoint);
}

} // namespace SGMCMC_MODE
} // namespace sgmcmc

#endif
