/* Lines for the host, word by word. */
#ifndef SCREEN_H
#define SCREEN_H

#include <stddef.h>
#include <stdint.h>

/* Adds text as it is. */
void put(const char *text);

/* Adds a blank and a word, a number, or bytes as hex digits. */
void put_word(const char *word);
void put_number(uint64_t number);
void put_signed(int64_t number);
void put_hex(const uint8_t *bytes, size_t length);

/* Shows the line. */
void end_line(void);

/* A line of this text alone. */
void say(const char *text);

#endif
