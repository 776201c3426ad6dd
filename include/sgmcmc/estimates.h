// sgmcmc: estimates, and draws that are stored.

#ifndef SGMCMC_ESTIMATES_H
#define SGMCMC_ESTIMATES_H
#include "library.h"
#include "kinds.h"
#include "model.h"

#ifdef __cplusplus
extern "C" {
#endif

// What can be read from estimates, for each number that a draw has. More is in docs/src/equations.md.
typedef enum sgmcmc_estimate {
    SGMCMC_ESTIMATE_MEAN = 0, // The means, 0 before the first draw.
    // The variances, sum of w (x - mean)^2 / sum of w; NaN before the first draw, and refused where one is too large or
    // too small for a double, of a deviation above 1e154 or below 1.5e-154.
    SGMCMC_ESTIMATE_VARIANCE = 1,
    // The deviations, the roots of the variances, right from 1e-300 to 1e300; NaN before the first draw.
    SGMCMC_ESTIMATE_DEVIATION = 2,
    // The Monte Carlo standard errors of the means; NaN below 16 draws. Of several chains they are by how far the
    // chains' means are apart where these differ by more than each chain's own error lets them. The doubts say when not
    // to trust them.
    SGMCMC_ESTIMATE_STANDARD_ERROR = 3,
    // The effective sample sizes, how many independent draws would give the mean as exactly: the variance over the
    // squared standard error, times (1 - 2/(9 nu))^3 with its nu degrees of freedom, and 1 more, since that square is
    // itself an estimate. NaN below 16 draws, and for what does not vary.
    SGMCMC_ESTIMATE_SAMPLE_SIZE = 4,
    // The degrees of freedom of the standard errors, at least 1: (mean - truth) / error has nearly Student's t
    // distribution with as many. NaN below 16 draws.
    SGMCMC_ESTIMATE_DEGREES_OF_FREEDOM = 5,
    // Half-widths of intervals: from mean - half-width to mean + half-width is what the mean estimates, with
    // probability p, such as 0.95, where there is no doubt. Student's quantile times the standard error; NaN below 16
    // draws.
    SGMCMC_ESTIMATE_HALF_WIDTH = 6,
    // The covariances, row by row, as many as the square of how many numbers a draw has, where the settings ask for
    // them; NaN before the first draw, and refused where a variance would be.
    SGMCMC_ESTIMATE_COVARIANCE = 7,
    // The quantiles, below which the share p of all weight is, where the settings give room for centroids; NaN before
    // the first draw.
    SGMCMC_ESTIMATE_QUANTILE = 8,
} sgmcmc_estimate;

// Why a standard error, and what is made of it, is not to be trusted: bit c of a number's doubts is set for the one
// with number c. The numbers are never given to another meaning; a later library may have more of them.
typedef enum sgmcmc_doubt {
    // The draws cannot tell: fewer than 16 of them or 20 effective ones, or they stay correlated over an eighth of what
    // was drawn or more, or do not vary (of up to ten merged chains in one of them), or a few of them outweigh all
    // others together. The error is more likely too small than too large; a longer run tells.
    SGMCMC_DOUBT_TOO_SHORT = 1,
    // Chains that were merged have means further apart than their own errors allow: they are in different modes, or
    // have not come to the stationary law. The error is that of so few means as there are chains.
    SGMCMC_DOUBT_CHAINS_DISAGREE = 2,
} sgmcmc_doubt;

// Running estimates of numbers that draws have: means, variances, deviations, standard errors, effective sample sizes,
// intervals, and where the settings ask for them covariances and quantiles. In caller memory, of constant size,
// whatever the number of draws. Both precisions share them: all numbers are kept as doubles.
typedef struct sgmcmc_estimates sgmcmc_estimates;

// Keeps every k-th row that it is shown in a buffer of the caller's, where k is the least power of two for which they
// fit: of a run of any length an even thinning from the first row on, that fills the buffer by half or more.
typedef struct sgmcmc_reservoir sgmcmc_reservoir;

// What estimates are to hold. Call sgmcmc_estimate_settings_init first, then set what should differ.
typedef struct sgmcmc_estimate_settings {
    // sizeof(sgmcmc_estimate_settings) of the caller's header, set by sgmcmc_estimate_settings_init.
    size_t struct_size;
    int32_t weights; // What a draw of a chain counts: enum sgmcmc_draw_weight. Default SGMCMC_DRAW_WEIGHT_EQUAL.
    int32_t covariance; // 1 for covariances, len (len + 1) / 2 numbers in place of len variances; else 0, the default.
    // How many centroids each of the len digests has room for, from which quantiles are read: 0 for none, the default,
    // else at least 16. As long as no more different numbers were drawn, quantiles are the draws';
    // docs/src/results.md says how far off they are from then on.
    uint32_t centroid_count;
    // For how many means of successive draws there is room, of which standard errors, effective sample sizes and
    // intervals are made: 0 for none of these, else even and from 32 to 1024; default 128. A chain's memory is seen as
    // long as it is below about an eighth of the run.
    uint32_t window_len;
} sgmcmc_estimate_settings;

// What stored draws say of one of their numbers, all chains together, and whether the chains agree. Below four draws a
// chain the standard error, the sizes and R-hat are NaN, and R-hat is for what does not vary. More is in
// docs/src/equations.md.
typedef struct sgmcmc_summary {
    size_t struct_size; // sizeof(sgmcmc_summary), set by the caller; only that many bytes are written.
    double mean; // The mean of all draws.
    double deviation; // Their standard deviation, over their count less 1: NaN of one draw, infinite beyond a double.
    double standard_error; // The mean's standard error, by the draws' own effective sample size; 0 if nothing varies.
    double quantile_5; // The quantile at 5 %, linear between neighbours of the sorted draws.
    double median; // The quantile at 50 %: of an even number the middle of the two in the middle.
    double quantile_95; // The quantile at 95 %.
    double bulk_sample_size; // The effective sample size of the bulk: of z, the normal scores of the draws' ranks.
    double tail_sample_size; // That of the tails: the smaller of those of x <= q for the quantiles q at 5 and 95 %.
    double r_hat; // Split R-hat of the ranks of x or of |x - median|, the larger: above 1.01 chains do not agree.
} sgmcmc_summary;

// Bytes of memory that a reservoir needs besides its buffer, a multiple of sgmcmc_align().
size_t sgmcmc_reservoir_size(void);

// An observer that takes theta of every kept draw into estimates: give it to sgmcmc_chain_run_f32, with the estimates
// as its user pointer. What a draw counts is sgmcmc_estimate_settings.weights.
// Returns: 0; the status of a refusal, as for sgmcmc_estimates_push_f32, which stops the run.
// In/out: estimates: the estimates, a sgmcmc_estimates.
// In:     draw:      the draw.
int32_t sgmcmc_estimates_observe_f32(void *estimates, const sgmcmc_draw_f32 *draw);
int32_t sgmcmc_estimates_observe_f64(void *estimates, const sgmcmc_draw_f64 *draw);

// Writes the estimates into bytes, from which sgmcmc_estimates_restore makes them again, in any build of the library
// and on any machine: to be merged there, or to go on with the same bits.
sgmcmc_status sgmcmc_estimates_save(const sgmcmc_estimates *estimates, void *bytes, size_t size, size_t *needed);

// The settings of saved estimates, for which sgmcmc_estimates_size has the memory that they want.
// Returns: SGMCMC_OK; SGMCMC_ERROR_NOT_CHECKPOINT; _CHECKPOINT_VERSION; _CHECKPOINT_LENGTH; _CHECKPOINT_DAMAGED;
//          _CHECKPOINT_CONTENTS.
// Out: len:   how many numbers a draw has.
// In:  bytes:    bytes_size bytes, at any address.
sgmcmc_status sgmcmc_estimates_saved_settings(sgmcmc_estimate_settings *settings, size_t *len, const void *bytes,
    size_t bytes_size);

// Makes the estimates again that sgmcmc_estimates_save wrote.
// Returns: SGMCMC_OK; those of sgmcmc_estimates_saved_settings. After an error nothing was written.
// In:  bytes: bytes_size bytes, at any address; not read after this call.
sgmcmc_status sgmcmc_estimates_restore(sgmcmc_estimates **estimates, void *mem, size_t mem_size, const void *bytes,
    size_t bytes_size);

// Bytes of memory that estimates of len numbers need.
// Returns: SGMCMC_OK; SGMCMC_ERROR_FLAG; refuses weights, centroid_count and window_len.
// Out: size:     bytes, a multiple of sgmcmc_align().
// In:  settings: as for sgmcmc_estimates_init; may be NULL, for the defaults.
//      len:      how many numbers a draw has, at least 1.
sgmcmc_status sgmcmc_estimates_size(size_t *size, const sgmcmc_estimate_settings *settings, size_t len);

// Makes estimates of nothing yet.
// Returns: SGMCMC_OK; those of sgmcmc_estimates_size.
// In:  settings:  not read after this call; may be NULL, for the defaults.
//      len:       how many numbers a draw has, at least 1: dim for theta itself.
sgmcmc_status sgmcmc_estimates_init(sgmcmc_estimates **estimates, void *mem, size_t mem_size,
    const sgmcmc_estimate_settings *settings, size_t len);

// Takes in what other estimates have, of another chain: as if all draws had been given to one, up to rounding and
// whatever the order.
//
// Standard errors are then those of the chains together, by each chain's own and by how far their means are apart. With
// SGMCMC_DRAW_WEIGHT_NEXT_STEP_SIZE the draw that waits there for its weight stays out. Draws that are pushed
// afterwards are of the chain that these estimates had.
// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH for another len, _OTHER_SETTINGS for other settings;
//          _LENGTH_TOO_LARGE from 2^64 draws on, or an infinite weight.
// In:     other:     those of another chain.
sgmcmc_status sgmcmc_estimates_merge(sgmcmc_estimates *estimates, const sgmcmc_estimates *other);

// How many draws there are, and the sum of their weights.
// Out: draw_count: the number of draws; may be NULL.
//      weight:     the sum of their weights; may be NULL.
sgmcmc_status sgmcmc_estimates_counts(uint64_t *draw_count, double *weight, const sgmcmc_estimates *estimates);

// Reads one estimate of every number that a draw has: see enum sgmcmc_estimate.
// Returns: SGMCMC_OK; SGMCMC_ERROR_CHOICE; _LENGTH_MISMATCH; _PROBABILITY for a p other than below; _NOT_ESTIMATED for
//          a covariance or a quantile that the settings did not ask for, and for what window_len = 0 has no room for:
//          standard errors, sample sizes, degrees of freedom, half-widths; _NOT_REPRESENTABLE.
// Out: out:       len numbers, as many as a draw has; the square of that for SGMCMC_ESTIMATE_COVARIANCE.
// In:  estimate:  enum sgmcmc_estimate.
//      p:         SGMCMC_ESTIMATE_HALF_WIDTH: above 0 and below 1; SGMCMC_ESTIMATE_QUANTILE: from 0 to 1; else 0.
sgmcmc_status sgmcmc_estimates_read(double *out, size_t len, const sgmcmc_estimates *estimates, int32_t estimate,
    double p);

// Why the standard error of each number, and what is made of it, is not to be trusted; 0 where nothing is doubtful.
// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH; _NOT_ESTIMATED where window_len is 0.
// Out: doubts:    len numbers, as many as a draw has: bit c is set for the enum sgmcmc_doubt with number c.
sgmcmc_status sgmcmc_estimates_doubts(uint32_t *doubts, size_t len, const sgmcmc_estimates *estimates);

// R-hat of chains, or halves of chains, of equal length, from their means and variances as estimates of each give them:
// sqrt((n - 1) / n + B / (n W)), with W the mean of their unbiased variances and B / n the variance of their means.
// With the halves of every chain it is the split R-hat. NaN below two of them, below two draws, and for what does not
// vary at all; infinite where each chain is constant, and not all at one number.
// In:  means:      count means.
//      variances:  count variances, sum of (x - mean)^2 over n.
//      draw_count: n, how many draws each has.
sgmcmc_status sgmcmc_r_hat(double *r_hat, const double *means, const double *variances, size_t count,
    uint64_t draw_count);

// Bytes of memory that sgmcmc_summary_f32 and _f64 work in.
// Out: size:        bytes, a multiple of sgmcmc_align().
// In:  chain_count: how many chains there are, at least 1.
//      draw_count:  how many draws each has, at least 1.
sgmcmc_status sgmcmc_summary_size(size_t *size, size_t chain_count, size_t draw_count);

// Makes an empty reservoir.
// In:  dim: how many numbers a row has, at least 1.
sgmcmc_status sgmcmc_reservoir_init(sgmcmc_reservoir **reservoir, void *mem, size_t mem_size, size_t dim);

// What a reservoir holds: row i of its buffer is the one that was shown after i times stride others.
// Out: kept:      how many rows, at the beginning of the buffer; may be NULL.
//      stride:    a power of two; may be NULL.
//      shown:     how many rows it was shown; may be NULL.
sgmcmc_status sgmcmc_reservoir_counts(size_t *kept, uint64_t *stride, uint64_t *shown,
    const sgmcmc_reservoir *reservoir);

// Sets every field to its default, and struct_size.
sgmcmc_status sgmcmc_estimate_settings_init(sgmcmc_estimate_settings *settings, size_t struct_size);

// Takes a draw into estimates: theta, or any numbers that the host makes of it.
// Returns: SGMCMC_OK; SGMCMC_ERROR_NOT_FINITE; _WEIGHT. After an error the estimates are as they were.
// In:     values:    len numbers, finite, as many as the estimates are of.
//         weight:    what the draw counts, from 1e-100 to 1e100; 1 where all count the same.
sgmcmc_status sgmcmc_estimates_push_f32(sgmcmc_estimates *estimates, const float *values, size_t len, double weight);
sgmcmc_status sgmcmc_estimates_push_f64(sgmcmc_estimates *estimates, const double *values, size_t len, double weight);

// What stored draws say of one of their numbers, and whether their chains agree: see sgmcmc_summary. The time is that of
// sorts and Fourier transforms, however long the draws stay correlated.
// Returns: SGMCMC_OK; SGMCMC_ERROR_NOT_FINITE for any draw; _LENGTH_TOO_LARGE unless column is below dim.
// Out: mem:         mem_size bytes, at least sgmcmc_summary_size, to work in.
// In:  draws:       chain_count times draw_count times dim numbers: all rows of the first chain, then of the second.
//      chain_count: at least 1.
//      draw_count:  of each chain, at least 1.
//      dim:         how many numbers a row has, at least 1.
//      column:      which of them is asked about, from 0.
sgmcmc_status sgmcmc_summary_f32(sgmcmc_summary *summary, void *mem, size_t mem_size, const float *draws,
    size_t chain_count, size_t draw_count, size_t dim, size_t column);
sgmcmc_status sgmcmc_summary_f64(sgmcmc_summary *summary, void *mem, size_t mem_size, const double *draws,
    size_t chain_count, size_t draw_count, size_t dim, size_t column);

// The sum over all pairs of two blocks of draws from which the kernel Stein discrepancy comes: how far draws are from a
// target of which only the gradient is known. With the score s(x) at a draw, and u = c^2 + |x - y|^2,
//
//     s(x).s(y) / u^(1/2) - (s(y) - s(x)).(x - y) / u^(3/2) + dim / u^(3/2) - 3 |x - y|^2 / u^(5/2)
//
// The discrepancy of N draws is the root of the sum over all their pairs, over N. It falls with N for a sampler that is
// right and stays for one that is not. Pairs may be summed in blocks; blocks of different draws count twice. c = 1
// suits draws whose deviations are about 1: scale others, and their scores by the inverse.
// Returns: SGMCMC_OK; SGMCMC_ERROR_NOT_FINITE; _KERNEL_SCALE.
// In:  x:        x_count rows of dim numbers.
//      x_scores: as many: the gradient of the log target at each row, over all data and with the prior's.
//      y:        y_count rows, which may be x.
//      y_scores: their gradients.
//      c:        the kernel's scale, positive, its square a normal number.
sgmcmc_status sgmcmc_stein_sum_f32(double *sum, const float *x, const float *x_scores, size_t x_count, const float *y,
    const float *y_scores, size_t y_count, size_t dim, double c);
sgmcmc_status sgmcmc_stein_sum_f64(double *sum, const double *x, const double *x_scores, size_t x_count, const double *y,
    const double *y_scores, size_t y_count, size_t dim, double c);

// Shows a reservoir the next row, which is copied to its place when it is due.
// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH for a row of another length; _MEMORY_TOO_SMALL for room for fewer
//          than two rows, or than are kept.
// In/out: rows:      rows_len numbers: the buffer, the same in every call; the first rows are those that are kept.
// In:     row:       dim numbers.
sgmcmc_status sgmcmc_reservoir_push_f32(sgmcmc_reservoir *reservoir, float *rows, size_t rows_len, const float *row,
    size_t dim);
sgmcmc_status sgmcmc_reservoir_push_f64(sgmcmc_reservoir *reservoir, double *rows, size_t rows_len, const double *row,
    size_t dim);
#ifdef __cplusplus
} // extern "C"
#endif
#endif
