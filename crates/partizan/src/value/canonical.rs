//! Canonical forms: dominated options deleted, reversible ones bypassed.

use super::Dyadic;
use super::id::Id;
use super::number_up_star::NumberUpStar;
use super::order::Pending;
use super::signature::Signature;
use super::store::{Ids, Made, Options, Store};
use crate::budget::Stop;
use crate::player::Player;
use num_bigint::BigUint;

impl Store {
    /// The canonical form of the game with these options, in any order, repeated or not.
    ///
    /// # Errors
    /// [`Stop`] if the budget is spent.
    ///
    /// # References
    /// Siegel, *Combinatorial Game Theory* (2013), II.2: every short game has exactly one equal game without dominated and
    /// reversible options.
    pub fn canonical(&self, left: &[Id], right: &[Id]) -> Result<Id, Stop> {
        let (mut left, mut right) = (Ids::from(left), Ids::from(right));
        sort(&mut left);
        sort(&mut right);
        if let Some(found) = self.find_canonical(&left, &right)? {
            return Ok(found);
        }
        let bounds = [
            left.iter().map(|&id| self.right_stop(id)).max(),
            right.iter().map(|&id| self.left_stop(id)).min(),
        ];
        if let Some(number) = self.as_number_between(&left, &right, &bounds)? {
            return self.number(number);
        }
        let [Some(left_stop), Some(right_stop)] = bounds else {
            unreachable!("a game is a number if a player has no option")
        };
        let stops = [left_stop, right_stop];
        if self.undominate(&mut left, &mut right)?
            && let Some(found) = self.find_canonical(&left, &right)?
        {
            return Ok(found);
        }
        let signature = Signature::of(
            left.iter().map(|&id| self.signature(id)),
            right.iter().map(|&id| self.signature(id)),
        );
        let pending = Pending { left: &left, right: &right, stops: &stops, signature };
        if let Some((mut left, mut right)) = self.bypass(&pending)? {
            sort(&mut left);
            sort(&mut right);
            self.undominate(&mut left, &mut right)?;
            if let Some(value) = self.number_up_star_of(&left, &right) {
                return self.number_up_star(value);
            }
            return self.intern(&Made { left: &left, right: &right, stops, signature });
        }
        self.intern(&Made { left: &left, right: &right, stops, signature })
    }

    /// The game with these options, if they are known to be canonical.
    fn find_canonical(&self, left: &[Id], right: &[Id]) -> Result<Option<Id>, Stop> {
        match self.number_up_star_of(left, right) {
            Some(value) => self.number_up_star(value).map(Some),
            None => Ok(self.find_listed(left, right)),
        }
    }

    /// The number that the game with these options is, if it is one: the simplest number that no left option is at
    /// least and no right option is at most.
    fn as_number_between(
        &self,
        left: &[Id],
        right: &[Id],
        [low, high]: &[Option<Dyadic>; 2],
    ) -> Result<Option<Dyadic>, Stop> {
        if let (Some(low), Some(high)) = (low, high)
            && low > high
        {
            return Ok(None);
        }
        // A bound fits itself if every option that stops there is confused with it or on the right side of it.
        let low_fits = match low {
            None => false,
            Some(low) => {
                let number = self.number(low.clone())?;
                let mut fits = true;
                for &option in left {
                    fits &= self.right_stop(option) != *low || !self.le(number, option)?;
                }
                fits
            }
        };
        let high_fits = match high {
            None => false,
            Some(high) => {
                let number = self.number(high.clone())?;
                let mut fits = true;
                for &option in right {
                    fits &= self.left_stop(option) != *high || !self.le(option, number)?;
                }
                fits
            }
        };
        if let (Some(low), Some(high)) = (low, high)
            && low == high
        {
            return Ok((low_fits && high_fits).then(|| low.clone()));
        }
        let mut simplest = Dyadic::simplest_between(low.as_ref(), high.as_ref());
        for (bound, fits) in [(low, low_fits), (high, high_fits)] {
            if let Some(bound) = bound
                && fits
                && birthday(bound) < birthday(&simplest)
            {
                simplest = bound.clone();
            }
        }
        Ok(Some(simplest))
    }

    /// Deletes dominated options; whether there were any.
    fn undominate(&self, left: &mut Ids, right: &mut Ids) -> Result<bool, Stop> {
        let before = left.len() + right.len();
        keep_greatest(left, |g, h| self.le(g, h))?;
        keep_greatest(right, |g, h| self.le(h, g))?;
        Ok(left.len() + right.len() < before)
    }

    /// The options with all reversible ones bypassed, if there are reversible ones.
    fn bypass(&self, pending: &Pending<'_>) -> Result<Option<(Ids, Ids)>, Stop> {
        let left = self.bypass_side(pending, pending.left, Player::Left)?;
        let right = self.bypass_side(pending, pending.right, Player::Right)?;
        Ok(match (left, right) {
            (None, None) => None,
            (left, right) => Some((
                left.unwrap_or_else(|| pending.left.into()),
                right.unwrap_or_else(|| pending.right.into()),
            )),
        })
    }

