//! # Domineering
//!
//! Dominoes on a board. Left places a domino on two free cells one above the other, Right on two free cells side by
//! side. Who cannot place one has lost.
//!
//! **Players.** Left is vertical, Right is horizontal. (Some authors have it the other way round; that negates every value.)
//! A column of two cells is worth +1, a row of two cells −1.
//!
//! **Notation.** Rows separated by newlines, `/` or `|`: `.` is a free cell, `#` a cell that is not, be it a hole or
//! covered by a domino. Boards are of any shape: holes make them. An empty board can be written by its size alone,
//! rows first: `4x6`.
//!
//! **Example.** The square of four cells is worth ±1; 2 rows of 3 are worth {2|−1/2}. Left has three places for a domino there:
//!
//! ```
//! use partizan::{Player, Ruleset};
//! use partizan::ruleset::domineering::Domineering;
//!
//! let board = Domineering.parse(".../...").unwrap();
//! let mut options = Vec::new();
//! Domineering.options(&board, Player::Left, &mut |option| options.push(Domineering.print(&option)));
//! assert_eq!(options, ["#../#..", ".#./.#.", "..#/..#"]);
//! ```
//!
//! **Reference.** Berlekamp, Conway, Guy, *Winning Ways*, chapter 5; Berlekamp, *Blockbusting and Domineering*,
//! J. Combin. Theory A 49 (1988).

use super::bitboard::{Frame, Negates, each};
use super::board::Board;
use super::picture::{self, Look, Mark};
use super::short::{Field, Insight, Normal, Short};
use super::{Player, Ruleset, Variant};
use crate::fault::Fault;

/// The ruleset of Domineering.
#[derive(Clone, Copy, Debug, Default)]
pub struct Domineering;

/// A cell of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Free for a domino.
    Free,
    /// A hole, or covered.
    Taken,
}

impl Ruleset for Domineering {
    const NAME: &'static str = "domineering";
    const TITLE: &'static str = "Dominoes: Left places them vertically, Right horizontally";
    const SOURCE: &'static str = include_str!("domineering.rs");
    const NOTATION: &'static str =
        "rows of '.' (free) and '#' (hole or covered): '..../.#../....'; an empty board by its size: '4x6'";
    const PLAYERS: [&'static str; 2] = ["vertical", "horizontal"];

    type Position = Board<Cell>;

    fn with_variant(_: &Variant) -> Result<Self, Fault> {
        Ok(Domineering)
    }

    fn parse(&self, text: &str) -> Result<Board<Cell>, Fault> {
        let read = |c| match c {
            '.' => Some(Cell::Free),
            '#' => Some(Cell::Taken),
            _ => None,
        };
        Board::parse_or_size(text, Cell::Free, read, "'.' (free) or '#' (hole or covered)")
    }

    fn print(&self, board: &Board<Cell>) -> String {
        board.print(|cell| if cell == Cell::Free { '.' } else { '#' })
    }

    fn options(&self, board: &Board<Cell>, player: Player, visit: &mut impl FnMut(Board<Cell>)) {
        let (down, across) = if player == Player::Left { (1, 0) } else { (0, 1) };
        for place in board.places() {
            let Some(other) = board.step(place, down, across) else { continue };
            if board.get(place.0, place.1) == Cell::Free && board.get(other.0, other.1) == Cell::Free {
                let mut after = board.clone();
                after.set(place.0, place.1, Cell::Taken);
                after.set(other.0, other.1, Cell::Taken);
                visit(after);
            }
        }
    }
}

impl Short for Domineering {
    type Field = Dominoes;

    fn picture(&self, board: &Board<Cell>) -> String {
        picture::board(board.rows(), board.columns(), |row, column| match board.get(row, column) {
            Cell::Free => Look::Plain(Mark::None),
            Cell::Taken => Look::Nothing,
        })
    }

    fn components(&self, board: &Board<Cell>, visit: &mut impl FnMut(Board<Cell>)) {
        let free = |cell| cell == Cell::Free;
        let beside = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        board.regions(free, &beside, |cells| visit(board.cut_out(cells, Cell::Taken)));
    }

    fn field(&self, board: &Board<Cell>) -> Option<(Dominoes, u64)> {
        let frame = Frame::of(board.rows(), board.columns())?;
        Some((Dominoes(frame), frame.cells(board, |cell| cell == Cell::Free)))
    }
}

/// Boards in one frame; a piece is its free cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dominoes(Frame);

impl Field for Dominoes {
    type Piece = u64;

    fn key_bits(&self) -> u32 {
        64
    }

    fn key(&self, free: &u64) -> u128 {
        u128::from(*free)
    }

    fn split(&self, &free: &u64, visit: &mut impl FnMut(u64)) {
        // Cells with no free neighbour are worth 0.
        let mut rest = free & self.0.beside(free);
        while rest != 0 {
            let piece = self.0.flood(rest & rest.wrapping_neg(), rest);
            visit(piece);
            rest ^= piece;
        }
    }

    fn insight(&self, &free: &u64) -> Insight<u64> {
        // A row or a column: as many dominoes as fit.
        let dominoes = i64::from(free.count_ones() / 2);
        if free & self.0.right(free) == 0 {
            Insight::Integer(dominoes)
        } else if free & self.0.down(free) == 0 {
            Insight::Integer(-dominoes)
        } else {
            Insight::Open
        }
    }

    fn normal(&self, &free: &u64) -> Normal<u64> {
        let Normal { piece: [piece], negated, symmetric } = self.0.normal([free], Negates::Turn);
        Normal { piece, negated, symmetric }
    }

    fn moves(&self, &free: &u64, player: Player, visit: &mut impl FnMut(u64)) {
        match player {
            Player::Left => {
                for upper in each(free & self.0.up(free)) {
                    visit(free ^ (upper | self.0.down(upper)));
                }
            }
            Player::Right => {
                for left in each(free & self.0.left(free)) {
                    visit(free ^ (left | self.0.right(left)));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_and_a_column() {
        let count = |text: &str, player| {
            let mut count = 0;
            Domineering.options(&Domineering.parse(text).unwrap(), player, &mut |_| count += 1);
            count
        };
        assert_eq!((count(".....", Player::Left), count(".....", Player::Right)), (0, 4));
        assert_eq!((count("./././.", Player::Left), count(".|.\n.", Player::Right)), (3, 0));
        assert_eq!(count(".#./.../.#.", Player::Left), 4);
    }

    #[test]
    fn faults_have_places() {
        let fault = |text: &str| Domineering.parse(text).unwrap_err().in_argument().to_string();
        assert_eq!(
            fault("../.x"),
            "row 2, column 2: found 'x', expected '.' (free) or '#' (hole or covered)"
        );
        assert_eq!(fault("../."), "row 2, column 2: found a row of 1 cell, expected 2 cells as in row 1");
    }
}
