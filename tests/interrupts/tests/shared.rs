//! The shared generator, with an interrupt wherever one may come, and with two.

use std::cell::RefCell;
use std::convert::Infallible;
use std::rc::Rc;

use mintid::cause::Cause;
use mintid::clock::ManualClock;
use mintid::entropy::{Entropy, FromFn};
use mintid::generator::Generator;
use mintid::options::Options;
use mintid::policy::OnMarkLate;
use mintid::scheme::Scheme;
use mintid::snowflake::{self, Layout};
use mintid::uuid::v7;
use mintid::{Refusal, ulid};
use mintid_interrupts::with_interrupts;
use mintid_mcu::shared::{Error, TopUpError};
use mintid_mcu::{Dry, Shared, SharedSnowflake};

const HOME_MS: i64 = 1_764_417_600_000;

/// A stream in which no two pieces are alike.
#[derive(Default)]
struct Counting(u32);

impl Entropy for Counting {
    type Error = Infallible;

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for byte in bytes {
            *byte = (self.0.wrapping_mul(0x9e37_79b1) >> 24) as u8;
            self.0 += 1;
        }
        Ok(())
    }
}

/// What an interrupt does, and what it reaches: a board for each run.
#[derive(Clone)]
struct Board {
    interrupt: Rc<dyn Fn()>,
}

thread_local! {
    static BOARD: RefCell<Option<Board>> = const { RefCell::new(None) };
}

fn handler() {
    let board = BOARD.with_borrow(Clone::clone);
    (board.expect("a board is running").interrupt)();
}

/// Runs `main` once without interrupts, then with one at every place, then with two at every pair of places near each other.
fn at_every_place(mut run: impl FnMut(&[u32]) -> u32) {
    let places = run(&[]);
    assert!(places >= 15, "{places}");
    for first in 0..places {
        run(&[first]);
        for second in first + 1..(first + 6).min(places) {
            run(&[first, second]);
        }
    }
    run(&(0..1_000).collect::<Vec<_>>());
}

fn ids_are_those_of_one_stream<S>(options: Options<S>)
where
    S: Scheme<Id: Ord + std::fmt::Debug> + Copy + 'static,
{
    at_every_place(|places| {
        let shared = Rc::new(Shared::<S, _, _, 32>::new(options, ManualClock::at_ms(HOME_MS), Counting::default()));
        let (by_main, by_interrupts) = (RefCell::new(Vec::new()), Rc::new(RefCell::new(Vec::new())));
        let (ids, log) = (Rc::clone(&shared), Rc::clone(&by_interrupts));
        let interrupt = Rc::new(move || {
            for _ in 0..2 {
                match ids.generate_from_interrupt() {
                    Ok(id) => log.borrow_mut().push(id),
                    Err(Error::Cause(Cause::Entropy(Dry))) => {}
                    Err(error) => panic!("{error}"),
                }
            }
            // Code that would top up as well: it may, or finds the source taken.
            assert!(matches!(ids.top_up(), Ok(()) | Err(TopUpError::Taken)));
        });
        BOARD.set(Some(Board { interrupt }));
        let left = with_interrupts(places, handler, || {
            for round in 0..8 {
                let before = (by_main.borrow().last().copied(), by_interrupts.borrow().last().copied());
                // Interrupts that come all the time may leave too little: that is an error, and no id.
                if let Ok(id) = shared.generate() {
                    assert!(before.0.is_none_or(|before| id > before) && before.1.is_none_or(|before| id > before));
                    by_main.borrow_mut().push(id);
                }
                if round % 3 == 0 {
                    shared.top_up().unwrap();
                }
            }
        });
        BOARD.set(None);
        let mut all = by_main.into_inner();
        assert!(by_interrupts.borrow().is_sorted());
        all.extend(by_interrupts.borrow().iter().copied());
        all.sort();
        assert_eq!(shared.meter().unwrap().minted as usize, all.len());
        let mut plain = Generator::with(options, ManualClock::at_ms(HOME_MS), Counting::default());
        let expected: Vec<_> = all.iter().map(|_| plain.generate().unwrap()).collect();
        assert_eq!(all, expected, "interrupts at {places:?}");
        left
    });
}

#[test]
fn wherever_an_interrupt_comes_the_ids_are_those_of_one_stream_in_its_order() {
    ids_are_those_of_one_stream(v7::Options::new());
    ids_are_those_of_one_stream(ulid::Options::new());
    ids_are_those_of_one_stream(ulid::Options::new().step(ulid::Step::Random));
}

