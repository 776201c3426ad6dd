/* Prints a part of the golden table, which Rust computes in this program: see table.rs. Its argument is PART/PARTS. */
#include <stdio.h>

extern void sgmcmc_table(size_t part, size_t part_count, void (*print)(const char *line, size_t len));

static void print(const char *line, size_t len)
{
    fwrite(line, 1, len, stdout);
}

int main(int argc, char **argv)
{
    unsigned part, part_count;
    if (argc < 2 || sscanf(argv[1], "%u/%u", &part, &part_count) != 2 || part >= part_count)
        return 2;
    sgmcmc_table(part, part_count, print);
    return 0;
}
