//! The examples: their output must be the expected one, and their ids those of a generator on this machine.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use mintid::policy::{OnMarkLate, OnUnset};
use mintid::snowflake::{self, Layout, Part, Width};
use mintid::uuid::v7;
use mintid_conformance::emulator::{Board, Emulator, Time};
use mintid_conformance::replay;

use super::{build, file, target};
use crate::project::Project;
use crate::setup;
use crate::tally::Outcome;

/// An example, which is a test too.
pub struct Example {
    /// Its folder in `tests/firmware`, and the name of its expected output.
    name: &'static str,
    /// What its timers go by.
    time: Time,
    /// Whether it can be linked only with panics.
    has_panics: bool,
    /// Whether it mints Snowflakes too.
    has_snowflakes: bool,
}

/// Without a framework.
pub const BARE: Example = Example { name: "bare", time: Time::Real, has_panics: false, has_snowflakes: true };
/// With RTIC.
pub const RTIC: Example = Example { name: "rtic", time: Time::Counted, has_panics: false, has_snowflakes: false };
/// With Embassy, whose executor and timers have panics.
pub const EMBASSY: Example = Example { name: "embassy", time: Time::Counted, has_panics: true, has_snowflakes: false };

/// Where the output that each example should have is kept.
const EXPECTED: &str = "tests/firmware/expected";

/// The generator of the examples, as their sources have it.
pub(super) const OPTIONS: v7::Options =
    v7::Options::new().mark_window_ms(60_000).on_mark_late(OnMarkLate::Refuse).on_unset(OnUnset::RunFromMark);

/// What stands before each line about Snowflakes.
pub(super) const SNOWFLAKE: &str = "snowflake ";

/// The generator of Snowflakes in the examples, as their sources have it.
pub(super) fn snowflakes() -> Result<snowflake::Options> {
    let parts = [Part::Time(39), Part::Node("device", 20), Part::Sequence(4)];
    let layout = Layout::new(Width::Bits63, 1_735_689_600_000, 10, &parts)?;
    Ok(snowflake::Options::new(layout, 52_001)?.mark_window_ms(60_000).on_unset(OnUnset::RunFromMark))
}

/// Builds and runs an example. Its output must be the expected one, and its ids those of a plain generator of the crate on this
/// machine, which is given the same readings and random bytes.
pub fn example(project: &Project, example: &Example, board: Board) -> Result<Outcome> {
    for step in setup::FOR_FIRMWARE {
        if let skipped @ Outcome::Skipped(_) = (step.run)(project)? {
            return Ok(skipped);
        }
    }
    let package = format!("mintid-firmware-{}", example.name);
    if let skipped @ Outcome::Skipped(_) = build(project, &package, board)? {
        return Ok(skipped);
    }
    let file = file(project, &package, board);
    let program = fs::read(&file)?;
    if example.has_panics {
        no_panic_of_ours(project, &program)?;
    }
    let lines = Emulator::start(board, &file, example.time)?.to_its_end()?;
    as_expected(project, example.name, target(board).triple(), &lines)?;
    let seen = replay::check(lines.iter().map(String::as_str), OPTIONS)?;
    println!("{seen}");
    if example.has_snowflakes {
        let own: Vec<_> = replay::about(SNOWFLAKE, &lines).collect();
        println!("{SNOWFLAKE}{}", replay::check_snowflakes(own.iter().map(String::as_str), snowflakes()?)?);
    }
    Ok(Outcome::Passed)
}

/// Sources of ours that are in a program's list of places, though they hold no panic: the compiler puts one into each `async fn`, for a
/// poll after its end, which no executor makes.
const ASYNC: &[&str] = &["bindings/mcu/src/flash/asynchronous.rs", "bindings/mcu/src/shared/marks.rs"];

