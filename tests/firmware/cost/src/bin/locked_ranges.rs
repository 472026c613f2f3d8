//! Instructions with interrupts off, for each kind of call that has to do with ranges. The lines are those of `locked`.
#![no_std]
#![no_main]

use core::hint::black_box;

use cortex_m_rt::entry;
use mintid::range::{Options, Span, Ticket};
use mintid_firmware_cost::count::longest;
use mintid_firmware_cost::flash::Flash;
use mintid_firmware_cost::timer::{self, Pace};
use mintid_firmware_cost::{host, lock, no_panic};
use mintid_mcu::SharedRanges;
use mintid_mcu::flash::BlockingFlashStock;

critical_section::set_impl!(lock::Watched);
no_panic!();

const SCHEME: &str = "ranges";
const OPTIONS: Options = Options::new().want(20).low_water(10);

#[entry]
fn main() -> ! {
    timer::start(Pace::Fast);
    let ids = black_box(SharedRanges::<2>::new(OPTIONS, 16));
    let Ok(mut store) = BlockingFlashStock::new(Flash, Flash::REGION) else { host::exit() };
    longest(SCHEME, "not resumed", || ids.take());
    longest(SCHEME, "resumed", || ids.resume(None, 1));
    longest(SCHEME, "nothing was granted", || ids.take());
    longest(SCHEME, "a request that is due", || ids.request_due(0));
    longest(SCHEME, "a failure", || ids.failed(Ticket::from_u64(1 << 32 | 1), 0, 0));
    let _ = ids.request_due(100_000);
    if let Ok(span) = Span::of_count(black_box(1), 20) {
        longest(SCHEME, "a span taken in", || ids.supply(Ticket::from_u64(1 << 32 | 2), span));
    }
    longest(SCHEME, "ids that are not saved", || ids.take());
    longest(SCHEME, "topping up", || ids.top_up(&mut store));
    longest(SCHEME, "the first id of a block", || ids.take());
    longest(SCHEME, "an id", || ids.take());
    longest(SCHEME, "topping up, nothing due", || ids.top_up(&mut store));
    // All ids of a span, and those of the next one.
    for _ in 0..20 {
        let _ = (ids.top_up(&mut store), ids.take());
    }
    longest(SCHEME, "nothing is left", || ids.take());
    longest(SCHEME, "the meter", || ids.meter());
    longest(SCHEME, "giving back", || ids.drain());
    longest(SCHEME, "saving that it is given back", || ids.top_up(&mut store));
    host::exit()
}
