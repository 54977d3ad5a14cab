//! The sweep of a rhombus: along its long diagonal.
//!
//! The cells with row + column = d form an anti-diagonal, the chain of neighbours across the board; anti-diagonals are
//! taken one after the other, each from its upper right end down. Their lengths go from 1 up to the narrow side and
//! back to 1, so the frontier is as wide as the board for a few diagonals only: 3 to 4 times fewer states in all than
//! row by row.

use super::diagram::{Frontier, State};
use super::strand::{Reduction, Word};

/// One placement of the sweep.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The column.
    column: usize,
    /// The cell as row * columns + column; `None` for a cell of the white row below the bottom.
    cell: Option<usize>,
    /// Whether the left column is complete then, so that White's win can be seen.
    left_complete: bool,
    /// What may be forgotten then.
    reduction: Reduction,
}

/// The placements for a board: every cell, and the white row below the bottom as soon as it can be placed.
pub fn steps(rows: usize, columns: usize) -> Vec<Step> {
    let mut places: Vec<(usize, usize)> = Vec::new(); // (row, column), row == rows for the row below the bottom
    let mut heights = vec![0usize; columns];
    for diagonal in 0..rows + columns - 1 {
        let first = diagonal.saturating_sub(columns - 1);
        for row in first..=diagonal.min(rows - 1) {
            let column = diagonal - row;
            heights[column] += 1;
            places.push((row, column));
            while let Some(below) = below_bottom(&heights, rows) {
                heights[below] += 1;
                places.push((rows, below));
            }
        }
    }
    let mut heights = vec![0usize; columns];
    let mut steps = Vec::with_capacity(places.len());
    for (i, &(row, column)) in places.iter().enumerate() {
        heights[column] += 1;
        let covered = places.get(i + 1).map_or(column, |next| next.1);
        let dead = (0..columns)
            .filter(|&c| heights[c] <= rows && to_come(&heights, rows, c) <= 2)
            .fold(0u64, |bits, c| bits | 1 << (2 * c));
        steps.push(Step {
            column,
            cell: (row < rows).then_some(row * columns + column),
            left_complete: heights[0] >= rows,
            // Away from the cell placed last, which protrudes.
            reduction: Reduction { dead, covered, shift_left: column > covered },
        });
    }
    steps
}

/// The column whose cell below the bottom can be placed: all that it touches is there.
fn below_bottom(heights: &[usize], rows: usize) -> Option<usize> {
    (0..heights.len()).find(|&c| {
        heights[c] == rows
            && (c == 0 || heights[c - 1] > rows)
            && (c + 1 == heights.len() || heights[c + 1] >= rows)
    })
}

/// How many neighbours of the frontier cell of a column are still to be placed.
fn to_come(heights: &[usize], rows: usize, column: usize) -> usize {
    let height = heights[column];
    let below = usize::from(height <= rows);
    let below_left = usize::from(column > 0 && height <= rows && heights[column - 1] <= height);
    let right = usize::from(column + 1 < heights.len() && heights[column + 1] < height);
    below + below_left + right
}

impl Frontier for Word {
    type Step = Step;

    fn cell(step: &Step) -> Option<usize> {
        step.cell
    }

    #[inline]
    fn place(self, step: &Step, white: bool) -> State<Word> {
        match self.place(step.column, white) {
            None => State::BlackWon,
            Some(word) if step.left_complete && word.is_white_win() => State::WhiteWon,
            Some(word) => State::Open(word.reduced(&step.reduction)),
        }
    }
}
