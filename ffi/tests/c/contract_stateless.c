/* Rules without a chain: wrong arguments are refused, and right ones give the bits of a chain's steps. */
#include <float.h>
#include <math.h>
#include <stdint.h>

#include "world.h"

static world w;

/* Every rule that there is, and its switches: the Langevin family, the same as lattice walks, and the others. */
enum { DRIFT_COUNT = 5, PRECONDITIONER_COUNT = 7, FAMILY_COUNT = DRIFT_COUNT * PRECONDITIONER_COUNT,
       FIRST_OTHER = 2 * FAMILY_COUNT, OTHER_COUNT = 10, RULE_COUNT = FIRST_OTHER + OTHER_COUNT };

static double diagonal[DIM], factor[DIM * DIM];
static uint64_t all_clamped = 0;

static void rule_of(sgmcmc_rule *rule, int number)
{
    const int32_t kinds[OTHER_COUNT] = {SGMCMC_RULE_SGHMC, SGMCMC_RULE_SGHMC, SGMCMC_RULE_ABOBA, SGMCMC_RULE_BAOAB,
                                        SGMCMC_RULE_SGNHT, SGMCMC_RULE_SGNHT, SGMCMC_RULE_SGNHT, SGMCMC_RULE_SGNHT,
                                        SGMCMC_RULE_ADAM,  SGMCMC_RULE_RECIPE};
    for (int i = 0; i < DIM; i++) {
        diagonal[i] = 0.5 + 0.25 * i;
        for (int j = 0; j < DIM; j++)
            factor[i * DIM + j] = j > i ? (double)NAN : j == i ? 0.75 : 0.125;
    }
    if (number < FIRST_OTHER) {
        const int32_t drift = number % FAMILY_COUNT / PRECONDITIONER_COUNT;
        const int32_t preconditioner = number % PRECONDITIONER_COUNT;
        ANSWERS(SGMCMC_OK, rule_langevin(rule, drift, preconditioner));
        rule->kind = number < FAMILY_COUNT ? SGMCMC_RULE_LANGEVIN : SGMCMC_RULE_LATTICE;
        if (preconditioner == SGMCMC_PRECONDITIONER_DIAGONAL)
            rule->preconditioner.values = diagonal;
        if (preconditioner == SGMCMC_PRECONDITIONER_DENSE)
            rule->preconditioner.values = factor;
        rule->preconditioner.reflect = drift == SGMCMC_DRIFT_ADAMAX;
        rule->preconditioner.scale = drift == SGMCMC_DRIFT_ADAMAX;
        rule_for_its_kinds(rule);
        return;
    }
    ANSWERS(SGMCMC_OK, sgmcmc_rule_init(rule, sizeof *rule, kinds[number - FIRST_OTHER]));
    if (number == FIRST_OTHER + 1) {
        rule->noise_estimate = 0.05;
        rule->redraw_interval = 3;
    }
    rule->velocity = number != FIRST_OTHER;
    rule->thermostat = number % 2;
    rule->splitting = number / 2 % 2;
    rule_for_its_kinds(rule);
}

/* Its steps ask for the gradient half a step on. */
static int has_own_site(const sgmcmc_rule *rule)
{
    return rule->kind == SGMCMC_RULE_ABOBA ||
           (rule->kind == SGMCMC_RULE_SGNHT && rule->splitting == SGMCMC_SPLITTING_SYMMETRIC);
}

typedef struct last_draw {
    double drift_norm, noise_norm;
    int32_t saturated;
} last_draw;

static int32_t watch(void *user, const F(sgmcmc_draw) * draw)
{
    *(last_draw *)user = (last_draw){draw->drift_norm, draw->noise_norm, draw->saturated};
    return 0;
}

