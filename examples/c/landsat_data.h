/* The Statlog (Landsat Satellite) data: 36 attributes and one of 6 classes a row. */
#ifndef LANDSAT_DATA_H
#define LANDSAT_DATA_H

#include <stddef.h>
#include <stdint.h>

enum { LANDSAT_ATTRIBUTES = 36, LANDSAT_CLASSES = 6 };

typedef struct landsat_data {
    size_t len;
    float *attributes; /* len x LANDSAT_ATTRIBUTES */
    uint8_t *labels;   /* len; classes 1, 2, 3, 4, 5, 7 are stored as 0 to 5 */
} landsat_data;

/* Reads sat.trn or sat.tst. Returns 0, or -1 after a message on stderr that names the file, the line and what was
   expected; the caller frees `data` in both cases. */
int landsat_read(landsat_data *data, const char *path);

/* Shifts and scales both sets by the mean and the standard deviation of the training set. */
void landsat_standardise(landsat_data *train, landsat_data *test);

void landsat_free(landsat_data *data);

#endif
