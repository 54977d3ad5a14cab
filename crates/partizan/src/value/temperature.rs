//! Thermographs of games, and what one reads off them: mean, temperature, the confusion interval, cooling.

use super::Dyadic;
use super::id::Id;
use super::number_up_star::NumberUpStar;
use super::order::Comparison;
use super::store::Store;
use super::thermograph::Thermograph;
use crate::budget::Stop;
use crate::player::Player;
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use std::fmt;

/// The numbers that a game is confused with: all between `least` and `most`, and which of the ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfusionInterval {
    /// The right stop of the game.
    pub least: Dyadic,
    /// The left stop of the game.
    pub most: Dyadic,
    /// Whether the game is confused with `least` itself.
    pub with_least: bool,
    /// Whether the game is confused with `most` itself.
    pub with_most: bool,
}

impl ConfusionInterval {
    /// Whether there is no number that the game is confused with.
    pub fn is_empty(&self) -> bool {
        self.least == self.most && !self.with_least
    }
}

impl fmt::Display for ConfusionInterval {
    /// `[-1, 1)`: round brackets leave the end out. `none` if it is empty.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("none");
        }
        let (open, close) = (if self.with_least { '[' } else { '(' }, if self.with_most { ']' } else { ')' });
        write!(f, "{open}{}, {}{close}", self.least, self.most)
    }
}

impl Store {
    /// The thermograph.
    ///
    /// # Errors
    /// [`Stop`] if the budget is spent or the game has more followers than are walked through.
    ///
    /// ```
    /// use partizan::value::Store;
    ///
    /// let store = Store::new();
    /// let thermograph = store.thermograph(store.parse("{5|3||-1|-4}")?)?;
    /// assert_eq!((thermograph.mean().to_string(), thermograph.temperature().to_string()), ("3/4".into(), "13/4".into()));
    /// # Ok::<(), partizan::value::Problem>(())
    /// ```
    ///
    /// # References
    /// Siegel, *Combinatorial Game Theory* (2013), II.5.
    pub fn thermograph(&self, id: Id) -> Result<Thermograph, Stop> {
        self.work_out(
            id,
            |leaf| Ok(self.as_number_up_star(leaf).map(|value| of_number_up_star(&value))),
            |_, [left, right], known| {
                Ok(Thermograph::of_options(left.iter().map(|l| &known[l]), right.iter().map(|r| &known[r])))
            },
        )
    }

    /// The mean.
    ///
    /// # Errors
    /// As [`Store::thermograph`].
    pub fn mean(&self, id: Id) -> Result<Dyadic, Stop> {
        let (left, right) = (self.left_stop(id), self.right_stop(id));
        if left == right { Ok(left) } else { Ok(self.thermograph(id)?.mean().clone()) }
    }

    /// The temperature: of a number m/2^k it is -1/2^k, of an integer -1; of every other infinitesimal shift of a number 0.
    ///
    /// # Errors
    /// As [`Store::thermograph`].
    pub fn temperature(&self, id: Id) -> Result<Dyadic, Stop> {
        if let Some(number) = self.as_number(id) {
            return Ok(-Dyadic::from_parts(BigInt::from(1), number.exponent()));
        }
        if self.left_stop(id) == self.right_stop(id) {
            return Ok(Dyadic::ZERO);
        }
        Ok(self.thermograph(id)?.temperature().clone())
    }

    /// The numbers that the game is confused with.
    ///
    /// # Errors
    /// [`Stop`] if the budget is spent.
    pub fn confusion_interval(&self, id: Id) -> Result<ConfusionInterval, Stop> {
        let (least, most) = (self.right_stop(id), self.left_stop(id));
        let confused =
            |number: &Dyadic| Ok(self.compare(id, self.number(number.clone())?)? == Comparison::Confused);
        Ok(ConfusionInterval { with_least: confused(&least)?, with_most: confused(&most)?, least, most })
    }

    /// The game cooled by `t`, or nothing if `t` is below -1.
    ///
    /// Up to its temperature each move is taxed by `t`; above, the game is its mean.
    ///
    /// # Errors
    /// As [`Store::thermograph`].
    ///
    /// # References
    /// *Winning Ways*, chapter 6; Siegel, II.5.
    pub fn cool(&self, id: Id, t: &Dyadic) -> Result<Option<Id>, Stop> {
        if *t < Dyadic::from(-1) {
            return Ok(None);
        }
        let tax = self.number(t.clone())?;
        let leaf = |leaf: Id| -> Result<Option<(Thermograph, Id)>, Stop> {
            let Some(value) = self.as_number_up_star(leaf) else { return Ok(None) };
            let thermograph = of_number_up_star(&value);
            let cooled = if t > thermograph.temperature() {
                self.number(value.number().clone())?
            } else if *t == Dyadic::ZERO || value.is_number() && value.number().is_integer() {
                leaf
            } else {
                return Ok(None);
            };
            Ok(Some((thermograph, cooled)))
        };
        let (_, cooled) = self.work_out(id, leaf, |_, [left, right], known| {
            let walls = |side: &[Id]| side.iter().map(|option| &known[option].0).collect::<Vec<_>>();
            let thermograph = Thermograph::of_options(walls(left), walls(right));
            if t > thermograph.temperature() {
                let mean = self.number(thermograph.mean().clone())?;
                return Ok((thermograph, mean));
            }
            let taxed = |side: &[Id], tax: Id| {
                side.iter().map(|option| self.add(known[option].1, tax)).collect::<Result<Vec<_>, _>>()
            };
            let cooled = self.canonical(&taxed(left, self.neg(tax))?, &taxed(right, tax)?)?;
            Ok((thermograph, cooled))
        })?;
        Ok(Some(cooled))
    }

    /// The game cooled by its own temperature. A number stays as it is: it is frozen already.
    ///
    /// # Errors
    /// As [`Store::thermograph`].
    pub fn freeze(&self, id: Id) -> Result<Id, Stop> {
        if self.left_stop(id) == self.right_stop(id) {
            return Ok(id);
        }
        let temperature = self.temperature(id)?;
        Ok(self.cool(id, &temperature)?.unwrap_or(id))
    }
}

/// The thermograph of a number-up-star value, in closed form but for a few steps.
///
/// Below temperature 0 the walls of x + *k are the same for every k from 2 on, and those of x + n·↑ + *k for every n from 3
/// on: the left wall then comes from the option x alone, and the right wall from a left wall of that kind.
fn of_number_up_star(value: &NumberUpStar) -> Thermograph {
    if value.is_number() {
        return Thermograph::of_number(value.number());
    }
    let ups = value.ups().to_i64().map_or(3, |ups| ups.abs().min(3));
    let star = if value.star() < 4 { value.star() } else { 2 };
    let sign = if value.ups() < BigInt::ZERO { -1 } else { 1 };
    let small = NumberUpStar::new(value.number().clone(), BigInt::from(sign * ups), star);
    let options = |player: Player| -> Vec<Thermograph> {
        (0..small.option_count(player))
            .map(|number| of_number_up_star(&small.option(player, number)))
            .collect()
    };
    Thermograph::of_options(&options(Player::Left), &options(Player::Right))
}
