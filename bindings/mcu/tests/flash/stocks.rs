//! A stock in flash: power cuts at every byte, what a region may hold, and ids that are given once, over any number of lives.

use std::collections::HashSet;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use mintid::entropy::Entropy;
use mintid::range::{Ceiling, Empty, Options, Span, Stock, StockError};
use mintid_mcu::SharedRanges;
use mintid_mcu::flash::{BlockingFlashMark, BlockingFlashStock, FlashError, FlashStock};
use mintid_mcu::ranges::{AsyncStockStore, RangesError, StockStore};

use crate::chip::{Chip, Cut, NoPower, raise};
use crate::stream::Stream;

/// A stock that no other step has.
fn stock(step: u64) -> Stock<2> {
    let mut stock = Stock::new(Ceiling::I64);
    stock.add(Span::of_count(1 + step, 1_000).unwrap()).unwrap();
    stock.claim(7);
    stock
}

fn over<const W: usize, const PAGE: usize>(chip: Chip<W, PAGE>) -> BlockingFlashStock<Chip<W, PAGE>> {
    let end = chip.bytes.len() as u32;
    BlockingFlashStock::new(chip, 0..end).unwrap()
}

/// A store whose owner remembers what was promised.
struct Device<const W: usize, const PAGE: usize> {
    chip: Chip<W, PAGE>,
    kept: Option<Stock<2>>,
    step: u64,
}

impl<const W: usize, const PAGE: usize> Device<W, PAGE> {
    fn new(pages: usize) -> Self {
        Self { chip: Chip::new(pages), kept: None, step: 0 }
    }

    /// A start, and so many saves, or until the power goes.
    fn run(&mut self, saves: usize, context: impl std::fmt::Debug) {
        let mut store = over(self.chip.clone());
        assert_eq!(store.load(), Ok(self.kept), "{context:?}");
        for _ in 0..saves {
            let new = stock(self.step);
            self.step += 1;
            match store.save(&new) {
                Ok(()) => self.kept = Some(new),
                Err(FlashError::Flash(NoPower)) => {
                    // Nobody was promised anything: the one before, or this one.
                    let mut chip = store.into_inner();
                    chip.restore();
                    let found = over(chip.clone()).load().unwrap_or_else(|error| panic!("{error}, {context:?}"));
                    assert!(found == self.kept || found == Some(new), "{found:?}, {context:?}");
                    (self.chip, self.kept) = (chip, found);
                    return;
                }
                Err(error) => panic!("{error}, {context:?}"),
            }
        }
        self.chip = store.into_inner();
        self.chip.restore();
    }
}

fn cut_everywhere<const W: usize, const PAGE: usize>(pages: usize, saves: usize) {
    let mut uncut = Device::<W, PAGE>::new(pages);
    uncut.run(saves, "uncut");
    assert!(uncut.chip.erased.iter().all(|erased| *erased >= 1), "a run goes round: {:?}", uncut.chip.erased);
    for at in 0..uncut.chip.done {
        // Each byte with one kind of damage, and with another one the next time.
        let cut = Cut::ALL[(at % 6) as usize];
        let mut device = Device::<W, PAGE>::new(pages);
        device.chip.cut_after(at, cut, at);
        device.run(saves, (cut, at));
        for (again, next) in [(at % 199, Cut::ALL[(at / 6 % 6) as usize]), (at % 7, Cut::Noise), (0, Cut::Done)] {
            device.chip.cut_after(again, next, at + again);
            device.run(2, (cut, at, again));
        }
        device.run(3, (cut, at, "then with power"));
        device.run(0, (cut, at, "at last"));
    }
}

#[test]
fn a_cut_after_any_byte_leaves_the_stock_before_or_the_new_one() {
    // Five places that are torn in the first save of all, with one between them, are what a region of ten bears.
    cut_everywhere::<4, 1024>(2, 12);
    cut_everywhere::<1, 512>(5, 11);
    cut_everywhere::<8, 192>(10, 12);
    cut_everywhere::<32, 1024>(2, 13);
    cut_everywhere::<64, 256>(10, 12);
    cut_everywhere::<2, 640>(4, 13);
}

fn polled<R>(work: impl Future<Output = R>, turns: usize) -> Option<R> {
    let mut work = pin!(work);
    let mut context = Context::from_waker(Waker::noop());
    for _ in 0..turns {
        if let Poll::Ready(answer) = work.as_mut().poll(&mut context) {
            return Some(answer);
        }
    }
    None
}

