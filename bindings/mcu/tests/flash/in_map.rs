//! The mark as one value in a store of `sequential-storage`, beside a program's others: the recipe in the documentation.

use std::pin::pin;
use std::task::{Context, Poll, Waker};

use embedded_storage_async::nor_flash::NorFlash;
use mintid::mark::{DueMark, Mark};
use mintid_mcu::shared::AsyncMarkStore;
use sequential_storage::cache::{Cache, Uncached};
use sequential_storage::map::{MapConfig, MapStorage};

use crate::chip::{Chip, Cut, raise, replace};

/// A program's store, and the key that it has set aside for the mark.
struct InMap<F: NorFlash>(MapStorage<u8, F, Cache<Uncached, Uncached, Uncached, u8>>);

const MARK: u8 = 1;

impl<F: NorFlash> AsyncMarkStore for InMap<F> {
    type Error = sequential_storage::Error<F::Error>;

    async fn load(&mut self) -> Result<Option<Mark>, Self::Error> {
        let stored: Option<[u8; 8]> = self.0.fetch_item(&mut [0; 64], &MARK).await?;
        Ok(stored.and_then(Mark::from_bytes))
    }

    async fn save(&mut self, due: DueMark) -> Result<(), Self::Error> {
        let mark = due.over(self.load().await?);
        self.0.store_item(&mut [0; 64], &MARK, &mark.to_bytes()).await
    }
}

type Flash = Chip<4, 128>;

fn over(chip: Flash) -> InMap<Flash> {
    InMap(MapStorage::new(chip, const { MapConfig::new(0..384) }, Cache::new_uncached()))
}

/// The chip never lets anyone wait here.
fn now<R>(work: impl Future<Output = R>) -> R {
    match pin!(work).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(answer) => answer,
        Poll::Pending => panic!("the chip answers at once"),
    }
}

fn due(step: u64) -> DueMark {
    if step % 5 == 4 { replace(1_000 + step * 10 - 35) } else { raise(1_000 + step * 10) }
}

/// An erase that is cut is taken here to have begun at the front, as that crate expects; [`power`](crate::power) asks for more.
#[test]
fn a_cut_after_any_byte_leaves_the_mark_before_or_the_new_one() {
    for (at, cut) in (0..1_000).flat_map(|at| [Cut::Unchanged, Cut::Front, Cut::Noise].map(|cut| (at, cut))) {
        let mut chip = Flash::new(3);
        chip.cut_after(at, cut, at);
        let mut store = over(chip);
        let (mut kept, mut step) = (None, 0);
        let after = loop {
            let after = due(step).over(kept);
            if now(store.save(due(step))).is_err() {
                break after;
            }
            (kept, step) = (Some(after), step + 1);
        };
        let (mut chip, _) = store.0.destroy();
        chip.restore();
        let mut store = over(chip);
        let found = now(store.load()).unwrap_or_else(|error| panic!("{cut:?} at {at}: {error}"));
        assert!(found == kept || found == Some(after), "{cut:?} at {at}: {found:?}");
        for more in 1..30 {
            now(store.save(due(step + more))).unwrap_or_else(|error| panic!("{cut:?} at {at}, then {more}: {error}"));
        }
    }
}
