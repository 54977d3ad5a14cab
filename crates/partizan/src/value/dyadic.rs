//! Dyadic rationals, the numbers of short games: exact at any size, fast while they are small.

use num_bigint::{BigInt, Sign};
use num_traits::{One, ToPrimitive, Zero};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Add, Mul, Neg, Sub};

/// A number m/2^k, in lowest terms.
///
/// Numbers whose numerator fits an `i64` and whose denominator is at most 2^62 take no memory of their own; the rest
/// are big integers. Each number has one representation, so equality is structural.
///
/// ```
/// use partizan::value::Dyadic;
///
/// let half = Dyadic::new(1, 1);
/// assert_eq!((&half + &half).to_string(), "1");
/// assert_eq!((&half - &Dyadic::new(3, 2)).to_string(), "-1/4");
/// ```
///
/// # References
/// Siegel, *Combinatorial Game Theory* (2013), chapter II; the dyadic rationals are exactly the numbers among short games.
#[derive(Clone)]
pub struct Dyadic(Repr);

#[derive(Clone)]
enum Repr {
    /// `num / 2^exp`; `num` is odd or `exp` is 0; `exp <= MAX_EXP`.
    Small { num: i64, exp: u32 },
    /// The same for what does not fit.
    Big(Box<(BigInt, u64)>),
}

const MAX_EXP: u32 = 62;

impl Dyadic {
    /// The number 0.
    pub const ZERO: Dyadic = Dyadic(Repr::Small { num: 0, exp: 0 });
    /// The number 1.
    pub const ONE: Dyadic = Dyadic(Repr::Small { num: 1, exp: 0 });

    /// The number `num / 2^exp`.
    pub fn new(num: i64, exp: u32) -> Self {
        let twos = num.trailing_zeros().min(exp);
        if num == 0 {
            Dyadic::ZERO
        } else if exp - twos <= MAX_EXP {
            Dyadic(Repr::Small { num: num >> twos, exp: exp - twos })
        } else {
            Dyadic(Repr::Big(Box::new((BigInt::from(num >> twos), u64::from(exp - twos)))))
        }
    }

    /// The number `num / 2^exp`, at any size.
    pub fn from_parts(num: BigInt, exp: u64) -> Self {
        let twos = num.trailing_zeros().unwrap_or(0).min(exp);
        let (num, exp) = if num.is_zero() { (num, 0) } else { (num >> twos, exp - twos) };
        match num.to_i64() {
            Some(num) if exp <= u64::from(MAX_EXP) => Dyadic(Repr::Small { num, exp: exp as u32 }),
            _ => Dyadic(Repr::Big(Box::new((num, exp)))),
        }
    }

    /// The numerator in lowest terms.
    pub fn numerator(&self) -> BigInt {
        match &self.0 {
            Repr::Small { num, .. } => BigInt::from(*num),
            Repr::Big(big) => big.0.clone(),
        }
    }

    /// The `k` of the denominator 2^k in lowest terms.
    pub fn exponent(&self) -> u64 {
        match &self.0 {
            Repr::Small { exp, .. } => u64::from(*exp),
            Repr::Big(big) => big.1,
        }
    }

    /// Numerator and exponent, if the number takes no memory of its own.
    pub fn as_small(&self) -> Option<(i64, u32)> {
        match self.0 {
            Repr::Small { num, exp } => Some((num, exp)),
            Repr::Big(_) => None,
        }
    }

    /// Whether the number is an integer.
    pub fn is_integer(&self) -> bool {
        self.exponent() == 0
    }

