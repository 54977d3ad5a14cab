//! Which method an instance is given: each has its own ground.
//!
//! The costs of four lists and of dense sums are known before they are run. The two removal methods depend on how the
//! values happen to lie: each is tried first with a share of the steps that the cheaper of the other two would take,
//! so that trying costs two thirds as much again at the most. All steps are counted, never timed: the method does not depend
//! on the machine or on the number of threads.
//!
//! Games that are no numbers are searched from two ends. Where that comes to hold many sums, their means are looked at
//! first: no fair set is heavier than the heaviest whose means sum to zero, and if that one sums to zero as a game it is the
//! answer.

use super::super::claim::Claim;
use super::dense;
use super::four_lists::{self, Lists};
use super::key::{Key, Wide};
use super::problem::{Fair, Items, Reduced, Widest};
use super::tally::{Choice, Counting, Few, Heaviest, Picked, Tally};
use super::{games, ledger, near, removal, two_adic};
use crate::budget::{Budget, Stop};
use crate::value::Dyadic;
use num_bigint::BigUint;
use serde::Serialize;

/// A heaviest fair set and how it was found.
#[derive(Debug)]
pub(super) struct Solved {
    /// The places in the input of its members, in increasing order.
    pub chosen: Vec<usize>,
    /// The method that proves that nothing is heavier.
    pub method: &'static str,
    /// Why this method.
    pub why: Why,
}

/// Why a method was chosen: what was left to search, and what each method was expected to cost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Why {
    /// How many components are left when those are taken out that no fair sub-collection can hold.
    pub usable: u64,
    /// Their weight, which no fair sub-collection exceeds.
    pub usable_weight: u64,
    /// How many bits the sum of the absolute values has, over a common denominator; `null` for games.
    pub bits: Option<u64>,
    /// The methods in the order in which they were considered.
    pub methods: Vec<Estimate>,
}

/// What a method was expected to cost, or what was spent on trying it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Estimate {
    /// The method.
    pub method: &'static str,
    /// Steps of about one nanosecond: expected where they are known beforehand, else spent on trying it; `null` where it cannot be
    /// used.
    pub steps: Option<u64>,
    /// Bytes of its tables, where they are known beforehand.
    pub bytes: Option<u64>,
    /// What became of it: `used`, `tried`, `dearer`, or why it cannot be used.
    pub fate: String,
}

impl Why {
    fn new(usable: usize, usable_weight: u64, bits: Option<u64>) -> Self {
        Why { usable: usable as u64, usable_weight, bits, methods: Vec::new() }
    }

    fn add(&mut self, method: &'static str, steps: Option<u64>, bytes: Option<u64>, fate: impl Into<String>) {
        self.methods.push(Estimate { method, steps, bytes, fate: fate.into() });
    }
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
    /// On what the bound rests.
    pub bound_by: &'static str,
}

impl From<Stop> for Unsolved {
    fn from(stop: Stop) -> Self {
        Unsolved { stop: Box::new(stop), best: Vec::new(), bound: None, bound_by: "" }
    }
}

/// How the methods are named in an answer.
const TWO_ADIC: &str = "lightest removal, deepest first";
const REMOVAL: &str = "fewest removed, with a rotating split";
const FOUR_LISTS: &str = "four lists with a modulus";
const DENSE: &str = "dense sums, deepest first";
const LEDGER: &str = "all sums, deepest first";
const ENDS: &str = "sums from the hottest and the coldest, met as games";
const MEANS: &str = "heaviest by their means, checked as games";
/// On what bounds rest.
const BY_REMOVAL: &str = "what must be removed at the least";
const BY_WEIGHT: &str = "the weight of what a fair set can hold";
const BY_MEANS: &str = "sums of means";
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
/// The sums of games that one end may hold before means are looked at.
const TRIED_SUMS: usize = 1 << 12;
/// The greatest number of sums of games that one end may hold.
const MOST_SUMS: usize = 1 << 24;
/// So many sets whose means sum to zero are checked as games.
const CHECKED: usize = 64;

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
    let claim = Claim::new(budget);
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

/// How many sets of games sum to zero, the empty one among them.
pub(super) fn count_games(items: &games::Items<'_>, budget: &Budget) -> Result<BigUint, Stop> {
    let count = games::Search::new(items, &Counting, budget).advance(MOST_SUMS)?;
    Ok(count.ok_or_else(too_many_sums)?.number())
}

/// The heaviest few sets of games that sum to zero, the empty one among them: places in the input.
pub(super) fn few_games(
    items: &games::Items<'_>,
    keep: usize,
    budget: &Budget,
) -> Result<(Vec<Vec<usize>>, Solved), Unsolved> {
    few_games_after(TRIED_SUMS, items, keep, budget)
}

