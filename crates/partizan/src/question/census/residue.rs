//! Arithmetic modulo primes below 2^28, and whole numbers from their residues.
//!
//! Small primes on purpose: a product of two residues takes 56 bits, so 256 of them are summed in 64 bits before one
//! reduction, and a processor multiplies several pairs in one instruction.

// The kernels are compiled once for each kind of vector unit, and only what is inlined goes with them.
#![allow(clippy::inline_always)]

use super::arith::Arith;
use num_bigint::BigUint;
use num_traits::One;

/// Every prime is below this.
const ABOVE: u32 = 1 << 28;

/// A prime below 2^28, prepared for Montgomery's reduction with R = 2^32.
///
/// Residues are kept as `x * R mod p`, below p.
#[derive(Clone, Copy, Debug)]
pub struct Modulus {
    p: u32,
    /// -1/p modulo 2^32.
    neg_inv: u32,
    /// R modulo p: the residue 1.
    one: u32,
    /// R^2 modulo p.
    square: u32,
}

impl Modulus {
    fn new(p: u32) -> Self {
        // Newton's iteration doubles the number of good bits: 5 of them at the start for odd p.
        let mut inv = p.wrapping_mul(3) ^ 2;
        for _ in 0..3 {
            inv = inv.wrapping_mul(2u32.wrapping_sub(p.wrapping_mul(inv)));
        }
        let one = ((1u64 << 32) % u64::from(p)) as u32;
        let square = (u64::from(one) * u64::from(one) % u64::from(p)) as u32;
        Modulus { p, neg_inv: inv.wrapping_neg(), one, square }
    }

    /// `wide / R`, up to a multiple of p: below `wide / R + p + 1`.
    #[inline(always)]
    fn redc(self, wide: u64) -> u64 {
        let low = wide as u32;
        let multiple = u64::from(low.wrapping_mul(self.neg_inv)) * u64::from(self.p);
        // The low halves add up to 0 or to 2^32.
        (wide >> 32) + (multiple >> 32) + u64::from(low != 0)
    }

    #[inline(always)]
    fn less_p(self, x: u32) -> u32 {
        x.min(x.wrapping_sub(self.p))
    }

    /// The residue of a number.
    pub fn residue(self, number: u64) -> u32 {
        self.product((number % u64::from(self.p)) as u32, self.square)
    }

    /// The number below p that a residue stands for.
    fn number(self, residue: u32) -> u32 {
        self.less_p(self.redc(u64::from(residue)) as u32)
    }

    #[inline(always)]
    fn product(self, a: u32, b: u32) -> u32 {
        // Below 2^56 / 2^32 + p + 1 < 2p.
        self.less_p(self.redc(u64::from(a) * u64::from(b)) as u32)
    }

    fn inverse(self, residue: u32) -> u32 {
        let (mut power, mut base, mut exponent) = (self.one, residue, self.p - 2);
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = self.product(power, base);
            }
            base = self.product(base, base);
            exponent >>= 1;
        }
        power
    }
}

impl Arith for Modulus {
    type Cell = u32;
    type Wide = u64;

    const CHUNK: usize = 256;

    #[inline(always)]
    fn zero(&self) -> u32 {
        0
    }

    #[inline(always)]
    fn wide_zero(&self) -> u64 {
        0
    }

    fn one(&self) -> u32 {
        self.one
    }

    fn ratio(&self, num: u64, den: u64) -> u32 {
        self.product(self.residue(num), self.inverse(self.residue(den)))
    }

    fn scale(&self, _: u64) -> u32 {
        self.one
    }

    #[inline(always)]
    fn mul_add(&self, sum: u64, a: u32, b: u32) -> u64 {
        sum.wrapping_add(u64::from(a) * u64::from(b))
    }

    #[inline(always)]
    fn fold(&self, sum: u64) -> u32 {
        // Below 2^32 + p; times a number below 2^28 that is below 2^61; so the second result is below 2^29 + p < 3p.
        let first = self.redc(sum);
        let second = self.redc(first * u64::from(self.one)) as u32;
        self.less_p(self.less_p(second))
    }

    #[inline(always)]
    fn add(&self, a: u32, b: u32) -> u32 {
        self.less_p(a + b)
    }

    #[inline(always)]
    fn sub(&self, a: u32, b: u32) -> u32 {
        self.less_p(a + self.p - b)
    }

    #[inline(always)]
    fn mul(&self, a: u32, b: u32) -> u32 {
        self.product(a, b)
    }
}

/// The greatest primes below 2^28, just so many that their product is above `bound`.
pub fn primes_above(bound: &BigUint) -> Vec<Modulus> {
    let mut found = Vec::new();
    let mut product = BigUint::one();
    let mut candidate = ABOVE;
    while product <= *bound {
        candidate -= 1;
        // There are over seven million primes above 2^27: nothing that fits a memory asks for more.
        assert!(candidate > ABOVE / 2, "too many primes");
        if is_prime(candidate) {
            found.push(Modulus::new(candidate));
            product *= candidate;
        }
    }
    found
}