/// Looks for the names of source files that the places of panics leave in a program: none may be of the core or of the crate for
/// microcontrollers.
fn no_panic_of_ours(project: &Project, program: &[u8]) -> Result<()> {
    let root = project.root.display().to_string();
    let places = places(program);
    ensure!(places.iter().any(|place| place.contains("/embassy-")), "the program names no place of a panic at all");
    for place in places.iter().filter_map(|place| place.strip_prefix(&root)) {
        let place = place.trim_start_matches('/');
        ensure!(ASYNC.contains(&place), "{place} can panic");
    }
    Ok(())
}

/// The pieces of a program that can be printed, all of it that is no text among them.
fn texts(program: &[u8]) -> impl Iterator<Item = String> {
    program.split(|byte| !byte.is_ascii_graphic()).map(|text| String::from_utf8_lossy(text).into_owned())
}

/// The texts of a program that end in `.rs`.
fn places(program: &[u8]) -> Vec<String> {
    // Two may stand without anything between, so each is cut at its own end.
    let pieces = texts(program).flat_map(|text| text.split_inclusive(".rs").map(String::from).collect::<Vec<_>>());
    pieces.filter(|piece| piece.ends_with(".rs")).collect()
}

/// Compares what is the same each time, and in each place.
pub(super) fn as_expected(project: &Project, name: &str, place: &str, lines: &[String]) -> Result<()> {
    let same: Vec<_> = lines.iter().map(String::as_str).filter(|line| !line.starts_with(replay::FREE)).collect();
    let expected = Path::new(EXPECTED).join(format!("{name}.txt"));
    let text = fs::read_to_string(&expected).with_context(|| format!("cannot read {}", expected.display()))?;
    let Some(difference) = first_difference(&text, &same) else { return Ok(()) };
    let got = project.scratch(&format!("{name}-{place}.txt"));
    fs::write(&got, same.join("\n") + "\n")?;
    bail!("{}: {difference}; if that is meant, copy {} over it", expected.display(), got.display())
}

fn first_difference(expected: &str, got: &[&str]) -> Option<String> {
    let expected: Vec<_> = expected.lines().collect();
    let at = (0..expected.len().max(got.len())).find(|at| expected.get(*at) != got.get(*at))?;
    let line = |lines: &[&str]| lines.get(at).map_or_else(|| "nothing".into(), |line| format!("`{line}`"));
    Some(format!("line {}: expected {}, got {}", at + 1, line(&expected), line(got)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_places_of_panics_are_read_out_of_a_program() {
        let program =
            b"\0\x7f/r/embassy-time-1/src/a.rs\0x/p/src/uuid.rs/p/bindings/mcu/src/shared/marks.rs\x01main.rsx";
        let expected =
            ["/r/embassy-time-1/src/a.rs", "x/p/src/uuid.rs", "/p/bindings/mcu/src/shared/marks.rs", "main.rs"];
        assert_eq!(places(program), expected);

        let project = Project { root: "/p".into(), target_dir: "t".into(), libraries: Vec::new() };
        no_panic_of_ours(&project, b"/r/embassy-time-1/src/a.rs/p/bindings/mcu/src/shared/marks.rs").unwrap();
        for program in
            [b"/r/embassy-time-1/src/a.rs\0/p/src/uuid.rs".as_slice(), b"/p/bindings/mcu/src/shared/marks.rs", b""]
        {
            no_panic_of_ours(&project, program).unwrap_err();
        }
    }

    #[test]
    fn the_first_line_that_differs_is_named() {
        assert_eq!(first_difference("a\nb\n", &["a", "b"]), None);
        let cases = [
            (vec!["a", "c"], "line 2: expected `b`, got `c`"),
            (vec!["a"], "line 2: expected `b`, got nothing"),
            (vec!["a", "b", "c"], "line 3: expected nothing, got `c`"),
        ];
        for (got, sentence) in cases {
            assert_eq!(first_difference("a\nb\n", &got).as_deref(), Some(sentence));
        }
    }
}
