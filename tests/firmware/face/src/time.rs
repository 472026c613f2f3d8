//! Times into ids, and out of them.

use mintid::clock::{Bounded, Clock, ManualClock, Reading};
use mintid::entropy::Bytes;
use mintid::{PreciseV7Generator, Ulid, Uuid, V7Generator};

use crate::answer::{Answer, Trouble};
use crate::text::v7_random;
use crate::words::{Words, number, signed};

/// The ten symbols of a ULID that are its time.
fn time_text(name: &str, id: Ulid, answer: &mut Answer<'_>) {
    let mut text = [0; Ulid::TEXT_LEN];
    id.encode(&mut text);
    answer.text(name, text.get(..10).unwrap_or_default());
}

pub fn ulid_encode(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    let id = Ulid::min_at(words.fitting()?)?;
    time_text("text", id, answer);
    answer.number("same_as_ms", id.unix_ms());
    Ok(())
}

pub fn ulid_decode(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    answer.number("ms", words.ulid()?.unix_ms());
    Ok(())
}

pub fn v7_from_ms(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    let ms: u64 = words.fitting()?;
    let id = V7Generator::new(ManualClock::unset(), Bytes::new(&[0; 10])).at(ms).map_err(|_| Trouble::Question)?;
    answer.uuid("uuid", id);
    if let Some(ms) = id.unix_ms() {
        answer.signed("ms", ms);
        answer.signed("same_as_ms", ms);
    }
    Ok(())
}

pub fn v7_decode(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    let id = words.uuid()?;
    match (id.v7_rand_a(), id.unix_ms()) {
        (Some(_), Some(ms)) => {
            answer.signed("ms", ms);
            v7_random(id, answer);
        }
        _ => answer.text("error", b"not_v7"),
    }
    Ok(())
}

pub fn v7_build(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    answer.uuid("uuid", Uuid::from_v7_parts(words.fitting()?, words.fitting()?, words.fitting()?)?);
    Ok(())
}

pub fn v7_submilli(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    let clock = ManualClock::unset().with_resolution_ns(1);
    clock.set(Ok(Reading::from_ms_and_ns(words.signed()?, words.fitting()?)));
    let made = PreciseV7Generator::new(&clock, Bytes::new(&[0; 8])).generate();
    let id = made.map_err(|_| Trouble::Question)?;
    answer.uuid("uuid", id);
    v7_random(id, answer);
    Ok(())
}

/// By default nothing is read into `rand_a`; a caller who knows that it is time has its 1/4096 ms.
pub fn v7_submilli_decode(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    let id = Uuid::from_v7_parts(1, words.fitting()?, 0)?;
    let frac = u32::from(id.v7_rand_a().unwrap_or_default());
    answer.number("us_floor", frac * 1000 / u32::from(Reading::FRACS_PER_MS));
    answer.text("default", if id.unix_ms() == Some(1) { b"ignore" } else { b"read" });
    Ok(())
}

pub fn bounds(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    let ms = words.fitting()?;
    answer.uuid("uuidv7_min", Uuid::v7_min(ms)?);
    answer.uuid("uuidv7_max", Uuid::v7_max(ms)?);
    answer.ulid("ulid_min", Ulid::min_at(ms)?);
    answer.ulid("ulid_max", Ulid::max_at(ms)?);
    Ok(())
}

/// UTC instants as they are, whatever a local clock shows.
pub fn dst_check(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    for item in words.list()? {
        let ms = number(item).and_then(|ms| u64::try_from(ms).ok()).ok_or(Trouble::Question)?;
        time_text("ulid_time[]", Ulid::min_at(ms)?, answer);
    }
    Ok(())
}

pub fn clock_plausible(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    let (list, floor, ceiling) = (words.list()?, words.signed_if_any()?, words.signed_if_any()?);
    for item in list {
        let clock = Bounded::new(ManualClock::at_ms(signed(item).ok_or(Trouble::Question)?));
        let clock = clock.not_before(floor.unwrap_or(i64::MIN));
        answer.flag("plausible[]", clock.not_after(ceiling.unwrap_or(i64::MAX)).read().is_ok());
    }
    Ok(())
}
