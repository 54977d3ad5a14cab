//! The engine without an index: positions are found by playing from one, and solved on the graph of their moves.

use super::super::claim::Claim;
use super::tally::Tally;
use super::worth::{Convention, Value, Worth};
use crate::budget::{Budget, Stop};
use crate::question::Error;
use crate::ruleset::{Player, Ruleset, Verdict};
use foldhash::quality::FixedState;
use hashbrown::HashTable;
use std::hash::BuildHasher;

/// The worth of every position that can be reached from one.
#[derive(Debug)]
pub struct Reached<R: Ruleset> {
    ruleset: R,
    states: Vec<(R::Position, Player)>,
    found: HashTable<u32>,
    hasher: FixedState,
    worths: Vec<u32>,
    /// How many winning moves a position has, up to 2.
    winning: Vec<u8>,
    edges: u64,
    most_moves: u32,
    _hold: Claim,
    bytes: u64,
}

/// The numbers of a worth: a value in the two lowest bits, the distance above them.
const LOST: u32 = 0;
const WON: u32 = 1;
const TIED: u32 = 2;
const OPEN: u32 = 3;

/// The most positions: their numbers have 32 bits.
const MOST: usize = u32::MAX as usize;
/// The most plies: they share 32 bits with a value.
const MOST_PLIES: u32 = u32::MAX / 4;
/// How often the budget is asked.
const STEPS: usize = 1 << 12;

impl<R: Ruleset> Reached<R> {
    /// Finds every (position, mover) that can be reached from one, and solves them.
    ///
    /// # Errors
    /// [`Error::Stopped`] when the budget is spent, or there are 2^32 positions or more; it says how many were found.
    ///
    /// # Complexity
    /// Time linear in positions and moves together. Memory: each position once, 4 bytes and a little for finding it
    /// again, 13 bytes for solving it, and 8 bytes a move while the graph is turned round.
    pub fn solve(
        ruleset: R,
        position: &R::Position,
        mover: Player,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Self, Error> {
        let mut search = Search::new(ruleset, budget);
        let found = search.find(position.clone(), mover).map(|_| ()).and_then(|()| search.play(convention));
        let (found_so_far, played) = (search.states.len(), search.worths.len());
        found.and_then(|()| search.solve()).map_err(|stop| Error::Stopped {
            stop: Box::new(stop),
            proved: Some(serde_json::json!({
                "positions_found": found_so_far.to_string(),
                "positions_played": played.to_string(),
            })),
        })
    }

    /// The worth of a position; `None` where it cannot be reached.
    pub fn worth(&self, position: &R::Position, mover: Player) -> Option<Worth> {
        self.number(position, mover).map(|number| decode(self.worths[number as usize]))
    }

    /// The number of a position among those found; `None` where it cannot be reached.
    pub fn number(&self, position: &R::Position, mover: Player) -> Option<u32> {
        let hash = hash(&self.hasher, position, mover);
        self.found
            .find(hash, |&id| {
                let (p, m) = &self.states[id as usize];
                *m == mover && p == position
            })
            .copied()
    }

    /// The ruleset.
    pub fn ruleset(&self) -> &R {
        &self.ruleset
    }

    /// All positions found, in the order in which they were: each with its mover.
    pub fn states(&self) -> &[(R::Position, Player)] {
        &self.states
    }

    /// The worth of the position of this number.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn worth_of(&self, number: u32) -> Worth {
        decode(self.worths[number as usize])
    }

    /// Whether the position of this number has two or more winning moves.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn several(&self, number: u32) -> bool {
        self.winning[number as usize] > 1
    }

    /// Counts all positions by their worth; whether images were counted as one; and the first of the longest wins.
    ///
    /// With `symmetry`, and where the ruleset knows symmetries, images that were reached too are counted as one.
    ///
    /// # Errors
    /// [`Stop`] when the budget is spent.
    pub fn tally(&self, symmetry: bool, budget: &Budget) -> Result<(Tally, bool, Option<u32>), Stop> {
        let mut symmetric = false;
        let (mut tally, mut longest) = (Tally::default(), None::<(u32, u32)>);
        for (number, (position, mover)) in (0u32..).zip(&self.states) {
            if (number as usize).is_multiple_of(STEPS) {
                budget.check()?;
            }
            let worth = self.worth_of(number);
            let mut first = true;
            if symmetry {
                // The image that was found first stands for all.
                let mut images = 0;
                self.ruleset.images(position, &mut |image| {
                    images += 1;
                    if first && images > 1 {
                        first = self.number(&image, *mover).is_none_or(|other| other >= number);
                    }
                });
                symmetric |= images > 1;
            }
            tally.add(worth, 1, u64::from(first));
            if let (Value::Win, Some(distance @ 1..)) = (worth.value(), worth.distance()) {
                if !self.several(number) {
                    tally.one_winning.add(1, u64::from(first));
                }
                if longest.is_none_or(|(most, _)| distance > most) {
                    longest = Some((distance, number));
                }
            }
        }
        Ok((tally, symmetric, longest.map(|(_, number)| number)))
    }

    /// How many moves there are in all positions together.
    pub fn edges(&self) -> u64 {
        self.edges
    }

    /// The greatest number of moves in a position.
    pub fn most_moves(&self) -> u32 {
        self.most_moves
    }

    /// Bytes of memory that the table takes, apart from what positions keep on the heap.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

