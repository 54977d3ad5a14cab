//! The question `value`: what a position is worth.

mod engine;
mod evaluator;
mod table;

pub use evaluator::Evaluator;
