/* The examples in the comment of the header, as they stand there: the build takes them out of it. What they call of a chip is here. */
#include <string.h>

#include "mintid.h"

static int is_set;

static int rtc_is_set(void)
{
    return is_set;
}

static uint64_t rtc_unix_ms(void)
{
    return 1764500000000u;
}

static int32_t trng_read(uint8_t *out, size_t length)
{
    memset(out, 0x5a, length);
    return 0;
}

#include "example-1.inc"

static uint64_t snowflake(uint64_t node_of_this_device)
{
#include "example-2.inc"
    return id;
}

/* What stands for flash. */
static uint64_t stored_ms = UINT64_MAX;

static int save(mintid_due_mark due)
{
    stored_ms = due.unix_ms;
    return 1;
}

static void marks(void)
{
#include "example-3.inc"
}

static int has_minted(uint64_t number)
{
    mintid_meter meter;
    return mintid_read_meter(&ids, &meter) == MINTID_STATUS_OK && meter.minted == number;
}

/* A run with marks, up to its first id. */
static int run(void)
{
    uint8_t id[16];
    mintid_options options;
    mintid_options_keep_going(&options);
    options.on_mark_late = MINTID_ON_MARK_LATE_REFUSE;
    options.mark_window_ms = 60000;
    if (mintid_v7_init(&ids, &options, read_clock, draw, NULL) != MINTID_STATUS_OK) {
        return 0;
    }
    marks();
    return mintid_generate(&ids, id, NULL) == MINTID_STATUS_OK && has_minted(1);
}

/* Ends with the number of the first line here that is not as the comment has it. */
int main(void)
{
    example();
    if (!has_minted(0)) {
        return __LINE__;
    }
    is_set = 1;
    example();
    if (!has_minted(1)) {
        return __LINE__;
    }
    /* Twitter's layout: the time above 22 bits, the node above 12. */
    if (snowflake(7) != ((rtc_unix_ms() - 1288834974657u) << 22 | 7u << 12)) {
        return __LINE__;
    }
    if (!run() || stored_ms != rtc_unix_ms() + 60000) {
        return __LINE__;
    }
    /* The next start: from the mark, above which another one is due. */
    if (!run() || stored_ms <= rtc_unix_ms() + 60000) {
        return __LINE__;
    }
    return 0;
}
