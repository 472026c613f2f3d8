//! The three lives of the program: what happens from one reset to the next.

use core::ops::Range;

use embedded_storage::nor_flash::NorFlash;
use mintid::entropy::Entropy;
use mintid::kept::MarkStore;
use mintid::scheme::Scheme;
use mintid::uuid::v7;
use mintid_firmware_board::flash::{self, Flash};
use mintid_firmware_board::timer;
use mintid_firmware_notes::{self as notes, Id, Outcome, Screen, random};
use mintid_mcu::flash::FlashError;

use crate::minting::{Main, Store};
use crate::world::{self, IDS, Random};

type Uuids<'a> = Main<'a, v7::Counter, Random, 64>;

/// The mark's place.
const PAGES: Range<u32> = 512..1024;

/// When the network first says what the time is.
pub const TOLD_MS: i64 = 1_764_500_000_000;

/// The very first start. The clock is set, set back a little and a lot, and the power is cut while a mark is saved.
pub fn first(screen: &mut Screen) {
    let Some(mut main) = begin(1, screen) else { return };
    main.screen.line("the clock is not set, and there is no mark to go on from", |_| ());
    main.mint();
    main.set_clock(TOLD_MS);
    main.screen.line("the random source is not ready", |_| ());
    main.mint();

    main.screen.line("it is ready, and the timer preempts main while it draws", |_| ());
    world::random_is_ready(true);
    main.several(24);
    main.set_clock(TOLD_MS - 5_000);
    main.several(4);
    main.set_clock(TOLD_MS - 3_600_000);
    main.several(4);
    main.set_clock(TOLD_MS + 1_000);
    main.several(4);

    main.screen.line("a call inside of another", |_| ());
    if let Ok(outcome) = IDS.with(|_| Outcome::of(IDS.generate_from_interrupt())) {
        main.screen.outcome("main", outcome);
    }

    main.screen.line("the power is cut while a mark is saved", |_| ());
    world::pass_ms(40_000);
    flash::cut_after(10);
    main.save_ahead();
}

/// After the power cut, without a clock: ids go on from the mark. Then the time is told, and the run ends in good order.
pub fn second(screen: &mut Screen) {
    let Some(mut main) = begin(2, screen) else { return };
    world::random_is_ready(true);
    main.several(8);
    main.set_clock(TOLD_MS + 56_000);
    main.several(8);
    main.screen.line("a clean end", |_| ());
    main.flush();
}

/// Somebody else's data is found in flash. The clock is set to a time before the newest id; then the timer runs free, and
/// interrupts main anywhere.
pub fn third(screen: &mut Screen) {
    foreign_data(screen);
    let Some(mut main) = begin(3, screen) else { return };
    world::random_is_ready(true);
    main.set_clock(TOLD_MS + 55_000);
    main.several(8);
    world::random_is_ready(false);
    free(&mut main);
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

/// Starts the run, with random bytes of its own.
fn begin(start: u32, screen: &mut Screen) -> Option<Uuids<'_>> {
    random::seed(start);
    Main::begin(&IDS, PAGES, screen)
}

/// Mints for as long as the timer runs free.
pub fn free<S: Scheme<Id: Into<Id>>, E: Entropy, const N: usize>(main: &mut Main<'_, S, E, N>) {
    main.screen.line("the timer runs free", |_| ());
    main.screen.is_free(true);
    let begun = world::ticks();
    timer::start(PERIOD);
    while world::ticks().wrapping_sub(begun) < FREE {
        main.mint();
    }
    timer::stop();
    main.screen.show_notes();
    main.screen.is_free(false);
    main.screen.line("notes lost:", |line| line.number(notes::lost().into()));
}
