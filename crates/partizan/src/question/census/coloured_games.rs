//! Hackenbush on random trees whose edges are blue, red or green: values that are games.
//!
//! Blue and red edges alone make numbers, green ones alone nimbers; together they make any game. An edge with the position
//! x on top of it is the ordinal sum of the edge and x, so the tables of [`super::coloured`] hold games of a store.

use super::super::claim::Claim;
use super::super::{Answer, Error, Work};
use super::coloured::{Counts, Tree, Worth, check, trees};
use super::family::Family;
use super::games::{GameSum, Spread, game_sum};
use super::table::ValueTable;
use crate::budget::{Budget, Stop};
use crate::fault::Fault;
use crate::ruleset::hackenbush::Hackenbush;
use crate::ruleset::{Colour, Ruleset, Variant};
use crate::value::{Id, Store};
use num_bigint::BigUint;
use serde::Serialize;
use serde_json::json;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Instant;

/// The question repeated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ColouredAsk {
    /// Always `census`.
    pub question: &'static str,
    /// The ruleset.
    pub ruleset: &'static str,
    /// Its variant.
    pub variant: Variant,
    /// The family of trees.
    pub family: &'static str,
    /// The colours of the edges by their letters, each equally likely.
    pub colours: String,
    /// The number of nodes of each tree, in the order asked.
    pub sizes: Vec<u64>,
    /// Whether all values of the sum are asked for, not only who wins it.
    pub sum_values: bool,
}

/// What is asked of trees with coloured edges.
#[derive(Clone, Copy, Debug)]
pub struct ColouredTrees<'a> {
    /// The family of trees.
    pub family: Family,
    /// The colours of the edges, each equally likely.
    pub colours: &'a [Colour],
    /// The number of nodes of each tree.
    pub sizes: &'a [u64],
    /// Whether all values of the sum are asked for, not only who wins it.
    pub sum_values: bool,
    /// Digits after the point of each decimal.
    pub digits: usize,
}

/// What a census of coloured trees answers: one tree of each size, independent of the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ColouredCensus {
    /// The values of one tree, for each number of nodes that was asked for, upwards.
    pub trees: Vec<TreeValues>,
    /// All trees together.
    pub sum: GameSum,
}

/// The values of the trees of one size.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TreeValues {
    /// The number of nodes.
    pub nodes: u64,
    /// How many trees of this size were asked for.
    pub times: u64,
    /// The values. The first example is the least tree: its edges written from the ground up, branch after branch, low
    /// ones before high ones, blue before green before red.
    #[serde(flatten)]
    pub table: ValueTable,
}

/// Games of a store, with the first tree of each.
struct InGames<'s> {
    store: &'s Store,
    edges: [Id; 3],
}

impl Worth for InGames<'_> {
    type Value = Id;
    type First = Tree;
    const ENTRY: u64 = 192;

    fn zero(&self) -> Id {
        Id::ZERO
    }

    fn plus(&self, x: &Id, y: &Id) -> Result<Id, Stop> {
        self.store.add(*x, *y)
    }

    fn under(&self, colour: Colour, x: &Id) -> Result<Id, Stop> {
        let [blue, red, green] = self.edges;
        let edge = match colour {
            Colour::Blue => blue,
            Colour::Red => red,
            Colour::Green => green,
        };
        self.store.ordinal(edge, *x)
    }
}