#[test]
fn wherever_an_interrupt_comes_a_snowflake_is_given_once_and_none_above_the_mark_that_is_saved() {
    let options = snowflake::Options::new(Layout::TWITTER, 378).unwrap();
    at_every_place(|places| {
        let clock = ManualClock::at_ms(HOME_MS);
        let shared = Rc::new(SharedSnowflake::<_>::of(options.mark_window_ms(100), clock));
        let (saved_ms, minted) = (Rc::new(RefCell::new(0)), Rc::new(RefCell::new(Vec::new())));
        let (ids, saved, log) = (Rc::clone(&shared), Rc::clone(&saved_ms), Rc::clone(&minted));
        let unix_ms = |id| Layout::TWITTER.unix_ms(Layout::TWITTER.decompose(id).unwrap());
        let interrupt = Rc::new(move || match ids.generate_from_interrupt() {
            Ok(id) => {
                assert!(unix_ms(id) < *saved.borrow(), "a mark is above each id");
                log.borrow_mut().push(id);
            }
            Err(Error::Cause(Cause::Refused(Refusal::MarkDue(_) | Refusal::NotStarted))) => {}
            Err(error) => panic!("{error}"),
        });
        BOARD.set(Some(Board { interrupt }));
        let mut by_main = Vec::new();
        let left = with_interrupts(places, handler, || {
            shared.start_without_mark().unwrap();
            for step in 0..6 {
                shared.with(|ids| ids.clock_mut().set_ms(HOME_MS + step * 40)).unwrap();
                shared.observe().unwrap();
                if let Some(due) = shared.mark_due().unwrap() {
                    *saved_ms.borrow_mut() = due.mark().unix_ms();
                    shared.mark_saved(due).unwrap();
                }
                by_main.push(shared.generate().unwrap());
            }
        });
        BOARD.set(None);
        assert!(by_main.is_sorted_by(|one, next| one < next) && minted.borrow().is_sorted_by(|one, next| one < next));
        by_main.extend(minted.borrow().iter());
        by_main.sort();
        assert!(by_main.is_sorted_by(|one, next| one < next), "an id twice, interrupts at {places:?}");
        assert_eq!(shared.meter().unwrap().minted as usize, by_main.len());
        left
    });
}

#[test]
fn wherever_an_interrupt_comes_no_id_is_above_the_mark_that_is_saved() {
    let options = ulid::Options::new().mark_window_ms(100).on_mark_late(OnMarkLate::Refuse);
    at_every_place(|places| {
        let shared = Rc::new(Shared::<_, _, _, 64>::new(options, ManualClock::at_ms(HOME_MS), Counting::default()));
        let saved_ms = Rc::new(RefCell::new(0));
        let (ids, saved) = (Rc::clone(&shared), Rc::clone(&saved_ms));
        let interrupt = Rc::new(move || match ids.generate_from_interrupt() {
            Ok(id) => assert!(id.unix_ms() < *saved.borrow(), "a mark is above each id"),
            Err(Error::Cause(Cause::Entropy(Dry) | Cause::Refused(Refusal::MarkDue(_) | Refusal::NotStarted))) => {}
            Err(error) => panic!("{error}"),
        });
        BOARD.set(Some(Board { interrupt }));
        let left = with_interrupts(places, handler, || {
            shared.start_without_mark().unwrap();
            for step in 0..6 {
                shared.with(|ids| ids.clock_mut().set_ms(HOME_MS + step * 40)).unwrap();
                shared.observe().unwrap();
                if let Some(due) = shared.mark_due().unwrap() {
                    *saved_ms.borrow_mut() = due.mark().unix_ms();
                    shared.mark_saved(due).unwrap();
                }
                let id = shared.generate().unwrap();
                assert!(id.unix_ms() < *saved_ms.borrow());
            }
        });
        BOARD.set(None);
        left
    });
}

#[test]
fn the_source_is_asked_with_interrupts_on_and_each_piece_has_a_section_of_its_own() {
    // Where the lock is held, main has no place to be interrupted in; so a source that counts places proves where it is asked.
    let seen = Rc::new(RefCell::new(0));
    let count = Rc::clone(&seen);
    let source = FromFn::new(move |bytes: &mut [u8]| {
        // Leaving the lock here lets the interrupt in, which it would not inside of another one.
        critical_section::with(|_| bytes.fill(7));
        *count.borrow_mut() += 1;
        Ok::<(), Infallible>(())
    });
    let shared = Shared::<_, _, _, 32>::new(v7::Options::new(), ManualClock::at_ms(HOME_MS), source);
    let interrupts = Rc::new(RefCell::new(0));
    let log = Rc::clone(&interrupts);
    BOARD.set(Some(Board { interrupt: Rc::new(move || *log.borrow_mut() += 1) }));
    let places: Vec<u32> = (0..100).collect();
    let left = with_interrupts(&places, handler, || assert!(shared.generate().is_ok()));
    BOARD.set(None);
    // A look, the source taken, four pieces drawn and put in, the source given back, an id.
    assert_eq!((*seen.borrow(), left), (4, 1 + 1 + 4 * 2 + 1 + 1));
    assert_eq!(*interrupts.borrow(), left);
}
