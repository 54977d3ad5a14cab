//! The store: every game once, in canonical form, a game and its negative in one record.

use super::chunks::Chunks;
use super::id::Id;
use super::memo::{OrderMemo, SumMemo};
use super::number_up_star::NumberUpStar;
use super::signature::Signature;
use super::{Dyadic, Game};
use crate::budget::{Budget, Stop};
use crate::player::Player;
use hashbrown::HashMap;
use num_bigint::BigInt;
use smallvec::SmallVec;
use std::fmt;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use zerocopy::FromZeros;

/// A list of ids that mostly needs no memory of its own.
pub(super) type Ids = SmallVec<[Id; 12]>;

/// What is stored of a game and its negative: 40 bytes, and 4 for each option.
///
/// A game that is no number-up-star value has its options in the pool from `offset` on, left then right, each side by
/// id. A number-up-star value has its triple in `values`; its options come to the pool when they are first asked for,
/// unless it is a large nimber (then never).
#[derive(FromZeros)]
struct Record {
    /// The options' place in the pool; 0 for none yet.
    offset: AtomicU32,
    /// The numbers of left and right options, 8 bits each, and the flags.
    shape: AtomicU32,
    /// The number of the pair of stops.
    stops: AtomicU32,
    /// The next record with the same hash bits, plus 1.
    next: AtomicU32,
    /// The birthday, at most `u32::MAX`; for a number-up-star value the number of the triple.
    birthday: AtomicU32,
    hash: AtomicU32,
    at_least: AtomicU64,
    at_most: AtomicU64,
}

impl super::chunks::Blank for Record {
    fn blank(length: usize) -> Option<Box<[Self]>> {
        <[Record]>::new_box_zeroed_with_elems(length).ok()
    }
}

/// A count that does not fit 8 bits: the two counts stand before the options.
const MANY: u32 = 255;
const NUMBER_UP_STAR: u32 = 1 << 16;
const NUMBER: u32 = 1 << 17;
/// Nimbers beside a number have their options listed up to this many, both sides together.
const LISTED: u64 = 8;

/// The store of short games in canonical form, shared between threads.
///
/// Within a store an id is a value: two games are equal if and only if their ids are. Games are only ever added; their
/// memory goes with the store. All operations take `&self`, and give the same values for any number of threads.
///
/// Operations that can make games or run long give a [`Stop`] when the [`Budget`] is spent; a store without limits stops
/// only at 2^30 pairs of games.
///
/// ```
/// use partizan::value::Store;
///
/// let store = Store::new();
/// let (one, minus_one) = (store.integer(1)?, store.integer(-1)?);
/// let switch = store.canonical(&[one], &[minus_one])?;
/// assert_eq!(store.add(switch, switch)?, partizan::value::Id::ZERO);
/// # Ok::<(), partizan::Stop>(())
/// ```
///
/// # Complexity
/// 40 bytes for each pair of a game and its negative that are not equal, 4 for each option, 4 to 8 for the index.
pub struct Store {
    pub(super) budget: Budget,
    records: Chunks<Record, 8>,
    pool: Chunks<AtomicU32, 10>,
    heads: Chunks<AtomicU32, 8>,
    /// How many heads are in use: a power of 2.
    head_count: AtomicU32,
    values: Chunks<OnceLock<NumberUpStar>, 6>,
    stops: Chunks<OnceLock<[Dyadic; 2]>, 6>,
    end: Mutex<End>,
    pub(super) orders: OrderMemo,
    pub(super) sums: SumMemo,
}

/// Where the arrays end, and what only who appends needs to know.
struct End {
    records: usize,
    /// The games that are their own negatives.
    own_negatives: usize,
    pool: usize,
    values: usize,
    stops: HashMap<[Dyadic; 2], u32, foldhash::fast::RandomState>,
}

/// A game in canonical form that may be new: what its record will hold.
pub(super) struct Made<'a> {
    pub(super) left: &'a [Id],
    pub(super) right: &'a [Id],
    pub(super) stops: [Dyadic; 2],
    pub(super) signature: Signature,
}

