//! The questions at this door: one file a question, arguments in, what is shown out.

pub mod census;
pub mod eval;
pub mod fair;
pub mod odds;
pub mod repl;
pub mod solve;
pub mod value;
