//! A game together with its store.

use super::Dyadic;
use super::id::Id;
use super::number_up_star::NumberUpStar;
use super::order::{Comparison, Outcome};
use super::store::Store;
use crate::budget::Stop;
use crate::player::Player;
use num_bigint::BigInt;
use std::fmt;
use std::ops::{Add, Neg, Sub};

/// The value of a short game: an id and the store that it belongs to.
///
/// Equality is equality of values; within a store that is equality of ids. An operation on games of two stores gives a
/// game of the first one's store: the other game is carried over.
///
/// `+`, `-` and unary `-` are for stores without limits; [`Game::plus`] and [`Game::minus`] say when the budget is
/// spent. There is no `<`: games are only partially ordered, see [`Game::compare`].
#[derive(Clone, Copy)]
pub struct Game<'s> {
    store: &'s Store,
    id: Id,
}

impl<'s> Game<'s> {
    pub(super) fn new(store: &'s Store, id: Id) -> Self {
        Game { store, id }
    }

    /// The store that it belongs to.
    pub fn store(self) -> &'s Store {
        self.store
    }

    /// Its id in that store.
    pub fn id(self) -> Id {
        self.id
    }

    /// The id of the other game in this one's store.
    fn id_of(self, other: Game<'_>) -> Result<Id, Stop> {
        if std::ptr::eq(self.store, other.store) {
            Ok(other.id)
        } else {
            self.store.carry_over(other.store, other.id)
        }
    }

    /// The sum.
    ///
    /// # Errors
    /// [`Stop`] if the store's budget is spent.
    pub fn plus(self, other: Game<'_>) -> Result<Game<'s>, Stop> {
        Ok(self.store.game(self.store.add(self.id, self.id_of(other)?)?))
    }

    /// The difference.
    ///
    /// # Errors
    /// [`Stop`] if the store's budget is spent.
    pub fn minus(self, other: Game<'_>) -> Result<Game<'s>, Stop> {
        Ok(self.store.game(self.store.sub(self.id, self.id_of(other)?)?))
    }

    /// The sum of `n` copies.
    ///
    /// # Errors
    /// [`Stop`] if the store's budget is spent.
    pub fn times(self, n: impl Into<BigInt>) -> Result<Game<'s>, Stop> {
        Ok(self.store.game(self.store.times(&n.into(), self.id)?))
    }

    /// Whether it is less than or equal to the other.
    ///
    /// # Errors
    /// [`Stop`] if the store's budget is spent.
    pub fn le(self, other: Game<'_>) -> Result<bool, Stop> {
        self.store.le(self.id, self.id_of(other)?)
    }

    /// How it compares with the other.
    ///
    /// # Errors
    /// [`Stop`] if the store's budget is spent.
    pub fn compare(self, other: Game<'_>) -> Result<Comparison, Stop> {
        self.store.compare(self.id, self.id_of(other)?)
    }

    /// Who wins.
    pub fn outcome(self) -> Outcome {
        self.store.outcome(self.id)
    }

    /// The options of a player in the canonical form, in no particular order.
    ///
    /// # Errors
    /// [`Stop`] if the store's budget is spent. *1000000 has a million options, which are made when asked for.
    pub fn options(self, player: Player) -> Result<Vec<Game<'s>>, Stop> {
        (0..self.store.option_count(self.id, player))
            .map(|number| Ok(self.store.game(self.store.option(self.id, player, number)?)))
            .collect()
    }

    /// The number, if it is one.
    pub fn as_number(self) -> Option<Dyadic> {
        self.store.as_number(self.id)
    }

    /// Number, ups and nimber, if it is a number-up-star value.
    pub fn as_number_up_star(self) -> Option<NumberUpStar> {
        self.store.as_number_up_star(self.id)
    }

    /// The left stop.
    pub fn left_stop(self) -> Dyadic {
        self.store.left_stop(self.id)
    }

    /// The right stop.
    pub fn right_stop(self) -> Dyadic {
        self.store.right_stop(self.id)
    }
}

impl PartialEq for Game<'_> {
    fn eq(&self, other: &Self) -> bool {
        if std::ptr::eq(self.store, other.store) {
            self.id == other.id
        } else {
            self.store.find_elsewhere(other.store, other.id) == Some(self.id)
        }
    }
}

impl Eq for Game<'_> {}

impl std::hash::Hash for Game<'_> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        // Not the id: equal games of two stores have different ids.
        self.store.signature(self.id).hash(state);
        self.left_stop().hash(state);
        self.right_stop().hash(state);
        self.store.short_birthday(self.id).hash(state);
    }
}

impl<'s> Add<Game<'_>> for Game<'s> {
    type Output = Game<'s>;

    /// # Panics
    /// If the store's budget is spent.
    fn add(self, other: Game<'_>) -> Game<'s> {
        self.plus(other).unwrap_or_else(|stop| panic!("{stop}"))
    }
}

impl<'s> Sub<Game<'_>> for Game<'s> {
    type Output = Game<'s>;

    /// # Panics
    /// If the store's budget is spent.
    fn sub(self, other: Game<'_>) -> Game<'s> {
        self.minus(other).unwrap_or_else(|stop| panic!("{stop}"))
    }
}

impl Neg for Game<'_> {
    type Output = Self;

    fn neg(self) -> Self {
        Game { store: self.store, id: self.id.neg() }
    }
}

impl fmt::Display for Game<'_> {
    /// The notation, as [`Store::text`]; where that is too large, why.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.store.text(self.id) {
            Ok(text) => f.write_str(&text),
            Err(stop) => write!(f, "<{stop}>"),
        }
    }
}

impl fmt::Debug for Game<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_number_up_star() {
            Some(value) => write!(f, "{value:?}"),
            None => write!(f, "{:?} between {} and {}", self.id, self.right_stop(), self.left_stop()),
        }
    }
}
