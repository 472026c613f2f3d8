//! What has been granted so far, used up or not: a few spans that hold it all.

use core::num::NonZero;

use super::Span;
use crate::small::divided;

/// Everything ever granted, as at most [`PLACES`](Self::PLACES) spans.
///
/// Where there are more, the two that are closest become one, with what lies between them. So it may hold ids that were never
/// granted, and always holds those that were: an overlap that is found may be none, and none goes unnoticed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Granted {
    places: [Option<Span>; Self::PLACES],
}

impl Granted {
    pub(super) const PLACES: usize = 4;

    pub(super) const fn nothing() -> Self {
        Self { places: [None; Self::PLACES] }
    }

    pub(super) const fn of(places: [Option<Span>; Self::PLACES]) -> Self {
        Self { places }
    }

    pub(super) const fn places(&self) -> [Option<Span>; Self::PLACES] {
        self.places
    }

    fn spans(&self) -> impl Iterator<Item = Span> + '_ {
        self.places.iter().copied().flatten()
    }

    /// The lowest id from which on the span may have been granted before.
    pub(super) fn overlap(&self, span: Span) -> Option<u64> {
        self.spans().filter_map(|granted| meeting(granted, span)).min()
    }

    /// Whether all of the span is known as granted, by one place.
    pub(super) fn holds(&self, span: Span) -> bool {
        self.spans().any(|granted| joined(granted, span) == granted)
    }

    /// Takes note of a span that does not overlap.
    pub(super) fn note(&mut self, span: Span) {
        let mut noted = span;
        // What continues another one costs nothing.
        for place in &mut self.places {
            if let Some(joined) = place.and_then(|granted| joined_without_loss(granted, noted)) {
                noted = joined;
                *place = None;
            }
        }
        match self.places.iter_mut().find(|place| place.is_none()) {
            Some(place) => *place = Some(noted),
            None => self.join_closest(noted),
        }
    }

    /// Of the places, which are full, and one more, joins the two that bring in the fewest others.
    fn join_closest(&mut self, one_more: Span) {
        let mut spans = [Some(one_more); Self::PLACES + 1];
        for (to, from) in spans.iter_mut().zip(self.places) {
            *to = from;
        }
        let mut closest: Option<(u128, usize, usize, Span)> = None;
        for (at, a) in spans.iter().copied().flatten().enumerate() {
            for (behind, b) in spans.iter().copied().flatten().skip(at + 1).enumerate() {
                let cost = cost(a, b);
                if closest.is_none_or(|(least, ..)| cost < least) {
                    closest = Some((cost, at, at + 1 + behind, joined(a, b)));
                }
            }
        }
        let Some((_, one, other, both)) = closest else { return };
        let left = spans.into_iter().flatten().enumerate().filter(|(at, _)| *at != one && *at != other);
        let left = left.map(|(_, span)| span).chain([both]);
        for (to, from) in self.places.iter_mut().zip(left) {
            *to = Some(from);
        }
    }
}

/// The step, and 0 for a single id, which is in no class of its own.
const fn stride(span: Span) -> u16 {
    if span.more == 0 { 0 } else { span.step.get() }
}

/// The lowest id from which on two spans may have ids in common.
///
/// Exact for spans of one step, and for a single id. For two steps their classes are compared by what the steps have in common,
/// which may find an id that is none.
pub(super) fn meeting(a: Span, b: Span) -> Option<u64> {
    let from = a.first.max(b.first);
    if from > a.last().min(b.last()) {
        return None;
    }
    match gcd(stride(a), stride(b)) {
        // Two single ids, and not apart.
        0 => Some(from),
        common => {
            if divided(a.first.abs_diff(b.first), common).1 == 0 {
                Some(from)
            } else {
                None
            }
        }
    }
}

/// The smallest span that holds both, and in whose steps either was granted: a single id is of the class that it came in.
fn joined(a: Span, b: Span) -> Span {
    let first = a.first.min(b.first);
    let reach = a.last().max(b.last()) - first;
    let common = gcd(a.step.get(), b.step.get());
    let step = gcd(common, divided(a.first.abs_diff(b.first), common).1);
    // None of them is 0; and both ends are whole steps from the first.
    let step = NonZero::new(step).unwrap_or(NonZero::<u16>::MIN);
    Span { first, more: divided(reach, step.get()).0, step }
}

/// How many ids are in the smallest span that holds both, and in neither.
fn cost(a: Span, b: Span) -> u128 {
    joined(a, b).count_exact().saturating_sub(a.count_exact() + b.count_exact())
}

fn joined_without_loss(a: Span, b: Span) -> Option<Span> {
    if cost(a, b) == 0 { Some(joined(a, b)) } else { None }
}

/// The greatest common divisor; of 0 and another, the other.
const fn gcd(mut a: u16, mut b: u16) -> u16 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
