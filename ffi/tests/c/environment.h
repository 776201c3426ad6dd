/* Floating-point environments, with what <fenv.h> has no name for: subnormal numbers flushed to zero. Comes first. */
#ifndef ENVIRONMENT_H
#define ENVIRONMENT_H

#define _GNU_SOURCE
#include <fenv.h>
#include <stdint.h>

#if defined __SSE2__
#include <emmintrin.h>
enum { FLUSH = 0x8040, FLUSH_RESULTS = 0x8000 };
static unsigned control(void) { return _mm_getcsr(); }
static void set_control(unsigned bits) { _mm_setcsr(bits); }
#elif defined __aarch64__
enum { FLUSH = 1 << 24, FLUSH_RESULTS = FLUSH };
static unsigned control(void)
{
    uint64_t bits;
    __asm__ volatile("mrs %0, fpcr" : "=r"(bits));
    return (unsigned)bits;
}
static void set_control(unsigned bits) { __asm__ volatile("msr fpcr, %0" : : "r"((uint64_t)bits)); }
#elif defined __arm__
enum { FLUSH = 1 << 24, FLUSH_RESULTS = FLUSH };
static unsigned control(void)
{
    unsigned bits;
    __asm__ volatile("vmrs %0, fpscr" : "=r"(bits));
    return bits;
}
static void set_control(unsigned bits) { __asm__ volatile("vmsr fpscr, %0" : : "r"(bits)); }
#else
enum { FLUSH = 0, FLUSH_RESULTS = 0 };
static unsigned control(void) { return 0; }
static void set_control(unsigned bits) { (void)bits; }
#endif

typedef struct environment {
    int rounding;
    unsigned flush;
    int traps;
} environment;

static const environment plain = {FE_TONEAREST, 0, 0};

/* Whether this machine can have it. No flag is raised afterwards. */
static int set(environment to)
{
    fesetenv(FE_DFL_ENV);
    fesetround(to.rounding);
    set_control(control() | to.flush);
    feclearexcept(FE_ALL_EXCEPT);
    return to.traps == 0 || feenableexcept(to.traps) != -1;
}

/* Flags stay as they were in every environment but the default one, in which the library's arithmetic raises some. */
static int is(environment at)
{
    const int is_plain = at.rounding == FE_TONEAREST && at.flush == 0 && at.traps == 0;
    return fegetround() == at.rounding && (control() & FLUSH) == at.flush && fegetexcept() == at.traps &&
           (is_plain || fetestexcept(FE_ALL_EXCEPT) == 0);
}

#endif
