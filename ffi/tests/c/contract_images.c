/* Two equal chains are equal bytes, whatever their memory held before and whatever lay on the stack; for every part. */
#include "world.h"

enum { LARGEST = 65536 };

/* More numbers than any enum has: those that are refused are skipped. */
enum { KIND_COUNT = 12 };

static _Alignas(64) unsigned char memories[2][LARGEST], before[LARGEST];
static F(sgmcmc_chain) * chains[2];
static F(sgmcmc_model) model;
static real theta[DIM];
static size_t size;

/* Leaves bytes on the stack that the next calls may find there. */
static void litter(unsigned char byte)
{
    volatile unsigned char stack[8192];
    for (size_t i = 0; i < sizeof stack; i++)
        stack[i] = byte;
}

static void equal(const char *when, const void *a, const void *b, size_t len)
{
    const unsigned char *x = a, *y = b;
    for (size_t i = 0; i < len; i++)
        if (x[i] != y[i]) {
            fprintf(stderr, "%s: byte %zu of %zu is %02x here and %02x there\n", when, i, len, x[i], y[i]);
            check_failures++;
            return;
        }
}

static sgmcmc_status step(int which, int32_t batch)
{
    const uint32_t indices[BATCH_LEN] = {0, 3, 4, 7, 11, 19};
    if (batch == SGMCMC_BATCH_CALLER)
        return F(sgmcmc_chain_step)(chains[which], NULL, NULL, indices, BATCH_LEN, &model);
    return F(sgmcmc_chain_step)(chains[which], NULL, NULL, NULL, 0, &model);
}

/* The second chain is the first one's checkpoint, restored. */
static void restored(const char *when, const sgmcmc_chain_settings *settings)
{
    static unsigned char checkpoints[2][LARGEST];
    size_t saved, again;
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_save)(chains[0], NULL, 0, &saved));
    CHECK(saved <= LARGEST - 1);
    /* At an odd address. */
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_save)(chains[0], checkpoints[0] + 1, saved, NULL));
    memset(memories[1], 0x5a, size);
    litter(0xff);
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_restore)(&chains[1], memories[1], size, settings, DIM, checkpoints[0] + 1, saved));
    equal(when, memories[0], memories[1], size);
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_save)(chains[1], NULL, 0, &again));
    CHECK(again == saved);
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_save)(chains[1], checkpoints[1] + 1, LARGEST - 1, NULL));
    equal("saved again", checkpoints[0], checkpoints[1], saved);
}

