//! The Snowflake generator: a tick, a node, and a sequence that goes up by one.

use super::layout::Layout;
use super::{Options, Snowflake, Start};
use crate::entropy::{Bytes, Entropy};
use crate::field::FieldError;
use crate::generator::Generator;
use crate::scheme::Scheme;
#[cfg(feature = "std")]
use crate::scheme::sealed::Counted;
use crate::scheme::sealed::Sealed;
use crate::timeline::{Room, Scale};

/// Mints Snowflakes of one layout and node.
///
/// Keep one for each node, for as long as ids are made. One made anew for each call has no memory, and gives its ids twice.
///
/// ```
/// use mintid::clock::ManualClock;
/// use mintid::snowflake::{Layout, Options};
/// use mintid::{Cause, SnowflakeGenerator};
///
/// let clock = ManualClock::at_ms(1_700_000_000_000);
/// let mut ids = SnowflakeGenerator::new(Options::new(Layout::TWITTER, 1)?, &clock);
/// let first = ids.generate()?;
/// assert_eq!(first.to_u64(), 1_724_551_110_456_250_368);
/// clock.set_ms(1_699_999_999_995); // the clock steps back
/// assert_eq!(ids.generate(), Err(Cause::Wait { for_ms: 5 }));
/// clock.set_ms(1_700_000_000_000);
/// assert_eq!(ids.generate()?.to_u64(), first.to_u64() + 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type SnowflakeGenerator<C, E = Bytes<'static>> = Generator<Sequence, C, E>;

impl<C> SnowflakeGenerator<C> {
    /// A generator with these options, and without a source of randomness, which only [`Start::Random`] asks for.
    ///
    /// With that start it refuses every id for want of bytes: give it a source
    /// ([`with_entropy`](SnowflakeGenerator::with_entropy)).
    #[must_use]
    pub const fn new(options: Options, clock: C) -> Self {
        Self::with(options.inner(), clock, Bytes::new(&[]))
    }
}

impl<C, E> SnowflakeGenerator<C, E> {
    /// A generator with these options and a source of randomness, for [`Start::Random`].
    #[must_use]
    pub const fn with_entropy(options: Options, clock: C, entropy: E) -> Self {
        Self::with(options.inner(), clock, entropy)
    }
}

/// The scheme: a node, and the sequence of the newest id, in their places.
///
/// Three words, of which a call in the newest tick changes one and a half: an id is the tick in its place, and the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sequence {
    /// The newest id below its time; and above it, where the node stands there.
    rest: u64,
    /// The scale's epoch and tick.
    unit: u64,
    /// How many more ids the newest tick has room for.
    left: u32,
    time_shift: u8,
    time_bits: u8,
    shift: u8,
    /// The bits of the sequence, 1 to 32, and from bit 6 on how it starts.
    bits_and_start: u8,
}

const START_SHIFT: u32 = 6;

impl Sequence {
    pub(super) const fn new(layout: &Layout, node: u64) -> Result<Self, FieldError> {
        match layout.place_node(node) {
            Ok(node) => {
                let first = Self::of_first_node(layout);
                Ok(Self { rest: node | first.rest, ..first })
            }
            Err(error) => Err(error),
        }
    }

    /// Of node 0, which every layout has.
    pub(super) const fn of_first_node(layout: &Layout) -> Self {
        let (time, sequence) = (layout.time_field(), layout.sequence_field());
        Self {
            // As though after the last one of a tick, so that the very first continues at 0.
            rest: sequence.max() << sequence.shift,
            unit: layout.scale().unit(),
            left: 0,
            time_shift: time.shift,
            time_bits: time.bits,
            shift: sequence.shift,
            bits_and_start: sequence.bits,
        }
    }

    pub(super) const fn starting(mut self, start: Start) -> Self {
        self.bits_and_start = self.bits_and_start & ((1 << START_SHIFT) - 1)
            | match start {
                Start::Zero => 0,
                Start::Random => 1 << START_SHIFT,
                Start::Continue => 2 << START_SHIFT,
            };
        self
    }

    /// Where the sequence starts in a new tick.
    #[must_use]
    pub const fn start(&self) -> Start {
        match self.bits_and_start >> START_SHIFT {
            0 => Start::Zero,
            1 => Start::Random,
            _ => Start::Continue,
        }
    }

    /// The largest sequence.
    const fn max(&self) -> u32 {
        u32::MAX >> (u32::BITS - (self.bits_and_start & ((1 << START_SHIFT) - 1)) as u32)
    }

