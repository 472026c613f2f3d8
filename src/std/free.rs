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
use crate::field::LAST_UNIX_MS;
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
    Uuid::from_u128(v4_value())
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
///
/// A forked child goes on above its parent, with randomness of its own. A program whose threads mint and fork makes one id
/// before it starts them: a child that is forked just while another thread makes the very first one inherits it half made.
#[must_use]
#[inline]
pub fn uuid_v7() -> Uuid {
    Uuid::from_u128(v7_value())
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
    Ulid::from_u128(ulid_value())
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

// A number is returned in registers. An id, which is an array, would be returned through memory, written in two halves and
// read back as one, and that stalls for a good part of the whole call.

#[inline(never)]
fn v4_value() -> u128 {
    match ThreadEntropy::draw_held() {
        Some(random) => Uuid::v4_from_bytes(random).to_u128(),
        None => patiently(try_uuid_v4, |_: Refusal| None).to_u128(),
    }
}

#[inline(never)]
fn v7_value() -> u128 {
    match v7_ids().generate_plainly() {
        Some(Ok(id)) => id.to_u128(),
        _ => patiently(try_uuid_v7, |refusal| v7_ids().at(nearest_ms(refusal)).ok()).to_u128(),
    }
}

#[inline(never)]
fn ulid_value() -> u128 {
    match ulid_ids().generate_plainly() {
        Some(Ok(id)) => id.to_u128(),
        _ => patiently(try_ulid, |refusal| ulid_ids().at(nearest_ms(refusal)).ok()).to_u128(),
    }
}

/// Tries until there is an id: at once from `outside` for a time that no order can hold, later for all that passes.
#[cold]
#[inline(never)]
fn patiently<T>(attempt: impl Fn() -> Result<T, Cause<OsError>>, outside: impl Fn(Refusal) -> Option<T>) -> T {
    loop {
        let pause_ms = match attempt() {
            Ok(id) => return id,
            Err(Cause::Refused(refusal @ (Refusal::BeforeEpoch { .. } | Refusal::Horizon | Refusal::ClockFailed))) => {
                match outside(refusal) {
                    Some(id) => return id,
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
    if refusal == Refusal::Horizon { LAST_UNIX_MS } else { 0 }
}
