//! The engine: the value of a piece by its options, each piece valued once, by any number of threads.
//!
//! All threads run the same recursion from the same piece, each visiting options in an order of its own; the shared table
//! hands each of them what the others have found. A recursion is a stack of frames in memory of its own, so depth is no danger.

use super::recall::{Recall, Ticket};
use crate::budget::{Budget, Stop};
use crate::ruleset::hackenbush::edge_under;
use crate::ruleset::{Colour, Normal, Player};
use crate::value::{Id, Store};
use hashbrown::HashMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// What the engine works on: pieces with their moves and components, and a table of those that are valued.
///
/// One value serves one thread; what is shared lies behind it.
pub trait Ground {
    /// A position, or a component of one.
    type Piece: Clone + Eq + Hash;
    /// What the table calls a piece.
    type Key: Clone;
    /// Whether a component that was just met is recalled as it came: where pieces are small, and a normal form costs more.
    const RECALLS: bool;

    /// Visits the independent components of a piece.
    fn split(&self, piece: &Self::Piece, visit: &mut impl FnMut(Self::Piece));
    /// What is known of a component without its moves.
    ///
    /// # Errors
    /// [`Stop`] if the budget is spent.
    fn insight(&mut self, component: &Self::Piece) -> Result<Said<Self::Piece>, Stop>;
    /// The normal form of a component.
    fn normal(&self, component: &Self::Piece) -> Normal<Self::Piece>;
    /// Visits what each legal move leaves.
    fn moves(&self, piece: &Self::Piece, player: Player, visit: &mut impl FnMut(Self::Piece));
    /// What the table calls it.
    fn key(&self, piece: &Self::Piece) -> Self::Key;
    /// Tells that a key is going to be looked up.
    fn touch(&self, key: &Self::Key);
    /// The value of a piece in normal form, if it has been found.
    fn get(&self, key: &Self::Key) -> Option<Id>;
    /// Enters the value of a piece in normal form.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the budget is spent.
    fn put(&mut self, key: Self::Key, value: Id) -> Result<(), Stop>;
    /// A number that tells keys apart now and then: threads visit options from different starts by it.
    fn seed(&self, key: &Self::Key) -> u64;
}

/// What is known of a component without its moves.
#[derive(Clone, Debug)]
pub enum Said<P> {
    /// Nothing: its value is that of its options.
    Open,
    /// An integer.
    Integer(i64),
    /// A nimber.
    Nimber(u32),
    /// This value.
    Value(Id),
    /// An edge with all the rest on top of it.
    Over(Colour, P),
}

/// What all threads of one search share.
#[derive(Debug)]
pub struct Search<'a> {
    store: &'a Store,
    budget: &'a Budget,
    done: AtomicBool,
    result: Mutex<Option<Result<Id, Stop>>>,
    /// How many pieces were valued, for progress and for the answer.
    positions: &'a AtomicU64,
}

impl<'a> Search<'a> {
    /// A search that counts the pieces that it values.
    pub fn new(store: &'a Store, positions: &'a AtomicU64) -> Self {
        Search {
            store,
            budget: store.budget(),
            done: AtomicBool::new(false),
            result: Mutex::new(None),
            positions,
        }
    }

    /// What was found, once a thread has ended.
    ///
    /// # Panics
    /// If none has.
    pub fn result(self) -> Result<Id, Stop> {
        self.result.into_inner().unwrap_or_else(PoisonError::into_inner).expect("a thread has ended")
    }

    fn end(&self, result: Result<Id, Stop>) {
        let mut place = self.result.lock().unwrap_or_else(PoisonError::into_inner);
        place.get_or_insert(result);
        self.done.store(true, Ordering::Relaxed);
    }
}

/// A component of an option.
struct Part<G: Ground> {
    /// Its value, or that of its normal form, once it is known.
    value: Option<Id>,
    /// Whether the value is that of the negative.
    negated: bool,
    /// With which to remember the value of the component as it came.
    ticket: Ticket,
    /// How to find the value, unless it was known from the first or a frame is at it.
    open: Option<Open<G>>,
}

/// What is to be valued.
struct Open<G: Ground> {
    piece: G::Piece,
    key: G::Key,
    /// Whether the piece is its own negative.
    symmetric: bool,
    /// The colour of the edge, if the component is an edge with `piece` on top of it; then nothing is in normal form.
    over: Option<Colour>,
}

