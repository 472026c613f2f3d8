//! The 74 bits of a v7 below its version and variant: counters of any width, and what comes after one.

use core::convert::Infallible;

use mintid::clock::{ManualClock, Reading};
use mintid::entropy::FromFn;
use mintid::timeline::{Room, Scale, Step, Take, Timeline};
use mintid::uuid::v7;
use mintid::{Policy, Uuid, V7Generator};

use crate::answer::{Answer, Trouble};
use crate::words::{Words, signed};

/// The bits below version and variant of a v7.
const PAYLOAD_BITS: u32 = 74;

/// The most steps that a generator is taken through to reach a counter.
const STEPS: u64 = 1 << 20;

/// A v7 with a given counter, and zeros or ones below it.
///
/// A generator makes it where one can: its counter starts with a clear top bit, and is stepped up from there. Any other
/// width or value is a layout to compose.
pub fn layout(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    let (ms, bits, counter): (u64, u32, u128) = (words.fitting()?, words.fitting()?, words.number()?);
    let tail = if words.word()? == b"zeros" { 0 } else { u128::MAX };
    let tail_bits = PAYLOAD_BITS.checked_sub(bits).ok_or(Trouble::Question)?;
    if counter.checked_shr(bits).unwrap_or_default() != 0 {
        answer.text("error", b"out_of_range");
        return Ok(());
    }
    let below = |counter: u128| (counter << (tail_bits & 127)) | (tail & ((1 << (tail_bits & 127)) - 1));
    let id = match generated(ms, bits, counter, below, tail as u8)? {
        Some(id) => id,
        None => composed(ms, below(counter))?,
    };
    answer.uuid("uuid", id);
    Ok(())
}

fn generated(
    ms: u64,
    bits: u32,
    counter: u128,
    below: impl Fn(u128) -> u128,
    tail: u8,
) -> Result<Option<Uuid>, Trouble> {
    let width = u8::try_from(bits).map_err(|_| Trouble::Question)?;
    let (Ok(options), Ok(counter)) = (v7::Options::new().counter_bits(width), u64::try_from(counter)) else {
        return Ok(None);
    };
    let start = counter.min((1 << (bits.saturating_sub(1) & 63)) - 1);
    if counter - start > STEPS {
        return Ok(None);
    }
    let first = below(start.into()).to_be_bytes();
    let source = FromFn::new(move |bytes: &mut [u8]| {
        match (bytes.len(), first.last_chunk::<10>()) {
            (10, Some(first)) => bytes.copy_from_slice(first),
            _ => bytes.fill(tail),
        }
        Ok::<(), Infallible>(())
    });
    let now = i64::try_from(ms).map_err(|_| Trouble::Question)?;
    let mut ids = V7Generator::with(options, ManualClock::at_ms(now), source);
    let mut id = ids.generate().map_err(|_| Trouble::Question)?;
    for _ in start..counter {
        id = ids.generate().map_err(|_| Trouble::Question)?;
    }
    Ok(Some(id))
}

/// The v7 with these 74 bits.
fn composed(ms: u64, payload: u128) -> Result<Uuid, Trouble> {
    let rand_a = u16::try_from(payload >> 62).unwrap_or(u16::MAX);
    Ok(Uuid::from_v7_parts(ms, rand_a, payload as u64 & (u64::MAX >> 2))?)
}

/// The 74 bits as one number, plus one.
pub fn next(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    let id = words.uuid()?;
    let ms = id.unix_ms().and_then(|ms| u64::try_from(ms).ok());
    let (Some(rand_a), Some(rand_b), Some(ms)) = (id.v7_rand_a(), id.v7_rand_b(), ms) else {
        answer.text("error", b"not_v7");
        return Ok(());
    };
    let next = ((u128::from(rand_a) << 62) | u128::from(rand_b)) + 1;
    if next >> PAYLOAD_BITS != 0 {
        answer.text("error", b"overflow");
    } else {
        answer.uuid("next", composed(ms, next)?);
    }
    Ok(())
}

/// The ticks of a run whose first counter is given, full even, which no draw gives: the Timeline is driven, and the counter kept here.
pub fn ticks(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    let (calls, bits, first): (_, u32, u64) = (words.list()?, words.fitting()?, words.fitting()?);
    let last = 64_u32.checked_sub(bits).and_then(|unused| u64::MAX.checked_shr(unused)).ok_or(Trouble::Question)?;
    let scale = Scale::unix_ms((1 << 48) - 1);
    let mut timeline = Timeline::new(Policy::KEEP_GOING, 0, &scale);
    let mut counter = None;
    for call in calls {
        let now = scale.now(Reading::from_ms(signed(call).ok_or(Trouble::Question)?));
        timeline.observe(now);
        let room = if counter == Some(last) { Room::Full } else { Room::Left };
        let Step::Take(take) = timeline.propose(now, room, &scale) else { return Err(Trouble::Question) };
        timeline.commit(take, &scale);
        let (Take::New { tick, .. } | Take::Same { tick, .. }) = take else { return Err(Trouble::Question) };
        counter = match (take, counter) {
            (Take::Same { .. }, Some(counter)) => Some(counter.wrapping_add(1)),
            (_, None) => Some(first),
            _ => Some(0),
        };
        answer.number("ms[]", tick);
    }
    Ok(())
}
