/* An example in C: ids from main and from a timer interrupt, a clock that is unset, set, and set back, a mark that keeps their order,
 * and whatever a program may get wrong. It runs on chips, and on the machine that it is built on.
 *
 * All that goes into a generator is shown line by line, so that the host can feed the same to a plain generator of the crate,
 * and must get the same ids. */
#include <string.h>

#include "board.h"
#include "mintid.h"
#include "screen.h"
#include "snowflake.h"
#include "world.h"

static mintid_generator ids;
static struct world v7;

/* What stands for flash: a mark in it, or all ones. */
static uint64_t stored = UINT64_MAX;

static const int64_t TOLD_MS = 1764500000000;

/* A call from main, with interrupts off or on. */
static mintid_status mint(int is_guarded)
{
    uint8_t id[16] = {0};
    uint64_t detail = 0;
    if (is_guarded) {
        board_interrupts_off();
    }
    const mintid_status status = mintid_generate(&ids, id, &detail);
    note("main", status, id, detail);
    if (is_guarded) {
        board_interrupts_on();
    }
    show_notes(&v7);
    return status;
}

/* Whether it is Snowflakes that are wanted. */
static int wants_snowflakes;

/* The timer's interrupt: something happens that wants an id. */
void on_timer(void)
{
    if (wants_snowflakes) {
        snowflake_on_timer();
        return;
    }
    uint8_t id[16] = {0};
    uint64_t detail = 0;
    const mintid_status status = mintid_generate(&ids, id, &detail);
    note("timer", status, id, detail);
}

static void save(const mintid_due_mark *due, const char *word)
{
    if (due->save == MINTID_SAVE_REPLACE || stored == UINT64_MAX || stored < due->unix_ms) {
        stored = due->unix_ms;
    }
    put(word);
    put_number(due->unix_ms);
    end_line();
    mintid_mark_saved(&ids, due);
}

/* An id from main; where a mark has to be saved first, that is done. */
static void mint_saving(void)
{
    mintid_due_mark due;
    if (mint(1) == MINTID_STATUS_MARK_DUE && mintid_mark_due(&ids, &due) == MINTID_STATUS_OK) {
        save(&due, "saved");
        mint(1);
    }
}

static void several(int number)
{
    while (number-- > 0) {
        mint_saving();
    }
}

/* Several at once, from one reading. */
static void fill(void)
{
    uint8_t batch[3][16];
    size_t written = 0;
    uint64_t detail = 0;
    const mintid_status status = mintid_fill(&ids, batch[0], 3, &written, &detail);
    for (size_t at = 0; at < written; ++at) {
        if (at > 0) {
            note_same_reading();
        }
        note("main", MINTID_STATUS_OK, batch[at], 0);
    }
    show_notes(&v7);
    put("a batch:");
    put_number(written);
    put_word(name_of(status));
    end_line();
}

static void set_clock(struct world *world, int64_t ms)
{
    world->clock = MINTID_CLOCK_SET;
    world->ms = ms;
    put("the clock is set to");
    put_signed(ms);
    end_line();
}

/* The generator is made, as after a reset, and its run begins at the mark in flash. */
static int begin(uint64_t start, uint32_t random)
{
    mintid_options options;
    mintid_options_keep_going(&options);
    options.on_unset = MINTID_ON_UNSET_RUN_FROM_MARK;
    options.on_mark_late = MINTID_ON_MARK_LATE_REFUSE;
    options.mark_window_ms = 60000;
    const struct world fresh = {.clock = MINTID_CLOCK_UNSET, .random = random, .code = 1, .name = ""};
    v7 = fresh;
    memset(&ids, 0, sizeof ids);
    if (mintid_v7_init(&ids, &options, read_clock, draw, &v7) != MINTID_STATUS_OK) {
        return 0;
    }
    put("start");
    put_number(start);
    end_line();
    if (mintid_start_from(&ids, stored) == MINTID_STATUS_NO_MARK) {
        say("mark none");
        return mintid_start_without_mark(&ids) == MINTID_STATUS_OK;
    }
    put("mark");
    put_number(stored);
    end_line();
    return 1;
}

