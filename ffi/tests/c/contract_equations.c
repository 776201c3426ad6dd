/* Every rule written anew from its equations in docs/src/rules.md: a few roundings are all that the two differ by. */
#include <float.h>
#include <math.h>

#include "world.h"

enum { STEP_COUNT = 40, DRIFTS = 5, PRECONDITIONERS = 7 };
#ifdef TEST_F64
static const double EPSILON = DBL_EPSILON, E_MAX = 0x1p256;
#else
static const double EPSILON = FLT_EPSILON, E_MAX = 0x1p32;
#endif

static world w;
static _Alignas(64) unsigned char twin_memory[1024];
static double diagonal[DIM], factor[DIM * DIM], farthest = 0.0;

static const double ETA = 0.02, TAU = 0.7;

/* What the rules keep, under the names of the header; all 0 before the first step. */
static real m[DIM], V[DIM], u[DIM], E[DIM], D[DIM], Delta[DIM], V_of_P[DIM], v[DIM], zeta[DIM];

/* The root in the precision of theta: what double rounds to it is as good. */
static real root(real x)
{
    return (real)sqrt((double)x);
}

static real mean(double beta, real old, real new)
{
    return old * (real)beta + new * (real)(1.0 - beta);
}

/* A generator at the same place, whose draws the library does not see. */
static sgmcmc_rng *twin(void)
{
    memcpy(twin_memory, w.rng_memory, sizeof twin_memory);
    return (sgmcmc_rng *)(void *)twin_memory;
}

static void drift(real *F, const sgmcmc_rule *rule, const real *G)
{
    const double a = rule->drift.scale != 0.0                    ? rule->drift.scale
                     : rule->drift.kind == SGMCMC_DRIFT_MOMENTUM ? 1.0
                                                                 : 10.0;
    const real lambda = (real)1e-5;
    for (int i = 0; i < DIM; i++) {
        const real g = G[i];
        switch (rule->drift.kind) {
        case SGMCMC_DRIFT_MOMENTUM:
            F[i] = g + (real)a * m[i];
            if (rule->drift.form == SGMCMC_MOMENTUM_CALIBRATED)
                F[i] *= (real)(1.0 / (1.0 + a));
            m[i] = mean(0.9, m[i], g);
            break;
        case SGMCMC_DRIFT_ADAM:
            F[i] = g + (real)a * (m[i] / root(V[i] + lambda));
            m[i] = mean(0.9, m[i], g);
            V[i] = mean(0.999, V[i], g * g);
            break;
        case SGMCMC_DRIFT_ADAMAX: {
            F[i] = g + (real)a * (m[i] / (u[i] + lambda));
            m[i] = mean(0.9, m[i], g);
            const real size = g < 0 ? -g : g, decayed = (real)0.999 * u[i];
            u[i] = decayed > size ? decayed : size;
            break;
        }
        case SGMCMC_DRIFT_ADADELTA:
            F[i] = g + (real)a * Delta[i];
            E[i] = mean(0.95, E[i], g * g);
            Delta[i] = root((D[i] + lambda) / (E[i] + lambda)) * g;
            D[i] = mean(0.95, D[i], Delta[i] * Delta[i]);
            break;
        default:
            F[i] = g;
        }
    }
}

/* A diagonal P. */
static void precondition(real *P, const sgmcmc_rule *rule, const real *G)
{
    for (int i = 0; i < DIM; i++) {
        const real g = rule->preconditioner.scale == SGMCMC_GRADIENT_SCALE_MEAN ? G[i] * (real)(1.0 / DATA_LEN) : G[i];
        P[i] = 1;
        if (rule->preconditioner.kind == SGMCMC_PRECONDITIONER_DIAGONAL)
            P[i] = (real)diagonal[i];
        if (rule->preconditioner.kind == SGMCMC_PRECONDITIONER_POSITION_DEPENDENT)
            P[i] = w.host_terms[i];
        if (rule->preconditioner.kind == SGMCMC_PRECONDITIONER_RMSPROP)
            V_of_P[i] = mean(0.99, V_of_P[i], g * g);
        if (rule->preconditioner.kind == SGMCMC_PRECONDITIONER_ADAGRAD)
            V_of_P[i] += g * g;
        if (rule->preconditioner.kind == SGMCMC_PRECONDITIONER_RMSPROP ||
            rule->preconditioner.kind == SGMCMC_PRECONDITIONER_ADAGRAD)
            P[i] = 1 / ((real)1e-5 + root(V_of_P[i]));
    }
}

