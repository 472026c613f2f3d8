//! Ids out of granted spans for main and an interrupt, whose stock is kept in flash.
#![no_std]
#![no_main]

use core::hint::black_box;

use cortex_m_rt::entry;
use mintid::range::{Options, Span};
use mintid_firmware_cost::flash::Flash;
use mintid_firmware_cost::{host, lock, no_panic, program};
use mintid_mcu::SharedRanges;
use mintid_mcu::flash::BlockingFlashStock;

critical_section::set_impl!(lock::Plain);
no_panic!();

static IDS: SharedRanges = SharedRanges::new(Options::new(), 16);

#[inline(never)]
fn mint() {
    // The empty program reads the time and draws a word too, which ranges do not need.
    program::read_and_draw();
    let Ok(mut store) = BlockingFlashStock::new(Flash, Flash::REGION) else { return };
    let Ok(stock) = store.load() else { return };
    // Refused after the first time.
    let _ = IDS.resume(stock, 1);
    if let Ok(Some(request)) = IDS.request_due(0)
        && let Ok(span) = Span::of_count(black_box(1), request.want)
    {
        let _ = IDS.supply(request.ticket, span);
    }
    if IDS.top_up(&mut store).is_ok()
        && let Ok(id) = IDS.take()
    {
        host::print_number(id as u32);
        program::show(b"");
    }
}

#[entry]
fn main() -> ! {
    program::run(mint)
}
