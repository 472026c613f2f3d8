//! Slots: where allocators live. With more of them than slots some take turns, and JavaScript copies their states.

use mintid::Backoff;
use mintid::range::{Ceiling, Options, Ranges, Stock, Ticket};

use super::desk::{Desk, PLACES, STOCK_ROOM};
use super::span;
use super::status::{Outcome, Status, of_empty, of_stock, of_supply};
use crate::border;

/// The numbers an allocator is configured with, as JavaScript gives them; its ceiling is the number on the desk.
#[derive(Debug, Clone, Copy)]
pub struct Config {
    /// How many ids to ask for.
    pub want: f64,
    /// From how few ids on to ask.
    pub low_water: f64,
    /// How long a request may go unanswered.
    pub patience_ms: u32,
    /// The wait after the first failure.
    pub first_wait_ms: u32,
    /// The wait that it is doubled up to.
    pub longest_wait_ms: u32,
    /// The number of this run.
    pub run: u32,
}

/// An allocator, once one is configured.
#[derive(Debug)]
pub struct Slot(Option<Ranges<PLACES>>);

impl Slot {
    /// One without an allocator.
    pub const fn new() -> Self {
        Self(None)
    }

    /// Makes a new allocator here.
    pub fn configure(&mut self, config: &Config, desk: &Desk) {
        let options = Options::new()
            .want(whole(config.want))
            .low_water(whole(config.low_water))
            .ceiling(Ceiling::at(desk.number().get()))
            .patience_ms(config.patience_ms)
            .backoff(Backoff::new(config.first_wait_ms, config.longest_wait_ms))
            .run(config.run);
        self.0 = Some(Ranges::new(options));
    }

    fn ranges(&mut self) -> Result<&mut Ranges<PLACES>, Status> {
        self.0.as_mut().ok_or(Status::Argument)
    }

    /// The next id, which is then on the desk too; where there is none its status, below 0, which no id is.
    pub fn take(&mut self, desk: &Desk) -> f64 {
        let Ok(ranges) = self.ranges() else { return told(Status::Argument) };
        let taken = ranges.take();
        desk.due.set(u32::from(ranges.next_due_ms().is_some()));
        match taken {
            Ok(id) => {
                desk.number().set(id);
                id as f64
            }
            Err(error) => told(of_empty(error, desk)),
        }
    }

    /// Takes up to so many ids out as one span, which is then on the desk.
    pub fn claim(&mut self, count: f64, desk: &Desk) -> Outcome {
        let span = self.ranges()?.claim(whole(count)).map_err(|error| of_empty(error, desk))?;
        desk.lay_down([span]);
        Ok(())
    }

    /// The request that is due: its ticket is then on the desk, and how many ids are wanted is handed back; 0 for none.
    pub fn request(&mut self, now_ms: f64, count: f64, desk: &Desk) -> f64 {
        let Ok(ranges) = self.ranges() else { return 0.0 };
        match ranges.request_for(whole(now_ms), whole(count)) {
            Some(request) => {
                desk.ticket.set(request.ticket.to_u64());
                request.want as f64
            }
            None => 0.0,
        }
    }

    /// When to look for a request again; `NaN` where none will be due as long as nothing is taken.
    pub fn next_due(&mut self) -> f64 {
        self.ranges().ok().and_then(|ranges| ranges.next_due_ms()).map_or(f64::NAN, |due_ms| due_ms as f64)
    }

    /// Takes in the span on the desk, as the answer to the ticket there.
    pub fn supply(&mut self, is_count: bool, desk: &Desk) -> Outcome {
        desk.goes_back.set(0);
        let ranges = self.ranges()?;
        let span = span::said(is_count, desk)?;
        ranges.supply(Ticket::from_u64(desk.ticket.get()), span).map_err(|refused| {
            desk.goes_back.set(u32::from(refused.to_give_back().is_some()));
            of_supply(refused.why, desk)
        })
    }

    /// Forgets what was granted and is used up. For an allocator that takes parts out of a stock which remembers that itself, and
    /// knows of the parts between them too.
    pub fn forget(&mut self) -> Outcome {
        let ranges = self.ranges()?;
        let mut stock = Stock::new(ranges.stock().ceiling());
        for span in ranges.stock().spans().iter() {
            // They were in one stock before, and are in one again.
            stock.add(span).map_err(|_| Status::Argument)?;
        }
        ranges.restock(stock).map_err(|_| Status::Closed)
    }

