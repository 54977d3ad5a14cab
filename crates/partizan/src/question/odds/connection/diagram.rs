//! The transition diagram of a board: compiled once, used for every count.
//!
//! Level by level, a state is an interface word, and it has one successor for a black and one for a white stone on the
//! level's cell. Two states stand on every level: Black has joined, White has joined. The diagram is a decision diagram
//! of "White joins top and bottom", a little above the smallest.

use super::strand::{MAX_COLUMNS, Word};
use super::sweep::{Step, steps};
use crate::budget::{Budget, Stop};
use hashbrown::HashMap;

/// The state in which Black has joined left and right.
pub const BLACK_WON: u32 = 0;
/// The state in which White has joined top and bottom.
pub const WHITE_WON: u32 = 1;

/// A compiled board.
#[derive(Debug)]
pub struct Diagram {
    /// The cell that each level fills, as row * columns + column.
    cells: Vec<usize>,
    /// The number of states before each level, and of all.
    starts: Vec<usize>,
    /// For each level and state its successors on the next level, after a black and after a white stone.
    levels: Vec<Vec<[u32; 2]>>,
    /// The state of the first level at which a game begins.
    root: u32,
}

/// A bound of the states on a level whose frontier is w cells wide, w = 0 to 14: measured, with some room. One more cell
/// is a factor of less than 2.5.
const PEAKS: [u128; 15] = [2, 5, 6, 10, 22, 32, 66, 150, 345, 790, 1850, 4350, 10_700, 25_500, 62_000];

/// The most states that a diagram may have, counted by [`estimate`].
pub const MAX_STATES: u128 = 1 << 29;

/// An upper bound of the number of states, found without compiling.
///
/// `fixed` tells which cells have stones, as [`Diagram::compile`] is given them.
pub fn estimate(rows: usize, columns: usize, fixed: &[Option<bool>]) -> u128 {
    if columns > MAX_COLUMNS {
        return u128::MAX;
    }
    let bound = |width: usize| {
        let beyond = width.saturating_sub(PEAKS.len() - 1) as u32;
        (PEAKS[width.min(PEAKS.len() - 1)] * 5u128.pow(beyond)) >> beyond
    };
    let length = |d: usize| (d + 1).min(rows).min(columns).min(rows + columns - 1 - d);
    let mut states = 0u128;
    let mut free = 0u32;
    for diagonal in 0..rows + columns - 1 {
        let by_width = bound(length(diagonal).max(length(diagonal.saturating_sub(1))));
        let first = diagonal.saturating_sub(columns - 1);
        for row in first..=diagonal.min(rows - 1) {
            if fixed.get(row * columns + diagonal - row).copied().flatten().is_none() {
                let by_fillings = 1u128 << free.min(100);
                states += by_width.min(by_fillings + 2);
                free += 1;
            }
        }
    }
    states
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
    pub fn compile(
        rows: usize,
        columns: usize,
        fixed: &[Option<bool>],
        budget: &Budget,
    ) -> Result<Self, Stop> {
        let expected = estimate(rows, columns, fixed);
        if columns > MAX_COLUMNS || expected > MAX_STATES {
            return Err(Stop::TooLarge {
                what: "the board".into(),
                size: format!("{rows}x{columns}"),
                limit: format!(
                    "{MAX_COLUMNS} cells on its narrow side and 2^29 states, which an empty 19x19 board keeps and a larger one passes"
                ),
                advice: Some("ask a smaller board, or one with more stones".into()),
            });
        }
        let all = steps(rows, columns);
        let stone = |step: &Step| step.cell.map_or(Some(true), |cell| fixed.get(cell).copied().flatten());

        // Stones before the first free cell.
        let mut at = 0;
        let mut start = State::Word(Word::top(columns));
        while at < all.len() {
            let Some(white) = stone(&all[at]) else { break };
            start = start.place(&all[at], white);
            at += 1;
        }

        let mut words = Vec::new();
        let root = match start {
            State::BlackWon => BLACK_WON,
            State::WhiteWon => WHITE_WON,
            State::Word(word) => {
                words.push(word);
                2
            }
        };
        let mut diagram = Diagram { cells: Vec::new(), starts: vec![0], levels: Vec::new(), root };
        let mut index: HashMap<Word, u32, foldhash::fast::FixedState> =
            HashMap::with_hasher(foldhash::fast::FixedState::default());
        let mut next = Vec::new();
        let free = all.iter().filter(|step| stone(step).is_none()).count() as u64;
        while at < all.len() {
            budget.check()?;
            budget.report(diagram.cells.len() as u64, Some(free), "compiling the board");
            // The level stays; the words and the table of the next, at most twice as many, go with the level after.
            let stays = (words.len() as u128 + 2) * 8;
            let goes = words.len() as u128 * 2 * 40;
            budget.claim(stays + goes)?;
            let mut level = Vec::with_capacity(words.len() + 2);
            level.extend([[BLACK_WON; 2], [WHITE_WON; 2]]);
            let end = (at + 1..all.len()).find(|&i| stone(&all[i]).is_none()).unwrap_or(all.len());
            for &word in &words {
                let successors = [false, true].map(|white| {
                    let mut state = State::Word(word).place(&all[at], white);
                    for step in &all[at + 1..end] {
                        state = state.place(step, stone(step) == Some(true));
                    }
                    match state {
                        State::BlackWon => BLACK_WON,
                        State::WhiteWon => WHITE_WON,
                        State::Word(word) => *index.entry(word).or_insert_with(|| {
                            next.push(word);
                            next.len() as u32 + 1
                        }),
                    }
                });
                level.push(successors);
            }
            diagram.cells.extend(all[at].cell);
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

    /// The number of levels.
    pub fn levels(&self) -> usize {
        self.cells.len()
    }

    /// The cell that each level fills, as row * columns + column.
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

/// Where a filling stands.
#[derive(Clone, Copy, Debug)]
enum State {
    BlackWon,
    WhiteWon,
    Word(Word),
}

impl State {
    fn place(self, step: &Step, white: bool) -> State {
        let State::Word(word) = self else { return self };
        match word.place(step.column, white) {
            None => State::BlackWon,
            Some(word) if step.left_complete && word.is_white_win() => State::WhiteWon,
            Some(word) => State::Word(word.reduced(&step.reduction)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_are_upper_bounds() {
        for rows in 1..=12 {
            for columns in 1..=rows.min(11) {
                let diagram = Diagram::compile(rows, columns, &[], &Budget::unlimited()).unwrap();
                assert!(diagram.states() as u128 <= estimate(rows, columns, &[]), "{rows}x{columns}");
            }
        }
    }

    #[test]
    fn the_diagram_is_close_to_the_smallest() {
        // The smallest diagram of the empty 8x8 board has 201 states on its largest level (found by merging bottom-up).
        let diagram = Diagram::compile(8, 8, &[], &Budget::unlimited()).unwrap();
        assert!((203..=201 * 3 / 2).contains(&diagram.widest()), "{}", diagram.widest());
    }
}
