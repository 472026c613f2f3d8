//! Slots: where generators live. With more of them than slots some take turns, and JavaScript copies their states.

use mintid::mark::{DueMark, Save};
use mintid::snowflake::{BatchError, SnowflakeGenerator};
use mintid::{Mark, Snowflake};

use super::config::Config;
use super::desk::{Desk, ROOM, desk};
use super::given::Given;
use crate::status::{Outcome, Says, Status, of_cause, of_start};
use crate::time::whole_ms;

/// A generator, once one is configured.
#[derive(Debug)]
pub struct Slot(Option<SnowflakeGenerator<Given, Given>>);

impl Slot {
    /// One without a generator.
    pub const fn new() -> Self {
        Self(None)
    }

    /// Makes a new generator here, of the layout on the desk.
    ///
    /// # Errors
    ///
    /// As [`Config::options`]; what was here stays.
    pub fn configure(&mut self, config: &Config, desk: &Desk) -> Outcome {
        self.0 = Some(SnowflakeGenerator::with_entropy(config.options(desk)?, Given, Given));
        Ok(())
    }

    fn generator(&mut self) -> Result<&mut SnowflakeGenerator<Given, Given>, Status> {
        self.0.as_mut().ok_or(Status::Argument)
    }

    /// Mints an id from one reading.
    pub fn mint(&mut self, now_ms: f64) -> Outcome {
        let desk = desk();
        desk.now.set(now_ms);
        match self.generator()?.generate() {
            Ok(id) => {
                desk.id().set(id.to_u64());
                Ok(())
            }
            Err(cause) => Err(of_cause(cause, &mut { desk })),
        }
    }

    /// Mints as many ids as are asked for from one reading, all or none; [`hand_out`] then lays them down.
    pub fn mint_batch(&mut self, now_ms: f64, count: u32) -> Outcome {
        let mut desk = desk();
        desk.now.set(now_ms);
        match self.generator()?.generate_batch(count) {
            Ok(batch) => {
                desk.batch.set(Some(batch));
                Ok(())
            }
            Err(BatchError::TooLarge { most }) => Err(desk.say(Status::TooMany, most as f64)),
            Err(BatchError::Cause(cause)) => Err(of_cause(cause, &mut desk)),
            // Any error there may be later.
            Err(_) => Err(Status::Argument),
        }
    }

    /// Starts the run at a mark that was saved.
    pub fn start_from(&mut self, mark_ms: f64) -> Outcome {
        self.generator()?.start_from(mark(mark_ms)?).map_err(of_start)
    }

    /// Starts the run without one.
    pub fn start_without_mark(&mut self) -> Outcome {
        self.generator()?.start_without_mark().map_err(of_start)
    }

    /// Starts the run above the id on the desk.
    pub fn resume_after(&mut self, desk: &Desk) -> Outcome {
        self.generator()?.resume_after(Snowflake::from_u64(desk.id().get())).map_err(of_start)
    }

    /// Takes a reading, and says which mark is to be saved before the next id. A Snowflake never restarts, so that the
    /// higher of the mark and what is stored always stays; the detail says so.
    pub fn mark_due(&mut self, now_ms: f64) -> f64 {
        desk().now.set(now_ms);
        desk().detail.set(0.0);
        let Ok(generator) = self.generator() else { return f64::NAN };
        // Where there is no reading the call that follows says so.
        let due = generator.observe().ok().and_then(|()| generator.mark_due());
        due.map_or(f64::NAN, |due| due.mark().unix_ms() as f64)
    }

    /// Confirms that a mark which was due has been saved.
    pub fn mark_saved(&mut self, mark_ms: f64) -> Outcome {
        self.generator()?.mark_saved(DueMark::from_parts(mark(mark_ms)?, Save::Raise));
        Ok(())
    }

    /// A counter of the meter, by its place in this list; `NaN` past the end.
    pub fn meter(&mut self, index: u32) -> f64 {
        let Ok(generator) = self.generator() else { return f64::NAN };
        let meter = generator.meter_ref();
        f64::from(match index {
            0 => return meter.minted as f64,
            1 => meter.rollbacks,
            2 => meter.largest_rollback_ms,
            3 => meter.held,
            4 => meter.borrowed,
            5 => meter.exhaustions,
            6 => meter.waits,
            7 => meter.restarts,
            8 => meter.entropy_failures,
            9 => meter.late,
            10 => return meter.refusals().map(|(_, calls)| f64::from(calls)).sum(),
            _ => return f64::NAN,
        })
    }
}

