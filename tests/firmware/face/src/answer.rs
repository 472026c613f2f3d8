//! A line to the host: the members of an answer, in the words of the vectors, as `name:value` with a space between.
//!
//! A value is `'text`, a number `#` in hex digits with a `-` before it where it is below 0, `yes` or `no`. A name with dots is a
//! member of a member, and one that ends in `[]` adds an item to a list. A member without a value is left out.

use mintid::{FieldError, ParseError, ParseErrorKind, Snowflake, Ulid, Uuid};

use crate::Out;

/// Why an operation has no answer of its own.
pub enum Trouble {
    /// The core refuses what it is given: an outcome like any other, by the vectors' word for it.
    Refused(&'static str),
    /// The line makes no sense.
    Question,
}

impl From<ParseError> for Trouble {
    fn from(error: ParseError) -> Self {
        Self::Refused(reason(error))
    }
}

impl From<FieldError> for Trouble {
    fn from(_: FieldError) -> Self {
        Self::Refused("out_of_range")
    }
}

/// The vectors' word for what is wrong with text.
pub fn reason(error: ParseError) -> &'static str {
    match error.kind() {
        ParseErrorKind::Length => "length",
        ParseErrorKind::Character => "char",
        ParseErrorKind::Overflow => "overflow",
        _ => "unknown",
    }
}

/// An answer that is being written.
pub struct Answer<'a> {
    output: &'a mut Out,
    /// What stands before each name.
    within: &'static str,
}

impl<'a> Answer<'a> {
    /// The next line of this output.
    pub fn to(output: &'a mut Out) -> Self {
        Self { output, within: "" }
    }

    /// Ends the line, and shows it.
    pub fn end(self) {
        self.output.put(b"\n");
        self.output.flush();
    }

    /// Names the member that the following ones belong to; empty for none.
    pub fn within(&mut self, name: &'static str) {
        self.within = name;
    }

    /// The question makes no sense, whatever was said so far.
    pub fn not_understood(&mut self) {
        self.output.put(b"? the words of this operation");
    }

    /// Text without a space.
    pub fn text(&mut self, name: &str, text: &[u8]) {
        self.name(name);
        self.output.put(b"'");
        self.output.put(text);
        self.output.put(b" ");
    }

    /// The small hex digits of bytes.
    pub fn hex(&mut self, name: &str, bytes: &[u8]) {
        self.name(name);
        self.output.put(b"'");
        for byte in bytes {
            self.output.put(&[digit(byte >> 4), digit(*byte)]);
        }
        self.output.put(b" ");
    }

    /// The lowest so many hex digits of a number, as text.
    pub fn digits(&mut self, name: &str, number: u128, digits: u32) {
        self.name(name);
        self.output.put(b"'");
        put_digits(self.output, number, digits);
        self.output.put(b" ");
    }

    /// A number.
    pub fn number(&mut self, name: &str, number: impl Into<u128>) {
        self.name(name);
        self.output.put(b"#");
        put_number(self.output, number.into());
        self.output.put(b" ");
    }

    /// A number that may be below 0.
    pub fn signed(&mut self, name: &str, number: i64) {
        self.name(name);
        self.output.put(if number < 0 { b"-#" } else { b"#" });
        put_number(self.output, number.unsigned_abs().into());
        self.output.put(b" ");
    }

    /// Yes or no.
    pub fn flag(&mut self, name: &str, flag: bool) {
        self.name(name);
        self.output.put(if flag { b"yes " } else { b"no " });
    }

    /// A UUID's text.
    pub fn uuid(&mut self, name: &str, id: Uuid) {
        let mut text = [0; Uuid::TEXT_LEN];
        id.encode(&mut text);
        self.text(name, &text);
    }

    /// A ULID's text.
    pub fn ulid(&mut self, name: &str, id: Ulid) {
        let mut text = [0; Ulid::TEXT_LEN];
        id.encode(&mut text);
        self.text(name, &text);
    }

    /// A Snowflake's decimal digits.
    pub fn snowflake(&mut self, name: &str, id: Snowflake) {
        let mut text = [0; Snowflake::TEXT_LEN_MAX];
        self.text(name, id.encode_str(&mut text).as_bytes());
    }

    fn name(&mut self, name: &str) {
        if !self.within.is_empty() {
            self.output.put(self.within.as_bytes());
            self.output.put(b".");
        }
        self.output.put(name.as_bytes());
        self.output.put(b":");
    }
}

/// A number's hex digits, without zeros in front.
pub fn put_number(output: &mut Out, number: u128) {
    let digits = (u128::BITS - number.leading_zeros()).div_ceil(4);
    put_digits(output, number, digits.max(1));
}

fn put_digits(output: &mut Out, number: u128, digits: u32) {
    for at in (0..digits).rev() {
        output.put(&[digit((number >> ((4 * at) & 127)) as u8)]);
    }
}

/// The digit of a byte's low half.
fn digit(byte: u8) -> u8 {
    match byte & 15 {
        low @ 0..=9 => b'0' + low,
        low => b'a' + (low - 10),
    }
}
