//! The bytes that lie ready inside of the lock.

use core::fmt;

use mintid::entropy::Entropy;

/// Random bytes that were drawn ahead: a ring of `N`, handed out in the order they came, each wiped as it goes.
///
/// It only gives what it holds. A draw that is larger takes nothing and is [`Dry`], so that nothing slow ever happens
/// inside of the lock. It is not `Clone`: two rings with one content would give equal ids.
///
/// `N` is a power of two, so that a place in the ring is found by a mask.
pub struct Held<const N: usize> {
    bytes: [u8; N],
    /// The place of the next byte to hand out; higher bits are ignored.
    next: usize,
    held: usize,
}

impl<const N: usize> Held<N> {
    /// An empty ring.
    #[must_use]
    pub const fn new() -> Self {
        const { assert!(N.is_power_of_two(), "a pool's size is a power of two") };
        Self { bytes: [0; N], next: 0, held: 0 }
    }

    /// How many bytes are held.
    #[inline]
    #[must_use]
    pub const fn available(&self) -> usize {
        self.held
    }

    /// How many more bytes there is room for.
    #[inline]
    #[must_use]
    pub const fn room(&self) -> usize {
        N - self.held
    }

    /// Throws away, and wipes, all bytes held: for a chip that wakes from a snapshot of its memory.
    pub fn discard(&mut self) {
        self.bytes = [0; N];
        self.held = 0;
    }

    /// Puts bytes in at the back, if there is room for all of them.
    #[inline]
    pub(super) fn push<const M: usize>(&mut self, bytes: [u8; M]) {
        if self.room() < M {
            return;
        }
        let back = self.next.wrapping_add(self.held);
        for (offset, byte) in bytes.into_iter().enumerate() {
            self.bytes[back.wrapping_add(offset) % N] = byte;
        }
        self.held += M;
    }
}

impl<const N: usize> Default for Held<N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const N: usize> Entropy for Held<N> {
    type Error = Dry;

    /// A length known when compiling makes the copy and the wipe a few moves, where the ring does not wrap within.
    #[inline(always)]
    fn draw<const M: usize>(&mut self) -> Result<[u8; M], Dry> {
        let left = self.held.checked_sub(M).ok_or(Dry)?;
        let at = self.next % N;
        if let Some(held) = self.bytes.get_mut(at..).and_then(|held| held.first_chunk_mut::<M>()) {
            (self.held, self.next) = (left, at + M);
            return Ok(core::array::from_fn(|place| core::mem::take(&mut held[place])));
        }
        let mut out = [0; M];
        self.fill(&mut out)?;
        Ok(out)
    }

    #[inline(never)]
    fn fill(&mut self, out: &mut [u8]) -> Result<(), Dry> {
        self.held = self.held.checked_sub(out.len()).ok_or(Dry)?;
        for byte in out {
            *byte = core::mem::take(&mut self.bytes[self.next % N]);
            self.next = self.next.wrapping_add(1);
        }
        Ok(())
    }
}

impl<const N: usize> fmt::Debug for Held<N> {
    /// Never prints the bytes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Held").field("available", &self.held).finish_non_exhaustive()
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
    fn bytes_come_out_in_the_order_they_went_in_wherever_the_ring_wraps() {
        let mut ring = Held::<16>::new();
        let (mut in_, mut out) = (0u8, 0u8);
        for round in 0..1_000_usize {
            while ring.room() >= 8 {
                ring.push::<8>(core::array::from_fn(|at| in_.wrapping_add(at as u8)));
                in_ = in_.wrapping_add(8);
            }
            let mut drawn = [0; 10];
            let drawn = &mut drawn[..round % 11];
            let before = ring.available();
            match ring.fill(drawn) {
                Ok(()) => drawn.iter().for_each(|byte| {
                    assert_eq!(*byte, out, "round {round}");
                    out = out.wrapping_add(1);
                }),
                Err(Dry) => assert!(before < drawn.len() && ring.available() == before, "round {round}"),
            }
            let spent = (ring.available()..16).map(|at| ring.bytes[(ring.next + at) % 16]);
            assert!(spent.into_iter().all(|byte| byte == 0), "round {round}: what was handed out is wiped");
        }
    }

    #[test]
    fn what_was_handed_out_or_thrown_away_is_wiped() {
        let mut ring = Held::<16>::new();
        ring.push([0xff; 16]);
        ring.push([0xee; 8]); // no room: not one of them goes in
        assert_eq!(ring.draw::<10>(), Ok([0xff; 10]));
        assert_eq!(ring.bytes[..10], [0; 10]);
        ring.discard();
        assert_eq!((ring.bytes, ring.available()), ([0; 16], 0));
        assert_eq!(ring.draw::<1>(), Err(Dry));
        assert_eq!(ring.draw::<0>(), Ok([]));
    }
}
