//! Green Hackenbush on random trees: exact, and approximate with a certified bound.

use super::super::exact::{Exact, decimal, ratio};
use super::super::{Answer, Error, Work};
use super::ask::Ask;
use super::exact::{self, Spread};
use super::family::Family;
use super::rough::{self, Rough};
use super::sum;
use crate::budget::{Budget, Stop};
use crate::fault::Fault;
use crate::ruleset::Ruleset;
use crate::ruleset::green_hackenbush::GreenHackenbush;
use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::One;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Instant;

/// The greatest number of nodes of a tree that is counted exactly.
pub const MAX_NODES: u64 = 10_000;

/// What a census of green trees answers. Each tree is drawn uniformly from its family, independent of the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GreenTrees {
    /// The chance that the player who moves first wins: that the nim-sum of all trees is not 0.
    pub first_player_wins: Exact,
    /// The Grundy value of one tree, for each number of nodes that was asked for, upwards.
    pub trees: Vec<TreeSpread>,
    /// The Grundy value of all trees together.
    pub sum: SumSpread,
}

/// The distribution of the Grundy value of one tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TreeSpread {
    /// The number of nodes.
    pub nodes: u64,
    /// How many trees of this number of nodes were asked for.
    pub times: u64,
    /// The distribution.
    #[serde(flatten)]
    pub spread: SumSpread,
}

/// A distribution of Grundy values: a value's chance is its count over the total.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SumSpread {
    /// How many outcomes there are, all equally likely.
    #[serde(serialize_with = "crate::question::exact::as_text")]
    pub total: BigUint,
    /// The values that occur, upwards.
    pub values: Vec<Count>,
}

/// How often one value occurs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Count {
    /// The Grundy value.
    pub value: u64,
    /// In how many outcomes it is this.
    #[serde(serialize_with = "crate::question::exact::as_text")]
    pub count: BigUint,
    /// Its chance, as a decimal.
    pub decimal: String,
}

impl SumSpread {
    fn new(spread: &Spread, digits: usize) -> Self {
        let values = spread.values().filter(|(_, count)| **count != BigUint::ZERO).map(|(value, count)| {
            // Not reduced: `decimal` only divides.
            let chance = BigRational::new_raw(count.clone().into(), spread.total.clone().into());
            Count { value, count: count.clone(), decimal: decimal(&chance, digits) }
        });
        SumSpread { total: spread.total.clone(), values: values.collect() }
    }
}

/// The exact distribution of the Grundy value of green Hackenbush on random trees of these numbers of nodes, of each
/// and of their sum, and the exact chance that the first player wins.
///
/// Decimals have `digits` digits. No tree at all is a sum of value 0.
///
/// # Errors
/// A fault for a tree of 0 nodes; [`Stop::TooLarge`] beyond [`MAX_NODES`] or [`MAX_BITS`](super::MAX_BITS); those of the budget.
///
/// # Complexity
/// See [`Family`]: for the greatest number n of nodes about n^3 / 80 products of a machine word, times n / 14 primes.
///
/// # References
/// *Winning Ways*, chapter 7 (the colon principle); Flajolet and Sedgewick, *Analytic Combinatorics*, chapter I.
pub fn green_trees(
    family: Family,
    sizes: &[u64],
    digits: usize,
    budget: &Budget,
) -> Result<Answer<Ask, GreenTrees>, Error> {
    let start = Instant::now();
    let times = by_size(sizes)?;
    let spreads = exact::spreads(family, &times.keys().map(|&n| n as usize).collect::<Vec<_>>(), budget)?;
    let draws: Vec<(&Spread, u64)> = spreads.iter().zip(times.values().copied()).collect();
    let sum = sum::nim_sum(&draws, budget)?;
    let wins = ratio(&(&sum.total - sum.zeros()), &sum.total);
    let trees = draws.iter().zip(times.keys()).map(|(&(spread, times), &nodes)| TreeSpread {
        nodes,
        times,
        spread: SumSpread::new(spread, digits),
    });
    Ok(Answer {
        ask: Ask {
            question: "census",
            ruleset: GreenHackenbush::NAME,
            variant: GreenHackenbush.variant(),
            family: family.name(),
            sizes: sizes.to_vec(),
        },
        answer: GreenTrees {
            first_player_wins: Exact::new(&wins, digits),
            trees: trees.collect(),
            sum: SumSpread::new(&sum, digits),
        },
        method: "counting recurrence at each Walsh character, modulo primes; exact".into(),
        work: Work::default()
            .with("seconds", start.elapsed().as_secs_f64())
            .with("threads", budget.threads()),
    })
}

