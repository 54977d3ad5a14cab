//! The question `solve`: win, lose, tie or draw for the side to move, how far it is, and every winning move.
//!
//! Any ruleset can be asked. One with an [`Index`] is solved whole in a table ([`Table`]); one without on the positions
//! that play can reach, in a table too where they are words ([`Keyed`]), else on the graph of their moves ([`Reached`]). Cycles are allowed: play that nobody can force to an end is a draw.
//!
//! **Values.** [`Value`] has four, never mixed: a tie is a game that ended level, a draw one that never ends. The mover
//! prefers win, then tie, then draw, then loss.
//!
//! **Distances** count plies: the winner hurries, the loser delays, both hurry to a tie. See [`Worth`].
//!
//! ```
//! use partizan::question::solve::{Request, Value, solve};
//!
//! let request = Request::new("l-game").at("x..*/#.x*/#.**/##..");
//! let answer = solve(&request, &partizan::Budget::unlimited()).unwrap().answer;
//! assert_eq!((answer.worth.value(), answer.worth.distance()), (Value::Win, Some(9)));
//! assert_eq!(answer.best_moves, ["...*/x#x*/.#**/.##.", "x..*/.#x*/.#**/.##."]);
//! ```

mod all;
mod cell;
mod dense;
mod discover;
mod found;
mod keys;
mod scan;
mod table;
mod tally;
mod tier;
mod turned;
mod work;
mod worth;

pub use all::{All, AskAll, ByValue, ByWorth, Line, Positions, solve_all};
pub use discover::Reached;
pub use found::{Found, Wanted};
pub use table::{Counts, Table};
pub use tally::{Count, Tally};
pub use worth::{Convention, Value, Worth};

use super::{Answer, Error, Work};
use crate::budget::Budget;
use crate::fault::Fault;
use crate::ruleset::{
    Finite, FiniteVisitor, Index, Keyed, KeyedVisitor, Lookup, Player, Ruleset, Variant, Verdict, Visitor,
    with_finite, with_keyed, with_ruleset,
};
use serde::Serialize;
use std::cmp::Ordering;
use std::time::Instant;

/// What is asked: a position of a ruleset.
#[derive(Clone, Debug)]
pub struct Request {
    /// The ruleset's name.
    pub ruleset: String,
    /// Its settings.
    pub variant: Variant,
    /// The position's text; the ruleset's start where there is none.
    pub position: Option<String>,
    /// Who moves; where nobody is named the side whose turn the position tells, else Left.
    pub mover: Option<Player>,
    /// What having no move means where the rules have no verdict.
    pub convention: Convention,
    /// Whether a table has one cell for all images of a position.
    pub symmetry: bool,
}

impl Request {
    /// The start position of a ruleset, in its usual variant, in normal play.
    pub fn new(ruleset: impl Into<String>) -> Self {
        Request {
            ruleset: ruleset.into(),
            variant: Variant::default(),
            position: None,
            mover: None,
            convention: Convention::Normal,
            symmetry: true,
        }
    }

    /// The same for this position.
    pub fn at(mut self, position: impl Into<String>) -> Self {
        self.position = Some(position.into());
        self
    }

    /// The same with this player to move.
    pub fn mover(mut self, mover: Player) -> Self {
        self.mover = Some(mover);
        self
    }
}

/// The question as an answer repeats it.
#[derive(Clone, Debug, Serialize)]
pub struct Ask {
    /// `solve`.
    pub question: &'static str,
    /// The ruleset.
    pub ruleset: &'static str,
    /// Its variant, every setting said.
    pub variant: Variant,
    /// The position as the ruleset prints it.
    pub position: String,
    /// Who moves.
    pub mover: Player,
    /// What having no move means where the rules have no verdict.
    pub convention: Convention,
}

/// What a position is worth and what each move is.
#[derive(Clone, Debug, Serialize)]
pub struct Solved {
    /// The worth to the side that moves.
    #[serde(flatten)]
    pub worth: Worth,
    /// The positions after every move that keeps the value, the best distance first: for a win every winning move.
    pub best_moves: Vec<String>,
    /// Every move with what it is worth to who makes it, the best first.
    pub moves: Vec<Move>,
}

/// A move.
#[derive(Clone, Debug, Serialize)]
pub struct Move {
    /// The position after it.
    pub to: String,
    /// What it is worth to who makes it, plies counted from before it.
    #[serde(flatten)]
    pub worth: Worth,
}

