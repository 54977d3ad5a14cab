//! What is done to the predecessors of the positions of a level.

use super::cell::Cell;
use super::tier::{Cells, Tier};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// How many cells are read at a time.
pub(super) const FLIGHT: usize = 64;

/// The positions whose predecessors are visited: those of one value at one distance.
#[derive(Clone, Copy)]
pub(super) struct Source {
    pub(super) kind: Kind,
    /// How many there are in the tier itself.
    pub(super) own: u64,
}

#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// Won or lost, with this number.
    Decided(u32),
    /// Tied at this level; ties begin at this number in the tier itself.
    Tied { tie: u32, level: u32 },
}

impl Kind {
    pub(super) fn own(self) -> u32 {
        match self {
            Kind::Decided(number) => number,
            Kind::Tied { tie, level } => tie + level,
        }
    }

    /// The same in a solved tier, if it can have any.
    pub(super) fn of(self, tier: &Tier) -> Option<u32> {
        let (number, end) = match (self, &tier.cells) {
            (Kind::Decided(number), _) => (number, tier.tie),
            (Kind::Tied { level, .. }, Cells::Bytes(_)) => (tier.tie + level, u8::NONE - 1),
            (Kind::Tied { level, .. }, Cells::Words(_)) => (tier.tie + level, u16::NONE - 1),
        };
        (number < end).then_some(number)
    }
}

/// What is done to a predecessor.
pub(super) trait Work<C: Cell>: Sync {
    /// Whether a cell with this number may have to be changed, or noted.
    fn concerns(&self, number: u32) -> bool;
    /// Does it; whether the predecessor is decided by it. `SHARED`: other threads are at work on the same cells.
    fn on<const SHARED: bool>(&self, cell: &C::Shared, place: usize) -> bool;
    /// The same for any cell, where no other threads are at work: without a branch, since the cell is near and nobody
    /// can foretell its number.
    fn at_once(&self, cell: &C::Shared, place: usize) -> bool;
    /// The same for a cell that only this thread is at work on, while others are at work on cells next to it.
    #[inline]
    fn apart(&self, cell: &C::Shared, place: usize) -> bool {
        self.at_once(cell, place)
    }
}

/// One of the predecessor's moves has been found to lose.
pub(super) struct Refute {
    pub(super) base: u32,
    pub(super) lost: u32,
}

impl<C: Cell> Work<C> for Refute {
    #[inline]
    fn concerns(&self, number: u32) -> bool {
        number > self.base && number != C::NONE
    }

    #[inline]
    fn on<const SHARED: bool>(&self, cell: &C::Shared, _: usize) -> bool {
        let number = C::load(cell);
        if number <= self.base || number == C::NONE {
            return false;
        }
        // Each move is taken off once and no other work runs meanwhile, so the count cannot fall below 0.
        let before = if SHARED { C::take_one(cell) } else { number };
        if before == self.base + 1 {
            C::store(cell, self.lost);
            true
        } else {
            if !SHARED {
                C::store(cell, number - 1);
            }
            false
        }
    }

    #[inline]
    fn at_once(&self, cell: &C::Shared, _: usize) -> bool {
        let number = C::load(cell);
        let decided = number == self.base + 1;
        let left = number - u32::from(number > self.base && number != C::NONE);
        C::store(cell, if decided { self.lost } else { left });
        decided
    }
}

/// One of the predecessor's moves has been found to win.
pub(super) struct Win<'a> {
    pub(super) base: u32,
    pub(super) won: u32,
    pub(super) several: &'a [AtomicU64],
}

impl<C: Cell> Work<C> for Win<'_> {
    #[inline]
    fn concerns(&self, number: u32) -> bool {
        (number > self.base && number != C::NONE) || (number < self.base && !self.several.is_empty())
    }

    #[inline]
    fn on<const SHARED: bool>(&self, cell: &C::Shared, place: usize) -> bool {
        let number = C::load(cell);
        if number == C::NONE || number == self.base {
            return false;
        }
        let first = if number < self.base {
            false
        } else if SHARED {
            C::swap(cell, self.won) > self.base
        } else {
            C::store(cell, self.won);
            true
        };
        if !first && !self.several.is_empty() {
            let (word, bit) = (&self.several[place / 64], 1 << (place % 64));
            let before = word.load(Relaxed);
            if before & bit == 0 {
                if SHARED {
                    word.fetch_or(bit, Relaxed);
                } else {
                    word.store(before | bit, Relaxed);
                }
            }
        }
        first
    }

    #[inline]
    fn at_once(&self, cell: &C::Shared, place: usize) -> bool {
        let number = C::load(cell);
        let first = number > self.base && number != C::NONE;
        C::store(cell, if first { self.won } else { number });
        if let Some(word) = self.several.get(place / 64) {
            word.store(word.load(Relaxed) | u64::from(number < self.base) << (place % 64), Relaxed);
        }
        first
    }

    #[inline]
    fn apart(&self, cell: &C::Shared, place: usize) -> bool {
        let number = C::load(cell);
        let first = number > self.base && number != C::NONE;
        C::store(cell, if first { self.won } else { number });
        // A word of these may have bits for cells of several threads.
        if let Some(word) = self.several.get(place / 64) {
            let bit = u64::from(number < self.base) << (place % 64);
            if bit & !word.load(Relaxed) != 0 {
                word.fetch_or(bit, Relaxed);
            }
        }
        first
    }
}

/// One of the predecessor's moves leads to a tie.
pub(super) struct Level {
    pub(super) tied: u32,
}

impl<C: Cell> Work<C> for Level {
    #[inline]
    fn concerns(&self, number: u32) -> bool {
        number == C::NONE - 1
    }

    #[inline]
    fn on<const SHARED: bool>(&self, cell: &C::Shared, _: usize) -> bool {
        if C::load(cell) != C::NONE - 1 {
            return false;
        }
        if SHARED {
            C::swap(cell, self.tied) == C::NONE - 1
        } else {
            C::store(cell, self.tied);
            true
        }
    }

    #[inline]
    fn at_once(&self, cell: &C::Shared, place: usize) -> bool {
        <Self as Work<C>>::on::<false>(self, cell, place)
    }
}

/// Does the work on some cells: first they are read, all at once, since most are far away and nothing in between has to
/// wait for one of them; then the work is done on those that it concerns, which are near now.
#[inline]
pub(super) fn land<C: Cell, const SHARED: bool>(
    cells: &[C::Shared],
    flight: &[usize],
    work: &impl Work<C>,
) -> u64 {
    let mut numbers = [0u32; FLIGHT];
    for (number, &place) in numbers.iter_mut().zip(flight) {
        *number = C::load(&cells[place]);
    }
    let mut decided = 0;
    for (&number, &place) in numbers.iter().zip(flight) {
        // What does not concern the work now never will: cells are decided for good.
        if work.concerns(number) {
            decided += u64::from(work.on::<SHARED>(&cells[place], place));
        }
    }
    decided
}
