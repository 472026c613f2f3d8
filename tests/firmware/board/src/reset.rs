//! Starting the chip anew, as a watchdog does: RAM keeps what the start-up code does not set.

/// Starts the chip anew.
pub fn reset() -> ! {
    #[cfg(target_arch = "arm")]
    cortex_m::peripheral::SCB::sys_reset();

    #[cfg(target_arch = "riscv32")]
    {
        /// The register of `-machine virt` that ends or restarts it, and the word for a restart.
        const FINISHER: usize = 0x0010_0000;
        const RESTART: u32 = 0x7777;
        // SAFETY: a register of this machine; the write does not come back.
        unsafe { core::ptr::with_exposed_provenance_mut::<u32>(FINISHER).write_volatile(RESTART) };
        loop {
            core::hint::spin_loop();
        }
    }
}
