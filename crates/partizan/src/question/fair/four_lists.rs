//! Four lists with a modulus.
//!
//! The numbers are cut into four quarters, and the sums of each listed. A fair set is one sum of each list that add to
//! zero. For each residue of the sum of the first two modulo a prime, the sums of the first two with this residue and
//! those of the last two with the opposite one are made, and equal ones looked for: all pairs are met, but only one
//! class of residues is in memory at a time, small enough for the cache. The classes are independent, so they are
//! shared out to the threads.
//!
//! Time 2^(n/2), memory 2^(n/4), whatever the numbers are; equal sums within a quarter count once.
//!
//! # References
//! Schroeppel and Shamir (1981) list the pairs by two heaps; the residues are those of Howgrave-Graham and Joux (2010).

use super::key::Key;
use super::problem::{Fair, Items};
use crate::budget::{Budget, Stop};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// The greatest number of items: a choice is one word of 128 bits.
pub(super) const MOST_ITEMS: usize = 96;

/// How many sums of a class are wanted: they stay in the second level of the cache.
const CLASS: u64 = 1 << 14;

/// A sum of some items of a quarter, with the heaviest choice that gives it.
#[derive(Clone, Copy, Debug)]
struct Entry<K> {
    sum: K,
    weight: u32,
    /// The choice: the first item is the highest bit.
    mask: u32,
}

/// The four lists.
pub(super) struct Lists<K> {
    quarters: [Vec<Entry<K>>; 4],
    sizes: [usize; 4],
}

/// What the first classes have found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Best {
    weight: u32,
    /// The choice: the first item is the highest bit, so that of equal weights the greater mask is the earlier choice.
    mask: u128,
}

impl<K: Key> Lists<K> {
    /// Lists the sums of the quarters.
    ///
    /// # Errors
    /// Those of the budget.
    pub fn new(items: &Items<K>, budget: &Budget) -> Result<Self, Stop> {
        let n = items.len();
        let cuts = [0, n / 4, n / 2, n / 2 + (n - n / 2) / 2, n];
        let mut quarters = [const { Vec::new() }; 4];
        let mut sizes = [0; 4];
        for (i, quarter) in quarters.iter_mut().enumerate() {
            sizes[i] = cuts[i + 1] - cuts[i];
            *quarter = sums(items, cuts[i]..cuts[i + 1], budget)?;
        }
        Ok(Lists { quarters, sizes })
    }

    /// The number of pairs of sums that will be met.
    pub fn pairs(&self) -> u64 {
        let [a, b, c, d] = self.quarters.each_ref().map(|quarter| quarter.len() as u64);
        a * b + c * d
    }

    /// The heaviest fair set.
    ///
    /// # Errors
    /// Those of the budget, with the heaviest fair set found so far.
    pub fn search(&self, budget: &Budget) -> Result<Fair, Box<(Stop, Fair)>> {
        let modulus = prime_from(self.pairs() / 2 / CLASS);
        let classes = self.quarters.each_ref().map(|quarter| Residues::new(quarter, modulus));
        let next = AtomicU64::new(0);
        let result = Mutex::new((Best::default(), None));
        std::thread::scope(|scope| {
            let work = || {
                let mut join = Join::new(&self.quarters, &self.sizes, &classes);
                loop {
                    let class = next.fetch_add(1, Ordering::Relaxed);
                    if class >= modulus {
                        break;
                    }
                    if let Err(stop) = budget.check() {
                        result.lock().expect("no thread panics").1 = Some(stop);
                        break;
                    }
                    join.class(class as usize, modulus as usize);
                    if class.is_multiple_of(64) {
                        budget.report(class, Some(modulus), "classes of residues");
                    }
                }
                let mut result = result.lock().expect("no thread panics");
                result.0 = result.0.max(join.best);
            };
            let threads = (budget.threads() as u64).min(modulus.div_ceil(4));
            for _ in 1..threads {
                scope.spawn(work);
            }
            work();
        });
        let (best, stop) = result.into_inner().expect("no thread panics");
        let n: usize = self.sizes.iter().sum();
        let chosen = (0..n).map(|i| best.mask >> (n - 1 - i) & 1 == 1).collect();
        let fair = Fair { weight: u64::from(best.weight), chosen };
        match stop {
            None => Ok(fair),
            Some(stop) => Err(Box::new((stop, fair))),
        }
    }
}

