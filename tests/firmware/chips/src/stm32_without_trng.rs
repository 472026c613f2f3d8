//! An STM32F103, which has no random number generator, with `embassy-stm32`.
#![no_std]
#![no_main]

use core::ops::Range;

use chacha20::ChaCha20Rng;
use embassy_embedded_hal::adapter::BlockingAsync;
use embassy_executor::Spawner;
use embassy_stm32::flash::{FLASH_SIZE, Flash, MAX_ERASE_SIZE};
use embassy_time::Timer;
use mintid::clock::{Bounded, OffsetClock};
use mintid_firmware_chips::{BUILT_MS, OPTIONS, Trouble, mint, seed, start};
use mintid_mcu::SharedV7;
use mintid_mcu::clock::EmbassyTime;
use mintid_mcu::entropy::RandCore010;
use mintid_mcu::flash::BlockingFlashMark;

type Wall = Bounded<OffsetClock<EmbassyTime>>;
type Random = RandCore010<ChaCha20Rng>;

static IDS: SharedV7<Wall, Random, 64> =
    SharedV7::without_source(OPTIONS, Bounded::new(OffsetClock::new(EmbassyTime::new())).not_before(BUILT_MS));

/// The last four pages, two for each store, which the linker script has to leave out of FLASH.
const SEED: Range<u32> = (FLASH_SIZE - 4 * MAX_ERASE_SIZE) as u32..MARK.start;
const MARK: Range<u32> = (FLASH_SIZE - 2 * MAX_ERASE_SIZE) as u32..FLASH_SIZE as u32;

#[embassy_executor::main]
async fn main(_spawner: Spawner) {
    let _ = run().await; // report it, as the product does
}

async fn run() -> Result<(), Trouble> {
    let p = embassy_stm32::init(Default::default());

    // #region entropy
    let mut flash = Flash::new_blocking(p.FLASH);
    let random = seed::generator(BlockingAsync::new(&mut flash), SEED, [0; 32]).await;
    let _ = IDS.set_source(random.map_err(|_| Trouble::Source)?);
    let mut store = BlockingFlashMark::new(flash, MARK).map_err(|_| Trouble::Store)?;
    // #endregion

    start(&IDS, &mut store)?;
    loop {
        if let Ok(id) = mint(&IDS, &mut store) {
            send(id.as_bytes());
        }
        Timer::after_secs(1).await;
    }
}

fn send(_: &[u8; 16]) {}

#[panic_handler]
fn panicked(_: &core::panic::PanicInfo) -> ! {
    loop {}
}
