//! Small rectangular boards with marks of two players: at most 32 cells, a bit a cell.

use super::Player;
use super::board::Board;
use crate::fault::Fault;

/// The marks of both players, a bit a cell, row by row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Marks {
    /// Left's marks.
    pub left: u32,
    /// Right's marks.
    pub right: u32,
}

impl Marks {
    /// The marks of one player.
    pub fn of(self, player: Player) -> u32 {
        match player {
            Player::Left => self.left,
            Player::Right => self.right,
        }
    }

    /// The same with these cells marked by a player, too.
    pub fn and(self, player: Player, cells: u32) -> Marks {
        match player {
            Player::Left => Marks { left: self.left | cells, ..self },
            Player::Right => Marks { right: self.right | cells, ..self },
        }
    }

    /// The same without any marks on these cells.
    pub fn without(self, cells: u32) -> Marks {
        Marks { left: self.left & !cells, right: self.right & !cells }
    }

    /// Whose turn it is where marks are put in turn, Left first; `None` for numbers of marks that play does not reach.
    pub fn turn(self) -> Option<Player> {
        match self.left.count_ones().checked_sub(self.right.count_ones()) {
            Some(0) => Some(Player::Left),
            Some(1) => Some(Player::Right),
            _ => None,
        }
    }

    /// Reads a board of this size: `X` (or `x`) for Left, `O` (or `o`) for Right, `.` for an empty cell.
    ///
    /// # Errors
    /// A fault at the first cell that is none of these, or for a board of another size.
    pub fn parse(text: &str, rows: usize, columns: usize) -> Result<Self, Fault> {
        let read = |c| match c {
            'X' | 'x' => Some(Some(Player::Left)),
            'O' | 'o' => Some(Some(Player::Right)),
            '.' => Some(None),
            _ => None,
        };
        let board = Board::parse(text, read, "'X', 'O' or '.'")?;
        if (board.rows(), board.columns()) != (rows, columns) {
            return Err(Fault::new(
                format!("{} rows and {} columns", board.rows(), board.columns()),
                format!("{rows} rows and {columns} columns"),
            )
            .hint("the settings rows and columns say how large the board is"));
        }
        let mut marks = Marks::default();
        for (i, cell) in board.cells().iter().enumerate() {
            if let Some(player) = cell {
                marks = marks.and(*player, 1 << i);
            }
        }
        Ok(marks)
    }

    /// Writes a board of this size on one line, rows separated by `/`.
    pub fn print(self, rows: usize, columns: usize) -> String {
        let mut board = Board::filled(rows, columns, '.');
        for (i, cell) in board.cells_mut().iter_mut().enumerate() {
            if self.left >> i & 1 == 1 {
                *cell = 'X';
            } else if self.right >> i & 1 == 1 {
                *cell = 'O';
            }
        }
        board.print(|cell| cell)
    }
}

/// Visits the images of two sets of cells under the symmetries of a rectangle, or of a square: themselves first.
pub fn images(rows: usize, columns: usize, sets: [u64; 2], visit: &mut impl FnMut([u64; 2])) {
    let row = u64::MAX >> (64 - columns);
    let column = (0..rows).fold(0, |column, row| column | 1u64 << (row * columns));
    let upside_down = |set: u64| {
        (0..rows).fold(0, |image, r| image | (set >> (r * columns) & row) << ((rows - 1 - r) * columns))
    };
    let mirrored =
        |set: u64| (0..columns).fold(0, |image, c| image | (set >> c & column) << (columns - 1 - c));
    let mut four = |sets: [u64; 2], order: [usize; 4]| {
        let (down, mirror) = (sets.map(upside_down), sets.map(mirrored));
        let all = [sets, down, mirror, down.map(mirrored)];
        for i in order {
            visit(all[i]);
        }
    };
    four(sets, [0, 1, 2, 3]);
    if rows == columns {
        let transposed = |mut set: u64| {
            let mut image = 0;
            while set != 0 {
                let cell = set.trailing_zeros() as usize;
                set &= set - 1;
                image |= 1u64 << (cell % columns * columns + cell / columns);
            }
            image
        };
        four(sets.map(transposed), [0, 2, 1, 3]);
    }
}

/// The symmetries of a rectangle, or of a square, of at most 32 cells, ready to be used on many sets.
#[derive(Clone, Debug)]
pub struct Symmetries {
    /// By symmetry, and by eight cells: the images of any of them.
    eights: Vec<[[u32; 256]; 4]>,
}

impl Symmetries {
    /// Those of a board of this size.
    ///
    /// # Panics
    /// If it has more than 32 cells.
    pub fn new(rows: usize, columns: usize) -> Self {
        assert!(rows * columns <= 32, "sets of cells have 32 bits");
        let all = u64::MAX >> (64 - rows * columns);
        let mut eights = Vec::new();
        for eight in 0..4 {
            for set in 0..256 {
                let mut symmetry = 0;
                images(rows, columns, [set << (8 * eight) & all, 0], &mut |[image, _]| {
                    if eights.len() <= symmetry {
                        eights.push([[0; 256]; 4]);
                    }
                    eights[symmetry][eight][set as usize] = image as u32;
                    symmetry += 1;
                });
            }
        }
        Symmetries { eights }
    }

    /// Visits the images of two sets of cells, themselves first, once a symmetry.
    pub fn images(&self, sets: [u32; 2], visit: &mut impl FnMut([u32; 2])) {
        for eights in &self.eights {
            visit(sets.map(|set| {
                let [a, b, c, d] = set.to_le_bytes();
                eights[0][a as usize] | eights[1][b as usize] | eights[2][c as usize] | eights[3][d as usize]
            }));
        }
    }
}

/// Every line of `length` cells on a board, each a set of cells numbered row by row.
pub fn lines(rows: usize, columns: usize, length: usize) -> Vec<u32> {
    let mut lines = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let cells = (0..length as i32).map(|i| (row as i32 + i * down, column as i32 + i * right));
                let inside =
                    |&(r, c): &(i32, i32)| (0..rows as i32).contains(&r) && (0..columns as i32).contains(&c);
                let cells: Vec<(i32, i32)> = cells.take_while(inside).collect();
                if cells.len() == length {
                    lines.push(cells.iter().map(|(r, c)| 1u32 << (r * columns as i32 + c)).sum());
                }
            }
        }
    }
    lines.sort_unstable();
    lines.dedup();
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_by_hand() {
        // (rows, columns, length): in rows, in columns, twice the diagonals one way.
        assert_eq!(lines(3, 3, 3).len(), 3 + 3 + 2);
        assert_eq!(lines(3, 4, 3).len(), 6 + 4 + 4);
        assert_eq!(lines(4, 3, 3).len(), 4 + 6 + 4);
        assert_eq!(lines(4, 4, 4).len(), 4 + 4 + 2);
        assert_eq!(lines(2, 2, 1).len(), 4);
    }
}
