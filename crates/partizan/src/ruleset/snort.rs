//! # Snort
//!
//! The players colour the vertices of a map, one a move. Neighbours may not be of different colours. Who cannot move
//! has lost. (Farmers let fields; bulls and cows do not go side by side.)
//!
//! **Players.** Left has `x` (black, bulls), Right has `o` (white, cows).
//!
//! **Notation.** A grid is rows separated by newlines, `/` or `|`, its cells joined by sides, or the size alone of one
//! whose cells are all free, rows first: `4x6`. A graph is a list of edges and vertices, `0-1, 1-2, 2 L`, or for trees a string with branches in brackets, `L-.-(.;.-R)`. The letters are `.` a
//! free vertex, `L` a free vertex that only Left may colour, `R` one that only Right may, `x` Left's, `o` Right's, `#` a
//! hole. `X`, `B` are read as `x`; `O`, `W` as `o`. Note that **`L` is not a vertex of Left's colour, but a free one
//! beside such a vertex**.
//!
//! **Example.** One free vertex is worth ∗. Two in a row are worth ±1: who colours one keeps the other.
//!
//! ```
//! use partizan::{Player, Ruleset};
//! use partizan::ruleset::snort::Snort;
//!
//! let map = Snort.parse("L-.-.").unwrap();
//! let options = |player| {
//!     let mut options = Vec::new();
//!     Snort.options(&map, player, &mut |option| options.push(Snort.print(&option)));
//!     options
//! };
//! assert_eq!(options(Player::Left), ["0-1, 1-2, 0 x", "0-1, 1-2, 0 L, 1 x", "0-1, 1-2, 0 L, 2 x"]);
//! assert_eq!(options(Player::Right), ["0-1, 1-2, 0 L, 1 o", "0-1, 1-2, 0 L, 2 o"]);
//! ```
//!
//! **Reference.** Conway, *On Numbers and Games*, chapter 8; Berlekamp, Conway, Guy, *Winning Ways*, chapters 5 and 6.

use super::map::{Claims, Map, Rule};
use super::short::Short;
use super::{Player, Ruleset, Variant};
use crate::fault::Fault;

/// The ruleset of Snort.
#[derive(Clone, Copy, Debug, Default)]
pub struct Snort;

impl Ruleset for Snort {
    const NAME: &'static str = "snort";
    const TITLE: &'static str = "Colour a map; neighbours may not be of different players";
    const SOURCE: &'static str = include_str!("snort.rs");
    const NOTATION: &'static str = "a grid '.../.#.' or '4x6', a graph '0-1, 1-2, 2 L' or a tree 'L-.-(.;.)'; L, R: free for Left, Right only; x, o: coloured";
    const PLAYERS: [&'static str; 2] = ["x", "o"];

    type Position = Map;

    fn with_variant(_: &Variant) -> Result<Self, Fault> {
        Ok(Snort)
    }

    fn parse(&self, text: &str) -> Result<Map, Fault> {
        Map::parse(text, Rule::NotBesideOther)
    }

    fn print(&self, map: &Map) -> String {
        map.print()
    }

    fn options(&self, map: &Map, player: Player, visit: &mut impl FnMut(Map)) {
        map.options(Rule::NotBesideOther, player, visit);
    }
}

impl Short for Snort {
    type Field = Claims;

    fn picture(&self, map: &Map) -> String {
        map.picture()
    }

    fn components(&self, map: &Map, visit: &mut impl FnMut(Map)) {
        map.components(Rule::NotBesideOther, visit);
    }

    fn field(&self, map: &Map) -> Option<(Claims, [u64; 2])> {
        map.field(Rule::NotBesideOther)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(text: &str, player: Player) -> Vec<String> {
        let mut options = Vec::new();
        Snort.options(&Snort.parse(text).unwrap(), player, &mut |option| options.push(Snort.print(&option)));
        options
    }

    #[test]
    fn enemies_are_no_neighbours() {
        assert_eq!(options("x./..", Player::Right), ["x./.o"]);
        assert_eq!(options("x./..", Player::Left).len(), 3);
        assert_eq!(options("0-1, 1-2, 2-0, 0 o", Player::Left), [""; 0]);
        let fault = Snort.parse("x.o/xo.").unwrap_err().to_string();
        assert!(
            fault.contains("neighbours of different players at row 2, column 1 and row 2, column 2"),
            "{fault}"
        );
    }
}
