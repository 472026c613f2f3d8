//! A line from the host: words with a space between, numbers in hex digits, text as the hex digits of its bytes.

use mintid::{Snowflake, Ulid, Uuid};

use crate::answer::Trouble;

/// Stands for a word of no length, or for nothing.
const NONE: &[u8] = b"-";

/// The most bytes that a word's hex digits may stand for: all of a line.
const LARGEST: usize = crate::LINE / 2;

/// The words of a line, in order.
pub struct Words<'a> {
    rest: Option<&'a [u8]>,
}

impl<'a> Words<'a> {
    /// Those of this line.
    pub fn of(line: &'a [u8]) -> Self {
        Self { rest: Some(line) }
    }

    /// The next one as it stands.
    pub fn next(&mut self) -> Option<&'a [u8]> {
        let rest = self.rest?;
        let (word, rest) = parted(rest, b' ');
        self.rest = rest;
        if word.is_empty() { None } else { Some(word) }
    }

    /// The next one.
    pub fn word(&mut self) -> Result<&'a [u8], Trouble> {
        self.next().ok_or(Trouble::Question)
    }

    /// A number from 0 on.
    pub fn number(&mut self) -> Result<u128, Trouble> {
        number(self.word()?).ok_or(Trouble::Question)
    }

    /// A number from 0 on that fits a type.
    pub fn fitting<T: TryFrom<u128>>(&mut self) -> Result<T, Trouble> {
        T::try_from(self.number()?).map_err(|_| Trouble::Question)
    }

    /// A number that may be below 0.
    pub fn signed(&mut self) -> Result<i64, Trouble> {
        signed(self.word()?).ok_or(Trouble::Question)
    }

    /// A number that may be below 0, or none.
    pub fn signed_if_any(&mut self) -> Result<Option<i64>, Trouble> {
        match self.word()? {
            NONE => Ok(None),
            word => signed(word).map(Some).ok_or(Trouble::Question),
        }
    }

    /// What comes of the bytes that a word's digits stand for.
    pub fn bytes<T>(&mut self, take: impl FnOnce(&[u8]) -> T) -> Result<T, Trouble> {
        with_bytes(self.word()?, take)
    }

    /// A UUID in any spelling.
    pub fn uuid(&mut self) -> Result<Uuid, Trouble> {
        uuid(self.word()?)
    }

    /// A ULID.
    pub fn ulid(&mut self) -> Result<Ulid, Trouble> {
        ulid(self.word()?)
    }

    /// A Snowflake in decimal digits.
    pub fn snowflake(&mut self) -> Result<Snowflake, Trouble> {
        snowflake(self.word()?)
    }

    /// A number from 0 on that fits a type, or none.
    pub fn fitting_if_any<T: TryFrom<u128>>(&mut self) -> Result<Option<T>, Trouble> {
        match self.word()? {
            NONE => Ok(None),
            word => number(word).and_then(|number| T::try_from(number).ok()).map(Some).ok_or(Trouble::Question),
        }
    }

    /// The items of a word that commas part.
    pub fn list(&mut self) -> Result<List<'a>, Trouble> {
        let word = self.word()?;
        Ok(List { rest: if word == NONE { None } else { Some(word) } })
    }
}

/// Items with commas between.
#[derive(Clone)]
pub struct List<'a> {
    rest: Option<&'a [u8]>,
}

impl<'a> Iterator for List<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let (item, rest) = parted(self.rest?, b',');
        self.rest = rest;
        Some(item)
    }
}

/// What stands before and behind the first of these bytes.
fn parted(text: &[u8], at: u8) -> (&[u8], Option<&[u8]>) {
    let mut parts = text.splitn(2, |byte| *byte == at);
    (parts.next().unwrap_or_default(), parts.next())
}

/// A UUID from the hex digits of its text.
pub fn uuid(word: &[u8]) -> Result<Uuid, Trouble> {
    with_bytes(word, Uuid::parse_lenient_ascii)?.map_err(Trouble::from)
}

/// A ULID from the hex digits of its text.
pub fn ulid(word: &[u8]) -> Result<Ulid, Trouble> {
    with_bytes(word, Ulid::parse_ascii)?.map_err(Trouble::from)
}

/// A Snowflake from the hex digits of its decimal text.
pub fn snowflake(word: &[u8]) -> Result<Snowflake, Trouble> {
    with_bytes(word, Snowflake::parse_ascii)?.map_err(Trouble::from)
}

/// A Snowflake from the hex digits of its text, which is hex digits itself.
pub fn snowflake_in_hex(word: &[u8]) -> Result<Snowflake, Trouble> {
    with_bytes(word, Snowflake::parse_hex_ascii)?.map_err(Trouble::from)
}

/// The value of hex digits, at most 32 of them.
pub fn number(digits: &[u8]) -> Option<u128> {
    if digits.is_empty() || digits.len() > 32 {
        return None;
    }
    digits.iter().try_fold(0_u128, |value, digit| Some(value << 4 | u128::from(nibble(*digit)?)))
}

/// A number of the clock's range.
pub fn signed(word: &[u8]) -> Option<i64> {
    match word.split_first() {
        Some((b'-', digits)) => 0_i64.checked_sub_unsigned(u64::try_from(number(digits)?).ok()?),
        _ => i64::try_from(number(word)?).ok(),
    }
}

/// Writes the bytes of hex digits to the front of a buffer, and says how many they are.
pub fn unhex(digits: &[u8], buffer: &mut [u8]) -> Option<usize> {
    if digits == NONE {
        return Some(0);
    }
    let mut pairs = digits.chunks_exact(2);
    let mut length = 0;
    for (pair, place) in pairs.by_ref().zip(buffer.iter_mut()) {
        let [high, low] = *pair else { return None };
        *place = nibble(high)? << 4 | nibble(low)?;
        length += 1;
    }
    if length == digits.len() / 2 && pairs.remainder().is_empty() { Some(length) } else { None }
}

fn with_bytes<T>(digits: &[u8], take: impl FnOnce(&[u8]) -> T) -> Result<T, Trouble> {
    let mut buffer = [0; LARGEST];
    let length = unhex(digits, &mut buffer).ok_or(Trouble::Question)?;
    buffer.get(..length).map(take).ok_or(Trouble::Question)
}

fn nibble(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        _ => None,
    }
}
