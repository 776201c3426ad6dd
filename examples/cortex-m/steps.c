/* How many instructions a step takes of each sampler that the build has: d = 6, batches of 16, in float.

   An emulator that takes a nanosecond for every instruction (qemu's -icount shift=0) counts them by the processor's own
   clock, SysTick. The callback is counted, too: a standard normal's, less than 100 instructions. */
#include "line.h"
#include "sampler.h"
#include "sgmcmc.h"

enum { DIM = 6, BATCH_LEN = 16, DATA_LEN = 100, STEP_COUNT = 200 };

static int32_t standard_normal(void *user, double *value, float *gradient, const float *theta, size_t dim,
                               const uint32_t *batch, size_t batch_len)
{
    float squares = 0.0f;
    (void)user, (void)batch, (void)batch_len;
    for (size_t j = 0; j < dim; j++) {
        squares += theta[j] * theta[j];
        if (gradient != NULL) gradient[j] = -theta[j];
    }
    *value = (double)(-0.5f * squares);
    return 0;
}

static volatile uint32_t *const SYSTICK = (volatile uint32_t *)0xe000e010; /* control, reload, current */

/* Up to 2^24 ticks of 40 nanoseconds: the board's clock has 25 MHz. */
static uint32_t instructions(void)
{
    return (0xffffff - SYSTICK[2]) * 40;
}

/* Measures steps after the first ones; a sampler that is not built is left out. */
static sgmcmc_status measure(const char *name, const sgmcmc_chain_settings *settings, printer *print)
{
    static _Alignas(64) unsigned char memory[2048];
    const sgmcmc_model_f32 model = {.struct_size = sizeof model, .log_likelihood = standard_normal};
    float theta[DIM] = {0};
    sgmcmc_chain_f32 *chain;
    line out = {.len = 0};
    sgmcmc_status status = sgmcmc_chain_init_f32(&chain, memory, sizeof memory, settings, theta, DIM);
    if (status == SGMCMC_ERROR_NOT_BUILT) return SGMCMC_OK;
    if (status == SGMCMC_OK) status = sgmcmc_chain_run_f32(chain, NULL, 10, &model, NULL, NULL);
    if (status != SGMCMC_OK) return status;
    uint32_t start = instructions();
    status = sgmcmc_chain_run_f32(chain, NULL, STEP_COUNT, &model, NULL, NULL);
    uint32_t count = instructions() - start;
    put_text(&out, "instructions a step of ");
    put_text(&out, name);
    put_text(&out, ": ");
    put_unsigned(&out, count / STEP_COUNT, 1);
    print(out.text);
    return status;
}

int sample(void (*print)(const char *text))
{
    sgmcmc_chain_settings settings;
    sgmcmc_status status = sgmcmc_chain_settings_init(&settings, sizeof settings);
    if (status != SGMCMC_OK) return status;
    SYSTICK[1] = 0xffffff, SYSTICK[2] = 0, SYSTICK[0] = 5; /* on, by the processor's clock */
    settings.data_len = DATA_LEN;
    settings.batch.len = BATCH_LEN;
    settings.sampler.step_size.value = 1e-3;
    settings.prior.kind = SGMCMC_PRIOR_GAUSSIAN;
    settings.moments = SGMCMC_MOMENTS_PLAIN;
    status = measure("SGLD", &settings, print);
    settings.sampler.rule.kind = SGMCMC_RULE_LATTICE;
    if (status == SGMCMC_OK) status = measure("lattice", &settings, print);
    settings.sampler.rule.kind = SGMCMC_RULE_LANGEVIN;
    settings.sampler.step_size.value = 0.0; /* a rule's */
    settings.sampler.kind = SGMCMC_SAMPLER_METROPOLIS_HASTINGS;
    settings.sampler.proposal.kind = SGMCMC_PROPOSAL_RSGLD;
    settings.sampler.proposal.step_size = 1e-3;
    settings.sampler.likelihood_scale = 4.0;
    if (status == SGMCMC_OK) status = measure("RSGLD", &settings, print);
    return status;
}
