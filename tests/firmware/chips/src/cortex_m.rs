//! Any Cortex-M, with what all of them have: SysTick for a clock, a register for randomness, any driver for flash.

use core::ops::Range;
use core::sync::atomic::{AtomicU32, Ordering};

use cortex_m::peripheral::SYST;
use cortex_m::peripheral::syst::SystClkSource;
use cortex_m_rt::exception;
use embassy_embedded_hal::adapter::BlockingAsync;
use embassy_futures::block_on;
use embedded_storage::nor_flash::NorFlash;
use mintid::Uuid;
use mintid::clock::{Bounded, OffsetClock};
use mintid_mcu::SharedV7;
use mintid_mcu::clock::Ticks;
use mintid_mcu::entropy::{Hardware, NotRead, Supplement};
use mintid_mcu::flash::BlockingFlashMark;

use crate::{BUILT_MS, OPTIONS, Trouble, mint, seed, start};

// #region clock
static MS: AtomicU32 = AtomicU32::new(0);

/// Once a millisecond. A load and a store, for not every Cortex-M has more; nothing else writes it.
#[exception]
fn SysTick() {
    MS.store(MS.load(Ordering::Relaxed).wrapping_add(1), Ordering::Relaxed);
}

/// Before the first id, with the rate of the processor.
pub fn start_clock(systick: &mut SYST, hz: u32) {
    systick.set_clock_source(SystClkSource::Core);
    systick.set_reload(hz / 1_000 - 1);
    systick.clear_current();
    systick.enable_counter();
    systick.enable_interrupt();
}

type Counter = Ticks<fn() -> u32, 32, 1_000>;
type Wall = Bounded<OffsetClock<Counter>>;

fn ms() -> u32 {
    MS.load(Ordering::Relaxed)
}
// #endregion

// #region with
/// How the generator says that it is broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RngFault;

type Word = fn() -> Result<u32, NotRead<RngFault>>;

static IDS: SharedV7<Wall, Hardware<Word>, 64> =
    SharedV7::without_source(OPTIONS, Bounded::new(OffsetClock::new(Counter::new(ms))).not_before(BUILT_MS));

/// `word` looks at the registers, by the chip's register crate, and never waits. Asked 1,000 times without a word, it is an error.
pub fn give_source(word: Word) {
    let _ = IDS.set_source(Hardware::new(1_000, word));
}
// #endregion

// #region without
/// For a chip without a generator. `device` is its number, the whole of it, and `boots` another at each start.
pub fn source<F: NorFlash>(
    flash: &mut F,
    region: Range<u32>,
    device: [u8; 12],
    boots: u64,
) -> Result<impl mintid::entropy::Entropy, seed::SeedError> {
    let random = block_on(seed::generator(BlockingAsync::new(flash), region, [0; 32]))?;
    Ok(Supplement::new(random, device, boots))
}
// #endregion

// #region flash
/// `flash` is any driver of `embedded-storage`, and `region` two or more of its pages that nothing else uses.
pub fn run<F: NorFlash>(flash: F, region: Range<u32>, send: fn(Uuid)) -> Result<(), Trouble> {
    let mut store = BlockingFlashMark::new(flash, region).map_err(|_| Trouble::Store)?;
    start(&IDS, &mut store)?;
    loop {
        if let Ok(id) = mint(&IDS, &mut store) {
            send(id);
        }
        cortex_m::asm::wfi();
    }
}
// #endregion
