/* Prints the golden table, which Rust computes in this program: see table.rs. */
#include <stdio.h>

extern void sgmcmc_table(void (*print)(const char *line, size_t len));

static void print(const char *line, size_t len)
{
    fwrite(line, 1, len, stdout);
}

int main(void)
{
    sgmcmc_table(print);
    return 0;
}