#[test]
fn a_save_that_is_given_up_at_any_turn_leaves_the_stock_before_or_the_new_one() {
    for turns in 0..20 {
        let mut chip = Chip::<4, 512>::new(2);
        chip.slow = true;
        let mut store = FlashStock::<_, 2>::new(chip, 0..1024).unwrap();
        let mut kept = None;
        for step in 0..12 {
            let saved = polled(store.save(&stock(step)), if step % 3 == 2 { turns } else { usize::MAX });
            let found = polled(store.load(), usize::MAX).unwrap().unwrap();
            match saved {
                Some(saved) => assert_eq!((saved, found), (Ok(()), Some(stock(step))), "step {step}, {turns} turns"),
                None => assert!(found == kept || found == Some(stock(step)), "step {step}, {turns} turns"),
            }
            kept = found;
        }
    }
}

#[test]
fn a_stock_is_saved_again_even_if_it_is_the_same_and_what_one_store_writes_the_other_reads() {
    let mut store = over(Chip::<4, 256>::new(2));
    assert_eq!(store.load(), Ok(None));
    for _ in 0..3 {
        store.save(&stock(5)).unwrap();
    }
    let chip = store.into_inner();
    assert_eq!(chip.done, 3 * 192 + 2 * 256);
    let mut store = FlashStock::<_, 3>::new(chip, 0..512).unwrap();
    let found = polled(store.load(), usize::MAX).unwrap().unwrap().unwrap();
    assert!(found.spans().ids().eq(stock(5).spans().ids()));
}

#[test]
fn a_stock_with_more_spans_than_places_is_refused_and_never_an_older_one_taken_for_it() {
    let mut store = BlockingFlashStock::<_, 4>::new(Chip::<4, 1024>::new(2), 0..2048).unwrap();
    let mut stock = Stock::<4>::new(Ceiling::I64);
    for first in [1, 1_000, 2_000, 3_000] {
        stock.add(Span::of_count(first, 10).unwrap()).unwrap();
        store.save(&stock).unwrap();
    }
    let mut store = over(store.into_inner());
    assert_eq!(store.load(), Err(FlashError::Stock(StockError::TooMany)));
    store.save(&self::stock(1)).unwrap();
    assert_eq!(store.load(), Ok(Some(self::stock(1))));
}

#[test]
fn marks_are_not_taken_for_a_stock_nor_a_stock_for_marks_and_neither_is_written_over() {
    let mut marks = BlockingFlashMark::new(Chip::<4, 256>::new(2), 0..512).unwrap();
    for step in 1..40 {
        mintid::kept::MarkStore::save(&mut marks, raise(step)).unwrap();
    }
    let chip = marks.into_inner();
    let (bytes, done) = (chip.bytes.clone(), chip.done);
    let mut store = over(chip);
    assert_eq!(store.load(), Err(FlashError::Damaged));
    assert_eq!(store.save(&stock(1)), Err(FlashError::Damaged));
    let chip = store.into_inner();
    assert_eq!((&chip.bytes, chip.done), (&bytes, done));
    let mut store = over(chip);
    store.format().unwrap();
    for step in 0..4 {
        store.save(&stock(step)).unwrap();
    }
    let mut marks = BlockingFlashMark::new(store.into_inner(), 0..512).unwrap();
    assert_eq!(mintid::kept::MarkStore::load(&mut marks), Err(FlashError::Damaged));
}

/// A coordinator that gives each integer once, and what became of them.
#[derive(Default)]
struct World {
    next: u64,
    given: HashSet<u64>,
    /// At hand, or supplied and not saved, when the power went.
    may_be_lost: u64,
}

const BLOCK: u32 = 8;
const WANT: u64 = 30;

