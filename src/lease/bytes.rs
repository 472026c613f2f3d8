//! A record's bytes, for engines that keep it as one value.

use core::fmt;

use super::Terms;
use super::record::{Holder, Record, Status};
use crate::timeline::Scale;

/// What a record is, and the version of what follows.
const HEAD: u32 = u32::from_be_bytes(*b"mL\x00\x01");

const WORDS: usize = 12;
const WORD: usize = size_of::<u64>();

impl Record {
    /// How many bytes a record takes.
    pub const BYTES: usize = WORDS * WORD;

    /// The record as bytes, the same on every platform: twelve big-endian words.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        for (place, word) in bytes.chunks_exact_mut(WORD).zip(self.words()) {
            place.copy_from_slice(&word.to_be_bytes());
        }
        bytes
    }

    /// The record of such bytes.
    ///
    /// # Errors
    ///
    /// [`RecordError`] for bytes that are no record, or that contradict themselves.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, RecordError> {
        if bytes.len() != Self::BYTES {
            return Err(RecordError::Length { found: bytes.len() });
        }
        let mut words = [0; WORDS];
        for (word, bytes) in words.iter_mut().zip(bytes.chunks_exact(WORD)) {
            *word = bytes.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
        }
        Self::of_words(words)
    }

    const fn words(&self) -> [u64; WORDS] {
        let status = match self.status {
            Status::NeverLent => 0,
            Status::Lent => 1,
            Status::GivenBack => 2,
        };
        let holder = self.holder.to_u128();
        [
            joined(HEAD, status),
            self.node,
            self.scale.unit(),
            self.scale.last_tick(),
            joined(self.terms.ttl_ms(), self.terms.skew_ms()),
            joined(0, self.terms.lead_ms()),
            self.fence,
            (holder >> 64) as u64,
            holder as u64,
            self.floor,
            self.ceiling,
            self.expires_ms,
        ]
    }

    const fn of_words(words: [u64; WORDS]) -> Result<Self, RecordError> {
        let [head, node, unit, last_tick, ttl_and_skew, lead, fence, holder, holder_low, floor, ceiling, expires_ms] =
            words;
        if (head >> 32) as u32 != HEAD {
            return Err(RecordError::Foreign);
        }
        let status = match head as u32 {
            0 => Status::NeverLent,
            1 => Status::Lent,
            2 => Status::GivenBack,
            _ => return Err(RecordError::Damaged),
        };
        let Ok(terms) = Terms::new((ttl_and_skew >> 32) as u32, ttl_and_skew as u32, lead as u32) else {
            return Err(RecordError::Damaged);
        };
        let scale = Scale::of_unit(unit, last_tick);
        if lead >> 32 != 0 || floor > ceiling || ceiling > scale.end() || !scale.is_of_a_layout() {
            return Err(RecordError::Damaged);
        }
        let holder = Holder::from_u128((holder as u128) << 64 | holder_low as u128);
        Ok(Self { node, scale, terms, fence, holder, status, floor, ceiling, expires_ms })
    }
}

const fn joined(high: u32, low: u32) -> u64 {
    (high as u64) << 32 | low as u64
}

/// Bytes that are no record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RecordError {
    /// A record has another length.
    Length {
        /// How many bytes there are.
        found: usize,
    },
    /// They are something else, or a record of a version that this one does not read.
    Foreign,
    /// They begin as a record does, and contradict themselves.
    Damaged,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { found } => {
                write!(f, "a lease's record has {} bytes and here are {found}: check the key or the column", Record::BYTES)
            }
            Self::Foreign => f.write_str("this is no lease's record, or one of a newer version: check the key or the column"),
            Self::Damaged => f.write_str(
                "this lease's record contradicts itself: restore it, or start its node above every id that was made with it",
            ),
        }
    }
}

impl core::error::Error for RecordError {}