    /// Whether the number is 0.
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Repr::Small { num: 0, .. })
    }

    /// Less than, equal to or greater than 0.
    pub fn sign(&self) -> Ordering {
        match &self.0 {
            Repr::Small { num, .. } => num.cmp(&0),
            Repr::Big(big) => big.0.sign().cmp(&Sign::NoSign),
        }
    }

    /// The number without its sign.
    pub fn abs(&self) -> Self {
        if self.sign() == Ordering::Less { -self } else { self.clone() }
    }

    /// Half of the number.
    pub fn half(&self) -> Self {
        self.shifted(-1)
    }

    /// The number times 2^`by`.
    pub fn shifted(&self, by: i64) -> Self {
        let (num, exp) = (self.numerator(), self.exponent());
        if by <= 0 {
            Dyadic::from_parts(num, exp + by.unsigned_abs())
        } else {
            let by = by.unsigned_abs();
            Dyadic::from_parts(num << by.saturating_sub(exp), exp.saturating_sub(by))
        }
    }

    /// The greatest integer that is not above the number.
    pub fn floor(&self) -> BigInt {
        self.numerator() >> self.exponent()
    }

    /// The least integer that is not below the number.
    pub fn ceil(&self) -> BigInt {
        -((-self).floor())
    }

    /// The number born first strictly between two others (`None`: no bound on that side).
    ///
    /// # Panics
    /// If `left >= right`.
    ///
    /// # References
    /// The simplicity theorem: *On Numbers and Games*, chapter 2; Siegel, II.3.
    ///
    /// ```
    /// use partizan::value::Dyadic;
    ///
    /// let simplest = |a: i64, b: i64| Dyadic::simplest_between(Some(&a.into()), Some(&b.into())).to_string();
    /// assert_eq!(simplest(1, 9), "2");
    /// assert_eq!(simplest(-3, 5), "0");
    /// assert_eq!(simplest(0, 1), "1/2");
    /// ```
    pub fn simplest_between(left: Option<&Dyadic>, right: Option<&Dyadic>) -> Dyadic {
        let zero = Dyadic::ZERO;
        if left.is_none_or(|l| *l < zero) && right.is_none_or(|r| *r > zero) {
            return zero;
        }
        let Some(left) = left.filter(|l| **l >= zero) else {
            // Both bounds are at or below 0: mirror.
            let mirrored = right.map(|r| -r);
            return -&Dyadic::simplest_between(mirrored.as_ref(), left.map(|l| -l).as_ref());
        };
        let next = match left.as_small() {
            Some((num, exp)) if num < i64::MAX => Dyadic::from((num >> exp) + 1),
            _ => Dyadic::from_parts(left.floor() + 1, 0),
        };
        let Some(right) = right else { return next };
        assert!(left < right, "no number lies between {left} and {right}");
        if next < *right {
            return next;
        }
        // No integer fits, so the bounds share an integer part (but for a right end that is itself the next integer):
        // the first binary place at which a multiple of 2^-k fits is the birthday's.
        let mut low = 1u64;
        loop {
            let candidate = match left.as_small() {
                // The multiple of 2^-low above the number, where it fits a word.
                Some((num, exp)) if low <= u64::from(exp) && num < i64::MAX => {
                    Dyadic::new((num >> (u64::from(exp) - low)) + 1, low as u32)
                }
                Some((num, exp)) if low < 32 && num < 1 << 30 => {
                    Dyadic::new((num << (low - u64::from(exp))) + 1, low as u32)
                }
                _ => Dyadic::from_parts(left.shifted(low as i64).floor() + 1, low),
            };
            if candidate < *right {
                return candidate;
            }
            low += 1;
        }
    }
}

impl From<i64> for Dyadic {
    fn from(value: i64) -> Self {
        Dyadic(Repr::Small { num: value, exp: 0 })
    }
}

impl From<BigInt> for Dyadic {
    fn from(value: BigInt) -> Self {
        Dyadic::from_parts(value, 0)
    }
}

impl PartialEq for Dyadic {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Repr::Small { num: a, exp: j }, Repr::Small { num: b, exp: k }) => a == b && j == k,
            (Repr::Big(a), Repr::Big(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Dyadic {}

impl Hash for Dyadic {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Repr::Small { num, exp } => (num, exp).hash(state),
            Repr::Big(big) => big.hash(state),
        }
    }
}

impl Ord for Dyadic {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        if let (Repr::Small { num: a, exp: j }, Repr::Small { num: b, exp: k }) = (&self.0, &other.0) {
            if j == k {
                return a.cmp(b);
            }
            // Both products stay below 2^63 * 2^62.
            return (i128::from(*a) << k).cmp(&(i128::from(*b) << j));
        }
        let (j, k) = (self.exponent(), other.exponent());
        let most = j.max(k);
        (self.numerator() << (most - j)).cmp(&(other.numerator() << (most - k)))
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Add for &Dyadic {
    type Output = Dyadic;

    fn add(self, other: &Dyadic) -> Dyadic {
        if let (Repr::Small { num: a, exp: j }, Repr::Small { num: b, exp: k }) = (&self.0, &other.0) {
            let most = *j.max(k);
            // Each term stays below 2^63 * 2^62, so the sum fits.
            let sum = (i128::from(*a) << (most - j)) + (i128::from(*b) << (most - k));
            let twos = if sum == 0 { most } else { sum.trailing_zeros().min(most) };
            if let Ok(num) = i64::try_from(sum >> twos) {
                return Dyadic(Repr::Small { num, exp: most - twos });
            }
        }
        let (j, k) = (self.exponent(), other.exponent());
        let most = j.max(k);
        Dyadic::from_parts((self.numerator() << (most - j)) + (other.numerator() << (most - k)), most)
    }
}

impl Neg for &Dyadic {
    type Output = Dyadic;

    fn neg(self) -> Dyadic {
        match &self.0 {
            Repr::Small { num, exp } if *num != i64::MIN => Dyadic(Repr::Small { num: -num, exp: *exp }),
            _ => Dyadic::from_parts(-self.numerator(), self.exponent()),
        }
    }
}

impl Sub for &Dyadic {
    type Output = Dyadic;

