//! An nRF52840 with `embassy-nrf`.
#![no_std]
#![no_main]

use core::ops::Range;

use embassy_executor::Spawner;
use embassy_nrf::mode::Blocking;
use embassy_nrf::nvmc::{FLASH_SIZE, Nvmc, PAGE_SIZE};
use embassy_nrf::rng::Rng;
use embassy_time::Timer;
use mintid::clock::{Bounded, OffsetClock};
use mintid_firmware_chips::{BUILT_MS, OPTIONS, Trouble, mint, start};
use mintid_mcu::SharedV7;
use mintid_mcu::clock::EmbassyTime;
use mintid_mcu::entropy::RandCore010;
use mintid_mcu::flash::BlockingFlashMark;

// #region clock
type Wall = Bounded<OffsetClock<EmbassyTime>>;
type Random = RandCore010<Rng<'static, Blocking>>;

static IDS: SharedV7<Wall, Random, 64> =
    SharedV7::without_source(OPTIONS, Bounded::new(OffsetClock::new(EmbassyTime::new())).not_before(BUILT_MS));
// #endregion

// #region region
/// The last two pages, which the linker script has to leave out of FLASH.
const MARK: Range<u32> = (FLASH_SIZE - 2 * PAGE_SIZE) as u32..FLASH_SIZE as u32;
// #endregion

#[embassy_executor::main]
async fn main(_spawner: Spawner) {
    let _ = run().await; // report it, as the product does
}

async fn run() -> Result<(), Trouble> {
    let p = embassy_nrf::init(Default::default());

    // #region entropy
    let rng = Rng::new_blocking(p.RNG);
    rng.set_bias_correction(true); // off unless asked for
    let _ = IDS.set_source(RandCore010(rng));
    // #endregion

    // #region flash
    let mut store = BlockingFlashMark::new(Nvmc::new(p.NVMC), MARK).map_err(|_| Trouble::Store)?;
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
