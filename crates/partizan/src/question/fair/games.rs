//! Sums of games that are not numbers.
//!
//! A sum is zero only as a game: `{1|-1} + {2|-2}` has mean 0 and is not fair. But where it is zero its mean is, and means
//! add up; and it has no temperature, and the hottest of several games keeps its temperature in their sum, unless another
//! is as hot. So the components are taken from two ends, the hottest ones first and the coldest ones first, whichever end has
//! fewer different sums:
//!
//! - a sum whose mean the others cannot cancel is dropped;
//! - a sum of the hottest that is hotter than all the others is dropped.
//!
//! When all are taken, the sums of one end are looked up among the negatives of the other's. That is 2^(n/2) additions at
//! the most, and far fewer where many sums are equal or dropped.

use super::super::claim::Claim;
use super::problem::drop_far;
use super::tally::{Picked, Tally};
use crate::budget::{Budget, Stop};
use crate::value::{Dyadic, Id, Store};
use hashbrown::HashMap;
use hashbrown::hash_map::Entry;

/// The games that a fair set can hold, the hottest first.
#[derive(Debug)]
pub(super) struct Items<'s> {
    store: &'s Store,
    /// Their places in the input.
    pub places: Vec<usize>,
    games: Vec<Id>,
    /// Their means.
    pub means: Vec<Dyadic>,
    temperatures: Vec<Dyadic>,
    /// Their weights.
    pub weights: Vec<u32>,
}

impl<'s> Items<'s> {
    /// Puts the games into an order that does not depend on how they are given, and drops those that no fair set can hold:
    /// a game that is hotter than all others, and one whose mean is farther from zero than all means of the other sign
    /// together.
    ///
    /// # Errors
    /// Those of the store's budget.
    pub fn new(store: &'s Store, games: &[Id], texts: &[&str], weights: &[u64]) -> Result<Self, Stop> {
        let means = games.iter().map(|&game| store.mean(game)).collect::<Result<Vec<_>, _>>()?;
        let temperatures =
            games.iter().map(|&game| store.temperature(game)).collect::<Result<Vec<_>, _>>()?;
        let mut places: Vec<usize> = (0..games.len()).collect();
        places.sort_by(|&i, &j| {
            let by_value = temperatures[j].cmp(&temperatures[i]).then_with(|| means[j].cmp(&means[i]));
            by_value.then(weights[j].cmp(&weights[i])).then_with(|| texts[i].cmp(texts[j])).then(i.cmp(&j))
        });
        loop {
            let before = places.len();
            while let Some(&hottest) = places.first() {
                let alone = places.get(1).is_none_or(|&next| temperatures[next] < temperatures[hottest]);
                if !alone || games[hottest] == Id::ZERO {
                    break;
                }
                places.remove(0);
            }
            drop_far(&means, &mut places);
            if places.len() == before {
                break;
            }
        }
        let of = |all: &[Dyadic]| places.iter().map(|&place| all[place].clone()).collect::<Vec<_>>();
        Ok(Items {
            store,
            games: places.iter().map(|&place| games[place]).collect(),
            means: of(&means),
            temperatures: of(&temperatures),
            // They are at most MOST_WEIGHT in all.
            weights: places.iter().map(|&place| weights[place] as u32).collect(),
            places,
        })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Their weight.
    pub fn weight(&self) -> u64 {
        self.weights.iter().map(|&weight| u64::from(weight)).sum()
    }

    /// Whether these items sum to zero as a game.
    pub fn sum_to_zero(&self, items: &[usize]) -> Result<bool, Stop> {
        Ok(self.store.sum(items.iter().map(|&item| self.games[item]))? == Id::ZERO)
    }

    /// The places in the input of what is picked, in increasing order.
    pub fn chosen(&self, picked: &Picked) -> Vec<usize> {
        let items = (0..self.len()).filter(|&item| picked.has(item));
        let mut chosen: Vec<usize> = items.map(|item| self.places[item]).collect();
        chosen.sort_unstable();
        chosen
    }
}

/// What is kept of the choices with a sum, and its mean.
type Sums<T> = HashMap<Id, (Dyadic, T), foldhash::fast::FixedState>;

/// A search from both ends; it can go on where it stopped.
#[derive(Debug)]
pub(super) struct Search<'a, T: Tally> {
    items: &'a Items<'a>,
    tally: &'a T,
    hot: Sums<T::Kept>,
    cold: Sums<T::Kept>,
    /// How many items are taken from the hot end, and from the cold one.
    taken: [usize; 2],
    claim: Claim,
}

