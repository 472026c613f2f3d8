//! The same three lives for Snowflakes, which have nothing random in them: no id twice, whatever happens to clock and power.

use core::ops::Range;

use mintid::entropy::Bytes;
use mintid::snowflake::Sequence;
use mintid_firmware_board::flash;
use mintid_firmware_notes::Screen;

use crate::lives::{TOLD_MS, free};
use crate::minting::Main;
use crate::world::{self, SNOWFLAKES};

/// The mark's place.
const PAGES: Range<u32> = 1024..1536;

type Snowflakes<'a> = Main<'a, Sequence, Bytes<'static>, 0>;

/// Without the time, and with it; a tick that is full, and a clock that is set back, are waits and refusals.
pub fn first(screen: &mut Screen) {
    with_main(1, screen, |main| {
        main.mint();
        main.set_clock(TOLD_MS);
        main.several(20);
        world::pass_ms(10);
        main.several(3);
        main.set_clock(TOLD_MS);
        main.several(2);
        main.set_clock(TOLD_MS - 3_600_000);
        main.mint();
        main.set_clock(TOLD_MS + 1_000);
        main.several(2);
    });
}

/// After the power cut, without a clock: ids go on from the mark, and the time that is told is behind them until it has caught up.
pub fn second(screen: &mut Screen) {
    with_main(2, screen, |main| {
        main.several(4);
        main.set_clock(TOLD_MS + 30_000);
        main.mint();
        main.set_clock(TOLD_MS + 90_000);
        main.several(3);
        main.flush();
    });
}

/// From a clean end, the first tick above it; the power is cut while the next mark is saved. Then the timer runs free.
pub fn third(screen: &mut Screen) {
    with_main(3, screen, |main| {
        main.set_clock(TOLD_MS + 90_000);
        main.several(4);
        world::pass_ms(40_000);
        flash::cut_after(10);
        main.save_ahead();
        flash::cut_after(u32::MAX);
        main.several(2);
        free(main);
    });
}

/// A run from the mark in flash, in which the timer's interrupt wants Snowflakes too.
fn with_main(start: u64, screen: &mut Screen, live: impl FnOnce(&mut Snowflakes<'_>)) {
    screen.about("snowflake ");
    world::snowflakes_are_wanted(true);
    screen.line("start", |line| line.number(start));
    if let Some(mut main) = Main::begin(&SNOWFLAKES, PAGES, screen) {
        live(&mut main);
    }
    world::snowflakes_are_wanted(false);
    screen.about("");
}
