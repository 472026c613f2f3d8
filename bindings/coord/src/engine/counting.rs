//! What is the same of every engine that counts in 63 bits: which ids there are, and what can be given back.

use std::num::NonZero;

use mintid::range::Span;

use crate::{Fault, Receipt, Which};

/// The first id of a counter, which has ids up to 2^63 − 2.
pub(crate) fn first_id(first: u64) -> Result<i64, Fault> {
    i64::try_from(first).ok().filter(|first| *first < i64::MAX).ok_or(Fault::UsedUp)
}

/// So many ids from this one on, where a counter can have stood there.
pub(crate) fn reserved(first: i64, count: NonZero<u32>) -> Result<Span, Fault> {
    let span = u64::try_from(first).ok().and_then(|first| Span::of_count(first, count.get().into()).ok());
    span.ok_or_else(|| Fault::Foreign { what: format!("the counter stands at {first}") })
}

/// Where a counter has to stand for ids to be given back, and where it stands then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tail {
    /// The first of them.
    pub first: i64,
    /// The id behind the last.
    pub behind: i64,
    /// The number of their receipt.
    pub receipt: i64,
}

impl Tail {
    /// Of ids that are left; `None` for what no counter takes back.
    pub fn of(left: Span, receipt: Receipt) -> Option<Self> {
        let behind = left.last().checked_add(1).and_then(|behind| i64::try_from(behind).ok())?;
        let receipt = i64::try_from(receipt.to_u64()).ok().filter(|number| *number != 0)?;
        (left.step() == 1).then_some(Self { first: i64::try_from(left.first()).ok()?, behind, receipt })
    }
}

/// The first and the last of the nodes whose records are loaded.
pub(crate) fn nodes(which: Which) -> (i64, i64) {
    match which {
        Which::All => (0, i64::MAX),
        Which::Node(node) => {
            // No pool has that many.
            let node = i64::try_from(node).unwrap_or(i64::MAX);
            (node, node)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAST: u64 = i64::MAX as u64 - 1;

    #[test]
    fn a_counter_has_ids_up_to_two_to_the_63_minus_2() {
        assert_eq!([0, LAST].map(first_id), [Ok(0), Ok(i64::MAX - 1)]);
        assert_eq!([LAST + 1, u64::MAX].map(first_id), [Err(Fault::UsedUp), Err(Fault::UsedUp)]);
        assert!(reserved(-1, NonZero::<u32>::MIN).is_err());
        assert_eq!(reserved(5, NonZero::new(3).unwrap()), Ok(Span::new(5, 7).unwrap()));
    }

    #[test]
    fn what_no_counter_takes_back_is_not_asked_for() {
        let receipt = Receipt::from_u64(9);
        let span = |first, last| Span::new(first, last).unwrap();
        assert_eq!(Tail::of(span(5, 7), receipt), Some(Tail { first: 5, behind: 8, receipt: 9 }));
        assert_eq!(Tail::of(span(5, LAST), receipt).map(|tail| tail.behind), Some(i64::MAX));
        for (left, receipt) in [
            (span(5, 7), Receipt::NONE),
            (span(5, 7), Receipt::from_u64(u64::MAX)),
            (span(5, LAST + 1), receipt),
            (span(5, u64::MAX), receipt),
            (Span::stepped(5, 9, 2).unwrap(), receipt),
        ] {
            assert_eq!(Tail::of(left, receipt), None, "{left}, {receipt:?}");
        }
    }
}
