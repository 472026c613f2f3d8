//! Ids out of granted spans, from a coordinator in the same memory that answers at once.
//!
//! There is no peer: no crate hands out granted spans without I/O of its own. A bare counter is shown beside it.

use std::sync::Mutex;

use mintid::range::{Ceiling, Options, Ranges, Span, Ticket};

use crate::contest::{Contest, Fate, OneByOne, Slice};
use crate::race::{Aim, Effort, Role};

/// What an id may cost its only owner.
const OWNED_NS: f64 = 30.0;

pub fn run(effort: &Effort) {
    let aims = [Aim::Ns(OWNED_NS)];
    taken::<100, OneByOne>("spans of 100", &aims, effort);
    taken::<100, Slice>("spans of 100", &aims, effort);
    taken::<10, OneByOne>("spans of 10", &aims, effort);
    // A request, an answer and what is remembered of it, for each id.
    taken::<1, OneByOne>("spans of 1", &[], effort);
}

/// A coordinator that counts.
struct Coordinator {
    next: u64,
}

impl Coordinator {
    fn answer<const N: usize>(&mut self, ids: &mut Ranges<N>, ticket: Ticket, want: u64) -> Option<()> {
        let span = Span::of_count(self.next, want).ok()?;
        self.next += want;
        ids.supply(ticket, span).ok()
    }
}

fn allocator<const WANT: u64>() -> (Ranges<2>, Coordinator) {
    let options = Options::new().want(WANT).low_water(WANT / 5).ceiling(Ceiling::U64);
    (Ranges::new(options), Coordinator { next: 1 })
}

fn taken<const WANT: u64, F: Fate>(spans: &str, aims: &[Aim], effort: &Effort) {
    let mut contest = Contest::<F>::new();
    contest.enter("mintid, asked for when empty", Role::Ours, 0_u64, || {
        let (mut ids, mut coordinator) = allocator::<WANT>();
        move || {
            if let Ok(id) = ids.take() {
                return Some(id);
            }
            let request = ids.request_due(0)?;
            coordinator.answer(&mut ids, request.ticket, request.want)?;
            ids.take().ok()
        }
    });
    contest.enter("mintid, a look before each id", Role::Ours, 0_u64, || {
        let (mut ids, mut coordinator) = allocator::<WANT>();
        move || {
            if let Some(request) = ids.request_due(0) {
                coordinator.answer(&mut ids, request.ticket, request.want)?;
            }
            ids.take().ok()
        }
    });
    contest.enter("mintid, behind a lock", Role::Extra, 0_u64, || {
        let shared = Mutex::new(allocator::<WANT>());
        move || {
            let mut shared = shared.lock().ok()?;
            let (ids, coordinator) = &mut *shared;
            if let Some(request) = ids.request_due(0) {
                coordinator.answer(ids, request.ticket, request.want)?;
            }
            ids.take().ok()
        }
    });
    contest.enter("a bare counter", Role::Extra, 0_u64, || {
        let mut next = 0_u64;
        move || {
            next += 1;
            Some(next)
        }
    });
    contest.run(&format!("Ranges, one owner, {spans}"), aims, effort);
}
