//! Number-up-star values: a number plus ups plus a nimber, with sums, order and options in closed form.

use super::Dyadic;
use super::order::Comparison;
use crate::player::Player;
use num_bigint::{BigInt, BigUint};
use num_traits::One;
use std::cmp::Ordering;

/// The value x + n·↑ + *k, for a number x, an integer n and a nimber *k.
///
/// Each number-up-star value has one such triple. Nothing of it has a limit but the nimber, which is below 2^64.
///
/// ```
/// use partizan::value::{Dyadic, NumberUpStar};
///
/// let up = NumberUpStar::new(Dyadic::ZERO, 1.into(), 0);
/// let star = NumberUpStar::new(Dyadic::ZERO, 0.into(), 1);
/// assert_eq!(up.plus(&star).star(), 1);
/// assert!(NumberUpStar::zero().is_at_most(&up));
/// assert!(!up.is_at_most(&star) && !star.is_at_most(&up));
/// ```
///
/// # References
/// Siegel, *Combinatorial Game Theory* (2013), chapter II; *Winning Ways*, chapter 2.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NumberUpStar {
    pub(super) number: Dyadic,
    /// An integer; kept as a dyadic because that is an integer of any size which is fast while small.
    pub(super) ups: Dyadic,
    pub(super) star: u64,
}

impl NumberUpStar {
    /// The value `number` + `ups`·↑ + *`star`.
    pub fn new(number: Dyadic, ups: BigInt, star: u64) -> Self {
        NumberUpStar { number, ups: ups.into(), star }
    }

    /// The value 0.
    pub fn zero() -> Self {
        NumberUpStar { number: Dyadic::ZERO, ups: Dyadic::ZERO, star: 0 }
    }

    /// The number.
    pub fn number(&self) -> &Dyadic {
        &self.number
    }

    /// How many ups, negative for downs.
    pub fn ups(&self) -> BigInt {
        self.ups.numerator()
    }

    /// The `k` of the nimber *k.
    pub fn star(&self) -> u64 {
        self.star
    }

    /// Whether the value is a number.
    pub fn is_number(&self) -> bool {
        self.star == 0 && self.ups.is_zero()
    }

    /// Whether the value is its own negative.
    pub fn is_own_negative(&self) -> bool {
        self.number.is_zero() && self.ups.is_zero()
    }

    /// The sum.
    pub fn plus(&self, other: &Self) -> Self {
        NumberUpStar {
            number: &self.number + &other.number,
            ups: &self.ups + &other.ups,
            star: self.star ^ other.star,
        }
    }

    /// The negative.
    pub fn negative(&self) -> Self {
        NumberUpStar { number: -&self.number, ups: -&self.ups, star: self.star }
    }

    /// The sum of `times` copies.
    pub fn times(&self, times: &BigInt) -> Self {
        NumberUpStar {
            number: Dyadic::from_parts(self.number.numerator() * times, self.number.exponent()),
            ups: Dyadic::from(self.ups.numerator() * times),
            star: if times.bit(0) { self.star } else { 0 },
        }
    }

    /// Whether the value is less than or equal to the other.
    pub fn is_at_most(&self, other: &Self) -> bool {
        match self.number.cmp(&other.number) {
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal => match self.ups.cmp(&other.ups) {
                Ordering::Greater => false,
                Ordering::Equal => self.star == other.star,
                // One up is confused with * alone; two ups are above every nimber.
                Ordering::Less => self.star ^ other.star != 1 || &self.ups + &Dyadic::ONE != other.ups,
            },
        }
    }

    /// How the value compares with the other.
    pub fn compare(&self, other: &Self) -> Comparison {
        Comparison::from_both(self.is_at_most(other), other.is_at_most(self))
    }

    /// The birthday.
    ///
    /// # References
    /// A number x + ε with an infinitesimal ε that is no number is born as many days after ε as x is born after 0,
    /// counted down the canonical forms.
    pub fn birthday(&self) -> BigUint {
        let magnitude = |d: &Dyadic| d.numerator().magnitude().clone();
        let number = self.number.abs().ceil().magnitude().clone() + BigUint::from(self.number.exponent());
        let infinitesimal = if self.ups.is_zero() {
            BigUint::from(self.star)
        } else {
            // n·↑ + *k leads by n options to *j or, from ↑* and ↑ + *k, to the nimbers.
            let ups = magnitude(&self.ups);
            let last = self.star_of_one_up();
            ups - BigUint::one() + one_up_birthday(last)
        };
        number + infinitesimal
    }