/* Whether there is such a chain; if so, it is tried twice. */
static int try(const sgmcmc_chain_settings *settings)
{
    if (F(sgmcmc_chain_size)(&size, settings, DIM) != SGMCMC_OK)
        return 0;
    CHECK(size <= LARGEST);
    model.log_prior = settings->prior.kind == SGMCMC_PRIOR_CALLBACK ? log_prior : NULL;
    size_t live_size, dim;
    memset(&the_host, 0, sizeof the_host);
    for (int i = 0; i < 2; i++) {
        const unsigned char garbage = i == 0 ? 0x00 : 0xff;
        memset(memories[i], garbage, size);
        litter(garbage);
        ANSWERS(SGMCMC_OK, F(sgmcmc_chain_init)(&chains[i], memories[i], size, settings, theta, DIM));
    }
    equal("after init", memories[0], memories[1], size);
    restored("restored after init", settings);
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_properties)(&dim, &live_size, NULL, chains[0]));
    CHECK(live_size == size && dim == DIM);
    for (int k = 0; k < 10; k++)
        for (int i = 0; i < 2; i++) {
            litter(i == 0 ? 0x00 : 0xff);
            ANSWERS(SGMCMC_OK, step(i, settings->batch.kind));
        }
    equal("after ten steps", memories[0], memories[1], size);
    restored("restored after ten steps", settings);
    for (int countdown = 0; countdown < 4; countdown++) {
        memcpy(before, memories[0], size);
        the_host.fault = FAULT_CODE;
        the_host.countdown = countdown;
        the_host.code = STOP_CODE;
        litter(0xff);
        if (step(0, settings->batch.kind) == SGMCMC_OK) {
            /* It asked fewer times: the other one follows. */
            the_host.fault = FAULT_NONE;
            ANSWERS(SGMCMC_OK, step(1, settings->batch.kind));
        } else {
            equal("after a failed step", before, memories[0], size);
        }
        the_host.fault = FAULT_NONE;
    }
    for (int i = 0; i < 2; i++) {
        const uint64_t count = settings->batch.kind == SGMCMC_BATCH_CALLER ? 0 : 3;
        litter(i == 0 ? 0x00 : 0xff);
        ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run)(chains[i], NULL, count, &model, NULL, NULL));
        F(sgmcmc_chain_set_step_size)(chains[i], 0.005);
    }
    equal("after a run and another step size", memories[0], memories[1], size);
    restored("restored with another step size", settings);
    /* Other settings in the same memory, where these fit. */
    sgmcmc_chain_settings plain;
    settings_sgld(&plain);
    plain.moments = SGMCMC_MOMENTS_NONE;
    plain.prior.kind = SGMCMC_PRIOR_FLAT;
    size_t plain_size;
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_size)(&plain_size, &plain, DIM));
    if (plain_size <= size) {
        for (int i = 0; i < 2; i++) {
            litter(i == 0 ? 0x00 : 0xff);
            ANSWERS(SGMCMC_OK, F(sgmcmc_chain_hand_over)(chains[i], size, &plain));
        }
        equal("after a hand-over", memories[0], memories[1], plain_size);
        ANSWERS(SGMCMC_OK, F(sgmcmc_chain_properties)(NULL, &live_size, NULL, chains[0]));
        CHECK(live_size == plain_size);
    }
    return 1;
}

static void rules(void)
{
    static double values[DIM * DIM];
    /* A factor, or by its first row a diagonal. */
    for (int i = 0; i < DIM * DIM; i++)
        values[i] = i % (DIM + 1) == 0 ? 1.0 : 0.1;
    sgmcmc_chain_settings settings;
    settings_sgld(&settings);
    settings.prior.kind = SGMCMC_PRIOR_GAUSSIAN;
    sgmcmc_rule *const rule = &settings.sampler.rule;
    int count = 0;
    for (int32_t kind = 0; kind < KIND_COUNT; kind++)
        for (int32_t option = 0; option < 4; option++) {
            if (sgmcmc_rule_init(rule, sizeof *rule, kind) != SGMCMC_OK)
                continue;
            rule->velocity = option & 1;
            rule->thermostat = option >> 1;
            rule_for_its_kinds(rule);
            CHECK(try(&settings));
            count++;
        }
    CHECK(count >= 6);
    count = 0;
    for (int32_t drift = 0; drift < KIND_COUNT; drift++)
        for (int32_t preconditioner = 0; preconditioner < KIND_COUNT; preconditioner++) {
            size_t len;
            ANSWERS(SGMCMC_OK, rule_langevin(rule, drift, preconditioner));
            if (F(sgmcmc_rule_lengths)(&len, NULL, rule, DIM) != SGMCMC_OK)
                continue;
            rule->preconditioner.values = values;
            rule_for_its_kinds(rule);
            CHECK(try(&settings));
            count++;
        }
    CHECK(count >= 30);
}

static void schedules(void)
{
    int count = 0;
    for (int32_t kind = 0; kind < KIND_COUNT; kind++)
        for (int32_t unit = 0; unit < 2; unit++) {
            sgmcmc_chain_settings settings;
            settings_sgld(&settings);
            sgmcmc_schedule *const schedules[] = {&settings.sampler.step_size, &settings.sampler.temperature};
            for (int i = 0; i < 2; i++) {
                schedules[i]->kind = kind;
                schedules[i]->period = 3;
                schedules[i]->cycle_len = 5;
            }
            settings.sampler.schedule_unit = unit;
            settings_for_their_kinds(&settings);
            count += try(&settings);
        }
    CHECK(count >= 10);
}

