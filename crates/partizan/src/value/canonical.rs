//! Canonical forms: dominated options deleted, reversible ones bypassed.

use super::Dyadic;
use super::glance::Glance;
use super::id::Id;
use super::number_up_star::NumberUpStar;
use super::order::Pending;
use super::rough::Rough;
use super::signature::Signature;
use super::store::{Ids, Options, Probe, Seen, Store};
use crate::budget::Stop;
use crate::player::Player;
use num_bigint::BigUint;
use smallvec::SmallVec;
use std::cell::RefCell;
use std::cmp::Ordering;

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
        if let Some(value) = self.number_up_star_of(&left, &right) {
            return self.number_up_star(value);
        }
        let probe = self.probe(&left, &right);
        if let Some(found) = probe.found() {
            return Ok(found);
        }
        let [mut lefts, mut rights] = [self.candidates(&left), self.candidates(&right)];
        let stops = match self.stops_or_number(&lefts, &rights)? {
            Shape::Number(number) => return self.number(number),
            Shape::Stops(stops) => stops,
        };
        self.keep_best(&mut lefts, 0, Player::Left)?;
        self.keep_best(&mut rights, 0, Player::Right)?;
        let signature = signature_over(&lefts, &rights);
        if (lefts.len(), rights.len()) == (left.len(), right.len()) {
            return self.without_reversible(&left, &right, &stops, signature, probe);
        }
        let (left, right) = (sorted(&lefts), sorted(&rights));
        if let Some(value) = self.number_up_star_of(&left, &right) {
            return self.number_up_star(value);
        }
        let probe = self.probe(&left, &right);
        match probe.found() {
            Some(found) => Ok(found),
            None => self.without_reversible(&left, &right, &stops, signature, probe),
        }
    }

    /// The canonical form of a sum from the sums of its options: those of either summand are known not to dominate
    /// each other.
    pub(super) fn canonical_of_sum(&self, left: [&[Id]; 2], right: [&[Id]; 2]) -> Result<Id, Stop> {
        let candidates = |[first, second]: [&[Id]; 2]| -> Candidates<'_> {
            first.iter().chain(second).map(|&id| self.candidate(id)).collect()
        };
        let [mut lefts, mut rights] = [candidates(left), candidates(right)];
        self.keep_best(&mut lefts, left[0].len(), Player::Left)?;
        self.keep_best(&mut rights, right[0].len(), Player::Right)?;
        let (left, right) = (sorted(&lefts), sorted(&rights));
        if let Some(value) = self.number_up_star_of(&left, &right) {
            return self.number_up_star(value);
        }
        let probe = self.probe(&left, &right);
        if let Some(found) = probe.found() {
            return Ok(found);
        }
        match self.stops_or_number(&lefts, &rights)? {
            Shape::Number(number) => self.number(number),
            Shape::Stops(stops) => {
                self.without_reversible(&left, &right, &stops, signature_over(&lefts, &rights), probe)
            }
        }
    }

    /// The sum of a number and a game that is none, from the sums of the number and the game's options: it is in
    /// canonical form as it stands (number translation).
    pub(super) fn translated(&self, mut left: Ids, mut right: Ids) -> Result<Id, Stop> {
        left.sort_unstable();
        right.sort_unstable();
        debug_assert!(self.number_up_star_of(&left, &right).is_none());
        let probe = self.probe(&left, &right);
        if let Some(found) = probe.found() {
            return Ok(found);
        }
        let [left, right] = [self.candidates(&left), self.candidates(&right)];
        let stops =
            [self.highest(&left), self.lowest(&right)].map(|stop| stop.cloned().unwrap_or(Dyadic::ZERO));
        self.intern(probe, &stops, signature_over(&left, &right))
    }

    fn candidate(&self, id: Id) -> Candidate<'_> {
        let seen = self.seen(id);
        Candidate { seen, glance: seen.glance() }
    }

    fn candidates(&self, ids: &[Id]) -> Candidates<'_> {
        ids.iter().map(|&id| self.candidate(id)).collect()
    }

    /// The greatest right stop of left options.
    fn highest(&self, left: &[Candidate<'_>]) -> Option<&Dyadic> {
        self.extreme(left, 1, Ordering::Greater)
    }

    /// The least left stop of right options.
    fn lowest(&self, right: &[Candidate<'_>]) -> Option<&Dyadic> {
        self.extreme(right, 0, Ordering::Less)
    }

    /// The stop of one side that is farthest in one direction.
    fn extreme(&self, options: &[Candidate<'_>], side: usize, farther: Ordering) -> Option<&Dyadic> {
        let (mut farthest, rest) = options.split_first()?;
        for other in rest {
            let order = other.glance.stops[side]
                .compare(farthest.glance.stops[side])
                .unwrap_or_else(|| self.stops(other.seen.id)[side].cmp(&self.stops(farthest.seen.id)[side]));
            if order == farther {
                farthest = other;
            }
        }
        Some(&self.stops(farthest.seen.id)[side])
    }

    /// Whether a stop is this number, which is rounded to this.
    fn stops_at(&self, option: &Candidate<'_>, side: usize, number: &Dyadic, rough: Rough) -> bool {
        match option.glance.stops[side].compare(rough) {
            Some(order) => order.is_eq(),
            None => self.stops(option.seen.id)[side] == *number,
        }
    }

    /// The canonical form of a game that is no number, without dominated options, which `probe` has not found.
    fn without_reversible(
        &self,
        left: &[Id],
        right: &[Id],
        stops: &[Dyadic; 2],
        signature: Signature,
        probe: Probe,
    ) -> Result<Id, Stop> {
        let glance = Glance { signature, stops: [Rough::of(&stops[0]), Rough::of(&stops[1])] };
        let pending = Pending { left, right, stops, glance, known: RefCell::default() };
        let Some((mut left, mut right)) = self.bypass(&pending)? else {
            return self.intern(probe, stops, signature);
        };
        sort(&mut left);
        sort(&mut right);
        let [mut lefts, mut rights] = [self.candidates(&left), self.candidates(&right)];
        self.keep_best(&mut lefts, 0, Player::Left)?;
        self.keep_best(&mut rights, 0, Player::Right)?;
        let (left, right) = (sorted(&lefts), sorted(&rights));
        if let Some(value) = self.number_up_star_of(&left, &right) {
            return self.number_up_star(value);
        }
        let probe = self.probe(&left, &right);
        match probe.found() {
            Some(found) => Ok(found),
            None => self.intern(probe, stops, signature),
        }
    }

    /// The number that the game with these options is, or else its stops. It is a number if there are numbers that no
    /// left option is at least and no right option is at most: the simplest of them.
    fn stops_or_number(&self, left: &[Candidate<'_>], right: &[Candidate<'_>]) -> Result<Shape, Stop> {
        let (low, high) = (self.highest(left), self.lowest(right));
        if let (Some(low), Some(high)) = (low, high) {
            match low.cmp(high) {
                Ordering::Greater => return Ok(Shape::Stops([low.clone(), high.clone()])),
                Ordering::Equal => {
                    let number = low.clone();
                    return Ok(if self.low_fits(left, low)? && self.high_fits(right, high)? {
                        Shape::Number(number)
                    } else {
                        Shape::Stops([number.clone(), number])
                    });
                }
                Ordering::Less => {}
            }
        }
        if low.is_none_or(|low| low.sign().is_lt()) && high.is_none_or(|high| high.sign().is_gt()) {
            return Ok(Shape::Number(Dyadic::ZERO));
        }
        let mut simplest = Dyadic::simplest_between(low, high);
        if let Some(low) = low
            && birthday(low) < birthday(&simplest)
            && self.low_fits(left, low)?
        {
            simplest = low.clone();
        }
        if let Some(high) = high
            && birthday(high) < birthday(&simplest)
            && self.high_fits(right, high)?
        {
            simplest = high.clone();
        }
        Ok(Shape::Number(simplest))
    }

    /// Whether no left option is at least the greatest of their right stops.
    fn low_fits(&self, left: &[Candidate<'_>], low: &Dyadic) -> Result<bool, Stop> {
        let (number, rough) = (self.number(low.clone())?, Rough::of(low));
        for option in left {
            if self.stops_at(option, 1, low, rough) && self.le(number, option.seen.id)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether no right option is at most the least of their left stops.
    fn high_fits(&self, right: &[Candidate<'_>], high: &Dyadic) -> Result<bool, Stop> {
        let (number, rough) = (self.number(high.clone())?, Rough::of(high));
        for option in right {
            if self.stops_at(option, 0, high, rough) && self.le(option.seen.id, number)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Deletes a player's dominated options: for Left all that are at most another, for Right all that are at least
    /// another. The first `apart` options are known not to dominate each other, nor do the others if `apart` is not 0.
    fn keep_best(&self, options: &mut Candidates<'_>, apart: usize, player: Player) -> Result<(), Stop> {
        // What is better as a rule comes first: what is dominated meets what dominates it early, and nothing after it.
        let (ones, others) = options.split_at_mut(apart);
        for part in [ones, others] {
            part.sort_unstable_by_key(|option| match player {
                Player::Left => -option.glance.middle(),
                Player::Right => option.glance.middle(),
            });
        }
        let at_most = |low: &Candidate<'_>, high: &Candidate<'_>| {
            self.le_at(low.seen, &low.glance, high.seen, &high.glance)
        };
        let at_best = |one: &Candidate<'_>, other: &Candidate<'_>| match player {
            Player::Left => at_most(one, other),
            Player::Right => at_most(other, one),
        };
        let first = apart.max(1).min(options.len());
        // Those before `compared` are what the next one may dominate.
        let (mut kept, mut compared) = (first, first);
        'options: for next in first..options.len() {
            let option = options[next];
            let mut gap = 0;
            for i in 0..compared {
                let other = options[i];
                if at_best(&option, &other)? {
                    debug_assert_eq!(
                        gap, 0,
                        "what dominates the option would have dominated what the option does"
                    );
                    continue 'options;
                }
                if at_best(&other, &option)? {
                    gap += 1;
                } else if gap > 0 {
                    options[i - gap] = other;
                }
            }
            if gap > 0 {
                options.copy_within(compared..kept, compared - gap);
                compared -= gap;
                kept -= gap;
            }
            options[kept] = option;
            kept += 1;
            if apart == 0 {
                compared += 1;
            }
        }
        options.truncate(kept);
        Ok(())
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

/// An option that may be dominated.
#[derive(Clone, Copy)]
struct Candidate<'s> {
    seen: Seen<'s>,
    glance: Glance,
}

type Candidates<'s> = SmallVec<[Candidate<'s>; 12]>;

fn signature_over(left: &[Candidate<'_>], right: &[Candidate<'_>]) -> Signature {
    let signature = |option: &Candidate<'_>| option.glance.signature;
    Signature::of(left.iter().map(signature), right.iter().map(signature))
}

fn sorted(options: &[Candidate<'_>]) -> Ids {
    let mut ids: Ids = options.iter().map(|option| option.seen.id).collect();
    ids.sort_unstable();
    ids
}

/// What the stops of its options tell of a game.
enum Shape {
    Number(Dyadic),
    Stops([Dyadic; 2]),
}

/// The birthday of a number.
fn birthday(number: &Dyadic) -> BigUint {
    number.abs().ceil().magnitude().clone() + number.exponent()
}

fn sort(ids: &mut Ids) {
    ids.sort_unstable();
    ids.dedup();
}
