/* A sensor's calibration curve as a posterior, sampled by whichever rule the build has. */
#ifndef SAMPLER_H
#define SAMPLER_H

#include <stdint.h>

enum { SAMPLER_DIM = 3, SAMPLER_DATA_LEN = 96 };

/* The table in flash. */
extern const int16_t READINGS[SAMPLER_DATA_LEN];

/* Takes a line of the report. */
typedef void printer(const char *line);

/* Samples, and hands every line of the report to `print`; 0, or the status that stopped it. */
int sample(printer *print);

/* How deep the stack has been since the last call, in bytes; the board's, or 0 where nobody measures. */
unsigned long stack_depth(void);

#endif
