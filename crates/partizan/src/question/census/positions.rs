//! All positions of a ruleset on a board: how often each value occurs, with the first example of each.

use super::super::value::Evaluator;
use super::super::{Answer, Error, Work};
use crate::budget::{Budget, Stop};
use crate::fault::Fault;
use crate::ruleset::{Short, ShortVisitor, Variant, with_short};
use crate::value::{Dyadic, Id, Outcome, Store};
use hashbrown::HashMap;
use serde::Serialize;
use std::cmp::Reverse;
use std::time::Instant;

/// The greatest number of positions that are enumerated.
pub const MAX_POSITIONS: u64 = 1 << 24;

/// A family of boards: every cell is one of these letters, independent of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Boards {
    /// The ruleset.
    pub ruleset: &'static str,
    /// The name of the family.
    pub family: &'static str,
    /// The letters of a cell, as the ruleset's notation has them.
    pub letters: &'static str,
}

/// All families of boards; the first of a ruleset is meant where none is named.
pub const BOARDS: &[Boards] = &[
    Boards { ruleset: "domineering", family: "subsets", letters: ".#" },
    Boards { ruleset: "clobber", family: "fillings", letters: "xo" },
    Boards { ruleset: "clobber", family: "positions", letters: "xo." },
    Boards { ruleset: "amazons", family: "positions", letters: ".xo#" },
    Boards { ruleset: "col", family: "subsets", letters: ".#" },
    Boards { ruleset: "col", family: "positions", letters: ".LR#" },
    Boards { ruleset: "snort", family: "subsets", letters: ".#" },
    Boards { ruleset: "snort", family: "positions", letters: ".LR#" },
    Boards { ruleset: "toads-and-frogs", family: "positions", letters: "TF." },
];

/// The question repeated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PositionsAsk {
    /// Always `census`.
    pub question: &'static str,
    /// The ruleset.
    pub ruleset: &'static str,
    /// Its variant.
    pub variant: Variant,
    /// The family of boards.
    pub family: &'static str,
    /// The letters of a cell.
    pub letters: &'static str,
    /// Rows and columns.
    pub sizes: [u64; 2],
}

/// What a census of boards answers: every board of the family is equally likely.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Positions {
    /// How many boards there are.
    pub positions: u64,
    /// How many different values they have.
    pub different_values: u64,
    /// How many boards are won by whom.
    pub outcomes: Outcomes,
    /// How many boards have a number for their value.
    pub numbers: u64,
    /// The nimbers that occur, upwards, 0 and *1 among them.
    pub nimbers: Vec<u64>,
    /// The greatest temperature. That of a number m/2^k is -1/2^k, of an integer -1.
    pub hottest: String,
    /// The values, the most frequent first, and those equally frequent in the order of their first boards.
    pub values: Vec<BoardValue>,
}

/// How many boards are won by whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Outcomes {
    /// Left, whoever begins.
    pub left: u64,
    /// Right, whoever begins.
    pub right: u64,
    /// Whoever begins.
    pub first_player: u64,
    /// Whoever does not begin.
    pub second_player: u64,
}

/// One value of a census.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoardValue {
    /// The canonical form.
    pub value: String,
    /// How many boards have it.
    pub count: u64,
    /// The first of them: the boards are in the order of their letters, the last cell changes first.
    pub first: String,
    /// Who wins: L, R, N (whoever begins) or P (whoever does not).
    pub outcome: String,
    /// Its mean.
    pub mean: String,
    /// Its temperature.
    pub temperature: String,
}

/// The values of all boards of a family with so many rows and columns.
///
/// Without a name the ruleset's first family is meant; see [`BOARDS`].
///
/// # Errors
/// [`Error::Cannot`] for a ruleset without such a family, a fault for an unknown family or a side of 0,
/// [`Stop::TooLarge`] beyond [`MAX_POSITIONS`]; those of the budget.
///
/// # Complexity
/// Each board is valued once, and so is each position that can be reached.
///
/// ```
/// use partizan::{Budget, question::census::positions};
///
/// let answer = positions("domineering", None, [2, 2], &Budget::unlimited()).unwrap().answer;
/// assert_eq!((answer.positions, answer.different_values), (16, 5)); // 0, 1, -1, * and ±1
/// ```
pub fn positions(
    ruleset: &str,
    family: Option<&str>,
    sizes: [u64; 2],
    budget: &Budget,
) -> Result<Answer<PositionsAsk, Positions>, Error> {
    let families: Vec<Boards> = BOARDS.iter().copied().filter(|boards| boards.ruleset == ruleset).collect();
    let Some(&first) = families.first() else {
        let have = super::RULESETS.join(", ");
        return Err(Error::Cannot(format!(
            "{ruleset} has no family of positions; rulesets that have: {have}"
        )));
    };
    let boards = match family {
        None => first,
        Some(name) => families.iter().copied().find(|boards| boards.family == name).ok_or_else(|| {
            let names: Vec<&str> = families.iter().map(|boards| boards.family).collect();
            Fault::new(format!("the family {}", crate::fault::quote_text(name)), names.join(" or "))
        })?,
    };
    for (side, size) in ["rows", "columns"].iter().zip(sizes) {
        if size == 0 {
            return Err(Fault::new(format!("0 {side}"), format!("at least 1 of the {side}")).into());
        }
    }
    let letters = boards.letters.len() as u64;
    let count = sizes[0]
        .checked_mul(sizes[1])
        .and_then(|cells| letters.checked_pow(u32::try_from(cells).ok()?))
        .filter(|&count| count <= MAX_POSITIONS);
    let Some(count) = count else {
        return Err(Stop::TooLarge {
            what: "the family".into(),
            size: format!("{letters}^({} x {}) positions", sizes[0], sizes[1]),
            limit: format!("{MAX_POSITIONS} positions"),
            advice: None,
        }
        .into());
    };
    with_short(ruleset, &Variant::default(), Census { boards, sizes, count, budget })?
}

