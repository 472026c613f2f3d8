//! Traces and bursts: generators called again and again, on readings that a script gives.

use std::collections::BTreeMap;
use std::fmt::Display;

use anyhow::{Context, Result};
use mintid::clock::ManualClock;
use mintid::entropy::{Bytes, Entropy};
use mintid::generator::Generator;
use mintid::scheme::Scheme as IdScheme;
use mintid::{Cause, Mark, Meter, Refusal, Ulid, UlidGenerator, Uuid, V7Generator};
use serde_json::{Value, json};

use super::Input;
use super::policy::Scheme;
use crate::face::Answer;
use crate::stream::{HashStream, sha256_of_lines};

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

/// Answers a trace: each call's outcome.
pub fn trace(body: Input<'_>) -> Result<Answer> {
    let stream = body.bytes("stream_hex")?;
    let clock = ManualClock::unset();
    match Scheme::of(body)? {
        Scheme::V7(options) => run(body, &clock, V7Generator::with(options, &clock, Bytes::new(&stream))),
        Scheme::Ulid(options) => run(body, &clock, UlidGenerator::with(options, &clock, Bytes::new(&stream))),
        Scheme::NotBuilt => Ok(Answer::SchemeNotBuilt),
    }
}

fn run<S, E>(body: Input<'_>, clock: &ManualClock, mut ids: Generator<S, &ManualClock, E>) -> Result<Answer>
where
    S: IdScheme<Id: Id>,
    E: Entropy,
{
    start(body, &mut ids)?;
    let mut previous = None;
    let mut outcomes = Vec::new();
    for now in body.integers("readings_ms")? {
        clock.set_ms(now);
        let before = ids.meter();
        let outcome = generate_saving(&mut ids);
        outcomes.push(match outcome {
            Ok(id) => {
                let why = why(&before, &ids.meter(), previous, id.ms(), now);
                previous = Some(id.ms());
                json!({ "id": id.to_string(), "why": why })
            }
            Err(cause) => not_minted(&cause),
        });
    }
    Ok(Answer::Outcome(outcomes.into()))
}

/// Answers a burst: how many ids, the first and the last, a digest of all, and what kept the others back.
pub fn burst(body: Input<'_>) -> Result<Answer> {
    let stream = HashStream::new(body.unsigned("stream_sha256_seed")?);
    let clock = ManualClock::unset();
    match Scheme::of(body)? {
        Scheme::V7(options) => run_burst(body, &clock, V7Generator::with(options, &clock, stream)),
        Scheme::Ulid(options) => run_burst(body, &clock, UlidGenerator::with(options, &clock, stream)),
        Scheme::NotBuilt => Ok(Answer::SchemeNotBuilt),
    }
}

fn run_burst<S, E>(body: Input<'_>, clock: &ManualClock, mut ids: Generator<S, &ManualClock, E>) -> Result<Answer>
where
    S: IdScheme<Id: Id>,
    E: Entropy,
{
    start(body, &mut ids)?;
    let mut minted = Vec::new();
    let mut not_minted = BTreeMap::<&str, u64>::new();
    for pair in body.list("readings_ms_times")? {
        let pair = pair.as_array().and_then(|pair| Some((pair.first()?.as_i64()?, pair.get(1)?.as_u64()?)));
        let (now, times) = pair.context("`readings_ms_times` should hold pairs of a reading and a number of calls")?;
        clock.set_ms(now);
        for _ in 0..times {
            match generate_saving(&mut ids) {
                Ok(id) => minted.push(id.to_string()),
                Err(cause) => *not_minted.entry(cause_name(&cause)).or_default() += 1,
            }
        }
    }
    Ok(Answer::Outcome(json!({
        "ids": minted.len(),
        "first": minted.first(),
        "last": minted.last(),
        "sha256_of_lines": sha256_of_lines(minted.iter().map(String::as_str)),
        "not_minted": not_minted,
    })))
}

/// Starts the run: at the mark of the vector, or as the very first one.
fn start<S: IdScheme, C, E>(body: Input<'_>, ids: &mut Generator<S, C, E>) -> Result<()> {
    if body.get("mark_ms").is_some() {
        let mark = Mark::from_unix_ms(body.unsigned("mark_ms")?).context("`mark_ms` is the mark of erased flash")?;
        ids.start_from(mark)?;
    } else {
        ids.start_without_mark()?;
    }
    Ok(())
}

/// One call. Where a mark is due it is saved, and the call repeated with the same reading.
fn generate_saving<S: IdScheme, E: Entropy>(ids: &mut Generator<S, &ManualClock, E>) -> Result<S::Id, Cause<E::Error>> {
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
    match *cause {
        Cause::Wait { for_ms } => json!({ "wait_ms": for_ms }),
        Cause::Refused(
            Refusal::BeforeEpoch { by_ms }
            | Refusal::Behind { by_ms }
            | Refusal::Lead { by_ms }
            | Refusal::MarkAhead { by_ms },
        ) => json!({ "refused": name, "by_ms": by_ms }),
        _ => json!({ "refused": name }),
    }
}

fn cause_name<X>(cause: &Cause<X>) -> &'static str {
    match cause {
        Cause::Wait { .. } => "wait",
        Cause::Refused(refusal) => refusal.name(),
        _ => "entropy",
    }
}