/// One life: requests that are answered, ids that are taken between all of it, saves, until the power goes or it has gone round so often.
fn live<const W: usize, const PAGE: usize>(
    chip: Chip<W, PAGE>,
    run: u32,
    rounds: u32,
    random: &mut Stream,
    world: &mut World,
) -> Chip<W, PAGE> {
    let mut store = over(chip);
    let ids = SharedRanges::<2>::new(Options::new().want(WANT).low_water(10), BLOCK);
    assert_eq!(ids.take(), Err(RangesError::NotResumed));
    ids.resume(store.load().unwrap(), run).unwrap();
    let mut is_unsaved = false;
    for _ in 0..rounds {
        let [dice] = random.draw().unwrap();
        let asked = if dice % 3 == 0 { ids.request_due(u64::from(run)).unwrap() } else { None };
        if let Some(request) = asked {
            let span = Span::of_count(1 + world.next, request.want).unwrap();
            world.next += request.want;
            ids.supply(request.ticket, span).unwrap();
            is_unsaved = true;
        }
        match ids.top_up(&mut store) {
            Ok(saved) => is_unsaved &= !saved,
            Err(RangesError::Cause(FlashError::Flash(NoPower))) => break,
            Err(error) => panic!("{error}"),
        }
        for _ in 0..dice % 7 {
            match ids.take() {
                Ok(id) => assert!(world.given.insert(id), "{id} is given twice"),
                Err(RangesError::Cause(Empty::ToSave | Empty::Due { .. } | Empty::Asked { .. })) => {}
                Err(error) => panic!("{error}"),
            }
        }
    }
    assert!(ids.ready().unwrap() <= u64::from(BLOCK));
    world.may_be_lost += u64::from(BLOCK) + if is_unsaved { WANT } else { 0 };
    let mut chip = store.into_inner();
    chip.restore();
    chip
}

fn lives<const W: usize, const PAGE: usize>(pages: usize, seed: u64) {
    let mut random = Stream::random(seed);
    let (mut chip, mut world) = (Chip::<W, PAGE>::new(pages), World::default());
    for run in 0..12 {
        let at = random.number(4).unwrap() as u64 % (6 * PAGE as u64 + 800);
        let cut = Cut::ALL[random.number(1).unwrap() as usize % 6];
        if run % 5 != 4 {
            chip.cut_after(at, cut, seed);
        }
        chip = live(chip, run, 40, &mut random, &mut world);
    }
    let left = over(chip).load().unwrap().map_or(0, |stock| stock.count());
    let lost = world.next - world.given.len() as u64 - left;
    assert!(lost <= world.may_be_lost, "{lost} of {} are lost, with the seed {seed}", world.may_be_lost);
    assert!(world.given.len() > 50, "{}", world.given.len());
}

#[test]
fn no_id_is_given_twice_over_any_number_of_lives_and_a_cut_costs_a_block_at_most() {
    for seed in 0..120 {
        lives::<4, 512>(5, seed);
        lives::<1, 256>(8, seed);
        lives::<8, 192>(9, seed);
        lives::<32, 1024>(2, seed);
        lives::<64, 448>(4, seed);
        lives::<2, 4096>(2, seed);
    }
}

#[test]
fn a_block_whose_save_fails_or_is_given_up_comes_with_the_next_one_and_not_before() {
    let ids = SharedRanges::<2>::new(Options::new(), 10);
    ids.resume(None, 1).unwrap();
    let request = ids.request_due(0).unwrap().unwrap();
    ids.supply(request.ticket, Span::new(1, 100).unwrap()).unwrap();
    let to_save = Err(RangesError::Cause(Empty::ToSave));

    let mut chip = Chip::<4, 512>::new(2);
    chip.slow = true;
    let mut store = FlashStock::<_, 2>::new(chip, 0..1024).unwrap();
    for turns in 0..6 {
        assert_eq!(polled(ids.top_up_async(&mut store), turns), None);
        assert_eq!(ids.take(), to_save);
    }
    struct Failing;
    impl StockStore<2> for Failing {
        type Error = NoPower;
        fn save(&mut self, _: &Stock<2>) -> Result<(), NoPower> {
            Err(NoPower)
        }
    }
    assert_eq!(ids.top_up(&mut Failing), Err(RangesError::Cause(NoPower)));
    assert_eq!(ids.take(), to_save);
    assert_eq!(polled(ids.top_up_async(&mut store), usize::MAX), Some(Ok(true)));
    assert_eq!(polled(ids.top_up_async(&mut store), usize::MAX), Some(Ok(false)));
    assert_eq!(ids.take(), Ok(1));
    let kept = polled(store.load(), usize::MAX).unwrap().unwrap().unwrap();
    assert!(kept.spans().ids().eq(11..=100));
}

