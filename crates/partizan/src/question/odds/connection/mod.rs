//! Odds of connection games, Hex and Y: exact for both sides, by counting the fillings that White wins.
//!
//! In both a full board has exactly one winner, and filling the board up after a win does not change the winner. So with m empty cells of which White fills k, White
//! wins with chance W / C(m, k), where W is the number of winning fillings.

mod answer;
mod board;
mod count;
mod diagram;
mod picture;
mod rhombus;
mod simulate;
mod strand;
mod triangle;

pub(super) use answer::answer;
pub use answer::{AtP, ConnectionOdds, Extras, Length, RandomTurnOdds, Ranked, Simulated, parse_chance};
pub use board::{ConnectionBoard, Shape};
pub use picture::{Heat, svg};
pub use simulate::{Simulation, separating, simulate};

use count::Filling;
use diagram::Diagram;

use super::Chances;
use crate::budget::{Budget, Stop};
use crate::question::exact::ratio;
use crate::ruleset::Player;
use crate::ruleset::hex::Cell;
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Zero};

/// What random play comes to on one board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds {
    /// The player who has won already, if one has.
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

/// Boards asked one after the other: the diagrams of their shapes are compiled once.
#[derive(Debug, Default)]
pub struct Boards {
    diagrams: Vec<(Shape, Diagram)>,
}

impl Boards {
    /// The odds of a board. Use [`odds`] where there is only one.
    ///
    /// # Errors
    /// [`Stop::TooLarge`] before memory is taken, or when the budget is spent.
    pub fn odds(
        &mut self,
        board: &impl ConnectionBoard,
        first: Player,
        budget: &Budget,
    ) -> Result<Odds, Stop> {
        let task = Task::new(board, first);
        if let Some(odds) = task.known() {
            return Ok(odds);
        }
        let shape = task.shape;
        let at = match self.diagrams.iter().position(|(known, _)| *known == shape) {
            Some(at) => at,
            None if diagram::estimate(shape, &[]) > diagram::MAX_STATES / 64 => {
                return odds(board, first, budget);
            }
            None => {
                let diagram = Diagram::compile(shape, &[], budget)?.merged(budget)?;
                self.diagrams.push((shape, diagram));
                self.diagrams.len() - 1
            }
        };
        let filling = Filling::new(&self.diagrams[at].1, &task.stones);
        task.finish(&filling, budget)
    }
}

/// The odds of a board when both players place at random and `first` moves first.
///
/// # Errors
/// [`Stop::TooLarge`] before memory is taken, or when the budget is spent.
///
/// # Complexity
/// On an empty board with n cells on a side time and memory grow like 2.6^n. Stones make it cheaper.
///
/// ```
/// use partizan::question::odds::connection::odds;
/// use partizan::ruleset::{Player, Ruleset, hex::Hex, y::Y};
/// use partizan::Budget;
///
/// let board = Hex::default().parse("5x5")?;
/// let found = odds(&board, Player::Left, &Budget::unlimited())?;
/// assert_eq!(found.chances().left.to_string(), "2981241/5200300");
/// // On the Y board with 2 cells on a side two of the three stones are those of the first player, and win.
/// let found = odds(&Y::default().parse("2")?, Player::Left, &Budget::unlimited())?;
/// assert_eq!(found.chances().left.to_string(), "1");
/// # Ok::<(), partizan::Error>(())
/// ```
pub fn odds(board: &impl ConnectionBoard, first: Player, budget: &Budget) -> Result<Odds, Stop> {
    let task = Task::new(board, first);
    if let Some(odds) = task.known() {
        return Ok(odds);
    }
    let mut diagram = Diagram::compile(task.shape, &task.stones, budget)?;
    if let Shape::Triangle { .. } = task.shape {
        // Its sweep leaves so much to merge that one count takes no longer for it, and a third less memory.
        diagram = diagram.merged(budget)?;
    }
    let odds = task.finish(&Filling::new(&diagram, &[]), budget);
    budget.release(diagram.bytes());
    odds
}

/// One board, compiled for any number of questions about it.
#[derive(Debug)]
pub struct Study {
    task: Task,
    diagram: Diagram,
}

impl Study {
    /// Compiles a board.
    ///
    /// # Errors
    /// [`Stop::TooLarge`] before memory is taken, or when the budget is spent.
    pub fn new(board: &impl ConnectionBoard, budget: &Budget) -> Result<Study, Stop> {
        let task = Task::new(board, Player::Left);
        let diagram = Diagram::compile(task.shape, &task.stones, budget)?.merged(budget)?;
        Ok(Study { task, diagram })
    }

