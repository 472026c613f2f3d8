//! Instructions with interrupts off, for each kind of call: the longest section of it, lock and clock included.
//!
//! Each line is a scheme, a kind of call, and the ticks of SysTick. The first is what the watch takes, which is in all of them.
#![no_std]
#![no_main]

use core::hint::black_box;

use cortex_m_rt::entry;
use mintid::clock::ManualClock;
use mintid::entropy::Entropy;
use mintid::mark::Mark;
use mintid::options::Options;
use mintid::policy::{Beyond, NO_BOUND, OnBehind, OnFull, OnMarkLate, OnUnset, Policy};
use mintid::scheme::Scheme;
use mintid::{ulid, uuid};
use mintid_firmware_cost::count::longest;
use mintid_firmware_cost::stubs::{BASE_MS, Random, Ticks};
use mintid_firmware_cost::timer::{self, Pace};
use mintid_firmware_cost::{host, lock, no_panic};
use mintid_mcu::Shared;

critical_section::set_impl!(lock::Watched);
no_panic!();

type Ids<S> = Shared<S, Ticks, Random>;

/// Where the clock stands, in milliseconds of the stub.
const NOW: u32 = 1_000_000;

/// A generator that has minted one id at `NOW`, and whose pool is full.
#[inline(always)]
fn begun<S: Scheme + Copy>(options: Options<S>) -> Ids<S> {
    Ticks::set(NOW);
    let ids = Shared::new(options, Ticks, Random);
    let _ = ids.generate();
    let _ = ids.top_up();
    ids
}

/// Prints what an id takes whose clock says `then`.
#[inline(always)]
fn at<S: Scheme + Copy>(scheme: &str, kind: &str, options: Options<S>, then: u32) {
    let ids = black_box(begun(options));
    Ticks::set(then);
    longest(scheme, kind, || ids.generate_from_interrupt());
}

/// The same, with the bytes of the id on both sides of the pool's end.
#[inline(always)]
fn at_the_end<S: Scheme + Copy>(scheme: &str, kind: &str, options: Options<S>, then: u32) {
    let ids = black_box(begun(options));
    let _ = ids.with(|ids| ids.entropy_mut().draw::<16>());
    let _ = ids.top_up();
    Ticks::set(then);
    longest(scheme, kind, || ids.generate_from_interrupt());
}

const HOLD: OnBehind = OnBehind::Hold { up_to_ms: 10_000, beyond: Beyond::Restart };

#[inline(never)]
fn ids<S: Scheme + Copy>(scheme: &str, options: Options<S>) {
    let options = black_box(options);
    at(scheme, "the same tick", options, NOW);
    at(scheme, "a new tick", options, NOW + 1);
    at(scheme, "held", options, NOW - 5_000);
    at(scheme, "restarted", options, NOW - 50_000);
    at_the_end(scheme, "a new tick, at the pool's end", options, NOW + 1);
    at_the_end(scheme, "restarted, at the pool's end", options, NOW - 50_000);
    at(scheme, "behind, a wait", options.on_behind(OnBehind::Wait { up_to_ms: NO_BOUND }), NOW - 5_000);
    at(scheme, "behind, refused", options.policy(Policy::STRICT), NOW - 5_000);
}

#[inline(never)]
fn full<S: Scheme + Copy>(scheme: &str, options: Options<S>) {
    for (kind, on_full) in [
        ("full, borrowed", OnFull::Borrow { up_to_ms: 10_000 }),
        ("full, a wait", OnFull::Wait),
        ("full, refused", OnFull::Refuse),
        ("full, too far ahead", OnFull::Borrow { up_to_ms: 0 }),
    ] {
        let ids = black_box(begun(options.on_full(on_full).on_behind(HOLD)));
        let _ = ids.with(|ids| ids.reseed());
        longest(scheme, kind, || ids.generate_from_interrupt());
    }
}

#[inline(never)]
fn marks<S: Scheme + Copy>(scheme: &str, options: Options<S>) {
    let options = black_box(options.mark_window_ms(60_000).on_mark_late(OnMarkLate::Refuse));
    Ticks::set(NOW);
    let ids = black_box(Ids::new(options, Ticks, Random));
    let _ = ids.top_up();
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
    Ticks::set(NOW - 100_000);
    let _ = ids.top_up();
    longest(scheme, "a restart that needs a mark", || ids.generate_from_interrupt());
    longest(scheme, "flush", || ids.flush());

    let ids = black_box(Ids::new(options.on_mark_late(OnMarkLate::GoOn), Ticks, Random));
    let _ = (ids.top_up(), ids.start_without_mark());
    longest(scheme, "an id past the mark", || ids.generate_from_interrupt());
    Ticks::set(NOW - 900_000);
    longest(scheme, "a restart past the mark", || ids.generate_from_interrupt());
}

#[inline(never)]
fn clocks<S: Scheme + Copy>(scheme: &str, options: Options<S>) {
    let options = black_box(options.on_unset(OnUnset::RunFromMark));
    let ids = black_box(Shared::<S, _, _>::new(options, ManualClock::unset(), Random));
    let _ = ids.top_up();
    longest(scheme, "a clock that is not set", || ids.generate_from_interrupt());
    let Some(mark) = Mark::from_unix_ms(BASE_MS as u64) else { return };
    let _ = ids.start_from(mark);
    longest(scheme, "run from the mark", || ids.generate_from_interrupt());
    longest(scheme, "setting the clock", || ids.with(|ids| ids.clock_mut().set_ms(BASE_MS)));
    let _ = ids.with(|ids| ids.clock_mut().set_ms(-1));
    longest(scheme, "before the epoch", || ids.generate_from_interrupt());
}

#[inline(never)]
fn pool<S: Scheme + Copy>(scheme: &str, options: Options<S>) {
    Ticks::set(NOW);
    let ids = black_box(Ids::new(options, Ticks, Random));
    longest(scheme, "dry", || ids.generate_from_interrupt());
    longest(scheme, "topping up", || ids.top_up());
    // Half of it is used up.
    let _ = ids.with(|ids| ids.entropy_mut().draw::<16>());
    longest(scheme, "topping up from half", || ids.top_up());
    longest(scheme, "the meter", || ids.meter());
}

fn all<S: Scheme + Copy>(scheme: &str, options: Options<S>) {
    ids(scheme, options);
    full(scheme, options);
    marks(scheme, options);
    clocks(scheme, options);
    pool(scheme, options);
}

#[entry]
fn main() -> ! {
    timer::start(Pace::Fast);
    longest("the watch", "nothing else", || critical_section::with(|_| ()));
    all("v7", uuid::v7::Options::new());
    all("ULID", ulid::Options::new());
    ids("ULID, random step", ulid::Options::new().step(ulid::Step::Random));
    host::exit()
}
