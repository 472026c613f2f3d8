//! Traces and bursts, read whole before any face sees them: one that is malformed is told the same way on every face.

use std::slice;

use anyhow::{Context, Result, bail, ensure};
use mintid::policy::{Beyond, NO_BOUND, OnBehind, OnFull, OnMarkLate, OnUnset};
use mintid::snowflake::{self, Layout, Part, Start, Width};
use mintid::{Mark, Policy, ulid, uuid};
use serde_json::{Map, Value};

use crate::input::{Input, integer, unsigned};
use crate::vector::{Form, Item, Vector};

/// A generator, how its run starts, and the calls that are made of it.
#[derive(Clone, Debug)]
pub struct Script {
    /// What is generated.
    pub scheme: Scheme,
    /// What is done in trouble.
    pub policy: Policy,
    /// How far ahead marks are saved.
    pub window_ms: u32,
    /// The mark the run starts from.
    pub mark: Option<Mark>,
    /// Readings of the clock in Unix milliseconds, each with how many calls it serves.
    pub calls: Vec<(i64, u64)>,
    /// The random source.
    pub source: Source,
}

/// A scheme, and the option that it has besides a policy.
#[derive(Clone, Copy, Debug)]
pub enum Scheme {
    /// v7 with a counter of so many bits, or of as many as it has by itself.
    V7 {
        /// Checked when the script was read.
        counter_bits: Option<u8>,
    },
    /// ULID.
    Ulid {
        /// How a step within a millisecond is made.
        step: ulid::Step,
    },
    /// Snowflake.
    Snowflake {
        /// Which bits are what.
        layout: Layout,
        /// Whose ids they are.
        node: u64,
        /// Where a tick's sequence starts.
        start: Start,
    },
}

impl Scheme {
    /// The tick that a reading falls in.
    #[must_use]
    pub fn tick_at(&self, now: i64) -> i64 {
        match self {
            Self::Snowflake { layout, .. } => {
                (now - layout.epoch_ms().cast_signed()).div_euclid(layout.tick_ms().into())
            }
            Self::V7 { .. } | Self::Ulid { .. } => now,
        }
    }
}

/// The options of a generator, by its scheme.
#[derive(Clone, Copy, Debug)]
pub enum Options {
    /// v7 with a counter.
    V7(uuid::v7::Options),
    /// ULID.
    Ulid(ulid::Options),
    /// Snowflake.
    Snowflake(snowflake::Options),
}

/// Where random bytes come from.
#[derive(Clone, Debug)]
pub enum Source {
    /// These, and no more.
    Bytes(Vec<u8>),
    /// The [`HashStream`](crate::stream::HashStream) of this seed.
    Seed(u64),
}

/// The schemes whose traces and bursts are read here.
const READ: [&str; 3] = ["v7", "ulid", "snowflake"];

/// Whether these fields name a scheme that is not read here. Nothing else in them is looked at then.
pub fn is_elsewhere(fields: &Map<String, Value>) -> bool {
    fields.get("scheme").and_then(Value::as_str).is_some_and(|scheme| !READ.contains(&scheme))
}

/// Sees to it that a vector can be put to a face: that a trace or burst is whole, and that what it expects says something.
///
/// # Errors
/// Says what is missing or wrong.
pub fn check(vector: &Vector) -> Result<()> {
    const OUTCOMES: [&str; 3] = ["id", "wait_ms", "refused"];
    if vector.item.form == Form::Case || Script::of(&vector.item)?.is_none() {
        return Ok(());
    }
    let expected = vector.expect.as_array().map_or(slice::from_ref(&vector.expect), Vec::as_slice);
    for (at, outcome) in expected.iter().enumerate() {
        let says = |name: &str| outcome.get(name).is_some_and(|value| !value.is_null());
        match vector.item.form {
            Form::Trace => {
                ensure!(
                    OUTCOMES.into_iter().any(says),
                    "`expect`: call {at} should name one of `{}`",
                    OUTCOMES.join("`, `")
                );
            }
            _ => ensure!(says("ids"), "`expect` needs the number of `ids`"),
        }
    }
    Ok(())
}