    /// The number of states of its diagram.
    pub fn states(&self) -> usize {
        self.diagram.states()
    }

    /// The odds when `first` moves first.
    ///
    /// # Errors
    /// [`Stop`] when the budget is spent.
    pub fn odds(&self, first: Player, budget: &Budget) -> Result<Odds, Stop> {
        let task = self.task.with_first(first);
        match task.known() {
            Some(odds) => Ok(odds),
            None => task.finish(&self.filling(), budget),
        }
    }

    /// For each empty cell, row by row, the chance that `first` wins after it has put its first stone there.
    ///
    /// # Errors
    /// [`Stop`] when the budget is spent.
    ///
    /// # References
    /// In play at random this is what the all-moves-as-first statistic of Monte Carlo search converges to.
    pub fn openings(&self, first: Player, budget: &Budget) -> Result<Vec<Opening>, Stop> {
        let task = self.task.with_first(first);
        if task.empty == 0 {
            return Ok(Vec::new());
        }
        // In the sweep's colours.
        let white = if task.swapped { task.empty - task.white_to_place } else { task.white_to_place };
        let first_is_white = (first == Player::Left) != task.swapped;
        let filling = self.filling();
        let through = filling.wins_through(white, budget)?;
        let (all, lost) = if first_is_white {
            (binomial(task.empty - 1, white - 1), BigUint::zero())
        } else {
            (binomial(task.empty - 1, white), filling.wins(white, budget)?)
        };
        let mut openings: Vec<Opening> = self
            .diagram
            .cells()
            .iter()
            .zip(through)
            .map(|(&cell, through)| {
                // The fillings that White wins with the cell black are those without it white.
                let wins = if first_is_white { through } else { &all - (&lost - through) };
                let (row, column) = task.places[cell];
                Opening { row, column, chance: ratio(&wins, &all) }
            })
            .collect();
        openings.sort_by_key(|opening| (opening.row, opening.column));
        Ok(openings)
    }

    /// For each k the number of fillings with k white stones on the empty cells that White wins.
    ///
    /// # Errors
    /// [`Stop`] when the budget is spent.
    pub fn polynomial(&self, budget: &Budget) -> Result<Vec<BigUint>, Stop> {
        let wins = self.filling().polynomial(budget)?;
        if !self.task.swapped {
            return Ok(wins);
        }
        let empty = self.task.empty;
        Ok((0..=empty).map(|k| binomial(empty, k) - &wins[empty - k]).collect())
    }

    /// Random-turn play: before each move a fair coin says who moves, and both play well.
    ///
    /// # Errors
    /// [`Stop`] when the budget is spent.
    ///
    /// # References
    /// Peres, Schramm, Sheffield, Wilson, *Random-turn Hex and other selection games* (2007): the value is the chance
    /// that White wins a filling by coin tosses, and to move where the outcome most often hangs on the colour is best
    /// for both.
    pub fn random_turn(&self, budget: &Budget) -> Result<RandomTurn, Stop> {
        let (wins, pivots) = self.filling().pivots(budget)?;
        let all = BigUint::one() << self.task.empty;
        let wins = if self.task.swapped { &all - wins } else { wins };
        let half = &all >> 1u32;
        let mut pivots: Vec<Opening> = self
            .diagram
            .cells()
            .iter()
            .zip(&pivots)
            .map(|(&cell, pivot)| {
                let (row, column) = self.task.places[cell];
                Opening { row, column, chance: ratio(pivot, &half) }
            })
            .collect();
        pivots.sort_by_key(|pivot| (pivot.row, pivot.column));
        Ok(RandomTurn { white: ratio(&wins, &all), pivots })
    }

    fn filling(&self) -> Filling<'_> {
        Filling::new(&self.diagram, &[])
    }
}

/// A cell with a chance that belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The row, from 0.
    pub row: usize,
    /// The column, from 0.
    pub column: usize,
    /// The chance.
    pub chance: BigRational,
}

/// Random-turn play on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomTurn {
    /// The chance that White wins when both play well.
    pub white: BigRational,
    /// For each empty cell, row by row, how likely the outcome hangs on its colour when coins colour the others. The
    /// largest is the best move, for both.
    pub pivots: Vec<Opening>,
}

