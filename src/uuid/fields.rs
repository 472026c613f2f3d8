//! What a UUID says about itself: variant and version, and ids made from given fields.

use super::Uuid;
use crate::field::{FieldError, LAST_UNIX_MS};
use crate::halves;

/// The variant of a UUID (RFC 9562 section 4.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Variant {
    /// Reserved for Apollo NCS; the nil UUID falls here.
    Ncs,
    /// The variant of RFC 9562.
    Rfc,
    /// Reserved for Microsoft.
    Microsoft,
    /// Reserved for the future; the max UUID falls here.
    Future,
}

/// The version of a UUID of the RFC's variant (RFC 9562 section 4.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Version {
    /// Gregorian time, low bits first (section 5.1).
    V1 = 1,
    /// DCE security (section 5.2).
    V2 = 2,
    /// An MD5 hash of a name (section 5.3).
    V3 = 3,
    /// Random (section 5.4).
    V4 = 4,
    /// A SHA-1 hash of a name (section 5.5).
    V5 = 5,
    /// Gregorian time, high bits first (section 5.6).
    V6 = 6,
    /// Unix time in milliseconds (section 5.7).
    V7 = 7,
    /// Custom (section 5.8).
    V8 = 8,
}

impl Version {
    /// The number of the version, 1 to 8.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }
}

const VERSION_SHIFT: u32 = 12;
const VERSION_MASK: u64 = 0xf << VERSION_SHIFT;
const RFC_VARIANT: u64 = 0b10 << 62;
/// The low 62 bits, below the variant.
pub(super) const RAND_B_MASK: u64 = u64::MAX >> 2;

impl Uuid {
    /// The variant.
    #[must_use]
    pub const fn variant(self) -> Variant {
        match self.0[8] >> 5 {
            0..=3 => Variant::Ncs,
            4 | 5 => Variant::Rfc,
            6 => Variant::Microsoft,
            _ => Variant::Future,
        }
    }

    /// The version, for a UUID of the RFC's variant with a version the RFC defines.
    #[must_use]
    pub const fn version(self) -> Option<Version> {
        if !matches!(self.variant(), Variant::Rfc) {
            return None;
        }
        Some(match self.0[6] >> 4 {
            1 => Version::V1,
            2 => Version::V2,
            3 => Version::V3,
            4 => Version::V4,
            5 => Version::V5,
            6 => Version::V6,
            7 => Version::V7,
            8 => Version::V8,
            _ => return None,
        })
    }

    /// Whether all bits are zero.
    #[must_use]
    pub const fn is_nil(self) -> bool {
        self.to_u128() == 0
    }

    /// Whether all bits are one.
    #[must_use]
    pub const fn is_max(self) -> bool {
        self.to_u128() == u128::MAX
    }

    /// The v4 UUID of these random bytes, whose version and variant bits are overwritten (RFC 9562 section 5.4).
    #[must_use]
    pub const fn v4_from_bytes(random: [u8; 16]) -> Self {
        let random = Self(random);
        Self::stamped(random.high(), Version::V4, random.low())
    }

    /// The v7 UUID of these fields (RFC 9562 section 5.7): 48 bits of `unix_ts_ms`, 12 of `rand_a`, 62 of `rand_b`.
    ///
    /// ```
    /// # use mintid::Uuid;
    /// let id = Uuid::from_v7_parts(1_645_557_742_000, 0xcc3, 0x18c4_dc0c_0c07_398f)?;
    /// assert_eq!(id.to_string(), "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
    /// # Ok::<(), mintid::FieldError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`FieldError`] names the first field that does not fit.
    pub const fn from_v7_parts(unix_ts_ms: u64, rand_a: u16, rand_b: u64) -> Result<Self, FieldError> {
        if unix_ts_ms > LAST_UNIX_MS {
            return Err(FieldError::new("unix_ts_ms", 48));
        }
        if rand_a > 0xfff {
            return Err(FieldError::new("rand_a", 12));
        }
        if rand_b > RAND_B_MASK {
            return Err(FieldError::new("rand_b", 62));
        }
        Ok(Self::v7_of(unix_ts_ms, rand_a as u64, rand_b))
    }

    /// `rand_a` of a v7 UUID, 12 bits.
    #[must_use]
    pub const fn v7_rand_a(self) -> Option<u16> {
        match self.version() {
            Some(Version::V7) => Some((self.high() & 0xfff) as u16),
            _ => None,
        }
    }

    /// `rand_b` of a v7 UUID, 62 bits.
    #[must_use]
    pub const fn v7_rand_b(self) -> Option<u64> {
        match self.version() {
            Some(Version::V7) => Some(self.low() & RAND_B_MASK),
            _ => None,
        }
    }

    /// The v7 UUID of fields that are known to fit.
    pub(crate) const fn v7_of(unix_ts_ms: u64, rand_a: u64, rand_b: u64) -> Self {
        Self::stamped((unix_ts_ms << 16) | rand_a, Version::V7, rand_b)
    }

    /// Puts version and the RFC's variant over what stands there.
    ///
    /// In the place where it stands: WebAssembly would copy an array byte by byte, of which two are changed on the way.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(crate) const fn stamp(&mut self, version: Version) {
        self.0[6] = (self.0[6] & 0xf) | (version as u8) << 4;
        self.0[8] = (self.0[8] & 0x3f) | 0x80;
    }

    /// The halves with version and the RFC's variant put over what stands there.
    pub(crate) const fn stamped(high: u64, version: Version, low: u64) -> Self {
        let high = (high & !VERSION_MASK) | ((version as u64) << VERSION_SHIFT);
        Self(halves::joined(high, (low & RAND_B_MASK) | RFC_VARIANT))
    }
}
