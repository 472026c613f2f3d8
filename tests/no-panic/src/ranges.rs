//! Spans of anything, stocks kept and read back, and allocators asked in an order that nobody knows.

use core::fmt::Write;

use mintid::Backoff;
use mintid::range::{Blocks, Ceiling, Options, Ranges, Ready, Span, Stock, SupplyError, Ticket};

use crate::formatting::{Paper, show};
use crate::world::{bytes, double, flag, keep, with_text, word};

pub fn span() -> Option<Span> {
    let span = match word() {
        0 => Span::new(double(), double()),
        1 => Span::stepped(double(), double(), word() as u16),
        2 => Span::of_count(double(), double()),
        3 => Span::from_hilo(double(), double()),
        4 => Span::from_pooled(double(), double(), double()),
        _ => Span::from_pooled_lo(double(), double()),
    };
    match span {
        Ok(span) => {
            keep((span.first(), span.last(), span.step(), span.count(), span.count_exact()));
            keep((span.contains(double()), span.split(double()), span.ids().next()));
            show(span);
            Some(span)
        }
        Err(error) => {
            show(error);
            None
        }
    }
}

fn ceiling() -> Ceiling {
    match word() {
        0 => Ceiling::JS_NUMBER,
        1 => Ceiling::I64,
        _ => Ceiling::at(double()),
    }
}

pub fn stocks() {
    let mut stock = Stock::<3>::new(ceiling());
    while flag() {
        match word() {
            0 => match span().map(|span| stock.add(span)) {
                Some(Err(error)) => {
                    keep(error.name());
                    show(error);
                }
                added => keep(added),
            },
            1 => keep(stock.claim(double())),
            2 => keep((stock.count(), stock.spans().count_exact(), stock.has_place(), stock.ceiling().max_id())),
            3 => {
                let kept: [u8; Stock::<3>::BYTES] = stock.to_bytes();
                keep(kept);
            }
            4 => stock = Stock::from_bytes(&bytes::<{ Stock::<3>::BYTES }>()).unwrap_or(stock),
            _ => with_text(|text| match Stock::<2>::from_bytes(text) {
                Ok(other) => keep(other),
                Err(error) => show(error),
            }),
        }
    }
}

fn options() -> Options {
    let backoff = Backoff::new(word(), word());
    keep((backoff.base_ms(), backoff.max_ms()));
    Options::new()
        .want(double())
        .low_water(double())
        .ceiling(ceiling())
        .patience_ms(word())
        .backoff(backoff)
        .run(word())
}

pub fn allocate() {
    let mut ids = match Stock::from_bytes(&bytes::<{ Stock::<3>::BYTES }>()) {
        Ok(stock) => Ranges::<3>::resume(options(), stock).unwrap_or_else(|_: SupplyError| Ranges::new(options())),
        Err(_) => Ranges::new(options()),
    };
    while flag() {
        match word() {
            0 => match ids.take() {
                Ok(id) => keep(id),
                Err(empty) => show(empty),
            },
            1 => match ids.take_many(double()) {
                Ok(spans) => {
                    spans.iter().for_each(keep);
                    keep((spans.is_empty(), spans.count()));
                    let mut ids = spans.ids();
                    keep((ids.next(), ids.size_hint(), ids.spans()));
                }
                Err(empty) => keep(empty),
            },
            2 => keep(ids.claim(double())),
            3 => keep(ids.request_due(double())),
            4 => keep(ids.request_for(double(), double())),
            5 => {
                let Some(span) = span() else { continue };
                if let Err(refused) = ids.supply(Ticket::from_u64(double()), span) {
                    keep(refused.to_give_back());
                    show(refused);
                }
            }
            6 => ids.failed(Ticket::from_u64(double()), double(), word() as u16),
            7 => keep(ids.drain()),
            _ => keep((ids.next_due_ms(), ids.count(), ids.stock().count(), ids.meter())),
        }
    }
    keep(write!(Paper, "{} {ids:?}", Ticket::from_u64(double())));
}

pub fn in_blocks() {
    let stock = Stock::from_bytes(&bytes::<{ Stock::<3>::BYTES }>()).unwrap_or(Stock::new(ceiling()));
    let Ok(mut blocks) = Blocks::<3>::resume(options(), word(), stock) else { return };
    let mut ready = Ready::new();
    while flag() {
        match word() {
            0 => match ready.take() {
                Some(id) => keep(id),
                None => show(blocks.empty()),
            },
            1 => keep((blocks.is_stock_due(ready.level()), blocks.stock_due(ready.level()))),
            2 => keep(ready.put(blocks.stock_saved())),
            3 => blocks.stock_not_saved(),
            4 => keep(blocks.request_due(double())),
            5 => keep(span().map(|span| blocks.supply(Ticket::from_u64(double()), span))),
            6 => blocks.failed(Ticket::from_u64(double()), double(), word() as u16),
            7 => keep(blocks.drain(core::mem::take(&mut ready))),
            _ => keep((blocks.next_due_ms(), blocks.count(), blocks.meter(ready.level()), ready.level().left())),
        }
    }
}
