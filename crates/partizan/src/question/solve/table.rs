//! The worth of every position of an index, tier by tier from the last.

use super::super::claim::Claim;
use super::super::threads::in_chunks;
use super::cell::Cell;
use super::dense::{Far, OPENED, Solver};
use super::scan;
use super::tally::{Count, Tally};
use super::tier::{Cells, Tier, read};
use super::turned::Turned;
use super::worth::{Convention, Worth};
use crate::budget::{Budget, Stop};
use crate::question::Error;
use crate::ruleset::Index;
use std::cmp::Reverse;

/// The worth of every position of a ruleset with an index, or of those in some of its tiers.
#[derive(Debug)]
pub struct Table<I> {
    index: I,
    convention: Convention,
    several: bool,
    /// By tier; `None` where it is not in memory.
    tiers: Vec<Option<Tier>>,
    counts: Counts,
    claim: Claim,
}

/// What the engine counted on its way.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// Predecessors visited.
    pub edges: u64,
    /// The greatest number of moves in a position.
    pub most_moves: u32,
    /// The most bytes of memory that tiers in memory at the same time took.
    pub bytes: u64,
}

impl<I: Index> Table<I> {
    /// Solves every position of the index; `several` also finds those with two or more winning moves.
    ///
    /// # Errors
    /// [`Error::Stopped`] when the budget is spent, before memory beyond it is taken; it says how far the levels are.
    ///
    /// # Complexity
    /// Time linear in positions and moves together, and one pass over the cells a level; one byte a position where
    /// distances stay below about 100, else two.
    pub fn solve(index: I, convention: Convention, several: bool, budget: &Budget) -> Result<Self, Error> {
        let mut table = Table::unsolved(index, convention, several, budget);
        table.tiers_from(0, Keep::All, budget, &mut |_, _| Ok(()))?;
        Ok(table)
    }

    /// A table that knows nothing yet, to be asked with [`Table::know`].
    pub fn unsolved(index: I, convention: Convention, several: bool, budget: &Budget) -> Self {
        let tiers = std::iter::repeat_with(|| None).take(index.tiers()).collect();
        Table { index, convention, several, tiers, counts: Counts::default(), claim: Claim::new(budget) }
    }

    /// Solves every position, counts them tier by tier, and finds the one with the longest win that [`Index::order`]
    /// has first, if there is a win. Where the budget has no room for all tiers, those that no other needs any more
    /// are dropped; see [`Table::know`].
    ///
    /// # Errors
    /// As [`Table::solve`].
    pub fn survey(
        index: I,
        convention: Convention,
        budget: &Budget,
    ) -> Result<(Self, Tally, Option<u64>), Error> {
        let mut table = Table::unsolved(index, convention, true, budget);
        let all = needed(&table.index, 0, true, Keep::All);
        let free = u128::from(budget.memory().saturating_sub(budget.claimed()));
        let keep = if all <= free { Keep::All } else { Keep::Needed };
        let (mut tally, mut longest) = (Tally::default(), None);
        table.tiers_from(0, keep, budget, &mut |index, tier| {
            let (counted, found) = counted(index, tier, budget)?;
            tally.merge(&counted);
            longest = longest.max(found);
            Ok(())
        })?;
        Ok((table, tally, longest.map(|(_, _, index)| index)))
    }

    /// Makes sure that the worth of the position with this number and of those after its moves can be told: solves
    /// their tiers, and those after them, where they are not in memory. Only its tier and those next to it then are.
    ///
    /// # Errors
    /// As [`Table::solve`].
    ///
    /// # Panics
    /// If the number is not below the size of the index.
    pub fn know(&mut self, number: u64, budget: &Budget) -> Result<(), Error> {
        let tier = (0..self.index.tiers()).find(|&tier| self.index.tier(tier).contains(&number));
        let tier = tier.expect("the tiers cover all numbers");
        let mut wanted = self.index.reaches(tier).chain([tier]);
        if wanted.all(|tier| self.tiers[tier].is_some()) {
            return Ok(());
        }
        for slot in &mut self.tiers {
            self.claim.less(slot.take().map_or(0, |tier| tier.bytes()));
        }
        self.tiers_from(tier, Keep::Needed, budget, &mut |_, _| Ok(()))
    }

