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

use super::super::claim::Claim;
use super::key::Key;
use super::ledger::{Entry, taken};
use super::problem::Items;
use super::tally::Tally;
use crate::budget::{Budget, Stop};
use crate::question::threads::on_threads;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// The greatest number of items: a choice is one word of 128 bits.
pub(super) const MOST_ITEMS: usize = 96;

/// How many sums of a class are wanted at least, or twice as many as in the longest list: a class stays in the second
/// level of the cache, and going through the residues costs less than the sums.
const CLASS: u64 = 1 << 14;

/// Why it stopped, and what is kept of the choices found so far.
pub(super) type Halted<T> = (Stop, Option<T>);

/// The four lists.
pub(super) struct Lists<K, T: Tally> {
    tally: T,
    quarters: [Vec<Entry<K, T::Kept>>; 4],
    /// Gives the memory of the lists back with them.
    _claim: Claim,
}

impl<K: Key, T: Tally> Lists<K, T> {
    /// Lists the sums of the quarters.
    ///
    /// # Errors
    /// Those of the budget.
    pub fn new(items: &Items<K>, tally: T, budget: &Budget) -> Result<Self, Stop> {
        let claim = Claim::new(budget);
        let n = items.len();
        let cuts = [0, n / 4, n / 2, n / 2 + (n - n / 2) / 2, n];
        let mut quarters = [const { Vec::new() }; 4];
        for (i, quarter) in quarters.iter_mut().enumerate() {
            *quarter = sums(items, cuts[i]..cuts[i + 1], &tally, &claim)?;
        }
        Ok(Lists { tally, quarters, _claim: claim })
    }

    /// The number of pairs of sums that will be met.
    pub fn pairs(&self) -> u64 {
        let [a, b, c, d] = self.quarters.each_ref().map(|quarter| quarter.len() as u64);
        a * b + c * d
    }

    /// What is kept of the choices that sum to zero.
    ///
    /// # Errors
    /// Those of the budget, with what is kept of those found so far.
    pub fn search(&self, budget: &Budget) -> Result<T::Kept, Box<Halted<T::Kept>>> {
        let longest = self.quarters.iter().map(Vec::len).max().unwrap_or(0) as u64;
        let modulus = prime_from(self.pairs() / 2 / CLASS.max(2 * longest));
        let classes = self.quarters.each_ref().map(|quarter| Residues::new(quarter, modulus));
        let next = AtomicU64::new(0);
        let result = Mutex::new((None, None));
        let work = || {
            let mut join = Join::new(&self.tally, &self.quarters, &classes);
            let mut stop = None;
            loop {
                let class = next.fetch_add(1, Ordering::Relaxed);
                if class >= modulus {
                    break;
                }
                if let Err(spent) = budget.check().and_then(|()| join.class(class, modulus, budget)) {
                    next.store(modulus, Ordering::Relaxed);
                    stop = Some(spent);
                    break;
                }
                if class.is_multiple_of(64) {
                    budget.report(class, Some(modulus), "classes of residues");
                }
            }
            budget.release(join.claimed);
            let mut result = result.lock().expect("no thread panics");
            if let Some(kept) = join.kept {
                join_into(&self.tally, &mut result.0, kept);
            }
            result.1 = result.1.take().or(stop);
        };
        let threads = (budget.threads() as u64).min(modulus.div_ceil(4));
        on_threads(threads as usize, work);
        match result.into_inner().expect("no thread panics") {
            // The sums 0 of the four lists add up to zero: something was kept.
            (Some(kept), None) => Ok(kept),
            (kept, stop) => Err(Box::new((stop.unwrap_or(Stop::Cancelled), kept))),
        }
    }
}

fn join_into<T: Tally>(tally: &T, kept: &mut Option<T::Kept>, other: T::Kept) {
    match kept {
        Some(kept) => tally.join(kept, other),
        None => *kept = Some(other),
    }
}

