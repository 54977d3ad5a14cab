//! Which method an instance is given: each has its own ground.
//!
//! The costs of four lists and of dense sums are known before they are run. The two removal methods depend on how the
//! values happen to lie: each is tried first with a share of the steps that the cheaper of the other two would take,
//! so that trying costs two thirds as much again at the most. All steps are counted, never timed: the method does not depend
//! on the machine or on the number of threads.

use super::super::claim::Claim;
use super::dense;
use super::four_lists::{self, Lists};
use super::key::{Key, Wide};
use super::problem::{self, Fair, Items, Reduced, Widest};
use super::tally::{Choice, Counting, Few, Heaviest, Tally};
use super::{games, ledger, near, removal, two_adic};
use crate::budget::{Budget, Stop};
use crate::value::{Dyadic, Id, Store};
use num_bigint::BigUint;

/// A heaviest fair set and how it was found.
#[derive(Debug)]
pub(super) struct Solved {
    /// The places in the input of its members, in increasing order.
    pub chosen: Vec<usize>,
    /// The method that proves that nothing is heavier.
    pub method: &'static str,
}

/// Why there is no answer, with what is proved.
#[derive(Debug)]
pub(super) struct Unsolved {
    /// Why.
    pub stop: Box<Stop>,
    /// The heaviest fair set that was found: the places in the input.
    pub best: Vec<usize>,
    /// No fair set weighs more than this; unknown where nothing was computed.
    pub bound: Option<u64>,
}

impl From<Stop> for Unsolved {
    fn from(stop: Stop) -> Self {
        Unsolved { stop: Box::new(stop), best: Vec::new(), bound: None }
    }
}

/// How the methods are named in an answer.
const TWO_ADIC: &str = "lightest removal, deepest first";
const REMOVAL: &str = "fewest removed, with a rotating split";
const FOUR_LISTS: &str = "four lists with a modulus";
const DENSE: &str = "dense sums, deepest first";
const LEDGER: &str = "all sums, deepest first";
const HALVES: &str = "sums of two halves, met as games";
/// The name where the two rules have left nothing to search.
const NOTHING_LEFT: &str = "no other value can be cancelled";

/// The greatest number of pairs that four lists are started on: about half a day on one processor.
const MOST_PAIRS: u64 = 1 << 43;
/// The most memory that dense sums are planned with, whatever the budget.
const MOST_DENSE: u64 = 1 << 32;
/// The states that lightest removal may hold at a time where another method can be used.
const TRIED_STATES: usize = 1 << 17;
/// The most states where no other method can be used.
const MOST_STATES: usize = 1 << 27;

/// What is asked of a collection of numbers, in whatever width its sums need.
trait Question {
    type Answer;
    fn narrow(self, reduced: &Reduced, items: &Items<i64>, budget: &Budget) -> Self::Answer;
    fn any<K: Key>(self, reduced: &Reduced, items: &Items<K>, budget: &Budget) -> Self::Answer;
}

/// Asks it in the narrowest width.
fn ask<Q: Question>(question: Q, reduced: &Reduced, budget: &Budget) -> Q::Answer {
    match reduced.bits {
        bits if bits <= <i64 as Key>::BITS => question.narrow(reduced, &reduced.items(), budget),
        bits if bits <= <i128 as Key>::BITS => question.any(reduced, &reduced.items::<i128>(), budget),
        bits if bits <= Wide::<8>::BITS => question.any(reduced, &reduced.items::<Wide<8>>(), budget),
        _ => question.any(reduced, &reduced.items::<Widest>(), budget),
    }
}

/// A heaviest set of the values that sums to zero.
pub(super) fn heaviest(values: &[Dyadic], weights: &[u64], budget: &Budget) -> Result<Solved, Unsolved> {
    let mut claim = Claim::new(budget);
    claim.raise(values.len() as u128 * 64)?;
    ask(Best, &Reduced::new(values, weights, true)?, budget)
}

struct Best;

impl Question for Best {
    type Answer = Result<Solved, Unsolved>;

    fn narrow(self, reduced: &Reduced, items: &Items<i64>, budget: &Budget) -> Self::Answer {
        let dense = dense::plan(items).filter(|plan| plan.bytes <= MOST_DENSE.min(budget.memory()));
        solve(reduced, items, dense.map(|plan| Dense { items, plan }).as_ref(), budget)
    }

    fn any<K: Key>(self, reduced: &Reduced, items: &Items<K>, budget: &Budget) -> Self::Answer {
        solve(reduced, items, None, budget)
    }
}

