//! What a column answers that holds something else than 16 bytes.

use core::fmt;

use crate::{Ulid, Uuid};

/// A column's value is not an id: it has another length than 16 bytes.
///
/// Databases are asked for bytes, and a column that holds text, or half an id, has some too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct WrongLength {
    /// How many bytes the column holds.
    pub found: usize,
}

impl fmt::Display for WrongLength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an id has 16 bytes and the column holds {}: check its type, and parse text", self.found)
    }
}

impl core::error::Error for WrongLength {}

pub(super) fn uuid(bytes: &[u8]) -> Result<Uuid, WrongLength> {
    Uuid::try_from(bytes).map_err(|_| WrongLength { found: bytes.len() })
}

pub(super) fn ulid(bytes: &[u8]) -> Result<Ulid, WrongLength> {
    Ulid::try_from(bytes).map_err(|_| WrongLength { found: bytes.len() })
}
