//! defmt: what the decoder on the host makes of the frames that a program sent, held against what Rust prints.

#![cfg(target_os = "linux")]

use std::fs;
use std::process::Command;

use defmt_decoder::{DecodeError, Table};

const CHIP: &str = env!("CARGO_BIN_EXE_chip");

fn sent(argument: &str) -> Vec<u8> {
    let run = Command::new(CHIP).arg(argument).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    run.stdout
}

/// The lines that a person sees whose probe is attached to the chip.
fn decoded(frames: &[u8]) -> Vec<String> {
    let table = Table::parse(&fs::read(CHIP).unwrap()).unwrap().expect("the program carries defmt's table");
    let mut decoder = table.new_stream_decoder();
    decoder.received(frames);
    let mut lines = Vec::new();
    loop {
        match decoder.decode() {
            Ok(frame) => lines.push(frame.display_message().to_string()),
            Err(DecodeError::UnexpectedEof) => return lines,
            Err(DecodeError::Malformed) => panic!("frame {} is malformed", lines.len()),
        }
    }
}

#[test]
fn ids_are_logged_as_their_text_and_everything_else_as_its_debug_form() {
    let printed = String::from_utf8(sent("text")).unwrap();
    let logged = decoded(&sent("frames"));
    assert!(logged.len() > 300, "{}", logged.len());
    for (logged, printed) in logged.iter().zip(printed.lines()) {
        assert_eq!(logged, printed);
    }
    assert_eq!(logged.len(), printed.lines().count());
}

#[test]
fn a_uuid_takes_its_sixteen_bytes_on_the_wire_and_is_text_on_the_host_only() {
    let frames = sent("frames");
    let first: Vec<_> = frames.split(|byte| *byte == 0).filter(|frame| !frame.is_empty()).take(132).collect();
    // Two words of two bytes each, sixteen bytes, and what the framing adds: one byte in seven at most, and one.
    assert!(first.iter().all(|frame| frame.len() <= 24), "{first:?}");
}
