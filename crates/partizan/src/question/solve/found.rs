//! The positions that play can reach from one, as words in a table: an index for the retrograde engine.
//!
//! Images of a position are one, and where the rules treat the players alike, so are a position and its exchange with
//! the other player to move: one of them, the chief, has a slot in the table. All threads play from the positions in it
//! that have not been played yet and put what they find into it, round by round, until a round finds nothing new.
//!
//! **Which images were reached.** Play from a position need not reach all images of what it reaches. Each slot has a
//! mark for every member of its class that was found, and each member is played by itself, until every image of
//! the first position has been found. From then on every image of anything found is known to be reachable, since the
//! same moves lead there from an image of the first position, and one play for a whole class is enough.

use super::keys::{Full, Keys};
use crate::budget::{Budget, Stop};
use crate::question::Error;
use crate::ruleset::{Index, Keyed, Player};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize};

/// How many slots a thread goes through at a time.
const STRETCH: usize = 1 << 14;
/// How many words are looked for at a time.
const FLIGHT: usize = 64;
/// The most members of a class that have marks.
const MEMBERS: usize = 8;
/// Tables with fewer slots are filled by one thread.
const SMALL: usize = 1 << 16;

/// What the positions are found for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The worth of positions: any member of a class tells it.
    Worth,
    /// How many there are, each image by itself too.
    Counts,
}

/// How positions are folded onto one of their class.
#[derive(Clone, Debug)]
struct Fold<R> {
    ruleset: R,
    /// Whether images are one.
    images: bool,
    /// Whether a position and its exchange are one: the chief has Left to move.
    swap: bool,
    /// How many images a position has, equal ones counted each.
    order: usize,
    /// Whether each image of the first position has to be found for itself, not only each exchange.
    apart: bool,
}

/// The chief of a class.
struct Chief {
    key: u64,
    /// How many of the images are equal to any one of them.
    same: u32,
}

impl<R: Keyed> Fold<R> {
    /// How positions found from this one are folded; `None` where too many images would have to be told apart.
    fn of(ruleset: R, position: &R::Position, symmetry: bool, wanted: Wanted) -> Option<Self> {
        let mut fold = Fold { ruleset, images: false, swap: false, order: 1, apart: false };
        if !symmetry {
            return Some(fold);
        }
        let (mut order, mut apart) = (0, false);
        fold.ruleset.images(position, &mut |image| {
            order += 1;
            apart |= image != *position;
        });
        if wanted == Wanted::Worth {
            apart = false;
        }
        // Where positions tell whose turn it is, none is the exchange of another.
        let swap = fold.ruleset.turn(position).is_none() && fold.ruleset.swap(position).is_some();
        let members = if apart { order } else { 1 };
        (fold.images, fold.order, fold.apart) = (order > 1, order, apart);
        fold.swap = swap && 2 * members <= MEMBERS;
        (members <= MEMBERS).then_some(fold)
    }

    /// The chief of a pair's class.
    fn chief(&self, position: &R::Position, mover: Player) -> Chief {
        if self.swap && mover == Player::Right {
            let swapped = self.ruleset.swap(position).expect("players that are alike can be exchanged");
            return self.least(&swapped, Player::Left);
        }
        self.least(position, mover)
    }

    /// The image with the least word.
    fn least(&self, position: &R::Position, mover: Player) -> Chief {
        let own = self.ruleset.key(position, mover);
        if !self.images {
            return Chief { key: own, same: 1 };
        }
        let mut chief = Chief { key: own, same: 0 };
        self.ruleset.images(position, &mut |image| {
            let key = self.ruleset.key(&image, mover);
            chief.key = chief.key.min(key);
            chief.same += u32::from(key == own);
        });
        chief
    }

    /// The members of a chief's class that have marks: each with its mark, first those with the chief's mover.
    fn members(&self, key: u64) -> Vec<(u8, (R::Position, Player))> {
        let (position, mover) = self.ruleset.unkey(key);
        let mut members = Vec::new();
        let mut mark = 0;
        let mut may =
            |position: R::Position, mover: Player, members: &mut Vec<(u8, (R::Position, Player))>| {
                if members.iter().all(|(_, member)| *member != (position.clone(), mover)) {
                    members.push((1 << mark, (position, mover)));
                }
                mark += 1;
            };
        let mut images = vec![position.clone()];
        if self.apart {
            images.clear();
            self.ruleset.images(&position, &mut |image| images.push(image));
        }
        for image in &images {
            may(image.clone(), mover, &mut members);
        }
        if self.swap {
            for image in &images {
                let swapped = self.ruleset.swap(image).expect("players that are alike can be exchanged");
                may(swapped, mover.other(), &mut members);
            }
        }
        members
    }