impl Script {
    /// Reads a trace or burst; `None` for a scheme that is not read here, of which the face says what it makes.
    ///
    /// # Errors
    /// Names the field that is missing, wrong or not known. Further fields of the vector itself are for people.
    pub fn of(item: &Item) -> Result<Option<Self>> {
        let body = Input(&item.body);
        if is_elsewhere(&item.body) {
            return Ok(None);
        }
        let scheme = body.text("scheme")?;
        let policy = Policy {
            on_behind: on_behind(body.object("on_behind")?).context("`on_behind`")?,
            on_full: on_full(body.object("on_full")?).context("`on_full`")?,
            on_unset: OnUnset::Refuse,
            // The store of a trace answers at once, so nothing is ever late; a late mark would go unseen otherwise.
            on_mark_late: OnMarkLate::Refuse,
        };
        let window_ms = body.get("window_ms").map_or(Ok(0), |_| saturated(body, "window_ms"))?;
        let none = Map::new();
        let given = if body.get("options").is_some() { body.object("options")? } else { Input(&none) };
        let scheme = match scheme {
            "v7" => v7_options(given),
            "ulid" => ulid_options(given),
            _ => snowflake_options(given),
        };
        let scheme = scheme.context("`options`")?;
        let (calls, source) = match item.form {
            Form::Burst => (pairs(body)?, Source::Seed(body.unsigned("stream_sha256_seed")?)),
            _ => {
                let calls = body.integers("readings_ms")?.into_iter().map(|now| (now, 1)).collect();
                (calls, Source::Bytes(body.bytes("stream_hex")?))
            }
        };
        let script = Self { scheme, policy, window_ms, mark: mark(body)?, calls, source };
        // Whether there is such a generator.
        script.options()?;
        Ok(Some(script))
    }

    /// All of it that a generator of the crate is made with.
    ///
    /// # Errors
    /// There is no such generator: of this width, on this node, or that restarts.
    pub fn options(&self) -> Result<Options> {
        Ok(match self.scheme {
            Scheme::V7 { counter_bits } => {
                let options = uuid::v7::Options::new().policy(self.policy).mark_window_ms(self.window_ms);
                Options::V7(
                    counter_bits.map_or(Ok(options), |bits| options.counter_bits(bits)).context("`counter_bits`")?,
                )
            }
            Scheme::Ulid { step } => {
                Options::Ulid(ulid::Options::new().step(step).policy(self.policy).mark_window_ms(self.window_ms))
            }
            Scheme::Snowflake { layout, node, start } => {
                let options = snowflake::Options::new(layout, node).context("`node`")?.start(start);
                let options = options.on_behind(without_restart(self.policy.on_behind)?).on_full(self.policy.on_full);
                Options::Snowflake(options.mark_window_ms(self.window_ms))
            }
        })
    }
}

/// What Snowflake has for a clock that is behind.
fn without_restart(on_behind: OnBehind) -> Result<snowflake::OnBehind> {
    Ok(match on_behind {
        OnBehind::Refuse => snowflake::OnBehind::Refuse,
        OnBehind::Wait { up_to_ms } => snowflake::OnBehind::Wait { up_to_ms },
        OnBehind::Hold { up_to_ms, beyond: Beyond::Refuse } => snowflake::OnBehind::Hold { up_to_ms },
        other => bail!("`on_behind`: a Snowflake never restarts: {other:?}"),
    })
}

fn v7_options(given: Input<'_>) -> Result<Scheme> {
    given.only(&["counter_bits"])?;
    let bits = given.get("counter_bits").map(|_| given.unsigned("counter_bits")).transpose()?;
    let counter_bits = bits.map(|bits| u8::try_from(bits).unwrap_or(u8::MAX));
    if let Some(bits) = counter_bits {
        uuid::v7::Options::new().counter_bits(bits).context("`counter_bits`")?;
    }
    Ok(Scheme::V7 { counter_bits })
}

fn ulid_options(given: Input<'_>) -> Result<Scheme> {
    given.only(&["step"])?;
    let step = match given.get("step").map(|_| given.text("step")).transpose()? {
        None | Some("one") => ulid::Step::One,
        Some("random") => ulid::Step::Random,
        Some(other) => bail!("`step` is `one` or `random`, not `{other}`"),
    };
    Ok(Scheme::Ulid { step })
}

fn snowflake_options(given: Input<'_>) -> Result<Scheme> {
    given.only(&[
        "layout",
        "epoch_ms",
        "tick_ms",
        "time_bits",
        "node_bits",
        "sequence_bits",
        "node",
        "sequence_start",
    ])?;
    let bits = ["time_bits", "node_bits", "sequence_bits"].map(|name| given.unsigned(name));
    let [time, node, sequence] = bits;
    let bits = [time?, node?, sequence?].map(|bits| u8::try_from(bits).unwrap_or(u8::MAX));
    let (epoch_ms, tick_ms) = (given.unsigned("epoch_ms")?, u16::try_from(given.unsigned("tick_ms")?)?);
    let layout = match given.text("layout")? {
        "custom" => layout_of(bits, epoch_ms, tick_ms)?,
        name => named_layout(name)?,
    };
    let is_so = layout.bits() == bits && layout.epoch_ms() == epoch_ms && layout.tick_ms() == tick_ms;
    ensure!(is_so, "`layout`: {} differs from what is said beside it", given.text("layout")?);
    let start = match given.text("sequence_start")? {
        "zero" => Start::Zero,
        "random" => Start::Random,
        "continue" => Start::Continue,
        other => bail!("`sequence_start` is `zero`, `random` or `continue`, not `{other}`"),
    };
    Ok(Scheme::Snowflake { layout, node: given.unsigned("node")?, start })
}

