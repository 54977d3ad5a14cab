//! The question `value`: what a position, or an expression, is worth.

mod engine;
pub mod eval;
mod evaluator;
mod position;
mod recall;
mod table;

pub use evaluator::Evaluator;
pub use position::{Ask, Component, Fate, Move, OptionSays, PositionSays, Request, Valued, Why, value};
