//! What depends on a game's canonical form alone and not on ids: birthdays, followers, the order for printing, and
//! carrying games from store to store. Nothing here recurses: games may be as deep as memory allows.

use super::Dyadic;
use super::id::Id;
use super::number_up_star::NumberUpStar;
use super::store::{Ids, Options, Store};
use crate::budget::Stop;
use crate::player::Player;
use hashbrown::{HashMap, HashSet};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};
use std::cmp::Ordering;

type Map<K, V> = HashMap<K, V, foldhash::fast::RandomState>;

/// A total order of games that depends on their values alone, for printing and for maps.
///
/// It has nothing to do with `<=`: number-up-star values come first, the earlier born before the later, then the other
/// games by their height above those and by their options.
///
/// ```
/// use partizan::value::{Store, StructuralOrder};
///
/// let store = Store::new();
/// let mut games = [store.ups(1, 0)?, store.integer(0)?, store.nimber(1)?];
/// let order = StructuralOrder::new(&store, games);
/// games.sort_by(|&g, &h| order.cmp(g, h));
/// assert_eq!(games, [store.integer(0)?, store.nimber(1)?, store.ups(1, 0)?]);
/// # Ok::<(), partizan::Stop>(())
/// ```
#[derive(Debug)]
pub struct StructuralOrder<'s> {
    store: &'s Store,
    /// The games that are no number-up-star values, by their place in the order. Equal ranks are equal games.
    ranks: Map<Id, u32>,
}

impl<'s> StructuralOrder<'s> {
    /// The order of these games and all of their followers.
    ///
    /// # Complexity
    /// For f followers with o options together, O(f log f) comparisons of option lists and O(f + o) memory.
    pub fn new(store: &'s Store, games: impl IntoIterator<Item = Id>) -> Self {
        let mut heights: Map<Id, u32> = Map::default();
        for game in games {
            store.fold_into(
                &mut heights,
                game,
                |id| store.is_number_up_star(id).then_some(0),
                |parts, heights| parts.iter().flatten().map(|part| heights[part]).max().unwrap_or(0) + 1,
            );
        }
        let mut games: Vec<(u32, Id)> =
            heights.into_iter().filter(|&(_, height)| height > 0).map(|(id, height)| (height, id)).collect();
        games.sort_unstable();
        let mut order = StructuralOrder { store, ranks: Map::default() };
        let mut rank = 0;
        for level in games.chunk_by(|g, h| g.0 == h.0) {
            let mut keys: Vec<([Ids; 2], Id)> = level
                .iter()
                .map(|&(_, id)| {
                    let mut parts = store.parts(id);
                    for side in &mut parts {
                        side.sort_unstable_by(|&g, &h| order.cmp(g, h));
                    }
                    (parts, id)
                })
                .collect();
            keys.sort_unstable_by(|(g, _), (h, _)| {
                let sides = g.iter().zip(h);
                sides.fold(Ordering::Equal, |before, (g, h)| {
                    before.then_with(|| g.len().cmp(&h.len())).then_with(|| {
                        let options = g.iter().zip(h).map(|(&g, &h)| order.cmp(g, h));
                        options.fold(Ordering::Equal, Ordering::then)
                    })
                })
            });
            for (_, id) in keys {
                rank += 1;
                order.ranks.insert(id, rank);
            }
        }
        order
    }

    /// Which of two of the games comes first.
    ///
    /// # Panics
    /// If one of them is neither among the games that the order was made for nor a follower of one.
    pub fn cmp(&self, g: Id, h: Id) -> Ordering {
        if g == h {
            return Ordering::Equal;
        }
        match (self.store.as_number_up_star(g), self.store.as_number_up_star(h)) {
            (None, None) => self.ranks[&g].cmp(&self.ranks[&h]),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(g), Some(h)) => g
                .short_birthday()
                .cmp(&h.short_birthday())
                .then_with(|| {
                    if g.short_birthday() == u32::MAX {
                        g.birthday().cmp(&h.birthday())
                    } else {
                        Ordering::Equal
                    }
                })
                .then_with(|| h.number.cmp(&g.number))
                .then_with(|| h.ups.cmp(&g.ups))
                .then_with(|| g.star.cmp(&h.star)),
        }
    }
}

