//! The operations of the cases, by name.

use anyhow::{Error, Result};
use mintid::FieldError;
use mintid::ParseError;
use serde_json::{Value, json};

use super::{convert, monotonic, range, snowflake, sort, text, time};
use crate::face::Answer;
use crate::input::Input;

type Operation = fn(Input<'_>) -> Result<Value>;

/// Every operation the core has, and what answers it.
const OPERATIONS: &[(&str, Operation)] = &[
    ("accept_forms", time::accept_forms),
    ("binary_with_zero_first_byte", convert::from_bytes),
    ("burst", snowflake::burst),
    ("bytes_wrong_length", convert::wrong_lengths),
    ("clock_plausible", time::clock_plausible),
    ("clone_state", monotonic::clone_state),
    ("config", snowflake::config),
    ("decode", snowflake::decode),
    ("decode_wrong_shift", snowflake::decode_right_shift),
    ("dst_check", time::dst_check),
    ("encode", snowflake::encode),
    ("generic_base32_decode", convert::base32_decode),
    ("generic_base32_encode", convert::base32_encode),
    ("guid_bytes", convert::guid_bytes),
    ("hex_case_mix", sort::hex_case_mix),
    ("i64_vs_u64", snowflake::unsigned_order),
    ("js_distinct", snowflake::js_distinct),
    ("js_int32_shift", snowflake::shifted),
    ("js_number_roundtrip", snowflake::js_roundtrip),
    ("js_number_to_u48", time::js_number_to_u48),
    ("last_time", snowflake::last_time),
    ("mongo_legacy", convert::mongo_legacy),
    ("mysql_uuid_to_bin_swap1", convert::mysql_uuid_to_bin),
    ("node_v7_serialize", text::v7_serialize),
    ("prng_to_symbol", text::byte_to_symbol),
    ("processes", snowflake::two_processes),
    ("range", range::range),
    ("same_ms_two_instances", monotonic::two_instances),
    ("snowflake_generate", snowflake::generate),
    ("snowflake_parse_u64", snowflake::parse),
    ("snowflake_to_json", snowflake::to_json),
    ("snowflake_to_text", snowflake::to_text),
    ("snowflake_value", snowflake::value_order),
    ("text_ascii", sort::text),
    ("time_bounds", time::bounds),
    ("time_via_js_number", snowflake::time_by_number),
    ("u128_be", convert::u128_be),
    ("ulid_decode_time", time::ulid_decode),
    ("ulid_encode_time", time::ulid_encode),
    ("ulid_from_bytes", convert::from_bytes),
    ("ulid_mixed_case_by_value", sort::ulid_mixed_case),
    ("ulid_monotonic", monotonic::ulid_calls),
    ("ulid_next_same_ms", monotonic::ulid_next),
    ("ulid_parse", text::ulid_parse),
    ("ulid_parse_bytes", text::ulid_parse_bytes),
    ("ulid_text_vs_bytes", sort::ulid_text_and_bytes),
    ("ulid_to_uuid", convert::ulid_to_uuid),
    ("ulid_to_uuidv7_lossy", convert::ulid_to_v7),
    ("ulid_to_uuidv7_lossy_collision", convert::ulid_to_v7_collision),
    ("ulid_value", sort::ulid_value),
    ("uuid_bytes_unsigned", sort::uuid_value),
    ("uuid_fields", text::uuid_fields),
    ("uuid_parse", text::uuid_parse),
    ("uuid_parse_bytes", text::uuid_parse_bytes),
    ("uuid_text", sort::text),
    ("uuid_to_text", convert::from_bytes),
    ("uuid_to_uint_decimal", convert::uuid_to_decimal),
    ("uuid_to_ulid", convert::uuid_to_ulid),
    ("uuidv7_build", time::v7_build),
    ("uuidv7_counter_layout", monotonic::v7_layout),
    ("uuidv7_decode", time::v7_decode),
    ("uuidv7_from_ms", time::v7_from_ms),
    ("uuidv7_generator", monotonic::v7_generator),
    ("uuidv7_next_same_ms", monotonic::v7_next),
    ("uuidv7_submilli", time::v7_submilli),
    ("uuidv7_submilli_decode", time::v7_submilli_decode),
    ("v1_to_v6", convert::v1_to_v6),
    ("v4_from_random", monotonic::v4),
    ("v6_to_v1", convert::v6_to_v1),
    ("validate_length", snowflake::validate),
];

/// Answers a case.
pub fn case(body: Input<'_>) -> Result<Answer> {
    let Some(op) = body.get("op").and_then(Value::as_str) else { return Ok(Answer::UnknownOperation) };
    // Another kind of burst is a rule: the v7 and ULID generators do not make ids without an order.
    let other_burst = op == "burst" && body.get("epoch").is_none();
    if let Some((_, operation)) = OPERATIONS.iter().find(|(name, _)| *name == op && !other_burst) {
        return operation(body).or_else(refused_input).map(Answer::Outcome);
    }
    Ok(Answer::UnknownOperation)
}

/// An id or a field that the core refuses to take in is an outcome like any other; anything else is a vector that makes no
/// sense.
fn refused_input(error: Error) -> Result<Value> {
    if let Some(error) = error.downcast_ref::<ParseError>() {
        Ok(json!({ "ok": false, "error": text::reason(error) }))
    } else if error.is::<FieldError>() {
        Ok(json!({ "ok": false, "error": "out_of_range" }))
    } else {
        Err(error)
    }
}
