//! Fewest removed, with a rotating split.
//!
//! Of the sets whose removal leaves a fair set, those with k items are looked for, k = 0, 1, 2, ... Laid out in a
//! ring, every set of k items has half of them (rounded down) in one of the n/2 + 1 windows of n/2 neighbours. For each window all sets of
//! that size inside it and outside it are made, and those looked for that sum to the sum of all.
//!
//! About n/2 times C(n/2, k/2) steps for each k: strong where few must be removed from many items of like weight.

use super::super::claim::Claim;
use super::four_lists::{Filter, MOST_ITEMS};
use super::key::Key;
use super::problem::{Fair, Items};
use crate::budget::{Budget, Stop};
use crate::question::threads::on_threads;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The lightest removal with a number of items: its weight and the items kept, the first item the highest bit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Removed {
    weight: u32,
    /// The removed items, the first the highest bit: of equal weights the least keeps the earlier items.
    mask: u128,
}

/// The steps that all windows take for sets of k items out of n.
pub(super) fn cost(n: usize, k: usize) -> u64 {
    let half = n / 2;
    let (inside, outside) = (choose(half, k / 2), choose(n - half, k - k / 2));
    (half as u64 + 1).saturating_mul(inside.saturating_mul(2).saturating_add(outside))
}

/// The number of sets of k out of n, at most `u64::MAX`.
fn choose(n: usize, k: usize) -> u64 {
    if k > n {
        return 0;
    }
    let mut count = 1u128;
    for i in 0..k as u128 {
        count = count * (n as u128 - i) / (i + 1);
        if count > u128::from(u64::MAX) {
            return u64::MAX;
        }
    }
    count as u64
}

/// The search, which can be left and taken up again.
pub(super) struct Search<'a, K> {
    items: &'a Items<K>,
    /// The weights, the lightest first.
    light: Vec<u32>,
    /// How many are removed next.
    next: usize,
    /// What so many weigh at least.
    least: u32,
    best: Option<Removed>,
}

impl<'a, K: Key> Search<'a, K> {
    /// A search that has not begun; nothing for more items than it takes.
    pub fn new(items: &'a Items<K>) -> Option<Self> {
        let mut light = items.weights.clone();
        light.sort_unstable();
        (items.len() <= MOST_ITEMS).then_some(Search { items, light, next: 0, least: 0, best: None })
    }

    /// Goes on as long as it takes at most a number of steps; gives the heaviest fair set if that was enough.
    ///
    /// # Errors
    /// Those of the budget.
    pub fn advance(&mut self, mut steps: u64, budget: &Budget) -> Result<Option<Fair>, Stop> {
        let n = self.items.len();
        // Once something is found, sets of more items may still be as light, until any so many are heavier.
        while self.next <= n && self.best.is_none_or(|best| self.least <= best.weight) {
            let Some(left) = steps.checked_sub(cost(n, self.next)) else { return Ok(None) };
            steps = left;
            let found = removals(self.items, self.next, budget)?;
            self.best = self.best.into_iter().chain(found).min();
            self.least += self.light.get(self.next).copied().unwrap_or(0);
            self.next += 1;
        }
        let best = self.best.expect("removing everything leaves the empty set, which is fair");
        let chosen = (0..n).map(|i| best.mask >> (n - 1 - i) & 1 == 0).collect();
        Ok(Some(Fair { weight: u64::from(self.items.weight() - best.weight), chosen }))
    }
}

/// The lightest set of k items that sums to the sum of all.
fn removals<K: Key>(items: &Items<K>, k: usize, budget: &Budget) -> Result<Option<Removed>, Stop> {
    let n = items.len();
    let (half, target) = (n / 2, items.sum());
    let next = AtomicUsize::new(0);
    let result = Mutex::new((None::<Removed>, None::<Stop>));
    let work = || {
        let mut window = Halves { items, target, filter: Filter::default(), budget };
        loop {
            let turn = next.fetch_add(1, Ordering::Relaxed);
            if turn > half {
                break;
            }
            budget.report(turn as u64, Some(half as u64 + 1), "windows");
            let found = budget.check().and_then(|()| window.turn(turn, k));
            let mut result = result.lock().expect("no thread panics");
            match found {
                Ok(found) => result.0 = result.0.into_iter().chain(found).min(),
                Err(stop) => {
                    result.1 = Some(stop);
                    next.store(half + 1, Ordering::Relaxed);
                    break;
                }
            }
        }
    };
    // Threads cost more than they save on short work.
    let threads = if cost(n, k) < 1 << 20 { 1 } else { budget.threads().min(half + 1) };
    on_threads(threads, work);
    let (found, stop) = result.into_inner().expect("no thread panics");
    stop.map_or(Ok(found), Err)
}

