//! Instructions per call for ids out of granted spans. The lines are those of `speed`.
#![no_std]
#![no_main]

use core::hint::black_box;

use cortex_m_rt::entry;
use mintid::range::{Options, Ranges, Span};
use mintid_firmware_cost::count::timed;
use mintid_firmware_cost::{host, lock, no_panic};
use mintid_mcu::SharedRanges;
use mintid_mcu::ranges::StockStore;

critical_section::set_impl!(lock::Plain);
no_panic!();

/// More than all the calls take.
const COUNT: u32 = 40_000;
const OPTIONS: Options = Options::new().want(COUNT as u64 * 2);

/// What is saved comes to nothing here: no call that is counted saves.
struct Nowhere;

impl StockStore<2> for Nowhere {
    type Error = core::convert::Infallible;

    fn save(&mut self, stock: &mintid::range::Stock<2>) -> Result<(), Self::Error> {
        black_box(stock);
        Ok(())
    }
}

#[entry]
fn main() -> ! {
    let mut plain = black_box(Ranges::<2>::new(OPTIONS));
    if let Some(request) = plain.request_due(0)
        && let Ok(span) = Span::of_count(black_box(1), request.want)
    {
        let _ = plain.supply(request.ticket, span);
    }
    timed("range take", "mintid", || {
        let _ = black_box(plain.take());
    });

    let shared = black_box(SharedRanges::<2>::new(OPTIONS, COUNT));
    let _ = shared.resume(None, 1);
    if let Ok(Some(request)) = shared.request_due(0)
        && let Ok(span) = Span::of_count(black_box(1), request.want)
    {
        let _ = shared.supply(request.ticket, span);
    }
    let _ = shared.top_up(&mut Nowhere);
    timed("range take", "mintid-mcu", || {
        let _ = black_box(shared.take());
    });
    host::exit()
}
