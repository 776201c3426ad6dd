/* Settings as text, of a fuzzed decoder's. */
#ifndef FUZZ_TEXT_H
#define FUZZ_TEXT_H

#include "settings.h"

/* Writes the settings that the library takes, reads them back into `back`, and texts that are made up; whether `back`
   has them. */
bool text_round(decoder *d, input *in, parts *back);

#endif
