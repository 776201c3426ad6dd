/* Reads command lines. */
#include "arguments.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int parse_value(const argument *argument, const char *text)
{
    char *end = "";
    errno = 0;
    switch (argument->kind) {
    case ARGUMENT_INTEGER: {
        unsigned long long number = strtoull(text, &end, 10);
        if (*text < '0' || *text > '9' || number > argument->max)
            return -1;
        *(uint64_t *)argument->value = number;
        break;
    }
    case ARGUMENT_REAL: {
        double number = strtod(text, &end);
        if (end == text || !isfinite(number))
            return -1;
        *(double *)argument->value = number;
        break;
    }
    case ARGUMENT_TEXT:
        *(const char **)argument->value = text;
        break;
    }
    return *end == '\0' && errno == 0 ? 0 : -1;
}

int arguments_parse(const argument *arguments, size_t argument_count, const char **paths, size_t path_count, int argc,
                    char **argv, const char **wrong)
{
    size_t given_count = 0;
    for (int i = 1; i < argc; i++) {
        size_t a = 0;
        *wrong = argv[i];
        while (a < argument_count && strcmp(argv[i], arguments[a].name) != 0)
            a++;
        if (a < argument_count) {
            if (i + 1 == argc || parse_value(&arguments[a], argv[++i]) != 0)
                return -1;
        } else if (argv[i][0] == '-' || given_count == path_count) {
            return -1;
        } else {
            paths[given_count++] = argv[i];
        }
    }
    *wrong = "a file that is missing";
    return given_count == path_count ? 0 : -1;
}

uint64_t arguments_number(const argument *argument)
{
    uint64_t number = 0;
    const char *text;
    switch (argument->kind) {
    case ARGUMENT_INTEGER:
    case ARGUMENT_REAL:
        memcpy(&number, argument->value, sizeof number);
        break;
    case ARGUMENT_TEXT:
        text = *(const char *const *)argument->value;
        while (text != NULL && *text != '\0')
            number = (number ^ (unsigned char)*text++) * 0x100000001b3u;
        break;
    }
    return number;
}
