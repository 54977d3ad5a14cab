//! The retrograde engine over a dense index: level by level, from the ends backwards.
//!
//! Each position counts its moves. At level `d`, first every position that is won in `d` takes one off the count of
//! each predecessor, and a predecessor whose count is gone is lost in `d + 1`; then every position that is lost in `d`
//! makes its undecided predecessors won in `d + 1`. What is undecided in the end is a tie if a tie can be reached, else
//! a draw. A level is found by going through the cells for its number: there is no queue.
//!
//! No order of work within a level can change the result: counts only go down, a win is stored over an undecided cell
//! alone, and the two kinds of work never run at once. So every number of threads gives the same table to the bit.

use super::super::claim::Claim;
use super::cell::Cell;
use super::tally::{Count, Tally};
use super::worth::{Convention, Value, Worth};
use crate::budget::{Budget, Stop};
use crate::pages::{filled, reserve};
use crate::prefetch::prefetch;
use crate::question::Error;
use crate::ruleset::{Index, Opening, Ruleset};
use std::cmp::Reverse;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// How many positions of a level are collected before their predecessors are visited.
const BATCH: usize = 1 << 17;
/// The bytes of a batch.
const SCAN: u64 = 8 * BATCH as u64;
/// How many positions of a batch a thread takes at a time.
const SHARE: usize = 1 << 11;
/// How many cells are read at a time.
const FLIGHT: usize = 64;
/// How many stretches before its turn one is fetched.
const AHEAD: usize = 8;
/// How many cells a thread opens at a time.
const OPENED: usize = 1 << 14;

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

#[derive(Debug)]
struct Tier {
    start: u64,
    cells: Cells,
    /// The number of a tie at distance 0; smaller ones are wins and losses.
    tie: u32,
    /// The greatest distance of a win or loss, and of a tie if there is one.
    levels: u32,
    ties: Option<u32>,
    /// The positions with two or more winning moves, a bit each, where that was asked.
    several: Vec<AtomicU64>,
}

#[derive(Debug)]
enum Cells {
    Bytes(Vec<u8>),
    Words(Vec<u16>),
}

impl Cells {
    fn len(&self) -> usize {
        match self {
            Cells::Bytes(cells) => cells.len(),
            Cells::Words(cells) => cells.len(),
        }
    }
}

impl Tier {
    fn numbers(&self) -> Range<u64> {
        self.start..self.start + self.cells.len() as u64
    }

    fn bytes(&self) -> u64 {
        let width = if matches!(self.cells, Cells::Bytes(_)) { 1 } else { 2 };
        width * self.cells.len() as u64 + 8 * self.several.len() as u64
    }

    fn worth(&self, index: u64) -> Option<Worth> {
        let place = (index - self.start) as usize;
        match &self.cells {
            Cells::Bytes(cells) => read(cells[place], self.tie),
            Cells::Words(cells) => read(cells[place], self.tie),
        }
    }
}

impl Tier {
    fn several(&self, index: u64) -> bool {
        let place = (index - self.start) as usize;
        self.several.get(place / 64).is_some_and(|word| word.load(Relaxed) >> (place % 64) & 1 != 0)
    }
}

