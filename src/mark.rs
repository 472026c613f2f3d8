//! Marks: order that survives a reboot, a reload or a power cut.
//!
//! A generator that has lost its memory would start again below ids it has already issued, wherever its clock has stepped
//! back meanwhile. So it saves a [`Mark`] *ahead* of use and issues only below it (RFC 9562 section 6.3 asks for stable
//! storage; a mark saved a window ahead asks for one write a window instead of one an id). The next run starts at the mark.
//!
//! It does so as long as its clock is no further behind the mark than the window and the bound of
//! [`OnBehind`](crate::policy::OnBehind) together. Of a clock further behind, either the mark or the clock is wrong, and
//! [`Beyond`](crate::policy::Beyond) says what then: no ids, or, as is usual, ids from the clock's time on, out of order and
//! counted as a restart. `OnBehind::Refuse` and `Wait` give none.
//!
//! The core never touches a store. It offers the mark that is due and is told when it has been saved:
//!
//! ```
//! use mintid::clock::ManualClock;
//! use mintid::entropy::FromFn;
//! use mintid::{Mark, V7Generator, uuid::v7};
//!
//! # fn load() -> Option<Mark> { Mark::from_bytes([0xff; 8]) }
//! # fn save(_: Mark) {}
//! # let random = FromFn::new(|bytes: &mut [u8]| { bytes.fill(7); Ok::<(), core::convert::Infallible>(()) });
//! let clock = ManualClock::at_ms(1_764_417_600_000);
//! let mut ids = V7Generator::with(v7::Options::new().mark_window_ms(60_000), &clock, random);
//!
//! match load() {
//!     Some(mark) => ids.start_from(mark)?,
//!     None => ids.start_without_mark()?, // the very first run: said explicitly
//! }
//! ids.observe()?; // one reading, so that the mark is measured from now
//! if let Some(due) = ids.mark_due() {
//!     save(due.mark());
//!     ids.mark_saved(due);
//! }
//! let id = ids.generate()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Where the store answers at once, [`Kept`](crate::kept::Kept) does all this.

use core::fmt;

/// A time that every id issued so far lies below, in Unix milliseconds.
///
/// Exclusive: an id may carry the mark's own time only after the next mark is saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark(u64);

impl Mark {
    /// The mark at this Unix time; `None` for `u64::MAX`, which is what erased flash reads as.
    #[must_use]
    pub const fn from_unix_ms(unix_ms: u64) -> Option<Self> {
        if unix_ms == u64::MAX { None } else { Some(Self(unix_ms)) }
    }

    /// The mark in a store's 8 big-endian bytes; `None` for all ones, which is what erased flash reads as.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 8]) -> Option<Self> {
        Self::from_unix_ms(u64::from_be_bytes(bytes))
    }

    /// The mark's Unix time in milliseconds.
    #[must_use]
    pub const fn unix_ms(self) -> u64 {
        self.0
    }

    /// 8 big-endian bytes for a store.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; 8] {
        self.0.to_be_bytes()
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ms", self.0)
    }
}

/// How a mark has to be saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
// As wide as the mark beside it on small cores: see `Refusal`.
#[cfg_attr(not(any(target_pointer_width = "64", target_family = "wasm")), repr(u64))]
pub enum Save {
    /// Read the store and write the greater of the two: another owner of the same key must not be lowered.
    Raise,
    /// Write it whatever the store holds: a restart from an earlier time, or the flush of a single owner.
    ///
    /// Once it is written, the next start goes by it, even where the clock has come back meanwhile and the restart is never
    /// made: until the mark is raised again, which is due at once, that start may come below ids of this run.
    Replace,
}

/// A mark that is due, and how to save it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DueMark {
    mark: Mark,
    save: Save,
}

impl DueMark {
    pub(crate) const fn new(unix_ms: u64, save: Save) -> Self {
        // All ones is no mark; one below is past every horizon all the same.
        let unix_ms = if unix_ms == u64::MAX { unix_ms - 1 } else { unix_ms };
        Self { mark: Mark(unix_ms), save }
    }

    /// One that was taken apart, by a binding that carries it as numbers while its store answers.
    #[must_use]
    pub const fn from_parts(mark: Mark, save: Save) -> Self {
        Self { mark, save }
    }

    /// The mark to save.
    #[must_use]
    pub const fn mark(self) -> Mark {
        self.mark
    }

    /// How to save it.
    #[must_use]
    pub const fn save(self) -> Save {
        self.save
    }

    /// What to write over a store that holds `stored`.
    ///
    /// ```
    /// # use mintid::clock::ManualClock;
    /// # use mintid::entropy::FromFn;
    /// # use mintid::{Mark, V7Generator, uuid::v7};
    /// # let random = FromFn::new(|bytes: &mut [u8]| { bytes.fill(7); Ok::<(), core::convert::Infallible>(()) });
    /// # let clock = ManualClock::at_ms(5_000);
    /// # let mut ids = V7Generator::with(v7::Options::new().mark_window_ms(1_000), &clock, random);
    /// # ids.start_without_mark()?;
    /// # ids.observe()?;
    /// let due = ids.mark_due().expect("a start needs a mark");
    /// assert_eq!(due.mark().unix_ms(), 6_000);
    /// // Another tab has been faster: its mark stays.
    /// assert_eq!(due.over(Mark::from_unix_ms(9_000)).unix_ms(), 9_000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn over(self, stored: Option<Mark>) -> Mark {
        match (self.save, stored) {
            (Save::Raise, Some(stored)) => self.mark.max(stored),
            _ => self.mark,
        }
    }
}

/// Why a run could not be started as asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StartError {
    /// The mark lies past the end of the time field, that of v7 and ULID where a layout's ends earlier: the store holds something
    /// else. Between the two ends it is a time, and ids are refused by their distance from it.
    MarkInvalid,
    /// Ids have been issued already; a start comes before the first.
    Running,
    /// The generator was made without a mark window, so nothing would be saved.
    WithoutWindow,
    /// The id is not one this generator could have issued.
    ForeignId,
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::MarkInvalid => "the mark is past the end of the time field: check what the store holds",
            Self::Running => "ids have been issued already: start before the first one",
            Self::WithoutWindow => "the generator uses no marks: give its options a mark window",
            Self::ForeignId => "the id is of another kind than this generator issues: give it one of its own",
        })
    }
}

impl core::error::Error for StartError {}
