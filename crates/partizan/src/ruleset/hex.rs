//! # Hex
//!
//! Hex on a rhombus of m rows and n columns of hexagons. The players take turns to put a stone of their colour on an
//! empty cell; who joins their own two sides with a chain of stones has won. There is no tie: on a full board exactly
//! one player has joined them.
//!
//! **Players.** Left is White and joins the top and the bottom row. Right is Black and joins the left and the right
//! column. White moves first if nothing is said, whatever stones lie on the board.
//!
//! **Neighbours.** Row by row the board leans to the right: the cell in row r and column c touches those at
//! (r, c±1), (r±1, c), (r-1, c+1) and (r+1, c-1). So the corners at top left and bottom right are the acute ones.
//!
//! **Notation.** Rows from the top, separated by newlines, `/` or `|`; `.` is an empty cell, `W` a white stone, `B` a
//! black one. An empty board can be written by its size alone, rows first: `11x11`.
//!
//! **Example.** On `W./.B` whoever moves first wins: each empty cell completes a chain for either player.
//!
//! ```
//! use partizan::Ruleset;
//! use partizan::ruleset::hex::{Hex, winner};
//!
//! let hex = Hex::default();
//! assert_eq!(winner(&hex.parse("W./.B").unwrap()), None);
//! assert!(winner(&hex.parse(".W/WB").unwrap()).is_some());
//! assert_eq!(hex.print(&hex.parse("2x3").unwrap()), ".../...");
//! ```
//!
//! **Reference.** Ryan B. Hayward and Bjarne Toft, *Hex: The Full Story* (2019).

use super::board::{Board, size};
use super::{Player, Ruleset, Setting, Variant, Verdict};
use crate::fault::{Fault, quote_text};

/// The ruleset of Hex; it holds the size of the board from which a game is started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hex {
    rows: usize,
    columns: usize,
}

impl Default for Hex {
    fn default() -> Self {
        Hex { rows: 11, columns: 11 }
    }
}

impl Hex {
    /// The empty board from which a game is started.
    pub fn empty(&self) -> Position {
        Board::filled(self.rows, self.columns, Cell::Empty)
    }
}

/// A cell of a Hex board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// No stone.
    Empty,
    /// A white stone, which is Left's.
    White,
    /// A black stone, which is Right's.
    Black,
}

impl Cell {
    /// The stone of a player.
    pub fn of(player: Player) -> Cell {
        match player {
            Player::Left => Cell::White,
            Player::Right => Cell::Black,
        }
    }

    /// The cell that a character stands for.
    pub fn read(letter: char) -> Option<Cell> {
        match letter {
            '.' => Some(Cell::Empty),
            'W' => Some(Cell::White),
            'B' => Some(Cell::Black),
            _ => None,
        }
    }

    /// The character that stands for it.
    pub fn letter(self) -> char {
        match self {
            Cell::Empty => '.',
            Cell::White => 'W',
            Cell::Black => 'B',
        }
    }
}

/// A position of Hex.
pub type Position = Board<Cell>;

/// The neighbours of a cell, as (row, column).
pub fn neighbours(
    rows: usize,
    columns: usize,
    (row, column): (usize, usize),
) -> impl Iterator<Item = (usize, usize)> {
    const STEPS: [(isize, isize); 6] = [(0, -1), (0, 1), (-1, 0), (1, 0), (-1, 1), (1, -1)];
    STEPS.iter().filter_map(move |(down, right)| {
        let row = row.checked_add_signed(*down)?;
        let column = column.checked_add_signed(*right)?;
        (row < rows && column < columns).then_some((row, column))
    })
}

/// The player whose stones already join their two sides.
///
/// # Complexity
/// Time linear in the number of cells.
pub fn winner(board: &Position) -> Option<Player> {
    Player::BOTH.into_iter().find(|&player| joined(board, player))
}

fn joined(board: &Position, player: Player) -> bool {
    let (rows, columns) = (board.rows(), board.columns());
    let stone = Cell::of(player);
    let mut seen = vec![false; rows * columns];
    let mut open: Vec<(usize, usize)> = match player {
        Player::Left => (0..columns).map(|column| (0, column)).collect(),
        Player::Right => (0..rows).map(|row| (row, 0)).collect(),
    };
    while let Some((row, column)) = open.pop() {
        if board.get(row, column) != stone || std::mem::replace(&mut seen[row * columns + column], true) {
            continue;
        }
        if (player == Player::Left && row + 1 == rows) || (player == Player::Right && column + 1 == columns) {
            return true;
        }
        open.extend(neighbours(rows, columns, (row, column)));
    }
    false
}

impl Ruleset for Hex {
    const NAME: &'static str = "hex";
    const TITLE: &'static str = "Hex: join your two sides";
    const SOURCE: &'static str = include_str!("hex.rs");
    const NOTATION: &'static str =
        "rows over '.', 'W', 'B', separated by '/': 'W./.B'; an empty board by its size: '11x11'";
    const PLAYERS: [&'static str; 2] = ["White, W, top to bottom", "Black, B, left to right"];

    type Position = Position;

    fn settings() -> &'static [Setting] {
        &[Setting {
            name: "size",
            meaning: "the empty board that a game starts from",
            values: &["11x11", "<rows>x<columns>"],
        }]
    }

    fn with_variant(variant: &Variant) -> Result<Self, Fault> {
        match variant.get("size") {
            None => Ok(Hex::default()),
            Some(text) => match size(text) {
                Some(size) => size.map(|(rows, columns)| Hex { rows, columns }),
                None => Err(Fault::new(format!("size={}", quote_text(text)), "size=<rows>x<columns>")),
            },
        }
    }

    fn variant(&self) -> Variant {
        Variant::default().with("size", format!("{}x{}", self.rows, self.columns))
    }

    fn parse(&self, text: &str) -> Result<Position, Fault> {
        if let Some(size) = size(text) {
            let (rows, columns) = size?;
            return Ok(Board::filled(rows, columns, Cell::Empty));
        }
        Board::parse(text, Cell::read, "'.', 'W' or 'B'")
    }

    fn print(&self, position: &Position) -> String {
        position.print(Cell::letter)
    }

    fn start(&self) -> Option<Position> {
        Some(self.empty())
    }

    fn verdict(&self, position: &Position, _mover: Player) -> Option<Verdict> {
        winner(position).map(Verdict::Win)
    }

    fn options(&self, position: &Position, player: Player, visit: &mut impl FnMut(Position)) {
        if winner(position).is_some() {
            return;
        }
        for (i, _) in position.cells().iter().enumerate().filter(|(_, cell)| **cell == Cell::Empty) {
            let mut after = position.clone();
            after.cells_mut()[i] = Cell::of(player);
            visit(after);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagonals_join_only_the_way_the_board_leans() {
        let parse = |text| Hex::default().parse(text).unwrap();
        assert_eq!(winner(&parse("W../.W./..W")), None);
        assert_eq!(winner(&parse("..W/.W./W..")), Some(Player::Left));
        assert_eq!(winner(&parse("..B/.B./B..")), Some(Player::Right));
    }

    #[test]
    fn sizes_are_read_and_checked() {
        assert_eq!(Hex::default().parse("3x2\n").unwrap(), Board::filled(3, 2, Cell::Empty));
        assert!(Hex::default().parse("0x2").is_err());
        assert!(Hex::default().parse("99999999999999999999x2").is_err());
        assert!(Hex::default().parse("300x300").is_err());
        assert!(Hex::with_variant(&"size=large".parse().unwrap()).is_err());
    }
}
