// mintid: UUID v4, UUID v7, ULID and Snowflake in C firmware, from a clock and a random source that the program brings.
//
// The library keeps nothing by itself: no heap, no static variable, no call to an operating system. A generator lives in memory
// that the program has for it, and reads the clock and draws random bytes by callbacks.
//
// The library for a chip, and a program with it:
//
//     $ cargo build --profile firmware -p mintid-c --target thumbv6m-none-eabi
//     $ arm-none-eabi-gcc ... -I bindings/c/include main.c target/thumbv6m-none-eabi/firmware/libmintid_c.a -Wl,--gc-sections
//
//     static mintid_generator ids;
//
//     static int32_t read_clock(void *context, int64_t *ms)
//     {
//         (void)context;
//         if (!rtc_is_set()) {
//             return MINTID_CLOCK_UNSET; // and how long it runs is not known either
//         }
//         *ms = (int64_t)rtc_unix_ms();
//         return MINTID_CLOCK_SET;
//     }
//
//     static int32_t draw(void *context, uint8_t *out, size_t length)
//     {
//         (void)context;
//         return trng_read(out, length); // 0, or a code of its own
//     }
//
//     void example(void)
//     {
//         mintid_options options;
//         uint8_t id[16];
//         char text[MINTID_UUID_TEXT_SIZE];
//         mintid_options_keep_going(&options);
//         mintid_v7_init(&ids, &options, read_clock, draw, NULL);
//         if (mintid_generate(&ids, id, NULL) == MINTID_STATUS_OK) {
//             mintid_uuid_format(id, text);
//         }
//     }
//
// A Snowflake is a number, of a layout and a node that the program names. It needs no random source:
//
//     mintid_options options;
//     mintid_layout layout;
//     uint64_t id;
//     mintid_layout_named(MINTID_LAYOUT_NAME_TWITTER, &layout);
//     mintid_options_snowflake(&options);
//     mintid_snowflake_init(&ids, &options, &layout, node_of_this_device, read_clock, NULL, NULL, NULL);
//     mintid_snowflake_generate(&ids, &id, NULL);
//
// The header is C99, and C++11.
//
// Pointers. Each must lead to what its type says, for as long as the call takes. None but those that are said to may be null.
// What is null or not aligned is refused; what else is wrong with a pointer cannot be seen. What goes in may lie where something
// comes out.
//
// Callbacks. They are called during mintid_generate, mintid_fill, mintid_observe, mintid_at, mintid_v4, mintid_snowflake_generate
// and mintid_snowflake_fill, and must return: no longjmp, no exception.
//
// Interrupts and threads. A generator is for one call at a time. An interrupt that comes in the middle of a call and mints from
// the same generator is answered MINTID_STATUS_BUSY, as a callback is that does so: nothing is spoilt, and no id is given
// twice. For an interrupt to be given an id then too, make each call in a critical section, with interrupts off; the callbacks
// are then called inside it, so let them be quick. Between threads that preempt one another, and between cores, that answer is not
// to be relied on: there a lock around each call is a must.
//
// Order over a reset or a power cut. Give options.mark_window_ms, start the run from the mark in flash or explicitly without one,
// and save the mark that is due before the ids reach it:
//
//     if (mintid_start_from(&ids, stored_ms) == MINTID_STATUS_NO_MARK) { // erased flash
//         mintid_start_without_mark(&ids);
//     }
//     mintid_due_mark due; // and then, in the main loop
//     if (mintid_observe(&ids, NULL) == MINTID_STATUS_OK && mintid_mark_due(&ids, &due) == MINTID_STATUS_OK && save(due)) {
//         mintid_mark_saved(&ids, &due);
//     }


#ifndef MINTID_H
#define MINTID_H

// Made from bindings/c/src by cbindgen: change the sources, not this file.

#include <stddef.h>
#include <stdint.h>

// The size of a generator, in words of 64 bits. It may grow with a new version.
#define MINTID_GENERATOR_WORDS 32

// How many statuses are refusals, from MINTID_STATUS_UNSET on.
#define MINTID_REFUSALS 10

// The size of a Snowflake's decimal text, with the zero at its end.
#define MINTID_SNOWFLAKE_TEXT_SIZE 21

// The size of a UUID's text, with the zero at its end.
#define MINTID_UUID_TEXT_SIZE 37

