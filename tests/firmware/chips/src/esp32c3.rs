//! An ESP32-C3 with `esp-hal`.
#![no_std]
#![no_main]

use esp_bootloader_esp_idf::partitions::{
    DataPartitionSubType, PARTITION_TABLE_MAX_LEN, PartitionType, read_partition_table,
};
use esp_hal::delay::Delay;
use esp_hal::rng::{Trng, TrngSource};
use esp_hal::rtc_cntl::Rtc;
use esp_hal::time::Instant;
use esp_storage::FlashStorage;
use mintid::clock::{Bounded, OffsetClock};
use mintid_firmware_chips::{BUILT_MS, OPTIONS, Trouble, mint, start, told};
use mintid_mcu::SharedV7;
use mintid_mcu::clock::Ticks;
use mintid_mcu::entropy::RandCore010;
use mintid_mcu::flash::BlockingFlashMark;

esp_bootloader_esp_idf::esp_app_desc!();

// #region clock
/// The low half of the system timer, in microseconds.
type Counter = Ticks<fn() -> u32, 32, 1_000_000>;
type Wall = Bounded<OffsetClock<Counter>>;
type Random = RandCore010<Trng>;

fn micros() -> u32 {
    Instant::now().duration_since_epoch().as_micros() as u32
}

static IDS: SharedV7<Wall, Random, 64> =
    SharedV7::without_source(OPTIONS, Bounded::new(OffsetClock::new(Counter::new(micros))).not_before(BUILT_MS));
// #endregion

#[esp_hal::main]
fn main() -> ! {
    let _ = run(); // report it, as the product does
    loop {}
}

fn run() -> Result<(), Trouble> {
    let p = esp_hal::init(esp_hal::Config::default());

    // #region told
    // Over a reset and through deep sleep, the time that was told is kept; over a power cut it is not.
    let rtc = Rtc::new(p.RTC_TIMER);
    let unix_ms = (rtc.current_time_us() / 1_000) as i64;
    if unix_ms >= BUILT_MS {
        told(&IDS, unix_ms);
    }
    // When the network says what the time is: `rtc.set_current_time_us(us)`, and `told` again.
    // #endregion

    // #region entropy
    let noise = TrngSource::new(p.RNG, p.ADC1);
    let random = Trng::try_new().map_err(|_| Trouble::Source)?; // an error where nothing makes noise
    core::mem::forget(noise); // for good: dropped under a user, it panics
    let _ = IDS.set_source(RandCore010(random));
    // #endregion

    // #region flash
    let mut flash = FlashStorage::new(p.FLASH);
    let mut table = [0; PARTITION_TABLE_MAX_LEN];
    let partition = read_partition_table(&mut flash, &mut table)
        .and_then(|table| table.find_partition(PartitionType::Data(DataPartitionSubType::Undefined)))
        .map_err(|_| Trouble::Store)?
        .ok_or(Trouble::Store)?;
    let region = partition.offset()..partition.offset() + partition.len();
    let mut store = BlockingFlashMark::new(flash, region).map_err(|_| Trouble::Store)?;
    start(&IDS, &mut store)?;
    loop {
        if let Ok(id) = mint(&IDS, &mut store) {
            send(id.as_bytes());
        }
        Delay::new().delay_millis(1_000);
    }
    // #endregion
}

fn send(_: &[u8; 16]) {}

#[panic_handler]
fn panicked(_: &core::panic::PanicInfo) -> ! {
    loop {}
}
