//! Small memos of fixed size that any number of threads share without a lock.
//!
//! Each entry carries what is left of its key once the place is taken out, in every word. A torn or overwritten entry
//! can only miss: it can never answer for another key.

use super::id::Id;
use crate::budget::Budget;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use zerocopy::FromZeros;

/// A pair of ids as one number, mixed so that every bit depends on every other. One to one.
#[inline]
fn mixed(g: Id, h: Id) -> u64 {
    let mut key = u64::from(g.to_bits()) << 32 | u64::from(h.to_bits());
    key ^= key >> 32;
    key = key.wrapping_mul(0xd6e8_feb8_6659_fd93);
    key ^= key >> 32;
    key = key.wrapping_mul(0xd6e8_feb8_6659_fd93);
    key ^ key >> 32
}

fn zeroed(length: usize) -> Box<[AtomicU64]> {
    <[AtomicU64]>::new_box_zeroed_with_elems(length).unwrap_or_default()
}

const ORDER_BITS: u32 = 13;

/// Results of `g <= h`.
///
/// Comparisons enter so much that threads with one memo would wait for each other's lines of the cache: each has its
/// own, unless there are very many.
pub(super) struct OrderMemo([OnceLock<Box<[AtomicU64]>>; 8]);

/// Threads in the order in which they first compare, for who uses which memo.
static THREADS: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    static THREAD: usize = THREADS.fetch_add(1, Ordering::Relaxed);
}

impl OrderMemo {
    pub(super) fn new() -> Self {
        OrderMemo([const { OnceLock::new() }; 8])
    }

    /// The memo of this thread.
    #[inline]
    fn own(&self) -> &[AtomicU64] {
        let memo = &self.0[THREAD.with(|thread| *thread) % self.0.len()];
        memo.get_or_init(|| zeroed(1 << ORDER_BITS))
    }

    /// The place, and the entry for "yes" without its last bit.
    #[inline]
    fn entry(g: Id, h: Id) -> (usize, u64) {
        let key = mixed(g, h);
        ((key >> (64 - ORDER_BITS)) as usize, key << ORDER_BITS | 2)
    }

    #[inline]
    pub(super) fn get(&self, g: Id, h: Id) -> Option<bool> {
        let (place, entry) = Self::entry(g, h);
        let found = self.own().get(place)?.load(Ordering::Relaxed);
        (found & !1 == entry).then_some(found & 1 == 1)
    }

    #[inline]
    pub(super) fn set(&self, g: Id, h: Id, result: bool) {
        let (place, entry) = Self::entry(g, h);
        if let Some(slot) = self.own().get(place) {
            slot.store(entry | u64::from(result), Ordering::Relaxed);
        }
    }
}

/// The sizes that a memo of sums can have, and the records of the store that make it worth while, as powers of 2. No
/// size is smaller than what the words leave out of the key.
const SUM_SIZES: [(u32, u32); 3] = [(LEFT_OUT, 0), (18, 17), (20, 20)];
const LEFT_OUT: u32 = 16;
const HALF: u64 = (1 << LEFT_OUT) - 1;

/// Results of `g + h`: two words an entry, each with the rest of the key and half of the result.
///
/// It is enlarged when the store has grown; what it knew is then forgotten.
pub(super) struct SumMemo {
    sizes: [OnceLock<Box<[AtomicU64]>>; SUM_SIZES.len()],
    /// Which of the sizes is in use.
    size: AtomicUsize,
}

impl SumMemo {
    pub(super) fn new() -> Self {
        SumMemo { sizes: [const { OnceLock::new() }; SUM_SIZES.len()], size: AtomicUsize::new(0) }
    }

    /// Makes the memo fit a store of this many records, if the budget has the memory.
    pub(super) fn fit(&self, records: usize, budget: &Budget) {
        let size = self.size.load(Ordering::Relaxed);
        let wanted = SUM_SIZES.iter().rposition(|&(_, least)| records >> least != 0).unwrap_or(0);
        if wanted <= size && self.sizes[size].get().is_some() {
            return;
        }
        let length = 2 << SUM_SIZES[wanted].0;
        let bytes = length as u64 * size_of::<AtomicU64>() as u64;
        if budget.claim(bytes.into()).is_err() {
            return;
        }
        if self.sizes[wanted].set(zeroed(length)).is_err() {
            budget.release(bytes);
        }
        self.size.store(wanted, Ordering::Release);
    }

