//! Exact answers about two-player games of perfect information.
//!
//! **Rulesets are nouns, questions are verbs.** A ruleset ([`ruleset`]) knows its moves and its notation and nothing
//! about solving; a question ([`question`]) can be asked of every ruleset that has what it needs.
//!
//! Each question once:
//!
//! ```
//! use partizan::question::{census, fair, odds, solve, value};
//! use partizan::ruleset::stalks::Stalks;
//! use partizan::{Budget, Ruleset};
//!
//! let budget = Budget::unlimited();
//!
//! // What is a position worth? Two rows of three cells in Domineering.
//! let request = value::Request {
//!     ruleset: "domineering".into(),
//!     position: Some("2x3".into()),
//!     ..value::Request::default()
//! };
//! let worth = value::value(&request, &budget)?.answer.answer;
//! assert_eq!((worth.game.value.as_str(), worth.game.temperature.fraction.as_str()), ("{2|-1/2}", "5/4"));
//!
//! // Who wins, in how many plies, with which moves? The L game.
//! let solved = solve::solve(&solve::Request::new("l-game").at("x..*/#.x*/#.**/##.."), &budget)?.answer;
//! assert_eq!((solved.worth.value(), solved.worth.distance()), (solve::Value::Win, Some(9)));
//! assert_eq!(solved.best_moves.len(), 2);
//!
//! // How often does each side win when both move at random? Hex on three by three cells.
//! let chance = odds::odds(&odds::Request::new("hex").at("3x3"), &budget)?.answer;
//! assert_eq!(chance.left().unwrap().fraction, "2/3");
//!
//! // How are values spread over a family? Green Hackenbush on three random binary trees.
//! let trees = census::green_trees(census::Family::Binary, &[4, 5, 6], 6, &budget)?.answer;
//! assert_eq!(trees.first_player_wins.fraction, "1390/1617");
//!
//! // Which components make a fair game? The most pieces of stalks whose values sum to 0.
//! let fairest = fair::stalks(&Stalks.parse("BWW BWB B B B W")?, &budget)?.answer;
//! assert_eq!((fairest.total, fairest.chosen), (7, vec![1, 2, 6]));
//! # Ok::<(), partizan::Error>(())
//! ```
//!
//! Arrows run one way: [`value`] ← [`ruleset`] ← [`question`] ← the doors (command, Python, web).

pub mod budget;
pub mod fault;
mod pages;
mod player;
mod prefetch;
pub mod question;
pub mod ruleset;
pub mod sheet;
pub mod value;

pub use budget::{Budget, Stop};
pub use fault::Fault;
pub use player::Player;
pub use question::{Answer, Error};
pub use ruleset::Ruleset;
