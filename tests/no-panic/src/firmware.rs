//! `mintid-mcu`: the shared generator, clocks, sources, text, shared ranges, the mark and the stock in flash.
//!
//! The stores over an asynchronous driver are left out: the compiler has each `async fn` panic when it is polled after its end,
//! as no executor does, and cannot show that it never is.

use core::task::Waker;

use critical_section::RawRestoreState;
use embedded_storage::nor_flash as blocking;
use mintid::clock::{Bounded, Clock, Monotonic, OffsetClock};
use mintid::entropy::Entropy;
use mintid::kept::MarkStore;
use mintid::policy::OnMarkLate;
use mintid::range::{self, Ticket};
use mintid::scheme::Scheme;
use mintid::snowflake::{Layout, Options, Start};
use mintid::uuid::v7;
use mintid::{Snowflake, Ulid, Uuid, ulid};
use mintid_mcu::clock::{EmbassyTime, Ticks};
use mintid_mcu::entropy::{Hardware, NotRead, Supplement};
use mintid_mcu::flash::{BlockingFlashMark, BlockingFlashStock};
use mintid_mcu::shared::Shared;
use mintid_mcu::text::{Base32, Hex};
use mintid_mcu::{SharedRanges, SharedSnowflake, SharedUlid, SharedV7, Text};

use crate::world::{Anything, Failure, bytes, double, flag, keep, mark, quad, with_text, word};

/// A lock that a program supplies; this one is never run.
struct Lock;

critical_section::set_impl!(Lock);

// SAFETY: this program is linked, and never run.
unsafe impl critical_section::Impl for Lock {
    unsafe fn acquire() -> RawRestoreState {
        flag()
    }

    unsafe fn release(restore: RawRestoreState) {
        keep(restore);
    }
}

struct Timer;

impl embassy_time_driver::Driver for Timer {
    fn now(&self) -> u64 {
        double()
    }

    fn schedule_wake(&self, _: u64, _: &Waker) {}
}

embassy_time_driver::time_driver_impl!(static TIMER: Timer = Timer);

type Counter = Ticks<fn() -> u32, 24, 32_768>;

const OPTIONS: v7::Options = v7::Options::new().mark_window_ms(60_000).on_mark_late(OnMarkLate::Refuse);

static V7: SharedV7<Bounded<OffsetClock<Counter>>, Anything> =
    SharedV7::new(OPTIONS, Bounded::new(OffsetClock::new(Counter::new(word))).not_before(1_764_417_600_000), Anything);
static ULID: SharedUlid<OffsetClock<EmbassyTime>, Anything, 64> =
    SharedUlid::without_source(ulid::Options::new(), OffsetClock::new(EmbassyTime::new()));

const NODE: Options = match Options::new(Layout::SONYFLAKE, 513) {
    Ok(options) => options.mark_window_ms(60_000),
    Err(_) => panic!("checked when this is compiled"),
};
static SNOWFLAKE: SharedSnowflake<OffsetClock<Counter>, Anything> =
    SharedSnowflake::of(NODE, OffsetClock::new(Counter::new(word)));
static AT_RANDOM: SharedSnowflake<OffsetClock<Counter>, Anything, 24> =
    SharedSnowflake::with_source(NODE.start(Start::Random), OffsetClock::new(Counter::new(word)), Anything);

static RANGES: SharedRanges<3> = SharedRanges::new(range::Options::new(), 32);

pub fn all() {
    everything(&V7);
    keep(ULID.set_source(Anything));
    everything(&ULID);
    everything(&SNOWFLAKE);
    everything(&AT_RANDOM);
    keep(SNOWFLAKE.with(|ids| ids.generate_batch(word())));
    keep(V7.with(|ids| ids.clock_mut().get_mut().set_ms(double() as i64)));
    clocks();
    sources();
    text(Uuid::from_u128(quad()));
    text(Ulid::from_u128(quad()));
    text(Snowflake::from_u64(double()));
    text(Base32(Snowflake::from_u64(double())));
    text(Hex(Snowflake::from_u64(double())));
    flash();
}

