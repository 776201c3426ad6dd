/* Fingerprints of what every language makes of the same transforms: values, gradient, theta again, and the log Jacobian
 * in the precision of theta; for float and for double. */
#ifndef TRANSFORM_BITS_H
#define TRANSFORM_BITS_H

#include <stdint.h>

static const uint64_t transform_bits[2][4] = {
    {UINT64_C(0x86ff0ac82b9c6909), UINT64_C(0x2ce36a90fc95288f), UINT64_C(0xba3c91c5dac4b784), UINT64_C(0x4710303aeabee166)},
    {UINT64_C(0xfde4ef4f38d478c0), UINT64_C(0x6cac3bd81aa4c99a), UINT64_C(0x4da583b3777f3594), UINT64_C(0x39aa5650025c5323)},
};

#endif
