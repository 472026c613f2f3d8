//! Contests of generators, on one id at a time and into a slice.

use std::collections::HashSet;
use std::hash::Hash;
use std::hint::black_box;
use std::marker::PhantomData;

use crate::race::{Aim, Distinct, Effort, Role, Runner, race};

/// Calls in a row, so that the jump to the loop is lost among them; and the length of a slice.
pub const CALLS: usize = 256;

/// Ids counted, in a sample of their own: counting must not disturb the timing.
pub const COUNTED: usize = 100_000;

/// What becomes of each id once it is written.
pub trait Fate: 'static {
    const TITLE: &'static str;

    fn written<Id>(place: &mut Id);
}

/// It is looked at before the next one is made, as far as the optimizer knows.
pub struct OneByOne;

/// Nothing, until the slice is full.
pub struct Slice;

impl Fate for OneByOne {
    const TITLE: &'static str = "one id";

    #[inline(always)]
    fn written<Id>(place: &mut Id) {
        black_box(place);
    }
}

impl Fate for Slice {
    const TITLE: &'static str = "into a slice of 256";

    #[inline(always)]
    fn written<Id>(_: &mut Id) {}
}

/// Makes an id for each place, until the generator fails, and says how many.
///
/// A generator made in a function that is generic over the fate is called from this one loop and nowhere else. It is then
/// inlined here or not as its own crate would have it, and not by how large this program has become.
#[inline(never)]
pub fn drive<F: Fate, Id>(generate: &mut impl FnMut() -> Option<Id>, places: &mut [Id]) -> usize {
    let all = places.len();
    let mut rest = places.iter_mut();
    // Counted at the end, so that the loop holds nothing but the operation.
    while let Some(place) = rest.next() {
        let Some(id) = generate() else { return all - rest.len() - 1 };
        *place = id;
        F::written(place);
    }
    all
}

/// Contenders in one operation, whose ids all have one fate.
pub struct Contest<F> {
    runners: Vec<Runner>,
    fate: PhantomData<F>,
}

impl<F: Fate> Contest<F> {
    pub fn new() -> Self {
        Self { runners: Vec::new(), fate: PhantomData }
    }

    /// Adds a contender: `make` gives a generator in its first state, as a function that gives ids until it fails; `blank`
    /// is any id, for places not written yet. A [part](Role::Part) of what all contenders do is entered alike.
    pub fn enter<Id, G>(&mut self, name: &'static str, role: Role, blank: Id, make: impl Fn() -> G)
    where
        Id: Copy + Eq + Hash + 'static,
        G: FnMut() -> Option<Id> + 'static,
    {
        let mut places = vec![blank; COUNTED];
        let of = drive::<F, Id>(&mut make(), &mut places);
        let distinct = Distinct { found: places[..of].iter().collect::<HashSet<_>>().len(), of };

        let mut generate = make();
        places.truncate(CALLS);
        self.runners.push(Runner::new(name, role, distinct, CALLS as u32, move || {
            drive::<F, Id>(&mut generate, black_box(&mut places));
        }));
    }

    /// Races them.
    pub fn run(self, title: &str, aims: &[Aim], effort: &Effort) {
        race(&format!("{title}, {}", F::TITLE), aims, effort, self.runners);
    }
}
