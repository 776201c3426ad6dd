/* A Cortex-M without an operating system: vectors, start-up, a painted stack, and semihosting for the report. */
#include <stdint.h>

#include "sampler.h"

extern uint32_t stack_top, data_start, data_end, data_load, bss_start, bss_end;

int main(void);

static int semihost(int operation, const void *argument)
{
    register int r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

static void print(const char *text)
{
    semihost(4, text); /* SYS_WRITE0 */
    semihost(4, "\n");
}

/* Ends the emulator: 0x20026 is success, 0x20023 a run-time error. */
static void leave(int status)
{
    semihost(0x18, (const void *)(status == 0 ? 0x20026 : 0x20023)); /* SYS_EXIT */
    for (;;) {}
}

static void fault(void)
{
    print("fault");
    leave(1);
}

void reset(void)
{
    const uint32_t *from = &data_load;
    for (uint32_t *to = &data_start; to < &data_end; to++) *to = *from++;
    for (uint32_t *to = &bss_start; to < &bss_end; to++) *to = 0;
#ifdef __ARM_FP
    *(volatile uint32_t *)0xe000ed88 |= 0xfu << 20; /* CPACR: the floating-point unit is on */
    __asm__ volatile("dsb\n isb" ::: "memory");
#endif
    leave(main());
}

typedef void handler(void);

__attribute__((section(".vectors"), used)) static const struct vectors {
    uint32_t *stack_top;
    handler *handlers[15];
} VECTORS = {&stack_top, {reset, fault, fault, fault, fault, fault}};

static const uint32_t PAINT = 0xa5a5a5a5;

static uint32_t *stack_pointer(void)
{
    uint32_t *sp;
    __asm__ volatile("mov %0, sp" : "=r"(sp));
    return sp;
}

/* From the end of what is used otherwise up to here nothing stays painted that a call has written. */
__attribute__((noinline)) unsigned long stack_depth(void)
{
    uint32_t *here = stack_pointer(), *deepest = &bss_end;
    while (deepest < here && *deepest == PAINT) deepest++;
    for (uint32_t *to = &bss_end; to < here - 8; to++) *to = PAINT;
    return (unsigned long)((uintptr_t)here - (uintptr_t)deepest);
}

int main(void)
{
    stack_depth();
    int status = sample(print);
    if (status != 0) print("refused");
    return status;
}
