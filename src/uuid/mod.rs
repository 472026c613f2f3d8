//! UUIDs of RFC 9562: the value of any version, its text, and the generators of v4 and v7.

use core::borrow::Borrow;

use crate::halves;

mod fields;
mod text;
mod time;
pub mod v4;
pub mod v7;
pub mod v7_precise;

pub use fields::{Variant, Version};

/// A UUID of any version (RFC 9562), as its 16 bytes in network order.
///
/// Equality, order and hash are those of the bytes, so a v7 sorts by its time. Being well-formed, being of the RFC's
/// variant, and carrying a plausible time are separate questions: [`parse`](Self::parse), [`variant`](Self::variant), and
/// [`is_plausible`](Self::is_plausible).
///
/// It is aligned to 8 bytes, so that it moves in words, on small cores too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(C, align(8))]
pub struct Uuid([u8; 16]);

impl Uuid {
    /// The nil UUID, all zeros (RFC 9562 section 5.9).
    pub const NIL: Self = Self([0; 16]);

    /// The max UUID, all ones (RFC 9562 section 5.10).
    pub const MAX: Self = Self([0xff; 16]);

    /// The UUID of these 16 bytes in network order. Lossless.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// The 16 bytes in network order. Lossless.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; 16] {
        self.0
    }

    /// The 16 bytes in network order, borrowed.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 16] {
        &self.0
    }

    /// The UUID of this number; its most significant byte comes first. Lossless.
    #[must_use]
    pub const fn from_u128(value: u128) -> Self {
        Self(halves::joined((value >> 64) as u64, value as u64))
    }

    /// The UUID as a number; the first byte is the most significant. Lossless.
    #[must_use]
    pub const fn to_u128(self) -> u128 {
        u128::from_be_bytes(self.0)
    }

    /// The UUID in a Microsoft GUID's 16 bytes, whose first three groups are little-endian. Lossless.
    #[must_use]
    pub const fn from_guid_bytes(bytes: [u8; 16]) -> Self {
        Self(swap_first_groups(bytes))
    }

    /// A Microsoft GUID's 16 bytes, whose first three groups are little-endian. Lossless.
    #[must_use]
    pub const fn to_guid_bytes(self) -> [u8; 16] {
        swap_first_groups(self.0)
    }

    /// The first half, as a number.
    const fn high(&self) -> u64 {
        halves::high(&self.0)
    }

    /// The second half, as a number.
    const fn low(&self) -> u64 {
        halves::low(&self.0)
    }
}

const fn swap_first_groups(bytes: [u8; 16]) -> [u8; 16] {
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = bytes;
    [d, c, b, a, f, e, h, g, i, j, k, l, m, n, o, p]
}

impl From<[u8; 16]> for Uuid {
    fn from(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }
}

impl From<Uuid> for [u8; 16] {
    fn from(id: Uuid) -> Self {
        id.0
    }
}

impl From<u128> for Uuid {
    fn from(value: u128) -> Self {
        Self::from_u128(value)
    }
}

impl From<Uuid> for u128 {
    fn from(id: Uuid) -> Self {
        id.to_u128()
    }
}

/// The bits of a ULID as a UUID. Lossless: the 128 bits stay as they are, so the version and variant are whatever they say,
/// usually not an RFC UUID. See [`Ulid::to_uuid_v7_lossy`](crate::Ulid::to_uuid_v7_lossy) for one that is.
impl From<crate::Ulid> for Uuid {
    #[inline]
    fn from(id: crate::Ulid) -> Self {
        Self(id.to_bytes())
    }
}

impl TryFrom<&[u8]> for Uuid {
    type Error = core::array::TryFromSliceError;

    /// Exactly 16 bytes in network order.
    fn try_from(bytes: &[u8]) -> Result<Self, Self::Error> {
        <[u8; 16]>::try_from(bytes).map(Self)
    }
}

impl AsRef<[u8]> for Uuid {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl AsRef<[u8; 16]> for Uuid {
    fn as_ref(&self) -> &[u8; 16] {
        &self.0
    }
}

impl Borrow<[u8; 16]> for Uuid {
    fn borrow(&self) -> &[u8; 16] {
        &self.0
    }
}
