//! From a syntax tree to what it says. Each node comes after those that it needs, so one pass does it.

use super::super::Dyadic;
use super::super::id::Id;
use super::super::nim;
use super::super::order::{Comparison, Outcome};
use super::super::store::Store;
use super::super::structure::StructuralOrder;
use super::super::temperature::ConfusionInterval;
use super::super::thermograph::Thermograph;
use super::super::uptimal::Uptimal;
use super::functions::Function;
use super::lex::unknown_name;
use super::parse::{Node, NodeId, Relation, Statement, Tree};
use crate::budget::Stop;
use crate::fault::{Fault, quote_text};
use crate::player::Player;
use num_bigint::{BigInt, BigUint};
use num_traits::ToPrimitive;
use std::collections::BTreeMap;

/// Nim products are made of numbers of at most so many bits.
const NIM_BITS: u64 = 1 << 12;

/// Why an expression has no value: a fault in it, or the computation stopped.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// A fault in the expression.
    #[error(transparent)]
    Fault(Box<Fault>),
    /// The computation stopped.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Self {
        Problem::Fault(Box::new(fault))
    }
}

/// What an expression says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evaluated {
    /// A game.
    Game(Id),
    /// Several games.
    Games(Vec<Id>),
    /// A comparison.
    Truth {
        /// Whether it holds.
        holds: bool,
        /// How the two games do compare.
        order: Comparison,
        /// The games.
        games: [Id; 2],
    },
    /// An outcome.
    Outcome(Outcome),
    /// A confusion interval.
    Confusion(ConfusionInterval),
    /// A thermograph.
    Thermograph(Thermograph),
    /// An uptimal expansion.
    Uptimal(Uptimal),
    /// There is none: what there is none of.
    None(&'static str),
}

impl Evaluated {
    /// What it is, with an article.
    fn kind(&self) -> String {
        match self {
            Evaluated::Game(_) => "a game".into(),
            Evaluated::Games(_) => "a list of games".into(),
            Evaluated::Truth { .. } => "a comparison".into(),
            Evaluated::Outcome(_) => "an outcome".into(),
            Evaluated::Confusion(_) => "an interval".into(),
            Evaluated::Thermograph(_) => "a thermograph".into(),
            Evaluated::Uptimal(_) => "an expansion".into(),
            Evaluated::None(what) => format!("no {what}"),
        }
    }
}

/// Variables by name, of one store.
pub type Variables = BTreeMap<String, Id>;

impl Store {
    /// The game that an expression says, without variables.
    ///
    /// # Errors
    /// [`Problem::Fault`] at the place where it is no expression of a game, [`Problem::Stopped`] if the budget is spent.
    ///
    /// ```
    /// use partizan::value::Store;
    ///
    /// let store = Store::new();
    /// assert_eq!(store.parse("+-1 + +-2")?, store.parse("+-{3|1}")?);
    /// assert_eq!(
    ///     store.parse("1 + tinny(2)").unwrap_err().to_string(),
    ///     "line 1, column 5: found 'tinny', expected the name of a function; did you mean tiny?"
    /// );
    /// # Ok::<(), partizan::value::Problem>(())
    /// ```
    pub fn parse(&self, text: &str) -> Result<Id, Problem> {
        let tree = Tree::parse(text)?;
        match self.evaluate(&tree, &Variables::new())? {
            Evaluated::Game(id) => Ok(id),
            other => Err(Fault::new(other.kind(), "an expression of a game").at(1, 1).into()),
        }
    }

    /// What a tree says. For `let` that is the value of its expression; who keeps the variables stores it.
    ///
    /// # Errors
    /// [`Problem::Fault`] at the place of what is not defined, [`Problem::Stopped`] if the budget is spent.
    pub fn evaluate(&self, tree: &Tree, variables: &Variables) -> Result<Evaluated, Problem> {
        let mut evaluator = Evaluator { store: self, tree, values: Vec::with_capacity(tree.nodes().len()) };
        for (id, (node, _)) in tree.nodes().iter().enumerate() {
            if id % 1024 == 0 {
                self.budget().check()?;
            }
            let value = evaluator.node(id, node, variables)?;
            evaluator.values.push(value);
        }
        match tree.statement() {
            Statement::Expression(root) | Statement::Let(_, root) => {
                if matches!(tree.statement(), Statement::Let(..)) {
                    evaluator.game(*root)?;
                }
                Ok(evaluator.values.swap_remove(*root))
            }
            Statement::Comparison(left, relation, right) => {
                let games = [evaluator.game(*left)?, evaluator.game(*right)?];
                let order = self.compare(games[0], games[1])?;
                let holds = match relation {
                    Relation::Less => order == Comparison::Less,
                    Relation::LessOrEqual => matches!(order, Comparison::Less | Comparison::Equal),
                    Relation::Equal => order == Comparison::Equal,
                    Relation::GreaterOrEqual => matches!(order, Comparison::Greater | Comparison::Equal),
                    Relation::Greater => order == Comparison::Greater,
                    Relation::Confused => order == Comparison::Confused,
                };
                Ok(Evaluated::Truth { holds, order, games })
            }
        }
    }