// The size of a ULID's text, with the zero at its end.
#define MINTID_ULID_TEXT_SIZE 27

// What a call came to. Where it is not MINTID_STATUS_OK, the call has changed nothing but the meter and what the random
// callback has given away. "Detail" is what it puts where its last argument points to.
enum mintid_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // Done.
  MINTID_STATUS_OK = 0,
  // No id yet: call again in so many milliseconds. Detail: milliseconds.
  MINTID_STATUS_WAIT = 1,
  // The clock is not set: set it, or choose to run on from a mark.
  MINTID_STATUS_UNSET = 2,
  // The clock callback failed, or answered what is no mintid_clock.
  MINTID_STATUS_CLOCK_FAILED = 3,
  // The time is before 1970, or before the layout's epoch. Detail: how far, in milliseconds.
  MINTID_STATUS_BEFORE_EPOCH = 4,
  // The clock is further behind than the policy bears. Detail: how far, in milliseconds.
  MINTID_STATUS_BEHIND = 5,
  // The millisecond is full, or a Snowflake's tick.
  MINTID_STATUS_FULL = 6,
  // The next free millisecond is further ahead of the clock than the policy bears. Detail: how far, in milliseconds.
  MINTID_STATUS_LEAD = 7,
  // There is no such time: 48 bits end in the year 10889, a layout's before that. Detail: for a time that was asked for, how
  // far it is past the last one, in milliseconds.
  MINTID_STATUS_HORIZON = 8,
  // A mark has to be saved first: see mintid_mark_due. Detail: its time in Unix milliseconds.
  MINTID_STATUS_MARK_DUE = 9,
  // The mark that the run started from is further ahead of the clock than the policy bears. Detail: how far, in
  // milliseconds.
  MINTID_STATUS_MARK_AHEAD = 10,
  // Marks are used, and the run has been started neither from one nor explicitly without.
  MINTID_STATUS_NOT_STARTED = 11,
  // The random callback failed. Detail: what it answered, as (int32_t) of it.
  MINTID_STATUS_ENTROPY = 12,
  // There is no such mark: none is due, or it is all ones, as erased flash reads.
  MINTID_STATUS_NO_MARK = 13,
  // The mark is past the end of the time: the store holds something else.
  MINTID_STATUS_MARK_INVALID = 14,
  // Ids have been minted already: a start comes before the first one.
  MINTID_STATUS_RUNNING = 15,
  // The id, or the call, is of another kind than the generator mints.
  MINTID_STATUS_FOREIGN_ID = 16,
  // Text of the wrong length. Detail: where it ends too early, or the first character too many, from 0.
  MINTID_STATUS_LENGTH = 17,
  // A character that is not allowed there. Detail: where, from 0.
  MINTID_STATUS_CHARACTER = 18,
  // Text for more than a ULID's 128 bits, whose first character is above 7, or a Snowflake's 64. Detail: where, from 0.
  MINTID_STATUS_OVERFLOW = 19,
  // A pointer is null or not aligned, a callback is null, or so many ids cannot be in memory.
  MINTID_STATUS_POINTER = 20,
  // A number in the options, or in a mark, stands for nothing.
  MINTID_STATUS_OPTION = 21,
  // The storage holds no generator: it was not initialised, or it was copied or moved since.
  MINTID_STATUS_NO_GENERATOR = 22,
  // The generator is in use by a call that this one interrupts or is made from.
  MINTID_STATUS_BUSY = 23,
  // The parts of a layout make no id. Detail: a mintid_layout_fault.
  MINTID_STATUS_LAYOUT = 24,
  // A number does not fit its field: a node, a sequence, or an id that is wider than the layout. Detail: the field's bits.
  MINTID_STATUS_FIELD = 25,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum mintid_status mintid_status;
#else
typedef int32_t mintid_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// How a ULID follows another one of its millisecond.
enum mintid_step
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint8_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // Plus one, as the ULID specification says.
  MINTID_STEP_ONE = 0,
  // Plus a random number from 1 to 2^48, so that a neighbour cannot be guessed.
  MINTID_STEP_RANDOM = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum mintid_step mintid_step;
#else
typedef uint8_t mintid_step;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Where a Snowflake's sequence starts in a new tick.
enum mintid_start
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint8_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // At 0, so that each tick holds the most.
  MINTID_START_ZERO = 0,
  // At a random number with its top bit clear: 4 random bytes a tick.
  MINTID_START_RANDOM = 1,
  // One after the newest id's, where that leaves at least half of the tick; else at 0.
  MINTID_START_CONTINUE = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum mintid_start mintid_start;
