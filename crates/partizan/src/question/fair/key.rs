//! Sums as machine integers: the narrowest width that every sum fits.

use num_bigint::{BigInt, Sign};
use std::fmt::Debug;

/// An integer of a fixed width. The problem guarantees that no sum of its values leaves the range, so `plus` never wraps there.
pub(super) trait Key: Copy + Ord + Debug + Send + Sync + 'static {
    /// The number 0.
    const ZERO: Self;
    /// How many bits the absolute value of a sum may have: two fewer than the width.
    const BITS: u64;

    /// The integer, which must have at most `BITS` bits.
    fn from_big(number: &BigInt) -> Self;
    /// The sum.
    fn plus(self, other: Self) -> Self;
    /// The number with the other sign.
    fn negated(self) -> Self;
    /// Whether it is a multiple of 2^`twos`.
    fn divisible(self, twos: u64) -> bool;
    /// The product with a small factor, at most the greatest number of the width.
    fn times_at_most(self, factor: u32) -> Self;
    /// The quotient of a number that is not negative by one that is positive, rounded up.
    fn over(self, divisor: u32) -> Self;
    /// The residue modulo a number below 2^32.
    fn residue(self, modulus: u64) -> u64;
    /// Well mixed bits that are a function of the number.
    fn hash(self) -> u64;
}

const MIX: u64 = 0x9E37_79B9_7F4A_7C15;

impl Key for i64 {
    const ZERO: i64 = 0;
    const BITS: u64 = 62;

    fn from_big(number: &BigInt) -> i64 {
        i64::try_from(number).expect("the width was chosen to fit")
    }

    #[inline]
    fn plus(self, other: i64) -> i64 {
        self + other
    }

    #[inline]
    fn negated(self) -> i64 {
        -self
    }

    #[inline]
    fn divisible(self, twos: u64) -> bool {
        u64::from(self.trailing_zeros()) >= twos
    }

    #[inline]
    fn times_at_most(self, factor: u32) -> i64 {
        self.saturating_mul(i64::from(factor))
    }

    fn over(self, divisor: u32) -> i64 {
        (self as u64).div_ceil(u64::from(divisor)) as i64
    }

    fn residue(self, modulus: u64) -> u64 {
        self.rem_euclid(modulus as i64) as u64
    }

    #[inline]
    fn hash(self) -> u64 {
        (self as u64).wrapping_mul(MIX)
    }
}

impl Key for i128 {
    const ZERO: i128 = 0;
    const BITS: u64 = 126;

    fn from_big(number: &BigInt) -> i128 {
        i128::try_from(number).expect("the width was chosen to fit")
    }

    #[inline]
    fn plus(self, other: i128) -> i128 {
        self + other
    }

    #[inline]
    fn negated(self) -> i128 {
        -self
    }

    #[inline]
    fn divisible(self, twos: u64) -> bool {
        u64::from(self.trailing_zeros()) >= twos
    }

    #[inline]
    fn times_at_most(self, factor: u32) -> i128 {
        self.saturating_mul(i128::from(factor))
    }

    fn over(self, divisor: u32) -> i128 {
        (self as u128).div_ceil(u128::from(divisor)) as i128
    }

    fn residue(self, modulus: u64) -> u64 {
        self.rem_euclid(i128::from(modulus)) as u64
    }

    #[inline]
    fn hash(self) -> u64 {
        (self as u64 ^ ((self >> 64) as u64).wrapping_mul(MIX).rotate_left(23)).wrapping_mul(MIX)
    }
}

/// An integer of `64 N` bits in two's complement, its low word last, so that the order of the words is the order of
/// the numbers once the sign is turned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Wide<N> {
    fn turned(&self) -> u64 {
        self.0[0] ^ (1 << 63)
    }
}

impl<const N: usize> Ord for Wide<N> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.turned().cmp(&other.turned()).then_with(|| self.0[1..].cmp(&other.0[1..]))
    }
}

impl<const N: usize> PartialOrd for Wide<N> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> Key for Wide<N> {
    const ZERO: Self = Wide([0; N]);
    const BITS: u64 = 64 * N as u64 - 2;

