//! The three lives of the program: what happens from one reset to the next.

use embedded_storage::nor_flash::NorFlash;
use mintid::kept::MarkStore;
use mintid::{Cause, Refusal};
use mintid_firmware_board::flash::{self, Flash};
use mintid_firmware_board::timer;
use mintid_firmware_notes::{self as notes, Outcome, Screen, random};
use mintid_mcu::flash::{BlockingFlashMark, FlashError};
use mintid_mcu::shared::Error;

use crate::world::{self, IDS};

/// The mark's place: two pages of the flash that nothing else uses.
type Store = BlockingFlashMark<Flash>;

/// When the network first says what the time is.
const TOLD_MS: i64 = 1_764_500_000_000;

/// The very first start. The clock is set, set back a little and a lot, and the power is cut while a mark is saved.
pub fn first(screen: &mut Screen) {
    let Some(mut store) = begin(1, screen) else { return };
    screen.line("the clock is not set, and there is no mark to go on from", |_| ());
    mint(screen, &mut store);
    set_clock(screen, TOLD_MS);
    screen.line("the random source is not ready", |_| ());
    mint(screen, &mut store);

    screen.line("it is ready, and the timer preempts main while it draws", |_| ());
    world::random_is_ready(true);
    several(24, screen, &mut store);
    set_clock(screen, TOLD_MS - 5_000);
    several(4, screen, &mut store);
    set_clock(screen, TOLD_MS - 3_600_000);
    several(4, screen, &mut store);
    set_clock(screen, TOLD_MS + 1_000);
    several(4, screen, &mut store);

    screen.line("a call inside of another", |_| ());
    if let Ok(outcome) = IDS.with(|_| Outcome::of(IDS.generate_from_interrupt())) {
        screen.outcome("main", outcome);
    }

    screen.line("the power is cut while a mark is saved", |_| ());
    world::pass_ms(40_000);
    flash::cut_after(10);
    save_ahead(screen, &mut store);
}

/// After the power cut, without a clock: ids go on from the mark. Then the time is told, and the run ends in good order.
pub fn second(screen: &mut Screen) {
    let Some(mut store) = begin(2, screen) else { return };
    world::random_is_ready(true);
    several(8, screen, &mut store);
    set_clock(screen, TOLD_MS + 56_000);
    several(8, screen, &mut store);
    screen.line("a clean end", |_| ());
    if let Ok(Some(due)) = IDS.flush() {
        save(due, "flushed", screen, &mut store);
    }
}

/// Somebody else's data is found in flash. The clock is set to a time before the newest id; then the timer runs free, and
/// interrupts main anywhere.
pub fn third(screen: &mut Screen) {
    foreign_data(screen);
    let Some(mut store) = begin(3, screen) else { return };
    world::random_is_ready(true);
    set_clock(screen, TOLD_MS + 55_000);
    several(8, screen, &mut store);

    screen.line("the timer runs free", |_| ());
    world::random_is_ready(false);
    screen.is_free(true);
    let begun = world::ticks();
    timer::start(PERIOD);
    while world::ticks().wrapping_sub(begun) < FREE {
        mint(screen, &mut store);
    }
    timer::stop();
    screen.show_notes();
    screen.is_free(false);
    screen.line("notes lost:", |line| line.number(notes::lost().into()));
}

/// How many ticks of its timer the core makes between two interrupts.
const PERIOD: u32 = 4_000;

/// How many interrupts come while the timer runs free.
const FREE: u32 = 50;

/// A region that holds something else than marks is not taken for an empty one, and not written, until that is asked for.
fn foreign_data(screen: &mut Screen) {
    let mut flash = Flash::new();
    let is_written = flash.erase(0, 512).is_ok() && flash.write(0, &[0xA5; 64]).is_ok();
    let Ok(mut store) = Store::new(flash, 0..512) else { return };
    screen.line("a region with other data", |_| ());
    for _ in 0..2 {
        screen.line("there:", |line| match store.load() {
            Ok(Some(_)) => line.word("a mark"),
            Ok(None) => line.word("no mark"),
            Err(FlashError::Damaged) if is_written => line.word("something else, left as it is"),
            Err(_) => line.word("nothing that can be read"),
        });
        if store.format().is_err() {
            screen.line("it cannot be formatted", |_| ());
        }
    }
}

/// Starts the run at the mark that the flash holds.
fn begin(start: u32, screen: &mut Screen) -> Option<Store> {
    random::seed(start);
    let mut store = Store::new(Flash::new(), 512..1024).ok()?;
    let started = match store.load() {
        Ok(Some(mark)) => {
            screen.line("mark", |line| line.number(mark.unix_ms()));
            IDS.start_from(mark)
        }
        Ok(None) => {
            screen.line("mark none", |_| ());
            IDS.start_without_mark()
        }
        Err(_) => {
            screen.line("the flash is damaged", |_| ());
            return None;
        }
    };
    started.ok()?;
    Some(store)
}

/// Several ids from main.
fn several(count: u32, screen: &mut Screen, store: &mut Store) {
    for _ in 0..count {
        mint(screen, store);
    }
}

/// One id from main; where a mark has to be saved first, that is done.
fn mint(screen: &mut Screen, store: &mut Store) {
    let minted = IDS.generate();
    screen.show_notes();
    screen.outcome("main", Outcome::of(minted));
    if let Err(Error::Cause(Cause::Refused(Refusal::MarkDue(due)))) = minted
        && save(due, "saved", screen, store)
    {
        let minted = IDS.generate();
        screen.show_notes();
        screen.outcome("main", Outcome::of(minted));
    }
}

/// The mark that will be due soon, saved in time: what a main loop does each time around.
fn save_ahead(screen: &mut Screen, store: &mut Store) {
    screen.line("observe", |_| ());
    let observed = IDS.observe();
    screen.show_notes();
    if observed.is_ok()
        && let Ok(Some(due)) = IDS.mark_due()
    {
        save(due, "saved", screen, store);
    }
}

/// Saves a mark and says so to the generator, or says that the power was cut.
fn save(due: mintid::mark::DueMark, word: &str, screen: &mut Screen, store: &mut Store) -> bool {
    if store.save(due).is_err() {
        screen.line("torn", |line| line.number(due.mark().unix_ms()));
        return false;
    }
    screen.line(word, |line| line.number(due.mark().unix_ms()));
    IDS.mark_saved(due).is_ok()
}

/// The time that comes in over the network.
fn set_clock(screen: &mut Screen, unix_ms: i64) {
    if IDS.with(|ids| ids.clock_mut().0.set_ms(unix_ms)).is_ok() {
        screen.line("the clock is set to", |line| line.signed(unix_ms));
    }
}