#else
typedef uint8_t mintid_start;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// What to do with a reading behind the highest one accepted.
enum mintid_on_behind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint8_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // Refuse until the clock is back.
  MINTID_ON_BEHIND_REFUSE = 0,
  // Answer with a wait for a clock at most behind_up_to_ms behind; refuse beyond.
  MINTID_ON_BEHIND_WAIT = 1,
  // Go on counting where the ids were, for a clock at most behind_up_to_ms behind; refuse beyond.
  MINTID_ON_BEHIND_HOLD = 2,
  // The same, and beyond it start again from the present reading with fresh randomness. Order is broken there, and counted.
  // Not for Snowflakes, where it would give ids twice.
  MINTID_ON_BEHIND_HOLD_THEN_RESTART = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum mintid_on_behind mintid_on_behind;
#else
typedef uint8_t mintid_on_behind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// What to do when the millisecond has no room for another id.
enum mintid_on_full
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint8_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // Refuse.
  MINTID_ON_FULL_REFUSE = 0,
  // Answer with a wait for the next one.
  MINTID_ON_FULL_WAIT = 1,
  // Take the next one, at most borrow_up_to_ms ahead of the clock.
  MINTID_ON_FULL_BORROW = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum mintid_on_full mintid_on_full;
#else
typedef uint8_t mintid_on_full;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// What to do while the clock does not know the time.
enum mintid_on_unset
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint8_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // Refuse.
  MINTID_ON_UNSET_REFUSE = 0,
  // Take the mark that the run started from, plus the time since the start, as the present, until the clock is set.
  MINTID_ON_UNSET_RUN_FROM_MARK = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum mintid_on_unset mintid_on_unset;
#else
typedef uint8_t mintid_on_unset;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// What to do when the saved mark is reached and the next one is not saved.
enum mintid_on_mark_late
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint8_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // Refuse until it is saved.
  MINTID_ON_MARK_LATE_REFUSE = 0,
  // Go on, and count it: order across the next start is then not promised. Not for Snowflakes.
  MINTID_ON_MARK_LATE_GO_ON = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum mintid_on_mark_late mintid_on_mark_late;
#else
typedef uint8_t mintid_on_mark_late;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// What a clock callback answers. Any other number counts as MINTID_CLOCK_FAILED.
enum mintid_clock
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // The time is known, and written: Unix milliseconds.
  MINTID_CLOCK_SET = 0,
  // The time is not known yet. Written are the milliseconds since the start, or nothing where they are not known either.
  MINTID_CLOCK_UNSET = 1,
  // The clock could not be read.
  MINTID_CLOCK_FAILED = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum mintid_clock mintid_clock;
#else
typedef int32_t mintid_clock;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// How a mark is saved.
enum mintid_save
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // The greater of it and what is stored: another owner of the same place must not be lowered.
  MINTID_SAVE_RAISE = 0,
  // In place of what is stored, whatever that is.
  MINTID_SAVE_REPLACE = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum mintid_save mintid_save;
#else
typedef uint32_t mintid_save;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// How the parts of a layout stand, the highest first.
enum mintid_layout_order
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint8_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // As Twitter's.
  MINTID_LAYOUT_ORDER_TIME_NODE_SEQUENCE = 0,
  // As Sonyflake's.
  MINTID_LAYOUT_ORDER_TIME_SEQUENCE_NODE = 1,
  // As Seata's: ids of one node alone sort by time.
  MINTID_LAYOUT_ORDER_NODE_TIME_SEQUENCE = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum mintid_layout_order mintid_layout_order;
