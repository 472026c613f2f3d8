//! JavaScript's clock.

use mintid::clock::{Clock, ClockError, Reading};

use super::global;
use crate::time::{NO_TIME, whole_ms};

/// JavaScript's wall clock, `Date.now`, looked up at each reading, so that a test's fake timers count.
///
/// Whole milliseconds, which is all that an engine gives; a browser that guards against fingerprinting steps by more,
/// up to 100 ms. A replaced `Date.now` that throws, or gives `NaN`, an infinity or a fraction, is
/// [`ClockError::Failed`]: nothing is rounded. What is no number at all becomes one by JavaScript's own rules, or
/// throws there.
///
/// At the top level of a Worker's script the clock stands at 0; where that may happen, put
/// [`Bounded`](mintid::clock::Bounded) before it.
///
/// There is no finer one: `performance.now` steps by 5 µs at best, and the fractions of
/// [`PreciseV7Generator`](mintid::PreciseV7Generator) are a quarter of one.
#[derive(Debug, Clone, Copy, Default)]
pub struct JsClock;

impl Clock for JsClock {
    #[inline]
    fn read(&mut self) -> Result<Reading, ClockError> {
        global::date_now().and_then(whole).map(Reading::from_ms).ok_or(ClockError::Failed)
    }
}

fn whole(ms: f64) -> Option<i64> {
    let whole = whole_ms(ms);
    (whole != NO_TIME).then_some(whole)
}