/// The exact chance that the first player wins green Hackenbush on random trees of these numbers of nodes: as
/// [`green_trees`], without the distributions.
///
/// # Errors
/// As [`green_trees`].
pub fn green_trees_first_wins(family: Family, sizes: &[u64], budget: &Budget) -> Result<BigRational, Error> {
    let times = by_size(sizes)?;
    // With an odd number of edges in all, no nim-sum is 0.
    if sizes.iter().fold(0, |odd, n| odd ^ (n - 1) & 1) == 1 {
        return Ok(BigRational::one());
    }
    let spreads = exact::spreads(family, &times.keys().map(|&n| n as usize).collect::<Vec<_>>(), budget)?;
    let draws: Vec<(&Spread, u64)> = spreads.iter().zip(times.values().copied()).collect();
    let (zeros, total) = sum::zeros(&draws, budget)?;
    Ok(ratio(&(&total - zeros), &total))
}

/// What an approximate census of green trees answers: every chance is within its bound of the exact one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ApproximateTrees {
    /// The chance that the player who moves first wins.
    pub first_player_wins: Chance,
    /// The Grundy value of one tree, for each number of nodes that was asked for, upwards.
    pub trees: Vec<RoughTree>,
    /// The Grundy value of all trees together.
    pub sum: RoughSpread,
}

/// A chance in floating point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Chance {
    /// The chance, as a decimal.
    pub decimal: String,
    /// How far the exact chance is from the unrounded decimal, at the most.
    pub bound: String,
}

/// The distribution of the Grundy value of one tree, in floating point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoughTree {
    /// The number of nodes.
    pub nodes: u64,
    /// How many trees of this number of nodes were asked for.
    pub times: u64,
    /// The distribution.
    #[serde(flatten)]
    pub spread: RoughSpread,
}

/// A distribution of Grundy values in floating point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoughSpread {
    /// How far any exact chance is from the unrounded one here, at the most.
    pub bound: String,
    /// A part of the bound: the chance, at the most, of all values together that were too great to be followed.
    pub lost: String,
    /// The values up to the last whose chance is above the bound.
    pub values: Vec<RoughCount>,
}

/// The chance of one value, in floating point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoughCount {
    /// The Grundy value.
    pub value: u64,
    /// Its chance, as a decimal.
    pub decimal: String,
}

impl RoughSpread {
    fn new(rough: &Rough, digits: usize) -> Self {
        let values: Vec<(u64, f64)> = rough.values().collect();
        let last = values.iter().rposition(|(_, chance)| *chance > rough.bound).map_or(0, |last| last + 1);
        RoughSpread {
            bound: shown_bound(rough.bound),
            lost: shown_bound(rough.lost),
            values: values[..last]
                .iter()
                .map(|&(value, chance)| RoughCount { value, decimal: format!("{chance:.digits$}") })
                .collect(),
        }
    }
}

/// A bound with two digits, never below it.
fn shown_bound(bound: f64) -> String {
    if bound == 0.0 { "0".into() } else { format!("{:.1e}", bound * 1.06) }
}

