//! `odds`: the exact chance that each side wins when both move at random.
//!
//! Each move is uniform over the legal moves of the player to move, and independent of the moves before.

pub mod connection;
pub mod general;

use crate::budget::Budget;
use crate::question::exact::{Exact, ratio};
use crate::question::solve::Convention;
use crate::question::{Answer, Error, Work};
use crate::ruleset::hex::Hex;
use crate::ruleset::y::Y;
use crate::ruleset::{Player, Ruleset, Variant, with_ruleset};
use connection::{ConnectionBoard, ConnectionOdds, Extras};
use general::{ApproximateOdds, Moves, Play, PlayOdds};
use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::One;
use serde::Serialize;
use std::time::Instant;

/// The chance of each player to win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chances {
    /// Left's.
    pub left: BigRational,
    /// Right's.
    pub right: BigRational,
}

impl Chances {
    /// The chances where one of the two wins in any case, and Left in `left` of `all` equally likely cases.
    ///
    /// # Panics
    /// If `all` is 0.
    pub fn from_counts(left: &BigUint, all: &BigUint) -> Chances {
        let left = ratio(left, all);
        Chances { right: BigRational::one() - &left, left }
    }
}

/// What is asked: a position of a ruleset.
#[derive(Clone, Debug)]
pub struct Request {
    /// The ruleset's name.
    pub ruleset: String,
    /// Its settings.
    pub variant: Variant,
    /// The position's text; the ruleset's start where there is none.
    pub position: Option<String>,
    /// Who moves first; where nobody is named, White in Hex and Y, in others the side whose turn the position tells,
    /// else Left.
    pub first: Option<Player>,
    /// What random means; in Hex and Y the two models are one.
    pub moves: Moves,
    /// What having no move means where the rules have no verdict.
    pub convention: Convention,
    /// Floating point with a certified bound in place of fractions.
    pub approximate: bool,
    /// How many digits after the point the decimals have.
    pub digits: usize,
    /// What is asked of a board of Hex or Y beside the odds.
    pub board: Extras,
}

impl Request {
    /// The start position of a ruleset in its usual variant, Left (in Hex and Y: White) first, with six digits.
    pub fn new(ruleset: impl Into<String>) -> Self {
        Request {
            ruleset: ruleset.into(),
            variant: Variant::default(),
            position: None,
            first: None,
            moves: Moves::All,
            convention: Convention::Normal,
            approximate: false,
            digits: 6,
            board: Extras::default(),
        }
    }

    /// The same for this position.
    pub fn at(mut self, position: impl Into<String>) -> Self {
        self.position = Some(position.into());
        self
    }

    /// The same with this player to move first.
    pub fn first(mut self, first: Player) -> Self {
        self.first = Some(first);
        self
    }
}

/// The question, as an answer repeats it.
#[derive(Clone, Debug, Serialize)]
pub struct Ask {
    /// `odds`.
    pub question: &'static str,
    /// The ruleset.
    pub ruleset: &'static str,
    /// Its variant.
    pub variant: Variant,
    /// The position.
    pub position: String,
    /// Who moves first.
    pub first: &'static str,
    /// What random means.
    pub random: &'static str,
    /// What having no move means, where that matters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub convention: Option<Convention>,
}

/// What the question answers.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Odds {
    /// A board of Hex or Y, by the engine of connection games.
    Connection(Box<ConnectionOdds>),
    /// Any game.
    Play(Box<PlayOdds>),
    /// Any game, in floating point with a certified bound.
    Approximate(Box<ApproximateOdds>),
}

impl Odds {
    /// Left's chance to win, in Hex and Y White's; nothing where it was only approximated.
    pub fn left(&self) -> Option<&Exact> {
        match self {
            Odds::Connection(odds) => Some(&odds.white),
            Odds::Play(odds) => Some(&odds.left),
            Odds::Approximate(_) => None,
        }
    }

    /// Right's chance to win, in Hex and Y Black's; nothing where it was only approximated.
    pub fn right(&self) -> Option<&Exact> {
        match self {
            Odds::Connection(odds) => Some(&odds.black),
            Odds::Play(odds) => Some(&odds.right),
            Odds::Approximate(_) => None,
        }
    }
}

/// The odds of a position of a ruleset by name.
///
/// # Errors
/// A fault in the request or the position; why it stopped: instances beyond a limit are refused before memory is
/// taken.
///
/// ```
/// use partizan::Budget;
/// use partizan::question::odds::{Request, odds};
///
/// let answer = odds(&Request::new("hex").at("3x3"), &Budget::unlimited())?.answer;
/// assert_eq!(answer.left().unwrap().fraction, "2/3"); // White, who joins top and bottom, moves first
/// assert_eq!(answer.right().unwrap().decimal, "0.333333");
/// # Ok::<(), partizan::Error>(())
/// ```
pub fn odds(request: &Request, budget: &Budget) -> Result<Answer<Ask, Odds>, Error> {
    if request.approximate || request.convention == Convention::Misere {
        return with_ruleset(&request.ruleset, &request.variant, Play { request, budget })?;
    }
    match request.ruleset.as_str() {
        Hex::NAME => connection::<Hex>(
            request,
            "winning fillings counted over interface words along the long diagonal",
            budget,
        ),
        Y::NAME => connection::<Y>(
            request,
            "winning fillings counted over interface words row by row from a corner",
            budget,
        ),
        _ => with_ruleset(&request.ruleset, &request.variant, Play { request, budget })?,
    }
}

/// The odds of a board of a connection game; `method` is how they are found while the game is open.
fn connection<R>(request: &Request, method: &str, budget: &Budget) -> Result<Answer<Ask, Odds>, Error>
where
    R: Ruleset,
    R::Position: ConnectionBoard,
{
    let start = Instant::now();
    request.variant.check(R::NAME, R::settings())?;
    let ruleset = R::with_variant(&request.variant)?;
    let board = match &request.position {
        Some(text) => ruleset.parse(text)?,
        None => ruleset.start().expect("a connection game starts on an empty board"),
    };
    let first = request.first.unwrap_or(Player::Left);
    let odds = connection::answer(&board, first, &request.board, request.digits, budget)?;
    Ok(Answer {
        ask: Ask {
            question: "odds",
            ruleset: R::NAME,
            variant: ruleset.variant(),
            position: ruleset.print(&board),
            first: connection::player_name(first),
            random: request.moves.name(),
            convention: None,
        },
        method: match odds.decided {
            Some(_) => "the stones on the board have already decided the game".into(),
            None => method.into(),
        },
        answer: Odds::Connection(Box::new(odds)),
        work: Work::default()
            .with("seconds", start.elapsed().as_secs_f64())
            .with("threads", budget.threads()),
    })
}