/// What is met in one window.
struct Halves<'a, K> {
    items: &'a Items<K>,
    target: K,
    filter: Filter,
    budget: &'a Budget,
}

/// A sum of removed items.
#[derive(Clone, Copy)]
struct Sum<K> {
    sum: K,
    removed: Removed,
}

impl<K: Key> Halves<'_, K> {
    /// The lightest removal of k items with half of them in the window that begins at `turn`.
    fn turn(&mut self, turn: usize, k: usize) -> Result<Option<Removed>, Stop> {
        let (n, half) = (self.items.len(), self.items.len() / 2);
        let inside: Vec<usize> = (turn..turn + half).map(|i| i % n).collect();
        let outside: Vec<usize> = (turn + half..turn + n).map(|i| i % n).collect();
        let (few, rest) = (k / 2, k - k / 2);
        let count = choose(inside.len(), few);
        let claim = Claim::new(self.budget);
        claim.raise(u128::from(count) * 4 + 64)?;
        self.filter.reset(count as usize);
        self.each(&inside, few, |halves, sum, _| {
            halves.filter.set(sum.hash());
            Ok(())
        })?;
        let back = self.target;
        let mut right: Vec<Sum<K>> = Vec::new();
        self.each(&outside, rest, |halves, sum, set| {
            let wanted = back.plus(sum.negated());
            if halves.filter.has(wanted.hash()) {
                right.push(halves.removed(wanted, set));
                if right.len().is_power_of_two() {
                    claim.raise(
                        u128::from(count) * 4 + right.len() as u128 * 2 * size_of::<Sum<K>>() as u128,
                    )?;
                }
            }
            Ok(())
        })?;
        if right.is_empty() {
            return Ok(None);
        }
        self.filter.reset(right.len());
        for sum in &right {
            self.filter.set(sum.sum.hash());
        }
        let mut left: Vec<Sum<K>> = Vec::new();
        self.each(&inside, few, |halves, sum, set| {
            if halves.filter.has(sum.hash()) {
                left.push(halves.removed(sum, set));
            }
            Ok(())
        })?;
        for side in [&mut left, &mut right] {
            side.sort_unstable_by(|a, b| a.sum.cmp(&b.sum).then(a.removed.cmp(&b.removed)));
            side.dedup_by(|later, earlier| later.sum == earlier.sum);
        }
        let mut best = None::<Removed>;
        let (mut i, mut j) = (0, 0);
        while i < left.len() && j < right.len() {
            let order = left[i].sum.cmp(&right[j].sum);
            if order.is_eq() {
                let (a, b) = (left[i].removed, right[j].removed);
                let both = Removed { weight: a.weight + b.weight, mask: a.mask | b.mask };
                best = best.into_iter().chain([both]).min();
            }
            i += usize::from(order.is_le());
            j += usize::from(order.is_ge());
        }
        Ok(best)
    }

    fn removed(&self, sum: K, set: &[usize]) -> Sum<K> {
        let n = self.items.len();
        let weight = set.iter().map(|&i| self.items.weights[i]).sum();
        let mask = set.iter().fold(0, |mask, &i| mask | 1u128 << (n - 1 - i));
        Sum { sum, removed: Removed { weight, mask } }
    }

    /// Visits the sum of every set of `size` of these items, with the set.
    fn each(
        &mut self,
        among: &[usize],
        size: usize,
        mut visit: impl FnMut(&mut Self, K, &[usize]) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        if size > among.len() {
            return Ok(());
        }
        // A set is kept as its places among the items, and the sums of its first few.
        let mut set: Vec<usize> = (0..size).collect();
        let mut members: Vec<usize> = among[..size].to_vec();
        let mut sums: Vec<K> = vec![K::ZERO; size + 1];
        let mut from = 0;
        let mut count = 0u32;
        loop {
            for i in from..size {
                members[i] = among[set[i]];
                sums[i + 1] = sums[i].plus(self.items.values[members[i]]);
            }
            visit(self, sums[size], &members)?;
            count = count.wrapping_add(1);
            if count.is_multiple_of(1 << 16) {
                self.budget.check()?;
            }
            // The next set: the last place that can move does, and those after it follow close.
            let Some(i) = (0..size).rev().find(|&i| set[i] < among.len() - size + i) else { return Ok(()) };
            set[i] += 1;
            for j in i + 1..size {
                set[j] = set[j - 1] + 1;
            }
            from = i;
        }
    }
}
