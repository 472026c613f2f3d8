//! Ids out of granted spans: main and a timer interrupt take them, and the stock they come from is kept in flash.
//!
//! ```text
//!  main ── supply, top_up ──▶ IDS ◀── take ── timer
//!    ▲                         │
//!  flash ◀──── the stock ──────┘
//! ```
//!
//! The program lives several lives, from one reset to the next, and each one ends in a power cut while the stock is being
//! saved: at the front of a record, in its middle, right behind it, in the middle of an erase. The interrupt comes while the flash is
//! written, too. Each id is shown; the host looks that none is there twice, and counts those that are lost. In the last
//! life the timer runs free, and those lines begin with `~`: who takes which id is another each time.
#![no_std]
#![no_main]

mod life;
mod world;

use mintid_firmware_board::{entry, host, kept, on_timer, reset, timer};
use mintid_firmware_notes::Screen;

entry!(run);
on_timer!(world::tick);

/// After how many bytes the power goes, life by life: a save without an erase writes 192, and one with an erase 256 before.
const CUTS: [u32; 6] = [5, 150, 191, 192, 100, 256 + 188];

fn run() {
    let mut screen = Screen::open();
    let start = kept::start();
    screen.line("start", |line| line.number(start.into()));
    timer::enable();
    let cut = CUTS.get(start.wrapping_sub(1) as usize).copied();
    life::live(start, cut, &mut screen);
    let Some(_) = cut else {
        screen.line("end", |_| ());
        drop(screen);
        host::exit(0);
    };
    screen.line("reset", |_| ());
    drop(screen);
    reset::reset();
}
