//! Lightest removal, deepest first.
//!
//! A heaviest fair set is what a lightest set of removed numbers leaves, and the removed numbers sum to the sum of all.
//! The numbers are decided deepest first. When all of one depth are decided, what is still to be removed must be a
//! multiple of the next unit: of the states, at least half die at each depth. A state is what is still to be removed,
//! with the least weight removed so far; its list is kept sorted, so that a step is one merge and no hashing.
//!
//! The weight that may be removed is raised by a quarter from pass to pass until a set is found. A pass also drops
//! what the numbers left cannot remove, in all or within the weight left.
//!
//! Strong where the depths are spread, weak where they pile up.

use super::super::claim::Claim;
use super::key::Key;
use super::problem::{Fair, Items};
use crate::budget::{Budget, Stop};

/// What is still to be removed.
#[derive(Clone, Copy)]
struct State<K> {
    left: K,
    weight: u32,
    /// The last number removed: a place in the log.
    node: u32,
}

/// The search, which can be left and taken up again.
pub(super) struct Search<'a, K> {
    pass: Pass<'a, K>,
    /// No fair set leaves out less weight than this.
    pub limit: u32,
    /// Whether a pass had more states than it may: it would again.
    pub full: bool,
}

impl<'a, K: Key> Search<'a, K> {
    /// A search that has not begun.
    pub fn new(items: &'a Items<K>) -> Self {
        let pass = Pass::new(items);
        let limit = pass.least(items.sum());
        Search { pass, limit, full: false }
    }

    /// Goes on for a number of steps, with at most so many states at a time; gives the heaviest fair set if that was enough.
    ///
    /// The steps are the states looked at, so whether it is found depends on nothing but the items.
    ///
    /// # Errors
    /// Those of the budget.
    pub fn advance(&mut self, mut steps: u64, states: usize, budget: &Budget) -> Result<Option<Fair>, Stop> {
        while !self.full {
            match self.pass.run(self.limit, &mut steps, states, budget) {
                Ok(Some(fair)) => return Ok(Some(fair)),
                Ok(None) => {}
                Err(Halt::Spent) => return Ok(None),
                Err(Halt::Full) => {
                    self.full = true;
                    return Ok(None);
                }
                Err(Halt::Stop(stop)) => return Err(stop),
            }
            let all = self.pass.items.weight();
            self.limit = self.limit.saturating_add((self.limit / 4).max(1)).min(all);
        }
        Ok(None)
    }
}

enum Halt {
    Spent,
    Full,
    Stop(Stop),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Halt::Stop(stop)
    }
}

struct Pass<'a, K> {
    items: &'a Items<K>,
    /// For each place: the sums of the negative and of the positive values up to it.
    reach: Vec<(K, K)>,
    /// For each place: the greatest value, either sign, that a unit of weight removes up to it, rounded up;
    /// nothing where a value has no weight.
    rate: Vec<Option<K>>,
}

impl<'a, K: Key> Pass<'a, K> {
    fn new(items: &'a Items<K>) -> Self {
        let (mut low, mut high) = (K::ZERO, K::ZERO);
        let (mut reach, mut rate) = (Vec::new(), Vec::new());
        let mut most = Some(K::ZERO);
        for (&value, &weight) in items.values.iter().zip(&items.weights) {
            let size = if value < K::ZERO { value.negated() } else { value };
            if value < K::ZERO {
                low = low.plus(value);
            } else {
                high = high.plus(value);
            }
            reach.push((low, high));
            most = match most {
                Some(most) if weight > 0 => Some(most.max(size.over(weight))),
                _ => None,
            };
            rate.push(most);
        }
        Pass { items, reach, rate }
    }

    /// A weight below which nothing removes this much.
    fn least(&self, sum: K) -> u32 {
        let size = if sum < K::ZERO { sum.negated() } else { sum };
        match self.rate.last() {
            Some(Some(rate)) => {
                let (mut low, mut high) = (0, self.items.weight());
                while low < high {
                    let middle = low + (high - low) / 2;
                    if rate.times_at_most(middle) < size {
                        low = middle + 1;
                    } else {
                        high = middle;
                    }
                }
                low
            }
            _ => 0,
        }
    }

