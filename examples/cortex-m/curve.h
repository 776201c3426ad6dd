/* The posterior of a sensor's calibration curve: its model, a chain of SGLD on it, and the lines of a report.

   SAMPLER_F64 chooses the precision. */
#ifndef CURVE_H
#define CURVE_H

#include <stdint.h>

#include "line.h"
#include "sampler.h"
#include "sgmcmc.h"

#ifdef SAMPLER_F64
typedef double real;
typedef sgmcmc_chain_f64 chain_type;
typedef sgmcmc_model_f64 model_type;
#define OF(name) name##_f64
#else
typedef float real;
typedef sgmcmc_chain_f32 chain_type;
typedef sgmcmc_model_f32 model_type;
#define OF(name) name##_f32
#endif

enum { DIM = SAMPLER_DIM, DATA_LEN = SAMPLER_DATA_LEN, BATCH_LEN = 48, STEP_COUNT = 20000, BURN_IN = 1000 };

/* As much as sgmcmc_chain_size says for the largest of the chains; a PC's library has every part, and wider words. */
enum { CHAIN_MEMORY_SIZE = sizeof(void *) > 4 ? 4096 : 2048 };
extern unsigned char CHAIN_MEMORY[CHAIN_MEMORY_SIZE];

extern const model_type *const CURVE;

/* SGLD on minibatches. */
sgmcmc_status curve_settings(sgmcmc_chain_settings *settings);

/* Sets the rule of the build's chain, and returns its name. */
const char *curve_rule(sgmcmc_chain_settings *settings);

/* Starts a chain in CHAIN_MEMORY, at 0, and reports what that takes. */
sgmcmc_status curve_start(chain_type **chain, const sgmcmc_chain_settings *settings, printer *print);

/* Steps, and reports what they take. */
sgmcmc_status curve_run(chain_type *chain, uint64_t step_count, printer *print);

/* Means and deviations of the draws so far, and a fingerprint of where the chain stands. */
sgmcmc_status curve_report(const char *name, const chain_type *chain, printer *print);

/* A line with a number, such as "memory of the chain: 1088". */
void report_number(printer *print, const char *what, const char *of, uint32_t number);

/* A line with how deep the stack has been in a call; on a PC, none. */
void report_depth(printer *print, const char *call);

/* Sentences, each with a line's end, as lines of the report; `text` is taken to pieces. */
void report_sentences(char *text, printer *print);

/* x with three decimals. */
void put_number(line *to, double x);

#endif
