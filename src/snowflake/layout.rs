//! Layouts: how the bits of a Snowflake are cut, checked when they are written down.

use super::Snowflake;
use crate::field::FieldError;
use crate::timeline::Scale;

mod assign;
mod capacity;
mod check;
mod error;
mod named;
mod node;
mod time;

pub use assign::OrdinalError;
pub use capacity::Capacity;
pub use error::{LayoutError, TimeError};
pub use node::NodeField;

/// How many bits an id has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Width {
    /// 53 bits, which every JavaScript number holds.
    Bits53,
    /// 63 bits, which a signed 64-bit column holds without a sign.
    Bits63,
    /// 64 bits: later ids are negative where they are read as signed numbers.
    Bits64,
}

impl Width {
    /// The number of bits.
    #[must_use]
    pub const fn bits(self) -> u32 {
        match self {
            Self::Bits53 => 53,
            Self::Bits63 => 63,
            Self::Bits64 => 64,
        }
    }
}

/// A part of an id, with its bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Part {
    /// Ticks since the epoch.
    Time(u8),
    /// A named piece of the node. Several pieces stand side by side, and make one number.
    Node(&'static str, u8),
    /// The number within a tick.
    Sequence(u8),
}

/// How the bits of an id are cut: its epoch, its tick, and where time, node and sequence stand.
///
/// ```
/// use mintid::snowflake::{Layout, Part, Width};
///
/// const OURS: Layout = match Layout::new(
///     Width::Bits63,
///     1_704_067_200_000, // 2024
///     1,
///     &[Part::Time(41), Part::Node("region", 4), Part::Node("worker", 6), Part::Sequence(12)],
/// ) {
///     Ok(layout) => layout,
///     Err(_) => panic!("checked when this is compiled"),
/// };
///
/// let node = OURS.join_node(&[2, 17])?;
/// let id = OURS.compose(OURS.parts_at(1_764_417_600_000, node, 5)?)?;
/// let parts = OURS.decompose(id)?;
/// assert_eq!((OURS.unix_ms(parts), parts.sequence), (1_764_417_600_000, 5));
/// assert_eq!(OURS.node_field("worker").map(|worker| worker.of(parts.node)), Some(17));
/// assert!(OURS.join_node(&[16, 0]).is_err()); // 4 bits hold 0 to 15
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Layout {
    width: Width,
    epoch_ms: u64,
    tick_ms: u16,
    time: Field,
    node: Field,
    sequence: Field,
    node_fields: [NodeField; NodeField::MOST],
    node_field_count: u8,
}

/// Where a number stands in an id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Field {
    pub(super) shift: u8,
    pub(super) bits: u8,
}

impl Field {
    const NONE: Self = Self { shift: 0, bits: 0 };

    /// The largest number it holds.
    pub(super) const fn max(self) -> u64 {
        // At most 60 bits, which `check` sees to.
        (1 << self.bits) - 1
    }

    const fn of(self, id: u64) -> u64 {
        if self.bits == 0 { 0 } else { id >> self.shift & self.max() }
    }

    const fn holds(self, name: &'static str, number: u64) -> Result<u64, FieldError> {
        if number > self.max() {
            return Err(FieldError::new(name, self.bits as u32));
        }
        Ok(if self.bits == 0 { 0 } else { number << self.shift })
    }
}

/// What an id is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Parts {
    /// Ticks since the layout's epoch.
    pub tick: u64,
    /// The node, with all its pieces as one number.
    pub node: u64,
    /// The number within the tick.
    pub sequence: u64,
}

impl Layout {
    /// A layout of these parts, the highest first.
    ///
    /// `epoch_ms` is a Unix time in milliseconds, `tick_ms` how long a tick is, 1 to 60,000 ms. The parts are one time, above
    /// one sequence, and up to four pieces of the node, side by side and anywhere; a node of no bits has none. They add up to
    /// the width exactly: bits that nobody uses would have to be zero, and say so by a width of 63.
    ///
    /// # Errors
    ///
    /// [`LayoutError`] says what does not fit. A layout in a `const` is checked when it is compiled.
    pub const fn new(width: Width, epoch_ms: u64, tick_ms: u16, parts: &[Part]) -> Result<Self, LayoutError> {
        check::checked(width, epoch_ms, tick_ms, parts)
    }

