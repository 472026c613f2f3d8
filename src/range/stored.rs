//! A stock as bytes, for flash, a file or a browser's database.
//!
//! ```text
//! "mSpn" (4) │ version, 1 (1) │ places, N (1) │ ceiling (8) │ granted: 4 spans (72) │ left: N spans (18 N) │ CRC-32 (4)
//! a span: first (8) │ how many follow it (8) │ step (2); of no span, zeros
//! ```
//!
//! Numbers are big-endian. Bytes behind the checksum are not looked at, so that a store may round the length up.

use core::fmt;

use super::granted::{Granted, meeting};
use super::{Ceiling, Span, Stock};
use crate::crc32::crc32;

const NAME: [u8; 4] = *b"mSpn";
const VERSION: u8 = 1;
const HEAD: usize = NAME.len() + 2;
const PLACE: usize = 18;
const CHECK: usize = 4;

/// How many bytes a stock of so many places has.
const fn length(places: usize) -> usize {
    HEAD + 8 + PLACE * (Granted::PLACES + places) + CHECK
}

impl<const N: usize> Stock<N> {
    /// How many bytes [`to_bytes`](Self::to_bytes) makes: 90, and 18 for each place.
    pub const BYTES: usize = length(N);

    /// The stock as bytes, to be kept. `L` is [`BYTES`](Self::BYTES), which is checked when this is compiled.
    ///
    /// ```
    /// use mintid::range::{Ceiling, Span, Stock};
    ///
    /// let mut stock = Stock::<4>::new(Ceiling::I64);
    /// stock.add(Span::new(1, 1_000)?)?;
    /// let bytes: [u8; Stock::<4>::BYTES] = stock.to_bytes();
    /// assert_eq!(Stock::from_bytes(&bytes), Ok(stock));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_bytes<const L: usize>(&self) -> [u8; L] {
        const { assert!(L == Self::BYTES, "take an array of `Stock::BYTES` bytes") };
        let mut bytes = [0; L];
        // It has room, as was checked.
        let _ = self.write_to(&mut bytes);
        bytes
    }

    /// Writes the same bytes to the front of a buffer, for a store whose records hold more than the stock. Gives what it wrote;
    /// `None`, and nothing is written, where the buffer has fewer than [`BYTES`](Self::BYTES).
    pub fn write_to<'a>(&self, buffer: &'a mut [u8]) -> Option<&'a mut [u8]> {
        let bytes = buffer.get_mut(..Self::BYTES)?;
        let mut rest = &mut *bytes;
        put(&mut rest, NAME);
        put(&mut rest, [VERSION, N as u8]);
        put(&mut rest, self.ceiling.max_id().to_be_bytes());
        for place in self.granted.places().into_iter().chain(self.spans.places()) {
            put(&mut rest, place_to_bytes(place));
        }
        if let Some((body, check)) = bytes.split_last_chunk_mut::<CHECK>() {
            *check = crc32(body).to_be_bytes();
        }
        Some(bytes)
    }

    /// The stock that was kept, also by one of another number of places, as long as its spans find a place here.
    ///
    /// # Errors
    ///
    /// [`StockError`]: nothing that is not whole, down to the last bit, is taken for a stock.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, StockError> {
        if !bytes.is_empty() && bytes.iter().all(|byte| *byte == 0xff) {
            return Err(StockError::Erased);
        }
        let Some((&[a, b, c, d, version, places], _)) = bytes.split_first_chunk::<HEAD>() else {
            return Err(StockError::Foreign);
        };
        if [a, b, c, d] != NAME {
            return Err(StockError::Foreign);
        }
        if version != VERSION {
            return Err(StockError::Version { found: version });
        }
        let whole = bytes.get(..length(places.into())).and_then(<[u8]>::split_last_chunk::<CHECK>);
        let Some((body, check)) = whole else { return Err(StockError::Damaged) };
        if crc32(body).to_be_bytes() != *check {
            return Err(StockError::Damaged);
        }
        read(body.get(HEAD..).unwrap_or_default())
    }
}

/// Reads what stands between head and check.
fn read<const N: usize>(mut rest: &[u8]) -> Result<Stock<N>, StockError> {
    let ceiling = take(&mut rest).map(u64::from_be_bytes).ok_or(StockError::Damaged)?;
    let mut stock = Stock::new(Ceiling::at(ceiling));
    let mut granted = [None; Granted::PLACES];
    for place in &mut granted {
        *place = place_from_bytes(take(&mut rest).ok_or(StockError::Damaged)?)?;
    }
    stock.granted = Granted::of(granted);
    while let Some(bytes) = take(&mut rest) {
        let Some(span) = place_from_bytes(bytes)? else { continue };
        let sound = span.last() <= ceiling && stock.granted.holds(span);
        if !sound || stock.spans.iter().any(|other| meeting(other, span).is_some()) {
            return Err(StockError::Damaged);
        }
        if !stock.spans.push(span) {
            return Err(StockError::TooMany);
        }
    }
    Ok(stock)
}

fn put<const L: usize>(rest: &mut &mut [u8], part: [u8; L]) {
    if let Some((front, behind)) = core::mem::take(rest).split_first_chunk_mut() {
        *front = part;
        *rest = behind;
    }
}

fn take<const L: usize>(rest: &mut &[u8]) -> Option<[u8; L]> {
    let (front, behind) = rest.split_first_chunk()?;
    *rest = behind;
    Some(*front)
}

fn place_to_bytes(place: Option<Span>) -> [u8; PLACE] {
    let mut bytes = [0; PLACE];
    if let Some(span) = place {
        let mut rest = bytes.as_mut_slice();
        put(&mut rest, span.first.to_be_bytes());
        put(&mut rest, span.more.to_be_bytes());
        put(&mut rest, span.step.get().to_be_bytes());
    }
    bytes
}

fn place_from_bytes(bytes: [u8; PLACE]) -> Result<Option<Span>, StockError> {
    let [a, b, c, d, e, f, g, h, more @ .., s, t] = bytes;
    let first = u64::from_be_bytes([a, b, c, d, e, f, g, h]);
    match (first, u64::from_be_bytes(more), u16::from_be_bytes([s, t])) {
        (0, 0, 0) => Ok(None),
        (first, more, step) => Span::of_more(first, more, step).map(Some).map_err(|_| StockError::Damaged),
    }
}

/// Why bytes are no stock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StockError {
    /// All ones: flash that was erased and never written.
    Erased,
    /// They do not begin as a stock does: empty, or somebody else's.
    Foreign,
    /// A stock of another version.
    Version {
        /// That version.
        found: u8,
    },
    /// A stock that was changed, cut short, or not written to the end.
    Damaged,
    /// A stock with more spans than there are places here.
    TooMany,
}

impl fmt::Display for StockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Erased => f.write_str("nothing was kept yet: begin with an empty stock"),
            Self::Foreign => f.write_str("these bytes are not a stock: check what else is kept there"),
            Self::Version { found } => write!(f, "a stock of version {found}, and {VERSION} is known here"),
            Self::Damaged => f.write_str("the stock is damaged: begin with an empty one, its ids are lost"),
            Self::TooMany => f.write_str("the stock has more spans than places here: take as many as it was kept with"),
        }
    }
}

impl core::error::Error for StockError {}