/* What a host that owns its loop does in a step. */
static void step_alone(const sgmcmc_rule *rule, size_t state_len, size_t host_terms_len, double step_size, uint64_t index)
{
    double value;
    memcpy(w.numbers, w.theta, sizeof w.theta);
    ANSWERS(SGMCMC_OK, F(sgmcmc_rule_move_to_site)(w.numbers, DIM, w.state, state_len, rule));
    CHECK(index == 0 || (memcmp(w.numbers, w.theta, sizeof w.theta) != 0) == has_own_site(rule));
    memset(w.gradient, 0, sizeof w.gradient);
    memset(w.host_terms, 0, sizeof w.host_terms);
    CHECK(log_likelihood(&the_host, &value, w.gradient, w.numbers, DIM, NULL, DATA_LEN) == 0);
    for (int i = 0; i < DIM; i++)
        w.gradient[i] *= DATA_LEN;
    if (rule->kind == SGMCMC_RULE_RECIPE) {
        ANSWERS(SGMCMC_OK, F(sgmcmc_rng_normals)(w.rng, w.numbers, DIM));
        CHECK(diffusion(&the_host, w.host_terms, w.host_terms + DIM, w.theta, w.gradient, w.numbers, DIM, 1.0) == 0);
    } else if (host_terms_len > 0) {
        size_t metric_len = host_terms_len - DIM;
        CHECK(metric(&the_host, w.host_terms, metric_len, w.host_terms + metric_len, w.theta, DIM) == 0);
    }
    ANSWERS(SGMCMC_OK, RULE_STEP(w.rng, &w.applied, w.theta, DIM, state_len > 0 ? w.state : NULL, state_len,
                                           w.gradient, host_terms_len > 0 ? w.host_terms : NULL, host_terms_len, rule, step_size, 1.0,
                                           index, DATA_LEN));
}

static void same_as_a_chain(int number)
{
    const int before = check_failures;
    sgmcmc_chain_settings settings;
    sgmcmc_rule rule;
    size_t state_len, host_terms_len;
    uint64_t fingerprint[2], clamped_count = 0;
    real theta[DIM];
    last_draw last;
    rule_of(&rule, number);
    settings_sgld(&settings);
    settings.batch.kind = SGMCMC_BATCH_ALL;
    settings.batch.len = 0;
    settings.prior.kind = SGMCMC_PRIOR_FLAT;
    settings.sampler.rule = rule;
    world_make(&w, &settings);
    ANSWERS(SGMCMC_OK, F(sgmcmc_rule_lengths)(&state_len, &host_terms_len, &rule, DIM));
    CHECK(state_len <= sizeof w.state / sizeof *w.state && host_terms_len <= sizeof w.host_terms / sizeof *w.host_terms);
    ANSWERS(SGMCMC_OK, F(sgmcmc_rule_start)(w.rng, state_len > 0 ? w.state : NULL, state_len, &rule, DIM,
                                            settings.sampler.step_size.value, 1.0));
    for (uint64_t k = 0; k < 12; k++) {
        step_alone(&rule, state_len, host_terms_len, settings.sampler.step_size.value, k);
        ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run)(w.chain, NULL, 1, &w.model, watch, &last));
        ANSWERS(SGMCMC_OK, F(sgmcmc_chain_theta)(w.chain, theta, NULL, DIM));
        ANSWERS(SGMCMC_OK, F(sgmcmc_fingerprint)(&fingerprint[0], theta, DIM));
        ANSWERS(SGMCMC_OK, F(sgmcmc_fingerprint)(&fingerprint[1], w.theta, DIM));
        CHECK(fingerprint[0] == fingerprint[1]);
        CHECK(w.applied.drift_norm == last.drift_norm && w.applied.noise_norm == last.noise_norm);
        /* Where all drifts are cut, a lattice walk leaves nothing to chance. */
        const int noisy = rule.kind != SGMCMC_RULE_ADAM && w.applied.clamped_count < DIM;
        CHECK(w.applied.drift_norm > 0.0 && (w.applied.noise_norm > 0.0) == noisy);
        CHECK(w.applied.saturated == 0 && last.saturated == 0);
        clamped_count += w.applied.clamped_count;
        all_clamped += w.applied.clamped_count;
        ANSWERS(SGMCMC_OK, F(sgmcmc_chain_statistics)(w.chain, &w.statistics));
        CHECK(w.statistics.clamped_count == clamped_count && w.statistics.saturated_count == 0);
    }
    CHECK(the_host.dirty_gradients == 0 && (rule.kind == SGMCMC_RULE_LATTICE || clamped_count == 0));
    if (check_failures != before)
        fprintf(stderr, "  with rule %d\n", number);
}

/* NULL is SGLD, with the same bits, and wants no state. */
static void without_a_rule(void)
{
    static world other;
    sgmcmc_chain_settings settings;
    sgmcmc_rule rule;
    rule_of(&rule, 0);
    settings_sgld(&settings);
    world_make(&other, &settings);
    world_make(&w, &settings);
    size_t len = 7;
    ANSWERS(SGMCMC_OK, F(sgmcmc_rule_lengths)(&len, NULL, NULL, DIM));
    CHECK(len == 0);
    ANSWERS(SGMCMC_OK, F(sgmcmc_rule_start)(w.rng, NULL, 0, NULL, DIM, 0.1, 1.0));
    ANSWERS(SGMCMC_OK, F(sgmcmc_rule_move_to_site)(w.theta, DIM, NULL, 0, NULL));
    ANSWERS(SGMCMC_OK,
            RULE_STEP(w.rng, NULL, w.theta, DIM, NULL, 0, w.gradient, NULL, 0, NULL, 0.1, 1.0, 0, 1));
    ANSWERS(SGMCMC_OK, RULE_STEP(other.rng, NULL, other.theta, DIM, NULL, 0, other.gradient, NULL, 0, &rule,
                                           0.1, 1.0, 0, 1));
    CHECK(memcmp(w.theta, other.theta, sizeof w.theta) == 0);
}

