//! Orders: of values, of bytes, of text.

use anyhow::Result;
use serde_json::{Value, json};

use super::text::{ulid, uuid};
use crate::input::Input;

/// The items sorted by a key of each.
fn sorted<'a, K: Ord>(items: &[&'a str], key: impl Fn(&str) -> Result<K>) -> Result<Vec<&'a str>> {
    Ok(places(items, key)?.into_iter().filter_map(|at| items.get(at).copied()).collect())
}

/// The places of the items, in the order of a key of each; equal ones stay as they were.
fn places<K: Ord>(items: &[&str], key: impl Fn(&str) -> Result<K>) -> Result<Vec<usize>> {
    let keyed = items.iter().enumerate().map(|(at, item)| Ok((key(item)?, at)));
    let mut keyed: Vec<_> = keyed.collect::<Result<_>>()?;
    keyed.sort();
    Ok(keyed.into_iter().map(|(_, at)| at).collect())
}

pub fn text(body: Input<'_>) -> Result<Value> {
    Ok(json!({ "order": sorted(&body.texts("items")?, |text| Ok(text.to_owned()))? }))
}

pub fn uuid_value(body: Input<'_>) -> Result<Value> {
    Ok(json!({ "order": sorted(&body.texts("items")?, uuid)? }))
}

pub fn ulid_value(body: Input<'_>) -> Result<Value> {
    Ok(json!({ "order": sorted(&body.texts("items")?, ulid)? }))
}

pub fn ulid_mixed_case(body: Input<'_>) -> Result<Value> {
    let items = body.texts("items")?;
    Ok(json!({ "order": sorted(&items, ulid)?, "ascii_order": sorted(&items, |text| Ok(text.to_owned()))? }))
}

/// The order of values, where it is that of bytes and of text too.
pub fn ulid_text_and_bytes(body: Input<'_>) -> Result<Value> {
    let items = body.texts("items")?;
    let by_value = sorted(&items, ulid)?;
    let by_bytes = sorted(&items, |text| Ok(ulid(text)?.to_bytes()))?;
    let by_text = sorted(&items, |text| Ok(text.to_owned()))?;
    let all = if by_value == by_bytes && by_bytes == by_text { Some(by_value) } else { None };
    Ok(json!({ "order": all, "by_bytes": by_bytes, "by_text": by_text }))
}

pub fn hex_case_mix(body: Input<'_>) -> Result<Value> {
    let items = body.texts("items")?;
    Ok(json!({ "value_order": places(&items, uuid)?, "ascii_order": places(&items, |text| Ok(text.to_owned()))? }))
}
