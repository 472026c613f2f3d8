//! The `ulid` crate, version 3: its value and ours are the same 128 bits, so both ways are lossless. Text is another
//! matter: that crate reads a first symbol above 7 and drops its high bits, ours refuses it.

use crate::Ulid;

/// The same 128 bits. Lossless.
impl From<ulid_v3::Ulid> for Ulid {
    fn from(id: ulid_v3::Ulid) -> Self {
        Self::from_bytes(id.to_bytes())
    }
}

/// The same 128 bits. Lossless.
impl From<Ulid> for ulid_v3::Ulid {
    fn from(id: Ulid) -> Self {
        Self::from_bytes(id.to_bytes())
    }
}
