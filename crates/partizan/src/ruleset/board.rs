//! Rectangular boards of cells, one character a cell.

use super::Player;
use crate::fault::{Fault, quote, quote_text, rows};
use smallvec::SmallVec;

/// Boards of no more cells than this take no memory of their own, so that visiting moves allocates nothing.
const INLINE: usize = 64;

/// A rectangle of cells, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board<C: Copy> {
    rows: usize,
    columns: usize,
    cells: SmallVec<[C; INLINE]>,
}

/// The greatest number of rows or columns of any board.
pub const MAX_SIDE: usize = 255;

/// Reads the size of a board, rows first, such as `11x11`; `None` if the text is of another kind.
///
/// # Errors
/// A fault if a side is 0 or above [`MAX_SIDE`].
pub fn size(text: &str) -> Option<Result<(usize, usize), Fault>> {
    let (rows, columns) = text.trim().split_once('x')?;
    let number = |part: &str| {
        (!part.is_empty() && part.bytes().all(|b| b.is_ascii_digit())).then(|| part.parse().ok())
    };
    let (rows, columns): (Option<usize>, Option<usize>) = (number(rows)?, number(columns)?);
    Some(match (rows, columns) {
        (Some(rows @ 1..=MAX_SIDE), Some(columns @ 1..=MAX_SIDE)) => Ok((rows, columns)),
        _ => Err(Fault::new(
            format!("the size {}", quote_text(text.trim())),
            format!("rows x columns, each 1 to {MAX_SIDE}"),
        )
        .at(1, 1)),
    })
}

impl<C: Copy> Board<C> {
    /// A board with every cell the same.
    ///
    /// # Panics
    /// If a side is 0 or above [`MAX_SIDE`].
    pub fn filled(rows: usize, columns: usize, cell: C) -> Self {
        assert!(
            (1..=MAX_SIDE).contains(&rows) && (1..=MAX_SIDE).contains(&columns),
            "a side is out of range"
        );
        Board { rows, columns, cells: SmallVec::from_elem(cell, rows * columns) }
    }

    /// Reads a board: rows separated by newlines, `/` or `|`, all of one length.
    ///
    /// `read` says what a character means; `expected` names the characters for the message, such as `'.', 'W' or 'B'`.
    ///
    /// # Errors
    /// A fault at the first cell that is none, or at the first row of another length.
    ///
    /// ```
    /// use partizan::ruleset::board::Board;
    ///
    /// let read = |c| match c { '.' => Some(false), '#' => Some(true), _ => None };
    /// let board = Board::parse("#./..", read, "'.' or '#'").unwrap();
    /// assert_eq!((board.rows(), board.columns(), board.get(0, 0)), (2, 2, true));
    /// let fault = Board::parse("#.\n.x", read, "'.' or '#'").unwrap_err();
    /// assert_eq!(fault.to_string(), "line 2, column 2: found 'x', expected '.' or '#'");
    /// ```
    pub fn parse(text: &str, read: impl Fn(char) -> Option<C>, expected: &str) -> Result<Self, Fault> {
        let all = rows(text);
        let columns = all.first().map_or(0, |row| row.text.chars().count());
        if columns == 0 {
            return Err(Fault::new("no cells", expected).at(1, 1).cell(1, 1));
        }
        let mut cells = SmallVec::new();
        for row in &all {
            for (i, c) in row.text.chars().enumerate() {
                let cell = read(c).ok_or_else(|| {
                    let fault = row.fault(i + 1, quote(c), expected);
                    let swapped =
                        if c.is_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
                    match read(swapped) {
                        Some(_) if swapped != c => fault.hint(format!("did you mean '{swapped}'?")),
                        _ => fault,
                    }
                })?;
                if i == MAX_SIDE {
                    return Err(row.fault(i + 1, "a longer row", format!("at most {MAX_SIDE} columns")));
                }
                if i < columns {
                    cells.push(cell);
                }
            }
            let length = row.text.chars().count();
            if length != columns {
                let count = |n: usize| format!("{n} cell{}", if n == 1 { "" } else { "s" });
                return Err(row.fault(
                    length.min(columns) + 1,
                    format!("a row of {}", count(length)),
                    format!("{} as in row 1", count(columns)),
                ));
            }
            if row.number > MAX_SIDE {
                return Err(row.fault(1, "another row", format!("at most {MAX_SIDE} rows")));
            }
        }
        Ok(Board { rows: all.len(), columns, cells })
    }

    /// Reads a board as [`Board::parse`] does, or the size alone of one with every cell the same.
    ///
    /// # Errors
    /// As [`Board::parse`], and as [`size`].
    pub fn parse_or_size(
        text: &str,
        blank: C,
        read: impl Fn(char) -> Option<C>,
        expected: &str,
    ) -> Result<Self, Fault> {
        match size(text) {
            Some(size) => size.map(|(rows, columns)| Board::filled(rows, columns, blank)),
            None => Board::parse(text, read, expected),
        }
    }