    const fn mask(&self) -> u64 {
        (self.max() as u64) << self.shift
    }

    /// How far the ids of one tick are apart: 1, or more where the node stands below the sequence.
    pub(super) const fn stride(&self) -> u64 {
        1 << self.shift
    }

    /// How many more ids the newest tick has room for.
    pub(crate) const fn left(&self) -> u32 {
        self.left
    }

    /// How many ids every new tick has room for, wherever it starts.
    pub(super) const fn most_in_a_tick(&self) -> u64 {
        let max = self.max() as u64;
        match self.start() {
            Start::Zero => max + 1,
            Start::Random | Start::Continue => max + 1 - (max >> 1),
        }
    }

    const fn continued(&self) -> u32 {
        let newest = (self.rest >> self.shift) as u32 & self.max();
        // As a random start has it: the top bit is clear.
        if newest < self.max() >> 1 { newest + 1 } else { 0 }
    }

    /// Where a new tick starts.
    #[inline(always)]
    fn draw<E: Entropy>(&self, entropy: &mut E) -> Result<u32, E::Error> {
        match self.start() {
            Start::Zero => Ok(0),
            Start::Random => Ok(u32::from_be_bytes(entropy.draw()?) & self.max() >> 1),
            Start::Continue => Ok(self.continued()),
        }
    }

    /// This state `n` ids on, of which there is room for as many.
    #[inline(always)]
    pub(crate) const fn after(self, n: u32) -> Self {
        Self { rest: self.rest.wrapping_add((n as u64) << self.shift), left: self.left.wrapping_sub(n), ..self }
    }

    #[inline(always)]
    const fn started(self, sequence: u32) -> Self {
        let rest = self.rest & !self.mask() | (sequence as u64) << self.shift;
        Self { rest, left: self.max() - sequence, ..self }
    }

    #[inline(always)]
    const fn id(&self, tick: u64) -> Snowflake {
        Snowflake(tick << self.time_shift | self.rest)
    }
}

impl Sealed for Sequence {}

impl Scheme for Sequence {
    type Id = Snowflake;

    const COARSEST_CLOCK_NS: u32 = u32::MAX;

    /// For a start at random.
    const LARGEST_DRAW: usize = 4;

    #[inline(always)]
    fn scale(&self) -> Scale {
        Scale::of_unit(self.unit, u64::MAX >> (u64::BITS - u32::from(self.time_bits)))
    }

    #[inline(always)]
    fn room(&self) -> Room {
        if self.left != 0 { Room::Left } else { Room::Full }
    }

    /// The sequence stays, so that the next tick continues after it.
    fn close(&mut self) {
        self.left = 0;
    }

    #[inline(always)]
    fn first<E: Entropy>(&mut self, tick: u64, entropy: &mut E) -> Result<Snowflake, E::Error> {
        let started = self.started(self.draw(entropy)?);
        // Field by field: what stays is not copied.
        (self.rest, self.left) = (started.rest, started.left);
        Ok(self.id(tick))
    }

    #[inline(always)]
    fn next<E: Entropy>(&mut self, tick: u64, _: &mut E) -> Result<Snowflake, E::Error> {
        self.rest = self.rest.wrapping_add(self.stride());
        self.left = self.left.wrapping_sub(1); // not 0, or there would be no room
        Ok(self.id(tick))
    }

    fn at<E: Entropy>(&self, tick: u64, entropy: &mut E) -> Result<Snowflake, E::Error> {
        Ok(self.started(self.draw(entropy)?).id(tick))
    }

    /// Of any node: an application that goes on above the newest id it knows need not know whose that is.
    fn tick_of(&self, id: Snowflake) -> Option<u64> {
        Some(id.0 >> self.time_shift & self.scale().last_tick())
    }
}

#[cfg(feature = "std")]
impl Counted for Sequence {
    fn to_words(&self) -> [u64; 2] {
        [self.rest, u64::from(self.left)]
    }

    #[inline(always)]
    fn of_words(&self, [rest, left]: [u64; 2]) -> Self {
        Self { rest, left: left as u32, ..*self }
    }

    fn left(&self) -> u64 {
        u64::from(self.left)
    }

    #[inline(always)]
    fn ahead(&self, n: u64) -> Self {
        self.after(n as u32)
    }

    fn steps_from(&self, base: &Self) -> u64 {
        u64::from(base.left.wrapping_sub(self.left))
    }
}
