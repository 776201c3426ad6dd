/* What holds of a pilot's report and of one of health, and of their texts. */
#ifndef FUZZ_REPORTS_H
#define FUZZ_REPORTS_H

#include "input.h"

/* Of one that the library has made. */
void pilot_report_holds(const sgmcmc_pilot_report *report);
void health_report_holds(const sgmcmc_health_report *report);

/* One that nobody has made, of any numbers: its text ends all the same. */
void pilot_report_made_up(sgmcmc_pilot_report *report, input *in);
void health_report_made_up(input *in);

/* Which findings there are, as bits, for a look at what the fuzzer comes to. */
void findings_seen(unsigned kind, uint64_t findings);

#endif
