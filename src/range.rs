//! Ranges: ids that a coordinator grants in spans, and that are handed out without it.
//!
//! A database, a ticket server or another device grants a *span* of integers; from then on ids come out of memory, until the
//! span runs low and the next one is asked for. The ids are as short as a counter's, and need neither a clock nor randomness.
//!
//! ```text
//!  coordinator ──span──▶ Ranges ──id──▶
//!       ▲                  │  ▲
//!       └────request───────┘  └── Stock (what is left, to be kept)
//! ```
//!
//! | to | use |
//! |---|---|
//! | say which integers were granted | [`Span::new`], [`Span::of_count`]; [`Span::stepped`] for odd and even tickets |
//! | read what Hibernate keeps | [`Span::from_hilo`], [`Span::from_pooled`], [`Span::from_pooled_lo`] |
//! | hand out ids | [`Ranges::take`]; [`Ranges::take_many`], all or none |
//! | ask for more in time | [`Ranges::request_due`], whenever there is time for it; [`Ranges::next_due_ms`] says when |
//! | answer | [`Ranges::supply`], or [`Ranges::failed`] with a few random bits |
//! | keep spans over restarts | [`Blocks`], and [`Ready`] for their ids; or [`Ranges::claim`], then [`Stock::to_bytes`], then use the block; [`Ranges::resume`] |
//! | share what is kept with others | [`Ranges::restock`] with what the store holds, one thing, and store the stock if it holds that yet |
//! | be a coordinator | a [`Stock`] with one large span, and [`Stock::claim`] |
//! | give back what is left | [`Ranges::drain`] |
//! | watch it | [`Ranges::meter`] |
//!
//! # What the ids promise
//!
//! - They are **unique**, as long as the coordinator grants no integer twice. What it granted to *this* allocator is checked,
//!   a span that overlaps an earlier one is refused.
//! - There are **gaps**: a crash loses the spans held, and nothing else; what was given back may be granted to others later,
//!   or never.
//! - They are ordered **only within a span**. Two clients hold two spans at a time, and the one with the higher span may use it
//!   first: an id that is larger may be older. Whoever reads rows in the order of such ids, "all above the last one I have seen",
//!   misses those that come in below it.
//!
//! # Losing nothing twice
//!
//! What is kept must be kept *before* an id is used. So a stock is never saved behind each id; a block is claimed, the stock
//! is saved without it, and then the block's ids are handed out. The next start goes on behind the block.
//!
//! ```
//! use mintid::range::{Ceiling, Options, Ranges, Span, Stock, StockError};
//!
//! # let mut flash = [0xff; Stock::<2>::BYTES];
//! let stock = match Stock::<2>::from_bytes(&flash) {
//!     Ok(stock) => stock,
//!     Err(StockError::Erased) => Stock::new(Ceiling::I64), // the very first start
//!     Err(error) => return Err(error.into()),
//! };
//! let mut ids = Ranges::resume(Options::new(), stock)?;
//! if let Some(request) = ids.request_due(0) {
//!     ids.supply(request.ticket, Span::of_count(1_001, request.want)?)?;
//! }
//!
//! let mut block = ids.claim(32)?.ids();
//! flash = ids.stock().to_bytes();
//! assert_eq!(block.next(), Some(1_001));
//!
//! // The power goes: 31 ids are lost, none is given twice.
//! let mut ids = Ranges::resume(Options::new(), Stock::<2>::from_bytes(&flash)?)?;
//! assert_eq!(ids.take(), Ok(1_033));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! From many threads, an allocator stands behind a lock: an id takes a few nanoseconds.

mod asking;
mod blocks;
mod ceiling;
mod granted;
mod hilo;
mod meter;
mod options;
mod ranges;
mod ready;
mod request;
mod span;
mod span_error;
mod spans;
mod stock;
mod stored;
mod supply_error;

pub use blocks::Blocks;
pub use ceiling::Ceiling;
pub use meter::Meter;
pub use options::Options;
pub use ranges::Ranges;
pub use ready::{Level, Ready};
pub use request::{Empty, Refused, Request, Ticket};
pub use span::Span;
pub use span_error::SpanError;
pub use spans::{Ids, Spans};
pub use stock::Stock;
pub use stored::StockError;
pub use supply_error::SupplyError;
