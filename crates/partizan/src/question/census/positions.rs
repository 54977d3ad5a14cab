//! All positions of a ruleset on a board: how often each value occurs, with the first example of each.

use super::super::claim::Claim;
use super::super::value::Evaluator;
use super::super::{Answer, Error, Work};
use super::games::{GameSum, Spread, game_sum};
use super::table::ValueTable;
use crate::budget::{Budget, Stop};
use crate::fault::Fault;
use crate::ruleset::{Short, ShortVisitor, Variant, with_short};
use crate::value::{Id, Store};
use hashbrown::HashMap;
use num_bigint::BigUint;
use serde::Serialize;
use serde_json::json;
use std::rc::Rc;
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
    /// How many boards are drawn and added.
    pub draws: u64,
    /// Whether all values of their sum are asked for, not only who wins it.
    pub sum_values: bool,
}

/// What a census of boards answers: every board of the family is equally likely.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Positions {
    /// The values of one board. The first example is the first board in the order of the letters, of which the last
    /// cell changes first.
    #[serde(flatten)]
    pub table: ValueTable,
    /// The sum of several boards, drawn independently, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sum: Option<GameSum>,
}

/// The sum of several boards of one family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardSum {
    /// How many boards are drawn, at least 1.
    pub draws: u64,
    /// Whether the values of the sum are asked for, not only who wins it.
    pub values: bool,
    /// Digits after the point of each decimal.
    pub digits: usize,
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
/// Each board is valued once, and so is each position that can be reached. A sum of draws takes pairs of values of two
/// halves of them.
///
/// ```
/// use partizan::{Budget, question::census::positions};
///
/// let answer = positions("domineering", None, [2, 2], None, &Budget::unlimited()).unwrap().answer;
/// assert_eq!(answer.table.positions, 16u32.into());
/// assert_eq!(answer.table.different_values, 5); // 0, 1, -1, * and ±1
/// ```
///
/// With a sum, who wins several boards drawn independently and played together; whoever moves first chooses the board.
///
/// ```
/// use partizan::{Budget, question::census::{BoardSum, positions}};
///
/// let two = BoardSum { draws: 2, values: false, digits: 6 };
/// let sum = positions("domineering", None, [2, 1], Some(two), &Budget::unlimited()).unwrap().answer.sum.unwrap();
/// assert_eq!((sum.left_wins.fraction.as_str(), sum.second_player_wins.fraction.as_str()), ("7/16", "9/16"));
/// ```
pub fn positions(
    ruleset: &str,
    family: Option<&str>,
    sizes: [u64; 2],
    sum: Option<BoardSum>,
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
    if sum.is_some_and(|sum| sum.draws == 0) {
        return Err(Fault::new("0 boards", "at least 1 board to be drawn").into());
    }
    let start = Instant::now();
    let store = Store::with_budget(budget.clone())?;
    let family = FamilyOfBoards { boards, sizes, count };
    let census = Census { family, store: &store, budget };
    let Counted { counts, variant, positions } = with_short(ruleset, &Variant::default(), census)??;
    let spread: Vec<(Id, BigUint)> = counts.iter().map(|&(id, count, _)| (id, count.into())).collect();
    let found = counts.into_iter().map(|(id, count, first)| (id, count.into(), first)).collect();
    let table = ValueTable::with_examples(&store, found, |&first| family.board(first), budget)?;
    let sum_of = |of: BoardSum| -> Result<GameSum, Stop> {
        let spread = Rc::new(Spread::new(spread, budget)?);
        game_sum(&store, &[(spread, of.draws)], of.values, of.digits, budget)
    };
    let proved = |stop: Stop| Error::Stopped {
        stop: Box::new(stop),
        proved: Some(json!({"one_board": {
            "positions": table.positions.to_string(),
            "different_values": table.different_values,
            "outcomes": table.outcomes,
        }})),
    };
    let added = sum.map(sum_of).transpose().map_err(proved)?;
    Ok(Answer {
        ask: PositionsAsk {
            question: "census",
            ruleset: boards.ruleset,
            variant,
            family: boards.family,
            letters: boards.letters,
            sizes,
            draws: sum.map_or(1, |sum| sum.draws),
            sum_values: sum.is_some_and(|sum| sum.values),
        },
        answer: Positions { table, sum: added },
        method: match sum {
            None => "every board valued by its options; exact",
            Some(BoardSum { values: false, .. }) => {
                "every board valued by its options; the values of two halves of the draws compared; exact"
            }
            Some(_) => {
                "every board valued by its options; all values of two halves of the draws added; exact"
            }
        }
        .into(),
        work: Work::default()
            .with("seconds", start.elapsed().as_secs_f64())
            .with("threads", budget.threads())
            .with("positions", positions)
            .with("games", store.len()),
    })
}

/// The boards of a family with so many rows and columns, numbered from 0.
#[derive(Clone, Copy)]
struct FamilyOfBoards {
    boards: Boards,
    sizes: [u64; 2],
    count: u64,
}

impl FamilyOfBoards {
    /// The board of this number.
    fn board(&self, number: u64) -> String {
        let mut text = String::new();
        self.write(number, &mut text);
        text
    }

    /// Writes it over the text.
    fn write(&self, number: u64, text: &mut String) {
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

/// Values the boards of a family.
struct Census<'b> {
    family: FamilyOfBoards,
    store: &'b Store,
    budget: &'b Budget,
}

/// The values with how many boards have each and the number of the first.
struct Counted {
    counts: Vec<(Id, u64, u64)>,
    variant: Variant,
    positions: u64,
}

/// What a value takes in the table while the boards are counted, and after.
const VALUE: u128 = 128;

impl ShortVisitor for Census<'_> {
    type Out = Result<Counted, Error>;

    fn visit<R: Short>(self, ruleset: R) -> Self::Out {
        let evaluator = Evaluator::new(self.store, &ruleset);
        let claim = Claim::new(self.budget);
        let mut found: HashMap<Id, (u64, u64), foldhash::fast::FixedState> = HashMap::default();
        let mut text = String::new();
        for number in 0..self.family.count {
            if number % 4096 == 0 {
                self.budget.check()?;
                self.budget.report(number, Some(self.family.count), "boards");
            }
            self.family.write(number, &mut text);
            let value = evaluator.value(&ruleset.parse(&text)?)?;
            if !found.contains_key(&value) {
                claim.more(VALUE)?;
            }
            found.entry(value).or_insert((0, number)).0 += 1;
        }
        Ok(Counted {
            counts: found.into_iter().map(|(value, (count, first))| (value, count, first)).collect(),
            variant: ruleset.variant(),
            positions: evaluator.positions(),
        })
    }
}
