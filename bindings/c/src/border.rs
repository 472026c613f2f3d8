//! Pointers from C. What a pointer may be checked for is checked: that it is not null, and that it is aligned.
//!
//! Nothing of C's is borrowed for longer than a copy takes, so that what comes in may lie where something goes out.

use core::ffi::c_char;
use core::ptr::NonNull;

use crate::status::{Fault, Status};

/// The bytes of an id, in network order.
pub type Bytes = [u8; 16];

/// A place that C lends to a call, for something to be written there.
#[derive(Debug, Clone, Copy)]
pub struct Place<T>(NonNull<T>);

impl<T> Place<T> {
    /// The place behind a pointer.
    pub fn at(pointer: *mut T) -> Result<Self, Fault> {
        let is_aligned = pointer.is_aligned();
        NonNull::new(pointer).filter(|_| is_aligned).map(Self).ok_or(Status::Pointer.into())
    }

    /// The place behind a pointer that may be null, for what not every caller wants to know.
    pub fn maybe(pointer: *mut T) -> Result<Option<Self>, Fault> {
        if pointer.is_null() { Ok(None) } else { Self::at(pointer).map(Some) }
    }

    /// Writes to it.
    pub fn put(self, value: T) {
        // SAFETY: neither null nor misaligned, and the header has it that such a pointer leads to something that may be written
        // during the call. What is overwritten is plain data of C's.
        unsafe { self.0.write(value) }
    }
}

/// Places in a row.
#[derive(Debug, Clone, Copy)]
pub struct Places<T> {
    first: NonNull<T>,
    count: usize,
}

impl<T> Places<T> {
    /// The places from a pointer on. No memory holds so many that their size is no `isize`.
    pub fn from(pointer: *mut T, count: usize) -> Result<Self, Fault> {
        let fits = count.checked_mul(size_of::<T>()).is_some_and(|size| isize::try_from(size).is_ok());
        let Place(first) = Place::at(pointer)?;
        if fits { Ok(Self { first, count }) } else { Err(Status::Pointer.into()) }
    }

    /// All of them, the first one first.
    pub fn each(self) -> impl Iterator<Item = Place<T>> {
        // SAFETY: `n` is below the count, and the header has it that so many lie there in one piece.
        (0..self.count).map(move |n| Place(unsafe { self.first.add(n) }))
    }
}

/// A copy of what C hands in.
pub fn given<T: Copy>(pointer: *const T) -> Result<T, Fault> {
    let Place(place) = Place::at(pointer.cast_mut())?;
    // SAFETY: neither null nor misaligned, and the header has it that such a pointer leads to a value. Each type here is made of
    // integers, for which any bits will do.
    Ok(unsafe { place.read() })
}

/// More than any spelling of an id, by which a text that is too long is known for one.
const LONGEST: usize = 64;

/// Does something with text that C hands in. Of a text that is too long for an id only the beginning is looked at.
pub fn with_text<T>(pointer: *const c_char, length: usize, act: impl FnOnce(&[u8]) -> T) -> Result<T, Fault> {
    let Place(first) = Place::at(pointer.cast_mut())?;
    let length = length.min(LONGEST);
    // SAFETY: not null, and the header has it that so many characters lie there. Nothing is written before `act` is over.
    Ok(act(unsafe { core::slice::from_raw_parts(first.cast::<u8>().as_ptr(), length) }))
}
