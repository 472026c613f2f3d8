/* Start-up, a line to the host over semihosting, and SysTick's interrupt: all that a Cortex-M needs here. */
#include "board.h"

#include <stdint.h>

int main(void);

/* Places that link.ld names. */
extern uint32_t stack_end[], data_begin[], data_end[], data_load[], bss_begin[], bss_end[];

/* A call of semihosting. */
static uint32_t host(uint32_t number, const void *argument)
{
    register uint32_t r0 __asm__("r0") = number;
    register const void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

enum { SYS_OPEN = 0x01, SYS_WRITE = 0x05, SYS_EXIT = 0x18 };

/* What the interface calls the console, and the number that it gives to fopen's "w". */
static const char CONSOLE[] = ":tt";
enum { WRITE = 4 };

void board_show(const char *text, size_t length)
{
    static uint32_t handle;
    static int is_open;
    if (!is_open) {
        const uint32_t words[] = {(uint32_t)CONSOLE, WRITE, sizeof CONSOLE - 1};
        handle = host(SYS_OPEN, words);
        is_open = 1;
    }
    const uint32_t words[] = {handle, (uint32_t)text, length};
    host(SYS_WRITE, words);
}

void board_exit(int is_good)
{
    /* The reasons that the interface knows: the application has ended, or an error at run time. */
    const uint32_t reason = is_good ? 0x20026 : 0x20023;
    host(SYS_EXIT, (const void *)reason);
    for (;;) {
    }
}

void board_pend(void)
{
    /* ICSR, and its bit that pends SysTick. */
    *(volatile uint32_t *)0xe000ed04u = 1u << 26;
    __asm__ volatile("dsb\n\tisb" ::: "memory");
}

void board_interrupts_off(void)
{
    __asm__ volatile("cpsid i" ::: "memory");
}

void board_interrupts_on(void)
{
    __asm__ volatile("cpsie i\n\tisb" ::: "memory");
}

static void reset(void)
{
    const uint32_t *from = data_load;
    for (uint32_t *to = data_begin; to < data_end; ++to) {
        *to = *from++;
    }
    for (uint32_t *to = bss_begin; to < bss_end; ++to) {
        *to = 0;
    }
    board_exit(main() == 0);
}

static void fault(void)
{
    board_exit(0);
}

/* The table of interrupts, by the number of each. */
typedef void (*handler)(void);
struct table {
    const void *stack;
    handler handlers[15];
};

extern const struct table TABLE;
__attribute__((section(".vectors"))) const struct table TABLE = {
    .stack = stack_end,
    .handlers = {[0] = reset, [1] = fault, [2] = fault, [3] = fault, [4] = fault, [5] = fault, [14] = on_timer},
};