impl<'a, T: Tally> Search<'a, T> {
    /// Nothing is taken yet.
    pub fn new(items: &'a Items<'a>, tally: &'a T, budget: &'a Budget) -> Self {
        let empty = || Sums::from_iter([(Id::ZERO, (Dyadic::ZERO, tally.empty()))]);
        Search { items, tally, hot: empty(), cold: empty(), taken: [0, 0], claim: Claim::new(budget) }
    }

    /// How many different sums are held.
    pub fn sums(&self) -> usize {
        self.hot.len() + self.cold.len()
    }

    /// Goes on, and gives what is kept of the choices that sum to zero as a game; nothing if one end comes to hold more
    /// than so many sums.
    ///
    /// # Errors
    /// Those of the budget and of the store.
    pub fn advance(&mut self, most: usize) -> Result<Option<T::Kept>, Stop> {
        let n = self.items.len();
        while self.taken[0] + self.taken[1] < n {
            let from_hot = self.hot.len() <= self.cold.len();
            if self.hot.len().min(self.cold.len()) > most / 2 {
                return Ok(None);
            }
            self.take(from_hot)?;
            let done = self.taken[0] + self.taken[1];
            self.claim.budget().report(done as u64, Some(n as u64), "components");
        }
        Ok(Some(self.met()))
    }

    /// Takes one more item, from the hot end or from the cold one.
    fn take(&mut self, from_hot: bool) -> Result<(), Stop> {
        let n = self.items.len();
        let place = if from_hot { self.taken[0] } else { n - 1 - self.taken[1] };
        let (game, mean) = (self.items.games[place], &self.items.means[place]);
        let own = if from_hot { &self.hot } else { &self.cold };
        // The most that the table can grow to, its choices among it.
        let each = 3 * size_of::<(Id, (Dyadic, T::Kept))>() as u128;
        let heap: u128 = own.values().map(|(_, kept)| self.tally.heap(kept) as u128).sum();
        self.claim.raise((self.sums() + own.len()) as u128 * each + 3 * heap)?;
        let mut with = Vec::with_capacity(own.len());
        for (done, (&sum, (its_mean, kept))) in own.iter().enumerate() {
            if done % 1024 == 0 {
                self.claim.budget().check()?;
            }
            let kept = self.tally.with(kept, place, self.items.weights[place]);
            with.push((self.items.store.add(sum, game)?, its_mean + mean, kept));
        }
        let own = if from_hot { &mut self.hot } else { &mut self.cold };
        for (sum, mean, kept) in with {
            match own.entry(sum) {
                Entry::Occupied(mut there) => self.tally.join(&mut there.get_mut().1, kept),
                Entry::Vacant(free) => {
                    free.insert((mean, kept));
                }
            }
        }
        self.taken[usize::from(!from_hot)] += 1;
        self.drop_hopeless(from_hot)
    }

    /// Drops the sums of one end that the items not taken there cannot cancel.
    fn drop_hopeless(&mut self, hot: bool) -> Result<(), Stop> {
        let n = self.items.len();
        let others = if hot { self.taken[0]..n } else { 0..n - self.taken[1] };
        let (mut low, mut high) = (Dyadic::ZERO, Dyadic::ZERO);
        for mean in &self.items.means[others] {
            let end = if *mean < Dyadic::ZERO { &mut low } else { &mut high };
            *end = &*end + mean;
        }
        let own = if hot { &mut self.hot } else { &mut self.cold };
        own.retain(|_, (mean, _)| {
            let rest = -&*mean;
            low <= rest && rest <= high
        });
        // Every item that is not taken from the hot end is at most as hot as the next one there.
        if let (true, Some(hottest)) = (hot, self.items.temperatures.get(self.taken[0]))
            && *hottest < self.items.temperatures[self.taken[0] - 1]
        {
            let mut hopeless = Vec::new();
            for (done, &sum) in own.keys().enumerate() {
                if done % 1024 == 0 {
                    self.claim.budget().check()?;
                }
                if self.items.store.temperature(sum)? > *hottest {
                    hopeless.push(sum);
                }
            }
            for sum in hopeless {
                own.remove(&sum);
            }
        }
        Ok(())
    }

    /// What is kept of the choices among the items taken so far that sum to zero.
    pub fn met(&self) -> T::Kept {
        let (few, many) =
            if self.hot.len() <= self.cold.len() { (&self.hot, &self.cold) } else { (&self.cold, &self.hot) };
        let mut total: Option<T::Kept> = None;
        for (sum, (_, kept)) in few {
            if let Some((_, other)) = many.get(&sum.neg()) {
                let both = self.tally.pair(kept, other);
                match &mut total {
                    Some(total) => self.tally.join(total, both),
                    None => total = Some(both),
                }
            }
        }
        total.unwrap_or_else(|| self.tally.empty())
    }
}
