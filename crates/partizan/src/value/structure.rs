//! What depends on a game's canonical form alone and not on ids: birthdays, followers, the order for printing, and
//! carrying games from store to store. Nothing here recurses: games may be as deep as memory allows.

use super::id::Id;
use super::store::{Ids, Options, Store};
use crate::budget::Stop;
use crate::player::Player;
use hashbrown::HashMap;
use num_bigint::BigUint;
use std::cmp::Ordering;

type Map<T> = HashMap<Id, T, foldhash::fast::RandomState>;

impl Store {
    /// The options of a game that is no number-up-star value.
    fn parts(&self, id: Id) -> [Ids; 2] {
        let mut parts: [Ids; 2] = Default::default();
        if let Ok(Options::Listed(both)) = self.options(id) {
            parts = Player::BOTH.map(|player| both.of(player).collect());
        }
        parts
    }

    /// Works out something for a game from what was worked out for its options, without recursion.
    fn fold<T: Clone>(
        &self,
        id: Id,
        leaf: impl Fn(Id) -> Option<T>,
        node: impl Fn(&[Ids; 2], &Map<T>) -> T,
    ) -> T {
        let mut known: Map<T> = Map::default();
        let mut stack = vec![id];
        while let Some(&top) = stack.last() {
            if known.contains_key(&top) {
                stack.pop();
            } else if let Some(value) = leaf(top) {
                known.insert(top, value);
                stack.pop();
            } else {
                let parts = self.parts(top);
                let before = stack.len();
                stack.extend(parts.iter().flatten().filter(|part| !known.contains_key(*part)));
                if stack.len() == before {
                    known.insert(top, node(&parts, &known));
                    stack.pop();
                }
            }
        }
        known.remove(&id).expect("the game itself is worked out last")
    }

    /// The birthday: the least day by which the value has been made from earlier ones.
    pub fn birthday(&self, id: Id) -> BigUint {
        if let Some(value) = self.as_number_up_star(id) {
            return value.birthday();
        }
        match self.short_birthday(id) {
            u32::MAX => self.fold(
                id,
                |leaf| match self.as_number_up_star(leaf) {
                    Some(value) => Some(value.birthday()),
                    None => Some(self.short_birthday(leaf)).filter(|&day| day < u32::MAX).map(BigUint::from),
                },
                |parts, known| {
                    parts.iter().flatten().map(|part| &known[part]).max().cloned().unwrap_or_default() + 1u32
                },
            ),
            day => BigUint::from(day),
        }
    }

    /// A total order that depends on the values alone, for printing and for maps. It has nothing to do with `<=`.
    pub fn structural_cmp(&self, g: Id, h: Id) -> Ordering {
        // Earlier born first; number-up-star values by their triple, before others of the same day.
        if g == h {
            return Ordering::Equal;
        }
        let triple = |id| self.as_number_up_star(id).map(|v| (v.number, v.ups, v.star));
        let (of_g, of_h) = (triple(g), triple(h));
        match (&of_g, &of_h) {
            (Some(_), None) => return Ordering::Less,
            (None, Some(_)) => return Ordering::Greater,
            _ => {}
        }
        let by_birthday = self.birthday(g).cmp(&self.birthday(h));
        if by_birthday.is_ne() {
            return by_birthday;
        }
        if of_g.is_some() {
            return of_h.cmp(&of_g);
        }
        let sorted = |id| {
            self.parts(id).map(|mut side| {
                side.sort_by(|&a, &b| self.structural_cmp(a, b));
                side
            })
        };
        let (of_g, of_h) = (sorted(g), sorted(h));
        for (a, b) in of_g.iter().zip(&of_h) {
            let by_count = a.len().cmp(&b.len());
            if by_count.is_ne() {
                return by_count;
            }
            for (&a, &b) in a.iter().zip(b) {
                let order = self.structural_cmp(a, b);
                if order.is_ne() {
                    return order;
                }
            }
        }
        Ordering::Equal
    }

    /// The same game in this store.
    ///
    /// # Errors
    /// [`Stop`] if the budget of this store is spent.
    pub fn carry_over(&self, from: &Store, id: Id) -> Result<Id, Stop> {
        from.fold(
            id,
            |leaf| from.as_number_up_star(leaf).map(|value| self.number_up_star(value)),
            |parts, known| {
                let [left, right] = parts
                    .clone()
                    .map(|side| side.iter().map(|part| known[part].clone()).collect::<Result<Ids, Stop>>());
                self.canonical(&left?, &right?)
            },
        )
    }

    /// The same game in this store, if it is stored.
    pub(super) fn find_elsewhere(&self, from: &Store, id: Id) -> Option<Id> {
        from.fold(
            id,
            |leaf| from.as_number_up_star(leaf).map(|value| self.find_number_up_star(&value)),
            |parts, known| {
                let [left, right] = parts.clone().map(|side| {
                    let mut side = side.iter().map(|part| known[part]).collect::<Option<Ids>>()?;
                    side.sort_unstable();
                    Some(side)
                });
                self.find_listed(&left?, &right?)
            },
        )
    }

    /// The options of a player in the canonical form, in the order in which they are printed.
    ///
    /// # Errors
    /// [`Stop`] if the budget is spent.
    pub fn sorted_options(&self, id: Id, player: Player) -> Result<Vec<Id>, Stop> {
        let mut options = (0..self.option_count(id, player))
            .map(|number| self.option(id, player, number))
            .collect::<Result<Vec<_>, _>>()?;
        options.sort_by(|&g, &h| self.structural_cmp(g, h));
        Ok(options)
    }
}
