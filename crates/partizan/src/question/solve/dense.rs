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
use super::super::threads::{in_chunks, one_each};
use super::cell::Cell;
use super::scan::Scan;
use super::table::Counts;
use super::tier::{Cells, Tier, number_of};
use super::turned::{Turned, too_many};
use super::work::{FLIGHT, Kind, Level, Refute, Source, Win, Work, land};
use super::worth::{Convention, Value};
use crate::budget::{Budget, Stop};
use crate::pages::{filled, reserve};
use crate::question::Error;
use crate::ruleset::{Index, Opening};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

/// How many positions of a batch a thread takes at a time.
const SHARE: usize = 1 << 11;
/// How many cells a thread opens at a time.
pub(super) const OPENED: usize = 1 << 14;

/// One tier being solved.
pub(super) struct Solver<'a, I> {
    pub(super) index: &'a I,
    pub(super) tier: usize,
    pub(super) convention: Convention,
    pub(super) several: bool,
    pub(super) budget: &'a Budget,
    /// The tiers that it reaches beside itself, solved.
    pub(super) later: Vec<(usize, &'a Tier)>,
    /// The moves turned round, where the index does not know them backwards.
    pub(super) turned: Option<Turned>,
    pub(super) claim: &'a Claim,
    pub(super) far: &'a Far,
}

/// How far a tier is, for who asks when it is stopped.
pub(super) struct Far {
    /// How many tiers are solved, with how many numbers in them.
    solved: usize,
    indices: u64,
    /// When this one was begun.
    begun: Instant,
    /// How many levels are done, and how many positions they decided.
    levels: AtomicU64,
    decided: AtomicU64,
}

impl Far {
    /// Nothing of the next tier.
    pub(super) fn new(solved: usize, indices: u64) -> Far {
        let (levels, decided) = (AtomicU64::new(0), AtomicU64::new(0));
        Far { solved, indices, begun: Instant::now(), levels, decided }
    }

    pub(super) fn stopped(&self, stop: Stop) -> Error {
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

/// Where the predecessors of a list lie.
#[derive(Clone, Copy, PartialEq)]
enum Lie {
    /// Far from each other.
    Far,
    /// In a near cache.
    Near,
    /// There too, and apart from those of any other thread's list.
    Apart,
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
    pub(super) fn solve(&self, counts: &mut Counts) -> Result<Tier, Stop> {
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
        let tie = self.mark_ties(&mut cells, base, state)?;
        if self.ties(&mut cells, tie, state)? == Width::TooSmall {
            let mut cells = self.widen(cells, u8::NONE - 1, u16::NONE - u8::NONE)?;
            self.ties(&mut cells, tie, state)?.or_too_long()?;
            return Ok((Cells::Words(cells), tie));
        }
        Ok((Cells::Bytes(cells), tie))
    }

    fn wide(&self, mut cells: Vec<u16>, base: u32, state: &mut State) -> Result<(Cells, u32), Stop> {
        self.levels(&mut cells, base, state)?.or_too_long()?;
        let tie = self.mark_ties(&mut cells, base, state)?;
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
        let speed = u128::from(state.edges) * 1_000 / self.far.begun.elapsed().as_millis().max(1);
        self.budget.report(
            state.decided + decided,
            Some(cells.len() as u64),
            &format!("level {}, {speed} moves a second taken back", state.level),
        );
        let start = self.index.tier(self.tier).start;
        let shared = C::share(cells);
        let lie = match (scan.near && self.turned.is_none(), scan.apart) {
            (false, _) => Lie::Far,
            (true, false) => Lie::Near,
            (true, true) => Lie::Apart,
        };
        let mut sums = [0u64; 2];
        if scan.lists.len() == 1 {
            sums = self.visit::<C, false>(shared, start, &scan.lists[0], lie, work);
        } else {
            // Each thread begins with a list of its own, and then helps the others if their predecessors are not theirs alone.
            let turns = if lie == Lie::Apart { 1 } else { scan.lists.len() };
            let next: Vec<AtomicUsize> = scan.lists.iter().map(|_| AtomicUsize::new(0)).collect();
            let next = &next;
            let done = one_each(0..scan.lists.len(), |thread| {
                let mut sums = [0; 2];
                let lists = scan.lists.iter().zip(next);
                for (list, next) in lists.cycle().skip(thread).take(turns) {
                    let share = || list.chunks(SHARE).nth(next.fetch_add(1, Relaxed));
                    while let Some(share) = share() {
                        let [decided, edges] = self.visit::<C, true>(shared, start, share, lie, work);
                        sums = [sums[0] + decided, sums[1] + edges];
                    }
                }
                sums
            });
            for [decided, edges] in done {
                sums = [sums[0] + decided, sums[1] + edges];
            }
        }
        state.edges += sums[1];
        Ok(sums[0])
    }

    /// Visits the predecessors of some positions; gives how many were decided and how many visited.
    fn visit<C: Cell, const SHARED: bool>(
        &self,
        cells: &[C::Shared],
        start: u64,
        list: &[u64],
        lie: Lie,
        work: &impl Work<C>,
    ) -> [u64; 2] {
        let (mut decided, mut edges) = (0, 0);
        if lie != Lie::Far {
            for &index in list {
                self.index.predecessors(index, self.tier, &mut |before| {
                    let place = (before - start) as usize;
                    let (cell, number) = (&cells[place], C::load(&cells[place]));
                    if !SHARED {
                        decided += u64::from(work.at_once(cell, place));
                    } else if lie == Lie::Apart {
                        decided += u64::from(work.apart(cell, place));
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

    /// Forgets the counts: what is undecided is marked a draw, and ties begin right after the last win or loss.
    fn mark_ties<C: Cell>(&self, cells: &mut [C], base: u32, state: &mut State) -> Result<u32, Stop> {
        let tie = 2 * state.levels + 2;
        in_chunks(self.budget, cells, OPENED, |_, chunk: &mut [C]| {
            for cell in chunk {
                let number = cell.get();
                if number == base {
                    *cell = C::new(tie);
                } else if number > base && number != C::NONE {
                    *cell = C::new(C::NONE - 1);
                }
            }
        })?;
        state.level = 0;
        Ok(tie)
    }
}