/// The strong test to the bases 2, 3, 5 and 7, which no composite number below 3,215,031,751 passes.
fn is_prime(n: u32) -> bool {
    const SMALL: [u32; 8] = [2, 3, 5, 7, 11, 13, 17, 19];
    if SMALL.contains(&n) {
        return true;
    }
    if n < 2 || SMALL.iter().any(|q| n.is_multiple_of(*q)) {
        return false;
    }
    let power = |base: u64, mut exponent: u32| {
        let (mut result, mut square) = (1u64, base);
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = result * square % u64::from(n);
            }
            square = square * square % u64::from(n);
            exponent >>= 1;
        }
        result
    };
    let twos = (n - 1).trailing_zeros();
    [2u64, 3, 5, 7].iter().all(|&base| {
        let mut x = power(base, (n - 1) >> twos);
        if x == 1 || x == u64::from(n) - 1 {
            return true;
        }
        (1..twos).any(|_| {
            x = x * x % u64::from(n);
            x == u64::from(n) - 1
        })
    })
}

/// Numbers from their residues, by Garner's mixed radix.
#[derive(Debug)]
pub struct Remainders {
    moduli: Vec<Modulus>,
    /// `inverses[i]`: 1 over the product of the primes before prime `i`, modulo prime `i`.
    inverses: Vec<u32>,
}

impl Remainders {
    /// For these primes, no two alike.
    pub fn new(moduli: &[Modulus]) -> Self {
        let inverses = moduli
            .iter()
            .enumerate()
            .map(|(i, modulus)| {
                let product = moduli[..i].iter().fold(modulus.one, |product, before| {
                    modulus.product(product, modulus.residue(u64::from(before.p)))
                });
                modulus.inverse(product)
            })
            .collect();
        Remainders { moduli: moduli.to_vec(), inverses }
    }

    /// How many of the primes, from the first, have a product above `bound`: all of them if none has.
    pub fn needed(&self, bound: &BigUint) -> usize {
        // Each prime is above 2^27, so this many suffice, and fewer than all only where the rest is not needed.
        (bound.bits().div_ceil(27) as usize).min(self.moduli.len())
    }

    /// The only number below the product of the primes with these residues, the first for the first prime.
    pub fn number(&self, residues: impl Iterator<Item = u32>) -> BigUint {
        let mut digits: Vec<u32> = Vec::with_capacity(self.moduli.len());
        for ((modulus, &inverse), residue) in self.moduli.iter().zip(&self.inverses).zip(residues) {
            let p = u64::from(modulus.p);
            let mut prefix = 0u64;
            for (&digit, before) in digits.iter().zip(&self.moduli).rev() {
                prefix = (prefix * u64::from(before.p) + u64::from(digit)) % p;
            }
            let rest = modulus.sub(residue, modulus.residue(prefix));
            digits.push(modulus.number(modulus.product(rest, inverse)));
        }
        let mut words: Vec<u32> = Vec::with_capacity(digits.len());
        for (&digit, modulus) in digits.iter().zip(&self.moduli).rev() {
            let mut carry = u64::from(digit);
            for word in &mut words {
                let sum = u64::from(*word) * u64::from(modulus.p) + carry;
                *word = sum as u32;
                carry = sum >> 32;
            }
            if carry > 0 {
                words.push(carry as u32);
            }
        }
        BigUint::new(words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::ToPrimitive;
    use proptest::prelude::*;

    fn primes(count: usize) -> Vec<Modulus> {
        primes_above(&(BigUint::one() << (28 * count)))[..count].to_vec()
    }

    #[test]
    fn primes_are_those_of_trial_division() {
        let by_division =
            |n: u32| n > 1 && (2..1 << 15).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
        let expected: Vec<u32> = (0..ABOVE).rev().filter(|&n| by_division(n)).take(40).collect();
        let found: Vec<u32> = primes(40).iter().map(|modulus| modulus.p).collect();
        assert_eq!(found, expected);
        assert!((0..3000).all(|n| is_prime(n) == by_division(n)));
    }

    proptest! {
        #[test]
        fn residues_obey_the_laws(which in 0usize..30, a in any::<u64>(), b in any::<u64>(), wide in any::<u64>()) {
            let m = primes(which + 1)[which];
            let p = u128::from(m.p);
            let (x, y) = (m.residue(a), m.residue(b));
            let (a, b) = (u128::from(a), u128::from(b));
            let shown = |residue| u128::from(m.number(residue));
            prop_assert_eq!(shown(x), a % p);
            prop_assert_eq!(shown(m.add(x, y)), (a + b) % p);
            prop_assert_eq!(shown(m.sub(x, y)), (a % p + p - b % p) % p);
            prop_assert_eq!(shown(m.mul(x, y)), a % p * (b % p) % p);
            prop_assert!(m.fold(wide) < m.p);
            // `fold` takes one R out of the sum.
            prop_assert_eq!((u128::from(m.fold(wide)) << 32) % p, u128::from(wide) % p);
            if x != 0 {
                prop_assert_eq!(m.mul(x, m.inverse(x)), m.one());
            }
        }

        #[test]
        fn numbers_come_back_from_their_residues(words in prop::collection::vec(any::<u32>(), 0..12)) {
            let number = BigUint::new(words);
            let moduli = primes_above(&number);
            let residues = moduli.iter().map(|m| m.residue((&number % m.p).to_u64().unwrap()));
            prop_assert_eq!(Remainders::new(&moduli).number(residues), number);
        }
    }
}
