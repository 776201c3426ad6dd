/* All loops over points run over a whole block, and its length is a constant: that is what compilers vectorise well.
   Only sums, products, quotients and the library's exp and ln are used, each sum in a fixed order, so that the bits
   are the same on every machine as long as the compiler fuses nothing (-ffp-contract=off). */
#include "network.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

enum { BLOCK = NETWORK_BLOCK, LANES = 4 };

static const size_t WIDTH[NETWORK_LAYERS + 1] = {LANDSAT_ATTRIBUTES, NETWORK_HIDDEN, NETWORK_HIDDEN, LANDSAT_CLASSES};

/* A layer's parameters: weights (outputs x inputs), then biases (outputs). */
static size_t layer_len(size_t layer)
{
    return (WIDTH[layer] + 1) * WIDTH[layer + 1];
}

void network_draw_initial(float *theta, uint64_t seed, uint32_t chain_index)
{
    void *block;
    sgmcmc_rng *rng = make_rng(seed, chain_index, &block);
    check(sgmcmc_rng_normals_f32(rng, theta, NETWORK_DIM));
    free(block);
    for (size_t layer = 0; layer < NETWORK_LAYERS; layer++) {
        size_t weights_len = WIDTH[layer] * WIDTH[layer + 1];
        float deviation = (float)sqrt(2.0 / (double)WIDTH[layer]);
        for (size_t i = 0; i < layer_len(layer); i++)
            theta[i] = i < weights_len ? theta[i] * deviation : 0.0f;
        theta += layer_len(layer);
    }
}

/* out = weights in + biases */
static void apply_layer(float *restrict out, const float *restrict in, const float *restrict weights, size_t in_len,
                        size_t out_len)
{
    const float *biases = weights + in_len * out_len;
    for (size_t o = 0; o < out_len; o++, out += BLOCK) {
        for (size_t p = 0; p < BLOCK; p++)
            out[p] = biases[o];
        for (size_t i = 0; i < in_len; i++) {
            float weight = weights[o * in_len + i];
            for (size_t p = 0; p < BLOCK; p++)
                out[p] += weight * in[i * BLOCK + p];
        }
    }
}

/* in_slopes = transposed weights out_slopes, where the unit was not cut off */
static void apply_transposed(float *restrict in_slopes, const float *restrict out_slopes, const float *restrict in,
                             const float *restrict weights, size_t in_len, size_t out_len)
{
    for (size_t i = 0; i < in_len; i++, in += BLOCK, in_slopes += BLOCK) {
        for (size_t p = 0; p < BLOCK; p++)
            in_slopes[p] = 0.0f;
        for (size_t o = 0; o < out_len; o++) {
            float weight = weights[o * in_len + i];
            for (size_t p = 0; p < BLOCK; p++)
                in_slopes[p] += weight * out_slopes[o * BLOCK + p];
        }
        for (size_t p = 0; p < BLOCK; p++)
            in_slopes[p] = in[p] > 0.0f ? in_slopes[p] : 0.0f;
    }
}

