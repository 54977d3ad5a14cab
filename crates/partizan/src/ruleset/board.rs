//! Rectangular boards of cells, one character a cell.

use crate::fault::{Fault, quote, rows};

/// A rectangle of cells, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board<C> {
    rows: usize,
    columns: usize,
    cells: Vec<C>,
}

/// The greatest number of rows or columns of any board.
pub const MAX_SIDE: usize = 255;

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
        Board { rows, columns, cells: vec![cell; rows * columns] }
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
        let mut cells = Vec::new();
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

    /// All cells, row by row, to be changed.
    pub fn cells_mut(&mut self) -> &mut [C] {
        &mut self.cells
    }
}