impl<G: Ground> Part<G> {
    fn known(value: Id) -> Self {
        Part { value: Some(value), negated: false, ticket: Ticket::NONE, open: None }
    }

    /// Takes the value if the table has it; whether it does.
    fn look(&mut self, ground: &G, recall: &mut Recall<G::Piece>) -> bool {
        if self.value.is_none()
            && let Some(open) = &self.open
            && let Some(value) = ground.get(&open.key)
        {
            self.take(value, recall);
        }
        self.value.is_some()
    }

    /// Takes the value of what it has open.
    fn take(&mut self, value: Id, recall: &mut Recall<G::Piece>) {
        self.value = Some(value);
        recall.set(self.ticket, if self.negated { value.neg() } else { value });
    }
}

/// An option: the sum of some parts and what is known of the rest.
struct Choice {
    player: Player,
    /// The end of its parts; they begin where those of the choice before end.
    parts_end: usize,
    integer: i64,
    nimber: u32,
}

/// A piece that is being valued.
struct Frame<K> {
    key: K,
    /// The colour of the edge under the piece, if the frame stands for the ordinal sum of both.
    over: Option<Colour>,
    /// Whether the piece is its own negative: then Left's options are enough.
    symmetric: bool,
    /// Where its choices and parts begin.
    choices: usize,
    parts: usize,
    /// Where the walk over its parts began, how far it is, and which part a frame above it stands for.
    start: usize,
    walked: usize,
    waiting: usize,
}

/// One thread of a search.
pub struct Worker<'a, 's, G: Ground> {
    search: &'a Search<'s>,
    ground: G,
    /// 0 visits options forward, 1 backward, others from some other start.
    order: usize,
    frames: Vec<Frame<G::Key>>,
    choices: Vec<Choice>,
    parts: Vec<Part<G>>,
    /// The components of the options of one expansion, and where those of each option end.
    raw: Vec<G::Piece>,
    ends: Vec<usize>,
    recall: Recall<G::Piece>,
    sides: [Vec<Id>; 2],
    terms: Vec<Id>,
    finished: u64,
}

/// How many pieces are valued between two looks at the budget.
const PATIENCE: u64 = 512;

impl<'a, 's, G: Ground> Worker<'a, 's, G> {
    /// A thread with its number.
    pub fn new(search: &'a Search<'s>, ground: G, order: usize) -> Self {
        Worker {
            search,
            ground,
            order,
            frames: Vec::new(),
            choices: Vec::new(),
            parts: Vec::new(),
            raw: Vec::new(),
            ends: Vec::new(),
            recall: Recall::new(),
            sides: [Vec::new(), Vec::new()],
            terms: Vec::new(),
            finished: 0,
        }
    }

    /// Values a piece, unless another thread does so first. With `most`, gives up after so many pieces, and says so by `false`.
    pub fn run(&mut self, piece: &G::Piece, most: Option<u64>) -> bool {
        match self.value(piece, most) {
            Ok(Some(value)) => self.search.end(Ok(value)),
            Ok(None) => return self.search.done.load(Ordering::Relaxed),
            Err(stop) => self.search.end(Err(stop)),
        }
        true
    }

    /// The value of a piece, if the table has the values of all of its components.
    ///
    /// # Errors
    /// [`Stop`] if there is no memory for the sum.
    pub fn known(&mut self, piece: &G::Piece) -> Result<Option<Id>, Stop> {
        self.frames.clear();
        self.choices.clear();
        self.parts.clear();
        self.sum_of(piece)?;
        let Worker { parts, ground, recall, .. } = self;
        if parts.iter_mut().all(|part| part.look(ground, recall)) {
            self.total(0, 0).map(Some)
        } else {
            Ok(None)
        }
    }

    fn value(&mut self, piece: &G::Piece, most: Option<u64>) -> Result<Option<Id>, Stop> {
        let before = self.finished;
        self.frames.clear();
        self.choices.clear();
        self.parts.clear();
        self.sum_of(piece)?;
        for at in 0..self.parts.len() {
            if self.parts[at].look(&self.ground, &mut self.recall) {
                continue;
            }
            self.open(at)?;
            let value = loop {
                if let Some(value) = self.step()? {
                    break value;
                }
                let gives_up = most.is_some_and(|most| self.finished - before >= most);
                if gives_up || self.search.done.load(Ordering::Relaxed) {
                    return Ok(None);
                }
            };
            self.parts[at].value = Some(value);
        }
        self.total(0, 0).map(Some)
    }

