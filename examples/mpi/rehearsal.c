/* A model that fails when it is told to. */
#include "rehearsal.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

int rehearsal_parse(rehearsal *rehearsal, const char *text, int rank, int rank_count)
{
    char *end;
    rehearsal->fails = 0;
    if (text == NULL)
        return 0;
    errno = 0;
    long failing = strtol(text, &end, 10);
    if (end == text || *end != ':' || failing < 0 || failing >= rank_count)
        return -1;
    rehearsal->fails = rank == (int)failing;
    text = end + 1;
    rehearsal->fail_step = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != ':')
        return -1;
    text = end + 1;
    if (strcmp(text, "nan") == 0) {
        rehearsal->how = FAIL_WITH_NAN;
    } else if (strcmp(text, "kill") == 0) {
        rehearsal->how = FAIL_KILLED;
    } else {
        long code = strtol(text, &end, 10);
        if (end == text || *end != '\0' || code == 0 || code < INT32_MIN || code > INT32_MAX)
            return -1;
        rehearsal->how = FAIL_WITH_CODE;
        rehearsal->code = (int32_t)code;
    }
    return errno == 0 ? 0 : -1;
}

int32_t rehearsal_log_likelihood(void *user, double *value, float *gradient, const float *theta, size_t dim,
                                 const uint32_t *batch, size_t batch_len)
{
    rehearsal *rehearsal = user;
    int fails = rehearsal->fails && *rehearsal->step >= rehearsal->fail_step;
    if (fails && rehearsal->how == FAIL_KILLED)
        raise(SIGKILL);
    int32_t code = network_log_likelihood(&rehearsal->net, value, gradient, theta, dim, batch, batch_len);
    if (fails && rehearsal->how == FAIL_WITH_CODE)
        return rehearsal->code;
    if (fails && gradient != NULL)
        gradient[0] = NAN;
    return code;
}
