//! What a call is given: the clock and the random source of every generator are what lies on the desk.

use mintid::clock::{Clock, ClockError, Reading};
use mintid::entropy::Entropy;

use crate::desk::desk;
use crate::time::whole_ms;

/// Clock and source of the generators. It takes no memory, so a generator's state holds no address.
#[derive(Debug, Clone, Copy)]
pub struct Given;

impl Clock for Given {
    /// The time that came with the call; where that is no time, the one since the start, if it was laid down.
    fn read(&mut self) -> Result<Reading, ClockError> {
        let since_boot_ms = desk().since_boot.replace(f64::NAN);
        if let Ok(now) = whole_ms(desk().now.get()) {
            return Ok(Reading::from_ms(now));
        }
        let since_boot_ms = whole_ms(since_boot_ms).ok().and_then(|ms| u64::try_from(ms).ok());
        Err(since_boot_ms.map_or(ClockError::Failed, |since_boot_ms| ClockError::Unset { since_boot_ms }))
    }
}

/// Fewer bytes are on the desk than were asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dry {
    /// How many were asked for.
    pub asked: u32,
}

impl Entropy for Given {
    type Error = Dry;

    /// The next bytes laid down, which are wiped as they are taken.
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Dry> {
        let dry = Dry { asked: bytes.len() as u32 };
        let desk = desk();
        let (at, end) = (desk.random_at.get() as usize, desk.random_end.get() as usize);
        let next = at.saturating_add(bytes.len());
        if next > end {
            return Err(dry);
        }
        let given = desk.random.get(at..next).ok_or(dry)?;
        for (byte, place) in bytes.iter_mut().zip(given) {
            *byte = place.replace(0);
        }
        desk.random_at.set(next as u32);
        Ok(())
    }
}

/// Lays random bytes down, as JavaScript does.
#[cfg(test)]
pub fn supply(bytes: &[u8]) {
    desk().random_at.set(0);
    desk().random_end.set(bytes.len() as u32);
    for (place, byte) in desk().random.iter().zip(bytes) {
        place.set(*byte);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::{OWN_ROOM, POOL_ROOM};

    #[test]
    fn random_bytes_are_given_once_and_wiped() {
        supply(&[1, 2, 3]);
        let mut source = Given;
        assert_eq!(source.draw::<2>(), Ok([1, 2]));
        assert_eq!(desk().random[0].get(), 0);
        assert_eq!(source.draw::<2>(), Err(Dry { asked: 2 }));
        assert_eq!(source.draw::<1>(), Ok([3]));
        assert_eq!(source.draw::<1>(), Err(Dry { asked: 1 }));
        assert_eq!(desk().random_at.get(), 3);
    }

    #[test]
    fn an_end_past_the_room_gives_nothing() {
        desk().random_at.set((OWN_ROOM + POOL_ROOM) as u32);
        desk().random_end.set(u32::MAX);
        assert_eq!(Given.draw::<1>(), Err(Dry { asked: 1 }));
    }

    #[test]
    fn a_clock_that_is_not_set_says_how_long_it_has_run_once() {
        let unset = |since_boot_ms| Err(ClockError::Unset { since_boot_ms });
        let cases = [
            (f64::NAN, f64::NAN, Err(ClockError::Failed)),
            (f64::NAN, 0.0, unset(0)),
            (f64::NAN, 1_500.0, unset(1_500)),
            (f64::NAN, -1.0, Err(ClockError::Failed)),
            (f64::NAN, 0.5, Err(ClockError::Failed)),
            (7.0, 1_500.0, Ok(Reading::from_ms(7))),
        ];
        for (now, since_boot, reading) in cases {
            desk().now.set(now);
            desk().since_boot.set(since_boot);
            assert_eq!(Given.read(), reading, "{now} {since_boot}");
            desk().now.set(f64::NAN);
            assert_eq!(Given.read(), Err(ClockError::Failed), "taken by the reading before");
        }
    }
}
