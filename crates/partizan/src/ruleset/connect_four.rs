//! # Connect Four
//!
//! **Board.** An upright rectangle of six rows and seven columns, or as the settings say.
//!
//! **Move.** Drop a disc of your own into a column that is not full; it falls to the lowest empty cell.
//!
//! **End.** Four discs of one player side by side in a row, in a column or on a diagonal win. That is looked at first: a
//! full board with such a line is a win. A full board without one is a tie.
//!
//! **Players.** Left has X, Right has O. Left moves first on the empty board.
//!
//! **Notation.** Rows from the top, separated by newlines, `/` or `|`: `X`, `O` (or `x`, `o`), `.` for an empty cell. No
//! disc has an empty cell below it.
//!
//! **Settings.** `rows`, `columns` and `in-a-row`. A column needs `rows + 1` bits, and a board at most 63.
//!
//! **Example.** X wins by dropping on top of three of its own.
//!
//! ```
//! use partizan::ruleset::{Player, Ruleset, Verdict, connect_four::ConnectFour};
//!
//! let game = ConnectFour::new(4, 4, 4).unwrap();
//! let position = game.parse("..../X.../XO../XO.O").unwrap();
//! let mut wins = Vec::new();
//! game.options(&position, Player::Left, &mut |next| {
//!     if game.verdict(&next, Player::Right) == Some(Verdict::Win(Player::Left)) {
//!         wins.push(game.print(&next));
//!     }
//! });
//! assert_eq!(wins, ["X.../X.../XO../XO.O"]);
//! ```
//!
//! **Reference.** L. V. Allis, *A knowledge-based approach of Connect-Four* (1988); J. Tromp's table of small boards.

use super::board::Board;
use super::{Keyed, Player, Ruleset, Setting, Variant, Verdict};
use crate::fault::{Fault, rows};

/// The ruleset of Connect Four.
#[derive(Clone, Copy, Debug)]
pub struct ConnectFour {
    rows: usize,
    columns: usize,
    in_a_row: usize,
}

/// The discs, column by column from the left, `rows + 1` bits a column from the bottom: 1 for X and 0 for O, and above
/// the last disc of each column one more 1, which tells how high it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Discs(u64);

impl ConnectFour {
    /// The game on this board: `in_a_row` discs side by side win.
    ///
    /// # Errors
    /// A fault if a number is 0, the board is too large, or no line of that length fits.
    pub fn new(rows: usize, columns: usize, in_a_row: usize) -> Result<Self, Fault> {
        if rows == 0 || columns == 0 || (rows + 1).saturating_mul(columns) > 63 {
            return Err(Fault::new(
                format!("a board of {rows} rows and {columns} columns"),
                "at most 63 cells with one more in each column",
            ));
        }
        if !(1..=rows.max(columns)).contains(&in_a_row) {
            return Err(Fault::new(
                format!("in-a-row={in_a_row}"),
                format!("1 to {} on {rows} by {columns} cells", rows.max(columns)),
            ));
        }
        Ok(ConnectFour { rows, columns, in_a_row })
    }

    /// The lowest bit of every column.
    fn bottom(self) -> u64 {
        (0..self.columns).map(|column| 1 << (column * (self.rows + 1))).sum()
    }

    /// The cells with a disc.
    fn filled(self, discs: Discs) -> u64 {
        let height = self.rows + 1;
        let column_mask = (1u64 << height) - 1;
        let mut filled = 0;
        for column in 0..self.columns {
            let bits = discs.0 >> (column * height) & column_mask;
            // All below the highest 1.
            filled |= ((1u64 << bits.ilog2()) - 1) << (column * height);
        }
        filled
    }

    fn has_line(self, discs: u64) -> bool {
        let height = self.rows + 1;
        // The cell above each column is always empty here, so no line runs from one column's top to the next's bottom.
        [1, height, height + 1, height - 1].into_iter().any(|step| {
            let mut run = discs;
            for _ in 1..self.in_a_row {
                run &= run >> step;
            }
            run != 0
        })
    }

    fn has_line_of(self, discs: Discs, filled: u64, player: Player) -> bool {
        self.has_line(match player {
            Player::Left => discs.0 & filled,
            Player::Right => !discs.0 & filled,
        })
    }

