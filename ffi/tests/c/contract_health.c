/* Health: what looks at a run find, what is refused, and that nobody's bytes change by it. */
#include <math.h>

#include "world.h"

enum { ROOM = 4096 };

static world w, twin;
static _Alignas(64) unsigned char room[ROOM], other_room[ROOM];
static sgmcmc_health *health;
static sgmcmc_health_report report;

static void start(void)
{
    sgmcmc_chain_settings of_chain;
    settings_sgld(&of_chain);
    world_make(&w, &of_chain);
    CHECK(sgmcmc_health_size() <= ROOM && sgmcmc_align() <= 64);
    ANSWERS(SGMCMC_OK, sgmcmc_health_init(&health, room, ROOM, NULL));
    CHECK((void *)health == (void *)room);
    memset(&report, 0, sizeof report);
    report.struct_size = sizeof report;
}

static int found(sgmcmc_health_finding finding)
{
    return (int)(report.findings >> finding & 1);
}

/* Stops the run at a look that the health has had. */
static int32_t shown(void *user, const sgmcmc_chain_statistics *statistics, const real *theta, size_t dim)
{
    int *count = user;
    CHECK(statistics->step_count == (uint64_t)++*count * 2 && theta != NULL && dim == DIM);
    return *count == 3 ? 77 : 0;
}

/* Health looks, then progress, and a run that this stops has been seen by both. */
static void both_look(void)
{
    start();
    int count = 0;
    ANSWERS(SGMCMC_ERROR_STOPPED_BY_OBSERVER,
            F(sgmcmc_chain_run_watched)(w.chain, &w.code, 100, &w.model,
                                        OPTIONS(.health = health, .progress = shown, .progress_user = &count,
                                                .interval = 2)));
    CHECK(w.code == 77 && count == 3);
    ANSWERS(SGMCMC_OK, F(sgmcmc_health_report)(w.chain, &report, health, NULL, (double)NAN));
    CHECK(report.step_count == 6 && report.look_count == 3 && report.refused_count == 0);
}

/* The same bits as without looks, and the numbers that follow from the settings. */
static void looks(void)
{
    start();
    twin = w;
    twin.chain = (F(sgmcmc_chain) *)(void *)twin.memory;
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run)(twin.chain, NULL, 3000, &twin.model, NULL, NULL));
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run_watched)(w.chain, NULL, 1000, &w.model,
                                                   OPTIONS(.health = health, .interval = 2)));
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run_watched)(w.chain, &w.code, 2000, &w.model,
                                                   OPTIONS(.health = health, .interval = 2)));
    CHECK(memcmp(twin.memory, w.memory, MEMORY_SIZE) == 0);
    ANSWERS(SGMCMC_OK, F(sgmcmc_health_report)(w.chain, &report, health, NULL, (double)NAN));
    CHECK(report.struct_size == sizeof report && report.step_count == 3000);
    CHECK(report.evaluation_count == 3000 * BATCH_LEN && report.pass_count == 3000.0 * BATCH_LEN / DATA_LEN);
    CHECK(report.look_count > 1000 && report.batch_len == BATCH_LEN && report.heat > 0.0 && isnan(report.r_hat));
    CHECK(isnan(report.kinetic_temperature) && isnan(report.acceptance) && isnan(report.anchor_worth));
    CHECK(report.noise_to_drift > 0.0 && report.stretch_steps > 1.0 && report.refused_status == 0);
    CHECK(!found(SGMCMC_HEALTH_FINDING_CHAINS_DISAGREE));
    ANSWERS(SGMCMC_OK, F(sgmcmc_health_report)(w.chain, &report, health, NULL, 1.5));
    CHECK(found(SGMCMC_HEALTH_FINDING_CHAINS_DISAGREE) && report.r_hat == 1.5);
    /* What a pilot knows. */
    sgmcmc_pilot_report pilot;
    memset(&pilot, 0, sizeof pilot);
    pilot.struct_size = sizeof pilot;
    pilot.noise_variance = 30.0;
    pilot.variate_variance = 10.0;
    ANSWERS(SGMCMC_OK, F(sgmcmc_health_report)(w.chain, &report, health, &pilot, (double)NAN));
    CHECK(report.anchor_worth == 3.0);
    /* A caller of a header with fewer fields gets those. */
    sgmcmc_health_report shorter;
    memset(&shorter, 0x5a, sizeof shorter);
    shorter.struct_size = offsetof(sgmcmc_health_report, look_count);
    ANSWERS(SGMCMC_OK, F(sgmcmc_health_report)(w.chain, &shorter, health, NULL, (double)NAN));
    CHECK(shorter.step_count == 3000 && shorter.look_count == UINT64_C(0x5a5a5a5a5a5a5a5a));
}

