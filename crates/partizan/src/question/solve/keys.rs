//! A set of words that threads fill at the same time: open addressing, 8 bytes a slot and two for marks.
//!
//! A word's slot is searched for from its home on, which grows with the word's hash: a larger table can be filled from
//! a smaller one in the order of memory.

use super::hold::Hold;
use crate::budget::{Budget, Stop};
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
    hold: Hold,
}

/// There is no room: the set must grow first.
#[derive(Debug)]
pub(super) struct Full;

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
        let hold = Hold::new(budget);
        let (slots, marks) = room(FIRST, &hold)?;
        Ok(Keys { slots, marks, count: AtomicUsize::new(0), hold })
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
        self.hold.bytes()
    }

    /// Whether it should grow before more words come.
    pub(super) fn wants_room(&self) -> bool {
        self.count() >= self.slots.len() / 5 * 4
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

    /// Adds marks to a slot that has a word.
    pub(super) fn mark(&self, slot: usize, marks: u16) {
        self.marks[slot].fetch_or(marks, Release);
    }

    /// A word's home and what is there now: asked for many words at once, memory answers at once.
    pub(super) fn near(&self, key: u64) -> (usize, u64) {
        let slot = home(key, self.slots.len());
        (slot, self.slots[slot].load(Relaxed))
    }

    /// The slot of a word, from what [`Keys::near`] said of it.
    pub(super) fn find_near(&self, key: u64, (mut slot, mut found): (usize, u64)) -> Option<usize> {
        // A set always has an empty slot, where the search ends.
        loop {
            if found == key + 1 {
                return Some(slot);
            }
            if found == 0 {
                return None;
            }
            slot = next(slot, self.slots.len());
            found = self.slots[slot].load(Relaxed);
        }
    }

    /// The slot of a word.
    pub(super) fn find(&self, key: u64) -> Option<usize> {
        self.find_near(key, self.near(key))
    }

    /// The slot of a word, which it is given if it has none; whether it is new.
    pub(super) fn insert_near(
        &self,
        key: u64,
        (mut slot, mut found): (usize, u64),
    ) -> Result<(usize, bool), Full> {
        for _ in 0..self.slots.len() {
            if found == 0 {
                // Far from the last slot: threads that come here at once must not take it together.
                if self.count() >= self.slots.len() / 16 * 15 {
                    return Err(Full);
                }
                match self.slots[slot].compare_exchange(0, key + 1, Relaxed, Relaxed) {
                    Ok(_) => {
                        self.count.fetch_add(1, Relaxed);
                        return Ok((slot, true));
                    }
                    Err(other) => found = other,
                }
            }
            if found == key + 1 {
                return Ok((slot, false));
            }
            slot = next(slot, self.slots.len());
            found = self.slots[slot].load(Relaxed);
        }
        Err(Full)
    }

    /// Makes room for more words: all slots change.
    pub(super) fn grow(&mut self) -> Result<(), Stop> {
        let old = self.slots.len();
        let new = if old < LARGE { old.saturating_mul(2) } else { old.saturating_add(old / 2) };
        self.resize(new)
    }

    /// Moves all words into this many slots, more than there are words.
    fn resize(&mut self, new: usize) -> Result<(), Stop> {
        let (slots, marks) = room(new, &self.hold)?;
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
        self.hold.give_back(before as u64);
        Ok(())
    }

    /// Gives the memory of the marks back: there are none any more.
    pub(super) fn forget_marks(&mut self) {
        let bytes = size_of::<AtomicU16>() * std::mem::take(&mut self.marks).len();
        self.hold.give_back(bytes as u64);
    }
}

/// The bytes of this many slots with marks.
fn size(slots: usize) -> u128 {
    (size_of::<AtomicU64>() + size_of::<AtomicU16>()) as u128 * slots as u128
}

/// Empty slots with no marks, their memory claimed.
fn room(slots: usize, hold: &Hold) -> Result<(Vec<AtomicU64>, Vec<AtomicU16>), Stop> {
    hold.take(size(slots))?;
    let words = std::iter::repeat_with(AtomicU64::default).take(slots).collect();
    let marks = std::iter::repeat_with(AtomicU16::default).take(slots).collect();
    Ok((words, marks))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn insert(keys: &Keys, key: u64) -> Result<(usize, bool), Full> {
        keys.insert_near(key, keys.near(key))
    }

    #[test]
    fn threads_that_fill_it_find_each_word_once() {
        let mut keys = Keys::new(&Budget::unlimited()).unwrap();
        // The same words from both threads, each in an order of its own, neighbours among them.
        let word = |i: u64| (i / 2).wrapping_mul(0x5851_F42D_4C95_7F2D) % 5_000 * 1_000_003 + i % 2;
        let all: HashSet<u64> = (0..2_000).map(word).collect();
        let new: usize = std::thread::scope(|scope| {
            let fill = |step: u64| {
                let keys = &keys;
                scope.spawn(move || {
                    (0..2_000).filter(|i| insert(keys, word(i * step % 2_000)).unwrap().1).count()
                })
            };
            let threads = [fill(1), fill(3), fill(7)];
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        assert_eq!((new, keys.count()), (all.len(), all.len()));
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
    fn a_full_set_says_so_and_takes_no_memory_beyond_its_claim() {
        let budget = Budget::unlimited().with_memory(3 * size(FIRST) as u64);
        let mut keys = Keys::new(&budget).unwrap();
        let full = (0..).find(|&key| insert(&keys, key).is_err()).unwrap();
        assert_eq!(full, FIRST as u64 / 16 * 15);
        assert!(keys.wants_room());
        assert_eq!(keys.find(full), None);
        assert_eq!(insert(&keys, 5).map(|(_, new)| new).ok(), Some(false));
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
