/* Constrained parameters: the bits of every language, and what is refused, with nothing written. */
#include <math.h>

#include "transform_bits.h"
#include "world.h"

enum { PARAMETER_COUNT = 12, VALUE_COUNT = 19, TRANSFORM_COUNT = 6 };

typedef struct numbers {
    real theta[PARAMETER_COUNT], gradient[PARAMETER_COUNT], values[VALUE_COUNT];
    double log_jacobian;
    sgmcmc_transform transforms[TRANSFORM_COUNT];
} numbers;

static numbers of_all(void)
{
    numbers n = {.transforms = {{.start = 1, .len = 1, .upper = HUGE_VAL},
                                {.start = 2, .len = 1, .lower = -2.0, .upper = 3.5},
                                {.start = 3, .len = 1, .lower = -HUGE_VAL, .upper = 0.5},
                                {.start = 4, .len = 3, .kind = SGMCMC_TRANSFORM_ORDERED},
                                {.start = 7, .len = 3, .kind = SGMCMC_TRANSFORM_SIMPLEX},
                                {.start = 9, .len = 3, .kind = SGMCMC_TRANSFORM_CORRELATION}}};
    for (int i = 0; i < PARAMETER_COUNT; i++)
        n.theta[i] = (real)(i * 5 % 7) / 4 - (real)0.75;
    return n;
}

static sgmcmc_status constrained(numbers *n, size_t count)
{
    return F(sgmcmc_constrain)(n->values, VALUE_COUNT, &n->log_jacobian, n->theta, PARAMETER_COUNT, n->transforms, count);
}

static sgmcmc_status pulled_back(numbers *n, size_t count)
{
    return F(sgmcmc_pull_back)(n->gradient, n->theta, PARAMETER_COUNT, n->values, VALUE_COUNT, n->transforms, count, 0.5);
}

static sgmcmc_status unconstrained(numbers *n, size_t count)
{
    return F(sgmcmc_unconstrain)(n->theta, PARAMETER_COUNT, n->values, VALUE_COUNT, n->transforms, count);
}

static void bits(void)
{
    numbers n = of_all();
    uint64_t found[4];
    ANSWERS(SGMCMC_OK, constrained(&n, TRANSFORM_COUNT));
    ANSWERS(SGMCMC_OK, pulled_back(&n, TRANSFORM_COUNT));
    ANSWERS(SGMCMC_OK, unconstrained(&n, TRANSFORM_COUNT));
    const real sum = (real)n.log_jacobian;
    ANSWERS(SGMCMC_OK, F(sgmcmc_fingerprint)(&found[0], n.values, VALUE_COUNT));
    ANSWERS(SGMCMC_OK, F(sgmcmc_fingerprint)(&found[1], n.gradient, PARAMETER_COUNT));
    ANSWERS(SGMCMC_OK, F(sgmcmc_fingerprint)(&found[2], n.theta, PARAMETER_COUNT));
    ANSWERS(SGMCMC_OK, F(sgmcmc_fingerprint)(&found[3], &sum, 1));
    for (int i = 0; i < 4; i++)
        if (found[i] != transform_bits[sizeof(real) == 8][i]) {
            fprintf(stderr, "number %d has the bits 0x%llx\n", i, (unsigned long long)found[i]);
            check_failures++;
        }
    /* The sum may be left out, and so may the transforms. */
    numbers same = of_all();
    ANSWERS(SGMCMC_OK, F(sgmcmc_constrain)(same.values, VALUE_COUNT, NULL, same.theta, PARAMETER_COUNT,
                                           same.transforms, TRANSFORM_COUNT));
    CHECK(memcmp(same.values, n.values, sizeof n.values) == 0);
    ANSWERS(SGMCMC_OK, F(sgmcmc_constrain)(n.values, PARAMETER_COUNT, &n.log_jacobian, n.theta, PARAMETER_COUNT, NULL, 0));
    CHECK(memcmp(n.values, n.theta, sizeof n.theta) == 0 && n.log_jacobian == 0.0);
}

/* All three refuse the transforms, and write nothing. */
static void refuses(int line, sgmcmc_status status, numbers n)
{
    const numbers before = n;
    const sgmcmc_status all[] = {constrained(&n, TRANSFORM_COUNT), pulled_back(&n, TRANSFORM_COUNT),
                                 unconstrained(&n, TRANSFORM_COUNT)};
    for (int i = 0; i < 3; i++)
        if (all[i] != status) {
            fprintf(stderr, "line %d, function %d: %d\n", line, i, (int)all[i]);
            check_failures++;
        }
    CHECK(memcmp(&n, &before, sizeof n) == 0);
}

#define REFUSED(i, field, value, status)    \
    do {                                    \
        numbers n = of_all();               \
        n.transforms[i].field = value;      \
        refuses(__LINE__, status, n);       \
    } while (0)

