//! From the chip's line to an answer in the words of the vectors.

use anyhow::{Context, Result, bail};
use serde_json::{Map, Value, json};

/// Reads `name:value` for `name:value`.
pub fn read(line: &str) -> Result<Value> {
    let mut members = Map::new();
    for member in line.split_whitespace() {
        let (name, value) = member.split_once(':').with_context(|| format!("`{member}` should have a name"))?;
        put(&mut members, name, self::value(value)?).with_context(|| format!("`{member}`"))?;
    }
    Ok(members.into())
}

fn value(word: &str) -> Result<Value> {
    Ok(match (word, word.split_at_checked(1)) {
        ("yes", _) => true.into(),
        ("no", _) => false.into(),
        (_, Some(("'", text))) => text.into(),
        (_, Some(("#", digits))) => json!(u64::from_str_radix(digits, 16)?),
        (_, Some(("-", number))) => {
            let digits = number.strip_prefix('#').context("a number begins with `#`")?;
            json!(
                0_i64
                    .checked_sub_unsigned(u64::from_str_radix(digits, 16)?)
                    .context("the number is too far below 0")?
            )
        }
        _ => bail!("`{word}` is no value"),
    })
}

fn put(members: &mut Map<String, Value>, name: &str, value: Value) -> Result<()> {
    if let Some((outer, name)) = name.split_once('.') {
        let inner = members.entry(outer).or_insert_with(|| json!({}));
        return put(inner.as_object_mut().context("is a value and has members too")?, name, value);
    }
    match name.strip_suffix("[]") {
        Some(list) => {
            let list = members.entry(list).or_insert_with(|| json!([]));
            list.as_array_mut().context("is a value and a list too")?.push(value);
        }
        None => {
            members.insert(name.into(), value);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_dots_nest_and_those_with_brackets_gather() {
        let line = "strict.ok:no strict.at:#1a crockford.canonical:'01 ids[]:'a ids[]:'b ms:-#1 all:yes empty:' ";
        let answer = json!({
            "strict": { "ok": false, "at": 26 }, "crockford": { "canonical": "01" },
            "ids": ["a", "b"], "ms": -1, "all": true, "empty": "",
        });
        assert_eq!(read(line).unwrap(), answer);
        assert_eq!(read("").unwrap(), json!({}));
        for wrong in ["ok", "ok:maybe", "n:#g", "n:", "a:'x a.b:'y", "a:'x a[]:'y", "n:-5"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
