//! The readings of a bare integer.

use super::spelling::EachSpelling;
use super::{Kind, Plausible, Reading, Spelling};
use crate::small::{divided, times};
use crate::snowflake::{Layout, Snowflake};

/// What a point in time is counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TimeUnit {
    /// Seconds since 1970.
    Seconds,
    /// Milliseconds.
    Milliseconds,
    /// Microseconds.
    Microseconds,
    /// Nanoseconds.
    Nanoseconds,
}

impl TimeUnit {
    /// Those whose plausible times are small numbers, which a Snowflake is only minutes after its epoch.
    const SHORT: [Self; 3] = [Self::Seconds, Self::Milliseconds, Self::Microseconds];

    const fn unix_ms(self, number: u64) -> u64 {
        match self {
            Self::Seconds => times(number, 1_000),
            Self::Milliseconds => number,
            Self::Microseconds => divided(number, 1_000).0,
            Self::Nanoseconds => divided(divided(number, 1_000).0, 1_000).0,
        }
    }
}

/// One copy, to lend from.
static NAMED: [(&str, Layout); Layout::NAMED.len()] = Layout::NAMED;

/// Each number in each reading, one after the other.
#[derive(Debug, Clone)]
pub(super) struct Numbers {
    numbers: EachSpelling,
    plausible: Plausible,
    number: usize,
    reading: usize,
}

impl Numbers {
    pub(super) const fn new(numbers: EachSpelling, plausible: Plausible) -> Self {
        Self { numbers, plausible, number: 0, reading: 0 }
    }

    pub(super) fn next(&mut self) -> Option<Reading> {
        while let Some(number) = self.numbers.get(self.number) {
            let candidate = number.and_then(|(spelling, id)| self.candidate(spelling, id));
            match candidate {
                Some(reading) => {
                    self.reading = self.reading.saturating_add(1);
                    if reading.is_some() {
                        return reading;
                    }
                }
                None => (self.number, self.reading) = (self.number.saturating_add(1), 0),
            }
        }
        None
    }

    /// The reading that is next in turn, where it is plausible; `None` after the last one.
    fn candidate(&self, spelling: Spelling, id: Snowflake) -> Option<Option<Reading>> {
        let Some(at) = self.reading.checked_sub(TimeUnit::SHORT.len()) else {
            let unit = TimeUnit::SHORT.get(self.reading)?;
            return Some(self.as_time(spelling, id, *unit));
        };
        if let Some((name, layout)) = NAMED.get(at) {
            return Some(self.as_snowflake(spelling, id, name, layout));
        }
        match at.saturating_sub(NAMED.len()) {
            0 => Some(self.as_time(spelling, id, TimeUnit::Nanoseconds)),
            1 => {
                let kind = Kind::Integer(id.to_u64());
                Some(Some(Reading { spelling, kind, unix_ms: None, is_convincing: false }))
            }
            _ => None,
        }
    }

    fn as_snowflake(
        &self,
        spelling: Spelling,
        id: Snowflake,
        name: &'static str,
        layout: &'static Layout,
    ) -> Option<Reading> {
        let parts = layout.decompose(id).ok()?;
        let unix_ms = self.if_plausible(layout.unix_ms(parts))?;
        let kind = Kind::Snowflake { id, name, layout, parts };
        Some(Reading { spelling, kind, unix_ms: Some(unix_ms), is_convincing: true })
    }

    fn as_time(&self, spelling: Spelling, id: Snowflake, unit: TimeUnit) -> Option<Reading> {
        let count = id.to_u64();
        let unix_ms = self.if_plausible(unit.unix_ms(count))?;
        Some(Reading { spelling, kind: Kind::UnixTime { count, unit }, unix_ms: Some(unix_ms), is_convincing: true })
    }

    fn if_plausible(&self, unix_ms: u64) -> Option<i64> {
        i64::try_from(unix_ms).ok().filter(|unix_ms| self.plausible.holds(*unix_ms))
    }
}
