//! The table from positions to values that all threads of the engine share.

use crate::budget::{Budget, Stop};
use crate::prefetch::prefetch;
use crate::value::Id;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, TryLockError};

/// A flat table of keys of 64 or 128 bits with the ids of their values: 12 or 20 bytes a slot, no locks between readers and writers.
///
/// It is filled to at most 80 % and grows by 30 %, so that a position takes at most 20 bytes with keys of 64 bits. To
/// grow, it must be alone: a thread holds its [`Hold`] while it works and lets it go when the table asks for that.
#[derive(Debug)]
pub struct Table {
    /// The words of 32 bits of a key.
    words: usize,
    slots: RwLock<Slots>,
    count: AtomicU64,
    /// How many entries there may be before the table must grow.
    room: AtomicU64,
    crowded: AtomicBool,
    budget: Budget,
}

/// The slots: the bits of the id, then the words of the key.
#[derive(Debug)]
struct Slots {
    cells: Box<[AtomicU32]>,
    capacity: u64,
}

/// The word of a slot without an entry, and of one that is being written.
const EMPTY: u32 = 0;
const BUSY: u32 = u32::MAX;

const LEAST: u64 = 512;

impl Slots {
    fn new(words: usize, capacity: u64) -> Self {
        let cells = (0..capacity as usize * (words + 1)).map(|_| AtomicU32::new(EMPTY)).collect();
        Slots { cells, capacity }
    }

    #[inline]
    fn home(&self, hash: u64) -> u64 {
        ((u128::from(hash) * u128::from(self.capacity)) >> 64) as u64
    }
}

#[inline]
fn hash(key: u128) -> u64 {
    // The halves of a product of the key with odd constants, folded.
    let (low, high) = (key as u64, (key >> 64) as u64);
    let product = u128::from(low ^ 0x9E37_79B9_7F4A_7C15).wrapping_mul(0xA076_1D64_78BD_642F)
        ^ u128::from(high).wrapping_mul(0xE703_7ED1_A0B4_28DB);
    let folded = (product >> 64) as u64 ^ product as u64;
    folded.wrapping_mul(0x9FB2_1C65_1E98_DF25) ^ folded >> 32
}

/// How many entries a table of so many slots may have.
fn room(capacity: u64) -> u64 {
    capacity / 5 * 4
}

fn bytes(words: usize, capacity: u64) -> u128 {
    u128::from(capacity) * (words as u128 + 1) * 4
}

impl Table {
    /// An empty table for keys of so many bits, which takes its memory from a budget.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the budget does not hold it.
    pub fn new(key_bits: u32, budget: &Budget) -> Result<Self, Stop> {
        let words = if key_bits <= 64 { 2 } else { 4 };
        budget.claim(bytes(words, LEAST))?;
        Ok(Table {
            words,
            slots: RwLock::new(Slots::new(words, LEAST)),
            count: AtomicU64::new(0),
            room: AtomicU64::new(room(LEAST)),
            crowded: AtomicBool::new(false),
            budget: budget.clone(),
        })
    }

    /// How many entries it has.
    #[cfg(test)]
    pub fn len(&self) -> u64 {
        self.count.load(Ordering::Relaxed)
    }

    /// The memory it takes, in bytes.
    pub fn bytes(&self) -> u64 {
        self.read().cells.len() as u64 * 4
    }

    fn read(&self) -> RwLockReadGuard<'_, Slots> {
        self.slots.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Access to the table, until it asks for growth.
    pub fn hold(&self) -> Hold<'_> {
        Hold { table: self, slots: Some(self.read()) }
    }

    fn grow(&self) -> Result<(), Stop> {
        // Not by waiting for the lock: who waits for it while another thread makes the table larger would be passed by
        // that thread's next hold, and wait until the table is crowded again.
        let mut slots = loop {
            if !self.crowded.load(Ordering::Relaxed) {
                return Ok(());
            }
            match self.slots.try_write() {
                Ok(slots) => break slots,
                Err(TryLockError::Poisoned(poisoned)) => break poisoned.into_inner(),
                Err(TryLockError::WouldBlock) => std::thread::yield_now(),
            }
        };
        if !self.crowded.load(Ordering::Relaxed) {
            return Ok(());
        }
        let capacity = slots.capacity / 10 * 13 + 1;
        self.budget.claim(bytes(self.words, capacity))?;
        let larger = Slots::new(self.words, capacity);
        let width = self.words + 1;
        for old in slots.cells.chunks_exact(width) {
            let id = old[0].load(Ordering::Relaxed);
            if id == EMPTY {
                continue;
            }
            let key = (0..self.words)
                .fold(0u128, |key, i| key | u128::from(old[i + 1].load(Ordering::Relaxed)) << (32 * i));
            let mut at = larger.home(hash(key));
            while larger.cells[at as usize * width].load(Ordering::Relaxed) != EMPTY {
                at = if at + 1 == capacity { 0 } else { at + 1 };
            }
            for (new, old) in larger.cells[at as usize * width..].iter().zip(old) {
                new.store(old.load(Ordering::Relaxed), Ordering::Relaxed);
            }
        }
        self.budget.release(slots.cells.len() as u64 * 4);
        *slots = larger;
        self.room.store(room(capacity), Ordering::Relaxed);
        self.crowded.store(false, Ordering::Relaxed);
        Ok(())
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        self.budget.release(self.bytes());
    }
}

/// A thread's access to a [`Table`].
#[derive(Debug)]
pub struct Hold<'t> {
    table: &'t Table,
    /// Always there, but for the moment in which the table grows.
    slots: Option<RwLockReadGuard<'t, Slots>>,
}