fn everything<S: Scheme, C: Clock, const N: usize>(ids: &Shared<S, C, Anything, N>) {
    while flag() {
        match word() {
            0 => keep(ids.generate()),
            1 => keep(ids.generate_from_interrupt()),
            2 => keep(ids.top_up()),
            3 => keep(ids.observe()),
            4 => keep(mark().map(|mark| ids.start_from(mark))),
            5 => keep(ids.start_without_mark()),
            6 => {
                if let Ok(Some(due)) = ids.mark_due() {
                    keep(ids.mark_saved(due));
                }
            }
            7 => keep((ids.flush(), ids.meter())),
            _ => keep(ids.with(|ids| ids.entropy_mut().discard())),
        }
    }
}

fn clocks() {
    let mut narrow = Ticks::<_, 16, 1_000_000>::new(word);
    let mut wide = Ticks::<_, 32, 168_000_000>::new(word);
    let mut uneven = Ticks::<_, 32, 3_579_545>::new(word);
    keep((narrow.since_boot_ms(), wide.since_boot_ms(), uneven.since_boot_ms()));
    keep(EmbassyTime::new().since_boot_ms());
}

fn sources() {
    let register = || match word() {
        0 => Err(NotRead::NotReady),
        1 => Err(NotRead::Failed(word())),
        word => Ok(word),
    };
    let mut hardware = Hardware::new(word(), register);
    keep(hardware.draw::<10>());
    with_text(|device| {
        let mut source = Supplement::new(Hardware::new(word(), register), device, double());
        keep((source.draw::<8>(), source.fill(&mut bytes::<40>())));
    });
}

fn text<I: Text<Heapless: AsRef<str>>>(id: I) {
    let mut buffer = bytes::<64>();
    if let Some(part) = buffer.get_mut(..word() as usize) {
        keep(id.write_to(part));
    }
    keep(id.to_heapless().as_ref());
    let mut line = heapless::String::<30>::new();
    keep((id.append_to(&mut line), id.append_to(&mut line)));
    keep(line);
}

impl blocking::NorFlashError for Failure {
    fn kind(&self) -> blocking::NorFlashErrorKind {
        blocking::NorFlashErrorKind::Other
    }
}

impl blocking::ErrorType for Anything {
    type Error = Failure;
}

impl blocking::ReadNorFlash for Anything {
    const READ_SIZE: usize = 4;

    fn read(&mut self, at: u32, out: &mut [u8]) -> Result<(), Failure> {
        keep(at);
        self.fill(out)
    }

    fn capacity(&self) -> usize {
        word() as usize
    }
}

impl blocking::NorFlash for Anything {
    const WRITE_SIZE: usize = 4;
    const ERASE_SIZE: usize = 4096;

    fn erase(&mut self, from: u32, to: u32) -> Result<(), Failure> {
        keep((from, to));
        if flag() { Ok(()) } else { Err(Failure) }
    }

    fn write(&mut self, at: u32, bytes: &[u8]) -> Result<(), Failure> {
        keep((at, bytes));
        if flag() { Ok(()) } else { Err(Failure) }
    }
}

fn flash() {
    if let Ok(mut store) = BlockingFlashMark::new(Anything, word()..word()) {
        keep(MarkStore::load(&mut store));
        keep(V7.save_mark(&mut store));
        keep(SNOWFLAKE.save_mark(&mut store));
        keep(store.format());
    }
}

/// With a span, if there is one.
pub fn ranges(span: impl Fn() -> Option<range::Span>) {
    let Ok(mut store) = BlockingFlashStock::<_, 3>::new(Anything, word()..word()) else { return };
    let Ok(stock) = store.load() else { return };
    keep(RANGES.resume(stock, word()));
    while flag() {
        match word() {
            0 => keep(RANGES.take()),
            1 => keep(RANGES.request_due(double())),
            2 => keep(span().map(|span| RANGES.supply(Ticket::from_u64(double()), span))),
            3 => keep(RANGES.failed(Ticket::from_u64(double()), double(), word() as u16)),
            4 => keep(RANGES.top_up(&mut store)),
            5 => keep(RANGES.drain()),
            _ => keep((RANGES.meter(), RANGES.ready(), RANGES.with(|blocks| blocks.next_due_ms()))),
        }
    }
    keep(store.format());
}