    /// Solves the tiers from this one on, the last first, and shows each to `each` while it and those that it reaches
    /// are in memory.
    fn tiers_from(
        &mut self,
        first: usize,
        keep: Keep,
        budget: &Budget,
        each: &mut dyn FnMut(&I, &Tier) -> Result<(), Stop>,
    ) -> Result<(), Error> {
        let Table { index, convention, several, tiers, counts, claim } = self;
        // Refused before anything is done, not when the last byte is missing.
        let needed = needed(index, first, *several, keep);
        claim.more(needed)?;
        claim.less(needed as u64);
        let (mut solved, mut indices) = (0, 0);
        for tier in (first..index.tiers()).rev() {
            let (reached, numbers) = (index.reaches(tier), index.tier(tier));
            claim.more(u128::from(bytes_of(index, tier, *several)))?;
            let known = numbers.is_empty() || index.predecessors(numbers.start, tier, &mut |_| {});
            let turned = if known { None } else { Some(Turned::of(index, tier, budget, claim)?) };
            let far = Far::new(solved, indices);
            let later = (reached.start.max(tier + 1)..reached.end)
                .map(|tier| (tier, tiers[tier].as_ref().expect("a tier is kept while others reach it")))
                .collect();
            let solver = Solver {
                index,
                tier,
                convention: *convention,
                several: *several,
                budget,
                later,
                turned,
                claim,
                far: &far,
            };
            let done = solver.solve(counts).map_err(|stop| far.stopped(stop))?;
            counts.bytes = counts.bytes.max(claim.bytes());
            claim.less(solver.turned.as_ref().map_or(0, Turned::bytes) + scan::BYTES);
            each(index, &done).map_err(|stop| far.stopped(stop))?;
            solved += 1;
            indices += numbers.end - numbers.start;
            tiers[tier] = Some(done);
            if keep == Keep::Needed {
                for (other, slot) in tiers.iter_mut().enumerate().skip(tier) {
                    let wanted = other == first
                        || (first..tier.max(first + 1)).any(|before| index.reaches(before).contains(&other));
                    if !wanted {
                        claim.less(slot.take().map_or(0, |tier| tier.bytes()));
                    }
                }
            }
        }
        Ok(())
    }

    /// The index.
    pub fn index(&self) -> &I {
        &self.index
    }

    /// What the engine counted.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The worth of the position with this number; `None` where the number stands for none.
    ///
    /// # Panics
    /// If the number is not below the size of the index, or its tier is not in memory.
    pub fn worth(&self, index: u64) -> Option<Worth> {
        self.tier_of(index).worth(index)
    }

    /// Whether the position with this number has two or more winning moves; always false where that was not asked.
    ///
    /// # Panics
    /// If the number is not below the size of the index.
    pub fn several(&self, index: u64) -> bool {
        self.tier_of(index).several(index)
    }

    /// Counts all positions in memory by their worth, and finds the one with the longest win that [`Index::order`] has
    /// first, if there is a win.
    ///
    /// # Errors
    /// [`Stop`] when the budget is spent.
    pub fn tally(&self, budget: &Budget) -> Result<(Tally, Option<u64>), Stop> {
        let (mut tally, mut longest) = (Tally::default(), None);
        for tier in self.tiers.iter().flatten() {
            let (counted, found) = counted(&self.index, tier, budget)?;
            tally.merge(&counted);
            longest = longest.max(found);
        }
        Ok((tally, longest.map(|(_, _, index)| index)))
    }

    fn tier_of(&self, index: u64) -> &Tier {
        let mut tiers = self.tiers.iter().flatten();
        tiers
            .find(|tier| tier.numbers().contains(&index))
            .expect("the tier of a position asked for is in memory")
    }
}

