//! Free functions: an id, here and now, from any thread, in order process-wide.

use core::time::Duration;
use rust_std::cell::RefCell;
use rust_std::thread;
use rust_std::thread_local;

use super::entropy::{OsError, ThreadEntropy};
use super::process::{Here, Process};
use super::shared::{SharedUlid, SharedV7};
use crate::cause::{Cause, Refusal};
use crate::entropy::Entropy;
use crate::meter::Meter;
use crate::ulid::{Options as UlidOptions, Randomness};
use crate::uuid::v7::{Counter, Options as V7Options};
use crate::{Ulid, Uuid};

static V7: Process<Counter> = Process::first(V7Options::new());
static ULID: Process<Randomness> = Process::first(UlidOptions::new());

thread_local! {
    static V7_HERE: RefCell<Here<Counter>> = const { RefCell::new(Here::unknown()) };
    static ULID_HERE: RefCell<Here<Randomness>> = const { RefCell::new(Here::unknown()) };
}

/// This process's generator behind [`uuid_v7`].
#[inline]
fn v7_ids() -> &'static SharedV7 {
    V7_HERE.with_borrow_mut(|here| here.ids(&V7))
}

/// This process's generator behind [`ulid()`].
#[inline]
fn ulid_ids() -> &'static SharedUlid {
    ULID_HERE.with_borrow_mut(|here| here.ids(&ULID))
}

/// A v4 UUID (RFC 9562 section 5.4).
///
/// Where the operating system has no randomness to give, it waits for some; [`try_uuid_v4`] returns the error instead.
#[must_use]
#[inline]
pub fn uuid_v4() -> Uuid {
    match ThreadEntropy::draw_held() {
        Some(random) => Uuid::v4_from_bytes(random),
        None => patiently(try_uuid_v4, |_: Refusal| None).0,
    }
}

/// A v4 UUID, or the reason why there is none.
///
/// # Errors
///
/// [`Cause::Entropy`] where the operating system gives no randomness.
#[inline]
pub fn try_uuid_v4() -> Result<Uuid, Cause<OsError>> {
    ThreadEntropy.draw().map(Uuid::v4_from_bytes).map_err(Cause::Entropy)
}

/// A v7 UUID (RFC 9562 section 5.7), larger than every one this process has been given before.
///
/// The clock is the system's; a step back is held for 10 s, and beyond that order starts anew
/// ([`Policy::KEEP_GOING`](crate::Policy::KEEP_GOING)). It never panics: where the clock is outside 1970 to 10889, the id
/// carries the nearest of the two and stands outside the order, and where the operating system has no randomness to give,
/// it waits for some. [`try_uuid_v7`] returns both as errors instead.
#[must_use]
#[inline]
pub fn uuid_v7() -> Uuid {
    match v7_ids().generate_plainly() {
        Some(Ok(id)) => id,
        _ => patiently(try_uuid_v7, |refusal| v7_ids().at(nearest_ms(refusal)).ok()).0,
    }
}

/// A v7 UUID, or the reason why there is none.
///
/// # Errors
///
/// [`Cause`]: a clock outside 1970 to 10889, ids 10 s ahead of a clock that stands still, no randomness.
#[inline]
pub fn try_uuid_v7() -> Result<Uuid, Cause<OsError>> {
    v7_ids().generate()
}

/// A ULID, larger than every one this process has been given before.
///
/// As [`uuid_v7`] in all else.
#[must_use]
#[inline]
pub fn ulid() -> Ulid {
    match ulid_ids().generate_plainly() {
        Some(Ok(id)) => id,
        _ => patiently(try_ulid, |refusal| ulid_ids().at(nearest_ms(refusal)).ok()).0,
    }
}

/// A ULID, or the reason why there is none.
///
/// # Errors
///
/// As [`try_uuid_v7`].
#[inline]
pub fn try_ulid() -> Result<Ulid, Cause<OsError>> {
    ulid_ids().generate()
}

/// The counts of [`uuid_v7`] and [`try_uuid_v7`] in this process.
#[must_use]
pub fn meter_v7() -> Meter {
    v7_ids().meter()
}

/// The counts of [`ulid()`] and [`try_ulid`] in this process.
#[must_use]
pub fn meter_ulid() -> Meter {
    ulid_ids().meter()
}

/// An id that was waited for: a type of its own, so that it does not share its place in memory with one minted at once,
/// which then stays in registers.
struct Late<T>(T);

/// Tries until there is an id: at once from `outside` for a time that no order can hold, later for all that passes.
#[cold]
#[inline(never)]
fn patiently<T>(attempt: impl Fn() -> Result<T, Cause<OsError>>, outside: impl Fn(Refusal) -> Option<T>) -> Late<T> {
    loop {
        let pause_ms = match attempt() {
            Ok(id) => return Late(id),
            Err(Cause::Refused(refusal @ (Refusal::BeforeEpoch { .. } | Refusal::Horizon | Refusal::ClockFailed))) => {
                match outside(refusal) {
                    Some(id) => return Late(id),
                    None => 1,
                }
            }
            Err(Cause::Wait { for_ms }) => for_ms.clamp(1, 100),
            Err(_) => 1,
        };
        thread::sleep(Duration::from_millis(pause_ms));
    }
}

/// The end of the time line next to a clock that is past it.
fn nearest_ms(refusal: Refusal) -> u64 {
    if refusal == Refusal::Horizon { (1 << 48) - 1 } else { 0 }
}
