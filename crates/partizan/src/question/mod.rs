//! Questions: the verbs. Each can be asked of any ruleset that has what it needs; the engines live beside them.
//!
//! Every question gives an [`Answer`], whose JSON is the same from every door.

pub mod census;
mod claim;
pub mod exact;
pub mod fair;
pub mod odds;
pub mod solve;
mod threads;
pub mod value;

use crate::budget::Stop;
use crate::fault::Fault;
use crate::ruleset::Lookup;
use crate::value::Problem;
use serde::Serialize;
use serde::ser::SerializeStruct;
use serde_json::{Map, Value};

/// What a question answers, in the one shape that every door shows: `{"schema": 1, "ask", "answer", "method", "work"}`.
///
/// All but `work` is the same for every door, every machine and every number of threads.
#[derive(Clone, Debug)]
pub struct Answer<Q, A> {
    /// The question repeated: the ruleset and its variant, the position, who moves, which convention.
    pub ask: Q,
    /// What it answers.
    pub answer: A,
    /// How it was found.
    pub method: String,
    /// What it cost: times, counts, memory.
    pub work: Work,
}

impl<Q: Serialize, A: Serialize> Serialize for Answer<Q, A> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Answer", 5)?;
        fields.serialize_field("schema", &1)?;
        fields.serialize_field("ask", &self.ask)?;
        fields.serialize_field("answer", &self.answer)?;
        fields.serialize_field("method", &self.method)?;
        fields.serialize_field("work", &self.work)?;
        fields.end()
    }
}

/// What an answer cost, by name: `seconds`, `threads`, `positions`, `bytes`, ...
#[derive(Clone, Debug, Default, Serialize)]
#[serde(transparent)]
pub struct Work(Map<String, Value>);

impl Work {
    /// The same with one more figure.
    pub fn with(mut self, name: &str, figure: impl Into<Value>) -> Self {
        self.0.insert(name.into(), figure.into());
        self
    }

    /// A figure by name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// All figures in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().map(|(name, figure)| (name.as_str(), figure))
    }
}

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The input has a fault.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The ruleset cannot be asked this question: which need is missing, and which rulesets have it.
    #[error("{0}")]
    Cannot(String),
    /// The computation stopped; `proved` is what is known all the same.
    #[error("{stop}")]
    Stopped {
        /// Why it stopped.
        stop: Box<Stop>,
        /// What is proved and what is not, if anything is.
        proved: Option<Value>,
    },
}

impl From<Stop> for Error {
    fn from(stop: Stop) -> Self {
        Error::Stopped { stop: Box::new(stop), proved: None }
    }
}

impl From<Problem> for Error {
    fn from(problem: Problem) -> Self {
        match problem {
            Problem::Fault(fault) => Error::Fault(*fault),
            Problem::Stopped(stop) => stop.into(),
        }
    }
}

impl From<Lookup> for Error {
    fn from(lookup: Lookup) -> Self {
        match lookup {
            Lookup::Fault(fault) => Error::Fault(fault),
            missing @ Lookup::Missing { .. } => Error::Cannot(missing.to_string()),
        }
    }
}

/// The questions that a ruleset of this name can be asked.
pub fn askable(ruleset: &str) -> Vec<&'static str> {
    // Whatever has moves can be solved, and played at random.
    let mut questions = vec!["solve", "odds"];
    if fair::can_ask(ruleset) {
        questions.push("fair");
    }
    if crate::ruleset::short_rulesets().contains(&ruleset) {
        questions.push("value");
    }
    if census::RULESETS.contains(&ruleset) {
        questions.push("census");
    }
    questions
}
