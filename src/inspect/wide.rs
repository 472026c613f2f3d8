//! The readings of 128 bits.

use super::{Kind, Plausible, Reading, Spelling};
use crate::{Ulid, Uuid};

/// The reading of the spelling, and the other one where its bits speak for it; that comes first where only they do.
#[derive(Debug, Clone)]
pub(super) struct Wide {
    readings: [Option<Reading>; 2],
}

impl Wide {
    pub(super) fn new(spelling: Spelling, id: u128, plausible: Plausible) -> Self {
        let uuid = as_uuid(spelling, Uuid::from_u128(id), plausible);
        let ulid = as_ulid(spelling, Ulid::from_u128(id), plausible);
        let (own, other) = if spelling == Spelling::Ulid { (ulid, uuid) } else { (uuid, ulid) };
        let readings = match (own.is_convincing, other.is_convincing) {
            (false, true) => [Some(other), Some(own)],
            (true, true) => [Some(own), Some(other)],
            (_, false) => [Some(own), None],
        };
        Self { readings }
    }

    pub(super) fn next(&mut self) -> Option<Reading> {
        let [first, second] = &mut self.readings;
        first.take().or_else(|| second.take())
    }
}

fn as_uuid(spelling: Spelling, id: Uuid, plausible: Plausible) -> Reading {
    let unix_ms = id.unix_ms();
    let is_convincing = id.version().is_some() && unix_ms.is_none_or(|unix_ms| plausible.holds(unix_ms));
    Reading { spelling, kind: Kind::Uuid(id), unix_ms, is_convincing }
}

fn as_ulid(spelling: Spelling, id: Ulid, plausible: Plausible) -> Reading {
    // 48 bits.
    let unix_ms = id.unix_ms() as i64;
    Reading { spelling, kind: Kind::Ulid(id), unix_ms: Some(unix_ms), is_convincing: plausible.holds(unix_ms) }
}