struct Census<'b> {
    boards: Boards,
    sizes: [u64; 2],
    count: u64,
    budget: &'b Budget,
}

impl Census<'_> {
    /// The board of this number, as text.
    fn board(&self, number: u64, text: &mut String) {
        let letters = self.boards.letters.as_bytes();
        let (cells, columns) = (self.sizes[0] * self.sizes[1], self.sizes[1]);
        text.clear();
        let mut place = self.count;
        let mut rest = number;
        for cell in 0..cells {
            if cell > 0 && cell % columns == 0 {
                text.push('/');
            }
            place /= letters.len() as u64;
            text.push(char::from(letters[(rest / place) as usize]));
            rest %= place;
        }
    }
}

impl ShortVisitor for Census<'_> {
    type Out = Result<Answer<PositionsAsk, Positions>, Error>;

    fn visit<R: Short>(self, ruleset: R) -> Self::Out {
        let start = Instant::now();
        let store = Store::with_budget(self.budget.clone())?;
        let evaluator = Evaluator::new(&store, &ruleset);
        let mut found: HashMap<Id, (u64, u64)> = HashMap::new();
        let mut text = String::new();
        for number in 0..self.count {
            if number % 4096 == 0 {
                self.budget.check()?;
                self.budget.report(number, Some(self.count), "boards");
            }
            self.board(number, &mut text);
            let value = evaluator.value(&ruleset.parse(&text)?)?;
            found.entry(value).or_insert((0, number)).0 += 1;
        }
        let mut found: Vec<(Id, u64, u64)> =
            found.into_iter().map(|(value, (count, first))| (value, count, first)).collect();
        found.sort_unstable_by_key(|&(_, count, first)| (Reverse(count), first));
        let mut outcomes = Outcomes::default();
        let (mut numbers, mut nimbers) = (0, Vec::new());
        let mut hottest: Option<Dyadic> = None;
        let mut values = Vec::with_capacity(found.len());
        for &(id, count, first) in &found {
            let outcome = store.outcome(id);
            *match outcome {
                Outcome::Left => &mut outcomes.left,
                Outcome::Right => &mut outcomes.right,
                Outcome::Next => &mut outcomes.first_player,
                Outcome::Previous => &mut outcomes.second_player,
            } += count;
            if store.is_number(id) {
                numbers += count;
            }
            nimbers.extend(store.as_nimber(id));
            let thermograph = store.thermograph(id)?;
            if hottest.as_ref().is_none_or(|hottest| thermograph.temperature() > hottest) {
                hottest = Some(thermograph.temperature().clone());
            }
            self.board(first, &mut text);
            values.push(BoardValue {
                value: store.text(id)?,
                count,
                first: text.clone(),
                outcome: outcome.to_string(),
                mean: thermograph.mean().to_string(),
                temperature: thermograph.temperature().to_string(),
            });
        }
        nimbers.sort_unstable();
        Ok(Answer {
            ask: PositionsAsk {
                question: "census",
                ruleset: R::NAME,
                variant: ruleset.variant(),
                family: self.boards.family,
                letters: self.boards.letters,
                sizes: self.sizes,
            },
            answer: Positions {
                positions: self.count,
                different_values: values.len() as u64,
                outcomes,
                numbers,
                nimbers,
                hottest: hottest.map_or_else(String::new, |hottest| hottest.to_string()),
                values,
            },
            method: "every board valued by its options; exact".into(),
            work: Work::default()
                .with("seconds", start.elapsed().as_secs_f64())
                .with("threads", self.budget.threads())
                .with("positions", evaluator.positions()),
        })
    }
}
