//! The bytes that lie ready inside of the lock.

use core::cell::Cell;
use core::{fmt, mem};

use mintid::entropy::Entropy;

/// Random bytes that were drawn ahead: at most `N`, handed out in the order they came, each wiped as it goes.
///
/// It only gives what it holds. A draw that is larger takes nothing and is [`Dry`], so that nothing slow ever happens
/// inside of the lock. It is not `Clone`: two pools with one content would give equal ids.
///
/// The bytes stand in a row, so that an id takes its own in one piece. They move to the front when few are left.
pub struct Held<const N: usize> {
    bytes: [u8; N],
    /// The place of the next byte to hand out; all before it are wiped.
    next: usize,
    /// The place behind the last.
    end: usize,
}

impl<const N: usize> Held<N> {
    /// An empty pool.
    #[must_use]
    pub const fn new() -> Self {
        Self { bytes: [0; N], next: 0, end: 0 }
    }

    /// How many bytes are held.
    #[inline]
    #[must_use]
    pub const fn available(&self) -> usize {
        self.end - self.next
    }

    /// Throws away, and wipes, all bytes held: for a chip that wakes from a snapshot of its memory.
    pub fn discard(&mut self) {
        *self = Self::new();
    }

    /// Moves what is held to the front, where it is little, and says how many more bytes there is room for.
    pub(super) fn make_room(&mut self) -> usize {
        let held = self.available();
        if held <= MOVED && self.next > 0 {
            let places = Cell::from_mut(&mut self.bytes[..]).as_slice_of_cells();
            let behind = places.get(self.next..self.end).unwrap_or_default();
            places.iter().zip(behind).for_each(|(front, byte)| front.set(byte.take()));
            (self.next, self.end) = (0, held);
        }
        N - self.end
    }

    /// Puts bytes in at the back, if there is room for all of them.
    pub(super) fn push<const M: usize>(&mut self, bytes: [u8; M]) {
        if let Some(room) = self.bytes.get_mut(self.end..).and_then(|room| room.first_chunk_mut()) {
            *room = bytes;
            self.end += M;
        }
    }
}

/// So many bytes are moved at once, with interrupts off, and no more.
pub(super) const MOVED: usize = 16;

impl<const N: usize> Default for Held<N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const N: usize> Entropy for Held<N> {
    type Error = Dry;

    fn fill(&mut self, out: &mut [u8]) -> Result<(), Dry> {
        if self.available() < out.len() {
            return Err(Dry);
        }
        let held = self.bytes.get_mut(self.next..).and_then(|held| held.get_mut(..out.len())).ok_or(Dry)?;
        self.next += out.len();
        for (byte, held) in out.iter_mut().zip(held) {
            *byte = mem::take(held);
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
/// It passes: call again when main has topped up. Choose a larger pool where it happens often.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Dry;

impl fmt::Display for Dry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("too few random bytes lie ready: top up from main, or choose a larger pool")
    }
}

impl core::error::Error for Dry {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_out_in_the_order_they_went_in_wherever_they_are_moved() {
        let mut pool = Held::<32>::new();
        let (mut put_in, mut out) = (0u8, 0u8);
        for round in 0..1_000_usize {
            if round % 3 != 1 {
                for _ in 0..pool.make_room() / 8 {
                    pool.push::<8>(core::array::from_fn(|at| put_in.wrapping_add(at as u8)));
                    put_in = put_in.wrapping_add(8);
                }
                assert!(pool.available() > 16, "round {round}");
            }
            let mut drawn = [0; 13];
            let drawn = &mut drawn[..round % 14];
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
            let spent = pool.bytes[..pool.next].iter().chain(&pool.bytes[pool.end..]);
            assert!(spent.into_iter().all(|byte| *byte == 0), "round {round}: what was handed out is wiped");
        }
    }

    #[test]
    fn what_was_thrown_away_is_wiped_and_what_has_no_room_is_not_put_in() {
        let mut pool = Held::<24>::new();
        pool.push([0xff; 20]);
        pool.push([0xee; 8]);
        assert_eq!((pool.available(), pool.bytes[20..].iter().sum()), (20, 0));
        assert_eq!(pool.draw::<2>(), Ok([0xff; 2]));
        assert_eq!(pool.make_room(), 4, "eighteen bytes are too many to move");
        assert_eq!(pool.draw::<2>(), Ok([0xff; 2]));
        assert_eq!(pool.make_room(), 8, "sixteen are not");
        pool.discard();
        assert_eq!((pool.bytes, pool.available(), pool.make_room()), ([0; 24], 0, 24));
        assert_eq!(pool.draw::<1>(), Err(Dry));
        assert_eq!(pool.draw::<0>(), Ok([]));
    }
}
