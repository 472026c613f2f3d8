//! Flash in memory, by the contract of `embedded-storage` and no better: what a cut leaves behind is undefined, and a word
//! is written once after each erase.

use std::fmt;
use std::future::poll_fn;
use std::task::Poll;

use embedded_storage::nor_flash as blocking;
use embedded_storage_async::nor_flash as asynchronous;
use mintid::entropy::Entropy;
use mintid::mark::{DueMark, Mark, Save};

use crate::stream::Stream;

/// What a cut leaves of the word or page that it hits. Real flash may do any of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    /// As it was.
    Unchanged,
    /// Done, as it reads; a page is weak all the same, and must be erased again.
    Done,
    /// The front done, the rest as it was.
    Front,
    /// The back done, the rest as it was.
    Back,
    /// Each bit as it was, or done.
    Noise,
    /// A page that is programmed to zeros before it is erased, as many are, and got no further; a word done.
    Zeros,
}

impl Cut {
    pub const ALL: [Self; 6] = [Self::Unchanged, Self::Done, Self::Front, Self::Back, Self::Noise, Self::Zeros];
}

/// Flash with words of `W` bytes and pages of `PAGE`.
#[derive(Debug, Clone)]
pub struct Chip<const W: usize, const PAGE: usize> {
    pub bytes: Vec<u8>,
    /// Which words may be written.
    fresh: Vec<bool>,
    /// So many bytes may be written or erased before the power goes.
    left: Option<u64>,
    off: bool,
    cut: Cut,
    noise: Stream,
    /// Bytes written or erased so far.
    pub done: u64,
    /// How often each page was erased.
    pub erased: Vec<u32>,
    /// Whether each call takes a turn of its own before it begins.
    pub slow: bool,
    /// Bits that no longer become zeros.
    stuck: u8,
    /// Whether it takes no words before the next erase, though all read as erased.
    is_weak: bool,
}

impl<const W: usize, const PAGE: usize> Chip<W, PAGE> {
    pub fn new(pages: usize) -> Self {
        Self {
            bytes: vec![0xff; pages * PAGE],
            fresh: vec![true; pages * PAGE / W],
            left: None,
            off: false,
            cut: Cut::Unchanged,
            noise: Stream::random(0),
            done: 0,
            erased: vec![0; pages],
            slow: false,
            stuck: 0,
            is_weak: false,
        }
    }

    /// Flash that holds this, and may not be written before it is erased.
    pub fn holding(bytes: &[u8]) -> Self {
        let mut chip = Self::new(bytes.len() / PAGE);
        chip.bytes.copy_from_slice(bytes);
        chip.fresh.fill(false);
        chip
    }

    pub fn cut_after(&mut self, bytes: u64, cut: Cut, seed: u64) {
        (self.left, self.cut, self.noise) = (Some(bytes), cut, Stream::random(seed));
    }

    /// From here on, one bit of each byte stays one.
    pub fn wear_out(&mut self) {
        self.stuck = 0x10;
    }

    /// As an erase leaves it that ended too early: it reads as blank, and takes no words.
    pub fn weaken(&mut self) {
        self.is_weak = true;
    }

    pub fn restore(&mut self) {
        (self.left, self.off) = (None, false);
    }

    fn on(&self) -> Result<(), NoPower> {
        if self.off { Err(NoPower) } else { Ok(()) }
    }

    /// How many of these bytes get done.
    fn spend(&mut self, bytes: usize) -> usize {
        let done = self.left.map_or(bytes, |left| bytes.min(left as usize));
        self.left = self.left.map(|left| left - done as u64);
        self.done += done as u64;
        // Right behind the last byte is a moment too: all is done, and nobody is told.
        self.off = self.left == Some(0);
        done
    }

    /// Puts `new` at `at`, where the power goes on the way.
    fn cut_short(&mut self, at: usize, new: &[u8]) {
        let middle = new.len().div_ceil(2);
        let new_is_erased = new.len() == PAGE;
        for (offset, new) in new.iter().enumerate() {
            let old = self.bytes[at + offset];
            self.bytes[at + offset] = match self.cut {
                Cut::Unchanged => old,
                Cut::Zeros if new_is_erased => 0,
                Cut::Done | Cut::Zeros => *new,
                Cut::Front if offset < middle => *new,
                Cut::Back if offset >= middle => *new,
                Cut::Front | Cut::Back => old,
                Cut::Noise => {
                    let [mask] = self.noise.draw().unwrap();
                    (old & mask) | (new & !mask)
                }
            };
        }
    }

    fn look(&self, at: u32, out: &mut [u8]) -> Result<(), NoPower> {
        self.on()?;
        assert!(at as usize % W == 0 && out.len() % W == 0, "reads are of whole words");
        out.copy_from_slice(&self.bytes[at as usize..][..out.len()]);
        Ok(())
    }

