//! The store: every game once, in canonical form, a game and its negative in one record.

use super::chunks::Chunks;
use super::glance::Glance;
use super::id::Id;
use super::memo::{OrderMemo, SumMemo};
use super::number_up_star::NumberUpStar;
use super::rough::Rough;
use super::signature::Signature;
use super::{Dyadic, Game};
use crate::budget::{Budget, Stop};
use crate::player::Player;
use crate::prefetch::prefetch;
use hashbrown::HashMap;
use num_bigint::BigInt;
use smallvec::SmallVec;
use std::fmt;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use zerocopy::FromZeros;

/// A list of ids that mostly needs no memory of its own.
pub(super) type Ids = SmallVec<[Id; 12]>;

/// What is stored of a game and its negative, in one line of the cache.
///
/// A number-up-star value has its triple in `values`, and its options are listed when they are first asked for, unless
/// they are too many for the record (then never).
#[derive(FromZeros)]
#[repr(C, align(64))]
struct Record {
    at_least: AtomicU64,
    at_most: AtomicU64,
    /// The options, left then right, each side by id. More than fit are in the pool, and their place is here.
    options: [AtomicU32; INLINE],
    /// The numbers of left and right options, 8 bits each, and the flags.
    shape: AtomicU32,
    /// The number of the pair of stops; the one beside it (last bit changed) is that of the negative.
    stops: AtomicU32,
    /// The left and the right stop, rounded.
    rough: [AtomicU32; 2],
    /// The next record with the same hash bits, plus 1.
    next: AtomicU32,
    /// The birthday, at most `u32::MAX`; for a number-up-star value the number of the triple.
    birthday: AtomicU32,
    hash: AtomicU32,
}

/// How many options fit a record: nearly all games have no more.
const INLINE: usize = 5;

impl super::chunks::Blank for Record {
    fn blank(length: usize) -> Option<Box<[Self]>> {
        <[Record]>::new_box_zeroed_with_elems(length).ok()
    }
}

/// A count that does not fit 8 bits: the two counts stand before the options.
const MANY: u32 = 255;
const NUMBER_UP_STAR: u32 = 1 << 16;
const NUMBER: u32 = 1 << 17;
/// The options are there: always, but for number-up-star values.
const LISTED: u32 = 1 << 18;

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
/// 64 bytes for each pair of a game and its negative and 4 to 8 for its index; 4 for each option of a game with more
/// than 5. Memos take at most 22 MB.
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

/// The options of a game that may be stored.
pub(super) struct Probe {
    key: Key,
    found: Option<Id>,
    /// The first link of the chain that was searched.
    seen: u32,
}

impl Probe {
    /// The game, if it is stored.
    pub(super) fn found(&self) -> Option<Id> {
        self.found
    }
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
        store.sums.fit(0, &store.budget);
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

    /// The memory that the store takes, in bytes.
    pub fn bytes(&self) -> u64 {
        self.records.bytes()
            + self.pool.bytes()
            + self.heads.bytes()
            + self.values.bytes()
            + self.stops.bytes()
            + self.sums.bytes()
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
        let [left, right] = Player::BOTH.map(|player| value.option_count(player));
        let shape = if left.saturating_add(right) > INLINE as u64 {
            MANY | MANY << 8
        } else {
            left as u32 | (right as u32) << 8
        };
        let shape = shape | NUMBER_UP_STAR | if value.is_number() { NUMBER } else { 0 };
        let stops = [value.number.clone(), value.number.clone()];

        let mut end = self.lock();
        if let Some(index) = found() {
            return Ok(Id::new(index, own_negative));
        }
        let number = end.values;
        self.values.make_room(number, &self.budget)?;
        let record = Fresh { options: &[], shape, stops, birthday: number as u32, hash, signature };
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
        .0
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
    pub(super) fn stored_number_up_star(&self, id: Id) -> Option<&NumberUpStar> {
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
        self.stops(id)[0].clone()
    }

    /// The right stop: the same when Right begins.
    pub fn right_stop(&self, id: Id) -> Dyadic {
        self.stops(id)[1].clone()
    }

    /// The left and the right stop.
    #[inline]
    pub(super) fn stops(&self, id: Id) -> &[Dyadic; 2] {
        let number = self.record(id).stops.load(Ordering::Relaxed) ^ u32::from(id.is_flipped());
        self.stops.get(number as usize).get().expect("a record's stops are written before the record")
    }

    /// Brings what is stored of a game near the processor, ahead of its use.
    #[inline]
    pub(crate) fn touch(&self, id: Id) {
        prefetch(self.record(id));
    }

    /// The game with its record at hand, for many questions about it.
    #[inline]
    pub(super) fn seen(&self, id: Id) -> Seen<'_> {
        Seen { id, record: self.record(id) }
    }

