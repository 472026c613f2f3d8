//! Slots: where generators live.
//!
//! The package's own generators keep a slot each. All others share one: a generator's state is a plain block of memory, and
//! JavaScript copies it out, and another's in, when the next call is for another generator. So there is one instance of
//! the module however many generators there are.

use mintid::generator::Generator;
use mintid::mark::{DueMark, Save, StartError};
use mintid::policy::{Beyond, OnBehind, OnFull, OnMarkLate, OnUnset};
use mintid::scheme::Scheme;
use mintid::{Mark, Meter, Policy, Ulid, UlidGenerator, Uuid, V7Generator, ulid, uuid};

use crate::desk::{Desk, OnDesk};
use crate::status::{Outcome, Status, of_cause, of_start};
use crate::time::{unix_ms, whole_ms};

/// A generator, or none yet.
#[derive(Debug)]
pub enum Slot<'a> {
    /// None yet.
    Empty,
    /// v7 with a counter.
    V7(V7Generator<OnDesk<'a>, OnDesk<'a>>),
    /// ULID.
    Ulid(UlidGenerator<OnDesk<'a>, OnDesk<'a>>),
}

/// The numbers a generator is configured with, as JavaScript gives them.
#[derive(Debug, Clone, Copy)]
pub struct Config {
    /// 0 v7, 1 ULID.
    pub scheme: u32,
    /// v7: the counter's bits. ULID: 0 for a step of one, 1 for a random one.
    pub variety: u32,
    /// 0 refuse, 1 wait, 2 hold and refuse beyond, 3 hold and restart beyond.
    pub on_behind: u32,
    /// The bound of that.
    pub behind_ms: u32,
    /// 0 refuse, 1 wait, 2 borrow.
    pub on_full: u32,
    /// The bound of that.
    pub full_ms: u32,
    /// How far ahead a mark is saved; 0 for no marks.
    pub window_ms: u32,
    /// 0 go on when a mark is late, 1 refuse.
    pub on_mark_late: u32,
}

impl Config {
    fn policy(&self) -> Option<Policy> {
        let up_to_ms = self.behind_ms;
        let on_behind = match self.on_behind {
            0 => OnBehind::Refuse,
            1 => OnBehind::Wait { up_to_ms },
            2 => OnBehind::Hold { up_to_ms, beyond: Beyond::Refuse },
            3 => OnBehind::Hold { up_to_ms, beyond: Beyond::Restart },
            _ => return None,
        };
        let on_full = match self.on_full {
            0 => OnFull::Refuse,
            1 => OnFull::Wait,
            2 => OnFull::Borrow { up_to_ms: self.full_ms },
            _ => return None,
        };
        let on_mark_late = match self.on_mark_late {
            0 => OnMarkLate::GoOn,
            1 => OnMarkLate::Refuse,
            _ => return None,
        };
        Some(Policy { on_behind, on_full, on_unset: OnUnset::Refuse, on_mark_late })
    }

    fn slot<'a>(&self, desk: &'a Desk) -> Option<Slot<'a>> {
        let policy = self.policy()?;
        let at = OnDesk(desk);
        match (self.scheme, self.variety) {
            (0, bits) => {
                let options = uuid::v7::Options::new().counter_bits(u8::try_from(bits).ok()?).ok()?;
                let options = options.policy(policy).mark_window_ms(self.window_ms);
                Some(Slot::V7(V7Generator::with(options, at, at)))
            }
            (1, step @ (0 | 1)) => {
                let step = if step == 0 { ulid::Step::One } else { ulid::Step::Random };
                let options = ulid::Options::new().step(step).policy(policy).mark_window_ms(self.window_ms);
                Some(Slot::Ulid(UlidGenerator::with(options, at, at)))
            }
            _ => None,
        }
    }
}

impl<'a> Slot<'a> {
    /// Makes a new generator here.
    ///
    /// # Errors
    ///
    /// [`Status::Argument`] for a number that stands for nothing; what was here stays.
    pub fn configure(&mut self, config: &Config, desk: &'a Desk) -> Outcome {
        *self = config.slot(desk).ok_or((Status::Argument, 0.0))?;
        Ok(())
    }

    /// Mints an id and writes it down.
    pub fn mint(&mut self, now_ms: f64, desk: &Desk) -> Outcome {
        desk.set_now(now_ms);
        match self {
            Self::Empty => return Err((Status::Argument, 0.0)),
            Self::V7(ids) => desk.write_uuid(ids.generate().map_err(of_cause)?),
            Self::Ulid(ids) => desk.write_ulid(ids.generate().map_err(of_cause)?),
        }
        Ok(())
    }

