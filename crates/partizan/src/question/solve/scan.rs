//! Going through the cells of a tier for one number.

use super::super::threads::one_each;
use super::cell::Cell;
use crate::prefetch::prefetch;
use crate::ruleset::Index;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// How many positions of a level are collected before their predecessors are visited.
const BATCH: usize = 1 << 17;
/// The bytes of a batch.
pub(super) const BYTES: u64 = 8 * BATCH as u64;
/// How many stretches before its turn one is fetched.
const AHEAD: usize = 8;

/// Goes through the cells of a tier for one number, a batch at a time, each thread through a part of its own.
pub(super) struct Scan<'a, I> {
    index: &'a I,
    tier: usize,
    start: u64,
    number: u32,
    /// Whether it goes by stretches.
    pub(super) near: bool,
    /// Whether each thread has the predecessors of its list to itself.
    pub(super) apart: bool,
    /// The next group of stretches, where threads take whole groups.
    group: AtomicUsize,
    parts: Vec<Part>,
    pub(super) lists: Vec<Vec<u64>>,
}

/// What is left to be gone through: some cells, and then some stretches of the index.
struct Part {
    cells: Range<usize>,
    stretches: Range<usize>,
}

impl<'a, I: Index> Scan<'a, I> {
    /// `count` cells have the number.
    pub(super) fn new(index: &'a I, tier: usize, number: u32, count: u64, threads: usize) -> Self {
        let numbers = index.tier(tier);
        let (length, stretches) = ((numbers.end - numbers.start) as usize, index.stretches(tier));
        let threads = if length < 1 << 16 { 1 } else { threads };
        // A stretch costs about as much to go to as some predecessors far away.
        let cut = stretches > 1 && count > stretches as u64 / 8;
        let apart = cut && threads > 1 && index.groups(tier) > 1;
        let share = |length: usize, thread: usize| {
            let share = length.div_ceil(threads).max(1);
            (thread * share).min(length)..((thread + 1) * share).min(length)
        };
        let part = |thread| {
            if apart {
                Part { cells: 0..0, stretches: 0..0 }
            } else if cut {
                Part { cells: 0..0, stretches: share(stretches, thread) }
            } else {
                Part { cells: share(length, thread), stretches: 0..0 }
            }
        };
        let (parts, lists) = ((0..threads).map(part).collect(), vec![Vec::new(); threads]);
        let group = AtomicUsize::new(0);
        Scan { index, tier, start: numbers.start, number, near: cut, apart, group, parts, lists }
    }

    /// Collects the next positions with this number; whether there were any.
    pub(super) fn next<C: Cell>(&mut self, cells: &[C]) -> bool {
        let &mut Scan { index, tier, start, number, apart, ref group, ref mut parts, ref mut lists, .. } =
            self;
        let groups = index.groups(tier);
        let size = index.stretches(tier) / groups;
        let most = BATCH / lists.len();
        if number > C::NONE {
            return false;
        }
        let places = |stretch| {
            let numbers = index.stretch(tier, stretch);
            (numbers.start - start) as usize..(numbers.end - start) as usize
        };
        let fill = |part: &mut Part, list: &mut Vec<u64>| {
            list.clear();
            loop {
                collect(cells, &mut part.cells, C::new(number), start, list, most);
                if list.len() >= most {
                    return;
                }
                if apart && part.stretches.is_empty() {
                    let group = group.fetch_add(1, Relaxed);
                    if group < groups {
                        part.stretches = group * size..(group + 1) * size;
                    }
                }
                let Some(stretch) = part.stretches.next() else { return };
                part.cells = places(stretch);
                if part.stretches.len() > AHEAD {
                    // The stretches are short and lie far from each other.
                    let places = places(stretch + AHEAD);
                    if let [first, .., last] = &cells[places] {
                        prefetch(first);
                        prefetch(last);
                    }
                }
            }
        };
        one_each(parts.iter_mut().zip(&mut *lists), |(part, list)| fill(part, list));
        lists.iter().any(|list| !list.is_empty())
    }
}

/// Collects the positions in a range of cells that have a number, until there are at least so many.
#[inline]
fn collect<C: Cell>(
    cells: &[C],
    range: &mut Range<usize>,
    want: C,
    start: u64,
    list: &mut Vec<u64>,
    most: usize,
) {
    /// Small enough that few are looked at twice, large enough to be compared many at once.
    const STRIDE: usize = 64;
    let mut look = |from: usize, chunk: &[C; 8]| {
        let mut equal = C::equal(chunk, want);
        while equal != 0 {
            list.push(start + from as u64 + u64::from(equal.trailing_zeros()));
            equal &= equal - 1;
        }
        list.len() < most
    };
    let mut more = true;
    while more && range.len() >= STRIDE {
        let (chunks, _) = cells[range.start..range.start + STRIDE].as_chunks::<8>();
        if chunks.as_flattened().iter().fold(0, |any, &cell| any | u8::from(cell == want)) != 0 {
            for (i, chunk) in chunks.iter().enumerate() {
                more = look(range.start + 8 * i, chunk);
            }
        }
        range.start += STRIDE;
    }
    while more && range.len() >= 8 {
        let chunk = cells[range.start..].first_chunk().expect("so many are left");
        more = look(range.start, chunk);
        range.start += 8;
    }
    while more && range.start < range.end {
        if cells[range.start] == want {
            list.push(start + range.start as u64);
        }
        range.start += 1;
    }
}
