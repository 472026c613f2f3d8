//! The random source: bytes that the host sends, in order.

use mintid::entropy::Entropy;

use crate::words::unhex;

/// How many bytes are kept ready.
const KEPT: usize = 512;

/// The most bytes that an id draws. As long as so many are ready, or the host has no more, a draw is decided as it would be with
/// the whole stream at hand.
const DRAWN: usize = 16;

/// Bytes that have come and were not drawn yet.
pub struct Stream {
    bytes: [u8; KEPT],
    begin: usize,
    end: usize,
    is_over: bool,
}

/// Fewer bytes are left than were asked for; none was given.
#[derive(Debug)]
pub struct Over;

impl Stream {
    /// A stream of which nothing has come yet.
    pub const fn new() -> Self {
        Self { bytes: [0; KEPT], begin: 0, end: 0, is_over: false }
    }

    /// Whether the host should send more before the next id.
    pub const fn wants_more(&self) -> bool {
        !self.is_over && self.end.saturating_sub(self.begin) < DRAWN
    }

    /// Takes bytes as hex digits, at most half of what is kept; none means that there are no more.
    pub fn take(&mut self, digits: &[u8]) -> Option<()> {
        for (to, from) in (self.begin..self.end).enumerate() {
            if let Some(byte) = self.bytes.get(from).copied()
                && let Some(place) = self.bytes.get_mut(to)
            {
                *place = byte;
            }
        }
        self.end = self.end.saturating_sub(self.begin);
        self.begin = 0;
        let length = unhex(digits, self.bytes.get_mut(self.end..)?)?;
        self.end = self.end.checked_add(length)?;
        self.is_over |= length == 0;
        Some(())
    }
}

impl Entropy for Stream {
    type Error = Over;

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Over> {
        let given = self.bytes.get(self.begin..self.end).and_then(|ready| ready.get(..bytes.len())).ok_or(Over)?;
        for (place, byte) in bytes.iter_mut().zip(given) {
            *place = *byte;
        }
        self.begin = self.begin.saturating_add(bytes.len());
        Ok(())
    }
}
