//! Slots: where generators live.
//!
//! The package's own generators keep a slot each. All others share one: a generator's state is a plain block of memory, and
//! JavaScript copies it out, and another's in, when the next call is for another generator. So there is one instance of
//! the module however many generators there are.

use mintid::mark::{DueMark, Save};
use mintid::options::Options;
use mintid::scheme::{ChosenGenerator, Form};
use mintid::{Mark, uuid};

use crate::codec::Kind;
use crate::config::Config;
use crate::desk::desk;
use crate::given::Given;
use crate::sheet::Sheet;
use crate::status::{Outcome, Status, of_start};
use crate::time::{unix_ms, whole_ms};

/// A generator; until it is configured, of v7 UUIDs with the defaults.
#[derive(Debug)]
pub struct Slot(ChosenGenerator<Given, Given>);

/// What has become of the mark that a call may need.
#[derive(Debug, Clone, Copy)]
pub enum Store {
    /// Nobody was asked to save one.
    Unasked,
    /// One could not be saved.
    Failed,
}

impl Slot {
    /// A generator of v7 UUIDs with the defaults.
    pub const fn new() -> Self {
        Self(ChosenGenerator::with(Options::v7(uuid::v7::Options::new()), Given, Given))
    }

    /// Makes a new generator here.
    ///
    /// # Errors
    ///
    /// [`Status::Argument`] for a number that stands for nothing; what was here stays.
    pub fn configure(&mut self, config: &Config) -> Outcome {
        let (Some(options), Some(policy)) = (config.options(), config.policy()) else {
            return Err(Status::Argument);
        };
        self.0 = ChosenGenerator::with(options.policy(policy).mark_window_ms(config.window_ms), Given, Given);
        Ok(())
    }

    fn kind(&self) -> Kind {
        match self.0.scheme().form() {
            Form::V7 => Kind::V7,
            Form::Ulid => Kind::Ulid,
        }
    }

    /// Mints ids from one reading and writes them down, as many as are asked for or as can be.
    ///
    /// Where the store has failed, one that its mark does not cover is refused or counted, as the policy says. A restart goes
    /// on too, which otherwise is refused until its mark is saved.
    #[inline(never)]
    pub fn mint(&mut self, now_ms: f64, count: u32, store: Store, sheet: &mut Sheet) -> Outcome {
        desk().now.set(now_ms);
        let (made, outcome) = sheet.write_batch(self.kind(), count, |ids| match store {
            Store::Unasked => self.0.fill(ids),
            Store::Failed => self.0.fill_unsaved(ids),
        });
        desk().made.set(made);
        outcome
    }

    /// Makes an id for a time and writes it down; the generator stays as it is.
    pub fn at(&mut self, ms: f64, sheet: &mut Sheet) -> Outcome {
        let made = self.0.at(unix_ms(ms)?);
        sheet.write_minted(self.kind(), made)
    }

    /// Starts the run at a mark that was saved.
    pub fn start_from(&mut self, mark_ms: f64) -> Outcome {
        self.0.start_from(mark(mark_ms)?).map_err(of_start)
    }

    /// Starts the run without one.
    pub fn start_without_mark(&mut self) -> Outcome {
        self.0.start_without_mark().map_err(of_start)
    }

    /// Starts the run above the id on the sheet.
    pub fn resume_after(&mut self, sheet: &Sheet) -> Outcome {
        self.0.resume_after(sheet.id()).map_err(of_start)
    }

    /// Takes a reading, and says which mark is to be saved before the next id; its detail is 1 where the mark replaces what
    /// is stored, and 0 where the higher of the two stays.
    pub fn mark_due(&mut self, now_ms: f64, sheet: &mut Sheet) -> f64 {
        desk().now.set(now_ms);
        // Where there is no reading the call that follows says so.
        let due = self.0.observe().ok().and_then(|()| self.0.mark_due());
        due.map_or(f64::NAN, |due| {
            sheet.detail = if due.save() == Save::Replace { 1.0 } else { 0.0 };
            due.mark().unix_ms() as f64
        })
    }

    /// Confirms that a mark which was due has been saved, whichever is due by now.
    pub fn mark_saved(&mut self, mark_ms: f64, replaces: bool) -> Outcome {
        let save = if replaces { Save::Replace } else { Save::Raise };
        self.0.mark_saved(DueMark::from_parts(mark(mark_ms)?, save));
        Ok(())
    }

    /// Forgets whatever a copy of this instance could mint too.
    pub fn reseed(&mut self) {
        self.0.reseed();
    }