    /// The memory taken, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.sizes.iter().filter_map(OnceLock::get).map(|words| size_of_val(&**words) as u64).sum()
    }

    /// The words of the two entries in which the sum can be, and what both words of it have beside the result.
    #[inline]
    fn entries(&self, g: Id, h: Id) -> Option<(&[AtomicU64; 4], u64)> {
        let key = mixed(g, h);
        let size = self.size.load(Ordering::Acquire);
        let place = (key >> (65 - SUM_SIZES[size].0)) as usize;
        let words = self.sizes[size].get()?;
        Some((words.get(4 * place..)?.first_chunk()?, key << LEFT_OUT))
    }

    #[inline]
    pub(super) fn get(&self, g: Id, h: Id) -> Option<Id> {
        let ([a, b, c, d], rest) = self.entries(g, h)?;
        // Acquire: who finds an id here may read its record.
        let sum = |upper: &AtomicU64, lower: &AtomicU64| {
            let (upper, lower) = (upper.load(Ordering::Acquire) ^ rest, lower.load(Ordering::Acquire) ^ rest);
            if (upper | lower) & !HALF == 0 {
                Id::from_bits((upper << LEFT_OUT | lower) as u32)
            } else {
                None
            }
        };
        sum(a, b).or_else(|| sum(c, d))
    }

    /// Remembers a sum. Of the two entries the first keeps the older games, which come up again more often.
    #[inline]
    pub(super) fn set(&self, g: Id, h: Id, sum: Id) {
        let Some(([a, b, c, d], rest)) = self.entries(g, h) else { return };
        let bits = u64::from(sum.to_bits());
        let (upper, lower) = (rest | bits >> LEFT_OUT, rest | bits & HALF);
        let (first_upper, first_lower) = (a.load(Ordering::Relaxed), b.load(Ordering::Relaxed));
        let older = {
            let first = (first_upper & HALF) << LEFT_OUT | first_lower & HALF;
            first == 0 || sum.index() <= Id::raw(first as u32).index()
        };
        if older {
            if first_upper & !HALF != rest {
                c.store(first_upper, Ordering::Release);
                d.store(first_lower, Ordering::Release);
            }
            a.store(upper, Ordering::Release);
            b.store(lower, Ordering::Release);
        } else {
            c.store(upper, Ordering::Release);
            d.store(lower, Ordering::Release);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids() -> impl Iterator<Item = Id> {
        (0..200).flat_map(|i| [Id::new(7 * i * i, false), Id::new(5 * i + 3, true), Id::new(i, false).neg()])
    }

    #[test]
    fn an_entry_answers_for_its_own_key_alone() {
        let (orders, sums) = (OrderMemo::new(), SumMemo::new());
        let budget = Budget::unlimited();
        sums.fit(0, &budget);
        for g in ids() {
            for h in ids() {
                if let Some(known) = orders.get(g, h) {
                    assert_eq!(known, g.to_bits() % 3 < h.to_bits() % 3);
                }
                if let Some(sum) = sums.get(g, h) {
                    assert_eq!(sum.to_bits(), g.to_bits() ^ h.to_bits() | 1);
                }
                orders.set(g, h, g.to_bits() % 3 < h.to_bits() % 3);
                sums.set(g, h, Id::raw(g.to_bits() ^ h.to_bits() | 1));
                assert!(orders.get(g, h).is_some() && sums.get(g, h).is_some());
            }
        }
    }

    #[test]
    fn the_memo_of_sums_grows_with_the_store_and_within_the_budget() {
        let memo = SumMemo::new();
        let budget = Budget::unlimited().with_memory(10_000_000);
        memo.fit(0, &budget);
        assert_eq!(memo.bytes(), 1 << 20);
        memo.set(Id::new(3, false), Id::new(4, false), Id::new(5, false));
        memo.fit(1 << 17, &budget);
        assert_eq!(memo.bytes(), 5 << 20);
        memo.fit(1 << 20, &budget);
        assert_eq!((memo.bytes(), budget.claimed()), (5 << 20, 5 << 20));
        assert_eq!(memo.get(Id::new(3, false), Id::new(4, false)), None);
    }
}