    fn sub(self, other: &Dyadic) -> Dyadic {
        self + &-other
    }
}

impl Mul for &Dyadic {
    type Output = Dyadic;

    fn mul(self, other: &Dyadic) -> Dyadic {
        Dyadic::from_parts(self.numerator() * other.numerator(), self.exponent() + other.exponent())
    }
}

macro_rules! by_value {
    ($($trait:ident $method:ident),*) => {$(
        impl $trait for Dyadic {
            type Output = Dyadic;

            fn $method(self, other: Dyadic) -> Dyadic {
                (&self).$method(&other)
            }
        }
    )*};
}
by_value!(Add add, Sub sub, Mul mul);

impl Neg for Dyadic {
    type Output = Dyadic;

    fn neg(self) -> Dyadic {
        -&self
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small { num, exp: 0 } => write!(f, "{num}"),
            Repr::Small { num, exp } => write!(f, "{num}/{}", 1u64 << exp),
            Repr::Big(big) if big.1 == 0 => write!(f, "{}", big.0),
            Repr::Big(big) => write!(f, "{}/{}", big.0, BigInt::one() << big.1),
        }
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_rational::BigRational;
    use proptest::prelude::*;

    fn exact(d: &Dyadic) -> BigRational {
        BigRational::new(d.numerator(), BigInt::one() << d.exponent())
    }

    /// Numbers on both sides of every border between the two representations.
    fn any_dyadic() -> impl Strategy<Value = Dyadic> {
        let edge = prop_oneof![-40i64..40, any::<i64>(), Just(i64::MIN), Just(i64::MAX)];
        (edge, any::<i64>(), 0u64..140, any::<bool>()).prop_map(|(a, b, exp, wide)| {
            let num = if wide { BigInt::from(a) * BigInt::from(b) } else { BigInt::from(a) };
            Dyadic::from_parts(num, exp)
        })
    }

    #[test]
    fn the_simplest_number_beside_the_greatest_word() {
        // Between MAX/2^k and a little more: the next multiple of 2^-k has a numerator that fits no word.
        for exp in [1u32, 7, 31, 62] {
            let left = Dyadic::new(i64::MAX, exp);
            let right = Dyadic::from_parts((BigInt::from(i64::MAX) << 1) + 1, u64::from(exp) + 1);
            let simplest = Dyadic::simplest_between(Some(&left), Some(&right));
            assert!(left < simplest && simplest < right, "{simplest}");
            assert_eq!(simplest.exponent(), u64::from(exp) + 2);
            let negative = Dyadic::simplest_between(Some(&-&right), Some(&-&left));
            assert_eq!(negative, -&simplest);
        }
    }

    proptest! {
        #[test]
        fn arithmetic_is_that_of_the_rationals(a in any_dyadic(), b in any_dyadic()) {
            prop_assert_eq!(exact(&(&a + &b)), exact(&a) + exact(&b));
            prop_assert_eq!(exact(&(&a - &b)), exact(&a) - exact(&b));
            prop_assert_eq!(exact(&(&a * &b)), exact(&a) * exact(&b));
            prop_assert_eq!(exact(&-&a), -exact(&a));
            prop_assert_eq!(a.cmp(&b), exact(&a).cmp(&exact(&b)));
            prop_assert_eq!(a == b, exact(&a) == exact(&b));
            prop_assert_eq!(a.floor(), exact(&a).floor().to_integer());
            prop_assert_eq!(a.ceil(), exact(&a).ceil().to_integer());
            prop_assert_eq!(a.abs().sign() == Ordering::Less, false);
        }

        #[test]
        fn simplest_is_between_and_nothing_simpler_is(a in any_dyadic(), b in any_dyadic()) {
            prop_assume!(a < b);
            let x = Dyadic::simplest_between(Some(&a), Some(&b));
            prop_assert!(a < x && x < b);
            // The two numbers next simpler than x (its neighbours in the tree of numbers) lie outside.
            if x.exponent() > 0 {
                let step = Dyadic::from_parts(BigInt::one(), x.exponent());
                prop_assert!(&x - &step <= a && &x + &step >= b);
            } else if x.sign() == Ordering::Greater {
                prop_assert!(&x - &Dyadic::ONE <= a);
            } else if x.sign() == Ordering::Less {
                prop_assert!(&x + &Dyadic::ONE >= b);
            }
        }
    }

    #[test]
    fn the_borders_of_the_small_form() {
        let least = Dyadic::from(i64::MIN);
        assert_eq!((-&least).to_string(), "9223372036854775808");
        assert_eq!((&-&least + &least), Dyadic::ZERO);
        assert_eq!(
            Dyadic::simplest_between(Some(&Dyadic::from(i64::MAX)), None).to_string(),
            "9223372036854775808"
        );
        assert_eq!(Dyadic::new(3, 200).exponent(), 200);
        assert_eq!(Dyadic::new(-4, 1), Dyadic::from(-2));
    }
}