fn read<C: Cell>(cell: C, tie: u32) -> Option<Worth> {
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
fn number_of(value: Value, distance: u32) -> u32 {
    2 * distance + u32::from(value == Value::Win)
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
            let far = Far { solved, indices, ..Far::default() };
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
            claim.less(solver.turned.as_ref().map_or(0, Turned::bytes) + SCAN);
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
    length + if several { 8 * length.div_ceil(64) } else { 0 } + SCAN
}

/// The most bytes that solving takes at a time with one byte a position, from a tier on.
fn needed<I: Index>(index: &I, first: usize, several: bool, keep: Keep) -> u128 {
    let bytes = |tier: usize| u128::from(bytes_of(index, tier, several) - SCAN);
    let at = |tier: usize| -> u128 {
        let stays = |other: &usize| {
            keep == Keep::All || (first..=tier).any(|before| index.reaches(before).contains(other))
        };
        let later: u128 = (tier + 1..index.tiers()).filter(stays).map(bytes).sum();
        later + bytes(tier) + u128::from(SCAN)
    };
    (first..index.tiers()).map(at).max().unwrap_or(0)
}

fn too_many(count: u64) -> Stop {
    Stop::TooLarge {
        what: "the number of positions".into(),
        size: count.to_string(),
        limit: usize::MAX.to_string(),
        advice: None,
    }
}

/// One tier being solved.
struct Solver<'a, I> {
    index: &'a I,
    tier: usize,
    convention: Convention,
    several: bool,
    budget: &'a Budget,
    /// The tiers that it reaches beside itself, solved.
    later: Vec<(usize, &'a Tier)>,
    /// The moves turned round, where the index does not know them backwards.
    turned: Option<Turned>,
    claim: &'a Claim,
    far: &'a Far,
}

/// How far a tier is, for who asks when it is stopped.
#[derive(Default)]
struct Far {
    /// How many tiers are solved, with how many numbers in them.
    solved: usize,
    indices: u64,
    /// How many levels are done, and how many positions they decided.
    levels: AtomicU64,
    decided: AtomicU64,
}

impl Far {
    fn stopped(&self, stop: Stop) -> Error {
        Error::Stopped {
            stop: Box::new(stop),
            proved: Some(serde_json::json!({
                "tiers_solved": self.solved,
                "indices_solved": self.indices.to_string(),
                "levels_in_the_next_tier": self.levels.load(Relaxed),
                "positions_decided_in_the_next_tier": self.decided.load(Relaxed).to_string(),
            })),
        }
    }
}

/// How far the tier is, whatever the width of its cells.
struct State {
    level: u32,
    /// The greatest distance of a win or loss, and of a tie if there is one.
    levels: u32,
    ties: Option<u32>,
    /// How many cells are won, lost and tied at this level.
    won: u64,
    lost: u64,
    tied: u64,
    /// How many are won and lost at the next level from the beginning, by moves to positions without a number.
    soon: [u64; 2],
    /// How many have been decided in all.
    decided: u64,
    several: Vec<AtomicU64>,
    edges: u64,
}

/// How many cells were decided when they were opened.
#[derive(Clone, Copy, Default)]
struct Opened {
    won: u64,
    lost: u64,
    tied: u64,
    soon: [u64; 2],
    most_moves: u32,
}

impl Opened {
    /// Counts a cell by its number; those not above `base` are decided.
    fn decided(&mut self, number: Option<u32>, base: u32) {
        let Some(number) = number else { return };
        self.won += u64::from(number == number_of(Value::Win, 0));
        self.lost += u64::from(number == number_of(Value::Lose, 0));
        self.tied += u64::from(number == base);
        self.soon[0] += u64::from(number == number_of(Value::Win, 1));
        self.soon[1] += u64::from(number == number_of(Value::Lose, 1));
    }

    fn and(self, other: Opened) -> Opened {
        Opened {
            won: self.won + other.won,
            lost: self.lost + other.lost,
            tied: self.tied + other.tied,
            soon: [self.soon[0] + other.soon[0], self.soon[1] + other.soon[1]],
            most_moves: self.most_moves.max(other.most_moves),
        }
    }
}

/// Whether the cells were wide enough for the distances.
#[derive(PartialEq)]
enum Width {
    Enough,
    TooSmall,
}

impl Width {
    fn or_too_long(&self) -> Result<(), Stop> {
        match self {
            Width::Enough => Ok(()),
            Width::TooSmall => Err(Stop::TooLarge {
                what: "the distance".into(),
                size: "more than two bytes can tell".into(),
                limit: "about 32000 plies".into(),
                advice: None,
            }),
        }
    }
}

impl<I: Index> Solver<'_, I> {
    fn solve(&self, counts: &mut Counts) -> Result<Tier, Stop> {
        let numbers = self.index.tier(self.tier);
        let length = usize::try_from(numbers.end - numbers.start).map_err(|_| too_many(self.index.size()))?;
        let several = if self.several { length.div_ceil(64) } else { 0 };
        let mut state = State {
            level: 0,
            levels: 0,
            ties: None,
            won: 0,
            lost: 0,
            tied: 0,
            soon: [0; 2],
            decided: 0,
            several: filled(several),
            edges: 0,
        };
        let most = self.index.most_moves();
        // A byte must claim the counts and some levels.
        let (cells, tie) = if most + 16 < u8::NONE {
            self.narrow(filled::<u8>(length), u8::NONE - 1 - most, &mut state, counts)?
        } else if most + 16 < u16::NONE {
            self.claim.more(length as u128)?;
            let mut cells = filled::<u16>(length);
            let base = u16::NONE - 1 - most;
            self.open(&mut cells, base, &mut state, counts)?;
            self.wide(cells, base, &mut state)?
        } else {
            return Err(Stop::TooLarge {
                what: "the number of moves".into(),
                size: most.to_string(),
                limit: (u16::NONE - 17).to_string(),
                advice: None,
            });
        };
        counts.edges += state.edges;
        Ok(Tier {
            start: numbers.start,
            cells,
            tie,
            levels: state.levels,
            ties: state.ties,
            several: state.several,
        })
    }

    /// Solves with one byte a position, and goes on with two where that is too little.
    fn narrow(
        &self,
        mut cells: Vec<u8>,
        base: u32,
        state: &mut State,
        counts: &mut Counts,
    ) -> Result<(Cells, u32), Stop> {
        self.open(&mut cells, base, state, counts)?;
        if self.levels(&mut cells, base, state)? == Width::TooSmall {
            let wide_base = u16::NONE - 1 - self.index.most_moves();
            let cells = self.widen(cells, base, wide_base - base)?;
            return self.wide(cells, wide_base, state);
        }
        let tie = mark_ties(&mut cells, base, state);
        if self.ties(&mut cells, tie, state)? == Width::TooSmall {
            let mut cells = self.widen(cells, u8::NONE - 1, u16::NONE - u8::NONE)?;
            self.ties(&mut cells, tie, state)?.or_too_long()?;
            return Ok((Cells::Words(cells), tie));
        }
        Ok((Cells::Bytes(cells), tie))
    }

    fn wide(&self, mut cells: Vec<u16>, base: u32, state: &mut State) -> Result<(Cells, u32), Stop> {
        self.levels(&mut cells, base, state)?.or_too_long()?;
        let tie = mark_ties(&mut cells, base, state);
        self.ties(&mut cells, tie, state)?.or_too_long()?;
        Ok((Cells::Words(cells), tie))
    }

    /// Cells of two bytes from cells of one; numbers from `from` on become `more` greater.
    fn widen(&self, cells: Vec<u8>, from: u32, more: u32) -> Result<Vec<u16>, Stop> {
        self.claim.more(2 * cells.len() as u128)?;
        let wide = |cell: &u8| {
            u16::new(match cell.get() {
                u8::NONE => u16::NONE,
                number if number >= from => number + more,
                number => number,
            })
        };
        let length = cells.len() as u64;
        let mut words = reserve(cells.len());
        words.extend(cells.iter().map(wide));
        drop(cells);
        self.claim.less(length);
        Ok(words)
    }

    /// Writes what the rules say of each position at once.
    fn open<C: Cell>(
        &self,
        cells: &mut [C],
        base: u32,
        state: &mut State,
        counts: &mut Counts,
    ) -> Result<(), Stop> {
        let (start, total) = (self.index.tier(self.tier).start, cells.len() as u64);
        let several = &state.several;
        let opened = in_chunks(self.budget, cells, OPENED, |first, chunk: &mut [C]| {
            let mut opened = Opened::default();
            let numbers = start + first..start + first + chunk.len() as u64;
            let mut cells = (first as usize..).zip(chunk);
            self.index.openings(numbers, &mut |opening| {
                let (place, cell) = cells.next().expect("an opening a number");
                if let Opening::Moves(moves) | Opening::Ends { moves, .. } = opening {
                    debug_assert!(moves <= self.index.most_moves(), "most_moves is no bound");
                    opened.most_moves = opened.most_moves.max(moves);
                }
                if let (Opening::Ends { winning: 2.., .. }, Some(word)) = (opening, several.get(place / 64)) {
                    word.fetch_or(1 << (place % 64), Relaxed);
                }
                let number = self.number(opening, base);
                opened.decided(number, base);
                *cell = C::new(number.unwrap_or(C::NONE));
            });
            debug_assert!(cells.next().is_none(), "an opening a number");
            if first % (1 << 22) < OPENED as u64 {
                self.budget.report(first, Some(total), "opening positions");
            }
            opened
        })?;
        let all = opened.into_iter().fold(Opened::default(), Opened::and);
        (state.won, state.lost, state.tied, state.soon) = (all.won, all.lost, all.tied, all.soon);
        counts.most_moves = counts.most_moves.max(all.most_moves);
        state.decided = state.won + state.lost + state.tied;
        Ok(())
    }

    /// The number of a cell at first; `None` where it is no position.
    fn number(&self, opening: Opening, base: u32) -> Option<u32> {
        Some(match opening {
            Opening::Nothing => return None,
            Opening::Won => number_of(Value::Win, 0),
            Opening::Lost => number_of(Value::Lose, 0),
            Opening::Tied => base,
            Opening::Moves(0) | Opening::Ends { moves: 0, .. } => number_of(self.convention.stuck(), 0),
            Opening::Moves(moves) => base + moves,
            Opening::Ends { winning: 1.., .. } => number_of(Value::Win, 1),
            Opening::Ends { moves, losing, .. } if moves == losing => number_of(Value::Lose, 1),
            Opening::Ends { moves, losing, .. } => base + moves - losing,
        })
    }

    /// Wins and losses, level by level, as long as the cells are wide enough.
    fn levels<C: Cell>(&self, cells: &mut [C], base: u32, state: &mut State) -> Result<Width, Stop> {
        while state.won + state.lost + state.soon[0] + state.soon[1] > 0
            || self.later.iter().any(|(_, tier)| tier.levels >= state.level)
        {
            if number_of(Value::Win, state.level + 1) >= base {
                return Ok(Width::TooSmall);
            }
            let refute = Refute { base, lost: number_of(Value::Lose, state.level + 1) };
            let source = Source { kind: Kind::Decided(number_of(Value::Win, state.level)), own: state.won };
            let [won_soon, lost_soon] = std::mem::take(&mut state.soon);
            let next_lost = lost_soon + self.pass(cells, source, state, &refute)?;
            let several = std::mem::take(&mut state.several);
            let win = Win { base, won: number_of(Value::Win, state.level + 1), several: &several };
            let source = Source { kind: Kind::Decided(number_of(Value::Lose, state.level)), own: state.lost };
            let next_won = won_soon + self.pass(cells, source, state, &win)?;
            state.several = several;
            state.level += 1;
            (state.won, state.lost) = (next_won, next_lost);
            state.decided += next_won + next_lost;
            self.far.levels.store(state.level.into(), Relaxed);
            self.far.decided.store(state.decided, Relaxed);
            if next_won + next_lost > 0 {
                state.levels = state.level;
            }
        }
        Ok(Width::Enough)
    }

    /// Ties, level by level: wins and losses are known, and all else is marked a draw.
    fn ties<C: Cell>(&self, cells: &mut [C], tie: u32, state: &mut State) -> Result<Width, Stop> {
        if state.tied > 0 {
            state.ties = Some(state.level);
        }
        while state.tied > 0 || self.later.iter().any(|(_, tier)| tier.ties >= Some(state.level)) {
            if tie + state.level + 1 >= C::NONE - 1 {
                return Ok(Width::TooSmall);
            }
            let source = Source { kind: Kind::Tied { tie, level: state.level }, own: state.tied };
            let next = self.pass(cells, source, state, &Level { tied: tie + state.level + 1 })?;
            state.level += 1;
            state.tied = next;
            state.decided += next;
            if next > 0 {
                state.ties = Some(state.level);
            }
        }
        Ok(Width::Enough)
    }

    /// Does some work on each predecessor in this tier of each position of a level, and gives how many it decided.
    fn pass<C: Cell>(
        &self,
        cells: &mut [C],
        source: Source,
        state: &mut State,
        work: &impl Work<C>,
    ) -> Result<u64, Stop> {
        let mut decided = 0;
        let threads = self.budget.threads();
        if source.own > 0 {
            // What the work writes is never a number of this level, so the cells can be gone through in pieces.
            let mut scan = Scan::new(self.index, self.tier, source.kind.own(), source.own, threads);
            while scan.next(cells) {
                decided += self.batch(cells, &scan, state, work, decided)?;
            }
        }
        for &(number, tier) in &self.later {
            let Some(found) = source.kind.of(tier) else { continue };
            let mut scan = Scan::new(self.index, number, found, u64::MAX, threads);
            while match &tier.cells {
                Cells::Bytes(later) => scan.next(later),
                Cells::Words(later) => scan.next(later),
            } {
                decided += self.batch(cells, &scan, state, work, decided)?;
            }
        }
        Ok(decided)
    }

    fn batch<C: Cell>(
        &self,
        cells: &mut [C],
        scan: &Scan<'_, I>,
        state: &mut State,
        work: &impl Work<C>,
        decided: u64,
    ) -> Result<u64, Stop> {
        self.budget.check()?;
        self.budget.report(
            state.decided + decided,
            Some(cells.len() as u64),
            &format!("level {}, {} moves taken back", state.level, state.edges),
        );
        let start = self.index.tier(self.tier).start;
        let shared = C::share(cells);
        let near = scan.near && self.turned.is_none();
        let mut sums = [0u64; 2];
        if scan.lists.len() == 1 {
            sums = self.visit::<C, false>(shared, start, &scan.lists[0], near, work);
        } else {
            // Each thread begins with a list of its own, which has predecessors of its own, and then helps the others.
            let next: Vec<AtomicUsize> = scan.lists.iter().map(|_| AtomicUsize::new(0)).collect();
            let next = &next;
            let done: Vec<[u64; 2]> = std::thread::scope(|scope| {
                let threads: Vec<_> = (0..scan.lists.len())
                    .map(|thread| {
                        scope.spawn(move || {
                            let mut sums = [0; 2];
                            let lists = scan.lists.iter().zip(next);
                            for (list, next) in lists.cycle().skip(thread).take(scan.lists.len()) {
                                let share = || list.chunks(SHARE).nth(next.fetch_add(1, Relaxed));
                                while let Some(share) = share() {
                                    let [decided, edges] =
                                        self.visit::<C, true>(shared, start, share, near, work);
                                    sums = [sums[0] + decided, sums[1] + edges];
                                }
                            }
                            sums
                        })
                    })
                    .collect();
                threads
                    .into_iter()
                    .map(|thread| thread.join().expect("a thread of the engine ends"))
                    .collect()
            });
            for [decided, edges] in done {
                sums = [sums[0] + decided, sums[1] + edges];
            }
        }
        state.edges += sums[1];
        Ok(sums[0])
    }

    /// Visits the predecessors of some positions, which are `near` or far away; gives how many were decided and how many visited.
    fn visit<C: Cell, const SHARED: bool>(
        &self,
        cells: &[C::Shared],
        start: u64,
        list: &[u64],
        near: bool,
        work: &impl Work<C>,
    ) -> [u64; 2] {
        let (mut decided, mut edges) = (0, 0);
        if near {
            for &index in list {
                self.index.predecessors(index, self.tier, &mut |before| {
                    let place = (before - start) as usize;
                    let (cell, number) = (&cells[place], C::load(&cells[place]));
                    if !SHARED {
                        decided += u64::from(work.at_once(cell, place));
                    } else if work.concerns(number) {
                        decided += u64::from(work.on::<SHARED>(cell, place));
                    }
                    edges += 1;
                });
            }
            return [decided, edges];
        }
        let mut flight = [0usize; FLIGHT];
        let mut count = 0;
        let mut on = |place: usize| {
            flight[count] = place;
            count += 1;
            if count == FLIGHT {
                decided += land::<C, SHARED>(cells, &flight, work);
                edges += count as u64;
                count = 0;
            }
        };
        match &self.turned {
            None => {
                let on = &mut |before| on((before - start) as usize);
                self.index.predecessors_of_each(list, self.tier, on);
            }
            Some(turned) => {
                let all = list.iter().flat_map(|&index| turned.before(index));
                all.for_each(|&place| on(place as usize));
            }
        }
        decided += land::<C, SHARED>(cells, &flight[..count], work);
        [decided, edges + count as u64]
    }
}