fn decode(number: u32) -> Worth {
    match number & 3 {
        LOST => Worth::at(Value::Lose, number >> 2),
        WON => Worth::at(Value::Win, number >> 2),
        TIED => Worth::at(Value::Tie, number >> 2),
        _ => Worth::DRAW,
    }
}

fn hash<P: std::hash::Hash>(hasher: &FixedState, position: &P, mover: Player) -> u64 {
    hasher.hash_one((position, mover))
}

/// The positions found so far and the moves between them.
struct Search<'a, R: Ruleset> {
    ruleset: R,
    budget: &'a Budget,
    states: Vec<(R::Position, Player)>,
    found: HashTable<u32>,
    hasher: FixedState,
    /// By position: the end that the rules tell at once, else `OPEN`.
    worths: Vec<u32>,
    /// By position: where its moves begin among `targets`; one more at the end.
    starts: Vec<u64>,
    targets: Vec<u32>,
    most_moves: u32,
    claim: Claim,
}

impl<'a, R: Ruleset> Search<'a, R> {
    fn new(ruleset: R, budget: &'a Budget) -> Self {
        Search {
            ruleset,
            budget,
            states: Vec::new(),
            found: HashTable::new(),
            hasher: FixedState::with_seed(0x7061_7274_697a_616e),
            worths: Vec::new(),
            starts: vec![0],
            targets: Vec::new(),
            most_moves: 0,
            claim: Claim::new(budget),
        }
    }

    /// The number of a position, a new one if it is new.
    fn find(&mut self, position: R::Position, mover: Player) -> Result<u32, Stop> {
        let hash = hash(&self.hasher, &position, mover);
        let states = &self.states;
        let same = |&id: &u32| {
            let (p, m) = &states[id as usize];
            *m == mover && *p == position
        };
        if let Some(&id) = self.found.find(hash, same) {
            return Ok(id);
        }
        if self.states.len() == self.states.capacity() {
            self.grow()?;
        }
        let id = self.states.len() as u32;
        self.states.push((position, mover));
        let (states, hasher) = (&self.states, &self.hasher);
        self.found.insert_unique(hash, id, |&id| {
            let (p, m) = &states[id as usize];
            self::hash(hasher, p, *m)
        });
        Ok(id)
    }

    /// Claims room for as many positions again before taking it.
    fn grow(&mut self) -> Result<(), Stop> {
        // Doubled at first, then half as many again: large tables must not claim twice what they come to.
        let more =
            if self.states.len() < 1 << 20 { self.states.len().max(1 << 10) } else { self.states.len() / 2 };
        if self.states.len() + more > MOST {
            return Err(Stop::TooLarge {
                what: "the number of positions".into(),
                size: format!("more than {}", self.states.len()),
                limit: MOST.to_string(),
                advice: None,
            });
        }
        // A position, its place in the hash table (8/7 of 5 bytes, doubled), worth, start, count and queue.
        let each = size_of::<(R::Position, Player)>() + 12 + 4 + 8 + 8 + 5;
        self.claim.more((each * more) as u128)?;
        self.states.reserve_exact(more);
        let (states, hasher) = (&self.states, &self.hasher);
        self.found.reserve(more, |&id| {
            let (p, m) = &states[id as usize];
            hash(hasher, p, *m)
        });
        Ok(())
    }

