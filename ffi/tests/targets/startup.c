/* Starts a C program on an emulated Cortex-M: vectors, the FPU, zeroed memory, arguments; newlib's librdimon prints and
   exits through the emulator. The emulator puts .data into its place. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

extern uint32_t bss_start[], bss_end[], stack_top[];
extern void initialise_monitor_handles(void);
extern void __libc_init_array(void);
extern int main(int argc, char **argv);

/* Called around constructors and destructors; there are none of the old kind. */
void _init(void)
{
}

void _fini(void)
{
}

/* By which C++ names the program that a destructor is of. */
void *__dso_handle;

/* What a semihosting call answers; Arm, Semihosting for AArch32 and AArch64. */
static int semihosting(int operation, void *argument)
{
    register int r0 __asm__("r0") = operation;
    register void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

enum { SYS_GET_CMDLINE = 0x15, ARGUMENTS_MAX = 8 };

void start(void)
{
    static char line[256], *arguments[ARGUMENTS_MAX + 1] = {"program"};
    struct {
        char *text;
        size_t len;
    } command_line = {line, sizeof line};
    int count = 1;

    for (uint32_t *word = bss_start; word < bss_end; word++)
        *word = 0;
#ifdef __ARM_FP
    *(volatile uint32_t *)0xe000ed88 |= 0xf00000; /* CPACR: full access to the coprocessors 10 and 11 */
    __asm__ volatile("dsb\n isb");
#endif
    initialise_monitor_handles();
    __libc_init_array();
    if (semihosting(SYS_GET_CMDLINE, &command_line) == 0)
        for (char *at = line; *at != '\0' && count < ARGUMENTS_MAX;) {
            arguments[count++] = at;
            while (*at != '\0' && *at != ' ')
                at++;
            while (*at == ' ')
                *at++ = '\0';
        }
    exit(main(count, arguments));
}

/* Any other exception: an end that the emulator's caller sees. */
static void fault(void)
{
    _Exit(99);
}

__attribute__((section(".vectors"), used)) static void (*const vectors[16])(void) = {
    (void (*)(void))stack_top, start, fault, fault, fault, fault, fault, 0, 0, 0, 0, fault, fault, 0, fault, fault,
};
