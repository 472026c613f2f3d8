//! The operations of the cases that a chip is asked, and the words that make up each question.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::{Chip, layouts, members, minting};
use crate::calls::{self, Calling};
use crate::face::Answer;
use crate::input::{Input, LARGEST, hex, integer};
use crate::native::{number, snowflake};

/// A word of a question, from a member of the case.
enum Word {
    /// This one, whatever the case says.
    Plain(&'static str),
    /// Text.
    Text(&'static str),
    /// Several texts.
    Texts(&'static str),
    /// Bytes that the case gives as hex digits.
    Bytes(&'static str),
    /// A number that the case gives as hex digits.
    Digits(&'static str),
    /// A number.
    Number(&'static str),
    /// A number, where the case gives one.
    NumberIfAny(&'static str),
    /// Several numbers.
    Numbers(&'static str),
    /// One of the vectors' words.
    Named(&'static str),
    /// A number by the first of these names that the case has.
    NumberByEither(&'static str, &'static str),
    /// A time, in any of the forms that cases have for it. Numbers from JavaScript are judged here, at the border.
    Time,
    /// The layout of a Snowflake.
    Layout,
    /// Numbers, where the case gives them.
    NumbersIfAny(&'static str),
}

use Word::{
    Bytes, Digits, Layout, Named, Number, NumberByEither, NumberIfAny, Numbers, NumbersIfAny, Plain, Text, Texts, Time,
};

/// Each operation, the chip's name for it, and what it needs.
///
/// Not asked: those about JavaScript's numbers, about plain text, ranges that two threads share, and `same_ms_two_instances`, whose
/// generators have no room on a chip.
const OPERATIONS: &[(&str, &str, &[Word])] = &[
    ("binary_with_zero_first_byte", "from_bytes", &[Plain("ulid"), Bytes("hex")]),
    ("bytes_wrong_length", "wrong_lengths", &[Numbers("lengths")]),
    ("clock_plausible", "clock_plausible", &[Numbers("ms"), NumberIfAny("floor_ms"), NumberIfAny("ceiling_ms")]),
    ("clone_state", "clone_state", &[Text("state"), Number("copies")]),
    ("config", "snowflake_config", &[NumbersIfAny("bits"), NumberIfAny("epoch_ms"), NumberIfAny("now")]),
    ("decode", "snowflake_decode", &[Layout, Text("id")]),
    ("decode_wrong_shift", "snowflake_decode", &[Layout, Text("id")]),
    ("dst_check", "dst_check", &[Numbers("utc_ms")]),
    (
        "encode",
        "snowflake_encode",
        &[
            Layout,
            NumberIfAny("ms"),
            NumberIfAny("elapsed_10ms"),
            NumberByEither("worker", "machine"),
            Number("sequence"),
        ],
    ),
    ("generic_base32_decode", "base32_decode", &[Text("ulid")]),
    ("generic_base32_encode", "base32_encode", &[Bytes("hex")]),
    ("guid_bytes", "guid_bytes", &[Text("uuid")]),
    ("i64_vs_u64", "snowflake_hex_order", &[Texts("items")]),
    ("last_time", "snowflake_last_time", &[Number("ts_bits"), Number("epoch")]),
    ("mongo_legacy", "mongo_legacy", &[Text("uuid")]),
    ("mysql_uuid_to_bin_swap1", "mysql_uuid_to_bin", &[Text("uuid")]),
    ("node_v7_serialize", "v7_serialize", &[]),
    ("processes", "snowflake_twice", &[]),
    ("prng_to_symbol", "byte_to_symbol", &[Numbers("bytes")]),
    ("snowflake_parse_u64", "snowflake_parse", &[Text("text")]),
    ("snowflake_to_json", "snowflake_json", &[Text("value")]),
    ("snowflake_to_text", "snowflake_text", &[Text("value_hex")]),
    ("snowflake_value", "snowflake_order", &[Texts("items")]),
    ("time_bounds", "time_bounds", &[Time]),
    ("u128_be", "u128_be", &[Text("uuid")]),
    ("ulid_decode_time", "ulid_decode", &[Text("text")]),
    ("ulid_encode_time", "ulid_encode", &[Time]),
    ("ulid_from_bytes", "from_bytes", &[Plain("ulid"), Bytes("hex")]),
    ("ulid_next_same_ms", "ulid_next", &[Text("prev")]),
    ("ulid_parse", "ulid_parse", &[Text("text")]),
    ("ulid_parse_bytes", "ulid_parse", &[Bytes("hex")]),
    ("ulid_to_uuid", "ulid_to_uuid", &[Text("ulid")]),
    ("ulid_to_uuidv7_lossy", "ulid_to_v7", &[Text("ulid")]),
    ("ulid_to_uuidv7_lossy_collision", "ulids_to_v7", &[Texts("ulids")]),
    ("ulid_value", "ulid_order", &[Texts("items")]),
    ("uuid_bytes_unsigned", "uuid_order", &[Texts("items")]),
    ("uuid_fields", "uuid_fields", &[Text("uuid")]),
    ("uuid_parse", "uuid_parse", &[Text("text")]),
    ("uuid_parse_bytes", "uuid_parse", &[Bytes("hex")]),
    ("uuid_to_text", "from_bytes", &[Plain("uuid"), Bytes("hex")]),
    ("uuid_to_ulid", "uuid_to_ulid", &[Text("uuid")]),
    ("uuidv7_build", "v7_build", &[Time, Digits("rand_a_hex"), Digits("rand_b_hex")]),
    (
        "uuidv7_counter_layout",
        "v7_layout",
        &[Number("ms"), Number("counter_bits"), Digits("counter_hex"), Named("tail")],
    ),
    ("uuidv7_decode", "v7_decode", &[Text("uuid")]),
    ("uuidv7_from_ms", "v7_from_ms", &[Time]),
    ("uuidv7_generator", "v7_ticks", &[Numbers("calls_ms"), Number("counter_bits"), Digits("first_counter_hex")]),
    ("uuidv7_next_same_ms", "v7_next", &[Text("prev")]),
    ("uuidv7_submilli", "v7_submilli", &[Number("ms"), Number("ns_in_ms")]),
    ("uuidv7_submilli_decode", "v7_submilli_decode", &[Digits("rand_a_hex")]),
    ("v1_to_v6", "v1_to_v6", &[Text("uuid")]),
    ("v6_to_v1", "v6_to_v1", &[Text("uuid")]),
    ("validate_length", "snowflakes_parse", &[Texts("ids")]),
];

/// Answers a case.
pub fn case(body: Input<'_>, chip: &mut Chip) -> Result<Answer> {
    let Some(op) = body.get("op").and_then(Value::as_str) else { return Ok(Answer::UnknownOperation) };
    match op {
        "ulid_monotonic" => monotonic(body, chip),
        "snowflake_generate" => snowflakes(body, chip, calls::waiting),
        // Another kind of burst is a rule.
        "burst" if body.get("epoch").is_some() => snowflakes(body, chip, calls::at_once),
        // There are no threads.
        "range" if body.get("two_threads").is_some() => return Ok(Answer::UnknownOperation),
        "range" => range(body, chip),
        // A case may give the bytes, or only say how many zeros there are: more of them than a line has room for.
        "v4_from_random" if body.get("random_hex").is_some() => asked(body, "v4", &[Bytes("random_hex")], chip),
        "v4_from_random" => asked(body, "v4_of_zeros", &[Number("random_len")], chip),
        _ => match OPERATIONS.iter().find(|(name, ..)| *name == op) {
            Some((_, name, words)) => asked(body, name, words, chip),
            None => return Ok(Answer::UnknownOperation),
        },
    }
    .map(Answer::Outcome)
}

fn asked(body: Input<'_>, name: &str, words: &[Word], chip: &mut Chip) -> Result<Value> {
    let mut question = name.to_owned();
    for word in words {
        question.push(' ');
        match written(word, body)? {
            Ok(word) => question += &word,
            Err(error) => return Ok(json!({ "error": error })),
        }
    }
    in_words_of_the_vectors(members::read(&chip.ask(&question)?)?, body)
}

/// One word; the inner error is an outcome.
fn written(word: &Word, body: Input<'_>) -> Result<Result<String, &'static str>> {
    Ok(Ok(match *word {
        Plain(word) => word.into(),
        Text(name) => or_nothing(hex(body.text(name)?.as_bytes())),
        Texts(name) => {
            or_nothing(body.texts(name)?.iter().map(|text| hex(text.as_bytes())).collect::<Vec<_>>().join(","))
        }
        Bytes(name) => or_nothing(hex(&body.bytes(name)?)),
        Digits(name) => {
            let number = u128::from_str_radix(body.text(name)?, 16).with_context(|| format!("`{name}`"))?;
            format!("{number:x}")
        }
        Number(name) => signed(body.integer(name)?),
        NumberIfAny(name) => match body.get(name) {
            Some(_) => signed(body.integer(name)?),
            None => "-".into(),
        },
        NumberByEither(name, other) => signed(body.integer(if body.get(name).is_some() { name } else { other })?),
        Layout => layouts::word(snowflake::layout(body)?)?,
        NumbersIfAny(name) if body.get(name).is_none() => "-".into(),
        Numbers(name) | NumbersIfAny(name) => {
            let numbers = body.list(name)?.iter().map(|value| Ok(signed(integer(value)?)));
            or_nothing(numbers.collect::<Result<Vec<_>>>()?.join(","))
        }
        Named(name) => {
            let word = body.text(name)?;
            ensure!(!word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric()), "`{name}`: `{word}`");
            word.into()
        }
        Time => match number::time(body)? {
            Ok(ms) => format!("{ms:x}"),
            Err(error) => return Ok(Err(error)),
        },
    }))
}

fn or_nothing(word: String) -> String {
    if word.is_empty() { "-".into() } else { word }
}

fn signed(number: i64) -> String {
    format!("{}{:x}", if number < 0 { "-" } else { "" }, number.unsigned_abs())
}

/// What the chip leaves to say: a number of 60 bits in decimal digits, a date, words with blanks between, and a list by the ranks
/// of its items.
fn in_words_of_the_vectors(mut answer: Value, body: Input<'_>) -> Result<Value> {
    if let Some(ticks) = answer.get("gregorian_100ns").and_then(Value::as_u64) {
        answer["gregorian_100ns"] = ticks.to_string().into();
    }
    if answer.get("warn").is_some_and(|warning| warning == "seconds") {
        answer["warn"] = "looks like seconds".into();
    }
    if let Some(more) = answer.get("more").and_then(Value::as_u64) {
        answer["count"] = (u128::from(more) + 1).to_string().into();
    }
    if let Some(from) = answer.get("overlap").and_then(Value::as_u64) {
        answer["error_or_detect"] = format!("overlap at {from}").into();
    }
    for (ms, date) in [("last_ms", "iso"), ("negative_from_ms", "i64_negative_from")] {
        if let Some(ms) = answer.get(ms).and_then(Value::as_i64) {
            answer[date] = snowflake::iso(ms).into();
        }
    }
    for (ranks, order) in [("ranks", "order"), ("text_ranks", "text_order")] {
        if let Some(ranks) = answer.get(ranks).and_then(Value::as_array) {
            let items = body.texts("items")?;
            let mut ranked: Vec<_> = ranks.iter().filter_map(Value::as_u64).zip(items).collect();
            ranked.sort_unstable();
            answer[order] = ranked.into_iter().map(|(_, item)| item).collect();
        }
    }
    Ok(answer)
}

/// Of a span how many there are, or so many of it; of several, whether they overlap.
fn range(body: Input<'_>, chip: &mut Chip) -> Result<Value> {
    let whole =
        |text: &str| text.parse::<u64>().with_context(|| format!("`{text}` should be a whole number of 64 bits"));
    let end = |name: &str| Ok::<_, anyhow::Error>(format!("{:x}", whole(body.text(name)?)?));
    let question = if body.get("grants").is_some() {
        let mut ends = Vec::new();
        for grant in body.list("grants")? {
            let pair = grant.as_array().filter(|pair| pair.len() == 2).context("a grant should be a list of two")?;
            for end in pair {
                ends.push(format!("{:x}", whole(end.as_str().context("an end should be text")?)?));
            }
        }
        format!("range_grants {}", or_nothing(ends.join(",")))
    } else {
        let ends = format!("{} {}", end("start")?, end("end_inclusive")?);
        match body.get("take") {
            Some(_) => format!("range_take {ends} {:x}", body.at_most("take", LARGEST)?),
            None => format!("range_count {ends}"),
        }
    };
    in_words_of_the_vectors(members::read(&chip.ask(&question)?)?, body)
}

/// Calls that each come with their own bytes.
fn monotonic(body: Input<'_>, chip: &mut Chip) -> Result<Value> {
    let (script, given) = calls::with_their_own_bytes(body)?;
    let mut ids = minting::Session::start(chip, &script)?;
    let answer = calls::monotonic(&given, &mut ids)?;
    ids.end()?;
    Ok(answer)
}

/// Calls of a Snowflake generator, which draws nothing.
fn snowflakes(
    body: Input<'_>,
    chip: &mut Chip,
    calls: fn(Input<'_>, &mut dyn Calling) -> Result<Value>,
) -> Result<Value> {
    let mut ids = minting::Session::start(chip, &snowflake::script(body)?)?;
    let answer = calls(body, &mut ids)?;
    ids.end()?;
    Ok(answer)
}
