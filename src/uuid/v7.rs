//! The v7 generator with a counter: RFC 9562 section 5.7, and method 1 of section 6.2, "fixed bit-length dedicated counter".
//!
//! ```text
//!  48 bits            4    12 bits       2   62 bits
//! ┌──────────────────┬───┬─────────────┬───┬──────────────────────────────┐
//! │ unix_ts_ms       │ 7 │ rand_a      │ 2 │ rand_b                       │
//! └──────────────────┴───┴─────────────┴───┴──────────────────────────────┘
//!                         └── counter: 12 to 42 bits ──┘└── fresh random ─┘
//! ```
//!
//! The counter fills `rand_a` and goes on at the top of `rand_b`. At each new millisecond it starts from a random value
//! whose top bit is clear, so that at least half of it is left; each further id of the millisecond adds one and draws the
//! bits below afresh. At the default of 20 bits that is at least 524,288 ids a millisecond with 54 fresh random bits each.

use super::{Uuid, Version};
use crate::entropy::{Entropy, split_80};
use crate::field::LAST_UNIX_MS;
use crate::generator::Generator;
use crate::scheme::Scheme;
#[cfg(feature = "std")]
use crate::scheme::sealed::Counted;
use crate::scheme::sealed::Sealed;
use crate::timeline::{Room, Scale};

use core::fmt;

/// Mints v7 UUIDs whose order within a millisecond is kept by a counter.
///
/// ```
/// use mintid::V7Generator;
/// use mintid::clock::ManualClock;
/// use mintid::entropy::Bytes;
///
/// let clock = ManualClock::at_ms(1_764_417_600_000);
/// let mut ids = V7Generator::new(&clock, Bytes::new(&[0x5a; 24]));
/// let first = ids.generate()?;
/// let second = ids.generate()?; // the clock stands still
/// clock.set_ms(1_764_417_599_000); // and steps back
/// let third = ids.generate()?;
/// assert!(first < second && second < third);
/// assert_eq!(third.unix_ms(), Some(1_764_417_600_000));
/// # Ok::<(), mintid::Cause<mintid::entropy::Exhausted>>(())
/// ```
pub type V7Generator<C, E> = Generator<Counter, C, E>;

/// What a [`V7Generator`] is made with.
pub type Options = crate::options::Options<Counter>;

impl<C, E> V7Generator<C, E> {
    /// A generator with the defaults: 20 counter bits, [`Policy::KEEP_GOING`](crate::Policy::KEEP_GOING), no marks. Nothing is read or drawn yet.
    #[must_use]
    pub const fn new(clock: C, entropy: E) -> Self {
        Self::with(Options::new(), clock, entropy)
    }
}

/// The narrowest and widest counter, in bits, and the one used unless told otherwise.
const COUNTER_BITS: core::ops::RangeInclusive<u8> = 12..=42;
const DEFAULT_COUNTER_BITS: u8 = 20;

/// Below version and variant are 12 bits of `rand_a` and 62 of `rand_b`. These lowest ones no counter takes.
const RANDOM_BITS: u32 = 32;
/// What the widest counter takes of `rand_b`.
const COUNT_IN_RAND_B: u32 = 62 - RANDOM_BITS;
const COUNT_MAX: u64 = (1 << *COUNTER_BITS.end()) - 1;

const SCALE: Scale = Scale::unix_ms(LAST_UNIX_MS);

impl Options {
    /// The defaults: 20 counter bits, [`Policy::KEEP_GOING`](crate::Policy::KEEP_GOING), no marks.
    #[must_use]
    pub const fn new() -> Self {
        Self::of(Counter::of_width(DEFAULT_COUNTER_BITS), SCALE)
    }

    /// Another counter width, 12 to 42 bits.
    ///
    /// More bits mean more ids a millisecond; fewer mean more fresh random bits in each id.
    ///
    /// # Errors
    ///
    /// [`WidthError`] for any other width.
    pub const fn counter_bits(mut self, bits: u8) -> Result<Self, WidthError> {
        if bits < *COUNTER_BITS.start() || bits > *COUNTER_BITS.end() {
            return Err(WidthError { bits });
        }
        self.scheme = Counter::of_width(bits);
        Ok(self)
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::new()
    }
}

/// A counter width outside 12 to 42 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct WidthError {
    bits: u8,
}

impl WidthError {
    /// The width asked for.
    #[must_use]
    pub const fn bits(&self) -> u8 {
        self.bits
    }
}

impl fmt::Display for WidthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a counter of {} bits is not possible: choose 12 to 42", self.bits)
    }
}

impl core::error::Error for WidthError {}

/// The scheme: a counter on top of fresh random bits.
///
/// The counter is kept where the widest stands in the id, and its step with it, so that an id is put together without
/// shifting by the width; small cores shift 64 bits in a loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counter {
    /// What the widest counter takes of the id: 12 bits of `rand_a`, 30 of `rand_b`. Those below this counter are zeros.
    count: u64,
    /// One step of this counter in that place.
    unit: u32,
    bits: u8,
}

