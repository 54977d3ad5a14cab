//! The sums closest to zero.
//!
//! All sums of two halves are listed in order. For each sum of the first half the sums of the second that come closest
//! to cancelling it lie next to each other, so a heap that holds the next candidate on either side gives all sums in
//! the order of their distance from zero.

use super::super::claim::Claim;
use super::key::Key;
use super::ledger::{Entry, taken};
use super::problem::Items;
use super::tally::{Few, Picked, Tally};
use crate::budget::{Budget, Stop};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The greatest number of different sums of a half.
const MOST_SUMS: usize = 1 << 25;

/// The different sums of non-empty sets that are closest to zero, at most `count`, each with its heaviest set: the closest first, of
/// two equally close the positive one first.
///
/// # Errors
/// [`Stop::TooLarge`] for halves with more than 2^25 sums; those of the budget.
pub(super) fn nearest<K: Key>(
    items: &Items<K>,
    count: usize,
    budget: &Budget,
) -> Result<Vec<(K, Picked)>, Stop> {
    let tally = Few { items: items.len(), keep: 1 };
    let claim = Claim::new(budget);
    let half = |range: std::ops::Range<usize>| -> Result<Vec<Entry<K, Vec<Picked>>>, Stop> {
        let mut list = vec![Entry { sum: K::ZERO, kept: tally.empty() }];
        for place in range.rev() {
            budget.check()?;
            if list.len() > MOST_SUMS / 2 {
                return Err(Stop::TooLarge {
                    what: "the number of components to be near zero".into(),
                    size: format!("{} with more than {MOST_SUMS} sums of a half", items.len()),
                    limit: format!("{MOST_SUMS} sums of a half"),
                    advice: None,
                });
            }
            // An entry, what it holds on the heap, and its candidates.
            let bytes = claim.bytes();
            claim.raise(
                u128::from(bytes) + list.len() as u128 * (size_of::<Entry<K, u128>>() as u128 * 3 + 64),
            )?;
            list = taken(&list, items.values[place], items.weights[place], place, &tally);
        }
        Ok(list)
    };
    let middle = items.len() / 2;
    let (left, right) = (half(0..middle)?, half(middle..items.len())?);
    let sum = |i: usize, j: usize| left[i].sum.plus(right[j].sum);
    // Distance, then the positive sum first; the pair and whether the next candidate is the one above.
    let candidate = |i: usize, j: usize, up: bool| {
        let sum = sum(i, j);
        let negative = sum < K::ZERO;
        Reverse((if negative { sum.negated() } else { sum }, negative, i, j, up))
    };
    let mut heap = BinaryHeap::with_capacity(2 * left.len());
    for (i, entry) in left.iter().enumerate() {
        let above = right.partition_point(|other| other.sum < entry.sum.negated());
        if above < right.len() {
            heap.push(candidate(i, above, true));
        }
        if above > 0 {
            heap.push(candidate(i, above - 1, false));
        }
    }
    let mut nearest: Vec<(K, Picked)> = Vec::new();
    let mut steps = 0u32;
    while let Some(Reverse((_, _, i, j, up))) = heap.pop() {
        steps = steps.wrapping_add(1);
        if steps.is_multiple_of(1 << 16) {
            budget.check()?;
        }
        if up && j + 1 < right.len() {
            heap.push(candidate(i, j + 1, true));
        } else if !up && j > 0 {
            heap.push(candidate(i, j - 1, false));
        }
        let sum = sum(i, j);
        let picked = tally.pair(&left[i].kept, &right[j].kept).swap_remove(0);
        if picked.is_empty() {
            continue;
        }
        let found = nearest.len();
        match nearest.last_mut() {
            Some((last, best)) if *last == sum => {
                if picked > *best {
                    *best = picked;
                }
            }
            _ if found == count => break,
            _ => nearest.push((sum, picked)),
        }
    }
    Ok(nearest)
}
