//! An STM32L432, which has a random number generator, with `embassy-stm32`.
#![no_std]
#![no_main]

use core::ops::Range;

use embassy_executor::Spawner;
use embassy_stm32::flash::{FLASH_SIZE, Flash, MAX_ERASE_SIZE};
use embassy_stm32::rng::{Error as RngFault, Rng};
use embassy_stm32::{bind_interrupts, pac, peripherals, rng};
use embassy_time::Timer;
use mintid::clock::{Bounded, OffsetClock};
use mintid_firmware_chips::{BUILT_MS, OPTIONS, Trouble, mint, start};
use mintid_mcu::SharedV7;
use mintid_mcu::clock::EmbassyTime;
use mintid_mcu::entropy::{Hardware, NotRead};
use mintid_mcu::flash::BlockingFlashMark;

// #region clock
type Wall = Bounded<OffsetClock<EmbassyTime>>;
type Random = Hardware<fn() -> Result<u32, NotRead<RngFault>>>;

static IDS: SharedV7<Wall, Random, 64> =
    SharedV7::without_source(OPTIONS, Bounded::new(OffsetClock::new(EmbassyTime::new())).not_before(BUILT_MS));
// #endregion

// #region word
/// One look at the generator's registers: the HAL has set it up, and its own reading of them waits for ever where the clock is wrong.
fn word() -> Result<u32, NotRead<RngFault>> {
    let status = pac::RNG.sr().read();
    if status.ceis() {
        return Err(NotRead::Failed(RngFault::ClockError));
    }
    if status.seis() {
        return Err(NotRead::Failed(RngFault::SeedError));
    }
    if !status.drdy() {
        return Err(NotRead::NotReady);
    }
    match pac::RNG.dr().read() {
        0 => Err(NotRead::NotReady), // an error came between the two readings
        word => Ok(word),
    }
}
// #endregion

// #region region
/// The last two pages, which the linker script has to leave out of FLASH.
const MARK: Range<u32> = (FLASH_SIZE - 2 * MAX_ERASE_SIZE) as u32..FLASH_SIZE as u32;
// #endregion

// #region torn
/// A word torn by a power cut has two wrong bits, and reading it is an NMI. In the mark's pages it may pass: the record's checksum
/// tells. Anywhere else, the program itself is damaged.
#[cortex_m_rt::exception]
unsafe fn NonMaskableInt() {
    let fault = pac::FLASH.eccr().read();
    assert!(fault.eccd() && MARK.contains(&fault.addr_ecc()));
    pac::FLASH.eccr().write(|clear| clear.set_eccd(true));
}
// #endregion

bind_interrupts!(struct Irqs {
    RNG => rng::InterruptHandler<peripherals::RNG>;
});

#[embassy_executor::main]
async fn main(_spawner: Spawner) {
    let _ = run().await; // report it, as the product does
}

async fn run() -> Result<(), Trouble> {
    // #region entropy
    let mut config = embassy_stm32::Config::default();
    config.rcc.hsi48 = Some(Default::default()); // without 48 MHz the next line but two never ends
    config.rcc.mux.clk48sel = embassy_stm32::rcc::mux::Clk48sel::HSI48;
    let p = embassy_stm32::init(config);
    let generator = Rng::new(p.RNG, Irqs);
    core::mem::forget(generator); // dropped, it would be switched off
    let _ = IDS.set_source(Hardware::new(1_000, word as fn() -> _));
    // #endregion

    // #region flash
    let mut store = BlockingFlashMark::new(Flash::new_blocking(p.FLASH), MARK).map_err(|_| Trouble::Store)?;
    start(&IDS, &mut store)?;
    loop {
        if let Ok(id) = mint(&IDS, &mut store) {
            send(id.as_bytes());
        }
        Timer::after_secs(1).await;
    }
    // #endregion
}

fn send(_: &[u8; 16]) {}

#[panic_handler]
fn panicked(_: &core::panic::PanicInfo) -> ! {
    loop {}
}
