//! The project's own vectors, natively.

use std::collections::BTreeMap;
use std::path::PathBuf;

use mintid_conformance::compare::{difference, is_commentary};
use mintid_conformance::face::{Answer, Answering};
use mintid_conformance::native::Native;
use mintid_conformance::summary::Skipped;
use mintid_conformance::vector::{Form, Item, Vector};
use mintid_conformance::{Face, Summary, run_files, vector};
use serde_json::{Value, json};

fn files() -> Vec<PathBuf> {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../vectors"));
    ["traces.json", "bursts.json", "cases.json"].map(|name| folder.join(name)).into()
}

fn vectors() -> Vec<Vector> {
    files().iter().flat_map(|file| vector::read(file).unwrap()).collect()
}

#[test]
fn every_vector_agrees_and_none_of_those_that_can_be_run_is_skipped() {
    let summary = run_files(&files(), Face::Native).unwrap();
    assert!(summary.all_agree(), "{:#?}", summary.differences);
    assert_eq!((summary.traces, summary.bursts, summary.cases), (120, 12, 285));
    // How workers are assigned, and by what chance they clash, is told by tests of leases.
    assert_eq!(summary.skipped(Skipped::UnknownOperation), 13, "{:#?}", summary.skipped);
    assert_eq!(summary.skipped(Skipped::SchemeNotBuilt), 0);
    for scheme in ["v7", "ulid", "snowflake"] {
        assert!(vectors().iter().any(|vector| vector.subject() == scheme));
        assert_eq!(summary.skipped.values().filter_map(|subjects| subjects.get(scheme)).sum::<usize>(), 0);
    }
}

/// Every way to make one value of an expectation wrong, with its place.
fn spoilt(form: Form, expect: &Value, at: &str) -> Vec<(String, Value)> {
    let mut wrong = Vec::new();
    match expect {
        Value::Object(members) => {
            // Commentary is a matter of cases; in a trace or a burst every member counts.
            let compared = |name: &str| form != Form::Case || !is_commentary(name);
            for (name, value) in members.iter().filter(|(name, _)| compared(name)) {
                for (at, value) in spoilt(form, value, &format!("{at}.{name}")) {
                    let mut members = members.clone();
                    members.insert(name.clone(), value);
                    wrong.push((at, members.into()));
                }
            }
            if at.ends_with("not_minted") && !members.is_empty() {
                wrong.push((at.to_owned(), json!({})));
            }
        }
        Value::Array(items) => {
            for (n, value) in items.iter().enumerate() {
                for (at, value) in spoilt(form, value, &format!("{at}[{n}]")) {
                    let mut items = items.clone();
                    items[n] = value;
                    wrong.push((at, items.into()));
                }
            }
            // A choice is not narrowed by one more that nobody takes.
            if !at.ends_with("any_of") {
                wrong.push((at.to_owned(), [items.as_slice(), &[json!("one too many")]].concat().into()));
            }
        }
        Value::Null => wrong.push((at.to_owned(), json!("something"))),
        Value::Bool(value) => wrong.push((at.to_owned(), json!(!value))),
        Value::Number(_) => wrong.push((at.to_owned(), json!(-12_345))),
        Value::String(text) => wrong.push((at.to_owned(), json!(format!("~{text}")))),
    }
    wrong
}

#[test]
fn a_wrong_value_is_noticed_wherever_it_stands() {
    let mut noticed = BTreeMap::<_, usize>::new();
    for vector in vectors() {
        let mut agrees = Summary::default();
        agrees.add(&vector, &mut Native);
        let Ok(Answer::Outcome(answer)) = Native.answer(&vector.item) else { continue };
        if agrees.agree() == 0 {
            continue;
        }
        for (at, expect) in spoilt(vector.item.form, &vector.expect, "") {
            // Where an expectation leaves a choice, one wrong word leaves the others.
            if at.contains("any_of") || (at == ".error" && vector.expect["error"].as_str().is_some_and(either)) {
                continue;
            }
            assert!(difference(vector.item.form, &expect, &answer).is_some(), "{}{at}: {expect}", vector.id);
            let name = at.rsplit(['.', ']']).next().unwrap_or_default().to_owned();
            *noticed.entry(name).or_default() += 1;
        }
    }
    // So many stand in the files at least: none goes uncompared unseen.
    for (name, at_least) in
        [("why", 1000), ("by_ms", 100), ("wait_ms", 10), ("refused", 100), ("not_minted", 5), ("ids", 11)]
    {
        assert!(noticed.get(name).is_some_and(|count| *count >= at_least), "{name}: {noticed:?}");
    }
}