/// The moves of a tier turned round: for each position that they lead to, where they come from.
#[derive(Debug)]
struct Turned {
    /// The first number that a move can lead to.
    first: u64,
    /// By number that a move leads to, where its list begins; one more at the end.
    starts: Vec<u32>,
    /// Places in the tier.
    sources: Vec<u32>,
}

impl Turned {
    fn of<I: Index>(index: &I, tier: usize, budget: &Budget, claim: &Claim) -> Result<Turned, Stop> {
        let (numbers, reached) = (index.tier(tier), index.reaches(tier));
        if reached.is_empty() {
            return Ok(Turned { first: 0, starts: vec![0], sources: Vec::new() });
        }
        let (first, end) = (index.tier(reached.start).start, index.tier(reached.end - 1).end);
        let most = u64::from(u32::MAX);
        if end - first > most || numbers.end - numbers.start > most {
            return Err(too_many(index.size()));
        }
        claim.more(4 * u128::from(end - first + 1))?;
        let mut starts = vec![0u32; (end - first + 1) as usize];
        let mut edges = 0u64;
        let each = |visit: &mut dyn FnMut(u32, usize)| -> Result<(), Stop> {
            for number in numbers.clone() {
                let place = (number - numbers.start) as u32;
                if place.is_multiple_of(4096) {
                    budget.check()?;
                }
                if !matches!(index.opening(number), Opening::Moves(_)) {
                    continue;
                }
                let Some((position, mover)) = index.state(number) else { continue };
                index.ruleset().options(&position, mover, &mut |option| {
                    visit(place, (index.index(&option, mover.other()) - first) as usize);
                });
            }
            Ok(())
        };
        each(&mut |_, to| {
            edges += 1;
            starts[to] = starts[to].saturating_add(1);
        })?;
        claim.more(4 * u128::from(edges))?;
        if edges > most {
            return Err(Stop::TooLarge {
                what: "the number of moves in all positions together".into(),
                size: edges.to_string(),
                limit: most.to_string(),
                advice: None,
            });
        }
        // Each list is filled from its end, after which its start is where it begins.
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut sources = vec![0u32; edges as usize];
        each(&mut |place, to| {
            starts[to] -= 1;
            sources[starts[to] as usize] = place;
        })?;
        Ok(Turned { first, starts, sources })
    }

