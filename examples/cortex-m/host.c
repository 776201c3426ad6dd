/* The program of the boards on a PC: the same lines, and the posterior that the normal equations give. */
#include <math.h>
#include <stdio.h>

#include "sampler.h"

unsigned long stack_depth(void)
{
    return 0;
}

static void print(const char *text)
{
    puts(text);
}

/* Solves a x = b by elimination; a is symmetric and positive definite, so no pivot is zero. */
static void solve(double a[SAMPLER_DIM][SAMPLER_DIM], double x[SAMPLER_DIM], const double b[SAMPLER_DIM])
{
    double m[SAMPLER_DIM][SAMPLER_DIM + 1];
    for (int i = 0; i < SAMPLER_DIM; i++) {
        for (int j = 0; j < SAMPLER_DIM; j++) m[i][j] = a[i][j];
        m[i][SAMPLER_DIM] = b[i];
    }
    for (int k = 0; k < SAMPLER_DIM; k++)
        for (int i = k + 1; i < SAMPLER_DIM; i++)
            for (int j = SAMPLER_DIM; j >= k; j--) m[i][j] -= m[i][k] / m[k][k] * m[k][j];
    for (int i = SAMPLER_DIM - 1; i >= 0; i--) {
        x[i] = m[i][SAMPLER_DIM];
        for (int j = i + 1; j < SAMPLER_DIM; j++) x[i] -= m[i][j] * x[j];
        x[i] /= m[i][i];
    }
}

int main(void)
{
    double precision[SAMPLER_DIM][SAMPLER_DIM] = {{0}}, right[SAMPLER_DIM] = {0}, mean[SAMPLER_DIM];
    int status = sample(print);
    if (status != 0) {
        fprintf(stderr, "status %d\n", status);
        return 1;
    }
    for (int i = 0; i < SAMPLER_DATA_LEN; i++) {
        double x = (2.0 * i + 1.0 - SAMPLER_DATA_LEN) / SAMPLER_DATA_LEN, phi[SAMPLER_DIM] = {1.0, x, x * x};
        for (int j = 0; j < SAMPLER_DIM; j++) {
            right[j] += 16.0 * phi[j] * READINGS[i] / 1000.0;
            for (int k = 0; k < SAMPLER_DIM; k++) precision[j][k] += 16.0 * phi[j] * phi[k];
        }
    }
    for (int j = 0; j < SAMPLER_DIM; j++) precision[j][j] += 1.0; /* the prior's */
    solve(precision, mean, right);
    for (int j = 0; j < SAMPLER_DIM; j++) {
        double unit[SAMPLER_DIM] = {0}, column[SAMPLER_DIM];
        unit[j] = 1.0;
        solve(precision, column, unit);
        printf("exact theta[%d] = %.3f +- %.3f\n", j, mean[j], sqrt(column[j]));
    }
    return 0;
}
