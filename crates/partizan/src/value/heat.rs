//! Heating, overheating and the Norton product: moves are paid for, and numbers are kept or multiplied.

use super::id::Id;
use super::order::Comparison;
use super::store::Store;
use crate::budget::Stop;

impl Store {
    /// The game heated by `t`, any game: a number stays as it is, in every other position the mover is paid `t`.
    ///
    /// # Errors
    /// [`Stop`] if the budget is spent or the game has more followers than are walked through.
    ///
    /// # References
    /// *Winning Ways*, chapter 6.
    ///
    /// ```
    /// use partizan::value::Store;
    ///
    /// let store = Store::new();
    /// let heated = store.heat(store.parse("*2")?, store.parse("1")?)?;
    /// assert_eq!(store.text(heated)?, "+-{1,{2|0}}");
    /// # Ok::<(), partizan::value::Problem>(())
    /// ```
    pub fn heat(&self, id: Id, t: Id) -> Result<Id, Stop> {
        self.paid(id, |leaf| Ok(self.is_number(leaf).then_some(leaf)), &[t])
    }

    /// The game overheated from `s` to `t`: an integer n becomes `n` copies of `s`, in every other position the mover is
    /// paid `t`.
    ///
    /// # Errors
    /// As [`Store::heat`].
    ///
    /// # References
    /// Siegel, *Combinatorial Game Theory* (2013), II.5; *Winning Ways*, chapter 6.
    pub fn overheat(&self, id: Id, s: Id, t: Id) -> Result<Id, Stop> {
        self.paid(id, |leaf| self.copies(leaf, s), &[t])
    }

    /// The Norton product of a game with a `unit` that is greater than 0, or nothing if it is not.
    ///
    /// An integer n becomes `n` copies of the unit; in every other position the mover is paid the unit and one of its
    /// incentives.
    ///
    /// # Errors
    /// As [`Store::heat`].
    ///
    /// # References
    /// *Winning Ways*, chapter 8; Siegel, II.7.
    pub fn norton(&self, id: Id, unit: Id) -> Result<Option<Id>, Stop> {
        if self.compare(unit, Id::ZERO)? != Comparison::Greater {
            return Ok(None);
        }
        let mut payments = Vec::new();
        for incentive in self.incentives(unit)? {
            payments.push(self.add(unit, incentive)?);
        }
        self.paid(id, |leaf| self.copies(leaf, unit), &payments).map(Some)
    }

    /// `n` copies of a game, if the other game is the integer n.
    fn copies(&self, integer: Id, of: Id) -> Result<Option<Id>, Stop> {
        match self.as_number(integer).filter(super::Dyadic::is_integer) {
            Some(integer) => Ok(Some(self.times(&integer.numerator(), of)?)),
            None => Ok(None),
        }
    }

    /// Each move is paid one of some payments, of the mover's choice.
    fn paid(
        &self,
        id: Id,
        leaf: impl Fn(Id) -> Result<Option<Id>, Stop>,
        payments: &[Id],
    ) -> Result<Id, Stop> {
        self.work_out(id, leaf, |_, [left, right], known| {
            let mut paid = [Vec::new(), Vec::new()];
            for payment in payments {
                for option in left {
                    paid[0].push(self.add(known[option], *payment)?);
                }
                for option in right {
                    paid[1].push(self.sub(known[option], *payment)?);
                }
            }
            self.canonical(&paid[0], &paid[1])
        })
    }
}