    fn put(&mut self, at: u32, new: &[u8]) -> Result<(), NoPower> {
        self.on()?;
        let at = at as usize;
        assert!(at % W == 0 && new.len() % W == 0, "writes are of whole words");
        if self.is_weak {
            return Err(NoPower);
        }
        for (index, word) in new.chunks(W).enumerate() {
            let from = at + index * W;
            let done = self.spend(W);
            if done == 0 {
                return Err(NoPower);
            }
            assert!(std::mem::take(&mut self.fresh[from / W]), "the word at {from} is written twice");
            if done < W {
                self.cut_short(from, word);
                // What reads as erased may be written: no store can tell it from what was never touched.
                self.fresh[from / W] = self.bytes[from..][..W].iter().all(|byte| *byte == 0xff);
                return Err(NoPower);
            }
            for (byte, new) in self.bytes[from..].iter_mut().zip(word) {
                *byte = new | self.stuck;
            }
        }
        self.on()
    }

    fn clear(&mut self, from: u32, to: u32) -> Result<(), NoPower> {
        self.on()?;
        assert!(from as usize % PAGE == 0 && to as usize % PAGE == 0 && from < to, "erases are of whole pages");
        self.is_weak = false;
        for page in from as usize / PAGE..to as usize / PAGE {
            self.erased[page] += 1;
            if self.spend(PAGE) < PAGE {
                // Weak all over, whatever it reads as.
                self.fresh[page * PAGE / W..][..PAGE / W].fill(false);
                self.cut_short(page * PAGE, &[0xff; PAGE]);
                return Err(NoPower);
            }
            self.bytes[page * PAGE..][..PAGE].fill(0xff);
            self.fresh[page * PAGE / W..][..PAGE / W].fill(true);
        }
        self.on()
    }

    async fn turn(&self) {
        let mut taken = !self.slow;
        poll_fn(|_| if std::mem::replace(&mut taken, true) { Poll::Ready(()) } else { Poll::Pending }).await;
    }
}

/// The power is off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoPower;

impl fmt::Display for NoPower {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the power is off")
    }
}

impl std::error::Error for NoPower {}

impl blocking::NorFlashError for NoPower {
    fn kind(&self) -> blocking::NorFlashErrorKind {
        blocking::NorFlashErrorKind::Other
    }
}

impl<const W: usize, const PAGE: usize> blocking::ErrorType for Chip<W, PAGE> {
    type Error = NoPower;
}

impl<const W: usize, const PAGE: usize> blocking::ReadNorFlash for Chip<W, PAGE> {
    const READ_SIZE: usize = W;

    fn read(&mut self, at: u32, out: &mut [u8]) -> Result<(), NoPower> {
        self.look(at, out)
    }

    fn capacity(&self) -> usize {
        self.bytes.len()
    }
}

impl<const W: usize, const PAGE: usize> blocking::NorFlash for Chip<W, PAGE> {
    const WRITE_SIZE: usize = W;
    const ERASE_SIZE: usize = PAGE;

    fn erase(&mut self, from: u32, to: u32) -> Result<(), NoPower> {
        self.clear(from, to)
    }

    fn write(&mut self, at: u32, new: &[u8]) -> Result<(), NoPower> {
        self.put(at, new)
    }
}

impl<const W: usize, const PAGE: usize> asynchronous::ReadNorFlash for Chip<W, PAGE> {
    const READ_SIZE: usize = W;

    async fn read(&mut self, at: u32, out: &mut [u8]) -> Result<(), NoPower> {
        self.turn().await;
        self.look(at, out)
    }

    fn capacity(&self) -> usize {
        self.bytes.len()
    }
}

impl<const W: usize, const PAGE: usize> asynchronous::NorFlash for Chip<W, PAGE> {
    const WRITE_SIZE: usize = W;
    const ERASE_SIZE: usize = PAGE;

    async fn erase(&mut self, from: u32, to: u32) -> Result<(), NoPower> {
        self.turn().await;
        self.clear(from, to)
    }

    async fn write(&mut self, at: u32, new: &[u8]) -> Result<(), NoPower> {
        self.turn().await;
        self.put(at, new)
    }
}

pub fn mark(unix_ms: u64) -> Mark {
    Mark::from_unix_ms(unix_ms).unwrap()
}

pub fn raise(unix_ms: u64) -> DueMark {
    DueMark::from_parts(mark(unix_ms), Save::Raise)
}

pub fn replace(unix_ms: u64) -> DueMark {
    DueMark::from_parts(mark(unix_ms), Save::Replace)
}
