//! Exact answers about two-player games of perfect information.
//!
//! **Rulesets are nouns, questions are verbs.** A ruleset ([`ruleset`]) knows its moves and its notation and nothing
//! about solving; a question ([`question`]) can be asked of every ruleset that has what it needs.
//!
//! Arrows run one way: [`value`] ← [`ruleset`] ← [`question`] ← the doors (command, Python, web).

pub mod budget;
pub mod fault;
mod player;
pub mod question;
pub mod ruleset;
pub mod value;

pub use budget::{Budget, Stop};
pub use fault::Fault;
pub use player::Player;
pub use question::{Answer, Error};
pub use ruleset::Ruleset;
