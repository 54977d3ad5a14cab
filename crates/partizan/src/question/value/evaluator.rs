//! From positions of a ruleset to values: the fast road for small positions, the general one for the rest.

use super::engine::{Ground, Said, Search, Worker};
use super::table::{Hold, Table};
use crate::budget::Stop;
use crate::ruleset::{Field, Insight, Normal, Player, Short};
use crate::value::{Id, Store};
use hashbrown::HashMap;
use std::fmt;
use std::hash::{BuildHasher, Hash};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Values positions of one ruleset in a store; what it has found it keeps for the next position.
///
/// Equal positions, positions that are images of each other, and equal components anywhere are valued once. It uses as
/// many threads as the budget of the store allows; the value is the same for every number.
///
/// ```
/// use partizan::Ruleset;
/// use partizan::question::value::Evaluator;
/// use partizan::ruleset::domineering::Domineering;
/// use partizan::value::Store;
///
/// let store = Store::new();
/// let evaluator = Evaluator::new(&store, &Domineering);
/// let square = evaluator.value(&Domineering.parse("../..")?)?;
/// assert_eq!(square, store.canonical(&[store.integer(1)?], &[store.integer(-1)?])?);
/// # Ok::<(), partizan::Error>(())
/// ```
pub struct Evaluator<'s, R: Short> {
    store: &'s Store,
    ruleset: R,
    fields: Mutex<Vec<Arc<OfField<R::Field>>>>,
    general: Shards<R::Position>,
    positions: AtomicU64,
}

/// A field with the table of its pieces.
struct OfField<F: Field> {
    field: F,
    table: Table,
}

/// How many fields are kept: a ruleset on boards needs one or two, one on graphs one a graph.
const FIELDS: usize = 64;

/// After so many pieces a value is worth more threads.
const ALONE: u64 = 2_000;

impl<'s, R: Short> Evaluator<'s, R> {
    /// An evaluator without any values yet.
    pub fn new(store: &'s Store, ruleset: &R) -> Self {
        Evaluator {
            store,
            ruleset: ruleset.clone(),
            fields: Mutex::new(Vec::new()),
            general: Shards::new(),
            positions: AtomicU64::new(0),
        }
    }

