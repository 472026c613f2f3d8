//! An example without a framework: generators in `static`s, ids from main and from a timer interrupt that preempts it, a
//! clock that is unset, set, and set back, and a mark in flash that keeps their order over resets and a power cut.
//!
//! ```text
//!  main ─────generate──────▶ IDS ◀──generate_from_interrupt── timer
//!    │  ▲                     │                                 │
//!  flash└──── save a mark ────┘        notes ◀──────────────────┘
//! ```
//!
//! The program lives three lives, from one reset to the next. All that goes into the generator is noted and shown: the clock's
//! readings, the random bytes, the marks. So the host can feed the same to a plain generator of the crate on its own processor, and
//! must get the same ids. Lines of the last life's end, where the timer runs free, begin with `~`: they are another each time.
//!
//! It mints UUIDs, and then Snowflakes, whose lines have that word before them.
#![no_std]
#![no_main]

mod lives;
mod minting;
mod snowflakes;
mod world;

use mintid_firmware_board::{entry, host, kept, on_timer, reset, timer};
use mintid_firmware_notes::Screen;

entry!(run);
on_timer!(world::tick);

fn run() {
    let mut screen = Screen::open();
    let start = kept::start();
    screen.line("start", |line| line.number(start.into()));
    timer::enable();
    match start {
        1 => {
            snowflakes::first(&mut screen);
            lives::first(&mut screen);
        }
        2 => {
            snowflakes::second(&mut screen);
            lives::second(&mut screen);
        }
        _ => {
            snowflakes::third(&mut screen);
            lives::third(&mut screen);
            screen.line("end", |_| ());
            drop(screen);
            host::exit(0);
        }
    }
    screen.line("reset", |_| ());
    drop(screen);
    reset::reset();
}
