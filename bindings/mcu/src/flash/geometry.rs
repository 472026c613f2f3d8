//! Where records stand: places in pages.

use core::ops::Range;

use super::RangeError;

/// The place of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) page: u32,
    slot: u32,
}

impl Place {
    pub(super) const FIRST: Self = Self { page: 0, slot: 0 };

    /// Whether it is the first of its page.
    pub(super) const fn is_front(self) -> bool {
        self.slot == 0
    }
}

/// Sizes of a driver's flash, in bytes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sizes {
    /// What a record takes: whole words of the flash.
    slot: u32,
    page: u32,
}

impl Sizes {
    /// Of a driver that reads, writes and erases so much at once, and records of so many bytes, for which there are buffers of
    /// `longest`. Called when compiling, where a flash that cannot be used is then refused.
    pub(super) const fn of(read: usize, write: usize, erase: usize, record: usize, longest: usize) -> Self {
        let slot = if write > record { write } else { record };
        assert!(slot <= longest, "a word of this flash is longer than 64 bytes");
        assert!(slot % write == 0, "a record is no whole number of this flash's words");
        assert!(slot % read == 0, "a record is no whole number of what this flash reads at once");
        assert!(erase >= slot, "a page is shorter than a record");
        assert!(erase % write == 0, "a page is no whole number of words");
        Self { slot: slot as u32, page: erase as u32 }
    }
}

/// A region of two or more whole pages.
#[derive(Debug)]
pub(super) struct Geometry {
    sizes: Sizes,
    start: u32,
    pages: u32,
}

impl Geometry {
    #[inline(always)]
    pub(super) const fn new(sizes: Sizes, region: Range<u32>) -> Result<Self, RangeError> {
        let page = sizes.page;
        let pages = region.end.saturating_sub(region.start) / page;
        if pages < 2 || region.start % page != 0 || region.end % page != 0 {
            return Err(RangeError { page });
        }
        Ok(Self { sizes, start: region.start, pages })
    }

    pub(super) const fn region(&self) -> Range<u32> {
        self.start..self.start + self.pages * self.sizes.page
    }

    /// The bytes of a place's page.
    pub(super) const fn page(&self, place: Place) -> Range<u32> {
        let start = self.start + place.page * self.sizes.page;
        start..start + self.sizes.page
    }

    pub(super) const fn address(&self, place: Place) -> u32 {
        self.page(place).start + place.slot * self.sizes.slot
    }

    /// How many bytes a place has.
    pub(super) const fn slot(&self) -> usize {
        self.sizes.slot as usize
    }

    /// The next place, round to the first behind the last. What is left of a page behind its last record stays empty.
    pub(super) const fn after(&self, place: Place) -> Place {
        let slot = place.slot + 1;
        if (slot + 1) * self.sizes.slot <= self.sizes.page {
            return Place { slot, ..place };
        }
        self.page_after(place)
    }

    /// The front of the next page, round to the first behind the last.
    pub(super) const fn page_after(&self, place: Place) -> Place {
        let page = place.page + 1;
        Place { page: if page < self.pages { page } else { 0 }, slot: 0 }
    }

    /// The next place; `None` behind the last.
    pub(super) fn after_in_round(&self, place: Place) -> Option<Place> {
        Some(self.after(place)).filter(|after| *after != Place::FIRST)
    }
}
