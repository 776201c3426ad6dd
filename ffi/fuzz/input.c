/* The fuzzer's bytes, notable numbers, and the status of a call. */
#include "input.h"

#include <float.h>
#include <math.h>

bool tracing;

static const double numbers[] = {
    /* What a chain works with; half of them, so that most chains move. */
    1.0, 0.5, 0.1, 0.01, 1e-3, 2.0, 3.0, 10.0, 100.0, 1e-4, 0.25, 0.9, 0.05, 1e-6, 1000.0, 1.5, 0.3, 5.0, 0.75, 0.02,
    30.0, 1e4, 1e-5, 0.99,
    /* Ends, roots of ends, and what is next to 1. */
    DBL_EPSILON, FLT_EPSILON, 1.0 + DBL_EPSILON, 1.0 - DBL_EPSILON / 2, 1e-20, 1e-38, 1e-45, 1e-160, 1e-300, DBL_MIN,
    4.9406564584124654e-324, FLT_MIN, 1e6, 1e9, 1e10, 4e9, 1e19, 1.8e19, 1e20, 1e30, 1e37, 1e38, 3e38, FLT_MAX, 3.5e38,
    1e77, 1e154, 1.4e154, 1e200, 1e300, 1e308, DBL_MAX, 1e-10, 1e-12,
    /* No setting, or only where 0 or a sign is allowed. */
    0.0, -0.0, -1.0, -0.5, -1e-300, -1e38, -1e308, (double)INFINITY, -(double)INFINITY, (double)NAN,
};

static const double fractions[] = {
    0.9, 0.5, 0.1, 0.99, 0.999, 0.3, 0.95, 0.7, 0.01, 0.2, 0.6, 0.75,
    1.0, 0.0, 1.0 - DBL_EPSILON / 2, 0.9999999, DBL_EPSILON, 1e-8, 1e-300, 4.9406564584124654e-324, FLT_MIN,
    -0.0, -0.1, 1.0 + DBL_EPSILON, 2.0, 1e308, (double)INFINITY, (double)NAN,
};

enum { NUMBER_COUNT = sizeof numbers / sizeof *numbers, FRACTION_COUNT = sizeof fractions / sizeof *fractions };

uint8_t input_byte(input *in)
{
    if (in->len == 0)
        return 0;
    in->len--;
    return *in->bytes++;
}

size_t input_below(input *in, size_t count) { return input_byte(in) % count; }

uint64_t input_word(input *in)
{
    uint64_t word = 0;
    for (int i = 0; i < 8; i++)
        word = word << 8 | input_byte(in);
    return word;
}

static double any_bits(input *in)
{
    const uint64_t word = input_word(in);
    double number;
    memcpy(&number, &word, sizeof number);
    return number;
}

double input_number(input *in)
{
    const uint8_t index = input_byte(in);
    return index == 255 ? any_bits(in) : numbers[index % NUMBER_COUNT];
}

double input_fraction(input *in)
{
    const uint8_t index = input_byte(in);
    return index == 255 ? any_bits(in) : fractions[index % FRACTION_COUNT];
}

uint64_t input_count(input *in, size_t ordinary)
{
    static const uint64_t ends[] = {UINT32_MAX, UINT64_MAX,      (uint64_t)1 << 63, (uint64_t)UINT32_MAX + 1,
                                    65536,      UINT64_MAX - 10, 1000,              (uint64_t)1 << 53};
    const uint8_t index = input_byte(in);
    return index >= 248 ? ends[index - 248] : index % ordinary;
}

int32_t input_choice(input *in, int32_t count)
{
    static const int32_t strange[] = {-1, 99, INT32_MAX, INT32_MIN};
    const uint8_t index = input_byte(in);
    return index >= 252 ? strange[index - 252] : index % count;
}

uint64_t random_word(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15U;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9U;
    z = (z ^ z >> 27) * 0x94d049bb133111ebU;
    return z ^ z >> 31;
}

double notable(uint64_t index) { return numbers[index % NUMBER_COUNT]; }

uint64_t mix(uint64_t hash, const void *bytes, size_t len)
{
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < len; i++)
        hash = (hash ^ byte[i]) * 0x100000001b3U;
    return hash;
}

enum { FEATURE_COUNT = 1 << 14 };
__attribute__((section("__libfuzzer_extra_counters"))) static uint8_t features[FEATURE_COUNT];

void feature(unsigned kind, uint64_t value)
{
    uint64_t state = value * 64 + kind;
    features[random_word(&state) % FEATURE_COUNT] = 1;
}

sgmcmc_status known(sgmcmc_status status, const char *call)
{
    /* Those that were asked about before: the library looks through all of them. */
    static bool has_message[512];
    /* A name cut at its parenthesis is enough to tell calls apart. */
    TRACE("  %.*s: %d\n", (int)strcspn(call, "("), call, (int)status);
    feature(0, mix((uint64_t)status, call, strcspn(call, "(")));
    if ((uint64_t)status < sizeof has_message && has_message[status])
        return status;
    const char *message = sgmcmc_status_message(status);
    DEMAND(message != NULL && *message != '\0' && strcmp(message, sgmcmc_status_message(INT32_MIN)) != 0,
           "%s answers %d, which has no message", call, (int)status);
    DEMAND(status <= SGMCMC_ERROR_SETTING || sgmcmc_refused_setting(status) != NULL,
           "%s refuses a setting without a name: %d", call, (int)status);
    if ((uint64_t)status < sizeof has_message)
        has_message[status] = true;
    return status;
}
