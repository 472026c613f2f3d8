//! Text without a heap.
//!
//! The core writes an id's text into an array of exactly its length. This adds what firmware often has instead: a slice of a
//! larger buffer, and (feature `heapless`) the strings of that crate.
//!
//! ```
//! use mintid::{Ulid, Uuid};
//! use mintid_mcu::Text;
//!
//! let mut packet = [0; 64];
//! assert_eq!(Uuid::NIL.write_to(&mut packet[4..])?, "00000000-0000-0000-0000-000000000000");
//! assert!(Ulid::default().write_to(&mut packet[40..]).is_err()); // 24 bytes, and 26 are needed
//! # #[cfg(feature = "heapless")]
//! # {
//!
//! // With the feature `heapless`:
//! let text = Ulid::default().to_heapless(); // a `heapless::String<26>`
//! let mut line: heapless::String<40> = heapless::String::new();
//! Ulid::default().append_to(&mut line)?;
//! assert_eq!(line, text);
//! # }
//! # Ok::<(), mintid_mcu::text::NoRoom>(())
//! ```
//!
//! A Snowflake's text is its decimal digits. What sorts as the ids do is asked for by name: [`Base32`] and [`Hex`] around one.
//!
//! ```
//! use mintid::Snowflake;
//! use mintid_mcu::Text;
//! use mintid_mcu::text::{Base32, Hex};
//!
//! let id = Snowflake::from_u64(1_995_083_718_457_794_560);
//! let mut line = [0; 24];
//! assert_eq!(id.write_to(&mut line)?, "1995083718457794560");
//! assert_eq!(Base32(id).write_to(&mut line)?, "1QBZP297XF800");
//! assert_eq!(Hex(id).write_to(&mut line)?, "1baff6124fd7a000");
//! # Ok::<(), mintid_mcu::text::NoRoom>(())
//! ```

use core::fmt;

use mintid::{Ulid, Uuid};

mod snowflake;

pub use snowflake::{Base32, Hex};

/// An id's text in a caller's buffer, or in a string without a heap.
pub trait Text: sealed::Sealed {
    /// The length of the text, in bytes; of a Snowflake's decimal digits the most there may be.
    const LEN: usize;

    /// A string that has room for the text of every such id.
    #[cfg(feature = "heapless")]
    #[cfg_attr(docsrs, doc(cfg(feature = "heapless")))]
    type Heapless;

    /// Writes the text to the front of `out`, and lends it. What is behind it stays as it is.
    ///
    /// # Errors
    ///
    /// [`NoRoom`] for a buffer shorter than the text; nothing is written then.
    fn write_to<'a>(&self, out: &'a mut [u8]) -> Result<&'a str, NoRoom>;

    /// The text as a string.
    #[cfg(feature = "heapless")]
    #[cfg_attr(docsrs, doc(cfg(feature = "heapless")))]
    fn to_heapless(&self) -> Self::Heapless;

    /// Appends the text to a string.
    ///
    /// # Errors
    ///
    /// [`NoRoom`] where the rest of the string is shorter than the text; nothing is appended then.
    #[cfg(feature = "heapless")]
    #[cfg_attr(docsrs, doc(cfg(feature = "heapless")))]
    fn append_to<const N: usize>(&self, text: &mut heapless::String<N>) -> Result<(), NoRoom>;
}

mod sealed {
    /// The core's ids, and no other type.
    pub trait Sealed {}

    impl Sealed for mintid::Uuid {}
    impl Sealed for mintid::Ulid {}
    impl Sealed for mintid::Snowflake {}
    impl Sealed for super::Base32 {}
    impl Sealed for super::Hex {}
}

impl Text for Uuid {
    const LEN: usize = Self::TEXT_LEN;

    #[cfg(feature = "heapless")]
    type Heapless = heapless::String<{ Self::TEXT_LEN }>;

    fn write_to<'a>(&self, out: &'a mut [u8]) -> Result<&'a str, NoRoom> {
        let has = out.len();
        match out.first_chunk_mut() {
            Some(out) => Ok(self.encode_str(out)),
            None => Err(NoRoom { needs: Self::LEN, has }),
        }
    }

    #[cfg(feature = "heapless")]
    fn to_heapless(&self) -> Self::Heapless {
        as_long(self.encode_str(&mut [0; Self::TEXT_LEN]))
    }

    #[cfg(feature = "heapless")]
    fn append_to<const N: usize>(&self, text: &mut heapless::String<N>) -> Result<(), NoRoom> {
        append(self.encode_str(&mut [0; Self::TEXT_LEN]), text)
    }
}

impl Text for Ulid {
    const LEN: usize = Self::TEXT_LEN;

    #[cfg(feature = "heapless")]
    type Heapless = heapless::String<{ Self::TEXT_LEN }>;

    fn write_to<'a>(&self, out: &'a mut [u8]) -> Result<&'a str, NoRoom> {
        let has = out.len();
        match out.first_chunk_mut() {
            Some(out) => Ok(self.encode_str(out)),
            None => Err(NoRoom { needs: Self::LEN, has }),
        }
    }

    #[cfg(feature = "heapless")]
    fn to_heapless(&self) -> Self::Heapless {
        as_long(self.encode_str(&mut [0; Self::TEXT_LEN]))
    }

    #[cfg(feature = "heapless")]
    fn append_to<const N: usize>(&self, text: &mut heapless::String<N>) -> Result<(), NoRoom> {
        append(self.encode_str(&mut [0; Self::TEXT_LEN]), text)
    }
}

/// A string of a text that it has room for.
#[cfg(feature = "heapless")]
fn as_long<const N: usize>(text: &str) -> heapless::String<N> {
    let mut string = heapless::String::new();
    // It has room: `N` is the most that such a text has.
    let _ = string.push_str(text);
    string
}

#[cfg(feature = "heapless")]
fn append<const N: usize>(id: &str, text: &mut heapless::String<N>) -> Result<(), NoRoom> {
    let has = N - text.len();
    text.push_str(id).map_err(|_| NoRoom { needs: id.len(), has })
}

/// A buffer is shorter than the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct NoRoom {
    /// How many bytes the text has.
    pub needs: usize,
    /// How many there is room for.
    pub has: usize,
}

impl fmt::Display for NoRoom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the text has {} bytes and there is room for {}: give a longer buffer", self.needs, self.has)
    }
}

impl core::error::Error for NoRoom {}