/// Time, node and sequence of these widths, the highest first.
///
/// # Errors
/// Says why there is no such layout.
pub fn layout_of([time, node, sequence]: [u8; 3], epoch_ms: u64, tick_ms: u16) -> Result<Layout> {
    let width = match u32::from(time) + u32::from(node) + u32::from(sequence) {
        53 => Width::Bits53,
        64 => Width::Bits64,
        _ => Width::Bits63,
    };
    let parts = [Part::Time(time), Part::Node("node", node), Part::Sequence(sequence)];
    Ok(Layout::new(width, epoch_ms, tick_ms, &parts)?)
}

/// The layouts that have a name.
pub const NAMED: [(&str, Layout); 10] = [
    ("twitter", Layout::TWITTER),
    ("discord", Layout::DISCORD),
    ("instagram", Layout::INSTAGRAM),
    ("mastodon", Layout::MASTODON),
    ("sonyflake", Layout::SONYFLAKE),
    ("sonyflake_v2", Layout::SONYFLAKE_V2),
    ("js53", Layout::JS53),
    ("leaf", Layout::LEAF),
    ("uid_generator", Layout::UID_GENERATOR),
    ("seata", Layout::SEATA),
];

/// A layout by its name.
///
/// # Errors
/// Where there is none of this name.
pub fn named_layout(name: &str) -> Result<Layout> {
    let found = NAMED.iter().find(|(known, _)| *known == name);
    found.map(|(_, layout)| *layout).with_context(|| format!("there is no layout `{name}`"))
}

fn on_behind(body: Input<'_>) -> Result<OnBehind> {
    body.only(&["kind", "up_to_ms", "beyond"])?;
    Ok(match body.text("kind")? {
        "refuse" => OnBehind::Refuse,
        "wait" => OnBehind::Wait { up_to_ms: saturated(body, "up_to_ms")? },
        "hold" => {
            let beyond = match body.text("beyond")? {
                "refuse" => Beyond::Refuse,
                "restart" => Beyond::Restart,
                other => bail!("`beyond` is `refuse` or `restart`, not `{other}`"),
            };
            OnBehind::Hold { up_to_ms: saturated(body, "up_to_ms")?, beyond }
        }
        other => bail!("`kind` is `refuse`, `wait` or `hold`, not `{other}`"),
    })
}

fn on_full(body: Input<'_>) -> Result<OnFull> {
    body.only(&["kind", "up_to_ms"])?;
    Ok(match body.text("kind")? {
        "refuse" => OnFull::Refuse,
        "wait" => OnFull::Wait,
        "borrow" => OnFull::Borrow { up_to_ms: saturated(body, "up_to_ms")? },
        other => bail!("`kind` is `refuse`, `wait` or `borrow`, not `{other}`"),
    })
}

/// Milliseconds of 32 bits. The largest stands for no bound, and so does everything above.
fn saturated(body: Input<'_>, name: &str) -> Result<u32> {
    Ok(u32::try_from(body.unsigned(name)?).unwrap_or(NO_BOUND))
}

/// The mark; it is exclusive, so that the last one is a millisecond past the last time.
fn mark(body: Input<'_>) -> Result<Option<Mark>> {
    if body.get("mark_ms").is_none() {
        return Ok(None);
    }
    let ms = body.unsigned("mark_ms")?;
    ensure!(ms <= 1 << 48, "`mark_ms`: {ms} is past the end of the time field, 2^48");
    Ok(Mark::from_unix_ms(ms))
}