impl Store {
    /// A store without limits.
    ///
    /// # Panics
    /// If the system has no memory for an empty store.
    pub fn new() -> Self {
        Store::with_budget(Budget::unlimited())
            .unwrap_or_else(|stop| panic!("no memory for an empty store: {stop}"))
    }

    /// A store that takes its memory from a budget, and stops when the budget is spent.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the budget does not hold an empty store.
    pub fn with_budget(budget: Budget) -> Result<Self, Stop> {
        let store = Store {
            budget,
            records: Chunks::new(),
            pool: Chunks::new(),
            heads: Chunks::new(),
            head_count: AtomicU32::new(256),
            values: Chunks::new(),
            stops: Chunks::new(),
            end: Mutex::new(End {
                records: 0,
                own_negatives: 0,
                pool: 1,
                values: 0,
                stops: HashMap::default(),
            }),
            orders: OrderMemo::new(),
            sums: SumMemo::new(),
        };
        store.heads.make_room(0, &store.budget)?;
        let zero = store.number_up_star(NumberUpStar::zero())?;
        debug_assert_eq!(zero, Id::ZERO);
        Ok(store)
    }

    /// The budget of the store.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// The game of an id of this store.
    pub fn game(&self, id: Id) -> Game<'_> {
        Game::new(self, id)
    }

    /// How many different games are stored, a game and its negative counted apart.
    pub fn len(&self) -> u64 {
        let end = self.lock();
        (2 * end.records - end.own_negatives) as u64
    }

    /// Whether there is no game but 0: never, once anything was asked.
    pub fn is_empty(&self) -> bool {
        self.lock().records <= 1
    }

    /// The memory that the store takes for its games, in bytes.
    pub fn bytes(&self) -> u64 {
        self.records.bytes()
            + self.pool.bytes()
            + self.heads.bytes()
            + self.values.bytes()
            + self.stops.bytes()
    }

    /// The number.
    ///
    /// # Errors
    /// [`Stop`] if the budget is spent.
    pub fn number(&self, number: impl Into<Dyadic>) -> Result<Id, Stop> {
        self.number_up_star(NumberUpStar { number: number.into(), ups: Dyadic::ZERO, star: 0 })
    }

    /// The integer, of any size.
    ///
    /// # Errors
    /// [`Stop`] if the budget is spent.
    pub fn integer(&self, integer: impl Into<BigInt>) -> Result<Id, Stop> {
        self.number(integer.into())
    }

    /// The nimber *k.
    ///
    /// # Errors
    /// [`Stop`] if the budget is spent.
    pub fn nimber(&self, k: u64) -> Result<Id, Stop> {
        self.number_up_star(NumberUpStar { number: Dyadic::ZERO, ups: Dyadic::ZERO, star: k })
    }

    /// The sum of `ups` ups (downs if negative) and *`star`.
    ///
    /// # Errors
    /// [`Stop`] if the budget is spent.
    pub fn ups(&self, ups: impl Into<BigInt>, star: u64) -> Result<Id, Stop> {
        self.number_up_star(NumberUpStar::new(Dyadic::ZERO, ups.into(), star))
    }

    /// The number-up-star value. Takes one record, whatever its size.
    ///
    /// # Errors
    /// [`Stop`] if the budget is spent.
    pub fn number_up_star(&self, value: NumberUpStar) -> Result<Id, Stop> {
        let sign = value.number.sign().then(value.ups.sign());
        if sign.is_lt() {
            return Ok(self.number_up_star(value.negative())?.neg());
        }
        let hash = hash_value(&value);
        let found = || self.find_value(hash, &value);
        let own_negative = value.is_own_negative();
        if let Some(index) = found() {
            return Ok(Id::new(index, own_negative));
        }
        let signature = self.signature_of_value(&value)?;
        let count = |player| (value.option_count(player) as u32).min(MANY);
        let counts = [Player::Left, Player::Right].map(|player| value.option_count(player));
        let shape = if counts[0].saturating_add(counts[1]) > LISTED {
            MANY | MANY << 8
        } else {
            count(Player::Left) | count(Player::Right) << 8
        };
        let shape = shape | NUMBER_UP_STAR | if value.is_number() { NUMBER } else { 0 };
        let stops = [value.number.clone(), value.number.clone()];

        let mut end = self.lock();
        if let Some(index) = found() {
            return Ok(Id::new(index, own_negative));
        }
        let number = end.values;
        self.values.make_room(number, &self.budget)?;
        let record = Fresh { offset: 0, shape, stops, birthday: number as u32, hash, signature };
        let index = self.append(&mut end, record, || {
            let _ = self.values.get(number).set(value);
        })?;
        end.values += 1;
        end.own_negatives += usize::from(own_negative);
        Ok(Id::new(index, own_negative))
    }

    /// The number-up-star value, if it is stored.
    pub(super) fn find_number_up_star(&self, value: &NumberUpStar) -> Option<Id> {
        if value.number.sign().then(value.ups.sign()).is_lt() {
            return self.find_number_up_star(&value.negative()).map(Id::neg);
        }
        let index = self.find_value(hash_value(value), value)?;
        Some(Id::new(index, value.is_own_negative()))
    }

    fn find_value(&self, hash: u32, value: &NumberUpStar) -> Option<usize> {
        self.find(hash, |record| {
            record.shape.load(Ordering::Relaxed) & NUMBER_UP_STAR != 0
                && self.value(record.birthday.load(Ordering::Relaxed)) == value
        })
    }

    /// The signature of a number-up-star value that has no record yet.
    fn signature_of_value(&self, value: &NumberUpStar) -> Result<Signature, Stop> {
        let near = value.near_the_tests();
        if near != *value {
            return Ok(self.signature(self.number_up_star(near)?));
        }
        let mut sides: [SmallVec<[Signature; 16]>; 2] = Default::default();
        for (side, player) in sides.iter_mut().zip([Player::Left, Player::Right]) {
            for number in 0..value.option_count(player) {
                side.push(self.signature(self.number_up_star(value.option(player, number))?));
            }
        }
        let [left, right] = sides;
        Ok(Signature::of(left.into_iter(), right.into_iter()))
    }

    fn lock(&self) -> MutexGuard<'_, End> {
        // Everything is written before it is counted, so a thread that died has left nothing half done.
        self.end.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn record(&self, id: Id) -> &Record {
        self.records.get(id.index())
    }

    fn value(&self, number: u32) -> &NumberUpStar {
        self.values.get(number as usize).get().expect("a record's triple is written before the record")
    }

    /// The triple of what the record of the game holds: the game's or its negative's.
    #[inline]
    fn stored_number_up_star(&self, id: Id) -> Option<&NumberUpStar> {
        let record = self.record(id);
        if record.shape.load(Ordering::Relaxed) & NUMBER_UP_STAR == 0 {
            return None;
        }
        Some(self.value(record.birthday.load(Ordering::Relaxed)))
    }

    /// The number, the ups and the nimber, if the game is a number-up-star value.
    pub fn as_number_up_star(&self, id: Id) -> Option<NumberUpStar> {
        let stored = self.stored_number_up_star(id)?;
        Some(if id.is_flipped() { stored.negative() } else { stored.clone() })
    }

    /// Whether the game is a number-up-star value.
    #[inline]
    pub fn is_number_up_star(&self, id: Id) -> bool {
        self.record(id).shape.load(Ordering::Relaxed) & NUMBER_UP_STAR != 0
    }

    /// Whether the game is a number.
    #[inline]
    pub fn is_number(&self, id: Id) -> bool {
        self.record(id).shape.load(Ordering::Relaxed) & NUMBER != 0
    }

    /// The number, if the game is one.
    pub fn as_number(&self, id: Id) -> Option<Dyadic> {
        self.is_number(id).then(|| self.left_stop(id))
    }

    /// The `k`, if the game is the nimber *k.
    pub fn as_nimber(&self, id: Id) -> Option<u64> {
        let value = self.stored_number_up_star(id)?;
        value.is_own_negative().then_some(value.star)
    }

    /// The left stop: the number that is reached when Left begins and both play well until there is a number.
    pub fn left_stop(&self, id: Id) -> Dyadic {
        let [left, right] = self.stored_stops(id);
        if id.is_flipped() { -right } else { left.clone() }
    }

    /// The right stop: the same when Right begins.
    pub fn right_stop(&self, id: Id) -> Dyadic {
        let [left, right] = self.stored_stops(id);
        if id.is_flipped() { -left } else { right.clone() }
    }

    /// The stops of what the record of the game holds.
    #[inline]
    pub(super) fn stored_stops(&self, id: Id) -> &[Dyadic; 2] {
        let number = self.record(id).stops.load(Ordering::Relaxed);
        self.stops.get(number as usize).get().expect("a record's stops are written before the record")
    }

    #[inline]
    pub(super) fn signature(&self, id: Id) -> Signature {
        let record = self.record(id);
        let stored = Signature {
            at_least: record.at_least.load(Ordering::Relaxed),
            at_most: record.at_most.load(Ordering::Relaxed),
        };
        if id.is_flipped() { stored.negated() } else { stored }
    }

    /// How many options a player has in the canonical form.
    pub fn option_count(&self, id: Id, player: Player) -> u64 {
        match self.options(id) {
            Ok(Options::Listed(view)) => view.side(player).len() as u64,
            Ok(Options::Nimbers { star, .. }) => star,
            Err(_) => self.as_number_up_star(id).map_or(0, |value| value.option_count(player)),
        }
    }

    /// An option of a player in the canonical form, counted from 0, in no particular order.
    ///
    /// # Errors
    /// [`Stop`] if the option is not stored yet and the budget is spent.
    ///
    /// # Panics
    /// If there are not so many options.
    pub fn option(&self, id: Id, player: Player, number: u64) -> Result<Id, Stop> {
        match self.options(id)? {
            Options::Listed(view) => Ok(view.at(player, number as usize)),
            nimbers @ Options::Nimbers { .. } => nimbers.at(self, player, number),
        }
    }

    /// The options of both players, for loops over them.
    #[inline]
    pub(super) fn options(&self, id: Id) -> Result<Options<'_>, Stop> {
        let offset = self.record(id).offset.load(Ordering::Acquire);
        if offset != 0 {
            return Ok(Options::Listed(self.listed(id, offset)));
        }
        self.list_options(id)
    }

    /// The options of a number-up-star value, put into the pool if they are few.
    #[cold]
    fn list_options(&self, id: Id) -> Result<Options<'_>, Stop> {
        let stored = Id::new(id.index(), false);
        let value =
            self.stored_number_up_star(stored).expect("only number-up-star values are unlisted").clone();
        if value.ups.is_zero() && value.star > LISTED / 2 {
            let number = if id.is_flipped() { -&value.number } else { value.number };
            return Ok(Options::Nimbers { number, star: value.star });
        }
        let mut lists: [Ids; 2] = Default::default();
        for (list, player) in lists.iter_mut().zip([Player::Left, Player::Right]) {
            for number in 0..value.option_count(player) {
                list.push(self.number_up_star(value.option(player, number))?);
            }
            list.sort_unstable();
        }
        let record = self.record(id);
        let mut end = self.lock();
        if record.offset.load(Ordering::Acquire) == 0 {
            let offset = self.append_options(&mut end, &lists[0], &lists[1])?;
            record.offset.store(offset, Ordering::Release);
        }
        drop(end);
        Ok(Options::Listed(self.listed(id, record.offset.load(Ordering::Acquire))))
    }

    #[inline]
    fn listed(&self, id: Id, offset: u32) -> View<'_> {
        let shape = self.record(id).shape.load(Ordering::Relaxed);
        let (mut left, mut right) = (shape & 0xff, shape >> 8 & 0xff);
        if left + right == 0 {
            return View { left: &[], right: &[], flip: 0 };
        }
        let mut run = self.pool.run(offset as usize);
        if left == MANY {
            left = run[0].load(Ordering::Relaxed);
            right = run[1].load(Ordering::Relaxed);
            run = &run[2..];
        }
        let (left, right) = run[..(left + right) as usize].split_at(left as usize);
        if id.is_flipped() {
            View { left: right, right: left, flip: 1 }
        } else {
            View { left, right, flip: 0 }
        }
    }

    /// The game with these options, sorted and in canonical form, if it is stored and no number-up-star value.
    pub(super) fn find_listed(&self, left: &[Id], right: &[Id]) -> Option<Id> {
        let key = Key::new(left, right);
        self.find_key(&key).map(|index| key.id(index))
    }

    fn find_key(&self, key: &Key) -> Option<usize> {
        self.find(key.hash, |record| {
            let shape = record.shape.load(Ordering::Relaxed);
            if shape & (NUMBER_UP_STAR | 0xffff) != shape_of(&key.left, &key.right) {
                return false;
            }
            let mut run = self.pool.run(record.offset.load(Ordering::Acquire) as usize);
            if shape & 0xff == MANY {
                if run[0].load(Ordering::Relaxed) as usize != key.left.len()
                    || run[1].load(Ordering::Relaxed) as usize != key.right.len()
                {
                    return false;
                }
                run = &run[2..];
            }
            key.left
                .iter()
                .chain(&key.right)
                .zip(run)
                .all(|(id, bits)| id.to_bits() == bits.load(Ordering::Relaxed))
        })
    }

    /// The game in canonical form, which is no number-up-star value, stored if it is new.
    pub(super) fn intern(&self, made: &Made<'_>) -> Result<Id, Stop> {
        let key = Key::new(made.left, made.right);
        let mut end = self.lock();
        if let Some(index) = self.find_key(&key) {
            return Ok(key.id(index));
        }
        let birthday =
            key.left.iter().chain(&key.right).map(|&id| self.short_birthday(id)).max().unwrap_or(0);
        let offset = self.append_options(&mut end, &key.left, &key.right)?;
        let [left, right] = &made.stops;
        let (stops, signature) = if key.flipped {
            ([-right, -left], made.signature.negated())
        } else {
            (made.stops.clone(), made.signature)
        };
        let record = Fresh {
            offset,
            shape: shape_of(&key.left, &key.right),
            stops,
            birthday: birthday.saturating_add(1),
            hash: key.hash,
            signature,
        };
        let index = self.append(&mut end, record, || ())?;
        end.own_negatives += usize::from(key.own_negative);
        Ok(key.id(index))
    }

    /// The birthday, or `u32::MAX` if it is not smaller.
    pub(super) fn short_birthday(&self, id: Id) -> u32 {
        match self.stored_number_up_star(id) {
            None => self.record(id).birthday.load(Ordering::Relaxed),
            Some(value) => u32::try_from(&value.birthday()).unwrap_or(u32::MAX),
        }
    }

    /// The record with this hash that is the one wanted. A record that another thread is moving may be missed, unless
    /// the caller holds the lock.
    #[inline]
    fn find(&self, hash: u32, is_it: impl Fn(&Record) -> bool) -> Option<usize> {
        let mask = self.head_count.load(Ordering::Acquire) - 1;
        let mut link = self.heads.get((hash & mask) as usize).load(Ordering::Acquire);
        // Links only ever lead to smaller numbers, so this ends whatever other threads do.
        while link != 0 {
            let record = self.records.get(link as usize - 1);
            if record.hash.load(Ordering::Relaxed) == hash && is_it(record) {
                return Some(link as usize - 1);
            }
            link = record.next.load(Ordering::Acquire);
        }
        None
    }

    /// Puts options into the pool.
    fn append_options(&self, end: &mut End, left: &[Id], right: &[Id]) -> Result<u32, Stop> {
        let counts = if shape_of(left, right) & 0xff == MANY { 2 } else { 0 };
        let length = counts + left.len() + right.len();
        let offset = Chunks::<AtomicU32, 10>::place_together(end.pool, length);
        if offset + length > u32::MAX as usize {
            return Err(too_many(end.records));
        }
        self.pool.make_room(offset, &self.budget)?;
        let run = self.pool.run(offset);
        if counts > 0 {
            run[0].store(left.len() as u32, Ordering::Relaxed);
            run[1].store(right.len() as u32, Ordering::Relaxed);
        }
        for (id, slot) in left.iter().chain(right).zip(&run[counts..]) {
            slot.store(id.to_bits(), Ordering::Relaxed);
        }
        end.pool = offset + length;
        Ok(offset as u32)
    }

    /// Puts a record at the end and links it in; `finish` writes what else must be there before anybody finds it.
    fn append(&self, end: &mut End, fresh: Fresh, finish: impl FnOnce()) -> Result<usize, Stop> {
        let index = end.records;
        if index >= Id::RECORDS {
            return Err(too_many(index));
        }
        self.records.make_room(index, &self.budget)?;
        let stops = if let Some(&stops) = end.stops.get(&fresh.stops) {
            stops
        } else {
            let number = end.stops.len();
            self.stops.make_room(number, &self.budget)?;
            let _ = self.stops.get(number).set(fresh.stops.clone());
            end.stops.insert(fresh.stops, number as u32);
            number as u32
        };
        self.grow_heads(index)?;
        finish();
        let head = self.heads.get((fresh.hash & (self.head_count.load(Ordering::Relaxed) - 1)) as usize);
        let record = self.records.get(index);
        record.offset.store(fresh.offset, Ordering::Relaxed);
        record.shape.store(fresh.shape, Ordering::Relaxed);
        record.stops.store(stops, Ordering::Relaxed);
        record.next.store(head.load(Ordering::Relaxed), Ordering::Relaxed);
        record.birthday.store(fresh.birthday, Ordering::Relaxed);
        record.hash.store(fresh.hash, Ordering::Relaxed);
        record.at_least.store(fresh.signature.at_least, Ordering::Relaxed);
        record.at_most.store(fresh.signature.at_most, Ordering::Relaxed);
        head.store(index as u32 + 1, Ordering::Release);
        end.records += 1;
        Ok(index)
    }

    /// Doubles the heads when there are as many records.
    fn grow_heads(&self, records: usize) -> Result<(), Stop> {
        let count = self.head_count.load(Ordering::Relaxed) as usize;
        if records < count {
            return Ok(());
        }
        let mut room = count;
        while room < 2 * count {
            self.heads.make_room(room, &self.budget)?;
            room += count / 4;
        }
        for place in 0..count {
            // The chain is dealt out into two, each in the order it had.
            let mut ends = [self.heads.get(place), self.heads.get(place + count)];
            let mut link = ends[0].load(Ordering::Relaxed);
            while link != 0 {
                let record = self.records.get(link as usize - 1);
                let upper = usize::from(record.hash.load(Ordering::Relaxed) as usize & count != 0);
                ends[upper].store(link, Ordering::Release);
                ends[upper] = &record.next;
                link = record.next.load(Ordering::Relaxed);
            }
            for end in ends {
                end.store(0, Ordering::Release);
            }
        }
        self.head_count.store(2 * count as u32, Ordering::Release);
        Ok(())
    }
}