/// The different sums of the items in a range, sorted, each with its heaviest and then earliest choice.
fn sums<K: Key>(items: &Items<K>, range: Range<usize>, budget: &Budget) -> Result<Vec<Entry<K>>, Stop> {
    let mut list = vec![Entry { sum: K::ZERO, weight: 0, mask: 0 }];
    let end = range.end;
    for place in range.rev() {
        budget.check()?;
        budget.claim(list.len() as u128 * size_of::<Entry<K>>() as u128)?;
        let (value, weight, bit) = (items.values[place], items.weights[place], 1 << (end - 1 - place));
        let with: Vec<Entry<K>> = list
            .iter()
            .map(|e| Entry { sum: e.sum.plus(value), weight: e.weight + weight, mask: e.mask | bit })
            .collect();
        let mut merged = Vec::with_capacity(2 * list.len());
        let (mut i, mut j) = (0, 0);
        while i < list.len() || j < with.len() {
            let order = match (list.get(i), with.get(j)) {
                (Some(a), Some(b)) => a.sum.cmp(&b.sum),
                (Some(_), None) => std::cmp::Ordering::Less,
                _ => std::cmp::Ordering::Greater,
            };
            if order.is_eq() {
                // Equal weights: the set with this item, which is earlier than all that were added before it.
                merged.push(if with[j].weight >= list[i].weight { with[j] } else { list[i] });
            } else if order.is_lt() {
                merged.push(list[i]);
            } else {
                merged.push(with[j]);
            }
            i += usize::from(order.is_le());
            j += usize::from(order.is_ge());
        }
        list = merged;
    }
    Ok(list)
}

/// The least prime that is at least this.
fn prime_from(least: u64) -> u64 {
    let mut n = least.max(2);
    while (2..=n.isqrt()).any(|divisor| n.is_multiple_of(divisor)) {
        n += 1;
    }
    n
}

/// The sums of a quarter, sorted by residue.
struct Residues<K> {
    sums: Vec<K>,
    /// Where each stands in the quarter.
    places: Vec<u32>,
    /// Where the sums of each residue begin, and the end.
    starts: Vec<u32>,
}

impl<K: Key> Residues<K> {
    fn new(quarter: &[Entry<K>], modulus: u64) -> Self {
        let residues: Vec<u32> = quarter.iter().map(|entry| entry.sum.residue(modulus) as u32).collect();
        let mut starts = vec![0u32; modulus as usize + 1];
        for &residue in &residues {
            starts[residue as usize + 1] += 1;
        }
        for i in 0..modulus as usize {
            starts[i + 1] += starts[i];
        }
        let mut free = starts.clone();
        let mut places = vec![0u32; quarter.len()];
        for (place, &residue) in residues.iter().enumerate() {
            places[free[residue as usize] as usize] = place as u32;
            free[residue as usize] += 1;
        }
        let sums = places.iter().map(|&place| quarter[place as usize].sum).collect();
        Residues { sums, places, starts }
    }

    fn class(&self, residue: usize) -> Range<usize> {
        self.starts[residue] as usize..self.starts[residue + 1] as usize
    }
}

/// A block of sums of a class: one sum of the first list with all of one residue of the second.
#[derive(Clone, Copy)]
struct Block {
    /// Where the block ends among the sums of the class.
    end: usize,
    first: u32,
    /// Where its sums begin in the second list, minus where the block begins, in wrapping arithmetic.
    shift: usize,
}

/// What a thread uses again from class to class.
struct Join<'a, K> {
    quarters: &'a [Vec<Entry<K>>; 4],
    sizes: &'a [usize; 4],
    classes: &'a [Residues<K>; 4],
    sums: [Vec<K>; 2],
    blocks: [Vec<Block>; 2],
    filter: Filter,
    hits: [Vec<u32>; 2],
    pairs: [Vec<Entry128<K>>; 2],
    best: Best,
}

/// A sum of two lists with its choice.
#[derive(Clone, Copy)]
struct Entry128<K> {
    sum: K,
    weight: u32,
    mask: u64,
}

impl<'a, K: Key> Join<'a, K> {
    fn new(quarters: &'a [Vec<Entry<K>>; 4], sizes: &'a [usize; 4], classes: &'a [Residues<K>; 4]) -> Self {
        Join {
            quarters,
            sizes,
            classes,
            sums: [Vec::new(), Vec::new()],
            blocks: [Vec::new(), Vec::new()],
            filter: Filter::default(),
            hits: [Vec::new(), Vec::new()],
            pairs: [Vec::new(), Vec::new()],
            best: Best::default(),
        }
    }

