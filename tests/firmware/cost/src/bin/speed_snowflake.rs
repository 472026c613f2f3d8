//! Instructions per call for Snowflakes, ours and a peer's: into fields and out of them, their texts, and generators.
//!
//! The lines are those of `speed`. Decimal text has no peer but the language's own formatting, which ferroid's users take. That divides in 64 bits.
#![no_std]
#![no_main]

use core::fmt::Write;
use core::hint::black_box;

use cortex_m_rt::entry;
use ferroid::base32::Base32SnowExt;
use ferroid::generator::{BasicSnowflakeGenerator, Poll};
use ferroid::id::{SnowflakeMastodonId, SnowflakeTwitterId};
use ferroid::time::TimeSource;
use mintid::snowflake::{Layout, Options, Parts};
use mintid::{Snowflake, SnowflakeGenerator};
use mintid_firmware_cost::count::{converter, encoder, generator, parser};
use mintid_firmware_cost::stubs::Ticks;
use mintid_firmware_cost::{host, lock};
use mintid_mcu::SharedSnowflake;

critical_section::set_impl!(lock::Plain);

const VALUE: u64 = 1_995_083_718_457_794_560;
const TEXT: &str = "1995083718457794560";
const BASE32_TEXT: &str = "1QBZP297XF800";

/// A tick with room for all the calls: 65,536 ids, and no node.
const OPTIONS: Options = match Options::new(Layout::MASTODON, 0) {
    Ok(options) => options,
    Err(_) => panic!("checked when this is compiled"),
};

/// The same clock as ferroid wants it.
struct Unix;

impl TimeSource<u64> for Unix {
    fn current_millis(&self) -> u64 {
        Ticks::unix_ms() as u64
    }
}

/// A text of the language's own making.
struct Line<'a> {
    text: &'a mut [u8; 20],
    used: usize,
}

impl Write for Line<'_> {
    fn write_str(&mut self, more: &str) -> core::fmt::Result {
        let end = self.used + more.len();
        self.text.get_mut(self.used..end).ok_or(core::fmt::Error)?.copy_from_slice(more.as_bytes());
        self.used = end;
        Ok(())
    }
}

fn decimal_of_core(number: u64, text: &mut [u8; 20]) {
    let _ = write!(Line { text, used: 0 }, "{number}");
}

#[inline(never)]
fn layouts() {
    const TWITTER: &str = "Snowflake compose";
    let parts = Parts { tick: 475_665_025_343, node: 378, sequence: 5 };
    converter(TWITTER, "mintid", parts, |parts| Layout::TWITTER.compose(*parts));
    converter(TWITTER, "mintid, any layout", (Layout::TWITTER, parts), |(layout, parts)| layout.compose(*parts));
    converter(TWITTER, "ferroid", [parts.tick, parts.node, parts.sequence], |[tick, node, sequence]| {
        SnowflakeTwitterId::from_components(*tick, *node, *sequence)
    });
    const APART: &str = "Snowflake decompose";
    let id = Snowflake::from_u64(VALUE);
    converter(APART, "mintid", id, |id| Layout::TWITTER.decompose(*id));
    converter(APART, "mintid, any layout", (Layout::TWITTER, id), |(layout, id)| layout.decompose(*id));
    converter(APART, "ferroid", SnowflakeTwitterId::from_raw(VALUE), |id| {
        (id.timestamp(), id.machine_id(), id.sequence())
    });
    converter("Snowflake time to tick, 10 ms", "mintid", 1_764_500_000_000, |ms| Layout::SONYFLAKE.tick_at(*ms));
}

#[inline(never)]
fn text() {
    let id = Snowflake::from_u64(VALUE);
    encoder("Snowflake decimal encode", "mintid", id, |id, text| {
        black_box(id.encode_str(text));
    });
    encoder("Snowflake decimal encode", "core's formatting", VALUE, |id, text| decimal_of_core(*id, text));
    parser("Snowflake decimal parse", "mintid", TEXT, Snowflake::parse);
    parser("Snowflake decimal parse", "core's parsing", TEXT, |text| text.parse::<u64>().ok());
    encoder("Snowflake Base32 encode", "mintid", id, Snowflake::encode_base32);
    encoder("Snowflake Base32 encode", "ferroid", SnowflakeTwitterId::from_raw(VALUE), |id, text| {
        id.encode_to_buf(text);
    });
    parser("Snowflake Base32 decode", "mintid", BASE32_TEXT, Snowflake::parse_base32);
    parser("Snowflake Base32 decode", "ferroid", BASE32_TEXT, |text| SnowflakeTwitterId::decode(text).ok());
    encoder("Snowflake hex encode", "mintid", id, Snowflake::encode_hex);
}

#[inline(never)]
fn generators() {
    const DECIMAL: &str = "Snowflake generate + decimal";
    let mut ids = SnowflakeGenerator::new(OPTIONS, Ticks);
    generator(DECIMAL, "mintid", |text| {
        if let Ok(id) = ids.generate() {
            black_box(id.encode_str(text));
        }
    });
    static SHARED: SharedSnowflake<Ticks> = SharedSnowflake::of(OPTIONS, Ticks);
    generator(DECIMAL, "mintid-mcu", |text| {
        if let Ok(id) = SHARED.generate() {
            black_box(id.encode_str(text));
        }
    });
    let peer = BasicSnowflakeGenerator::<SnowflakeMastodonId, _>::new(0, Unix);
    generator(DECIMAL, "ferroid, core's formatting", |text| {
        if let Poll::Ready { id } = peer.poll_id() {
            decimal_of_core(id.to_raw(), text);
        }
    });
    const BASE32: &str = "Snowflake generate + Base32";
    generator(BASE32, "mintid", |text| {
        if let Ok(id) = ids.generate() {
            id.encode_base32(text);
        }
    });
    generator(BASE32, "mintid-mcu", |text| {
        if let Ok(id) = SHARED.generate() {
            id.encode_base32(text);
        }
    });
    generator(BASE32, "ferroid", |text| {
        if let Poll::Ready { id } = peer.poll_id() {
            id.encode_to_buf(text);
        }
    });
}

#[entry]
fn main() -> ! {
    layouts();
    text();
    generators();
    host::exit()
}

/// The language's own formatting may panic; this says so and ends, and the figures are then too few.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    host::print(b"a peer has panicked\n");
    host::exit()
}