/// Whether an expected error leaves a choice.
fn either(words: &str) -> bool {
    words.contains("_or_")
}

#[test]
fn a_difference_is_reported_with_the_name_of_its_vector() {
    for mut vector in vectors() {
        let mut before = Summary::default();
        before.add(&vector, &mut Native);
        let Some((_, wrong)) = spoilt(vector.item.form, &vector.expect, "").into_iter().next() else { continue };
        if before.agree() == 0 || vector.item.form == Form::Burst || wrong.get("any_of").is_some() {
            continue;
        }
        vector.expect = wrong;
        let mut summary = Summary::default();
        summary.add(&vector, &mut Native);
        let [told] = summary.differences.as_slice() else { panic!("{}: {}", vector.id, vector.expect) };
        assert!(told.starts_with(&vector.id) && told.contains("expected") && told.contains("got"), "{told}");
    }
}

#[test]
fn a_face_is_never_shown_the_answer() {
    for vector in vectors() {
        let body = &vector.item.body;
        assert!(!body.contains_key("expect") && body.get("id") != Some(&json!(vector.id)), "{}", vector.id);
    }
}

#[test]
fn a_face_that_fails_is_a_difference_and_not_a_skip() {
    struct Broken;
    impl Answering for Broken {
        fn answer(&mut self, _: &Item) -> anyhow::Result<Answer> {
            anyhow::bail!("no connection")
        }
    }
    let vector = json!({ "id": "x", "input": { "op": "any" }, "expect": { "ok": true } });
    let mut summary = Summary::default();
    summary.add(&Vector::from_json(vector).unwrap(), &mut Broken);
    assert_eq!(summary.differences, ["x: no connection"]);
}

#[test]
fn an_input_that_makes_no_sense_is_a_difference_that_says_so() {
    let vector = json!({ "id": "x", "input": { "op": "ulid_parse", "text": 7 }, "expect": { "strict": {} } });
    let mut summary = Summary::default();
    summary.add(&Vector::from_json(vector).unwrap(), &mut Native);
    assert_eq!(summary.differences, ["x: `text` should be text"]);
}

#[test]
fn a_mark_without_a_window_still_decides_where_the_run_starts() {
    let trace = |mark_ms: u64, expect: Value| {
        Vector::from_json(json!({
            "id": "x", "scheme": "ulid", "options": { "step": "one" },
            "on_behind": { "kind": "refuse" }, "on_full": { "kind": "refuse" }, "mark_ms": mark_ms, "window_ms": 0,
            "readings_ms": [5], "stream_hex": "00000000000000000009", "expect": [expect],
        }))
    };
    let cases = [
        (7, json!({ "refused": "mark_ahead", "by_ms": 2 })),
        (5, json!({ "id": "00000000050000000000000009", "why": "clock" })),
        (0, json!({ "id": "00000000050000000000000009", "why": "clock" })),
    ];
    for (mark_ms, expect) in cases {
        let mut summary = Summary::default();
        summary.add(&trace(mark_ms, expect).unwrap(), &mut Native);
        assert_eq!((summary.traces, summary.differences), (1, vec![]), "{mark_ms}");
    }
}

#[test]
fn a_malformed_trace_is_told_before_a_face_is_asked() {
    struct Unasked;
    impl Answering for Unasked {
        fn answer(&mut self, item: &Item) -> anyhow::Result<Answer> {
            panic!("asked {item:?}")
        }
    }
    let vector = json!({
        "id": "x", "scheme": "v7", "options": { "method": 3 }, "on_behind": { "kind": "refuse" },
        "on_full": { "kind": "refuse" }, "readings_ms": [1], "stream_hex": "", "expect": [{ "refused": "entropy" }],
    });
    let mut summary = Summary::default();
    summary.add(&Vector::from_json(vector).unwrap(), &mut Unasked);
    assert_eq!(summary.differences, ["x: `options`: `method` is not known here; known are `counter_bits`"]);
}

