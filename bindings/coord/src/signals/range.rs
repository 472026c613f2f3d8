//! The signals of ranges.

use metrics::{Counter, Gauge};
use mintid::range::Meter;

use super::{Board, level};
use crate::Name;

pub(crate) struct RangeSignals {
    taken: Counter,
    granted: Counter,
    given_back: Counter,
    empties: Counter,
    requests: Counter,
    supplied: Counter,
    failures: Counter,
    unanswered: Counter,
    late: Counter,
    refused: Counter,
    left: Gauge,
}

impl RangeSignals {
    pub fn new(engine: &'static str, counter: &Name) -> Self {
        let board = Board::new(engine, "counter", counter);
        Self {
            taken: board.counter("mintid_range_ids_taken"),
            granted: board.counter("mintid_range_ids_granted"),
            given_back: board.counter("mintid_range_ids_given_back"),
            empties: board.counter("mintid_range_empties"),
            requests: board.counter("mintid_range_requests"),
            supplied: board.counter("mintid_range_supplied"),
            failures: board.counter("mintid_range_failures"),
            unanswered: board.counter("mintid_range_unanswered"),
            late: board.counter("mintid_range_late"),
            refused: board.counter("mintid_range_refused"),
            left: board.gauge("mintid_range_ids_left"),
        }
    }

    pub fn publish(&self, meter: &Meter, left: u64) {
        for (counter, value) in [
            (&self.taken, meter.taken),
            (&self.granted, meter.granted),
            (&self.given_back, meter.given_back),
            (&self.empties, meter.empties.into()),
            (&self.requests, meter.requests.into()),
            (&self.supplied, meter.supplied.into()),
            (&self.failures, meter.failures.into()),
            (&self.unanswered, meter.unanswered.into()),
            (&self.late, meter.late.into()),
            (&self.refused, meter.refused.into()),
        ] {
            counter.absolute(value);
        }
        self.left.set(level(left));
    }
}
