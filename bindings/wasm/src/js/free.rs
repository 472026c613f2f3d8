//! Free functions: an id, here and now.

use core::cell::RefCell;
use std::thread::LocalKey;
use std::thread_local;

use mintid::clock::{Clock, ManualClock};
use mintid::entropy::{Entropy, Pool};
use mintid::generator::Generator;
use mintid::scheme::Scheme;
use mintid::{Cause, Meter, Ulid, UlidGenerator, Uuid, V4Generator, V7Generator, ulid, uuid};

use super::{JsClock, JsEntropy, JsEntropyError};

/// No id draws more.
const DRAW: usize = 16;

/// Larger makes the call to JavaScript rarer.
const POOL: usize = 2048;

/// The clock and the source of these generators are what was asked for before the call, see [`mint`].
type Ids<S> = RefCell<Generator<S, ManualClock, Drawn>>;

thread_local! {
    static RANDOM: RefCell<Pool<JsEntropy, POOL>> = const { RefCell::new(Pool::new(JsEntropy)) };
    static V7: Ids<uuid::v7::Counter> =
        const { RefCell::new(V7Generator::with(uuid::v7::Options::new(), ManualClock::unset(), Drawn)) };
    static ULID: Ids<ulid::Randomness> =
        const { RefCell::new(UlidGenerator::with(ulid::Options::new(), ManualClock::unset(), Drawn)) };
}

/// A v4 UUID (RFC 9562 section 5.4).
///
/// # Errors
///
/// [`Cause::Entropy`] where JavaScript gives no randomness.
pub fn try_uuid_v4() -> Result<Uuid, Cause<JsEntropyError>> {
    let topped_up = top_up();
    V4Generator::new(Drawn).generate().map_err(|dry| Cause::Entropy(dry.because(topped_up)))
}

/// A v7 UUID (RFC 9562 section 5.7), larger than every one this thread has been given before.
///
/// A clock that steps back is held for 10 s, and beyond that order starts anew
/// ([`Policy::KEEP_GOING`](mintid::Policy::KEEP_GOING)).
///
/// # Errors
///
/// [`Cause`]: a clock that fails or is outside 1970 to 10889, ids 10 s ahead of a clock that stands still, no
/// randomness.
pub fn try_uuid_v7() -> Result<Uuid, Cause<JsEntropyError>> {
    mint(&V7)
}

/// A ULID, larger than every one this thread has been given before.
///
/// As [`try_uuid_v7`] in all else.
///
/// # Errors
///
/// As [`try_uuid_v7`].
pub fn try_ulid() -> Result<Ulid, Cause<JsEntropyError>> {
    mint(&ULID)
}

/// The counts of [`try_uuid_v7`] in this thread.
#[must_use]
pub fn meter_v7() -> Meter {
    V7.with_borrow(Generator::meter)
}

/// The counts of [`try_ulid`] in this thread.
#[must_use]
pub fn meter_ulid() -> Meter {
    ULID.with_borrow(Generator::meter)
}

fn mint<S: Scheme>(ids: &'static LocalKey<Ids<S>>) -> Result<S::Id, Cause<JsEntropyError>> {
    // Both may be functions that somebody has put there and that make ids themselves, so nothing is borrowed while they
    // run.
    let reading = JsClock.read();
    let topped_up = top_up();
    let minted = ids.with_borrow_mut(|ids| {
        ids.clock_mut().set(reading);
        ids.generate()
    });
    minted.map_err(|cause| cause.map_entropy(|dry| dry.because(topped_up)))
}

/// Sees to it that the pool holds enough for any id.
fn top_up() -> Result<(), JsEntropyError> {
    if RANDOM.with_borrow(Pool::available) >= DRAW {
        return Ok(());
    }
    // Ids made meanwhile find an empty pool of their own, whose rest goes unused.
    let mut pool = RANDOM.replace(Pool::new(JsEntropy));
    let topped_up = pool.top_up();
    RANDOM.set(pool);
    topped_up
}

/// The bytes drawn ahead, and no more.
struct Drawn;

/// Fewer are held than the id needs.
struct Dry;

impl Dry {
    fn because(self, topped_up: Result<(), JsEntropyError>) -> JsEntropyError {
        topped_up.err().unwrap_or(JsEntropyError::Failed)
    }
}

impl Entropy for Drawn {
    type Error = Dry;

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Dry> {
        RANDOM.with_borrow_mut(|pool| {
            // The pool would ask JavaScript for the rest.
            if pool.available() < bytes.len() {
                return Err(Dry);
            }
            pool.fill(bytes).map_err(|_| Dry)
        })
    }
}