    /// A counter of the meter, by its place in this list; `NaN` past the end.
    pub fn meter(&self, index: u32) -> f64 {
        let meter = self.0.meter_ref();
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

/// A mark as JavaScript has it.
fn mark(ms: f64) -> Result<Mark, Status> {
    u64::try_from(whole_ms(ms)).ok().and_then(Mark::from_unix_ms).ok_or(Status::MarkInvalid)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::given::supply;

    const V7: Config = Config {
        scheme: 0,
        variety: 20,
        on_behind: 3,
        behind_ms: 10_000,
        on_full: 2,
        full_ms: 10_000,
        on_unset: 0,
        window_ms: 0,
        on_mark_late: 0,
    };
    const ULID: Config = Config { scheme: 1, variety: 0, ..V7 };

    const MINTED: u32 = 0;
    const RESTARTS: u32 = 7;
    const LATE: u32 = 9;

    fn configured(config: &Config) -> (Slot, Sheet) {
        let mut slot = Slot::new();
        slot.configure(config).unwrap();
        (slot, Sheet::new())
    }

    /// The time in the n-th id on the sheet, which is taken for a ULID's: a v7's stands in the same place.
    fn ms(sheet: &Sheet, n: usize) -> u64 {
        ulid_of(sheet, n).unix_ms()
    }

    fn ulid_of(sheet: &Sheet, n: usize) -> mintid::Ulid {
        sheet.ids[n].into()
    }

    #[test]
    fn a_number_that_stands_for_nothing_is_refused_and_the_generator_stays() {
        let (mut slot, _) = configured(&ULID);
        let wrong = [
            Config { scheme: 2, ..V7 },
            Config { variety: 11, ..V7 },
            Config { variety: 43, ..V7 },
            Config { variety: 256 + 20, ..V7 },
            Config { variety: 2, ..ULID },
            Config { on_behind: 4, ..V7 },
            Config { on_full: 3, ..V7 },
            Config { on_unset: 2, ..V7 },
            Config { on_mark_late: 2, ..V7 },
        ];
        for config in wrong {
            assert_eq!(slot.configure(&config), Err(Status::Argument), "{config:?}");
            assert_eq!(slot.kind(), Kind::Ulid);
        }
    }

    #[test]
    fn a_slot_that_was_not_configured_mints_v7_with_the_defaults() {
        let (mut slot, mut sheet) = (Slot::new(), Sheet::new());
        supply(&[0; 10]);
        slot.mint(1_000.0, 1, Store::Unasked, &mut sheet).unwrap();
        assert_eq!((sheet.id().version().map(|version| version.number()), ms(&sheet, 0)), (Some(7), 1_000));
        assert_eq!(&sheet.text[..18], b"00000000-03e8-7000");
    }

    #[test]
    fn without_random_bytes_a_call_says_how_many_it_needs_and_leaves_the_generator_as_it_was() {
        let (mut slot, mut sheet) = configured(&V7);
        assert_eq!((slot.mint(1_000.0, 1, Store::Unasked, &mut sheet), sheet.detail), (Err(Status::Entropy), 10.0));
        supply(&[0; 10]);
        slot.mint(1_000.0, 1, Store::Unasked, &mut sheet).unwrap();
        assert_eq!((desk().random_at.get(), ms(&sheet, 0)), (10, 1_000));
        assert_eq!((slot.mint(1_000.0, 1, Store::Unasked, &mut sheet), sheet.detail), (Err(Status::Entropy), 7.0));
        assert_eq!(slot.meter(MINTED), 1.0);
    }

    #[test]
    fn a_reading_that_is_no_time_is_a_failed_clock_and_one_out_of_range_keeps_its_distance() {
        let (mut slot, mut sheet) = configured(&V7);
        let cases = [
            (f64::NAN, Status::ClockFailed, 0.0),
            (0.5, Status::ClockFailed, 0.0),
            (-7.0, Status::BeforeEpoch, 7.0),
            (281_474_976_710_656.0, Status::Horizon, 0.0),
            (f64::MAX, Status::Horizon, 0.0),
        ];
        for (now, status, detail) in cases {
            assert_eq!((slot.mint(now, 1, Store::Unasked, &mut sheet), sheet.detail), (Err(status), detail), "{now}");
        }
    }

    #[test]
    fn a_batch_is_as_many_calls_with_one_reading_and_ends_where_one_of_them_would() {
        for (config, length, draws) in [(V7, 36, [10, 7]), (ULID, 26, [10, 0])] {
            let (mut slot, mut sheet) = configured(&config);
            let (mut single, mut one) = configured(&config);
            let bytes: [u8; 128] = core::array::from_fn(|n| n as u8);
            supply(&bytes);
            slot.mint(1_000.0, 16, Store::Unasked, &mut sheet).unwrap();
            assert_eq!(desk().made.get(), 16);
            supply(&bytes);
            for n in 0..16 {
                single.mint(1_000.0, 1, Store::Unasked, &mut one).unwrap();
                assert_eq!(one.ids[0], sheet.ids[n], "{n}");
                assert_eq!(one.text[..length], sheet.text[n * length..][..length], "{n}");
            }
            assert_eq!(desk().random_at.get(), draws[0] + 15 * draws[1]);

            // Bytes for the new tick of the first, and for no new tick after it.
            supply(&[0; 10]);
            let made = slot.mint(1_001.0, 3, Store::Unasked, &mut sheet);
            let expected = if draws[1] == 0 { (3, Ok(())) } else { (1, Err(Status::Entropy)) };
            assert_eq!((desk().made.get(), made), expected);
        }
    }

    #[test]
    fn a_batch_of_none_or_of_more_than_fit_is_refused_before_anything_is_read() {
        let (mut slot, mut sheet) = configured(&ULID);
        supply(&[0; 10]);
        for count in [0, 17, u32::MAX] {
            assert_eq!(
                (slot.mint(0.0, count, Store::Unasked, &mut sheet), desk().made.get()),
                (Err(Status::Argument), 0)
            );
        }
        assert_eq!(desk().random_at.get(), 0);
    }

    #[test]
    fn a_clock_that_is_not_set_runs_on_from_the_mark_where_the_policy_says_so() {
        let unset = |slot: &mut Slot, since_boot: f64, sheet: &mut Sheet| {
            desk().since_boot.set(since_boot);
            slot.mint(f64::NAN, 1, Store::Unasked, sheet)
        };
        let marked = Config { window_ms: 1_000, ..V7 };
        for (config, outcome) in [(Config { on_unset: 1, ..marked }, Ok(())), (marked, Err(Status::Unset))] {
            let (mut slot, mut sheet) = configured(&config);
            slot.start_from(50_000.0).unwrap();
            supply(&[0; 10]);
            assert_eq!(unset(&mut slot, 7.0, &mut sheet), outcome);
            if outcome.is_ok() {
                assert_eq!(ms(&sheet, 0), 50_007);
            }
            assert_eq!(slot.mint(f64::NAN, 1, Store::Unasked, &mut sheet), Err(Status::ClockFailed), "said once");
        }
    }

    #[test]
    fn a_mark_is_offered_before_the_first_id_and_after_a_restart_it_replaces_the_old_one() {
        let (mut slot, mut sheet) = configured(&Config { window_ms: 1_000, on_mark_late: 1, ..V7 });
        assert_eq!(slot.mint(50_000.0, 1, Store::Unasked, &mut sheet), Err(Status::NotStarted));
        slot.start_without_mark().unwrap();
        assert_eq!(
            (slot.mint(50_000.0, 1, Store::Unasked, &mut sheet), sheet.detail),
            (Err(Status::MarkDue), 51_000.0)
        );
        assert_eq!((slot.mark_due(50_000.0, &mut sheet), sheet.detail), (51_000.0, 0.0));
        slot.mark_saved(51_000.0, false).unwrap();
        supply(&[0; 10]);
        slot.mint(50_000.0, 1, Store::Unasked, &mut sheet).unwrap();
        assert!(slot.mark_due(50_000.0, &mut sheet).is_nan());
        assert_eq!((slot.mark_due(30_000.0, &mut sheet), sheet.detail), (31_000.0, 1.0));
    }

    #[test]
    fn where_the_store_fails_even_a_restart_goes_on_and_is_counted_or_is_refused_as_the_policy_says() {
        for config in [V7, ULID] {
            let (mut slot, mut sheet) = configured(&Config { window_ms: 1_000, ..config });
            slot.start_without_mark().unwrap();
            for now_ms in [50_000.0, 30_000.0] {
                supply(&[0; 10]);
                slot.mint(now_ms, 1, Store::Failed, &mut sheet).unwrap();
            }
            assert_eq!((slot.meter(MINTED), slot.meter(LATE)), (2.0, 2.0));

            let (mut slot, mut sheet) = configured(&Config { window_ms: 1_000, on_mark_late: 1, ..config });
            slot.start_without_mark().unwrap();
            assert_eq!(
                (slot.mint(50_000.0, 1, Store::Failed, &mut sheet), sheet.detail),
                (Err(Status::MarkDue), 51_000.0)
            );
        }
    }

    #[test]
    fn a_reseeded_slot_goes_on_above_its_newest_id_with_a_draw_of_its_own() {
        for config in [V7, ULID] {
            let (mut slot, mut sheet) = configured(&config);
            slot.reseed();
            for (now, tick) in [(1_000.0, 1_000), (1_000.0, 1_001), (999.0, 1_002), (1_003.0, 1_003)] {
                supply(&[7; 10]);
                slot.mint(now, 1, Store::Unasked, &mut sheet).unwrap();
                assert_eq!((ms(&sheet, 0), desk().random_at.get()), (tick, 10), "{now}");
                slot.reseed();
            }
            assert_eq!((slot.meter(MINTED), slot.meter(RESTARTS)), (4.0, 0.0));
        }
    }
}
