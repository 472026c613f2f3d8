//! Traces and bursts: generators called again and again, on readings that a script gives.

use std::collections::BTreeMap;
use std::fmt::Display;

use anyhow::Result;
use mintid::clock::ManualClock;
use mintid::entropy::{Bytes, Entropy};
use mintid::generator::Generator;
use mintid::scheme::Scheme;
use mintid::{Cause, Meter, Refusal, Ulid, UlidGenerator, Uuid, V7Generator};
use serde_json::{Value, json};

use crate::script::{Options, Script, Source};
use crate::stream::{HashStream, sha256_of_lines};
use crate::vector::Form;

/// An id as this module looks at it.
pub trait Id: Display + Copy {
    /// The millisecond inside.
    fn ms(self) -> u64;
}

impl Id for Uuid {
    fn ms(self) -> u64 {
        self.unix_ms().and_then(|ms| u64::try_from(ms).ok()).unwrap_or_default()
    }
}

impl Id for Ulid {
    fn ms(self) -> u64 {
        self.unix_ms()
    }
}

/// Answers a trace or a burst.
pub fn answer(script: &Script, form: Form) -> Result<Value> {
    match &script.source {
        Source::Bytes(stream) => with(script, form, Bytes::new(stream)),
        Source::Seed(seed) => with(script, form, HashStream::new(*seed)),
    }
}

fn with(script: &Script, form: Form, stream: impl Entropy) -> Result<Value> {
    let clock = ManualClock::unset();
    match script.options {
        Options::V7(options) => run(script, form, &clock, V7Generator::with(options, &clock, stream)),
        Options::Ulid(options) => run(script, form, &clock, UlidGenerator::with(options, &clock, stream)),
    }
}

/// Starts the run, at the mark or as the very first one, and makes the calls.
fn run<S, E>(script: &Script, form: Form, clock: &ManualClock, mut ids: Generator<S, &ManualClock, E>) -> Result<Value>
where
    S: Scheme<Id: Id>,
    E: Entropy,
{
    match script.mark {
        Some(mark) => ids.start_from(mark)?,
        None => ids.start_without_mark()?,
    }
    Ok(match form {
        Form::Burst => burst(script, clock, ids),
        _ => trace(script, clock, ids),
    })
}

/// Each call's outcome.
fn trace<S, E>(script: &Script, clock: &ManualClock, mut ids: Generator<S, &ManualClock, E>) -> Value
where
    S: Scheme<Id: Id>,
    E: Entropy,
{
    let mut previous = None;
    let mut outcomes = Vec::new();
    for (now, _) in &script.calls {
        clock.set_ms(*now);
        let before = ids.meter();
        let outcome = generate_saving(&mut ids);
        outcomes.push(match outcome {
            Ok(id) => {
                let why = why(&before, &ids.meter(), previous, id.ms(), *now);
                previous = Some(id.ms());
                json!({ "id": id.to_string(), "why": why })
            }
            Err(cause) => not_minted(&cause),
        });
    }
    outcomes.into()
}

/// How many ids, the first and the last, a digest of all, and what kept the others back.
fn burst<S, E>(script: &Script, clock: &ManualClock, mut ids: Generator<S, &ManualClock, E>) -> Value
where
    S: Scheme<Id: Id>,
    E: Entropy,
{
    let mut minted = Vec::new();
    let mut not_minted = BTreeMap::<&str, u64>::new();
    for (now, times) in &script.calls {
        clock.set_ms(*now);
        for _ in 0..*times {
            match generate_saving(&mut ids) {
                Ok(id) => minted.push(id.to_string()),
                Err(cause) => *not_minted.entry(cause_name(&cause)).or_default() += 1,
            }
        }
    }
    json!({
        "ids": minted.len(),
        "first": minted.first(),
        "last": minted.last(),
        "sha256_of_lines": sha256_of_lines(minted.iter().map(String::as_str)),
        "not_minted": not_minted,
    })
}

/// One call. Where a mark is due it is saved, and the call repeated with the same reading.
fn generate_saving<S: Scheme, E: Entropy>(ids: &mut Generator<S, &ManualClock, E>) -> Result<S::Id, Cause<E::Error>> {
    match ids.generate() {
        Err(Cause::Refused(Refusal::MarkDue(due))) => {
            ids.mark_saved(due);
            ids.generate()
        }
        outcome => outcome,
    }
}

/// Why an id carries the tick it does, read off the meter and the ticks.
///
/// The meter counts restarts, borrowed and held ticks. A run's first id comes from the reading or from the mark above it;
/// any other id has the tick of the one before, or a new one.
fn why(before: &Meter, after: &Meter, previous: Option<u64>, tick: u64, now: i64) -> &'static str {
    if after.restarts > before.restarts {
        "restarted"
    } else if after.borrowed > before.borrowed {
        "borrowed"
    } else if after.held > before.held {
        "held"
    } else if previous == Some(tick) {
        "same"
    } else if previous.is_none() && i64::try_from(tick) != Ok(now) {
        "resumed"
    } else {
        "clock"
    }
}

fn not_minted<X>(cause: &Cause<X>) -> Value {
    let name = cause_name(cause);
    let distance = match *cause {
        Cause::Wait { for_ms } => return json!({ "wait_ms": for_ms }),
        Cause::Refused(refusal) => refusal.distance_ms(),
        _ => None,
    };
    match distance {
        Some(by_ms) => json!({ "refused": name, "by_ms": by_ms }),
        None => json!({ "refused": name }),
    }
}

fn cause_name<X>(cause: &Cause<X>) -> &'static str {
    match cause {
        Cause::Wait { .. } => "wait",
        Cause::Refused(refusal) => refusal.name(),
        _ => "entropy",
    }
}
