//! The v7 generator with sub-millisecond time: RFC 9562 section 6.2, method 3, "replace leftmost random bits with increased
//! clock precision".
//!
//! ```text
//!  48 bits            4    12 bits       2   14 bits     48 bits
//! ┌──────────────────┬───┬─────────────┬───┬───────────┬──────────────────┐
//! │ unix_ts_ms       │ 7 │ 1/4096 ms   │ 2 │ counter   │ fresh random     │
//! └──────────────────┴───┴─────────────┴───┴───────────┴──────────────────┘
//! ```
//!
//! The tick is 1/4096 ms, about 244 ns; the counter orders ids within it. A clock that cannot show such steps is refused
//! with [`Refusal::Resolution`](crate::Refusal::Resolution): zeros, or noise, passed off as time would be a lie. Nothing in
//! the id says that `rand_a` is time, so read it back only where you know who made it.

use super::Uuid;
use super::v7::tick_of_v7;
use crate::entropy::Entropy;
use crate::field::LAST_UNIX_MS;
use crate::generator::Generator;
use crate::scheme::{Scheme, sealed};
use crate::timeline::{Room, Scale};

/// Mints v7 UUIDs that carry the fraction of the millisecond in `rand_a`.
///
/// ```
/// use mintid::PreciseV7Generator;
/// use mintid::clock::{ManualClock, Reading};
/// use mintid::entropy::Bytes;
///
/// let clock = ManualClock::unset().with_resolution_ns(1);
/// clock.set(Ok(Reading::from_ms_and_ns(1_764_417_600_000, 500_000)));
/// let mut ids = PreciseV7Generator::new(&clock, Bytes::new(&[0; 8]));
/// assert_eq!(ids.generate()?.v7_rand_a(), Some(2048)); // half a millisecond
/// # Ok::<(), mintid::Cause<mintid::entropy::Exhausted>>(())
/// ```
pub type PreciseV7Generator<C, E> = Generator<Fraction, C, E>;

/// What a [`PreciseV7Generator`] is made with.
pub type Options = crate::options::Options<Fraction>;

impl<C, E> PreciseV7Generator<C, E> {
    /// A generator with the defaults: [`Policy::KEEP_GOING`](crate::Policy::KEEP_GOING), no marks.
    #[must_use]
    pub const fn new(clock: C, entropy: E) -> Self {
        Self::with(Options::new(), clock, entropy)
    }
}

impl Options {
    /// The defaults: [`Policy::KEEP_GOING`](crate::Policy::KEEP_GOING), no marks.
    #[must_use]
    pub const fn new() -> Self {
        Self::of(Fraction { counter: 0 }, SCALE)
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::new()
    }
}

const FRAC_BITS: u32 = 12;
const COUNTER_BITS: u32 = 14;
const TAIL_BITS: u32 = 48;
const SCALE: Scale = Scale::unix_fracs((LAST_UNIX_MS << FRAC_BITS) | 0xfff);

/// The scheme: the fraction in `rand_a`, a counter on top of `rand_b`, fresh random bits below.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fraction {
    /// The counter of the newest id, 14 bits.
    counter: u16,
}

const fn id(tick: u64, counter: u16, random: u64) -> Uuid {
    let tail = random & ((1 << TAIL_BITS) - 1);
    Uuid::v7_of(tick >> FRAC_BITS, tick & 0xfff, ((counter as u64) << TAIL_BITS) | tail)
}

/// 8 bytes, of which the low 62 bits count, and the counter's top bit is cleared.
#[inline(always)]
fn draw<E: Entropy>(entropy: &mut E) -> Result<(u16, u64), E::Error> {
    let drawn = u64::from_be_bytes(entropy.draw()?);
    Ok(((drawn >> TAIL_BITS) as u16 & ((1 << (COUNTER_BITS - 1)) - 1), drawn))
}

impl sealed::Sealed for Fraction {}

impl Scheme for Fraction {
    type Id = Uuid;

    /// 1/4096 ms is 244.14 ns.
    const COARSEST_CLOCK_NS: u32 = 244;

    const LARGEST_DRAW: usize = 8;

    #[inline]
    fn scale(&self) -> Scale {
        SCALE
    }

    #[inline]
    fn room(&self) -> Room {
        if self.counter < (1 << COUNTER_BITS) - 1 { Room::Left } else { Room::Full }
    }

    fn close(&mut self) {
        self.counter = (1 << COUNTER_BITS) - 1;
    }

    #[inline(always)]
    fn first<E: Entropy>(&mut self, tick: u64, entropy: &mut E) -> Result<Uuid, E::Error> {
        let (counter, random) = draw(entropy)?;
        self.counter = counter;
        Ok(id(tick, counter, random))
    }

    #[inline(always)]
    fn next<E: Entropy>(&mut self, tick: u64, entropy: &mut E) -> Result<Uuid, E::Error> {
        let [a, b, c, d, e, f] = entropy.draw()?;
        self.counter = self.counter.wrapping_add(1); // below the maximum, or there would be no room
        Ok(id(tick, self.counter, u64::from_be_bytes([0, 0, a, b, c, d, e, f])))
    }

    fn at<E: Entropy>(&self, tick: u64, entropy: &mut E) -> Result<Uuid, E::Error> {
        let (counter, random) = draw(entropy)?;
        Ok(id(tick, counter, random))
    }

    /// `rand_a` of a v7 from elsewhere may be random; whatever it means, ids of a higher tick sort after it.
    fn tick_of(&self, v7: Uuid) -> Option<u64> {
        let ms = tick_of_v7(v7)?;
        Some((ms << FRAC_BITS) | (v7.high() & 0xfff))
    }
}