static void transforms(void)
{
    REFUSED(0, kind, 4, REFUSED_TRANSFORM_KIND);
    REFUSED(5, kind, -1, REFUSED_TRANSFORM_KIND);
    REFUSED(5, reserved, 1, SGMCMC_ERROR_STRUCT_TOO_NEW);
    REFUSED(0, len, 0, REFUSED_TRANSFORM_RANGE);
    REFUSED(5, len, 4, REFUSED_TRANSFORM_RANGE);
    REFUSED(5, len, SIZE_MAX, REFUSED_TRANSFORM_RANGE);
    REFUSED(5, start, SIZE_MAX, REFUSED_TRANSFORM_RANGE);
    REFUSED(1, start, 1, REFUSED_TRANSFORM_OVERLAP);
    REFUSED(4, start, 0, REFUSED_TRANSFORM_OVERLAP);
    REFUSED(1, lower, 3.5, REFUSED_TRANSFORM_BOUNDS);
    REFUSED(1, upper, (double)NAN, REFUSED_TRANSFORM_BOUNDS);
    REFUSED(0, lower, HUGE_VAL, REFUSED_TRANSFORM_BOUNDS);
    REFUSED(3, upper, 1.0, REFUSED_TRANSFORM_BOUNDS);
    REFUSED(5, len, 2, SGMCMC_ERROR_LENGTH_MISMATCH);
    CHECK(strcmp(sgmcmc_refused_setting(REFUSED_TRANSFORM_BOUNDS), "lower") == 0);
}

#define NOTHING_WRITTEN(status, call)                       \
    do {                                                    \
        const numbers before = n;                           \
        ANSWERS(status, call);                              \
        CHECK(memcmp(&n, &before, sizeof n) == 0);          \
    } while (0)

static void arguments(void)
{
    numbers n = of_all();
    const size_t dim = PARAMETER_COUNT, len = VALUE_COUNT, count = TRANSFORM_COUNT;
    const sgmcmc_status null = SGMCMC_ERROR_NULL_POINTER, overlap = SGMCMC_ERROR_OVERLAP;
    const sgmcmc_transform *t = n.transforms;
    NOTHING_WRITTEN(null, F(sgmcmc_constrain)(NULL, len, &n.log_jacobian, n.theta, dim, t, count));
    NOTHING_WRITTEN(null, F(sgmcmc_constrain)(n.values, len, &n.log_jacobian, NULL, dim, t, count));
    NOTHING_WRITTEN(null, F(sgmcmc_constrain)(n.values, len, &n.log_jacobian, n.theta, dim, NULL, count));
    NOTHING_WRITTEN(null, F(sgmcmc_pull_back)(NULL, n.theta, dim, n.values, len, t, count, 1.0));
    NOTHING_WRITTEN(null, F(sgmcmc_pull_back)(n.gradient, NULL, dim, n.values, len, t, count, 1.0));
    NOTHING_WRITTEN(null, F(sgmcmc_pull_back)(n.gradient, n.theta, dim, NULL, len, t, count, 1.0));
    NOTHING_WRITTEN(null, F(sgmcmc_pull_back)(n.gradient, n.theta, dim, n.values, len, NULL, count, 1.0));
    NOTHING_WRITTEN(null, F(sgmcmc_unconstrain)(NULL, dim, n.values, len, t, count));
    NOTHING_WRITTEN(null, F(sgmcmc_unconstrain)(n.theta, dim, NULL, len, t, count));
    NOTHING_WRITTEN(null, F(sgmcmc_unconstrain)(n.theta, dim, n.values, len, NULL, count));
    NOTHING_WRITTEN(overlap, F(sgmcmc_constrain)(n.theta, len, &n.log_jacobian, n.theta, dim, t, count));
    NOTHING_WRITTEN(overlap, F(sgmcmc_constrain)(n.values, len, (double *)(void *)n.transforms, n.theta, dim, t, count));
    NOTHING_WRITTEN(overlap, F(sgmcmc_pull_back)(n.theta, n.theta, dim, n.values, len, t, count, 1.0));
    NOTHING_WRITTEN(overlap, F(sgmcmc_unconstrain)(n.values, dim, n.values, len, t, count));
    NOTHING_WRITTEN(SGMCMC_ERROR_LENGTH_ZERO, F(sgmcmc_constrain)(n.values, len, NULL, n.theta, 0, t, count));
    NOTHING_WRITTEN(SGMCMC_ERROR_LENGTH_TOO_LARGE,
                    F(sgmcmc_constrain)(n.values, len, NULL, n.theta, dim, t, SIZE_MAX / 8));
    NOTHING_WRITTEN(SGMCMC_ERROR_VALUE_OUTSIDE, unconstrained(&n, count));
    NOTHING_WRITTEN(SGMCMC_ERROR_VALUE_NOT_FINITE,
                    F(sgmcmc_pull_back)(n.gradient, n.theta, dim, n.values, len, t, count, (double)NAN));
    n.theta[1] = 1000;
    NOTHING_WRITTEN(SGMCMC_ERROR_VALUE_NOT_FINITE, constrained(&n, count));
    n.theta[1] = (real)NAN;
    NOTHING_WRITTEN(SGMCMC_ERROR_THETA_NOT_FINITE, constrained(&n, count));
    NOTHING_WRITTEN(SGMCMC_ERROR_THETA_NOT_FINITE, pulled_back(&n, count));
}

int main(void)
{
    bits();
    transforms();
    arguments();
    return check_failures != 0;
}
