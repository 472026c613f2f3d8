#include "screen.h"

#include "board.h"

static char line[160];
static size_t used;

static void put_one(char one)
{
    if (used < sizeof line) {
        line[used++] = one;
    }
}

void put(const char *text)
{
    while (*text != '\0') {
        put_one(*text++);
    }
}

void put_word(const char *word)
{
    put_one(' ');
    put(word);
}

/* Digit by digit from the highest, by subtraction: a 64-bit division is 800 bytes of program on a small core. */
static void put_digits(uint64_t number)
{
    uint64_t powers[20] = {1};
    for (size_t at = 1; at < 20; ++at) {
        powers[at] = powers[at - 1] * 10;
    }
    int begun = 0;
    for (size_t at = 20; at-- > 0;) {
        char digit = '0';
        while (number >= powers[at]) {
            number -= powers[at];
            ++digit;
        }
        begun |= digit != '0' || at == 0;
        if (begun) {
            put_one(digit);
        }
    }
}

void put_number(uint64_t number)
{
    put_one(' ');
    put_digits(number);
}

void put_signed(int64_t number)
{
    put(number < 0 ? " -" : " ");
    put_digits(number < 0 ? 0 - (uint64_t)number : (uint64_t)number);
}

void put_hex(const uint8_t *bytes, size_t length)
{
    put_one(' ');
    for (size_t at = 0; at < length; ++at) {
        put_one("0123456789abcdef"[bytes[at] >> 4]);
        put_one("0123456789abcdef"[bytes[at] & 15]);
    }
}

void end_line(void)
{
    put_one('\n');
    board_show(line, used);
    used = 0;
}

void say(const char *text)
{
    put(text);
    end_line();
}
