//! Odds of Hex: exact for both sides, by counting the fillings that White wins.
//!
//! Filling the board up after a win does not change the winner, so with m empty cells of which White fills k, White
//! wins with chance W / C(m, k), where W is the number of winning fillings.

mod count;
mod diagram;
mod strand;
mod sweep;

pub use count::Filling;
pub use diagram::Diagram;

use super::Chances;
use crate::budget::{Budget, Stop};
use crate::ruleset::Player;
use crate::ruleset::hex::{Cell, Position, winner};
use num_bigint::BigUint;
use num_traits::{One, Zero};

/// What random play comes to on one board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds {
    /// The player who has joined their sides already, if one has.
    pub decided: Option<Player>,
    /// How many white stones are still to be placed.
    pub white_to_place: usize,
    /// How many black stones are still to be placed.
    pub black_to_place: usize,
    /// How many fillings of the empty cells with these stones White wins.
    pub white_fillings: BigUint,
    /// How many fillings there are.
    pub fillings: BigUint,
}

impl Odds {
    /// The chances of both players. White is Left.
    pub fn chances(&self) -> Chances {
        Chances::from_counts(&self.white_fillings, &self.fillings)
    }
}

/// Boards asked one after the other: the diagrams of their sizes are compiled once.
#[derive(Debug, Default)]
pub struct Boards {
    diagrams: Vec<(usize, usize, Diagram)>,
}

impl Boards {
    /// The odds of a board. Use [`odds`] where there is only one.
    ///
    /// # Errors
    /// [`Stop::TooLarge`] before memory is taken, or when the budget is spent.
    pub fn odds(&mut self, board: &Position, first: Player, budget: &Budget) -> Result<Odds, Stop> {
        let task = Task::new(board, first);
        if let Some(odds) = task.known() {
            return Ok(odds);
        }
        let (rows, columns) = (task.rows, task.columns);
        let at = match self.diagrams.iter().position(|(r, c, _)| (*r, *c) == (rows, columns)) {
            Some(at) => at,
            None if diagram::estimate(rows, columns, &[]) > diagram::MAX_STATES / 64 => {
                return odds(board, first, budget);
            }
            None => {
                let diagram = Diagram::compile(rows, columns, &[], budget)?;
                self.diagrams.push((rows, columns, diagram));
                self.diagrams.len() - 1
            }
        };
        let filling = Filling::new(&self.diagrams[at].2, &task.stones);
        task.finish(&filling, budget)
    }
}

/// The odds of a board when both players place at random and `first` moves first.
///
/// # Errors
/// [`Stop::TooLarge`] before memory is taken, or when the budget is spent.
///
/// # Complexity
/// On an empty n x n board time and memory grow like 2.6^n. Stones make it cheaper.
///
/// ```
/// use partizan::question::odds::hex;
/// use partizan::ruleset::{Player, Ruleset, hex::Hex};
/// use partizan::Budget;
///
/// let board = Hex::default().parse("5x5")?;
/// let odds = hex::odds(&board, Player::Left, &Budget::unlimited())?;
/// assert_eq!(odds.chances().left.to_string(), "2981241/5200300");
/// # Ok::<(), partizan::Error>(())
/// ```
pub fn odds(board: &Position, first: Player, budget: &Budget) -> Result<Odds, Stop> {
    let task = Task::new(board, first);
    if let Some(odds) = task.known() {
        return Ok(odds);
    }
    let diagram = Diagram::compile(task.rows, task.columns, &task.stones, budget)?;
    let odds = task.finish(&Filling::new(&diagram, &[]), budget);
    budget.release(diagram.bytes());
    odds
}

/// A board laid for the sweep: no wider than it is high. A board that is wider is reflected, and the colours change.
struct Task {
    rows: usize,
    columns: usize,
    stones: Vec<Option<bool>>,
    /// Whether the sweep's white is Black.
    swapped: bool,
    decided: Option<Player>,
    empty: usize,
    white_to_place: usize,
}

impl Task {
    fn new(board: &Position, first: Player) -> Task {
        let swapped = board.columns() > board.rows();
        let (rows, columns) =
            if swapped { (board.columns(), board.rows()) } else { (board.rows(), board.columns()) };
        let mut stones = Vec::with_capacity(rows * columns);
        for row in 0..rows {
            for column in 0..columns {
                let cell = if swapped { board.get(column, row) } else { board.get(row, column) };
                stones.push(match cell {
                    Cell::Empty => None,
                    Cell::White => Some(!swapped),
                    Cell::Black => Some(swapped),
                });
            }
        }
        let empty = stones.iter().filter(|stone| stone.is_none()).count();
        let white_to_place = if first == Player::Left { empty.div_ceil(2) } else { empty / 2 };
        Task { rows, columns, stones, swapped, decided: winner(board), empty, white_to_place }
    }

    /// The odds where the winner is known already.
    fn known(&self) -> Option<Odds> {
        let winner = self.decided?;
        let fillings = binomial(self.empty, self.white_to_place);
        let white = if winner == Player::Left { fillings.clone() } else { BigUint::zero() };
        Some(self.odds(white, fillings))
    }

    fn finish(&self, filling: &Filling, budget: &Budget) -> Result<Odds, Stop> {
        let fillings = binomial(self.empty, self.white_to_place);
        let white = if self.swapped {
            &fillings - filling.wins(self.empty - self.white_to_place, budget)?
        } else {
            filling.wins(self.white_to_place, budget)?
        };
        Ok(self.odds(white, fillings))
    }

    fn odds(&self, white_fillings: BigUint, fillings: BigUint) -> Odds {
        Odds {
            decided: self.decided,
            white_to_place: self.white_to_place,
            black_to_place: self.empty - self.white_to_place,
            white_fillings,
            fillings,
        }
    }
}

/// The number of ways to choose k of n.
fn binomial(n: usize, k: usize) -> BigUint {
    let mut product = BigUint::one();
    for i in 0..k.min(n - k) {
        product = product * (n - i) / (i + 1);
    }
    product
}
