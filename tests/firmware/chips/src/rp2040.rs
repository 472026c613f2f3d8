//! An RP2040 with `embassy-rp`.
#![no_std]
#![no_main]

use core::ops::Range;

use chacha20::ChaCha20Rng;
use embassy_embedded_hal::adapter::BlockingAsync;
use embassy_executor::Spawner;
use embassy_rp::clocks::RoscRng;
use embassy_rp::flash::{Blocking, ERASE_SIZE, Flash};
use embassy_time::Timer;
use mintid::clock::{Bounded, OffsetClock};
use mintid_firmware_chips::{BUILT_MS, OPTIONS, Trouble, mint, seed, start};
use mintid_mcu::SharedV7;
use mintid_mcu::clock::EmbassyTime;
use mintid_mcu::entropy::RandCore010;
use mintid_mcu::flash::BlockingFlashMark;

// #region clock
type Wall = Bounded<OffsetClock<EmbassyTime>>;
type Random = RandCore010<ChaCha20Rng>;

static IDS: SharedV7<Wall, Random, 64> =
    SharedV7::without_source(OPTIONS, Bounded::new(OffsetClock::new(EmbassyTime::new())).not_before(BUILT_MS));
// #endregion

// #region region
/// What the board has of flash: 2 MiB on a Pico.
const FLASH_SIZE: usize = 2 * 1024 * 1024;

/// The last four sectors, two for each store, which the linker script has to leave out of FLASH.
const SEED: Range<u32> = (FLASH_SIZE - 4 * ERASE_SIZE) as u32..MARK.start;
const MARK: Range<u32> = (FLASH_SIZE - 2 * ERASE_SIZE) as u32..FLASH_SIZE as u32;
// #endregion

#[embassy_executor::main]
async fn main(_spawner: Spawner) {
    let _ = run().await; // report it, as the product does
}

async fn run() -> Result<(), Trouble> {
    let p = embassy_rp::init(Default::default());

    // #region entropy
    let mut noise = [0; 32];
    RoscRng.fill_bytes(&mut noise); // worth having, and worth nothing alone
    let mut flash = Flash::<_, Blocking, FLASH_SIZE>::new_blocking(p.FLASH);
    let random = seed::generator(BlockingAsync::new(&mut flash), SEED, noise).await;
    let _ = IDS.set_source(random.map_err(|_| Trouble::Source)?);
    // #endregion

    // #region flash
    let mut store = BlockingFlashMark::new(flash, MARK).map_err(|_| Trouble::Store)?;
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