    /// Writes the board on one line, rows separated by `/`.
    pub fn print(&self, write: impl Fn(C) -> char) -> String {
        let mut text = String::with_capacity(self.cells.len() + self.rows);
        for (i, row) in self.cells.chunks(self.columns).enumerate() {
            if i > 0 {
                text.push('/');
            }
            text.extend(row.iter().map(|&cell| write(cell)));
        }
        text
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The cell at a row and column, counted from 0.
    ///
    /// # Panics
    /// If it is not on the board.
    pub fn get(&self, row: usize, column: usize) -> C {
        assert!(column < self.columns, "column {column} is not on the board");
        self.cells[row * self.columns + column]
    }

    /// Changes the cell at a row and column, counted from 0.
    ///
    /// # Panics
    /// If it is not on the board.
    pub fn set(&mut self, row: usize, column: usize, cell: C) {
        assert!(column < self.columns, "column {column} is not on the board");
        self.cells[row * self.columns + column] = cell;
    }

    /// All cells, row by row.
    pub fn cells(&self) -> &[C] {
        &self.cells
    }

    /// The cell `down` rows below and `across` columns to the right of this one, if it is on the board.
    ///
    /// ```
    /// use partizan::ruleset::board::Board;
    ///
    /// let board = Board::filled(2, 3, ());
    /// assert_eq!(board.step((0, 2), 1, -1), Some((1, 1)));
    /// assert_eq!(board.step((0, 2), 0, 1), None);
    /// ```
    pub fn step(&self, (row, column): (usize, usize), down: isize, across: isize) -> Option<(usize, usize)> {
        let row = row.checked_add_signed(down).filter(|&row| row < self.rows)?;
        let column = column.checked_add_signed(across).filter(|&column| column < self.columns)?;
        Some((row, column))
    }

    /// The places of all cells as (row, column), row by row.
    pub fn places(&self) -> impl Iterator<Item = (usize, usize)> + use<C> {
        let (rows, columns) = (self.rows, self.columns);
        (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
    }

    /// Visits the connected regions of the cells for which `is` holds, each as the indices of its cells row by row in order.
    ///
    /// Two cells are connected if one of the `steps` (rows down, columns across) leads from one to the other.
    pub fn regions(&self, is: impl Fn(C) -> bool, steps: &[(isize, isize)], mut visit: impl FnMut(&[usize])) {
        let mut seen: Vec<bool> = self.cells.iter().map(|&cell| !is(cell)).collect();
        let mut region = Vec::new();
        for start in 0..seen.len() {
            if std::mem::replace(&mut seen[start], true) {
                continue;
            }
            region.clear();
            region.push(start);
            let mut next = 0;
            while let Some(&at) = region.get(next) {
                next += 1;
                for &(down, across) in steps {
                    let place = (at / self.columns, at % self.columns);
                    let Some((row, column)) = self.step(place, down, across) else { continue };
                    let other = row * self.columns + column;
                    if !std::mem::replace(&mut seen[other], true) {
                        region.push(other);
                    }
                }
            }
            region.sort_unstable();
            visit(&region);
        }
    }

    /// The least rectangle around some cells (given by their indices row by row), with `filling` for all others.
    ///
    /// # Panics
    /// If there are no cells.
    pub fn cut_out(&self, cells: &[usize], filling: C) -> Self {
        let rows = cells.iter().map(|cell| cell / self.columns);
        let columns = cells.iter().map(|cell| cell % self.columns);
        let least = (rows.clone().min().expect("a cell"), columns.clone().min().expect("a cell"));
        let most = (rows.max().expect("a cell"), columns.max().expect("a cell"));
        let mut board = Board::filled(most.0 - least.0 + 1, most.1 - least.1 + 1, filling);
        for cell in cells {
            board.set(cell / self.columns - least.0, cell % self.columns - least.1, self.cells[*cell]);
        }
        board
    }

    /// All cells, row by row, to be changed.
    pub fn cells_mut(&mut self) -> &mut [C] {
        &mut self.cells
    }
}

/// A cell of a board on which both players have pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stone {
    /// Nothing stands here.
    Empty,
    /// A piece of this player.
    Of(Player),
    /// No cell of the board, or one that is out of play.
    Hole,
}

impl Stone {
    /// Its letter: `x` for Left, `o` for Right, `.` and `#`.
    pub fn letter(self) -> char {
        match self {
            Stone::Empty => '.',
            Stone::Of(Player::Left) => 'x',
            Stone::Of(Player::Right) => 'o',
            Stone::Hole => '#',
        }
    }

    /// What a letter stands for: `x`, `X`, `B` or `L` for Left, `o`, `O`, `W` or `R` for Right, `.` and `#`.
    pub fn read(letter: char) -> Option<Stone> {
        match letter {
            '.' => Some(Stone::Empty),
            'x' | 'X' | 'B' | 'L' => Some(Stone::Of(Player::Left)),
            'o' | 'O' | 'W' | 'R' => Some(Stone::Of(Player::Right)),
            '#' => Some(Stone::Hole),
            _ => None,
        }
    }

    /// Reads a board of stones.
    ///
    /// # Errors
    /// As [`Board::parse`].
    pub fn parse_board(text: &str) -> Result<Board<Stone>, Fault> {
        Board::parse(text, Stone::read, "'x' (Left), 'o' (Right), '.' (empty) or '#' (hole)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_are_cut_out() {
        let board = Stone::parse_board("x.o/xo./..x").unwrap();
        let mut cut = Vec::new();
        let steps = [(0, 1), (0, -1), (1, 0), (-1, 0)];
        board.regions(
            |s| s != Stone::Empty,
            &steps,
            |r| cut.push(board.cut_out(r, Stone::Hole).print(Stone::letter)),
        );
        assert_eq!(cut, ["x#/xo", "o", "x"]);
    }
}
