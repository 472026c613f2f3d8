//! The ULID generator: 80 random bits at each new millisecond, and a step upwards within it.

use super::{LAST_UNIX_MS, Ulid};
use crate::entropy::{Entropy, split_80};
use crate::generator::Generator;
use crate::halves;
use crate::scheme::Scheme;
#[cfg(feature = "std")]
use crate::scheme::sealed::Counted;
use crate::scheme::sealed::Sealed;
use crate::timeline::{Room, Scale};

/// Mints ULIDs in order.
///
/// ```
/// use mintid::UlidGenerator;
/// use mintid::clock::ManualClock;
/// use mintid::entropy::Bytes;
///
/// let mut ids = UlidGenerator::new(ManualClock::at_ms(150_000), Bytes::new(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 1]));
/// assert_eq!(ids.generate()?.to_string(), "0000004JFG0000000000000001");
/// assert_eq!(ids.generate()?.to_string(), "0000004JFG0000000000000002");
/// # Ok::<(), mintid::Cause<mintid::entropy::Exhausted>>(())
/// ```
pub type UlidGenerator<C, E> = Generator<Randomness, C, E>;

/// What a [`UlidGenerator`] is made with.
pub type Options = crate::options::Options<Randomness>;

impl<C, E> UlidGenerator<C, E> {
    /// A generator with the defaults: the specification's step, [`Policy::KEEP_GOING`](crate::Policy::KEEP_GOING), no
    /// marks. Nothing is read or drawn yet.
    #[must_use]
    pub const fn new(clock: C, entropy: E) -> Self {
        Self::with(Options::new(), clock, entropy)
    }
}

/// How the randomness of one ULID becomes that of the next in the same millisecond.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Step {
    /// Plus one, as the specification says. Whoever sees one id knows its neighbours.
    #[default]
    One,
    /// Plus a random number, uniform in 1 to 2^48, so that a neighbour cannot be guessed.
    Random,
}

const SCALE: Scale = Scale::unix_ms(LAST_UNIX_MS);

impl Options {
    /// The defaults: the specification's step, [`Policy::KEEP_GOING`](crate::Policy::KEEP_GOING), no marks.
    #[must_use]
    pub const fn new() -> Self {
        Self::of(Randomness { high: 0, low: 0, step: Step::One }, SCALE)
    }

    /// Another step within a millisecond.
    #[must_use]
    pub const fn step(mut self, step: Step) -> Self {
        self.scheme.step = step;
        self
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::new()
    }
}

/// The largest random step.
const LARGEST_STEP: u64 = 1 << 48;

/// The scheme: 80 random bits, and the step between neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Randomness {
    /// The randomness of the newest id: its upper 16 bits and its lower 64.
    high: u16,
    low: u64,
    step: Step,
}

impl Randomness {
    const fn id(tick: u64, high: u16, low: u64) -> Ulid {
        Ulid(halves::joined((tick << 16) | high as u64, low))
    }

    #[cold]
    const fn room_near_the_end(self) -> Room {
        if self.high == u16::MAX && self.low > u64::MAX - self.largest_step() { Room::Full } else { Room::Left }
    }

    pub(crate) const fn largest_step(self) -> u64 {
        match self.step {
            Step::One => 1,
            Step::Random => LARGEST_STEP,
        }
    }

    #[inline(always)]
    fn draw<E: Entropy>(entropy: &mut E) -> Result<(u16, u64), E::Error> {
        entropy.draw().map(split_80)
    }
}

impl Sealed for Randomness {}

impl Scheme for Randomness {
    type Id = Ulid;

    const COARSEST_CLOCK_NS: u32 = u32::MAX;

    const LARGEST_DRAW: usize = 10;

    #[inline]
    fn scale(&self) -> Scale {
        SCALE
    }

    /// Room for the largest step, so that an answer never depends on a draw.
    #[inline]
    fn room(&self) -> Room {
        // Far from the end of either half it does not matter which step it is, and one register tells.
        let is_far =
            if cfg!(target_pointer_width = "64") { self.low <= u64::MAX - LARGEST_STEP } else { self.high < u16::MAX };
        if is_far { Room::Left } else { self.room_near_the_end() }
    }

    fn close(&mut self) {
        (self.high, self.low) = (u16::MAX, u64::MAX);
    }

    #[inline(always)]
    fn first<E: Entropy>(&mut self, tick: u64, entropy: &mut E) -> Result<Ulid, E::Error> {
        (self.high, self.low) = Self::draw(entropy)?;
        Ok(Self::id(tick, self.high, self.low))
    }

    #[inline(always)]
    fn next<E: Entropy>(&mut self, tick: u64, entropy: &mut E) -> Result<Ulid, E::Error> {
        let step = match self.step {
            Step::One => 1,
            Step::Random => {
                let [a, b, c, d, e, f] = entropy.draw()?;
                u64::from_be_bytes([0, 0, a, b, c, d, e, f]) + 1
            }
        };
        let (low, carry) = self.low.overflowing_add(step);
        self.low = low;
        self.high = self.high.wrapping_add(u16::from(carry));
        Ok(Self::id(tick, self.high, self.low))
    }

    fn at<E: Entropy>(&self, tick: u64, entropy: &mut E) -> Result<Ulid, E::Error> {
        let (high, low) = Self::draw(entropy)?;
        Ok(Self::id(tick, high, low))
    }

    fn tick_of(&self, id: Ulid) -> Option<u64> {
        Some(id.unix_ms())
    }
}

#[cfg(feature = "std")]
impl Counted for Randomness {
    /// Only [`Step::One`] is counted, so the step need not be told.
    fn to_words(&self) -> [u64; 2] {
        [u64::from(self.high), self.low]
    }

    #[inline]
    fn of_words(&self, [high, low]: [u64; 2]) -> Self {
        Self { high: high as u16, low, step: Step::One }
    }

    fn left(&self) -> u64 {
        match self.step {
            Step::One if self.high == u16::MAX => u64::MAX - self.low,
            Step::One => u64::MAX,
            Step::Random => 0,
        }
    }

    #[inline]
    fn ahead(&self, n: u64) -> Self {
        let (low, carry) = self.low.overflowing_add(n);
        Self { high: self.high.wrapping_add(u16::from(carry)), low, step: self.step }
    }

    /// For random steps a number that only says "many": their base is never counted from.
    fn steps_from(&self, base: &Self) -> u64 {
        match self.step {
            Step::One => self.low.wrapping_sub(base.low),
            Step::Random => u64::MAX,
        }
    }
}
