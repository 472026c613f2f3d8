//! Marks: main saves them, and interrupts mint meanwhile.

use std::cell::Cell;

use mintid::clock::{ManualClock, OffsetClock};
use mintid::mark::{Mark, StartError};
use mintid::policy::{OnMarkLate, OnUnset};
use mintid::uuid::v7;
use mintid::{Cause, Refusal};
use mintid_mcu::SharedV7;
use mintid_mcu::clock::Ticks;
use mintid_mcu::shared::Error;

use crate::HOME_MS;
use crate::stream::Stream;

fn shared() -> SharedV7<ManualClock, Stream> {
    let options = v7::Options::new().mark_window_ms(1_000).on_mark_late(OnMarkLate::Refuse);
    SharedV7::new(options, ManualClock::at_ms(HOME_MS), Stream::random(1))
}

#[test]
fn a_run_starts_from_its_mark_and_mints_once_the_next_is_saved() {
    let ids = shared();
    assert_eq!(ids.generate(), Err(Error::Cause(Cause::Refused(Refusal::NotStarted))));
    ids.start_from(Mark::from_unix_ms(HOME_MS as u64 + 700).unwrap()).unwrap();
    ids.observe().unwrap();
    let due = ids.mark_due().unwrap().expect("a start needs a mark");
    assert!(matches!(ids.generate_from_interrupt(), Err(Error::Cause(Cause::Refused(Refusal::MarkDue(_))))));
    ids.mark_saved(due).unwrap();
    let id = ids.generate().unwrap();
    assert_eq!(id.unix_ms(), Some(HOME_MS + 700));
    assert_eq!(ids.start_without_mark(), Err(Error::Cause(StartError::Running)));
    assert!(ids.flush().unwrap().is_some_and(|due| due.mark().unix_ms() == HOME_MS as u64 + 701));
}

#[test]
fn a_mark_that_is_confirmed_late_does_not_cover_what_came_due_since() {
    let ids = shared();
    ids.start_without_mark().unwrap();
    ids.observe().unwrap();
    let due = ids.mark_due().unwrap().unwrap();
    // While it is being saved, the clock runs past it, and an interrupt asks.
    ids.with(|ids| ids.clock_mut().set_ms(HOME_MS + 5_000)).unwrap();
    assert!(ids.top_up().is_ok() && ids.generate_from_interrupt().is_err());
    ids.mark_saved(due).unwrap();
    assert!(matches!(ids.generate(), Err(Error::Cause(Cause::Refused(Refusal::MarkDue(_))))));
    ids.mark_saved(ids.mark_due().unwrap().unwrap()).unwrap();
    assert!(ids.generate().is_ok());
}

#[test]
fn a_board_without_the_time_refuses_or_runs_on_from_its_mark_until_it_is_told() {
    let mark_ms = HOME_MS as u64;
    for on_unset in [OnUnset::Refuse, OnUnset::RunFromMark] {
        let counter = Cell::new(0xffff_f000_u32);
        let clock = OffsetClock::new(Ticks::<_, 24, 32_768>::new(|| counter.get()));
        let options = v7::Options::new().mark_window_ms(60_000).on_mark_late(OnMarkLate::Refuse).on_unset(on_unset);
        let ids = SharedV7::<_, _>::new(options, clock, Stream::random(1));
        ids.start_from(Mark::from_unix_ms(mark_ms).unwrap()).unwrap();
        let observed = ids.observe(); // the counter's first reading
        counter.set(counter.get().wrapping_add(32_768 * 2)); // two seconds on, over its end
        if on_unset == OnUnset::Refuse {
            assert_eq!(observed, Err(Error::Cause(Refusal::Unset)));
            assert_eq!(ids.generate(), Err(Error::Cause(Cause::Refused(Refusal::Unset))));
        } else {
            ids.observe().unwrap();
            ids.mark_saved(ids.mark_due().unwrap().unwrap()).unwrap();
            assert_eq!(ids.generate().unwrap().unix_ms(), Some(HOME_MS + 2_000));
        }
        // The network has the time.
        ids.with(|ids| ids.clock_mut().set_ms(HOME_MS + 30_000)).unwrap();
        ids.observe().unwrap();
        if let Some(due) = ids.mark_due().unwrap() {
            ids.mark_saved(due).unwrap();
        }
        assert_eq!(ids.generate().unwrap().unix_ms(), Some(HOME_MS + 30_000), "{on_unset:?}");
    }
}
