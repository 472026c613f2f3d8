//! Spans for callers, cut out of those that the service reserves.

use std::collections::{HashMap, VecDeque};
use std::num::NonZero;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use mintid::range::{Options, Span};

use super::answer::Refusal;
use crate::{Name, RangeIds, RangeOptions, Receipt, Reserved, Spans};

/// How many grants can still be given back in part: the newest ones.
const RECEIPTS: usize = 10_000;

/// One counter.
pub(super) struct Counter {
    ids: RangeIds,
    returned: Mutex<Returned>,
}

/// What came back, and what still may.
#[derive(Default)]
struct Returned {
    granted: HashMap<u64, Span>,
    /// The receipts, the oldest first; some of them used up.
    order: VecDeque<u64>,
    free: Vec<Span>,
}

impl Counter {
    pub fn start<S: Spans>(engine: S, name: &Name, block: u32, patience: Duration) -> Self {
        let block = u64::from(block.max(1));
        let options = Options::new().want(block).low_water(block / 2);
        let ids = RangeIds::start(engine, name.clone(), RangeOptions::new().ranges(options).patience(patience));
        Self { ids, returned: Mutex::default() }
    }

    /// Grants up to so many ids: what came back first, since it is lost with this process.
    pub async fn grant(&self, count: NonZero<u32>) -> Result<Reserved, Refusal> {
        let receipt = Receipt::random().map_err(|error| {
            Refusal::new(axum::http::StatusCode::SERVICE_UNAVAILABLE, "no_randomness", error.to_string())
        })?;
        let again = self.lock().take_free(count);
        let span = match again {
            Some(span) => span,
            None => self.ids.next_span(count.into()).await?,
        };
        self.lock().note(receipt, span);
        Ok(Reserved { span, receipt })
    }

    /// Takes ids back that were granted under this receipt, once; whether they were.
    pub fn take_back(&self, left: Span, receipt: Receipt) -> bool {
        self.lock().take_back(left, receipt)
    }

    /// Gives back what is at hand.
    pub async fn close(&self) {
        // Where the engine fails, it is lost.
        let _ = self.ids.give_back().await;
    }

    fn lock(&self) -> MutexGuard<'_, Returned> {
        self.returned.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Returned {
    fn take_free(&mut self, count: NonZero<u32>) -> Option<Span> {
        let (taken, rest) = self.free.pop()?.split(count.get().into())?;
        self.free.extend(rest);
        Some(taken)
    }

    fn note(&mut self, receipt: Receipt, span: Span) {
        if self.order.len() == RECEIPTS
            && let Some(oldest) = self.order.pop_front()
        {
            self.granted.remove(&oldest);
        }
        self.order.push_back(receipt.to_u64());
        self.granted.insert(receipt.to_u64(), span);
    }

    fn take_back(&mut self, left: Span, receipt: Receipt) -> bool {
        let Some(span) = self.granted.get(&receipt.to_u64()) else { return false };
        if left.step() != 1 || !span.contains(left.first()) || !span.contains(left.last()) {
            return false;
        }
        self.granted.remove(&receipt.to_u64());
        self.free.push(left);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn receipt(number: u64) -> Receipt {
        Receipt::from_u64(number)
    }

    #[test]
    fn ids_come_back_once_and_only_from_who_was_granted_them() {
        let mut returned = Returned::default();
        returned.note(receipt(1), Span::new(1, 10).unwrap());
        returned.note(receipt(2), Span::new(11, 20).unwrap());
        for (left, number) in [((5, 11), 1), ((0, 3), 1), ((5, 10), 2), ((5, 10), 3)] {
            assert!(!returned.take_back(Span::new(left.0, left.1).unwrap(), receipt(number)), "{left:?} of {number}");
        }
        assert!(!returned.take_back(Span::stepped(1, 9, 2).unwrap(), receipt(1)));
        assert!(returned.take_back(Span::new(5, 10).unwrap(), receipt(1)));
        assert!(!returned.take_back(Span::new(5, 10).unwrap(), receipt(1)), "a second time");

        let taken = |returned: &mut Returned, count| returned.take_free(NonZero::new(count).unwrap());
        assert_eq!(taken(&mut returned, 4), Some(Span::new(5, 8).unwrap()));
        assert_eq!(taken(&mut returned, 4), Some(Span::new(9, 10).unwrap()));
        assert_eq!(taken(&mut returned, 4), None);
    }

    #[test]
    fn the_oldest_receipts_are_forgotten() {
        let mut returned = Returned::default();
        for number in 1..=RECEIPTS as u64 + 1 {
            returned.note(receipt(number), Span::new(number, number).unwrap());
        }
        assert_eq!((returned.granted.len(), returned.order.len()), (RECEIPTS, RECEIPTS));
        assert!(!returned.take_back(Span::new(1, 1).unwrap(), receipt(1)));
        assert!(returned.take_back(Span::new(2, 2).unwrap(), receipt(2)));
    }
}
