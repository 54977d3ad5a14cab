//! # Y
//!
//! The game of Y on a triangle of hexagons with n cells on each side. The players take turns to put a stone of their
//! colour on an empty cell; who joins all three sides of the board with one chain of stones has won. A corner cell
//! belongs to both of its sides. There is no tie: on a full board exactly one player has joined them.
//!
//! **Players.** Left is White, Right is Black; both want the same. White moves first if nothing is said, whatever stones
//! lie on the board.
//!
//! **Neighbours.** Row k has k cells and lies half a cell to the left of the row above: the cell in row r and column c
//! touches those at (r, c±1), (r-1, c-1), (r-1, c), (r+1, c) and (r+1, c+1).
//!
//! **Notation.** Rows from the top, one cell longer each, separated by newlines, `/` or `|`; `.` is an empty cell, `W` a
//! white stone, `B` a black one. An empty board can be written by the length of its side alone: `5`.
//!
//! **Example.** On a board with two cells on each side every cell is a corner, and any two stones of one colour win.
//!
//! ```
//! use partizan::ruleset::y::{Y, winner};
//! use partizan::{Ruleset, ruleset::Player};
//!
//! let y = Y::default();
//! assert_eq!(winner(&y.parse("W/.B").unwrap()), None);
//! assert_eq!(winner(&y.parse("W/WB").unwrap()), Some(Player::Left));
//! assert_eq!(winner(&y.parse(".|WB|.BW").unwrap()), None); // the black chain misses the left side
//! assert_eq!(y.print(&y.parse("3").unwrap()), "./../...");
//! ```
//!
//! **Reference.** Craige Schensted and Charles Titus, *Mudcrack Y & Poly-Y* (1975). Claude Shannon and John Milnor had
//! found the game in the early 1950s. Jack van Rijswijck, *Set Colouring Games* (2006), has the proof that a full board
//! has one winner.

use super::board::MAX_SIDE;
use super::hex::Cell;
use super::{Player, Ruleset, Setting, Variant, Verdict};
use crate::fault::{Fault, quote, quote_text, rows};
use smallvec::SmallVec;

/// The ruleset of Y; it holds the side of the board from which a game is started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Y {
    side: usize,
}

impl Default for Y {
    fn default() -> Self {
        Y { side: 11 }
    }
}

impl Y {
    /// The empty board from which a game is started.
    pub fn empty(&self) -> Position {
        Position::empty(self.side)
    }
}

/// A position of Y: a triangle of cells, row by row from the top, where the row with index r has r + 1 cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    side: usize,
    cells: SmallVec<[Cell; 64]>,
}

impl Position {
    /// A board without stones.
    ///
    /// # Panics
    /// If the side is 0 or above [`MAX_SIDE`].
    pub fn empty(side: usize) -> Position {
        assert!((1..=MAX_SIDE).contains(&side), "the side is out of range");
        Position { side, cells: SmallVec::from_elem(Cell::Empty, index(side, 0)) }
    }

    /// The number of cells on a side, which is the number of rows.
    pub fn side(&self) -> usize {
        self.side
    }

    /// The cell at a row and column, counted from 0.
    ///
    /// # Panics
    /// If it is not on the board.
    pub fn get(&self, row: usize, column: usize) -> Cell {
        assert!(column <= row, "row {row} has no column {column}");
        self.cells[index(row, column)]
    }

    /// Changes the cell at a row and column, counted from 0.
    ///
    /// # Panics
    /// If it is not on the board.
    pub fn set(&mut self, row: usize, column: usize, cell: Cell) {
        assert!(column <= row, "row {row} has no column {column}");
        self.cells[index(row, column)] = cell;
    }

    /// All cells, row by row.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// All cells, row by row, to be changed.
    pub fn cells_mut(&mut self) -> &mut [Cell] {
        &mut self.cells
    }

    /// The places of all cells as (row, column), row by row.
    pub fn places(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        (0..self.side).flat_map(|row| (0..=row).map(move |column| (row, column)))
    }
}

