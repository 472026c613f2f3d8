#include "world.h"

#include <string.h>

#include "board.h"
#include "screen.h"

/* A call: what it took, and what it came to. */
struct call {
    const char *who;
    int has_read;
    int32_t clock;
    int64_t ms;
    size_t drawn;
    uint8_t bytes[64];
    mintid_status status;
    uint8_t id[16];
    uint64_t detail;
};

/* Calls that wait to be shown, and the one that is being made. Written with interrupts off, or by calls that gave nothing. */
static struct call waiting[16];
static size_t count;
static struct call current;

int32_t read_clock(void *context, int64_t *ms)
{
    struct world *world = context;
    if (world->is_preempted_at_the_clock) {
        world->is_preempted_at_the_clock = 0;
        board_pend();
    }
    current.has_read = 1;
    current.clock = world->clock;
    current.ms = world->ms;
    *ms = world->ms;
    return world->clock;
}

int32_t draw(void *context, uint8_t *out, size_t length)
{
    struct world *world = context;
    if (world->code != 0) {
        return world->code;
    }
    if (world->is_preempted) {
        world->is_preempted = 0;
        board_pend();
    }
    for (size_t at = 0; at < length; ++at) {
        world->random ^= world->random << 13;
        world->random ^= world->random >> 17;
        world->random ^= world->random << 5;
        out[at] = (uint8_t)(world->random >> 24);
        if (current.drawn < sizeof current.bytes) {
            current.bytes[current.drawn++] = out[at];
        }
    }
    return 0;
}

static void keep(const struct call *call)
{
    if (count < sizeof waiting / sizeof waiting[0]) {
        waiting[count++] = *call;
    }
}

void note(const char *who, mintid_status status, const uint8_t *id, uint64_t detail)
{
    /* A call that was answered busy took nothing; what is being noted is another's. */
    struct call busy;
    memset(&busy, 0, sizeof busy);
    struct call *call = status == MINTID_STATUS_BUSY ? &busy : &current;
    call->who = who;
    call->status = status;
    call->detail = detail;
    if (id != NULL) {
        memcpy(call->id, id, 16);
    }
    keep(call);
    if (call == &current) {
        memset(&current, 0, sizeof current);
    }
}

void note_snowflake(const char *who, mintid_status status, uint64_t id, uint64_t detail)
{
    uint8_t bytes[16] = {0};
    memcpy(bytes, &id, sizeof id);
    note(who, status, bytes, detail);
}

void note_same_reading(void)
{
    if (count > 0) {
        current.has_read = waiting[count - 1].has_read;
        current.clock = waiting[count - 1].clock;
        current.ms = waiting[count - 1].ms;
    }
}

const char *name_of(mintid_status status)
{
    static const char *const NAMES[] = {
        "done",   "wait",    "unset",    "clock_failed", "before_epoch", "behind",  "full",
        "lead",   "horizon", "mark_due", "mark_ahead",   "not_started",  "entropy",
    };
    return (size_t)status < sizeof NAMES / sizeof NAMES[0] ? NAMES[status] : mintid_status_text(status);
}

static void put_id(enum kind kind, const uint8_t *bytes)
{
    char text[MINTID_UUID_TEXT_SIZE] = "";
    uint64_t number;
    switch (kind) {
    case UUIDS:
        mintid_uuid_format(bytes, text);
        break;
    case ULIDS:
        mintid_ulid_format(bytes, text);
        break;
    case SNOWFLAKES:
        memcpy(&number, bytes, sizeof number);
        mintid_snowflake_format(number, text);
        break;
    }
    put_word(text);
}

static void show(const struct world *world, const struct call *call)
{
    if (call->drawn > 0) {
        put(world->name);
        put("drew");
        put_hex(call->bytes, call->drawn);
        end_line();
    }
    if (call->has_read) {
        put(world->name);
        put(call->clock == MINTID_CLOCK_SET ? "now" : "now unset");
        put_signed(call->ms);
        end_line();
    }
    if (call->who == NULL) {
        return;
    }
    put(world->name);
    put(call->who);
    if (call->status == MINTID_STATUS_OK) {
        put_id(world->kind, call->id);
    } else if (call->status == MINTID_STATUS_BUSY) {
        put_word("busy");
    } else if (call->status == MINTID_STATUS_WAIT) {
        put_word("wait");
        put_number(call->detail);
    } else {
        put_word("refused");
        put_word(name_of(call->status));
    }
    end_line();
}

void show_notes(const struct world *world)
{
    for (size_t at = 0; at < count; ++at) {
        show(world, &waiting[at]);
    }
    count = 0;
}