impl Default for Store {
    fn default() -> Self {
        Store::new()
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        self.budget.release(self.bytes());
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store").field("bytes", &self.bytes()).finish_non_exhaustive()
    }
}

/// A record's contents before it has a place.
struct Fresh {
    offset: u32,
    shape: u32,
    stops: [Dyadic; 2],
    birthday: u32,
    hash: u32,
    signature: Signature,
}

fn too_many(records: usize) -> Stop {
    Stop::TooLarge {
        what: "the store of games".into(),
        size: format!("more than {records} pairs"),
        limit: format!("{} pairs", Id::RECORDS),
        advice: None,
    }
}

fn shape_of(left: &[Id], right: &[Id]) -> u32 {
    if left.len() >= MANY as usize || right.len() >= MANY as usize {
        MANY | MANY << 8
    } else {
        left.len() as u32 | (right.len() as u32) << 8
    }
}

/// The negatives of sorted ids, sorted.
pub(super) fn negated(ids: &[Id]) -> Ids {
    let mut negated: Ids = ids.iter().map(|id| id.neg()).collect();
    // Only a game and its negative change places.
    for i in 1..negated.len() {
        if negated[i] < negated[i - 1] {
            negated.swap(i - 1, i);
        }
    }
    negated
}

/// What a game is found by: the options of the game or its negative, whichever come first.
struct Key {
    left: Ids,
    right: Ids,
    hash: u32,
    flipped: bool,
    own_negative: bool,
}

