//! Order over a reset.

use core::ptr::null_mut;

use mintid::Uuid;

use super::*;
use crate::marks::{Save, mintid_flush, mintid_start_without_mark};
use crate::minting::mintid_observe;

#[test]
fn a_run_goes_on_from_a_mark_without_a_clock_and_a_restart_replaces_the_mark() {
    let mut world = World::new();
    let options = Options { mark_window_ms: 1_000, on_unset: 1, on_mark_late: 0, ..keep_going() };
    let mut ids = v7(&options, &mut world);
    assert_eq!(due(&mut ids), Err(Status::NoMark));
    let mut flushed = Due { unix_ms: 0, save: 0 };
    assert_eq!(mintid_flush(&raw mut *ids, &raw mut flushed), Status::NoMark);
    assert_eq!(mintid_start_from(&raw mut *ids, u64::MAX), Status::NoMark);
    assert_eq!(mintid_start_from(&raw mut *ids, (1 << 48) + 1), Status::MarkInvalid);
    assert_eq!(mintid_start_from(&raw mut *ids, 1_764_600_000_000), Status::Ok);

    world.clock = (Clock::Unset as i32, 40);
    assert_eq!(mintid_observe(&raw mut *ids, null_mut()), Status::Ok);
    let asked = due(&mut ids).unwrap();
    assert_eq!(asked, Due { unix_ms: 1_764_600_001_040, save: 0 });
    assert_eq!(mintid_mark_saved(&raw mut *ids, &asked), Status::Ok);
    let first = Uuid::from_bytes(mint(&mut ids).unwrap());
    assert_eq!(first.unix_ms(), Some(1_764_600_000_040));
    assert_eq!(mintid_start_from(&raw mut *ids, 5), Status::Running);
    assert_eq!(mintid_start_without_mark(&raw mut *ids), Status::Running);
    assert_eq!(mintid_resume_after(&raw mut *ids, first.as_bytes().as_ptr()), Status::Running);

    world.set(1_764_500_000_000);
    assert_eq!(mint(&mut ids), Err((Status::MarkDue, 1_764_500_001_000)));
    let asked = due(&mut ids).unwrap();
    assert_eq!(asked, Due { unix_ms: 1_764_500_001_000, save: Save::Replace as u32 });
    assert_eq!(mintid_mark_saved(&raw mut *ids, &Due { save: 2, ..asked }), Status::Option);
    assert_eq!(mintid_mark_saved(&raw mut *ids, &Due { unix_ms: u64::MAX, ..asked }), Status::NoMark);
    assert_eq!(mintid_mark_saved(&raw mut *ids, &asked), Status::Ok);
    mint(&mut ids).unwrap();
    assert_eq!(meter(&mut ids).restarts, 1);
    assert_eq!(mintid_flush(&raw mut *ids, &raw mut flushed), Status::Ok);
    assert_eq!(flushed, Due { unix_ms: 1_764_500_000_001, save: Save::Replace as u32 });
}

#[test]
fn a_run_is_resumed_after_an_id_of_its_kind() {
    let mut world = World::new();
    let mut ids = v7(&keep_going(), &mut world);
    let newest = Uuid::v7_min(1_764_500_000_500).unwrap();
    assert_eq!(mintid_resume_after(&raw mut *ids, Uuid::NIL.as_bytes().as_ptr()), Status::ForeignId);
    assert_eq!(mintid_resume_after(&raw mut *ids, newest.as_bytes().as_ptr()), Status::Ok);
    assert_eq!(Uuid::from_bytes(mint(&mut ids).unwrap()).unix_ms(), Some(1_764_500_000_501));
}
