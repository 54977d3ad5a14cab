//! Nim multiplication: whole numbers as a field of characteristic 2. Nim addition is `^`.

use num_bigint::BigUint;
use num_traits::{One, Zero};

/// The nim product of two numbers below 2^64.
///
/// ```
/// use partizan::value::nim;
///
/// assert_eq!(nim::product(8, 16), 128);
/// assert_eq!(nim::product(3, nim::inverse(3).unwrap()), 1);
/// ```
///
/// # References
/// *On Numbers and Games*, chapter 6.
pub fn product(a: u64, b: u64) -> u64 {
    below(a, b, 32)
}

/// The product of numbers below 2^(2·half), with half a power of 2.
fn below(a: u64, b: u64, half: u32) -> u64 {
    if a < 2 || b < 2 {
        return a * b;
    }
    let mask = (1 << half) - 1;
    let (a1, a0, b1, b0) = (a >> half, a & mask, b >> half, b & mask);
    if half == 1 {
        let high = (a1 & b1) ^ (a1 & b0) ^ (a0 & b1);
        return high << 1 | (a1 & b1) ^ (a0 & b0);
    }
    // F = 2^half has F·F = F + F/2.
    let (high, low) = (below(a1, b1, half / 2), below(a0, b0, half / 2));
    let cross = below(a1 ^ a0, b1 ^ b0, half / 2);
    (cross ^ low) << half | low ^ below(high, 1 << (half - 1), half / 2)
}

/// The nim product of two whole numbers.
///
/// # Complexity
/// O(b²) for numbers of b bits.
pub fn big_product(a: &BigUint, b: &BigUint) -> BigUint {
    if let (Ok(a), Ok(b)) = (u64::try_from(a), u64::try_from(b)) {
        return product(a, b).into();
    }
    let half = half_of(a.bits().max(b.bits()));
    let ((a1, a0), (b1, b0)) = (split(a, half), split(b, half));
    let (high, low) = (big_product(&a1, &b1), big_product(&a0, &b0));
    let cross = big_product(&(a1 ^ a0), &(b1 ^ b0));
    let fold = big_product(&high, &(BigUint::one() << (half - 1)));
    ((cross ^ &low) << half) | (low ^ fold)
}

/// The inverse of a number below 2^64 in nim multiplication; 0 has none.
pub fn inverse(a: u64) -> Option<u64> {
    // The numbers below 2^64 are a field, so the inverse is one digit.
    big_inverse(&a.into()).map(|inverse| inverse.iter_u64_digits().next().unwrap_or(0))
}

/// The inverse of a whole number in nim multiplication; 0 has none.
///
/// # Complexity
/// O(b²) for numbers of b bits.
pub fn big_inverse(a: &BigUint) -> Option<BigUint> {
    if a.is_zero() || a.is_one() {
        return (!a.is_zero()).then(BigUint::one);
    }
    // a = a1·F + a0; times its conjugate a1·F + (a1 + a0) it is a norm below F.
    let half = half_of(a.bits());
    let (a1, a0) = split(a, half);
    let both = &a1 ^ &a0;
    let squares = big_product(&big_product(&a1, &a1), &(BigUint::one() << (half - 1)));
    let norm = big_inverse(&(squares ^ big_product(&a0, &both)))?;
    Some((big_product(&a1, &norm) << half) | big_product(&both, &norm))
}

/// The least power of two 2^j such that numbers of so many bits are below 2^(2·2^j).
fn half_of(bits: u64) -> u64 {
    bits.next_power_of_two().max(2) / 2
}

fn split(number: &BigUint, half: u64) -> (BigUint, BigUint) {
    let high = number >> half;
    let low = number ^ (&high << half);
    (high, low)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The definition: the least number that is no a'b + ab' + a'b' with a' < a and b' < b.
    fn by_definition(size: usize) -> Vec<Vec<u64>> {
        let mut table = vec![vec![0u64; size]; size];
        for a in 0..size {
            for b in 0..size {
                let mut taken = vec![false; 4 * size * size];
                for x in 0..a {
                    for y in 0..b {
                        taken[(table[x][b] ^ table[a][y] ^ table[x][y]) as usize] = true;
                    }
                }
                table[a][b] = taken.iter().position(|taken| !taken).unwrap() as u64;
            }
        }
        table
    }

    #[test]
    fn products_are_those_of_the_definition() {
        for (a, row) in by_definition(40).iter().enumerate() {
            for (b, expected) in row.iter().enumerate() {
                assert_eq!(product(a as u64, b as u64), *expected, "{a} times {b}");
                assert_eq!(big_product(&a.into(), &b.into()), BigUint::from(*expected));
            }
        }
    }

    fn any_big() -> impl Strategy<Value = BigUint> {
        (proptest::collection::vec(any::<u32>(), 0..12)).prop_map(BigUint::new)
    }

    proptest! {
        #[test]
        fn whole_numbers_are_a_field(a in any_big(), b in any_big(), c in any_big()) {
            prop_assert_eq!(big_product(&a, &b), big_product(&b, &a));
            prop_assert_eq!(big_product(&a, &big_product(&b, &c)), big_product(&big_product(&a, &b), &c));
            prop_assert_eq!(big_product(&a, &(&b ^ &c)), big_product(&a, &b) ^ big_product(&a, &c));
            match big_inverse(&a) {
                Some(inverse) => prop_assert_eq!(big_product(&a, &inverse), BigUint::one()),
                None => prop_assert!(a.is_zero()),
            }
        }

        #[test]
        fn the_two_widths_agree(a in any::<u64>(), b in any::<u64>()) {
            // A factor above 2^64 takes the other way through the code.
            let high = BigUint::one() << 64;
            let wide = big_product(&(&high | BigUint::from(a)), &b.into());
            prop_assert_eq!(wide, big_product(&high, &b.into()) ^ BigUint::from(product(a, b)));
        }
    }
}
