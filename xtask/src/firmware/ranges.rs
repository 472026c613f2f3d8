//! The example with ranges: its output must be the expected one, no id may be there twice, and no more lost than a power cut may cost.

use std::collections::BTreeSet;
use std::fmt;

use anyhow::{Context, Result, ensure};
use mintid_conformance::emulator::{Board, Emulator, Time};
use mintid_conformance::replay::FREE;

use super::examples::as_expected;
use super::{build, file, target};
use crate::project::Project;
use crate::setup;
use crate::tally::Outcome;

const NAME: &str = "ranges";

/// How many ids are ready at the most, as the example's source has it.
const BLOCK: usize = 8;

/// Builds and runs it.
pub fn ranges(project: &Project, board: Board) -> Result<Outcome> {
    for step in setup::FOR_FIRMWARE {
        if let skipped @ Outcome::Skipped(_) = (step.run)(project)? {
            return Ok(skipped);
        }
    }
    let package = format!("mintid-firmware-{NAME}");
    if let skipped @ Outcome::Skipped(_) = build(project, &package, board)? {
        return Ok(skipped);
    }
    let lines = Emulator::start(board, &file(project, &package, board), Time::Real)?.to_its_end()?;
    as_expected(project, NAME, target(board).triple(), &lines)?;
    println!("{}", Tally::of(lines.iter().map(String::as_str))?);
    Ok(Outcome::Passed)
}

/// What became of the ids of a run.
#[derive(Debug, PartialEq, Eq)]
struct Tally {
    given: usize,
    left: usize,
    lost: usize,
    cuts: usize,
}

impl Tally {
    fn of<'a>(lines: impl Iterator<Item = &'a str>) -> Result<Self> {
        let (mut granted, mut given) = (BTreeSet::new(), BTreeSet::new());
        let (mut left, mut cuts, mut unsaved, mut may_be_lost) = (None, 0, 0, 0);
        for line in lines {
            let words: Vec<_> = line.trim_start_matches(FREE).split_whitespace().collect();
            let number = |at: usize| -> Result<u64> {
                words.get(at).and_then(|word| word.parse().ok()).with_context(|| format!("no number in `{line}`"))
            };
            match words.first().copied() {
                Some("granted") => {
                    let span = number(1)?..=number(2)?;
                    unsaved += span.clone().count();
                    for id in span {
                        ensure!(granted.insert(id), "{id} is granted twice");
                    }
                }
                Some("saved") => unsaved = 0,
                Some("torn") => {
                    cuts += 1;
                    may_be_lost += BLOCK + std::mem::take(&mut unsaved);
                }
                Some("main" | "timer") if words.get(1) != Some(&"none") => {
                    let id = number(1)?;
                    ensure!(granted.contains(&id), "{id} was never granted");
                    ensure!(given.insert(id), "{id} is given twice");
                }
                Some("left") => left = Some(usize::try_from(number(1)?)?),
                _ => {}
            }
        }
        let left = left.context("the program does not say what is left")?;
        let gone = given.len() + left;
        let lost = granted.len().checked_sub(gone).with_context(|| format!("{gone} ids out of {}", granted.len()))?;
        ensure!(lost <= may_be_lost, "{lost} ids are lost, and {may_be_lost} may be, by {cuts} power cuts");
        Ok(Self { given: given.len(), left, lost, cuts })
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { given, left, lost, cuts } = self;
        write!(f, "{given} ids given, none twice; {left} left, {lost} lost by {cuts} power cuts")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOUND: &str =
        "granted 1 20\nsaved\nmain 1\ntimer 2\ntorn\nreset\nmain none\nsaved\nmain 9\n~timer 10\n~left 10";

    #[test]
    fn ids_are_counted_and_those_lost_are_at_most_what_a_cut_may_cost() {
        let tally = Tally::of(SOUND.lines()).unwrap();
        assert_eq!(tally, Tally { given: 4, left: 10, lost: 6, cuts: 1 });
        for (of, to) in [
            ("main 9", "main 2"),
            ("main 9", "main 21"),
            ("~left 10", "~left 17"),
            ("~left 10", "~left 5"),
            ("~left 10", ""),
            ("granted 1 20", "granted 1 20\ngranted 20 30"),
            ("torn", ""),
        ] {
            assert!(Tally::of(SOUND.replace(of, to).lines()).is_err(), "{of} -> {to}");
        }
        // What was granted and not saved yet may be lost too.
        assert!(Tally::of(SOUND.replace("torn", "granted 31 40\ntorn").lines()).is_ok());
    }
}
