//! The transition diagram of a board: compiled once, used for every count.
//!
//! Level by level, a state is what the frontier of the filled part means for the rest, and it has one successor for a black and one for a white stone on the
//! level's cell. Two states stand on every level: Black has won, White has won. The diagram is a decision diagram of
//! "White wins", a little above the smallest.

use super::board::Shape;
use super::strand::{MAX_COLUMNS, Word};
use super::triangle::Front;
use super::{rhombus, triangle};
use crate::budget::{Budget, Stop};
use hashbrown::HashMap;
use std::hash::Hash;

/// The state in which Black has won.
pub const BLACK_WON: u32 = 0;
/// The state in which White has won.
pub const WHITE_WON: u32 = 1;

/// A compiled board.
#[derive(Debug)]
pub struct Diagram {
    /// The cell that each level fills, counted row by row on the board as it is laid.
    cells: Vec<usize>,
    /// The number of states before each level, and of all.
    starts: Vec<usize>,
    /// For each level and state its successors on the next level, after a black and after a white stone.
    levels: Vec<Vec<[u32; 2]>>,
    /// The state of the first level at which a game begins.
    root: u32,
}

/// A bound of the states on a level by the width of its frontier: for 0 to 14 cells measured, with some room, then a
/// factor for each cell more.
struct Peaks {
    measured: [u128; 15],
    factor: (u128, u128),
}

impl Peaks {
    const RHOMBUS: Peaks = Peaks {
        measured: [2, 5, 6, 10, 22, 32, 66, 150, 345, 790, 1850, 4350, 10_700, 25_500, 62_000],
        factor: (5, 2),
    };
    const TRIANGLE: Peaks = Peaks {
        measured: [3, 5, 7, 18, 44, 110, 280, 730, 1900, 4960, 12_980, 33_980, 89_000, 233_000, 610_000],
        factor: (21, 8),
    };

    fn bound(&self, width: usize) -> u128 {
        let known = width.min(self.measured.len() - 1);
        let beyond = (width - known) as u32;
        self.measured[known] * self.factor.0.pow(beyond) / self.factor.1.pow(beyond)
    }
}

/// The most states that a diagram may have, counted by [`estimate`].
pub const MAX_STATES: u128 = 1 << 29;

/// An upper bound of the number of states, found without compiling.
///
/// `fixed` tells which cells have stones, as [`Diagram::compile`] is given them.
pub fn estimate(shape: Shape, fixed: &[Option<bool>]) -> u128 {
    if widest(shape) > MAX_COLUMNS {
        return u128::MAX;
    }
    let mut states = 0u128;
    let mut free = 0u32;
    let mut cell = |cell: usize, by_width: u128| {
        if fixed.get(cell).copied().flatten().is_none() {
            let by_fillings = 1u128 << free.min(100);
            states += by_width.min(by_fillings + 2);
            free += 1;
        }
    };
    match shape {
        Shape::Rhombus { rows, columns } => {
            let length = |d: usize| (d + 1).min(rows).min(columns).min(rows + columns - 1 - d);
            for diagonal in 0..rows + columns - 1 {
                let width = length(diagonal).max(length(diagonal.saturating_sub(1)));
                let by_width = Peaks::RHOMBUS.bound(width);
                let first = diagonal.saturating_sub(columns - 1);
                for row in first..=diagonal.min(rows - 1) {
                    cell(row * columns + diagonal - row, by_width);
                }
            }
        }
        Shape::Triangle { side } => {
            for (i, (row, _)) in shape.places().enumerate() {
                // The bottom row has fewer states than the row above it.
                cell(i, Peaks::TRIANGLE.bound((row + 1).min(side - 1)));
            }
        }
    }
    states
}

/// The number of columns of the words of a board as it is laid.
fn widest(shape: Shape) -> usize {
    match shape {
        Shape::Rhombus { columns, .. } => columns,
        Shape::Triangle { side } => side,
    }
}

/// What the filled part of a board means for the rest, as a value that is found again by hashing.
pub trait Frontier: Copy + Eq + Hash {
    /// One placement of the sweep.
    type Step;
    /// The cell that a placement fills; `None` for a white cell beyond the board.
    fn cell(step: &Self::Step) -> Option<usize>;
    /// The state after a placement.
    fn place(self, step: &Self::Step, white: bool) -> State<Self>;
}

/// Where a filling stands.
#[derive(Clone, Copy, Debug)]
pub enum State<F> {
    /// Black has won.
    BlackWon,
    /// White has won.
    WhiteWon,
    /// Neither has.
    Open(F),
}

impl<F: Frontier> State<F> {
    /// The end that a player has won.
    pub fn won_by(white: bool) -> Self {
        if white { State::WhiteWon } else { State::BlackWon }
    }

