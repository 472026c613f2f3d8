//! The real generators behind one face, so that a test need not know which scheme it holds.

use std::collections::BTreeMap;

use mintid::cause::{Cause, Refusal};
use mintid::clock::ManualClock;
use mintid::generator::Generator;
use mintid::mark::{DueMark, Mark, Save, StartError};
use mintid::policy::{Beyond, OnBehind, Policy};
use mintid::scheme::Scheme;
use mintid::ulid::Step;
use mintid::uuid::{v7, v7_precise};
use mintid::{
    PreciseV7Generator, Snowflake, SnowflakeGenerator, Ulid, UlidGenerator, Uuid, V7Generator, snowflake, ulid,
};

use super::cases::Beginning;
use super::layout::Layout;
use super::rules::Counts;
use super::stream::{Dry, Stream};
use super::twin::{Answer, Store};

/// A generator on the clock and the stream of the tests.
pub trait Minter {
    fn begin(&mut self, beginning: Beginning, layout: Layout) -> Result<(), StartError>;
    fn generate(&mut self, store: Store) -> Answer;
    /// What was written, and what ended it early.
    fn fill(&mut self, calls: usize) -> (Vec<u128>, Option<Answer>);
    fn observe(&mut self);
    fn mark_due(&self) -> Option<DueMark>;
    fn flush(&self) -> Option<DueMark>;
    fn lead_ms(&self) -> u64;
    fn mark_saved(&mut self, due: DueMark);
    fn counts(&self) -> Counts;
    fn stream(&mut self) -> &mut Stream;
}

/// The real generator of a layout.
pub fn minter<'a>(
    layout: Layout,
    policy: Policy,
    window_ms: u32,
    clock: &'a ManualClock,
    stream: Stream,
) -> Box<dyn Minter + 'a> {
    match layout {
        Layout::V7 { bits } => {
            let options = v7::Options::new().counter_bits(bits as u8).expect("the cases draw widths within bounds");
            Box::new(V7Generator::with(options.policy(policy).mark_window_ms(window_ms), clock, stream))
        }
        Layout::Precise => {
            let options = v7_precise::Options::new().policy(policy).mark_window_ms(window_ms);
            Box::new(PreciseV7Generator::with(options, clock, stream))
        }
        Layout::Snowflake { cut, node, start } => {
            let options =
                snowflake::Options::new(cut.layout(), node.into()).expect("the cases draw nodes within bounds");
            let options = options.on_behind(without_restart(policy)).on_full(policy.on_full).on_unset(policy.on_unset);
            let options = options.mark_window_ms(window_ms).start(start);
            Box::new(SnowflakeGenerator::with_entropy(options, clock, stream))
        }
        Layout::UlidOne | Layout::UlidRandom => {
            let step = if layout == Layout::UlidOne { Step::One } else { Step::Random };
            let options = ulid::Options::new().step(step).policy(policy).mark_window_ms(window_ms);
            Box::new(UlidGenerator::with(options, clock, stream))
        }
    }
}

fn without_restart(policy: Policy) -> snowflake::OnBehind {
    match policy.on_behind {
        OnBehind::Refuse => snowflake::OnBehind::Refuse,
        OnBehind::Wait { up_to_ms } => snowflake::OnBehind::Wait { up_to_ms },
        OnBehind::Hold { up_to_ms, beyond: Beyond::Refuse } => snowflake::OnBehind::Hold { up_to_ms },
        other => panic!("Snowflake has no {other:?}"),
    }
}

/// The smallest id of a millisecond, to go on after.
fn id_at(layout: Layout, unix_ms: u64) -> u128 {
    let time = u128::from(unix_ms) << 80;
    match layout {
        Layout::V7 { .. } | Layout::Precise => time | (7 << 76) | (2 << 62),
        Layout::UlidOne | Layout::UlidRandom => time,
        Layout::Snowflake { cut, .. } => cut.id(layout.ticks().holding(unix_ms) as u128, 0, 0),
    }
}

/// An id as a number.
pub trait Number {
    fn to_number(self) -> u128;
    fn of_number(number: u128) -> Self;
}

impl Number for Uuid {
    fn to_number(self) -> u128 {
        self.to_u128()
    }

    fn of_number(number: u128) -> Self {
        Self::from_u128(number)
    }
}

impl Number for Ulid {
    fn to_number(self) -> u128 {
        self.to_u128()
    }

    fn of_number(number: u128) -> Self {
        Self::from_u128(number)
    }
}

impl Number for Snowflake {
    fn to_number(self) -> u128 {
        self.to_u64().into()
    }

    fn of_number(number: u128) -> Self {
        Self::from_u64(number.try_into().expect("64 bits"))
    }
}

impl<S: Scheme<Id: Number>> Minter for Generator<S, &ManualClock, Stream> {
    fn begin(&mut self, beginning: Beginning, layout: Layout) -> Result<(), StartError> {
        match beginning {
            Beginning::Silent => Ok(()),
            Beginning::WithoutMark => self.start_without_mark(),
            Beginning::FromMark { unix_ms } => self.start_from(Mark::from_unix_ms(unix_ms).expect("not all ones")),
            Beginning::AfterId { unix_ms } => self.resume_after(S::Id::of_number(id_at(layout, unix_ms))),
        }
    }

    fn generate(&mut self, store: Store) -> Answer {
        let result = match store {
            Store::AtOnce => self.generate_saving(|_| Ok::<(), ()>(())),
            Store::Failing | Store::Behind(_) => self.generate_saving(|_| Err(())),
            Store::Later(_) | Store::Never => self.generate(),
        };
        match result {
            Ok(id) => Answer::Id(id.to_number()),
            Err(cause) => explain(cause),
        }
    }

    fn fill(&mut self, calls: usize) -> (Vec<u128>, Option<Answer>) {
        let mut ids = vec![S::Id::of_number(0); calls];
        let stopped = self.fill(&mut ids).err();
        if let Some(stopped) = stopped {
            ids.truncate(stopped.written);
        }
        (ids.into_iter().map(Number::to_number).collect(), stopped.map(|stopped| explain(stopped.cause)))
    }

    fn observe(&mut self) {
        _ = self.observe();
    }

    fn mark_due(&self) -> Option<DueMark> {
        self.mark_due()
    }

    fn flush(&self) -> Option<DueMark> {
        self.flush()
    }

    fn lead_ms(&self) -> u64 {
        self.lead_ms()
    }

    fn mark_saved(&mut self, due: DueMark) {
        self.mark_saved(due);
    }

    fn counts(&self) -> Counts {
        counts_of(self.meter())
    }

    fn stream(&mut self) -> &mut Stream {
        self.entropy_mut()
    }
}

fn explain(cause: Cause<Dry>) -> Answer {
    match cause {
        Cause::Wait { for_ms } => Answer::Wait { for_ms },
        Cause::Entropy(Dry) => Answer::Dry,
        Cause::Refused(Refusal::MarkDue(due)) => {
            let (mark_ms, save) = mark_parts(due);
            Answer::MarkDue(mark_ms, save)
        }
        Cause::Refused(refusal) => Answer::Refused { name: refusal.name(), by_ms: refusal.distance_ms() },
        other => panic!("a cause that the rules do not know: {other:?}"),
    }
}

pub fn mark_parts(due: DueMark) -> (u64, Save) {
    (due.mark().unix_ms(), due.save())
}

/// The real meter in the words of the rules.
fn counts_of(meter: mintid::Meter) -> Counts {
    let mut refused: BTreeMap<_, _> = meter.refusals().collect();
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