    /// Plays every move of every position found, until no new ones are found.
    fn play(&mut self, convention: Convention) -> Result<(), Stop> {
        let mut options: Vec<R::Position> = Vec::new();
        let mut next = 0;
        while next < self.states.len() {
            if next % STEPS == 0 {
                self.budget.check()?;
                if next % (1 << 16) == 0 {
                    let what = format!("positions played, {} found", self.states.len());
                    self.budget.report(next as u64, None, &what);
                }
            }
            let (position, mover) = self.states[next].clone();
            let worth = match self.ruleset.verdict(&position, mover) {
                Some(Verdict::Win(winner)) if winner == mover => WON,
                Some(Verdict::Win(_)) => LOST,
                Some(Verdict::Tie) => TIED,
                None => {
                    self.ruleset.options(&position, mover, &mut |option| options.push(option));
                    if !options.is_empty() {
                        OPEN
                    } else if convention.stuck() == Value::Win {
                        WON
                    } else {
                        LOST
                    }
                }
            };
            self.most_moves = self.most_moves.max(options.len() as u32);
            if self.targets.capacity() - self.targets.len() < options.len() {
                let more = if self.targets.len() < 1 << 20 {
                    self.targets.len().max(1 << 12)
                } else {
                    self.targets.len() / 2
                };
                let more = more.max(options.len());
                // The moves as they are found, and once more turned round.
                self.claim.more(8 * more as u128)?;
                self.targets.reserve_exact(more);
            }
            for option in options.drain(..) {
                let id = self.find(option, mover.other())?;
                self.targets.push(id);
            }
            self.worths.push(worth);
            self.starts.push(self.targets.len() as u64);
            next += 1;
        }
        Ok(())
    }

    /// Turns the moves round and solves level by level.
    fn solve(self) -> Result<Reached<R>, Stop> {
        let count = self.states.len();
        let mut open: Vec<u32> = self.starts.windows(2).map(|w| (w[1] - w[0]) as u32).collect();
        let (starts, sources) = turn_round(count, &self.starts, &self.targets, self.budget)?;
        let edges = self.targets.len() as u64;
        drop(self.targets);
        let mut worths = self.worths;
        let mut winning = vec![0u8; count];
        let before = |id: u32| &sources[starts[id as usize] as usize..starts[id as usize + 1] as usize];
        // The positions of one level: first those won, then those lost, as the dense engine has it.
        let mut level: Vec<u32> =
            (0..count as u32).filter(|&id| matches!(worths[id as usize], WON | LOST)).collect();
        let mut distance = 0;
        let mut steps = 0;
        while !level.is_empty() {
            distance += 1;
            if distance > MOST_PLIES {
                return Err(Stop::TooLarge {
                    what: "the distance".into(),
                    size: distance.to_string(),
                    limit: MOST_PLIES.to_string(),
                    advice: None,
                });
            }
            let mut next = Vec::new();
            for &id in &level {
                steps += 1;
                if steps % STEPS == 0 {
                    self.budget.check()?;
                }
                let lost = worths[id as usize] & 3 == LOST;
                for &source in before(id) {
                    let place = source as usize;
                    if lost {
                        winning[place] = (winning[place] + 1).min(2);
                    }
                    if worths[place] != OPEN {
                        continue;
                    }
                    if lost {
                        worths[place] = WON | distance << 2;
                        next.push(source);
                    } else {
                        open[place] -= 1;
                        if open[place] == 0 {
                            worths[place] = LOST | distance << 2;
                            next.push(source);
                        }
                    }
                }
            }
            level = next;
        }
        let mut level: Vec<u32> = (0..count as u32).filter(|&id| worths[id as usize] == TIED).collect();
        let mut distance = 0;
        while !level.is_empty() {
            distance += 1;
            let mut next = Vec::new();
            for &id in &level {
                steps += 1;
                if steps % STEPS == 0 {
                    self.budget.check()?;
                }
                for &source in before(id) {
                    if worths[source as usize] == OPEN {
                        worths[source as usize] = TIED | distance << 2;
                        next.push(source);
                    }
                }
            }
            level = next;
        }
        let bytes = self.claim.bytes();
        Ok(Reached {
            ruleset: self.ruleset,
            states: self.states,
            found: self.found,
            hasher: self.hasher,
            worths,
            winning,
            edges,
            most_moves: self.most_moves,
            _hold: self.claim,
            bytes,
        })
    }
}

/// From moves by where they begin to moves by where they lead: where each position's begin, and the sources.
fn turn_round(
    count: usize,
    starts: &[u64],
    targets: &[u32],
    budget: &Budget,
) -> Result<(Vec<u64>, Vec<u32>), Stop> {
    let mut ends = vec![0u64; count + 1];
    for &target in targets {
        ends[target as usize + 1] += 1;
    }
    for i in 0..count {
        ends[i + 1] += ends[i];
    }
    let mut next = ends.clone();
    let mut sources = vec![0u32; targets.len()];
    for source in 0..count {
        if source % STEPS == 0 {
            budget.check()?;
        }
        for &target in &targets[starts[source] as usize..starts[source + 1] as usize] {
            let place = &mut next[target as usize];
            sources[*place as usize] = source as u32;
            *place += 1;
        }
    }
    Ok((ends, sources))
}