    /// The heaviest fair set if at most `limit` must be removed for it.
    fn run(&self, limit: u32, steps: &mut u64, most: usize, budget: &Budget) -> Result<Option<Fair>, Halt> {
        let items = self.items;
        let claim = Claim::new(budget);
        let mut log: Vec<(u32, u32)> = vec![(0, u32::MAX)];
        let mut swept = 1 << 16;
        let mut states = vec![State { left: items.sum(), weight: 0, node: 0 }];
        let mut next: Vec<State<K>> = Vec::new();
        for place in (0..items.len()).rev() {
            let cost = states.len() as u64 * 2 + 1;
            *steps = steps.checked_sub(cost).ok_or(Halt::Spent)?;
            if states.len() > most {
                return Err(Halt::Full);
            }
            budget.check()?;
            if log.len() > swept {
                sweep(&mut log, &mut states);
                swept = (log.len() * 2).max(1 << 16);
            }
            claim.raise(
                (states.len() as u128 * 3) * size_of::<State<K>>() as u128
                    + (log.len() + states.len()) as u128 * 8,
            )?;
            if u32::try_from(log.len() + states.len()).is_err() {
                return Err(Stop::Memory { needed: 1 << 36, limit: budget.memory() }.into());
            }
            next.clear();
            next.reserve(states.len() * 2);
            self.merge(place, limit, &states, &mut next, &mut log);
            let unit = if place == 0 { None } else { Some(items.twos[place - 1]) };
            match unit {
                Some(unit) if unit > items.twos[place] => next.retain(|state| state.left.divisible(unit)),
                _ => {}
            }
            std::mem::swap(&mut states, &mut next);
        }
        // Nothing is left to remove anything, so the only state there can be is 0.
        let Some(state) = states.first() else { return Ok(None) };
        let mut chosen = vec![true; items.len()];
        let mut node = state.node;
        while node != 0 {
            let (parent, place) = log[node as usize];
            chosen[place as usize] = false;
            node = parent;
        }
        Ok(Some(Fair { weight: u64::from(items.weight() - state.weight), chosen }))
    }

    /// The states once the item at `place` is kept or removed.
    ///
    /// Of states that leave the same, the lightest stays, and of equally light ones the one that keeps this item.
    fn merge(
        &self,
        place: usize,
        limit: u32,
        states: &[State<K>],
        next: &mut Vec<State<K>>,
        log: &mut Vec<(u32, u32)>,
    ) {
        let (value, weight) = (self.items.values[place], self.items.weights[place]);
        let ((low, high), rate) = match place {
            0 => ((K::ZERO, K::ZERO), Some(K::ZERO)),
            _ => (self.reach[place - 1], self.rate[place - 1]),
        };
        let hopeless = |left: K, weight: u32| {
            left < low
                || left > high
                || rate.is_some_and(|rate| {
                    let most = rate.times_at_most(limit - weight);
                    left > most || left < most.negated()
                })
        };
        let back = value.negated();
        let mut kept = states.iter().peekable();
        let mut removed = states
            .iter()
            .filter(|state| state.weight <= limit.saturating_sub(weight) && weight <= limit)
            .peekable();
        loop {
            let take_kept = match (kept.peek(), removed.peek()) {
                (None, None) => break,
                (Some(_), None) => true,
                (None, Some(_)) => false,
                (Some(k), Some(r)) => match k.left.cmp(&r.left.plus(back)) {
                    std::cmp::Ordering::Less => true,
                    std::cmp::Ordering::Greater => false,
                    std::cmp::Ordering::Equal => {
                        let keep = k.weight <= r.weight + weight;
                        if keep {
                            removed.next();
                        } else {
                            kept.next();
                        }
                        keep
                    }
                },
            };
            if take_kept {
                if let Some(&state) = kept.next()
                    && !hopeless(state.left, state.weight)
                {
                    next.push(state);
                }
            } else if let Some(state) = removed.next() {
                let (left, weight) = (state.left.plus(back), state.weight + weight);
                if !hopeless(left, weight) {
                    next.push(State { left, weight, node: log.len() as u32 });
                    log.push((state.node, place as u32));
                }
            }
        }
    }
}

/// Takes out of the log what no state leads back to.
fn sweep<K>(log: &mut Vec<(u32, u32)>, states: &mut [State<K>]) {
    let mut live = vec![false; log.len()];
    live[0] = true;
    for state in states.iter() {
        live[state.node as usize] = true;
    }
    // A parent stands before its children.
    for node in (1..log.len()).rev() {
        if live[node] {
            live[log[node].0 as usize] = true;
        }
    }
    let mut moved = vec![0u32; log.len()];
    let mut count = 0;
    for node in 0..log.len() {
        if live[node] {
            let (parent, place) = log[node];
            moved[node] = count;
            log[count as usize] = (moved[parent as usize], place);
            count += 1;
        }
    }
    log.truncate(count as usize);
    for state in states {
        state.node = moved[state.node as usize];
    }
}
