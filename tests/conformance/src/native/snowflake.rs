//! Snowflakes: into fields and out of them, configured, minted, read as text and as JavaScript's numbers.

use anyhow::{Context, Result, bail, ensure};
use mintid::clock::ManualClock;
use mintid::entropy::Bytes;
use mintid::policy::OnFull;
use mintid::snowflake::{Layout, LayoutError, NodeField, Options, Parts, Start, TimeError};
use mintid::{Snowflake, SnowflakeGenerator};
use serde_json::{Value, json};

use super::text::reason;
use crate::calls::{self, Calling, by_word};
use crate::input::Input;
use crate::script::{Scheme, Script, Source, layout_of, named_layout};

const MS_PER_DAY: i64 = 86_400_000;

/// Where neither bits nor a name is given, the cut is Twitter's.
pub fn layout(body: Input<'_>) -> Result<Layout> {
    let layout = match (body.get("layout"), body.get("bits")) {
        (Some(_), _) => named_layout(body.text("layout")?)?,
        (_, Some(_)) => return layout_of(bits(body)?, epoch(body)?.unwrap_or_default(), 1),
        _ => Layout::TWITTER,
    };
    Ok(match epoch(body)? {
        Some(epoch_ms) => layout.with_epoch_ms(epoch_ms)?,
        None => layout,
    })
}

fn epoch(body: Input<'_>) -> Result<Option<u64>> {
    body.get("epoch").map(|_| body.unsigned("epoch")).transpose()
}

pub fn bits(body: Input<'_>) -> Result<[u8; 3]> {
    let bits: Vec<_> = body.integers("bits")?.into_iter().map(u8::try_from).collect::<Result<_, _>>()?;
    <[u8; 3]>::try_from(bits).ok().context("`bits` should be three numbers")
}

fn id(text: &str) -> Result<Snowflake> {
    Ok(Snowflake::parse(text)?)
}

/// The fields by their names, and under the names that others use for them.
pub fn decode(body: Input<'_>) -> Result<Value> {
    let layout = layout(body)?;
    let parts = layout.decompose(id(body.text("id")?)?)?;
    let mut answer = json!({
        "ms": layout.unix_ms(parts),
        "sequence": parts.sequence,
        "increment": parts.sequence,
        "machine10": parts.node,
    });
    for field in layout.node_fields() {
        answer[field.name()] = json!(NodeField::of(field, parts.node));
    }
    Ok(answer)
}

pub fn decode_right_shift(body: Input<'_>) -> Result<Value> {
    let layout = layout(body)?;
    let parts = layout.decompose(id(body.text("id")?)?)?;
    Ok(json!({ "right_ms": layout.unix_ms(parts) }))
}

pub fn encode(body: Input<'_>) -> Result<Value> {
    let layout = layout(body)?;
    let either =
        |name: &str, other: &str| if body.get(name).is_some() { body.unsigned(name) } else { body.unsigned(other) };
    let (node, sequence) = (either("worker", "machine")?, body.unsigned("sequence")?);
    let parts = match body.get("elapsed_10ms") {
        Some(_) => Ok(Parts { tick: body.unsigned("elapsed_10ms")?, node, sequence }),
        None => layout.parts_at(body.unsigned("ms")?, node, sequence),
    };
    let Ok(parts) = parts else { return Ok(json!({ "error": "time_range" })) };
    Ok(match layout.compose(parts) {
        Ok(id) => json!({ "id": id.to_string(), "fits_i63": id.to_positive_i64().is_some() }),
        Err(error) => json!({
            "error": match error.name() {
                "time" => "time_range",
                "node" => "worker_range",
                _ => "sequence_range",
            },
        }),
    })
}

