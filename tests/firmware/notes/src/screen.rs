//! The lines that the host reads.

use mintid::clock::ClockError;
use mintid::{Snowflake, Uuid};
use mintid_firmware_board::host::Output;
use mintid_mcu::Text;

use crate::{Id, Note, Outcome, next};

/// What the host is shown, line by line.
pub struct Screen {
    output: Output<512>,
    /// Stands before each line whose content is another each time.
    is_free: bool,
    /// Stands before each line about a generator that is not the only one.
    name: &'static str,
}

/// A line that is being written.
pub struct Line<'a> {
    output: &'a mut Output<512>,
}

impl Screen {
    /// Opens it.
    pub fn open() -> Self {
        Self { output: Output::open(), is_free: false, name: "" }
    }

    /// What follows is another each time.
    pub fn is_free(&mut self, is_free: bool) {
        self.is_free = is_free;
    }

    /// What follows is about this generator; empty for the first.
    pub fn about(&mut self, name: &'static str) {
        self.name = name;
    }

    /// Shows all lines so far.
    pub fn flush(&mut self) {
        self.output.flush();
    }

    /// A line of a word and what is written after it.
    pub fn line(&mut self, word: &str, rest: impl FnOnce(&mut Line<'_>)) {
        if self.is_free {
            self.output.put(b"~");
        }
        self.output.put(self.name.as_bytes());
        self.output.put(word.as_bytes());
        rest(&mut Line { output: &mut self.output });
        self.output.put(b"\n");
    }

    /// Shows what was noted since the last time.
    pub fn show_notes(&mut self) {
        while let Some(note) = next() {
            match note {
                Note::Reading(Ok(reading)) => self.line("now", |line| line.signed(reading.unix_ms)),
                Note::Reading(Err(ClockError::Unset { since_boot_ms })) => {
                    self.line("now", |line| {
                        line.word("unset");
                        line.number(since_boot_ms);
                    });
                }
                Note::Reading(Err(_)) => self.line("now", |line| line.word("failed")),
                Note::Drew(bytes) => self.line("drew", |line| line.hex(&bytes)),
                Note::Timer(outcome) => self.outcome("timer", outcome),
            }
        }
    }

    /// What a call of `who` came to.
    pub fn outcome(&mut self, who: &str, outcome: Outcome) {
        self.line(who, |line| match outcome {
            Outcome::Id(id) => line.id(id),
            Outcome::Wait(for_ms) => {
                line.word("wait");
                line.number(for_ms);
            }
            Outcome::Refused(refusal) => {
                line.word("refused");
                line.word(refusal.name());
            }
            Outcome::NoRandom => line.word("refused entropy"),
            Outcome::Busy => line.word("busy"),
        });
    }
}

impl Line<'_> {
    /// A word.
    pub fn word(&mut self, word: &str) {
        self.output.put(b" ");
        self.output.put(word.as_bytes());
    }

    /// An id's text.
    pub fn id(&mut self, id: Id) {
        let mut text = [0; if Uuid::LEN > Snowflake::LEN { Uuid::LEN } else { Snowflake::LEN }];
        let written = match id {
            Id::Uuid(id) => id.write_to(&mut text),
            Id::Snowflake(id) => id.write_to(&mut text),
        };
        self.word(written.unwrap_or_default());
    }

    /// Bytes as hex digits.
    pub fn hex(&mut self, bytes: &[u8]) {
        self.output.put(b" ");
        for byte in bytes {
            self.output.put(&[digit(byte >> 4), digit(*byte)]);
        }
    }

    /// A number that may be below 0.
    pub fn signed(&mut self, number: i64) {
        self.output.put(if number < 0 { b" -" } else { b" " });
        self.digits(number.unsigned_abs());
    }

    /// A number, in decimal digits.
    pub fn number(&mut self, number: u64) {
        self.output.put(b" ");
        self.digits(number);
    }

    /// Digit by digit from the highest, by subtraction: a 64-bit division is 800 bytes of program on a small core.
    fn digits(&mut self, number: u64) {
        let (mut rest, mut begun) = (number, false);
        for power in POWERS {
            let mut digit = b'0';
            while rest >= power {
                rest -= power;
                digit += 1;
            }
            begun |= digit != b'0' || power == 1;
            if begun {
                self.output.put(&[digit]);
            }
        }
    }
}

/// The digit of a byte's low half.
fn digit(byte: u8) -> u8 {
    match byte & 15 {
        low @ 0..=9 => b'0' + low,
        low => b'a' + (low - 10),
    }
}

/// The values of decimal digits, the highest first.
const POWERS: [u64; 20] = {
    let mut powers = [1; 20];
    let mut at = 19;
    while at > 0 {
        powers[at - 1] = powers[at] * 10;
        at -= 1;
    }
    powers
};