static void first_run(void)
{
    say("the clock is not set, and there is no mark to go on from");
    mint_saving();
    set_clock(&v7, TOLD_MS);
    say("the random source is not ready");
    mint_saving();
    v7.code = 0;
    say("it is ready");
    several(4);
    fill();

    say("the timer's interrupt comes in the middle of a call, and waits for its end");
    v7.is_preempted = 1;
    mint(1);
    say("the same with interrupts on");
    v7.is_preempted = 1;
    mint(0);

    set_clock(&v7, TOLD_MS - 5000);
    several(3);
    set_clock(&v7, TOLD_MS - 3600000);
    several(3);
    set_clock(&v7, TOLD_MS + 1000);
    several(3);

    say("the next mark is saved before it is needed");
    v7.ms += 40000;
    mintid_due_mark due;
    say("observe");
    const mintid_status observed = mintid_observe(&ids, NULL);
    note(NULL, observed, NULL, 0);
    show_notes(&v7);
    if (mintid_mark_due(&ids, &due) == MINTID_STATUS_OK) {
        save(&due, "saved");
    }
    several(2);
}

/* Without a clock: ids go on from the mark. Then the time is told, and the run ends in good order. */
static void second_run(void)
{
    v7.code = 0;
    v7.ms = 3;
    several(3);
    set_clock(&v7, TOLD_MS + 50000);
    several(3);
    mintid_due_mark due;
    if (mintid_flush(&ids, &due) == MINTID_STATUS_OK) {
        save(&due, "flushed");
    }
}

/* ULIDs with random steps, in a generator of their own. */
static void ulids(void)
{
    static mintid_generator generator;
    static struct world world = {.clock = MINTID_CLOCK_SET, .random = 77, .name = "ulid ", .kind = ULIDS};
    static const int64_t TRACE[] = {0, 0, 0, 1, -9000, -9000, -20000, -20000, 5};
    mintid_options options;
    mintid_options_keep_going(&options);
    options.step = MINTID_STEP_RANDOM;
    if (mintid_ulid_init(&generator, &options, read_clock, draw, &world) != MINTID_STATUS_OK) {
        return;
    }
    say("ulid start 1");
    for (size_t at = 0; at < sizeof TRACE / sizeof TRACE[0]; ++at) {
        uint8_t id[16] = {0};
        uint64_t detail = 0;
        world.ms = TOLD_MS + TRACE[at];
        const mintid_status status = mintid_generate(&generator, id, &detail);
        note("main", status, id, detail);
        show_notes(&world);
    }
}

static void v4(void)
{
    struct world world = {.random = 5, .name = "v4 "};
    uint8_t id[16] = {0};
    uint64_t detail = 0;
    const mintid_status status = mintid_v4(draw, &world, id, &detail);
    note("main", status, id, detail);
    show_notes(&world);
}

/* The detail of the call that is told next. */
static uint64_t detail;

/* Tells what a call was answered. */
static void answered(const char *what, mintid_status status)
{
    put(what);
    put(":");
    put_signed((int64_t)detail);
    put(", ");
    put(mintid_status_text(status));
    end_line();
    detail = 0;
}

typedef mintid_status (*parser)(const char *text, size_t length, uint8_t out[16], uint64_t *detail);

static void read_text(parser parse, const char *text)
{
    uint8_t id[16] = {0};
    const mintid_status status = parse(text, strlen(text), id, &detail);
    answered(text, status);
    if (status == MINTID_STATUS_OK) {
        put("bytes");
        put_hex(id, sizeof id);
        end_line();
    }
}