/// The number of cells before this one.
fn index(row: usize, column: usize) -> usize {
    row * (row + 1) / 2 + column
}

/// The neighbours of a cell, as (row, column).
pub fn neighbours(side: usize, (row, column): (usize, usize)) -> impl Iterator<Item = (usize, usize)> {
    const STEPS: [(isize, isize); 6] = [(0, -1), (0, 1), (-1, -1), (-1, 0), (1, 0), (1, 1)];
    STEPS.iter().filter_map(move |(down, right)| {
        let row = row.checked_add_signed(*down)?;
        let column = column.checked_add_signed(*right)?;
        (row < side && column <= row).then_some((row, column))
    })
}

/// The player of whose stones one chain already joins the three sides.
///
/// # Complexity
/// Time linear in the number of cells.
pub fn winner(board: &Position) -> Option<Player> {
    let side = board.side;
    let mut seen = vec![false; board.cells.len()];
    let mut chain = Vec::new();
    // Every winning chain has a stone on the left side.
    for start in 0..side {
        let stone = board.get(start, 0);
        if stone == Cell::Empty || seen[index(start, 0)] {
            continue;
        }
        let (mut right, mut bottom) = (false, false);
        chain.push((start, 0));
        while let Some((row, column)) = chain.pop() {
            let at = index(row, column);
            if board.cells[at] != stone || std::mem::replace(&mut seen[at], true) {
                continue;
            }
            right |= column == row;
            bottom |= row + 1 == side;
            chain.extend(neighbours(side, (row, column)));
        }
        if right && bottom {
            return Some(if stone == Cell::White { Player::Left } else { Player::Right });
        }
    }
    None
}

/// Reads `5`; `None` if the text is of another kind.
fn side(text: &str) -> Option<Result<usize, Fault>> {
    let text = text.trim();
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    Some(match text.parse() {
        Ok(side @ 1..=MAX_SIDE) => Ok(side),
        _ => Err(Fault::new(format!("the side {}", quote_text(text)), format!("a side of 1 to {MAX_SIDE}"))
            .at(1, 1)),
    })
}

impl Ruleset for Y {
    const NAME: &'static str = "y";
    const TITLE: &'static str = "Y: join the three sides of a triangle";
    const SOURCE: &'static str = include_str!("y.rs");
    const NOTATION: &'static str = "rows of 1, 2, 3, ... cells '.', 'W', 'B', separated by '/': 'W/.B/...'; an empty board by its side: '5'";
    const PLAYERS: [&'static str; 2] = ["White, W", "Black, B"];

    type Position = Position;

    fn settings() -> &'static [Setting] {
        &[Setting {
            name: "side",
            meaning: "the empty board that a game starts from",
            values: &["11", "<cells on a side>"],
        }]
    }

    fn with_variant(variant: &Variant) -> Result<Self, Fault> {
        Ok(Y { side: variant.number("side", Y::default().side, 1..=MAX_SIDE)? })
    }

    fn variant(&self) -> Variant {
        Variant::default().with("side", self.side)
    }

    fn parse(&self, text: &str) -> Result<Position, Fault> {
        if let Some(side) = side(text) {
            return Ok(Position::empty(side?));
        }
        let mut cells = SmallVec::new();
        let all = rows(text);
        for row in &all {
            if row.number > MAX_SIDE {
                return Err(row.fault(1, "another row", format!("at most {MAX_SIDE} rows")));
            }
            let mut length = 0;
            for c in row.text.chars() {
                length += 1;
                if length > row.number {
                    break;
                }
                let cell = Cell::read(c).ok_or_else(|| {
                    let fault = row.fault(length, quote(c), "'.', 'W' or 'B'");
                    match c {
                        'w' | 'b' => fault.hint(format!("did you mean '{}'?", c.to_ascii_uppercase())),
                        _ => fault,
                    }
                })?;
                cells.push(cell);
            }
            if length != row.number {
                let length = row.text.chars().count();
                let count = |n: usize| format!("{n} cell{}", if n == 1 { "" } else { "s" });
                return Err(row.fault(
                    length.min(row.number) + 1,
                    format!("a row of {}", count(length)),
                    format!("{} in row {}", count(row.number), row.number),
                ));
            }
        }
        if all.is_empty() {
            return Err(Fault::new("no cells", "'.', 'W' or 'B'").at(1, 1).cell(1, 1));
        }
        Ok(Position { side: all.len(), cells })
    }

