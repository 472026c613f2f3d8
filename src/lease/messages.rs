//! Requests and answers as bytes, for whoever carries them between holder and engine.

use core::fmt;

use super::Holder;
use super::request::{Answer, Denied, Grant, Kind, Request, Wish};
use crate::timeline::Scale;

const REQUEST: u32 = u32::from_be_bytes(*b"mQ\x00\x01");
const ANSWER: u32 = u32::from_be_bytes(*b"mA\x00\x01");

const WORD: usize = size_of::<u64>();
const REQUEST_WORDS: usize = 10;
const ANSWER_WORDS: usize = 6;

impl Request {
    /// How many bytes a request takes.
    pub const BYTES: usize = REQUEST_WORDS * WORD;

    /// The request as bytes, the same on every platform: ten big-endian words.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        let (kind, node, fence, newest) = match self.kind {
            Kind::Acquire { wish: Wish::Own } => (0, 0, 0, 0),
            Kind::Acquire { wish: Wish::Node(node) } => (1, node, 0, 0),
            Kind::Acquire { wish: Wish::Soonest } => (2, 0, 0, 0),
            Kind::Renew { node, fence } => (3, node, fence, 0),
            Kind::GiveBack { node, fence, newest_tick: None } => (4, node, fence, 0),
            Kind::GiveBack { node, fence, newest_tick: Some(newest) } => (5, node, fence, newest),
        };
        let holder = self.holder.to_u128();
        let (unit, last_tick) = (self.scale.unit(), self.scale.last_tick());
        let ticket = u64::from(self.ticket);
        let (high, low) = ((holder >> 64) as u64, holder as u64);
        let head = u64::from(REQUEST) << 32 | kind;
        let mut bytes = [0; Self::BYTES];
        write(&mut bytes, [head, ticket, high, low, unit, last_tick, self.tick, node, fence, newest]);
        bytes
    }

    /// The request of such bytes.
    ///
    /// # Errors
    ///
    /// [`MessageError`] for bytes that are no request.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, MessageError> {
        let [head, ticket, high, low, unit, last_tick, tick, node, fence, newest] =
            read::<REQUEST_WORDS>(bytes, REQUEST)?;
        let kind = match head as u32 {
            0 => Kind::Acquire { wish: Wish::Own },
            1 => Kind::Acquire { wish: Wish::Node(node) },
            2 => Kind::Acquire { wish: Wish::Soonest },
            3 => Kind::Renew { node, fence },
            4 => Kind::GiveBack { node, fence, newest_tick: None },
            5 => Kind::GiveBack { node, fence, newest_tick: Some(newest) },
            _ => return Err(MessageError::Damaged),
        };
        let scale = Scale::of_unit(unit, last_tick);
        let Ok(ticket) = u32::try_from(ticket) else { return Err(MessageError::Damaged) };
        if !scale.is_of_a_layout() {
            return Err(MessageError::Damaged);
        }
        let holder = Holder::from_u128(u128::from(high) << 64 | u128::from(low));
        Ok(Self { ticket, holder, scale, kind, tick })
    }
}

impl Answer {
    /// How many bytes an answer takes.
    pub const BYTES: usize = ANSWER_WORDS * WORD;

    /// The answer as bytes, the same on every platform: six big-endian words.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        let (kind, words) = match *self {
            Self::Granted(Grant { node, fence, ttl_ms, floor_tick, ceiling_tick }) => {
                (0, [node, fence, u64::from(ttl_ms), floor_tick, ceiling_tick])
            }
            Self::GivenBack { node, fence } => (1, [node, fence, 0, 0, 0]),
            Self::Denied(Denied::Exhausted { nodes, soonest_node, floor_ms, lent_for_ms }) => {
                (2, [nodes, soonest_node, floor_ms, lent_for_ms, 0])
            }
            Self::Denied(Denied::Lent { for_ms }) => (3, [for_ms, 0, 0, 0, 0]),
            Self::Denied(Denied::Superseded { fence }) => (4, [fence, 0, 0, 0, 0]),
            Self::Denied(Denied::OutsideWindow) => (5, [0; 5]),
            Self::Denied(Denied::UsedUp) => (6, [0; 5]),
            Self::Denied(Denied::OtherNode { node }) => (7, [node, 0, 0, 0, 0]),
            Self::Denied(Denied::OtherLayout) => (8, [0; 5]),
            Self::Denied(Denied::Unsorted) => (9, [0; 5]),
        };
        let [a, b, c, d, e] = words;
        let mut bytes = [0; Self::BYTES];
        write(&mut bytes, [u64::from(ANSWER) << 32 | kind, a, b, c, d, e]);
        bytes
    }

    /// The answer of such bytes.
    ///
    /// # Errors
    ///
    /// [`MessageError`] for bytes that are no answer.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, MessageError> {
        let [head, a, b, c, d, e] = read::<ANSWER_WORDS>(bytes, ANSWER)?;
        Ok(match head as u32 {
            0 => {
                let Ok(ttl_ms) = u32::try_from(c) else { return Err(MessageError::Damaged) };
                Self::Granted(Grant { node: a, fence: b, ttl_ms, floor_tick: d, ceiling_tick: e })
            }
            1 => Self::GivenBack { node: a, fence: b },
            2 => Self::Denied(Denied::Exhausted { nodes: a, soonest_node: b, floor_ms: c, lent_for_ms: d }),
            3 => Self::Denied(Denied::Lent { for_ms: a }),
            4 => Self::Denied(Denied::Superseded { fence: a }),
            5 => Self::Denied(Denied::OutsideWindow),
            6 => Self::Denied(Denied::UsedUp),
            7 => Self::Denied(Denied::OtherNode { node: a }),
            8 => Self::Denied(Denied::OtherLayout),
            9 => Self::Denied(Denied::Unsorted),
            _ => return Err(MessageError::Damaged),
        })
    }
}

fn write<const N: usize>(bytes: &mut [u8], words: [u64; N]) {
    for (place, word) in bytes.chunks_exact_mut(WORD).zip(words) {
        place.copy_from_slice(&word.to_be_bytes());
    }
}

fn read<const N: usize>(bytes: &[u8], name: u32) -> Result<[u64; N], MessageError> {
    if bytes.len() != N * WORD {
        return Err(MessageError::Length { found: bytes.len() });
    }
    let mut words = [0; N];
    for (word, bytes) in words.iter_mut().zip(bytes.chunks_exact(WORD)) {
        *word = bytes.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
    }
    match words.first() {
        Some(head) if (head >> 32) as u32 == name => Ok(words),
        _ => Err(MessageError::Foreign),
    }
}

/// Bytes that are no message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MessageError {
    /// A message of this kind has another length.
    Length {
        /// How many bytes there are.
        found: usize,
    },
    /// They are something else, or a message of a version that this one does not read.
    Foreign,
    /// They begin as a message does, and make no sense.
    Damaged,
}

impl fmt::Display for MessageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { found } => write!(f, "{found} bytes are no message of a lease: check what carries it"),
            Self::Foreign => f.write_str("this is no message of a lease, or one of a newer version"),
            Self::Damaged => f.write_str("this message of a lease makes no sense: check what carries it"),
        }
    }
}

impl core::error::Error for MessageError {}