impl Store {
    /// The options of a game that is no number-up-star value.
    fn parts(&self, id: Id) -> [Ids; 2] {
        match self.options(id) {
            Ok(Options::Listed(both)) => Player::BOTH.map(|player| both.of(player).collect()),
            _ => Default::default(),
        }
    }

    /// Works out something for a game and all that its options lead to, options first, without recursion. `leaf` gives
    /// it for games whose options do not matter: it must for number-up-star values, which can have very many.
    fn fold_into<T>(
        &self,
        known: &mut Map<Id, T>,
        id: Id,
        leaf: impl Fn(Id) -> Option<T>,
        mut node: impl FnMut(&[Ids; 2], &Map<Id, T>) -> T,
    ) {
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
                    let value = node(&parts, known);
                    known.insert(top, value);
                    stack.pop();
                }
            }
        }
    }

    /// What [`Store::fold_into`] works out for the game itself.
    fn fold<T>(
        &self,
        id: Id,
        leaf: impl Fn(Id) -> Option<T>,
        node: impl FnMut(&[Ids; 2], &Map<Id, T>) -> T,
    ) -> T {
        let mut known = Map::default();
        self.fold_into(&mut known, id, leaf, node);
        known.remove(&id).expect("the game itself is worked out last")
    }

    /// The birthday: the least day by which the value has been made from earlier ones.
    ///
    /// ```
    /// let store = partizan::value::Store::new();
    /// assert_eq!(store.birthday(store.ups(2, 1)?).to_string(), "3");
    /// # Ok::<(), partizan::Stop>(())
    /// ```
    pub fn birthday(&self, id: Id) -> BigUint {
        let of_leaf = |leaf| match self.as_number_up_star(leaf) {
            Some(value) => Some(value.birthday()),
            None => Some(self.short_birthday(leaf)).filter(|&day| day < u32::MAX).map(BigUint::from),
        };
        self.fold(id, of_leaf, |parts, known| {
            let latest = parts.iter().flatten().map(|part| &known[part]).max();
            latest.cloned().unwrap_or_default() + 1u32
        })
    }

    /// Whether the game is infinitesimal: between -x and x for every positive number x. Its stops are then both 0.
    pub fn is_infinitesimal(&self, id: Id) -> bool {
        self.stops(id).iter().all(Dyadic::is_zero)
    }

    /// Whether the game is dicotic (all-small): in each follower both players can move, or neither can.
    pub fn is_dicotic(&self, id: Id) -> bool {
        // The followers of a dicotic game are dicotic, so all their stops are 0; a number that is 0 has no options.
        self.fold(
            id,
            |leaf| match self.as_number_up_star(leaf) {
                Some(value) => Some(value.number.is_zero()),
                None => (!self.is_infinitesimal(leaf)).then_some(false),
            },
            |parts, known| parts.iter().flatten().all(|part| known[part]),
        )
    }

    /// How many different games one can come to by any moves in the canonical form, by either player, in any order. The
    /// game itself counts.
    ///
    /// # Complexity
    /// Number-up-star followers are counted in closed form, the others one by one.
    pub fn follower_count(&self, id: Id) -> BigUint {
        let mut known: Map<Id, ()> = Map::default();
        let is_leaf = |leaf| self.is_number_up_star(leaf).then_some(());
        self.fold_into(&mut known, id, is_leaf, |_, _| ());
        let mut others = 0u64;
        let mut values = FollowingValues::default();
        for id in known.keys() {
            match self.as_number_up_star(*id) {
                Some(value) => values.add(value),
                None => others += 1,
            }
        }
        values.count() + others
    }

    /// A total order that depends on the values alone. To sort many games, make a [`StructuralOrder`] once.
    pub fn structural_cmp(&self, g: Id, h: Id) -> Ordering {
        if g == h { Ordering::Equal } else { StructuralOrder::new(self, [g, h]).cmp(g, h) }
    }

    /// The options of a player in the canonical form, in structural order.
    ///
    /// # Errors
    /// [`Stop`] if the budget is spent.
    pub fn sorted_options(&self, id: Id, player: Player) -> Result<Vec<Id>, Stop> {
        let mut options = (0..self.option_count(id, player))
            .map(|number| self.option(id, player, number))
            .collect::<Result<Vec<_>, _>>()?;
        let order = StructuralOrder::new(self, options.iter().copied());
        options.sort_by(|&g, &h| order.cmp(g, h));
        Ok(options)
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
                let side =
                    |side: &Ids| side.iter().map(|part| known[part].clone()).collect::<Result<Ids, Stop>>();
                self.canonical(&side(&parts[0])?, &side(&parts[1])?)
            },
        )
    }

    /// The same game in this store, if it is stored.
    pub(super) fn find_elsewhere(&self, from: &Store, id: Id) -> Option<Id> {
        from.fold(
            id,
            |leaf| from.as_number_up_star(leaf).map(|value| self.find_number_up_star(&value)),
            |parts, known| {
                let side = |side: &Ids| {
                    let mut side = side.iter().map(|part| known[part]).collect::<Option<Ids>>()?;
                    side.sort_unstable();
                    Some(side)
                };
                self.find_listed(&side(&parts[0])?, &side(&parts[1])?)
            },
        )
    }
}

