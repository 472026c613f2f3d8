//! Shared ranges, with an interrupt wherever one may come, and with two.

use std::cell::RefCell;
use std::convert::Infallible;
use std::rc::Rc;

use mintid::range::{Empty, Options, Span, Stock};
use mintid_interrupts::with_interrupts;
use mintid_mcu::SharedRanges;
use mintid_mcu::ranges::{RangesError, StockStore};

thread_local! {
    static INTERRUPT: RefCell<Option<Rc<dyn Fn()>>> = const { RefCell::new(None) };
}

fn handler() {
    let interrupt = INTERRUPT.with_borrow(Clone::clone);
    (interrupt.expect("a board is running"))();
}

/// What the flash holds. It may be interrupted before it has written, and behind.
struct Store(Rc<RefCell<Option<Stock<2>>>>);

impl StockStore<2> for Store {
    type Error = Infallible;

    fn save(&mut self, stock: &Stock<2>) -> Result<(), Infallible> {
        critical_section::with(|_| ());
        self.0.replace(Some(*stock));
        critical_section::with(|_| ());
        Ok(())
    }
}

/// Says how many places there were.
fn run(places: &[u32]) -> u32 {
    let shared = Rc::new(SharedRanges::<2>::new(Options::new().want(13).low_water(6), 5));
    let kept = Rc::new(RefCell::new(None::<Stock<2>>));
    let given = Rc::new(RefCell::new(Vec::new()));
    let take = {
        let (ids, kept, given) = (Rc::clone(&shared), Rc::clone(&kept), Rc::clone(&given));
        let places = places.to_vec();
        move || match ids.take() {
            Ok(id) => {
                let kept = kept.borrow();
                let is_free = |stock: &Stock<2>| stock.spans().ids().any(|left| left == id);
                assert!(!kept.as_ref().is_none_or(is_free), "{id} would be given again, interrupts at {places:?}");
                given.borrow_mut().push(id);
            }
            Err(
                RangesError::NotResumed | RangesError::Cause(Empty::ToSave | Empty::Asked { .. } | Empty::Due { .. }),
            ) => {}
            Err(error) => panic!("{error}"),
        }
    };
    let (ids, to_keep, taken) = (Rc::clone(&shared), Rc::clone(&kept), take.clone());
    INTERRUPT.set(Some(Rc::new(move || {
        taken();
        // Code that would top up as well: it may, unless main has the allocator, or a stock is being saved.
        let topped_up = ids.top_up(&mut Store(Rc::clone(&to_keep)));
        assert!(matches!(topped_up, Ok(_) | Err(RangesError::NotResumed | RangesError::Busy)));
        taken();
    })));
    let left = with_interrupts(places, handler, || {
        let mut store = Store(Rc::clone(&kept));
        shared.resume(None, 1).unwrap();
        let mut next = 1;
        for _ in 0..12 {
            if let Some(request) = shared.request_due(0).unwrap() {
                shared.supply(request.ticket, Span::of_count(next, request.want).unwrap()).unwrap();
                next += request.want;
            }
            shared.top_up(&mut store).unwrap();
            take();
            take();
        }
    });
    INTERRUPT.set(None);
    // An interrupt may come between main's taking an id and its writing it down.
    let mut given = given.borrow().clone();
    given.sort();
    assert!(given.iter().copied().eq(1..=given.len() as u64), "{given:?}, interrupts at {places:?}");
    let at_hand = shared.ready().unwrap();
    assert!(at_hand <= 5);
    assert_eq!(shared.meter().unwrap().taken, given.len() as u64);
    let in_stock = shared.with(|ids| ids.count()).unwrap();
    assert_eq!(given.len() as u64 + at_hand + in_stock, shared.meter().unwrap().granted);
    left
}

#[test]
fn wherever_an_interrupt_comes_no_id_is_given_that_the_kept_stock_still_has_and_none_twice() {
    let places = run(&[]);
    assert!(places >= 40, "{places}");
    for first in 0..places {
        run(&[first]);
        for second in first + 1..(first + 6).min(places) {
            run(&[first, second]);
        }
    }
    run(&(0..1_000).collect::<Vec<_>>());
}