static void texts(void)
{
    read_text(mintid_uuid_parse, "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
    read_text(mintid_uuid_parse, "017f22e279b07cc398c4dc0c0c07398f");
    read_text(mintid_uuid_parse_lenient, "017f22e279b07cc398c4dc0c0c07398f");
    read_text(mintid_uuid_parse_lenient, "{017f22e2-79b0-7cc3-98c4-dc0c0c07398g}");
    read_text(mintid_ulid_parse, "01ARZ3NDEKTSV4RRFFQ69G5FAV");
    read_text(mintid_ulid_parse, "81ARZ3NDEKTSV4RRFFQ69G5FAV");
    read_text(mintid_ulid_parse, "OLARZ3NDEKTSV4RRFFQ69G5FAV");
    read_text(mintid_ulid_parse_lenient, "OLARZ3NDEKTSV4RRFFQ69G5FAV");
}

/* What a program may get wrong. */
static void mistakes(void)
{
    static mintid_generator other;
    struct world world = {.clock = MINTID_CLOCK_SET, .ms = TOLD_MS, .random = 9, .name = ""};
    mintid_options strict = {0};
    uint8_t id[16];

    answered("memory without a generator", mintid_generate(&other, id, &detail));
    other = ids;
    answered("a copy of a generator", mintid_generate(&other, id, &detail));
    answered("no memory", mintid_generate(NULL, id, &detail));
    answered("no place for the id", mintid_generate(&ids, NULL, &detail));
    answered("no clock", mintid_v7_init(&other, &strict, NULL, draw, &world));
    strict.on_full = 3;
    answered("an option that is none", mintid_v7_init(&other, &strict, read_clock, draw, &world));
    strict.on_full = MINTID_ON_FULL_REFUSE;
    strict.counter_bits = 43;
    answered("too wide a counter", mintid_v7_init(&other, &strict, read_clock, draw, &world));
    answered("bits of a counter for ULIDs", mintid_ulid_init(&other, &strict, read_clock, draw, &world));
    strict.counter_bits = 42;
    answered("the widest counter", mintid_v7_init(&other, &strict, read_clock, draw, &world));
    answered("an id", mintid_generate(&other, id, &detail));
    answered("a start after it", mintid_start_without_mark(&other));
    world.ms -= 7;
    answered("a clock behind", mintid_generate(&other, id, &detail));
    world.ms = -7;
    answered("a clock before 1970", mintid_generate(&other, id, &detail));
    world.clock = 99;
    answered("a clock that answers anything", mintid_generate(&other, id, &detail));
    answered("a time for an id", mintid_at(&other, 5, id, &detail));
    world.code = -3;
    answered("no random bytes", mintid_at(&other, 5, id, &detail));
    world.clock = MINTID_CLOCK_SET;
    world.ms = TOLD_MS;
    mintid_reseed(&other);
    answered("a full millisecond", mintid_generate(&other, id, &detail));
    answered("an id to resume after, too late", mintid_resume_after(&other, id));
    answered("a status that is none", 99);
}

static void meters(void)
{
    mintid_meter meter;
    if (mintid_read_meter(&ids, &meter) == MINTID_STATUS_OK) {
        put("minted");
        put_number(meter.minted);
        put_word("rollbacks");
        put_number(meter.rollbacks);
        put_word("held");
        put_number(meter.held);
        put_word("restarts");
        put_number(meter.restarts);
        put_word("refused for want of a mark");
        put_number(meter.refused[MINTID_STATUS_MARK_DUE - MINTID_STATUS_UNSET]);
        end_line();
    }
}

int main(void)
{
    if (!begin(1, 0x6d696e74)) {
        return 1;
    }
    first_run();
    meters();
    if (!begin(2, 0x12345678)) {
        return 1;
    }
    second_run();
    meters();
    ulids();
    wants_snowflakes = 1;
    snowflakes(TOLD_MS);
    v4();
    texts();
    mistakes();
    snowflake_mistakes();
    say("end");
    return 0;
}
