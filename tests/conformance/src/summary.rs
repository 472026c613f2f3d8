//! What came of a run.

use std::collections::BTreeMap;
use std::fmt;

use crate::compare::{Difference, difference, is_rule};
use crate::face::{Answer, Answering};
use crate::script;
use crate::vector::{Form, Vector};

/// Why a vector was not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Skipped {
    /// It is a rule in words, which is kept by building the situation and testing there.
    Rule,
    /// The scheme is not built yet.
    SchemeNotBuilt,
    /// The face does not know the operation.
    UnknownOperation,
}

/// Counts, and everything that differs.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Traces that agree.
    pub traces: usize,
    /// Bursts that agree.
    pub bursts: usize,
    /// Cases that agree.
    pub cases: usize,
    /// What differs, or could not be understood, one line each.
    pub differences: Vec<String>,
    /// What was not run: for each reason, how many of each subject.
    pub skipped: BTreeMap<Skipped, BTreeMap<String, usize>>,
}

impl Summary {
    /// Asks the face one vector and counts what comes of it.
    pub fn add(&mut self, vector: &Vector, face: &mut dyn Answering) {
        if is_rule(vector.item.form, &vector.expect) {
            return self.skip(Skipped::Rule, vector);
        }
        if let Err(error) = script::check(vector) {
            return self.differences.push(format!("{}: {error:#}", vector.id));
        }
        match face.answer(&vector.item) {
            Ok(Answer::UnknownOperation) => self.skip(Skipped::UnknownOperation, vector),
            Ok(Answer::SchemeNotBuilt) => self.skip(Skipped::SchemeNotBuilt, vector),
            Ok(Answer::Outcome(outcome)) => match difference(vector.item.form, &vector.expect, &outcome) {
                None => *self.agreeing(vector.item.form) += 1,
                Some(difference) => self.differences.push(told(vector, &difference)),
            },
            Err(error) => self.differences.push(format!("{}: {error:#}", vector.id)),
        }
    }

    /// Whether everything that was run agrees.
    pub fn all_agree(&self) -> bool {
        self.differences.is_empty()
    }

    /// How many vectors agree.
    pub fn agree(&self) -> usize {
        self.traces + self.bursts + self.cases
    }

    /// How many were not run for this reason.
    pub fn skipped(&self, why: Skipped) -> usize {
        self.skipped.get(&why).map_or(0, |subjects| subjects.values().sum())
    }

    fn agreeing(&mut self, form: Form) -> &mut usize {
        match form {
            Form::Trace => &mut self.traces,
            Form::Burst => &mut self.bursts,
            Form::Case => &mut self.cases,
        }
    }

    fn skip(&mut self, why: Skipped, vector: &Vector) {
        *self.skipped.entry(why).or_default().entry(vector.subject().to_owned()).or_default() += 1;
    }
}

/// `id: expected … got …`, with the place where it is not the whole.
fn told(vector: &Vector, difference: &Difference) -> String {
    let Difference { at, expected, got } = difference;
    // A trace is a list of calls, and its places start with the number of one.
    let at = match vector.item.form {
        _ if at.is_empty() => String::new(),
        Form::Trace => format!(", call {at}"),
        Form::Burst | Form::Case => format!(", {at}"),
    };
    format!("{}{at}: expected {expected} got {got}", vector.id)
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for difference in &self.differences {
            writeln!(f, "{difference}")?;
        }
        for (why, subjects) in &self.skipped {
            let why_text = match why {
                Skipped::Rule => "rules in words, not run",
                Skipped::SchemeNotBuilt => "schemes not built yet",
                Skipped::UnknownOperation => "operations this face does not know",
            };
            let names: Vec<_> = subjects.iter().map(|(name, count)| format!("{name} {count}")).collect();
            writeln!(f, "{why_text}: {} ({})", self.skipped(*why), names.join(", "))?;
        }
        let Self { traces, bursts, cases, .. } = self;
        writeln!(
            f,
            "{} agree ({traces} traces, {bursts} bursts, {cases} cases), {} differ",
            self.agree(),
            self.differences.len()
        )
    }
}
