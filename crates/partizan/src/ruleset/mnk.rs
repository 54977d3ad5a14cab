//! # m,n,k games: tic-tac-toe and its kin
//!
//! **Board.** A rectangle of cells, 3 by 3 unless the settings say otherwise.
//!
//! **Move.** Put one mark of your own on an empty cell.
//!
//! **End.** Whoever has `in-a-row` marks of their own side by side in a row, in a column or on a diagonal wins. That is
//! looked at first: a full board with such a line is a win. A full board without one is a tie. More than `in-a-row`
//! marks side by side win, too.
//!
//! **Players.** Left puts X, Right puts O. Left moves first on the empty board.
//!
//! **Notation.** Rows from the top, separated by newlines, `/` or `|`: `X`, `O` (or `x`, `o`), `.` for an empty cell. Any
//! numbers of marks are a position, as long as not both players have a line.
//!
//! **Settings.** `rows` and `columns`, `in-a-row`: at most 32 cells in all. 3, 3, 3 is tic-tac-toe.
//!
//! **Example.** X has two in the top row and takes the third cell.
//!
//! ```
//! use partizan::ruleset::{Player, Ruleset, Verdict, mnk::Mnk};
//!
//! let game = Mnk::default();
//! let position = game.parse("XX./OO./...").unwrap();
//! let mut wins = Vec::new();
//! game.options(&position, Player::Left, &mut |next| {
//!     if game.verdict(&next, Player::Right) == Some(Verdict::Win(Player::Left)) {
//!         wins.push(game.print(&next));
//!     }
//! });
//! assert_eq!(wins, ["XXX/OO./..."]);
//! ```
//!
//! **Reference.** Berlekamp, Conway, Guy, *Winning Ways*, chapter 22. Tic-tac-toe has 5,478 positions and is a tie; 3 in
//! a row on 4 by 3 cells is a win for the first player.

use super::marks::{Marks, Symmetries, lines};
use super::{Keyed, Player, Ruleset, Setting, Variant, Verdict};
use crate::fault::Fault;
use std::sync::Arc;

/// The ruleset of m,n,k games.
#[derive(Clone, Debug)]
pub struct Mnk {
    rows: usize,
    columns: usize,
    in_a_row: usize,
    lines: Arc<[u32]>,
    symmetries: Arc<Symmetries>,
}

impl Mnk {
    /// The game on this board: `in_a_row` marks side by side win.
    ///
    /// # Errors
    /// A fault if a number is 0, there are more than 32 cells, or no line of that length fits.
    pub fn new(rows: usize, columns: usize, in_a_row: usize) -> Result<Self, Fault> {
        if rows == 0 || columns == 0 || rows.saturating_mul(columns) > 32 {
            return Err(Fault::new(format!("a board of {rows} by {columns} cells"), "1 to 32 cells"));
        }
        if !(1..=rows.max(columns)).contains(&in_a_row) {
            return Err(Fault::new(
                format!("in-a-row={in_a_row}"),
                format!("1 to {} on {rows} by {columns} cells", rows.max(columns)),
            ));
        }
        Ok(Mnk {
            rows,
            columns,
            in_a_row,
            lines: lines(rows, columns, in_a_row).into(),
            symmetries: Symmetries::new(rows, columns).into(),
        })
    }

    /// All cells.
    fn all(&self) -> u32 {
        u32::MAX >> (32 - self.rows * self.columns)
    }

    fn has_line(&self, marks: u32) -> bool {
        self.lines.iter().any(|&line| line & !marks == 0)
    }
}

impl Default for Mnk {
    /// Tic-tac-toe.
    fn default() -> Self {
        Mnk::new(3, 3, 3).expect("three in a row fit on 3 by 3 cells")
    }
}

impl Ruleset for Mnk {
    const NAME: &'static str = "mnk";
    const TITLE: &'static str = "Tic-tac-toe and other m,n,k games: so many in a row win";
    const SOURCE: &'static str = include_str!("mnk.rs");
    const NOTATION: &'static str = "rows of X (Left), O (Right) and '.': 'X.O/.../...'";
    const PLAYERS: [&'static str; 2] = ["X", "O"];

    type Position = Marks;

    fn settings() -> &'static [Setting] {
        &[
            Setting { name: "rows", meaning: "how many rows", values: &["3", "<rows>"] },
            Setting { name: "columns", meaning: "how many columns", values: &["3", "<columns>"] },
            Setting { name: "in-a-row", meaning: "how many marks in a row win", values: &["3", "<marks>"] },
        ]
    }

    fn with_variant(variant: &Variant) -> Result<Self, Fault> {
        Mnk::new(
            variant.number("rows", 3, 1..=32)?,
            variant.number("columns", 3, 1..=32)?,
            variant.number("in-a-row", 3, 1..=32)?,
        )
    }

