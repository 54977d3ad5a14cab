//! A set of words that threads fill at the same time: open addressing, 8 bytes a slot and two for marks.
//!
//! A word's slot is searched for from its home on, which grows with the word's hash: a larger table can be filled from
//! a smaller one in the order of memory.

use super::super::claim::Claim;
use crate::budget::{Budget, Stop};
use crate::pages::filled;
use crate::prefetch::prefetch;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU16, AtomicU64, AtomicUsize};

/// The set.
#[derive(Debug)]
pub(super) struct Keys {
    /// One more than the word; 0 where there is none.
    slots: Vec<AtomicU64>,
    /// What is known of the word in each slot; 0 at first. Gone after [`Keys::forget_marks`].
    marks: Vec<AtomicU16>,
    count: AtomicUsize,
    claim: Claim,
}

/// The slots of an empty set.
const FIRST: usize = 1 << 12;
/// The slots beyond which a set grows by half, not twofold: a large one must not take twice what it needs.
const LARGE: usize = 1 << 25;

/// Where a word's slots begin, of this many.
fn home(key: u64, slots: usize) -> usize {
    // Two rounds of multiplying and folding: the upper bits then depend on all bits of the word.
    let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    ((u128::from(mixed ^ mixed >> 32) * slots as u128) >> 64) as usize
}

/// The slot after one.
fn next(slot: usize, slots: usize) -> usize {
    if slot + 1 == slots { 0 } else { slot + 1 }
}

impl Keys {
    /// An empty set.
    pub(super) fn new(budget: &Budget) -> Result<Self, Stop> {
        let claim = Claim::new(budget);
        let (slots, marks) = room(FIRST, &claim)?;
        Ok(Keys { slots, marks, count: AtomicUsize::new(0), claim })
    }

    /// How many slots there are.
    pub(super) fn slots(&self) -> usize {
        self.slots.len()
    }

    /// How many words there are.
    pub(super) fn count(&self) -> usize {
        self.count.load(Relaxed)
    }

    /// The memory that it takes.
    pub(super) fn bytes(&self) -> u64 {
        self.claim.bytes()
    }

    /// Whether it should grow before more words come.
    pub(super) fn wants_room(&self) -> bool {
        self.count() >= self.slots.len() / 5 * 4
    }

    /// Whether there is room for so many words more, well before the last slot.
    pub(super) fn has_room(&self, words: usize) -> bool {
        self.count().saturating_add(words) < self.slots.len() / 16 * 15
    }

    /// Counts words that were new: whoever puts them in has to say so.
    pub(super) fn add_count(&self, new: usize) {
        self.count.fetch_add(new, Relaxed);
    }

    /// The word in a slot.
    pub(super) fn at(&self, slot: usize) -> Option<u64> {
        self.slots[slot].load(Relaxed).checked_sub(1)
    }

    /// The marks of a slot.
    pub(super) fn marks(&self, slot: usize) -> u16 {
        self.marks[slot].load(Acquire)
    }

    /// The marks of many slots in turn.
    pub(super) fn marks_of(&self, slots: std::ops::Range<usize>) -> &[AtomicU16] {
        &self.marks[slots]
    }

    /// Brings the marks of a slot near, for when they are changed.
    pub(super) fn fetch_marks(&self, slot: usize) {
        prefetch(&self.marks[slot]);
    }

    /// Adds marks to a slot that has a word.
    pub(super) fn mark(&self, slot: usize, marks: u16) {
        self.marks[slot].fetch_or(marks, Release);
    }

    /// Brings the word in a slot near, for when it is read.
    pub(super) fn fetch_slot(&self, slot: usize) {
        prefetch(&self.slots[slot]);
    }

    /// Brings the slots of a word near, for when it is looked for.
    pub(super) fn fetch(&self, key: u64) {
        prefetch(&self.slots[home(key, self.slots.len())]);
    }

    /// The slot of a word.
    pub(super) fn find(&self, key: u64) -> Option<usize> {
        let mut slot = home(key, self.slots.len());
        // A set always has an empty slot, where the search ends.
        loop {
            let found = self.slots[slot].load(Relaxed);
            if found == key + 1 {
                return Some(slot);
            }
            if found == 0 {
                return None;
            }
            slot = next(slot, self.slots.len());
        }
    }

    /// The slot of a word, which it is given if it has none; whether it is new, and then it has to be counted.
    ///
    /// There must be room for it, see [`Keys::has_room`].
    pub(super) fn insert(&self, key: u64) -> (usize, bool) {
        let mut slot = home(key, self.slots.len());
        loop {
            let mut found = self.slots[slot].load(Relaxed);
            if found == 0 {
                match self.slots[slot].compare_exchange(0, key + 1, Relaxed, Relaxed) {
                    Ok(_) => return (slot, true),
                    Err(other) => found = other,
                }
            }
            if found == key + 1 {
                return (slot, false);
            }
            slot = next(slot, self.slots.len());
        }
    }

