//! ULIDs: the value, its text, and its generator.
//!
//! ```text
//!  48 bits             80 bits
//! ┌───────────────────┬────────────────────────────────┐
//! │ Unix milliseconds │ randomness                     │
//! └───────────────────┴────────────────────────────────┘
//! ```

use core::borrow::Borrow;

use crate::field::{FieldError, LAST_UNIX_MS};
use crate::halves;
use crate::uuid::{Uuid, Version};

mod generator;
mod text;

pub use generator::{Options, Randomness, Step, UlidGenerator};

const RANDOM_BITS: u32 = 80;
const RANDOM_MASK: u128 = (1 << RANDOM_BITS) - 1;

/// A ULID, as its 16 bytes, most significant first.
///
/// Equality, order and hash are those of the bytes, and the text sorts alike. It is aligned to 8 bytes, so that it moves in
/// words, on small cores too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(C, align(8))]
pub struct Ulid([u8; 16]);

impl Ulid {
    /// The smallest ULID, all zeros.
    pub const NIL: Self = Self([0; 16]);

    /// The largest ULID, all ones.
    pub const MAX: Self = Self([0xff; 16]);

    /// The ULID of these 16 bytes, most significant first. Lossless.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// The 16 bytes, most significant first. Lossless.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; 16] {
        self.0
    }

    /// The 16 bytes, borrowed.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 16] {
        &self.0
    }

    /// The ULID of this number. Lossless.
    #[must_use]
    pub const fn from_u128(value: u128) -> Self {
        Self(halves::joined((value >> 64) as u64, value as u64))
    }

    /// The ULID as a number. Lossless.
    #[must_use]
    pub const fn to_u128(self) -> u128 {
        u128::from_be_bytes(self.0)
    }

    /// The ULID of 48 bits of Unix milliseconds and 80 of randomness.
    ///
    /// ```
    /// # use mintid::Ulid;
    /// let id = Ulid::from_parts(1_469_918_176_385, 0)?;
    /// assert_eq!(id.to_string(), "01ARYZ6S410000000000000000");
    /// # Ok::<(), mintid::FieldError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`FieldError`] names the first part that does not fit.
    pub const fn from_parts(unix_ms: u64, random: u128) -> Result<Self, FieldError> {
        if unix_ms > LAST_UNIX_MS {
            return Err(FieldError::new("time", 48));
        }
        if random > RANDOM_MASK {
            return Err(FieldError::new("randomness", RANDOM_BITS));
        }
        Ok(Self(halves::joined((unix_ms << 16) | (random >> 64) as u64, random as u64)))
    }

    /// The time inside, in Unix milliseconds.
    #[must_use]
    pub const fn unix_ms(self) -> u64 {
        halves::high(&self.0) >> 16
    }

    /// The 80 random bits.
    #[must_use]
    pub const fn random(self) -> u128 {
        self.to_u128() & RANDOM_MASK
    }

    /// The smallest ULID of this millisecond: the lower end of a window, itself included.
    ///
    /// # Errors
    ///
    /// [`FieldError`] for times of 2^48 ms and above.
    pub const fn min_at(unix_ms: u64) -> Result<Self, FieldError> {
        Self::from_parts(unix_ms, 0)
    }

    /// The largest ULID of this millisecond: the upper end of a window, itself included.
    ///
    /// Inclusive because the last millisecond has no next one.
    ///
    /// # Errors
    ///
    /// [`FieldError`] for times of 2^48 ms and above.
    pub const fn max_at(unix_ms: u64) -> Result<Self, FieldError> {
        Self::from_parts(unix_ms, RANDOM_MASK)
    }

    /// The next ULID of the same millisecond, as the specification increments; `None` where the randomness is at its end.
    #[must_use]
    pub const fn increment(self) -> Option<Self> {
        if self.random() == RANDOM_MASK { None } else { Some(Self::from_u128(self.to_u128() + 1)) }
    }

    /// Whether the time inside lies within `after_ms ..= before_ms`, in Unix milliseconds.
    ///
    /// For servers that accept ids made by clients: every 26 symbols parse, also those of a client whose clock is wrong by
    /// years.
    #[must_use]
    pub const fn is_plausible(self, after_ms: u64, before_ms: u64) -> bool {
        after_ms <= self.unix_ms() && self.unix_ms() <= before_ms
    }

    /// A v7 UUID with this ULID's time, and its randomness less six bits: the version overwrites the 4 bits after the
    /// time (bits 79 to 76), the variant the 2 bits at 63 and 62. Lossy: two ULIDs may meet in one UUID, and there is no way back.
    ///
    /// Where the UUID only has to carry the ULID, use [`Uuid::from`], which keeps every bit.
    #[must_use]
    pub const fn to_uuid_v7_lossy(self) -> Uuid {
        let mut id = Uuid::from_bytes(self.0);
        id.stamp(Version::V7);
        id
    }
}

/// The bits of any UUID as a ULID. Lossless. The time is that of the UUID only for v7.
impl From<Uuid> for Ulid {
    #[inline]
    fn from(id: Uuid) -> Self {
        Self(id.to_bytes())
    }
}

impl From<[u8; 16]> for Ulid {
    fn from(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }
}

impl From<Ulid> for [u8; 16] {
    fn from(id: Ulid) -> Self {
        id.0
    }
}

impl From<u128> for Ulid {
    fn from(value: u128) -> Self {
        Self::from_u128(value)
    }
}

impl From<Ulid> for u128 {
    fn from(id: Ulid) -> Self {
        id.to_u128()
    }
}

impl TryFrom<&[u8]> for Ulid {
    type Error = core::array::TryFromSliceError;

    /// Exactly 16 bytes, most significant first.
    fn try_from(bytes: &[u8]) -> Result<Self, Self::Error> {
        <[u8; 16]>::try_from(bytes).map(Self)
    }
}

impl AsRef<[u8]> for Ulid {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl AsRef<[u8; 16]> for Ulid {
    fn as_ref(&self) -> &[u8; 16] {
        &self.0
    }
}

impl Borrow<[u8; 16]> for Ulid {
    fn borrow(&self) -> &[u8; 16] {
        &self.0
    }
}
