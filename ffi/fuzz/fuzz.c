/* libFuzzer's entry: a precision, and a chain, estimates, or calls without either. */
#include "input.h"

void fuzz_chain_f32(input *in);
void fuzz_chain_f64(input *in);
void fuzz_stateless_f32(input *in);
void fuzz_stateless_f64(input *in);
void fuzz_estimates_f32(input *in);
void fuzz_estimates_f64(input *in);
void fuzz_ensemble_f32(input *in);
void fuzz_ensemble_f64(input *in);
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    tracing = getenv("SGMCMC_FUZZ_TRACE") != NULL;
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
    input in = {bytes, len};
    const uint8_t what = input_byte(&in);
    if ((what >> 1 & 7) == 7)
        (what & 1 ? fuzz_ensemble_f64 : fuzz_ensemble_f32)(&in);
    else if ((what >> 1 & 7) > 1)
        (what & 1 ? fuzz_chain_f64 : fuzz_chain_f32)(&in);
    else if (what >> 1 & 7)
        (what & 1 ? fuzz_estimates_f64 : fuzz_estimates_f32)(&in);
    else
        (what & 1 ? fuzz_stateless_f64 : fuzz_stateless_f32)(&in);
    return 0;
}