static void parts(void)
{
    int counts[6] = {0};
    sgmcmc_chain_settings settings;
    const double means[DIM] = {0, 1, 2, 3, 4}, precisions[DIM] = {1, 2, 1, 2, 1};
    for (int part = 0; part < 6; part++)
        for (int32_t kind = 0; kind < KIND_COUNT; kind++)
            for (int option = 0; option < 2; option++) {
                settings_sgld(&settings);
                settings.prior.means = means;
                settings.prior.precisions = precisions;
                settings.prior.slab_weight = 0.5;
                settings.prior.slab_deviation = 1;
                settings.prior.spike_deviation = 0.1;
                settings.clipping.limit = 3;
                settings.chunk_len = option == 0 ? 0 : 4;
                if (part != 4) {
                    settings.estimator.interval = 4;
                    settings.estimator.anchor_len = BATCH_LEN + 2;
                    settings.estimator.averaged = option;
                } else {
                    settings_metropolis(&settings, kind);
                    settings.sampler.refresh_len = option == 0 ? 0 : 2;
                    settings.sampler.tune_beta = option == 1 && kind == SGMCMC_PROPOSAL_RSGLD;
                    settings.sampler.tune_step_size = option == 1 && kind == SGMCMC_PROPOSAL_RANDOM_WALK;
                }
                settings.burn_in = 5;
                int32_t *const kinds[] = {&settings.estimator.kind, &settings.batch.kind, &settings.prior.kind,
                                          &settings.clipping.kind, &settings.sampler.proposal.kind, &settings.moments};
                *kinds[part] = kind;
                settings_for_their_kinds(&settings);
                counts[part] += try(&settings);
            }
    const int at_least[6] = {10, 10, 10, 6, 8, 8};
    for (int part = 0; part < 6; part++)
        CHECK(counts[part] >= at_least[part]);
}

static void blocks(void)
{
    sgmcmc_block blocks[2];
    sgmcmc_chain_settings settings;
    for (int32_t prior = 0; prior < KIND_COUNT; prior++) {
        settings_sgld(&settings);
        settings.prior.kind = SGMCMC_PRIOR_GAUSSIAN;
        for (int i = 0; i < 2; i++) {
            blocks[i] = block_of((size_t)i * 3, 2);
            blocks[i].step_size_factor = 0.5 + i;
            blocks[i].frozen = i;
            blocks[i].prior = (sgmcmc_prior){.kind = i == 0 ? prior : SGMCMC_PRIOR_CHAIN, .precision = 2,
                                             .slab_weight = 0.5, .slab_deviation = 1, .spike_deviation = 0.1};
            block_for_its_kind(&blocks[i]);
        }
        settings.blocks = blocks;
        settings.block_count = 2;
        settings.block_size = sizeof *blocks;
        const int made = try(&settings);
        CHECK(made || prior == SGMCMC_PRIOR_GAUSSIAN_VECTOR || prior >= SGMCMC_PRIOR_CALLBACK);
    }
}

static void generators(void)
{
    static _Alignas(64) unsigned char rng_memories[2][1024];
    real numbers[7];
    for (int i = 0; i < 2; i++) {
        const unsigned char garbage = i == 0 ? 0x00 : 0xff;
        sgmcmc_rng *rng;
        uint64_t word;
        memset(rng_memories[i], garbage, sizeof rng_memories[i]);
        litter(garbage);
        ANSWERS(SGMCMC_OK, sgmcmc_rng_init(&rng, rng_memories[i], sgmcmc_rng_size(), 7, 0));
        litter(garbage);
        ANSWERS(SGMCMC_OK, F(sgmcmc_rng_normals)(rng, numbers, 7));
        ANSWERS(SGMCMC_OK, sgmcmc_rng_next_u64(rng, &word));
    }
    equal("a generator", rng_memories[0], rng_memories[1], sgmcmc_rng_size());
}

int main(void)
{
    model = (F(sgmcmc_model)){.struct_size = sizeof model, .log_likelihood = log_likelihood, .user = &the_host,
                              .metric = metric, .diffusion = diffusion, .step_size = step_size,
                              .temperature = temperature};
    for (int i = 0; i < DIM; i++)
        theta[i] = (real)(0.25 * i - 0.5);
    rules();
    schedules();
    parts();
    blocks();
    generators();
    return check_failures != 0;
}
