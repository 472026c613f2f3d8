//! The operating system's randomness, and a cipher that stretches it for each thread.

use core::fmt;
use core::mem::ManuallyDrop;
use rust_std::cell::RefCell;
use rust_std::thread_local;

use chacha20::ChaCha8Rng;
use forkguard::Guard;
use rand_core_v0_10::{Rng, SeedableRng};

use crate::entropy::{Entropy, Pool};

/// The operating system's random source, asked at each draw.
///
/// A draw is a system call. Put a [`Pool`] before it, or use [`ThreadEntropy`].
#[derive(Debug, Clone, Copy, Default)]
pub struct OsEntropy;

impl Entropy for OsEntropy {
    type Error = OsError;

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), OsError> {
        getrandom::fill(bytes).map_err(|error| OsError(OsErrorKind::Random(error)))
    }
}

/// The operating system gave no randomness.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OsError(OsErrorKind);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OsErrorKind {
    Random(getrandom::Error),
    /// The hook that tells a forked child: without it two processes would share one stream.
    ForkHook,
}

impl OsError {
    /// The system's own error number, where there is one.
    #[must_use]
    pub fn raw_os_error(&self) -> Option<i32> {
        match self.0 {
            OsErrorKind::Random(error) => error.raw_os_error(),
            OsErrorKind::ForkHook => None,
        }
    }
}

impl fmt::Display for OsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            OsErrorKind::Random(error) => write!(f, "the operating system gave no randomness: {error}"),
            OsErrorKind::ForkHook => f.write_str("the operating system took no fork hook: free some memory"),
        }
    }
}

impl core::error::Error for OsError {}

/// A cryptographic generator for each thread, seeded by the operating system.
///
/// ChaCha with 8 rounds, seeded anew after every 64 KiB. It draws 512 bytes at a time and wipes what it hands out. A forked
/// child notices at its first draw, throws away what it has inherited and seeds anew; after a snapshot, in a restored
/// virtual machine, or after a fork that goes past the C library (a bare `clone`), call [`discard`](Self::discard) on each
/// thread.
///
/// A generator of your own over it keeps its tick over a fork. Where a step draws nothing, as ULIDs plus one do, parent and
/// child then give the same ids: a child makes a new generator.
#[derive(Debug, Clone, Copy, Default)]
pub struct ThreadEntropy;

impl ThreadEntropy {
    /// Throws away what this thread holds; the next draw seeds anew.
    pub fn discard() {
        THREAD.with_borrow_mut(Thread::discard);
    }

    /// The next bytes, where this thread holds so many: nearly always. `None` says nothing but that a draw has to be made.
    #[inline]
    pub(super) fn draw_held<const N: usize>() -> Option<[u8; N]> {
        THREAD.with_borrow_mut(|thread| {
            if thread.guard.as_mut()?.detected_fork() {
                thread.discard();
            }
            thread.pool.draw_held()
        })
    }
}

impl Entropy for ThreadEntropy {
    type Error = OsError;

    #[inline]
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), OsError> {
        THREAD.with_borrow_mut(|thread| {
            thread.notice_forks()?;
            thread.pool.fill(bytes)
        })
    }

    #[inline]
    fn draw<const N: usize>(&mut self) -> Result<[u8; N], OsError> {
        match Self::draw_held() {
            Some(bytes) => Ok(bytes),
            None => draw_slowly(),
        }
    }
}

#[cold]
#[inline(never)]
fn draw_slowly<const N: usize>() -> Result<[u8; N], OsError> {
    let mut bytes = [0; N];
    ThreadEntropy.fill(&mut bytes)?;
    Ok(bytes)
}

thread_local! {
    static THREAD: RefCell<Thread> = const { RefCell::new(Thread { pool: Pool::new(Seeded { cipher: ManuallyDrop::new(None), left: 0 }), guard: None }) };
}

struct Thread {
    pool: Pool<Seeded, 512>,
    guard: Option<Guard>,
}

impl Thread {
    #[cold]
    fn discard(&mut self) {
        *self.pool.get_mut().cipher = None;
        self.pool.discard();
    }

    fn notice_forks(&mut self) -> Result<(), OsError> {
        match &mut self.guard {
            Some(guard) => {
                if guard.detected_fork() {
                    self.discard();
                }
            }
            // Made at the first use, before anything is drawn: nothing can have been inherited then.
            none => *none = Some(Guard::try_new().map_err(|_| OsError(OsErrorKind::ForkHook))?),
        }
        Ok(())
    }
}

/// The cipher, and how many bytes it may give until it is seeded anew.
struct Seeded {
    /// Without a destructor, a thread's last ids may be minted in the destructors of its other thread-local values.
    cipher: ManuallyDrop<Option<ChaCha8Rng>>,
    left: usize,
}

const RESEED_AFTER: usize = 64 * 1024;

impl Entropy for Seeded {
    type Error = OsError;

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), OsError> {
        if self.left < bytes.len() {
            *self.cipher = None;
        }
        let cipher = match &mut *self.cipher {
            Some(cipher) => cipher,
            unseeded => {
                let mut seed = [0; 32];
                OsEntropy.fill(&mut seed)?;
                self.left = RESEED_AFTER.max(bytes.len());
                unseeded.insert(ChaCha8Rng::from_seed(seed))
            }
        };
        cipher.fill_bytes(bytes);
        self.left -= bytes.len();
        Ok(())
    }
}