    /// As [`mint`](Self::mint), where the store has failed: an id that its mark does not cover is refused or counted, as the
    /// policy says. A restart goes on too, which a plain call refuses until its mark is saved.
    pub fn mint_unsaved(&mut self, now_ms: f64, desk: &Desk) -> Outcome {
        let failed = |_: DueMark| Err::<(), ()>(());
        desk.set_now(now_ms);
        match self {
            Self::Empty => return Err((Status::Argument, 0.0)),
            Self::V7(ids) => desk.write_uuid(ids.generate_saving(failed).map_err(of_cause)?),
            Self::Ulid(ids) => desk.write_ulid(ids.generate_saving(failed).map_err(of_cause)?),
        }
        Ok(())
    }

    /// Makes an id for a time and writes it down; the generator stays as it is.
    pub fn at(&mut self, ms: f64, desk: &Desk) -> Outcome {
        let ms = unix_ms(ms).map_err(|status| (status, 0.0))?;
        match self {
            Self::Empty => return Err((Status::Argument, 0.0)),
            Self::V7(ids) => desk.write_uuid(ids.at(ms).map_err(of_cause)?),
            Self::Ulid(ids) => desk.write_ulid(ids.at(ms).map_err(of_cause)?),
        }
        Ok(())
    }

    /// Starts the run at a mark that was saved.
    pub fn start_from(&mut self, mark_ms: f64) -> Outcome {
        let invalid = (Status::MarkInvalid, 0.0);
        let ms = whole_ms(mark_ms).ok().and_then(|ms| u64::try_from(ms).ok()).ok_or(invalid)?;
        let mark = Mark::from_unix_ms(ms).ok_or(invalid)?;
        self.start(|ids| ids.start_from(mark), |ids| ids.start_from(mark))
    }

    /// Starts the run without one.
    pub fn start_without_mark(&mut self) -> Outcome {
        self.start(Generator::start_without_mark, Generator::start_without_mark)
    }

    /// Starts the run above the id on the desk.
    pub fn resume_after(&mut self, desk: &Desk) -> Outcome {
        let id = desk.id.get();
        self.start(|ids| ids.resume_after(Uuid::from_bytes(id)), |ids| ids.resume_after(Ulid::from_bytes(id)))
    }

    fn start(
        &mut self,
        v7: impl FnOnce(&mut V7Generator<OnDesk<'a>, OnDesk<'a>>) -> Result<(), StartError>,
        ulid: impl FnOnce(&mut UlidGenerator<OnDesk<'a>, OnDesk<'a>>) -> Result<(), StartError>,
    ) -> Outcome {
        match self {
            Self::Empty => Err((Status::Argument, 0.0)),
            Self::V7(ids) => v7(ids).map_err(of_start),
            Self::Ulid(ids) => ulid(ids).map_err(of_start),
        }
    }

    /// Takes a reading, and says which mark is to be saved before the next id; its detail is 1 where the mark replaces what
    /// is stored, and 0 where the higher of the two stays.
    pub fn mark_due(&mut self, now_ms: f64, desk: &Desk) -> f64 {
        fn due<S: Scheme>(ids: &mut Generator<S, OnDesk<'_>, OnDesk<'_>>) -> Option<DueMark> {
            // Where there is no reading the call that follows says so.
            ids.observe().ok()?;
            ids.mark_due()
        }
        desk.set_now(now_ms);
        let due = match self {
            Self::Empty => None,
            Self::V7(ids) => due(ids),
            Self::Ulid(ids) => due(ids),
        };
        due.map_or(f64::NAN, |due| {
            desk.detail.set(if due.save() == Save::Replace { 1.0 } else { 0.0 });
            due.mark().unix_ms() as f64
        })
    }

    /// Confirms that the mark which is due has been saved.
    pub fn mark_saved(&mut self) {
        fn confirm<S: Scheme>(ids: &mut Generator<S, OnDesk<'_>, OnDesk<'_>>) {
            if let Some(due) = ids.mark_due() {
                ids.mark_saved(due);
            }
        }
        match self {
            Self::Empty => {}
            Self::V7(ids) => confirm(ids),
            Self::Ulid(ids) => confirm(ids),
        }
    }

    /// A counter of the meter, by its place in this list; `NaN` past the end.
    pub fn meter(&self, index: u32) -> f64 {
        let meter = match self {
            Self::Empty => Meter::new(),
            Self::V7(ids) => ids.meter(),
            Self::Ulid(ids) => ids.meter(),
        };
        let counters = [
            meter.minted as f64,
            f64::from(meter.rollbacks),
            f64::from(meter.largest_rollback_ms),
            f64::from(meter.held),
            f64::from(meter.borrowed),
            f64::from(meter.exhaustions),
            f64::from(meter.waits),
            f64::from(meter.restarts),
            f64::from(meter.entropy_failures),
            f64::from(meter.late),
            f64::from(meter.refused_in_all()),
        ];
        counters.get(index as usize).copied().unwrap_or(f64::NAN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const V7: Config = Config {
        scheme: 0,
        variety: 20,
        on_behind: 3,
        behind_ms: 10_000,
        on_full: 2,
        full_ms: 10_000,
        window_ms: 0,
        on_mark_late: 0,
    };
    const ULID: Config = Config { scheme: 1, variety: 0, ..V7 };

    fn configured<'a>(config: &Config, desk: &'a Desk) -> Slot<'a> {
        let mut slot = Slot::Empty;
        slot.configure(config, desk).unwrap();
        slot
    }

