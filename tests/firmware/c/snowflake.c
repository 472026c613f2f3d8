#include "snowflake.h"

#include <string.h>

#include "board.h"
#include "mintid.h"
#include "screen.h"
#include "world.h"

static mintid_generator ids;
static struct world world;

/* What stands for flash: a mark in it, or all ones. */
static uint64_t stored = UINT64_MAX;

/* A fleet of a million devices that seldom have much to say: 16 ids every 10 ms, for 174 years from 2025 on. */
static const mintid_layout LAYOUT = {
    .epoch_ms = 1735689600000,
    .tick_ms = 10,
    .time_bits = 39,
    .node_bits = 20,
    .sequence_bits = 4,
    .order = MINTID_LAYOUT_ORDER_TIME_NODE_SEQUENCE,
};

/* The number of this one. */
enum { NODE = 52001 };

static mintid_status call(const char *who)
{
    uint64_t id = 0;
    uint64_t detail = 0;
    const mintid_status status = mintid_snowflake_generate(&ids, &id, &detail);
    note_snowflake(who, status, id, detail);
    return status;
}

void snowflake_on_timer(void)
{
    call("timer");
}

/* A call from main, with interrupts off or on. */
static mintid_status mint(int is_guarded)
{
    if (is_guarded) {
        board_interrupts_off();
    }
    const mintid_status status = call("main");
    if (is_guarded) {
        board_interrupts_on();
    }
    show_notes(&world);
    return status;
}

static void line(const char *word, uint64_t number)
{
    put(world.name);
    put(word);
    put_number(number);
    end_line();
}

static void save(const mintid_due_mark *due, const char *word)
{
    if (due->save == MINTID_SAVE_REPLACE || stored == UINT64_MAX || stored < due->unix_ms) {
        stored = due->unix_ms;
    }
    line(word, due->unix_ms);
    mintid_mark_saved(&ids, due);
}

/* Ids from main; where a mark has to be saved first, that is done. */
static void several(int number)
{
    while (number-- > 0) {
        mintid_due_mark due;
        if (mint(1) == MINTID_STATUS_MARK_DUE && mintid_mark_due(&ids, &due) == MINTID_STATUS_OK) {
            save(&due, "saved");
            mint(1);
        }
    }
}

/* More at once than the tick has room for. */
static void fill(void)
{
    uint64_t batch[12];
    size_t written = 0;
    uint64_t detail = 0;
    const mintid_status status = mintid_snowflake_fill(&ids, batch, 12, &written, &detail);
    for (size_t at = 0; at < written; ++at) {
        if (at > 0) {
            note_same_reading();
        }
        note_snowflake("main", MINTID_STATUS_OK, batch[at], 0);
    }
    note_same_reading();
    note_snowflake("main", status, 0, detail);
    show_notes(&world);
}

static void set_clock(int64_t ms)
{
    world.clock = MINTID_CLOCK_SET;
    world.ms = ms;
    line("the clock is set to", (uint64_t)ms);
}

/* The generator is made, as after a reset, and its run begins at the mark in flash. */
static int begin(uint64_t start)
{
    mintid_options options;
    mintid_options_snowflake(&options);
    options.on_unset = MINTID_ON_UNSET_RUN_FROM_MARK;
    options.mark_window_ms = 60000;
    const struct world fresh = {.clock = MINTID_CLOCK_UNSET, .name = "snowflake ", .kind = SNOWFLAKES};
    world = fresh;
    memset(&ids, 0, sizeof ids);
    if (mintid_snowflake_init(&ids, &options, &LAYOUT, NODE, read_clock, NULL, &world, NULL) != MINTID_STATUS_OK) {
        return 0;
    }
    line("start", start);
    if (mintid_start_from(&ids, stored) == MINTID_STATUS_NO_MARK) {
        put(world.name);
        say("mark none");
        return mintid_start_without_mark(&ids) == MINTID_STATUS_OK;
    }
    line("mark", stored);
    return 1;
}

void snowflakes(int64_t told_ms)
{
    if (!begin(1)) {
        return;
    }
    several(1);
    set_clock(told_ms);
    several(3);
    /* The timer's interrupt comes in the middle of a call, and waits for its end; and the same with interrupts on. */
    world.is_preempted_at_the_clock = 1;
    mint(1);
    world.is_preempted_at_the_clock = 1;
    mint(0);
    fill();
    several(2);
    world.ms += 10;
    several(2);
    set_clock(told_ms + 2);
    several(1);
    set_clock(told_ms - 3600000);
    several(1);
    if (!begin(2)) {
        return;
    }
    world.ms = 3;
    several(2);
    set_clock(told_ms + 90000);
    several(2);
    mintid_due_mark due;
    if (mintid_flush(&ids, &due) == MINTID_STATUS_OK) {
        save(&due, "flushed");
    }
}

/* Tells what a call was answered. */
static void answered(const char *what, mintid_status status, uint64_t detail)
{
    put(what);
    put(":");
    put_number(detail);
    put(", ");
    put(mintid_status_text(status));
    end_line();
}

static void read_text(const char *text)
{
    uint64_t id = 0;
    uint64_t detail = 0;
    const mintid_status status = mintid_snowflake_parse(text, strlen(text), &id, &detail);
    answered(text, status, status == MINTID_STATUS_OK ? id : detail);
}

void snowflake_mistakes(void)
{
    static mintid_generator other;
    mintid_options options;
    mintid_layout layout;
    mintid_snowflake_parts parts = {0, 0, 0};
    uint8_t bytes[16];
    uint64_t id = 0;
    uint64_t detail = 0;

    mintid_layout_named(MINTID_LAYOUT_NAME_TWITTER, &layout);
    const mintid_status apart = mintid_snowflake_decompose(&layout, 1541815603606036480u, &parts, &detail);
    answered("a known id", apart, parts.unix_ms);
    answered("its node", apart, parts.node);
    const mintid_status together = mintid_snowflake_compose(&layout, &parts, &id, &detail);
    answered("together again", together, id);
    parts.node = 1024;
    const mintid_status composed = mintid_snowflake_compose(&layout, &parts, &id, &detail);
    answered("too large a node", composed, detail);
    parts.unix_ms = 0;
    const mintid_status early = mintid_snowflake_compose(&layout, &parts, &id, &detail);
    answered("1970", early, detail);
    answered("a layout without a name", mintid_layout_named(10, &layout), 0);
    read_text("18446744073709551615");
    read_text("18446744073709551616");
    read_text("007");

    mintid_options_snowflake(&options);
    answered("a UUID of a Snowflake generator", mintid_generate(&ids, bytes, NULL), 0);
    const mintid_status wide =
        mintid_snowflake_init(&other, &options, &layout, 1024, read_clock, NULL, &world, &detail);
    answered("a node that is too large", wide, detail);
    layout.sequence_bits = 13;
    layout.node_bits = 11;
    const mintid_status sum = mintid_snowflake_init(&other, &options, &layout, 1, read_clock, NULL, &world, &detail);
    answered("65 bits", sum, detail);
    mintid_options_keep_going(&options);
    const mintid_status restarting =
        mintid_snowflake_init(&other, &options, &LAYOUT, 1, read_clock, NULL, &world, &detail);
    answered("a restart", restarting, detail);
    mintid_options_snowflake(&options);
    options.step = MINTID_START_RANDOM;
    const mintid_status dry = mintid_snowflake_init(&other, &options, &LAYOUT, 1, read_clock, NULL, &world, &detail);
    answered("a start at random without a source", dry, detail);
}