    /// The store of the values.
    pub fn store(&self) -> &'s Store {
        self.store
    }

    /// How many positions have been valued by their options, images and equal components counted once.
    ///
    /// With several threads the count differs a little from run to run, as two may value one position at the same time.
    pub fn positions(&self) -> u64 {
        self.positions.load(Ordering::Relaxed)
    }

    /// The memory of the tables of positions, in bytes.
    pub fn bytes(&self) -> u64 {
        lock(&self.fields).iter().map(|of| of.table.bytes()).sum::<u64>() + self.general.bytes()
    }

    /// The value of a position.
    ///
    /// # Errors
    /// [`Stop`] if the budget of the store is spent. What was found stays found.
    ///
    /// # Complexity
    /// One visit to each position that can be reached, images and equal components counted once. The depth of play takes
    /// memory from the heap, not from the stack.
    pub fn value(&self, position: &R::Position) -> Result<Id, Stop> {
        self.value_by(position, self.store.budget().threads())
    }

    /// The value of a position, if what was found so far gives it without a search: what a stopped search has proved.
    pub fn known(&self, position: &R::Position) -> Option<Id> {
        let search = Search::new(self.store, &self.positions);
        if let Some((field, piece)) = self.ruleset.field(position) {
            let of = lock(&self.fields).iter().find(|of| of.field == field).map(Arc::clone)?;
            let pieces = Pieces { field: &of.field, hold: of.table.hold(), store: self.store };
            return Worker::new(&search, pieces, 0).known(&piece).ok().flatten();
        }
        // Components that take the fast road are asked there; searching them is no matter of this.
        let mut parts = Vec::new();
        self.ruleset.components(position, &mut |part| parts.push(part));
        let mut sum = Id::ZERO;
        for part in parts {
            let value = match self.ruleset.insight(&part).0 {
                Insight::Open if self.ruleset.field(&part).is_some() => self.known(&part)?,
                Insight::Open => self.general.get(&part)?,
                insight => match said(insight, self.store).ok()? {
                    Said::Integer(n) => self.store.number(n).ok()?,
                    Said::Nimber(n) => self.store.nimber(n.into()).ok()?,
                    Said::Value(value) => value,
                    Said::Over(..) | Said::Open => self.general.get(&part)?,
                },
            };
            sum = self.store.add(sum, value).ok()?;
        }
        Some(sum)
    }

    fn value_by(&self, position: &R::Position, threads: usize) -> Result<Id, Stop> {
        self.store.budget().check()?;
        if let Some((field, piece)) = self.ruleset.field(position) {
            return self.of_piece(field, &piece, threads);
        }
        let search = Search::new(self.store, &self.positions);
        run(&search, threads, position, |_| Positions { evaluator: self });
        search.result()
    }

    fn of_piece(
        &self,
        field: R::Field,
        piece: &<R::Field as Field>::Piece,
        threads: usize,
    ) -> Result<Id, Stop> {
        let of = self.of_field(field)?;
        let search = Search::new(self.store, &self.positions);
        run(&search, threads, piece, |_| Pieces {
            field: &of.field,
            hold: of.table.hold(),
            store: self.store,
        });
        search.result()
    }

    fn of_field(&self, field: R::Field) -> Result<Arc<OfField<R::Field>>, Stop> {
        let mut fields = lock(&self.fields);
        if let Some(at) = fields.iter().position(|of| of.field == field) {
            return Ok(Arc::clone(&fields[at]));
        }
        if fields.len() == FIELDS {
            fields.remove(0);
        }
        let table = Table::new(field.key_bits(), self.store.budget())?;
        let of = Arc::new(OfField { field, table });
        fields.push(Arc::clone(&of));
        Ok(of)
    }
}

impl<R: Short> fmt::Debug for Evaluator<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Evaluator")
            .field("ruleset", &R::NAME)
            .field("positions", &self.positions())
            .finish_non_exhaustive()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Values a piece by so many threads; the first works alone until it is clear that there is work for more.
fn run<G: Ground>(search: &Search<'_>, threads: usize, piece: &G::Piece, ground: impl Fn(usize) -> G + Sync)
where
    G::Piece: Sync,
{
    let alone = (threads > 1).then_some(ALONE);
    if Worker::new(search, ground(0), 0).run(piece, alone) {
        return;
    }
    std::thread::scope(|scope| {
        for order in 1..threads {
            let ground = &ground;
            scope.spawn(move || Worker::new(search, ground(order), order).run(piece, None));
        }
        Worker::new(search, ground(0), 0).run(piece, None);
    });
}

/// The pieces of a field, for one thread.
struct Pieces<'t, F: Field> {
    field: &'t F,
    hold: Hold<'t>,
    store: &'t Store,
}

impl<F: Field> Ground for Pieces<'_, F> {
    type Piece = F::Piece;
    type Key = u128;
    const RECALLS: bool = true;

    fn split(&self, piece: &F::Piece, visit: &mut impl FnMut(F::Piece)) {
        self.field.split(piece, visit);
    }

    fn insight(&mut self, component: &F::Piece) -> Result<Said<F::Piece>, Stop> {
        said(self.field.insight(component), self.store)
    }

    fn normal(&self, component: &F::Piece) -> Normal<F::Piece> {
        self.field.normal(component)
    }

    fn moves(&self, piece: &F::Piece, player: Player, visit: &mut impl FnMut(F::Piece)) {
        self.field.moves(piece, player, visit);
    }

    fn key(&self, piece: &F::Piece) -> u128 {
        self.field.key(piece)
    }

    fn touch(&self, key: &u128) {
        self.hold.touch(*key);
    }

    fn get(&self, key: &u128) -> Option<Id> {
        self.hold.get(*key)
    }

    fn put(&mut self, key: u128, value: Id) -> Result<(), Stop> {
        self.hold.give_way()?;
        self.hold.put(key, value);
        Ok(())
    }

    fn seed(&self, key: &u128) -> u64 {
        *key as u64 ^ (*key >> 64) as u64
    }
}