/// Lays down the next ids of the batch, and hands back how many.
pub fn hand_out(desk: &Desk) -> u32 {
    let Some(mut batch) = desk.batch.take() else { return 0 };
    let mut laid = 0;
    for (place, id) in desk.ids.iter().zip(batch.by_ref().take(ROOM)) {
        place.set(id.to_u64());
        laid += 1;
    }
    desk.batch.set(Some(batch));
    laid
}

/// A mark as JavaScript has it.
fn mark(ms: f64) -> Result<Mark, Status> {
    u64::try_from(whole_ms(ms)).ok().and_then(Mark::from_unix_ms).ok_or(Status::MarkInvalid)
}

#[cfg(test)]
mod tests {
    use super::super::layouts;
    use super::*;

    const NOW: f64 = 1_700_000_000_000.0;
    const PLAIN: Config =
        Config { node: 1.0, start: 0, on_behind: 1, behind_ms: 10, on_full: 1, full_ms: 0, on_unset: 0, window_ms: 0 };

    fn configured(config: &Config) -> Slot {
        layouts::name(0, desk()).unwrap();
        let mut slot = Slot::new();
        slot.configure(config, desk()).unwrap();
        slot
    }

    #[test]
    fn a_slot_that_was_not_configured_mints_nothing() {
        assert_eq!(Slot::new().mint(NOW), Err(Status::Argument));
    }

    #[test]
    fn a_number_that_stands_for_nothing_is_refused_and_the_generator_stays() {
        let mut slot = configured(&PLAIN);
        slot.mint(NOW).unwrap();
        let wrong = [
            (Config { node: 1_024.0, ..PLAIN }, Status::NodeRange),
            (Config { node: -1.0, ..PLAIN }, Status::NodeRange),
            (Config { start: 3, ..PLAIN }, Status::Argument),
            (Config { on_behind: 3, ..PLAIN }, Status::Argument),
            (Config { on_full: 3, ..PLAIN }, Status::Argument),
            (Config { on_unset: 2, ..PLAIN }, Status::Argument),
        ];
        for (config, status) in wrong {
            assert_eq!(slot.configure(&config, desk()), Err(status), "{config:?}");
        }
        slot.mint(NOW).unwrap();
        assert_eq!(desk().id().get(), 1_724_551_110_456_250_369);
    }

    #[test]
    fn a_start_at_random_says_how_many_bytes_it_needs() {
        let mut slot = configured(&Config { start: 1, ..PLAIN });
        assert_eq!((slot.mint(NOW), desk().detail.get()), (Err(Status::Entropy), 4.0));
        desk().random[3].set(5);
        desk().random_at.set(0);
        desk().random_end.set(4);
        slot.mint(NOW).unwrap();
        assert_eq!(desk().id().get(), 1_724_551_110_456_250_368 + 5);
        // No further id of the tick draws.
        slot.mint(NOW).unwrap();
    }

    #[test]
    fn a_batch_is_all_or_nothing_and_is_handed_out_in_pieces() {
        let mut slot = configured(&PLAIN);
        slot.mint_batch(NOW, 4_000).unwrap();
        let mut ids = std::vec::Vec::new();
        loop {
            let laid = hand_out(desk()) as usize;
            ids.extend(desk().ids.iter().take(laid).map(core::cell::Cell::get));
            if laid < ROOM {
                break;
            }
        }
        assert!((0..4_000).map(|n| 1_724_551_110_456_250_368 + n).eq(ids));
        assert_eq!((slot.mint_batch(NOW, 97), desk().detail.get()), (Err(Status::Wait), 1.0));
        assert_eq!((slot.mint_batch(NOW, 4_097), desk().detail.get()), (Err(Status::TooMany), 4_096.0));
        slot.mint_batch(NOW, 96).unwrap();
    }

    #[test]
    fn a_mark_is_due_before_the_first_id_and_none_is_made_without_it() {
        let mut slot = configured(&Config { window_ms: 1_000, ..PLAIN });
        assert_eq!(slot.mint(NOW), Err(Status::NotStarted));
        slot.start_without_mark().unwrap();
        assert_eq!((slot.mint(NOW), desk().detail.get()), (Err(Status::MarkDue), NOW + 1_000.0));
        assert_eq!((slot.mark_due(NOW), desk().detail.get()), (NOW + 1_000.0, 0.0));
        slot.mark_saved(NOW + 1_000.0).unwrap();
        slot.mint(NOW).unwrap();
        assert!(slot.mark_due(NOW).is_nan());
    }
}
