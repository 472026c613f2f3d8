//! Text for people: `Display` and `Debug` of ids, causes and errors, through `core::fmt`.
//!
//! One thing is left out: `Debug` of a [`FieldError`](mintid::FieldError). It holds a field's name, and `core` escapes
//! text for `Debug` in a way that the optimizer cannot show to be free of panics. Its `Display` is here.

use core::fmt::{self, Write};

use mintid::entropy::{Bytes, Entropy};
use mintid::lease::{AnswerError, Denied, NoLease, Record};
use mintid::snowflake::{BatchError, Layout, LayoutError, LeasedCause, OrdinalError, Width};
use mintid::uuid::v7;
use mintid::{Cause, Snowflake, Ulid, Uuid, V7Generator};

use crate::world::{Anything, double, keep, mark, quad, with_text, word};

/// Takes text and forgets it.
pub struct Paper;

impl fmt::Write for Paper {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        keep(text);
        Ok(())
    }
}

pub fn show(value: impl fmt::Display + fmt::Debug) {
    keep(write!(Paper, "{value}"));
    keep(write!(Paper, "{value:?}"));
}

pub fn all() {
    let (uuid, ulid) = (Uuid::from_u128(quad()), Ulid::from_u128(quad()));
    show(uuid);
    show(ulid);
    keep(write!(Paper, "{uuid:>40} {uuid:x} {uuid:#X} {ulid:<30} {ulid:#x} {ulid:X}"));
    with_text(|text| {
        if let Err(error) = Uuid::parse_lenient_ascii(text) {
            show(error);
        }
        if let Err(error) = Bytes::new(text).draw::<40>() {
            show(error);
        }
    });
    let id = Snowflake::from_u64(double());
    show(id);
    keep(write!(Paper, "{id:>22} {id:x} {id:016X}"));
    if let Err(error) = Layout::new(Width::Bits63, double(), word() as u16, &[]) {
        show(error);
        show(BatchError::Cause(Cause::<LayoutError>::Entropy(error)));
    }
    if let Err(error) = Layout::TWITTER.tick_at(double()) {
        show(error);
    }
    let denied =
        Denied::Exhausted { nodes: double(), soonest_node: double(), floor_ms: double(), lent_for_ms: double() };
    show(denied);
    show(LeasedCause::<Denied>::CeilingReached { by_ms: double() });
    show(NoLease::Expired { by_ms: double() });
    show(AnswerError::Fence { fence: double(), newest: double() });
    show(OrdinalError::TooLarge { max_node: double() });
    with_text(|text| match Record::from_bytes(text) {
        Ok(record) => keep(write!(Paper, "{:?}", record.terms())),
        Err(error) => show(error),
    });
    if let Some(mark) = mark() {
        show(mark);
    }
    if let Err(error) = v7::Options::new().counter_bits(word() as u8) {
        show(error);
    }
    if let Err(error) = Uuid::v7_min(double()) {
        keep(write!(Paper, "{error}"));
    }
    let mut ids = V7Generator::new(Anything, Anything);
    if let Err(cause) = ids.generate() {
        show(cause);
    }
    if let Err(stopped) = ids.fill(&mut [Uuid::NIL; 3]) {
        show(stopped);
    }
    if let Err(error) = ids.start_without_mark() {
        show(error);
    }
    keep(write!(Paper, "{ids:?}"));
}