    /// The same cut with an epoch of one's own, in Unix milliseconds.
    ///
    /// Ids can be read only with the epoch they were made with.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub const fn with_epoch_ms(mut self, epoch_ms: u64) -> Result<Self, LayoutError> {
        self.epoch_ms = epoch_ms;
        match check::sound(&self) {
            Ok(()) => Ok(self),
            Err(error) => Err(error),
        }
    }

    /// How many bits its ids have.
    #[must_use]
    pub const fn width(&self) -> Width {
        self.width
    }

    /// When tick 0 starts, in Unix milliseconds.
    #[must_use]
    pub const fn epoch_ms(&self) -> u64 {
        self.epoch_ms
    }

    /// How long a tick is, in milliseconds.
    #[must_use]
    pub const fn tick_ms(&self) -> u16 {
        self.tick_ms
    }

    /// The bits of time, node and sequence.
    #[must_use]
    pub const fn bits(&self) -> [u8; 3] {
        [self.time.bits, self.node.bits, self.sequence.bits]
    }

    /// How many bits stand below time, node and sequence, in this order.
    ///
    /// ```
    /// use mintid::snowflake::Layout;
    ///
    /// assert_eq!(Layout::TWITTER.shifts(), [22, 12, 0]);
    /// assert_eq!(Layout::SONYFLAKE.shifts(), [24, 0, 16]);
    /// ```
    #[must_use]
    pub const fn shifts(&self) -> [u8; 3] {
        [self.time.shift, self.node.shift, self.sequence.shift]
    }

    /// Puts an id together. Nothing is masked: what does not fit its field is refused.
    ///
    /// # Errors
    ///
    /// [`FieldError`] names the first of `time`, `node` and `sequence` that does not fit.
    pub const fn compose(&self, parts: Parts) -> Result<Snowflake, FieldError> {
        let time = match self.time.holds("time", parts.tick) {
            Ok(time) => time,
            Err(error) => return Err(error),
        };
        let node = match self.node.holds("node", parts.node) {
            Ok(node) => node,
            Err(error) => return Err(error),
        };
        match self.sequence.holds("sequence", parts.sequence) {
            Ok(sequence) => Ok(Snowflake(time | node | sequence)),
            Err(error) => Err(error),
        }
    }

    /// Takes an id apart. Every number within the width is an id: only who knows that it was made with this layout, epoch
    /// and all, can read it.
    ///
    /// # Errors
    ///
    /// [`FieldError`] names the `id` where it has more bits than this layout's.
    pub const fn decompose(&self, id: Snowflake) -> Result<Parts, FieldError> {
        // Two steps, since a shift by the whole width is none.
        if id.0 >> (self.width.bits() - 1) >> 1 != 0 {
            return Err(FieldError::new("id", self.width.bits()));
        }
        Ok(Parts { tick: self.time.of(id.0), node: self.node.of(id.0), sequence: self.sequence.of(id.0) })
    }

    pub(super) const fn time_field(&self) -> Field {
        self.time
    }

    pub(super) const fn sequence_field(&self) -> Field {
        self.sequence
    }

    /// The node in its place.
    pub(super) const fn place_node(&self, node: u64) -> Result<u64, FieldError> {
        self.node.holds("node", node)
    }

    /// Its ticks: what a [`Timeline`](crate::timeline::Timeline) counts, and what leases are counted in.
    #[must_use]
    pub const fn scale(&self) -> Scale {
        Scale::of_unit(self.epoch_ms << u16::BITS | self.tick_ms as u64, self.time.max())
    }
}
