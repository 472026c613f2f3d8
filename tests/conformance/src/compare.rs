//! Whether an answer is the one expected: the only place that reads `expect`.
//!
//! An expectation lists what must hold. Each of its members must be in the answer with the same value; an answer may say
//! more. Arrays must have the same length, and `null` is the same as nothing.
//!
//! Some members are for people, and some leave a choice; both are decided here, by name, for every vector alike:
//!
//! | member | means |
//! |---|---|
//! | `reason_any_of` | the answer's `reason` is one of these |
//! | `any_of` | the answer, written as `error:` and its error, is one of these |
//! | an `error` with `_or_` in it | either word |
//! | `prefix` | the answer's id starts with this |
//! | those of [`is_commentary`] | nothing to compare |

use serde_json::{Map, Value, json};

/// The first place where an answer differs.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Which member, such as `call 3` or `strict.bytes`; empty for the whole.
    pub at: String,
    /// What the vector says there.
    pub expected: Value,
    /// What the face answered there; `null` for nothing.
    pub got: Value,
}

/// Members that tell a person something, and no face anything.
///
/// The last group is what *other* products make of the same input: a wrong shift, a signed comparison, another byte order.
/// The core makes none of those, and the right value stands beside them.
pub fn is_commentary(member: &str) -> bool {
    const FOR_PEOPLE: &[&str] = &["must", "note", "note_iso", "example", "fix", "risk", "iso", "why", "source"];
    const OF_OTHERS: &[&str] = &[
        "bad",
        "custom_10ns",
        "generic_17_bytes",
        "hex_swapped",
        "java_legacy",
        "java_signed_order",
        "js_bad",
        "left_aligned_wrong",
        "sqlserver_order",
    ];
    FOR_PEOPLE.contains(&member)
        || OF_OTHERS.contains(&member)
        || member.starts_with("must_not")
        || member.starts_with("wrong_")
        || member.ends_with("_iso")
}

/// Whether an expectation says nothing that an answer could be compared with: a rule for people to keep.
pub fn is_rule(expect: &Value) -> bool {
    expect.as_object().is_some_and(|members| members.keys().all(|member| is_commentary(member)))
}

/// The first difference, `None` where the answer is right.
pub fn difference(expect: &Value, answer: &Value) -> Option<Difference> {
    differs(expect, answer, String::new())
}

fn differs(expect: &Value, answer: &Value, at: String) -> Option<Difference> {
    let here = |at| Some(Difference { at, expected: expect.clone(), got: answer.clone() });
    match (expect, answer) {
        (Value::Object(expected), Value::Object(members)) => {
            expected.iter().find_map(|(name, value)| member(name, value, members, &at))
        }
        (Value::Array(expected), Value::Array(got)) => {
            let first = expected.iter().zip(got).enumerate();
            let first = first.map(|(n, (expected, got))| differs(expected, got, join(&at, &format!("[{n}]"))));
            first.flatten().next().or(if expected.len() == got.len() { None } else { here(at) })
        }
        // 1 and 1.0 are one number in JSON; integers beyond 2^53 must not meet by rounding.
        (Value::Number(a), Value::Number(b)) if (a.is_f64() || b.is_f64()) && a.as_f64() == b.as_f64() => None,
        (a, b) if a == b => None,
        _ => here(at),
    }
}

/// Holds one member of an expectation against the answer's members.
fn member(name: &str, expected: &Value, answer: &Map<String, Value>, at: &str) -> Option<Difference> {
    let get = |name: &str| answer.get(name).cloned().unwrap_or(Value::Null);
    let unless = |holds: bool, got: Value| {
        if holds { None } else { Some(Difference { at: join(at, name), expected: expected.clone(), got }) }
    };
    match (name, expected) {
        (name, _) if is_commentary(name) => None,
        ("reason_any_of", Value::Array(reasons)) => unless(reasons.contains(&get("reason")), get("reason")),
        ("any_of", Value::Array(choices)) => {
            let whole = Value::Object(answer.clone());
            let error = json!(format!("error:{}", get("error").as_str().unwrap_or_default()));
            unless(choices.contains(&error) || choices.contains(&whole), whole)
        }
        ("error", Value::String(words)) if words.contains("_or_") => {
            unless(words.split("_or_").any(|word| get("error") == word), Value::Object(answer.clone()))
        }
        ("prefix", Value::String(prefix)) => {
            let id = ["uuid", "text", "ulid"].into_iter().map(get).find(|value| !value.is_null()).unwrap_or_default();
            unless(id.as_str().is_some_and(|id| id.starts_with(prefix)), id)
        }
        // Where a member is missing altogether the whole answer says more than `null` would: an error, for instance.
        (name, expected) if !answer.contains_key(name) && !expected.is_null() => {
            unless(false, Value::Object(answer.clone()))
        }
        (name, expected) => differs(expected, &get(name), join(at, name)),
    }
}

fn join(at: &str, next: &str) -> String {
    if at.is_empty() || next.starts_with('[') { format!("{at}{next}") } else { format!("{at}.{next}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_must_hold_everything_expected_and_may_hold_more() {
        let same = [
            (json!({"a": 1}), json!({"a": 1.0, "b": 2})),
            (json!({"a": null}), json!({})),
            (json!({"a": [1, {"b": "x"}]}), json!({"a": [1, {"b": "x", "c": 0}]})),
            (json!({"a": 1, "must": "be", "must_not_hex": "00", "as_ms_iso": "1970"}), json!({"a": 1})),
            (json!({"reason_any_of": ["char", "length"]}), json!({"reason": "length"})),
            (json!({"any_of": ["error:overflow", "wait"]}), json!({"error": "overflow"})),
            (json!({"error": "invalid_time_or_floor"}), json!({"error": "invalid_time"})),
            (json!({"prefix": "0185-7"}), json!({"uuid": "0185-7f"})),
        ];
        for (expect, answer) in same {
            assert_eq!(difference(&expect, &answer), None, "{expect} {answer}");
        }
    }

    #[test]
    fn a_difference_names_the_first_place() {
        let cases = [
            (json!({"a": {"b": 1}}), json!({"a": {"b": 2}}), "a.b"),
            (json!([{"id": "x"}, {"id": "y"}]), json!([{"id": "x"}, {"id": "z"}]), "[1].id"),
            (json!([1, 2]), json!([1]), ""),
            (json!([1]), json!([1, 2]), ""),
            (json!({"a": 1}), json!({"error": "no"}), "a"),
            (json!({"error": "no"}), json!({"a": 1}), "error"),
            (json!({"a": "1"}), json!({"a": 1}), "a"),
            (json!({"reason_any_of": ["char"]}), json!({"reason": "length"}), "reason_any_of"),
            (json!({"reason_any_of": ["char"]}), json!({"ok": true}), "reason_any_of"),
            (json!({"any_of": ["error:overflow"]}), json!({"next": "x"}), "any_of"),
            (json!({"error": "invalid_time_or_floor"}), json!({"uuid": "x"}), "error"),
            (json!({"prefix": "0186"}), json!({"uuid": "0185-7f"}), "prefix"),
            (json!({"prefix": ""}), json!({}), "prefix"),
        ];
        for (expect, answer, at) in cases {
            let found = difference(&expect, &answer).map(|difference| difference.at);
            assert_eq!(found.as_deref(), Some(at), "{expect} {answer}");
        }
    }

    #[test]
    fn an_expectation_of_commentary_alone_is_a_rule() {
        assert!(is_rule(&json!({"must": "x", "must_not": "y", "note_iso": []})));
        assert!(!is_rule(&json!({"must": "x", "ids": []})));
    }
}
