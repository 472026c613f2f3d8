//! Snowflakes: ids of 64 bits and fewer, laid out by a [`Layout`]; the value, its text, and its generator.
//!
//! ```text
//!  41 bits                        5        5        12 bits
//! ┌──────────────────────────────┬────────┬────────┬──────────────┐
//! │ milliseconds since the epoch │ centre │ worker │ sequence     │   Twitter's; others are cut and ordered otherwise
//! └──────────────────────────────┴────────┴────────┴──────────────┘
//! ```
//!
//! There is no randomness to keep two of them apart. What does is that no two generators ever have the same node, that each
//! node's time only rises, over restarts too, and that nothing spills from one field into another. So a node is always
//! given and never guessed, a clock that steps back is never restarted from, and what does not fit is refused.
//!
//! | to | use |
//! |---|---|
//! | say how ids are cut | [`Layout`]: the named ones, or [`Layout::new`] |
//! | make them | [`SnowflakeGenerator`] with [`Options`]; [`SharedSnowflake`](crate::SharedSnowflake) from many threads |
//! | go on above the run before, after a restart | [`Options::mark_window_ms`], with [`Kept`](crate::kept::Kept), or [`generate_saving`](crate::Shared::generate_saving) from many threads |
//! | have a coordinator say whose node is whose | [`LeasedGenerator`], on a [lease](crate::lease) |
//! | make many at once | [`SnowflakeGenerator::generate_batch`] |
//! | read them | [`Layout::decompose`] and [`Layout::unix_ms`], with the layout that they were made with |
//! | look for those of a time | [`Layout::min_at`], [`Layout::max_at`] |
//! | write them | decimal, Crockford's Base32 or hex: see [`Snowflake`] |

mod batch;
mod generator;
mod layout;
mod leased;
mod options;
mod text;

pub use batch::{Batch, BatchError};
pub use generator::{Sequence, SnowflakeGenerator};
pub use layout::{Capacity, Layout, LayoutError, NodeField, OrdinalError, Part, Parts, TimeError, Width};
pub use leased::{LeasedCause, LeasedGenerator, LeasedOptions};
pub use options::{OnBehind, Options, Start};

/// A Snowflake, as its 64 bits.
///
/// Equality, order and hash are those of the number without a sign. Which bits mean what is the [`Layout`]'s to say.
///
/// | text | length | made and read by | sorts as the ids do |
/// |---|---|---|---|
/// | decimal | 1 to 20 digits | [`encode_str`](Self::encode_str), [`parse`](Self::parse), `Display` | no: 9 comes after 10 |
/// | Crockford's Base32 | 13 symbols | [`encode_base32`](Self::encode_base32), [`parse_base32`](Self::parse_base32) | yes |
/// | hex | 16 digits | [`encode_hex`](Self::encode_hex), [`parse_hex`](Self::parse_hex) | yes |
///
/// A layout of [64 bits](Width::Bits64) uses bit 63, the sign of a signed number: read as such, its later ids are negative
/// and come before the earlier ones. [`to_i64`](Self::to_i64) and [`from_i64`](Self::from_i64) keep every bit, and say so by
/// their names; [`Layout::negative_from_ms`] tells from when on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Snowflake(u64);

impl Snowflake {
    /// The smallest, zero.
    pub const MIN: Self = Self(0);

    /// The largest, all ones.
    pub const MAX: Self = Self(u64::MAX);

    /// The Snowflake of this number. Lossless.
    #[must_use]
    pub const fn from_u64(value: u64) -> Self {
        Self(value)
    }

    /// The number. Lossless.
    #[must_use]
    pub const fn to_u64(self) -> u64 {
        self.0
    }

    /// The Snowflake in a signed column: a negative number is one whose bit 63 is set. Lossless.
    #[must_use]
    pub const fn from_i64(value: i64) -> Self {
        Self(value as u64)
    }

    /// The same 64 bits for a signed column: negative where bit 63 is set. Lossless.
    ///
    /// ```
    /// use mintid::Snowflake;
    ///
    /// let late = Snowflake::from_u64(1 << 63);
    /// assert_eq!(late.to_i64(), i64::MIN); // bits kept, order not
    /// assert_eq!(late.to_positive_i64(), None);
    /// assert_eq!(Snowflake::from_i64(late.to_i64()), late);
    /// ```
    #[must_use]
    pub const fn to_i64(self) -> i64 {
        self.0 as i64
    }

    /// The number as a signed one, where that is the same number and so keeps its order; `None` where bit 63 is set.
    #[must_use]
    pub const fn to_positive_i64(self) -> Option<i64> {
        if self.0 > i64::MAX as u64 { None } else { Some(self.0 as i64) }
    }

    /// Whether every JavaScript number holds it: it is at most 2^53 − 1.
    #[must_use]
    pub const fn fits_js_number(self) -> bool {
        self.0 >> Width::Bits53.bits() == 0
    }

    /// 8 bytes, most significant first, which sort as the ids do. Lossless.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; 8] {
        self.0.to_be_bytes()
    }

    /// The Snowflake of 8 bytes, most significant first. Lossless.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 8]) -> Self {
        Self(u64::from_be_bytes(bytes))
    }
}

impl From<u64> for Snowflake {
    fn from(value: u64) -> Self {
        Self(value)
    }
}

impl From<Snowflake> for u64 {
    fn from(id: Snowflake) -> Self {
        id.0
    }
}
