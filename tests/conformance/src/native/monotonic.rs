//! Generators at the edges of their counters, and ids given their predecessor.

use std::convert::Infallible;

use anyhow::{Context, Result, bail, ensure};
use mintid::clock::{ManualClock, Reading};
use mintid::entropy::{Bytes, Entropy, FromFn};
use mintid::policy::{Beyond, NO_BOUND, OnBehind, OnFull};
use mintid::timeline::{Room, Scale, Step, Take, Timeline};
use mintid::{Cause, Policy, UlidGenerator, Uuid, V4Generator, V7Generator, ulid, uuid};
use serde_json::{Value, json};

use super::text;
use crate::input::{Input, integer};
use crate::stream::HashStream;

/// The most bytes, ids or generators that a case may ask for.
pub const LARGEST: usize = 1 << 16;

pub fn v4(body: Input<'_>) -> Result<Value> {
    let random = match body.get("random_hex") {
        Some(_) => body.bytes("random_hex")?,
        None => vec![0; body.at_most("random_len", LARGEST)?],
    };
    Ok(match V4Generator::new(Bytes::new(&random)).generate() {
        Ok(id) => json!({ "uuid": id.to_string() }),
        Err(_) => json!({ "error": "short_random" }),
    })
}

pub fn ulid_next(body: Input<'_>) -> Result<Value> {
    let next = text::ulid(body.text("prev")?)?.increment();
    Ok(next.map_or_else(|| json!({ "error": "overflow" }), |id| json!({ "next": id.to_string() })))
}

/// What copies of one state come to: each gives the id after it.
pub fn clone_state(body: Input<'_>) -> Result<Value> {
    let next = text::ulid(body.text("state")?)?.increment().map(|id| id.to_string());
    Ok(json!({ "without_reseed": vec![next; body.at_most("copies", LARGEST)?] }))
}

/// Bytes that a generator may use for one call; what it leaves is gone.
struct OneDraw<'a>(&'a [u8]);

impl Entropy for OneDraw<'_> {
    type Error = mintid::entropy::Exhausted;

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        Bytes::new(self.0).fill(bytes)
    }
}

/// Calls that each come with a reading and the bytes for a new tick, or none. A wait takes the next reading of its own call, where
/// it gives several.
pub fn ulid_calls(body: Input<'_>) -> Result<Value> {
    let options = ulid::Options::new().policy(by_word(body.text("policy")?)?);
    let clock = ManualClock::unset();
    let mut ids = UlidGenerator::with(options, &clock, OneDraw(&[]));
    let calls = body.list("calls")?.iter().map(|call| {
        let call = Input(call.as_object().context("a call should be an object")?);
        let readings = match call.get("ms") {
            Some(Value::Array(several)) => several.iter().map(integer).collect::<Result<_>>()?,
            _ => vec![call.integer("ms")?],
        };
        Ok((readings, call.get("rand_hex").map_or_else(|| Ok(Vec::new()), |_| call.bytes("rand_hex"))?))
    });
    let calls: Vec<_> = calls.collect::<Result<_>>()?;

    let mut minted = Vec::new();
    let mut outcomes = Vec::new();
    for (readings, random) in &calls {
        *ids.entropy_mut() = OneDraw(random);
        let mut outcome = "error:no_reading".to_owned();
        for now in readings {
            clock.set_ms(*now);
            let cause = match ids.generate() {
                Ok(id) => {
                    minted.push(id);
                    outcome = id.to_string();
                    break;
                }
                Err(cause) => cause,
            };
            outcome = format!("error:{}", word(&cause));
            if !matches!(cause, Cause::Wait { .. }) {
                break;
            }
        }
        outcomes.push(outcome);
    }
    Ok(json!({ "ids": outcomes, "strictly_increasing": minted.is_sorted_by(|a, b| a < b) }))
}

/// The one-word policies of the cases: patience without end, and no borrowing.
fn by_word(word: &str) -> Result<Policy> {
    let (on_behind, on_full) = match word {
        "hold" => (OnBehind::Hold { up_to_ms: NO_BOUND, beyond: Beyond::Refuse }, OnFull::Refuse),
        "wait" => (OnBehind::Wait { up_to_ms: NO_BOUND }, OnFull::Wait),
        "error" => (OnBehind::Refuse, OnFull::Refuse),
        other => bail!("`policy` is `hold`, `wait` or `error`, not `{other}`"),
    };
    Ok(Policy { on_behind, on_full, ..Policy::STRICT })
}

/// The vectors' word for a cause.
fn word<X>(cause: &Cause<X>) -> &'static str {
    match cause {
        Cause::Refused(mintid::Refusal::Full) => "overflow",
        Cause::Refused(mintid::Refusal::Behind { .. }) => "clock_back",
        Cause::Refused(mintid::Refusal::Horizon | mintid::Refusal::BeforeEpoch { .. }) => "time_range",
        Cause::Refused(refusal) => refusal.name(),
        Cause::Wait { .. } => "wait",
        _ => "short_random",
    }
}

/// The bits below version and variant of a v7.
const PAYLOAD_BITS: u32 = 74;

/// The most steps that a generator is taken through to reach a counter.
const STEPS: u64 = 1 << 20;