/// The same, with so many sums tried before means are looked at.
pub(super) fn few_games_after(
    tried: usize,
    items: &games::Items<'_>,
    keep: usize,
    budget: &Budget,
) -> Result<(Vec<Vec<usize>>, Solved), Unsolved> {
    let mut why = Why::new(items.len(), items.weight(), None);
    let few = Few { items: items.len(), keep };
    let mut search = games::Search::new(items, &few, budget);
    let found = |few: &[Picked], method, why| {
        let chosen: Vec<Vec<usize>> = few.iter().map(|picked| items.chosen(picked)).collect();
        let solved = Solved { chosen: chosen[0].clone(), method, why };
        (chosen, solved)
    };
    let stopped = |stop: Stop, search: &games::Search<'_, Few>, bound: Option<u64>| Unsolved {
        stop: Box::new(stop),
        best: search.met().first().map(|picked| items.chosen(picked)).unwrap_or_default(),
        bound: Some(bound.unwrap_or_else(|| items.weight())),
        bound_by: if bound.is_some() { BY_MEANS } else { BY_WEIGHT },
    };
    let first = search.advance(tried).map_err(|stop| stopped(stop, &search, None))?;
    let sums = |search: &games::Search<'_, Few>| format!("{} sums held", search.sums());
    if let Some(kept) = first {
        why.add(ENDS, None, None, format!("used: {}", sums(&search)));
        return Ok(found(&kept, ENDS, why));
    }
    why.add(ENDS, None, None, format!("tried: {}", sums(&search)));
    let by_means = by_means(items, keep, budget).map_err(|stop| stopped(stop, &search, None))?;
    let bound = by_means.as_ref().map(|means| means.no_more_than);
    match &by_means {
        None => why.add(MEANS, None, None, format!("more than {TRIED_STATES} sums of means")),
        Some(Means { fair: Some(picked), .. }) => {
            why.add(MEANS, None, None, "used");
            return Ok(found(std::slice::from_ref(picked), MEANS, why));
        }
        Some(Means { no_more_than, .. }) => {
            why.add(MEANS, None, None, format!("no fair set has more than {no_more_than}"));
        }
    }
    let all = search.advance(MOST_SUMS).map_err(|stop| stopped(stop, &search, bound))?;
    match all {
        Some(kept) => {
            why.add(ENDS, None, None, format!("used: {}", sums(&search)));
            Ok(found(&kept, ENDS, why))
        }
        None => Err(stopped(too_many_sums(), &search, bound)),
    }
}

/// What sums of means tell.
#[derive(Debug)]
pub(super) struct Means {
    /// No fair set weighs more.
    pub no_more_than: u64,
    /// The heaviest fair set, if it is proved that it is.
    pub fair: Option<Picked>,
}

/// Checks the heaviest sets whose means sum to zero; nothing where there are too many sums of means.
pub(super) fn by_means(
    items: &games::Items<'_>,
    keep: usize,
    budget: &Budget,
) -> Result<Option<Means>, Stop> {
    let weights: Vec<u64> = items.weights.iter().map(|&weight| weight.into()).collect();
    let reduced = Reduced::new(&items.means, &weights, true)?;
    let Some(list) = ask(FewSums { keep: CHECKED }, &reduced, budget)? else { return Ok(None) };
    // Whatever is not on the list is no heavier than the last on it.
    let complete = list.len() < CHECKED;
    let last = list.last().map_or(0, |picked| u64::from(picked.weight));
    let order = Few { items: items.len(), keep: 1 };
    let mut fair: Option<Picked> = None;
    for picked in &list {
        budget.check()?;
        if fair.as_ref().is_some_and(|fair| fair.weight > picked.weight) {
            break;
        }
        let chosen = reduced.chosen(|item| picked.has(item));
        if items.sum_to_zero(&chosen)? {
            let picked = order.picked(&chosen, picked.weight);
            fair = Some(fair.map_or(picked.clone(), |fair| fair.max(picked)));
        }
    }
    let no_more_than = fair.as_ref().map_or(last, |fair| fair.weight.into());
    // One as heavy as the last might stand before it in the order that settles ties.
    let settled = keep == 1 && (complete || no_more_than > last);
    Ok(Some(Means { no_more_than, fair: fair.filter(|_| settled) }))
}

/// The heaviest few sets, if that takes few sums.
struct FewSums {
    keep: usize,
}

impl Question for FewSums {
    type Answer = Result<Option<Vec<Picked>>, Stop>;

    fn narrow(self, reduced: &Reduced, items: &Items<i64>, budget: &Budget) -> Self::Answer {
        self.any(reduced, items, budget)
    }

    fn any<K: Key>(self, _: &Reduced, items: &Items<K>, budget: &Budget) -> Self::Answer {
        ledger::search(items, &Few { items: items.len(), keep: self.keep }, TRIED_STATES, budget)
    }
}