/* The sum over points of the product of two rows, in lanes so that it vectorises without reordering any sum. */
static float dot(const float *restrict a, const float *restrict b)
{
    float sums[LANES] = {0};
    for (size_t p = 0; p < BLOCK; p += LANES)
        for (size_t lane = 0; lane < LANES; lane++)
            sums[lane] += a[p + lane] * b[p + lane];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

/* gradient += out_slopes transposed in, and the sums of out_slopes for the biases */
static void add_gradient(float *restrict gradient, const float *restrict out_slopes, const float *restrict in,
                         size_t in_len, size_t out_len)
{
    float *biases = gradient + in_len * out_len;
    for (size_t o = 0; o < out_len; o++, out_slopes += BLOCK) {
        for (size_t i = 0; i < in_len; i++)
            gradient[o * in_len + i] += dot(out_slopes, in + i * BLOCK);
        float sum = 0.0f;
        for (size_t p = 0; p < BLOCK; p++)
            sum += out_slopes[p];
        biases[o] += sum;
    }
}

/* Row of the data that is point `p` of the block that starts at `start`. */
static size_t data_row(const uint32_t *batch, size_t start, size_t p)
{
    return batch == NULL ? start + p : batch[start + p];
}

/* Inputs to output units and the parts of the softmax. Points from `len` on are zero and nobody reads their output. */
static void forward(network *net, const float *theta, const uint32_t *batch, size_t start, size_t len)
{
    for (size_t p = 0; p < BLOCK; p++) {
        const float *row = net->data->attributes + (p < len ? data_row(batch, start, p) * LANDSAT_ATTRIBUTES : 0);
        for (size_t i = 0; i < LANDSAT_ATTRIBUTES; i++)
            net->units[0][i * BLOCK + p] = p < len ? row[i] : 0.0f;
    }
    for (size_t layer = 0; layer < NETWORK_LAYERS; layer++) {
        float *out = net->units[layer + 1];
        apply_layer(out, net->units[layer], theta, WIDTH[layer], WIDTH[layer + 1]);
        if (layer + 1 < NETWORK_LAYERS)
            for (size_t j = 0; j < WIDTH[layer + 1] * BLOCK; j++)
                out[j] = out[j] > 0.0f ? out[j] : 0.0f;
        theta += layer_len(layer);
    }

    /* The largest output is taken off first, so that exp cannot overflow. */
    float *out = net->units[NETWORK_LAYERS];
    for (size_t p = 0; p < BLOCK; p++) {
        float largest = out[p];
        for (size_t c = 1; c < LANDSAT_CLASSES; c++)
            largest = out[c * BLOCK + p] > largest ? out[c * BLOCK + p] : largest;
        for (size_t c = 0; c < LANDSAT_CLASSES; c++)
            out[c * BLOCK + p] -= largest;
        net->sums[p] = 0.0f;
    }
    check(sgmcmc_map_f32(net->exponentials, out, LANDSAT_CLASSES * BLOCK, SGMCMC_FUNCTION_EXP));
    for (size_t c = 0; c < LANDSAT_CLASSES; c++)
        for (size_t p = 0; p < BLOCK; p++)
            net->sums[p] += net->exponentials[c * BLOCK + p];
}

/* Adds the block's gradient of `scale` times the log-likelihood. */
static void backward(network *net, float *gradient, const float *theta, const uint32_t *batch, size_t start,
                     size_t len, float scale)
{
    /* d log p(y) / d output c = [c = y] - p(c) */
    float *slopes = net->slopes[NETWORK_LAYERS];
    for (size_t c = 0; c < LANDSAT_CLASSES; c++)
        for (size_t p = 0; p < BLOCK; p++)
            slopes[c * BLOCK + p] = p < len ? -scale * (net->exponentials[c * BLOCK + p] / net->sums[p]) : 0.0f;
    for (size_t p = 0; p < len; p++)
        slopes[net->data->labels[data_row(batch, start, p)] * BLOCK + p] += scale;

    theta += NETWORK_DIM;
    gradient += NETWORK_DIM;
    for (size_t layer = NETWORK_LAYERS; layer-- > 0;) {
        const float *in = net->units[layer], *out_slopes = net->slopes[layer + 1];
        theta -= layer_len(layer);
        gradient -= layer_len(layer);
        add_gradient(gradient, out_slopes, in, WIDTH[layer], WIDTH[layer + 1]);
        if (layer > 0)
            apply_transposed(net->slopes[layer], out_slopes, in, theta, WIDTH[layer], WIDTH[layer + 1]);
    }
}

int32_t network_log_likelihood(void *user, double *value, float *gradient, const float *theta, size_t dim,
                               const uint32_t *batch, size_t batch_len)
{
    network *net = user;
    double sum = 0.0;
    (void)dim;
    for (size_t start = 0; start < batch_len; start += BLOCK) {
        size_t len = batch_len - start < BLOCK ? batch_len - start : BLOCK;
        forward(net, theta, batch, start, len);
        check(sgmcmc_map_f32(net->log_sums, net->sums, BLOCK, SGMCMC_FUNCTION_LN));
        for (size_t p = 0; p < len; p++) {
            size_t label = net->data->labels[data_row(batch, start, p)];
            sum += (double)(net->units[NETWORK_LAYERS][label * BLOCK + p] - net->log_sums[p]);
        }
        if (gradient != NULL)
            backward(net, gradient, theta, batch, start, len, 1.0f / (float)batch_len);
    }
    *value = sum / (double)batch_len;
    return isfinite(sum) ? 0 : 1; /* weights that overflow are impossible, not an error */
}

void network_probabilities(network *net, double *probabilities, const float *theta)
{
    for (size_t start = 0; start < net->data->len; start += BLOCK) {
        size_t len = net->data->len - start < BLOCK ? net->data->len - start : BLOCK;
        forward(net, theta, NULL, start, len);
        for (size_t p = 0; p < len; p++)
            for (size_t c = 0; c < LANDSAT_CLASSES; c++)
                *probabilities++ = (double)(net->exponentials[c * BLOCK + p] / net->sums[p]);
    }
}
