//! `odds`: the exact chance that each side wins when both move at random.
//!
//! Each move is uniform over the legal moves of the player to move, and independent of the moves before.

pub mod hex;

use crate::budget::Budget;
use crate::question::exact::{Exact, ratio};
use crate::question::{Answer, Error, Work};
use crate::ruleset::hex::Hex;
use crate::ruleset::{Lookup, Player, Ruleset, Variant, pages, unknown};
use hex::{Extras, HexOdds};
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
    /// Who moves first.
    pub first: Player,
    /// How many digits after the point the decimals have.
    pub digits: usize,
    /// What is asked of a Hex board beside the odds.
    pub hex: Extras,
}

impl Request {
    /// The start position of a ruleset in its usual variant, Left (in Hex: White) first, with six digits.
    pub fn new(ruleset: impl Into<String>) -> Self {
        Request {
            ruleset: ruleset.into(),
            variant: Variant::default(),
            position: None,
            first: Player::Left,
            digits: 6,
            hex: Extras::default(),
        }
    }

    /// The same for this position.
    pub fn at(mut self, position: impl Into<String>) -> Self {
        self.position = Some(position.into());
        self
    }

    /// The same with this player to move first.
    pub fn first(mut self, first: Player) -> Self {
        self.first = first;
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
}

/// What the question answers.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Odds {
    /// A Hex board, by its own engine.
    Hex(Box<HexOdds>),
}

impl Odds {
    /// Left's chance to win; in Hex White's.
    pub fn left(&self) -> &Exact {
        match self {
            Odds::Hex(odds) => &odds.white,
        }
    }

    /// Right's chance to win; in Hex Black's.
    pub fn right(&self) -> &Exact {
        match self {
            Odds::Hex(odds) => &odds.black,
        }
    }
}

/// Whether this question can be asked of the ruleset of this name.
pub fn can_ask(ruleset: &str) -> bool {
    ruleset == Hex::NAME
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
/// assert_eq!(answer.left().fraction, "2/3"); // White, who joins top and bottom, moves first
/// assert_eq!(answer.right().decimal, "0.333333");
/// # Ok::<(), partizan::Error>(())
/// ```
pub fn odds(request: &Request, budget: &Budget) -> Result<Answer<Ask, Odds>, Error> {
    if !pages().iter().any(|page| page.name == request.ruleset) {
        return Err(unknown(&request.ruleset).into());
    }
    if !can_ask(&request.ruleset) {
        let have =
            Lookup::Missing { ruleset: "this ruleset", need: "engine for its odds", have: vec![Hex::NAME] };
        return Err(have.into());
    }
    let start = Instant::now();
    request.variant.check(Hex::NAME, Hex::settings())?;
    let ruleset = Hex::with_variant(&request.variant)?;
    let board = match &request.position {
        Some(text) => ruleset.parse(text)?,
        None => ruleset.empty(),
    };
    let odds = hex::answer(&board, request.first, &request.hex, request.digits, budget)?;
    Ok(Answer {
        ask: Ask {
            question: "odds",
            ruleset: Hex::NAME,
            variant: ruleset.variant(),
            position: ruleset.print(&board),
            first: hex::player_name(request.first),
            random: "uniform over moves",
        },
        method: if odds.decided.is_some() {
            "the stones on the board already join two sides".into()
        } else {
            "winning fillings counted over interface words along the long diagonal".into()
        },
        answer: Odds::Hex(Box::new(odds)),
        work: Work::default()
            .with("seconds", start.elapsed().as_secs_f64())
            .with("threads", budget.threads()),
    })
}
