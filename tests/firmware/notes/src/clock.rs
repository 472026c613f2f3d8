//! A clock whose every reading is noted.

use mintid::clock::{Clock, ClockError, Reading};

use crate::{Note, note};

/// Notes each reading of a clock, in the order in which the generator takes them.
#[derive(Debug)]
pub struct Noted<C>(pub C);

impl<C: Clock> Clock for Noted<C> {
    fn read(&mut self) -> Result<Reading, ClockError> {
        let reading = self.0.read();
        note(Note::Reading(reading));
        reading
    }

    fn resolution_ns(&self) -> u32 {
        self.0.resolution_ns()
    }
}
