//! The value of an expression: `eval` and `repl` ask it.

use super::super::exact::Exact;
use super::super::{Answer, Error, Work};
use crate::budget::{Budget, Stop};
use crate::fault::Fault;
use crate::value::{
    Comparison, Dyadic, Evaluated, Id, Relation, Statement, Store, Thermograph, Tree, Variables, Wall,
};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;
use serde::Serialize;
use std::time::Instant;

/// The question: an expression in the notation of [`Tree`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ask {
    /// Always `eval`.
    pub question: &'static str,
    /// The expression as it was asked.
    pub expression: String,
}

/// What an expression says, as doors show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Says {
    /// A game.
    Game(Box<GameSays>),
    /// Several games.
    Games {
        /// Each in the notation.
        values: Vec<String>,
    },
    /// A comparison.
    Comparison {
        /// Whether it holds.
        holds: bool,
        /// The value on the left.
        left: String,
        /// How it compares with the one on the right: `<`, `=`, `>`, or `<>` for confused.
        relation: &'static str,
        /// The value on the right.
        right: String,
    },
    /// An outcome.
    Outcome {
        /// `L`, `R`, `N` or `P`.
        outcome: String,
    },
    /// The numbers that a game is confused with.
    Confusion {
        /// From the right stop to the left stop; round brackets leave an end out; `none` if there are none.
        confusion: String,
    },
    /// A thermograph.
    Thermograph {
        /// Its walls.
        thermograph: Walls,
    },
    /// An uptimal expansion.
    Uptimal {
        /// As one word, such as `3/4*2.12-`.
        uptimal: String,
        /// The number.
        number: String,
        /// The k of the nimber *k.
        star: String,
        /// The coefficients of ^<1>, ^<2>, ...
        ups: Vec<String>,
    },
    /// There is none.
    None {
        /// What there is none of.
        what: &'static str,
    },
}

/// A game and what one asks of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameSays {
    /// The canonical form in the notation.
    pub value: String,
    /// `L`, `R`, `N` or `P`.
    pub outcome: String,
    /// The number reached when Left begins.
    pub left_stop: Exact,
    /// The number reached when Right begins.
    pub right_stop: Exact,
    /// The mean.
    pub mean: Exact,
    /// The temperature: of m/2^k it is -1/2^k, of an integer -1.
    pub temperature: Exact,
    /// The numbers that it is confused with: `[-1, 1)`, or `none`.
    pub confusion: String,
    /// The atomic weight, if it has one.
    pub atomic_weight: Option<String>,
    /// The reduced canonical form.
    pub reduced: String,
    /// The birthday.
    pub birthday: String,
    /// The walls of the thermograph.
    pub thermograph: Walls,
}

/// The corners of both walls from temperature -1 upward. The last corner of each is where it becomes vertical for good.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Walls {
    /// The left wall.
    pub left: Vec<Corner>,
    /// The right wall.
    pub right: Vec<Corner>,
}

/// A corner of a wall.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Corner {
    /// The temperature, as `num/den`.
    pub temperature: String,
    /// The value there, as `num/den`.
    pub value: String,
}

/// A dyadic rational as a rational.
fn rational(number: &Dyadic) -> BigRational {
    BigRational::new_raw(number.numerator(), BigInt::one() << number.exponent())
}

fn fraction(number: &Dyadic) -> String {
    let number = rational(number);
    format!("{}/{}", number.numer(), number.denom())
}

impl Walls {
    /// The walls of a thermograph.
    pub fn of(thermograph: &Thermograph) -> Self {
        let corners = |wall: &Wall| {
            let corner = |piece: &crate::value::Piece| Corner {
                temperature: fraction(&piece.from),
                value: fraction(&piece.value),
            };
            wall.pieces().iter().map(corner).collect()
        };
        Walls { left: corners(thermograph.left()), right: corners(thermograph.right()) }
    }
}

/// One or many expressions in one store, with variables.
#[derive(Debug)]
pub struct Session {
    store: Store,
    variables: Variables,
    digits: usize,
}

/// What a line of a session did.
#[derive(Debug)]
pub struct Line {
    /// What it says, for every door.
    pub answer: Answer<Ask, Says>,
    /// The same before it was put into words.
    pub evaluated: Evaluated,
    /// The variable that it set.
    pub set: Option<String>,
    /// The thermograph, of a game or where one was asked for.
    pub thermograph: Option<Thermograph>,
}

impl Session {
    /// A session whose games take their memory from the budget. Decimals have so many digits after the point.
    ///
    /// # Errors
    /// [`Stop`] if the budget does not hold an empty store.
    pub fn new(budget: &Budget, digits: usize) -> Result<Self, Stop> {
        Ok(Session { store: Store::with_budget(budget.clone())?, variables: Variables::new(), digits })
    }

    /// The store of the session's games.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The variables by name.
    pub fn variables(&self) -> &Variables {
        &self.variables
    }