    fn place(self, step: &F::Step, white: bool) -> Self {
        match self {
            State::Open(front) => front.place(step, white),
            won => won,
        }
    }
}

impl Diagram {
    /// Compiles a board. Cells of `fixed` (row by row; missing ones are free) that have a stone, `true` for White, are
    /// placed on the way and are no levels.
    ///
    /// # Errors
    /// [`Stop::TooLarge`] before any memory is taken, [`Stop::Memory`], or when the budget is spent.
    ///
    /// # Complexity
    /// The states of the empty n x n board grow like 2.6^n; each costs one look-up in a hash table.
    pub fn compile(shape: Shape, fixed: &[Option<bool>], budget: &Budget) -> Result<Self, Stop> {
        let expected = estimate(shape, fixed);
        if widest(shape) > MAX_COLUMNS || expected > MAX_STATES {
            let (side, keeps) = match shape {
                Shape::Rhombus { .. } => ("its narrow side", "19x19 cells"),
                Shape::Triangle { .. } => ("a side", "side 18"),
            };
            return Err(Stop::TooLarge {
                what: "the board".into(),
                size: shape.to_string(),
                limit: format!(
                    "{MAX_COLUMNS} cells on {side} and 2^29 states, which an empty board of {keeps} keeps and a larger one passes"
                ),
                advice: Some("ask a smaller board, or one with more stones".into()),
            });
        }
        match shape {
            Shape::Rhombus { rows, columns } => {
                Self::sweep(&rhombus::steps(rows, columns), Word::top(columns), fixed, budget)
            }
            Shape::Triangle { side } => Self::sweep(&triangle::steps(side), Front::top(side), fixed, budget),
        }
    }

    /// Follows the placements from the empty board.
    fn sweep<F: Frontier>(
        all: &[F::Step],
        empty: F,
        fixed: &[Option<bool>],
        budget: &Budget,
    ) -> Result<Self, Stop> {
        let stone =
            |step: &F::Step| F::cell(step).map_or(Some(true), |cell| fixed.get(cell).copied().flatten());

        // Stones before the first free cell.
        let mut at = 0;
        let mut start = State::Open(empty);
        while at < all.len() {
            let Some(white) = stone(&all[at]) else { break };
            start = start.place(&all[at], white);
            at += 1;
        }

        let mut words = Vec::new();
        let root = match start {
            State::BlackWon => BLACK_WON,
            State::WhiteWon => WHITE_WON,
            State::Open(word) => {
                words.push(word);
                2
            }
        };
        let mut diagram = Diagram { cells: Vec::new(), starts: vec![0], levels: Vec::new(), root };
        let mut index: HashMap<F, u32, foldhash::fast::FixedState> =
            HashMap::with_hasher(foldhash::fast::FixedState::default());
        let mut next = Vec::new();
        let free = all.iter().filter(|step| stone(step).is_none()).count() as u64;
        while at < all.len() {
            budget.check()?;
            budget.report(diagram.cells.len() as u64, Some(free), "compiling the board");
            // The level stays; the words and the table of the next, at most twice as many, go with the level after.
            let stays = (words.len() as u128 + 2) * 8;
            let goes = words.len() as u128 * 2 * (24 + 2 * size_of::<F>() as u128);
            budget.claim(stays + goes)?;
            let mut level = Vec::with_capacity(words.len() + 2);
            level.extend([[BLACK_WON; 2], [WHITE_WON; 2]]);
            let end = (at + 1..all.len()).find(|&i| stone(&all[i]).is_none()).unwrap_or(all.len());
            for &word in &words {
                let successors = [false, true].map(|white| {
                    let mut state = State::Open(word).place(&all[at], white);
                    for step in &all[at + 1..end] {
                        state = state.place(step, stone(step) == Some(true));
                    }
                    match state {
                        State::BlackWon => BLACK_WON,
                        State::WhiteWon => WHITE_WON,
                        State::Open(word) => *index.entry(word).or_insert_with(|| {
                            next.push(word);
                            next.len() as u32 + 1
                        }),
                    }
                });
                level.push(successors);
            }
            diagram.cells.extend(F::cell(&all[at]));
            diagram.starts.push(diagram.states() + level.len());
            diagram.levels.push(level);
            budget.release(goes as u64);
            std::mem::swap(&mut words, &mut next);
            next.clear();
            index.clear();
            at = end;
        }
        debug_assert!(words.is_empty() || diagram.cells.is_empty(), "a full board has a winner");
        Ok(diagram)
    }

