/* What the program needs of the machine it runs on: a chip that QEMU emulates (cortex_m.c), or this one (host.c). */
#ifndef BOARD_H
#define BOARD_H

#include <stddef.h>

/* Shows text to the host. */
void board_show(const char *text, size_t length);

/* Ends the program, well or not. */
void board_exit(int is_good);

/* Has the timer's interrupt come at once, or as soon as interrupts are on. */
void board_pend(void);

/* Turns interrupts off, and on again. They are never turned off twice here. */
void board_interrupts_off(void);
void board_interrupts_on(void);

/* What the timer's interrupt does: the program has it. */
void on_timer(void);

#endif