    /// Meets the sums of the first two lists that have this residue with those of the last two that cancel them.
    fn class(&mut self, residue: usize, modulus: usize) {
        self.fill(0, residue, modulus);
        self.fill(1, (modulus - residue) % modulus, modulus);
        let [left, right] = &self.sums;
        self.filter.reset(left.len());
        for sum in left {
            self.filter.set(sum.hash());
        }
        let [left_hits, right_hits] = &mut self.hits;
        self.filter.hits(right, |sum| sum.negated().hash(), right_hits);
        if right_hits.is_empty() {
            return;
        }
        self.filter.reset(right_hits.len());
        for &hit in right_hits.iter() {
            self.filter.set(right[hit as usize].negated().hash());
        }
        self.filter.hits(left, K::hash, left_hits);
        for half in 0..2 {
            self.choices(half);
        }
        let [left, right] = &self.pairs;
        let (mut i, mut j) = (0, 0);
        while i < left.len() && j < right.len() {
            match left[i].sum.cmp(&right[j].sum) {
                std::cmp::Ordering::Less => i += 1,
                std::cmp::Ordering::Greater => j += 1,
                std::cmp::Ordering::Equal => {
                    let shift = self.sizes[2] + self.sizes[3];
                    let mask = u128::from(left[i].mask) << shift | u128::from(right[j].mask);
                    self.best = self.best.max(Best { weight: left[i].weight + right[j].weight, mask });
                    i += 1;
                    j += 1;
                }
            }
        }
    }

    /// All sums of one of the first and one of the second list of this half that have this residue.
    fn fill(&mut self, half: usize, residue: usize, modulus: usize) {
        let (first, second) = (&self.classes[2 * half], &self.classes[2 * half + 1]);
        let (sums, blocks) = (&mut self.sums[half], &mut self.blocks[half]);
        sums.clear();
        blocks.clear();
        for a in 0..modulus {
            let firsts = first.class(a);
            if firsts.is_empty() {
                continue;
            }
            let b = if residue >= a { residue - a } else { residue + modulus - a };
            let seconds = second.class(b);
            if seconds.is_empty() {
                continue;
            }
            for place in firsts {
                let add = first.sums[place];
                let begin = sums.len();
                sums.extend(second.sums[seconds.clone()].iter().map(|&sum| sum.plus(add)));
                blocks.push(Block {
                    end: sums.len(),
                    first: place as u32,
                    shift: seconds.start.wrapping_sub(begin),
                });
            }
        }
    }

    /// The sums that were hit with their heaviest choices, sorted; those of the last two lists with the other sign.
    fn choices(&mut self, half: usize) {
        let (first, second) = (&self.classes[2 * half], &self.classes[2 * half + 1]);
        let (one, two) = (&self.quarters[2 * half], &self.quarters[2 * half + 1]);
        let pairs = &mut self.pairs[half];
        pairs.clear();
        let mut blocks = self.blocks[half].iter();
        let mut block = Block { end: 0, first: 0, shift: 0 };
        for &hit in &self.hits[half] {
            let hit = hit as usize;
            while hit >= block.end {
                block = *blocks.next().expect("every sum lies in a block");
            }
            let a = one[first.places[block.first as usize] as usize];
            let b = two[second.places[hit.wrapping_add(block.shift)] as usize];
            let sum = a.sum.plus(b.sum);
            pairs.push(Entry128 {
                sum: if half == 0 { sum } else { sum.negated() },
                weight: a.weight + b.weight,
                mask: u64::from(a.mask) << self.sizes[2 * half + 1] | u64::from(b.mask),
            });
        }
        pairs.sort_unstable_by(|a, b| {
            a.sum.cmp(&b.sum).then(b.weight.cmp(&a.weight)).then(b.mask.cmp(&a.mask))
        });
        pairs.dedup_by(|later, earlier| later.sum == earlier.sum);
    }
}

/// A set of hashes that may hold more than was put in, never less.
#[derive(Default)]
struct Filter {
    bits: Vec<u64>,
    shift: u32,
}

impl Filter {
    /// Empties it and makes it wide enough that about one in 16 hashes that were not put in is held.
    fn reset(&mut self, count: usize) {
        let words = (count / 4).next_power_of_two().max(4);
        self.bits.clear();
        self.bits.resize(words, 0);
        self.shift = 64 - (words.trailing_zeros() + 6);
    }

    #[inline]
    fn set(&mut self, hash: u64) {
        let bit = hash >> self.shift;
        self.bits[(bit >> 6) as usize] |= 1 << (bit & 63);
    }

    /// The places of the sums whose hashes it holds.
    fn hits<K: Copy>(&self, sums: &[K], hash: impl Fn(K) -> u64, hits: &mut Vec<u32>) {
        hits.clear();
        hits.resize(sums.len(), 0);
        let mut count = 0;
        for (place, &sum) in sums.iter().enumerate() {
            let bit = hash(sum) >> self.shift;
            // Written in any case and kept if it is held: no branch.
            hits[count] = place as u32;
            count += (self.bits[(bit >> 6) as usize] >> (bit & 63) & 1) as usize;
        }
        hits.truncate(count);
    }
}
