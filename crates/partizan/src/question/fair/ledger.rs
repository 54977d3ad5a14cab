//! All sums, deepest first.
//!
//! A sorted list holds every sum of the items taken so far that the rest can still cancel, with what is kept of the choices that give
//! it. It answers what a search for the heaviest set cannot: how many fair sets there are, and which are the heaviest
//! few. Each item is one merge of the list with itself, moved by the item's value; at each depth only the multiples of
//! its unit stay.

use super::super::claim::Claim;
use super::key::Key;
use super::problem::Items;
use super::tally::Tally;
use crate::budget::{Budget, Stop};
use std::cmp::Ordering;

/// A sum and what is kept of the choices that give it.
#[derive(Clone, Debug)]
pub(super) struct Entry<K, T> {
    /// The sum.
    pub sum: K,
    /// What is kept.
    pub kept: T,
}

/// What is kept of the choices that sum to zero; nothing if a list would be longer than `most`.
///
/// # Errors
/// Those of the budget.
pub(super) fn search<K: Key, T: Tally>(
    items: &Items<K>,
    tally: &T,
    most: usize,
    budget: &Budget,
) -> Result<Option<T::Kept>, Stop> {
    // What the items before each place can add at the least and at the most.
    let mut reach = vec![(K::ZERO, K::ZERO)];
    for &value in &items.values {
        let (low, high) = reach[reach.len() - 1];
        reach.push(if value < K::ZERO { (low.plus(value), high) } else { (low, high.plus(value)) });
    }
    let claim = Claim::new(budget);
    let mut list = vec![Entry { sum: K::ZERO, kept: tally.empty() }];
    for place in (0..items.len()).rev() {
        budget.check()?;
        if list.len() > most {
            return Ok(None);
        }
        let heap: usize = list.iter().map(|entry| tally.heap(&entry.kept)).sum();
        claim.raise((list.len() as u128 * size_of::<Entry<K, T::Kept>>() as u128 + heap as u128) * 3)?;
        list = taken(&list, items.values[place], items.weights[place], place, tally);
        let (low, high) = reach[place];
        let unit = if place == 0 { 0 } else { items.twos[place - 1] };
        list.retain(|entry| {
            let left = entry.sum.negated();
            left >= low && left <= high && entry.sum.divisible(unit)
        });
    }
    // After the last item nothing but the sum 0 can be left.
    Ok(list.into_iter().next().map(|entry| entry.kept))
}

/// The sums with an item taken or not, sorted.
pub(super) fn taken<K: Key, T: Tally>(
    list: &[Entry<K, T::Kept>],
    value: K,
    weight: u32,
    place: usize,
    tally: &T,
) -> Vec<Entry<K, T::Kept>> {
    let mut merged: Vec<Entry<K, T::Kept>> = Vec::with_capacity(2 * list.len());
    let (mut without, mut with) = (list.iter().peekable(), list.iter().peekable());
    loop {
        let order = match (without.peek(), with.peek()) {
            (Some(a), Some(b)) => a.sum.cmp(&b.sum.plus(value)),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => break,
        };
        let plain = if order.is_le() { without.next() } else { None };
        let moved = if order.is_ge() { with.next() } else { None };
        let moved = moved
            .map(|entry| Entry { sum: entry.sum.plus(value), kept: tally.with(&entry.kept, place, weight) });
        merged.push(match (plain, moved) {
            (Some(plain), Some(mut moved)) => {
                tally.join(&mut moved.kept, plain.kept.clone());
                moved
            }
            (Some(plain), None) => plain.clone(),
            (None, Some(moved)) => moved,
            (None, None) => break,
        });
    }
    merged
}