    /// Makes room for more words: all slots change.
    pub(super) fn grow(&mut self) -> Result<(), Stop> {
        let old = self.slots.len();
        let new = if old < LARGE { old.saturating_mul(2) } else { old.saturating_add(old / 2) };
        self.resize(new)
    }

    /// Moves all words into this many slots, more than there are words.
    fn resize(&mut self, new: usize) -> Result<(), Stop> {
        let (slots, marks) = room(new, &self.claim)?;
        for (word, mark) in self.slots.iter().zip(&self.marks) {
            let word = word.load(Relaxed);
            if word == 0 {
                continue;
            }
            let mut slot = home(word - 1, new);
            while slots[slot].load(Relaxed) != 0 {
                slot = next(slot, new);
            }
            slots[slot].store(word, Relaxed);
            marks[slot].store(mark.load(Relaxed), Relaxed);
        }
        let before = size(self.slots.len());
        (self.slots, self.marks) = (slots, marks);
        self.claim.less(before as u64);
        Ok(())
    }

    /// Takes all other marks off every slot.
    pub(super) fn keep_marks(&mut self, marks: u16) {
        for mark in &mut self.marks {
            *mark.get_mut() &= marks;
        }
    }

    /// Gives the memory of the marks back: there are none any more.
    pub(super) fn forget_marks(&mut self) {
        let bytes = size_of::<AtomicU16>() * std::mem::take(&mut self.marks).len();
        self.claim.less(bytes as u64);
    }
}

/// The bytes of this many slots with marks.
fn size(slots: usize) -> u128 {
    (size_of::<AtomicU64>() + size_of::<AtomicU16>()) as u128 * slots as u128
}

/// Empty slots with no marks, their memory claimed.
fn room(slots: usize, claim: &Claim) -> Result<(Vec<AtomicU64>, Vec<AtomicU16>), Stop> {
    claim.more(size(slots))?;
    Ok((filled(slots), filled(slots)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn threads_that_fill_it_find_each_word_once() {
        let mut keys = Keys::new(&Budget::unlimited()).unwrap();
        // The same words from both threads, each in an order of its own, neighbours among them.
        let word = |i: u64| (i / 2).wrapping_mul(0x5851_F42D_4C95_7F2D) % 5_000 * 1_000_003 + i % 2;
        let all: HashSet<u64> = (0..2_000).map(word).collect();
        let new: usize = std::thread::scope(|scope| {
            let fill = |step: u64| {
                let keys = &keys;
                scope.spawn(move || (0..2_000).filter(|i| keys.insert(word(i * step % 2_000)).1).count())
            };
            let threads = [fill(1), fill(3), fill(7)];
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        assert_eq!(new, all.len());
        keys.add_count(new);
        for &key in &all {
            let slot = keys.find(key).unwrap();
            assert_eq!(keys.at(slot), Some(key));
            keys.mark(slot, (key % 60_000) as u16);
        }
        keys.grow().unwrap();
        assert_eq!(keys.count(), all.len());
        let found: HashSet<u64> = (0..keys.slots()).filter_map(|slot| keys.at(slot)).collect();
        assert_eq!(found, all);
        for key in all {
            assert_eq!(keys.marks(keys.find(key).unwrap()), (key % 60_000) as u16);
            assert!(keys.find(key + 7).is_none_or(|slot| keys.at(slot) == Some(key + 7)));
        }
    }

    #[test]
    fn a_set_says_when_it_is_full_and_takes_no_memory_beyond_its_claim() {
        let budget = Budget::unlimited().with_memory(3 * size(FIRST) as u64);
        let mut keys = Keys::new(&budget).unwrap();
        let mut full = 0;
        while keys.has_room(1) {
            assert!(keys.insert(full).1);
            keys.add_count(1);
            full += 1;
        }
        assert_eq!((full, keys.count()), (FIRST as u64 / 16 * 15 - 1, FIRST / 16 * 15 - 1));
        assert!(keys.wants_room() && !keys.has_room(usize::MAX));
        assert_eq!(keys.find(full), None);
        assert!(!keys.insert(5).1);
        // Both tables are in memory while words move, so the next one does not fit.
        keys.grow().unwrap();
        assert_eq!(budget.claimed(), 2 * size(FIRST) as u64);
        assert!(matches!(keys.grow(), Err(Stop::Memory { .. })));
        assert_eq!(budget.claimed(), 2 * size(FIRST) as u64);
        keys.forget_marks();
        assert_eq!(budget.claimed(), 2 * 8 * FIRST as u64);
        drop(keys);
        assert_eq!(budget.claimed(), 0);
    }
}