impl Counter {
    const fn of_width(bits: u8) -> Self {
        Self { count: 0, unit: 1 << (*COUNTER_BITS.end() - bits), bits }
    }

    /// The bits of the id below the counter: 32 to 62 of them.
    pub(crate) const fn tail_mask(self) -> u64 {
        ((self.unit as u64) << RANDOM_BITS) - 1
    }

    /// The counter `n` steps on.
    const fn after(self, n: u64) -> Self {
        Self { count: self.count + n * self.unit as u64, ..self }
    }

    const fn id(self, tick: u64, tail: u64) -> Uuid {
        Uuid::v7_of(tick, self.count >> COUNT_IN_RAND_B, self.count << RANDOM_BITS | tail)
    }

    /// This state with a new tick's counter, and the random bits below it: 10 bytes, of which the low 74 bits count.
    #[inline(always)]
    fn draw<E: Entropy>(self, entropy: &mut E) -> Result<(Self, u64), E::Error> {
        let (high, low) = split_80(entropy.draw()?);
        // 9 bits of the 10: the top bit of the counter is clear.
        let count = ((high & 0x1ff) as u64) << (u64::BITS - RANDOM_BITS) | low >> RANDOM_BITS;
        Ok((Self { count: count & !(self.unit as u64 - 1), ..self }, low & self.tail_mask()))
    }

    /// The random bits below the counter, from as many whole bytes as they need; the surplus high bits are dropped.
    #[inline(always)]
    fn draw_tail<E: Entropy>(self, entropy: &mut E) -> Result<u64, E::Error> {
        const DEFAULT: Counter = Counter::of_width(DEFAULT_COUNTER_BITS);
        if self.unit != DEFAULT.unit {
            return self.draw_other_tail(entropy);
        }
        // The default width has a way of its own: a length known when compiling makes the copy two moves.
        let [a, b, c, d, e, f, g] = entropy.draw()?;
        let low = u32::from_be_bytes([d, e, f, g]);
        Ok(((u32::from_be_bytes([0, a, b, c]) as u64) << 32 | low as u64) & DEFAULT.tail_mask())
    }

    #[cold]
    #[inline(never)]
    fn draw_other_tail<E: Entropy>(self, entropy: &mut E) -> Result<u64, E::Error> {
        let mut bytes = [0; 8];
        // Of 64 bits a counter of 10 would leave all, and each bit more one less.
        let unused = (self.bits - 10) / 8;
        if let Some(wanted) = bytes.get_mut(unused as usize..) {
            entropy.fill(wanted)?;
        }
        Ok(u64::from_be_bytes(bytes) & self.tail_mask())
    }
}

impl Sealed for Counter {}

impl Scheme for Counter {
    type Id = Uuid;

    const COARSEST_CLOCK_NS: u32 = u32::MAX;

    const LARGEST_DRAW: usize = 10;

    #[inline]
    fn scale(&self) -> Scale {
        SCALE
    }

    #[inline]
    fn room(&self) -> Room {
        if self.count + self.unit as u64 <= COUNT_MAX { Room::Left } else { Room::Full }
    }

    fn close(&mut self) {
        self.count = COUNT_MAX;
    }

    #[inline(always)]
    fn first<E: Entropy>(&mut self, tick: u64, entropy: &mut E) -> Result<Uuid, E::Error> {
        let (drawn, tail) = self.draw(entropy)?;
        self.count = drawn.count;
        Ok(drawn.id(tick, tail))
    }

    #[inline(always)]
    fn next<E: Entropy>(&mut self, tick: u64, entropy: &mut E) -> Result<Uuid, E::Error> {
        let next = self.after(1);
        let tail = self.draw_tail(entropy)?;
        self.count = next.count;
        Ok(next.id(tick, tail))
    }

    fn at<E: Entropy>(&self, tick: u64, entropy: &mut E) -> Result<Uuid, E::Error> {
        let (drawn, tail) = self.draw(entropy)?;
        Ok(drawn.id(tick, tail))
    }

    fn tick_of(&self, id: Uuid) -> Option<u64> {
        tick_of_v7(id)
    }
}

#[cfg(feature = "std")]
impl Counted for Counter {
    fn to_words(&self) -> [u64; 2] {
        [self.count, u64::from(self.bits) << 32 | u64::from(self.unit)]
    }

    #[inline]
    fn of_words(&self, [count, width]: [u64; 2]) -> Self {
        Self { count, unit: width as u32, bits: (width >> 32) as u8 }
    }

    fn left(&self) -> u64 {
        (COUNT_MAX - self.count) >> (*COUNTER_BITS.end() - self.bits)
    }

    #[inline]
    fn ahead(&self, n: u64) -> Self {
        self.after(n)
    }

    fn steps_from(&self, base: &Self) -> u64 {
        self.count.wrapping_sub(base.count) >> (*COUNTER_BITS.end() - self.bits)
    }
}

/// The millisecond of a v7 UUID.
pub(crate) const fn tick_of_v7(id: Uuid) -> Option<u64> {
    match id.version() {
        Some(Version::V7) => Some(id.high() >> 16),
        _ => None,
    }
}
