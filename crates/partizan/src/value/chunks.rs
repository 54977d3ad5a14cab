//! Append-only arrays that grow and never move: a reader needs no lock.

use crate::budget::{Budget, Stop};
use std::sync::OnceLock;
use std::sync::atomic::AtomicU32;
use zerocopy::FromZeros;

/// What a fresh element looks like. Fresh memory is zero pages of the system, so unused room costs nothing.
pub(super) trait Blank: Sized {
    /// A fresh array, or `None` if there is no memory.
    fn blank(length: usize) -> Option<Box<[Self]>>;
}

impl Blank for AtomicU32 {
    fn blank(length: usize) -> Option<Box<[Self]>> {
        <[AtomicU32]>::new_box_zeroed_with_elems(length).ok()
    }
}

impl<T> Blank for OnceLock<T> {
    fn blank(length: usize) -> Option<Box<[Self]>> {
        let mut fresh = Vec::new();
        fresh.try_reserve_exact(length).ok()?;
        fresh.resize_with(length, OnceLock::new);
        Some(fresh.into_boxed_slice())
    }
}

/// Four chunks to each doubling: at most a fifth of the room is unused.
const STEPS: usize = 4;

/// An array in chunks: the first has 2^`FIRST` elements, then every four chunks double its size.
pub(super) struct Chunks<T, const FIRST: u32> {
    chunks: [OnceLock<Box<[T]>>; CHUNKS],
}

/// Enough chunks for 2^32 elements from any first size of at least 64.
const CHUNKS: usize = 1 + STEPS * 26;

impl<T: Blank, const FIRST: u32> Chunks<T, FIRST> {
    pub(super) fn new() -> Self {
        Chunks { chunks: [const { OnceLock::new() }; CHUNKS] }
    }

    /// The chunk of an element, and its place there.
    #[inline]
    fn locate(index: usize) -> (usize, usize) {
        if index < 1 << FIRST {
            return (0, index);
        }
        let top = index.ilog2();
        let step = index >> (top - 2) & 3;
        (1 + (top - FIRST) as usize * STEPS + step, index & ((1 << (top - 2)) - 1))
    }

    /// The number of elements of a chunk, and the first element.
    fn extent(chunk: usize) -> (usize, usize) {
        match chunk.checked_sub(1) {
            None => (1 << FIRST, 0),
            Some(later) => {
                let size = 1 << (FIRST as usize + later / STEPS - 2);
                (size, size * (STEPS + later % STEPS))
            }
        }
    }

    /// The element.
    ///
    /// # Panics
    /// If there is no room for it.
    #[inline]
    pub(super) fn get(&self, index: usize) -> &T {
        let (chunk, place) = Self::locate(index);
        &self.chunks[chunk].get().expect("the element has room")[place]
    }

    /// The elements from here on that lie in the same chunk.
    ///
    /// # Panics
    /// If there is no room for the first.
    #[inline]
    pub(super) fn run(&self, index: usize) -> &[T] {
        let (chunk, place) = Self::locate(index);
        &self.chunks[chunk].get().expect("the element has room")[place..]
    }

    /// Where to put `length` elements that must lie together, not before `index`.
    pub(super) fn place_together(index: usize, length: usize) -> usize {
        let (mut chunk, place) = Self::locate(index);
        let (size, _) = Self::extent(chunk);
        if place + length <= size {
            return index;
        }
        loop {
            chunk += 1;
            let (size, first) = Self::extent(chunk);
            if length <= size {
                return first;
            }
        }
    }

    /// Makes room for the element and all that lie in its chunk.
    pub(super) fn make_room(&self, index: usize, budget: &Budget) -> Result<(), Stop> {
        let (chunk, _) = Self::locate(index);
        if self.chunks[chunk].get().is_some() {
            return Ok(());
        }
        let (size, _) = Self::extent(chunk);
        let bytes = size as u128 * size_of::<T>() as u128;
        budget.claim(bytes)?;
        let Some(fresh) = T::blank(size) else {
            budget.release(bytes as u64);
            return Err(Stop::Memory {
                needed: u128::from(budget.claimed()) + bytes,
                limit: budget.claimed(),
            });
        };
        if self.chunks[chunk].set(fresh).is_err() {
            budget.release(bytes as u64);
        }
        Ok(())
    }

    /// The memory taken, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.chunks.iter().filter_map(OnceLock::get).map(|chunk| size_of_val(&**chunk) as u64).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_index_has_its_own_place() {
        type Small = Chunks<AtomicU32, 6>;
        let mut before = (0, usize::MAX);
        for index in 0..100_000 {
            let (chunk, place) = Small::locate(index);
            let (size, first) = Small::extent(chunk);
            assert!(place < size && first + place == index);
            assert!(
                (chunk, place) == (before.0, before.1.wrapping_add(1)) || (chunk, place) == (before.0 + 1, 0)
            );
            before = (chunk, place);
        }
        assert!(Small::locate(u32::MAX as usize).0 < CHUNKS);
    }

    #[test]
    fn lists_that_must_lie_together_do() {
        type Small = Chunks<AtomicU32, 6>;
        for index in 0..2000 {
            for length in [0, 1, 3, 70, 300] {
                let start = Small::place_together(index, length);
                assert!(start >= index);
                if length > 0 {
                    assert_eq!(Small::locate(start).0, Small::locate(start + length - 1).0);
                }
            }
        }
    }

    #[test]
    fn room_is_claimed_and_refused_beyond_the_budget() {
        let budget = Budget::unlimited().with_memory(4 * (64 + 16));
        let array = Chunks::<AtomicU32, 6>::new();
        array.make_room(0, &budget).unwrap();
        array.make_room(64, &budget).unwrap();
        array.make_room(79, &budget).unwrap();
        assert!(matches!(array.make_room(80, &budget), Err(Stop::Memory { .. })));
        assert_eq!(array.bytes(), budget.claimed());
    }
}
