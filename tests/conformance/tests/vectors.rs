//! The project's own vectors, natively.

use std::path::PathBuf;

use mintid_conformance::face::{Answer, Answering};
use mintid_conformance::native::Native;
use mintid_conformance::summary::Skipped;
use mintid_conformance::vector::{Item, Vector};
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
    assert_eq!((summary.traces, summary.bursts, summary.cases), (60, 11, 221));
    assert_eq!(summary.skipped(Skipped::UnknownOperation), 7, "{:#?}", summary.skipped);
    for scheme in ["v7", "ulid"] {
        assert!(vectors().iter().any(|vector| vector.subject() == scheme));
        assert_eq!(summary.skipped.values().filter_map(|subjects| subjects.get(scheme)).sum::<usize>(), 0);
    }
}

/// Something in `expect` that is compared, made wrong.
fn spoil(expect: &mut Value) -> bool {
    match expect {
        Value::Object(members) => {
            let compared = |name: &str| !mintid_conformance::compare::is_commentary(name);
            members.iter_mut().any(|(name, value)| compared(name) && spoil(value))
        }
        Value::Array(items) => match items.iter_mut().any(spoil) {
            true => true,
            false => {
                items.push(json!("one too many"));
                true
            }
        },
        Value::Null => false,
        Value::Bool(value) => {
            *value = !*value;
            true
        }
        Value::Number(_) => {
            *expect = json!(-12_345);
            true
        }
        Value::String(text) => {
            text.insert(0, '~');
            true
        }
    }
}

#[test]
fn a_wrong_expectation_is_reported_whichever_vector_it_stands_in() {
    let mut spoilt = 0;
    for mut vector in vectors() {
        let mut before = Summary::default();
        before.add(&vector, &mut Native);
        if before.agree() == 0 {
            continue;
        }
        if !spoil(&mut vector.expect) {
            continue;
        }
        let mut summary = Summary::default();
        summary.add(&vector, &mut Native);
        assert_eq!(summary.differences.len(), 1, "{}: {}", vector.id, vector.expect);
        assert!(summary.differences[0].starts_with(&vector.id));
        assert!(summary.differences[0].contains("expected") && summary.differences[0].contains("got"));
        spoilt += 1;
    }
    assert!(spoilt > 250, "{spoilt}");
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