impl Key {
    fn new(left: &[Id], right: &[Id]) -> Key {
        let mirrored = negated(right);
        let order = left.len().cmp(&mirrored.len()).then_with(|| left.cmp(&mirrored));
        let (key_left, key_right) =
            if order.is_gt() { (mirrored, negated(left)) } else { (left.into(), right.into()) };
        let hash = hash_ids(&key_left, &key_right);
        Key { left: key_left, right: key_right, hash, flipped: order.is_gt(), own_negative: order.is_eq() }
    }

    fn id(&self, index: usize) -> Id {
        let id = Id::new(index, self.own_negative);
        if self.flipped { id.neg() } else { id }
    }
}

fn stir(hash: u64, word: u64) -> u64 {
    ((hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)).rotate_left(29)
}

fn hash_ids(left: &[Id], right: &[Id]) -> u32 {
    let mut hash = left.len() as u64;
    for id in left.iter().chain(right) {
        hash = stir(hash, u64::from(id.to_bits()));
    }
    finished(hash)
}

fn finished(hash: u64) -> u32 {
    let hash = hash.wrapping_mul(0xd6e8_feb8_6659_fd93);
    (hash ^ hash >> 32) as u32
}

fn hash_value(value: &NumberUpStar) -> u32 {
    use std::hash::BuildHasher;
    finished(foldhash::fast::FixedState::with_seed(7).hash_one(value))
}

