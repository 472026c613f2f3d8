//! A face in another process, in whatever language: one line of JSON in, one line out.
//!
//! In goes the item as it stands in the file, `expect` and `id` aside; a case is its `input`. Out comes one of
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
use serde_json::Value;

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
        let question = serde_json::to_string(&item.body)?;
        let line = self.ask(&question)?;
        let answer: Value = serde_json::from_str(&line).with_context(|| format!("the face wrote: {line}"))?;
        if let Some(outcome) = answer.get("outcome") {
            return Ok(Answer::Outcome(outcome.clone()));
        }
        match (answer.get("unknown"), answer.get("not_built"), answer.get("failed")) {
            (Some(_), ..) => Ok(Answer::UnknownOperation),
            (_, Some(_), _) => Ok(Answer::SchemeNotBuilt),
            (.., Some(failed)) => bail!("the face failed: {}", failed.as_str().unwrap_or("it does not say why")),
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
