//! Ranges: spans counted, used up, granted twice, and shared by threads.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::thread;

use anyhow::{Context, Result, ensure};
use mintid::range::{Ceiling, Options, Ranges, Span, SpanError, Stock, SupplyError};
use serde_json::{Value, json};

use crate::input::{Input, LARGEST};

/// The operation `range`: what is asked shows in the members.
pub fn range(body: Input<'_>) -> Result<Value> {
    if body.get("grants").is_some() {
        return grants(body);
    }
    if body.get("two_threads").is_some() {
        return two_threads(pair(body.list("range")?)?);
    }
    let span = match Span::new(number(body.text("start")?)?, number(body.text("end_inclusive")?)?) {
        Ok(span) => span,
        Err(SpanError::Backwards { .. }) => return Ok(json!({ "error": "empty_range" })),
        Err(error) => return Err(error.into()),
    };
    if body.get("take").is_some() {
        return take(span, body.at_most("take", LARGEST)?);
    }
    Ok(json!({ "count": span.count_exact().to_string() }))
}

fn number(text: &str) -> Result<u64> {
    text.parse().with_context(|| format!("`{text}` should be a whole number of 64 bits"))
}

fn pair(ends: &[Value]) -> Result<Span> {
    let [first, last] = ends else { anyhow::bail!("a span should be two numbers") };
    let text = |end: &Value| number(end.as_str().context("an end should be text")?);
    Ok(Span::new(text(first)?, text(last)?)?)
}

/// An allocator that was granted this span and nothing else.
fn holding(span: Span) -> Result<Ranges<1>> {
    let mut ids = Ranges::new(Options::new().ceiling(Ceiling::U64));
    let request = ids.request_due(0).context("an empty allocator asks")?;
    ids.supply(request.ticket, span)?;
    Ok(ids)
}

/// As many calls, until one has no id.
fn take(span: Span, calls: usize) -> Result<Value> {
    let mut ids = holding(span)?;
    let mut next = span.first();
    for taken in 0..calls {
        match ids.take() {
            Ok(id) => ensure!(id == next, "{id} comes where {next} is due"),
            Err(_) => return Ok(json!({ "taken": taken, "then": "error:exhausted" })),
        }
        next = next.wrapping_add(1);
    }
    Ok(json!({ "taken": calls }))
}

fn grants(body: Input<'_>) -> Result<Value> {
    let mut stock = Stock::<8>::new(Ceiling::U64);
    for grant in body.list("grants")? {
        match stock.add(pair(grant.as_array().context("a grant should be a list")?)?) {
            Ok(()) => {}
            Err(SupplyError::Overlap { from }) => {
                return Ok(json!({ "error_or_detect": format!("overlap at {from}") }));
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(json!({ "count": stock.spans().count_exact().to_string() }))
}

/// What two threads take until nothing is left.
fn two_threads(span: Span) -> Result<Value> {
    ensure!(span.count() <= LARGEST as u64, "a span for threads should be of at most {LARGEST}");
    let (ids, taken) = (Mutex::new(holding(span)?), Mutex::new(Vec::new()));
    let next = || ids.lock().ok()?.take().ok();
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(id) = next() {
                    if let Ok(mut taken) = taken.lock() {
                        taken.push(id);
                    }
                }
            });
        }
    });
    let taken = taken.into_inner().ok().context("a thread has panicked")?;
    let distinct: BTreeSet<_> = taken.iter().copied().collect();
    Ok(json!({ "unique": distinct.len() == taken.len(), "count": taken.len() }))
}