/// A layout of 63 bits, checked against the present where the vector knows it.
pub fn config(body: Input<'_>) -> Result<Value> {
    let epoch_ms = body.get("epoch_ms").map_or(Ok(0), |_| body.unsigned("epoch_ms"))?;
    let made = match body.get("bits") {
        Some(_) => {
            let [time, node, sequence] = bits(body)?;
            let parts = [
                mintid::snowflake::Part::Time(time),
                mintid::snowflake::Part::Node("worker", node),
                mintid::snowflake::Part::Sequence(sequence),
            ];
            Layout::new(mintid::snowflake::Width::Bits63, epoch_ms, 1, &parts)
        }
        None => Layout::TWITTER.with_epoch_ms(epoch_ms),
    };
    let checked = match (made, body.get("now")) {
        (Ok(layout), Some(_)) => layout.check_epoch(body.unsigned("now")?),
        (made, _) => made.map(|_| ()),
    };
    Ok(match checked {
        Ok(()) => json!({ "ok": true }),
        Err(LayoutError::Sum { bits, .. }) => json!({ "error": "bits_sum", "sum": bits }),
        Err(LayoutError::EpochAhead { .. }) => json!({ "error": "time_range" }),
        Err(LayoutError::EpochInSeconds { .. }) => json!({ "warn": "looks like seconds" }),
        Err(error) => json!({ "error": error.to_string() }),
    })
}

/// The end of a time field, in an id that is as wide as can be.
pub fn last_time(body: Input<'_>) -> Result<Value> {
    let time = u8::try_from(body.unsigned("ts_bits")?)?;
    let others = 64_u8.checked_sub(time).filter(|bits| *bits >= 2).context("`ts_bits` leaves no room")?;
    let layout = layout_of([time, others - others / 2, others / 2], epoch(body)?.context("no `epoch`")?, 1)?;
    let last = layout.horizon_ms() - 1;
    ensure!(layout.tick_at(last).is_ok() && layout.tick_at(last + 1) == Err(TimeError::PastHorizon { by_ms: 1 }));
    Ok(json!({
        "iso": iso(last.cast_signed()),
        "i64_negative_from": layout.negative_from_ms().map(|ms| iso(ms.cast_signed())),
    }))
}

/// An instant as ISO 8601 has it. The days are counted from March on, so that a leap day is a year's last.
pub fn iso(unix_ms: i64) -> String {
    let (days, ms) = (unix_ms.div_euclid(MS_PER_DAY) + 719_468, unix_ms.rem_euclid(MS_PER_DAY));
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    let (hour, minute, second) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1_000 % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{:03}Z", ms % 1_000)
}

/// The generator of a case, which draws nothing.
pub fn script(body: Input<'_>) -> Result<Script> {
    let word = if body.get("policy").is_some() { body.text("policy")? } else { "error" };
    Ok(Script {
        scheme: Scheme::Snowflake { layout: layout(body)?, node: body.unsigned("worker")?, start: Start::Zero },
        policy: by_word(word)?,
        window_ms: 0,
        mark: None,
        calls: Vec::new(),
        source: Source::Bytes(Vec::new()),
    })
}

/// Calls, each with readings until it need not wait.
pub fn generate(body: Input<'_>) -> Result<Value> {
    called(body, calls::waiting)
}

/// Calls in one millisecond: what the first and the last of them give.
pub fn burst(body: Input<'_>) -> Result<Value> {
    called(body, calls::at_once)
}

fn called(body: Input<'_>, calls: fn(Input<'_>, &mut dyn Calling) -> Result<Value>) -> Result<Value> {
    super::calls::on(&script(body)?, Bytes::new(&[]), |ids| calls(body, ids))
}

/// Two processes that were given one node, each with a generator that starts anew.
pub fn two_processes(_: Input<'_>) -> Result<Value> {
    let clock = ManualClock::at_ms(1_700_000_000_000);
    let options = Options::new(Layout::TWITTER, 1)?.on_full(OnFull::Refuse);
    let [first, second] = [(); 2].map(|()| SnowflakeGenerator::new(options, &clock).generate());
    Ok(json!({ "unique_guaranteed": first? != second? }))
}