    /// Ends the request of the ticket on the desk, which brought nothing.
    pub fn failed(&mut self, now_ms: f64, jitter: u32, desk: &Desk) -> Outcome {
        self.ranges()?.failed(Ticket::from_u64(desk.ticket.get()), whole(now_ms), jitter as u16);
        Ok(())
    }

    /// Ends the allocator; what is left is then on the desk, and how many spans that are is handed back.
    pub fn drain(&mut self, desk: &Desk) -> u32 {
        self.ranges().map_or(0, |ranges| desk.lay_down(ranges.drain().iter()))
    }

    /// Goes on with the stock on the desk, of so many bytes; with an empty one where there are none.
    pub fn load(&mut self, length: u32, desk: &Desk) -> Outcome {
        // Not by `part_in`: a stock handed out of it is copied once more, by a kilobyte of code.
        let bytes = border::bytes_of(&desk.stock);
        let stock = match bytes.get(..length as usize).unwrap_or(&bytes) {
            // The ceiling of the options counts besides.
            [] => Stock::new(Ceiling::U64),
            bytes => Stock::from_bytes(bytes).map_err(|error| of_stock(error, desk))?,
        };
        self.ranges()?.restock(stock).map_err(|error| of_supply(error, desk))
    }

    /// Writes the stock down as bytes, and hands back how many.
    pub fn save(&mut self, desk: &Desk) -> u32 {
        let Ok(ranges) = self.ranges() else { return 0 };
        border::lay_down(&desk.stock, &ranges.stock().to_bytes::<STOCK_ROOM>());
        STOCK_ROOM as u32
    }

    /// A counter of the meter, by its place in this list; `NaN` past the end.
    pub fn meter(&mut self, index: u32) -> f64 {
        let Ok(ranges) = self.ranges() else { return f64::NAN };
        let meter = ranges.meter();
        match index {
            0 => meter.taken as f64,
            1 => meter.granted as f64,
            2 => meter.given_back as f64,
            3 => f64::from(meter.empties),
            4 => f64::from(meter.requests),
            5 => f64::from(meter.supplied),
            6 => f64::from(meter.failures),
            7 => f64::from(meter.unanswered),
            8 => f64::from(meter.late),
            9 => f64::from(meter.refused),
            10 => ranges.count() as f64,
            _ => f64::NAN,
        }
    }
}

/// A status where a number from 0 on is an id.
fn told(status: Status) -> f64 {
    -f64::from(status as u32)
}

/// A whole number from 0 on: JavaScript has checked what is an option, and rounds its clock down here.
fn whole(number: f64) -> u64 {
    // From 0 up to the end of 64 bits: a conversion that saturates, and `NaN` is 0.
    number as u64
}

#[cfg(test)]
mod tests {
    use super::super::desk::desk;
    use super::*;

    const PLAIN: Config = Config {
        want: 100.0,
        low_water: 20.0,
        patience_ms: 1_000,
        first_wait_ms: 500,
        longest_wait_ms: 60_000,
        run: 0,
    };

    fn configured(config: &Config) -> Slot {
        desk().number().set(u64::MAX);
        let mut slot = Slot::new();
        slot.configure(config, desk());
        slot
    }

    fn supplied(slot: &mut Slot, first: u64, last: u64) -> Outcome {
        desk().numbers.iter().zip([first, last, 1]).for_each(|(place, number)| place.set(number));
        slot.supply(false, desk())
    }

    #[test]
    fn a_slot_that_was_not_configured_hands_out_nothing() {
        let mut slot = Slot::new();
        assert_eq!((slot.take(desk()), slot.request(0.0, 0.0, desk())), (-1.0, 0.0));
        assert_eq!((slot.claim(1.0, desk()), slot.load(0, desk())), (Err(Status::Argument), Err(Status::Argument)));
        assert_eq!((slot.drain(desk()), slot.save(desk())), (0, 0));
        assert!(slot.meter(0).is_nan() && slot.next_due().is_nan());
    }