    /// What is told of the game at a glance.
    #[inline]
    pub(super) fn glance(&self, id: Id) -> Glance {
        self.seen(id).glance()
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
        if let Some(value) = self.as_number_up_star(id) {
            return value.option_count(player);
        }
        let record = self.record(id);
        let shape = record.shape.load(Ordering::Relaxed);
        self.listed(record, shape, id.is_flipped()).side(player).len() as u64
    }

    /// An option of a player in the canonical form, counted from 0, in no particular order.
    ///
    /// # Errors
    /// [`Stop`] if the option is not stored yet and the budget is spent.
    ///
    /// # Panics
    /// If there are not so many options.
    pub fn option(&self, id: Id, player: Player, number: u64) -> Result<Id, Stop> {
        self.options(id)?.at(self, player, number)
    }

    /// The options of both players, for loops over them.
    #[inline]
    pub(super) fn options(&self, id: Id) -> Result<Options<'_>, Stop> {
        self.seen(id).options(self)
    }

    /// The options of a number-up-star value, put into its record if they fit.
    #[cold]
    fn list_options(&self, id: Id) -> Result<Options<'_>, Stop> {
        let record = self.record(id);
        let value = self.value(record.birthday.load(Ordering::Relaxed));
        if record.shape.load(Ordering::Relaxed) & 0xff == MANY {
            let number = if id.is_flipped() { -&value.number } else { value.number.clone() };
            return Ok(Options::Nimbers { number, star: value.star });
        }
        let mut lists: [Ids; 2] = Default::default();
        for (list, player) in lists.iter_mut().zip(Player::BOTH) {
            for number in 0..value.option_count(player) {
                list.push(self.number_up_star(value.option(player, number))?);
            }
            list.sort_unstable();
        }
        let lock = self.lock();
        for (slot, option) in record.options.iter().zip(lists.iter().flatten()) {
            slot.store(option.to_bits(), Ordering::Relaxed);
        }
        let shape = record.shape.fetch_or(LISTED, Ordering::Release) | LISTED;
        drop(lock);
        Ok(Options::Listed(self.listed(record, shape, id.is_flipped())))
    }

    #[inline]
    fn listed<'s>(&'s self, record: &'s Record, shape: u32, flipped: bool) -> Both<'s> {
        let (left, right) = self.sides(record, shape);
        if flipped { Both { left: right, right: left, flip: 1 } } else { Both { left, right, flip: 0 } }
    }

    /// The options as they are stored.
    #[inline]
    fn sides<'s>(&'s self, record: &'s Record, shape: u32) -> (&'s [AtomicU32], &'s [AtomicU32]) {
        let (left, right) = ((shape & 0xff) as usize, (shape >> 8 & 0xff) as usize);
        match record.options.get(..left + right) {
            Some(options) => options.split_at(left),
            None => self.pooled(record, left, right),
        }
    }

    #[cold]
    fn pooled(&self, record: &Record, mut left: usize, mut right: usize) -> (&[AtomicU32], &[AtomicU32]) {
        let mut run = self.pool.run(record.options[0].load(Ordering::Relaxed) as usize);
        if left == MANY as usize {
            [left, right] = [0, 1].map(|side| run[side].load(Ordering::Relaxed) as usize);
            run = &run[2..];
        }
        run[..left + right].split_at(left)
    }

    /// The game with these options, sorted and in canonical form, if it is stored and no number-up-star value.
    pub(super) fn find_listed(&self, left: &[Id], right: &[Id]) -> Option<Id> {
        self.probe(left, right).found()
    }

    /// Looks for the game with these options, sorted.
    pub(super) fn probe(&self, left: &[Id], right: &[Id]) -> Probe {
        let key = Key::new(left, right);
        let (found, seen) = self.find_key(&key);
        Probe { found: found.map(|index| key.id(index)), seen, key }
    }

    fn find_key(&self, key: &Key) -> (Option<usize>, u32) {
        let (key_left, key_right) = key.sides();
        let key_shape = shape_of(key_left, key_right);
        self.find(key.hash, |record| {
            let shape = record.shape.load(Ordering::Relaxed);
            if shape & (NUMBER_UP_STAR | 0xffff) != key_shape {
                return false;
            }
            let (left, right) = self.sides(record, shape);
            let same = |ids: &[Id], slots: &[AtomicU32]| {
                ids.len() == slots.len()
                    && ids.iter().zip(slots).all(|(id, slot)| id.to_bits() == slot.load(Ordering::Relaxed))
            };
            same(key_left, left) && same(key_right, right)
        })
    }

    /// Stores the game that a probe did not find. Its options must be in canonical form and no number-up-star value's.
    pub(super) fn intern(&self, probe: Probe, stops: &[Dyadic; 2], signature: Signature) -> Result<Id, Stop> {
        let Probe { key, seen, .. } = probe;
        let birthday = key.both.iter().map(|&id| self.short_birthday(id)).max().unwrap_or(0);
        let [left, right] = stops;
        let (stops, signature) =
            if key.flipped { ([-right, -left], signature.negated()) } else { (stops.clone(), signature) };
        let mut end = self.lock();
        // Nothing has come to the chain since the probe if its first link is the same.
        let mask = self.head_count.load(Ordering::Relaxed) - 1;
        let unchanged = self.heads.get((key.hash & mask) as usize).load(Ordering::Relaxed) == seen;
        if !unchanged && let (Some(index), _) = self.find_key(&key) {
            return Ok(key.id(index));
        }
        let pooled;
        let (key_left, key_right) = key.sides();
        let options: &[Id] = if key.both.len() > INLINE {
            // The place in the pool stands where the first option would.
            pooled = [Id::raw(self.append_options(&mut end, key_left, key_right)?)];
            &pooled
        } else {
            &key.both
        };
        let record = Fresh {
            options,
            shape: shape_of(key_left, key_right) | LISTED,
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
            Some(value) => value.short_birthday(),
        }
    }

    /// The record with this hash that is the one wanted, and the first link of the chain searched. A record that another thread is moving may be missed, unless
    /// the caller holds the lock.
    #[inline]
    fn find(&self, hash: u32, is_it: impl Fn(&Record) -> bool) -> (Option<usize>, u32) {
        let mask = self.head_count.load(Ordering::Acquire) - 1;
        let first = self.heads.get((hash & mask) as usize).load(Ordering::Acquire);
        let mut link = first;
        // Links only ever lead to smaller numbers, so this ends whatever other threads do.
        while link != 0 {
            let record = self.records.get(link as usize - 1);
            if record.hash.load(Ordering::Relaxed) == hash && is_it(record) {
                return (Some(link as usize - 1), first);
            }
            link = record.next.load(Ordering::Acquire);
        }
        (None, first)
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
    fn append(&self, end: &mut End, fresh: Fresh<'_>, finish: impl FnOnce()) -> Result<usize, Stop> {
        let index = end.records;
        if index >= Id::RECORDS {
            return Err(too_many(index));
        }
        self.records.make_room(index, &self.budget)?;
        let rough = [0, 1].map(|side| Rough::of(&fresh.stops[side]));
        let stops = if let Some(&stops) = end.stops.get(&fresh.stops) {
            stops
        } else {
            let number = 2 * end.stops.len();
            self.stops.make_room(number, &self.budget)?;
            self.stops.make_room(number + 1, &self.budget)?;
            let [left, right] = &fresh.stops;
            let _ = self.stops.get(number + 1).set([-right, -left]);
            let _ = self.stops.get(number).set(fresh.stops.clone());
            end.stops.insert(fresh.stops, number as u32);
            number as u32
        };
        self.grow_heads(index)?;
        finish();
        let head = self.heads.get((fresh.hash & (self.head_count.load(Ordering::Relaxed) - 1)) as usize);
        let record = self.records.get(index);
        for (slot, option) in record.options.iter().zip(fresh.options) {
            slot.store(option.to_bits(), Ordering::Relaxed);
        }
        record.shape.store(fresh.shape, Ordering::Relaxed);
        record.stops.store(stops, Ordering::Relaxed);
        for (slot, rough) in record.rough.iter().zip(rough) {
            slot.store(rough.to_bits(), Ordering::Relaxed);
        }
        record.next.store(head.load(Ordering::Relaxed), Ordering::Relaxed);
        record.birthday.store(fresh.birthday, Ordering::Relaxed);
        record.hash.store(fresh.hash, Ordering::Relaxed);
        record.at_least.store(fresh.signature.at_least, Ordering::Relaxed);
        record.at_most.store(fresh.signature.at_most, Ordering::Relaxed);
        head.store(index as u32 + 1, Ordering::Release);
        end.records += 1;
        if index.is_power_of_two() {
            self.sums.fit(index, &self.budget);
        }
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
struct Fresh<'a> {
    options: &'a [Id],
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
    let mut negated = Ids::from(ids);
    for id in &mut negated {
        *id = id.neg();
    }
    // Only a game and its negative change places.
    for i in 1..negated.len() {
        if negated[i] < negated[i - 1] {
            negated.swap(i - 1, i);
        }
    }
    negated
}

/// A game and its record.
#[derive(Clone, Copy)]
pub(super) struct Seen<'s> {
    pub(super) id: Id,
    record: &'s Record,
}

