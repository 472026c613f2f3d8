//! The second implementation as one generator, and the answers that it and the real ones give.

use mintid::clock::{ClockError, Reading};
use mintid::mark::Save;
use mintid::policy::OnMarkLate;
use mintid::timeline::{Waiting, Why};

use super::layout::Layout;
use super::rules::{Rules, Verdict};
use super::stream::Stream;

/// What a call gave, in words that both implementations share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    Id(u128),
    Wait { for_ms: u64 },
    Refused { name: &'static str, by_ms: Option<u64> },
    MarkDue(u64, Save),
    Dry,
}

impl Answer {
    pub fn id(self) -> Option<u128> {
        if let Self::Id(id) = self { Some(id) } else { None }
    }
}

/// How the store of marks behaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Store {
    /// It saves before the id is returned.
    AtOnce,
    /// It fails at each save.
    Failing,
    /// It is asked between calls, and confirms this many calls later.
    Later(usize),
    /// That, and until it confirms, calls go on as where it has failed.
    Behind(usize),
    /// Nobody asks for marks.
    Never,
}

/// A generator of the second implementation.
#[derive(Debug)]
pub struct Twin {
    pub rules: Rules,
    pub stream: Stream,
    layout: Layout,
    /// `None` before the first id.
    state: Option<u128>,
}

impl Twin {
    pub fn new(rules: Rules, layout: Layout, stream: Stream) -> Self {
        Self { rules, stream, layout, state: None }
    }

    pub fn is_full(&self) -> bool {
        self.state.is_some_and(|state| self.layout.is_full(state))
    }

    pub fn generate(&mut self, reading: Result<Reading, ClockError>, store: Store) -> Answer {
        let full = self.is_full();
        let now = match self.rules.read(reading) {
            Ok(now) => now,
            Err(name) => return self.refuse(name, None),
        };
        let verdict = self.rules.judge(now, full);
        let mut late = false;
        if let Some((mark_ms, save)) = self.rules.wants_mark(now.tick, verdict) {
            if store == Store::AtOnce {
                self.rules.mark_saved((mark_ms, save));
            } else if self.goes_on_without(verdict, store) {
                late = true;
            } else {
                self.refuse("mark_due", None);
                return Answer::MarkDue(mark_ms, save);
            }
        }
        let drawn = match verdict {
            Verdict::New { tick, .. } => self.layout.first(tick, self.state, &mut self.stream),
            Verdict::Same { tick, .. } => self.layout.next(tick, self.state.unwrap_or_default(), &mut self.stream),
            Verdict::Wait { for_ms, on } => {
                self.rules.counts.waits += 1;
                self.rules.counts.exhaustions += u32::from(on == Waiting::Room);
                return Answer::Wait { for_ms };
            }
            Verdict::Refused { name, by_ms } => {
                self.rules.counts.exhaustions += u32::from(matches!(name, "full" | "lead"));
                return self.refuse(name, by_ms);
            }
        };
        let Some((id, state)) = drawn else {
            self.rules.counts.entropy_failures += 1;
            return Answer::Dry;
        };
        self.state = Some(state);
        self.rules.issued(now.tick, verdict);
        self.rules.counts.late += u32::from(late);
        Answer::Id(id)
    }

    /// A store that was asked and failed is the policy's to judge. A restart that nobody has asked the store about waits.
    fn goes_on_without(&self, verdict: Verdict, store: Store) -> bool {
        let asked = matches!(store, Store::Failing | Store::Behind(_));
        let restart = matches!(verdict, Verdict::New { why: Why::Restarted, .. });
        self.rules.policy.on_mark_late == OnMarkLate::GoOn && (asked || !restart)
    }

    fn refuse(&mut self, name: &'static str, by_ms: Option<u64>) -> Answer {
        *self.rules.counts.refused.entry(name).or_default() += 1;
        Answer::Refused { name, by_ms }
    }
}