#else
typedef uint8_t mintid_layout_order;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// The layouts that have a name.
enum mintid_layout_name
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint8_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // Milliseconds since 2010-11-04T01:42:54.657Z; 41, 10 and 12 bits.
  MINTID_LAYOUT_NAME_TWITTER = 0,
  // Milliseconds since 2015; 42, 10 and 12 bits. Bit 63 is set from 2084 on.
  MINTID_LAYOUT_NAME_DISCORD = 1,
  // Milliseconds since 2011-08-24T21:07:01.721Z; 41, 13 and 10 bits. Bit 63 is set from 2046 on.
  MINTID_LAYOUT_NAME_INSTAGRAM = 2,
  // Unix milliseconds; 48 bits, no node, and 16 bits.
  MINTID_LAYOUT_NAME_MASTODON = 3,
  // 10 ms since 2014-09-01; 39, 16 and 8 bits, the node lowest.
  MINTID_LAYOUT_NAME_SONYFLAKE = 4,
  // The same since 2025.
  MINTID_LAYOUT_NAME_SONYFLAKE_V2 = 5,
  // Milliseconds since 2025; 41, 5 and 7 bits, which every JavaScript number holds.
  MINTID_LAYOUT_NAME_JS53 = 6,
  // As Twitter's, for reading Leaf's.
  MINTID_LAYOUT_NAME_LEAF = 7,
  // Seconds since 2016-05-20 in China; 28, 22 and 13 bits: for reading those of uid-generator.
  MINTID_LAYOUT_NAME_UID_GENERATOR = 8,
  // Milliseconds since 2020-05-03 in China; 41, 10 and 12 bits, the node highest: for reading Seata's.
  MINTID_LAYOUT_NAME_SEATA = 9,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum mintid_layout_name mintid_layout_name;
#else
typedef uint8_t mintid_layout_name;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// What is wrong with a layout.
enum mintid_layout_fault
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // The parts have neither 53, 63 nor 64 bits together.
  MINTID_LAYOUT_FAULT_SUM = 1,
  // No time, or one of no bits.
  MINTID_LAYOUT_FAULT_NO_TIME = 2,
  // No sequence, or one of no bits.
  MINTID_LAYOUT_FAULT_NO_SEQUENCE = 3,
  // The order is no mintid_layout_order.
  MINTID_LAYOUT_FAULT_ORDER = 4,
  // A node or a sequence of more than 32 bits, or a time that reaches past 2^61 ms.
  MINTID_LAYOUT_FAULT_TOO_WIDE = 5,
  // The tick is outside 1 to 60000 ms.
  MINTID_LAYOUT_FAULT_TICK = 6,
  // The epoch looks like seconds.
  MINTID_LAYOUT_FAULT_EPOCH_IN_SECONDS = 7,
  // The epoch is at 2^48 ms or later.
  MINTID_LAYOUT_FAULT_EPOCH_TOO_LATE = 8,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum mintid_layout_fault mintid_layout_fault;
#else
typedef uint32_t mintid_layout_fault;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// What a generator is made with. Each bound is in milliseconds and inclusive; 0 allows nothing, and UINT32_MAX everything.
//
// All zeros refuse everything that is not plain, and use no marks: `mintid_options options = {0};`. For a device that must go
// on minting, begin with mintid_options_keep_going.
typedef struct mintid_options {
  // UUID v7: the counter's bits, 12 to 42, or 0 for the usual 20. More bits mean more ids a millisecond, fewer mean more
  // fresh random bits in each id. ULID and Snowflake: 0.
  uint8_t counter_bits;
  // ULID: a mintid_step. Snowflake: a mintid_start. UUID v7: 0.
  uint8_t step;
  // A mintid_on_behind: what to do with a reading behind the highest one accepted.
  uint8_t on_behind;
  // A mintid_on_full: what to do when the millisecond has no room for another id.
  uint8_t on_full;
  // A mintid_on_unset: what to do while the clock does not know the time.
  uint8_t on_unset;
  // A mintid_on_mark_late: what to do when the saved mark is reached and the next one is not saved.
  uint8_t on_mark_late;
  // How far behind the clock may be, to be waited for or held: milliseconds. It does not matter where that is refused.
  uint32_t behind_up_to_ms;
  // How far ahead of the clock a millisecond may be borrowed: milliseconds. It does not matter elsewhere.
  uint32_t borrow_up_to_ms;
  // How far ahead marks are saved, in milliseconds; 0 for no marks. In flash 60000 is sensible.
  uint32_t mark_window_ms;
} mintid_options;