    /// The mark of a pair in its class, whose chief has this word.
    fn mark(&self, key: u64, position: &R::Position, mover: Player) -> u8 {
        let members = self.members(key);
        let same = |(_, member): &&(u8, (R::Position, Player))| {
            member.1 == mover && (!self.apart || member.0 == *position)
        };
        members.iter().find(same).expect("a pair is a member of its class").0
    }
}

/// The pairs of position and mover that play from one can reach.
#[derive(Debug)]
pub struct Found<R> {
    fold: Fold<R>,
    keys: Keys,
    /// Whether every member of each class was found; else each slot's marks tell which.
    whole: bool,
    most_moves: u32,
    /// Whether the ruleset knows its moves backwards.
    backwards: bool,
}

/// What threads that play share.
struct Play<'a, R> {
    fold: &'a Fold<R>,
    keys: &'a Keys,
    budget: &'a Budget,
    /// The class of the first position, and its marks when all of it has been found.
    first: u64,
    all: u8,
    whole: &'a AtomicBool,
    played: &'a AtomicU64,
    most_moves: &'a AtomicU32,
    /// The next stretch of slots.
    next: AtomicUsize,
    /// Whether the table must grow.
    full: AtomicBool,
}

impl<R: Keyed> Found<R> {
    /// Finds every pair that play from one can reach; with `symmetry` images are one. `Ok(None)` where images would be
    /// too many to tell apart.
    ///
    /// # Errors
    /// [`Error::Stopped`] when the budget is spent; it says how many were found.
    ///
    /// # Complexity
    /// Time linear in the moves of all positions together, times the images of each. Memory: 13 to 20 bytes a
    /// position, and 22 while a table grows.
    pub fn find(
        ruleset: R,
        position: &R::Position,
        mover: Player,
        symmetry: bool,
        wanted: Wanted,
        budget: &Budget,
    ) -> Result<Option<Self>, Error> {
        let stopped = |stop, found: usize, played: u64| Error::Stopped {
            stop: Box::new(stop),
            proved: Some(serde_json::json!({
                "positions_found": found.to_string(),
                "positions_played": played.to_string(),
            })),
        };
        let Some(fold) = Fold::of(ruleset, position, symmetry, wanted) else { return Ok(None) };
        let mut keys = Keys::new(budget).map_err(|stop| stopped(stop, 0, 0))?;
        let first = fold.chief(position, mover).key;
        let all = fold.members(first).iter().fold(0, |all, (mark, _)| all | mark);
        let whole = AtomicBool::new(wanted == Wanted::Worth || all == 1);
        let mark = if wanted == Wanted::Worth { 1 } else { fold.mark(first, position, mover) };
        let (slot, _) =
            keys.insert_near(first, keys.near(first)).unwrap_or_else(|Full| unreachable!("it is empty"));
        keys.mark(slot, u16::from(mark));
        let (played, most_moves) = (AtomicU64::new(0), AtomicU32::new(0));
        loop {
            let before = played.load(Relaxed);
            let play = Play {
                fold: &fold,
                keys: &keys,
                budget,
                first,
                all,
                whole: &whole,
                played: &played,
                most_moves: &most_moves,
                next: AtomicUsize::new(0),
                full: AtomicBool::new(false),
            };
            let threads = if keys.slots() < SMALL { 1 } else { budget.threads() };
            let done = play.round(threads);
            let full = play.full.into_inner();
            let played = played.load(Relaxed);
            let grown = done.and_then(|()| if full { keys.grow() } else { Ok(()) });
            grown.map_err(|stop| stopped(stop, keys.count(), played))?;
            if !full && played == before {
                break;
            }
        }
        let whole = whole.into_inner();
        if whole {
            keys.forget_marks();
        }
        let (position, mover) = fold.ruleset.unkey(first);
        let backwards = fold.ruleset.predecessors(&position, mover.other(), &mut |_| {});
        Ok(Some(Found { fold, keys, whole, most_moves: most_moves.into_inner(), backwards }))
    }

    /// How many classes there are.
    pub fn count(&self) -> u64 {
        self.keys.count() as u64
    }

    /// The memory that it takes.
    pub fn bytes(&self) -> u64 {
        self.keys.bytes()
    }

