//! Exact solutions of integer linear systems by p-adic lifting.
//!
//! One factorisation modulo a prime p gives the solution's digits to the base p one after the other, each for a
//! matrix-vector product; from enough digits the fraction is found again. Enough is proved by Hadamard's bound on the
//! determinants of Cramer's rule.
//!
//! **Reference.** John D. Dixon, *Exact solution of linear equations using p-adic expansions*, Numerische Mathematik 40
//! (1982).

use crate::budget::{Budget, Stop};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// A square system: for each row its entries that are not 0, as (column, entry).
#[derive(Debug)]
pub struct System {
    /// The rows.
    pub rows: Vec<Vec<(u32, i64)>>,
}

/// Primes below this: products of two residues leave room for 256 sums in 64 bits.
const BELOW: u32 = 1 << 28;
/// How many products are added before a reduction.
const SUMS: usize = 256;
/// How many columns the factorisation treats together.
const PANEL: usize = 64;
/// How wide the stripes are in which it updates the rest.
const STRIPE: usize = 128;

/// A factorisation of a matrix modulo a prime: row exchanges, L with ones on its diagonal, U.
struct Factors {
    n: usize,
    p: u32,
    entries: Vec<u32>,
    exchanged: Vec<usize>,
    /// The inverses of U's diagonal.
    inverses: Vec<u32>,
}

fn is_prime(number: u32) -> bool {
    number % 2 == 1 && (3..).step_by(2).take_while(|d| d * d <= number).all(|d| !number.is_multiple_of(d))
}

fn power(mut base: u64, mut exponent: u32, p: u64) -> u64 {
    let mut result = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * base % p;
        }
        base = base * base % p;
        exponent >>= 1;
    }
    result
}

impl Factors {
    /// Factorises modulo p; `None` if the matrix is singular there.
    fn new(system: &System, p: u32, budget: &Budget) -> Result<Option<Factors>, Stop> {
        let n = system.rows.len();
        let mut a = vec![0u32; n * n];
        for (row, entries) in system.rows.iter().enumerate() {
            for &(column, entry) in entries {
                a[row * n + column as usize] = entry.rem_euclid(i64::from(p)) as u32;
            }
        }
        let q = u64::from(p);
        let mut exchanged: Vec<usize> = (0..n).collect();
        let mut inverses = vec![0u32; n];
        for begin in (0..n).step_by(PANEL) {
            budget.check()?;
            budget.report(begin as u64, Some(n as u64), "factorising modulo a prime");
            let end = (begin + PANEL).min(n);
            // The panel: columns begin..end of the rows from begin on.
            for k in begin..end {
                let Some(pivot) = (k..n).find(|&row| a[row * n + k] != 0) else { return Ok(None) };
                if pivot != k {
                    exchanged.swap(pivot, k);
                    let (upper, lower) = a.split_at_mut(pivot * n);
                    upper[k * n..(k + 1) * n].swap_with_slice(&mut lower[..n]);
                }
                let inverse = power(u64::from(a[k * n + k]), p - 2, q);
                inverses[k] = inverse as u32;
                let (upper, lower) = a.split_at_mut((k + 1) * n);
                let pivot = &upper[k * n + k + 1..k * n + end];
                for row in lower.chunks_exact_mut(n) {
                    let factor = u64::from(row[k]) * inverse % q;
                    row[k] = factor as u32;
                    if factor != 0 {
                        for (entry, &above) in row[k + 1..end].iter_mut().zip(pivot) {
                            *entry = ((u64::from(*entry) + (q - factor) * u64::from(above)) % q) as u32;
                        }
                    }
                }
            }
            // The rows of the panel to its right.
            for k in begin..end {
                for row in k + 1..end {
                    let factor = q - u64::from(a[row * n + k]);
                    let (upper, lower) = a.split_at_mut(row * n);
                    let above = &upper[k * n + end..(k + 1) * n];
                    for (entry, &above) in lower[end..n].iter_mut().zip(above) {
                        *entry = ((u64::from(*entry) + factor * u64::from(above)) % q) as u32;
                    }
                }
            }
            // All below and to the right: minus the product of the two.
            let (upper, lower) = a.split_at_mut(end * n);
            let panel = &upper[begin * n..];
            let update = |rows: &mut [u32]| {
                let mut sums = [0u64; STRIPE];
                for left in (end..n).step_by(STRIPE) {
                    let right = (left + STRIPE).min(n);
                    for row in rows.chunks_exact_mut(n) {
                        let (factors, rest) = row.split_at_mut(end);
                        let sums = &mut sums[..right - left];
                        sums.fill(0);
                        for (four, factors) in factors[begin..].chunks(4).enumerate() {
                            let line = |i: usize| {
                                let row = (four * 4 + i).min(end - begin - 1);
                                &panel[row * n + left..row * n + right]
                            };
                            let f = |i: usize| factors.get(i).map_or(0, |&f| q - u64::from(f));
                            multiply_add(
                                sums,
                                [f(0), f(1), f(2), f(3)],
                                [line(0), line(1), line(2), line(3)],
                            );
                        }
                        for (entry, sum) in rest[left - end..right - end].iter_mut().zip(sums) {
                            *entry = ((u64::from(*entry) + *sum) % q) as u32;
                        }
                    }
                }
            };
            update(lower);
        }
        Ok(Some(Factors { n, p, entries: a, exchanged, inverses }))
    }

