//! Stands where the chip would: logs one value of each kind through defmt, as frames on standard output.
//!
//! With the argument `text` it prints the same values as Rust prints them, a line each, for `tests/defmt.rs` to compare.

use std::io::Write;
use std::sync::Mutex;

use mintid::cause::{Cause, Refusal, Stopped};
use mintid::clock::{ClockError, ManualClock};
use mintid::entropy::{Bytes, Exhausted};
use mintid::kept::ResumeError;
use mintid::mark::StartError;
use mintid::policy::{Beyond, OnBehind, OnFull, OnMarkLate, OnUnset, Policy};
use mintid::range::{Empty, StockError, SupplyError, Ticket};
use mintid::snowflake::{self, BatchError, LayoutError, Parts, Start, TimeError};
use mintid::uuid::v7;
use mintid::{Mark, Snowflake, Ulid, Uuid, V7Generator};
use mintid_mcu::entropy::{HardwareError, NotRead};
use mintid_mcu::flash::FlashError;
use mintid_mcu::ranges::{self, RangesError};
use mintid_mcu::shared::{Error, PoolError, SaveError, TopUpError};
use mintid_mcu::text::{Base32, Hex};
use mintid_mcu::{Busy, Dry, Text};

#[defmt::global_logger]
struct StandardOutput;

static ENCODER: Mutex<defmt::Encoder> = Mutex::new(defmt::Encoder::new());

fn send(bytes: &[u8]) {
    std::io::stdout().write_all(bytes).expect("standard output takes the frames");
}

// SAFETY: the program has one thread, so nothing else acquires between an `acquire` and its `release`.
unsafe impl defmt::Logger for StandardOutput {
    fn acquire() {
        ENCODER.lock().expect("one thread").start_frame(send);
    }

    unsafe fn flush() {}

    unsafe fn release() {
        ENCODER.lock().expect("one thread").end_frame(send);
    }

    unsafe fn write(bytes: &[u8]) {
        ENCODER.lock().expect("one thread").write(bytes, send);
    }
}

enum As {
    Frames,
    Text,
}

impl As {
    fn id<T: defmt::Format + core::fmt::Display>(&self, id: T) {
        match self {
            Self::Frames => defmt::println!("{}", id),
            Self::Text => println!("{id}"),
        }
    }

    fn value<T: defmt::Format + core::fmt::Debug>(&self, value: T) {
        match self {
            Self::Frames => defmt::println!("{}", value),
            Self::Text => println!("{value:?}"),
        }
    }
}

fn main() {
    let log = if std::env::args().any(|argument| argument == "text") { As::Text } else { As::Frames };
    mintid_interop::uuids().into_iter().for_each(|id| log.id(id));
    mintid_interop::ulids().into_iter().for_each(|id| log.id(id));
    for id in mintid_interop::snowflakes() {
        log.id(id);
        log.id(Base32(id));
        log.id(Hex(id));
    }
    errors(&log);
    causes(&log);
    policies(&log);
    meter_and_marks(&log);
    firmware(&log);
    snowflakes(&log);
}

fn snowflakes(log: &As) {
    for error in [
        LayoutError::Sum { bits: 64, width: 63 },
        LayoutError::NoTime,
        LayoutError::NoSequence,
        LayoutError::Order,
        LayoutError::NodeFields,
        LayoutError::TooWide,
        LayoutError::Tick { tick_ms: u16::MAX },
        LayoutError::EpochInSeconds { epoch: 1_288_834_974 },
        LayoutError::EpochTooLate { epoch_ms: u64::MAX },
        LayoutError::EpochAhead { by_ms: 1 },
    ] {
        log.value(error);
    }
    log.value(TimeError::BeforeEpoch { by_ms: 2 });
    log.value(TimeError::PastHorizon { by_ms: 3 });
    log.value(BatchError::<u8>::TooLarge { most: 4_096 });
    log.value(BatchError::Cause(Cause::<u8>::Wait { for_ms: 4 }));
    log.value(Parts { tick: 5, node: 6, sequence: 7 });
    for on_behind in [
        snowflake::OnBehind::Refuse,
        snowflake::OnBehind::Wait { up_to_ms: 8 },
        snowflake::OnBehind::Hold { up_to_ms: 9 },
    ] {
        log.value(on_behind);
    }
    for start in [Start::Zero, Start::Random, Start::Continue] {
        log.value(start);
    }
    Snowflake::parse("18446744073709551616").err().into_iter().for_each(|error| log.value(error));
}