    fn bypass_side(
        &self,
        pending: &Pending<'_>,
        options: &[Id],
        player: Player,
    ) -> Result<Option<Ids>, Stop> {
        let mut kept = Ids::new();
        let mut open = Ids::from(options);
        let mut seen = hashbrown::HashSet::<Id, foldhash::fast::RandomState>::default();
        let mut any = false;
        while let Some(option) = open.pop() {
            match self.reverses(pending, option, player)? {
                None => kept.push(option),
                Some(reply) => {
                    any = true;
                    let options = self.options(reply)?;
                    for number in 0..options.count(player) {
                        let next = options.at(self, player, number)?;
                        if seen.insert(next) {
                            open.push(next);
                        }
                    }
                }
            }
        }
        Ok(any.then_some(kept))
    }

    /// The opponent's reply that makes a player's option reversible, if one does.
    fn reverses(&self, pending: &Pending<'_>, option: Id, player: Player) -> Result<Option<Id>, Stop> {
        let replies: Options<'_> = self.options(option)?;
        for number in 0..replies.count(player.other()) {
            let reply = replies.at(self, player.other(), number)?;
            let reversed = match player {
                Player::Left => self.le_pending(reply, Id::PENDING, pending)?,
                Player::Right => self.le_pending(Id::PENDING, reply, pending)?,
            };
            if reversed {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    /// The number-up-star value that has exactly these options in its canonical form, if it is no number.
    fn number_up_star_of(&self, left: &[Id], right: &[Id]) -> Option<NumberUpStar> {
        let (first, last) = (*left.first()?, *right.first()?);
        if !self.is_number_up_star(first) || !self.is_number_up_star(last) {
            return None;
        }
        if left == right {
            // x + *k has the options x, x + *, ..., x + *(k - 1).
            let number = self.left_stop(first);
            let mut stars = Ids::from(left).into_iter().map(|id| {
                self.as_number_up_star(id)
                    .filter(|value| value.ups.is_zero() && value.number == number)
                    .map(|value| value.star)
            });
            let count = left.len() as u64;
            return stars.all(|star| star.is_some_and(|star| star < count)).then_some(NumberUpStar {
                number,
                ups: Dyadic::ZERO,
                star: count,
            });
        }
        if left.len() + right.len() > 3 {
            return None;
        }
        let triples =
            |ids: &[Id]| ids.iter().map(|&id| self.as_number_up_star(id)).collect::<Option<Vec<_>>>();
        let (left, right) = (triples(left)?, triples(right)?);
        let negative = |side: &[NumberUpStar]| side.iter().map(NumberUpStar::negative).collect::<Vec<_>>();
        ups_of(&left, &right)
            .or_else(|| ups_of(&negative(&right), &negative(&left)).map(|value| value.negative()))
    }
}

/// Deletes every option that is at most another.
fn keep_greatest(options: &mut Ids, le: impl Fn(Id, Id) -> Result<bool, Stop>) -> Result<(), Stop> {
    let mut i = 0;
    'options: while i < options.len() {
        let mut j = 0;
        while j < i {
            if le(options[i], options[j])? {
                options.remove(i);
                continue 'options;
            }
            if le(options[j], options[i])? {
                options.remove(j);
                i -= 1;
            } else {
                j += 1;
            }
        }
        i += 1;
    }
    Ok(())
}

/// The value x + n·↑ + *k with n > 0 that has these options in its canonical form.
fn ups_of(left: &[NumberUpStar], right: &[NumberUpStar]) -> Option<NumberUpStar> {
    let [right] = right else { return None };
    let number = right.number.clone();
    let value = match left {
        [x] if x.is_number() && x.number == number && right.ups.sign().is_ge() => {
            NumberUpStar { number, ups: &right.ups + &Dyadic::ONE, star: right.star ^ 1 }
        }
        [_, _] if right.is_number() => NumberUpStar { number, ups: Dyadic::ONE, star: 1 },
        _ => return None,
    };
    // The triple is right if its canonical form has exactly these options.
    let same = |player, options: &[NumberUpStar]| {
        value.option_count(player) == options.len() as u64
            && (0..options.len() as u64).all(|number| options.contains(&value.option(player, number)))
    };
    (same(Player::Left, left) && same(Player::Right, std::slice::from_ref(right))).then_some(value)
}

/// The birthday of a number.
fn birthday(number: &Dyadic) -> BigUint {
    number.abs().ceil().magnitude().clone() + number.exponent()
}

fn sort(ids: &mut Ids) {
    ids.sort_unstable();
    ids.dedup();
}
