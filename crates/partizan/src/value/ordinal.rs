//! Ordinal sums, their inverse, and the powers made with them.

use super::Dyadic;
use super::id::Id;
use super::store::Store;
use crate::budget::Stop;

impl Store {
    /// The ordinal sum G:H of the canonical form of G: a move in G ends H.
    ///
    /// # Errors
    /// [`Stop`] if the budget is spent or H has more followers than are walked through.
    ///
    /// # References
    /// *Winning Ways*, chapter 7; Siegel, *Combinatorial Game Theory* (2013), II.
    ///
    /// ```
    /// use partizan::value::Store;
    ///
    /// let store = Store::new();
    /// let sum = store.ordinal(store.parse("1")?, store.parse("-3")?)?;
    /// assert_eq!(store.text(sum)?, "1/8");
    /// # Ok::<(), partizan::value::Problem>(())
    /// ```
    pub fn ordinal(&self, g: Id, h: Id) -> Result<Id, Stop> {
        if let (Some(x), Some(y)) = (self.as_integer(g), self.as_integer(h))
            && (x.sign() == y.sign() || x.is_zero() || y.is_zero())
        {
            return self.number(&x + &y);
        }
        if let (Some(x), Some(y)) = (self.as_nimber(g), self.as_nimber(h))
            && let Some(sum) = x.checked_add(y)
        {
            return self.nimber(sum);
        }
        let [left, right] = self.both_sides(g)?;
        self.ordinal_of_form(&left, &right, h)
    }

    /// The ordinal sum of the form with these options, as it stands, and H.
    ///
    /// Equal forms can have different ordinal sums: `{*|*}:3` is `^[3]`, but `{*|*}` is 0 and `0:3` is 3.
    ///
    /// # Errors
    /// As [`Store::ordinal`].
    pub fn ordinal_of_form(&self, left: &[Id], right: &[Id], h: Id) -> Result<Id, Stop> {
        self.work_out(
            h,
            |_| Ok(None),
            |_, sides, known| {
                let [above_left, above_right] =
                    sides.each_ref().map(|side| side.iter().map(|option| known[option]));
                let left: Vec<Id> = left.iter().copied().chain(above_left).collect();
                let right: Vec<Id> = right.iter().copied().chain(above_right).collect();
                self.canonical(&left, &right)
            },
        )
    }

    /// The H with `base`:H = K, or nothing if there is none to be found in the canonical form of K.
    ///
    /// # Errors
    /// [`Stop`] if the budget is spent or K has more followers than are walked through.
    pub fn subordinate(&self, k: Id, base: Id) -> Result<Option<Id>, Stop> {
        if let (Some(x), Some(y)) = (self.as_integer(k), self.as_integer(base))
            && (y.is_zero() || x.sign() == y.sign() && x.abs() >= y.abs())
        {
            return self.number(&x - &y).map(Some);
        }
        if let (Some(x), Some(y)) = (self.as_nimber(k), self.as_nimber(base))
            && let Some(rest) = x.checked_sub(y)
        {
            return self.nimber(rest).map(Some);
        }
        let of_base = self.both_sides(base)?;
        let leaf = |leaf: Id| Ok((leaf == base).then_some(Some(Id::ZERO)));
        self.work_out(k, leaf, |game, sides, known| {
            // An option of K is one of the base, or base:H' for an option H' of H.
            let mut forms = of_base.clone();
            let mut above = [Vec::new(), Vec::new()];
            for ((side, form), above) in sides.iter().zip(&mut forms).zip(&mut above) {
                for option in side {
                    if let Some(h) = known[option] {
                        form.push(*option);
                        above.push(h);
                    }
                }
            }
            if self.canonical(&forms[0], &forms[1])? != game {
                return Ok(None);
            }
            self.canonical(&above[0], &above[1]).map(Some)
        })
    }

    /// The power `G<x>` of a game `{0|H}`, which is `{0 | H:(1-x)}`; the negative of the power for the negative of such a game.
    /// Nothing for other games and for x below 1.
    ///
    /// ↑<1>, ↑<2>, ↑<3>, ... are each infinitesimal beside the one before.
    ///
    /// # Errors
    /// As [`Store::ordinal`].
    ///
    /// # References
    /// Siegel, *Combinatorial Game Theory* (2013), II.
    pub fn pow(&self, g: Id, x: &Dyadic) -> Result<Option<Id>, Stop> {
        let Some((h, negative)) = self.base_of_power(g, x)? else { return Ok(None) };
        let exponent = self.number(&Dyadic::ONE - x)?;
        let power = self.canonical(&[Id::ZERO], &[self.ordinal(h, exponent)?])?;
        Ok(Some(if negative { power.neg() } else { power }))
    }

    /// The power G\[x\] of a game {0|H}, which is G:(x-1); the negative of the power for the negative of such a game.
    /// Nothing for other games and for x below 1.
    ///
    /// `^[n]` is `^<1> + ... + ^<n>`.
    ///
    /// # Errors
    /// As [`Store::ordinal`].
    pub fn pow_to(&self, g: Id, x: &Dyadic) -> Result<Option<Id>, Stop> {
        let Some((_, negative)) = self.base_of_power(g, x)? else { return Ok(None) };
        let above = &if negative { -&(x - &Dyadic::ONE) } else { x - &Dyadic::ONE };
        self.ordinal(g, self.number(above.clone())?).map(Some)
    }

    /// The H of G = {0|H} or of -G = {0|H}, and which of the two.
    fn base_of_power(&self, g: Id, x: &Dyadic) -> Result<Option<(Id, bool)>, Stop> {
        if *x < Dyadic::ONE {
            return Ok(None);
        }
        for (game, negative) in [(g, false), (g.neg(), true)] {
            let [left, right] = self.both_sides(game)?;
            if let (&[Id::ZERO], &[h]) = (left.as_slice(), right.as_slice()) {
                return Ok(Some((h, negative)));
            }
        }
        Ok(None)
    }

    fn as_integer(&self, id: Id) -> Option<Dyadic> {
        self.as_number(id).filter(Dyadic::is_integer)
    }
}
