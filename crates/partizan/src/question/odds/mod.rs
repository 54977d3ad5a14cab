//! `odds`: the exact chance that each side wins when both move at random.
//!
//! Each move is uniform over the legal moves of the player to move, and independent of the moves before.

pub mod hex;

use crate::budget::Budget;
use crate::question::exact::{Exact, as_text, ratio};
use crate::question::{Answer, Error, Work};
use crate::ruleset::hex::Hex;
use crate::ruleset::{Lookup, Player, Ruleset, Variant, pages, unknown};
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

/// The odds of a Hex board.
#[derive(Clone, Debug, Serialize)]
pub struct HexAnswer {
    /// White's chance.
    pub white: Exact,
    /// Black's chance.
    pub black: Exact,
    /// Who has joined their sides already, if anybody has.
    pub decided: Option<&'static str>,
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// The number of empty cells.
    pub empty: usize,
    /// How many of them White fills.
    pub white_to_place: usize,
    /// How many of them Black fills.
    pub black_to_place: usize,
    /// How many fillings White wins.
    #[serde(serialize_with = "as_text")]
    pub white_fillings: BigUint,
    /// How many fillings there are.
    #[serde(serialize_with = "as_text")]
    pub fillings: BigUint,
}

/// Whether this question can be asked of the ruleset of this name.
pub fn can_ask(ruleset: &str) -> bool {
    ruleset == Hex::NAME
}

/// What the players of Hex are called.
fn hex_player(player: Player) -> &'static str {
    match player {
        Player::Left => "white",
        Player::Right => "black",
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
/// assert_eq!((answer.white.fraction.as_str(), answer.black.decimal.as_str()), ("2/3", "0.333333"));
/// assert_eq!(answer.white_fillings, 84u32.into()); // of 126
/// # Ok::<(), partizan::Error>(())
/// ```
pub fn odds(request: &Request, budget: &Budget) -> Result<Answer<Ask, HexAnswer>, Error> {
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
    let odds = hex::odds(&board, request.first, budget)?;
    let chances = odds.chances();
    Ok(Answer {
        ask: Ask {
            question: "odds",
            ruleset: Hex::NAME,
            variant: ruleset.variant(),
            position: ruleset.print(&board),
            first: hex_player(request.first),
            random: "uniform over moves",
        },
        answer: HexAnswer {
            white: Exact::new(&chances.left, request.digits),
            black: Exact::new(&chances.right, request.digits),
            decided: odds.decided.map(hex_player),
            rows: board.rows(),
            columns: board.columns(),
            empty: odds.white_to_place + odds.black_to_place,
            white_to_place: odds.white_to_place,
            black_to_place: odds.black_to_place,
            white_fillings: odds.white_fillings,
            fillings: odds.fillings,
        },
        method: if odds.decided.is_some() {
            "the stones on the board already join two sides".into()
        } else {
            "winning fillings counted over interface words along the long diagonal".into()
        },
        work: Work::default()
            .with("seconds", start.elapsed().as_secs_f64())
            .with("threads", budget.threads()),
    })
}