/// The options of a game.
#[derive(Clone)]
pub(super) enum Options<'s> {
    Listed(View<'s>),
    /// Those of x + *k, the same for both players: x + *j for each j below k.
    Nimbers {
        number: Dyadic,
        star: u64,
    },
}

impl Options<'_> {
    #[inline]
    pub(super) fn count(&self, player: Player) -> u64 {
        match self {
            Options::Listed(view) => view.side(player).len() as u64,
            Options::Nimbers { star, .. } => *star,
        }
    }

    #[inline]
    pub(super) fn at(&self, store: &Store, player: Player, number: u64) -> Result<Id, Stop> {
        match self {
            Options::Listed(view) => Ok(view.at(player, number as usize)),
            Options::Nimbers { number: x, star } => {
                assert!(number < *star, "option {number} of {star}");
                store.number_up_star(NumberUpStar { number: x.clone(), ups: Dyadic::ZERO, star: number })
            }
        }
    }
}

/// Options in the pool, negated on the way out if need be.
#[derive(Clone, Copy)]
pub(super) struct View<'s> {
    left: &'s [AtomicU32],
    right: &'s [AtomicU32],
    flip: u32,
}

impl<'s> View<'s> {
    #[inline]
    fn side(&self, player: Player) -> &'s [AtomicU32] {
        match player {
            Player::Left => self.left,
            Player::Right => self.right,
        }
    }

    #[inline]
    fn at(&self, player: Player, number: usize) -> Id {
        self.read(&self.side(player)[number])
    }

    #[inline]
    fn read(&self, slot: &AtomicU32) -> Id {
        let bits = slot.load(Ordering::Relaxed);
        Id::raw(bits ^ (self.flip & !(bits >> 31)))
    }

    #[inline]
    pub(super) fn left(self) -> impl ExactSizeIterator<Item = Id> + 's {
        self.left.iter().map(move |slot| self.read(slot))
    }

    #[inline]
    pub(super) fn right(self) -> impl ExactSizeIterator<Item = Id> + 's {
        self.right.iter().map(move |slot| self.read(slot))
    }
}
