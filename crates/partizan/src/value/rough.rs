//! Numbers rounded to 32 bits: nearly all comparisons of stops need no more.

use super::Dyadic;
use num_traits::ToPrimitive;
use std::cmp::Ordering;

/// A number rounded down to a multiple of 1/256, and whether it is that multiple exactly.
///
/// Twice the multiple, plus 1 if it is not exact: then the negative number has the negative of this. Numbers beyond
/// +-2^22 are all rounded to there, and are not exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rough(i32);

const PLACES: u32 = 8;
const MOST: i64 = 1 << 30;

impl Rough {
    pub(super) fn of(number: &Dyadic) -> Rough {
        let beyond = || if number.sign().is_lt() { -i32::MAX } else { i32::MAX };
        let Some((num, exp)) = number.as_small() else {
            // Beyond 2^62 in the numerator or the denominator: far out, or close to 0.
            let places = number.shifted(i64::from(PLACES)).floor().to_i64();
            let near = places.filter(|places| (1 - MOST..MOST).contains(places));
            return Rough(near.map_or_else(beyond, |places| (2 * places + 1) as i32));
        };
        let scaled = if exp <= PLACES {
            num.checked_shl(PLACES - exp).filter(|scaled| scaled >> (PLACES - exp) == num)
        } else {
            Some(num >> (exp - PLACES))
        };
        match scaled {
            Some(scaled) if (1 - MOST..MOST).contains(&scaled) => {
                Rough((2 * scaled) as i32 + i32::from(exp > PLACES))
            }
            _ => Rough(beyond()),
        }
    }

    pub(super) fn from_bits(bits: u32) -> Rough {
        Rough(bits as i32)
    }

    pub(super) fn to_bits(self) -> u32 {
        self.0 as u32
    }

    /// That of the negative number.
    #[inline]
    pub(super) fn neg(self) -> Rough {
        Rough(-self.0)
    }

    /// How the numbers compare, if this much of them tells.
    #[inline]
    pub(super) fn compare(self, other: Rough) -> Option<Ordering> {
        if self.0 == other.0 {
            return if self.0 & 1 == 0 { Some(Ordering::Equal) } else { None };
        }
        // An exact multiple is below the others that are rounded to it.
        Some(self.0.cmp(&other.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigInt;

    #[test]
    fn what_it_tells_is_true() {
        let mut numbers: Vec<Dyadic> = Vec::new();
        for num in [0i64, 1, 3, 5, 255, 257, 511, 513, (1 << 30) - 1, 1 << 30, (1 << 40) + 1, i64::MAX] {
            for exp in [0, 1, 7, 8, 9, 10, 30, 62] {
                numbers.push(Dyadic::new(num, exp));
            }
            numbers.push(Dyadic::from_parts(BigInt::from(num) + 2, 100));
            numbers.push(Dyadic::from_parts((BigInt::from(num) << 70) + 1, 0));
            numbers.push(Dyadic::from_parts((BigInt::from(num) << 70) + 1, 71));
        }
        let negatives: Vec<Dyadic> = numbers.iter().map(|number| -number).collect();
        numbers.extend(negatives);
        let mut told = 0;
        for a in &numbers {
            assert_eq!(Rough::of(&-a), Rough::of(a).neg(), "{a}");
            for b in &numbers {
                if let Some(order) = Rough::of(a).compare(Rough::of(b)) {
                    assert_eq!(order, a.cmp(b), "{a} and {b}");
                    told += 1;
                }
            }
        }
        assert!(told > numbers.len() * numbers.len() / 2);
        let small = |num, exp| Rough::of(&Dyadic::new(num, exp));
        assert_eq!(small(-3, 2).compare(small(-3, 2)), Some(Ordering::Equal));
    }
}
