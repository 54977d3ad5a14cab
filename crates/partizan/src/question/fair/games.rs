//! Sums of games that are not numbers.
//!
//! A sum is zero only as a game: `{1|-1} + {2|-2}` has mean 0 and is not fair. So the sums of the two halves of the
//! collection are listed as games in canonical form, equal ones once, and those of one half looked up among the negatives of
//! the other.
//!
//! 2^(n/2) additions at the most; far fewer where many sums are equal.

use super::super::claim::Claim;
use super::tally::Tally;
use crate::budget::{Budget, Stop};
use crate::value::{Id, Store};
use hashbrown::HashMap;
use hashbrown::hash_map::Entry;

/// The greatest number of different sums of a half.
const MOST_SUMS: usize = 1 << 24;

type Sums<T> = HashMap<Id, T, foldhash::fast::FixedState>;

/// What is kept of the choices that sum to zero as a game.
///
/// # Errors
/// [`Stop::TooLarge`] for a half with more than 2^24 sums; those of the budget and of the store.
pub(super) fn search<T: Tally>(
    store: &Store,
    games: &[Id],
    weights: &[u32],
    tally: &T,
    budget: &Budget,
) -> Result<T::Kept, Stop> {
    let middle = games.len() / 2;
    let mut claim = Claim::new(budget);
    let mut half = |range: std::ops::Range<usize>| -> Result<Sums<T::Kept>, Stop> {
        let mut sums: Sums<T::Kept> = Sums::default();
        sums.insert(Id::ZERO, tally.empty());
        for place in range {
            budget.check()?;
            budget.report(place as u64, Some(games.len() as u64), "components");
            if sums.len() > MOST_SUMS / 2 {
                return Err(Stop::TooLarge {
                    what: "the number of different sums of half of the components".into(),
                    size: format!("more than {}", sums.len()),
                    limit: MOST_SUMS.to_string(),
                    advice: None,
                });
            }
            let bytes = u128::from(claim.bytes());
            claim.raise(bytes + sums.len() as u128 * 2 * size_of::<(Id, T::Kept)>() as u128)?;
            let with: Vec<(Id, T::Kept)> = sums
                .iter()
                .map(|(&sum, kept)| {
                    Ok((store.add(sum, games[place])?, tally.with(kept, place, weights[place])))
                })
                .collect::<Result<_, Stop>>()?;
            for (sum, kept) in with {
                match sums.entry(sum) {
                    Entry::Occupied(mut there) => tally.join(there.get_mut(), kept),
                    Entry::Vacant(free) => {
                        free.insert(kept);
                    }
                }
            }
        }
        Ok(sums)
    };
    let (left, right) = (half(0..middle)?, half(middle..games.len())?);
    let mut total: Option<T::Kept> = None;
    for (sum, kept) in &left {
        if let Some(other) = right.get(&sum.neg()) {
            let both = tally.pair(kept, other);
            match &mut total {
                Some(total) => tally.join(total, both),
                None => total = Some(both),
            }
        }
    }
    Ok(total.unwrap_or_else(|| tally.empty()))
}
