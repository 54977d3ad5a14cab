//! Uptimals: a number, a nimber, and so many of each power of up.

use super::Dyadic;
use super::id::Id;
use super::number_up_star::NumberUpStar;
use super::store::Store;
use crate::budget::Stop;
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};
use std::fmt;

/// A number plus a nimber plus multiples of ↑<1>, ↑<2>, ...
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uptimal {
    /// The number.
    pub number: Dyadic,
    /// The k of the nimber *k.
    pub star: u64,
    /// The coefficients from ↑<1> on; the last is not 0.
    pub ups: Vec<BigInt>,
}

impl fmt::Display for Uptimal {
    /// The number, the nimber, a point, and a digit for each power of up: `3/4*2.12-` is 3/4 + *2 + ↑ - 2·↑<2>. The minus
    /// stands after its digit; digits of more than one figure stand in round brackets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.number.is_zero() || self.star == 0 {
            write!(f, "{}", self.number)?;
        }
        match self.star {
            0 => {}
            1 => f.write_str("*")?,
            star => write!(f, "*{star}")?,
        }
        f.write_str(".")?;
        for digit in &self.ups {
            let size = digit.abs();
            if size < BigInt::from(10) {
                write!(f, "{size}")?;
            } else {
                write!(f, "({size})")?;
            }
            if digit.is_negative() {
                f.write_str("-")?;
            }
        }
        if self.ups.is_empty() { f.write_str("0") } else { Ok(()) }
    }
}

impl Uptimal {
    fn of(value: &NumberUpStar) -> Self {
        let ups = if value.ups().is_zero() { Vec::new() } else { vec![value.ups()] };
        Uptimal { number: value.number().clone(), star: value.star(), ups }
    }

    /// The same plus ↑[n] (or minus) plus *k.
    fn moved(&self, n: usize, sign: i8, star: u64) -> Self {
        let mut ups = self.ups.clone();
        ups.resize(ups.len().max(n), BigInt::zero());
        for up in &mut ups[..n] {
            *up += sign;
        }
        while ups.last().is_some_and(Zero::is_zero) {
            ups.pop();
        }
        Uptimal { number: self.number.clone(), star: self.star ^ star, ups }
    }
}

impl Store {
    /// The game as a number, a nimber and multiples of powers of up, or nothing if it is no such sum.
    ///
    /// # Errors
    /// [`Stop`] if the budget is spent or the game has more followers than are walked through.
    ///
    /// # References
    /// Siegel, *Combinatorial Game Theory* (2013), chapter II, on uptimals.
    ///
    /// ```
    /// use partizan::value::Store;
    ///
    /// let store = Store::new();
    /// let uptimal = store.uptimal(store.parse("{0||0|v*}")?)?;
    /// assert_eq!(uptimal.unwrap().to_string(), "*.12");
    /// # Ok::<(), partizan::value::Problem>(())
    /// ```
    pub fn uptimal(&self, id: Id) -> Result<Option<Uptimal>, Stop> {
        let (up, star) = (self.ups(1, 0)?, self.nimber(1)?);
        let leaf = |leaf: Id| -> Result<Option<Option<Uptimal>>, Stop> {
            if let Some(value) = self.as_number_up_star(leaf) {
                return Ok(Some(Some(Uptimal::of(&value))));
            }
            Ok((self.left_stop(leaf) != self.right_stop(leaf)).then_some(None))
        };
        self.work_out(id, leaf, |game, sides, known| {
            // A move in ↑<n> changes the sum by * - ↑[n] for Right, one in the nimber by another nimber; so an option
            // that is an uptimal tells what the game is, if it is one.
            for (side, sign) in sides.iter().zip([-1i8, 1]) {
                for option in side {
                    let Some(uptimal) = &known[option] else { continue };
                    let change = self.sub(game, *option)?;
                    if let Some(nimber) = self.as_nimber(change) {
                        return Ok(Some(uptimal.moved(0, 1, nimber)));
                    }
                    // ↑[n] + * is born on day n + 1.
                    let Some(n) = self.birthday(change).to_usize().and_then(|day| day.checked_sub(1)) else {
                        continue;
                    };
                    let Some(powers) = self.pow_to(up, &Dyadic::from(n as i64))? else { continue };
                    let powers = if sign < 0 { powers.neg() } else { powers };
                    if change == self.add(powers, star)? {
                        return Ok(Some(uptimal.moved(n, sign, 1)));
                    }
                }
            }
            Ok(None)
        })
    }
}
