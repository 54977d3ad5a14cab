//! # Toads and Frogs
//!
//! Toads and frogs on a strip of cells. Toads go right, frogs go left: a move is a step to the next cell, if it is
//! free, or a jump over one animal of the other kind to a free cell just behind it. Who cannot move has lost.
//!
//! **Players.** Left moves the toads `T`, Right the frogs `F`.
//!
//! **Notation.** `T` a toad, `F` a frog, `.` a free cell, `#` a wall. Several strips are rows separated by newlines, `/`
//! or `|`, all of one length (walls fill up the shorter ones). `t`, `x`, `L` are read as `T`; `f`, `o`, `R` as `F`.
//!
//! **Example.** In `T.F` either animal can step to the middle, and then the other one jumps over it: 0 is left. So it is worth ∗.
//!
//! ```
//! use partizan::{Player, Ruleset};
//! use partizan::ruleset::toads_and_frogs::ToadsAndFrogs;
//!
//! let position = ToadsAndFrogs.parse("TF.T.F").unwrap();
//! let mut options = Vec::new();
//! ToadsAndFrogs.options(&position, Player::Left, &mut |option| options.push(ToadsAndFrogs.print(&option)));
//! assert_eq!(options, [".FTT.F", "TF..TF"]);
//! ```
//!
//! **Reference.** Berlekamp, Conway, Guy, *Winning Ways*, chapters 1 and 5; Erickson, *New Toads and Frogs results*,
//! Games of No Chance (1996).

use super::bitboard::each;
use super::board::Board;
use super::picture::{self, Look, Mark};
use super::short::{Field, Insight, Normal, Short};
use super::{Player, Ruleset, Variant};
use crate::fault::Fault;

/// The ruleset of Toads and Frogs.
#[derive(Clone, Copy, Debug, Default)]
pub struct ToadsAndFrogs;

/// A cell of a strip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Nobody sits here.
    Free,
    /// A toad, which Left moves to the right.
    Toad,
    /// A frog, which Right moves to the left.
    Frog,
    /// No animal ever comes here.
    Wall,
}

impl Ruleset for ToadsAndFrogs {
    const NAME: &'static str = "toads-and-frogs";
    const TITLE: &'static str = "Toads go right, frogs go left, and jump over each other";
    const SOURCE: &'static str = include_str!("toads_and_frogs.rs");
    const NOTATION: &'static str = "a strip of 'T' (toad), 'F' (frog), '.' (free) and '#' (wall): 'TT..FF'";
    const PLAYERS: [&'static str; 2] = ["toads, T", "frogs, F"];

    type Position = Board<Cell>;

    fn with_variant(_: &Variant) -> Result<Self, Fault> {
        Ok(ToadsAndFrogs)
    }

    fn parse(&self, text: &str) -> Result<Board<Cell>, Fault> {
        let read = |c| match c {
            '.' => Some(Cell::Free),
            'T' | 't' | 'x' | 'L' => Some(Cell::Toad),
            'F' | 'f' | 'o' | 'R' => Some(Cell::Frog),
            '#' => Some(Cell::Wall),
            _ => None,
        };
        Board::parse(text, read, "'T' (toad), 'F' (frog), '.' (free) or '#' (wall)")
    }

    fn print(&self, board: &Board<Cell>) -> String {
        board.print(|cell| match cell {
            Cell::Free => '.',
            Cell::Toad => 'T',
            Cell::Frog => 'F',
            Cell::Wall => '#',
        })
    }

    fn options(&self, board: &Board<Cell>, player: Player, visit: &mut impl FnMut(Board<Cell>)) {
        let (own, other, step) =
            if player == Player::Left { (Cell::Toad, Cell::Frog, 1) } else { (Cell::Frog, Cell::Toad, -1) };
        let at = |(row, column): (usize, usize)| board.get(row, column);
        for from in board.places().filter(|&place| at(place) == own) {
            let next = board.step(from, 0, step);
            let to = match next.map(at) {
                Some(Cell::Free) => next,
                Some(cell) if cell == other => {
                    board.step(from, 0, 2 * step).filter(|&to| at(to) == Cell::Free)
                }
                _ => None,
            };
            if let Some(to) = to {
                let mut after = board.clone();
                after.set(from.0, from.1, Cell::Free);
                after.set(to.0, to.1, own);
                visit(after);
            }
        }
    }
}

impl Short for ToadsAndFrogs {
    type Field = Strip;

    fn picture(&self, board: &Board<Cell>) -> String {
        picture::board(board.rows(), board.columns(), |row, column| match board.get(row, column) {
            Cell::Free => Look::Plain(Mark::None),
            Cell::Toad => Look::Plain(Mark::Animal(Player::Left)),
            Cell::Frog => Look::Plain(Mark::Animal(Player::Right)),
            Cell::Wall => Look::Nothing,
        })
    }

    fn components(&self, board: &Board<Cell>, visit: &mut impl FnMut(Board<Cell>)) {
        board.regions(
            |cell| cell != Cell::Wall,
            &[(0, 1), (0, -1)],
            |cells| visit(board.cut_out(cells, Cell::Wall)),
        );
    }

    fn field(&self, board: &Board<Cell>) -> Option<(Strip, Animals)> {
        if board.rows() > 1 || board.columns() > 63 || board.cells().contains(&Cell::Wall) {
            return None;
        }
        let cells = |cell| {
            let is = board.cells().iter().enumerate().filter(|(_, c)| **c == cell);
            is.fold(0u64, |mask, (i, _)| mask | 1 << i)
        };
        let animals =
            Animals { toads: cells(Cell::Toad), frogs: cells(Cell::Frog), length: board.columns() as u32 };
        Some((Strip { wide: board.columns() > 31 }, animals))
    }
}

/// Strips without walls; wide ones have more than 31 cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strip {
    wide: bool,
}

