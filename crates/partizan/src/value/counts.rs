//! The stop count of canonical forms.

use super::id::Id;
use super::number_up_star::NumberUpStar;
use super::store::Store;
use super::walk::too_large;
use crate::budget::Stop;
use num_bigint::BigUint;
use num_traits::{One, Zero};

/// A stop count has at most so many bits.
const BITS: u64 = 1 << 24;

impl Store {
    /// How many lines of play of the canonical form lead to a number that is the first one met. A number has one.
    ///
    /// # Errors
    /// [`Stop`] if the budget is spent, the game has more followers than are walked through, or the count has more digits
    /// than memory should hold.
    ///
    /// ```
    /// use partizan::value::Store;
    ///
    /// let store = Store::new();
    /// assert_eq!(store.stop_count(store.parse("{3|1||0}")?)?, 3u32.into());
    /// # Ok::<(), partizan::value::Problem>(())
    /// ```
    pub fn stop_count(&self, id: Id) -> Result<BigUint, Stop> {
        let leaf = |leaf: Id| self.as_number_up_star(leaf).map(|value| stops_of(&value)).transpose();
        self.work_out(id, leaf, |_, sides, known| {
            let count: BigUint = sides.iter().flatten().map(|option| &known[option]).sum();
            if count.bits() > BITS {
                return Err(too_large("a stop count", "more digits", format!("{BITS} bits")));
            }
            Ok(count)
        })
    }
}

/// The stop count of a number-up-star value.
fn stops_of(value: &NumberUpStar) -> Result<BigUint, Stop> {
    // Of *k it is 2·3^(k-1): each smaller nimber twice.
    let of_nimber = |star: u64| match star {
        0 => Ok(BigUint::one()),
        star if star < BITS / 2 => Ok(BigUint::from(3u32).pow(star as u32 - 1) * 2u32),
        star => Err(too_large("a stop count", format!("that of *{star}"), format!("that of *{}", BITS / 2))),
    };
    let ups = value.ups().magnitude().clone();
    if ups.is_zero() {
        return of_nimber(value.star());
    }
    // One stop for each up that Left can end at once, and then those of ↑*, or of *j below ↑ + *(j^1).
    let last = value.star() ^ u64::from(!ups.bit(0));
    let below = if last == 1 { BigUint::from(3u32) } else { of_nimber(last ^ 1)? };
    Ok(ups + below)
}
