//! The positions that play can reach from one, as words in a table: an index for the retrograde engine.
//!
//! Images of a position are one, and where the rules treat the players alike, so are a position and its exchange with
//! the other player to move: one of them, the chief, has a slot in the table. All threads play from the positions in it
//! that have not been played yet and put what they find into it, round by round, until a round finds nothing new.
//!
//! Where a ruleset says so, positions whose game has been won are left out: what they are worth is seen from a move before.
//!
//! **Which images were reached.** Play from a position need not reach all images of what it reaches. At first the one
//! member of each class that was found first stands for it. Then play is taken back from the first position: if it leads
//! to a member of a class of which another member was found, then the symmetry between these two also leads from the
//! first position to an image of it, by the same moves. Where that shows that all images of the first position can be reached,
//! all images of anything found can. If it does not, all is played again with a mark for every member of each class.

use super::super::threads::on_threads;
use super::keys::Keys;
use crate::budget::{Budget, Stop};
use crate::question::Error;
use crate::ruleset::{Index, Keyed, Opening, Player, Verdict};
use std::collections::HashSet;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize};

/// How many slots a thread goes through at a time.
const STRETCH: usize = 1 << 14;
/// How many words are on their way from memory before they are looked for.
const FLIGHT: usize = 64;
/// The most slots that a thread has found and keeps to play from them next.
const FRESH: usize = 1 << 12;
/// How many slots before it is needed a word is fetched.
const AHEAD: usize = 16;
/// The most members of a class that have marks.
const MEMBERS: usize = 8;
/// How many moves are taken back from the first position to show that all of its images can be reached.
const BACK: usize = 1 << 17;
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
    /// Whether a position and its exchange are one: the chief has Left to move.
    swap: bool,
    /// How many images a position has that are one, equal ones counted each.
    order: usize,
    /// Whether each image of the first position has to be found for itself, not only each exchange.
    apart: bool,
    /// Whether the ruleset knows its moves backwards.
    backwards: bool,
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
        let backwards = ruleset.predecessors(position, Player::Left, &mut |_| {});
        let mut fold = Fold { ruleset, swap: false, order: 1, apart: false, backwards };
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
        (fold.order, fold.apart) = (order, apart);
        fold.swap = swap && 2 * members <= MEMBERS;
        (members <= MEMBERS).then_some(fold)
    }

    /// Whether a pair has no slot. (Moves that are turned round from where they begin must end in a slot.)
    fn left_out(&self, position: &R::Position, mover: Player) -> bool {
        self.backwards && self.ruleset.left_out(position, mover)
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
        if self.order == 1 {
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

    /// Visits the members of a chief's class that have marks, each distinct one once: its mark and the pair, first those
    /// with the chief's mover.
    fn members(&self, key: u64, visit: &mut impl FnMut(u8, R::Position, Player)) {
        let (position, mover) = self.ruleset.unkey(key);
        let mut seen = [0; MEMBERS];
        let mut count = 0;
        self.apart_images(&position, &mut |image| {
            seen[count] = self.ruleset.key(&image, mover);
            count += 1;
            if !seen[..count - 1].contains(&seen[count - 1]) {
                visit(1 << (count - 1), image, mover);
            }
        });
        if self.swap {
            let order = count;
            self.apart_images(&position, &mut |image| {
                let place = count - order;
                count += 1;
                if !seen[..place].contains(&seen[place]) {
                    let swapped = self.ruleset.swap(&image).expect("players that are alike can be exchanged");
                    visit(1 << (count - 1), swapped, mover.other());
                }
            });
        }
    }

    /// The images that have marks of their own.
    fn apart_images(&self, position: &R::Position, visit: &mut impl FnMut(R::Position)) {
        if self.apart {
            self.ruleset.images(position, visit);
        } else {
            visit(position.clone());
        }
    }

    /// The first member with a mark of a set.
    fn member(&self, key: u64, marks: u8) -> Option<(u8, R::Position, Player)> {
        let mut found = None;
        self.members(key, &mut |mark, position, mover| {
            if marks & mark != 0 && found.is_none() {
                found = Some((mark, position, mover));
            }
        });
        found
    }

    /// The mark of a pair in its class, whose chief has this word.
    fn mark(&self, key: u64, position: &R::Position, mover: Player) -> u8 {
        let own = self.ruleset.key(position, mover);
        let mut found = None;
        self.members(key, &mut |mark, member, player| {
            if player == mover && (!self.apart || self.ruleset.key(&member, player) == own) {
                found = found.or(Some(mark));
            }
        });
        found.expect("a pair is a member of its class")
    }

    /// The marks of all members of a class.
    fn all(&self, key: u64) -> u8 {
        let mut all = 0;
        self.members(key, &mut |mark, _, _| all |= mark);
        all
    }

    /// Visits what each symmetry that has a mark, in turn, makes of a pair.
    fn turned(&self, position: &R::Position, mover: Player, visit: &mut impl FnMut(R::Position, Player)) {
        self.apart_images(position, &mut |image| visit(image, mover));
        if self.swap {
            self.apart_images(position, &mut |image| {
                let swapped = self.ruleset.swap(&image).expect("players that are alike can be exchanged");
                visit(swapped, mover.other());
            });
        }
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
}

/// What threads that play share.
struct Play<'a, R> {
    fold: &'a Fold<R>,
    keys: &'a Keys,
    budget: &'a Budget,
    what: What,
    played: &'a AtomicU64,
    most_moves: &'a AtomicU32,
    threads: usize,
    /// The next stretch of slots.
    next: AtomicUsize,
    /// Whether the table must grow.
    full: AtomicBool,
}

/// What of a class is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// The chief, whichever member was found.
    Chief,
    /// The member that was found first, which has the only mark.
    First,
    /// Each member that was found.
    Each,
}

