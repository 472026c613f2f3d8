//! Traces and bursts: generators called again and again, on readings that a script gives.
//!
//! A face that is driven from here makes the calls and says what each came to; what an answer is made of is decided once.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, bail};
use mintid::policy::{Beyond, NO_BOUND, OnBehind, OnFull};
use mintid::{Meter, Policy, ulid};
use serde_json::{Value, json};

use crate::input::{Input, LARGEST, integer};
use crate::script::{Scheme, Script, Source};
use crate::stream::sha256_of_lines;
use crate::vector::Form;

/// What one call came to.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// An id.
    Id {
        /// Its text.
        text: String,
        /// The tick inside.
        tick: u64,
        /// The generator's counters afterwards.
        ways: Ways,
    },
    /// To be called again later.
    Wait {
        /// How much later.
        for_ms: u64,
    },
    /// No id.
    Refused {
        /// The cause's name; `entropy` where the random source failed.
        name: String,
        /// Its distance, where it has one.
        by_ms: Option<u64>,
    },
}

/// The counters of a meter that tell how an id came by its tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ways {
    /// Restarts so far.
    pub restarts: u64,
    /// Borrowed ticks so far.
    pub borrowed: u64,
    /// Held ticks so far.
    pub held: u64,
}

impl From<&Meter> for Ways {
    fn from(meter: &Meter) -> Self {
        Self { restarts: meter.restarts.into(), borrowed: meter.borrowed.into(), held: meter.held.into() }
    }
}

/// A generator that was started, wherever it is. Where a mark is due it is saved, and the call repeated with the same reading.
pub trait Calling {
    /// As many calls as asked for, with one reading.
    ///
    /// # Errors
    /// The generator cannot be reached.
    fn call(&mut self, now: i64, times: u64) -> Result<Vec<Outcome>>;
}

/// One whose random source can be replaced between calls.
pub trait Drawing: Calling {
    /// From the next call on there are these bytes, and no more.
    ///
    /// # Errors
    /// The generator cannot be reached.
    fn draw_from(&mut self, bytes: &[u8]) -> Result<()>;
}

/// Makes the calls of a trace or a burst.
///
/// # Errors
/// The generator cannot be reached.
pub fn answer(script: &Script, form: Form, ids: &mut dyn Calling) -> Result<Value> {
    match form {
        Form::Burst => burst(script, ids),
        _ => trace(script, ids),
    }
}

/// Each call's outcome.
fn trace(script: &Script, ids: &mut dyn Calling) -> Result<Value> {
    let (mut before, mut previous) = (Ways::default(), None);
    let mut outcomes = Vec::new();
    for (now, times) in &script.calls {
        for outcome in ids.call(*now, *times)? {
            outcomes.push(match outcome {
                Outcome::Id { text, tick, ways } => {
                    let why = why(before, ways, previous, tick, script.scheme.tick_at(*now));
                    (before, previous) = (ways, Some(tick));
                    json!({ "id": text, "why": why })
                }
                Outcome::Wait { for_ms } => json!({ "wait_ms": for_ms }),
                Outcome::Refused { name, by_ms: Some(by_ms) } => json!({ "refused": name, "by_ms": by_ms }),
                Outcome::Refused { name, by_ms: None } => json!({ "refused": name }),
            });
        }
    }
    Ok(outcomes.into())
}

/// How many ids, the first and the last, a digest of all, and what kept the others back.
fn burst(script: &Script, ids: &mut dyn Calling) -> Result<Value> {
    let mut minted = Vec::new();
    let mut not_minted = BTreeMap::<String, u64>::new();
    for (now, times) in &script.calls {
        for outcome in ids.call(*now, *times)? {
            match outcome {
                Outcome::Id { text, .. } => minted.push(text),
                Outcome::Wait { .. } => *not_minted.entry("wait".into()).or_default() += 1,
                Outcome::Refused { name, .. } => *not_minted.entry(name).or_default() += 1,
            }
        }
    }
    Ok(json!({
        "ids": minted.len(),
        "first": minted.first(),
        "last": minted.last(),
        "sha256_of_lines": sha256_of_lines(minted.iter().map(String::as_str)),
        "not_minted": not_minted,
    }))
}

/// Why an id carries the tick it does, read off the meter and the ticks.
///
/// The meter counts restarts, borrowed and held ticks. A run's first id comes from the reading or from the mark above it;
/// any other id has the tick of the one before, or a new one.
fn why(before: Ways, after: Ways, previous: Option<u64>, tick: u64, now: i64) -> &'static str {
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

/// One call of the cases: the readings that it may take, and the bytes for a new tick, or none.
#[derive(Clone, Debug)]
pub struct OneCall {
    /// A wait takes the next one.
    pub readings: Vec<i64>,
    /// What is left of them is gone afterwards.
    pub random: Vec<u8>,
}

