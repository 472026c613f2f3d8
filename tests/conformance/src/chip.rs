//! The face of an emulated chip: the program of `tests/firmware/face` answers there.
//!
//! The chip knows no JSON. A question is a line of words, and so is an answer; numbers are hex digits, text is the hex digits of
//! its bytes, `-` is nothing, commas part the items of a list. A line that begins with `?` says that the question made no sense.
//!
//! | question | answer |
//! |---|---|
//! | an operation and what it needs, by [`cases`] | the members of the answer: `strict.ok:yes canonical:'01an… at:#1a symbols[]:'0` |
//! | `v7`, `ulid` or `snowflake`, an option, a policy, a window and a mark, by [`minting`] | `ok`: a generator, of which the next lines are calls |
//! | `call NOW TIMES` | for each `id TEXT MS RESTARTS BORROWED HELD`, `wait MS` or `refused NAME [MS]` |
//! | `clear` | `ok`: what follows is another stream of random bytes |
//! | `meter` | `meter MINTED HELD BORROWED RESTARTS` |
//! | `end` | `ok`: the generator is gone |
//!
//! Where the chip runs short of random bytes it writes `more`, and reads a line of them; `-` means that there are no more.

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use crate::calls;
use crate::emulator::{Board, Emulator, Time};
use crate::face::{Answer, Answering};
use crate::input::{Input, hex};
use crate::script::Script;
use crate::vector::{Form, Item};

mod cases;
mod layouts;
mod members;
pub mod minting;

/// The longest line that the chip reads: `LINE` of tests/firmware/face.
const LONGEST: usize = 2048;

/// A chip that answers.
#[derive(Debug)]
pub struct Chip {
    emulator: Emulator,
}

impl Chip {
    /// Starts the program on a board.
    ///
    /// # Errors
    /// The emulator cannot be started, or the program does not say that it is ready.
    pub fn start(board: Board, firmware: &Path) -> Result<Self> {
        let mut chip = Self { emulator: Emulator::start(board, firmware, Time::Real)? };
        chip.expect("ready")?;
        Ok(chip)
    }

    /// The v4 of these random bytes.
    ///
    /// # Errors
    /// The chip cannot be reached.
    pub fn v4(&mut self, random: &[u8; 16]) -> Result<String> {
        let answer = members::read(&self.ask(&format!("v4 {}", hex(random)))?)?;
        Ok(answer["uuid"].as_str().context("the chip gives no UUID")?.to_owned())
    }

    /// A line for a line.
    fn ask(&mut self, question: &str) -> Result<String> {
        self.write(question)?;
        self.answer()
    }

    fn write(&mut self, line: &str) -> Result<()> {
        ensure!(line.len() < LONGEST, "the question is too long for the chip, which reads lines of {LONGEST} bytes");
        self.emulator.write(line)
    }

    fn answer(&mut self) -> Result<String> {
        let line = self.emulator.answer()?;
        match line.strip_prefix('?') {
            Some(why) => bail!("the chip does not understand the question:{why}"),
            None => Ok(line),
        }
    }

    fn expect(&mut self, word: &str) -> Result<()> {
        let line = self.answer()?;
        ensure!(line.trim_end() == word, "the chip wrote `{line}` where `{word}` is due");
        Ok(())
    }
}

impl Answering for Chip {
    fn answer(&mut self, item: &Item) -> Result<Answer> {
        if item.form == Form::Case {
            return cases::case(Input(&item.body), self);
        }
        let Some(script) = Script::of(item)? else { return Ok(Answer::SchemeNotBuilt) };
        let mut ids = minting::Session::start(self, &script)?;
        let answer = calls::answer(&script, item.form, &mut ids)?;
        ids.end()?;
        Ok(Answer::Outcome(answer))
    }
}