    /// Solves for a right-hand side of residues.
    fn solve(&self, right: &[u32], solution: &mut Vec<u32>) {
        let (n, p) = (self.n, u64::from(self.p));
        solution.clear();
        for (row, &from) in self.exchanged.iter().enumerate() {
            let sum = dot(&self.entries[row * n..row * n + row], solution, p);
            solution.push(((u64::from(right[from]) + p - sum) % p) as u32);
        }
        for row in (0..n).rev() {
            let sum = dot(&self.entries[row * n + row + 1..(row + 1) * n], &solution[row + 1..], p);
            let value = (u64::from(solution[row]) + p - sum) % p * u64::from(self.inverses[row]) % p;
            solution[row] = value as u32;
        }
    }
}

#[inline]
fn multiply_add(sums: &mut [u64], factors: [u64; 4], lines: [&[u32]; 4]) {
    let [a, b, c, d] = lines;
    for ((((sum, &a), &b), &c), &d) in sums.iter_mut().zip(a).zip(b).zip(c).zip(d) {
        *sum += factors[0] * u64::from(a)
            + factors[1] * u64::from(b)
            + factors[2] * u64::from(c)
            + factors[3] * u64::from(d);
    }
}

#[inline]
fn dot(a: &[u32], b: &[u32], p: u64) -> u64 {
    let mut total = 0;
    for (a, b) in a.chunks(SUMS).zip(b.chunks(SUMS)) {
        let sum: u64 = a.iter().zip(b).map(|(&a, &b)| u64::from(a) * u64::from(b)).sum();
        total = (total + sum % p) % p;
    }
    total
}

/// The wanted unknowns of the solutions for several right-hand sides, exactly.
///
/// # Errors
/// [`Stop`] when the budget is spent.
///
/// # Panics
/// If the matrix is singular.
///
/// # Complexity
/// n^3 / 3 for the factorisation, and n^2 for each of about n log2(row norm) / 14 digits.
pub fn solve(
    system: &System,
    right: &[Vec<BigInt>],
    wanted: &[usize],
    budget: &Budget,
) -> Result<Vec<Vec<BigRational>>, Stop> {
    let n = system.rows.len();
    let bytes = n as u128 * n as u128 * 4;
    budget.claim(bytes)?;
    let mut primes = (0..BELOW).rev().filter(|&p| is_prime(p));
    let factors = loop {
        // A matrix that is not singular is singular modulo few primes only.
        let p = primes.next().expect("some prime does not divide the determinant");
        if let Some(factors) = Factors::new(system, p, budget)? {
            break factors;
        }
    };
    let norms: Vec<BigUint> = system
        .rows
        .iter()
        .map(|row| row.iter().map(|&(_, entry)| BigUint::from(entry.unsigned_abs()).pow(2)).sum())
        .collect();
    let denominator = root_above(norms.iter());
    let mut solutions = Vec::with_capacity(right.len());
    for right in right {
        let with: Vec<BigUint> =
            norms.iter().zip(right).map(|(norm, entry)| norm + entry.magnitude().pow(2)).collect();
        let numerator = root_above(with.iter());
        solutions.push(lift(system, &factors, right, wanted, &numerator, &denominator, budget)?);
    }
    budget.release(bytes as u64);
    Ok(solutions)
}

/// An upper bound of the square root of a product.
fn root_above<'a>(factors: impl Iterator<Item = &'a BigUint>) -> BigUint {
    factors.product::<BigUint>().sqrt() + BigUint::one()
}

