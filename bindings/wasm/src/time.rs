//! Times from JavaScript, where every number is an `f64`.

use crate::status::Status;

/// 2^63: from here on an `f64` is past every horizon, or before every epoch, and no `i64` holds it.
const PAST_EVERYTHING: f64 = 9_223_372_036_854_775_808.0;

/// A whole number of milliseconds, of either sign. Whether an id can carry that time is the core's to say.
///
/// Nothing is rounded: half a millisecond here is a unit mistaken or a clock of another kind, and the caller decides.
///
/// # Errors
///
/// [`Status::InvalidTime`] for `NaN`, the infinities and fractions.
pub fn whole_ms(ms: f64) -> Result<i64, Status> {
    // Saturates beyond ±2^63.
    let whole = ms as i64;
    if whole as f64 == ms || (ms.is_finite() && ms.abs() > PAST_EVERYTHING) {
        Ok(whole)
    } else {
        Err(Status::InvalidTime)
    }
}

/// A whole number of milliseconds from 1970 on that fits the 48 bits of a v7 UUID or a ULID.
///
/// # Errors
///
/// [`Status::InvalidTime`] as [`whole_ms`] has it, [`Status::TimeRange`] for times before 1970 and from 2^48 on.
pub fn unix_ms(ms: f64) -> Result<u64, Status> {
    match u64::try_from(whole_ms(ms)?) {
        Ok(ms) if ms < 1 << 48 => Ok(ms),
        _ => Err(Status::TimeRange),
    }
}

#[cfg(test)]
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
