//! A buffer in front of a slow source.

use core::fmt;

use super::Entropy;

/// Draws from the source `N` bytes at a time and hands them out in order, wiping what it has handed out.
///
/// One call to an operating system or a hardware generator then serves many ids. The order of the bytes is that of the
/// source, so a pool never changes which ids a stream gives. It is not `Clone`: two pools with one content would give
/// equal ids.
///
/// What a pool holds must not be used twice. After a `fork`, a snapshot or a restored virtual machine, call
/// [`discard`](Self::discard). A draw larger than the pool goes to the source directly.
///
/// ```
/// use mintid::entropy::{Bytes, Entropy, Pool};
///
/// let mut pool = Pool::<_, 4>::new(Bytes::new(&[1, 2, 3, 4, 5, 6, 7, 8]));
/// assert_eq!(pool.draw::<1>(), Ok([1]));
/// assert_eq!(pool.available(), 3);
/// pool.discard(); // 2, 3 and 4 are gone
/// assert_eq!(pool.draw::<1>(), Ok([5]));
/// ```
pub struct Pool<E, const N: usize> {
    source: E,
    bytes: [u8; N],
    /// Bytes before this are spent and wiped; `N` when the pool is empty.
    next: usize,
}

impl<E, const N: usize> Pool<E, N> {
    /// An empty pool: nothing is drawn before the first use.
    #[must_use]
    pub const fn new(source: E) -> Self {
        Self { source, bytes: [0; N], next: N }
    }

    /// Throws away, and wipes, all bytes held.
    pub fn discard(&mut self) {
        self.bytes = [0; N];
        self.next = N;
    }

    /// How many bytes are held.
    #[must_use]
    pub const fn available(&self) -> usize {
        N - self.next
    }

    /// The source behind the pool; what the pool already holds stays in it.
    pub fn get_mut(&mut self) -> &mut E {
        &mut self.source
    }
}

impl<E: Entropy, const N: usize> Pool<E, N> {
    /// Fills the pool up, so that the next `N` bytes need no call to the source.
    ///
    /// Bytes already held stay at the front. A generator behind a lock is topped up before the lock is
    /// taken, so that a slow source holds nobody up.
    ///
    /// # Errors
    ///
    /// The source's own cause. Bytes already held stay available.
    pub fn top_up(&mut self) -> Result<(), E::Error> {
        if self.next == 0 {
            return Ok(());
        }
        let mut fresh = [0; N];
        let held = self.available();
        if let (Some(room), Some(rest)) = (fresh.get_mut(held..), self.bytes.get(self.next..)) {
            self.source.fill(room)?;
            if let Some(front) = fresh.get_mut(..held) {
                front.copy_from_slice(rest);
            }
            self.bytes = fresh;
            self.next = 0;
        }
        Ok(())
    }

    /// For an `out` longer than what is held.
    #[cold]
    #[inline(never)]
    fn fill_slowly(&mut self, out: &mut [u8]) -> Result<(), E::Error> {
        let larger_than_the_pool = out.len() > N;
        let held = self.available();
        let Some((front, back)) = out.split_at_mut_checked(held) else { return Ok(()) };
        if larger_than_the_pool {
            // What is held comes first, the rest straight from the source.
            self.source.fill(back)?;
            self.hand_out(front);
            return Ok(());
        }
        // What is held is lent to `front`, so that the source can fill the pool in place.
        copy(self.bytes.get(self.next..), Some(&mut *front));
        if let Some(room) = self.bytes.get_mut(held..) {
            if let Err(error) = self.source.fill(room) {
                self.bytes = [0; N];
                copy(Some(&*front), self.bytes.get_mut(self.next..));
                front.fill(0);
                return Err(error);
            }
        }
        if let Some(lent) = self.bytes.get_mut(..held) {
            lent.fill(0);
        }
        self.next = held;
        self.hand_out(back);
        Ok(())
    }

    /// The next bytes, where so many are held. With a length known when compiling, the copy and the wipe are a few moves.
    #[inline(always)]
    pub(crate) fn draw_held<const M: usize>(&mut self) -> Option<[u8; M]> {
        let held = self.bytes.get_mut(self.next..)?.first_chunk_mut::<M>()?;
        self.next += M;
        Some(core::mem::replace(held, [0; M]))
    }

    /// Copies and wipes; the caller has made sure that enough is held.
    #[inline]
    fn hand_out(&mut self, out: &mut [u8]) -> bool {
        let Some(given) = self.bytes.get_mut(self.next..).and_then(|held| held.get_mut(..out.len())) else {
            return false;
        };
        out.copy_from_slice(given);
        given.fill(0);
        self.next += out.len();
        true
    }
}

impl<E: Entropy, const N: usize> Entropy for Pool<E, N> {
    type Error = E::Error;

    #[inline]
    fn fill(&mut self, out: &mut [u8]) -> Result<(), E::Error> {
        if self.hand_out(out) { Ok(()) } else { self.fill_slowly(out) }
    }

    #[inline]
    fn draw<const M: usize>(&mut self) -> Result<[u8; M], E::Error> {
        if let Some(bytes) = self.draw_held() {
            return Ok(bytes);
        }
        let mut out = [0; M];
        self.fill_slowly(&mut out)?;
        Ok(out)
    }
}

/// Copies between two places of one length.
fn copy(from: Option<&[u8]>, to: Option<&mut [u8]>) {
    if let (Some(from), Some(to)) = (from, to) {
        if from.len() == to.len() {
            to.copy_from_slice(from);
        }
    }
}

impl<E, const N: usize> fmt::Debug for Pool<E, N> {
    /// Never prints the bytes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool").field("available", &self.available()).finish_non_exhaustive()
    }
}
