//! Generators at the edges of their counters, and ids given their predecessor.

use std::convert::Infallible;

use anyhow::{Context, Result, bail, ensure};
use mintid::clock::{ManualClock, Reading};
use mintid::entropy::{Bytes, FromFn};
use mintid::timeline::{Room, Scale, Step, Take, Timeline};
use mintid::{Policy, Uuid, V4Generator, V7Generator, uuid};
use serde_json::{Value, json};

use super::text;
use crate::calls;
use crate::input::{Input, LARGEST};
use crate::stream::HashStream;

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

/// Calls that each come with their own bytes.
pub fn ulid_calls(body: Input<'_>) -> Result<Value> {
    let (script, given) = calls::with_their_own_bytes(body)?;
    calls::monotonic(&given, &mut super::calls::Drawn::of(&script)?)
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