/// How many sets of the values sum to zero, the empty one among them, and by which method.
pub(super) fn count(values: &[Dyadic], budget: &Budget) -> Result<(BigUint, &'static str), Stop> {
    let reduced = Reduced::new(values, &vec![0; values.len()], true)?;
    let (count, method) = ask(Tallied(Counting), &reduced, budget)?;
    Ok((count.number(), method))
}

/// The heaviest few sets that sum to zero, the empty one among them: places in the input; and by which method.
pub(super) fn few(
    values: &[Dyadic],
    weights: &[u64],
    keep: usize,
    budget: &Budget,
) -> Result<(Vec<Vec<usize>>, &'static str), Stop> {
    let reduced = Reduced::new(values, weights, true)?;
    let few = Few { items: reduced.places.len(), keep };
    let (kept, method) = ask(Tallied(few), &reduced, budget)?;
    Ok((kept.iter().map(|picked| reduced.chosen(|item| picked.has(item))).collect(), method))
}

struct Tallied<T>(T);

impl<T: Tally> Question for Tallied<T> {
    type Answer = Result<(T::Kept, &'static str), Stop>;

    fn narrow(self, reduced: &Reduced, items: &Items<i64>, budget: &Budget) -> Self::Answer {
        self.any(reduced, items, budget)
    }

    fn any<K: Key>(self, _: &Reduced, items: &Items<K>, budget: &Budget) -> Self::Answer {
        let lists = pairs(items.len()).is_some();
        let most = if lists { TRIED_STATES } else { MOST_STATES };
        if let Some(kept) = ledger::search(items, &self.0, most, budget)? {
            return Ok((kept, LEDGER));
        }
        if !lists {
            return Err(too_large(items.len()));
        }
        let lists = Lists::new(items, self.0, budget)?;
        Ok((lists.search(budget).map_err(|halted| halted.0)?, FOUR_LISTS))
    }
}

/// The different sums of non-empty sets of the values that are closest to zero, each with its heaviest set: places in the input.
pub(super) fn nearest(
    values: &[Dyadic],
    weights: &[u64],
    count: usize,
    budget: &Budget,
) -> Result<Vec<(Dyadic, Vec<usize>)>, Stop> {
    let reduced = Reduced::new(values, weights, false)?;
    let near = ask(Near { count }, &reduced, budget)?;
    let sum = |chosen: &[usize]| chosen.iter().fold(Dyadic::ZERO, |sum, &place| &sum + &values[place]);
    Ok(near.into_iter().map(|chosen| (sum(&chosen), chosen)).collect())
}

struct Near {
    count: usize,
}

impl Question for Near {
    type Answer = Result<Vec<Vec<usize>>, Stop>;

    fn narrow(self, reduced: &Reduced, items: &Items<i64>, budget: &Budget) -> Self::Answer {
        self.any(reduced, items, budget)
    }

    fn any<K: Key>(self, reduced: &Reduced, items: &Items<K>, budget: &Budget) -> Self::Answer {
        let nearest = near::nearest(items, self.count, budget)?;
        Ok(nearest.iter().map(|(_, picked)| reduced.chosen(|item| picked.has(item))).collect())
    }
}

/// How many sets of games sum to zero, the empty one among them, and by which method.
pub(super) fn count_games(
    store: &Store,
    games: &[Id],
    budget: &Budget,
) -> Result<(BigUint, &'static str), Stop> {
    let count = games::search(store, games, &vec![0; games.len()], &Counting, budget)?;
    Ok((count.number(), HALVES))
}

/// The heaviest few sets of games that sum to zero, the empty one among them: places in the input.
///
/// Their texts give an order that does not depend on how they are given.
pub(super) fn few_games(
    store: &Store,
    games: &[Id],
    texts: &[&str],
    weights: &[u64],
    keep: usize,
    budget: &Budget,
) -> Result<(Vec<Vec<usize>>, &'static str), Stop> {
    problem::check_weights(weights)?;
    let mut order: Vec<usize> = (0..games.len()).collect();
    order.sort_by(|&i, &j| texts[i].cmp(texts[j]).then(weights[j].cmp(&weights[i])).then(i.cmp(&j)));
    let sorted: Vec<Id> = order.iter().map(|&place| games[place]).collect();
    let heavy: Vec<u32> = order.iter().map(|&place| weights[place] as u32).collect();
    let few = games::search(store, &sorted, &heavy, &Few { items: games.len(), keep }, budget)?;
    let chosen = few.iter().map(|picked| {
        let mut chosen: Vec<usize> =
            (0..order.len()).filter(|&item| picked.has(item)).map(|item| order[item]).collect();
        chosen.sort_unstable();
        chosen
    });
    Ok((chosen.collect(), HALVES))
}

/// The pairs of sums that four lists of this many components meet; nothing where there are too many.
fn pairs(items: usize) -> Option<u64> {
    let pairs = 1u64.checked_shl(items as u32 / 2 + 1).filter(|&pairs| pairs <= MOST_PAIRS);
    pairs.filter(|_| items <= four_lists::MOST_ITEMS)
}

/// Why a collection for which there is no method is refused.
fn too_large(items: usize) -> Stop {
    Stop::TooLarge {
        what: "the collection".into(),
        size: format!("{items} components with more than {MOST_STATES} sums"),
        limit: format!("{MOST_STATES} sums, or {} components", MOST_PAIRS.ilog2() * 2 - 1),
        advice: None,
    }
}

/// Dense sums where they can be used.
struct Dense<'a> {
    items: &'a Items<i64>,
    plan: dense::Plan,
}