    /// Evaluates one line: an expression, a comparison or `let name = expression`.
    ///
    /// # Errors
    /// [`Error::Fault`] at a place in the line, [`Error::Stopped`] if the budget is spent; then `proved` is the value, if
    /// that was found.
    pub fn run(&mut self, line: &str) -> Result<Line, Error> {
        let start = Instant::now();
        let tree = Tree::parse(line)?;
        let evaluated = self.store.evaluate(&tree, &self.variables)?;
        let set = match (tree.statement(), &evaluated) {
            (Statement::Let(name, _), Evaluated::Game(id)) => {
                self.variables.insert(name.clone(), *id);
                Some(name.clone())
            }
            _ => None,
        };
        let (says, thermograph) = says(&self.store, &evaluated, self.digits)?;
        let answer = Answer {
            ask: Ask { question: "eval", expression: line.trim().into() },
            answer: says,
            method: "canonical form".into(),
            work: Work::default()
                .with("seconds", start.elapsed().as_secs_f64())
                .with("games", self.store.len())
                .with("bytes", self.store.bytes()),
        };
        if let Evaluated::Game(id) = evaluated {
            self.variables.insert("it".into(), id);
        }
        Ok(Line { answer, evaluated, set, thermograph })
    }
}

/// The value of an expression without variables.
///
/// # Errors
/// As [`Session::run`], and a fault for `let`.
///
/// ```
/// use partizan::Budget;
/// use partizan::question::value::eval::{Says, eval};
///
/// let Says::Game(game) = eval("{1|-1} + * + ^", &Budget::unlimited(), 6)?.answer.answer else { panic!() };
/// assert_eq!((game.value.as_str(), game.mean.fraction.as_str()), ("{1^*|-1^*}", "0/1"));
/// # Ok::<(), partizan::Error>(())
/// ```
pub fn eval(expression: &str, budget: &Budget, digits: usize) -> Result<Line, Error> {
    let line = Session::new(budget, digits)?.run(expression)?;
    match line.set {
        None => Ok(line),
        Some(_) => Err(Fault::new("'let'", "one expression; variables belong to a session").at(1, 1).into()),
    }
}

/// What was evaluated, as doors show it, and the thermograph that goes with it.
fn says(store: &Store, evaluated: &Evaluated, digits: usize) -> Result<(Says, Option<Thermograph>), Error> {
    let says = match evaluated {
        Evaluated::Game(id) => {
            let value = store.text(*id)?;
            let proved = serde_json::json!({ "value": value });
            let (game, thermograph) = game_says(store, *id, value, digits)
                .map_err(|stop| Error::Stopped { stop: Box::new(stop), proved: Some(proved) })?;
            return Ok((Says::Game(Box::new(game)), Some(thermograph)));
        }
        Evaluated::Thermograph(thermograph) => {
            let says = Says::Thermograph { thermograph: Walls::of(thermograph) };
            return Ok((says, Some(thermograph.clone())));
        }
        Evaluated::Games(games) => {
            Says::Games { values: games.iter().map(|&id| store.text(id)).collect::<Result<_, _>>()? }
        }
        Evaluated::Truth { holds, order, games } => Says::Comparison {
            holds: *holds,
            left: store.text(games[0])?,
            relation: symbol(*order),
            right: store.text(games[1])?,
        },
        Evaluated::Outcome(outcome) => Says::Outcome { outcome: outcome.to_string() },
        Evaluated::Confusion(interval) => Says::Confusion { confusion: interval.to_string() },
        Evaluated::Uptimal(uptimal) => Says::Uptimal {
            uptimal: uptimal.to_string(),
            number: uptimal.number.to_string(),
            star: uptimal.star.to_string(),
            ups: uptimal.ups.iter().map(ToString::to_string).collect(),
        },
        Evaluated::None(what) => Says::None { what },
    };
    Ok((says, None))
}

pub(super) fn game_says(
    store: &Store,
    id: Id,
    value: String,
    digits: usize,
) -> Result<(GameSays, Thermograph), Stop> {
    let exact = |number: &Dyadic| Exact::new(&rational(number), digits);
    let thermograph = store.thermograph(id)?;
    let says = GameSays {
        value,
        outcome: store.outcome(id).to_string(),
        left_stop: exact(&store.left_stop(id)),
        right_stop: exact(&store.right_stop(id)),
        mean: exact(thermograph.mean()),
        temperature: exact(thermograph.temperature()),
        confusion: store.confusion_interval(id)?.to_string(),
        atomic_weight: store.atomic_weight(id)?.map(|weight| store.text(weight)).transpose()?,
        reduced: store.text(store.reduced(id)?)?,
        birthday: store.birthday(id).to_string(),
        thermograph: Walls::of(&thermograph),
    };
    Ok((says, thermograph))
}

/// The sign between two games that compare so.
fn symbol(order: Comparison) -> &'static str {
    match order {
        Comparison::Less => Relation::Less.symbol(),
        Comparison::Equal => Relation::Equal.symbol(),
        Comparison::Greater => Relation::Greater.symbol(),
        Comparison::Confused => Relation::Confused.symbol(),
    }
}