// How the bits of a Snowflake are cut: the parts stand side by side, and end at the lowest bit. Together they have 53 bits, which
// every JavaScript number holds, 63, or 64.
//
// Ids can be read only with the layout that they were made with, epoch and all.
typedef struct mintid_layout {
  // What ticks are counted from, in Unix milliseconds: 0, or above 10^10, below which it would be seconds.
  uint64_t epoch_ms;
  // How long a tick is: 1 to 60000 milliseconds.
  uint16_t tick_ms;
  // The bits of the time: 1 to 60.
  uint8_t time_bits;
  // The bits of the node: 0 to 32.
  uint8_t node_bits;
  // The bits of the sequence: 1 to 32.
  uint8_t sequence_bits;
  // A mintid_layout_order: how the parts stand.
  uint8_t order;
} mintid_layout;

// Memory for one generator, which the program has for it: a static variable, or part of one.
//
// It may hold anything before it is initialised; but in memory that outlives a reset it must be cleared first. It must not be
// copied or moved after that: a copy would mint the same ids again, and is refused.
typedef struct mintid_generator {
  uint64_t state[MINTID_GENERATOR_WORDS];
} mintid_generator;

// Reads the clock, and answers with a mintid_clock. It reports: it must not hide a step back, invent a time, or wait.
//
// ms: where the milliseconds go; 0 stands there before. context: as it was handed in at the start.
typedef int32_t (*mintid_clock_fn)(void *context, int64_t *ms);

// Fills all of out with length random bytes, 1 to 16 of them, and answers 0; or answers a code of its own other than 0, and
// then nothing is minted.
//
// The bytes must be unpredictable: nothing is mixed into them. A source that may not be ready answers a code rather than wait.
typedef int32_t (*mintid_random_fn)(void *context, uint8_t *out, size_t length);

// What a Snowflake is made of.
typedef struct mintid_snowflake_parts {
  // When its tick starts, in Unix milliseconds. To compose: any time of the tick.
  uint64_t unix_ms;
  // The node.
  uint64_t node;
  // The number within the tick.
  uint64_t sequence;
} mintid_snowflake_parts;

// A mark to be saved: a time that every id so far lies below.
typedef struct mintid_due_mark {
  // Unix milliseconds.
  uint64_t unix_ms;
  // A mintid_save: how it is saved.
  uint32_t save;
} mintid_due_mark;

// What a generator did, met and refused. All but minted stop at UINT32_MAX instead of wrapping.
typedef struct mintid_meter {
  // Ids minted.
  uint64_t minted;
  // Steps back of the clock, each counted once.
  uint32_t rollbacks;
  // The largest step back, in milliseconds.
  uint32_t largest_rollback_ms;
  // Ids minted in a held millisecond, while the clock was behind.
  uint32_t held;
  // Milliseconds taken ahead of the clock, because the one before was full.
  uint32_t borrowed;
  // Calls that found the millisecond full.
  uint32_t exhaustions;
  // Calls answered with MINTID_STATUS_WAIT.
  uint32_t waits;
  // Restarts from an earlier time: order is broken there, on purpose.
  uint32_t restarts;
  // Calls that ended because the random callback failed.
  uint32_t entropy_failures;
  // Ids minted at or above the saved mark: order over the next start is not promised for them.
  uint32_t late;
  // Calls refused: how many with a status, at [status - MINTID_STATUS_UNSET].
  uint32_t refused[MINTID_REFUSALS];
} mintid_meter;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// A sentence for a status, for people: ASCII, and never null. It says what to do where something can be done.
const char *mintid_status_text(int32_t status);

// Writes the options of a device that must go on minting: hold 10 s, restart beyond; borrow 10 s; go on when a mark is late;
// no marks. An unset clock is refused all the same.
mintid_status mintid_options_keep_going(struct mintid_options *options);

// Writes the options that are usual for Snowflakes: behind, wait up to 10 ms; full, wait for the next tick; no marks, which a
// device without a clock that goes on without power should use. An unset clock is refused.
mintid_status mintid_options_snowflake(struct mintid_options *options);

// Writes the layout of this name, a mintid_layout_name. Its epoch may be changed after that. MINTID_STATUS_OPTION for another
// number.
mintid_status mintid_layout_named(uint8_t name,
                                  struct mintid_layout *layout);

// Makes a generator of v7 UUIDs in the memory that the program has for it. Nothing is read or drawn before the first id.
//
// Returns MINTID_STATUS_POINTER for a null callback too, MINTID_STATUS_OPTION for a number that stands for nothing, and
// MINTID_STATUS_BUSY in a callback of this very generator. What was there before is then as it was.
mintid_status mintid_v7_init(struct mintid_generator *generator,
                             const struct mintid_options *options,
                             mintid_clock_fn clock,
                             mintid_random_fn random,
                             void *context);