    #[test]
    fn ids_are_asked_for_supplied_and_taken() {
        let mut slot = configured(&PLAIN);
        assert_eq!((slot.take(desk()), desk().detail.get(), desk().due.get()), (-3.0, 0.0, 1));
        assert_eq!((slot.request(5.5, 0.0, desk()), desk().ticket.get()), (100.0, 1));
        assert_eq!((slot.take(desk()), desk().detail.get()), (-2.0, 1_005.0));
        supplied(&mut slot, 9, 108).unwrap();
        let taken: std::vec::Vec<_> = (0..80).map(|_| (slot.take(desk()), desk().due.get())).collect();
        assert_eq!((taken[0], taken[78], taken[79]), ((9.0, 0), (87.0, 0), (88.0, 1)));
        assert_eq!(slot.meter(0), 80.0);
    }

    #[test]
    fn an_id_that_no_number_holds_is_on_the_desk() {
        let mut slot = configured(&PLAIN);
        slot.request(0.0, 0.0, desk());
        supplied(&mut slot, u64::MAX, u64::MAX).unwrap();
        slot.take(desk());
        assert_eq!(desk().number().get(), u64::MAX);
    }

    #[test]
    fn a_span_that_is_refused_is_told_with_what_may_be_done_with_it() {
        let mut slot = configured(&PLAIN);
        slot.request(0.0, 0.0, desk());
        supplied(&mut slot, 1, 10).unwrap();
        assert_eq!((supplied(&mut slot, 11, 20), desk().goes_back.get()), (Err(Status::Late), 1));
        assert_eq!((supplied(&mut slot, 5, 25), desk().goes_back.get()), (Err(Status::Overlap), 0));
        assert_eq!(desk().detail.get(), 5.0);
        assert_eq!(supplied(&mut slot, 25, 5), Err(Status::SpanBackwards));
    }

    #[test]
    fn a_stock_goes_out_as_bytes_and_comes_back_and_what_is_none_changes_nothing() {
        let mut slot = configured(&PLAIN);
        slot.request(0.0, 0.0, desk());
        supplied(&mut slot, 1, 1_000).unwrap();
        slot.claim(50.0, desk()).unwrap();
        assert_eq!((desk().numbers[0].get(), desk().numbers[1].get()), (1, 50));
        let length = slot.save(desk());
        let mut other = configured(&PLAIN);
        other.load(length, desk()).unwrap();
        assert_eq!(other.take(desk()), 51.0);
        desk().stock[20].set(desk().stock[20].get() ^ 1);
        assert_eq!(other.load(length, desk()), Err(Status::StockDamaged));
        assert_eq!(other.load(u32::MAX, desk()), Err(Status::StockDamaged));
        assert_eq!(other.load(3, desk()), Err(Status::StockForeign));
        assert_eq!(other.take(desk()), 52.0);
        other.load(0, desk()).unwrap();
        assert_eq!(other.take(desk()), -3.0);
    }

    #[test]
    fn an_allocator_that_forgets_takes_parts_in_any_order_and_still_none_that_it_holds() {
        let mut slot = configured(&PLAIN);
        for first in [1_000, 500, 700, 100, 900, 600, 50, 800] {
            slot.request(0.0, 1_000.0, desk());
            slot.forget().unwrap();
            supplied(&mut slot, first, first + 9).unwrap();
            slot.claim(10.0, desk()).unwrap();
        }
        slot.request(0.0, 0.0, desk());
        supplied(&mut slot, 10, 19).unwrap();
        slot.request(0.0, 0.0, desk());
        slot.forget().unwrap();
        assert_eq!(supplied(&mut slot, 19, 30), Err(Status::Overlap));
        supplied(&mut slot, 500, 509).unwrap();
        slot.drain(desk());
        assert_eq!(slot.forget(), Err(Status::Closed));
    }

    #[test]
    fn at_the_end_what_is_left_is_on_the_desk() {
        let mut slot = configured(&PLAIN);
        for at in 0..3_u64 {
            slot.request(0.0, 1_000.0, desk());
            supplied(&mut slot, 1 + 100 * at, 10 + 100 * at).unwrap();
        }
        assert_eq!(slot.take(desk()), 1.0);
        assert_eq!(slot.drain(desk()), 3);
        assert_eq!((desk().numbers[0].get(), desk().numbers[7].get()), (2, 210));
        assert_eq!((slot.take(desk()), slot.load(0, desk())), (-5.0, Err(Status::Closed)));
    }
}
