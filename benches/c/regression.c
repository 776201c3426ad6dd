/*
 * What a chain step takes from C with a model that returns at once and with a linear regression: the twin of
 * benches/julia/overhead.jl, which says how to build and compare them. usage: regression [rounds]
 */
#include "timing.h"

#include <inttypes.h>

enum { DIM = 5, BATCH_LEN = 100, DATA_LEN = 10000, STEPS = 1000 };

static double x[DATA_LEN][DIM], y[DATA_LEN];

/* y_i ~ N(x_i' theta, 1) */
static int32_t regression(void *user, double *value, double *gradient, const double *theta, size_t dim,
                          const uint32_t *batch, size_t batch_len)
{
    double squares = 0.0;
    (void)user, (void)dim;
    for (size_t k = 0; k < batch_len; k++) {
        const uint32_t i = batch == NULL ? (uint32_t)k : batch[k];
        double residual = y[i];
        for (int j = 0; j < DIM; j++)
            residual -= x[i][j] * theta[j];
        squares += residual * residual;
        if (gradient != NULL)
            for (int j = 0; j < DIM; j++)
                gradient[j] += residual * x[i][j];
    }
    if (gradient != NULL)
        for (int j = 0; j < DIM; j++)
            gradient[j] /= (double)batch_len;
    *value = -0.5 * squares / (double)batch_len;
    return 0;
}

static void measure(const char *name, sgmcmc_log_likelihood_f64 log_likelihood, long rounds)
{
    const sgmcmc_model_f64 model = {.struct_size = sizeof model, .log_likelihood = log_likelihood};
    double theta[DIM] = {0}, step_ns = 0.0, run_ns = 0.0;
    sgmcmc_step step = {.struct_size = sizeof step};
    sgmcmc_chain_settings settings;
    sgmcmc_chain_f64 *chain;
    void *memory;
    size_t size;
    uint64_t fingerprint;
    must(sgmcmc_chain_settings_init(&settings, sizeof settings));
    settings.data_len = DATA_LEN;
    settings.batch.len = BATCH_LEN;
    settings.sampler.step_size.value = 1e-5;
    must(sgmcmc_chain_size_f64(&size, &settings, DIM));
    if (posix_memalign(&memory, sgmcmc_align(), size) != 0)
        exit(1);
    must(sgmcmc_chain_init_f64(&chain, memory, size, &settings, theta, DIM));
    for (long round = 0; round < rounds; round++) {
        double start = now_ns();
        for (int i = 0; i < STEPS; i++)
            must(sgmcmc_chain_step_f64(chain, &step, NULL, NULL, 0, &model));
        keep_best(&step_ns, (now_ns() - start) / STEPS);
        start = now_ns();
        must(sgmcmc_chain_run_f64(chain, NULL, STEPS, &model, NULL, NULL));
        keep_best(&run_ns, (now_ns() - start) / STEPS);
    }
    must(sgmcmc_chain_theta_f64(chain, theta, NULL, DIM));
    must(sgmcmc_fingerprint_f64(&fingerprint, theta, DIM));
    printf("%-12s %8.1f %8.1f   %016" PRIx64 "\n", name, step_ns, run_ns, fingerprint);
    free(memory);
}

int main(int argc, char **argv)
{
    const long rounds = argc > 1 ? strtol(argv[1], NULL, 10) : 1000;
    for (int i = 0; i < DATA_LEN; i++) {
        for (int j = 0; j < DIM; j++)
            x[i][j] = (7 * i + 13 * j) % 17 / 17.0 - 0.5;
        y[i] = i % 5 / 5.0;
    }
    printf("%-12s %8s %8s   ns a step, best of %ld rounds of %d\n", "", "_step", "_run", rounds, STEPS);
    measure("at once", at_once, rounds);
    measure("regression", regression, rounds);
    return 0;
}