    fn print(&self, position: &Position) -> String {
        let mut text = String::with_capacity(position.cells.len() + position.side);
        for (row, column) in position.places() {
            if column == 0 && row > 0 {
                text.push('/');
            }
            text.push(position.get(row, column).letter());
        }
        text
    }

    fn start(&self) -> Option<Position> {
        Some(self.empty())
    }

    fn images(&self, position: &Position, visit: &mut impl FnMut(Position)) {
        // The distances from the three sides, in each order.
        const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        for order in ORDERS {
            let mut image = position.clone();
            for (row, column) in position.places() {
                let distances = [position.side - 1 - row, column, row - column];
                let [bottom, left, _] = order.map(|side| distances[side]);
                image.set(position.side - 1 - bottom, left, position.get(row, column));
            }
            visit(image);
        }
    }

    fn swap(&self, position: &Position) -> Option<Position> {
        let mut swapped = position.clone();
        for cell in swapped.cells_mut() {
            *cell = match *cell {
                Cell::Empty => Cell::Empty,
                Cell::White => Cell::Black,
                Cell::Black => Cell::White,
            };
        }
        Some(swapped)
    }

    fn verdict(&self, position: &Position, _mover: Player) -> Option<Verdict> {
        winner(position).map(Verdict::Win)
    }

    fn options(&self, position: &Position, player: Player, visit: &mut impl FnMut(Position)) {
        if winner(position).is_some() {
            return;
        }
        for (i, _) in position.cells.iter().enumerate().filter(|(_, cell)| **cell == Cell::Empty) {
            let mut after = position.clone();
            after.cells[i] = Cell::of(player);
            visit(after);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Position {
        Y::default().parse(text).unwrap()
    }

    #[test]
    fn a_chain_needs_all_three_sides() {
        assert_eq!(winner(&parse("./../WWW")), Some(Player::Left)); // both lower corners
        assert_eq!(winner(&parse("./.B/.B./.B..")), None); // not the left side
        assert_eq!(winner(&parse("./BB/B../B...")), Some(Player::Right));
        assert_eq!(winner(&parse("./../W.W/W..W")), None); // two chains
        assert_eq!(winner(&parse("./../W.W/.WW.")), Some(Player::Left));
        assert_eq!(winner(&parse("./../WWW/....")), None); // not the bottom
    }

    #[test]
    fn sides_and_rows_are_read_and_checked() {
        assert_eq!(parse("3\n"), parse("./../..."));
        assert_eq!(Y::default().parse("./.b").unwrap_err().to_string(), {
            "line 1, column 4: found 'b', expected '.', 'W' or 'B'; did you mean 'B'?"
        });
        let fault = |text: &str| Y::default().parse(text).unwrap_err().to_string();
        assert!(
            fault("./...").contains("found a row of 3 cells, expected 2 cells in row 2"),
            "{}",
            fault("./...")
        );
        assert!(fault("./../..").contains("found a row of 2 cells, expected 3 cells in row 3"));
        for bad in ["0", "256", "99999999999999999999", "", "/"] {
            assert!(Y::default().parse(bad).is_err(), "{bad}");
        }
        assert!(Y::with_variant(&"side=0".parse().unwrap()).is_err());
        assert_eq!(Y::with_variant(&"side=4".parse().unwrap()).unwrap().empty(), parse("4"));
    }
}
