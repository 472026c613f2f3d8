//! Times into ids, and out of them.

use anyhow::{Context, Result};
use mintid::clock::{Bounded, Clock, ManualClock, Reading};
use mintid::entropy::Bytes;
use mintid::{PreciseV7Generator, Ulid, Uuid, V7Generator};
use serde_json::{Value, json};

use super::expression::Js;
use super::number;
use super::text::{ulid, uuid};
use crate::input::Input;

/// The ten symbols of a ULID that are its time.
fn time_text(id: Ulid) -> String {
    id.to_string().chars().take(10).collect()
}

pub fn ulid_encode(body: Input<'_>) -> Result<Value> {
    Ok(match number::time(body)? {
        Ok(ms) => {
            let id = Ulid::min_at(ms)?;
            json!({ "text": time_text(id), "same_as_ms": id.unix_ms() })
        }
        Err(error) => json!({ "error": error }),
    })
}

pub fn ulid_decode(body: Input<'_>) -> Result<Value> {
    Ok(json!({ "ms": ulid(body.text("text")?)?.unix_ms() }))
}

pub fn v7_from_ms(body: Input<'_>) -> Result<Value> {
    Ok(match number::time(body)? {
        Ok(ms) => {
            let id = V7Generator::new(ManualClock::unset(), Bytes::new(&[0; 10])).at(ms)?;
            json!({ "uuid": id.to_string(), "ms": id.unix_ms(), "same_as_ms": id.unix_ms() })
        }
        Err(error) => json!({ "error": error }),
    })
}

pub fn v7_decode(body: Input<'_>) -> Result<Value> {
    let id = uuid(body.text("uuid")?)?;
    Ok(match (id.v7_rand_a(), id.v7_rand_b()) {
        (Some(rand_a), Some(rand_b)) => json!({
            "ms": id.unix_ms(),
            "rand_a_hex": format!("{rand_a:03x}"),
            "rand_b_hex": format!("{rand_b:016x}"),
        }),
        _ => json!({ "error": "not_v7" }),
    })
}

pub fn v7_build(body: Input<'_>) -> Result<Value> {
    let rand_a = u16::from_str_radix(body.text("rand_a_hex")?, 16).context("`rand_a_hex`")?;
    let rand_b = u64::from_str_radix(body.text("rand_b_hex")?, 16).context("`rand_b_hex`")?;
    Ok(match number::time(body)? {
        Ok(ms) => json!({ "uuid": Uuid::from_v7_parts(ms, rand_a, rand_b)?.to_string() }),
        Err(error) => json!({ "error": error }),
    })
}

pub fn v7_submilli(body: Input<'_>) -> Result<Value> {
    let ns = u32::try_from(body.unsigned("ns_in_ms")?).context("`ns_in_ms`")?;
    let clock = ManualClock::unset().with_resolution_ns(1);
    clock.set(Ok(Reading::from_ms_and_ns(body.integer("ms")?, ns)));
    let id = PreciseV7Generator::new(&clock, Bytes::new(&[0; 8])).generate()?;
    Ok(json!({ "uuid": id.to_string(), "rand_a_hex": id.v7_rand_a().map(|value| format!("{value:03x}")) }))
}

/// By default nothing is read into `rand_a`; a caller who knows that it is time has its 1/4096 ms.
pub fn v7_submilli_decode(body: Input<'_>) -> Result<Value> {
    let rand_a = u16::from_str_radix(body.text("rand_a_hex")?, 16).context("`rand_a_hex`")?;
    let id = Uuid::from_v7_parts(1, rand_a, 0)?;
    let frac = u64::from(id.v7_rand_a().unwrap_or_default());
    Ok(json!({
        "us_floor": frac * 1000 / u64::from(Reading::FRACS_PER_MS),
        "default": if id.unix_ms() == Some(1) { "ignore" } else { "read" },
    }))
}

pub fn bounds(body: Input<'_>) -> Result<Value> {
    Ok(match number::time(body)? {
        Ok(ms) => json!({
            "uuidv7_min": Uuid::v7_min(ms)?.to_string(),
            "uuidv7_max": Uuid::v7_max(ms)?.to_string(),
            "ulid_min": Ulid::min_at(ms)?.to_string(),
            "ulid_max": Ulid::max_at(ms)?.to_string(),
        }),
        Err(error) => json!({ "error": error }),
    })
}

/// UTC instants as they are, whatever a local clock shows.
pub fn dst_check(body: Input<'_>) -> Result<Value> {
    let times = body.integers("utc_ms")?.into_iter().map(|ms| Ok(time_text(Ulid::min_at(u64::try_from(ms)?)?)));
    Ok(json!({ "ulid_time": times.collect::<Result<Vec<_>>>()? }))
}

pub fn clock_plausible(body: Input<'_>) -> Result<Value> {
    let floor = body.get("floor_ms").map(|_| body.integer("floor_ms")).transpose()?;
    let ceiling = body.get("ceiling_ms").map(|_| body.integer("ceiling_ms")).transpose()?;
    let believed = |ms| {
        let clock = Bounded::new(ManualClock::at_ms(ms)).not_before(floor.unwrap_or(i64::MIN));
        clock.not_after(ceiling.unwrap_or(i64::MAX)).read().is_ok()
    };
    Ok(json!({ "plausible": body.integers("ms")?.into_iter().map(believed).collect::<Vec<_>>() }))
}

pub fn js_number_to_u48(body: Input<'_>) -> Result<Value> {
    Ok(match Js::of(body.text("js")?).unix_ms() {
        Ok(ms) => json!({ "ok": true, "value": ms }),
        Err(error) => json!({ "ok": false, "error": error }),
    })
}

/// One time in several JavaScript forms: `text_all` where all come to the same. A form that is not taken has nothing to
/// agree with.
pub fn accept_forms(body: Input<'_>) -> Result<Value> {
    let taken = body.texts("js")?.into_iter().filter_map(|form| Js::of(form).unix_ms().ok());
    let texts: Vec<_> = taken.map(|ms| Ok(time_text(Ulid::min_at(ms)?))).collect::<Result<_>>()?;
    let all = texts.first().filter(|first| texts.iter().all(|text| text == *first));
    Ok(json!({ "text_all": all, "texts": texts }))
}