impl<'t> Hold<'t> {
    fn slots(&self) -> &Slots {
        self.slots.as_deref().expect("the table is held")
    }

    /// Lets the table grow, if it asks for that. Call it often, at least once between two entries.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the budget does not hold a larger table.
    #[inline]
    pub fn give_way(&mut self) -> Result<(), Stop> {
        if self.table.crowded.load(Ordering::Relaxed) {
            let table: &'t Table = self.table;
            self.slots = None;
            let grown = table.grow();
            self.slots = Some(table.read());
            return grown;
        }
        Ok(())
    }

    /// Brings the place of a key near the processor, ahead of [`Hold::get`].
    #[inline]
    pub fn touch(&self, key: u128) {
        let slots = self.slots();
        let at = slots.home(hash(key)) as usize * (self.table.words + 1);
        prefetch(&slots.cells[at]);
    }

    /// The value of a key.
    #[inline]
    pub fn get(&self, key: u128) -> Option<Id> {
        if self.table.words == 2 { self.look::<3>(key) } else { self.look::<5>(key) }
    }

    /// The same for slots of a known width.
    #[inline]
    fn look<const WIDTH: usize>(&self, key: u128) -> Option<Id> {
        let slots = self.slots();
        let cells = slots.cells.as_chunks::<WIDTH>().0;
        let mut at = slots.home(hash(key)) as usize;
        loop {
            let slot = &cells[at];
            let id = slot[0].load(Ordering::Acquire);
            if id == EMPTY {
                return None;
            }
            // A slot that is being written may be the key's: then the key counts as not there yet, which is no harm.
            if id != BUSY && is_key(slot, key) {
                return Id::from_bits(id);
            }
            at = if at + 1 == cells.len() { 0 } else { at + 1 };
        }
    }

    /// Enters the value of a key. Two threads may enter one key at the same time, then it may be there twice.
    pub fn put(&self, key: u128, id: Id) {
        let slots = self.slots();
        let width = self.table.words + 1;
        let mut at = slots.home(hash(key));
        loop {
            let slot = &slots.cells[at as usize * width..][..width];
            match slot[0].compare_exchange(EMPTY, BUSY, Ordering::Acquire, Ordering::Acquire) {
                Ok(_) => {
                    for (i, word) in slot[1..].iter().enumerate() {
                        word.store((key >> (32 * i)) as u32, Ordering::Relaxed);
                    }
                    slot[0].store(id.to_bits(), Ordering::Release);
                    break;
                }
                Err(found) if found != BUSY && is_key(slot, key) => return,
                Err(_) => at = if at + 1 == slots.capacity { 0 } else { at + 1 },
            }
        }
        if self.table.count.fetch_add(1, Ordering::Relaxed) + 1 >= self.table.room.load(Ordering::Relaxed) {
            self.table.crowded.store(true, Ordering::Relaxed);
        }
    }
}

/// Whether the slot of 3 or 5 words has this key.
#[inline]
fn is_key(slot: &[AtomicU32], key: u128) -> bool {
    let word = |i: usize| slot[i].load(Ordering::Relaxed) ^ (key >> (32 * (i - 1))) as u32;
    // One comparison, not one a word: most slots that are looked at have the key.
    word(1) | word(2) | slot.get(4).map_or(0, |_| word(3) | word(4)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn fill(bits: u32, threads: u64) {
        let budget = Budget::unlimited();
        let table = Table::new(bits, &budget).unwrap();
        let key = |n: u64| {
            let wide = u128::from(n.wrapping_mul(0x9E37_79B9)) << 64 | u128::from(n);
            if bits == 64 { u128::from(wide as u64) } else { wide }
        };
        let value = |n: u64| Id::from_bits((n as u32) * 2 + 2).unwrap();
        std::thread::scope(|scope| {
            for thread in 0..threads {
                let table = &table;
                scope.spawn(move || {
                    let mut hold = table.hold();
                    for n in (0..30_000).filter(|n| n % (thread + 1) == 0) {
                        hold.give_way().unwrap();
                        hold.put(key(n), value(n));
                        assert_eq!(hold.get(key(n)), Some(value(n)));
                    }
                });
            }
        });
        let hold = table.hold();
        let mut seen = HashMap::new();
        for n in 0..30_000 {
            assert_eq!(hold.get(key(n)), Some(value(n)));
            assert_eq!(seen.insert(key(n), n), None);
        }
        assert_eq!(hold.get(key(30_001)), None);
        assert!(table.len() >= 30_000);
        if threads == 1 {
            assert_eq!(table.len(), 30_000);
        }
        if bits == 64 {
            assert!(table.bytes() <= 20 * table.len(), "{} bytes for {}", table.bytes(), table.len());
        }
        drop(hold);
        drop(table);
        assert_eq!(budget.claimed(), 0);
    }

    #[test]
    fn tables_keep_what_they_are_given() {
        fill(64, 1);
        fill(128, 1);
    }

    #[test]
    fn threads_share_a_table_that_grows() {
        fill(64, 3);
        fill(128, 2);
    }

    #[test]
    fn nobody_waits_to_make_a_table_larger_that_has_room() {
        let table = Table::new(64, &Budget::unlimited()).unwrap();
        let hold = table.hold();
        table.grow().unwrap();
        assert_eq!(hold.get(1), None);
    }

    #[test]
    fn growth_is_claimed_first() {
        let budget = Budget::unlimited().with_memory(20_000);
        let table = Table::new(64, &budget).unwrap();
        let mut hold = table.hold();
        let stop = (1..10_000).find_map(|n| {
            hold.put(n, Id::from_bits(2).unwrap());
            hold.give_way().err()
        });
        assert!(matches!(stop, Some(Stop::Memory { .. })));
    }
}
