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

use super::fields::{LAST_UNIX_MS, RAND_B_MASK};
use super::{Uuid, Version};
use crate::entropy::{Entropy, split_80};
use crate::generator::Generator;
use crate::scheme::{Counted, Scheme, sealed};
use crate::timeline::{Room, Scale, Timeline};

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
        Self::from_options(Options::new(), clock, entropy)
    }

    /// [`with`](Self::with) as a `const fn`, for a generator in a `static`.
    #[must_use]
    pub const fn from_options(options: Options, clock: C, entropy: E) -> Self {
        let timeline = Timeline::new(options.policy, options.window_ms, &SCALE);
        Self::from_parts(timeline, options.scheme, clock, entropy)
    }
}

/// The narrowest and widest counter, in bits, and the one used unless told otherwise.
const COUNTER_BITS: core::ops::RangeInclusive<u8> = 12..=42;
const DEFAULT_COUNTER_BITS: u8 = 20;

/// The bits below version and variant: 12 of `rand_a` and 62 of `rand_b`.
const PAYLOAD_BITS: u32 = RAND_A_BITS as u32 + RAND_B_BITS;
const RAND_A_BITS: u8 = 12;
const RAND_A_MAX: u16 = (1 << RAND_A_BITS) - 1;
const RAND_B_BITS: u32 = 62;

const SCALE: Scale = Scale::unix_ms(LAST_UNIX_MS);

impl Options {
    /// The defaults: 20 counter bits, [`Policy::KEEP_GOING`](crate::Policy::KEEP_GOING), no marks.
    #[must_use]
    pub const fn new() -> Self {
        Self::of(Counter::of_width(DEFAULT_COUNTER_BITS))
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
        self.scheme.bits = bits;
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
/// The counter is kept where it stands in the id, cut in two by the variant bits, so that an id is put together without
/// shifting by the width; small cores shift 64 bits in a loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counter {
    /// The counter's part in `rand_b`, on top of its 62 bits; the bits below it are clear.
    low: u64,
    /// The counter's part in `rand_a`: 12 bits.
    rand_a: u16,
    bits: u8,
}

impl Counter {
    const fn of_width(bits: u8) -> Self {
        Self { low: 0, rand_a: 0, bits }
    }

    /// How many bits lie below the counter: 32 to 62.
    const fn tail_bits(self) -> u32 {
        PAYLOAD_BITS - self.bits as u32
    }

    /// One step of the counter, in the place it has in `rand_b`. At 12 bits it is one past `rand_b`: a carry.
    const fn unit(self) -> u64 {
        1 << self.tail_bits()
    }

    const fn id(self, tick: u64, random: u64) -> Uuid {
        Uuid::v7_of(tick, self.rand_a as u64, self.low | (random & (self.unit() - 1)))
    }

    /// This state with a new tick's counter, and the random bits below it: 10 bytes, of which the low 74 bits count.
    #[inline(always)]
    fn draw<E: Entropy>(self, entropy: &mut E) -> Result<(Self, u64), E::Error> {
        let (high, random) = split_80(entropy.draw()?);
        // 9 bits of the 10: the top bit of the counter is clear.
        let rand_a = (high & 0x1ff) << 2 | (random >> RAND_B_BITS) as u16;
        let low = random & RAND_B_MASK & !(self.unit() - 1);
        Ok((Self { low, rand_a, bits: self.bits }, random))
    }

    /// The counter as a number.
    fn value(self) -> u64 {
        (u64::from(self.rand_a) << (self.bits - RAND_A_BITS)) | (self.low >> self.tail_bits())
    }

    const fn with_value(self, value: u64) -> Self {
        let low = (value << self.tail_bits()) & RAND_B_MASK;
        Self { low, rand_a: (value >> (self.bits - RAND_A_BITS)) as u16, bits: self.bits }
    }
}

impl sealed::Sealed for Counter {}

impl Scheme for Counter {
    type Id = Uuid;

    const COARSEST_CLOCK_NS: u32 = u32::MAX;

    #[inline]
    fn scale(&self) -> Scale {
        SCALE
    }

    #[inline]
    fn room(&self) -> Room {
        if self.rand_a < RAND_A_MAX || self.low < RAND_B_MASK - (self.unit() - 1) { Room::Left } else { Room::Full }
    }

    #[inline(always)]
    fn first<E: Entropy>(&mut self, tick: u64, entropy: &mut E) -> Result<Uuid, E::Error> {
        let (drawn, random) = self.draw(entropy)?;
        *self = drawn;
        Ok(self.id(tick, random))
    }

    #[inline(always)]
    fn next<E: Entropy>(&mut self, tick: u64, entropy: &mut E) -> Result<Uuid, E::Error> {
        let random = draw_low_bits(self.tail_bits(), entropy)?;
        // There is room, so a carry out of `rand_b` finds `rand_a` below its maximum.
        self.low += self.unit();
        if self.low > RAND_B_MASK {
            self.low &= RAND_B_MASK;
            self.rand_a = self.rand_a.wrapping_add(1);
        }
        Ok(self.id(tick, random))
    }

    fn at<E: Entropy>(&self, tick: u64, entropy: &mut E) -> Result<Uuid, E::Error> {
        let (drawn, random) = self.draw(entropy)?;
        Ok(drawn.id(tick, random))
    }

    fn tick_of(&self, id: Uuid) -> Option<u64> {
        tick_of_v7(id)
    }
}

impl Counted for Counter {
    fn to_words(&self) -> [u64; 2] {
        [self.value(), u64::from(self.bits)]
    }

    #[inline]
    fn from_words([value, bits]: [u64; 2]) -> Self {
        Self::of_width(bits as u8).with_value(value)
    }

    fn left(&self) -> u64 {
        (1 << self.bits) - 1 - self.value()
    }

    #[inline]
    fn ahead(&self, n: u64) -> Self {
        self.with_value(self.value() + n)
    }

    fn steps_from(&self, base: &Self) -> u64 {
        self.value() - base.value()
    }
}

/// The millisecond of a v7 UUID.
pub(super) const fn tick_of_v7(id: Uuid) -> Option<u64> {
    match id.version() {
        Some(Version::V7) => Some(id.halves().0 >> 16),
        _ => None,
    }
}

/// As many whole bytes as `bits` (at most 64) need, big-endian; the surplus high bits are the caller's to drop.
#[inline(always)]
fn draw_low_bits<E: Entropy>(bits: u32, entropy: &mut E) -> Result<u64, E::Error> {
    // The default width has a way of its own: a length known when compiling makes the copy two moves.
    if bits == PAYLOAD_BITS - DEFAULT_COUNTER_BITS as u32 {
        let [a, b, c, d, e, f, g] = entropy.draw()?;
        let low = u32::from_be_bytes([d, e, f, g]);
        return Ok((u32::from_be_bytes([0, a, b, c]) as u64) << 32 | low as u64);
    }
    let mut bytes = [0; 8];
    if let Some(wanted) = bytes.get_mut(8 - bits.div_ceil(8) as usize..) {
        entropy.fill(wanted)?;
    }
    Ok(u64::from_be_bytes(bytes))
}
