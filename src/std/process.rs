//! Which shared generator is this process's own, also after a fork.
//!
//! A forked child inherits its parent's generator, perhaps with the lock held by a thread that was not forked along, and
//! would hand out its parent's ids again. So it makes one of its own, above the newest id it has inherited, and leaves the
//! old alone. Processes form a chain; a fork hook that costs two loads tells whether the end of the chain is still ours.

use rust_std::boxed::Box;
use rust_std::sync::OnceLock;

use forkguard::Guard;

use super::shared::Shared;
use super::{SystemClock, ThreadEntropy};
use crate::options::Options;
use crate::scheme::sealed::Counted;

type Ids<S> = Shared<S, SystemClock, ThreadEntropy>;

/// A link of the chain: what one process owns.
pub(super) struct Process<S: 'static> {
    options: Options<S>,
    owned: OnceLock<Owned<S>>,
    /// What a forked child owns; a parent never sees it.
    child: OnceLock<&'static Process<S>>,
}

struct Owned<S> {
    ids: Ids<S>,
    /// As it was when this link was made: it detects every fork since.
    guard: Option<Guard>,
}

/// Without a guard, because the system refused the hook, [`ThreadEntropy`] refuses every draw: no id is minted at all.
fn detects(guard: &mut Option<Guard>) -> bool {
    guard.as_mut().is_some_and(Guard::detected_fork)
}

impl<S: Counted + Copy + PartialEq> Process<S> {
    /// The first link. Nothing is made before the first call.
    pub(super) const fn first(options: Options<S>) -> Self {
        Self { options, owned: OnceLock::new(), child: OnceLock::new() }
    }

    fn owned(&self) -> &Owned<S> {
        self.owned.get_or_init(|| Owned {
            guard: Guard::try_new().ok(),
            ids: Shared::with(self.options, SystemClock, ThreadEntropy),
        })
    }

    /// The link of a child, made by whichever of its threads comes first.
    fn child(&self) -> &'static Self {
        self.child.get_or_init(|| {
            let child = Self::first(self.options);
            child.owned().ids.start_above(&self.owned().ids);
            Box::leak(Box::new(child))
        })
    }
}

/// What a thread remembers of the chain: the link it used last, and whether there was a fork since.
pub(super) struct Here<S: 'static> {
    process: Option<&'static Process<S>>,
    known: Option<(&'static Ids<S>, Guard)>,
}

impl<S: Counted + Copy + PartialEq> Here<S> {
    /// A thread that has not asked yet.
    pub(super) const fn unknown() -> Self {
        Self { process: None, known: None }
    }

    /// This process's generator, on the chain that starts with `first`.
    #[inline]
    pub(super) fn ids(&mut self, first: &'static Process<S>) -> &'static Ids<S> {
        if let Some((ids, guard)) = &mut self.known {
            if !guard.detected_fork() {
                return ids;
            }
        }
        self.look(first)
    }

    #[cold]
    #[inline(never)]
    fn look(&mut self, first: &'static Process<S>) -> &'static Ids<S> {
        let mut process = self.process.unwrap_or(first);
        loop {
            let owned = process.owned();
            let mut guard = owned.guard.clone();
            if !detects(&mut guard) {
                self.process = Some(process);
                self.known = guard.map(|guard| (&owned.ids, guard));
                return &owned.ids;
            }
            process = process.child();
        }
    }
}
