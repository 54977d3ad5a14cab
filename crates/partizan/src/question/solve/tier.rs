//! The solved positions of a tier: a cell for each, and what the numbers in the cells mean.

use super::cell::Cell;
use super::worth::{Value, Worth};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

#[derive(Debug)]
pub(super) struct Tier {
    pub(super) start: u64,
    pub(super) cells: Cells,
    /// The number of a tie at distance 0; smaller ones are wins and losses.
    pub(super) tie: u32,
    /// The greatest distance of a win or loss, and of a tie if there is one.
    pub(super) levels: u32,
    pub(super) ties: Option<u32>,
    /// The positions with two or more winning moves, a bit each, where that was asked.
    pub(super) several: Vec<AtomicU64>,
}

#[derive(Debug)]
pub(super) enum Cells {
    Bytes(Vec<u8>),
    Words(Vec<u16>),
}

impl Cells {
    pub(super) fn len(&self) -> usize {
        match self {
            Cells::Bytes(cells) => cells.len(),
            Cells::Words(cells) => cells.len(),
        }
    }
}

impl Tier {
    pub(super) fn numbers(&self) -> Range<u64> {
        self.start..self.start + self.cells.len() as u64
    }

    pub(super) fn bytes(&self) -> u64 {
        let width = if matches!(self.cells, Cells::Bytes(_)) { 1 } else { 2 };
        width * self.cells.len() as u64 + 8 * self.several.len() as u64
    }

    pub(super) fn worth(&self, index: u64) -> Option<Worth> {
        let place = (index - self.start) as usize;
        match &self.cells {
            Cells::Bytes(cells) => read(cells[place], self.tie),
            Cells::Words(cells) => read(cells[place], self.tie),
        }
    }
}

impl Tier {
    pub(super) fn several(&self, index: u64) -> bool {
        let place = (index - self.start) as usize;
        self.several.get(place / 64).is_some_and(|word| word.load(Relaxed) >> (place % 64) & 1 != 0)
    }
}

pub(super) fn read<C: Cell>(cell: C, tie: u32) -> Option<Worth> {
    let number = cell.get();
    if number == C::NONE {
        None
    } else if number == C::NONE - 1 {
        Some(Worth::DRAW)
    } else if number >= tie {
        Some(Worth::at(Value::Tie, number - tie))
    } else {
        Some(Worth::at(if number & 1 == 1 { Value::Win } else { Value::Lose }, number / 2))
    }
}

/// The number of a win or loss at this distance.
pub(super) fn number_of(value: Value, distance: u32) -> u32 {
    2 * distance + u32::from(value == Value::Win)
}