    fn before(&self, number: u64) -> &[u32] {
        let place = (number - self.first) as usize;
        &self.sources[self.starts[place] as usize..self.starts[place + 1] as usize]
    }

    fn bytes(&self) -> u64 {
        4 * (self.starts.len() + self.sources.len()) as u64
    }
}

/// Does the work on some cells: first they are read, all at once, since most are far away and nothing in between has to
/// wait for one of them; then the work is done on those that it concerns, which are near now.
#[inline]
fn land<C: Cell, const SHARED: bool>(cells: &[C::Shared], flight: &[usize], work: &impl Work<C>) -> u64 {
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

/// The positions whose predecessors are visited: those of one value at one distance.
#[derive(Clone, Copy)]
struct Source {
    kind: Kind,
    /// How many there are in the tier itself.
    own: u64,
}

#[derive(Clone, Copy)]
enum Kind {
    /// Won or lost, with this number.
    Decided(u32),
    /// Tied at this level; ties begin at this number in the tier itself.
    Tied { tie: u32, level: u32 },
}

impl Kind {
    fn own(self) -> u32 {
        match self {
            Kind::Decided(number) => number,
            Kind::Tied { tie, level } => tie + level,
        }
    }

    /// The same in a solved tier, if it can have any.
    fn of(self, tier: &Tier) -> Option<u32> {
        let (number, end) = match (self, &tier.cells) {
            (Kind::Decided(number), _) => (number, tier.tie),
            (Kind::Tied { level, .. }, Cells::Bytes(_)) => (tier.tie + level, u8::NONE - 1),
            (Kind::Tied { level, .. }, Cells::Words(_)) => (tier.tie + level, u16::NONE - 1),
        };
        (number < end).then_some(number)
    }
}

/// What is done to a predecessor.
trait Work<C: Cell>: Sync {
    /// Whether a cell with this number may have to be changed, or noted.
    fn concerns(&self, number: u32) -> bool;
    /// Does it; whether the predecessor is decided by it. `SHARED`: other threads are at work on the same cells.
    fn on<const SHARED: bool>(&self, cell: &C::Shared, place: usize) -> bool;
    /// The same for any cell, where no other threads are at work: without a branch, since the cell is near and nobody
    /// can foretell its number.
    fn at_once(&self, cell: &C::Shared, place: usize) -> bool;
}

/// One of the predecessor's moves has been found to lose.
struct Refute {
    base: u32,
    lost: u32,
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
struct Win<'a> {
    base: u32,
    won: u32,
    several: &'a [AtomicU64],
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
}

/// One of the predecessor's moves leads to a tie.
struct Level {
    tied: u32,
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

/// Forgets the counts: what is undecided is marked a draw, and ties begin right after the last win or loss.
fn mark_ties<C: Cell>(cells: &mut [C], base: u32, state: &mut State) -> u32 {
    let tie = 2 * state.levels + 2;
    for cell in cells {
        let number = cell.get();
        if number == base {
            *cell = C::new(tie);
        } else if number > base && number != C::NONE {
            *cell = C::new(C::NONE - 1);
        }
    }
    state.level = 0;
    tie
}

/// Goes through the cells of a tier for one number, a batch at a time, each thread through a part of its own.
struct Scan<'a, I> {
    index: &'a I,
    tier: usize,
    start: u64,
    number: u32,
    /// Whether it goes by stretches.
    near: bool,
    parts: Vec<Part>,
    lists: Vec<Vec<u64>>,
}

/// What is left to be gone through: some cells, and then some stretches of the index.
struct Part {
    cells: Range<usize>,
    stretches: Range<usize>,
}

impl<'a, I: Index> Scan<'a, I> {
    /// `count` cells have the number.
    fn new(index: &'a I, tier: usize, number: u32, count: u64, threads: usize) -> Self {
        let numbers = index.tier(tier);
        let (length, stretches) = ((numbers.end - numbers.start) as usize, index.stretches(tier));
        let threads = if length < 1 << 16 { 1 } else { threads };
        // A stretch costs about as much to go to as some predecessors far away.
        let cut = stretches > 1 && count > stretches as u64 / 8;
        let share = |length: usize, thread: usize| {
            let share = length.div_ceil(threads).max(1);
            (thread * share).min(length)..((thread + 1) * share).min(length)
        };
        let part = |thread| {
            if cut {
                Part { cells: 0..0, stretches: share(stretches, thread) }
            } else {
                Part { cells: share(length, thread), stretches: 0..0 }
            }
        };
        let (parts, lists) = ((0..threads).map(part).collect(), vec![Vec::new(); threads]);
        Scan { index, tier, start: numbers.start, number, near: cut, parts, lists }
    }

    /// Collects the next positions with this number; whether there were any.
    fn next<C: Cell>(&mut self, cells: &[C]) -> bool {
        let &mut Scan { index, tier, start, number, ref mut parts, ref mut lists, .. } = self;
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
        if let ([part], [list]) = (&mut parts[..], &mut lists[..]) {
            fill(part, list);
        } else {
            std::thread::scope(|scope| {
                for (part, list) in parts.iter_mut().zip(&mut *lists) {
                    scope.spawn(move || fill(part, list));
                }
            });
        }
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

/// Calls `each` with every chunk of the items and where it begins, in as many threads as the budget has.
fn in_chunks<T: Send, O: Send>(
    budget: &Budget,
    items: &mut [T],
    size: usize,
    each: impl Fn(u64, &mut [T]) -> O + Sync,
) -> Result<Vec<O>, Stop> {
    if budget.threads() == 1 || items.len() <= 4 * size {
        let chunks = items.chunks_mut(size).enumerate();
        return chunks
            .map(|(i, chunk)| {
                budget.check()?;
                Ok(each((i * size) as u64, chunk))
            })
            .collect();
    }
    let chunks = Mutex::new(items.chunks_mut(size).enumerate());
    let (chunks, each) = (&chunks, &each);
    let lists: Vec<Result<Vec<O>, Stop>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..budget.threads())
            .map(|_| {
                scope.spawn(move || {
                    let mut out = Vec::new();
                    loop {
                        let next = chunks.lock().expect("no thread of the engine panics").next();
                        let Some((i, chunk)) = next else { return Ok(out) };
                        budget.check()?;
                        out.push(each((i * size) as u64, chunk));
                    }
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().expect("a thread of the engine ends")).collect()
    });
    let mut all = Vec::new();
    for list in lists {
        all.extend(list?);
    }
    Ok(all)
}
