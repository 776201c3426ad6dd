/* Times the parts of a step: each for some time on end, so that what disturbs a run disturbs its prediction, too. */
#include "constants.h"

#include <stdlib.h>

#include "support.h"

static const double WINDOW = 0.05; /* seconds */

static double slowest(const wire *wire, double seconds)
{
    double all;
    int failed = wire_agree(wire, seconds < 0.0).code;
    MPI_Allreduce(&seconds, &all, 1, MPI_DOUBLE, MPI_MAX, wire->comm);
    return failed ? -1.0 : all;
}

/* Seconds of one call of many. */
static double time_calls(const wire *wire, void (*work)(void *), void *user)
{
    uint64_t count = 0;
    work(user);
    MPI_Barrier(wire->comm);
    double start = MPI_Wtime(), now = start;
    for (; now - start < WINDOW; now = MPI_Wtime(), count++)
        work(user);
    return (now - start) / (double)count;
}

typedef struct network_work {
    network *net;
    float theta[NETWORK_DIM], gradient[NETWORK_DIM];
    uint32_t batch[NETWORK_BLOCK];
} network_work;

static void evaluate_network(void *user)
{
    network_work *work = user;
    double value;
    network_log_likelihood(work->net, &value, work->gradient, work->theta, NETWORK_DIM, work->batch, NETWORK_BLOCK);
}

double measure_flops(const wire *wire, network *net)
{
    network_work work = {.net = net};
    network_draw_initial(work.theta, 0, 0);
    for (uint32_t k = 0; k < NETWORK_BLOCK; k++)
        work.batch[k] = k % (uint32_t)net->data->len;
    double seconds = slowest(wire, time_calls(wire, evaluate_network, &work));
    return (double)FLOPS_PER_WEIGHT * NETWORK_DIM * NETWORK_BLOCK / seconds;
}

typedef struct vectors {
    float *a, *b;
    size_t len;
} vectors;

static void add_vectors(void *user)
{
    const vectors *vectors = user;
    float *restrict a = vectors->a;
    const float *restrict b = vectors->b;
    for (size_t i = 0; i < vectors->len; i++)
        a[i] += b[i];
}

double measure_number(const wire *wire, size_t dim)
{
    vectors vectors = {.a = calloc(dim, sizeof(float)), .b = calloc(dim, sizeof(float)), .len = dim};
    int failed = wire_agree(wire, vectors.a == NULL || vectors.b == NULL).code;
    double seconds = failed ? -1.0 : slowest(wire, time_calls(wire, add_vectors, &vectors));
    free(vectors.a);
    free(vectors.b);
    return seconds / (double)dim;
}

static int32_t no_model(void *user, double *value, float *gradient, const float *theta, size_t dim,
                        const uint32_t *batch, size_t batch_len)
{
    (void)user, (void)gradient, (void)theta, (void)dim, (void)batch, (void)batch_len;
    *value = 0.0;
    return 0;
}

static void take_step(void *user)
{
    sgmcmc_model_f32 model = {.struct_size = sizeof model, .log_likelihood = no_model};
    check(sgmcmc_chain_step_f32(user, NULL, NULL, NULL, 0, &model));
}

double measure_step(const wire *wire, size_t dim, uint32_t data_len, uint32_t batch_len)
{
    sgmcmc_chain_settings settings;
    sgmcmc_chain_f32 *chain;
    size_t size, align = sgmcmc_align();
    check(sgmcmc_chain_settings_init(&settings, sizeof settings));
    settings.data_len = data_len;
    settings.batch.len = batch_len;
    settings.sampler.step_size.value = 1e-6;
    settings.prior.kind = SGMCMC_PRIOR_GAUSSIAN;
    check(sgmcmc_chain_size_f32(&size, &settings, dim));
    char *block = malloc(size + align);
    float *theta = calloc(dim, sizeof *theta);
    double seconds = -1.0;
    if (wire_agree(wire, block == NULL || theta == NULL).code == 0) {
        void *memory = block + (align - (uintptr_t)block % align);
        check(sgmcmc_chain_init_f32(&chain, memory, size, &settings, theta, dim));
        seconds = slowest(wire, time_calls(wire, take_step, chain));
    }
    free(block);
    free(theta);
    return seconds;
}

double measure_exchange(const wire *wire, size_t words)
{
    struct wire uncounted = *wire;
    int partner = wire->rank ^ 1, pass_count = words < 10000 ? 2000 : 40;
    float *sent = calloc(words, sizeof *sent), *received = calloc(words, sizeof *received);
    vectors vectors = {.a = sent, .b = received, .len = words};
    double seconds = 0.0;
    int failed = wire_agree(wire, sent == NULL || received == NULL).code;
    for (int pass = -pass_count / 10; !failed && partner < wire->rank_count && pass < pass_count; pass++) {
        if (pass == 0) /* the first ones make the connection */
            uncounted.seconds = 0.0;
        wire_exchange(&uncounted, partner, sent, words, received, words);
        add_vectors(&vectors); /* as in a sum: what is sent next is in this rank's cache, and not in its partner's */
    }
    if (partner < wire->rank_count)
        seconds = uncounted.seconds / pass_count;
    seconds = slowest(wire, failed ? -1.0 : seconds);
    free(sent);
    free(received);
    return seconds;
}

int measure_constants(constants *constants, const wire *wire, network *net, size_t dim, uint32_t data_len,
                      uint32_t batch_len)
{
    /* Of what a step takes, a batch's part shows where there are few parameters. */
    double one = measure_step(wire, 1, data_len, 1), all = measure_step(wire, 1, data_len, batch_len);
    double step = measure_step(wire, dim, data_len, 1);
    double numbers = measure_exchange(wire, HEADER_WORDS + dim);
    constants->flops = measure_flops(wire, net);
    constants->number = measure_number(wire, dim);
    constants->update = step / (double)dim;
    constants->index = batch_len > 1 && all > one ? (all - one) / (batch_len - 1.0) : 0.0;
    constants->latency = measure_exchange(wire, HEADER_WORDS);
    constants->byte = numbers > constants->latency ? (numbers - constants->latency) / (4.0 * (double)dim) : 0.0;
    return one < 0.0 || all < 0.0 || step < 0.0 || numbers < 0.0 || constants->number < 0.0 ? -1 : 0;
}
