//! A periodic interrupt, by the timer that the chip's core brings.
//!
//! On Arm that is SysTick. QEMU's `microbit` has one, although some chips with a Cortex-M0 have none.

/// Lets the interrupt come, which it does when it is [pended](pend) or [started](start).
pub fn enable() {
    chip::enable();
}

/// Has the interrupt come at once, as though its time had come just now.
pub fn pend() {
    chip::pend();
}

/// Starts the interrupt, once every so many ticks of the timer: at most 2^24, which is what SysTick counts.
pub fn start(period: u32) {
    chip::start(period);
}

/// To be called by each interrupt; [`on_timer!`](crate::on_timer) does.
pub fn acknowledge() {
    chip::acknowledge();
}

/// Ends the interrupts; one may still be pended.
pub fn stop() {
    chip::stop();
}

#[cfg(target_arch = "arm")]
mod chip {
    use cortex_m::asm;
    use cortex_m::peripheral::syst::SystClkSource;
    use cortex_m::peripheral::{SCB, SYST};

    fn systick() -> SYST {
        // SAFETY: no other part of these programs touches SysTick.
        unsafe { cortex_m::Peripherals::steal() }.SYST
    }

    /// SysTick is never masked by itself.
    pub fn enable() {}

    pub fn pend() {
        SCB::set_pendst();
        // Taken before the next instruction.
        asm::dsb();
        asm::isb();
    }

    pub fn start(period: u32) {
        let mut timer = systick();
        timer.set_clock_source(SystClkSource::Core);
        timer.set_reload(period.saturating_sub(1));
        timer.clear_current();
        timer.enable_interrupt();
        timer.enable_counter();
    }

    /// SysTick reloads by itself.
    pub fn acknowledge() {}

    pub fn stop() {
        systick().disable_counter();
    }
}

#[cfg(target_arch = "riscv32")]
mod chip {
    use core::cell::Cell;
    use core::ptr::with_exposed_provenance_mut;

    use critical_section::Mutex;
    use riscv::interrupt::Interrupt;

    /// The registers of `-machine virt`, each of 64 bits in two halves: the time, and when the next interrupt is due.
    const MTIME: usize = 0x0200_BFF8;
    const MTIMECMP: usize = 0x0200_4000;

    /// A time that never comes.
    const NEVER: u64 = u64::MAX;

    /// The time between two interrupts; 0 for none by themselves.
    static PERIOD: Mutex<Cell<u32>> = Mutex::new(Cell::new(0));

    fn now() -> u64 {
        let half = |at| {
            // SAFETY: a register of this machine that may be read at any time.
            unsafe { with_exposed_provenance_mut::<u32>(at).read_volatile() }
        };
        loop {
            let high = half(MTIME + 4);
            let low = half(MTIME);
            if half(MTIME + 4) == high {
                return u64::from(high) << 32 | u64::from(low);
            }
        }
    }

    fn due_at(time: u64) {
        let write = |at, half: u32| {
            // SAFETY: a register of this machine that nothing else here writes.
            unsafe { with_exposed_provenance_mut::<u32>(at).write_volatile(half) }
        };
        // The low half last, and out of reach until then, so that no interrupt is due in between.
        write(MTIMECMP, u32::MAX);
        write(MTIMECMP + 4, (time >> 32) as u32);
        write(MTIMECMP, time as u32);
    }

    pub fn enable() {
        acknowledge();
        // SAFETY: the handler is in place, and no critical section is open.
        unsafe {
            riscv::interrupt::enable_interrupt(Interrupt::MachineTimer);
            riscv::interrupt::enable();
        }
    }

    pub fn pend() {
        due_at(0);
    }

    pub fn start(period: u32) {
        critical_section::with(|section| PERIOD.borrow(section).set(period));
        enable();
    }

    pub fn acknowledge() {
        let period = critical_section::with(|section| PERIOD.borrow(section).get());
        due_at(if period == 0 { NEVER } else { now().wrapping_add(u64::from(period)) });
    }

    pub fn stop() {
        critical_section::with(|section| PERIOD.borrow(section).set(0));
        due_at(NEVER);
    }
}