// Makes a generator of ULIDs, as mintid_v7_init one of UUIDs.
mintid_status mintid_ulid_init(struct mintid_generator *generator,
                               const struct mintid_options *options,
                               mintid_clock_fn clock,
                               mintid_random_fn random,
                               void *context);

// Mints one UUID or ULID: 16 bytes in network order, which sort as the ids do. For Snowflakes see mintid_snowflake_generate.
//
// Reads the clock once, and draws 10 random bytes for a new millisecond; within one it draws 7 for a v7 with 20 counter bits,
// and none or 6 for a ULID. detail: see mintid_status; may be null.
mintid_status mintid_generate(struct mintid_generator *generator,
                              uint8_t out[16],
                              uint64_t *detail);

// Mints count ids one after the other, all from one reading of the clock.
//
// out: 16 bytes for each. written: how many were minted before it ended early, from the front; they are good, and spent. detail:
// why; see mintid_status. Either may be null.
mintid_status mintid_fill(struct mintid_generator *generator,
                          uint8_t *out,
                          size_t count,
                          size_t *written,
                          uint64_t *detail);

// Makes a UUID or ULID for a time, with fresh randomness: 10 bytes. It takes no part in the order of the ids, and is not counted.
//
// unix_ms: Unix milliseconds, 0 to 2^48 - 1; MINTID_STATUS_BEFORE_EPOCH and MINTID_STATUS_HORIZON for others.
mintid_status mintid_at(struct mintid_generator *generator,
                        int64_t unix_ms,
                        uint8_t out[16],
                        uint64_t *detail);

// Takes one reading without minting, so that a mark can be measured from the present.
mintid_status mintid_observe(struct mintid_generator *generator, uint64_t *detail);

// Forgets whatever a copy of this memory could mint too: for a snapshot that may run more than once. The next id has a
// millisecond of its own, and draws its randomness afresh.
mintid_status mintid_reseed(struct mintid_generator *generator);

// Makes a v4 UUID from 16 random bytes. It needs neither clock nor generator.
mintid_status mintid_v4(mintid_random_fn random, void *context, uint8_t out[16], uint64_t *detail);

// Makes a generator of Snowflakes of this layout and node, in the memory that the program has for it. Nothing is read before the
// first id.
//
// No two generators may have the same node at a time: it comes from the configuration or a server, and never from chance. The
// options are those of mintid_options_snowflake, changed or not. Marks are started from, asked for and saved by the functions that
// UUIDs and ULIDs have.
//
// random: may be null, unless options.step is MINTID_START_RANDOM. detail: for MINTID_STATUS_LAYOUT a mintid_layout_fault, for
// MINTID_STATUS_FIELD, where the node does not fit, its bits; may be null. Else as mintid_v7_init.
mintid_status mintid_snowflake_init(struct mintid_generator *generator,
                                    const struct mintid_options *options,
                                    const struct mintid_layout *layout,
                                    uint64_t node,
                                    mintid_clock_fn clock,
                                    mintid_random_fn random,
                                    void *context,
                                    uint64_t *detail);

// Mints one Snowflake. Reads the clock once, and draws 4 random bytes for a new tick where the sequence starts at random.
//
// MINTID_STATUS_FOREIGN_ID for a generator of another kind. detail: see mintid_status; may be null.
mintid_status mintid_snowflake_generate(struct mintid_generator *generator,
                                        uint64_t *id,
                                        uint64_t *detail);

// Mints count Snowflakes one after the other, all from one reading of the clock.
//
// written: how many were minted before it ended early, from the front; they are good, and spent. detail: why; see mintid_status.
// Either may be null.
mintid_status mintid_snowflake_fill(struct mintid_generator *generator,
                                    uint64_t *ids,
                                    size_t count,
                                    size_t *written,
                                    uint64_t *detail);

// Starts the run above a Snowflake minted earlier, the newest one that a program has stored; before the first id.
mintid_status mintid_snowflake_resume_after(struct mintid_generator *generator, uint64_t id);

// Puts a Snowflake together. Nothing is masked: what does not fit is refused, MINTID_STATUS_BEFORE_EPOCH, MINTID_STATUS_HORIZON, or
// MINTID_STATUS_FIELD for node and sequence.
mintid_status mintid_snowflake_compose(const struct mintid_layout *layout,
                                       const struct mintid_snowflake_parts *parts,
                                       uint64_t *id,
                                       uint64_t *detail);

