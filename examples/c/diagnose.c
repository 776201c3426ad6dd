/* A logistic regression from its model alone: chains that find what it takes to sample it, what they drew, and whether to
   trust it. The exit status is 0 if they agree and say nothing that is to be doubted.
   usage: diagnose [DATA_LEN] */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "logistic.h"
#include "support.h"

enum { DIM = LOGISTIC_DIM, DEFAULT_DATA_LEN = 5000, SEED = 1 /* of the data */ };

int main(int argc, char **argv)
{
    char *end = "";
    const long data_len = argc > 1 ? strtol(argv[1], &end, 10) : DEFAULT_DATA_LEN;
    if (argc > 2 || *end != '\0' || data_len < 10 * DIM || data_len > 1000000) {
        fprintf(stderr, "usage: diagnose [DATA_LEN]   from %d to 1000000\n", 10 * DIM);
        return 2;
    }
    void *rng_block, *block;
    static logistic data;
    if (logistic_draw_data(&data, (uint32_t)data_len, make_rng(SEED, 0, &rng_block)) != 0) {
        fprintf(stderr, "out of memory\n");
        return 1;
    }
    const sgmcmc_model_f64 model = {.struct_size = sizeof model, .log_likelihood = logistic_log_likelihood,
                                    .user = &data};
    printf("logistic regression, n = %ld, d = %d\n", data_len, DIM);

    /* What a user says: the data, the prior, and where to begin. */
    sgmcmc_ensemble_settings settings;
    check(sgmcmc_ensemble_settings_init(&settings, sizeof settings));
    settings.data_len = (uint32_t)data_len;
    settings.prior.kind = SGMCMC_PRIOR_GAUSSIAN;
    const double start[DIM] = {0};

    size_t size;
    sgmcmc_ensemble *ensemble;
    sgmcmc_ensemble_state state = {.struct_size = sizeof state};
    check(sgmcmc_ensemble_size_f64(&size, &settings, DIM));
    void *memory = aligned_memory(size, sgmcmc_align(), &block);
    check(sgmcmc_ensemble_init_f64(&ensemble, NULL, memory, size, &settings, start, DIM, &model));
    check(sgmcmc_ensemble_run_f64(ensemble, &state, NULL, &model));

    /* For people, and for programs. */
    size_t needed;
    check(sgmcmc_ensemble_text(NULL, 0, &needed, ensemble, NULL, 0));
    char *text = malloc(needed);
    if (text == NULL) {
        fprintf(stderr, "out of memory\n");
        return 1;
    }
    check(sgmcmc_ensemble_text(text, needed, NULL, ensemble, NULL, 0));
    fputs(text, stdout);
    sgmcmc_summary first = {.struct_size = sizeof first};
    check(sgmcmc_ensemble_summary(&first, ensemble, 0));
    const double *draws;
    size_t draw_count;
    uint64_t fingerprint;
    check(sgmcmc_ensemble_draws_f64(&draws, &draw_count, ensemble));
    check(sgmcmc_fingerprint_f64(&fingerprint, draws, state.chain_count * draw_count * DIM));
    printf("the first coefficient is between %.3f and %.3f with probability 0.9\n", first.quantile_5, first.quantile_95);
    printf("fingerprint of %zu draws: %016" PRIx64 "\n", state.chain_count * draw_count, fingerprint);
    free(text);
    free(block);
    free(rng_block);
    free(data.rows);
    return state.converged && state.doubtful_count == 0 ? 0 : 1;
}