/// As [`green_trees`], in floating point with a certified bound: for sizes where exact whole numbers are pointless.
///
/// # Errors
/// As [`green_trees`], but for the number of outcomes, which is not limited.
///
/// # Complexity
/// For the greatest number n of nodes of the order of n^2 times the root of n.
///
/// # References
/// The error analysis is that of Higham, *Accuracy and Stability of Numerical Algorithms*, chapters 3 and 4, in the norm
/// that the Walsh transform keeps.
pub fn green_trees_approximate(
    family: Family,
    sizes: &[u64],
    digits: usize,
    budget: &Budget,
) -> Result<Answer<Ask, ApproximateTrees>, Error> {
    let start = Instant::now();
    let times = by_size(sizes)?;
    let spreads = rough::spreads(family, &times.keys().map(|&n| n as usize).collect::<Vec<_>>(), budget)?;
    let draws: Vec<(&Rough, u64)> = spreads.iter().zip(times.values().copied()).collect();
    let sum = rough::nim_sum(&draws);
    let trees = draws.iter().zip(times.keys()).map(|(&(spread, times), &nodes)| RoughTree {
        nodes,
        times,
        spread: RoughSpread::new(spread, digits),
    });
    Ok(Answer {
        ask: Ask {
            question: "census",
            ruleset: GreenHackenbush::NAME,
            variant: GreenHackenbush.variant(),
            family: family.name(),
            sizes: sizes.to_vec(),
        },
        answer: ApproximateTrees {
            first_player_wins: Chance {
                decimal: format!("{:.digits$}", 1.0 - sum.zeros()),
                bound: if sum.parity == 1 { "0".into() } else { shown_bound(sum.bound + f64::EPSILON) },
            },
            trees: trees.collect(),
            sum: RoughSpread::new(&sum, digits),
        },
        method: "counting recurrence at each Walsh character, in floating point; approximate, with a certified bound"
            .into(),
        work: Work::default()
            .with("seconds", start.elapsed().as_secs_f64())
            .with("threads", budget.threads()),
    })
}

/// The chance that the first player wins, as a decimal with `digits` digits that is rounded correctly.
///
/// Floating point decides where its certified bound leaves one decimal only, exact whole numbers where it leaves two.
///
/// # Errors
/// As [`green_trees`].
pub fn green_trees_first_wins_decimal(
    family: Family,
    sizes: &[u64],
    digits: usize,
    budget: &Budget,
) -> Result<String, Error> {
    let times = by_size(sizes)?;
    let spreads = rough::spreads(family, &times.keys().map(|&n| n as usize).collect::<Vec<_>>(), budget)?;
    let draws: Vec<(&Rough, u64)> = spreads.iter().zip(times.values().copied()).collect();
    let sum = rough::nim_sum(&draws);
    let wins = |sign: f64| {
        let chance = 1.0 - sum.zeros() + sign * (sum.bound + 4.0 * f64::EPSILON);
        BigRational::from_float(chance.clamp(0.0, 1.0)).map(|chance| decimal(&chance, digits))
    };
    match (wins(-1.0), wins(1.0)) {
        (Some(low), Some(high)) if low == high => Ok(low),
        _ => Ok(decimal(&green_trees_first_wins(family, sizes, budget)?, digits)),
    }
}

/// How often each number of nodes is asked for.
fn by_size(sizes: &[u64]) -> Result<BTreeMap<u64, u64>, Error> {
    let mut times = BTreeMap::new();
    for (i, &nodes) in sizes.iter().enumerate() {
        if nodes == 0 {
            return Err(Fault::new("a tree of 0 nodes", "at least 1 node: a root without an edge")
                .within(format!("tree {}", i + 1))
                .into());
        }
        if nodes > MAX_NODES {
            return Err(Stop::TooLarge {
                what: format!("tree {}", i + 1),
                size: format!("{nodes} nodes"),
                limit: format!("{MAX_NODES} nodes"),
                advice: None,
            }
            .into());
        }
        *times.entry(nodes).or_insert(0) += 1;
    }
    Ok(times)
}