/* A theta that overflows is told, and an output of an older header's size is filled as far as it goes. */
static void saturated(void)
{
    const real largest = (real)(sizeof(real) == sizeof(double) ? DBL_MAX : FLT_MAX);
    sgmcmc_chain_settings settings;
    settings_sgld(&settings);
    world_make(&w, &settings);
    for (int i = 0; i < DIM; i++) {
        w.theta[i] = largest;
        w.gradient[i] = largest / 5;
    }
    w.applied.struct_size = offsetof(sgmcmc_rule_applied, drift_norm);
    ANSWERS(SGMCMC_OK, RULE_STEP(w.rng, &w.applied, w.theta, DIM, NULL, 0, w.gradient, NULL, 0, NULL, 1.0,
                                           1.0, 0, 1));
    CHECK(w.applied.saturated == 1 && w.theta[0] == largest);
    CHECK(memcmp(&w.applied.drift_norm, &w.applied.noise_norm, sizeof(double)) == 0);
}

#define START(rng, state, state_len, rule) F(sgmcmc_rule_start)(rng, state, state_len, rule, DIM, 0.1, 1.0)
#define SITE(site, state, state_len, rule) F(sgmcmc_rule_move_to_site)(site, DIM, state, state_len, rule)
#define STEP(rng, theta, state, state_len, gradient, host_terms, host_terms_len)                                            \
    RULE_STEP(rng, &w.applied, theta, DIM, state, state_len, gradient, host_terms, host_terms_len, &w.rule, 0.1,  \
                        1.0, 0, 1)

static void pointers(void)
{
    const sgmcmc_status null = SGMCMC_ERROR_NULL_POINTER, overlap = SGMCMC_ERROR_OVERLAP;
    const size_t len = 2 * DIM;
    real *in_rng = (real *)(void *)w.rng_memory;
    /* ADAM drift with the metric: 2 dim numbers of state, 2 dim host_terms. */
    ANSWERS(SGMCMC_OK, rule_langevin(&w.rule, SGMCMC_DRIFT_ADAM, SGMCMC_PRECONDITIONER_POSITION_DEPENDENT));
    memset(w.state, 0, sizeof w.state);
    memset(w.host_terms, 0, sizeof w.host_terms);
    REFUSES(&w, null, sgmcmc_rule_init(NULL, sizeof w.rule, SGMCMC_RULE_SGHMC));
    REFUSES_SPOILT(&w, START(OBJECT(w.rng), GIVEN(w.state), len, &w.rule));
    void *const odd = (unsigned char *)&w.rule + 1;
    REFUSES(&w, SGMCMC_ERROR_MEMORY_MISALIGNED, START(w.rng, w.state, len, odd));
    REFUSES(&w, SGMCMC_ERROR_MEMORY_MISALIGNED, F(sgmcmc_rule_lengths)(odd, NULL, NULL, DIM));
    REFUSES(&w, SGMCMC_ERROR_MEMORY_MISALIGNED, F(sgmcmc_rule_lengths)(NULL, odd, NULL, DIM));
    REFUSES_SPOILT(&w, SITE(GIVEN(w.numbers), GIVEN(w.state), len, &w.rule));
    REFUSES_SPOILT(&w, STEP(OBJECT(w.rng), GIVEN(w.theta), GIVEN(w.state), len, GIVEN(w.gradient), GIVEN(w.host_terms), len));

    REFUSES(&w, overlap, F(sgmcmc_rule_lengths)((size_t *)(void *)&w.rule, NULL, &w.rule, DIM));
    REFUSES(&w, overlap, START(w.rng, in_rng, len, &w.rule));
    REFUSES(&w, overlap, SITE(w.state + 1, w.state, len, &w.rule));
    REFUSES(&w, overlap, STEP(w.rng, in_rng, w.state, len, w.gradient, w.host_terms, len));
    REFUSES(&w, overlap, STEP(w.rng, w.state + 3, w.state, len, w.gradient, w.host_terms, len));
    REFUSES(&w, overlap, STEP(w.rng, w.theta, w.state, len, w.theta, w.host_terms, len));
    REFUSES(&w, overlap, STEP(w.rng, w.theta, w.state, len, w.gradient, w.state, len));
    /* An output begins with its size, wherever it is. */
    memcpy(w.state, &w.applied, sizeof w.applied);
    REFUSES(&w, overlap, RULE_STEP(w.rng, (sgmcmc_rule_applied *)(void *)w.state, w.theta, DIM, w.state, len,
                                             w.gradient, w.host_terms, len, &w.rule, 0.1, 1.0, 0, 1));
    memset(w.state, 0, sizeof w.state);
    w.rule.preconditioner.kind = SGMCMC_PRECONDITIONER_DIAGONAL;
    REFUSES(&w, null, START(w.rng, w.state, len + DIM, &w.rule));
    w.rule.preconditioner.values = (const double *)(const void *)w.state;
    REFUSES(&w, overlap, START(w.rng, w.state, len + DIM, &w.rule));
    w.rule.preconditioner.kind = SGMCMC_PRECONDITIONER_POSITION_DEPENDENT;
    w.rule.preconditioner.values = NULL;
}

