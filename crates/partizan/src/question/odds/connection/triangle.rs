//! The sweep of a triangular board, and the words of its frontier.
//!
//! The cells are filled row by row from the top corner, each row from its left end. A row is a chain of neighbours from
//! the left side of the board to its right side, so this is the first half of the sweep of a rhombus: the cell in row r
//! and column c is placed as that of the diagonal r and the rhombus's column r - c. What was the rhombus's top row is
//! here the left side, and its left column the right side.
//!
//! Sides belong to nobody. For the word all the same a wall of black stones stands at the right side and one of white
//! stones at the left side: then the strands that end at a side end between a stone of the board and a wall, or run on
//! along the wall to the next such place. They are all marked as corner strands. They part the frontier into chains that
//! touch the left or the right side, of turning colours, from the black wall to the white one. Exactly one of these
//! chains touches both (the strands end at the sides in the order in which they stand in the word, and the chain between
//! the last that ends at the one side and the first that ends at the other has the corner of the board between its
//! ends). So the number of that chain is all that has to be known beside the word. If it comes to the bottom, it has
//! won.
//!
//! Every cell of the bottom row touches the bottom. So when the row above it is full, the chain that touches both sides
//! has won with the first stone of its colour that touches it, and has lost if there is none.

use super::diagram::{Frontier, State};
use super::strand::{Reduction, Word};
use std::cmp::Ordering;

/// One placement of the sweep.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The column of the word, counted from the right side of the board.
    column: usize,
    /// The cell, counted row by row.
    cell: usize,
    /// Whether the cell is on the left side of the board.
    on_left: bool,
    /// The number of columns, if only the bottom row is to come then.
    before_last: Option<usize>,
    /// What may be forgotten then.
    reduction: Reduction,
}

/// The placements for a board: every cell, row by row.
pub fn steps(side: usize) -> Vec<Step> {
    let mut heights = vec![0usize; side];
    let mut steps = Vec::with_capacity(side * (side + 1) / 2);
    for row in 0..side {
        for column in (0..=row).rev() {
            heights[column] += 1;
            let covered = if column > 0 { column - 1 } else { (row + 1).min(side - 1) };
            let dead = (0..side)
                .filter(|&c| heights[c] > 0 && to_come(&heights, c) <= 2)
                .fold(0u64, |bits, c| bits | 1 << (2 * c));
            steps.push(Step {
                column,
                cell: steps.len(),
                on_left: column == row,
                before_last: (column == 0 && row + 2 == side).then_some(side - 1),
                reduction: Reduction { dead, covered, shift_left: column > covered },
            });
        }
    }
    steps
}

/// How many neighbours of the frontier cell of a column are still to be placed. Column c has side - c cells.
fn to_come(heights: &[usize], column: usize) -> usize {
    let (side, height) = (heights.len(), heights[column]);
    let below = usize::from(height < side - column);
    let below_left = usize::from(column > 0 && heights[column - 1] <= height);
    let right = usize::from(column + 1 < side && heights[column + 1] < height.min(side - column - 1));
    below + below_left + right
}

/// What the filled part of a triangular board means for the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Front {
    /// More than the bottom row is to come.
    Word {
        /// The strands.
        word: Word,
        /// The number of the chain that touches both sides: how many corner strands stand left of it. Odd ones are
        /// white.
        both: u32,
    },
    /// Only cells of the bottom row are to come.
    Bottom {
        /// Whether the chain that touches both sides is white.
        white: bool,
        /// Bit c for each column c whose cell is to come and touches it.
        columns: u32,
    },
}

impl Front {
    /// The empty board.
    pub fn top(side: usize) -> Front {
        if side == 1 {
            return Front::Bottom { white: true, columns: 1 };
        }
        // The first stone decides which of the two walls it continues.
        Front::Word { word: Word::corner(), both: 1 }
    }
}

impl Frontier for Front {
    type Step = Step;

    fn cell(step: &Step) -> Option<usize> {
        Some(step.cell)
    }

    fn place(self, step: &Step, white: bool) -> State<Front> {
        match self {
            Front::Word { word, both } => {
                let (word, both) = place(word, both, step, white);
                let word = word.reduced(&step.reduction);
                State::Open(match step.before_last {
                    Some(columns) => {
                        Front::Bottom { white: both % 2 == 1, columns: touched(word, both, columns) }
                    }
                    None => Front::Word { word, both },
                })
            }
            Front::Bottom { white: chain, columns } => {
                let rest = columns & !(1 << step.column);
                if rest == columns {
                    State::Open(self)
                } else if white == chain {
                    State::won_by(chain)
                } else if rest == 0 {
                    State::won_by(!chain)
                } else {
                    State::Open(Front::Bottom { white: chain, columns: rest })
                }
            }
        }
    }
}

/// Places a stone above the bottom row.
fn place(word: Word, both: u32, step: &Step, white: bool) -> (Word, u32) {
    let column = step.column;
    let (mut word, mut both) = if let Some(word) = word.place(column, white) {
        (word, both)
    } else {
        // The chain between two corner strands ends here, and those beside it become one, which touches what both did.
        let sealed = word.corners_before(column) + 1;
        let both = match both.cmp(&sealed) {
            Ordering::Less => both,
            Ordering::Equal => both - 1,
            Ordering::Greater => both - 2,
        };
        (word.without(column), both)
    };
    // A strand that comes between a stone and the wall beside it touches that side. If it is the last strand that ends
    // at the other side, it is now the first that ends at this one.
    if column == 0 && white {
        if word.ends_at_side(0) {
            if both == 0 {
                both = 1;
            }
        } else {
            word = word.cut(0);
            both += 2;
        }
    }
    if step.on_left && !white {
        let last = column + 1;
        if word.ends_at_side(last) {
            if both == word.corners_before(last) + 1 {
                both -= 1;
            }
        } else {
            word = word.cut(last);
        }
    }
    (word, both)
}

/// The columns of the bottom row whose cells touch the chain that touches both sides.
fn touched(word: Word, both: u32, columns: usize) -> u32 {
    word.outer_cells(columns)
        .filter(|&(_, number)| number == both)
        .fold(0, |set, (column, _)| set | 3 << column)
}