fn said<P>(insight: Insight<P>, store: &Store) -> Result<Said<P>, Stop> {
    Ok(match insight {
        Insight::Open => Said::Open,
        Insight::Integer(n) => Said::Integer(n),
        Insight::Nimber(n) => Said::Nimber(n),
        Insight::Number(number) => Said::Value(store.number(number)?),
        Insight::Over(colour, above) => Said::Over(colour, above),
    })
}

/// The positions of a ruleset themselves: the general road, with no limit of size. Components that are small enough take the fast one.
struct Positions<'e, 's, R: Short> {
    evaluator: &'e Evaluator<'s, R>,
}

impl<R: Short> Ground for Positions<'_, '_, R> {
    type Piece = R::Position;
    type Key = R::Position;
    const RECALLS: bool = false;

    fn split(&self, position: &R::Position, visit: &mut impl FnMut(R::Position)) {
        self.evaluator.ruleset.components(position, visit);
    }

    fn insight(&mut self, component: &R::Position) -> Result<Said<R::Position>, Stop> {
        let ruleset = &self.evaluator.ruleset;
        match ruleset.insight(component).0 {
            Insight::Open => match ruleset.field(component) {
                Some((field, piece)) => self.evaluator.of_piece(field, &piece, 1).map(Said::Value),
                None => Ok(Said::Open),
            },
            insight => said(insight, self.evaluator.store),
        }
    }

    fn normal(&self, component: &R::Position) -> Normal<R::Position> {
        Normal { piece: component.clone(), negated: false, symmetric: false }
    }

    fn moves(&self, position: &R::Position, player: Player, visit: &mut impl FnMut(R::Position)) {
        self.evaluator.ruleset.options(position, player, visit);
    }

    fn key(&self, position: &R::Position) -> R::Position {
        position.clone()
    }

    fn touch(&self, _: &R::Position) {}

    fn get(&self, key: &R::Position) -> Option<Id> {
        self.evaluator.general.get(key)
    }

    fn put(&mut self, key: R::Position, value: Id) -> Result<(), Stop> {
        self.evaluator.general.put(key, value, self.evaluator.store)
    }

    fn seed(&self, key: &R::Position) -> u64 {
        self.evaluator.general.hasher.hash_one(key)
    }
}

/// A table of positions of any size, in parts with a lock each.
struct Shards<P> {
    hasher: foldhash::fast::FixedState,
    parts: Vec<Mutex<HashMap<P, Id, foldhash::fast::FixedState>>>,
    count: AtomicU64,
}

/// What an entry takes beside what the position itself points to.
const fn entry_bytes<P>() -> u64 {
    (size_of::<P>() + size_of::<Id>()) as u64 * 2
}

impl<P: Eq + Hash> Shards<P> {
    fn new() -> Self {
        let parts = (0..64).map(|_| Mutex::new(HashMap::default())).collect();
        Shards { hasher: foldhash::fast::FixedState::default(), parts, count: AtomicU64::new(0) }
    }

    fn shard(&self, key: &P) -> &Mutex<HashMap<P, Id, foldhash::fast::FixedState>> {
        &self.parts[(self.hasher.hash_one(key) >> 7) as usize % self.parts.len()]
    }

    fn get(&self, key: &P) -> Option<Id> {
        lock(self.shard(key)).get(key).copied()
    }

    fn put(&self, key: P, value: Id, store: &Store) -> Result<(), Stop> {
        let mut shard = lock(self.shard(&key));
        if !shard.contains_key(&key) {
            store.budget().claim(u128::from(entry_bytes::<P>()))?;
            shard.insert(key, value);
            self.count.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    }

    fn bytes(&self) -> u64 {
        self.count.load(Ordering::Relaxed) * entry_bytes::<P>()
    }
}
