//! The questions at this door: one file a question, arguments in, what is shown out.

pub mod census;
pub mod fair;
pub mod odds;
pub mod solve;