/// Reads the ULID generator of a case, and calls that each bring their own bytes.
///
/// # Errors
/// Names what is missing or wrong.
pub fn with_their_own_bytes(body: Input<'_>) -> Result<(Script, Vec<OneCall>)> {
    let script = Script {
        scheme: Scheme::Ulid { step: ulid::Step::One },
        policy: by_word(body.text("policy")?)?,
        window_ms: 0,
        mark: None,
        calls: Vec::new(),
        source: Source::Bytes(Vec::new()),
    };
    let calls = body.list("calls")?.iter().map(|call| {
        let call = Input(call.as_object().context("a call should be an object")?);
        let readings = match call.get("ms") {
            Some(Value::Array(several)) => several.iter().map(integer).collect::<Result<_>>()?,
            _ => vec![call.integer("ms")?],
        };
        let random = call.get("rand_hex").map_or_else(|| Ok(Vec::new()), |_| call.bytes("rand_hex"))?;
        Ok(OneCall { readings, random })
    });
    Ok((script, calls.collect::<Result<_>>()?))
}

/// Makes those calls, and says whether the ids are in order.
///
/// # Errors
/// The generator cannot be reached.
pub fn monotonic(calls: &[OneCall], ids: &mut dyn Drawing) -> Result<Value> {
    let mut minted = Vec::new();
    let mut outcomes = Vec::new();
    for OneCall { readings, random } in calls {
        ids.draw_from(random)?;
        let mut said = "error:no_reading".to_owned();
        for now in readings {
            match ids.call(*now, 1)?.pop().context("a call has an outcome")? {
                Outcome::Id { text, .. } => {
                    minted.push(text.clone());
                    said = text;
                    break;
                }
                Outcome::Wait { .. } => said = "error:wait".into(),
                Outcome::Refused { name, .. } => {
                    said = format!("error:{}", word(&name));
                    break;
                }
            }
        }
        outcomes.push(said);
    }
    // Of ULIDs the text has the order of the value.
    Ok(json!({ "ids": outcomes, "strictly_increasing": minted.is_sorted_by(|a, b| a < b) }))
}

/// The calls of a Snowflake case, each of which takes one reading after the other for as long as it is told to wait; of the ids the text of each.
///
/// # Errors
/// The generator cannot be reached.
pub fn waiting(body: Input<'_>, ids: &mut dyn Calling) -> Result<Value> {
    let mut readings = body.integers("clock_ms")?.into_iter();
    let mut outcomes = Vec::new();
    for _ in 0..body.at_most("calls", LARGEST)? {
        let mut said = "error:no_reading".to_owned();
        for now in readings.by_ref() {
            match ids.call(now, 1)?.pop().context("a call has an outcome")? {
                Outcome::Wait { .. } => continue,
                outcome => said = in_words(outcome),
            }
            break;
        }
        outcomes.push(said);
    }
    let minted: Vec<_> = outcomes.iter().filter(|outcome| !outcome.starts_with("error")).collect();
    Ok(json!({ "unique": all_distinct(&minted), "ids": outcomes }))
}

/// The calls of a Snowflake case in one millisecond: what each of them gives, the first and the last id.
///
/// # Errors
/// The generator cannot be reached.
pub fn at_once(body: Input<'_>, ids: &mut dyn Calling) -> Result<Value> {
    let calls = body.at_most("count", LARGEST)? as u64;
    let outcomes: Vec<_> = ids.call(body.integer("ms")?, calls)?.into_iter().map(in_words).collect();
    let minted: Vec<_> = outcomes.iter().filter(|outcome| !outcome.starts_with("error")).collect();
    let mut answer = json!({ "unique": all_distinct(&minted), "first": minted.first(), "last": minted.last() });
    for (at, outcome) in outcomes.iter().enumerate() {
        answer[format!("call_{}", at + 1)] = json!(outcome);
    }
    Ok(answer)
}

fn all_distinct(ids: &[&String]) -> bool {
    ids.iter().collect::<BTreeSet<_>>().len() == ids.len()
}

/// An id's text, or the cases' words for a Snowflake's cause, of which one is its own.
fn in_words(outcome: Outcome) -> String {
    match outcome {
        Outcome::Id { text, .. } => text,
        Outcome::Wait { .. } => "error:wait".into(),
        Outcome::Refused { name, .. } => match word(&name) {
            "overflow" => "error:sequence_exhausted".into(),
            word => format!("error:{word}"),
        },
    }
}

/// The one-word policies of the cases: patience without end, and no borrowing.
///
/// # Errors
/// It is none of them.
pub fn by_word(word: &str) -> Result<Policy> {
    let (on_behind, on_full) = match word {
        "hold" => (OnBehind::Hold { up_to_ms: NO_BOUND, beyond: Beyond::Refuse }, OnFull::Refuse),
        "wait" => (OnBehind::Wait { up_to_ms: NO_BOUND }, OnFull::Wait),
        "error" => (OnBehind::Refuse, OnFull::Refuse),
        other => bail!("`policy` is `hold`, `wait` or `error`, not `{other}`"),
    };
    Ok(Policy { on_behind, on_full, ..Policy::STRICT })
}

/// The cases' word for a cause.
pub fn word(name: &str) -> &str {
    match name {
        "full" => "overflow",
        "behind" => "clock_back",
        "horizon" | "before_epoch" => "time_range",
        "entropy" => "short_random",
        other => other,
    }
}
