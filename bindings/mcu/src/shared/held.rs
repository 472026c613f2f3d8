//! The bytes that lie ready inside of the lock.

use core::{fmt, mem};

use mintid::entropy::Entropy;

/// Random bytes that were drawn ahead: at most `N`, handed out in the order they came, each wiped as it goes.
///
/// It only gives what it holds. A draw that is larger takes nothing and is [`Dry`], so that nothing slow ever happens
/// inside of the lock. It is not `Clone`: two pools with one content would give equal ids.
///
/// The bytes stand in a ring, and come in by eight: so what comes in is always in one piece.
pub struct Held<const N: usize> {
    bytes: [u8; N],
    /// The place of the next byte to hand out, or the ring's end.
    next: usize,
    /// How many there are from there on, round the ring; all others are wiped.
    held: usize,
}

/// So many bytes come in at a time. Always as many, so that a source that works in words gives what it would give to anyone
/// else.
pub(super) const PIECE: usize = 8;

impl<const N: usize> Held<N> {
    /// The places of the ring: whole pieces.
    const RING: usize = N - N % PIECE;

    /// An empty pool.
    #[must_use]
    pub const fn new() -> Self {
        Self { bytes: [0; N], next: 0, held: 0 }
    }

    /// How many bytes are held.
    #[inline]
    #[must_use]
    pub const fn available(&self) -> usize {
        self.held
    }

    /// Throws away, and wipes, all bytes held: for a chip that wakes from a snapshot of its memory.
    pub fn discard(&mut self) {
        *self = Self::new();
    }

    /// For how many pieces there is room.
    pub(super) const fn room(&self) -> usize {
        (Self::RING - self.held) / PIECE
    }

    /// Puts bytes in at the back, if there is room for them.
    pub(super) fn push(&mut self, piece: [u8; PIECE]) {
        let behind = self.next + self.held;
        let place = if behind < Self::RING { behind } else { behind - Self::RING };
        if self.held + PIECE <= Self::RING {
            if let Some(room) = self.bytes.get_mut(place..).and_then(|room| room.first_chunk_mut()) {
                *room = piece;
                self.held += PIECE;
            }
        }
    }

    /// Hands out bytes round the ring's end; they are there.
    #[cold]
    #[inline(never)]
    fn take_round(&mut self, out: &mut [u8]) {
        for byte in out {
            let place = if self.next < Self::RING { self.next } else { 0 };
            self.next = place + 1;
            if let Some(held) = self.bytes.get_mut(place) {
                *byte = mem::take(held);
            }
        }
    }
}

impl<const N: usize> Default for Held<N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const N: usize> Entropy for Held<N> {
    type Error = Dry;

    // With the length known, no call is left of it, nor that call's stack.
    #[inline]
    fn fill(&mut self, out: &mut [u8]) -> Result<(), Dry> {
        self.held = self.held.checked_sub(out.len()).ok_or(Dry)?;
        // In one piece, as mostly, that is a few instructions a byte.
        if let Some(row) = self.bytes.get_mut(self.next..Self::RING).and_then(|row| row.get_mut(..out.len())) {
            self.next += out.len();
            for (byte, held) in out.iter_mut().zip(row) {
                *byte = mem::take(held);
            }
        } else {
            self.take_round(out);
        }
        Ok(())
    }
}

impl<const N: usize> fmt::Debug for Held<N> {
    /// Never prints the bytes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Held").field("available", &self.available()).finish_non_exhaustive()
    }
}

/// The pool holds fewer bytes than the id needs, and the source could not be asked: in an interrupt, while another call
/// has it, or before there is one.
///
/// It passes when main has topped up, if there is a source. Choose a larger pool where it happens often.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Dry;

impl fmt::Display for Dry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("too few random bytes lie ready: give it its source, top up from main, or choose a larger pool")
    }
}

impl core::error::Error for Dry {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_out_in_the_order_they_went_in_wherever_they_stand() {
        in_order::<24>();
        in_order::<31>();
        in_order::<32>();
        in_order::<100>();
    }

    fn in_order<const N: usize>() {
        let mut pool = Held::<N>::new();
        let (mut put_in, mut out) = (0u8, 0u8);
        for round in 0..10_000_usize {
            if round % 3 != 1 {
                for _ in 0..pool.room() {
                    pool.push(core::array::from_fn(|at| put_in.wrapping_add(at as u8)));
                    put_in = put_in.wrapping_add(8);
                }
                assert_eq!(pool.room(), 0, "round {round}");
                assert!(pool.available() > N / 8 * 8 - 8, "round {round}: it is full but for a part of a piece");
            }
            let mut drawn = [0; 16];
            let drawn = &mut drawn[..(round * 7 + round / 50) % 17];
            let before = pool.available();
            let given = if drawn.len() == 10 {
                pool.draw::<10>().map(|bytes| drawn.copy_from_slice(&bytes))
            } else {
                pool.fill(drawn)
            };
            match given {
                Ok(()) => drawn.iter().for_each(|byte| {
                    assert_eq!(*byte, out, "round {round}");
                    out = out.wrapping_add(1);
                }),
                Err(Dry) => assert!(before < drawn.len() && pool.available() == before, "round {round}"),
            }
            // Zeros among those held are of the stream.
            let zeros = (0..pool.available()).filter(|at| out.wrapping_add(*at as u8) == 0).count();
            let wiped = pool.bytes.iter().filter(|byte| **byte == 0).count();
            assert_eq!(wiped, N - pool.available() + zeros, "round {round}: what was handed out is wiped");
        }
    }

    #[test]
    fn what_was_thrown_away_is_wiped_and_what_has_no_room_is_not_put_in() {
        let mut pool = Held::<24>::new();
        for _ in 0..4 {
            pool.push([0xff; 8]);
        }
        assert_eq!((pool.available(), pool.room()), (24, 0));
        assert_eq!(pool.draw::<7>(), Ok([0xff; 7]));
        pool.push([0xee; 8]);
        assert_eq!((pool.available(), pool.room()), (17, 0), "seven places are too few");
        assert_eq!(pool.draw::<1>(), Ok([0xff]));
        pool.push([0xdd; 8]);
        assert_eq!((pool.available(), pool.room()), (24, 0));
        pool.discard();
        assert_eq!((pool.bytes, pool.available(), pool.room()), ([0; 24], 0, 3));
        assert_eq!(pool.draw::<1>(), Err(Dry));
        assert_eq!(pool.draw::<0>(), Ok([]));
    }
}