static void lengths(void)
{
    const sgmcmc_status zero = SGMCMC_ERROR_LENGTH_ZERO, large = SGMCMC_ERROR_LENGTH_TOO_LARGE,
                        mismatch = SGMCMC_ERROR_LENGTH_MISMATCH;
    const size_t len = 2 * DIM;
    REFUSES(&w, zero, F(sgmcmc_rule_lengths)(&w.size, NULL, &w.rule, 0));
    REFUSES(&w, zero, F(sgmcmc_rule_lengths)(NULL, &w.size, &w.rule, 0));
    REFUSES(&w, zero, F(sgmcmc_rule_start)(w.rng, w.state, len, &w.rule, 0, 0.1, 1.0));
    REFUSES(&w, zero, F(sgmcmc_rule_move_to_site)(w.numbers, 0, w.state, len, &w.rule));
    REFUSES(&w, zero, RULE_STEP(w.rng, NULL, w.theta, 0, w.state, len, w.gradient, w.host_terms, len, &w.rule, 0.1,
                                          1.0, 0, 1));
    REFUSES(&w, large, F(sgmcmc_rule_lengths)(&w.size, NULL, &w.rule, SIZE_MAX));
    REFUSES(&w, large, F(sgmcmc_rule_lengths)(NULL, &w.size, &w.rule, SIZE_MAX));
    REFUSES(&w, large, STEP(w.rng, w.theta, w.state, SIZE_MAX / 2, w.gradient, w.host_terms, len));
    for (size_t wrong = 0; wrong < 3 * DIM; wrong++) {
        if (wrong == len)
            continue;
        REFUSES(&w, mismatch, START(w.rng, w.state, wrong, &w.rule));
        REFUSES(&w, mismatch, SITE(w.numbers, w.state, wrong, &w.rule));
        REFUSES(&w, mismatch, STEP(w.rng, w.theta, w.state, wrong, w.gradient, w.host_terms, len));
        if (wrong <= GIVEN_MAX)
            REFUSES(&w, mismatch, STEP(w.rng, w.theta, w.state, len, w.gradient, w.host_terms, wrong));
    }
}

static void values(void)
{
    const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, -1.0, 0.0};
    const size_t len = 2 * DIM;
    for (int i = 0; i < 5; i++) {
        REFUSES(&w, REFUSED_STEP_SIZE, F(sgmcmc_rule_start)(w.rng, w.state, len, &w.rule, DIM, bad[i], 1.0));
        REFUSES(&w, REFUSED_STEP_SIZE, RULE_STEP(w.rng, NULL, w.theta, DIM, w.state, len, w.gradient,
                                                                w.host_terms, len, &w.rule, bad[i], 1.0, 0, 1));
        if (bad[i] == 0.0)
            continue;
        REFUSES(&w, REFUSED_TEMPERATURE, F(sgmcmc_rule_start)(w.rng, w.state, len, &w.rule, DIM, 0.1, bad[i]));
        REFUSES(&w, REFUSED_TEMPERATURE, RULE_STEP(w.rng, NULL, w.theta, DIM, w.state, len, w.gradient,
                                                                  w.host_terms, len, &w.rule, 0.1, bad[i], 0, 1));
        w.host_terms[0] = (real)bad[i];
        REFUSES(&w, SGMCMC_ERROR_PRECONDITIONER_NOT_USABLE,
                STEP(w.rng, w.theta, w.state, len, w.gradient, w.host_terms, len));
        w.host_terms[0] = 0;
        if (bad[i] == -1.0)
            continue;
        w.gradient[2] = (real)bad[i];
        REFUSES(&w, SGMCMC_ERROR_GRADIENT_NOT_FINITE, STEP(w.rng, w.theta, w.state, len, w.gradient, w.host_terms, len));
        w.gradient[2] = 0;
    }
    REFUSES(&w, REFUSED_DATA_LEN, RULE_STEP(w.rng, &w.applied, w.theta, DIM, w.state, len, w.gradient,
                                                           w.host_terms, len, &w.rule, 0.1, 1.0, 0, 0));
    const size_t size = w.applied.struct_size;
    w.applied.struct_size = size - 1;
    REFUSES(&w, SGMCMC_ERROR_STRUCT_SIZE, STEP(w.rng, w.theta, w.state, len, w.gradient, w.host_terms, len));
    w.applied.struct_size = size;