    /// The smallest diagram for its order of cells: states with the same successors are merged, from the last level up.
    /// It pays where several counts follow: it takes as long as about one of them, and leaves three quarters of the states
    /// of a rhombus, less than two thirds of those of a triangle.
    ///
    /// # Errors
    /// [`Stop`] when the budget is spent.
    pub fn merged(mut self, budget: &Budget) -> Result<Self, Stop> {
        let before = self.bytes();
        // A table and two lists of names, for the largest level.
        let goes = self.widest() as u128 * (2 * 16 + 2 * 4);
        budget.claim(goes)?;
        let mut found: HashMap<[u32; 2], u32, foldhash::fast::FixedState> = HashMap::default();
        let mut names = vec![BLACK_WON, WHITE_WON];
        let mut next = Vec::new();
        for level in self.levels.iter_mut().rev() {
            budget.check()?;
            found.clear();
            next.clear();
            // The two won states are the first of every level, and stay so.
            let mut kept = 0;
            for i in 0..level.len() {
                let successors = level[i].map(|successor| names[successor as usize]);
                let name = *found.entry(successors).or_insert(kept);
                if name == kept {
                    level[kept as usize] = successors;
                    kept += 1;
                }
                next.push(name);
            }
            level.truncate(kept as usize);
            level.shrink_to_fit();
            std::mem::swap(&mut names, &mut next);
        }
        self.root = names[self.root as usize];
        let mut states = 0;
        for (start, level) in self.starts[1..].iter_mut().zip(&self.levels) {
            states += level.len();
            *start = states;
        }
        budget.release(goes as u64 + before - self.bytes());
        Ok(self)
    }

    /// The number of levels.
    pub fn levels(&self) -> usize {
        self.cells.len()
    }

    /// The cell that each level fills, counted row by row on the board as it is laid.
    pub fn cells(&self) -> &[usize] {
        &self.cells
    }

    /// The successors of a level's states.
    pub fn level(&self, level: usize) -> &[[u32; 2]] {
        &self.levels[level]
    }

    /// Where a level's states begin among all.
    pub fn start(&self, level: usize) -> usize {
        self.starts[level]
    }

    /// The number of states of all levels.
    pub fn states(&self) -> usize {
        self.starts[self.starts.len() - 1]
    }

    /// The number of states of the largest level.
    pub fn widest(&self) -> usize {
        self.starts.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(0).max(2)
    }

    /// The state at which a game begins.
    pub fn root(&self) -> u32 {
        self.root
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> u64 {
        self.states() as u64 * 8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_are_upper_bounds() {
        for rows in 1..=12 {
            for columns in 1..=rows.min(11) {
                let shape = Shape::Rhombus { rows, columns };
                let diagram = Diagram::compile(shape, &[], &Budget::unlimited()).unwrap();
                assert!(diagram.states() as u128 <= estimate(shape, &[]), "{shape}");
            }
        }
        for side in 1..=12 {
            let shape = Shape::Triangle { side };
            let diagram = Diagram::compile(shape, &[], &Budget::unlimited()).unwrap();
            eprintln!(
                "{side} {:?} total {}",
                (0..diagram.levels()).map(|l| diagram.level(l).len() - 2).collect::<Vec<_>>(),
                diagram.states()
            );
        }
    }

    #[test]
    fn the_largest_empty_board_that_is_compiled_is_the_one_that_the_limit_names() {
        let allowed = |shape| estimate(shape, &[]) <= MAX_STATES;
        let square = |n| Shape::Rhombus { rows: n, columns: n };
        assert!(allowed(square(19)) && !allowed(square(20)));
        assert!(allowed(Shape::Triangle { side: 18 }) && !allowed(Shape::Triangle { side: 19 }));
    }

    #[test]
    fn diagrams_are_close_to_the_smallest() {
        // The states of the largest level of the smallest diagram, without the two won ones, from other programs: they
        // went on with labels of connected stones and merged bottom-up.
        let rhombus = [(4, 8), (5, 17), (6, 38), (7, 87), (8, 201), (9, 468)];
        let rhombus = rhombus.map(|(n, widest)| (Shape::Rhombus { rows: n, columns: n }, widest));
        let triangle = [(3, 6), (4, 12), (5, 28), (6, 70), (7, 178), (8, 464), (9, 1216)];
        let triangle = triangle.map(|(side, widest)| (Shape::Triangle { side }, widest));
        for (shape, widest) in rhombus.into_iter().chain(triangle) {
            let budget = Budget::unlimited();
            let diagram = Diagram::compile(shape, &[], &budget).unwrap();
            let states = diagram.states();
            let smallest = diagram.merged(&budget).unwrap();
            assert_eq!(smallest.widest() - 2, widest, "{shape}");
            assert!(states * 5 <= smallest.states() * 8, "{shape}: {states} and {}", smallest.states());
        }
    }
}
