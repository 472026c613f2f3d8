//! Calls inside of calls, and from many threads.

use std::cell::RefCell;
use std::collections::HashSet;

use mintid::clock::{Clock, ClockError, ManualClock, Reading};
use mintid::entropy::Entropy;
use mintid::uuid::v7;
use mintid::{Uuid, ulid};
use mintid_mcu::shared::{Busy, Error, TopUpError};
use mintid_mcu::{Dry, Shared, SharedUlid, SharedV7};

use crate::HOME_MS;
use crate::stream::Stream;

/// A source in which an interrupt comes each time it is asked.
struct Interrupted {
    stream: Stream,
    interrupt: fn(),
}

impl Entropy for Interrupted {
    type Error = crate::stream::Dry;

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        (self.interrupt)();
        self.stream.fill(bytes)
    }
}

thread_local! {
    static LOG: RefCell<Vec<Uuid>> = const { RefCell::new(Vec::new()) };
}

fn log(id: Uuid) {
    LOG.with_borrow_mut(|log| log.push(id));
}

static PREEMPTED: SharedV7<ManualClock, Interrupted, 64> = SharedV7::without_source(v7::Options::new(), at_home());

const fn at_home() -> ManualClock {
    ManualClock::at_ms(HOME_MS)
}

#[test]
fn an_interrupt_in_the_middle_of_a_top_up_lives_on_the_pool_and_order_is_that_of_the_calls() {
    let interrupt = || {
        // It finds the source taken, for itself and for code that would top up.
        assert_eq!(PREEMPTED.top_up(), Err(TopUpError::Taken));
        assert_eq!(PREEMPTED.set_source(Interrupted { stream: Stream::random(0), interrupt: || () }), Err(Busy));
        match PREEMPTED.generate_from_interrupt() {
            Ok(id) => log(id),
            Err(Error::Cause(mintid::Cause::Entropy(Dry))) => assert!(PREEMPTED.generate().is_err()),
            Err(error) => panic!("{error}"),
        }
    };
    PREEMPTED.set_source(Interrupted { stream: Stream::random(1), interrupt }).unwrap();
    for _ in 0..200 {
        // Interrupts take nearly all that main puts in, so main may find too little left.
        if let Ok(id) = PREEMPTED.generate() {
            log(id);
        }
    }
    let ids = LOG.take();
    assert!(ids.len() > 150, "{}", ids.len());
    assert!(ids.is_sorted_by(|one, next| one < next));
    let meter = PREEMPTED.meter().unwrap();
    assert_eq!(meter.minted as usize, ids.len());
    assert!(meter.entropy_failures > 0, "the dry calls are counted");
}

/// A clock that mints.
#[derive(Debug)]
struct Nested;

static NESTED: SharedUlid<Nested, Stream> = SharedUlid::without_source(ulid::Options::new(), Nested);

impl Clock for Nested {
    fn read(&mut self) -> Result<Reading, ClockError> {
        assert_eq!(NESTED.generate(), Err(Error::Busy));
        assert_eq!(NESTED.generate_from_interrupt(), Err(Error::Busy));
        assert_eq!(NESTED.top_up(), Err(TopUpError::Busy));
        assert_eq!(NESTED.observe(), Err(Error::Busy));
        assert_eq!(NESTED.mark_due(), Err(Busy));
        assert_eq!(NESTED.meter(), Err(Busy));
        assert_eq!(NESTED.start_without_mark(), Err(Error::Busy));
        assert_eq!(NESTED.with(|_| panic!("two borrows at once")), Err::<(), _>(Busy));
        Ok(Reading::from_ms(HOME_MS))
    }
}

#[test]
fn a_call_inside_of_a_call_is_busy_and_the_outer_one_is_unharmed() {
    NESTED.set_source(Stream::random(1)).unwrap();
    let first = NESTED.generate().unwrap();
    assert!(NESTED.generate().unwrap() > first);
    assert_eq!(NESTED.with(|_| NESTED.generate()), Ok(Err(Error::Busy)));
    assert_eq!(NESTED.meter().unwrap().minted, 2);
}

#[test]
fn threads_get_no_id_twice_and_each_sees_its_own_rise() {
    static IDS: SharedV7<ManualClock, Stream, 256> = SharedV7::without_source(v7::Options::new(), at_home());
    IDS.set_source(Stream::random(8)).unwrap();
    let ids: Vec<Vec<Uuid>> = std::thread::scope(|scope| {
        let mint = || (0..5_000).filter_map(|_| IDS.generate().ok()).collect();
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(mint)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(ids.iter().all(|ids| ids.is_sorted_by(|one, next| one < next)));
    let minted: usize = ids.iter().map(Vec::len).sum();
    let different: HashSet<_> = ids.into_iter().flatten().collect();
    assert_eq!(different.len(), minted);
    assert_eq!(IDS.meter().unwrap().minted as usize, minted);
}

#[test]
fn a_static_is_as_large_as_a_generator_a_pool_and_a_few_words() {
    type Plain = mintid::V7Generator<ManualClock, ()>;
    assert!(size_of::<Shared<v7::Counter, ManualClock, (), 32>>() <= size_of::<Plain>() + 32 + 4 * size_of::<usize>());
}
