//! The mathematics: numbers and games, and what one asks of them. Knows no ruleset.

mod dyadic;

pub use dyadic::Dyadic;
