//! Ranges: spans counted, used up, and granted twice.

use mintid::range::{Ceiling, Options, Ranges, Span, SpanError, Stock, SupplyError};

use crate::answer::{Answer, Trouble};
use crate::words::{Words, number};

/// How many places the stock has that takes in spans one after the other.
const PLACES: usize = 8;

impl From<SpanError> for Trouble {
    fn from(error: SpanError) -> Self {
        match error {
            SpanError::Backwards { .. } => Self::Refused("empty_range"),
            _ => Self::Question,
        }
    }
}

fn span(words: &mut Words<'_>) -> Result<Span, Trouble> {
    Ok(Span::new(words.fitting()?, words.fitting()?)?)
}

/// How many ids follow the first: all of them may be one more than 64 bits hold.
pub fn count(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    answer.number("more", span(words)?.count_exact() - 1);
    Ok(())
}

/// As many calls as are asked for, until one has no id.
pub fn take(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    let (span, calls): (_, u32) = (span(words)?, words.fitting()?);
    let mut ids = Ranges::<1>::new(Options::new().ceiling(Ceiling::U64));
    let request = ids.request_due(0).ok_or(Trouble::Question)?;
    ids.supply(request.ticket, span).map_err(|_| Trouble::Question)?;
    let mut next = span.first();
    for taken in 0..calls {
        match ids.take() {
            Ok(id) if id == next => next = next.wrapping_add(1),
            Ok(_) => {
                answer.text("then", b"error:order");
                return Ok(());
            }
            Err(_) => {
                answer.number("taken", taken);
                answer.text("then", b"error:exhausted");
                return Ok(());
            }
        }
    }
    answer.number("taken", calls);
    Ok(())
}

/// Spans, of which the first and the last stand one after the other, until one overlaps those before.
pub fn grants(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    let mut ends =
        words.list()?.map(|word| number(word).and_then(|end| u64::try_from(end).ok()).ok_or(Trouble::Question));
    let mut stock = Stock::<PLACES>::new(Ceiling::U64);
    while let Some(first) = ends.next() {
        let last = ends.next().ok_or(Trouble::Question)?;
        match stock.add(Span::new(first?, last?)?) {
            Ok(()) => {}
            Err(SupplyError::Overlap { from }) => {
                answer.number("overlap", from);
                return Ok(());
            }
            Err(_) => return Err(Trouble::Question),
        }
    }
    let count = stock.spans().count_exact();
    answer.number("more", count.checked_sub(1).ok_or(Trouble::Question)?);
    Ok(())
}