/// Solves a position of a ruleset by name.
///
/// # Errors
/// A fault in the request or the position; a stop when the budget is spent.
pub fn solve(request: &Request, budget: &Budget) -> Result<Answer<Ask, Solved>, Error> {
    let (name, variant, one) = (&request.ruleset, &request.variant, One { request, budget });
    match with_finite(name, variant, one) {
        Err(Lookup::Missing { .. }) => {}
        answer => return answer?,
    }
    match with_keyed(name, variant, one) {
        Err(Lookup::Missing { .. }) => with_ruleset(name, variant, one)?,
        answer => answer?,
    }
}

const DENSE: &str = "retrograde analysis of every position, moves taken back level by level";
const FOUND: &str =
    "retrograde analysis of the positions that play can reach, moves taken back level by level";
const REACHED: &str = "retrograde analysis of the positions that play can reach, level by level";

/// A table of worths: what one looks positions up in.
pub trait Book<R: Ruleset> {
    /// The worth of a position; `None` where the table does not have it.
    fn look(&self, ruleset: &R, position: &R::Position, mover: Player) -> Option<Worth>;

    /// Makes sure that it has a position of the ruleset and those after its moves.
    ///
    /// # Errors
    /// [`Error::Stopped`] when the budget is spent.
    fn know(
        &mut self,
        _ruleset: &R,
        _position: &R::Position,
        _mover: Player,
        _budget: &Budget,
    ) -> Result<(), Error> {
        Ok(())
    }
}

impl<R: Ruleset, I: Index<Ruleset = R>> Book<R> for Table<I> {
    fn know(
        &mut self,
        ruleset: &R,
        position: &R::Position,
        mover: Player,
        budget: &Budget,
    ) -> Result<(), Error> {
        match ruleset.verdict(position, mover) {
            Some(_) => Ok(()),
            None => Table::know(self, self.index().index(position, mover), budget),
        }
    }

    fn look(&self, ruleset: &R, position: &R::Position, mover: Player) -> Option<Worth> {
        // Positions whose game has ended may have no number, such as those where the mover has won.
        match ruleset.verdict(position, mover) {
            Some(verdict) => Some(Worth::at(ended(verdict, mover), 0)),
            None => self.worth(self.index().index(position, mover)),
        }
    }
}

impl<R: Ruleset> Book<R> for Reached<R> {
    fn look(&self, _: &R, position: &R::Position, mover: Player) -> Option<Worth> {
        self.worth(position, mover)
    }
}

/// What a verdict is to the mover.
fn ended(verdict: Verdict, mover: Player) -> Value {
    match verdict {
        Verdict::Win(winner) if winner == mover => Value::Win,
        Verdict::Win(_) => Value::Lose,
        Verdict::Tie => Value::Tie,
    }
}

/// The position after a best move: the one of best worth and least text; `None` where there is no move.
fn best_move<R: Ruleset>(
    ruleset: &R,
    book: &impl Book<R>,
    position: &R::Position,
    mover: Player,
) -> Option<R::Position> {
    if ruleset.verdict(position, mover).is_some() {
        return None;
    }
    let mut best: Option<(Worth, String, R::Position)> = None;
    ruleset.options(position, mover, &mut |option| {
        let worth = book.look(ruleset, &option, mover.other()).expect("the table has every option").before();
        let order = best.as_ref().map_or(Ordering::Greater, |(least, ..)| worth.compare(*least));
        if order == Ordering::Less {
            return;
        }
        let text = ruleset.print(&option);
        if order == Ordering::Greater || best.as_ref().is_some_and(|(_, least, _)| text < *least) {
            best = Some((worth, text, option));
        }
    });
    best.map(|(.., option)| option)
}

/// One position, with the engine that its ruleset allows.
#[derive(Clone, Copy)]
struct One<'a> {
    request: &'a Request,
    budget: &'a Budget,
}

impl FiniteVisitor for One<'_> {
    type Out = Result<Answer<Ask, Solved>, Error>;

    fn visit<R: Finite>(self, ruleset: R) -> Self::Out {
        let begun = Instant::now();
        let (position, mover) = locate(&ruleset, self.request)?;
        let index = ruleset.numbered(self.request.symmetry);
        let mut table = Table::unsolved(index, self.request.convention, false, self.budget);
        Book::know(&mut table, &ruleset, &position, mover, self.budget)?;
        let solved = moves(&ruleset, &table, &position, mover);
        let counts = table.counts();
        Ok(Answer {
            ask: ask(&ruleset, self.request, &position, mover),
            answer: solved,
            method: DENSE.into(),
            work: work(begun, self.budget, table.index().size(), counts.edges, counts.bytes),
        })
    }
}

