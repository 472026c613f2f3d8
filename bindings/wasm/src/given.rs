//! What a call is given: the clock and the random source of every generator are what lies on the desk.

use core::cell::Cell;

use mintid::clock::{Clock, ClockError, Reading};
use mintid::entropy::Entropy;

use crate::desk::desk;
use crate::status::Dry;
use crate::time::reading;

/// Clock and source of the generators. It takes no memory, so a generator's state holds no address.
#[derive(Debug, Clone, Copy)]
pub struct Given;

impl Clock for Given {
    /// The time that came with the call; where that is no time, the one since the start, if it was laid down.
    fn read(&mut self) -> Result<Reading, ClockError> {
        let since_boot_ms = desk().since_boot.replace(f64::NAN);
        reading(desk().now.get(), since_boot_ms)
    }
}

impl Entropy for Given {
    type Error = Dry;

    /// The next bytes laid down, which are wiped as they are taken.
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Dry> {
        let given = take(bytes.len())?;
        for (byte, place) in bytes.iter_mut().zip(given) {
            *byte = place.replace(0);
        }
        Ok(())
    }

    /// The same, by fours: drawn byte by byte, a v7 takes a third longer.
    #[inline(never)]
    fn draw_number(&mut self, length: usize) -> Result<(u64, u64), Dry> {
        let given = take(length)?;
        let Some((odd, mut rest)) = given.split_at_checked(length % 4) else { return Err(Dry) };
        let first = odd.iter().fold(0, |number, place| number << 8 | u32::from(place.replace(0)));
        let (mut high, mut low) = (0, u64::from(first));
        while let [a, b, c, d, behind @ ..] = rest {
            let four = u32::from_be_bytes([a.replace(0), b.replace(0), c.replace(0), d.replace(0)]);
            high = high << 32 | low >> 32;
            low = low << 32 | u64::from(four);
            rest = behind;
        }
        Ok((high, low))
    }
}

/// Takes so many bytes from the desk.
fn take(length: usize) -> Result<&'static [Cell<u8>], Dry> {
    let desk = desk();
    desk.asked.set(length as u32);
    let (at, end) = (desk.random_at.get() as usize, desk.random_end.get() as usize);
    let next = at.saturating_add(length);
    if next > end {
        return Err(Dry);
    }
    let given = desk.random.get(at..next).ok_or(Dry)?;
    desk.random_at.set(next as u32);
    Ok(given)
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
    use mintid::entropy::Bytes;

    use super::*;
    use crate::desk::{OWN_ROOM, POOL_ROOM};

    #[test]
    fn random_bytes_are_given_once_and_wiped() {
        supply(&[1, 2, 3]);
        let mut source = Given;
        assert_eq!(source.draw::<2>(), Ok([1, 2]));
        assert_eq!(desk().random[0].get(), 0);
        assert_eq!(source.draw::<2>(), Err(Dry));
        assert_eq!(source.draw::<1>(), Ok([3]));
        assert_eq!(source.draw::<1>(), Err(Dry));
        assert_eq!((desk().random_at.get(), desk().asked.get()), (3, 1));
    }

    #[test]
    fn a_number_is_made_of_the_bytes_that_would_have_filled_a_buffer() {
        let bytes: [u8; 16] = core::array::from_fn(|n| 0xf0 + n as u8);
        for length in 0..=16 {
            supply(&bytes);
            assert_eq!(Given.draw_number(length), Ok(Bytes::new(&bytes).draw_number(length).unwrap()), "{length}");
            assert_eq!(desk().random_at.get(), length as u32);
            let wiped = desk().random.iter().take(bytes.len()).take_while(|place| place.get() == 0).count();
            assert_eq!(wiped, length);
        }
        assert_eq!(Given.draw_number(1), Err(Dry));
    }

    #[test]
    fn an_end_past_the_room_gives_nothing() {
        desk().random_at.set((OWN_ROOM + POOL_ROOM) as u32);
        desk().random_end.set(u32::MAX);
        assert_eq!(Given.draw::<1>(), Err(Dry));
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