fn lift(
    system: &System,
    factors: &Factors,
    right: &[BigInt],
    wanted: &[usize],
    numerator: &BigUint,
    denominator: &BigUint,
    budget: &Budget,
) -> Result<Vec<BigRational>, Stop> {
    let p = i64::from(factors.p);
    let enough: BigUint = numerator * denominator * 2u32 + 1u32;
    let steps = enough.bits() / u64::from(factors.p.ilog2()) + 1;
    // What is left of the right-hand side, as residual + p^0 * large: large numbers come in digit by digit.
    let mut residual = vec![0i64; right.len()];
    let mut large: Vec<(usize, BigInt)> = Vec::new();
    for (i, entry) in right.iter().enumerate() {
        match entry.to_i64() {
            Some(small) if small.abs() < 1 << 40 => residual[i] = small,
            _ => large.push((i, entry.clone())),
        }
    }
    let mut digits: Vec<Vec<u32>> = vec![Vec::with_capacity(steps as usize); wanted.len()];
    let mut residues = vec![0u32; right.len()];
    let mut solution = Vec::with_capacity(right.len());
    let base = BigInt::from(p);
    for step in 0..steps {
        if step % 16 == 0 {
            budget.check()?;
            budget.report(step, Some(steps), "digits of the exact solution");
        }
        large.retain_mut(|(i, rest)| {
            let (quotient, digit) = rest.div_mod_floor(&base);
            residual[*i] += digit.to_i64().expect("a digit is small");
            *rest = quotient;
            true
        });
        for (residue, &entry) in residues.iter_mut().zip(&residual) {
            *residue = entry.rem_euclid(p) as u32;
        }
        factors.solve(&residues, &mut solution);
        for (entry, row) in residual.iter_mut().zip(&system.rows) {
            let product: i64 = row.iter().map(|&(column, a)| a * i64::from(solution[column as usize])).sum();
            debug_assert_eq!((*entry - product) % p, 0);
            *entry = (*entry - product) / p;
        }
        large.retain(|(i, rest)| {
            let done = rest.bits() < 30;
            if done {
                residual[*i] += rest.to_i64().expect("it is small");
            }
            !done
        });
        for (digits, &i) in digits.iter_mut().zip(wanted) {
            digits.push(solution[i]);
        }
    }
    let modulus = BigInt::from(num_traits::pow(BigUint::from(factors.p), steps as usize));
    let bound = BigInt::from(numerator.clone());
    Ok(digits.iter().map(|digits| reconstruct(&number(digits, factors.p), &modulus, &bound)).collect())
}

/// The number with these digits to the base p, the lowest first.
fn number(digits: &[u32], p: u32) -> BigInt {
    let mut parts: Vec<BigUint> = digits.iter().map(|&digit| digit.into()).collect();
    let mut base = BigUint::from(p);
    while parts.len() > 1 {
        parts = parts
            .chunks(2)
            .map(|pair| pair.get(1).map_or(BigUint::zero(), |high| high * &base) + &pair[0])
            .collect();
        base = &base * &base;
    }
    parts.pop().unwrap_or_default().into()
}

/// The fraction that is congruent to `residue`, with a numerator of at most `bound`: the extended Euclidean algorithm,
/// stopped half-way.
fn reconstruct(residue: &BigInt, modulus: &BigInt, bound: &BigInt) -> BigRational {
    let (mut above, mut rest) = (modulus.clone(), residue.clone());
    let (mut factor_above, mut factor) = (BigInt::zero(), BigInt::one());
    while rest > *bound {
        let (quotient, remainder) = above.div_rem(&rest);
        above = std::mem::replace(&mut rest, remainder);
        let next = &factor_above - quotient * &factor;
        factor_above = std::mem::replace(&mut factor, next);
    }
    if factor.is_negative() {
        (rest, factor) = (-rest, -factor);
    }
    BigRational::new(rest, factor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        /// A solution is right if it solves: every row is put back.
        #[test]
        fn solutions_solve(
            n in 1usize..90,
            seed in prop::collection::vec((0u32..90, -9i64..=9), 300),
            huge in any::<bool>(),
        ) {
            // Diagonally dominant, so that it is not singular.
            let mut rows: Vec<Vec<(u32, i64)>> = vec![Vec::new(); n];
            for (i, (column, entry)) in seed.iter().enumerate() {
                let (row, column) = (i % n, column % n as u32);
                if *entry != 0 && column as usize != row && rows[row].iter().all(|(c, _)| *c != column) {
                    rows[row].push((column, *entry));
                }
            }
            for (row, entries) in rows.iter_mut().enumerate() {
                let sum: i64 = entries.iter().map(|(_, entry)| entry.abs()).sum();
                entries.push((row as u32, -(sum + 1)));
            }
            let system = System { rows };
            let right: Vec<BigInt> = (0..n)
                .map(|i| {
                    let small = BigInt::from(seed[i].1 * 7);
                    if huge && i % 3 == 0 { (small << 200u32) - BigInt::from(i) } else { small }
                })
                .collect();
            let wanted: Vec<usize> = (0..n).collect();
            let solution = solve(&system, std::slice::from_ref(&right), &wanted, &Budget::unlimited()).unwrap().remove(0);
            for (row, right) in system.rows.iter().zip(right) {
                let sum: BigRational =
                    row.iter().map(|&(c, a)| &solution[c as usize] * BigRational::from_integer(a.into())).sum();
                prop_assert_eq!(sum, BigRational::from_integer(right));
            }
        }
    }
}
