//! Instructions per call, ours and the peers', and of the loop around them.
//!
//! Each line is an operation, who does it, the calls, and the ticks of SysTick that they took. Values come and go by memory:
//! one id or text, from an address that the compiler knows nothing about, and back to such an address.
#![no_std]
#![no_main]

use cortex_m_rt::entry;
use ferroid::base32::Base32UlidExt;
use ferroid::generator::{BasicMonoUlidGenerator, Poll};
use ferroid::rand::RandSource;
use ferroid::time::TimeSource;
use mintid::entropy::Entropy;
use mintid::{Ulid, UlidGenerator, Uuid, V7Generator, ulid as ours};
use mintid_firmware_cost::count::{encoder, generator, parser};
use mintid_firmware_cost::stubs::{Random, Ticks};
use mintid_firmware_cost::{host, lock};
use mintid_mcu::{SharedUlid, SharedV7};

critical_section::set_impl!(lock::Plain);

const VALUE: u128 = 0x0192_3a5c_77e1_7abc_9def_0123_4567_89ab;
const ULID_TEXT: &str = "01J8X5RXZ1FAY9VVR14D2PF2DB";
const UUID_TEXT: &str = "01923a5c-77e1-7abc-9def-0123456789ab";

/// The same clock and source as ferroid wants them.
struct Stubs;

impl TimeSource<u128> for Stubs {
    fn current_millis(&self) -> u128 {
        Ticks::unix_ms() as u128
    }
}

impl RandSource<u128> for Stubs {
    fn rand(&self) -> u128 {
        Random::number_80()
    }
}

#[inline(never)]
fn loops() {
    encoder("loop", "encoder", VALUE, |_, _: &mut [u8; 26]| ());
    parser("loop", "parser", ULID_TEXT, |_| ());
    generator("loop", "generator", |_: &mut [u8; 26]| ());
}

#[inline(never)]
fn ulids() {
    encoder("ULID encode", "mintid", Ulid::from_u128(VALUE), Ulid::encode);
    encoder("ULID encode", "ulid", ulid::Ulid(VALUE), |id, text| {
        id.array_to_str(text);
    });
    encoder("ULID encode", "ferroid", ferroid::id::ULID::from_raw(VALUE), |id, text| {
        id.encode_to_buf(text);
    });
    parser("ULID decode", "mintid", ULID_TEXT, Ulid::parse);
    parser("ULID decode", "mintid, with aliases", ULID_TEXT, Ulid::parse_lenient);
    parser("ULID decode", "ulid", ULID_TEXT, ulid::Ulid::from_string);
    parser("ULID decode", "ferroid", ULID_TEXT, |text| ferroid::id::ULID::decode(text).ok());
}

#[inline(never)]
fn uuids() {
    encoder("UUID encode", "mintid", Uuid::from_u128(VALUE), Uuid::encode);
    encoder("UUID encode", "uuid", uuid::Uuid::from_u128(VALUE), |id, text: &mut [u8; 36]| {
        id.hyphenated().encode_lower(text);
    });
    parser("UUID parse", "mintid", UUID_TEXT, Uuid::parse);
    parser("UUID parse", "mintid, any spelling", UUID_TEXT, Uuid::parse_lenient);
    parser("UUID parse", "uuid", UUID_TEXT, uuid::Uuid::try_parse);
}

const V7: &str = "v7 generate + encode";

#[inline(never)]
fn v7() {
    let mut ids = V7Generator::new(Ticks, Random);
    generator(V7, "mintid", |text| {
        if let Ok(id) = ids.generate() {
            id.encode(text);
        }
    });
    static SHARED: SharedV7<Ticks, Random> = SharedV7::new(mintid::uuid::v7::Options::new(), Ticks, Random);
    generator(V7, "mintid-mcu", |text| {
        if let Ok(id) = SHARED.generate() {
            id.encode(text);
        }
    });
    generator(V7, "uuid, without order", |text: &mut [u8; 36]| {
        let Ok(random) = Random.draw::<10>();
        let id = uuid::Builder::from_unix_timestamp_millis(Ticks::unix_ms() as u64, &random).into_uuid();
        id.hyphenated().encode_lower(text);
    });
}

const ULID: &str = "ULID generate + encode";

#[inline(never)]
fn ordered_ulids() {
    let mut ids = UlidGenerator::new(Ticks, Random);
    generator(ULID, "mintid", |text| {
        if let Ok(id) = ids.generate() {
            id.encode(text);
        }
    });
    let mut ids = UlidGenerator::with(ours::Options::new().step(ours::Step::Random), Ticks, Random);
    generator(ULID, "mintid, random step", |text| {
        if let Ok(id) = ids.generate() {
            id.encode(text);
        }
    });
    static SHARED: SharedUlid<Ticks, Random> = SharedUlid::new(ours::Options::new(), Ticks, Random);
    generator(ULID, "mintid-mcu", |text| {
        if let Ok(id) = SHARED.generate() {
            id.encode(text);
        }
    });
    generator(ULID, "ulid, without order", |text| {
        ulid::Ulid::from_parts(Ticks::unix_ms() as u64, Random::number_80()).array_to_str(text);
    });
    let ids = BasicMonoUlidGenerator::<ferroid::id::ULID, _, _>::new(Stubs, Stubs);
    generator(ULID, "ferroid", |text| {
        if let Poll::Ready { id } = ids.poll_id() {
            id.encode_to_buf(text);
        }
    });
}

#[entry]
fn main() -> ! {
    loops();
    ulids();
    uuids();
    v7();
    ordered_ulids();
    host::exit()
}

/// The peers may panic; this says so and ends, and the figures are then too few.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    host::print(b"a peer has panicked\n");
    host::exit()
}