/// A v7 with a given counter, and zeros or ones below it.
///
/// A generator makes it where one can: its counter starts with a clear top bit, and is stepped up from there. Any other
/// width or value is a layout to compose.
pub fn v7_layout(body: Input<'_>) -> Result<Value> {
    let ms = body.unsigned("ms")?;
    let bits = u32::try_from(body.unsigned("counter_bits")?)?;
    let counter = u128::from_str_radix(body.text("counter_hex")?, 16).context("`counter_hex`")?;
    let tail = if body.text("tail")? == "zeros" { 0 } else { u128::MAX };
    ensure!(bits <= PAYLOAD_BITS, "`counter_bits` is more than there are");
    if counter >> bits != 0 {
        return Ok(json!({ "error": "out_of_range" }));
    }
    let id = match generated(ms, bits, counter, tail)? {
        Some(id) => id,
        None => {
            let tail_bits = PAYLOAD_BITS - bits;
            composed(ms, (counter << tail_bits) | (tail & ((1 << tail_bits) - 1)))?
        }
    };
    Ok(json!({ "uuid": id.to_string() }))
}

fn generated(ms: u64, bits: u32, counter: u128, tail: u128) -> Result<Option<Uuid>> {
    let width = u8::try_from(bits)?;
    let (Ok(options), Ok(counter)) = (uuid::v7::Options::new().counter_bits(width), u64::try_from(counter)) else {
        return Ok(None);
    };
    let start = counter.min((1 << (bits - 1)) - 1);
    if counter - start > STEPS {
        return Ok(None);
    }
    let tail_bits = PAYLOAD_BITS - bits;
    let first = (u128::from(start) << tail_bits) | (tail & ((1 << tail_bits) - 1));
    let source = FromFn::new(|bytes: &mut [u8]| {
        match bytes.len() {
            10 => bytes.copy_from_slice(&first.to_be_bytes()[6..]),
            _ => bytes.fill(tail as u8),
        }
        Ok::<(), Infallible>(())
    });
    let mut ids = V7Generator::with(options, ManualClock::at_ms(i64::try_from(ms)?), source);
    let mut id = ids.generate()?;
    for _ in start..counter {
        id = ids.generate()?;
    }
    Ok(Some(id))
}

/// The v7 with these 74 bits.
fn composed(ms: u64, payload: u128) -> Result<Uuid> {
    let rand_a = u16::try_from(payload >> 62).unwrap_or(u16::MAX);
    Ok(Uuid::from_v7_parts(ms, rand_a, payload as u64 & (u64::MAX >> 2))?)
}

/// The 74 bits as one number, plus one.
pub fn v7_next(body: Input<'_>) -> Result<Value> {
    let prev = text::uuid(body.text("prev")?)?;
    let (Some(rand_a), Some(rand_b)) = (prev.v7_rand_a(), prev.v7_rand_b()) else {
        return Ok(json!({ "error": "not_v7" }));
    };
    let next = ((u128::from(rand_a) << 62) | u128::from(rand_b)) + 1;
    if next >> PAYLOAD_BITS != 0 {
        return Ok(json!({ "error": "overflow" }));
    }
    let ms = prev.unix_ms().and_then(|ms| u64::try_from(ms).ok()).context("a v7 has a time")?;
    Ok(json!({ "next": composed(ms, next)?.to_string() }))
}

/// A run whose first counter is given, full even, which no draw gives: the Timeline is driven, and the counter kept here.
pub fn v7_generator(body: Input<'_>) -> Result<Value> {
    let bits = body.unsigned("counter_bits")?;
    ensure!((1..=64).contains(&bits), "`counter_bits` should be 1 to 64");
    let last = u64::MAX >> (64 - bits);
    let first = u64::from_str_radix(body.text("first_counter_hex")?, 16).context("`first_counter_hex`")?;
    ensure!(first <= last, "`first_counter_hex` is more than {bits} bits hold");
    let scale = Scale::unix_ms((1 << 48) - 1);
    let mut timeline = Timeline::new(Policy::KEEP_GOING, 0, &scale);
    let mut counter = None;
    let mut ticks = Vec::new();
    for ms in body.integers("calls_ms")? {
        let now = scale.now(Reading::from_ms(ms));
        timeline.observe(now);
        let room = if counter == Some(last) { Room::Full } else { Room::Left };
        match timeline.propose(now, room, &scale) {
            Step::Take(take) => {
                timeline.commit(take, &scale);
                let (Take::New { tick, .. } | Take::Same { tick, .. }) = take else {
                    bail!("{take:?} is not known here")
                };
                counter = match (take, counter) {
                    (Take::Same { .. }, Some(counter)) => Some(counter + 1),
                    (_, None) => Some(first),
                    _ => Some(0),
                };
                ticks.push(json!(tick));
            }
            step => ticks.push(json!(format!("{step:?}"))),
        }
    }
    Ok(json!({ "ms": ticks }))
}

/// Generators that share a millisecond and nothing else, called in turn.
pub fn two_instances(body: Input<'_>) -> Result<Value> {
    const TURNS: usize = 64;
    let clock = ManualClock::at_ms(1_700_000_000_000);
    let seeds = (0..body.at_most("instances", LARGEST)?).zip(0..);
    let mut instances: Vec<_> = seeds.map(|(_, seed)| V7Generator::new(&clock, HashStream::new(seed))).collect();
    let mut ids = Vec::new();
    for _ in 0..TURNS {
        for instance in &mut instances {
            ids.push(instance.generate()?);
        }
    }
    let increasing = ids.is_sorted_by(|a, b| a < b);
    let all = ids.len();
    ids.sort();
    ids.dedup();
    Ok(json!({ "unique": ids.len() == all, "strictly_increasing_across": increasing }))
}
