//! The second implementation as one generator, and the answers that it and the real ones give.

use mintid::cause::{Cause, Refusal};
use mintid::clock::{ClockError, ManualClock, Reading};
use mintid::generator::Generator;
use mintid::mark::{DueMark, Save};
use mintid::policy::OnMarkLate;
use mintid::scheme::Scheme;

use super::layout::Layout;
use super::rules::{Counts, Rules, Verdict};
use super::stream::{Dry, Stream};
use mintid::timeline::Why;

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
    /// Nobody asks for marks.
    Never,
}

/// A generator of the second implementation.
#[derive(Debug)]
pub struct Twin {
    pub rules: Rules,
    pub stream: Stream,
    layout: Layout,
    state: u128,
}

impl Twin {
    pub fn new(rules: Rules, layout: Layout, stream: Stream) -> Self {
        Self { rules, stream, layout, state: 0 }
    }

    pub fn is_full(&self) -> bool {
        self.layout.is_full(self.state)
    }

    pub fn generate(&mut self, reading: Result<Reading, ClockError>, store: Store) -> Answer {
        let full = self.is_full();
        let now = match self.rules.read(reading) {
            Ok(now) => now,
            Err(name) => return self.refuse(name, None),
        };
        let verdict = self.rules.judge(now, full);
        let mut late = false;
        if let Some((mark_ms, save)) = self.rules.wants_mark(now, verdict) {
            if store == Store::AtOnce {
                self.rules.mark_saved((mark_ms, save));
            } else if save == Save::Replace || self.rules.policy.on_mark_late == OnMarkLate::Refuse {
                self.refuse("mark_due", None);
                return Answer::MarkDue(mark_ms, save);
            } else {
                late = true;
            }
        }
        let drawn = match verdict {
            Verdict::New { tick, .. } => self.layout.first(tick, &mut self.stream),
            Verdict::Same { tick, .. } => self.layout.next(tick, self.state, &mut self.stream),
            Verdict::Wait { for_ms, .. } => {
                self.rules.counts.waits += 1;
                self.rules.counts.exhaustions += u32::from(self.rules.met_a_full_tick(now, full));
                return Answer::Wait { for_ms };
            }
            Verdict::Refused { name, by_ms } => {
                self.rules.counts.exhaustions += u32::from(self.rules.met_a_full_tick(now, full));
                return self.refuse(name, by_ms);
            }
        };
        let Some((id, state)) = drawn else {
            self.rules.counts.entropy_failures += 1;
            return Answer::Dry;
        };
        self.state = state;
        self.rules.issued(now, verdict);
        self.rules.counts.late += u32::from(late);
        Answer::Id(id)
    }

    fn refuse(&mut self, name: &'static str, by_ms: Option<u64>) -> Answer {
        *self.rules.counts.refused.entry(name).or_default() += 1;
        Answer::Refused { name, by_ms }
    }
}

/// A real generator of any scheme on the clock and the stream of the tests.
pub type Real<'a, S> = Generator<S, &'a ManualClock, Stream>;

/// One call to a real generator.
pub fn generate<S: Scheme<Id: Into<u128>>>(generator: &mut Real<'_, S>, store: Store) -> Answer {
    answer(match store {
        Store::AtOnce => generator.generate_saving(|_| Ok::<(), ()>(())),
        Store::Failing => generator.generate_saving(|_| Err(())),
        Store::Later(_) | Store::Never => generator.generate(),
    })
}

/// A real result in the shared words.
pub fn answer<Id: Into<u128>>(result: Result<Id, Cause<Dry>>) -> Answer {
    match result {
        Ok(id) => Answer::Id(id.into()),
        Err(cause) => explain(cause),
    }
}

pub fn explain(cause: Cause<Dry>) -> Answer {
    match cause {
        Cause::Wait { for_ms } => Answer::Wait { for_ms },
        Cause::Entropy(Dry) => Answer::Dry,
        Cause::Refused(Refusal::MarkDue(due)) => Answer::MarkDue(due.mark().unix_ms(), due.save()),
        Cause::Refused(refusal) => Answer::Refused { name: refusal.name(), by_ms: distance(refusal) },
        other => panic!("a cause that the rules do not know: {other:?}"),
    }
}

pub fn distance(refusal: Refusal) -> Option<u64> {
    match refusal {
        Refusal::BeforeEpoch { by_ms }
        | Refusal::Behind { by_ms }
        | Refusal::Lead { by_ms }
        | Refusal::MarkAhead { by_ms } => Some(by_ms),
        _ => None,
    }
}

pub fn mark_parts(due: DueMark) -> (u64, Save) {
    (due.mark().unix_ms(), due.save())
}

/// The real meter in the words of the rules. `due` is any mark that was offered, where one was.
pub fn counts<S: Scheme>(generator: &Real<'_, S>) -> Counts {
    let meter = generator.meter();
    let nameable = [
        Refusal::Unset,
        Refusal::ClockFailed,
        Refusal::BeforeEpoch { by_ms: 0 },
        Refusal::Behind { by_ms: 0 },
        Refusal::Full,
        Refusal::Lead { by_ms: 0 },
        Refusal::Horizon,
        Refusal::MarkAhead { by_ms: 0 },
        Refusal::NotStarted,
        Refusal::Resolution { clock_ns: 0 },
    ];
    let mut refused: std::collections::BTreeMap<_, _> =
        nameable.into_iter().map(|refusal| (refusal.name(), meter.refused(refusal))).collect();
    // A due mark cannot be made up, so what is left over is its share.
    refused.insert("mark_due", meter.refused_in_all() - refused.values().sum::<u32>());
    refused.retain(|_, count| *count > 0);
    Counts {
        minted: meter.minted,
        rollbacks: meter.rollbacks,
        largest_rollback_ms: meter.largest_rollback_ms,
        held: meter.held,
        borrowed: meter.borrowed,
        exhaustions: meter.exhaustions,
        waits: meter.waits,
        restarts: meter.restarts,
        entropy_failures: meter.entropy_failures,
        late: meter.late,
        refused,
    }
}

/// Whether a verdict of the rules is the real step.
pub fn why_of(verdict: Verdict) -> Option<Why> {
    if let Verdict::New { why, .. } = verdict { Some(why) } else { None }
}