impl<'s> Seen<'s> {
    /// What is told of the game at a glance.
    #[inline]
    pub(super) fn glance(self) -> Glance {
        let Record { at_least, at_most, rough: [left, right], .. } = self.record;
        let [left, right] = [left, right].map(|rough| Rough::from_bits(rough.load(Ordering::Relaxed)));
        let signature = Signature {
            at_least: at_least.load(Ordering::Relaxed),
            at_most: at_most.load(Ordering::Relaxed),
        };
        if self.id.is_flipped() {
            Glance { signature: signature.negated(), stops: [right.neg(), left.neg()] }
        } else {
            Glance { signature, stops: [left, right] }
        }
    }

    #[inline]
    pub(super) fn is_number(self) -> bool {
        self.record.shape.load(Ordering::Relaxed) & NUMBER != 0
    }

    #[inline]
    pub(super) fn is_number_up_star(self) -> bool {
        self.record.shape.load(Ordering::Relaxed) & NUMBER_UP_STAR != 0
    }

    /// The options of both players, for loops over them.
    #[inline]
    pub(super) fn options(self, store: &'s Store) -> Result<Options<'s>, Stop> {
        let shape = self.record.shape.load(Ordering::Acquire);
        if shape & LISTED != 0 {
            return Ok(Options::Listed(store.listed(self.record, shape, self.id.is_flipped())));
        }
        store.list_options(self.id)
    }
}

/// What a game is found by: the options of the game or its negative, whichever come first.
struct Key {
    /// The left options, then the right ones.
    both: Ids,
    lefts: usize,
    hash: u32,
    flipped: bool,
    own_negative: bool,
}

impl Key {
    fn new(left: &[Id], right: &[Id]) -> Key {
        let order = left.len().cmp(&right.len()).then_with(|| left.cmp(&negated(right)));
        let mut both = Ids::new();
        let lefts = if order.is_gt() {
            both.extend_from_slice(&negated(right));
            both.extend_from_slice(&negated(left));
            right.len()
        } else {
            both.extend_from_slice(left);
            both.extend_from_slice(right);
            left.len()
        };
        let hash = both.iter().fold(lefts as u64, |hash, id| {
            ((hash ^ u64::from(id.to_bits())).wrapping_mul(0x9e37_79b9_7f4a_7c15)).rotate_left(29)
        });
        Key { both, lefts, hash: finished(hash), flipped: order.is_gt(), own_negative: order.is_eq() }
    }

