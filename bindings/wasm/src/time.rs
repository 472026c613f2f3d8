//! Times from JavaScript, where every number is an `f64`.

#[cfg(any(feature = "module", feature = "snowflake"))]
use mintid::clock::{ClockError, Reading};

#[cfg(feature = "module")]
use crate::status::Status;

/// 2^63: from here on an `f64` is past every horizon, or before every epoch, and no `i64` holds it.
const PAST_EVERYTHING: f64 = 9_223_372_036_854_775_808.0;

/// What [`whole_ms`] says of a number that is no time: one more number, which a register holds, where an `Option` would go
/// through memory.
pub const NO_TIME: i64 = i64::MIN;

/// A whole number of milliseconds, of either sign. Whether an id can carry that time is the core's to say.
///
/// Nothing is rounded: half a millisecond here is a unit mistaken or a clock of another kind, and the caller decides. So
/// fractions are [`NO_TIME`], as `NaN` and the infinities are. Beyond ±2^63 it stops there.
#[inline(never)]
pub fn whole_ms(ms: f64) -> i64 {
    let distance = ms.abs();
    if distance < PAST_EVERYTHING {
        // SAFETY: it is within the bounds of an `i64`.
        let whole: i64 = unsafe { ms.to_int_unchecked() };
        if whole as f64 == ms { whole } else { NO_TIME }
    } else if distance <= f64::MAX {
        if ms < 0.0 { -i64::MAX } else { i64::MAX }
    } else {
        NO_TIME
    }
}

/// What a clock says that gives this time; where that is no time, it is not set if it has run for `since_boot_ms`, or else it
/// failed.
///
/// # Errors
///
/// The two of them.
#[cfg(any(feature = "module", feature = "snowflake"))]
#[inline(always)]
pub fn reading(now_ms: f64, since_boot_ms: f64) -> Result<Reading, ClockError> {
    match whole_ms(now_ms) {
        NO_TIME => match whole_ms(since_boot_ms) {
            since_boot_ms @ 0.. => Err(ClockError::Unset { since_boot_ms: since_boot_ms as u64 }),
            _ => Err(ClockError::Failed),
        },
        now_ms => Ok(Reading::from_ms(now_ms)),
    }
}

/// A whole number of milliseconds from 1970 on that fits the 48 bits of a v7 UUID or a ULID.
///
/// # Errors
///
/// [`Status::InvalidTime`] for what is [`NO_TIME`], [`Status::TimeRange`] for times before 1970 and from 2^48 on.
#[cfg(feature = "module")]
pub fn unix_ms(ms: f64) -> Result<u64, Status> {
    match whole_ms(ms) {
        NO_TIME => Err(Status::InvalidTime),
        whole @ 0..0x1_0000_0000_0000 => Ok(whole as u64),
        _ => Err(Status::TimeRange),
    }
}

#[cfg(all(test, feature = "module"))]
mod tests {
    use super::*;

    #[test]
    fn only_whole_milliseconds_of_48_bits_are_a_time() {
        let cases = [
            (0.0, Ok(0)),
            (-0.0, Ok(0)),
            (1_469_918_176_385.0, Ok(1_469_918_176_385)),
            (281_474_976_710_655.0, Ok((1 << 48) - 1)),
            (281_474_976_710_656.0, Err(Status::TimeRange)),
            (9_007_199_254_740_993.0, Err(Status::TimeRange)),
            (f64::MAX, Err(Status::TimeRange)),
            (-1.0, Err(Status::TimeRange)),
            (f64::MIN, Err(Status::TimeRange)),
            (-PAST_EVERYTHING, Err(Status::TimeRange)),
            (0.5, Err(Status::InvalidTime)),
            (-0.5, Err(Status::InvalidTime)),
            (1_469_918_176_385.5, Err(Status::InvalidTime)),
            (f64::MIN_POSITIVE, Err(Status::InvalidTime)),
            (f64::NAN, Err(Status::InvalidTime)),
            (f64::INFINITY, Err(Status::InvalidTime)),
            (f64::NEG_INFINITY, Err(Status::InvalidTime)),
        ];
        for (number, time) in cases {
            assert_eq!(unix_ms(number), time, "{number}");
        }
    }
}
