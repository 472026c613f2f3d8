//! How a case is run on the real generator, and what is noted of each call.

use mintid::clock::{ClockError, ManualClock, Reading};
use mintid::mark::DueMark;

use crate::support::cases::{Beginning, Case};
use crate::support::minter::{Minter, minter};
use crate::support::rules::Start;
use crate::support::stream::Stream;
use crate::support::ticks::Ticks;
use crate::support::twin::{Answer, Store};

/// The real generator of a case, begun.
pub fn real<'a>(case: &Case, clock: &'a ManualClock) -> Box<dyn Minter + 'a> {
    let stream = Stream::new(case.bytes, case.seed);
    let mut real = minter(case.layout, case.policy, case.window_ms, clock, stream);
    real.begin(case.beginning, case.layout).expect("a start before the first id, with a mark that the scheme can hold");
    real
}

/// Where the run of a case starts, in ticks.
pub fn start_of(case: &Case, ticks: Ticks) -> Option<Start> {
    match case.beginning {
        Beginning::Silent if case.window_ms != 0 => None,
        Beginning::Silent | Beginning::WithoutMark => Some(Start { mark: 0, window: 0 }),
        Beginning::FromMark { unix_ms } => {
            Some(Start { mark: ticks.first_from(unix_ms), window: ticks.span(case.window_ms) })
        }
        Beginning::AfterId { unix_ms } => Some(Start { mark: ticks.holding(unix_ms) + 1, window: 0 }),
    }
}

/// A clock of the tests, as fine as any scheme asks for.
pub fn fine_clock() -> ManualClock {
    ManualClock::unset().with_resolution_ns(1)
}

/// A store that is asked between calls and confirms some calls later.
pub struct Errand {
    takes: usize,
    under_way: Option<(DueMark, usize)>,
}

impl Errand {
    pub fn of(store: Store) -> Option<Self> {
        if let Store::Later(takes) | Store::Behind(takes) = store {
            Some(Self { takes, under_way: None })
        } else {
            None
        }
    }

    /// Time passes by one call; gives the mark that is confirmed with it.
    pub fn pass(&mut self, real: &mut dyn Minter) -> Option<DueMark> {
        if self.under_way.is_none() {
            self.under_way = real.mark_due().map(|due| (due, self.takes));
        }
        match &mut self.under_way {
            Some((_, left)) if *left > 0 => {
                *left -= 1;
                None
            }
            Some((due, _)) => {
                let due = *due;
                real.mark_saved(due);
                self.under_way = None;
                Some(due)
            }
            None => None,
        }
    }
}

/// One call of a run: what was read, what came of it.
#[derive(Debug, Clone, Copy)]
pub struct Call {
    pub reading: Result<Reading, ClockError>,
    pub answer: Answer,
    /// How often the meter has counted a restart until after this call.
    pub restarts: u32,
    /// How many random bytes it took.
    pub drawn: u64,
}

/// Runs a case on the real generator.
pub fn record(case: &Case) -> Vec<Call> {
    let clock = fine_clock();
    let mut real = real(case, &clock);
    let mut errand = Errand::of(case.store);
    let mut calls = Vec::new();
    for event in &case.trace {
        clock.set(event.reading);
        real.stream().leave(event.bytes_left.unwrap_or(u64::MAX));
        for _ in 0..event.calls {
            let before = real.stream().given();
            let answer = real.generate(case.store);
            let (drawn, restarts) = (real.stream().given() - before, real.counts().restarts);
            calls.push(Call { reading: event.reading, answer, restarts, drawn });
            if let Some(errand) = &mut errand {
                errand.pass(&mut *real);
            }
        }
    }
    calls
}