/// A strip: its first cell on the left is bit 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Animals {
    toads: u64,
    frogs: u64,
    length: u32,
}

impl Animals {
    fn free(&self) -> u64 {
        ((1 << self.length) - 1) & !(self.toads | self.frogs)
    }

    /// The cells from `start` to before `end`.
    fn part(&self, start: u32, end: u32) -> Animals {
        let mask = (1 << (end - start)) - 1;
        Animals { toads: self.toads >> start & mask, frogs: self.frogs >> start & mask, length: end - start }
    }
}

impl Field for Strip {
    type Piece = Animals;

    fn key_bits(&self) -> u32 {
        if self.wide { 128 } else { 64 }
    }

    fn key(&self, strip: &Animals) -> u128 {
        // A bit behind the last cell says where the strip ends.
        let toads = strip.toads | 1 << strip.length;
        let shift = if self.wide { 64 } else { 32 };
        u128::from(toads) | u128::from(strip.frogs) << shift
    }

    fn split(&self, strip: &Animals, visit: &mut impl FnMut(Animals)) {
        // Two toads against two frogs never move again: TTFF is a wall.
        let Animals { toads, frogs, length } = *strip;
        let mut start = 0;
        let walls = toads & toads >> 1 & frogs >> 2 & frogs >> 3;
        for wall in each(walls) {
            let end = wall.trailing_zeros();
            live(strip.part(start, end), visit);
            start = end + 4;
        }
        live(strip.part(start, length), visit);
    }

    fn insight(&self, strip: &Animals) -> Insight<Animals> {
        let &Animals { toads, frogs, .. } = strip;
        if toads != 0 && frogs != 0 && toads.trailing_zeros() < frogs.ilog2() {
            return Insight::Open;
        }
        // All have passed: each goes as far as there are free cells before it.
        let free = strip.free();
        let toads: u32 = each(toads).map(|toad| (free & !(toad - 1)).count_ones()).sum();
        let frogs: u32 = each(frogs).map(|frog| (free & (frog - 1)).count_ones()).sum();
        Insight::Integer(i64::from(toads) - i64::from(frogs))
    }

    fn normal(&self, strip: &Animals) -> Normal<Animals> {
        // The mirror image with the animals exchanged is the negative.
        let turn = |cells: u64| cells.reverse_bits() >> (64 - strip.length);
        let (toads, frogs) = (turn(strip.frogs), turn(strip.toads));
        let negated = (toads, frogs) < (strip.toads, strip.frogs);
        let symmetric = (toads, frogs) == (strip.toads, strip.frogs);
        let piece = if negated { Animals { toads, frogs, ..*strip } } else { *strip };
        Normal { piece, negated, symmetric }
    }

    fn moves(&self, strip: &Animals, player: Player, visit: &mut impl FnMut(Animals)) {
        let &Animals { toads, frogs, .. } = strip;
        let free = strip.free();
        match player {
            Player::Left => {
                for toad in each(toads & free >> 1) {
                    visit(Animals { toads: toads ^ (toad | toad << 1), ..*strip });
                }
                for toad in each(toads & frogs >> 1 & free >> 2) {
                    visit(Animals { toads: toads ^ (toad | toad << 2), ..*strip });
                }
            }
            Player::Right => {
                for frog in each(frogs & free << 1) {
                    visit(Animals { frogs: frogs ^ (frog | frog >> 1), ..*strip });
                }
                for frog in each(frogs & toads << 1 & free << 2) {
                    visit(Animals { frogs: frogs ^ (frog | frog >> 2), ..*strip });
                }
            }
        }
    }
}

/// Visits a strip between two walls without the frogs at its left end and the toads at its right end, which have arrived.
fn live(strip: Animals, visit: &mut impl FnMut(Animals)) {
    let start = (!strip.frogs).trailing_zeros();
    if start >= strip.length {
        return;
    }
    let end = 64 - (!strip.toads & ((1 << strip.length) - 1)).leading_zeros();
    if start < end {
        let part = strip.part(start, end);
        if part.toads | part.frogs != 0 {
            visit(part);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(text: &str, player: Player) -> Vec<String> {
        let mut options = Vec::new();
        let position = ToadsAndFrogs.parse(text).unwrap();
        ToadsAndFrogs.options(&position, player, &mut |o| options.push(ToadsAndFrogs.print(&o)));
        options
    }

    #[test]
    fn steps_and_jumps() {
        assert_eq!(options("TTF.", Player::Left), ["T.FT"]);
        assert_eq!(options("TTF.", Player::Right), [""; 0]);
        assert_eq!(options(".TF/#.F", Player::Right), ["FT./#.F", ".TF/#F."]);
    }

    #[test]
    fn nobody_jumps_two_or_over_walls() {
        assert!(options("TFF.", Player::Left).is_empty());
        assert!(options("T#.", Player::Left).is_empty());
    }

    #[test]
    fn dead_animals_fall_off() {
        let (field, strip) = ToadsAndFrogs.field(&ToadsAndFrogs.parse("F.TTTFFF.FT").unwrap()).unwrap();
        let mut parts = Vec::new();
        field.split(&strip, &mut |part| parts.push(part));
        // The wall is cells 3 to 6. F.T is left of it, where both have arrived; F.FT on the right, where one frog can move.
        assert_eq!(parts, [Animals { toads: 0, frogs: 0b10, length: 2 }]);
    }
}