    /// One step: finds a part of the top frame that has no value, and opens it, or closes the frame. Gives the value of the last frame.
    fn step(&mut self) -> Result<Option<Id>, Stop> {
        let parts_end = self.parts.len();
        let frame = self.frames.last_mut().expect("a frame is open");
        let count = parts_end - frame.parts;
        while frame.walked < count {
            let forward = frame.start + frame.walked;
            let forward = if forward < count { forward } else { forward - count };
            let at = frame.parts + if self.order % 2 == 1 { count - 1 - forward } else { forward };
            frame.walked += 1;
            if self.parts[at].look(&self.ground, &mut self.recall) {
                continue;
            }
            frame.waiting = at;
            self.open(at)?;
            return Ok(None);
        }
        let value = self.close()?;
        match self.frames.last() {
            Some(below) => {
                let at = below.waiting;
                self.parts[at].take(value, &mut self.recall);
                Ok(None)
            }
            None => Ok(Some(value)),
        }
    }

    /// A new frame for a part that is in no table.
    fn open(&mut self, part: usize) -> Result<(), Stop> {
        let Open { piece, key, symmetric, over } =
            self.parts[part].open.take().expect("a part without a value has something open");
        let (choices, parts) = (self.choices.len(), self.parts.len());
        if over.is_some() {
            self.sum_of(&piece)?;
        } else {
            self.expand(&piece, Player::Left)?;
            if !symmetric {
                self.expand(&piece, Player::Right)?;
            }
        }
        for open in self.parts[parts..].iter().filter_map(|part| part.open.as_ref()) {
            self.ground.touch(&open.key);
        }
        let count = (self.parts.len() - parts).max(1);
        let start = match self.order {
            0 | 1 => 0,
            order => {
                let turn = (order as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                (self.ground.seed(&key).wrapping_mul(turn | 1) >> 32) as usize % count
            }
        };
        self.frames.push(Frame { key, over, symmetric, choices, parts, start, walked: 0, waiting: 0 });
        Ok(())
    }

    /// One choice that is the piece itself: the sum of its components.
    fn sum_of(&mut self, piece: &G::Piece) -> Result<(), Stop> {
        let Worker { ground, raw, ends, .. } = self;
        ground.split(piece, &mut |component| raw.push(component));
        ends.push(raw.len());
        self.take_raw(Player::Left)
    }

    /// The options of a player as choices.
    fn expand(&mut self, piece: &G::Piece, player: Player) -> Result<(), Stop> {
        let Worker { ground, raw, ends, .. } = self;
        ground.moves(piece, player, &mut |after| {
            ground.split(&after, &mut |component| raw.push(component));
            ends.push(raw.len());
        });
        self.take_raw(player)
    }

    /// Makes choices of the components that were collected.
    fn take_raw(&mut self, player: Player) -> Result<(), Stop> {
        let Worker { ground, raw, ends, recall, choices, parts, .. } = self;
        let mut components = raw.drain(..);
        let mut taken = 0;
        for end in ends.drain(..) {
            let (mut integer, mut nimber) = (0, 0);
            for component in components.by_ref().take(end - taken) {
                parts.push(match ground.insight(&component)? {
                    Said::Integer(n) => {
                        integer += n;
                        continue;
                    }
                    Said::Nimber(n) => {
                        nimber ^= n;
                        continue;
                    }
                    Said::Value(value) => Part::known(value),
                    Said::Over(colour, piece) => {
                        let key = ground.key(&component);
                        let open = Some(Open { piece, key, symmetric: false, over: Some(colour) });
                        Part { value: None, negated: false, ticket: Ticket::NONE, open }
                    }
                    Said::Open => match if G::RECALLS { recall.get(&component) } else { Err(Ticket::NONE) } {
                        Ok(value) => Part::known(value),
                        Err(ticket) => {
                            let Normal { piece, negated, symmetric } = ground.normal(&component);
                            let key = ground.key(&piece);
                            let open = Some(Open { piece, key, symmetric, over: None });
                            Part { value: None, negated, ticket, open }
                        }
                    },
                });
            }
            taken = end;
            choices.push(Choice { player, parts_end: parts.len(), integer, nimber });
        }
        Ok(())
    }

    /// The value of a choice whose parts all have values and begin at `first`.
    fn total(&mut self, choice: usize, first: usize) -> Result<Id, Stop> {
        let store = self.search.store;
        let Choice { parts_end, integer, nimber, .. } = self.choices[choice];
        let value = |part: &Part<G>| {
            let value = part.value.expect("every part is valued before the total");
            if part.negated { value.neg() } else { value }
        };
        let mut sum = match &self.parts[first..parts_end] {
            [] => Id::ZERO,
            [part] => value(part),
            [one, other] => store.add(value(one), value(other))?,
            parts => {
                self.terms.clear();
                for part in parts {
                    let value = value(part);
                    // A value and its negative cancel.
                    match self.terms.iter().position(|term| *term == value.neg()) {
                        Some(at) => {
                            self.terms.swap_remove(at);
                        }
                        None => self.terms.push(value),
                    }
                }
                // In one order, so that the memo of sums meets the same sums again; those found early tend to be small.
                self.terms.sort_unstable_by_key(|term| term.to_bits() & 0x7FFF_FFFF);
                let mut sum = Id::ZERO;
                for &term in &self.terms {
                    sum = store.add(sum, term)?;
                }
                sum
            }
        };
        if nimber != 0 {
            sum = store.add(sum, store.nimber(u64::from(nimber))?)?;
        }
        if integer != 0 {
            sum = store.add(sum, store.number(integer)?)?;
        }
        Ok(sum)
    }

    /// The value of the top frame, whose parts all have values: enters it, and takes the frame off.
    fn close(&mut self) -> Result<Id, Stop> {
        let frame = self.frames.pop().expect("a frame is open");
        let store = self.search.store;
        let value = if let Some(colour) = frame.over {
            let above = self.total(frame.choices, frame.parts)?;
            ordinal(store, colour, above)?
        } else {
            let [mut left, mut right] = std::mem::take(&mut self.sides);
            left.clear();
            right.clear();
            let mut first = frame.parts;
            for choice in frame.choices..self.choices.len() {
                let total = self.total(choice, first)?;
                store.touch(total);
                first = self.choices[choice].parts_end;
                match self.choices[choice].player {
                    Player::Left => left.push(total),
                    Player::Right => right.push(total),
                }
            }
            if frame.symmetric {
                right.extend(left.iter().map(|option| option.neg()));
            }
            let value = store.canonical(&left, &right);
            self.sides = [left, right];
            value?
        };
        self.choices.truncate(frame.choices);
        self.parts.truncate(frame.parts);
        self.ground.put(frame.key, value)?;
        self.finished += 1;
        if self.finished.is_multiple_of(PATIENCE) {
            self.search.budget.check()?;
            let sum = self.search.positions.fetch_add(PATIENCE, Ordering::Relaxed) + PATIENCE;
            if self.order == 0 && self.finished.is_multiple_of(PATIENCE * 16) {
                self.search.budget.report(sum, None, "positions valued");
            }
        }
        Ok(value)
    }
}

impl<G: Ground> Drop for Worker<'_, '_, G> {
    fn drop(&mut self) {
        self.search.positions.fetch_add(self.finished % PATIENCE, Ordering::Relaxed);
    }
}

/// The ordinal sum of an edge and a value.
///
/// # Errors
/// [`Stop`] if the budget is spent.
pub fn ordinal(store: &Store, colour: Colour, above: Id) -> Result<Id, Stop> {
    if colour != Colour::Green
        && let Some(number) = store.as_number(above)
    {
        return store.number(edge_under(colour, &number));
    }
    // By the options of what is on top, the last first; each is worked out when all of its own are.
    let mut known: HashMap<Id, Id> = HashMap::new();
    let mut stack = vec![above];
    while let Some(&top) = stack.last() {
        let mut sides = [Vec::new(), Vec::new()];
        for (player, side) in Player::BOTH.into_iter().zip(&mut sides) {
            for option in 0..store.option_count(top, player) {
                side.push(store.option(top, player, option)?);
            }
        }
        let before = stack.len();
        stack.extend(sides.iter().flatten().filter(|option| !known.contains_key(*option)));
        if stack.len() > before {
            continue;
        }
        for (player, side) in Player::BOTH.into_iter().zip(&mut sides) {
            for option in side.iter_mut() {
                *option = known[option];
            }
            if colour.cut_by(player) {
                side.push(Id::ZERO);
            }
        }
        known.insert(top, store.canonical(&sides[0], &sides[1])?);
        stack.pop();
    }
    Ok(known[&above])
}