/* In a loop of the host's, and a step that is refused. */
static void loops(void)
{
    start();
    for (int i = 0; i < 10; i++) {
        ANSWERS(SGMCMC_OK, F(sgmcmc_chain_step)(w.chain, NULL, NULL, NULL, 0, &w.model));
        ANSWERS(SGMCMC_OK, F(sgmcmc_health_look)(w.chain, health));
    }
    memcpy(other_room, room, ROOM);
    ANSWERS(SGMCMC_ERROR_HEALTH_CHAIN, F(sgmcmc_health_look)(w.chain, health));
    CHECK(memcmp(other_room, room, ROOM) == 0);
    the_host.fault = FAULT_GRADIENT;
    the_host.countdown = 3;
    the_host.number = (double)NAN;
    ANSWERS(SGMCMC_ERROR_GRADIENT_NOT_FINITE,
            F(sgmcmc_chain_run_watched)(w.chain, NULL, 100, &w.model, OPTIONS(.health = health, .interval = 2)));
    the_host.fault = FAULT_NONE;
    ANSWERS(SGMCMC_OK, F(sgmcmc_health_report)(w.chain, &report, health, NULL, (double)NAN));
    CHECK(found(SGMCMC_HEALTH_FINDING_NOT_FINITE) && report.refused_count == 1);
    CHECK(report.refused_status == SGMCMC_ERROR_GRADIENT_NOT_FINITE);
    char text[8192];
    size_t size = 0;
    memset(text, '~', sizeof text);
    ANSWERS(SGMCMC_OK, sgmcmc_health_text(NULL, 0, &size, &report));
    ANSWERS(SGMCMC_OK, sgmcmc_health_text(text, size, NULL, &report));
    CHECK(strlen(text) == size - 1 && text[size - 2] == '\n' && text[size] == '~');
    CHECK(strstr(text, "The model gives numbers that are not finite: 1 steps were refused, the last one with status 201;") != NULL);
    ANSWERS(SGMCMC_ERROR_MEMORY_TOO_SMALL, sgmcmc_health_text(text, size - 1, NULL, &report));
    report.findings = UINT64_MAX;
    ANSWERS(SGMCMC_OK, sgmcmc_health_text(NULL, 0, &size, &report));
    CHECK(size < sizeof text);
    report.findings = 0;
    ANSWERS(SGMCMC_OK, sgmcmc_health_text(NULL, 0, &size, &report));
    CHECK(size == 1);
}

/* An observer that uses the objects that it is called from. */
static int32_t intrude(void *user, const F(sgmcmc_draw) * draw)
{
    (void)draw;
    sgmcmc_health_report inside = {.struct_size = sizeof inside};
    ANSWERS(SGMCMC_ERROR_IN_USE, F(sgmcmc_health_report)(w.chain, &inside, health, NULL, (double)NAN));
    ANSWERS(SGMCMC_ERROR_IN_USE, F(sgmcmc_health_look)(twin.chain, health));
    ++*(int *)user;
    return STOP_CODE;
}

static void refusals(void)
{
    sgmcmc_health_settings settings;
    sgmcmc_health *none = NULL;
    start();
    ANSWERS(SGMCMC_OK, sgmcmc_health_settings_init(&settings, sizeof settings));
    CHECK(settings.struct_size == sizeof settings && settings.window == 1000 && settings.tolerance == 0.075);
    memset(other_room, 0x5a, ROOM);
    settings.window = 99;
    ANSWERS(REFUSED_HEALTH_WINDOW, sgmcmc_health_init(&none, other_room, ROOM, &settings));
    settings.window = UINT64_C(4294967297);
    ANSWERS(REFUSED_HEALTH_WINDOW, sgmcmc_health_init(&none, other_room, ROOM, &settings));
    settings.window = 100;
    settings.tolerance = 0.0;
    ANSWERS(REFUSED_HEALTH_TOLERANCE, sgmcmc_health_init(&none, other_room, ROOM, &settings));
    settings.tolerance = (double)NAN;
    ANSWERS(REFUSED_HEALTH_TOLERANCE, sgmcmc_health_init(&none, other_room, ROOM, &settings));
    ANSWERS(SGMCMC_ERROR_MEMORY_TOO_SMALL, sgmcmc_health_init(&none, other_room, sgmcmc_health_size() - 1, NULL));
    ANSWERS(SGMCMC_ERROR_MEMORY_MISALIGNED, sgmcmc_health_init(&none, other_room + 8, ROOM - 8, NULL));
    ANSWERS(SGMCMC_ERROR_NULL_POINTER, sgmcmc_health_init(NULL, other_room, ROOM, NULL));
    CHECK(none == NULL && other_room[0] == 0x5a && memcmp(other_room, other_room + 1, ROOM - 1) == 0);

    sgmcmc_health *wrong = (sgmcmc_health *)(void *)w.memory;
    REFUSES_SPOILT(&w, F(sgmcmc_health_look)(OBJECT(w.chain), OBJECT(health)));
    REFUSES_SPOILT(&w, F(sgmcmc_health_report)(OBJECT(w.chain), GIVEN(&report), OBJECT(health), NULL, (double)NAN));
    REFUSES(&w, SGMCMC_ERROR_NOT_INITIALIZED, F(sgmcmc_health_report)(w.chain, &report, wrong, NULL, (double)NAN));
    REFUSES(&w, REFUSED_PROGRESS_INTERVAL,
            F(sgmcmc_chain_run_watched)(w.chain, &w.code, 5, &w.model, OPTIONS(.health = health)));
    REFUSES_SPOILT(&w, sgmcmc_health_text(NULL, 0, GIVEN(&w.size), GIVEN(&report)));

    int calls = 0;
    w.settings.burn_in = 0;
    twin = w;
    twin.chain = (F(sgmcmc_chain) *)(void *)twin.memory;
    ANSWERS(SGMCMC_ERROR_STOPPED_BY_OBSERVER,
            F(sgmcmc_chain_run_watched)(w.chain, &w.code, 1000, &w.model,
                                        OPTIONS(.observer = intrude, .observer_user = &calls, .health = health,
                                                .interval = 1)));
    CHECK(calls == 1 && w.code == STOP_CODE);
    ANSWERS(SGMCMC_OK, F(sgmcmc_health_report)(w.chain, &report, health, NULL, (double)NAN));
    CHECK(report.refused_count == 0);
}

int main(void)
{
    both_look();
    looks();
    loops();
    refusals();
    return check_failures != 0;
}