fn too_many_sums() -> Stop {
    Stop::TooLarge {
        what: "the number of different sums of games".into(),
        size: format!("more than {MOST_SUMS} from either end"),
        limit: MOST_SUMS.to_string(),
        advice: None,
    }
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
    let all = reduced.weight();
    let mut why = Why::new(items.len(), all, Some(reduced.bits));
    let solved =
        |fair: &Fair, method, why| Solved { chosen: reduced.chosen(|item| fair.chosen[item]), method, why };
    if items.len() == 0 {
        return Ok(solved(&Fair { weight: 0, chosen: Vec::new() }, NOTHING_LEFT, why));
    }
    let nothing = Fair { weight: 0, chosen: vec![false; items.len()] };
    let stopped = |stop, best: &Fair, removed: u64| Unsolved {
        stop: Box::new(stop),
        best: reduced.chosen(|item| best.chosen[item]),
        bound: Some(all - removed),
        bound_by: if removed == 0 { BY_WEIGHT } else { BY_REMOVAL },
    };
    let lists_cost = pairs(items.len()).map(|pairs| pairs.saturating_mul(PAIR));
    let dense_cost = dense.map(|dense| dense.plan.cells.saturating_mul(CELL));
    let known = lists_cost.into_iter().chain(dense_cost).min();
    let mut spent = Spent { deepest: 0, fewest: 0 };

    // Rounds of growing shares, so that a method that would be done soon does not wait for the other.
    let mut deepest = two_adic::Search::new(items);
    let mut fewest = removal::Search::new(items);
    // Where another method can be used, one that lacks memory gives way to it.
    let gives_way = |stop: &Stop| known.is_some() && matches!(stop, Stop::Memory { .. });
    let most_states = if known.is_some() { TRIED_STATES } else { MOST_STATES };
    let mut share = known.map_or(1 << 24, |cost| cost / 64).max(1 << 12);
    while known.is_none_or(|cost| share <= cost / 4) {
        spent.deepest = spent.deepest.saturating_add(share);
        match deepest.advance(share / STATE, most_states, budget) {
            Ok(Some(fair)) => {
                spent.tell(&mut why, TWO_ADIC, lists_cost, dense);
                return Ok(solved(&fair, TWO_ADIC, why));
            }
            Ok(None) => {}
            Err(stop) if gives_way(&stop) => {}
            Err(stop) => return Err(stopped(stop, &nothing, u64::from(deepest.limit))),
        }
        spent.fewest = spent.fewest.saturating_add(if fewest.is_some() { share } else { 0 });
        match fewest.as_mut().map_or(Ok(None), |fewest| fewest.advance(share / SET, budget)) {
            Ok(Some(fair)) => {
                spent.tell(&mut why, REMOVAL, lists_cost, dense);
                return Ok(solved(&fair, REMOVAL, why));
            }
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
        spent.tell(&mut why, DENSE, lists_cost, Some(dense));
        let found = dense::search(dense.items, &dense.plan, budget);
        return found.map(|fair| solved(&fair, DENSE, why)).map_err(|stop| stopped(stop, &nothing, removed));
    }
    let n = items.len();
    let fair = |choice: Choice| Fair {
        weight: u64::from(choice.weight),
        chosen: (0..n).map(|i| choice.mask >> (n - 1 - i) & 1 == 1).collect(),
    };
    let lists = Lists::new(items, Heaviest { items: n }, budget);
    let lists = lists.map_err(|stop| stopped(stop, &nothing, removed))?;
    match lists.search(budget) {
        Ok(choice) => {
            spent.tell(&mut why, FOUR_LISTS, lists_cost, dense);
            Ok(solved(&fair(choice), FOUR_LISTS, why))
        }
        Err(halted) => Err(stopped(halted.0, &halted.1.map_or(nothing, fair), removed)),
    }
}

/// What was spent on the two methods whose cost is not known beforehand.
struct Spent {
    deepest: u64,
    fewest: u64,
}

impl Spent {
    /// Says what each method was expected to cost or has cost, and which one was used.
    fn tell(&self, why: &mut Why, used: &str, lists: Option<u64>, dense: Option<&Dense<'_>>) {
        let fate = |method: &str, otherwise: &str| {
            if method == used { "used".to_string() } else { otherwise.to_string() }
        };
        for (method, steps) in [(TWO_ADIC, self.deepest), (REMOVAL, self.fewest)] {
            let tried = if steps > 0 { "tried" } else { "not tried" };
            why.add(method, (steps > 0).then_some(steps), None, fate(method, tried));
        }
        match dense {
            Some(Dense { plan, .. }) => {
                why.add(
                    DENSE,
                    Some(plan.cells.saturating_mul(CELL)),
                    Some(plan.bytes),
                    fate(DENSE, "dearer"),
                );
            }
            None => why.add(DENSE, None, None, "the sums have too many bits or too wide a range"),
        }
        match lists {
            Some(steps) => why.add(FOUR_LISTS, Some(steps), None, fate(FOUR_LISTS, "dearer")),
            None => why.add(FOUR_LISTS, None, None, "too many components"),
        }
    }
}
