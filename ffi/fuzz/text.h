/* Settings as text, of a fuzzed decoder's. */
#ifndef FUZZ_TEXT_H
#define FUZZ_TEXT_H

#include "settings.h"

/* Writes the settings that the library takes, reads them back into `back`, and texts that are made up; whether `back`
   has them. */
bool text_round(const decoder *d, input *in, sgmcmc_chain_settings *back);

#endif
