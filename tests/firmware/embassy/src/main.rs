//! An example with Embassy: ids from tasks, and from an interrupt's executor that preempts them.
//!
//! | task | does |
//! |---|---|
//! | `sensor` | mints two ids every 10 ms |
//! | `alarm`, on an interrupt's executor | mints one every 15 ms, from what lies ready in the pool |
//! | `keeper` | saves the mark that is due, while the others run on |
//! | `main` | tells the time, sets it back, and resets the chip |
//!
//! The clock is Embassy's own, by `mintid-mcu`'s `EmbassyTime`. The program lives two lives: the first ends by a reset that nothing
//! announced, the second begins without a clock and goes on from the mark. As in the example without a framework, all that goes into the
//! generator is noted for the host. Time is QEMU's, counted in instructions, so that the output is the same each time.
//!
//! Embassy's executor and timers have panics of their own; none of those that remain in the program is mintid's, and the host looks.
#![no_std]
#![no_main]

mod driver;
mod flash;

use core::convert::Infallible;

use embassy_executor::{InterruptExecutor, Spawner};
use embassy_time::{Duration, Ticker, Timer};
use lm3s6965::Interrupt;
use mintid::clock::OffsetClock;
use mintid::entropy::FromFn;
use mintid::policy::{OnMarkLate, OnUnset};
use mintid::uuid::v7;
use mintid_firmware_board::{host, kept, on_timer, reset};
use mintid_firmware_notes::{Note, Noted, Outcome, Screen, note, random};
use mintid_mcu::SharedV7;
use mintid_mcu::clock::EmbassyTime;
use mintid_mcu::shared::AsyncMarkStore;

use crate::flash::Store;

type Wall = Noted<OffsetClock<EmbassyTime>>;
type Random = FromFn<fn(&mut [u8]) -> Result<(), Infallible>>;

/// Order over a power cut comes first: before there is a mark above it, no id is made. An unset clock goes on from the mark.
const OPTIONS: v7::Options =
    v7::Options::new().mark_window_ms(60_000).on_mark_late(OnMarkLate::Refuse).on_unset(OnUnset::RunFromMark);

/// The one generator of the program.
static IDS: SharedV7<Wall, Random, 64> =
    SharedV7::new(OPTIONS, Noted(OffsetClock::new(EmbassyTime::new())), FromFn::new(draw as fn(&mut [u8]) -> _));

fn draw(bytes: &mut [u8]) -> Result<(), Infallible> {
    random::draw(bytes);
    Ok(())
}

on_timer!(driver::tick);

/// Runs the tasks that preempt all others.
static HIGH: InterruptExecutor = InterruptExecutor::new();

/// An interrupt that nothing else uses.
#[unsafe(no_mangle)]
extern "C" fn UART0() {
    // SAFETY: this is the interrupt that the executor was started with.
    unsafe { HIGH.on_interrupt() }
}

/// When the network first says what the time is.
const TOLD_MS: i64 = 1_764_500_000_000;

#[embassy_executor::main]
async fn main(spawner: Spawner) {
    driver::start();
    let mut screen = Screen::open();
    let start = kept::start();
    random::seed(start);
    screen.line("start", |line| line.number(start.into()));
    let Some(mut store) = Store::new() else { return };
    let started = match store.load().await {
        Ok(Some(mark)) => {
            screen.line("mark", |line| line.number(mark.unix_ms()));
            IDS.start_from(mark)
        }
        Ok(None) => {
            screen.line("mark none", |_| ());
            IDS.start_without_mark()
        }
        Err(_) => return screen.line("the flash is damaged", |_| ()),
    };
    screen.flush();
    if let (Ok(()), Ok(sensor), Ok(keeper), Ok(alarm)) = (started, sensor(), keeper(store), alarm()) {
        spawner.spawn(sensor);
        spawner.spawn(keeper);
        HIGH.start(Interrupt::UART0).spawn(alarm);
    }
    if start == 1 {
        first(&mut screen).await;
        drop(screen);
        reset::reset();
    }
    second(&mut screen).await;
    drop(screen);
    host::exit(0);
}

async fn first(screen: &mut Screen) {
    Timer::after_millis(55).await;
    set_clock(screen, TOLD_MS);
    Timer::after_millis(100).await;
    set_clock(screen, TOLD_MS - 5_000);
    Timer::after_millis(100).await;
    set_clock(screen, TOLD_MS + 250);
    Timer::after_millis(50).await;
    screen.line("reset", |_| ());
}

async fn second(screen: &mut Screen) {
    Timer::after_millis(155).await;
    set_clock(screen, TOLD_MS + 70_000);
    Timer::after_millis(50).await;
    screen.line("end", |_| ());
}

/// The time that comes in over the network.
fn set_clock(screen: &mut Screen, unix_ms: i64) {
    if IDS.with(|ids| ids.clock_mut().0.set_ms(unix_ms)).is_ok() {
        screen.line("the clock is set to", |line| line.signed(unix_ms));
        screen.flush();
    }
}

#[embassy_executor::task]
async fn sensor() {
    let mut screen = Screen::open();
    let mut ticker = Ticker::every(Duration::from_millis(10));
    loop {
        for _ in 0..2 {
            let minted = IDS.generate();
            screen.show_notes();
            screen.outcome("main", Outcome::of(minted));
        }
        screen.flush();
        ticker.next().await;
    }
}

#[embassy_executor::task]
async fn alarm() {
    let mut ticker = Ticker::every(Duration::from_millis(15));
    loop {
        ticker.next().await;
        note(Note::Timer(Outcome::of(IDS.generate_from_interrupt())));
    }
}

/// Looks each 20 ms: far more often than each half window, for the example is short.
#[embassy_executor::task]
async fn keeper(mut store: Store) {
    let mut screen = Screen::open();
    let mut ticker = Ticker::every(Duration::from_millis(20));
    loop {
        screen.show_notes();
        screen.line("observe", |_| ());
        // Other tasks write their lines while this one waits for the flash.
        screen.flush();
        let saved = IDS.save_mark_async(&mut store).await;
        screen.show_notes();
        match (saved, store.last) {
            (Ok(true), Some(mark)) => screen.line("saved", |line| line.number(mark.unix_ms())),
            (Ok(_), _) => {}
            (Err(_), _) => screen.line("no mark is saved", |_| ()),
        }
        screen.flush();
        ticker.next().await;
    }
}