pub fn parse(body: Input<'_>) -> Result<Value> {
    Ok(match Snowflake::parse(body.text("text")?) {
        Ok(id) => json!({ "ok": true, "value": id.to_string() }),
        Err(error) => json!({ "ok": false, "reason": reason(&error) }),
    })
}

pub fn validate(body: Input<'_>) -> Result<Value> {
    Ok(json!({ "ok_all": body.texts("ids")?.into_iter().all(|text| Snowflake::parse(text).is_ok()) }))
}

pub fn to_text(body: Input<'_>) -> Result<Value> {
    Ok(json!({ "text": Snowflake::parse_hex(body.text("value_hex")?)?.to_string() }))
}

pub fn to_json(body: Input<'_>) -> Result<Value> {
    Ok(json!({ "json": json!(id(body.text("value")?)?.to_string()).to_string() }))
}

/// The items in the order of a key of each, as they were spelt.
fn sorted<K: Ord>(items: Vec<&str>, key: impl Fn(&str) -> Result<K>) -> Result<Vec<&str>> {
    let mut keyed: Vec<_> = items.into_iter().map(|item| Ok((key(item)?, item))).collect::<Result<_>>()?;
    keyed.sort();
    Ok(keyed.into_iter().map(|(_, item)| item).collect())
}

pub fn value_order(body: Input<'_>) -> Result<Value> {
    let items = body.texts("items")?;
    let by_text = sorted(items.clone(), |text| Ok(id(text)?.to_string()))?;
    Ok(json!({ "order": sorted(items, id)?, "text_order": by_text }))
}

pub fn unsigned_order(body: Input<'_>) -> Result<Value> {
    Ok(json!({ "order": sorted(body.texts("items")?, |text| Ok(Snowflake::parse_hex(text)?))? }))
}

/// What becomes of an id in a 64-bit floating point number. One that fits JavaScript's integers comes to no harm.
pub fn js_roundtrip(body: Input<'_>) -> Result<Value> {
    let id = id(body.text("id")?)?;
    let float = id.to_u64() as f64;
    let survives = float.to_string() == id.to_string();
    ensure!(survives || !id.fits_js_number(), "{id} should have survived");
    Ok(json!({
        "js_prints": float.to_string(),
        "float_value": (float as u128).to_string(),
        "text_survives": survives,
    }))
}

pub fn js_distinct(body: Input<'_>) -> Result<Value> {
    let ids: Vec<_> = body.texts("ids")?.into_iter().map(id).collect::<Result<_>>()?;
    let [first, second] = ids.as_slice() else { bail!("`ids` should be two") };
    let equal = first.to_u64() as f64 == second.to_u64() as f64;
    ensure!(first != second && !(first.fits_js_number() && second.fits_js_number() && equal), "{first} and {second}");
    Ok(json!({ "equal_as_number": equal }))
}

pub fn time_by_number(body: Input<'_>) -> Result<Value> {
    let id = id(body.text("id")?)?;
    let shortcut = (id.to_u64() as f64 / f64::from(1 << 22)).floor();
    Ok(json!({
        "right_ms_since_epoch": Layout::TWITTER.decompose(id)?.tick,
        "float_shortcut_gives": shortcut as u64,
    }))
}

/// A shift past 32 bits: of a time into its place, or of a number by what the expression says.
pub fn shifted(body: Input<'_>) -> Result<Value> {
    if body.get("ms_since_epoch").is_some() {
        let parts = Parts { tick: body.unsigned("ms_since_epoch")?, ..Parts::default() };
        return Ok(json!({ "right": Layout::TWITTER.compose(parts)?.to_string() }));
    }
    let value = u64::from_str_radix(body.text("value")?.trim_start_matches("0x"), 16).context("`value`")?;
    let by: u32 = body.text("expr")?.trim_start_matches(">>> ").parse().context("`expr`")?;
    Ok(json!({ "right": value.checked_shr(by).context("`expr`")?.to_string() }))
}
