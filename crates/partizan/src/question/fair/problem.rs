//! The bare problem: numbers with weights, of which a heaviest set that sums to zero is wanted.
//!
//! Two rules take out what no fair set can hold, and are used until neither applies: a number that is alone at the
//! greatest depth (nothing else can cancel its last binary place), and a number that is farther from zero than all
//! numbers of the other sign together. What is left is put into one order, shallow numbers first, that does not depend
//! on the order of the input.
//!
//! Among the heaviest fair sets each method gives the same one: the first in this order, where holding an earlier
//! number counts for more than all later ones. So the answer depends neither on the method nor on the threads.

use super::key::{Key, Wide};
use crate::budget::Stop;
use crate::value::Dyadic;
use num_bigint::BigInt;
use num_traits::Signed;
use std::cmp::Ordering;

/// The greatest sum of all weights.
pub(super) const MOST_WEIGHT: u64 = u32::MAX as u64 >> 1;

/// The widest integers for sums.
pub(super) type Widest = Wide<64>;

/// How often the two rules are used at the most: they are a help, not a need.
const ROUNDS: usize = 64;

/// The numbers that a fair set can hold.
#[derive(Debug)]
pub(super) struct Reduced {
    /// Their places in the input, in the one order.
    pub places: Vec<usize>,
    /// Their values over a common denominator, in that order.
    pub scaled: Vec<BigInt>,
    /// Their weights.
    pub weights: Vec<u32>,
    /// How many bits the sum of their absolute values has.
    pub bits: u64,
}

/// The same with machine integers.
#[derive(Debug)]
pub(super) struct Items<K> {
    /// The values, shallow ones first.
    pub values: Vec<K>,
    /// Their weights, at most [`MOST_WEIGHT`] in all.
    pub weights: Vec<u32>,
    /// How many times 2 divides each value: it divides those before it at least as often.
    pub twos: Vec<u64>,
}

/// A set of the items that sums to zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fair {
    /// The sum of its weights.
    pub weight: u64,
    /// For each item, in the one order, whether it is in the set.
    pub chosen: Vec<bool>,
}

impl Reduced {
    /// Puts all into the one order; takes out what no fair set can hold if `reduce` says so.
    ///
    /// # Errors
    /// [`Stop::TooLarge`] for weights beyond [`MOST_WEIGHT`] in all.
    pub fn new(values: &[Dyadic], weights: &[u64], reduce: bool) -> Result<Self, Stop> {
        check_weights(weights)?;
        let mut left: Vec<usize> = (0..values.len()).collect();
        left.sort_by(|&i, &j| {
            let deep = depth(&values[i]).cmp(&depth(&values[j]));
            deep.then_with(|| values[j].cmp(&values[i])).then(weights[j].cmp(&weights[i])).then(i.cmp(&j))
        });
        for _ in 0..ROUNDS {
            let before = left.len();
            if !reduce {
                break;
            }
            drop_lonely(values, &mut left);
            drop_far(values, &mut left);
            if left.len() == before {
                break;
            }
        }
        let scale = left.iter().map(|&i| values[i].exponent()).max().unwrap_or(0);
        let whole =
            left.iter().map(|&i| values[i].numerator().bits().saturating_sub(values[i].exponent())).max();
        let width = scale + whole.unwrap_or(0) + u64::from(usize::BITS - left.len().leading_zeros());
        if width > Widest::BITS {
            return Err(Stop::TooLarge {
                what: "the number of binary places of the sums".into(),
                size: width.to_string(),
                limit: Widest::BITS.to_string(),
                advice: None,
            });
        }
        let scaled: Vec<BigInt> =
            left.iter().map(|&i| values[i].numerator() << (scale - values[i].exponent())).collect();
        let bits = scaled.iter().map(BigInt::abs).sum::<BigInt>().bits();
        let weights = left.iter().map(|&i| weights[i] as u32).collect();
        Ok(Reduced { places: left, scaled, weights, bits })
    }

