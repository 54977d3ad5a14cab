//! Exact distributions: the recurrences modulo many primes, then the counts from their residues.

use super::arith::Arith;
use super::family::Family;
use super::recurrence::{self, full_width};
use super::residue::{Modulus, Remainders, primes_above};
use super::wide;
use crate::budget::{Budget, Stop};
use crate::question::threads::on_threads;
use num_bigint::BigUint;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many trees of a family have each Grundy value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spread {
    /// Every value is as odd or even as this: 0 or 1.
    pub parity: u32,
    /// How many have the value `2 * index + parity`; the last count is not 0.
    pub counts: Vec<BigUint>,
    /// Their sum.
    pub total: BigUint,
}

impl Spread {
    /// The values with their counts, upwards, those of the right parity only.
    pub fn values(&self) -> impl Iterator<Item = (u64, &BigUint)> {
        let parity = u64::from(self.parity);
        self.counts.iter().enumerate().map(move |(half, count)| (2 * half as u64 + parity, count))
    }

    /// How many have the value 0.
    pub fn zeros(&self) -> BigUint {
        if self.parity == 0 { self.counts[0].clone() } else { BigUint::ZERO }
    }
}

/// The distribution of the Grundy value of the trees of a family, for each of these numbers of nodes, all at least 1
/// and each greater than the one before.
///
/// # Errors
/// Those of the budget.
///
/// # Panics
/// If the counts do not sum to the number of trees, which would be a fault of this engine.
///
/// # Complexity
/// nodes^2 width / 4 products for each of about nodes / 14 primes (binary trees), shared by the threads.
pub fn spreads(family: Family, sizes: &[usize], budget: &Budget) -> Result<Vec<Spread>, Stop> {
    let Some(&nodes) = sizes.last() else { return Ok(Vec::new()) };
    let width = full_width(nodes);
    let bounds: Vec<BigUint> = sizes.iter().map(|&n| family.at_most(n as u64)).collect();
    let moduli = primes_above(&bounds[bounds.len() - 1]);
    let threads = budget.threads().min(moduli.len());
    let halves: u128 = sizes.iter().map(|&n| n as u128 / 2 + 1).sum();
    let claim = recurrence::bytes(family, nodes, width, 4) * threads as u128
        + halves * moduli.len() as u128 * 4
        + halves * u128::from(bounds[bounds.len() - 1].bits() / 8 + 32);
    budget.claim(claim)?;
    let found = residues(family, sizes, width, &moduli, threads, budget);
    budget.release(claim as u64);
    let found = found?;
    let remainders = Remainders::new(&moduli);
    let mut spreads = Vec::with_capacity(sizes.len());
    let mut begin = 0;
    for (&n, bound) in sizes.iter().zip(bounds) {
        let needed = remainders.needed(&bound);
        let mut counts = Vec::with_capacity(n / 2 + 1);
        for place in begin..=begin + (n - 1) / 2 {
            budget.check()?;
            counts.push(remainders.number(found[..needed].iter().map(|residues| residues[place])));
        }
        begin += (n - 1) / 2 + 1;
        while counts.last().is_some_and(|count| *count == BigUint::ZERO) {
            counts.pop();
        }
        let total = counts.iter().sum();
        if let Some(known) = family.total(n as u64) {
            assert_eq!(total, known, "the counts of {n} nodes do not sum to all trees");
        }
        spreads.push(Spread { parity: (n as u32 - 1) % 2, counts, total });
    }
    Ok(spreads)
}

/// For each prime the residues of all counts, those of the first size first.
fn residues(
    family: Family,
    sizes: &[usize],
    width: usize,
    moduli: &[Modulus],
    threads: usize,
    budget: &Budget,
) -> Result<Vec<Vec<u32>>, Stop> {
    let next = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    let found = Mutex::new(vec![Vec::new(); moduli.len()]);
    let work = || -> Result<(), Stop> {
        loop {
            let which = next.fetch_add(1, Ordering::Relaxed);
            let Some(modulus) = moduli.get(which) else { return Ok(()) };
            let residues = one_prime(family, sizes, width, modulus, budget)?;
            found.lock().expect("no thread has panicked")[which] = residues;
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            budget.report(done as u64, Some(moduli.len() as u64), "primes");
        }
    };
    on_threads(threads, work).into_iter().collect::<Result<(), Stop>>()?;
    Ok(found.into_inner().expect("no thread has panicked"))
}

fn one_prime(
    family: Family,
    sizes: &[usize],
    width: usize,
    modulus: &Modulus,
    budget: &Budget,
) -> Result<Vec<u32>, Stop> {
    let mut residues = Vec::with_capacity(sizes.iter().map(|n| n / 2 + 1).sum());
    let mut wanted = sizes.iter().peekable();
    let per_width = modulus.ratio(1, width as u64);
    let mut values = Vec::with_capacity(width);
    // The coefficients are the counts, or the counts over n!.
    let mut factor = modulus.one();
    wide::run(modulus, family, sizes[sizes.len() - 1], width, budget, &mut |n, trees| {
        if family.is_exponential() {
            factor = modulus.mul(factor, modulus.residue(n as u64));
        }
        if wanted.next_if_eq(&&n).is_some() {
            values.clear();
            values.extend_from_slice(trees);
            modulus.transform(&mut values);
            let factor = modulus.mul(factor, per_width);
            residues.extend(values[..=(n - 1) / 2].iter().map(|&value| modulus.mul(value, factor)));
        }
    })?;
    Ok(residues)
}