    fn from_big(number: &BigInt) -> Self {
        let mut words = [0; N];
        for (word, digit) in words.iter_mut().rev().zip(number.magnitude().iter_u64_digits()) {
            *word = digit;
        }
        let wide = Wide(words);
        if number.sign() == Sign::Minus { wide.negated() } else { wide }
    }

    fn plus(self, other: Self) -> Self {
        let mut words = self.0;
        let mut carry = false;
        for (word, add) in words.iter_mut().zip(other.0).rev() {
            let (sum, over) = word.overflowing_add(add);
            let (sum, again) = sum.overflowing_add(u64::from(carry));
            *word = sum;
            carry = over || again;
        }
        Wide(words)
    }

    fn negated(self) -> Self {
        let mut one = [0; N];
        one[N - 1] = 1;
        Wide(self.0.map(|word| !word)).plus(Wide(one))
    }

    fn divisible(self, twos: u64) -> bool {
        let mut left = twos;
        for word in self.0.iter().rev() {
            let zeros = u64::from(word.trailing_zeros());
            if zeros >= left {
                return true;
            }
            if zeros < 64 {
                return false;
            }
            left -= 64;
        }
        true
    }

    fn times_at_most(self, factor: u32) -> Self {
        // Only ever asked of positive numbers.
        let mut words = self.0;
        let mut carry = 0u128;
        for word in words.iter_mut().rev() {
            let product = u128::from(*word) * u128::from(factor) + carry;
            *word = product as u64;
            carry = product >> 64;
        }
        if carry != 0 || words[0] >> 63 != 0 {
            words = [u64::MAX; N];
            words[0] = u64::MAX >> 1;
        }
        Wide(words)
    }

    fn over(self, divisor: u32) -> Self {
        let mut words = self.0;
        let mut rest = 0u128;
        for word in &mut words {
            let part = (rest << 64) | u128::from(*word);
            *word = (part / u128::from(divisor)) as u64;
            rest = part % u128::from(divisor);
        }
        let mut up = [0; N];
        up[N - 1] = u64::from(rest != 0);
        Wide(words).plus(Wide(up))
    }

    fn residue(self, modulus: u64) -> u64 {
        let negative = self < Self::ZERO;
        let size = if negative { self.negated() } else { self };
        let rest =
            size.0.iter().fold(0u128, |rest, &word| ((rest << 64) | u128::from(word)) % u128::from(modulus))
                as u64;
        if negative && rest != 0 { modulus - rest } else { rest }
    }

    fn hash(self) -> u64 {
        self.0.iter().fold(0, |mixed: u64, &word| (mixed.rotate_left(23) ^ word).wrapping_mul(MIX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn wide_integers_are_those_of_128_bits(a in -(1i128 << 120)..1i128 << 120, b in -(1i128 << 120)..1i128 << 120, twos in 0u64..130) {
            let wide = |n: i128| Wide::<4>::from_big(&BigInt::from(n));
            prop_assert_eq!(wide(a).plus(wide(b)), wide(a + b));
            prop_assert_eq!(wide(a).negated(), wide(-a));
            prop_assert_eq!(wide(a).cmp(&wide(b)), a.cmp(&b));
            prop_assert_eq!(wide(a).divisible(twos), Key::divisible(a, twos) || a == 0);
            prop_assert_eq!(wide(a.abs()).over(twos as u32 + 1), wide(Key::over(a.abs(), twos as u32 + 1)));
            prop_assert_eq!(wide(a).residue(twos + 1), Key::residue(a, twos + 1));
            prop_assert_eq!(wide(a.abs() >> 40).times_at_most(77), wide((a.abs() >> 40) * 77));
        }
    }

    #[test]
    fn products_stop_at_the_greatest_number() {
        let most = Wide::<2>([u64::MAX >> 1, u64::MAX]);
        assert_eq!(most.times_at_most(3), most);
        assert!(Wide::<2>([1 << 40, 5]).times_at_most(1 << 30) == most);
    }
}
