//! The question `value`: what a position is worth, and what an expression is.

mod engine;
pub mod eval;
mod evaluator;
mod table;

pub use evaluator::Evaluator;