/// Counts the positions of a tier by their worth, and finds the first of those with the longest win: how far it is, what
/// decides which is the first, and its number.
#[allow(clippy::type_complexity)] // two halves of one answer
fn counted<I: Index>(
    index: &I,
    tier: &Tier,
    budget: &Budget,
) -> Result<(Tally, Option<(u32, Reverse<u64>, u64)>), Stop> {
    let mut starts: Vec<u64> = tier.numbers().step_by(OPENED).collect();
    let tallies = in_chunks(budget, &mut starts, 1, |_, start: &mut [u64]| {
        let places = (start[0] - tier.start) as usize;
        let places = places..(places + OPENED).min(tier.cells.len());
        match &tier.cells {
            Cells::Bytes(cells) => count_cells(index, tier, &cells[places], start[0]),
            Cells::Words(cells) => count_cells(index, tier, &cells[places], start[0]),
        }
    })?;
    let (mut all, mut longest) = (Tally::default(), None);
    for (tally, found) in tallies {
        all.merge(&tally);
        longest = longest.max(found);
    }
    Ok((all, longest))
}

/// The same for some cells of the tier, the first of which has this number.
#[allow(clippy::type_complexity)] // as above
fn count_cells<I: Index, C: Cell>(
    index: &I,
    tier: &Tier,
    cells: &[C],
    first: u64,
) -> (Tally, Option<(u32, Reverse<u64>, u64)>) {
    // By the number of a cell; draws, whose number is far above all others, come first.
    let numbers = tier.tie + tier.ties.map_or(0, |ties| ties + 1);
    let mut counts = vec![Count::default(); 1 + numbers as usize];
    let (mut tally, mut longest) = (Tally::default(), None);
    for (number, &cell) in (first..).zip(cells) {
        let cell = cell.get();
        if cell == C::NONE {
            continue;
        }
        let (weight, classes) = (index.weight(number), index.classes(number));
        counts[if cell == C::NONE - 1 { 0 } else { 1 + cell as usize }].add(weight, classes);
        if cell < tier.tie && cell & 1 == 1 && cell > 1 {
            if !tier.several(number) {
                tally.one_winning.add(weight, classes);
            }
            let distance = cell / 2;
            if longest.is_none_or(|(most, _, _)| distance >= most) {
                longest = longest.max(Some((distance, Reverse(index.order(number)), number)));
            }
        }
    }
    for (count, cell) in counts.into_iter().zip(std::iter::once(C::NONE - 1).chain(0..)) {
        if let Some(worth) = read(C::new(cell), tier.tie).filter(|_| count != Count::default()) {
            tally.add(worth, count.labelled, count.up_to_symmetry);
        }
    }
    (tally, longest)
}

/// Which tiers stay in memory.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keep {
    All,
    /// The first one asked for and those that it reaches; others as long as one that must still be solved reaches them.
    Needed,
}

/// The bytes of a tier with one byte a position, and of what it takes to solve it.
fn bytes_of<I: Index>(index: &I, tier: usize, several: bool) -> u64 {
    let numbers = index.tier(tier);
    let length = numbers.end - numbers.start;
    length + if several { 8 * length.div_ceil(64) } else { 0 } + scan::BYTES
}

/// The most bytes that solving takes at a time with one byte a position, from a tier on.
fn needed<I: Index>(index: &I, first: usize, several: bool, keep: Keep) -> u128 {
    let bytes = |tier: usize| u128::from(bytes_of(index, tier, several) - scan::BYTES);
    let at = |tier: usize| -> u128 {
        let stays = |other: &usize| {
            keep == Keep::All || (first..=tier).any(|before| index.reaches(before).contains(other))
        };
        let later: u128 = (tier + 1..index.tiers()).filter(stays).map(bytes).sum();
        later + bytes(tier) + u128::from(scan::BYTES)
    };
    (first..index.tiers()).map(at).max().unwrap_or(0)
}