impl<R: Keyed> Found<R> {
    /// Finds every pair that play from one can reach; with `symmetry` images are one. `Ok(None)` where images would be
    /// too many to tell apart.
    ///
    /// # Errors
    /// [`Error::Stopped`] when the budget is spent; it says how many were found.
    ///
    /// # Complexity
    /// Time linear in the moves of all positions together, times the images of each. Memory: 10 bytes a slot, of which
    /// two to four in five are taken; while the table grows both tables are there, 32 to 38 bytes a class.
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
        let mark = fold.mark(first, position, mover);
        let (slot, _) = keys.insert(first);
        keys.add_count(1);
        keys.mark(slot, u16::from(mark));
        let (played, most_moves) = (AtomicU64::new(0), AtomicU32::new(0));
        let mut whole = wanted == Wanted::Worth || fold.all(first) == mark;
        let find = |keys: &mut Keys, what: What| -> Result<(), Stop> {
            loop {
                let before = played.load(Relaxed);
                let threads = if keys.slots() < SMALL { 1 } else { budget.threads() };
                let play = Play {
                    threads,
                    fold: &fold,
                    keys,
                    budget,
                    what,
                    played: &played,
                    most_moves: &most_moves,
                    next: AtomicUsize::new(0),
                    full: AtomicBool::new(false),
                };
                play.round()?;
                if play.full.into_inner() {
                    keys.grow()?;
                } else if played.load(Relaxed) == before {
                    return Ok(());
                }
            }
        };
        let done = find(&mut keys, if whole { What::Chief } else { What::First }).and_then(|()| {
            whole = whole || fold.backwards && fold.all_of_first(&keys, position, mover, budget)?;
            if !whole {
                // What was played stays found, and is played again for the members that it leads to.
                keys.keep_marks(0xFF);
                find(&mut keys, What::Each)?;
            }
            Ok(())
        });
        done.map_err(|stop| stopped(stop, keys.count(), played.load(Relaxed)))?;
        if whole {
            keys.forget_marks();
        }
        Ok(Some(Found { fold, keys, whole, most_moves: most_moves.into_inner() }))
    }

    /// Which positions that play can reach have no number, in words; empty if all have one.
    pub fn left_out(&self) -> &'static str {
        if self.fold.backwards { R::LEFT_OUT } else { "" }
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

