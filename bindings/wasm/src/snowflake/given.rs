//! What a call is given: the clock and the random source of every generator are what lies on the desk.

use mintid::clock::{Clock, ClockError, Reading};
use mintid::entropy::Entropy;

use super::desk::desk;
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
        let desk = desk();
        desk.asked.set(bytes.len() as u32);
        let (at, end) = (desk.random_at.get() as usize, desk.random_end.get() as usize);
        let next = at.saturating_add(bytes.len());
        let given = if next > end { None } else { desk.random.get(at..next) };
        for (byte, place) in bytes.iter_mut().zip(given.ok_or(Dry)?) {
            *byte = place.replace(0);
        }
        desk.random_at.set(next as u32);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_bytes_are_given_once_and_wiped_and_too_few_are_none() {
        desk().random.iter().zip([1, 2, 3]).for_each(|(place, byte)| place.set(byte));
        desk().random_end.set(3);
        assert_eq!(Given.draw::<2>(), Ok([1, 2]));
        assert_eq!((desk().random[0].get(), desk().random_at.get()), (0, 2));
        assert_eq!(Given.draw::<2>(), Err(Dry));
        assert_eq!((desk().asked.get(), desk().random_at.get()), (2, 2));
        desk().random_end.set(u32::MAX);
        assert_eq!(Given.draw::<16>(), Err(Dry), "an end past the room");
    }
}
