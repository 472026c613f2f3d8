//! C's memory with a generator in it.
//!
//! A word stands before the generator: a seal, which tells memory with a generator from memory without, and a generator from a
//! copy of it elsewhere, since it is made of the address. It tells as well that a call is at work. Calls on one core come
//! back in the order of their interrupts, so for them a word that is read and then written is enough: an interrupt between
//! the two has ended before the second.

use core::sync::atomic::{AtomicUsize, Ordering, compiler_fence};

use crate::ids::{Calls, Ids};
use crate::status::{Fault, Status};
use crate::supply::Wall;

/// The size of a generator, in words of 64 bits. It may grow with a new version.
pub const WORDS: usize = 32;

/// Memory for one generator, which the program has for it: a static variable, or part of one.
///
/// It may hold anything before it is initialised; but in memory that outlives a reset it must be cleared first. It must not be
/// copied or moved after that: a copy would mint the same ids again, and is refused.
#[repr(C)]
#[derive(Debug)]
pub struct Generator {
    state: [u64; WORDS],
}

/// What is in it.
pub struct Held {
    /// C's clock. It is read once a call, and what it says is set in the generator's own.
    pub wall: Wall,
    /// What works on the generator, whatever it mints.
    pub calls: &'static Calls,
    pub ids: Ids,
}

impl Held {
    /// Reads C's clock for all that follows.
    pub fn read(&mut self) -> Result<(), Fault> {
        let reading = self.wall.read();
        (self.calls.set_clock)(&mut self.ids, reading)
    }
}

#[repr(C)]
struct Sealed {
    seal: AtomicUsize,
    held: Held,
}

const _: () =
    assert!(size_of::<Sealed>() <= size_of::<Generator>(), "a generator does not fit the memory C has for it");
const _: () = assert!(align_of::<Sealed>() <= align_of::<Generator>(), "a generator is aligned more than C's memory");

/// Seals, but for the address.
const READY: usize = 0x6D69_6E74;
const IN_USE: usize = 0x7573_6564;

/// Puts a generator there, whatever was there before, unless a call is at work with it.
pub fn put(generator: *mut Generator, held: Held) -> Result<(), Fault> {
    let (sealed, seal) = unsealed(generator)?;
    if seal.load(Ordering::Relaxed) == generator.addr() ^ IN_USE {
        return Err(Status::Busy.into());
    }
    seal.store(generator.addr() ^ IN_USE, Ordering::Relaxed);
    compiler_fence(Ordering::SeqCst);
    // SAFETY: `unsealed` has looked at the pointer, and no other call is at work there. What was there needs no drop.
    unsafe { (&raw mut (*sealed).held).write(held) };
    compiler_fence(Ordering::SeqCst);
    seal.store(generator.addr() ^ READY, Ordering::Relaxed);
    Ok(())
}

/// Does something with the generator that is there.
pub fn with<T>(generator: *mut Generator, act: impl FnOnce(&mut Held) -> Result<T, Fault>) -> Result<T, Fault> {
    let (sealed, seal) = unsealed(generator)?;
    let found = seal.load(Ordering::Relaxed);
    if found == generator.addr() ^ IN_USE {
        return Err(Status::Busy.into());
    }
    if found != generator.addr() ^ READY {
        return Err(Status::NoGenerator.into());
    }
    seal.store(generator.addr() ^ IN_USE, Ordering::Relaxed);
    compiler_fence(Ordering::SeqCst);
    // SAFETY: the seal says that `put` has been here, with this address; and that no other call is at work, which would have
    // been turned away above as any will be until the next seal. Two threads, which the header forbids, are not seen here.
    let outcome = act(unsafe { &mut (*sealed).held });
    compiler_fence(Ordering::SeqCst);
    seal.store(generator.addr() ^ READY, Ordering::Relaxed);
    outcome
}

/// The memory and its seal.
fn unsealed<'a>(generator: *mut Generator) -> Result<(*mut Sealed, &'a AtomicUsize), Fault> {
    if generator.is_null() || !generator.is_aligned() {
        return Err(Status::Pointer.into());
    }
    let sealed = generator.cast::<Sealed>();
    // SAFETY: neither null nor misaligned, and the header has it that a `Generator` of C's is there, which is as large. Any bits
    // are a number, and nothing but this reference is ever made to it.
    Ok((sealed, unsafe { &(*sealed).seal }))
}