#define ROOM(path, value, used) offsetof(sgmcmc_rule, path),
    static const size_t rooms[] = {SGMCMC_RULE_FIELDS(NOTHING, ROOM)};
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
        unsigned char *const room = (unsigned char *)&w.rule + rooms[i];
        *room = 1;
        REFUSES(&w, SGMCMC_ERROR_STRUCT_TOO_NEW, STEP(w.rng, w.theta, w.state, len, w.gradient, w.host_terms, len));
        *room = 0;
    }
    w.rule.kind = SGMCMC_RULE_LATTICE;
    REFUSES(&w, REFUSED_TEMPERATURE, RULE_STEP(w.rng, &w.applied, w.theta, DIM, w.state, len, w.gradient,
                                                              w.host_terms, len, &w.rule, 0.1, 0.0, 0, 1));
    /* Nor may the precision of theta see 0. */
    const double cold = sizeof(real) == sizeof(double) ? 4e-324 : 1e-300;
    REFUSES(&w, REFUSED_TEMPERATURE, RULE_STEP(w.rng, &w.applied, w.theta, DIM, w.state, len, w.gradient,
                                                              w.host_terms, len, &w.rule, 0.1, cold, 0, 1));
    w.rule.kind = SGMCMC_RULE_LANGEVIN;
    w.rule.drift.beta1 = 1.0;
    REFUSES(&w, REFUSED_BETA1, START(w.rng, w.state, len, &w.rule));
    REFUSES(&w, REFUSED_BETA1, STEP(w.rng, w.theta, w.state, len, w.gradient, w.host_terms, len));
    w.rule.drift.kind = 77;
    REFUSES(&w, REFUSED_DRIFT_KIND, F(sgmcmc_rule_lengths)(&w.size, NULL, &w.rule, DIM));
    REFUSES(&w, REFUSED_DRIFT_KIND, F(sgmcmc_rule_lengths)(NULL, &w.size, &w.rule, DIM));
    REFUSES(&w, REFUSED_DRIFT_KIND, START(w.rng, w.state, len, &w.rule));
    REFUSES(&w, REFUSED_DRIFT_KIND, SITE(w.numbers, w.state, len, &w.rule));
    REFUSES(&w, REFUSED_DRIFT_KIND, STEP(w.rng, w.theta, w.state, len, w.gradient, w.host_terms, len));
    REFUSES(&w, REFUSED_RULE_KIND, sgmcmc_rule_init(&w.rule, sizeof w.rule, KINDS_AT_MOST));
    REFUSES(&w, SGMCMC_ERROR_STRUCT_SIZE, sgmcmc_rule_init(&w.rule, sizeof w.rule - 1, 0));
    ANSWERS(SGMCMC_OK, sgmcmc_rule_init(&w.rule, sizeof w.rule, SGMCMC_RULE_RECIPE));
    w.host_terms[DIM] = (real)NAN;
    REFUSES(&w, SGMCMC_ERROR_DIFFUSION_NOT_FINITE, STEP(w.rng, w.theta, NULL, 0, w.gradient, w.host_terms, len));
}

int main(void)
{
    for (int number = 0; number < RULE_COUNT; number++) {
        const int dense = number % PRECONDITIONER_COUNT == SGMCMC_PRECONDITIONER_DENSE ||
                          number % PRECONDITIONER_COUNT == SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE;
        if (number < FAMILY_COUNT || number >= FIRST_OTHER || !dense)
            same_as_a_chain(number);
    }
    CHECK(all_clamped > 0);
    saturated();
    without_a_rule();
    pointers();
    lengths();
    values();
    return check_failures != 0;
}