    fn is_full(self, filled: u64) -> bool {
        filled.count_ones() as usize == self.rows * self.columns
    }
}

impl Default for ConnectFour {
    /// Four in a row on six rows and seven columns.
    fn default() -> Self {
        ConnectFour { rows: 6, columns: 7, in_a_row: 4 }
    }
}

impl Ruleset for ConnectFour {
    const NAME: &'static str = "connect-four";
    const TITLE: &'static str = "Connect Four, on boards of any size: drop discs into columns";
    const SOURCE: &'static str = include_str!("connect_four.rs");
    const NOTATION: &'static str = "rows from the top of X (Left), O (Right) and '.': '.../.O./.X.'";
    const PLAYERS: [&'static str; 2] = ["X", "O"];

    type Position = Discs;

    fn settings() -> &'static [Setting] {
        &[
            Setting { name: "rows", meaning: "how many rows", values: &["6", "<rows>"] },
            Setting { name: "columns", meaning: "how many columns", values: &["7", "<columns>"] },
            Setting { name: "in-a-row", meaning: "how many discs in a row win", values: &["4", "<discs>"] },
        ]
    }

    fn with_variant(variant: &Variant) -> Result<Self, Fault> {
        ConnectFour::new(
            variant.number("rows", 6, 1..=62)?,
            variant.number("columns", 7, 1..=31)?,
            variant.number("in-a-row", 4, 1..=62)?,
        )
    }

    fn variant(&self) -> Variant {
        Variant::default()
            .with("rows", self.rows)
            .with("columns", self.columns)
            .with("in-a-row", self.in_a_row)
    }

    fn parse(&self, text: &str) -> Result<Discs, Fault> {
        let read = |c| match c {
            'X' | 'x' => Some(Some(Player::Left)),
            'O' | 'o' => Some(Some(Player::Right)),
            '.' => Some(None),
            _ => None,
        };
        let board = Board::parse(text, read, "'X', 'O' or '.'")?;
        if (board.rows(), board.columns()) != (self.rows, self.columns) {
            return Err(Fault::new(
                format!("{} rows and {} columns", board.rows(), board.columns()),
                format!("{} rows and {} columns", self.rows, self.columns),
            )
            .hint("the settings rows and columns say how large the board is"));
        }
        let mut discs = 0u64;
        for column in 0..self.columns {
            let base = column * (self.rows + 1);
            let mut height = 0;
            for row in (0..self.rows).rev() {
                match board.get(row, column) {
                    None => {}
                    Some(_) if height < self.rows - 1 - row => {
                        return Err(rows(text)[row].fault(
                            column + 1,
                            "a disc above an empty cell",
                            "discs that have fallen",
                        ));
                    }
                    Some(player) => {
                        discs |= u64::from(player == Player::Left) << (base + height);
                        height += 1;
                    }
                }
            }
            discs |= 1 << (base + height);
        }
        let discs = Discs(discs);
        let filled = self.filled(discs);
        if Player::BOTH.into_iter().all(|player| self.has_line_of(discs, filled, player)) {
            return Err(Fault::new("a line of both players", "a line of one player at the most"));
        }
        Ok(discs)
    }

    fn print(&self, position: &Discs) -> String {
        let filled = self.filled(*position);
        let mut board = Board::filled(self.rows, self.columns, '.');
        for row in 0..self.rows {
            for column in 0..self.columns {
                let bit = column * (self.rows + 1) + self.rows - 1 - row;
                if filled >> bit & 1 == 1 {
                    board.set(row, column, if position.0 >> bit & 1 == 1 { 'X' } else { 'O' });
                }
            }
        }
        board.print(|cell| cell)
    }

    fn start(&self) -> Option<Discs> {
        Some(Discs(self.bottom()))
    }

    fn turn(&self, position: &Discs) -> Option<Player> {
        let filled = self.filled(*position);
        let [left, right] = [position.0 & filled, !position.0 & filled].map(u64::count_ones);
        match left.checked_sub(right) {
            Some(0) => Some(Player::Left),
            Some(1) => Some(Player::Right),
            _ => None,
        }
    }

    fn images(&self, position: &Discs, visit: &mut impl FnMut(Discs)) {
        visit(*position);
        let height = self.rows + 1;
        let column = |column: usize| position.0 >> (column * height) & ((1 << height) - 1);
        visit(Discs((0..self.columns).fold(0, |mirrored, i| mirrored << height | column(i))));
    }

