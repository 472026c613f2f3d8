//! One life: what happens from one reset to the next.

use mintid::range::Span;
use mintid_firmware_board::{flash, timer};
use mintid_firmware_notes::Screen;
use mintid_mcu::flash::BlockingFlashStock;

use crate::world::{IDS, Interrupted, taken, ticks};

type Store = BlockingFlashStock<Interrupted>;

/// How often main goes round its loop before the power goes.
const ROUNDS: u32 = 9;

/// How many ticks of its timer the core makes between two interrupts, and how many come while it runs free.
const PERIOD: u32 = 4_000;
const FREE: u32 = 50;

/// Goes on from the stock in flash. The power goes in the first save after some rounds, where `cut` is the byte; without one, the
/// timer runs free at the end.
pub fn live(start: u32, cut: Option<u32>, screen: &mut Screen) {
    let Ok(mut store) = Store::new(Interrupted::new(), 0..1024) else { return };
    let Ok(stock) = store.load() else {
        screen.line("the flash is damaged", |_| ());
        return;
    };
    screen.line("stock", |line| match &stock {
        Some(stock) => line.number(stock.count()),
        None => line.word("none"),
    });
    take(screen);
    if IDS.resume(stock, start).is_err() {
        return;
    }
    let mut gateway = Gateway { next: u64::from(start) * 1_000 };
    // The very first save of all has no erase before it: there the power goes at once.
    let rounds = if start == 1 { 0 } else { ROUNDS };
    for _ in 0..rounds {
        if !round(&mut gateway, &mut store, screen) {
            return;
        }
    }
    if let Some(bytes) = cut {
        flash::cut_after(bytes);
        while round(&mut gateway, &mut store, screen) {}
        return;
    }
    screen.line("the timer runs free", |_| ());
    screen.is_free(true);
    let begun = ticks();
    timer::start(PERIOD);
    while ticks().wrapping_sub(begun) < FREE && round(&mut gateway, &mut store, screen) {}
    timer::stop();
    show_taken(screen);
    if let (Ok(ready), Ok(left)) = (IDS.ready(), IDS.with(|ids| ids.count())) {
        screen.line("left", |line| line.number(ready.saturating_add(left)));
    }
    screen.is_free(false);
}

/// Who grants spans: each life has a thousand ids of its own, so that it needs no memory.
struct Gateway {
    next: u64,
}

/// Once around the main loop; says whether there is power.
fn round(gateway: &mut Gateway, store: &mut Store, screen: &mut Screen) -> bool {
    if let Ok(Some(request)) = IDS.request_due(0)
        && let Ok(span) = Span::of_count(gateway.next, request.want)
    {
        gateway.next = gateway.next.saturating_add(request.want);
        if IDS.supply(request.ticket, span).is_ok() {
            screen.line("granted", |line| {
                line.number(span.first());
                line.number(span.last());
            });
        }
    }
    let saved = IDS.top_up(store);
    show_taken(screen);
    match saved {
        Ok(true) => screen.line("saved", |_| ()),
        Ok(false) => {}
        Err(_) => {
            screen.line("torn", |_| ());
            take(screen);
            return false;
        }
    }
    take(screen);
    timer::pend();
    show_taken(screen);
    true
}

/// One id for main.
fn take(screen: &mut Screen) {
    match IDS.take() {
        Ok(id) => screen.line("main", |line| line.number(id)),
        Err(_) => screen.line("main none", |_| ()),
    }
}

fn show_taken(screen: &mut Screen) {
    for id in taken() {
        screen.line("timer", |line| line.number(id));
    }
}
