//! Which method an instance is given: each has its own ground, and the costs are known beforehand or found by trying.
//!
//! The cost of four lists is known before it is run. Lightest removal depends on how the values happen to lie, so it
//! is tried first and given a share of the steps that four lists would take.

use super::four_lists::{self, Lists};
use super::key::{Key, Wide};
use super::problem::{Fair, Reduced, Widest};
use super::two_adic::{self, Search};
use crate::budget::{Budget, Stop};
use crate::value::Dyadic;

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

/// How the removal method is named in an answer.
const TWO_ADIC: &str = "lightest removal, deepest first";
/// How the four lists are named in an answer.
const FOUR_LISTS: &str = "four lists with a modulus";
/// The name where the two rules have left nothing to search.
const NOTHING_LEFT: &str = "no other value can be cancelled";

/// The greatest number of pairs that four lists are started on: about half a day on one processor.
const MOST_PAIRS: u64 = 1 << 43;

/// A heaviest set of the values that sums to zero.
pub(super) fn heaviest(values: &[Dyadic], weights: &[u64], budget: &Budget) -> Result<Solved, Unsolved> {
    budget.claim(values.len() as u128 * 64)?;
    let reduced = Reduced::new(values, weights)?;
    let bits = reduced.bits;
    if bits <= <i64 as Key>::BITS {
        solve::<i64>(&reduced, budget)
    } else if bits <= <i128 as Key>::BITS {
        solve::<i128>(&reduced, budget)
    } else if bits <= Wide::<8>::BITS {
        solve::<Wide<8>>(&reduced, budget)
    } else {
        solve::<Widest>(&reduced, budget)
    }
}

fn solve<K: Key>(reduced: &Reduced, budget: &Budget) -> Result<Solved, Unsolved> {
    let items = reduced.items::<K>();
    let solved = |fair: &Fair, method| Solved { chosen: reduced.chosen(fair), method };
    if items.len() == 0 {
        return Ok(solved(&Fair { weight: 0, chosen: Vec::new() }, NOTHING_LEFT));
    }
    let all = reduced.weight();
    let nothing = Fair { weight: 0, chosen: vec![false; items.len()] };
    let stopped = |stop, best: &Fair, removed: u64| Unsolved {
        stop: Box::new(stop),
        best: reduced.chosen(best),
        bound: Some(all - removed),
    };
    let lists = match items.len() {
        n if n <= four_lists::MOST_ITEMS && 1u64 << (n / 2) <= MOST_PAIRS => Some(n),
        _ => None,
    };
    // Pairs cost about as much as a step of the removal; a quarter of them at most may be spent in vain.
    let pairs = lists.map(|n| 1u64 << (n / 2 + 1));
    let mut steps = pairs.map_or(u64::MAX, |pairs| pairs / 4 + 4096);
    let removed = match two_adic::search(&items, &mut steps, budget) {
        Ok(Search::Found(fair)) => return Ok(solved(&fair, TWO_ADIC)),
        Ok(Search::Spent(removed)) => removed,
        Err((stop, removed)) => return Err(stopped(stop, &nothing, removed)),
    };
    let lists = Lists::new(&items, budget).map_err(|stop| stopped(stop, &nothing, removed))?;
    match lists.search(budget) {
        Ok(fair) => Ok(solved(&fair, FOUR_LISTS)),
        Err(halted) => Err(stopped(halted.0, &halted.1, removed)),
    }
}