impl<R: Keyed> Fold<R> {
    /// Whether play from the first pair can be shown to reach all images of it: by taking play back from it, for a while,
    /// through a table that has a member that can be reached of every class that can.
    fn all_of_first(
        &self,
        keys: &Keys,
        position: &R::Position,
        mover: Player,
        budget: &Budget,
    ) -> Result<bool, Stop> {
        let own = self.ruleset.key(position, mover);
        // What each symmetry makes of the first pair, and whether that can be reached.
        let mut images: Vec<(u64, bool)> = Vec::new();
        self.turned(position, mover, &mut |image, player| {
            let key = self.ruleset.key(&image, player);
            images.push((key, key == own));
        });
        let mut known: HashSet<u64> = HashSet::from([own]);
        // The last one first: far from the first pair any member of a class may have been found.
        let mut rest = vec![(position.clone(), mover)];
        let mut steps = 0;
        while let Some((position, mover)) = rest.pop() {
            budget.check()?;
            self.ruleset.predecessors(&position, mover.other(), &mut |before| {
                let mover = mover.other();
                steps += 1;
                let chief = self.chief(&before, mover).key;
                let Some(slot) = keys.find(chief) else { return };
                if self.ruleset.verdict(&before, mover).is_some()
                    || !known.insert(self.ruleset.key(&before, mover))
                {
                    return;
                }
                let marks = keys.marks(slot) as u8;
                let (_, found, finder) =
                    self.member(chief, marks).expect("each class has a member that was found");
                // The symmetry from the one to the other leads from the first pair to one that can be reached.
                let mut turn = 0;
                self.turned(&before, mover, &mut |image, player| {
                    if player == finder && (!self.apart || image == found) {
                        let reached = images[turn].0;
                        images.iter_mut().filter(|image| image.0 == reached).for_each(|image| image.1 = true);
                    }
                    turn += 1;
                });
                rest.push((before, mover));
            });
            if images.iter().all(|image| image.1) {
                return Ok(true);
            }
            if steps > BACK {
                break;
            }
        }
        Ok(false)
    }
}

