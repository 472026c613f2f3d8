//! Reading and writing ids on the desk.

use mintid::uuid::{Variant, Version};
use mintid::{Ulid, Uuid};

use crate::desk::{Desk, TEXT_ROOM};
use crate::status::{Outcome, Status, of_parse};
use crate::time::unix_ms;

/// What an id is taken for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A UUID of any version and variant.
    Uuid,
    /// A UUID that must be a v4.
    V4,
    /// A UUID that must be a v7.
    V7,
    /// A ULID.
    Ulid,
}

impl Kind {
    /// The kind that JavaScript calls by this number.
    pub const fn of(number: u32) -> Option<Self> {
        Some(match number {
            0 => Self::Uuid,
            1 => Self::V4,
            2 => Self::V7,
            3 => Self::Ulid,
            _ => return None,
        })
    }

    const fn insists_on(self) -> Option<Version> {
        match self {
            Self::V4 => Some(Version::V4),
            Self::V7 => Some(Version::V7),
            Self::Uuid | Self::Ulid => None,
        }
    }
}

/// Reads the text on the desk and writes its bytes down.
///
/// For whatever is not ASCII JavaScript writes as many bytes as its UTF-8 has, all above 127; no spelling allows one.
pub fn parse(kind: Kind, lenient: bool, length: u32, desk: &Desk) -> Outcome {
    let mut text = [0; TEXT_ROOM];
    for (byte, place) in text.iter_mut().zip(&desk.text) {
        *byte = place.get();
    }
    // Text that is longer than the desk is longer than any spelling too.
    let text = text.get(..length as usize).unwrap_or(&text);
    let bytes = match (kind, lenient) {
        (Kind::Ulid, false) => Ulid::parse_ascii(text).map_err(of_parse)?.to_bytes(),
        (Kind::Ulid, true) => Ulid::parse_lenient_ascii(text).map_err(of_parse)?.to_bytes(),
        (_, false) => Uuid::parse_ascii(text).map_err(of_parse)?.to_bytes(),
        (_, true) => Uuid::parse_lenient_ascii(text).map_err(of_parse)?.to_bytes(),
    };
    check_version(kind, bytes)?;
    desk.id.set(bytes);
    Ok(())
}

/// Writes the text of the bytes on the desk.
pub fn format(kind: Kind, desk: &Desk) -> Outcome {
    let bytes = desk.id.get();
    check_version(kind, bytes)?;
    match kind {
        Kind::Ulid => desk.write_ulid(Ulid::from_bytes(bytes)),
        _ => desk.write_uuid(Uuid::from_bytes(bytes)),
    }
    Ok(())
}

fn check_version(kind: Kind, bytes: [u8; 16]) -> Outcome {
    let found = Uuid::from_bytes(bytes).version();
    match kind.insists_on() {
        Some(version) if found != Some(version) => Err((Status::WrongVersion, f64::from(number(found)))),
        _ => Ok(()),
    }
}

/// A version's number; 0 for none.
fn number(version: Option<Version>) -> u32 {
    version.map_or(0, |version| u32::from(version.number()))
}

/// The time in the bytes on the desk, in Unix milliseconds; `NaN` where they have none.
pub fn timestamp(kind: Kind, desk: &Desk) -> f64 {
    let bytes = desk.id.get();
    match kind {
        Kind::Ulid => Ulid::from_bytes(bytes).unix_ms() as f64,
        _ => Uuid::from_bytes(bytes).unix_ms().map_or(f64::NAN, |ms| ms as f64),
    }
}

/// The version of the UUID on the desk; 0 where it has none.
pub fn version(desk: &Desk) -> u32 {
    number(Uuid::from_bytes(desk.id.get()).version())
}

/// The variant of the UUID on the desk: 0 NCS, 1 RFC 9562, 2 Microsoft, 3 future.
pub fn variant(desk: &Desk) -> u32 {
    match Uuid::from_bytes(desk.id.get()).variant() {
        Variant::Ncs => 0,
        Variant::Rfc => 1,
        Variant::Microsoft => 2,
        _ => 3,
    }
}

/// Writes down the smallest or the largest id of a millisecond.
pub fn bound(kind: Kind, ms: f64, largest: bool, desk: &Desk) -> Outcome {
    let ms = unix_ms(ms).map_err(|status| (status, 0.0))?;
    let out_of_range = |_| (Status::TimeRange, 0.0);
    match kind {
        Kind::V7 => {
            let id = if largest { Uuid::v7_max(ms) } else { Uuid::v7_min(ms) };
            desk.write_uuid(id.map_err(out_of_range)?);
        }
        Kind::Ulid => {
            let id = if largest { Ulid::max_at(ms) } else { Ulid::min_at(ms) };
            desk.write_ulid(id.map_err(out_of_range)?);
        }
        Kind::Uuid | Kind::V4 => return Err((Status::Argument, 0.0)),
    }
    Ok(())
}

/// Turns the ULID on the desk into a v7 UUID, at the cost of six bits.
pub fn to_uuid_v7_lossy(desk: &Desk) {
    desk.write_uuid(Ulid::from_bytes(desk.id.get()).to_uuid_v7_lossy());
}
