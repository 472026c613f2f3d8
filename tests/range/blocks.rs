//! Blocks: claimed, saved, and only then used.

use std::collections::BTreeSet;

use mintid::range::{
    Blocks, Ceiling, Empty, Meter, Options, Ready, Refused, Request, Span, Spans, Stock, SupplyError, Ticket,
};
use proptest::prelude::*;

use crate::span;
use crate::support::cases::config;

const OPTIONS: Options = Options::new().want(30).low_water(10);

/// Both in one hand.
struct Ids {
    blocks: Blocks<2>,
    ready: Ready<2>,
}

impl Ids {
    fn resume(block: u32, stock: Stock<2>) -> Self {
        Self { blocks: Blocks::resume(OPTIONS, block, stock).unwrap(), ready: Ready::new() }
    }

    fn take(&mut self) -> Result<u64, Empty> {
        self.ready.take().ok_or_else(|| self.blocks.empty())
    }

    fn stock_due(&mut self) -> Option<Stock<2>> {
        self.blocks.stock_due(self.ready.level())
    }

    fn stock_saved(&mut self) {
        assert!(self.ready.put(self.blocks.stock_saved()));
    }

    fn stock_not_saved(&mut self) {
        self.blocks.stock_not_saved();
    }

    fn request_due(&mut self, now_ms: u64) -> Option<Request> {
        self.blocks.request_due(now_ms)
    }

    fn supply(&mut self, ticket: Ticket, span: Span) -> Result<(), Refused> {
        self.blocks.supply(ticket, span)
    }

    fn drain(&mut self) -> [Spans<2>; 4] {
        self.blocks.drain(std::mem::take(&mut self.ready))
    }

    fn at_hand(&self) -> u64 {
        self.ready.level().left()
    }

    fn count(&self) -> u64 {
        self.blocks.count()
    }

    fn meter(&self) -> Meter {
        self.blocks.meter(self.ready.level())
    }
}

fn blocks(block: u32) -> Ids {
    Ids::resume(block, Stock::new(Ceiling::I64))
}

fn supply(ids: &mut Ids, span: Span) {
    let request = ids.request_due(0).unwrap();
    ids.supply(request.ticket, span).unwrap();
}

#[test]
fn an_id_is_given_when_the_stock_without_it_is_saved_and_half_a_block_comes_with_each_save() {
    let mut ids = blocks(10);
    assert_eq!(ids.take(), Err(Empty::Due { from_ms: 0 }));
    assert_eq!(ids.stock_due(), None, "what was loaded is what is kept");
    supply(&mut ids, span(1, 100));
    assert_eq!(ids.take(), Err(Empty::ToSave));
    let stock = ids.stock_due().unwrap();
    assert!(stock.spans().ids().eq(11..=100));
    assert_eq!(ids.stock_due(), None, "one at a time");
    assert_eq!(ids.take(), Err(Empty::ToSave));
    ids.stock_not_saved();
    assert_eq!(ids.take(), Err(Empty::ToSave));
    assert_eq!(ids.stock_due(), Some(stock));
    ids.stock_saved();
    assert_eq!(ids.take(), Ok(1));
    assert_eq!((ids.at_hand(), ids.count()), (9, 90));
    for id in 2..=4 {
        assert_eq!((ids.stock_due(), ids.take()), (None, Ok(id)));
    }
    assert_eq!((ids.take(), ids.at_hand()), (Ok(5), 5));
    let stock = ids.stock_due().unwrap();
    assert!(stock.spans().ids().eq(16..=100));
    // While it is being saved, those at hand go on.
    assert_eq!((ids.take(), ids.take()), (Ok(6), Ok(7)));
    ids.stock_saved();
    for id in 8..=12 {
        assert_eq!(ids.take(), Ok(id));
    }
    assert_eq!(ids.meter().taken, 12);
}

#[test]
fn a_span_is_saved_soon_and_a_block_goes_over_the_end_of_one() {
    let mut ids = blocks(8);
    supply(&mut ids, span(1, 10));
    ids.stock_due().unwrap();
    ids.stock_saved();
    assert_eq!((ids.at_hand(), ids.count()), (8, 2));
    // No block is due, and the new span is to be saved all the same.
    supply(&mut ids, span(101, 110));
    assert!(ids.stock_due().unwrap().spans().ids().eq([9, 10].into_iter().chain(101..=110)));
    // One that comes meanwhile is saved behind it.
    for id in 1..=4 {
        assert_eq!(ids.take(), Ok(id));
    }
    ids.stock_saved();
    assert!(ids.stock_due().unwrap().spans().ids().eq(103..=110));
    supply(&mut ids, span(201, 210));
    ids.stock_saved();
    assert!(ids.stock_due().unwrap().spans().ids().eq((103..=110).chain(201..=210)));
    ids.stock_saved();
    for id in (5..=10).chain(101..=102) {
        assert_eq!(ids.take(), Ok(id));
    }
}

