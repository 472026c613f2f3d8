//! What a region may hold when a device starts.

use mintid::entropy::Entropy;
use mintid::kept::MarkStore;
use mintid_mcu::flash::{BlockingFlashMark, FlashError};

use crate::chip::{Chip, Cut, mark, raise, replace};
use crate::stream::Stream;

type Store = BlockingFlashMark<Chip<4, 256>>;

fn over(chip: Chip<4, 256>) -> Store {
    let end = chip.bytes.len() as u32;
    BlockingFlashMark::new(chip, 0..end).unwrap()
}

#[test]
fn erased_flash_holds_no_mark() {
    assert_eq!(MarkStore::load(&mut over(Chip::new(2))), Ok(None));
}

#[test]
fn the_newest_record_counts_whether_it_raised_or_replaced() {
    let mut store = over(Chip::new(2));
    for (due, kept) in [(raise(100), 100), (raise(50), 100), (replace(50), 50), (raise(70), 70), (replace(70), 70)] {
        MarkStore::save(&mut store, due).unwrap();
        let mut again = over(store.into_inner());
        assert_eq!(MarkStore::load(&mut again), Ok(Some(mark(kept))));
        store = again;
    }
    // Two of the five had nothing to write.
    assert_eq!(store.into_inner().done, 256 + 3 * 16);
}

#[test]
fn somebody_elses_data_is_an_error_that_writes_nothing_until_the_region_is_formatted() {
    let mut stream = Stream::random(11);
    for round in 0..300 {
        let mut bytes = vec![0xff; 512];
        let from = [0, 16, 17, 256, 300, 500][round % 6];
        let to = [512, 300, 511, 512, 301, 512][round % 6];
        stream.fill(&mut bytes[from..to]).unwrap();
        if round % 4 == 3 {
            bytes[from..to].fill(round as u8 & 0x7f); // zeros, text, a pattern
        }
        let mut store = over(Chip::holding(&bytes));
        assert_eq!(MarkStore::load(&mut store), Err(FlashError::Damaged), "round {round}");
        assert_eq!(MarkStore::save(&mut store, raise(9)), Err(FlashError::Damaged), "round {round}");
        let chip = store.into_inner();
        assert_eq!((&chip.bytes, chip.done), (&bytes, 0), "round {round}");
        let mut store = over(chip);
        store.format().unwrap();
        assert_eq!(MarkStore::load(&mut store), Ok(None));
        MarkStore::save(&mut store, raise(9)).unwrap();
        assert_eq!(MarkStore::load(&mut over(store.into_inner())), Ok(Some(mark(9))));
    }
}

#[test]
fn a_first_save_that_is_torn_time_and_again_is_no_mark_and_never_somebody_elses_data() {
    let mut chip = Chip::<4, 256>::new(2);
    for tried in 0..15 {
        chip.cut_after(5, Cut::Front, tried);
        let mut store = over(chip);
        assert_eq!(MarkStore::load(&mut store), Ok(None), "after {tried}");
        assert!(matches!(MarkStore::save(&mut store, raise(9)), Err(FlashError::Flash(_))));
        chip = store.into_inner();
        chip.restore();
    }
    assert_eq!(chip.erased, [0, 0], "nothing is erased before a record is elsewhere");
    let mut store = over(chip);
    MarkStore::save(&mut store, raise(9)).unwrap();
    MarkStore::save(&mut store, raise(10)).unwrap();
    assert_eq!(MarkStore::load(&mut over(store.into_inner())), Ok(Some(mark(10))));
}

#[test]
fn a_region_that_reads_as_blank_and_takes_nothing_is_erased_before_the_next_try() {
    let mut chip = Chip::new(2);
    chip.weaken();
    let mut store = over(chip);
    assert_eq!(MarkStore::load(&mut store), Ok(None));
    assert!(matches!(MarkStore::save(&mut store, raise(9)), Err(FlashError::Flash(_))));
    assert_eq!(MarkStore::save(&mut store, raise(9)), Ok(()));
    assert_eq!(MarkStore::load(&mut store), Ok(Some(mark(9))));
    assert_eq!(store.into_inner().erased, [1, 0]);
}

#[test]
fn noise_among_records_is_passed_over_and_never_taken_for_a_mark() {
    let mut stream = Stream::random(12);
    let mut store = over(Chip::new(2));
    for step in 1..=9 {
        MarkStore::save(&mut store, raise(step * 100)).unwrap();
    }
    let whole = store.into_inner().bytes;
    for slot in 0..32 {
        for _ in 0..20 {
            let mut bytes = whole.clone();
            stream.fill(&mut bytes[slot * 16..][..16]).unwrap();
            // The first stands alone in its page. The newest is the ninth; where it is gone, the one before counts.
            let kept = if slot == 16 + 7 { 800 } else { 900 };
            assert_eq!(MarkStore::load(&mut over(Chip::holding(&bytes))), Ok(Some(mark(kept))), "slot {slot}");
        }
    }
}

#[test]
fn a_cut_while_formatting_leaves_an_earlier_mark_or_none_and_formatting_again_ends_it() {
    for saves in [3_u64, 16, 20, 40] {
        for cut in 0..512 {
            let mut store = over(Chip::new(2));
            for step in 1..=saves {
                MarkStore::save(&mut store, raise(step * 100)).unwrap();
            }
            let mut chip = store.into_inner();
            chip.cut_after(cut, Cut::ALL[cut as usize % 6], cut);
            let mut store = over(chip);
            assert!(store.format().is_err());
            let mut chip = store.into_inner();
            chip.restore();
            let mut store = over(chip);
            match MarkStore::load(&mut store) {
                Ok(Some(found)) => assert!(found.unix_ms() % 100 == 0 && found.unix_ms() <= saves * 100),
                Ok(None) | Err(FlashError::Damaged) => {}
                Err(error) => panic!("{error}"),
            }
            store.format().unwrap();
            assert_eq!(MarkStore::load(&mut store), Ok(None));
        }
    }
}

#[test]
fn a_region_is_two_or_more_whole_pages() {
    let chip = || Chip::<4, 256>::new(4);
    for (region, fits) in [
        (0..512, true),
        (256..1024, true),
        (0..256, false),
        (0..0, false),
        (128..640, false),
        (0..600, false),
        #[allow(clippy::reversed_empty_ranges, reason = "a mistake that is caught")]
        (512..0, false),
    ] {
        assert_eq!(BlockingFlashMark::new(chip(), region.clone()).is_ok(), fits, "{region:?}");
    }
    let mut store = BlockingFlashMark::new(chip(), 256..768).unwrap();
    for step in 1..200 {
        MarkStore::save(&mut store, raise(step)).unwrap();
    }
    let chip = store.into_inner();
    assert!(chip.erased[0] == 0 && chip.erased[3] == 0, "nothing outside of the region is touched");
    assert!(chip.erased[1].abs_diff(chip.erased[2]) <= 1, "the pages wear evenly");
}

/// Flash whose cells no longer take what is written.
#[test]
fn worn_out_flash_is_an_error_and_not_a_mark() {
    let mut chip = Chip::<4, 256>::new(2);
    chip.wear_out();
    let mut store = over(chip);
    assert_eq!(MarkStore::save(&mut store, raise(7)), Err(FlashError::NotKept));
    assert_eq!(MarkStore::save(&mut store, raise(7)), Err(FlashError::NotKept));
    assert_ne!(MarkStore::load(&mut store), Ok(Some(mark(7))));
}