/// The values of random trees whose edges have random colours, and who wins their sum.
///
/// # Errors
/// A fault for no colour or one said twice, for no tree, one of 0 nodes, or the family of unordered trees, whose
/// colourings are not equally likely; [`Stop::TooLarge`] beyond [`MAX_COLOURED`](super::MAX_COLOURED) nodes; those of the budget, which is spent
/// long before.
///
/// # Complexity
/// For n nodes of the order of n^2 products of distributions, the size of which grows exponentially.
///
/// # References
/// *Winning Ways*, chapters 2 and 7 (the colon principle, ordinal sums).
///
/// ```
/// use partizan::Budget;
/// use partizan::question::census::{ColouredTrees, Family, coloured_trees};
/// use partizan::ruleset::Colour::{Blue, Green, Red};
///
/// let asked = ColouredTrees {
///     family: Family::Plane,
///     colours: &[Blue, Red, Green],
///     sizes: &[3],
///     sum_values: false,
///     digits: 6,
/// };
/// let census = coloured_trees(&asked, &Budget::unlimited()).unwrap().answer;
/// assert_eq!(census.trees[0].table.positions, 18u32.into());
/// let hottest = census.trees[0].table.values.iter().find(|row| row.value == "*2").unwrap();
/// assert_eq!(hottest.first.as_deref(), Some("GG"));
/// ```
pub fn coloured_trees(
    asked: &ColouredTrees<'_>,
    budget: &Budget,
) -> Result<Answer<ColouredAsk, ColouredCensus>, Error> {
    let start = Instant::now();
    let &ColouredTrees { family, colours, sizes, sum_values, digits } = asked;
    check_colours(colours)?;
    check(family, sizes)?;
    let store = Store::with_budget(budget.clone())?;
    let edges = [store.integer(1)?, store.integer(-1)?, store.nimber(1)?];
    let mut times: BTreeMap<u64, u64> = BTreeMap::new();
    for &nodes in sizes {
        *times.entry(nodes).or_default() += 1;
    }
    let nodes = sizes.iter().copied().max().unwrap_or(1) as usize;
    let claim = Claim::new(budget);
    let counts = trees(&InGames { store: &store, edges }, family, colours, nodes, &claim)?;
    let (mut singles, mut draws) = (Vec::new(), Vec::new());
    for (&nodes, &times) in &times {
        let counts: &Counts<InGames<'_>> = &counts[nodes as usize - 1];
        let found = counts.iter().map(|(&id, (count, first))| (id, count.clone(), first.clone())).collect();
        let table = ValueTable::with_examples(&store, found, Tree::text, budget)?;
        singles.push(TreeValues { nodes, times, table });
        let spread: Vec<(Id, BigUint)> = counts.iter().map(|(&id, (count, _))| (id, count.clone())).collect();
        draws.push((Rc::new(Spread::new(spread, budget)?), times));
    }
    drop(counts);
    drop(claim);
    let sum = game_sum(&store, &draws, sum_values, digits, budget).map_err(|stop| {
        let single = |tree: &TreeValues| json!({"nodes": tree.nodes, "outcomes": tree.table.outcomes});
        let trees: Vec<_> = singles.iter().map(single).collect();
        Error::Stopped { stop: Box::new(stop), proved: Some(json!({"trees": trees})) }
    })?;
    Ok(Answer {
        ask: ColouredAsk {
            question: "census",
            ruleset: Hackenbush::NAME,
            variant: Hackenbush.variant(),
            family: family.name(),
            colours: colours.iter().map(|colour| colour.letter()).collect(),
            sizes: sizes.to_vec(),
            sum_values,
        },
        answer: ColouredCensus { trees: singles, sum },
        method: "ordinal sums and sums of draws from the distributions of smaller trees; exact".into(),
        work: Work::default()
            .with("seconds", start.elapsed().as_secs_f64())
            .with("threads", budget.threads())
            .with("games", store.len()),
    })
}

/// The colours of these letters: blue, red and green, each at most once.
///
/// # Errors
/// A fault at the first other letter.
///
/// ```
/// use partizan::{question::census::colours, ruleset::Colour};
///
/// assert_eq!(colours("BG")?, [Colour::Blue, Colour::Green]);
/// assert!(colours("BB").is_err());
/// # Ok::<(), partizan::Fault>(())
/// ```
pub fn colours(letters: &str) -> Result<Vec<Colour>, Fault> {
    let mut colours = Vec::new();
    for (i, c) in letters.chars().enumerate() {
        let colour = [Colour::Blue, Colour::Red, Colour::Green]
            .into_iter()
            .find(|&colour| colour.letter() == c.to_ascii_uppercase());
        let Some(colour) = colour else {
            let fault = Fault::new(crate::fault::quote(c), "one of 'B', 'R' and 'G'");
            return Err(fault.at(1, i + 1).within("the colours"));
        };
        colours.push(colour);
    }
    check_colours(&colours)?;
    Ok(colours)
}

fn check_colours(colours: &[Colour]) -> Result<(), Fault> {
    let wanted = "some of B, R and G, each once";
    if colours.is_empty() {
        return Err(Fault::new("no colour", wanted));
    }
    match (1..colours.len()).find(|&i| colours[..i].contains(&colours[i])) {
        None => Ok(()),
        Some(i) => Err(Fault::new(format!("the colour {} twice", colours[i].letter()), wanted)),
    }
}
