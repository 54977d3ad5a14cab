//! Atomic weights, and the far star that they are measured with.

use super::Dyadic;
use super::id::Id;
use super::order::Comparison;
use super::store::Store;
use super::walk::too_large;
use crate::budget::Stop;
use num_bigint::BigInt;

impl Store {
    /// The `n` of the far star *n of the game: the least power of 2 that is greater than the nimber part of each of its
    /// number-up-star followers.
    ///
    /// # Errors
    /// [`Stop`] if the budget is spent, the game has more followers than are walked through, or no nimber is far enough.
    pub fn far_star(&self, id: Id) -> Result<u64, Stop> {
        let leaf = |leaf: Id| {
            Ok(self.as_number_up_star(leaf).map(|value| {
                // Beside an odd number of ups stands *k, beside an even number *(k^1).
                if value.ups() == BigInt::ZERO { value.star() } else { value.star() | 1 }
            }))
        };
        let most = self.work_out(id, leaf, |_, sides, known| {
            Ok(sides.iter().flatten().map(|option| known[option]).max().unwrap_or(0))
        })?;
        most.checked_add(1)
            .and_then(u64::checked_next_power_of_two)
            .ok_or_else(|| too_large("a far star", "2^64", "below 2^64"))
    }

    /// The atomic weight: the game A with ↓ + ★ <= G - A·↑ <= ↑ + ★ for a far star ★, or nothing if there is none.
    ///
    /// Every all-small game has one. An infinitesimal game with hot followers may have one as well: tiny games
    /// and the empty 4 by 4 board of Domineering have 0, {0,{1|0}|0} has 1, but {1|^3||^} has none, and no game has that is not
    /// infinitesimal, such as {1|0}.
    ///
    /// # Errors
    /// [`Stop`] if the budget is spent or the game has more followers than are walked through.
    ///
    /// # References
    /// *Winning Ways*, chapter 8; Siegel, *Combinatorial Game Theory* (2013), II.7.
    ///
    /// ```
    /// use partizan::value::Store;
    ///
    /// let store = Store::new();
    /// let weight = |text| Ok::<_, partizan::value::Problem>(store.atomic_weight(store.parse(text)?)?);
    /// assert_eq!(weight("^3*5")?, Some(store.integer(3)?));
    /// assert_eq!(weight("{1|0}")?, None);
    /// # Ok::<(), partizan::value::Problem>(())
    /// ```
    pub fn atomic_weight(&self, id: Id) -> Result<Option<Id>, Stop> {
        if self.left_stop(id) != Dyadic::ZERO || self.right_stop(id) != Dyadic::ZERO {
            return Ok(None);
        }
        let star = self.nimber(self.far_star(id)?.max(4))?;
        let two = self.integer(2)?;
        // A number other than 0 is a threat that beats every all-small one: it stands for more ups than all moves together
        // can make up for, since each move changes the atomic weight by 2 at the most.
        let threat = BigInt::from(self.birthday(id) * 16u32 + 64u32);
        let leaf = |leaf: Id| -> Result<Option<Id>, Stop> {
            let Some(value) = self.as_number_up_star(leaf) else { return Ok(None) };
            match value.number().sign() {
                std::cmp::Ordering::Equal => self.integer(value.ups()).map(Some),
                std::cmp::Ordering::Greater => self.integer(threat.clone()).map(Some),
                std::cmp::Ordering::Less => self.integer(-&threat).map(Some),
            }
        };
        let weight = self.work_out(id, leaf, |game, [left, right], known| {
            let left =
                left.iter().map(|option| self.sub(known[option], two)).collect::<Result<Vec<_>, _>>()?;
            let right =
                right.iter().map(|option| self.add(known[option], two)).collect::<Result<Vec<_>, _>>()?;
            let weight = self.canonical(&left, &right)?;
            if !self.as_number(weight).is_some_and(|number| number.is_integer()) {
                return Ok(weight);
            }
            // More than one integer may fit: the far star tells which.
            match self.compare(game, star)? {
                Comparison::Confused | Comparison::Equal => Ok(Id::ZERO),
                Comparison::Greater => self.integer(self.greatest_not_above(&right)?),
                Comparison::Less => {
                    let negatives: Vec<Id> = left.iter().map(|bound| bound.neg()).collect();
                    self.integer(-self.greatest_not_above(&negatives)?)
                }
            }
        })?;
        // The weight of an all-small game is that. For others it is a guess: a weight that depends on how large a threat is
        // taken to be is none, and of the others the definition has the last word.
        let bound = Dyadic::from(threat).half();
        let is_bounded = self.work_out(
            weight,
            |leaf| Ok(self.as_number_up_star(leaf).map(|value| value.number().abs() < bound)),
            |_, sides, known| Ok(sides.iter().flatten().all(|option| known[option])),
        )?;
        if !is_bounded {
            return Ok(None);
        }
        let up = self.ups(1, 0)?;
        let Some(times) = self.norton(weight, up)? else { unreachable!("up is positive") };
        let rest = self.sub(id, times)?;
        let star = self.nimber(self.far_star(rest)?.max(4))?;
        let is_weight = self.le(rest, self.add(up, star)?)? && self.le(self.sub(star, up)?, rest)?;
        Ok(is_weight.then_some(weight))
    }

    /// The greatest integer that is not greater than or equal to any of these games, of which there is at least one.
    fn greatest_not_above(&self, bounds: &[Id]) -> Result<BigInt, Stop> {
        let mut greatest: Option<BigInt> = None;
        for &bound in bounds {
            // An integer above the left stop is greater than the game, one below it is not.
            let stop = self.left_stop(bound);
            let mut most = stop.ceil();
            if !stop.is_integer() || self.le(bound, self.integer(most.clone())?)? {
                most -= 1;
            }
            greatest = Some(greatest.map_or(most.clone(), |least| least.min(most)));
        }
        Ok(greatest.unwrap_or_default())
    }
}