// Takes a Snowflake apart. Any number of the layout's bits is one: only who knows that it was made with this layout can read it.
// MINTID_STATUS_FIELD for a number of more bits.
mintid_status mintid_snowflake_decompose(const struct mintid_layout *layout,
                                         uint64_t id,
                                         struct mintid_snowflake_parts *parts,
                                         uint64_t *detail);

// Writes a Snowflake as decimal text: 1 to 20 digits, and zeros up to the end of out. As text they do not sort as the ids do.
mintid_status mintid_snowflake_format(uint64_t id,
                                      char out[21]);

// Reads decimal text: 1 to 20 digits, without a sign, blanks or leading zeros. The arguments are those of mintid_uuid_parse.
mintid_status mintid_snowflake_parse(const char *text,
                                     size_t length,
                                     uint64_t *id,
                                     uint64_t *detail);

// Starts the run at a mark that an earlier one has saved; before the first id.
//
// unix_ms: what the store holds. MINTID_STATUS_NO_MARK for UINT64_MAX, which erased flash reads as: then the run is started
// without one, explicitly. MINTID_STATUS_MARK_INVALID past 2^48, MINTID_STATUS_RUNNING after the first id.
mintid_status mintid_start_from(struct mintid_generator *generator,
                                uint64_t unix_ms);

// Starts the run without an earlier mark: the very first one, or one whose store is lost. Order over the starts is then not
// promised. MINTID_STATUS_RUNNING after the first id.
mintid_status mintid_start_without_mark(struct mintid_generator *generator);

// Starts the run above an id minted earlier, the newest one that a program has stored; before the first id.
//
// MINTID_STATUS_FOREIGN_ID for an id of another kind, MINTID_STATUS_RUNNING after the first id. For Snowflakes see
// mintid_snowflake_resume_after.
mintid_status mintid_resume_after(struct mintid_generator *generator, const uint8_t id[16]);

// The mark to save now, measured from the latest reading: see mintid_observe.
//
// MINTID_STATUS_NO_MARK while none is due: the saved one is more than half a window ahead, there are no marks, or there was no
// reading yet. After MINTID_STATUS_MARK_DUE it is the mark that was asked for.
mintid_status mintid_mark_due(struct mintid_generator *generator,
                              struct mintid_due_mark *due);

// Confirms that a mark has been saved: the very one that mintid_mark_due or mintid_flush gave.
mintid_status mintid_mark_saved(struct mintid_generator *generator, const struct mintid_due_mark *due);

// The mark for a clean end of the run, just above the newest id, so that the next start loses nothing. MINTID_STATUS_NO_MARK
// before the first id.
//
// Save it only where one owner holds the store: it lowers what is there.
mintid_status mintid_flush(struct mintid_generator *generator,
                           struct mintid_due_mark *due);

// The counts so far.
mintid_status mintid_read_meter(struct mintid_generator *generator, struct mintid_meter *meter);

// Writes a UUID as text, in lower case with hyphens: 36 characters and a zero.
mintid_status mintid_uuid_format(const uint8_t id[16], char out[37]);

// Writes a ULID as text, in upper case: 26 characters and a zero.
mintid_status mintid_ulid_format(const uint8_t id[16], char out[27]);

// Reads a UUID of any version: 36 characters with hyphens, in either case.
//
// text: its length characters; a zero at the end is not one of them. detail: where the fault is, see mintid_status; may be
// null.
mintid_status mintid_uuid_parse(const char *text,
                                size_t length,
                                uint8_t out[16],
                                uint64_t *detail);

// Reads a UUID as mintid_uuid_parse does, and without hyphens, in braces, and with urn:uuid: before it too.
mintid_status mintid_uuid_parse_lenient(const char *text, size_t length, uint8_t out[16], uint64_t *detail);

// Reads a ULID: 26 characters, in either case. The arguments are those of mintid_uuid_parse.
mintid_status mintid_ulid_parse(const char *text, size_t length, uint8_t out[16], uint64_t *detail);

// Reads a ULID as mintid_ulid_parse does, and takes I and L for 1 and O for 0.
mintid_status mintid_ulid_parse_lenient(const char *text, size_t length, uint8_t out[16], uint64_t *detail);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* MINTID_H */
