/* Reads the Landsat files, says what is wrong with them, and standardises the attributes. */
#include "landsat_data.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for one more row, doubling when the arrays are full. */
static int reserve(landsat_data *data, size_t *capacity)
{
    if (data->len < *capacity)
        return 0;
    size_t rows = *capacity == 0 ? 1024 : 2 * *capacity;
    float *attributes = realloc(data->attributes, rows * LANDSAT_ATTRIBUTES * sizeof *attributes);
    if (attributes == NULL)
        return -1;
    data->attributes = attributes;
    uint8_t *labels = realloc(data->labels, rows);
    if (labels == NULL)
        return -1;
    data->labels = labels;
    *capacity = rows;
    return 0;
}

/* Reads one row from its line. Returns what was expected in `*field`, counted from 1, or NULL when the row is good. */
static const char *parse_row(const char *line, float *attributes, uint8_t *label, int *field)
{
    static const char CLASSES[LANDSAT_CLASSES] = {1, 2, 3, 4, 5, 7};
    char *end;
    for (*field = 1; *field <= LANDSAT_ATTRIBUTES; ++*field) {
        long value = strtol(line, &end, 10);
        if (end == line || value < 0 || value > 255)
            return "an attribute, an integer from 0 to 255";
        attributes[*field - 1] = (float)value;
        line = end;
    }
    long class_number = strtol(line, &end, 10);
    const char *found = NULL;
    if (end != line && class_number >= 1 && class_number <= 7)
        found = memchr(CLASSES, (int)class_number, sizeof CLASSES);
    if (found == NULL)
        return "a class, one of 1, 2, 3, 4, 5, 7";
    *label = (uint8_t)(found - CLASSES);
    ++*field;
    return end[strspn(end, " \t\r\n")] == '\0' ? NULL : "the end of the line";
}

static int read_rows(landsat_data *data, FILE *file, const char *path)
{
    char line[1024]; /* a row takes at most 150 characters */
    size_t capacity = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        if (reserve(data, &capacity) != 0) {
            fprintf(stderr, "%s:%zu: out of memory\n", path, data->len + 1);
            return -1;
        }
        int field;
        const char *expected =
            parse_row(line, data->attributes + data->len * LANDSAT_ATTRIBUTES, data->labels + data->len, &field);
        data->len++;
        if (expected != NULL) {
            fprintf(stderr, "%s:%zu: field %d: expected %s\n", path, data->len, field, expected);
            return -1;
        }
    }
    if (ferror(file)) {
        fprintf(stderr, "%s:%zu: cannot read: %s\n", path, data->len + 1, strerror(errno));
        return -1;
    }
    if (data->len == 0) {
        fprintf(stderr, "%s:1: the file is empty: expected rows of 36 attributes and a class\n", path);
        return -1;
    }
    return 0;
}

int landsat_read(landsat_data *data, const char *path)
{
    *data = (landsat_data){0};
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        fprintf(stderr, "%s: cannot open: %s; expected Landsat data (sat.trn, sat.tst)\n", path, strerror(errno));
        return -1;
    }
    int result = read_rows(data, file, path);
    fclose(file);
    return result;
}

static void standardise(landsat_data *data, size_t attribute, double mean, double deviation)
{
    for (size_t row = 0; row < data->len; row++) {
        float *value = &data->attributes[row * LANDSAT_ATTRIBUTES + attribute];
        *value = (float)((*value - mean) / deviation);
    }
}

void landsat_standardise(landsat_data *train, landsat_data *test)
{
    for (size_t attribute = 0; attribute < LANDSAT_ATTRIBUTES; attribute++) {
        const float *column = train->attributes + attribute;
        double sum = 0.0, squares = 0.0;
        for (size_t row = 0; row < train->len; row++)
            sum += column[row * LANDSAT_ATTRIBUTES];
        double mean = sum / (double)train->len;
        for (size_t row = 0; row < train->len; row++) {
            double difference = column[row * LANDSAT_ATTRIBUTES] - mean;
            squares += difference * difference;
        }
        double deviation = squares > 0.0 ? sqrt(squares / (double)train->len) : 1.0;
        standardise(train, attribute, mean, deviation);
        standardise(test, attribute, mean, deviation);
    }
}

void landsat_free(landsat_data *data)
{
    free(data->attributes);
    free(data->labels);
    *data = (landsat_data){0};
}
