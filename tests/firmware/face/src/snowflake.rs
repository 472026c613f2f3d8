//! Snowflakes: layouts, what they compose and decompose, and text.

use mintid::Snowflake;
use mintid::snowflake::{Layout, LayoutError, NodeField, Part, Parts, TimeError, Width};

use crate::answer::{Answer, Trouble, reason};
use crate::words::{self, Words, number};

/// The layouts that have a name.
const NAMED: &[(&[u8], Layout)] = &[
    (b"twitter", Layout::TWITTER),
    (b"discord", Layout::DISCORD),
    (b"instagram", Layout::INSTAGRAM),
    (b"mastodon", Layout::MASTODON),
    (b"sonyflake", Layout::SONYFLAKE),
    (b"sonyflake_v2", Layout::SONYFLAKE_V2),
    (b"js53", Layout::JS53),
    (b"leaf", Layout::LEAF),
    (b"uid_generator", Layout::UID_GENERATOR),
    (b"seata", Layout::SEATA),
];

/// `NAME/EPOCH`, or `WIDTHS/EPOCH/TICK`.
pub fn layout(word: &[u8]) -> Option<Layout> {
    let mut parts = word.split(|byte| *byte == b'/');
    let (name, epoch_ms) = (parts.next()?, u64::try_from(number(parts.next()?)?).ok()?);
    match NAMED.iter().find(|(known, _)| *known == name) {
        Some((_, layout)) => layout.with_epoch_ms(epoch_ms).ok(),
        None => {
            let tick_ms = u16::try_from(number(parts.next()?)?).ok()?;
            of_widths(widths(name)?, epoch_ms, tick_ms).ok()
        }
    }
}

/// The bits of time, node and sequence.
fn widths(word: &[u8]) -> Option<[u8; 3]> {
    let mut items = word.split(|byte| *byte == b',');
    let mut next = || u8::try_from(number(items.next()?)?).ok();
    Some([next()?, next()?, next()?])
}

fn of_widths([time, node, sequence]: [u8; 3], epoch_ms: u64, tick_ms: u16) -> Result<Layout, LayoutError> {
    let width = match u32::from(time) + u32::from(node) + u32::from(sequence) {
        53 => Width::Bits53,
        64 => Width::Bits64,
        _ => Width::Bits63,
    };
    Layout::new(width, epoch_ms, tick_ms, &[Part::Time(time), Part::Node("node", node), Part::Sequence(sequence)])
}

fn layout_in(words: &mut Words<'_>) -> Result<Layout, Trouble> {
    layout(words.word()?).ok_or(Trouble::Question)
}

/// The fields by their names, and under the names that others use for them.
pub fn decode(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    let (layout, id) = (layout_in(words)?, words.snowflake()?);
    let parts = layout.decompose(id)?;
    for name in ["ms", "right_ms"] {
        answer.number(name, layout.unix_ms(parts));
    }
    for name in ["sequence", "increment"] {
        answer.number(name, parts.sequence);
    }
    answer.number("machine10", parts.node);
    for field in layout.node_fields() {
        answer.number(field.name(), NodeField::of(field, parts.node));
    }
    Ok(())
}

/// Of a time, or of a tick.
pub fn encode(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    let layout = layout_in(words)?;
    let (ms, tick) = (words.fitting_if_any()?, words.fitting_if_any()?);
    let (node, sequence) = (words.fitting()?, words.fitting()?);
    let parts = match (tick, ms) {
        (Some(tick), _) => Ok(Parts { tick, node, sequence }),
        (None, Some(ms)) => layout.parts_at(ms, node, sequence),
        (None, None) => return Err(Trouble::Question),
    };
    let Ok(parts) = parts else {
        answer.text("error", b"time_range");
        return Ok(());
    };
    match layout.compose(parts) {
        Ok(id) => {
            answer.snowflake("id", id);
            answer.flag("fits_i63", id.to_positive_i64().is_some());
        }
        Err(error) => answer.text(
            "error",
            match error.name() {
                "time" => b"time_range",
                "node" => b"worker_range",
                _ => b"sequence_range",
            },
        ),
    }
    Ok(())
}

/// A layout of 63 bits, or Twitter's, checked against the present where the vector knows it.
pub fn config(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    let bits = words.word()?;
    let epoch_ms = words.fitting_if_any()?.unwrap_or_default();
    let now_ms = words.fitting_if_any()?;
    let made = match bits {
        b"-" => Layout::TWITTER.with_epoch_ms(epoch_ms),
        bits => {
            let [time, node, sequence] = widths(bits).ok_or(Trouble::Question)?;
            let parts = [Part::Time(time), Part::Node("worker", node), Part::Sequence(sequence)];
            Layout::new(Width::Bits63, epoch_ms, 1, &parts)
        }
    };
    let checked = match (made, now_ms) {
        (Ok(layout), Some(now_ms)) => layout.check_epoch(now_ms),
        (made, _) => made.map(|_| ()),
    };
    match checked {
        Ok(()) => answer.flag("ok", true),
        Err(LayoutError::Sum { bits, .. }) => {
            answer.text("error", b"bits_sum");
            answer.number("sum", bits);
        }
        Err(LayoutError::EpochAhead { .. }) => answer.text("error", b"time_range"),
        Err(LayoutError::EpochInSeconds { .. }) => answer.text("warn", b"seconds"),
        Err(_) => answer.text("error", b"layout"),
    }
    Ok(())
}

/// The end of a time field, in an id that is as wide as can be.
pub fn last_time(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    let (time, epoch_ms): (u8, u64) = (words.fitting()?, words.fitting()?);
    let others = 64_u8.checked_sub(time).ok_or(Trouble::Question)?;
    let layout = of_widths([time, others - others / 2, others / 2], epoch_ms, 1).map_err(|_| Trouble::Question)?;
    let last_ms = layout.horizon_ms() - 1;
    if layout.tick_at(last_ms).is_ok() && layout.tick_at(last_ms + 1) == Err(TimeError::PastHorizon { by_ms: 1 }) {
        answer.number("last_ms", last_ms);
    }
    if let Some(ms) = layout.negative_from_ms() {
        answer.number("negative_from_ms", ms);
    }
    Ok(())
}

pub fn parse(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    match words.bytes(Snowflake::parse_ascii)? {
        Ok(id) => {
            answer.flag("ok", true);
            answer.snowflake("value", id);
        }
        Err(error) => {
            answer.flag("ok", false);
            answer.text("reason", reason(error).as_bytes());
        }
    }
    Ok(())
}

pub fn parse_all(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    let mut list = words.list()?;
    answer.flag("ok_all", list.all(|item| words::snowflake(item).is_ok()));
    Ok(())
}

pub fn text(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    answer.snowflake("text", words::snowflake_in_hex(words.word()?)?);
    Ok(())
}

/// The id as JSON has it: a string, since many read numbers as floats.
pub fn json(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    let id = words.snowflake()?;
    let mut digits = [0; Snowflake::TEXT_LEN_MAX];
    let digits = id.encode_str(&mut digits).as_bytes();
    let mut quoted = [b'"'; Snowflake::TEXT_LEN_MAX + 2];
    for (place, digit) in quoted.iter_mut().skip(1).zip(digits) {
        *place = *digit;
    }
    answer.text("json", quoted.get(..digits.len() + 2).unwrap_or_default());
    Ok(())
}