static void langevin(real *theta, const sgmcmc_rule *rule, const real *G)
{
    const real eta = (real)ETA, scale = (real)sqrt(2.0 * ETA * TAU);
    real F[DIM], P[DIM], xi[DIM];
    drift(F, rule, G);
    ANSWERS(SGMCMC_OK, F(sgmcmc_rng_normals)(twin(), xi, DIM));
    if (rule->preconditioner.kind == SGMCMC_PRECONDITIONER_DENSE ||
        rule->preconditioner.kind == SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE) {
        const int host_terms = rule->preconditioner.kind == SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE;
        double L[DIM][DIM], t[DIM];
        for (int i = 0; i < DIM; i++)
            for (int j = 0; j <= i; j++)
                L[i][j] = host_terms ? (double)w.host_terms[i * DIM + j] : factor[i * DIM + j];
        for (int j = 0; j < DIM; j++) {
            t[j] = sqrt(2.0 * ETA * TAU) * (double)xi[j];
            for (int i = j; i < DIM; i++)
                t[j] += ETA * L[i][j] * (double)F[i];
        }
        for (int i = 0; i < DIM; i++) {
            double move = host_terms ? ETA * TAU * (double)w.host_terms[DIM * DIM + i] : 0.0;
            for (int j = 0; j <= i; j++)
                move += L[i][j] * t[j];
            theta[i] += (real)move;
        }
        return;
    }
    precondition(P, rule, G);
    const int at_position = rule->preconditioner.kind == SGMCMC_PRECONDITIONER_POSITION_DEPENDENT;
    if (rule->kind == SGMCMC_RULE_LATTICE)
        ANSWERS(SGMCMC_OK, F(sgmcmc_rng_uniforms)(twin(), xi, DIM));
    for (int i = 0; i < DIM; i++) {
        const real curvature = at_position ? (real)TAU * w.host_terms[DIM + i] : 0;
        if (rule->kind == SGMCMC_RULE_LATTICE) {
            const real delta = scale * root(P[i]), x = eta * (P[i] * F[i] + curvature) / delta;
            const double word = 2.0 * (double)xi[i] - (xi[i] > (real)0.5 ? 2.0 : 0.0);
            theta[i] += word < (double)x ? delta : -delta;
        } else {
            theta[i] += eta * (P[i] * F[i] + curvature) + scale * (root(P[i]) * xi[i]);
        }
        if (at_position && rule->preconditioner.reflect)
            theta[i] = theta[i] < 0 ? -theta[i] : theta[i];
    }
}

/* Half a thermostat's step, or a whole one. */
static void thermostat(const sgmcmc_rule *rule, double share)
{
    double energy = 0.0;
    for (int i = 0; i < DIM; i++)
        energy += (double)v[i] * (double)v[i];
    for (int i = 0; i < DIM; i++)
        zeta[i] += rule->thermostat == SGMCMC_THERMOSTAT_PER_COORDINATE
                       ? (real)share * (v[i] * v[i] - (real)(ETA * TAU))
                       : (real)(share * (energy / DIM - ETA * TAU));
}

/* The rules with a velocity. */
static void underdamped(real *theta, const sgmcmc_rule *rule, const real *G, uint64_t k)
{
    const double alpha = rule->friction;
    const int symmetric = rule->splitting == SGMCMC_SPLITTING_SYMMETRIC;
    const real eta = (real)ETA, half = (real)0.5;
    sgmcmc_rng *rng = twin();
    real xi[DIM], before[DIM];
    double noise = 2.0 * ETA * TAU * alpha;
    if (rule->kind == SGMCMC_RULE_SGHMC) {
        noise = 2.0 * ETA * TAU * (alpha - rule->noise_estimate);
        if (rule->redraw_interval > 0 && k > 0 && k % rule->redraw_interval == 0) {
            ANSWERS(SGMCMC_OK, F(sgmcmc_rng_normals)(rng, v, DIM));
            for (int i = 0; i < DIM; i++)
                v[i] *= (real)sqrt(ETA * TAU);
        }
    }
    if (rule->kind == SGMCMC_RULE_BAOAB)
        noise = ETA * TAU * (1.0 - (1.0 - alpha) * (1.0 - alpha));
    if (rule->kind == SGMCMC_RULE_SGNHT && symmetric)
        thermostat(rule, 0.5);
    ANSWERS(SGMCMC_OK, F(sgmcmc_rng_normals)(rng, xi, DIM));
    memcpy(before, v, sizeof before);
    for (int i = 0; i < DIM; i++) {
        const real kick = eta * G[i], random = (real)sqrt(noise) * xi[i];
        if (rule->kind == SGMCMC_RULE_BAOAB) {
            const real kicked = v[i] + kick, kept = (real)(1.0 - alpha) * kicked;
            v[i] = kept + random;
            theta[i] += half * (kicked + kept) + half * random;
        } else if (rule->kind == SGMCMC_RULE_ABOBA || (rule->kind == SGMCMC_RULE_SGNHT && symmetric)) {
            const double e = exp(-0.5 * (rule->kind == SGMCMC_RULE_ABOBA ? alpha : (double)zeta[i]));
            const real decay = (real)fmin(e, E_MAX), kicked = decay * (decay * before[i] + kick);
            v[i] = kicked + decay * random;
            theta[i] += half * (before[i] + kicked) + half * (decay * random);
        } else {
            const real keep = rule->kind == SGMCMC_RULE_SGNHT ? 1 - zeta[i] : (real)(1.0 - alpha);
            v[i] = keep * before[i] + kick + random;
            theta[i] += v[i];
        }
    }
    if (rule->kind == SGMCMC_RULE_SGNHT)
        thermostat(rule, symmetric ? 0.5 : 1.0);
}