/// The chance that White wins when each empty cell is white with chance `p`, independently, from the
/// [polynomial](Study::polynomial).
pub fn chance_at(polynomial: &[BigUint], p: &BigRational) -> BigRational {
    // Sum of W_k a^k b^(m - k) over (a + b)^m, for p = a / (a + b).
    let (a, b) = (p.numer().clone(), p.denom() - p.numer());
    let mut power = BigInt::one();
    let mut powers = Vec::with_capacity(polynomial.len());
    for _ in polynomial {
        powers.push(power.clone());
        power *= &b;
    }
    let mut sum = BigInt::zero();
    let mut power = BigInt::one();
    for (wins, other) in polynomial.iter().zip(powers.iter().rev()) {
        sum += BigInt::from(wins.clone()) * &power * other;
        power *= &a;
    }
    BigRational::new(sum, num_traits::pow(p.denom().clone(), polynomial.len() - 1))
}

/// For each t the chance that the game is over after at most t moves, when both move at random and `first` first, from
/// the [polynomial](Study::polynomial).
pub fn over_by(polynomial: &[BigUint], first: Player) -> Vec<BigRational> {
    // White has won with k stones down exactly if it wins the filling that has only these white.
    let empty = polynomial.len() - 1;
    (0..=empty)
        .map(|t| {
            let (more, less) = (t.div_ceil(2), t / 2);
            let (white, black) = if first == Player::Left { (more, less) } else { (less, more) };
            let by_white = ratio(&polynomial[white], &binomial(empty, white));
            let not_by_black = ratio(&polynomial[empty - black], &binomial(empty, black));
            by_white + BigRational::one() - not_by_black
        })
        .collect()
}

/// The mean number of moves of a game, from the chances to be [over by](over_by) each.
pub fn mean_length(over_by: &[BigRational]) -> BigRational {
    over_by.iter().fold(BigRational::zero(), |sum, over| sum + BigRational::one() - over)
}

/// What the players of Hex and Y are called: Left is White, Right is Black.
pub fn player_name(player: Player) -> &'static str {
    match player {
        Player::Left => "white",
        Player::Right => "black",
    }
}

/// The name of a cell as players write it: column letter and row number, `a1` at the top left.
pub fn cell_name(row: usize, column: usize) -> String {
    let mut letters = String::new();
    let mut rest = column + 1;
    while rest > 0 {
        letters.insert(0, char::from(b'a' + ((rest - 1) % 26) as u8));
        rest = (rest - 1) / 26;
    }
    format!("{letters}{}", row + 1)
}

/// A board laid for the sweep. A rhombus is no wider than it is high: one that is wider is reflected, and the colours
/// change.
#[derive(Clone, Debug)]
struct Task {
    shape: Shape,
    /// For each cell of the laid board where it is on the board, row and column.
    places: Vec<(usize, usize)>,
    stones: Vec<Option<bool>>,
    /// Whether the sweep's white is Black.
    swapped: bool,
    decided: Option<Player>,
    empty: usize,
    white_to_place: usize,
}

impl Task {
    fn new(board: &impl ConnectionBoard, first: Player) -> Task {
        let (shape, swapped) = match board.shape() {
            Shape::Rhombus { rows, columns } if columns > rows => {
                (Shape::Rhombus { rows: columns, columns: rows }, true)
            }
            shape => (shape, false),
        };
        let mut cells: Vec<((usize, usize), Cell)> =
            board.shape().places().zip(board.cells().iter().copied()).collect();
        if swapped {
            cells.sort_by_key(|&((row, column), _)| (column, row));
        }
        let stones: Vec<Option<bool>> = cells
            .iter()
            .map(|(_, cell)| match cell {
                Cell::Empty => None,
                Cell::White => Some(!swapped),
                Cell::Black => Some(swapped),
            })
            .collect();
        let empty = stones.iter().filter(|stone| stone.is_none()).count();
        let white_to_place = if first == Player::Left { empty.div_ceil(2) } else { empty / 2 };
        let places = cells.into_iter().map(|(place, _)| place).collect();
        Task { shape, places, stones, swapped, decided: board.winner(), empty, white_to_place }
    }

    fn with_first(&self, first: Player) -> Task {
        let white_to_place = if first == Player::Left { self.empty.div_ceil(2) } else { self.empty / 2 };
        Task { white_to_place, ..self.clone() }
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
