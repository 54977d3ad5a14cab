//! Odds of any ruleset: the random walk over the positions that play can reach, cycles allowed.
//!
//! Without cycles each position is a mean over the positions after it. With cycles the chances solve linear systems, one
//! for each part of the game in which play can return: exactly, by lifting ([`walk`]); or in floating point with a
//! certified bound ([`approximate`]).

mod certified;
mod chain;
mod graph;
mod lifting;

pub use certified::{Certified, Walk as CertifiedWalk};
pub use chain::Walk;

use super::{Ask, Odds, Request};
use crate::budget::{Budget, Stop};
use crate::question::exact::{Exact, decimal};
use crate::question::solve::Convention;
use crate::question::{Answer, Error, Work};
use crate::ruleset::{Player, Ruleset, Visitor};
use graph::Graph;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::Zero;
use serde::Serialize;
use std::time::Instant;

/// What random means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Moves {
    /// Each legal move is as likely as any other.
    #[default]
    All,
    /// Each position that a legal move leads to is as likely as any other, however many moves lead there.
    Results,
}

impl Moves {
    /// How an answer names it.
    pub fn name(self) -> &'static str {
        match self {
            Moves::All => "uniform over moves",
            Moves::Results => "uniform over distinct resulting positions",
        }
    }
}

/// What random play from a position comes to, exactly, from the mover's side.
///
/// # Errors
/// [`Stop`] when the budget is spent; [`Stop::TooLarge`] where the part of the game in which play can return is beyond
/// the limit.
///
/// # Complexity
/// Linear in the moves of all reachable positions, but for each part of k positions in which play can return: k^3 / 3
/// for one factorisation, and some k^3 for its digits.
///
/// ```
/// use partizan::question::odds::general::{Moves, walk};
/// use partizan::question::solve::Convention;
/// use partizan::ruleset::{Player, Ruleset, hex::Hex};
/// use partizan::Budget;
///
/// let board = Hex::default().parse("2x3")?;
/// let walk = walk(&Hex::default(), &board, Player::Left, Moves::All, Convention::Normal, &Budget::unlimited())?;
/// assert_eq!(walk.win.to_string(), "4/5");
/// # Ok::<(), partizan::Error>(())
/// ```
pub fn walk<R: Ruleset>(
    ruleset: &R,
    position: &R::Position,
    mover: Player,
    moves: Moves,
    convention: Convention,
    budget: &Budget,
) -> Result<Walk, Stop> {
    let graph = Graph::find(ruleset, position, mover, moves, convention, budget)?;
    chain::walk(&graph, budget).map(|(walk, _)| walk)
}

/// The same in floating point, with certified bounds.
///
/// # Errors
/// [`Stop`] when the budget is spent.
pub fn approximate<R: Ruleset>(
    ruleset: &R,
    position: &R::Position,
    mover: Player,
    moves: Moves,
    convention: Convention,
    budget: &Budget,
) -> Result<CertifiedWalk, Stop> {
    let graph = Graph::find(ruleset, position, mover, moves, convention, budget)?;
    certified::walk(&graph, budget)
}

/// What the general engine answers.
#[derive(Clone, Debug, Serialize)]
pub struct PlayOdds {
    /// Left's chance to win.
    pub left: Exact,
    /// Right's chance to win.
    pub right: Exact,
    /// The chance that the game ends level.
    pub tie: Exact,
    /// The chance that it never ends.
    pub never: Exact,
    /// The mean number of moves to the end; nothing where play may never end.
    pub plies: Option<Exact>,
}

/// What the general engine answers approximately.
#[derive(Clone, Debug, Serialize)]
pub struct ApproximateOdds {
    /// Left's chance to win.
    pub left: Bounded,
    /// Right's chance to win.
    pub right: Bounded,
    /// The chance that the game ends level.
    pub tie: Bounded,
    /// The chance that it never ends.
    pub never: Bounded,
    /// The mean number of moves to the end; nothing where play may never end.
    pub plies: Option<Bounded>,
    /// A bound on the error of the win chances of every position that play can reach.
    pub error_everywhere: String,
}

/// A decimal and a bound on its error, its rounding included.
#[derive(Clone, Debug, Serialize)]
pub struct Bounded {
    /// The number, rounded half to even.
    pub decimal: String,
    /// The most by which the decimal can be wrong, rounded up: `1.2e-15`.
    pub error: String,
}