    #[test]
    fn a_number_that_stands_for_nothing_is_refused_and_the_generator_stays() {
        let desk = Desk::new();
        let mut slot = configured(&ULID, &desk);
        let wrong = [
            Config { scheme: 2, ..V7 },
            Config { variety: 11, ..V7 },
            Config { variety: 43, ..V7 },
            Config { variety: 256 + 20, ..V7 },
            Config { variety: 2, ..ULID },
            Config { on_behind: 4, ..V7 },
            Config { on_full: 3, ..V7 },
            Config { on_mark_late: 2, ..V7 },
        ];
        for config in wrong {
            assert_eq!(slot.configure(&config, &desk), Err((Status::Argument, 0.0)), "{config:?}");
            assert!(matches!(slot, Slot::Ulid(_)));
        }
    }

    #[test]
    fn an_empty_slot_refuses_everything() {
        let desk = Desk::new();
        let mut slot = Slot::Empty;
        let refused = Err((Status::Argument, 0.0));
        assert_eq!(slot.mint(0.0, &desk), refused);
        assert_eq!(slot.mint_unsaved(0.0, &desk), refused);
        assert_eq!(slot.at(0.0, &desk), refused);
        assert_eq!(slot.start_from(0.0), refused);
        assert_eq!(slot.start_without_mark(), refused);
        assert_eq!(slot.resume_after(&desk), refused);
        assert!(slot.mark_due(0.0, &desk).is_nan());
    }

    #[test]
    fn without_random_bytes_a_call_says_how_many_it_needs_and_leaves_the_generator_as_it_was() {
        let desk = Desk::new();
        let mut slot = configured(&V7, &desk);
        assert_eq!(slot.mint(1_000.0, &desk), Err((Status::Entropy, 10.0)));
        desk.supply(&[0; 10]);
        slot.mint(1_000.0, &desk).unwrap();
        assert_eq!((desk.taken(), Uuid::from_bytes(desk.id.get()).unix_ms()), (10, Some(1_000)));
        assert_eq!(slot.mint(1_000.0, &desk), Err((Status::Entropy, 7.0)));
        assert_eq!(slot.meter(0), 1.0);
    }

    #[test]
    fn a_reading_that_is_no_time_is_a_failed_clock_and_one_out_of_range_keeps_its_distance() {
        let desk = Desk::new();
        let mut slot = configured(&V7, &desk);
        let cases = [
            (f64::NAN, (Status::ClockFailed, 0.0)),
            (0.5, (Status::ClockFailed, 0.0)),
            (-7.0, (Status::BeforeEpoch, 7.0)),
            (281_474_976_710_656.0, (Status::Horizon, 0.0)),
            (f64::MAX, (Status::Horizon, 0.0)),
        ];
        for (now, status) in cases {
            assert_eq!(slot.mint(now, &desk), Err(status), "{now}");
        }
    }

    #[test]
    fn a_mark_is_offered_before_the_first_id_and_after_a_restart_it_replaces_the_old_one() {
        let desk = Desk::new();
        let mut slot = configured(&Config { window_ms: 1_000, on_mark_late: 1, ..V7 }, &desk);
        assert_eq!(slot.mint(50_000.0, &desk), Err((Status::NotStarted, 0.0)));
        slot.start_without_mark().unwrap();
        assert_eq!(slot.mint(50_000.0, &desk), Err((Status::MarkDue, 51_000.0)));
        assert_eq!((slot.mark_due(50_000.0, &desk), desk.detail.get()), (51_000.0, 0.0));
        slot.mark_saved();
        desk.supply(&[0; 10]);
        slot.mint(50_000.0, &desk).unwrap();
        assert!(slot.mark_due(50_000.0, &desk).is_nan());
        assert_eq!((slot.mark_due(30_000.0, &desk), desk.detail.get()), (31_000.0, 1.0));
    }

    #[test]
    fn where_the_store_fails_even_a_restart_goes_on_and_is_counted_or_is_refused_as_the_policy_says() {
        const LATE: u32 = 9;
        let desk = Desk::new();
        for config in [V7, ULID] {
            let mut slot = configured(&Config { window_ms: 1_000, ..config }, &desk);
            slot.start_without_mark().unwrap();
            for now_ms in [50_000.0, 30_000.0] {
                desk.supply(&[0; 10]);
                slot.mint_unsaved(now_ms, &desk).unwrap();
            }
            assert_eq!((slot.meter(0), slot.meter(LATE)), (2.0, 2.0));

            let mut slot = configured(&Config { window_ms: 1_000, on_mark_late: 1, ..config }, &desk);
            slot.start_without_mark().unwrap();
            assert_eq!(slot.mint_unsaved(50_000.0, &desk), Err((Status::MarkDue, 51_000.0)));
        }
    }
}