    /// With machine integers of a width that is enough.
    pub fn items<K: Key>(&self) -> Items<K> {
        let mut twos: Vec<u64> =
            self.scaled.iter().map(|value| value.trailing_zeros().unwrap_or(u64::MAX)).collect();
        // Every power of 2 divides 0; what counts is that it stands before the others.
        let most = twos.iter().copied().filter(|&twos| twos != u64::MAX).max().unwrap_or(0);
        for twos in &mut twos {
            *twos = (*twos).min(most);
        }
        Items { values: self.scaled.iter().map(K::from_big).collect(), weights: self.weights.clone(), twos }
    }

    /// The weight of all that is left.
    pub fn weight(&self) -> u64 {
        self.weights.iter().map(|&weight| u64::from(weight)).sum()
    }

    /// The places in the input of a set of items, in increasing order.
    pub fn chosen(&self, has: impl Fn(usize) -> bool) -> Vec<usize> {
        let kept = (0..self.places.len()).filter(|&item| has(item));
        let mut places: Vec<usize> = kept.map(|item| self.places[item]).collect();
        places.sort_unstable();
        places
    }
}

/// Refuses weights beyond [`MOST_WEIGHT`] in all.
pub(super) fn check_weights(weights: &[u64]) -> Result<(), Stop> {
    let all = weights.iter().try_fold(0u64, |sum, &weight| sum.checked_add(weight));
    if all.is_none_or(|all| all > MOST_WEIGHT) {
        return Err(Stop::TooLarge {
            what: "the sum of the weights".into(),
            size: all.map_or_else(|| "more than 2^64".into(), |all| all.to_string()),
            limit: MOST_WEIGHT.to_string(),
            advice: None,
        });
    }
    Ok(())
}

/// How deep a number is: the power of 2 in its denominator, or less than zero the one that divides it.
fn depth(value: &Dyadic) -> i64 {
    if value.is_zero() {
        return i64::MIN;
    }
    value.exponent() as i64 - value.numerator().trailing_zeros().unwrap_or(0) as i64
}

/// Drops numbers that are alone at the greatest depth.
fn drop_lonely(values: &[Dyadic], left: &mut Vec<usize>) {
    while let Some(&deepest) = left.last() {
        if values[deepest].is_zero() {
            break;
        }
        let alone = left.len() < 2 || depth(&values[left[left.len() - 2]]) < depth(&values[deepest]);
        if !alone {
            break;
        }
        left.pop();
    }
}

/// Drops numbers that all those of the other sign together do not reach.
pub(super) fn drop_far(values: &[Dyadic], left: &mut Vec<usize>) {
    // The farthest first; what is dropped of one sign no longer helps to reach those of the other.
    let side = |sign: Ordering| {
        let mut side: Vec<usize> = left.iter().copied().filter(|&i| values[i].sign() == sign).collect();
        side.sort_by(|&i, &j| values[i].abs().cmp(&values[j].abs()));
        side
    };
    let mut sides = [side(Ordering::Greater), side(Ordering::Less)];
    let mut sums =
        sides.each_ref().map(|side| side.iter().fold(Dyadic::ZERO, |sum, &i| &sum + &values[i].abs()));
    let mut dropped = vec![false; values.len()];
    let mut any = true;
    while any {
        any = false;
        for (this, other) in [(0, 1), (1, 0)] {
            while let Some(&far) = sides[this].last() {
                let size = values[far].abs();
                if size <= sums[other] {
                    break;
                }
                sides[this].pop();
                sums[this] = &sums[this] - &size;
                dropped[far] = true;
                any = true;
            }
        }
    }
    left.retain(|&i| !dropped[i]);
}

impl<K: Key> Items<K> {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// The sum of all.
    pub fn sum(&self) -> K {
        self.values.iter().fold(K::ZERO, |sum, &value| sum.plus(value))
    }

    /// The sum of all weights.
    pub fn weight(&self) -> u32 {
        self.weights.iter().sum()
    }
}
