/* The command line of the Landsat example. */
#ifndef LANDSAT_OPTIONS_H
#define LANDSAT_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "sgmcmc.h"

enum { DRAWS = 100 }; /* the most that a run keeps, evenly spaced over its second half */

typedef struct options {
    const char *train_path, *test_path;
    uint64_t step_count, warm_count;
    sgmcmc_chain_settings chain; /* all but `data_len` */
    bool tuned;                  /* whether its burn-in is a warm-up */
} options;

/* Fills in what was given and the sampler's own defaults for the rest; the library checks the values. Ends the program
   after --help with exit code 0, and after a message about a wrong argument with exit code 2. */
void options_parse(options *options, int argc, char **argv);

void options_print(const options *options);

#endif