/// The costs in steps of about one nanosecond: what a pair of sums, a cell of the table, a state and a set take.
const PAIR: u64 = 6;
const CELL: u64 = 1;
const STATE: u64 = 4;
const SET: u64 = 8;

fn solve<K: Key>(
    reduced: &Reduced,
    items: &Items<K>,
    dense: Option<&Dense>,
    budget: &Budget,
) -> Result<Solved, Unsolved> {
    let solved = |fair: &Fair, method| Solved { chosen: reduced.chosen(|item| fair.chosen[item]), method };
    if items.len() == 0 {
        return Ok(solved(&Fair { weight: 0, chosen: Vec::new() }, NOTHING_LEFT));
    }
    let all = reduced.weight();
    let nothing = Fair { weight: 0, chosen: vec![false; items.len()] };
    let stopped = |stop, best: &Fair, removed: u64| Unsolved {
        stop: Box::new(stop),
        best: reduced.chosen(|item| best.chosen[item]),
        bound: Some(all - removed),
    };
    let lists_cost = pairs(items.len()).map(|pairs| pairs.saturating_mul(PAIR));
    let dense_cost = dense.map(|dense| dense.plan.cells.saturating_mul(CELL));
    let known = lists_cost.into_iter().chain(dense_cost).min();

    // Rounds of growing shares, so that a method that would be done soon does not wait for the other.
    let mut deepest = two_adic::Search::new(items);
    let mut fewest = removal::Search::new(items);
    // Where another method can be used, one that lacks memory gives way to it.
    let gives_way = |stop: &Stop| known.is_some() && matches!(stop, Stop::Memory { .. });
    let most_states = if known.is_some() { TRIED_STATES } else { MOST_STATES };
    let mut share = known.map_or(1 << 24, |cost| cost / 64).max(1 << 12);
    while known.is_none_or(|cost| share <= cost / 4) {
        match deepest.advance(share / STATE, most_states, budget) {
            Ok(Some(fair)) => return Ok(solved(&fair, TWO_ADIC)),
            Ok(None) => {}
            Err(stop) if gives_way(&stop) => {}
            Err(stop) => return Err(stopped(stop, &nothing, u64::from(deepest.limit))),
        }
        match fewest.as_mut().map_or(Ok(None), |fewest| fewest.advance(share / SET, budget)) {
            Ok(Some(fair)) => return Ok(solved(&fair, REMOVAL)),
            Ok(None) => {}
            Err(stop) if gives_way(&stop) => {}
            Err(stop) => return Err(stopped(stop, &nothing, u64::from(deepest.limit))),
        }
        if known.is_none() && fewest.is_none() && deepest.full {
            let stop = too_large(items.len());
            return Err(stopped(stop, &nothing, u64::from(deepest.limit)));
        }
        share = share.saturating_mul(4);
    }
    let removed = u64::from(deepest.limit);
    if let Some(dense) = dense
        && dense_cost == known
    {
        let found = dense::search(dense.items, &dense.plan, budget);
        return found.map(|fair| solved(&fair, DENSE)).map_err(|stop| stopped(stop, &nothing, removed));
    }
    let n = items.len();
    let fair = |choice: Choice| Fair {
        weight: u64::from(choice.weight),
        chosen: (0..n).map(|i| choice.mask >> (n - 1 - i) & 1 == 1).collect(),
    };
    let lists = Lists::new(items, Heaviest { items: n }, budget);
    let lists = lists.map_err(|stop| stopped(stop, &nothing, removed))?;
    match lists.search(budget) {
        Ok(choice) => Ok(solved(&fair(choice), FOUR_LISTS)),
        Err(halted) => Err(stopped(halted.0, &halted.1.map_or(nothing, fair), removed)),
    }
}