impl<R: Keyed> Play<'_, R> {
    /// Plays from all that have not been played.
    fn round(&self) -> Result<(), Stop> {
        on_threads(self.threads, || self.stretches()).into_iter().collect()
    }

    /// One thread's part of it.
    fn stretches(&self) -> Result<(), Stop> {
        let mut hand = Hand::default();
        while !self.full.load(Relaxed) {
            let start = self.next.fetch_add(STRETCH, Relaxed);
            if start >= self.keys.slots() {
                break;
            }
            let end = self.keys.slots().min(start + STRETCH);
            for (slot, marks) in (start..).zip(self.keys.marks_of(start..end)) {
                // Looked at without care first: nearly all are empty, or have been played.
                if self.open(marks.load(Relaxed)) == 0 {
                    continue;
                }
                self.play(slot, self.open(self.keys.marks(slot)), &mut hand);
                self.play_fresh(&mut hand)?;
                if self.full.load(Relaxed) {
                    break;
                }
            }
            self.land(&mut hand);
            while !hand.fresh.is_empty() && !self.full.load(Relaxed) {
                self.play_fresh(&mut hand)?;
                self.land(&mut hand);
            }
            self.report(&mut hand)?;
        }
        self.land(&mut hand);
        self.mark_new(&mut hand);
        hand.fresh.drain(..).for_each(|slot| self.keys.mark(slot, 1));
        self.most_moves.fetch_max(hand.most_moves, Relaxed);
        Ok(())
    }

    /// Plays from what the thread has just found, as long as that leads to more.
    fn play_fresh(&self, hand: &mut Hand) -> Result<(), Stop> {
        while !self.full.load(Relaxed)
            && let Some(slot) = hand.fresh.pop()
        {
            self.play(slot, 1, hand);
            if hand.played >= STRETCH as u64 {
                self.report(hand)?;
            }
        }
        Ok(())
    }

    /// Says how much has been played, and asks whether to go on.
    fn report(&self, hand: &mut Hand) -> Result<(), Stop> {
        let more = std::mem::take(&mut hand.played);
        let played = self.played.fetch_add(more, Relaxed);
        if played >> 20 != (played + more) >> 20 {
            self.budget.report(played, None, &format!("positions played, {} found", self.keys.count()));
        }
        self.budget.check()
    }

    /// The marks of a slot that must still be played.
    fn open(&self, marks: u16) -> u8 {
        let [found, played] = marks.to_le_bytes();
        // Without a branch, which nobody could foretell.
        let all = u8::from(self.what == What::Each || played == 0).wrapping_neg();
        found & !played & all
    }

    /// Plays from what is in a slot.
    fn play(&self, slot: usize, open: u8, hand: &mut Hand) {
        let Some(key) = self.keys.at(slot) else { return };
        let ruleset = &self.fold.ruleset;
        let mut from = |position: &R::Position, mover: Player| {
            let mut moves = 0;
            ruleset.options(position, mover, &mut |option| {
                moves += 1;
                if self.fold.left_out(&option, mover.other()) {
                    return;
                }
                let chief = self.fold.chief(&option, mover.other()).key;
                self.keys.fetch(chief);
                let own = if self.what == What::Chief { chief } else { ruleset.key(&option, mover.other()) };
                hand.words.push((chief, own));
            });
            hand.most_moves = hand.most_moves.max(moves);
        };
        if self.what == What::Chief {
            let (position, mover) = ruleset.unkey(key);
            from(&position, mover);
        } else {
            self.fold.members(key, &mut |mark, position, mover| {
                if open & mark != 0 {
                    from(&position, mover);
                }
            });
        }
        hand.slots.push((slot, open));
        hand.played += 1;
        if hand.words.len() >= FLIGHT {
            self.land(hand);
        }
    }

    /// Puts the words in hand into the table, then marks what they came from as played.
    fn land(&self, hand: &mut Hand) {
        let mark = |key: u64, own: u64| {
            let (position, mover) = self.fold.ruleset.unkey(own);
            self.fold.mark(key, &position, mover)
        };
        self.mark_new(hand);
        // Other threads may come with as many words at the same time.
        if !self.keys.has_room(self.threads * hand.words.len()) {
            // What the words came from is played again when there is room.
            self.full.store(true, Relaxed);
            hand.words.clear();
            for (slot, mark) in hand.slots.drain(..) {
                self.keys.mark(slot, u16::from(mark));
            }
            return;
        }
        let mut count = 0;
        for &(key, own) in &hand.words {
            let (slot, new) = self.keys.insert(key);
            if new {
                count += 1;
                self.keys.fetch_marks(slot);
            }
            match self.what {
                What::Chief if new && hand.fresh.len() < FRESH => hand.fresh.push(slot),
                What::Chief if new => hand.new.push((slot, 1)),
                What::First if new => hand.new.push((slot, mark(key, own))),
                What::Each => {
                    let mark = u16::from(mark(key, own));
                    if self.keys.marks(slot) & mark == 0 {
                        self.keys.mark(slot, mark);
                    }
                }
                _ => {}
            }
        }
        self.keys.add_count(count);
        hand.words.clear();
        for (slot, mark) in hand.slots.drain(..) {
            self.keys.mark(slot, u16::from_le_bytes([mark, mark]));
        }
        if self.keys.wants_room() {
            self.full.store(true, Relaxed);
        }
    }

    /// Marks the words that were new when the last ones in hand were put into the table.
    fn mark_new(&self, hand: &mut Hand) {
        for (slot, mark) in hand.new.drain(..) {
            self.keys.mark(slot, u16::from(mark));
        }
    }
}

