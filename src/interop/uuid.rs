//! The `uuid` crate, version 1: its value and ours hold the same 16 bytes, so both ways are lossless, for every version
//! and variant.

use crate::Uuid;

/// The same 16 bytes. Lossless.
impl From<uuid_v1::Uuid> for Uuid {
    fn from(id: uuid_v1::Uuid) -> Self {
        Self::from_bytes(id.into_bytes())
    }
}

/// The same 16 bytes. Lossless.
impl From<Uuid> for uuid_v1::Uuid {
    fn from(id: Uuid) -> Self {
        Self::from_bytes(id.to_bytes())
    }
}
