/* What holds of a report, made or made up: numbers in their ranges, findings that are known, a sentence for each. */
#include "reports.h"

#include <math.h>

#include "made.h"

enum { TEXT_SIZE = 16384 };

static const uint64_t pilot_known = SGMCMC_FINDING_ALL, health_known = SGMCMC_HEALTH_FINDING_ALL;

/* What the last column of a table may say of the number `x`, which is NaN where it is not known. */
#define ANY true
#define WITHIN(low, high) (isnan(x) || (x >= (low) && x <= (high)))
#define FIELD_HOLDS(name, holds)                                                    \
    {                                                                               \
        const double x = (double)report->name;                                      \
        (void)x;                                                                    \
        DEMAND(holds, #name " is %.17g, which is not " #holds, x);                  \
    }

/* A sentence for every finding, each on a line of its own, in ASCII, with a zero at the end. */
static void text_holds(const char *text, size_t size, uint64_t findings)
{
    size_t lines = 0;
    for (size_t i = 0; i + 1 < size; i++) {
        DEMAND(text[i] == '\n' || (text[i] >= ' ' && text[i] <= '~'), "a text has %d at %zu", text[i], i);
        lines += text[i] == '\n';
    }
    DEMAND(text[size - 1] == '\0' && (size == 1 || text[size - 2] == '\n'), "a text does not end");
    DEMAND(strstr(text, "\n\n") == NULL && strchr(text, '#') == NULL && *text != '\n', "a line without a sentence: %s",
           text);
    DEMAND(lines == (size_t)__builtin_popcountll(findings), "%zu sentences for findings %llx", lines,
           (unsigned long long)findings);
}

/* The text is as long as it says, and nothing is written where there is no room for it. */
#define DEFINE_TEXT(of)                                                                                     \
    static void of##_text_holds(const sgmcmc_##of##_report *report)                                         \
    {                                                                                                       \
        static char text[TEXT_SIZE];                                                                        \
        size_t size = 0;                                                                                    \
        DEMAND(CALL(sgmcmc_##of##_text(NULL, 0, &size, report)) == SGMCMC_OK, "the size of a text");       \
        DEMAND(size >= 1 && size < TEXT_SIZE, "a text of %zu bytes", size);                                 \
        memset(text, 0x5a, sizeof text);                                                                    \
        const sgmcmc_status cramped = CALL(sgmcmc_##of##_text(text, size - 1, NULL, report));               \
        DEMAND(cramped == (size > 1 ? SGMCMC_ERROR_MEMORY_TOO_SMALL : SGMCMC_ERROR_LENGTH_ZERO),            \
               "a text without room for its zero: %d", (int)cramped);                                       \
        for (size_t i = 0; i < size; i++)                                                                   \
            DEMAND(text[i] == 0x5a, "a text answers %d and writes", (int)cramped);                          \
        DEMAND(CALL(sgmcmc_##of##_text(text, size, NULL, report)) == SGMCMC_OK, "a text");                  \
        for (size_t i = size; i < sizeof text; i++)                                                         \
            DEMAND(text[i] == 0x5a, "a text is longer than it says");                                       \
        text_holds(text, size, report->findings & of##_known);                                              \
    }
DEFINE_TEXT(pilot)
DEFINE_TEXT(health)

void findings_seen(unsigned kind, uint64_t findings)
{
    for (uint64_t code = 0; code < 64; code++)
        if (findings >> code & 1)
            feature(kind, code);
}

/* As docs/src/equations.md has it. */
static void inflation_holds(const sgmcmc_pilot_report *r, double step_size)
{
    double said = 77.0;
    DEMAND(CALL(sgmcmc_pilot_inflation(&said, r, step_size)) == SGMCMC_OK, "an inflation");
    const double eta = step_size, by_curvature = r->inflation_by_curvature;
    const bool is_lattice = !isnan(r->clamped_limit);
    const double bend = is_lattice ? fmin(by_curvature * eta, 0.75) : by_curvature * eta;
    const double by_noise = r->inflation_by_noise + (is_lattice ? 0.0 : r->inflation_by_both * eta);
    const double smooth = (r->inflation_base + by_noise * eta) / (1.0 - bend) - 1.0;
    /* What a lattice walk cuts of an exact drift comes besides. */
    if (is_lattice && eta * (r->curvature - 2.0 * by_curvature) > 0.23) {
        DEMAND(!(said < smooth) && (!isnan(said) || !isfinite(smooth)), "an inflation of %.17g, below %.17g", said, smooth);
        return;
    }
    const double expected = !is_lattice && eta >= r->stability_limit ? (double)INFINITY : smooth;
    DEMAND(said == expected || (isnan(said) && isnan(expected)), "an inflation of %.17g, not %.17g", said, expected);
}

void pilot_report_holds(const sgmcmc_pilot_report *report)
{
    DEMAND((report->findings & ~pilot_known) == 0, "findings %llx", (unsigned long long)report->findings);
    SGMCMC_PILOT_REPORT_FIELDS(FIELD_HOLDS, FIELD_HOLDS)
    findings_seen(9, report->findings);
    DEMAND(!(report->least_curvature > report->curvature), "curvatures from %.17g to %.17g", report->least_curvature,
           report->curvature);
    DEMAND(report->refresh_len <= report->batch_len && report->batch_len > 0, "%u of %u indices", report->refresh_len,
           report->batch_len);
    DEMAND(report->gradient_count >= report->batch_len, "%llu gradients", (unsigned long long)report->gradient_count);
    inflation_holds(report, report->step_size);
    inflation_holds(report, 0.01);
    pilot_text_holds(report);
}

void health_report_holds(const sgmcmc_health_report *report)
{
    DEMAND((report->findings & ~health_known) == 0, "findings %llx", (unsigned long long)report->findings);
    DEMAND(report->refused_status == 0 || (report->refused_status >= 200 && report->refused_status < 300),
           "a step was refused with %d", (int)report->refused_status);
    SGMCMC_HEALTH_REPORT_FIELDS(FIELD_HOLDS, FIELD_HOLDS)
    findings_seen(10, report->findings);
    DEMAND(!(report->kinetic_low > report->kinetic_high), "a band from %.17g to %.17g", report->kinetic_low,
           report->kinetic_high);
    DEMAND(report->look_count <= report->step_count, "%llu looks at %llu steps", (unsigned long long)report->look_count,
           (unsigned long long)report->step_count);
    health_text_holds(report);
}

/* Every number of the struct, one after the other, is one of the notable ones; counts are any bits. */
#define FIELD_MAKE_UP(name, holds)                                                                        \
    report->name = (__typeof__(report->name))_Generic(report->name, double: notable(random_word(&random)), \
                                                      default: random_word(&random));

void pilot_report_made_up(sgmcmc_pilot_report *report, input *in)
{
    uint64_t random = input_word(in);
    memset(report, 0, sizeof *report);
    report->struct_size = sizeof *report;
    SGMCMC_PILOT_REPORT_FIELDS(FIELD_MAKE_UP, FIELD_MAKE_UP)
    inflation_holds(report, input_number(in));
    pilot_text_holds(report);
}

void health_report_made_up(input *in)
{
    uint64_t random = input_word(in);
    sgmcmc_health_report made_up = {.struct_size = sizeof made_up}, *report = &made_up;
    SGMCMC_HEALTH_REPORT_FIELDS(FIELD_MAKE_UP, FIELD_MAKE_UP)
    health_text_holds(report);
}
