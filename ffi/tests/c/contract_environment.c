/* Objects start in the default floating-point environment, and in no other. */
#include <fenv.h>

#include "world.h"

#if defined __SSE2__
#include <emmintrin.h>
#endif

static world w;

static void refused(void)
{
    const sgmcmc_status environment = SGMCMC_ERROR_FLOAT_ENVIRONMENT;
    REFUSES(&w, environment, F(sgmcmc_chain_init)(&w.chain, w.memory, MEMORY_SIZE, &w.settings, w.theta, DIM));
    REFUSES(&w, environment, F(sgmcmc_chain_hand_over)(w.chain, MEMORY_SIZE, &w.settings));
    REFUSES(&w, environment, sgmcmc_rng_init(&w.rng, w.rng_memory, sizeof w.rng_memory, 7, 0));
}

int main(void)
{
    sgmcmc_chain_settings settings;
    settings_sgld(&settings);
    world_make(&w, &settings);
    const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    for (int i = 0; i < 3; i++) {
        CHECK(fesetround(modes[i]) == 0);
        refused();
    }
    CHECK(fesetround(FE_TONEAREST) == 0);
#if defined __SSE2__
    /* Results flushed to zero, and operands taken for zero. */
    const unsigned flags[] = {0x8000, 0x0040};
    for (int i = 0; i < 2; i++) {
        _mm_setcsr(_mm_getcsr() | flags[i]);
        refused();
        _mm_setcsr(_mm_getcsr() & ~flags[i]);
    }
#endif
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_hand_over)(w.chain, MEMORY_SIZE, &w.settings));
    world_make(&w, &settings);
    return check_failures != 0;
}