impl Bounded {
    fn new(number: &Certified, digits: usize) -> Bounded {
        let rounding = if number.error.is_zero() && (&number.value * power_of_ten(digits)).is_integer() {
            BigRational::zero()
        } else {
            BigRational::new(1.into(), 2.into()) / power_of_ten(digits)
        };
        Bounded { decimal: decimal(&number.value, digits), error: scientific(&(&number.error + rounding)) }
    }
}

fn power_of_ten(digits: usize) -> BigRational {
    BigRational::from_integer(num_traits::pow(BigInt::from(10), digits))
}

/// A small number of two digits, rounded up: `1.3e-15`; `0` for 0.
fn scientific(number: &BigRational) -> String {
    if number.is_zero() {
        return "0".into();
    }
    let mut exponent = 0i32;
    let ten = power_of_ten(1);
    let mut scaled = number.clone();
    while scaled < BigRational::from_integer(1.into()) {
        scaled *= &ten;
        exponent -= 1;
    }
    while scaled >= ten {
        scaled /= &ten;
        exponent += 1;
    }
    let tenths = (scaled * &ten).ceil().to_integer();
    let (tenths, exponent) =
        if tenths >= 100.into() { (BigInt::from(10), exponent + 1) } else { (tenths, exponent) };
    let (whole, tenth) = tenths.div_rem(&10.into());
    format!("{whole}.{tenth}e{exponent}")
}

/// Asks a ruleset that has been looked up.
pub(super) struct Play<'a> {
    /// The question.
    pub request: &'a Request,
    /// Its limits.
    pub budget: &'a Budget,
}

impl Visitor for Play<'_> {
    type Out = Result<Answer<Ask, Odds>, Error>;

    fn visit<R: Ruleset>(self, ruleset: R) -> Self::Out {
        let begun = Instant::now();
        let Play { request, budget } = self;
        let position = match &request.position {
            Some(text) => ruleset.parse(text)?,
            None => ruleset
                .start()
                .ok_or_else(|| Error::Cannot(format!("{} has no usual start: say a position", R::NAME)))?,
        };
        let mover = request.first.or_else(|| ruleset.turn(&position)).unwrap_or(Player::Left);
        let graph = Graph::find(&ruleset, &position, mover, request.moves, request.convention, budget)?;
        let digits = request.digits;
        let exact = |number: &BigRational| Exact::new(number, digits);
        let (odds, method) = if request.approximate {
            let walk = certified::walk(&graph, budget)?;
            let (left, right) = sides(mover, &walk.win, &walk.lose);
            let bounded = |number: &Certified| Bounded::new(number, digits);
            let odds = Odds::Approximate(Box::new(ApproximateOdds {
                left: bounded(left),
                right: bounded(right),
                tie: bounded(&walk.tie),
                never: bounded(&walk.never),
                plies: walk.plies.as_ref().map(bounded),
                error_everywhere: scientific(&walk.everywhere),
            }));
            (odds, "floating point, with a bound certified in whole numbers".to_string())
        } else {
            let (walk, largest) = chain::walk(&graph, budget)?;
            let (left, right) = sides(mover, &walk.win, &walk.lose);
            let odds = Odds::Play(Box::new(PlayOdds {
                left: exact(left),
                right: exact(right),
                tie: exact(&walk.tie),
                never: exact(&walk.never),
                plies: walk.plies.as_ref().map(exact),
            }));
            let method = if largest == 1 {
                "means over the positions after each move".to_string()
            } else {
                format!(
                    "linear systems by p-adic lifting; the largest has {largest} positions, images counted once"
                )
            };
            (odds, method)
        };
        Ok(Answer {
            ask: Ask {
                question: "odds",
                ruleset: R::NAME,
                variant: ruleset.variant(),
                position: ruleset.print(&position),
                first: if mover == Player::Left { "left" } else { "right" },
                random: request.moves.name(),
                convention: Some(request.convention),
            },
            answer: odds,
            method,
            work: Work::default()
                .with("seconds", begun.elapsed().as_secs_f64())
                .with("positions", graph.len())
                .with("moves", graph.visited)
                .with("threads", budget.threads()),
        })
    }
}

/// Left's and Right's from the mover's and the other's.
fn sides<'a, T>(mover: Player, win: &'a T, lose: &'a T) -> (&'a T, &'a T) {
    match mover {
        Player::Left => (win, lose),
        Player::Right => (lose, win),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_rounded_up() {
        let shown = |num: i64, den: i64| scientific(&BigRational::new(num.into(), den.into()));
        assert_eq!(shown(1, 1000), "1.0e-3");
        assert_eq!(shown(1001, 1_000_000), "1.1e-3");
        assert_eq!(shown(999, 1000), "1.0e0");
        assert_eq!(shown(0, 1), "0");
    }
}