    /// tiny-G = {0 || 0 | -G}.
    ///
    /// # Errors
    /// [`Stop`] if the budget is spent.
    pub fn tiny_of(&self, g: Id) -> Result<Id, Stop> {
        let threat = self.canonical(&[Id::ZERO], &[g.neg()])?;
        self.canonical(&[Id::ZERO], &[threat])
    }
}

struct Evaluator<'a> {
    store: &'a Store,
    tree: &'a Tree,
    values: Vec<Evaluated>,
}

impl Evaluator<'_> {
    /// A fault at a node that is not what is needed there.
    fn not(&self, node: NodeId, expected: &str) -> Problem {
        let text = self.tree.source.text(self.tree.nodes()[node].1);
        self.tree.fault(node, quote_text(&text), expected).into()
    }

    fn game(&self, node: NodeId) -> Result<Id, Problem> {
        match &self.values[node] {
            Evaluated::Game(id) => Ok(*id),
            other => Err(self.tree.fault(node, other.kind(), "a game").into()),
        }
    }

    fn games(&self, nodes: &[NodeId]) -> Result<Vec<Id>, Problem> {
        nodes.iter().map(|&node| self.game(node)).collect()
    }

    fn number(&self, node: NodeId) -> Result<Dyadic, Problem> {
        self.store.as_number(self.game(node)?).ok_or_else(|| self.not(node, "a number"))
    }

    fn node(&self, id: NodeId, node: &Node, variables: &Variables) -> Result<Evaluated, Problem> {
        let store = self.store;
        let game = match node {
            Node::Number(number) => store.number(number.clone())?,
            Node::Ups(ups) => store.ups(ups.clone(), 0)?,
            Node::Star(star) => store.nimber(*star)?,
            Node::Power { down, sum, exponent } => {
                let up = store.ups(if *down { -1 } else { 1 }, 0)?;
                let power = if *sum { store.pow_to(up, exponent)? } else { store.pow(up, exponent)? };
                power.ok_or_else(|| self.not(id, "a power with an exponent of at least 1"))?
            }
            Node::Variable(name) => {
                let Some(game) = variables.get(name) else {
                    let known: Vec<&str> = variables.keys().map(String::as_str).collect();
                    let span = self.tree.nodes()[id].1;
                    let expected = "a game or the name of a variable";
                    return Err(unknown_name(&self.tree.source, span, name, &known, expected).into());
                };
                *game
            }
            Node::Sum(a, b) => store.add(self.game(*a)?, self.game(*b)?)?,
            Node::Difference(a, b) => store.sub(self.game(*a)?, self.game(*b)?)?,
            Node::Negative(a) => self.game(*a)?.neg(),
            Node::Switch(options) => {
                let left = self.games(options)?;
                let right: Vec<Id> = left.iter().map(|option| option.neg()).collect();
                store.canonical(&left, &right)?
            }
            Node::Multiple(times, a) => store.times(times, self.game(*a)?)?,
            Node::Ordinal(a, b) => match &self.tree.nodes()[*a].0 {
                Node::Quoted(form) => {
                    let Node::Form(left, right) = &self.tree.nodes()[*form].0 else {
                        unreachable!("the parser quotes forms alone")
                    };
                    store.ordinal_of_form(&self.games(left)?, &self.games(right)?, self.game(*b)?)?
                }
                _ => store.ordinal(self.game(*a)?, self.game(*b)?)?,
            },
            Node::Form(left, right) => store.canonical(&self.games(left)?, &self.games(right)?)?,
            Node::Quoted(form) => self.game(*form)?,
            Node::Call(function, arguments) => return self.call(*function, arguments),
        };
        Ok(Evaluated::Game(game))
    }

    fn call(&self, function: Function, arguments: &[NodeId]) -> Result<Evaluated, Problem> {
        let store = self.store;
        let first = arguments[0];
        let g = self.game(first)?;
        let second = || self.game(arguments[1]);
        let list = |player| -> Result<Evaluated, Problem> {
            store.side(g, player)?;
            Ok(Evaluated::Games(store.sorted_options(g, player)?))
        };
        let game = match function {
            Function::Tiny => store.tiny_of(g)?,
            Function::Miny => store.tiny_of(g)?.neg(),
            Function::Switch => store.canonical(&[g], &[second()?])?,
            Function::Nimber => {
                let number = self.number(first)?;
                let size = if number.is_integer() { number.numerator().to_u64() } else { None };
                store.nimber(size.ok_or_else(|| self.not(first, "a whole number below 2^64"))?)?
            }
            Function::LeftOptions => return list(Player::Left),
            Function::RightOptions => return list(Player::Right),
            Function::Outcome => return Ok(Evaluated::Outcome(store.outcome(g))),
            Function::LeftStop => store.number(store.left_stop(g))?,
            Function::RightStop => store.number(store.right_stop(g))?,
            Function::Mean => store.number(store.mean(g)?)?,
            Function::Temperature => store.number(store.temperature(g)?)?,
            Function::Thermograph => return Ok(Evaluated::Thermograph(store.thermograph(g)?)),
            Function::Confusion => return Ok(Evaluated::Confusion(store.confusion_interval(g)?)),
            Function::Birthday => store.integer(BigInt::from(store.birthday(g)))?,
            Function::Followers => store.integer(BigInt::from(store.follower_count(g)))?,
            Function::StopCount => store.integer(BigInt::from(store.stop_count(g)?))?,
            Function::Incentives => return Ok(Evaluated::Games(store.incentives(g)?)),
            Function::LeftIncentives => return Ok(Evaluated::Games(store.incentives_of(g, Player::Left)?)),
            Function::RightIncentives => return Ok(Evaluated::Games(store.incentives_of(g, Player::Right)?)),
            Function::Cool => {
                let t = self.number(arguments[1])?;
                store.cool(g, &t)?.ok_or_else(|| self.not(arguments[1], "a number that is at least -1"))?
            }
            Function::Freeze => store.freeze(g)?,
            Function::Heat => store.heat(g, second()?)?,
            Function::Overheat => store.overheat(g, second()?, self.game(arguments[2])?)?,
            Function::Norton => store
                .norton(g, second()?)?
                .ok_or_else(|| self.not(arguments[1], "a game that is greater than 0"))?,
            Function::Conway => store.conway(g, second()?)?,
            Function::Ordinal => store.ordinal(g, second()?)?,
            Function::Subordinate => match store.subordinate(g, second()?)? {
                Some(h) => h,
                None => return Ok(Evaluated::None("game that makes this ordinal sum")),
            },
            Function::NimSum => return self.nim(arguments, |a, b| a ^ b),
            Function::NimProduct => return self.nim(arguments, nim::big_product),
            Function::NimInverse => {
                return self.nim(&[first, first], |a, _| nim::big_inverse(a).unwrap_or_default()).and_then(
                    |inverse| {
                        if g == Id::ZERO {
                            Err(self.not(first, "another number than 0"))
                        } else {
                            Ok(inverse)
                        }
                    },
                );
            }
            Function::AtomicWeight => match store.atomic_weight(g)? {
                Some(weight) => weight,
                None => return Ok(Evaluated::None("atomic weight")),
            },
            Function::Reduced => store.reduced(g)?,
            Function::Companion => store.companion(g)?,
            Function::Uptimal => {
                return Ok(match store.uptimal(g)? {
                    Some(uptimal) => Evaluated::Uptimal(uptimal),
                    None => Evaluated::None("uptimal expansion"),
                });
            }
            Function::Pow | Function::PowTo => {
                let x = self.number(arguments[1])?;
                if x < Dyadic::ONE {
                    return Err(self.not(arguments[1], "a number that is at least 1"));
                }
                let power =
                    if function == Function::Pow { store.pow(g, &x)? } else { store.pow_to(g, &x)? };
                power.ok_or_else(|| self.not(first, "a game of the form {0|H}, or the negative of one"))?
            }
            Function::FarStar => store.nimber(store.far_star(g)?)?,
            Function::Day => {
                let number = self.number(first)?;
                let day = if number.is_integer() { number.numerator().to_u32() } else { None };
                let day = day.filter(|&day| day <= 3).ok_or_else(|| self.not(first, "0, 1, 2 or 3"))?;
                let mut games = store.day(day)?;
                let order = StructuralOrder::new(store, games.iter().copied());
                games.sort_by(|&a, &b| order.cmp(a, b));
                return Ok(Evaluated::Games(games));
            }
        };
        Ok(Evaluated::Game(game))
    }

    /// Nim arithmetic on two nimbers or on two whole numbers.
    fn nim(
        &self,
        arguments: &[NodeId],
        operation: impl Fn(&BigUint, &BigUint) -> BigUint,
    ) -> Result<Evaluated, Problem> {
        let games = self.games(arguments)?;
        // 0 is a nimber and a whole number.
        let nimbers = games.iter().any(|&game| game != Id::ZERO && self.store.as_nimber(game).is_some());
        let mut sizes = Vec::new();
        for (&game, &node) in games.iter().zip(arguments) {
            let size = if nimbers {
                self.store.as_nimber(game).map(BigUint::from)
            } else {
                let whole = self.store.as_number(game).filter(Dyadic::is_integer);
                whole.and_then(|number| number.numerator().to_biguint())
            };
            let expected = if nimbers { "a nimber" } else { "a nimber or a whole number that is at least 0" };
            let size = size.ok_or_else(|| self.not(node, expected))?;
            if size.bits() > NIM_BITS {
                return Err(self.not(node, &format!("a number of at most {NIM_BITS} bits")));
            }
            sizes.push(size);
        }
        let result = operation(&sizes[0], &sizes[1]);
        let game = if nimbers {
            self.store.nimber(result.to_u64().expect("the numbers below 2^64 are a field"))?
        } else {
            self.store.integer(BigInt::from(result))?
        };
        Ok(Evaluated::Game(game))
    }
}
