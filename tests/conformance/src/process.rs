//! A face in another process, in whatever language: one line of JSON in, one line out.
//!
//! In goes the item as it stands in the file, `expect` and `id` aside; a case is its `input`. Many languages read a JSON
//! number as floating point, so an integer of 2^53 and beyond goes as `{"integer": "…"}`, and comes back as one too. Out comes
//! one of
//!
//! | line | means |
//! |---|---|
//! | `{"outcome": …}` | the answer, in the vocabulary of the vectors |
//! | `{"unknown": true}` | the face does not know the operation |
//! | `{"not_built": true}` | the face does not make ids of this scheme |
//! | `{"failed": "…"}` | the item could not be understood, or the face is broken |

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, bail};
use serde_json::{Map, Value, json};

use crate::face::{Answer, Answering};
use crate::vector::Item;

/// A process that answers on its standard output what it is asked on its standard input.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// Taken away at the end, which tells the process that nothing more comes.
    questions: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Process {
    /// Starts a program.
    ///
    /// # Errors
    /// Names the program.
    pub fn start(program: &str, arguments: &[&str]) -> Result<Self> {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().with_context(|| format!("`{program}` cannot be started"))?;
        let (Some(questions), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            bail!("`{program}` has no pipes");
        };
        Ok(Self { child, questions: Some(questions), answers: BufReader::new(answers) })
    }

    fn ask(&mut self, question: &str) -> Result<String> {
        let questions = self.questions.as_mut().context("the face was told to end")?;
        writeln!(questions, "{question}").and_then(|()| questions.flush()).context("the face has ended")?;
        let mut line = String::new();
        match self.answers.read_line(&mut line)? {
            0 => bail!("the face ended without an answer"),
            _ => Ok(line),
        }
    }
}

impl Answering for Process {
    fn answer(&mut self, item: &Item) -> Result<Answer> {
        let question = serde_json::to_string(&wrapped(&Value::Object(item.body.clone())))?;
        let line = self.ask(&question)?;
        let answer: Value = serde_json::from_str(&line).with_context(|| format!("the face wrote: {line}"))?;
        if let Some(outcome) = answer.get("outcome") {
            return Ok(Answer::Outcome(unwrapped(outcome)));
        }
        match (answer.get("unknown"), answer.get("not_built"), answer.get("failed")) {
            (Some(_), ..) => Ok(Answer::UnknownOperation),
            (_, Some(_), _) => Ok(Answer::SchemeNotBuilt),
            (.., Some(failed)) => bail!("{}", failed.as_str().unwrap_or("the face failed and does not say why")),
            _ => bail!("the face wrote: {line}"),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // A face ends when its input does; waiting for that leaves no process behind.
        drop(self.questions.take());
        let _ = self.child.wait();
    }
}

/// From here on a floating point number may stand for several integers.
const INEXACT: u64 = 1 << 53;

/// The value with its large integers as text.
fn wrapped(value: &Value) -> Value {
    match value {
        Value::Number(number) => {
            let large = number.as_u64().or(number.as_i64().map(i64::unsigned_abs)).is_some_and(|size| size >= INEXACT);
            if large { json!({ "integer": number.to_string() }) } else { value.clone() }
        }
        Value::Array(items) => items.iter().map(wrapped).collect(),
        Value::Object(members) => {
            members.iter().map(|(name, value)| (name.clone(), wrapped(value))).collect::<Map<_, _>>().into()
        }
        _ => value.clone(),
    }
}

/// The value with its large integers as numbers again.
fn unwrapped(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(unwrapped).collect(),
        Value::Object(members) => {
            let integer = members.get("integer").and_then(Value::as_str).filter(|_| members.len() == 1);
            let number = integer.and_then(|digits| serde_json::from_str::<Value>(digits).ok());
            number.unwrap_or_else(|| {
                members.iter().map(|(name, value)| (name.clone(), unwrapped(value))).collect::<Map<_, _>>().into()
            })
        }
        _ => value.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_integer_crosses_as_text_and_every_other_value_as_it_is() {
        let value =
            json!({ "a": [1, -5, 0.5, 1e300, "x", null], "b": { "c": [u64::MAX, i64::MIN, INEXACT, INEXACT - 1] } });
        let crossing = wrapped(&value);
        assert_eq!(crossing["a"], value["a"]);
        let large = ["18446744073709551615", "-9223372036854775808", "9007199254740992"];
        for (at, digits) in large.into_iter().enumerate() {
            assert_eq!(crossing["b"]["c"][at], json!({ "integer": digits }));
        }
        assert_eq!(crossing["b"]["c"][3], value["b"]["c"][3]);
        assert_eq!(unwrapped(&crossing), value);
    }
}
