//! What C may get wrong with its memory, and calls inside of calls.

use core::ffi::c_char;
use core::ptr::{null, null_mut};

use super::*;
use crate::marks::*;
use crate::minting::*;
use crate::text::*;

#[test]
fn a_call_inside_of_another_is_answered_busy_and_spoils_nothing() {
    let (mut world, mut other) = (World::new(), World::new());
    let mut ids = v7(&keep_going(), &mut world);
    let mut plain = v7(&keep_going(), &mut other);
    world.nested = Some(&raw mut *ids);
    for _ in 0..3 {
        let mut id = [0; 16];
        // By the pointer that the callbacks have, as C does it.
        assert_eq!(mintid_generate(world.nested.unwrap(), id.as_mut_ptr(), null_mut()), Status::Ok);
        assert_eq!(id, mint(&mut plain).unwrap());
    }
    assert_eq!(world.inside, [Status::Busy; 12]);
}

#[test]
fn memory_without_a_generator_and_a_copy_of_one_are_refused() {
    let mut world = World::new();
    let mut ids = v7(&keep_going(), &mut world);
    mint(&mut ids).unwrap();
    // SAFETY: words, which may be copied; what becomes of them is what this test is for.
    let mut copy = Box::new(unsafe { core::ptr::read(&raw const *ids) });
    assert_eq!(mint(&mut copy), Err((Status::NoGenerator, 0)));
    assert_eq!(mint(&mut memory()), Err((Status::NoGenerator, 0)));
    let mut noise = memory();
    // SAFETY: as large.
    unsafe { (&raw mut *noise).write_bytes(0xFF, 1) };
    assert_eq!(mint(&mut noise), Err((Status::NoGenerator, 0)));
    assert_eq!(mintid_v7_init(&raw mut *noise, &STRICT, Some(read), Some(draw), world.context()), Status::Ok);
    mint(&mut noise).unwrap();
    mint(&mut ids).unwrap();
}

#[test]
fn a_pointer_that_is_null_or_not_aligned_is_refused_before_anything_is_done() {
    let mut world = World::new();
    let mut held = v7(&keep_going(), &mut world);
    let ids = &raw mut *held;
    let askew = |pointer: *mut Generator| pointer.wrapping_byte_add(1);
    let (mut id, mut text, mut detail) = ([0u8; 16], [0 as c_char; 64], [0u64; 2]);
    let (id, text, detail) = (id.as_mut_ptr(), text.as_mut_ptr(), detail.as_mut_ptr());
    let askew_detail = detail.wrapping_byte_add(1);
    let context = world.context();

    let mut answers = Vec::new();
    for wrong in [null_mut(), askew(ids)] {
        answers.extend([
            mintid_v7_init(wrong, &STRICT, Some(read), Some(draw), context),
            mintid_ulid_init(wrong, &STRICT, Some(read), Some(draw), context),
            mintid_generate(wrong, id, detail),
            mintid_fill(wrong, id, 1, null_mut(), detail),
            mintid_at(wrong, 0, id, detail),
            mintid_observe(wrong, detail),
            mintid_reseed(wrong),
            mintid_start_from(wrong, 0),
            mintid_start_without_mark(wrong),
            mintid_resume_after(wrong, id),
            mintid_mark_due(wrong, &mut Due { unix_ms: 0, save: 0 }),
            mintid_mark_saved(wrong, &Due { unix_ms: 0, save: 0 }),
            mintid_flush(wrong, &mut Due { unix_ms: 0, save: 0 }),
            mintid_read_meter(wrong, &mut Meter::from(&mintid::Meter::new())),
        ]);
    }
    answers.extend([
        mintid_v7_init(ids, null(), Some(read), Some(draw), context),
        mintid_v7_init(ids, &STRICT, None, Some(draw), context),
        mintid_v7_init(ids, &STRICT, Some(read), None, context),
        mintid_ulid_init(ids, null(), Some(read), Some(draw), context),
        mintid_generate(ids, null_mut(), detail),
        mintid_generate(ids, id, askew_detail),
        mintid_fill(ids, null_mut(), 1, null_mut(), detail),
        mintid_fill(ids, id, usize::MAX / 16, null_mut(), detail),
        mintid_fill(ids, id, usize::MAX, null_mut(), detail),
        mintid_fill(ids, id, 1, askew_detail.cast(), detail),
        mintid_fill(ids, id, 1, null_mut(), askew_detail),
        mintid_at(ids, 0, null_mut(), detail),
        mintid_observe(ids, askew_detail),
        mintid_resume_after(ids, null()),
        mintid_mark_due(ids, null_mut()),
        mintid_mark_saved(ids, null()),
        mintid_flush(ids, null_mut()),
        mintid_read_meter(ids, null_mut()),
        mintid_v4(None, context, id, detail),
        mintid_v4(Some(draw), context, null_mut(), detail),
        mintid_uuid_format(null(), text),
        mintid_uuid_format(id, null_mut()),
        mintid_ulid_format(null(), text),
        mintid_ulid_format(id, null_mut()),
        mintid_uuid_parse(null(), 36, id, detail),
        mintid_uuid_parse(text, 36, null_mut(), detail),
        mintid_uuid_parse_lenient(null(), 36, id, detail),
        mintid_ulid_parse(null(), 26, id, detail),
        mintid_ulid_parse(text, 26, id, askew_detail),
        mintid_ulid_parse_lenient(text, 26, null_mut(), detail),
    ]);
    for (at, answer) in answers.into_iter().enumerate() {
        assert_eq!(answer, Status::Pointer, "call {at}");
    }
    assert_eq!(world.draws, 0);
    // Nothing was changed, and a batch of none reads nothing.
    let fresh = Meter::from(&mintid::Meter::new());
    world.set(-1);
    assert_eq!(mintid_fill(ids, id, 0, null_mut(), null_mut()), Status::Ok);
    assert_eq!(meter(&mut held), fresh);
}
