/* What a generator stands on: a clock, a random source, and notes of all that it took from them. */
#ifndef WORLD_H
#define WORLD_H

#include "mintid.h"

/* What a generator mints. */
enum kind { UUIDS, ULIDS, SNOWFLAKES };

/* A clock that is set by hand. */
struct world {
    /* A mintid_clock, and its milliseconds. */
    int32_t clock;
    int64_t ms;
    /* What stands for hardware that makes random bytes: a row of numbers, never 0. */
    uint32_t random;
    /* What it answers; 0 once it is ready. */
    int32_t code;
    /* Whether the timer's interrupt comes in the middle of the next draw, or of the next reading of the clock. */
    int is_preempted;
    int is_preempted_at_the_clock;
    /* Stands before each line about this generator. */
    const char *name;
    enum kind kind;
};

/* The callbacks; their context is a world. */
int32_t read_clock(void *context, int64_t *ms);
int32_t draw(void *context, uint8_t *out, size_t length);

/* Notes what a call of somebody came to, to be shown with all that it took; nobody's call only took something. */
void note(const char *who, mintid_status status, const uint8_t *id, uint64_t detail);

/* The same for a Snowflake. */
void note_snowflake(const char *who, mintid_status status, uint64_t id, uint64_t detail);

/* Notes that a batch of ids came from one reading, before each of them but the first. */
void note_same_reading(void);

/* Shows what was noted since the last time. */
void show_notes(const struct world *world);

/* The words for a status that gave no id. */
const char *name_of(mintid_status status);

#endif
