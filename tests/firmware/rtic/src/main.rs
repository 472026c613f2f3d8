//! An example with RTIC: ids from idle, and from hardware tasks of two priorities that preempt it and each other.
//!
//! | task | priority | does |
//! |---|---|---|
//! | `idle` | 0 | mints three ids a millisecond, tells the time, saves the mark that is due |
//! | `tick`, SysTick | 1 | counts milliseconds, and mints an id each fifth |
//! | `alarm`, GPIOA | 2 | mints an id, in the middle of a call of idle's |
//!
//! The generator is a `static`, no resource of RTIC's: it has its own lock, which all priorities may take. The program lives two
//! lives: the first ends by a reset that nothing announced, the second begins without a clock and goes on from the mark. As in the
//! example without a framework, all that goes into the generator is noted for the host, and nothing can panic. Time is QEMU's,
//! counted in instructions, so that the output is the same each time.
#![no_std]
#![no_main]

mod generator;

#[rtic::app(device = lm3s6965, peripherals = false)]
mod app {
    use mintid::kept::MarkStore;
    use mintid_firmware_board::flash::Flash;
    use mintid_firmware_board::{host, kept, reset, timer};
    use mintid_firmware_notes::{Note, Outcome, Screen, note, random};
    use mintid_mcu::flash::BlockingFlashMark;

    use crate::generator::{IDS, TOLD_MS, pass_ms, uptime_ms};

    /// Ticks of the core's clock in a millisecond: QEMU runs this board at 12.5 MHz.
    const PERIOD: u32 = 12_500;

    /// How long each life is, in milliseconds, and when the network tells the time in it.
    const LIFE_MS: u64 = 40;
    const TOLD_AFTER_MS: u64 = 10;

    /// How long the second life comes after the first, in milliseconds. The ids that went on from the mark are ahead of the clock
    /// then, and it is held for as long.
    const LATER_MS: i64 = 55_000;

    #[shared]
    struct Shared {}

    #[local]
    struct Local {
        screen: Screen,
        start: u32,
        store: Option<BlockingFlashMark<Flash>>,
    }

    #[init]
    fn init(_: init::Context) -> (Shared, Local) {
        let mut screen = Screen::open();
        let start = kept::start();
        random::seed(start);
        screen.line("start", |line| line.number(start.into()));
        let mut store = BlockingFlashMark::new(Flash::new(), 512..1024).ok();
        match store.as_mut().map(MarkStore::load) {
            Some(Ok(Some(mark))) => {
                screen.line("mark", |line| line.number(mark.unix_ms()));
                let _ = IDS.start_from(mark);
            }
            Some(Ok(None)) => {
                screen.line("mark none", |_| ());
                let _ = IDS.start_without_mark();
            }
            _ => screen.line("the flash is damaged", |_| ()),
        }
        timer::start(PERIOD);
        (Shared {}, Local { screen, start, store })
    }

    #[idle(local = [screen, start, store])]
    fn idle(context: idle::Context) -> ! {
        let idle::LocalResources { screen, start, store, .. } = context.local;
        let mut told = false;
        while uptime_ms() < LIFE_MS {
            if uptime_ms() >= TOLD_AFTER_MS && !told {
                told = true;
                let now = if *start == 1 { TOLD_MS } else { TOLD_MS + LATER_MS };
                if IDS.with(|ids| ids.clock_mut().0.set_ms(now)).is_ok() {
                    screen.line("the clock is set to", |line| line.signed(now));
                }
            }
            for _ in 0..3 {
                let minted = IDS.generate();
                screen.show_notes();
                screen.outcome("main", Outcome::of(minted));
            }
            if let Some(store) = store {
                keep(screen, store);
            }
            cortex_m::asm::wfi();
        }
        screen.show_notes();
        if *start == 1 {
            screen.line("reset", |_| ());
            screen.flush();
            reset::reset();
        }
        screen.line("end", |_| ());
        screen.flush();
        host::exit(0)
    }

    /// Saves the mark that is due, if one is.
    fn keep(screen: &mut Screen, store: &mut BlockingFlashMark<Flash>) {
        if let Ok(Some(due)) = IDS.mark_due()
            && store.save(due).is_ok()
            && IDS.mark_saved(due).is_ok()
        {
            screen.line("saved", |line| line.number(due.mark().unix_ms()));
        }
    }

    #[task(binds = SysTick, priority = 1)]
    fn tick(_: tick::Context) {
        pass_ms();
        if uptime_ms().is_multiple_of(5) {
            note(Note::Timer(Outcome::of(IDS.generate_from_interrupt())));
        }
    }

    #[task(binds = GPIOA, priority = 2)]
    fn alarm(_: alarm::Context) {
        note(Note::Timer(Outcome::of(IDS.generate_from_interrupt())));
    }
}