fn errors(log: &As) {
    let all = [
        Uuid::parse("short").err(),
        Uuid::parse("017f22e2-79b0-7cc3-98c4-dc0c0c07398g").err(),
        Ulid::parse("8ZZZZZZZZZZZZZZZZZZZZZZZZZ").err(),
    ];
    for error in all.into_iter().flatten() {
        log.value(error);
        log.value(error.kind());
    }
    Ulid::from_parts(1 << 48, 0).err().into_iter().for_each(|error| log.value(error));
    v7::Options::new().counter_bits(11).err().into_iter().for_each(|error| log.value(error));
    log.value(ClockError::Unset { since_boot_ms: u64::MAX });
    log.value(ClockError::Failed);
    for error in [StartError::MarkInvalid, StartError::Running, StartError::WithoutWindow, StartError::ForeignId] {
        log.value(error);
        log.value(ResumeError::<u8>::Start(error));
    }
    log.value(ResumeError::<u8>::NoMark);
    log.value(ResumeError::Store(7u8));
}

fn causes(log: &As) {
    for refusal in [
        Refusal::Unset,
        Refusal::ClockFailed,
        Refusal::BeforeEpoch { by_ms: 1 },
        Refusal::Behind { by_ms: u64::MAX },
        Refusal::Full,
        Refusal::Lead { by_ms: 2 },
        Refusal::Horizon,
        Refusal::MarkAhead { by_ms: 3 },
        Refusal::NotStarted,
        Refusal::Resolution { clock_ns: 1_000_000 },
    ] {
        log.value(refusal);
        log.value(Stopped { written: 9, cause: Cause::<u8>::Refused(refusal) });
    }
    log.value(Cause::<Exhausted>::Wait { for_ms: 4 });
    let mut ids = V7Generator::new(ManualClock::at_ms(1), Bytes::new(&[]));
    ids.generate().err().into_iter().for_each(|cause| log.value(cause));
}

fn policies(log: &As) {
    let more = Policy {
        on_behind: OnBehind::Wait { up_to_ms: 5 },
        on_full: OnFull::Wait,
        on_unset: OnUnset::RunFromMark,
        ..Policy::STRICT
    };
    for policy in [Policy::KEEP_GOING, Policy::STRICT, more] {
        log.value(policy);
    }
    log.value(OnBehind::Hold { up_to_ms: u32::MAX, beyond: Beyond::Refuse });
    log.value(OnFull::Borrow { up_to_ms: 6 });
    log.value(OnMarkLate::GoOn);
}

fn meter_and_marks(log: &As) {
    let clock = ManualClock::at_ms(5_000);
    let policy = Policy { on_mark_late: OnMarkLate::Refuse, ..Policy::KEEP_GOING };
    let options = v7::Options::new().mark_window_ms(1_000).policy(policy);
    let mut ids = V7Generator::with(options, &clock, Bytes::new(&[0x55; 17]));
    Mark::from_unix_ms(4_000).into_iter().for_each(|mark| {
        log.value(mark);
        let _ = ids.start_from(mark);
    });
    ids.generate().err().into_iter().for_each(|cause| log.value(cause)); // a first mark is due
    if let Some(due) = ids.mark_due() {
        log.value(due);
        ids.mark_saved(due);
    }
    let _ = ids.generate();
    clock.set_ms(4_900);
    let _ = ids.generate();
    ids.generate().err().into_iter().for_each(|cause| log.value(cause)); // the bytes run out
    log.value(ids.meter());
}

fn firmware(log: &As) {
    log.value(Busy);
    log.value(Dry);
    log.value(Error::<u8>::Busy);
    log.value(Error::Cause(Cause::Entropy(PoolError::<u8>::Dry)));
    log.value(Error::Cause(Cause::Entropy(PoolError::Source(HardwareError::Failed(3u8)))));
    for error in [TopUpError::Busy, TopUpError::Taken, TopUpError::Missing, TopUpError::Source(4u8)] {
        log.value(error);
    }
    for error in [HardwareError::<u8>::NotReady, HardwareError::Stuck] {
        log.value(error);
    }
    log.value([NotRead::NotReady, NotRead::Failed(5u8)]);
    for error in [FlashError::Flash(6u8), FlashError::Damaged, FlashError::NotKept, FlashError::Spent] {
        log.value(error);
        log.value(SaveError::Store(error));
    }
    log.value([SaveError::<u8>::Busy, SaveError::Refused(Refusal::Unset)]);
    log.value(FlashError::<u8>::Stock(StockError::TooMany));
    log.value([StockError::Erased, StockError::Foreign, StockError::Version { found: 2 }, StockError::Damaged]);
    log.value([RangesError::Busy, RangesError::NotResumed, RangesError::Cause(Empty::ToSave)]);
    log.value([Empty::Due { from_ms: 7 }, Empty::TooFew { left: 3 }, Empty::Closed]);
    log.value(Empty::Asked { ticket: Ticket::from_u64(4_294_967_297), until_ms: 10_000 });
    log.value([ranges::ResumeError::Busy, ranges::ResumeError::Twice]);
    log.value([SupplyError::Full, SupplyError::Late, SupplyError::Foreign, SupplyError::Closed]);
    log.value(ranges::ResumeError::Supply(SupplyError::PastCeiling { max_id: u64::MAX }));
    log.value(SupplyError::Overlap { from: 12 });
    Uuid::NIL.write_to(&mut [0; 7]).err().into_iter().for_each(|error| log.value(error));
}
