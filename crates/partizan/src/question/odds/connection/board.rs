//! The boards of connection games, as the engine takes them.

use crate::ruleset::Player;
use crate::ruleset::hex::{self, Cell};
use crate::ruleset::y;
use serde::Serialize;
use std::fmt;

/// The shape of a board, and with it what has to be joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Shape {
    /// The rhombus of Hex: White joins the top and the bottom row, Black the left and the right column.
    Rhombus {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// The triangle of Y, with 1, 2, 3, ... cells in its rows: each player joins all three sides.
    Triangle {
        /// The number of cells on a side.
        side: usize,
    },
}

impl Shape {
    /// The number of rows.
    pub fn rows(self) -> usize {
        match self {
            Shape::Rhombus { rows, .. } => rows,
            Shape::Triangle { side } => side,
        }
    }

    /// The number of cells in a row.
    pub fn columns(self, row: usize) -> usize {
        match self {
            Shape::Rhombus { columns, .. } => columns,
            Shape::Triangle { .. } => row + 1,
        }
    }

    /// The places of all cells as (row, column), row by row.
    pub fn places(self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.rows()).flat_map(move |row| (0..self.columns(row)).map(move |column| (row, column)))
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shape::Rhombus { rows, columns } => write!(f, "{rows}x{columns}"),
            Shape::Triangle { side } => write!(f, "{side}"),
        }
    }
}

/// A board of a game in which stones that join sides win, and in which a full board has exactly one winner.
pub trait ConnectionBoard: Clone {
    /// Its shape.
    fn shape(&self) -> Shape;
    /// All cells, row by row.
    fn cells(&self) -> &[Cell];
    /// All cells, row by row, to be changed.
    fn cells_mut(&mut self) -> &mut [Cell];
    /// The player who has won already.
    fn winner(&self) -> Option<Player>;
}

impl ConnectionBoard for hex::Position {
    fn shape(&self) -> Shape {
        Shape::Rhombus { rows: self.rows(), columns: self.columns() }
    }

    fn cells(&self) -> &[Cell] {
        self.cells()
    }

    fn cells_mut(&mut self) -> &mut [Cell] {
        self.cells_mut()
    }

    fn winner(&self) -> Option<Player> {
        hex::winner(self)
    }
}

impl ConnectionBoard for y::Position {
    fn shape(&self) -> Shape {
        Shape::Triangle { side: self.side() }
    }

    fn cells(&self) -> &[Cell] {
        self.cells()
    }

    fn cells_mut(&mut self) -> &mut [Cell] {
        self.cells_mut()
    }

    fn winner(&self) -> Option<Player> {
        y::winner(self)
    }
}
