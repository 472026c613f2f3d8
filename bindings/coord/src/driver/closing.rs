//! The end of a driver: it is wanted by somebody, and over when its task is.

use tokio::sync::oneshot;

/// Whether the end is wanted, and by whom.
#[derive(Debug)]
pub(super) enum Closing<T> {
    NotWanted,
    /// Each is told what came of it.
    Wanted(Vec<oneshot::Sender<T>>),
    /// The task is gone, whatever has ended it.
    Over,
}

impl<T> Closing<T> {
    /// Wants the end: where to hear what came of it, or `None` where it is over already.
    pub fn want(&mut self) -> Option<oneshot::Receiver<T>> {
        let (teller, heard) = oneshot::channel();
        match self {
            Self::NotWanted => *self = Self::Wanted(vec![teller]),
            Self::Wanted(tellers) => tellers.push(teller),
            Self::Over => return None,
        }
        Some(heard)
    }

    /// Whether somebody wants it.
    pub const fn is_wanted(&self) -> bool {
        matches!(self, Self::Wanted(_))
    }

    /// That it is over: who wants to be told.
    pub fn end(&mut self) -> Vec<oneshot::Sender<T>> {
        match std::mem::replace(self, Self::Over) {
            Self::Wanted(tellers) => tellers,
            Self::NotWanted | Self::Over => Vec::new(),
        }
    }
}

/// Something to be done at the end of a task, even where it is aborted or panics.
pub(super) struct AtTheEnd<F: FnMut()>(pub F);

impl<F: FnMut()> Drop for AtTheEnd<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}