    /// The nimber that is left beside the last up when Right plays down n·↑ + *k one up at a time.
    pub(super) fn star_of_one_up(&self) -> u64 {
        let odd = match self.ups.as_small() {
            Some((ups, _)) => ups & 1 == 1,
            None => self.ups.numerator().bit(0),
        };
        self.star ^ u64::from(!odd)
    }

    /// The birthday, or `u32::MAX` if it is not smaller.
    pub(super) fn short_birthday(&self) -> u32 {
        let small = || {
            let ((num, exp), (ups, _)) = (self.number.as_small()?, self.ups.as_small()?);
            let number = ((num.unsigned_abs() + ((1 << exp) - 1)) >> exp) + u64::from(exp);
            let infinitesimal = match ups.unsigned_abs() {
                0 => self.star,
                ups => match self.star_of_one_up() {
                    1 => ups + 1,
                    star => ups.checked_add(star ^ 1)?,
                },
            };
            u32::try_from(number.checked_add(infinitesimal)?).ok()
        };
        small().unwrap_or(u32::MAX)
    }

    /// Whether one value is at most another, either negated or not.
    pub(super) fn signed_is_at_most(g: &Self, g_negated: bool, h: &Self, h_negated: bool) -> bool {
        match (g_negated, h_negated) {
            (false, false) => g.is_at_most(h),
            (true, true) => h.is_at_most(g),
            (true, false) => g.negative().is_at_most(h),
            (false, true) => g.is_at_most(&h.negative()),
        }
    }

    /// How many options a player has in the canonical form.
    pub fn option_count(&self, player: Player) -> u64 {
        if self.is_number() {
            let sign = self.number.sign();
            return if self.number.is_integer() { u64::from(sign == forward(player)) } else { 1 };
        }
        match self.ups.sign() {
            Ordering::Equal => self.star,
            sign if sign == forward(player) => 1 + u64::from(self.is_one_up_and_star()),
            _ => 1,
        }
    }

    /// The option of this number in the canonical form, counted from 0.
    ///
    /// # Panics
    /// If there are not so many options.
    pub fn option(&self, player: Player, number: u64) -> Self {
        assert!(number < self.option_count(player), "option {number} of {self:?}");
        let side = if player == Player::Left { Dyadic::ONE } else { Dyadic::from(-1) };
        let with = |ups: Dyadic, star: u64| NumberUpStar { number: self.number.clone(), ups, star };
        if self.is_number() {
            let step = Dyadic::from_parts(side.numerator(), self.number.exponent());
            return NumberUpStar { number: &self.number - &step, ups: Dyadic::ZERO, star: 0 };
        }
        match self.ups.sign() {
            Ordering::Equal => with(Dyadic::ZERO, number),
            sign if sign == forward(player) => with(Dyadic::ZERO, number),
            _ if self.is_one_up_and_star() => with(Dyadic::ZERO, 0),
            _ => with(&self.ups + &side, self.star ^ 1),
        }
    }

    /// The nearest value that compares with every test game as this one does.
    ///
    /// The stops of the test games are multiples of 1/4 between -3 and 3, so numbers between two such multiples are all
    /// alike, and so are those beyond 3. The test games are born by day 5, so all nimbers from *16 on are alike beside
    /// them (they are far stars), and no follower of a test game outlasts 12 ups.
    pub(super) fn near_the_tests(&self) -> Self {
        let limit = |d: &Dyadic, limit: i64| {
            if d.abs() <= Dyadic::from(limit) {
                d.clone()
            } else if d.sign() == Ordering::Less {
                Dyadic::from(-limit)
            } else {
                Dyadic::from(limit)
            }
        };
        let mut number = limit(&self.number, 4);
        if number.exponent() > 2 {
            number = Dyadic::from_parts(number.shifted(2).floor() * 2 + 1, 3);
        }
        let star = if self.star > 17 { 16 | self.star & 1 } else { self.star };
        NumberUpStar { number, ups: limit(&self.ups, 12), star }
    }

    /// Whether the infinitesimal part is ↑* or ↓*, whose canonical form is its own.
    fn is_one_up_and_star(&self) -> bool {
        self.star == 1 && self.ups.abs() == Dyadic::ONE
    }
}

/// The sign of what a player likes.
fn forward(player: Player) -> Ordering {
    match player {
        Player::Left => Ordering::Greater,
        Player::Right => Ordering::Less,
    }
}

/// The birthday of ↑ + *k.
fn one_up_birthday(star: u64) -> BigUint {
    match star {
        1 => BigUint::from(2u32),
        // {0 | *j} with j = k ^ 1.
        k => BigUint::from(k ^ 1) + 1u32,
    }
}