static void adam(real *theta, const sgmcmc_rule *rule, const real *G, uint64_t k)
{
    const double t = (double)k + 1.0;
    for (int i = 0; i < DIM; i++) {
        m[i] = mean(rule->beta1, m[i], G[i]);
        V[i] = mean(rule->beta2, V[i], G[i] * G[i]);
        const real first = m[i] / (real)(1.0 - pow(rule->beta1, t)), second = V[i] / (real)(1.0 - pow(rule->beta2, t));
        theta[i] += (real)ETA * (first / (root(second) + (real)1e-8));
    }
}

static void step_anew(real *theta, const sgmcmc_rule *rule, const real *G, uint64_t k)
{
    if (rule->kind == SGMCMC_RULE_LANGEVIN || rule->kind == SGMCMC_RULE_LATTICE)
        langevin(theta, rule, G);
    else if (rule->kind == SGMCMC_RULE_ADAM)
        adam(theta, rule, G, k);
    else if (rule->kind == SGMCMC_RULE_RECIPE)
        for (int i = 0; i < DIM; i++)
            theta[i] += (real)ETA * w.host_terms[i] + (real)sqrt(2.0 * ETA * TAU) * w.host_terms[DIM + i];
    else
        underdamped(theta, rule, G, k);
}

/* The gradient of log N(0, 1) times a slope for each parameter; the terms of the host are those of world.c. */
static void gradient_at(const real *site)
{
    for (int i = 0; i < DIM; i++)
        w.gradient[i] = -(real)(1 + 2 * i) * site[i];
}

static void same_numbers(const sgmcmc_rule *rule)
{
    const int before = check_failures;
    const int has_own_site = rule->kind == SGMCMC_RULE_ABOBA || (rule->kind == SGMCMC_RULE_SGNHT &&
                                                                    rule->splitting == SGMCMC_SPLITTING_SYMMETRIC);
    sgmcmc_chain_settings settings;
    real theta[DIM], site[DIM];
    size_t state_len, host_terms_len;
    settings_sgld(&settings);
    world_make(&w, &settings);
    ANSWERS(SGMCMC_OK, F(sgmcmc_rule_lengths)(&state_len, &host_terms_len, rule, DIM));
    memset(m, 0, sizeof m);
    memset(V, 0, sizeof V);
    memset(u, 0, sizeof u);
    memset(E, 0, sizeof E);
    memset(D, 0, sizeof D);
    memset(Delta, 0, sizeof Delta);
    memset(V_of_P, 0, sizeof V_of_P);
    memset(v, 0, sizeof v);
    for (int i = 0; i < DIM; i++)
        zeta[i] = (real)rule->friction;
    if (rule->velocity == SGMCMC_VELOCITY_DRAWN) {
        ANSWERS(SGMCMC_OK, F(sgmcmc_rng_normals)(twin(), v, DIM));
        for (int i = 0; i < DIM; i++)
            v[i] *= (real)sqrt(ETA * TAU);
    }
    memcpy(theta, w.theta, sizeof theta);
    ANSWERS(SGMCMC_OK, F(sgmcmc_rule_start)(w.rng, w.state, state_len, rule, DIM, ETA, TAU));
    for (uint64_t k = 0; k < STEP_COUNT; k++) {
        memcpy(site, w.theta, sizeof site);
        ANSWERS(SGMCMC_OK, F(sgmcmc_rule_move_to_site)(site, DIM, w.state, state_len, rule));
        memset(w.host_terms, 0, sizeof w.host_terms);
        gradient_at(site);
        if (rule->kind == SGMCMC_RULE_RECIPE) {
            ANSWERS(SGMCMC_OK, F(sgmcmc_rng_normals)(w.rng, w.numbers, DIM));
            CHECK(diffusion(&the_host, w.host_terms, w.host_terms + DIM, w.theta, w.gradient, w.numbers, DIM, TAU) == 0);
        } else if (host_terms_len > 0) {
            CHECK(metric(&the_host, w.host_terms, host_terms_len - DIM, w.host_terms + host_terms_len - DIM, w.theta, DIM) == 0);
        }
        for (int i = 0; i < DIM; i++)
            CHECK(fabs((double)(site[i] - (has_own_site ? theta[i] + (real)0.5 * v[i] : theta[i]))) <
                  1e3 * EPSILON);
        step_anew(theta, rule, w.gradient, k);
        ANSWERS(SGMCMC_OK, RULE_STEP(w.rng, NULL, w.theta, DIM, w.state, state_len, w.gradient, w.host_terms,
                                               host_terms_len, rule, ETA, TAU, k, DATA_LEN));
        for (int i = 0; i < DIM; i++) {
            const double off = fabs((double)w.theta[i] - (double)theta[i]) / fmax(1.0, fabs((double)theta[i]));
            farthest = fmax(farthest, off / EPSILON);
            CHECK(off <= 16 * EPSILON);
        }
    }
    if (check_failures != before)
        fprintf(stderr, "  kind %d, drift %d, form %d, preconditioner %d, scale %d, splitting %d, each %d\n",
                (int)rule->kind, (int)rule->drift.kind, (int)rule->drift.form, (int)rule->preconditioner.kind,
                (int)rule->preconditioner.scale, (int)rule->splitting, (int)rule->thermostat);
}