fn pairs(body: Input<'_>) -> Result<Vec<(i64, u64)>> {
    let pairs = body.list("readings_ms_times")?.iter().map(|pair| match pair.as_array().map(Vec::as_slice) {
        Some([now, times]) => Ok((integer(now)?, unsigned(times)?)),
        _ => bail!("{pair} should be a pair of a reading and a number of calls"),
    });
    pairs.collect::<Result<_>>().context("`readings_ms_times`")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// A trace in order, with these fields in place of its own.
    fn with(fields: Value) -> Result<()> {
        let mut trace = json!({
            "id": "x", "scheme": "v7", "options": {}, "on_behind": { "kind": "refuse" }, "on_full": { "kind": "refuse" },
            "readings_ms": [1], "stream_hex": "00", "expect": [{ "refused": "entropy" }],
        });
        trace.as_object_mut().unwrap().append(&mut fields.as_object().unwrap().clone());
        check(&Vector::from_json(trace)?)
    }

    #[test]
    fn a_malformed_trace_is_told_what_is_wrong_before_any_face_sees_it() {
        let cases = [
            (json!({ "on_behind": { "kind": "hold", "up_to_ms": 1 } }), "`on_behind`: the vector lacks `beyond`"),
            (
                json!({ "on_behind": { "kind": "wait", "up_to_ms": 1.0 } }),
                "`on_behind`: `up_to_ms`: 1.0 should be a whole",
            ),
            (
                json!({ "on_behind": { "kind": "sleep" } }),
                "`on_behind`: `kind` is `refuse`, `wait` or `hold`, not `sleep`",
            ),
            (json!({ "on_full": { "kind": "wait", "upto_ms": 1 } }), "`on_full`: `upto_ms` is not known here"),
            (json!({ "on_full": null }), "the vector lacks `on_full`"),
            (json!({ "stream_hex": "abc" }), "`stream_hex`: `abc` should be pairs of hex digits"),
            (json!({ "readings_ms": [1, "2"] }), "`readings_ms`: \"2\" should be a whole number"),
            (json!({ "mark_ms": (1u64 << 48) + 1 }), "`mark_ms`: 281474976710657 is past the end of the time field"),
            (json!({ "window_ms": -1 }), "`window_ms`: -1 should be a whole number from 0 on"),
            (json!({ "expect": [{}] }), "`expect`: call 0 should name one of `id`, `wait_ms`, `refused`"),
            (
                json!({ "expect": [{ "id": "x" }, { "why": "clock", "id": null }] }),
                "`expect`: call 1 should name one of",
            ),
            (json!({ "expect": [{ "by_ms": 1 }] }), "`expect`: call 0 should name one of"),
            (json!({ "expect": [7] }), "`expect`: call 0 should name one of"),
            (json!({ "scheme": 7 }), "`scheme` should be text"),
        ];
        for (fields, sentence) in cases {
            let error = format!("{:#}", with(fields).unwrap_err());
            assert!(error.starts_with(sentence), "{error}");
        }
        with(json!({ "options": null, "mark_ms": 1u64 << 48, "remark": "for people" })).unwrap();
        with(json!({ "expect": [{ "id": "without a why" }, { "refused": "behind" }] })).unwrap();
    }

    #[test]
    fn an_option_that_is_not_known_is_an_error_that_names_it() {
        let cases = [
            (json!({ "options": { "method": 3 } }), "`method`"),
            (json!({ "options": { "counter_bits": 20, "precise": true } }), "`precise`"),
            (json!({ "options": { "counter_bit": 20 } }), "`counter_bit`"),
            (json!({ "scheme": "ulid", "options": { "counter_bits": 20 } }), "`counter_bits`"),
            (json!({ "scheme": "ulid", "options": { "steps": "one" } }), "`steps`"),
        ];
        for (fields, name) in cases {
            let error = format!("{:#}", with(fields).unwrap_err());
            assert!(error.starts_with(&format!("`options`: {name} is not known here")), "{error}");
        }
        for bits in [11, 43, 256 + 20] {
            with(json!({ "options": { "counter_bits": bits } })).unwrap_err();
        }
    }

    #[test]
    fn bounds_and_windows_above_32_bits_are_the_largest() {
        let script = |ms: u64| {
            let body = json!({
                "scheme": "ulid", "on_behind": { "kind": "wait", "up_to_ms": ms }, "on_full": { "kind": "wait" },
                "window_ms": ms, "readings_ms": [], "stream_hex": "",
            });
            Script::of(&Item { form: Form::Trace, body: body.as_object().unwrap().clone() }).unwrap().unwrap()
        };
        let largest = format!("{:?}", script(u64::from(NO_BOUND)).options().unwrap());
        assert!(largest.contains(&NO_BOUND.to_string()), "{largest}");
        for ms in [1 << 32, 1 << 53, u64::MAX] {
            assert_eq!(format!("{:?}", script(ms).options().unwrap()), largest);
        }
        assert_ne!(format!("{:?}", script(u64::from(NO_BOUND) - 1).options().unwrap()), largest);
    }
}
