/* The same on this machine: an interrupt is a call, made where it would come. */
#include "board.h"

#include <stdio.h>
#include <stdlib.h>

static int is_off, is_pended;

void board_show(const char *text, size_t length)
{
    fwrite(text, 1, length, stdout);
}

void board_exit(int is_good)
{
    exit(is_good ? 0 : 1);
}

void board_pend(void)
{
    is_pended = 1;
    if (!is_off) {
        is_pended = 0;
        on_timer();
    }
}

void board_interrupts_off(void)
{
    is_off = 1;
}

void board_interrupts_on(void)
{
    is_off = 0;
    if (is_pended) {
        board_pend();
    }
}