/// What a thread has in hand: slots that it has played from with what of them, and the words that it found: the chief's and
/// the pair's own.
#[derive(Default)]
struct Hand {
    slots: Vec<(usize, u8)>,
    words: Vec<(u64, u64)>,
    /// Slots with words that were new and have no marks yet, each with its mark.
    new: Vec<(usize, u8)>,
    /// Slots with words that were new and have no marks: this thread plays from them next, while they are near.
    fresh: Vec<usize>,
    /// How many it has played from since it last said so.
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
        self.fold.member(key, found).map(|(_, position, mover)| (position, mover))
    }

    fn symmetric(&self) -> bool {
        self.fold.order > 1
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

    fn opening(&self, index: u64) -> Opening {
        let Some((position, mover)) = self.state(index) else { return Opening::Nothing };
        let ruleset = &self.fold.ruleset;
        if self.left_out().is_empty() || ruleset.verdict(&position, mover).is_some() {
            return Opening::of(ruleset, &position, mover);
        }
        let (mut moves, mut winning, mut losing) = (0, 0, 0);
        ruleset.options(&position, mover, &mut |option| {
            moves += 1;
            if self.fold.left_out(&option, mover.other()) {
                match ruleset.verdict(&option, mover.other()) {
                    Some(Verdict::Win(winner)) if winner == mover => winning += 1,
                    Some(Verdict::Win(_)) => losing += 1,
                    _ => unreachable!("only positions whose game has been won are left out"),
                }
            }
        });
        Opening::Ends { moves, winning, losing }
    }

    fn predecessors(&self, index: u64, tier: usize, visit: &mut impl FnMut(u64)) -> bool {
        if self.fold.backwards {
            self.predecessors_of_each(&[index], tier, visit);
        }
        self.fold.backwards
    }

    fn predecessors_of_each(&self, numbers: &[u64], _: usize, visit: &mut impl FnMut(u64)) {
        let mut flight = Flight { words: [(0, 0); FLIGHT], count: 0 };
        for (i, &number) in numbers.iter().enumerate() {
            if let Some(&later) = numbers.get(i + AHEAD) {
                self.keys.fetch_slot(later as usize);
            }
            self.take_back(number as usize, &mut flight, visit);
        }
        self.find_all(&mut flight, visit);
    }
}

/// Words on their way from memory, whose slots are looked for when there are enough of them: each with how often its slot
/// is visited then.
struct Flight {
    words: [(u64, u32); FLIGHT],
    count: usize,
}

// What is visited is not known by type here: compiled once, not for each kind of work on a predecessor.
impl<R: Keyed> Found<R> {
    /// Visits the slots that a move leads from into this one, some of them later.
    fn take_back(&self, slot: usize, flight: &mut Flight, visit: &mut dyn FnMut(u64)) {
        let Some(key) = self.keys.at(slot) else { return };
        let (fold, ruleset) = (&self.fold, &self.fold.ruleset);
        let (position, mover) = ruleset.unkey(key);
        let own = fold.least(&position, mover).same;
        // A class has as many moves to this one as there are from it here, times how often its images are equal, over
        // how often those of this one are.
        let mut shared: Vec<(usize, u32)> = Vec::new();
        ruleset.predecessors(&position, mover.other(), &mut |before| {
            let chief = fold.chief(&before, mover.other());
            if own != 1 {
                shared.extend(self.keys.find(chief.key).map(|slot| (slot, chief.same)));
                return;
            }
            self.keys.fetch(chief.key);
            flight.words[flight.count] = (chief.key, chief.same);
            flight.count += 1;
            if flight.count == FLIGHT {
                self.find_all(flight, visit);
            }
        });
        shared.sort_unstable();
        for group in shared.chunk_by(|a, b| a.0 == b.0) {
            let times = group.len() as u32 * group[0].1 / own;
            (0..times).for_each(|_| visit(group[0].0 as u64));
        }
    }

    /// Visits the slots of all words that are on their way.
    fn find_all(&self, flight: &mut Flight, visit: &mut dyn FnMut(u64)) {
        for &(key, times) in &flight.words[..flight.count] {
            if let Some(slot) = self.keys.find(key) {
                (0..times).for_each(|_| visit(slot as u64));
            }
        }
        flight.count = 0;
    }
}
