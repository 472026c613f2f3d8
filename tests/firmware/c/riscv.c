/* Start-up, a line to the host over semihosting, and the timer's interrupt: all that QEMU's RISC-V board needs here. */
#include "board.h"

#include <stdint.h>

int main(void);

/* Places that riscv.ld names. */
extern uint32_t data_begin[], data_end[], data_load[], bss_begin[], bss_end[];

/* A call of semihosting: three instructions that the host knows in a row, none of them a short one. */
static uint32_t host(uint32_t number, const void *argument)
{
    register uint32_t a0 __asm__("a0") = number;
    register const void *a1 __asm__("a1") = argument;
    __asm__ volatile(".option push\n\t.option norvc\n\t.balign 16\n\t"
                     "slli zero, zero, 0x1f\n\tebreak\n\tsrai zero, zero, 7\n\t"
                     ".option pop"
                     : "+r"(a0)
                     : "r"(a1)
                     : "memory");
    return a0;
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

/* When the timer's interrupt is due: 64 bits in two halves. */
#define DUE ((volatile uint32_t *)0x02004000u)

void board_pend(void)
{
    DUE[1] = 0;
    DUE[0] = 0;
    __asm__ volatile("fence" ::: "memory");
}

static void never(void)
{
    DUE[0] = UINT32_MAX;
    DUE[1] = UINT32_MAX;
}

/* The bit of mstatus that lets interrupts in. */
enum { MIE = 8 };

void board_interrupts_off(void)
{
    __asm__ volatile("csrci mstatus, %0" ::"i"(MIE) : "memory");
}

void board_interrupts_on(void)
{
    __asm__ volatile("csrsi mstatus, %0" ::"i"(MIE) : "memory");
}

/* An interrupt of the timer, or a fault. */
__attribute__((interrupt("machine"), aligned(4))) static void trap(void)
{
    uint32_t cause;
    __asm__ volatile("csrr %0, mcause" : "=r"(cause));
    if (cause != (1u << 31 | 7)) {
        board_exit(0);
    }
    never();
    on_timer();
}

void begin(void);
void begin(void)
{
    const uint32_t *from = data_load;
    for (uint32_t *to = data_begin; to < data_end; ++to) {
        *to = *from++;
    }
    for (uint32_t *to = bss_begin; to < bss_end; ++to) {
        *to = 0;
    }
    never();
    /* The timer's bit of mie, and then all of them. */
    __asm__ volatile("csrw mtvec, %0\n\tcsrw mie, %1" ::"r"(trap), "r"(1 << 7) : "memory");
    board_interrupts_on();
    board_exit(main() == 0);
}

/* Where the board begins. */
__asm__(".section .start, \"ax\"\n"
        ".global start\n"
        "start:\n\t"
        "la sp, stack_end\n\t"
        "j begin\n"
        ".text\n");
