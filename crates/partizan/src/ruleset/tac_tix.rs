//! # Tac Tix
//!
//! **Board.** A rectangle of cells, four by four unless the settings say otherwise, with a counter on each.
//!
//! **Move.** Take one or more counters that stand side by side without a gap in one row or one column: two counters with
//! an empty cell between them cannot be taken together.
//!
//! **End.** Who takes the last counter wins in normal play, and loses in misère play, which is how the game was first
//! meant: the convention is part of the question.
//!
//! **Players.** Both may make the same moves.
//!
//! **Notation.** Rows from the top, separated by newlines, `/` or `|`: `#` (or `X`) for a counter, `.` for an empty cell.
//!
//! **Settings.** `rows` and `columns`: at most 32 cells in all.
//!
//! **Example.** The two ends of a row with a gap are taken one by one.
//!
//! ```
//! use partizan::ruleset::{Player, Ruleset, tac_tix::TacTix};
//!
//! let game = TacTix::new(1, 3).unwrap();
//! let mut moves = Vec::new();
//! game.options(&game.parse("#.#").unwrap(), Player::Left, &mut |next| moves.push(game.print(&next)));
//! assert_eq!(moves, ["..#", "#.."]);
//! ```
//!
//! **Reference.** Piet Hein; M. Gardner, *Hexaflexagons and Other Mathematical Diversions* (1988), chapter 15. On the
//! full board of 4 by 4 the second player wins in normal play by copying each move through the centre.

use super::board::Board;
use super::marks::images;
use super::{Keyed, Player, Ruleset, Setting, Variant};
use crate::fault::Fault;

/// The ruleset of Tac Tix.
#[derive(Clone, Copy, Debug)]
pub struct TacTix {
    rows: usize,
    columns: usize,
}

impl TacTix {
    /// The game on this board.
    ///
    /// # Errors
    /// A fault if a side is 0 or there are more than 32 cells.
    pub fn new(rows: usize, columns: usize) -> Result<Self, Fault> {
        if rows == 0 || columns == 0 || rows.saturating_mul(columns) > 32 {
            return Err(Fault::new(format!("a board of {rows} by {columns} cells"), "1 to 32 cells"));
        }
        Ok(TacTix { rows, columns })
    }

    /// All cells.
    fn all(self) -> u32 {
        u32::MAX >> (32 - self.rows * self.columns)
    }

    /// Visits every run of neighbours of one row or column in a set of cells, a single one once.
    fn runs(self, cells: u32, visit: &mut impl FnMut(u32)) {
        let mut left = cells;
        while left != 0 {
            // Those that begin with this cell and go right or down.
            let cell = left.trailing_zeros() as usize;
            left &= left - 1;
            let (row, column) = (cell / self.columns, cell % self.columns);
            let mut run = 0;
            for bit in (column..self.columns).map(|c| 1 << (row * self.columns + c)) {
                if cells & bit == 0 {
                    break;
                }
                run |= bit;
                visit(run);
            }
            let mut run = 1 << cell;
            for bit in (row + 1..self.rows).map(|r| 1 << (r * self.columns + column)) {
                if cells & bit == 0 {
                    break;
                }
                run |= bit;
                visit(run);
            }
        }
    }
}

impl Default for TacTix {
    /// Four by four.
    fn default() -> Self {
        TacTix { rows: 4, columns: 4 }
    }
}

impl Ruleset for TacTix {
    const NAME: &'static str = "tac-tix";
    const TITLE: &'static str = "Tac Tix: take neighbouring counters of one row or column";
    const SOURCE: &'static str = include_str!("tac_tix.rs");
    const NOTATION: &'static str = "rows of '#' (a counter) and '.': '####/#..#/####/####'";

    /// The counters, a bit a cell, row by row.
    type Position = u32;

    fn settings() -> &'static [Setting] {
        &[
            Setting { name: "rows", meaning: "how many rows", values: &["4", "<rows>"] },
            Setting { name: "columns", meaning: "how many columns", values: &["4", "<columns>"] },
        ]
    }

    fn with_variant(variant: &Variant) -> Result<Self, Fault> {
        TacTix::new(variant.number("rows", 4, 1..=32)?, variant.number("columns", 4, 1..=32)?)
    }

    fn variant(&self) -> Variant {
        Variant::default().with("rows", self.rows).with("columns", self.columns)
    }

    fn parse(&self, text: &str) -> Result<u32, Fault> {
        let read = |c| match c {
            '#' | 'X' | 'x' => Some(true),
            '.' => Some(false),
            _ => None,
        };
        let board = Board::parse(text, read, "'#' or '.'")?;
        if (board.rows(), board.columns()) != (self.rows, self.columns) {
            return Err(Fault::new(
                format!("{} rows and {} columns", board.rows(), board.columns()),
                format!("{} rows and {} columns", self.rows, self.columns),
            )
            .hint("the settings rows and columns say how large the board is"));
        }
        Ok(board.cells().iter().enumerate().filter(|(_, counter)| **counter).map(|(i, _)| 1u32 << i).sum())
    }

    fn print(&self, position: &u32) -> String {
        let mut board = Board::filled(self.rows, self.columns, '.');
        for (i, cell) in board.cells_mut().iter_mut().enumerate() {
            if position >> i & 1 == 1 {
                *cell = '#';
            }
        }
        board.print(|cell| cell)
    }

    fn start(&self) -> Option<u32> {
        Some(self.all())
    }

    fn images(&self, position: &u32, visit: &mut impl FnMut(u32)) {
        images(self.rows, self.columns, [u64::from(*position), 0], &mut |[set, _]| visit(set as u32));
    }

    fn swap(&self, position: &u32) -> Option<u32> {
        Some(*position)
    }

    fn options(&self, position: &u32, _player: Player, visit: &mut impl FnMut(u32)) {
        self.runs(*position, &mut |taken| visit(position ^ taken));
    }
}

impl Keyed for TacTix {
    fn key(&self, position: &u32, mover: Player) -> u64 {
        u64::from(*position) | (mover as u64) << 32
    }

    fn unkey(&self, key: u64) -> (u32, Player) {
        (key as u32, Player::BOTH[(key >> 32) as usize])
    }

    fn predecessors(&self, position: &u32, _player: Player, visit: &mut impl FnMut(u32)) -> bool {
        self.runs(self.all() & !position, &mut |put| visit(position | put));
        true
    }
}
