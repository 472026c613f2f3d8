//! What happened, in order: noted wherever it happens, shown by main.

use core::cell::RefCell;

use critical_section::Mutex;
use mintid::clock::{ClockError, Reading};
use mintid::{Cause, Refusal, Uuid};
use mintid_firmware_board::host::Output;
use mintid_mcu::shared::Error;

/// Something that main shows later.
#[derive(Clone, Copy)]
pub enum Note {
    /// The clock was read.
    Reading(Result<Reading, ClockError>),
    /// Random bytes were drawn.
    Drew([u8; 8]),
    /// The timer's interrupt wanted an id.
    Timer(Outcome),
}

/// What a call came to.
#[derive(Clone, Copy)]
pub enum Outcome {
    Id(Uuid),
    Wait(u64),
    Refused(Refusal),
    NoRandom,
    Busy,
}

impl Outcome {
    /// A call's result, without what the source says of itself.
    pub fn of<X>(result: Result<Uuid, Error<Cause<X>>>) -> Self {
        match result {
            Ok(id) => Self::Id(id),
            Err(Error::Busy) => Self::Busy,
            Err(Error::Cause(Cause::Wait { for_ms })) => Self::Wait(for_ms),
            Err(Error::Cause(Cause::Refused(refusal))) => Self::Refused(refusal),
            Err(Error::Cause(_)) => Self::NoRandom,
        }
    }
}

impl Note {
    /// The bytes of one draw: the generator always draws eight.
    pub fn drew(bytes: &[u8]) -> Self {
        Self::Drew(bytes.first_chunk().copied().unwrap_or_default())
    }
}

/// How many notes may wait to be shown.
const ROOM: usize = 64;

struct Notes {
    waiting: [Option<Note>; ROOM],
    count: usize,
    lost: u32,
}

static NOTES: Mutex<RefCell<Notes>> = Mutex::new(RefCell::new(Notes { waiting: [None; ROOM], count: 0, lost: 0 }));

/// Notes what happened.
pub fn note(what: Note) {
    critical_section::with(|section| {
        if let Ok(mut notes) = NOTES.borrow(section).try_borrow_mut() {
            let count = notes.count;
            match notes.waiting.get_mut(count) {
                Some(place) => {
                    *place = Some(what);
                    notes.count = count + 1;
                }
                None => notes.lost = notes.lost.saturating_add(1),
            }
        }
    });
}

/// The oldest note, while the others move up.
fn next() -> Option<Note> {
    critical_section::with(|section| {
        let mut notes = NOTES.borrow(section).try_borrow_mut().ok()?;
        let oldest = notes.waiting.first_mut()?.take()?;
        notes.waiting.rotate_left(1);
        notes.count = notes.count.saturating_sub(1);
        Some(oldest)
    })
}

/// Notes that found no room.
pub fn lost() -> u32 {
    critical_section::with(|section| NOTES.borrow(section).try_borrow().map_or(u32::MAX, |notes| notes.lost))
}

/// What the host is shown, line by line.
pub struct Screen {
    output: Output<512>,
    /// Stands before each line whose content is another each time.
    is_free: bool,
}

/// A line that is being written.
pub struct Line<'a> {
    output: &'a mut Output<512>,
}

impl Screen {
    /// Opens it.
    pub fn open() -> Self {
        Self { output: Output::open(), is_free: false }
    }

    /// What follows is another each time.
    pub fn is_free(&mut self, is_free: bool) {
        self.is_free = is_free;
    }

    /// A line of a word and what is written after it.
    pub fn line(&mut self, word: &str, rest: impl FnOnce(&mut Line<'_>)) {
        if self.is_free {
            self.output.put(b"~");
        }
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
    pub fn id(&mut self, id: Uuid) {
        let mut text = [0; Uuid::TEXT_LEN];
        self.word(id.encode_str(&mut text));
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
