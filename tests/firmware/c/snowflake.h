/* Snowflakes, in a generator of their own. */
#ifndef SNOWFLAKE_H
#define SNOWFLAKE_H

#include <stdint.h>

/* Two runs, as UUIDs have them: without the time, with it, a tick that is full, a clock set back, a mark. */
void snowflakes(int64_t told_ms);

/* The timer's interrupt while they run. */
void snowflake_on_timer(void);

/* Layouts, parts, text, and what a program may get wrong with them. */
void snowflake_mistakes(void);

#endif