/// The number-up-star values that some of them lead to, in ranges.
#[derive(Default)]
struct FollowingValues {
    zero: bool,
    /// The greatest integer and, without its sign, the least.
    integers: [BigUint; 2],
    /// Numbers that are no integers; what they lead to is looked up at the end.
    fractions: HashSet<Dyadic, foldhash::fast::RandomState>,
    /// The greatest k of a value x + *k, by x.
    stars: Map<Dyadic, u64>,
    /// The most ups, or downs, of the values x + n·↑ + *k, by x, the sign of n, and k xor (n mod 2): playing down the
    /// ups one by one changes all but these.
    ups: Map<(Dyadic, bool, u64), BigUint>,
}

impl FollowingValues {
    fn add(&mut self, value: NumberUpStar) {
        let NumberUpStar { number, ups, star } = value;
        if ups.is_zero() {
            return self.add_stars(number, star);
        }
        let count = ups.numerator().magnitude().clone();
        let class = star ^ u64::from(count.bit(0));
        let most = self.ups.entry((number.clone(), ups.sign().is_gt(), class)).or_default();
        *most = count.max(most.clone());
        // The last up leads to *class, but ↑* has both 0 and * as an option.
        self.add_stars(number, class.max(1));
    }

    fn add_stars(&mut self, number: Dyadic, star: u64) {
        if star > 0 {
            let most = self.stars.entry(number.clone()).or_default();
            *most = star.max(*most);
        }
        self.add_number(number);
    }

    fn add_number(&mut self, number: Dyadic) {
        self.add_integer(number.floor());
        self.add_integer(number.ceil());
        if !number.is_integer() {
            self.fractions.insert(number);
        }
    }

    fn add_integer(&mut self, integer: BigInt) {
        self.zero = true;
        let (sign, magnitude) = integer.into_parts();
        let most = &mut self.integers[usize::from(sign == num_bigint::Sign::Minus)];
        if magnitude > *most {
            *most = magnitude;
        }
    }

    /// How many fractions they lead to: m/2^k leads to one odd multiple of 2^-j for each j from 1 to k.
    fn fraction_count(&self) -> u64 {
        if self.fractions.len() == 1 {
            return self.fractions.iter().map(Dyadic::exponent).sum();
        }
        let mut seen: HashSet<Dyadic, foldhash::fast::RandomState> = HashSet::default();
        for number in &self.fractions {
            let mut number = number.clone();
            while number.exponent() > 0 && seen.insert(number.clone()) {
                let step = Dyadic::from_parts(BigInt::one(), number.exponent());
                let (below, above) = (&number - &step, &number + &step);
                number = if below.exponent() > above.exponent() { below } else { above };
            }
        }
        seen.len() as u64
    }

    fn count(&self) -> BigUint {
        let zero = BigUint::zero();
        let ups = self.ups.values().fold(zero, |sum, count| sum + count);
        let stars = self.stars.values().fold(ups, |sum, &count| sum + count);
        stars + &self.integers[0] + &self.integers[1] + self.fraction_count() + u32::from(self.zero)
    }
}
