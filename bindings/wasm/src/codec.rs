//! Reading and writing ids on the desk.

use mintid::uuid::{Variant, Version};
use mintid::{Ulid, Uuid};

use crate::sheet::Sheet;
use crate::status::{Outcome, Says, Status, of_parse};
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
    pub fn of(number: u32) -> Option<Self> {
        [Self::Uuid, Self::V4, Self::V7, Self::Ulid].get(number as usize).copied()
    }

    const fn insists_on(self) -> Option<Version> {
        match self {
            Self::V4 => Some(Version::V4),
            Self::V7 => Some(Version::V7),
            Self::Uuid | Self::Ulid => None,
        }
    }
}

/// Reads the text on the sheet and writes its bytes down.
///
/// For whatever is not ASCII JavaScript writes as many bytes as its UTF-8 has, all above 127; no spelling allows one.
pub fn parse(kind: Kind, lenient: bool, length: u32, sheet: &mut Sheet) -> Outcome {
    let text = sheet.text_in(length);
    let read = match (kind, lenient) {
        (Kind::Ulid, _) => {
            if lenient { Ulid::parse_lenient_ascii(text) } else { Ulid::parse_ascii(text) }.map(Uuid::from)
        }
        (_, false) => Uuid::parse_ascii(text),
        (_, true) => Uuid::parse_lenient_ascii(text),
    };
    match read {
        Ok(id) => {
            check_version(kind, &id, sheet)?;
            let [first, ..] = &mut sheet.ids;
            *first = id;
            Ok(())
        }
        Err(fault) => Err(of_parse(fault, sheet)),
    }
}

/// Writes the text of the bytes on the sheet.
pub fn format(kind: Kind, sheet: &mut Sheet) -> Outcome {
    check_version(kind, &sheet.id(), sheet)?;
    sheet.write(kind, sheet.id());
    Ok(())
}

fn check_version(kind: Kind, id: &Uuid, sheet: &mut Sheet) -> Outcome {
    let found = number(id);
    match kind.insists_on() {
        Some(version) if found != u32::from(version.number()) => Err(sheet.say(Status::WrongVersion, f64::from(found))),
        _ => Ok(()),
    }
}

/// The number of a UUID's version; 0 where it has none.
#[inline(never)]
fn number(id: &Uuid) -> u32 {
    id.version().map_or(0, |version| u32::from(version.number()))
}

/// The time in the bytes on the sheet, in Unix milliseconds; `NaN` where they have none.
pub fn timestamp(kind: Kind, sheet: &Sheet) -> f64 {
    let ms = match kind {
        Kind::Ulid => Some(Ulid::from(sheet.id()).unix_ms() as i64),
        _ => sheet.id().unix_ms(),
    };
    ms.map_or(f64::NAN, |ms| ms as f64)
}

/// The version of the UUID on the sheet; 0 where it has none.
pub fn version(sheet: &Sheet) -> u32 {
    number(&sheet.id())
}

/// The variant of the UUID on the sheet: 0 NCS, 1 RFC 9562, 2 Microsoft, 3 future.
pub fn variant(sheet: &Sheet) -> u32 {
    match sheet.id().variant() {
        Variant::Ncs => 0,
        Variant::Rfc => 1,
        Variant::Microsoft => 2,
        _ => 3,
    }
}

/// Writes down the smallest or the largest id of a millisecond.
pub fn bound(kind: Kind, ms: f64, largest: bool, sheet: &mut Sheet) -> Outcome {
    let ms = unix_ms(ms)?;
    let ulid = if largest { Ulid::max_at(ms) } else { Ulid::min_at(ms) };
    let ulid = ulid.map_err(|_| Status::TimeRange)?;
    let id = match kind {
        // All but the version and the variant, which the conversion puts in: fewer bytes than bounds of its own.
        Kind::V7 => ulid.to_uuid_v7_lossy(),
        Kind::Ulid => ulid.into(),
        Kind::Uuid | Kind::V4 => return Err(Status::Argument),
    };
    sheet.write(kind, id);
    Ok(())
}

/// Turns the ULID on the sheet into a v7 UUID, at the cost of six bits.
pub fn to_uuid_v7_lossy(sheet: &mut Sheet) {
    sheet.write(Kind::V7, Ulid::from(sheet.id()).to_uuid_v7_lossy());
}
