//! What an id in a log may be: every reading of a text, with its fields and its time.
//!
//! Text and bits seldom say for certain what they are. 128 bits can be read as a UUID or as a ULID, and a bare integer may be a
//! Snowflake of any layout, a point in time, or the next number of a sequence. So [`inspect()`] tells every reading that is
//! plausible, the likeliest first, and leaves the choice to who knows where the text comes from.
//!
//! ```
//! use mintid::inspect::{Kind, Plausible, inspect};
//!
//! let mut readings = inspect("1541815603606036480", Plausible::CENTURY)?;
//! let first = readings.next().expect("text that is an id has a reading");
//! assert!(matches!(first.kind, Kind::Snowflake { name: "Twitter", .. }));
//! assert_eq!(first.unix_ms, Some(1_656_432_460_105)); // 2022-06-28
//! if let Kind::Snowflake { layout, parts, .. } = first.kind {
//!     let pieces = layout.node_fields().iter().map(|field| (field.name(), field.of(parts.node)));
//!     assert!(pieces.eq([("datacenter", 11), ("worker", 26)]));
//!     assert_eq!(parts.sequence, 0);
//! }
//! assert!(readings.any(|reading| reading.kind == Kind::Integer(1_541_815_603_606_036_480)));
//! # Ok::<(), mintid::ParseError>(())
//! ```

mod numbers;
mod spelling;
mod wide;

pub use numbers::TimeUnit;
pub use spelling::Spelling;

use crate::snowflake::{Layout, Parts, Snowflake};
use crate::text::ParseError;
use crate::{Ulid, Uuid};
use numbers::Numbers;
use spelling::{Spelled, spelled};
use wide::Wide;

/// The times that an id may have, from one Unix millisecond up to another, itself excluded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Plausible {
    /// The first.
    pub from_ms: i64,
    /// The first after those.
    pub to_ms: i64,
}

impl Plausible {
    /// All of 2000 to 2099, for who does not know the time.
    pub const CENTURY: Self = Self { from_ms: 946_684_800_000, to_ms: 4_102_444_800_000 };

    /// From 2000 on until this Unix time, for who knows it.
    #[must_use]
    pub const fn until_ms(unix_ms: i64) -> Self {
        Self { to_ms: unix_ms, ..Self::CENTURY }
    }

    const fn holds(self, unix_ms: i64) -> bool {
        self.from_ms <= unix_ms && unix_ms < self.to_ms
    }
}

/// One way to read a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reading {
    /// How the text is spelled, for this reading.
    pub spelling: Spelling,
    /// What it is.
    pub kind: Kind,
    /// When it says it was made, in Unix milliseconds rounded down; `None` where it says nothing.
    pub unix_ms: Option<i64>,
    /// Whether the bits speak for it, and not the spelling alone: a time that is plausible, or a version without one. A plain
    /// integer has no bits of its own, and so is never convincing.
    pub is_convincing: bool,
}

/// What a text is, in one reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// A UUID.
    Uuid(Uuid),
    /// A ULID.
    Ulid(Ulid),
    /// A Snowflake of a layout that has a name.
    Snowflake {
        /// The id.
        id: Snowflake,
        /// The layout's name.
        name: &'static str,
        /// The layout.
        layout: &'static Layout,
        /// Its fields.
        parts: Parts,
    },
    /// A point in time.
    UnixTime {
        /// The count.
        count: u64,
        /// Of what.
        unit: TimeUnit,
    },
    /// A number that says nothing: of a range, a sequence, a table's key.
    Integer(u64),
}

/// Tells everything that a text may be.
///
/// It depends on the text and on what is plausible, and not on a clock. Blanks around the text are part of no id.
///
/// | text | is read as |
/// |---|---|
/// | a UUID in any [lenient](Uuid::parse_lenient) spelling, a ULID in any [lenient](Ulid::parse_lenient) one | that; and as the other, where the bits speak for it |
/// | 1 to 20 digits, with a minus for a signed column | a Snowflake of each named layout whose time is plausible, a Unix time in each unit that gives a plausible one, an integer |
/// | 16 hex digits, or 1 to 16 behind `0x` | the same of that number |
/// | 13 symbols of Crockford's Base32 | the same of that number |
///
/// Text that has two spellings, digits that are hex digits too, is read by each: decimal first.
///
/// # Errors
///
/// [`ParseError`] as the parser of the spelling tells it that the text comes nearest to.
pub fn inspect(text: &str, plausible: Plausible) -> Result<Readings, ParseError> {
    inspect_ascii(text.as_bytes(), plausible)
}

/// Tells what text may be as [`inspect()`] does, from bytes.
///
/// # Errors
///
/// As [`inspect()`].
pub fn inspect_ascii(text: &[u8], plausible: Plausible) -> Result<Readings, ParseError> {
    Ok(Readings {
        source: match spelled(text).map_err(|(_, error)| error)? {
            Spelled::Wide(spelling, id) => Source::Wide(Wide::new(spelling, id, plausible)),
            Spelled::Numbers(numbers) => Source::Numbers(Numbers::new(numbers, plausible)),
        },
    })
}

/// Tells everything that a number may be, for who has it and not its text: [`Spelling::Decimal`] is the only one it has.
///
/// ```
/// use mintid::inspect::{Kind, Plausible, Spelling, TimeUnit, inspect, inspect_number};
///
/// // The text is one in Base32 too.
/// let number = inspect_number(1_764_417_600_000, Plausible::CENTURY);
/// let text = inspect("1764417600000", Plausible::CENTURY)?;
/// let first = number.clone().next().map(|reading| reading.kind);
/// assert_eq!(first, Some(Kind::UnixTime { count: 1_764_417_600_000, unit: TimeUnit::Milliseconds }));
/// assert!(number.eq(text.filter(|reading| reading.spelling == Spelling::Decimal)));
/// # Ok::<(), mintid::ParseError>(())
/// ```
#[must_use]
pub const fn inspect_number(number: u64, plausible: Plausible) -> Readings {
    let numbers = [Some((Spelling::Decimal, Snowflake::from_u64(number))), None, None];
    Readings { source: Source::Numbers(Numbers::new(numbers, plausible)) }
}

/// The spelling that a text has, or comes nearest to where it is that of no id: the one whose parser [`inspect()`] asks.
///
/// ```
/// use mintid::inspect::{Spelling, nearest_ascii};
///
/// assert_eq!(nearest_ascii(b"017f22e2-79b0-7cc3-98c4"), Spelling::Uuid);
/// assert_eq!(nearest_ascii(b"18446744073709551616"), Spelling::Decimal);
/// ```
#[must_use]
pub fn nearest_ascii(text: &[u8]) -> Spelling {
    match spelled(text) {
        Ok(Spelled::Wide(spelling, _)) | Err((spelling, _)) => spelling,
        Ok(Spelled::Numbers(numbers)) => {
            numbers.iter().flatten().next().map_or(Spelling::Decimal, |(spelling, _)| *spelling)
        }
    }
}

/// The readings of a text, the likeliest first; at least one.
#[derive(Debug, Clone)]
pub struct Readings {
    source: Source,
}

#[derive(Debug, Clone)]
enum Source {
    Wide(Wide),
    Numbers(Numbers),
}

impl Iterator for Readings {
    type Item = Reading;

    fn next(&mut self) -> Option<Reading> {
        match &mut self.source {
            Source::Wide(wide) => wide.next(),
            Source::Numbers(numbers) => numbers.next(),
        }
    }
}

impl core::iter::FusedIterator for Readings {}
