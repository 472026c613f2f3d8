//! Instructions with interrupts off, for each kind of call that mints Snowflakes. The lines are those of `locked`.
//!
//! Their options are of a type of their own, and there is no pool.
#![no_std]
#![no_main]

use core::hint::black_box;

use cortex_m_rt::entry;
use mintid::clock::ManualClock;
use mintid::mark::Mark;
use mintid::policy::{NO_BOUND, OnFull, OnUnset};
use mintid::snowflake::{Layout, OnBehind, Options, Start};
use mintid_firmware_cost::count::longest;
use mintid_firmware_cost::stubs::{BASE_MS, Random, Ticks};
use mintid_firmware_cost::timer::{self, Pace};
use mintid_firmware_cost::{host, lock, no_panic};
use mintid_mcu::SharedSnowflake;

critical_section::set_impl!(lock::Watched);
no_panic!();

/// Where the clock stands, in milliseconds of the stub.
const NOW: u32 = 1_000_000;

type Ids = SharedSnowflake<Ticks>;

/// A generator that has minted one id at `NOW`.
#[inline(always)]
fn begun(options: Options) -> Ids {
    Ticks::set(NOW);
    let ids = Ids::of(options, Ticks);
    let _ = ids.generate();
    ids
}

/// Prints what an id takes whose clock says `then`.
#[inline(always)]
fn at(scheme: &str, kind: &str, options: Options, then: u32) {
    let ids = black_box(begun(options));
    Ticks::set(then);
    longest(scheme, kind, || ids.generate_from_interrupt());
}

#[inline(never)]
fn ids(scheme: &str, layout: Layout) {
    let Ok(options) = Options::new(layout, 21) else { return };
    let options = black_box(options);
    at(scheme, "the same tick", options, NOW);
    at(scheme, "a new tick", options, NOW + 10);
    at(scheme, "a new tick, going on", options.start(Start::Continue), NOW + 10);
    at(scheme, "held", options.on_behind(OnBehind::Hold { up_to_ms: 10_000 }), NOW - 5_000);
    at(scheme, "behind, a wait", options.on_behind(OnBehind::Wait { up_to_ms: NO_BOUND }), NOW - 5_000);
    at(scheme, "behind, refused", options.on_behind(OnBehind::Refuse), NOW - 5_000);
    let ids = black_box(begun(options));
    longest(scheme, "a batch", || ids.with(|ids| ids.generate_batch(16)));
    let ids = black_box(SharedSnowflake::<_, _, 32>::with_source(options.start(Start::Random), Ticks, Random));
    let _ = ids.top_up();
    longest(scheme, "a new tick, random start", || ids.generate_from_interrupt());
}

#[inline(never)]
fn full(scheme: &str, options: Options) {
    for (kind, on_full) in [
        ("full, borrowed", OnFull::Borrow { up_to_ms: 10_000 }),
        ("full, a wait", OnFull::Wait),
        ("full, refused", OnFull::Refuse),
        ("full, too far ahead", OnFull::Borrow { up_to_ms: 0 }),
    ] {
        let ids = black_box(begun(options.on_full(on_full)));
        let _ = ids.with(|ids| ids.reseed());
        longest(scheme, kind, || ids.generate_from_interrupt());
    }
}

#[inline(never)]
fn marks(scheme: &str, options: Options) {
    let options = black_box(options.mark_window_ms(60_000).on_behind(OnBehind::Hold { up_to_ms: 10_000 }));
    Ticks::set(NOW);
    let ids = black_box(Ids::of(options, Ticks));
    let Some(mark) = Mark::from_unix_ms(BASE_MS as u64 + u64::from(NOW) + 30_000) else { return };
    longest(scheme, "not started", || ids.generate_from_interrupt());
    longest(scheme, "start from a mark", || ids.start_from(mark));
    longest(scheme, "a reading without an id", || ids.observe());
    longest(scheme, "refused for a mark", || ids.generate_from_interrupt());
    let mut due = Ok(None);
    longest(scheme, "mark due", || due = ids.mark_due());
    let Ok(Some(due)) = due else { return };
    longest(scheme, "mark saved", || ids.mark_saved(due));
    longest(scheme, "resumed", || ids.generate_from_interrupt());
    Ticks::set(NOW + 5);
    longest(scheme, "the same tick, resumed", || ids.generate_from_interrupt());
    longest(scheme, "no mark due", || ids.mark_due());
    Ticks::set(NOW + 100_000);
    longest(scheme, "a new tick past the mark", || ids.generate_from_interrupt());
    longest(scheme, "flush", || ids.flush());
}

#[inline(never)]
fn clocks(scheme: &str, options: Options) {
    let options = black_box(options.on_unset(OnUnset::RunFromMark));
    let ids = black_box(SharedSnowflake::<_>::of(options, ManualClock::unset()));
    longest(scheme, "a clock that is not set", || ids.generate_from_interrupt());
    let Some(mark) = Mark::from_unix_ms(BASE_MS as u64) else { return };
    let _ = ids.start_from(mark);
    longest(scheme, "run from the mark", || ids.generate_from_interrupt());
    longest(scheme, "setting the clock", || ids.with(|ids| ids.clock_mut().set_ms(BASE_MS)));
    let _ = ids.with(|ids| ids.clock_mut().set_ms(-1));
    longest(scheme, "before the epoch", || ids.generate_from_interrupt());
    longest(scheme, "the meter", || ids.meter());
}

fn all(scheme: &str, layout: Layout) {
    let Ok(options) = Options::new(layout, 21) else { return };
    ids(scheme, layout);
    full(scheme, options);
    marks(scheme, options);
    clocks(scheme, options);
}

#[entry]
fn main() -> ! {
    timer::start(Pace::Fast);
    all("Snowflake", Layout::TWITTER);
    // Each reading is divided by the tick.
    ids("Snowflake, ticks of 10 ms", Layout::SONYFLAKE);
    host::exit()
}
