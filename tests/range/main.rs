//! Ranges from the outside: spans in, ids out.
//!
//! | file | holds |
//! |---|---|
//! | `spans.rs` | what makes a span, counting, splitting, Hibernate's three ways; numbers that are no span |
//! | `stock.rs` | order, ceilings, blocks, and what is remembered of earlier spans |
//! | `kept.rs` | a stock as bytes, whole and damaged |
//! | `asking.rs` | when the coordinator is asked, answers in and out of order, failures, the end |
//! | `blocks.rs` | blocks that are claimed, saved and then used, whatever happens in between |
//! | `field.rs` | defects that other allocators have had |
//! | `promise.rs` | any order of messages, crashes and give-backs: no id twice, and no more lost than was held |
//!
//! `MINTID_PROVE=1` tries a hundred times as many cases.

mod asking;
mod blocks;
mod field;
mod kept;
mod promise;
mod spans;
mod stock;
#[path = "../support/mod.rs"]
mod support;

use mintid::range::Span;

fn span(first: u64, last: u64) -> Span {
    Span::new(first, last).unwrap()
}

fn every(step: u16, first: u64, last: u64) -> Span {
    Span::stepped(first, last, step).unwrap()
}
