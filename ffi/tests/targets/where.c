/* Says in the first line of a program what it was compiled for, as the C or C++ compiler and the library within know
   it: a program that ran elsewhere than its test believes shows it. */
#include <limits.h>
#include <stdio.h>

#include "sgmcmc.h"

#ifdef __cplusplus
#define LANGUAGE "C++"
#else
#define LANGUAGE "C"
#endif

#if defined __x86_64__
#define ARCH "x86_64"
#elif defined __i386__ && defined __SSE2_MATH__
#define ARCH "x86 with SSE2 arithmetic"
#elif defined __i386__
#define ARCH "x86 with x87 arithmetic"
#elif defined __aarch64__
#define ARCH "aarch64"
#elif defined __ARM_ARCH_6M__
#define ARCH "ARMv6-M"
#elif defined __ARM_ARCH_7EM__ && defined __ARM_FP
#define ARCH "ARMv7E-M with FPU"
#elif defined __ARM_ARCH_7A__ && defined __ARM_PCS_VFP
#define ARCH "ARMv7-A, hard float"
#elif defined __riscv && __riscv_xlen == 64 && defined __riscv_float_abi_double
#define ARCH "riscv64, hard float"
#elif defined __riscv && __riscv_xlen == 32 && defined __riscv_float_abi_soft
#define ARCH "riscv32, soft float"
#elif defined __s390x__
#define ARCH "s390x"
#elif defined __wasm_simd128__
#define ARCH "wasm with simd128"
#elif defined __wasm__
#define ARCH "wasm"
#else
#define ARCH "unknown"
#endif

static void say_where(void) __attribute__((constructor));

static void say_where(void)
{
    union {
        unsigned word;
        unsigned char bytes[sizeof(unsigned)];
    } one = {1};
    printf(LANGUAGE ": %s, %d bits, %s, %s\n", ARCH, (int)(CHAR_BIT * sizeof(void *)), one.bytes[0] == 1 ? "little" : "big",
           sgmcmc_simd_level_name(sgmcmc_simd_level()));
}
