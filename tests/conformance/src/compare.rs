//! Whether an answer is the one expected: the only place that reads `expect`.
//!
//! An expectation lists what must hold. Each of its members must be in the answer with the same value; an answer may say
//! more, but for a burst's `not_minted`, which lists everything that kept ids back. Arrays must have the same length, and
//! `null` is the same as nothing.
//!
//! In a *case* some members are for people, and some leave a choice; both are decided here, by name. In a trace or a burst
//! every member counts, `why` among them.
//!
//! | member of a case | means |
//! |---|---|
//! | `reason_any_of` | the answer's `reason` is one of these |
//! | `any_of` | the answer, written as `error:` and its error, is one of these |
//! | an `error` with `_or_` in it | either word |
//! | `prefix` | the answer's id starts with this |
//! | `iso` | the answer's date, where it has one; it has to where nothing else is expected |
//! | those of [`is_commentary`] | nothing to compare |

use serde_json::{Map, Value, json};

use crate::vector::Form;

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

/// Members of a case that tell a person something, and no face anything.
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

/// Whether a case expects nothing that an answer could be compared with: a rule for people to keep.
pub fn is_rule(form: Form, expect: &Value) -> bool {
    is_for_people(form, expect) && expect.get(DATE).is_none()
}

fn is_for_people(form: Form, expect: &Value) -> bool {
    form == Form::Case && expect.as_object().is_some_and(|members| members.keys().all(|member| is_commentary(member)))
}

/// A time as people write it. It mostly stands beside the number of milliseconds, and then few answers have it.
const DATE: &str = "iso";

/// The first difference, `None` where the answer is right.
pub fn difference(form: Form, expect: &Value, answer: &Value) -> Option<Difference> {
    let member = if form == Form::Case { member_of_case } else { member_of_calls };
    if let Some(date) = expect.get(DATE).filter(|_| is_for_people(form, expect)) {
        return differs(member, date, answer.get(DATE).unwrap_or(&Value::Null), DATE.into());
    }
    differs(member, expect, answer, String::new())
}

/// Holds one named member of an expectation against the answer's members.
type Member = fn(&str, &Value, &Map<String, Value>, &str) -> Option<Difference>;

fn differs(member: Member, expect: &Value, answer: &Value, at: String) -> Option<Difference> {
    let here = |at| Some(Difference { at, expected: expect.clone(), got: answer.clone() });
    match (expect, answer) {
        (Value::Object(expected), Value::Object(members)) => {
            expected.iter().find_map(|(name, value)| member(name, value, members, &at))
        }
        (Value::Array(expected), Value::Array(got)) => {
            let first = expected.iter().zip(got).enumerate();
            let first = first.map(|(n, (expected, got))| differs(member, expected, got, join(&at, &format!("[{n}]"))));
            first.flatten().next().or(if expected.len() == got.len() { None } else { here(at) })
        }
        // 1 and 1.0 are one number in JSON; integers beyond 2^53 must not meet by rounding.
        (Value::Number(a), Value::Number(b)) if (a.is_f64() || b.is_f64()) && a.as_f64() == b.as_f64() => None,
        (a, b) if a == b => None,
        _ => here(at),
    }
}

/// In a trace or a burst a name has no meaning of its own.
fn member_of_calls(name: &str, expected: &Value, answer: &Map<String, Value>, at: &str) -> Option<Difference> {
    let plain = || plain(member_of_calls, name, expected, answer, at);
    match (expected.as_object(), answer.get(name).and_then(Value::as_object)) {
        (Some(listed), Some(got)) if name == "not_minted" && got.keys().any(|cause| !listed.contains_key(cause)) => {
            Some(Difference { at: join(at, name), expected: expected.clone(), got: answer.get(name)?.clone() })
        }
        _ => plain(),
    }
}

fn member_of_case(name: &str, expected: &Value, answer: &Map<String, Value>, at: &str) -> Option<Difference> {
    let get = |name: &str| answer.get(name).cloned().unwrap_or(Value::Null);
    let unless = |holds: bool, got: Value| {
        if holds { None } else { Some(Difference { at: join(at, name), expected: expected.clone(), got }) }
    };
    match (name, expected) {
        (DATE, _) if answer.contains_key(DATE) => plain(member_of_case, name, expected, answer, at),
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
        _ => plain(member_of_case, name, expected, answer, at),
    }
}

/// The same value under the same name.
fn plain(member: Member, name: &str, expected: &Value, answer: &Map<String, Value>, at: &str) -> Option<Difference> {
    match answer.get(name) {
        // Where a member is missing altogether the whole answer says more than `null` would: an error, for instance.
        None if !expected.is_null() => {
            Some(Difference { at: join(at, name), expected: expected.clone(), got: Value::Object(answer.clone()) })
        }
        got => differs(member, expected, got.unwrap_or(&Value::Null), join(at, name)),
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
            (json!({"ms": 5, "iso": "1970"}), json!({"ms": 5})),
            (json!({"iso": "1970"}), json!({"iso": "1970"})),
        ];
        for (expect, answer) in same {
            assert_eq!(difference(Form::Case, &expect, &answer), None, "{expect} {answer}");
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
            (json!({"ms": 5, "iso": "1970"}), json!({"ms": 5, "iso": "1971"}), "iso"),
            (json!({"must": "be", "iso": "1970"}), json!({"ms": 5}), "iso"),
        ];
        for (expect, answer, at) in cases {
            let found = difference(Form::Case, &expect, &answer).map(|difference| difference.at);
            assert_eq!(found.as_deref(), Some(at), "{expect} {answer}");
        }
    }

    #[test]
    fn an_expectation_of_commentary_alone_is_a_rule() {
        assert!(is_rule(Form::Case, &json!({"must": "x", "must_not": "y", "note_iso": []})));
        assert!(!is_rule(Form::Case, &json!({"must": "x", "ids": []})));
        assert!(!is_rule(Form::Case, &json!({"iso": "1970"})));
    }

    #[test]
    fn in_a_trace_every_member_counts_and_why_among_them() {
        let answer = json!([{"id": "x", "why": "clock"}]);
        assert_eq!(difference(Form::Trace, &answer, &answer), None);
        for expect in [json!([{"id": "x", "why": "same"}]), json!([{"id": "x", "note": "y"}]), json!([{"any_of": []}])]
        {
            assert!(difference(Form::Trace, &expect, &answer).is_some(), "{expect}");
        }
    }

    #[test]
    fn what_kept_the_ids_of_a_burst_back_is_compared_both_ways() {
        let answer = json!({"ids": 1, "not_minted": {"wait": 2, "full": 3}});
        assert_eq!(difference(Form::Burst, &answer, &answer), None);
        for listed in
            [json!({}), json!({"wait": 2}), json!({"wait": 2, "full": 4}), json!({"wait": 2, "full": 3, "lead": 1})]
        {
            let found = difference(Form::Burst, &json!({"ids": 1, "not_minted": listed}), &answer);
            assert!(found.is_some_and(|found| found.at.starts_with("not_minted")), "{listed}");
        }
        assert!(!is_rule(Form::Burst, &json!({})));
    }
}
