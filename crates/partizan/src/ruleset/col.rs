//! # Col
//!
//! The players colour the vertices of a map, one a move. Neighbours may not be of the same colour. Who cannot move has
//! lost. All values are numbers, or numbers and ∗.
//!
//! **Players.** Left has `x` (blue, black), Right has `o` (red, white).
//!
//! **Notation.** A grid is rows separated by newlines, `/` or `|`, its cells joined by sides, or the size alone of one
//! whose cells are all free, rows first: `4x6`. A graph is a list of edges and vertices, `0-1, 1-2, 2 L`, or for trees a string with branches in brackets, `L-.-(.;.-R)`. The letters are `.` a
//! free vertex, `L` a free vertex that only Left may colour, `R` one that only Right may, `x` Left's, `o` Right's, `#` a
//! hole. `X`, `B` are read as `x`; `O`, `W` as `o`. Note that **`L` names who may still colour the vertex**; books and
//! other programs often write there the colour of the vertex beside it, which in Col is the other player's.
//!
//! **Example.** One free vertex is worth ∗, two in a row 0. A vertex for Left beside a free one is worth 1/2:
//!
//! ```
//! use partizan::{Player, Ruleset};
//! use partizan::ruleset::col::Col;
//!
//! let map = Col.parse("L-.").unwrap();
//! let options = |player| {
//!     let mut options = Vec::new();
//!     Col.options(&map, player, &mut |option| options.push(Col.print(&option)));
//!     options
//! };
//! assert_eq!(options(Player::Left), ["0-1, 0 x", "0-1, 0 L, 1 x"]); // -1 and 0
//! assert_eq!(options(Player::Right), ["0-1, 0 L, 1 o"]); // 1
//! ```
//!
//! **Reference.** Conway, *On Numbers and Games*, chapter 8; Berlekamp, Conway, Guy, *Winning Ways*, chapter 2.

use super::map::{Claims, Map, Rule};
use super::short::Short;
use super::{Player, Ruleset, Variant};
use crate::fault::Fault;

/// The ruleset of Col.
#[derive(Clone, Copy, Debug, Default)]
pub struct Col;

impl Ruleset for Col {
    const NAME: &'static str = "col";
    const TITLE: &'static str = "Colour a map; neighbours may not be of the same player";
    const SOURCE: &'static str = include_str!("col.rs");
    const NOTATION: &'static str = "a grid '.../.#.' or '4x6', a graph '0-1, 1-2, 2 L' or a tree 'L-.-(.;.)'; L, R: free for Left, Right only; x, o: coloured";
    const PLAYERS: [&'static str; 2] = ["x", "o"];

    type Position = Map;

    fn with_variant(_: &Variant) -> Result<Self, Fault> {
        Ok(Col)
    }

    fn parse(&self, text: &str) -> Result<Map, Fault> {
        Map::parse(text, Rule::NotBesideOwn)
    }

    fn print(&self, map: &Map) -> String {
        map.print()
    }

    fn options(&self, map: &Map, player: Player, visit: &mut impl FnMut(Map)) {
        map.options(Rule::NotBesideOwn, player, visit);
    }
}

impl Short for Col {
    type Field = Claims;

    fn picture(&self, map: &Map) -> String {
        map.picture()
    }

    fn components(&self, map: &Map, visit: &mut impl FnMut(Map)) {
        map.components(Rule::NotBesideOwn, visit);
    }

    fn field(&self, map: &Map) -> Option<(Claims, [u64; 2])> {
        map.field(Rule::NotBesideOwn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(text: &str, player: Player) -> Vec<String> {
        let mut options = Vec::new();
        Col.options(&Col.parse(text).unwrap(), player, &mut |option| options.push(Col.print(&option)));
        options
    }

    #[test]
    fn friends_are_no_neighbours() {
        assert_eq!(options("x./..", Player::Left), ["x./.x"]);
        assert_eq!(options("x./..", Player::Right).len(), 3);
        assert_eq!(options("0-1, 1-2, 2-0, 0 o", Player::Right), [""; 0]);
        let fault = Col.parse("0-1, 1-4, 4 o, 1 o").unwrap_err().to_string();
        assert!(fault.contains("neighbours of one player at vertex 1 and vertex 4"), "{fault}");
    }
}