/// The different sums of the items in a range, sorted.
fn sums<K: Key, T: Tally>(
    items: &Items<K>,
    range: Range<usize>,
    tally: &T,
    claim: &Claim,
) -> Result<Vec<Entry<K, T::Kept>>, Stop> {
    let mut list = vec![Entry { sum: K::ZERO, kept: tally.empty() }];
    for place in range.rev() {
        claim.budget().check()?;
        claim
            .raise(u128::from(claim.bytes()) + list.len() as u128 * size_of::<Entry<K, T::Kept>>() as u128)?;
        list = taken(&list, items.values[place], items.weights[place], place, tally);
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
    fn new<T>(quarter: &[Entry<K, T>], modulus: u64) -> Self {
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
struct Join<'a, K, T: Tally> {
    tally: &'a T,
    quarters: &'a [Vec<Entry<K, T::Kept>>; 4],
    classes: &'a [Residues<K>; 4],
    sums: [Vec<K>; 2],
    blocks: [Vec<Block>; 2],
    filter: Filter,
    hits: [Vec<u32>; 2],
    pairs: [Vec<Entry<K, T::Kept>>; 2],
    /// What is kept of the choices that sum to zero.
    kept: Option<T::Kept>,
    /// How many sums the lists above may hold, of both halves together, and the bytes claimed for it.
    room: usize,
    claimed: u64,
}

impl<'a, K: Key, T: Tally> Join<'a, K, T> {
    fn new(tally: &'a T, quarters: &'a [Vec<Entry<K, T::Kept>>; 4], classes: &'a [Residues<K>; 4]) -> Self {
        Join {
            tally,
            quarters,
            classes,
            sums: [Vec::new(), Vec::new()],
            blocks: [Vec::new(), Vec::new()],
            filter: Filter::default(),
            hits: [Vec::new(), Vec::new()],
            pairs: [Vec::new(), Vec::new()],
            kept: None,
            room: 0,
            claimed: 0,
        }
    }

    /// Meets the sums of the first two lists that have this residue with those of the last two that cancel them.
    fn class(&mut self, residue: u64, modulus: u64, budget: &Budget) -> Result<(), Stop> {
        let (residue, modulus) = (residue as usize, modulus as usize);
        let opposite = (modulus - residue) % modulus;
        self.fill(0, residue, modulus, budget)?;
        self.fill(1, opposite, modulus, budget)?;
        let [left, right] = &self.sums;
        self.filter.reset(left.len());
        for sum in left {
            self.filter.set(sum.hash());
        }
        let [left_hits, right_hits] = &mut self.hits;
        self.filter.hits(right, |sum| sum.negated().hash(), right_hits);
        if right_hits.is_empty() {
            return Ok(());
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
            let order = left[i].sum.cmp(&right[j].sum);
            if order.is_eq() {
                let both = self.tally.pair(&left[i].kept, &right[j].kept);
                join_into(self.tally, &mut self.kept, both);
            }
            i += usize::from(order.is_le());
            j += usize::from(order.is_ge());
        }
        Ok(())
    }

    /// Claims what lists of so many sums take at the most, with some to spare.
    fn make_room(&mut self, count: usize, budget: &Budget) -> Result<(), Stop> {
        let each = size_of::<K>() + 8 + size_of::<Entry<K, T::Kept>>();
        let bytes = 2 * count as u128 * each as u128;
        if count > u32::MAX as usize {
            return Err(Stop::Memory { needed: bytes, limit: budget.memory() });
        }
        budget.claim(bytes.saturating_sub(u128::from(self.claimed)))?;
        self.claimed = self.claimed.max(bytes as u64);
        self.room = 2 * count;
        Ok(())
    }

    /// All sums of one of the first and one of the second list of this half that have this residue.
    fn fill(&mut self, half: usize, residue: usize, modulus: usize, budget: &Budget) -> Result<(), Stop> {
        let (first, second) = (&self.classes[2 * half], &self.classes[2 * half + 1]);
        let before = if half == 0 { 0 } else { self.sums[0].len() };
        self.sums[half].clear();
        self.blocks[half].clear();
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
            let wanted = before + self.sums[half].len() + firsts.len() * seconds.len();
            if wanted > self.room {
                self.make_room(wanted, budget)?;
            }
            let sums = &mut self.sums[half];
            for place in firsts {
                let add = first.sums[place];
                let begin = sums.len();
                sums.extend(second.sums[seconds.clone()].iter().map(|&sum| sum.plus(add)));
                self.blocks[half].push(Block {
                    end: sums.len(),
                    first: place as u32,
                    shift: seconds.start.wrapping_sub(begin),
                });
            }
        }
        Ok(())
    }

    /// The sums that were hit with what is kept of their choices, sorted; those of the last two lists with the other sign.
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
            let a = &one[first.places[block.first as usize] as usize];
            let b = &two[second.places[hit.wrapping_add(block.shift)] as usize];
            let sum = a.sum.plus(b.sum);
            let sum = if half == 0 { sum } else { sum.negated() };
            pairs.push(Entry { sum, kept: self.tally.pair(&a.kept, &b.kept) });
        }
        pairs.sort_unstable_by_key(|pair| pair.sum);
        pairs.dedup_by(|later, earlier| {
            let same = later.sum == earlier.sum;
            if same {
                self.tally.join(&mut earlier.kept, later.kept.clone());
            }
            same
        });
    }
}

/// A set of hashes that may hold more than was put in, never less.
#[derive(Default)]
pub(super) struct Filter {
    bits: Vec<u64>,
    shift: u32,
}

impl Filter {
    /// Empties it and makes it wide enough that about one in 16 hashes that were not put in is held.
    pub fn reset(&mut self, count: usize) {
        let words = (count / 4).next_power_of_two().max(4);
        self.bits.clear();
        self.bits.resize(words, 0);
        self.shift = 64 - (words.trailing_zeros() + 6);
    }

    #[inline]
    pub fn set(&mut self, hash: u64) {
        let bit = hash >> self.shift;
        self.bits[(bit >> 6) as usize] |= 1 << (bit & 63);
    }

    /// Whether it may hold the hash.
    #[inline]
    pub fn has(&self, hash: u64) -> bool {
        let bit = hash >> self.shift;
        self.bits[(bit >> 6) as usize] >> (bit & 63) & 1 == 1
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
