//! Two threads that make the same calls at the same time.

use std::collections::HashSet;
use std::hash::Hash;
use std::hint::{black_box, spin_loop};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::contest::{CALLS, COUNTED, OneByOne, drive};
use crate::race::{Distinct, Role, Runner};

/// This thread and another one, which sleeps between the turns so that it does not disturb the other runners'.
///
/// Both stand at a barrier before the clock is read, so that waking up is not in the figure. The other thread ends when
/// the pair is dropped.
pub struct Pair {
    passes: SyncSender<u32>,
    ended: Receiver<()>,
    awake: Arc<AtomicBool>,
    go: Arc<AtomicBool>,
}

impl Pair {
    /// A runner whose figure is the time of a call in each thread, both calling at once.
    pub fn runner<Id, G>(name: &'static str, role: Role, blank: Id, generate: G) -> Runner
    where
        Id: Copy + Eq + Hash + Send + 'static,
        G: FnMut() -> Option<Id> + Copy + Send + 'static,
    {
        let pair = Self::new(blank, generate);
        Runner::self_timed(name, role, count(blank, generate), CALLS as u32, move |passes| {
            pair.timed(|| make(passes, blank, generate), passes)
        })
    }

    fn new<Id, G>(blank: Id, generate: G) -> Self
    where
        Id: Copy + Send + 'static,
        G: FnMut() -> Option<Id> + Copy + Send + 'static,
    {
        let (passes, to_do) = sync_channel(1);
        let (end, ended) = sync_channel(1);
        let (awake, go) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let (is_awake, may_go) = (Arc::clone(&awake), Arc::clone(&go));
        thread::spawn(move || {
            for passes in to_do {
                is_awake.store(true, Ordering::Release);
                while !may_go.swap(false, Ordering::AcqRel) {
                    spin_loop();
                }
                make(passes, blank, generate);
                if end.send(()).is_err() {
                    return;
                }
            }
        });
        Self { passes, ended, awake, go }
    }

    /// How long `own` takes while the other thread makes its `passes`.
    fn timed(&self, own: impl FnOnce(), passes: u32) -> Duration {
        if self.passes.send(passes).is_err() {
            return Duration::MAX;
        }
        while !self.awake.swap(false, Ordering::AcqRel) {
            spin_loop();
        }
        let start = Instant::now();
        self.go.store(true, Ordering::Release);
        own();
        let took = start.elapsed();
        let _ = self.ended.recv();
        took
    }
}

fn make<Id: Copy>(passes: u32, blank: Id, mut generate: impl FnMut() -> Option<Id>) {
    let mut places = [blank; CALLS];
    for _ in 0..passes {
        drive::<OneByOne, Id>(&mut generate, black_box(&mut places));
    }
}

/// The different ids among those of two threads.
fn count<Id, G>(blank: Id, mut generate: G) -> Distinct
where
    Id: Copy + Eq + Hash + Send,
    G: FnMut() -> Option<Id> + Copy + Send,
{
    let (mut ours, mut theirs) = (vec![blank; COUNTED / 2], vec![blank; COUNTED / 2]);
    let mut also = generate;
    let of = thread::scope(|scope| {
        let other = scope.spawn(|| drive::<OneByOne, Id>(&mut also, &mut theirs));
        drive::<OneByOne, Id>(&mut generate, &mut ours) + other.join().unwrap_or(0)
    });
    Distinct { found: ours.iter().chain(&theirs).collect::<HashSet<_>>().len(), of }
}