#[test]
fn a_span_that_goes_back_is_remembered_in_what_is_kept() {
    let mut ids = blocks(8);
    let first = ids.request_due(0).unwrap();
    ids.blocks.failed(first.ticket, 0, 0);
    let second = ids.request_due(100_000).unwrap();
    ids.supply(second.ticket, span(1, 10)).unwrap();
    ids.stock_due().unwrap();
    ids.stock_saved();
    let late = ids.supply(first.ticket, span(11, 20)).unwrap_err();
    assert_eq!((late.why, late.to_give_back()), (SupplyError::Late, Some(span(11, 20))));
    let mut kept = ids.stock_due().unwrap();
    assert!(matches!(kept.add(span(11, 20)), Err(SupplyError::Overlap { .. })));
    // One that overlaps changes nothing.
    ids.stock_saved();
    assert_eq!(ids.supply(first.ticket, span(5, 6)).unwrap_err().to_give_back(), None);
    assert_eq!(ids.stock_due(), None);
}

#[test]
fn what_is_given_back_is_all_that_is_left() {
    let mut ids = blocks(8);
    supply(&mut ids, span(1, 50));
    ids.stock_due().unwrap();
    ids.stock_saved();
    for id in 1..=5 {
        assert_eq!(ids.take(), Ok(id));
    }
    ids.stock_due().unwrap();
    let back: Vec<u64> = ids.drain().into_iter().flat_map(|spans| spans.ids()).collect();
    assert!(back.into_iter().eq(6..=50));
    ids.stock_saved();
    assert_eq!(ids.take(), Err(Empty::Closed));
    assert_eq!(ids.stock_due().unwrap().count(), 0);
    let meter = ids.meter();
    assert_eq!((meter.granted, meter.taken, meter.given_back), (50, 5, 45));
}

#[derive(Debug, Clone, Copy)]
enum Event {
    Take(u8),
    Supply(u8),
    /// A save begins, and a later event ends it.
    Save,
    Saved,
    /// It fails, and has been kept all the same, or not.
    Failed {
        is_kept: bool,
    },
    Crash {
        is_kept: bool,
    },
}

fn any_event() -> impl Strategy<Value = Event> {
    prop_oneof![
        6 => (1_u8..9).prop_map(Event::Take),
        2 => (1_u8..40).prop_map(Event::Supply),
        5 => Just(Event::Save),
        5 => Just(Event::Saved),
        1 => any::<bool>().prop_map(|is_kept| Event::Failed { is_kept }),
        1 => any::<bool>().prop_map(|is_kept| Event::Crash { is_kept }),
    ]
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn whatever_happens_no_id_is_given_twice_and_a_crash_costs_a_block_and_what_was_not_saved(
        block in 0_u32..12,
        events in prop::collection::vec(any_event(), 0..200),
    ) {
        let mut ids = blocks(block);
        let mut kept = Stock::<2>::new(Ceiling::I64);
        let mut under_way = None;
        let (mut next, mut now_ms, mut may_be_lost) = (1, 0, 0);
        // Supplied, and in no stock that was kept so far.
        let mut unsaved: Vec<Span> = Vec::new();
        let mut given = BTreeSet::new();
        for event in events {
            match event {
                Event::Take(count) => {
                    for _ in 0..count {
                        if let Ok(id) = ids.take() {
                            prop_assert!(given.insert(id), "{id} is given twice");
                        }
                    }
                }
                Event::Supply(count) => {
                    now_ms += 100_000;
                    if let Some(request) = ids.request_due(now_ms) {
                        let span = Span::of_count(next, count.into()).unwrap();
                        next += u64::from(count);
                        ids.supply(request.ticket, span).unwrap();
                        unsaved.push(span);
                    }
                }
                Event::Save => {
                    if under_way.is_none() {
                        under_way = ids.stock_due().map(|stock| (stock, std::mem::take(&mut unsaved)));
                    } else {
                        prop_assert_eq!(ids.stock_due(), None);
                    }
                }
                Event::Saved => {
                    if let Some((stock, _)) = under_way.take() {
                        kept = stock;
                        ids.stock_saved();
                    }
                }
                Event::Failed { is_kept } => {
                    if let Some((stock, spans)) = under_way.take() {
                        if is_kept { kept = stock } else { unsaved.extend(spans) }
                        ids.stock_not_saved();
                    }
                }
                Event::Crash { is_kept } => {
                    match under_way.take() {
                        Some((stock, _)) if is_kept => kept = stock,
                        Some((_, spans)) => unsaved.extend(spans),
                        None => {}
                    }
                    prop_assert!(ids.at_hand() <= u64::from(block.max(1)));
                    may_be_lost += u64::from(block.max(1)) + unsaved.drain(..).map(Span::count).sum::<u64>();
                    ids = Ids::resume(block, kept);
                }
            }
        }
        let lost = next - 1 - given.len() as u64 - ids.at_hand() - ids.count();
        prop_assert!(lost <= may_be_lost, "{lost} of {may_be_lost}");
    }
}
