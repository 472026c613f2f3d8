//! Orders of ids: where each item of a list stands.

use crate::answer::{Answer, Trouble};
use crate::words::{self, List, Words};

pub fn uuids(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    places(words.list()?, words::uuid, answer)
}

pub fn ulids(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    places(words.list()?, words::ulid, answer)
}

/// The rank of each item; equal ones stay as they were. Counted, since sorting has a panic in it.
fn places<K: Ord + Copy>(
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
        answer.number("ranks[]", rank);
    }
    Ok(())
}
