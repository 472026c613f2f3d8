//! Answers the vectors on a chip, over the line to the host.
//!
//! ```text
//!  host ──question──▶ words ──▶ minting: a generator, call by call
//!                          └──▶ cases: one operation, one line
//! ```
//!
//! Every id is made, read and written here; the host only turns the questions of the vectors into lines, and the answers
//! back into their words (`tests/conformance/src/chip.rs`, which describes the lines). Nothing here can panic, and a line
//! that makes no sense is answered with one that begins with `?`.
#![no_std]
#![no_main]

mod answer;
mod convert;
mod minting;
mod order;
mod payload;
mod ranges;
mod snowflake;
mod source;
mod text;
mod time;
mod words;

use mintid_firmware_board::entry;
use mintid_firmware_board::host::{self, Input, Output};

use crate::answer::{Answer, Trouble};
use crate::words::Words;

/// The longest line that the host may write: tests/conformance/src/chip.rs keeps to it.
const LINE: usize = 2048;

/// What the host writes.
type In = Input<LINE>;
/// What the host reads.
type Out = Output<1024>;

entry!(run);

fn run() {
    let (mut input, mut output) = (In::open(), Out::open());
    say(&mut output, "ready");
    while let Some(line) = input.line() {
        let mut words = Words::of(line);
        match words.next() {
            Some(scheme @ (b"v7" | b"ulid" | b"snowflake")) => match minting::Session::of(scheme, &mut words) {
                Some(session) => session.run(&mut input, &mut output),
                None => say(&mut output, "? a generator is not told so"),
            },
            Some(operation) => answered(operation, &mut words, &mut output),
            None => say(&mut output, "? an empty line"),
        }
    }
    drop(output);
    host::exit(0);
}

/// One operation of the cases.
type Operation = fn(&mut Words<'_>, &mut Answer<'_>) -> Result<(), Trouble>;

/// Every operation, by the name that the host asks for.
const OPERATIONS: &[(&[u8], Operation)] = &[
    (b"base32_decode", convert::base32_decode),
    (b"base32_encode", convert::base32_encode),
    (b"byte_to_symbol", text::byte_to_symbol),
    (b"clock_plausible", time::clock_plausible),
    (b"clone_state", minting::clone_state),
    (b"dst_check", time::dst_check),
    (b"from_bytes", convert::from_bytes),
    (b"guid_bytes", convert::guid_bytes),
    (b"mongo_legacy", convert::mongo_legacy),
    (b"mysql_uuid_to_bin", convert::mysql_uuid_to_bin),
    (b"range_count", ranges::count),
    (b"range_grants", ranges::grants),
    (b"range_take", ranges::take),
    (b"snowflake_config", snowflake::config),
    (b"snowflake_decode", snowflake::decode),
    (b"snowflake_encode", snowflake::encode),
    (b"snowflake_hex_order", order::snowflakes_in_hex),
    (b"snowflake_json", snowflake::json),
    (b"snowflake_last_time", snowflake::last_time),
    (b"snowflake_order", order::snowflakes),
    (b"snowflake_parse", snowflake::parse),
    (b"snowflake_text", snowflake::text),
    (b"snowflake_twice", minting::snowflake_twice),
    (b"snowflakes_parse", snowflake::parse_all),
    (b"time_bounds", time::bounds),
    (b"u128_be", convert::u128_be),
    (b"ulid_decode", time::ulid_decode),
    (b"ulid_encode", time::ulid_encode),
    (b"ulid_next", minting::ulid_next),
    (b"ulid_order", order::ulids),
    (b"ulid_parse", text::ulid_parse),
    (b"ulid_to_uuid", convert::ulid_to_uuid),
    (b"ulid_to_v7", convert::ulid_to_v7),
    (b"ulids_to_v7", convert::ulids_to_v7),
    (b"uuid_fields", text::uuid_fields),
    (b"uuid_order", order::uuids),
    (b"uuid_parse", text::uuid_parse),
    (b"uuid_to_ulid", convert::uuid_to_ulid),
    (b"v1_to_v6", convert::v1_to_v6),
    (b"v4", minting::v4),
    (b"v4_of_zeros", minting::v4_of_zeros),
    (b"v6_to_v1", convert::v6_to_v1),
    (b"v7_build", time::v7_build),
    (b"v7_decode", time::v7_decode),
    (b"v7_from_ms", time::v7_from_ms),
    (b"v7_layout", payload::layout),
    (b"v7_next", payload::next),
    (b"v7_serialize", text::v7_serialize),
    (b"v7_submilli", time::v7_submilli),
    (b"v7_submilli_decode", time::v7_submilli_decode),
    (b"v7_ticks", payload::ticks),
    (b"wrong_lengths", convert::wrong_lengths),
];

fn answered(name: &[u8], words: &mut Words<'_>, output: &mut Out) {
    let Some((_, operation)) = OPERATIONS.iter().find(|(known, _)| *known == name) else {
        return say(output, "? an operation that is not known");
    };
    let mut answer = Answer::to(output);
    match operation(words, &mut answer) {
        Ok(()) => {}
        Err(Trouble::Refused(word)) => {
            answer.flag("ok", false);
            answer.text("error", word.as_bytes());
        }
        Err(Trouble::Question) => answer.not_understood(),
    }
    answer.end();
}

/// A line, at once.
fn say(output: &mut Out, line: &str) {
    output.put(line.as_bytes());
    output.put(b"\n");
    output.flush();
}
