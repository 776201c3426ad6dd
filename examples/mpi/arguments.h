/* Command lines of `--name value` pairs and file names, the same for every program here. */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include <stddef.h>
#include <stdint.h>

enum argument_kind { ARGUMENT_INTEGER, ARGUMENT_REAL, ARGUMENT_TEXT };

/* One `--name value`; the value that `value` points to is kept where the name is not given. */
typedef struct argument {
    const char *name;
    enum argument_kind kind;
    void *value;  /* uint64_t, double or const char *, by kind */
    uint64_t max; /* of an integer */
} argument;

/* Returns 0; or -1 with the first argument that is wrong in `wrong`. `paths` takes exactly `path_count`. */
int arguments_parse(const argument *arguments, size_t argument_count, const char **paths, size_t path_count, int argc,
                    char **argv, const char **wrong);

/* A number for an argument's value, the same for the same value, by which programs can compare them. */
uint64_t arguments_number(const argument *argument);

#endif