#[test]
fn a_save_that_ends_while_another_call_has_the_allocator_is_made_again() {
    let ids = SharedRanges::<2>::new(Options::new(), 10);
    ids.resume(None, 1).unwrap();
    let request = ids.request_due(0).unwrap().unwrap();
    ids.supply(request.ticket, Span::new(1, 100).unwrap()).unwrap();
    let mut chip = Chip::<4, 512>::new(2);
    chip.slow = true;
    let mut store = FlashStock::<_, 2>::new(chip, 0..1024).unwrap();
    {
        let mut save = pin!(ids.top_up_async(&mut store));
        let mut context = Context::from_waker(Waker::noop());
        assert!(save.as_mut().poll(&mut context).is_pending());
        // A task of a higher priority, on another executor, goes on in the middle of a call.
        let ended = ids.with(|_| {
            loop {
                if let Poll::Ready(saved) = save.as_mut().poll(&mut context) {
                    break saved;
                }
            }
        });
        assert_eq!(ended, Ok(Err(RangesError::Busy)));
    }
    assert_eq!(ids.take(), Err(RangesError::Cause(Empty::ToSave)));
    assert_eq!(polled(ids.top_up_async(&mut store), usize::MAX), Some(Ok(true)));
    assert_eq!(ids.take(), Ok(1));
}

/// A store that calls, while it saves, what may not be called twice.
struct Nesting<'a>(&'a SharedRanges<2>);

impl StockStore<2> for Nesting<'_> {
    type Error = NoPower;

    fn save(&mut self, _: &Stock<2>) -> Result<(), NoPower> {
        assert_eq!(self.0.top_up(&mut Nesting(self.0)), Ok(false), "one is being saved");
        assert_eq!(self.0.take(), Err(RangesError::Cause(Empty::ToSave)));
        Ok(())
    }
}

impl AsyncStockStore<2> for Nesting<'_> {
    type Error = NoPower;

    async fn save(&mut self, stock: &Stock<2>) -> Result<(), NoPower> {
        StockStore::save(self, stock)
    }
}

#[test]
fn a_call_inside_of_a_call_is_busy_and_the_outer_one_is_unharmed() {
    let ids = SharedRanges::<2>::new(Options::new(), 10);
    ids.resume(None, 1).unwrap();
    let inner = ids.with(|_| {
        assert_eq!(ids.top_up(&mut Nesting(&ids)), Err(RangesError::Busy));
        assert_eq!(ids.request_due(0), Err(RangesError::Busy));
        assert_eq!(ids.take(), Err(RangesError::Cause(Empty::ToSave)), "main may be bringing more");
        assert_eq!(ids.resume(None, 1), Err(mintid_mcu::ranges::ResumeError::Twice));
        ids.with(|_| panic!("two borrows at once"))
    });
    assert_eq!(inner, Ok(Err::<(), _>(RangesError::Busy)));
    assert_eq!(ids.resume(None, 2), Err(mintid_mcu::ranges::ResumeError::Twice));
    let request = ids.request_due(0).unwrap().unwrap();
    ids.supply(request.ticket, Span::new(1, 100).unwrap()).unwrap();
    assert_eq!(ids.top_up(&mut Nesting(&ids)), Ok(true));
    assert_eq!(ids.take(), Ok(1));
    assert_eq!(polled(ids.top_up_async(&mut Nesting(&ids)), 1), Some(Ok(false)));
}

#[test]
fn what_is_given_back_is_gone_from_the_flash_before() {
    let mut store = over(Chip::<4, 512>::new(2));
    let ids = SharedRanges::<2>::new(Options::new(), 10);
    ids.resume(None, 1).unwrap();
    let request = ids.request_due(0).unwrap().unwrap();
    ids.supply(request.ticket, Span::new(1, 100).unwrap()).unwrap();
    ids.top_up(&mut store).unwrap();
    assert_eq!(ids.take(), Ok(1));
    let back: Vec<u64> = ids.drain().unwrap().into_iter().flat_map(|spans| spans.ids()).collect();
    assert!(back.into_iter().eq(2..=100));
    assert_eq!(ids.top_up(&mut store), Ok(true));
    assert_eq!(ids.take(), Err(RangesError::Cause(Empty::Closed)));
    assert_eq!(store.load().unwrap().unwrap().count(), 0);
    let meter = ids.meter().unwrap();
    assert_eq!((meter.granted, meter.taken, meter.given_back), (100, 1, 99));
}
