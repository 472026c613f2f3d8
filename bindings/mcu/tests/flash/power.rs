//! The power is cut after every single byte that is written or erased.

use std::pin::pin;
use std::task::{Context, Poll, Waker};

use mintid::kept::MarkStore;
use mintid::mark::{DueMark, Mark};
use mintid_mcu::flash::{BlockingFlashMark, FlashError, FlashMark};

use crate::chip::{Chip, Cut, NoPower, raise, replace};

/// What a run saves: mostly higher, now and then lower, and one that changes nothing.
fn due(step: u64) -> DueMark {
    match step % 11 {
        7 => replace(1_000_000 + step * 30 - 500),
        8 => raise(5),
        _ => raise(1_000_000 + step * 30),
    }
}

/// A store whose owner remembers what was promised.
struct Device<const W: usize, const PAGE: usize> {
    chip: Chip<W, PAGE>,
    kept: Option<Mark>,
    step: u64,
}

impl<const W: usize, const PAGE: usize> Device<W, PAGE> {
    fn new(pages: usize) -> Self {
        Self { chip: Chip::new(pages), kept: None, step: 0 }
    }

    fn store(&mut self) -> BlockingFlashMark<Chip<W, PAGE>> {
        let end = self.chip.bytes.len() as u32;
        BlockingFlashMark::new(self.chip.clone(), 0..end).unwrap()
    }

    /// A start, and so many saves, or until the power goes.
    fn run(&mut self, saves: usize, context: impl std::fmt::Debug) {
        let mut store = self.store();
        let loaded = MarkStore::load(&mut store).unwrap_or_else(|error| panic!("{error}, {context:?}"));
        assert_eq!(loaded, self.kept, "{context:?}");
        for _ in 0..saves {
            let due = due(self.step);
            self.step += 1;
            let after = due.over(self.kept);
            match MarkStore::save(&mut store, due) {
                Ok(()) => self.kept = Some(after),
                Err(FlashError::Flash(NoPower)) => {
                    // Nobody was promised anything: the one before, or this one.
                    self.chip = store.into_inner();
                    self.chip.restore();
                    let found =
                        MarkStore::load(&mut self.store()).unwrap_or_else(|error| panic!("{error}, {context:?}"));
                    assert!(found == self.kept || found == Some(after), "{found:?}, {:?}, {context:?}", self.kept);
                    self.kept = found;
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
    let bytes = uncut.chip.done;
    assert!(uncut.chip.erased.iter().all(|erased| *erased >= 2), "a run goes round: {:?}", uncut.chip.erased);
    for cut in Cut::ALL {
        for at in 0..bytes {
            let mut device = Device::<W, PAGE>::new(pages);
            device.chip.cut_after(at, cut, at);
            device.run(saves, (cut, at));
            // And again, soon: in the first record, or the first erase, after the start; a moment later; with other damage.
            for (again, next) in [(at % 23, cut), (at % 7, Cut::Noise), (at % (PAGE as u64 + 40), cut), (0, Cut::Done)]
            {
                device.chip.cut_after(again, next, at + again);
                device.run(saves, (cut, at, again));
            }
            device.run(saves, (cut, at, "then with power"));
            device.run(0, (cut, at, "at last"));
        }
    }
}

#[test]
fn a_cut_after_any_byte_leaves_the_mark_before_or_the_new_one() {
    cut_everywhere::<4, 128>(2, 45);
    cut_everywhere::<1, 128>(2, 40);
    cut_everywhere::<8, 64>(3, 30);
    cut_everywhere::<32, 256>(2, 40);
    cut_everywhere::<16, 64>(4, 45);
    cut_everywhere::<2, 128>(2, 40);
}

#[test]
fn a_save_that_is_given_up_at_any_turn_leaves_the_mark_before_or_the_new_one() {
    // Every read, write and erase takes a turn; after so many, the future is dropped.
    for turns in 0..60 {
        let mut chip = Chip::<4, 64>::new(2);
        chip.slow = true;
        let mut store = FlashMark::new(chip, 0..128).unwrap();
        let mut kept = None;
        for step in 0..12 {
            let due = due(step);
            let after = Some(due.over(kept));
            let saved = polled(store.save(due), if step % 3 == 2 { turns } else { usize::MAX });
            let found = polled(store.load(), usize::MAX).unwrap().unwrap();
            match saved {
                Some(saved) => assert_eq!((saved, found), (Ok(()), after), "step {step}, {turns} turns"),
                None => assert!(found == kept || found == after, "step {step}, {turns} turns"),
            }
            kept = found;
        }
    }
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
