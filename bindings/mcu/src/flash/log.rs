//! The log of records over the pages, without the flash: it says what to read, erase or write next, and is told what was
//! read. So the blocking and the asynchronous store are one, whatever a record carries, and the rules are tested once.

use super::geometry::{Geometry, Place};
use super::record::{Record, Value};

/// The number of the very first record.
const FIRST: u32 = 1;

/// What is known of the region.
#[derive(Debug)]
pub(super) struct Log<V> {
    geometry: Geometry,
    /// What the region holds, once it was looked through. Unknown again while a save is on its way: one that fails, or is
    /// given up half-way, is looked for in the flash itself.
    state: Option<State<V>>,
    /// Whether the first record of all was written in vain, to a page that reads as blank and takes nothing: it is erased
    /// before the next try.
    is_in_vain: bool,
}

#[derive(Debug, Clone, Copy)]
struct State<V> {
    newest: Option<Record<V>>,
    /// Where the next record goes; `None` in a region that holds something else. At the front of a page, that page is
    /// erased first where there is a record elsewhere.
    next: Option<Place>,
}

/// What was found in a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Found<V> {
    Blank,
    /// Neither blank nor a record.
    Torn,
    Record(Record<V>),
}

/// What the flash has to do.
#[derive(Debug, Clone, Copy)]
pub(super) enum Task<V> {
    /// Read this place, and tell what was found.
    Read(Place),
    /// Erase the page of this place.
    Erase(Place),
    Write(Place, Record<V>),
}

/// What comes next.
#[derive(Debug)]
pub(super) enum Next<V> {
    Do(Task<V>, Job<V>),
    /// The newest value, as the log knows it.
    Done(Result<Option<V>, Fault>),
}

/// What is wrong, where it is not the driver.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    Damaged,
    NotKept,
    Spent,
}

/// A load or a save on its way, held by whoever has the flash.
#[derive(Debug)]
pub(super) struct Job<V>(Stage<V>);

#[derive(Debug)]
enum Stage<V> {
    Look(Look<V>),
    Erase(Place, Record<V>),
    Write(Place, Record<V>),
    Check(Place, Record<V>),
}

/// A look through every place.
#[derive(Debug)]
struct Look<V> {
    at: Place,
    newest: Option<Record<V>>,
    /// The last place in use of the page with the newest record.
    last: Place,
    /// Where the very first record goes, while all that was seen may be torn ones of the like.
    first: Option<Place>,
}

impl<V: Value> Log<V> {
    pub(super) const fn new(geometry: Geometry) -> Self {
        Self { geometry, state: None, is_in_vain: false }
    }

    pub(super) const fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    pub(super) const fn forget(&mut self) {
        self.state = None;
    }

    /// Begins to save what is due, or to load where nothing is.
    pub(super) fn begin(&mut self, due: Option<&V::Due>) -> Next<V> {
        match (self.state.take(), due) {
            (Some(state), Some(due)) => self.put(state, due),
            _ => {
                let at = Place::FIRST;
                Next::Do(Task::Read(at), Job(Stage::Look(Look { at, newest: None, last: at, first: Some(at) })))
            }
        }
    }

    /// Goes on after a task, with what it was begun with; `found` is for the reads.
    pub(super) fn go_on(&mut self, job: Job<V>, found: Found<V>, due: Option<&V::Due>) -> Next<V> {
        match job.0 {
            Stage::Look(mut look) => {
                look.note(found, &self.geometry);
                match self.geometry.after(look.at) {
                    Place::FIRST => self.looked(look, due),
                    at => Next::Do(Task::Read(at), Job(Stage::Look(Look { at, ..look }))),
                }
            }
            Stage::Erase(at, record) => Next::Do(Task::Write(at, record), Job(Stage::Write(at, record))),
            Stage::Write(at, record) => Next::Do(Task::Read(at), Job(Stage::Check(at, record))),
            Stage::Check(at, record) => {
                if found != Found::Record(record) {
                    return Next::Done(Err(Fault::NotKept));
                }
                self.is_in_vain = false;
                self.state = Some(State { newest: Some(record), next: Some(self.behind(record, at)) });
                Next::Done(Ok(Some(record.value)))
            }
        }
    }

    fn looked(&mut self, look: Look<V>, due: Option<&V::Due>) -> Next<V> {
        let next = look.newest.map(|newest| self.behind(newest, look.last)).or(look.first);
        let state = State { newest: look.newest, next };
        match due {
            Some(due) => self.put(state, due),
            None => {
                self.state = Some(state);
                let value = state.newest.map(|record| record.value);
                Next::Done(if state.next.is_some() { Ok(value) } else { Err(Fault::Damaged) })
            }
        }
    }

    /// The place of the next record. The first of all may stand in a page that was not erased before it, and stays alone
    /// there.
    fn behind(&self, newest: Record<V>, last: Place) -> Place {
        if newest.number == FIRST { self.geometry.page_after(last) } else { self.geometry.after(last) }
    }

    fn put(&mut self, state: State<V>, due: &V::Due) -> Next<V> {
        let Some(at) = state.next else {
            return Next::Done(Err(Fault::Damaged));
        };
        let stored = state.newest.map(|record| record.value);
        let Some(value) = V::over(due, stored, at) else {
            self.state = Some(state);
            return Next::Done(Ok(stored));
        };
        let Some(number) = state.newest.map_or(Some(FIRST), |record| record.number.checked_add(1)) else {
            return Next::Done(Err(Fault::Spent));
        };
        let record = Record { number, value };
        // The newest record stands in another page. This one is erased even if it reads as blank: it may be half erased.
        if at.is_front() && (state.newest.is_some() || self.is_in_vain) {
            Next::Do(Task::Erase(at), Job(Stage::Erase(at, record)))
        } else {
            self.is_in_vain = state.newest.is_none();
            Next::Do(Task::Write(at, record), Job(Stage::Write(at, record)))
        }
    }
}

impl<V: Value> Look<V> {
    fn note(&mut self, found: Found<V>, geometry: &Geometry) {
        match found {
            Found::Blank => {}
            Found::Record(record) if self.newest.is_none_or(|newest| record.number > newest.number) => {
                (self.newest, self.last) = (Some(record), self.at);
            }
            Found::Record(_) | Found::Torn => {
                if self.at.page == self.last.page {
                    self.last = self.at;
                }
                // One torn where the very first may have been is followed by a place that stays blank, and then by the
                // next try. Somebody else's data is not like that.
                self.first = self
                    .first
                    .filter(|first| *first == self.at)
                    .and_then(|first| geometry.after_in_round(first).and_then(|gap| geometry.after_in_round(gap)));
            }
        }
    }
}