    /// How many pairs of the class in a slot were found, and how many they are if images are one.
    fn sizes(&self, slot: usize, key: u64) -> (u64, u64) {
        let (position, mover) = self.fold.ruleset.unkey(key);
        let distinct = (self.fold.order / self.fold.least(&position, mover).same as usize) as u64;
        if self.whole {
            let movers = 1 + u64::from(self.fold.swap);
            return (distinct * movers, movers);
        }
        let found = self.keys.marks(slot) as u8;
        let marks = if self.fold.apart { self.fold.order } else { 1 };
        let own = found & ((1u16 << marks) - 1) as u8;
        let movers = u64::from(own != 0) + u64::from(found != own);
        let labelled = if self.fold.apart { u64::from(found.count_ones()) } else { distinct * movers };
        (labelled, movers)
    }
}

impl<R: Keyed> Play<'_, R> {
    /// Plays from all that have not been played, in this many threads.
    fn round(&self, threads: usize) -> Result<(), Stop> {
        if threads == 1 {
            return self.stretches();
        }
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..threads).map(|_| scope.spawn(|| self.stretches())).collect();
            let done = threads.into_iter().map(|thread| thread.join().expect("a thread of the engine ends"));
            done.fold(Ok(()), Result::and)
        })
    }

    /// One thread's part of it.
    fn stretches(&self) -> Result<(), Stop> {
        let mut hand = Hand::default();
        while !self.full.load(Relaxed) {
            let start = self.next.fetch_add(STRETCH, Relaxed);
            if start >= self.keys.slots() {
                break;
            }
            self.budget.check()?;
            let before = hand.played;
            let end = self.keys.slots().min(start + STRETCH);
            for (slot, marks) in (start..).zip(self.keys.marks_of(start..end)) {
                // Looked at without care first: nearly all are empty, or have been played.
                let marks = marks.load(Relaxed);
                if marks != 0 && self.open(marks) != 0 {
                    self.play(slot, &mut hand);
                    if self.full.load(Relaxed) {
                        break;
                    }
                }
            }
            self.land(&mut hand);
            let played = self.played.fetch_add(hand.played - before, Relaxed);
            if played >> 20 != (played + hand.played - before) >> 20 {
                self.budget.report(played, None, &format!("positions played, {} found", self.keys.count()));
            }
        }
        self.land(&mut hand);
        self.most_moves.fetch_max(hand.most_moves, Relaxed);
        Ok(())
    }

    /// The members of a slot that have been found and must still be played, from its marks.
    fn open(&self, marks: u16) -> u8 {
        let [found, played] = marks.to_le_bytes();
        if self.whole.load(Relaxed) {
            // One play is enough, of whichever member.
            if played == 0 { 1 } else { 0 }
        } else {
            found & !played
        }
    }

    /// Plays from what is in a slot.
    fn play(&self, slot: usize, hand: &mut Hand) {
        let marks = self.keys.marks(slot);
        let Some(key) = self.keys.at(slot) else { return };
        let ruleset = &self.fold.ruleset;
        if self.whole.load(Relaxed) {
            let (position, mover) = ruleset.unkey(key);
            let mut moves = 0;
            ruleset.options(&position, mover, &mut |option| {
                moves += 1;
                hand.words.push((self.fold.chief(&option, mover.other()).key, 1));
            });
            hand.most_moves = hand.most_moves.max(moves);
            hand.slots.push((slot, 1));
        } else {
            let open = self.open(marks);
            for (mark, (position, mover)) in self.fold.members(key) {
                if open & mark == 0 {
                    continue;
                }
                let mut moves = 0;
                ruleset.options(&position, mover, &mut |option| {
                    moves += 1;
                    let key = self.fold.chief(&option, mover.other()).key;
                    hand.words.push((key, self.fold.mark(key, &option, mover.other())));
                });
                hand.most_moves = hand.most_moves.max(moves);
            }
            hand.slots.push((slot, open));
        }
        hand.played += 1;
        if hand.words.len() >= FLIGHT {
            self.land(hand);
        }
    }

    /// Puts the words in hand into the table, then marks what they came from as played.
    fn land(&self, hand: &mut Hand) {
        for words in hand.words.chunks(FLIGHT) {
            let mut near = [(0, 0); FLIGHT];
            for (near, (key, _)) in near.iter_mut().zip(words) {
                *near = self.keys.near(*key);
            }
            for (near, &(key, mark)) in near.iter().zip(words) {
                let Ok((slot, new)) = self.keys.insert_near(key, *near) else {
                    // What the words came from is played again when there is room.
                    self.full.store(true, Relaxed);
                    hand.words.clear();
                    hand.slots.clear();
                    return;
                };
                if self.whole.load(Relaxed) {
                    if new {
                        self.keys.mark(slot, 1);
                    }
                } else if new || self.keys.marks(slot) as u8 & mark == 0 {
                    self.keys.mark(slot, u16::from(mark));
                    if key == self.first && self.keys.marks(slot) as u8 == self.all {
                        self.whole.store(true, Relaxed);
                    }
                }
            }
        }
        hand.words.clear();
        for (slot, mark) in hand.slots.drain(..) {
            self.keys.mark(slot, u16::from(mark) << 8);
        }
        if self.keys.wants_room() {
            self.full.store(true, Relaxed);
        }
    }
}