    fn sides(&self) -> (&[Id], &[Id]) {
        self.both.split_at(self.lefts)
    }

    fn id(&self, index: usize) -> Id {
        let id = Id::new(index, self.own_negative);
        if self.flipped { id.neg() } else { id }
    }
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
pub(super) enum Options<'s> {
    Listed(Both<'s>),
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
            Options::Listed(both) => both.side(player).len() as u64,
            Options::Nimbers { star, .. } => *star,
        }
    }

    #[inline]
    pub(super) fn at(&self, store: &Store, player: Player, number: u64) -> Result<Id, Stop> {
        match self {
            Options::Listed(both) => Ok(read(&both.side(player)[number as usize], both.flip)),
            Options::Nimbers { number: x, star } => {
                assert!(number < *star, "option {number} of {star}");
                store.number_up_star(NumberUpStar { number: x.clone(), ups: Dyadic::ZERO, star: number })
            }
        }
    }
}

/// The options of both players in the pool.
#[derive(Clone, Copy)]
pub(super) struct Both<'s> {
    left: &'s [AtomicU32],
    right: &'s [AtomicU32],
    flip: u32,
}

impl<'s> Both<'s> {
    #[inline]
    fn side(&self, player: Player) -> &'s [AtomicU32] {
        match player {
            Player::Left => self.left,
            Player::Right => self.right,
        }
    }

    #[inline]
    pub(super) fn of(&self, player: Player) -> View<'s> {
        View { slots: self.side(player).iter(), flip: self.flip }
    }
}

/// A player's options in the pool, negated on the way out if need be.
#[derive(Clone)]
pub(super) struct View<'s> {
    slots: std::slice::Iter<'s, AtomicU32>,
    flip: u32,
}

impl Iterator for View<'_> {
    type Item = Id;

    #[inline]
    fn next(&mut self) -> Option<Id> {
        self.slots.next().map(|slot| read(slot, self.flip))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.slots.size_hint()
    }

    fn nth(&mut self, n: usize) -> Option<Id> {
        self.slots.nth(n).map(|slot| read(slot, self.flip))
    }
}

#[inline]
fn read(slot: &AtomicU32, flip: u32) -> Id {
    let bits = slot.load(Ordering::Relaxed);
    Id::raw(bits ^ (flip & !(bits >> 31)))
}
