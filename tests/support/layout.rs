//! How a tick and random bytes become an id: the bit layouts and the draws, in plain 128-bit arithmetic.

use mintid::snowflake::Start;

use super::cut::Cut;
use super::stream::Stream;
use super::ticks::Ticks;

/// The schemes that have an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// UUID v7 with a counter of this many bits.
    V7 { bits: u32 },
    /// UUID v7 whose `rand_a` is the fraction of the millisecond.
    Precise,
    /// ULID whose random part goes up by one.
    UlidOne,
    /// ULID whose random part goes up by a random number.
    UlidRandom,
    /// A Snowflake of this cut.
    Snowflake { cut: Cut, node: u32, start: Start },
}

const LAST_MS: i128 = (1 << 48) - 1;

/// The lowest `bits` ones.
fn ones(bits: u32) -> u128 {
    (1 << bits) - 1
}

impl Layout {
    pub fn ticks(self) -> Ticks {
        match self {
            Self::Precise => Ticks::since_1970(4096, (LAST_MS + 1) * 4096),
            Self::Snowflake { cut, .. } => cut.ticks(),
            _ => Ticks::since_1970(1, LAST_MS + 1),
        }
    }

    /// How many bytes an id of a new tick takes, and one more of the same tick.
    pub fn draws(self) -> [u64; 2] {
        match self {
            Self::V7 { bits } => [10, (74 - u64::from(bits)).div_ceil(8)],
            Self::Precise => [8, 6],
            Self::UlidOne => [10, 0],
            Self::UlidRandom => [10, 6],
            Self::Snowflake { start: Start::Random, .. } => [4, 0],
            Self::Snowflake { .. } => [0, 0],
        }
    }

    /// An id of a new tick after an id of this state, and what the next id of that tick goes on from; `None` where the stream
    /// is dry.
    pub fn first(self, tick: i128, before: Option<u128>, stream: &mut Stream) -> Option<(u128, u128)> {
        let tail = match self {
            // 74 bits, the top one, which is the counter's, clear.
            Self::V7 { .. } => stream.number(10)? & ones(73),
            // 62 bits, the top one, which is the counter's, clear.
            Self::Precise => stream.number(8)? & ones(61),
            Self::UlidOne | Self::UlidRandom => stream.number(10)?,
            // The sequence, its top bit clear.
            Self::Snowflake { cut, start: Start::Random, .. } => stream.number(4)? & ones(cut.sequence_bits() - 1),
            Self::Snowflake { cut, start: Start::Continue, .. } => {
                let after = before.map_or(0, |before| before + 1);
                if after <= ones(cut.sequence_bits() - 1) { after } else { 0 }
            }
            Self::Snowflake { .. } => 0,
        };
        Some(self.id(tick, tail))
    }

    /// The next id of the same tick, which has room.
    pub fn next(self, tick: i128, state: u128, stream: &mut Stream) -> Option<(u128, u128)> {
        let tail = match self {
            Self::V7 { bits } => {
                let below = 74 - bits;
                let random = stream.number(below.div_ceil(8) as usize)? & ones(below);
                ((state + 1) << below) | random
            }
            Self::Precise => ((state + 1) << 48) | stream.number(6)?,
            Self::UlidOne | Self::Snowflake { .. } => state + 1,
            Self::UlidRandom => state + stream.number(6)? + 1,
        };
        Some(self.id(tick, tail))
    }

    /// Whether the tick of this state has no room for one more id.
    pub fn is_full(self, state: u128) -> bool {
        match self {
            Self::V7 { bits } => state >= ones(bits),
            Self::Precise => state >= ones(14),
            Self::UlidOne => state >= ones(80),
            Self::UlidRandom => state + (1 << 48) > ones(80),
            Self::Snowflake { cut, .. } => state >= ones(cut.sequence_bits()),
        }
    }

    /// The tick inside an id.
    pub fn tick_of(self, id: u128) -> i128 {
        if let Self::Snowflake { cut, .. } = self {
            return cut.tick_of(id);
        }
        let ms = id >> 80;
        let tick = if self == Self::Precise { (ms << 12) | ((id >> 64) & 0xfff) } else { ms };
        tick as i128
    }

    /// The id of a tick and what stands below it, and the state to go on from.
    fn id(self, tick: i128, tail: u128) -> (u128, u128) {
        let tick = tick as u128;
        let uuid = |ms: u128, rand_a: u128, rand_b: u128| (ms << 80) | (7 << 76) | (rand_a << 64) | (2 << 62) | rand_b;
        match self {
            Self::V7 { bits } => (uuid(tick, tail >> 62, tail & ones(62)), tail >> (74 - bits)),
            Self::Precise => (uuid(tick >> 12, tick & 0xfff, tail), tail >> 48),
            Self::UlidOne | Self::UlidRandom => ((tick << 80) | tail, tail),
            Self::Snowflake { cut, node, .. } => (cut.id(tick, node, tail), tail),
        }
    }
}
