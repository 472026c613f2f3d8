//! What main does with a generator, whatever its ids are.

use mintid::entropy::Entropy;
use mintid::kept::MarkStore;
use mintid::mark::DueMark;
use mintid::scheme::Scheme;
use mintid::{Cause, Refusal};
use mintid_firmware_board::flash::Flash;
use mintid_firmware_notes::{Id, Outcome, Screen};
use mintid_mcu::Shared;
use mintid_mcu::flash::BlockingFlashMark;
use mintid_mcu::shared::Error;

use crate::world::Wall;

/// A mark's place: two pages of the flash that nothing else uses.
pub type Store = BlockingFlashMark<Flash>;

/// A generator, where main shows what it does with it, and the flash of its mark.
pub struct Main<'a, S, E, const N: usize> {
    pub ids: &'a Shared<S, Wall, E, N>,
    pub screen: &'a mut Screen,
    pub store: Store,
}

impl<'a, S: Scheme<Id: Into<Id>>, E: Entropy, const N: usize> Main<'a, S, E, N> {
    /// Starts the run at the mark that the flash holds.
    pub fn begin(ids: &'a Shared<S, Wall, E, N>, pages: core::ops::Range<u32>, screen: &'a mut Screen) -> Option<Self> {
        let mut store = Store::new(Flash::new(), pages).ok()?;
        let started = match store.load() {
            Ok(Some(mark)) => {
                screen.line("mark", |line| line.number(mark.unix_ms()));
                ids.start_from(mark)
            }
            Ok(None) => {
                screen.line("mark none", |_| ());
                ids.start_without_mark()
            }
            Err(_) => {
                screen.line("the flash is damaged", |_| ());
                return None;
            }
        };
        started.ok()?;
        Some(Self { ids, screen, store })
    }

    /// Several ids from main.
    pub fn several(&mut self, count: u32) {
        for _ in 0..count {
            self.mint();
        }
    }

    /// One id from main; where a mark has to be saved first, that is done.
    pub fn mint(&mut self) {
        if let Some(due) = self.call()
            && self.save(due, "saved")
        {
            self.call();
        }
    }

    /// One call, and the mark that it asks for.
    fn call(&mut self) -> Option<DueMark> {
        let minted = self.ids.generate();
        let due = match &minted {
            Err(Error::Cause(Cause::Refused(Refusal::MarkDue(due)))) => Some(*due),
            _ => None,
        };
        self.screen.show_notes();
        self.screen.outcome("main", Outcome::of(minted));
        due
    }

    /// The mark that will be due soon, saved in time: what a main loop does each time around.
    pub fn save_ahead(&mut self) {
        self.screen.line("observe", |_| ());
        let observed = self.ids.observe();
        self.screen.show_notes();
        if observed.is_ok()
            && let Ok(Some(due)) = self.ids.mark_due()
        {
            self.save(due, "saved");
        }
    }

    /// The mark for a clean end, just above the newest id.
    pub fn flush(&mut self) {
        if let Ok(Some(due)) = self.ids.flush() {
            self.save(due, "flushed");
        }
    }

    /// Saves a mark and says so to the generator, or says that the power was cut.
    fn save(&mut self, due: DueMark, word: &str) -> bool {
        if self.store.save(due).is_err() {
            self.screen.line("torn", |line| line.number(due.mark().unix_ms()));
            return false;
        }
        self.screen.line(word, |line| line.number(due.mark().unix_ms()));
        self.ids.mark_saved(due).is_ok()
    }

    /// The time that comes in over the network.
    pub fn set_clock(&mut self, unix_ms: i64) {
        if self.ids.with(|ids| ids.clock_mut().0.set_ms(unix_ms)).is_ok() {
            self.screen.line("the clock is set to", |line| line.signed(unix_ms));
        }
    }
}
