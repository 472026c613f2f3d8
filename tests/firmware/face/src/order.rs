//! Orders of ids: where each item of a list stands.

use core::cmp::Ordering;

use mintid::Snowflake;

use crate::answer::{Answer, Trouble};
use crate::words::{self, List, Words};

pub fn uuids(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    places("ranks[]", words.list()?, words::uuid, answer)
}

pub fn ulids(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    places("ranks[]", words.list()?, words::ulid, answer)
}

/// By their numbers, and by their texts.
pub fn snowflakes(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    let list = words.list()?;
    places("ranks[]", list.clone(), words::snowflake, answer)?;
    places("text_ranks[]", list, |word| words::snowflake(word).map(Decimal), answer)
}

pub fn snowflakes_in_hex(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    places("ranks[]", words.list()?, words::snowflake_in_hex, answer)
}

/// A Snowflake as a column of text sorts it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Decimal(Snowflake);

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let mut texts = [[0; Snowflake::TEXT_LEN_MAX]; 2];
        let [one, two] = &mut texts;
        self.0.encode_str(one).as_bytes().iter().cmp(other.0.encode_str(two).as_bytes())
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The rank of each item; equal ones stay as they were. Counted, since sorting has a panic in it.
fn places<K: Ord + Copy>(
    name: &str,
    list: List<'_>,
    read: fn(&[u8]) -> Result<K, Trouble>,
    answer: &mut Answer<'_>,
) -> Result<(), Trouble> {
    for (at, item) in list.clone().enumerate() {
        let id = read(item)?;
        let mut rank = 0_u32;
        for (other_at, other) in list.clone().enumerate() {
            let other = read(other)?;
            rank += u32::from(other < id || other == id && other_at < at);
        }
        answer.number(name, rank);
    }
    Ok(())
}