impl KeyedVisitor for One<'_> {
    type Out = Result<Answer<Ask, Solved>, Error>;

    fn visit<R: Keyed>(self, ruleset: R) -> Self::Out {
        let begun = Instant::now();
        let (position, mover) = locate(&ruleset, self.request)?;
        let found = find(&ruleset, &position, mover, self.request, Wanted::Worth, self.budget)?;
        let Some(found) = found else { return Visitor::visit(self, ruleset) };
        let table = Table::solve(found, self.request.convention, false, self.budget)?;
        let counts = table.counts();
        let bytes = counts.bytes + table.index().bytes();
        Ok(Answer {
            ask: ask(&ruleset, self.request, &position, mover),
            answer: moves(&ruleset, &table, &position, mover),
            method: FOUND.into(),
            work: work(begun, self.budget, table.index().count(), counts.edges, bytes),
        })
    }
}

/// Finds the positions that play from one can reach; `None` where the ruleset has no words for this variant or too many
/// images to tell apart.
fn find<R: Keyed>(
    ruleset: &R,
    position: &R::Position,
    mover: Player,
    request: &Request,
    wanted: Wanted,
    budget: &Budget,
) -> Result<Option<Found<R>>, Error> {
    if !ruleset.fits() {
        return Ok(None);
    }
    Found::find(ruleset.clone(), position, mover, request.symmetry, wanted, budget)
}

impl Visitor for One<'_> {
    type Out = Result<Answer<Ask, Solved>, Error>;

    fn visit<R: Ruleset>(self, ruleset: R) -> Self::Out {
        let begun = Instant::now();
        let (position, mover) = locate(&ruleset, self.request)?;
        let ask = ask(&ruleset, self.request, &position, mover);
        let table = Reached::solve(ruleset, &position, mover, self.request.convention, self.budget)?;
        let solved = moves(table.ruleset(), &table, &position, mover);
        Ok(Answer {
            ask,
            answer: solved,
            method: REACHED.into(),
            work: work(begun, self.budget, table.states().len() as u64, table.edges(), table.bytes()),
        })
    }
}

fn work(begun: Instant, budget: &Budget, positions: u64, edges: u64, bytes: u64) -> Work {
    Work::default()
        .with("seconds", begun.elapsed().as_secs_f64())
        .with("threads", budget.threads())
        .with("positions", positions)
        .with("moves", edges)
        .with("bytes", bytes)
}

/// The position and mover that a request means.
fn locate<R: Ruleset>(ruleset: &R, request: &Request) -> Result<(R::Position, Player), Fault> {
    let position = match &request.position {
        Some(text) => ruleset.parse(text)?,
        None => ruleset.start().ok_or_else(|| {
            Fault::new("no position", format!("a position of {}, which has no usual start", R::NAME))
        })?,
    };
    let mover = match (ruleset.turn(&position), request.mover) {
        (Some(turn), Some(mover)) if turn != mover => {
            return Err(Fault::new(
                format!("{mover} ({}) to move", name::<R>(mover)),
                format!("{turn} ({}), whose turn it is in this position", name::<R>(turn)),
            ));
        }
        (Some(turn), _) => turn,
        (None, mover) => mover.unwrap_or(Player::Left),
    };
    Ok((position, mover))
}

/// What a ruleset calls a player.
fn name<R: Ruleset>(player: Player) -> &'static str {
    R::PLAYERS[usize::from(player == Player::Right)]
}

fn ask<R: Ruleset>(ruleset: &R, request: &Request, position: &R::Position, mover: Player) -> Ask {
    Ask {
        question: "solve",
        ruleset: R::NAME,
        variant: ruleset.variant(),
        position: ruleset.print(position),
        mover,
        convention: request.convention,
    }
}

/// What a position and each of its moves are worth, from a table that knows it and the positions after them.
///
/// Two moves that lead to the same position are one here.
///
/// # Panics
/// If the table does not know one of them.
pub fn moves<R: Ruleset>(ruleset: &R, book: &impl Book<R>, position: &R::Position, mover: Player) -> Solved {
    let own = book.look(ruleset, position, mover).expect("the table has the position");
    let mut moves = Vec::new();
    if ruleset.verdict(position, mover).is_none() {
        ruleset.options(position, mover, &mut |option| {
            let worth =
                book.look(ruleset, &option, mover.other()).expect("the table has every option").before();
            moves.push(Move { to: ruleset.print(&option), worth });
        });
    }
    moves.sort_by(|a, b| b.worth.compare(a.worth).then_with(|| a.to.cmp(&b.to)));
    moves.dedup_by(|a, b| a.to == b.to);
    let keeps = moves.iter().take_while(|each| each.worth.value() == own.value());
    Solved { worth: own, best_moves: keeps.map(|each| each.to.clone()).collect(), moves }
}
