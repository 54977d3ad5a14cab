//! The companion of a game.

use super::id::Id;
use super::number_up_star::NumberUpStar;
use super::order::Comparison;
use super::store::Store;
use crate::budget::Stop;
use num_bigint::BigInt;

impl Store {
    /// The companion: the game in which each 0 has become * and each * has become 0. Its options are the companions of the
    /// options, and 0 as a Left option if G >= 0 and as a Right option if G <= 0.
    ///
    /// A number other than 0 is its own companion.
    ///
    /// # Errors
    /// [`Stop`] if the budget is spent or the game has more followers than are walked through.
    ///
    /// # References
    /// Siegel, *Combinatorial Game Theory* (2013), chapter II.
    pub fn companion(&self, id: Id) -> Result<Id, Stop> {
        let leaf = |leaf: Id| -> Result<Option<Id>, Stop> {
            let Some(value) = self.as_number_up_star(leaf) else { return Ok(None) };
            if !value.number().is_zero() || value.star() > 1 {
                return Ok(Some(leaf));
            }
            let star = NumberUpStar::new(super::Dyadic::ZERO, BigInt::ZERO, 1);
            self.number_up_star(value.plus(&star)).map(Some)
        };
        self.work_out(id, leaf, |game, sides, known| {
            let [mut left, mut right] =
                sides.each_ref().map(|side| side.iter().map(|option| known[option]).collect::<Vec<_>>());
            match self.compare(game, Id::ZERO)? {
                Comparison::Greater => left.push(Id::ZERO),
                Comparison::Less => right.push(Id::ZERO),
                Comparison::Confused | Comparison::Equal => {}
            }
            self.canonical(&left, &right)
        })
    }
}
