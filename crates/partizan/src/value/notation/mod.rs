//! The notation of games: reading, evaluating and printing.
//!
//! # What is read
//!
//! | written | is |
//! |---|---|
//! | `{2\|0\|\|0}`, `{a,b\|c}` | a game by its options; the longer bar parts first |
//! | `3`, `-1/2` | numbers; a fraction has a power of two below |
//! | `^`, `^^`, `^3`, `v`, `vv`, `v3` | so many ups or downs |
//! | `*`, `*4` | nimbers |
//! | `2^*`, `3*`, `1/2v3*2`, `2tiny(2)` | sums of a number, ups, a nimber, a tiny, written together |
//! | `+-1`, `+-{1\|0}`, `+-{1,1*}` | switches {G\|-G}; braces without a bar list the Left options |
//! | `tiny(2)`, `miny(3/2)` | {0\|\|0\|-2}, {3/2\|0\|\|0} |
//! | `^<2>`, `^[2]`, `v[3]` | powers of up |
//! | `G + H`, `G - H`, `-G`, `3.G` | sums, differences, negatives, multiples |
//! | `G:H`, `'{*\|*}':3` | ordinal sums; quotes keep the form as it is written |
//! | `mean(G)`, `cool(G, 1/2)`, ... | functions, see [`Function`] |
//! | `G < H`, `<=`, `=`, `>=`, `>`, `<>` or `\|\|` | comparisons; `<>` and `\|\|` ask whether they are confused |
//!
//! `+-` without a blank is the switch, so `3+-1` is {4|2} and `3 + -1` is 2. `^<1` compares, `^<1>` is a power.
//! A sign directly before a number belongs to it: `-1^` is -1 + ^.
//! From tightest to loosest bind: pieces written together, switch and multiple, `:`, the sign, sums, comparisons.

mod evaluate;
mod functions;
mod lex;
mod parse;
mod print;
mod source;

pub use evaluate::{Evaluated, Problem, Variables};
pub use functions::Function;
pub use parse::{Node, NodeId, Relation, Statement, Tree};
pub use source::Span;

#[cfg(test)]
mod tests;