static void family(sgmcmc_rule *rule, int32_t kind)
{
    for (int32_t number = 0; number < 2 * DRIFTS * PRECONDITIONERS; number++) {
        ANSWERS(SGMCMC_OK, rule_langevin(rule, number / 2 % DRIFTS, number / 2 / DRIFTS));
        const int dense = rule->preconditioner.kind == SGMCMC_PRECONDITIONER_DENSE ||
                          rule->preconditioner.kind == SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE;
        if (dense && kind == SGMCMC_RULE_LATTICE)
            continue;
        rule->kind = kind;
        rule->drift.form = rule->preconditioner.scale = rule->preconditioner.reflect = number % 2;
        rule->preconditioner.values = rule->preconditioner.kind == SGMCMC_PRECONDITIONER_DENSE ? factor : diagonal;
        if (number % 2 == 1)
            rule->drift.scale = 3.0;
        rule_for_its_kinds(rule);
        same_numbers(rule);
    }
}

int main(void)
{
    sgmcmc_rule rule;
    for (int i = 0; i < DIM; i++) {
        diagonal[i] = 0.5 + 0.25 * i;
        for (int j = 0; j < DIM; j++)
            factor[i * DIM + j] = j == i ? 0.75 : 0.125;
    }
    family(&rule, SGMCMC_RULE_LANGEVIN);
    family(&rule, SGMCMC_RULE_LATTICE);
    const int32_t others[] = {SGMCMC_RULE_SGHMC, SGMCMC_RULE_ABOBA, SGMCMC_RULE_SGNHT,
                              SGMCMC_RULE_ADAM,  SGMCMC_RULE_RECIPE, SGMCMC_RULE_BAOAB};
    enum { OTHERS = sizeof others / sizeof *others };
    /* One of these fails where a part was added: it is to be written anew above. */
    size_t len;
    ANSWERS(SGMCMC_OK, rule_langevin(&rule, DRIFTS, 0));
    ANSWERS(REFUSED_DRIFT_KIND, F(sgmcmc_rule_lengths)(&len, NULL, &rule, DIM));
    ANSWERS(SGMCMC_OK, rule_langevin(&rule, 0, PRECONDITIONERS));
    ANSWERS(REFUSED_PRECONDITIONER_KIND, F(sgmcmc_rule_lengths)(&len, NULL, &rule, DIM));
    ANSWERS(REFUSED_RULE_KIND, sgmcmc_rule_init(&rule, sizeof rule, 2 + OTHERS));
    for (int number = 0; number < OTHERS * 4; number++) {
        ANSWERS(SGMCMC_OK, sgmcmc_rule_init(&rule, sizeof rule, others[number / 4]));
        rule.splitting = rule.velocity = number % 2;
        rule.thermostat = number / 2 % 2;
        if (number % 4 > 1) {
            rule.friction = 0.3;
            rule.noise_estimate = 0.1;
            rule.redraw_interval = 5;
        }
        rule_for_its_kinds(&rule);
        same_numbers(&rule);
    }
    printf("at most %.1f units in the last place of 1\n", farthest);
    return check_failures != 0;
}
