//! Vectors: what a file holds, told apart by shape.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Map, Value};

use crate::script;

/// What a vector asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Some calls of a generator, each with the clock's reading, and what each must give.
    Trace,
    /// Many calls on few readings, and a digest of the ids.
    Burst,
    /// One operation, named by `op`.
    Case,
}

/// What a face is asked: everything but what it should answer.
#[derive(Clone, Debug)]
pub struct Item {
    /// How to read the body.
    pub form: Form,
    /// The fields of a trace or burst, the `input` of a case.
    pub body: Map<String, Value>,
}

/// An item, its name, and what every face must answer.
#[derive(Clone, Debug)]
pub struct Vector {
    /// What a report calls it.
    pub id: String,
    /// The subject of a case, such as `parse`; empty for the other forms.
    pub kind: String,
    /// The question.
    pub item: Item,
    /// The answer.
    pub expect: Value,
}

impl Vector {
    /// Reads one object of a file.
    ///
    /// # Errors
    /// Says what the object lacks.
    pub fn from_json(value: Value) -> Result<Self> {
        let Value::Object(mut object) = value else { bail!("a vector is an object, and this is not: {value}") };
        // What a scheme that is not read here would need is not known either, so such a vector may look as it likes.
        let elsewhere = !object.contains_key("input") && script::is_elsewhere(&object);
        let id = match object.remove("id") {
            Some(Value::String(id)) => id,
            _ if elsewhere => String::new(),
            _ => bail!("a vector needs a text `id`"),
        };
        let kind = object.get("kind").and_then(Value::as_str).unwrap_or_default().to_owned();
        if elsewhere {
            let expect = object.remove("expect").unwrap_or_default();
            let form = if object.contains_key("readings_ms_times") { Form::Burst } else { Form::Trace };
            return Ok(Self { id, kind, item: Item { form, body: object }, expect });
        }
        let expect = object.remove("expect").with_context(|| format!("{id} has no `expect`"))?;
        let (form, body) = if object.contains_key("readings_ms") {
            (Form::Trace, object)
        } else if object.contains_key("readings_ms_times") {
            (Form::Burst, object)
        } else {
            match object.remove("input") {
                Some(Value::Object(input)) => (Form::Case, input),
                _ => bail!("{id} has neither `readings_ms`, nor `readings_ms_times`, nor an object `input`"),
            }
        };
        let right_shape = match form {
            Form::Trace => expect.is_array(),
            Form::Burst | Form::Case => expect.is_object(),
        };
        ensure!(right_shape, "{id}: `expect` is an array for a trace and an object for anything else");
        Ok(Self { id, kind, item: Item { form, body }, expect })
    }

    /// What the vector is about, for the list of those that were not run.
    pub fn subject(&self) -> &str {
        let field = |name: &str| self.item.body.get(name).and_then(Value::as_str);
        match self.item.form {
            Form::Trace | Form::Burst => field("scheme").unwrap_or("no scheme"),
            Form::Case => field("op").or(field("env")).unwrap_or("no operation"),
        }
    }
}

/// Reads a file: an array of vectors, whose forms may be mixed, or a single one.
///
/// # Errors
/// Names the file, and the first vector that cannot be read.
pub fn read(file: &Path) -> Result<Vec<Vector>> {
    let name = file.display();
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
    let value = serde_json::from_str(&text).with_context(|| format!("{name} is not JSON"))?;
    let objects = match value {
        Value::Array(objects) => objects,
        single => vec![single],
    };
    ensure!(!objects.is_empty(), "{name} holds no vectors");
    objects
        .into_iter()
        .enumerate()
        .map(|(at, object)| Vector::from_json(object).with_context(|| format!("{name}, entry {at}")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_form_is_told_by_shape() {
        let cases = [
            (json!({"id": "a", "scheme": "v7", "readings_ms": [], "expect": []}), Form::Trace, "v7"),
            (json!({"id": "b", "scheme": "ulid", "readings_ms_times": [], "expect": {}}), Form::Burst, "ulid"),
            (json!({"id": "c", "input": {"op": "x"}, "expect": {}}), Form::Case, "x"),
            (json!({"id": "d", "input": {"env": "y", "situation": ""}, "expect": {}}), Form::Case, "y"),
        ];
        for (value, form, subject) in cases {
            let vector = Vector::from_json(value).unwrap();
            assert_eq!((vector.item.form, vector.subject()), (form, subject));
            assert!(!vector.item.body.contains_key("expect"));
        }
    }

    #[test]
    fn a_scheme_that_is_not_read_here_may_look_as_it_likes() {
        for value in [
            json!({"scheme": "xid", "readings_ms": [1], "expect": [{"id": "1"}]}),
            json!({"scheme": "ksuid", "readings_ms": [1], "expect": {}}),
            json!({"scheme": "ksuid", "readings_ms_times": 7, "id": 7}),
            json!({"scheme": "ksuid"}),
        ] {
            let vector = Vector::from_json(value.clone()).unwrap();
            assert_eq!(vector.subject(), value["scheme"], "{value}");
            assert!(!vector.item.body.contains_key("expect"));
        }
        Vector::from_json(json!({"id": "a", "scheme": "v7", "expect": []})).unwrap_err();
    }

    #[test]
    fn a_malformed_vector_is_told_what_it_lacks() {
        let cases = [
            (json!(7), "a vector is an object"),
            (json!({"id": 7, "input": {}, "expect": {}}), "a text `id`"),
            (json!({"id": "a", "input": {}}), "a has no `expect`"),
            (json!({"id": "a", "expect": {}}), "a has neither `readings_ms`"),
            (json!({"id": "a", "readings_ms": [1], "expect": {}}), "`expect` is an array for a trace"),
        ];
        for (value, message) in cases {
            let error = Vector::from_json(value).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