    fn swap(&self, position: &Discs) -> Option<Discs> {
        Some(Discs(position.0 ^ self.filled(*position)))
    }

    fn verdict(&self, position: &Discs, mover: Player) -> Option<Verdict> {
        let filled = self.filled(*position);
        // Lines first: a full board with a line is no tie.
        for player in [mover.other(), mover] {
            if self.has_line_of(*position, filled, player) {
                return Some(Verdict::Win(player));
            }
        }
        self.is_full(filled).then_some(Verdict::Tie)
    }

    fn options(&self, position: &Discs, player: Player, visit: &mut impl FnMut(Discs)) {
        let filled = self.filled(*position);
        if self.has_line_of(*position, filled, Player::Left)
            || self.has_line_of(*position, filled, Player::Right)
        {
            return;
        }
        for column in 0..self.columns {
            let base = column * (self.rows + 1);
            let height = (filled >> base).trailing_ones() as usize;
            if height < self.rows {
                // The 1 that tells the height moves up one; the disc goes where it was.
                let bit = 1u64 << (base + height);
                let disc = if player == Player::Left { bit } else { 0 };
                visit(Discs((position.0 ^ bit) | disc | bit << 1));
            }
        }
    }
}

impl Keyed for ConnectFour {
    fn fits(&self) -> bool {
        (self.rows + 1) * self.columns < 63
    }

    fn key(&self, position: &Discs, mover: Player) -> u64 {
        position.0 << 1 | mover as u64
    }

    fn unkey(&self, key: u64) -> (Discs, Player) {
        (Discs(key >> 1), Player::BOTH[(key & 1) as usize])
    }

    fn predecessors(&self, position: &Discs, player: Player, visit: &mut impl FnMut(Discs)) -> bool {
        let filled = self.filled(*position);
        let own = if player == Player::Left { position.0 } else { !position.0 } & filled;
        // The last disc of a column goes, and the 1 that tells the height moves down to where it was.
        let mut last = own & (position.0 & !filled) >> 1;
        while last != 0 {
            let bit = last & last.wrapping_neg();
            last ^= bit;
            visit(Discs(position.0 & !(bit << 1) | bit));
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(rows: usize, columns: usize, text: &str) -> Option<Verdict> {
        let game = ConnectFour::new(rows, columns, 3).unwrap();
        let position = game.parse(text).unwrap();
        assert_eq!(game.print(&position), text);
        game.verdict(&position, Player::Right)
    }

    #[test]
    fn lines_run_in_every_direction_and_not_round_the_edge() {
        let left = Some(Verdict::Win(Player::Left));
        assert_eq!(lines(3, 4, "..../..../OXXX"), left);
        assert_eq!(lines(3, 4, "X.../X.../X..."), left);
        assert_eq!(lines(3, 4, "X.../OX../OOXO"), left);
        assert_eq!(lines(3, 4, "...X/..XO/OXOO"), left);
        assert_eq!(lines(3, 4, "XX../XX../OO.."), None);
        // The top two of one column and the bottom of the next, and the ends of two rows.
        assert_eq!(lines(3, 4, "X.../X.../OX.."), None);
        assert_eq!(lines(3, 4, "..../X..X/O.XX"), None);
    }

    #[test]
    fn a_full_board_with_a_line_is_a_win() {
        assert_eq!(lines(3, 3, "XOX/OXO/XOX"), Some(Verdict::Win(Player::Left)));
        assert_eq!(lines(3, 3, "XOX/XOO/OXX"), Some(Verdict::Tie));
    }

    #[test]
    fn discs_in_the_air_are_refused_at_their_place() {
        let game = ConnectFour::new(3, 4, 3).unwrap();
        assert_eq!(
            game.parse(".X../..../.O..").unwrap_err().to_string(),
            "line 1, column 2: found a disc above an empty cell, expected discs that have fallen"
        );
    }

    #[test]
    fn boards_that_do_not_fit_are_refused() {
        assert!(ConnectFour::new(7, 8, 4).is_err() && ConnectFour::new(8, 7, 4).is_ok());
        assert!(ConnectFour::new(62, 1, 4).is_ok() && ConnectFour::new(1, 32, 4).is_err());
    }
}