    fn variant(&self) -> Variant {
        Variant::default()
            .with("rows", self.rows)
            .with("columns", self.columns)
            .with("in-a-row", self.in_a_row)
    }

    fn parse(&self, text: &str) -> Result<Marks, Fault> {
        let marks = Marks::parse(text, self.rows, self.columns)?;
        if self.has_line(marks.left) && self.has_line(marks.right) {
            return Err(Fault::new("a line of both players", "a line of one player at the most"));
        }
        Ok(marks)
    }

    fn print(&self, position: &Marks) -> String {
        position.print(self.rows, self.columns)
    }

    fn start(&self) -> Option<Marks> {
        Some(Marks::default())
    }

    fn turn(&self, position: &Marks) -> Option<Player> {
        position.turn()
    }

    fn images(&self, position: &Marks, visit: &mut impl FnMut(Marks)) {
        self.symmetries
            .images([position.left, position.right], &mut |[left, right]| visit(Marks { left, right }));
    }

    fn swap(&self, position: &Marks) -> Option<Marks> {
        Some(Marks { left: position.right, right: position.left })
    }

    fn verdict(&self, position: &Marks, _mover: Player) -> Option<Verdict> {
        // Lines first: a full board with a line is no tie.
        if self.has_line(position.left) {
            Some(Verdict::Win(Player::Left))
        } else if self.has_line(position.right) {
            Some(Verdict::Win(Player::Right))
        } else {
            (position.left | position.right == self.all()).then_some(Verdict::Tie)
        }
    }

    fn options(&self, position: &Marks, player: Player, visit: &mut impl FnMut(Marks)) {
        if self.has_line(position.left) || self.has_line(position.right) {
            return;
        }
        let mut empty = self.all() & !(position.left | position.right);
        while empty != 0 {
            let cell = empty & empty.wrapping_neg();
            empty ^= cell;
            visit(position.and(player, cell));
        }
    }
}

impl Keyed for Mnk {
    fn fits(&self) -> bool {
        self.rows * self.columns <= 31
    }

    fn key(&self, position: &Marks, mover: Player) -> u64 {
        let cells = self.rows * self.columns;
        u64::from(position.left) | (u64::from(position.right) | (mover as u64) << cells) << cells
    }

    fn unkey(&self, key: u64) -> (Marks, Player) {
        let cells = self.rows * self.columns;
        let marks = Marks { left: key as u32 & self.all(), right: (key >> cells) as u32 & self.all() };
        (marks, Player::BOTH[(key >> (2 * cells)) as usize])
    }

    fn predecessors(&self, position: &Marks, player: Player, visit: &mut impl FnMut(Marks)) -> bool {
        let mut own = position.of(player);
        while own != 0 {
            let cell = own & own.wrapping_neg();
            own ^= cell;
            visit(position.without(cell));
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_columns_are_not_swapped() {
        let wide = Mnk::new(3, 4, 3).unwrap();
        let tall = Mnk::new(4, 3, 3).unwrap();
        assert!(wide.parse("..../..../....").is_ok() && tall.parse("..../..../....").is_err());
        assert!(tall.parse(".../.../.../...").is_ok() && wide.parse(".../.../.../...").is_err());
        // Cells 2, 3, 4 are consecutive in number but not in a row when there are 4 columns.
        let position = wide.parse("..XX/X.../....").unwrap();
        assert_eq!(wide.verdict(&position, Player::Right), None);
        let position = wide.parse("...X/..X./.X..").unwrap();
        assert_eq!(wide.verdict(&position, Player::Right), Some(Verdict::Win(Player::Left)));
        assert_eq!(wide.print(&position), "...X/..X./.X..");
    }

    #[test]
    fn a_full_board_with_a_line_is_a_win() {
        let game = Mnk::default();
        let won = game.parse("XOX/OXO/XOX").unwrap();
        assert_eq!(game.verdict(&won, Player::Right), Some(Verdict::Win(Player::Left)));
        let level = game.parse("XOX/XOO/OXX").unwrap();
        assert_eq!(game.verdict(&level, Player::Right), Some(Verdict::Tie));
    }

    #[test]
    fn settings_that_do_not_go_together_are_refused() {
        let refused = |text: &str| Mnk::with_variant(&text.parse().unwrap()).unwrap_err().to_string();
        assert_eq!(refused("in-a-row=4"), "found in-a-row=4, expected 1 to 3 on 3 by 3 cells");
        assert_eq!(refused("rows=7,columns=5"), "found a board of 7 by 5 cells, expected 1 to 32 cells");
        assert_eq!(refused("rows=x"), "found rows='x', expected rows=1 to 32");
        assert_eq!(refused("rows=0"), "found rows='0', expected rows=1 to 32");
        assert!(Mnk::with_variant(&"rows=4,columns=8".parse().unwrap()).is_ok());
    }
}