#[test]
fn a_panic_is_a_difference_of_its_own_item_and_the_others_are_still_asked() {
    struct Fragile;
    impl Answering for Fragile {
        fn answer(&mut self, item: &Item) -> anyhow::Result<Answer> {
            assert_ne!(item.body["op"], "bad", "a {} question", item.body["op"]);
            Ok(Answer::Outcome(json!({ "ok": true })))
        }
    }
    let mut summary = Summary::default();
    for op in ["good", "bad", "good"] {
        let vector = json!({ "id": op, "input": { "op": op }, "expect": { "ok": true } });
        summary.add(&Vector::from_json(vector).unwrap(), &mut Fragile);
    }
    assert_eq!(summary.agree(), 2);
    let [told] = summary.differences.as_slice() else { panic!("{:?}", summary.differences) };
    assert!(told.starts_with("bad: panicked: ") && told.contains("a \"bad\" question"), "{told}");
}

#[test]
fn what_cannot_be_made_is_an_error_of_its_item_and_neither_a_panic_nor_memory() {
    let run = |bits: u64, first: &str| {
        json!({
            "op": "uuidv7_generator", "counter_bits": bits, "first_counter_hex": first, "calls_ms": [1, 1],
        })
    };
    let cases = [
        (run(0, "0"), "`counter_bits` should be 1 to 64"),
        (run(65, "0"), "`counter_bits` should be 1 to 64"),
        (run(u64::MAX, "0"), "`counter_bits` should be 1 to 64"),
        (run(12, "1000"), "`first_counter_hex` is more than 12 bits hold"),
        (json!({ "op": "v4_from_random", "random_len": u64::MAX }), "`random_len` should be at most 65536"),
        (json!({ "op": "v4_from_random", "random_len": 1u64 << 40 }), "`random_len` should be at most 65536"),
        (json!({ "op": "bytes_wrong_length", "lengths": [15, i64::MAX] }), "`lengths` should be at most 65536"),
        (
            json!({ "op": "clone_state", "state": "01ARYZ6S41TSV4RRFFQ69G5FAV", "copies": u64::MAX }),
            "`copies` should be at most 65536",
        ),
        (json!({ "op": "same_ms_two_instances", "instances": u64::MAX }), "`instances` should be at most 65536"),
        (
            json!({ "op": "range", "start": "1", "end_inclusive": "2", "take": u64::MAX }),
            "`take` should be at most 65536",
        ),
        (
            json!({ "op": "range", "two_threads": true, "range": ["0", "18446744073709551615"] }),
            "a span for threads should be of at most 65536",
        ),
    ];
    for (input, sentence) in cases {
        let vector = Vector::from_json(json!({ "id": "x", "input": input, "expect": { "ok": true } })).unwrap();
        let mut summary = Summary::default();
        summary.add(&vector, &mut Native);
        assert_eq!(summary.differences, [format!("x: {sentence}")]);
    }
}

#[test]
fn a_scheme_that_is_not_built_is_never_a_difference_whatever_else_is_odd() {
    let odd = [
        json!({ "scheme": "xid", "readings_ms": [1], "expect": [{ "id": "1" }] }),
        json!({ "scheme": "ksuid", "readings_ms": "x", "expect": [{}], "on_full": 7 }),
        json!({ "scheme": "ksuid", "readings_ms_times": [[1, u64::MAX]], "expect": null }),
        json!({ "scheme": "ksuid" }),
    ];
    let mut summary = Summary::default();
    for vector in odd {
        summary.add(&Vector::from_json(vector).unwrap(), &mut Native);
    }
    assert!(summary.all_agree() && summary.agree() == 0, "{summary}");
    assert_eq!(summary.skipped(Skipped::SchemeNotBuilt), 4);
}