/// What a thread has in hand: slots that it has played from, and the words that it found with their marks.
#[derive(Default)]
struct Hand {
    slots: Vec<(usize, u8)>,
    words: Vec<(u64, u8)>,
    played: u64,
    most_moves: u32,
}

/// Numbered by slots: only pairs that were found have a number.
impl<R: Keyed> Index for Found<R> {
    type Ruleset = R;

    fn ruleset(&self) -> &R {
        &self.fold.ruleset
    }

    fn size(&self) -> u64 {
        self.keys.slots() as u64
    }

    fn index(&self, position: &R::Position, mover: Player) -> u64 {
        let key = self.fold.chief(position, mover).key;
        self.keys.find(key).expect("only positions that were found are asked for") as u64
    }

    fn state(&self, index: u64) -> Option<(R::Position, Player)> {
        let key = self.keys.at(index as usize)?;
        if self.whole {
            return Some(self.fold.ruleset.unkey(key));
        }
        let found = self.keys.marks(index as usize) as u8;
        self.fold.members(key).into_iter().find(|(mark, _)| found & mark != 0).map(|(_, member)| member)
    }

    fn symmetric(&self) -> bool {
        self.fold.images
    }

    fn weight(&self, index: u64) -> u64 {
        self.keys.at(index as usize).map_or(0, |key| self.sizes(index as usize, key).0)
    }

    fn classes(&self, index: u64) -> u64 {
        self.keys.at(index as usize).map_or(0, |key| self.sizes(index as usize, key).1)
    }

    fn order(&self, index: u64) -> u64 {
        self.keys.at(index as usize).unwrap_or(u64::MAX)
    }

    fn most_moves(&self) -> u32 {
        self.most_moves
    }

    fn predecessors(&self, index: u64, _: usize, visit: &mut impl FnMut(u64)) -> bool {
        if !self.backwards {
            return false;
        }
        let Some(key) = self.keys.at(index as usize) else { return true };
        let (fold, ruleset) = (&self.fold, &self.fold.ruleset);
        let (position, mover) = ruleset.unkey(key);
        let own = fold.least(&position, mover).same;
        // A class has as many moves to this one as there are from it here, times how often its images are equal, over
        // how often those of this one are.
        let mut shared: Vec<(usize, u32)> = Vec::new();
        let mut come = |slot: usize, same: u32| {
            if own == 1 {
                (0..same).for_each(|_| visit(slot as u64));
            } else {
                shared.push((slot, same));
            }
        };
        let mut flight = [(0u64, 0u32); FLIGHT];
        let mut count = 0;
        let mut land = |flight: &[(u64, u32)]| {
            let mut near = [(0, 0); FLIGHT];
            for (near, (key, _)) in near.iter_mut().zip(flight) {
                *near = self.keys.near(*key);
            }
            for (near, &(key, same)) in near.iter().zip(flight) {
                if let Some(slot) = self.keys.find_near(key, *near) {
                    come(slot, same);
                }
            }
        };
        ruleset.predecessors(&position, mover.other(), &mut |before| {
            let chief = fold.chief(&before, mover.other());
            flight[count] = (chief.key, chief.same);
            count += 1;
            if count == FLIGHT {
                land(&flight);
                count = 0;
            }
        });
        land(&flight[..count]);
        shared.sort_unstable();
        for group in shared.chunk_by(|a, b| a.0 == b.0) {
            let times = group.len() as u32 * group[0].1 / own;
            (0..times).for_each(|_| visit(group[0].0 as u64));
        }
        true
    }
}
