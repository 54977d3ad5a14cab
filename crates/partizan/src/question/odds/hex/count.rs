//! Counting the fillings of a board that White wins, exactly, on a compiled diagram.
//!
//! The number g(s, j) of ways to win from state s with j more white stones is g(black successor, j) + g(white
//! successor, j - 1). It is computed from the last level to the first, eight values of j at a time: a state's eight
//! numbers fill one cache line, and of the eight before only the last is kept. So memory is one number a state, not one
//! a state and j, and the working set fits the cache.
//!
//! Counts are found modulo 2^64 and modulo numbers just below 2^57, as many as the greatest possible count needs, and
//! put together by the Chinese remainder theorem. Below 2^57 there is room for several additions before a reduction.

use super::diagram::{Diagram, WHITE_WON};
use crate::budget::{Budget, Stop};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many numbers are computed together: one cache line.
pub const LANES: usize = 8;
/// The numbers of one state.
pub type Row = [u64; LANES];

/// Additions of two reduced numbers double the bound; after so many levels they are reduced.
const LEVELS_BETWEEN: usize = 6;
const BITS: u32 = 57;
const MASK: u64 = (1 << BITS) - 1;

/// A modulus: 2^64, or 2^57 - c with a small c.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Modulus {
    /// 2^64: the arithmetic of the machine.
    Machine,
    /// 2^57 - c.
    Below(u64),
}

impl Modulus {
    /// Pairwise coprime moduli whose product exceeds `bound`.
    pub fn enough_for(bound: &BigUint) -> Vec<Modulus> {
        let mut moduli = vec![Modulus::Machine];
        let mut product = BigUint::one() << 64u32;
        let mut c = 1;
        while product <= *bound {
            let next = Modulus::Below(c);
            if product.gcd(&next.value()).is_one() {
                product *= next.value();
                moduli.push(next);
            }
            c += 2;
        }
        debug_assert!(c < 1 << 20);
        moduli
    }

    /// The modulus as a number.
    pub fn value(self) -> BigUint {
        match self {
            Modulus::Machine => BigUint::one() << 64u32,
            Modulus::Below(c) => BigUint::from((1u64 << BITS) - c),
        }
    }

    /// A number congruent to `x` and below 2^57 + 2^27; `x` itself for the machine's modulus.
    #[inline]
    pub fn fold(self, x: u64) -> u64 {
        match self {
            Modulus::Machine => x,
            Modulus::Below(c) => (x & MASK) + c * (x >> BITS),
        }
    }

    /// The least number congruent to `x`.
    pub fn reduce(self, x: u64) -> u64 {
        match self {
            Modulus::Machine => x,
            Modulus::Below(c) => x % ((1 << BITS) - c),
        }
    }
}

/// The number below the product of the moduli that has these residues (Garner's method).
pub fn chinese(moduli: &[Modulus], residues: &[u64]) -> BigUint {
    let mut sum = BigUint::zero();
    let mut product = BigUint::one();
    for (modulus, &residue) in moduli.iter().zip(residues) {
        let m = modulus.value();
        let have = &sum % &m;
        let want = (BigUint::from(residue) + &m - have) % &m;
        let inverse = (&product % &m).modinv(&m).expect("the moduli are coprime");
        sum += &product * (want * inverse % &m);
        product *= m;
    }
    sum
}

/// What a level does: it fills a free cell, or its cell has a stone already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fill {
    Free,
    Stone { white: bool },
}

/// A diagram with stones on some of its cells.
#[derive(Debug)]
pub struct Filling<'a> {
    diagram: &'a Diagram,
    fills: Vec<Fill>,
    /// The free levels from each level on.
    free_from: Vec<usize>,
}

impl<'a> Filling<'a> {
    /// The diagram with the stones of `fixed` (row by row, `true` for White); levels have no stones beyond that.
    pub fn new(diagram: &'a Diagram, fixed: &[Option<bool>]) -> Self {
        let fills: Vec<Fill> = diagram
            .cells()
            .iter()
            .map(|&cell| match fixed.get(cell).copied().flatten() {
                None => Fill::Free,
                Some(white) => Fill::Stone { white },
            })
            .collect();
        let mut free_from = vec![0; fills.len() + 1];
        for (level, fill) in fills.iter().enumerate().rev() {
            free_from[level] = free_from[level + 1] + usize::from(*fill == Fill::Free);
        }
        Filling { diagram, fills, free_from }
    }

    /// The number of free cells.
    pub fn free(&self) -> usize {
        self.free_from[0]
    }

    /// How many fillings of the free cells with `white` white stones White wins.
    ///
    /// # Errors
    /// [`Stop`] when the budget is spent.
    ///
    /// # Panics
    /// If `white` exceeds the number of free cells.
    pub fn wins(&self, white: usize, budget: &Budget) -> Result<BigUint, Stop> {
        assert!(white <= self.free());
        let moduli = Modulus::enough_for(&super::binomial(self.free(), white));
        let threads = budget.threads().min(moduli.len());
        let each = (self.diagram.states() * 8 + self.diagram.widest() * 2 * size_of::<Row>()) as u128;
        budget.claim(each * threads as u128)?;
        let next = AtomicUsize::new(0);
        let work = || {
            let mut found = Vec::new();
            loop {
                let i = next.fetch_add(1, Ordering::Relaxed);
                let Some(&modulus) = moduli.get(i) else { return Ok(found) };
                found.push((i, self.wins_modulo(white, modulus, budget)?));
            }
        };
        let parts: Vec<Result<Vec<(usize, u64)>, Stop>> = if threads == 1 {
            vec![work()]
        } else {
            std::thread::scope(|scope| {
                let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
                let mut parts = vec![work()];
                parts.extend(others.into_iter().map(|thread| thread.join().expect("no pass panics")));
                parts
            })
        };
        budget.release(each as u64 * threads as u64);
        let mut residues = vec![0; moduli.len()];
        for part in parts {
            for (i, residue) in part? {
                residues[i] = residue;
            }
        }
        Ok(chinese(&moduli, &residues))
    }

    fn wins_modulo(&self, white: usize, modulus: Modulus, budget: &Budget) -> Result<u64, Stop> {
        let mut pass = Backward::new(self);
        let mut least = 0;
        loop {
            budget.check()?;
            pass.block(least, white, modulus);
            if least + LANES > white {
                let root = self.diagram.root() as usize;
                return Ok(modulus.reduce(pass.rows[root][white - least]));
            }
            least += LANES;
        }
    }
}

/// A pass over the diagram from the last level to the first.
struct Backward<'a> {
    filling: &'a Filling<'a>,
    /// For each state the last number of the block before.
    edges: Vec<u64>,
    /// The numbers of the level that was computed last, and room for the next.
    rows: Vec<Row>,
    above: Vec<Row>,
}

impl<'a> Backward<'a> {
    fn new(filling: &'a Filling<'a>) -> Self {
        let widest = filling.diagram.widest();
        Backward {
            filling,
            edges: vec![0; filling.diagram.states() + 2],
            rows: vec![[0; LANES]; widest],
            above: vec![[0; LANES]; widest],
        }
    }

    /// Computes the numbers for `least` to `least + 7` white stones on every level on which they can matter for a
    /// filling with `white` of them; the blocks before must have been computed.
    fn block(&mut self, least: usize, white: usize, modulus: Modulus) {
        let Filling { diagram, fills, free_from } = self.filling;
        let levels = diagram.levels();
        // With fewer than `least` free cells left the numbers are 0; with more than `most` others suffice.
        let most = free_from[0] - white + least + LANES - 1;
        let mut level = if least == 0 {
            self.rows[..2].fill([0; LANES]);
            self.rows[WHITE_WON as usize][0] = 1;
            levels
        } else {
            let first = free_from.partition_point(|&free| free >= least);
            self.rows.fill([0; LANES]);
            first
        };
        while level > 0 && free_from[level - 1] <= most {
            let below = level; // the level whose numbers are in `rows`
            level -= 1;
            let successors = diagram.level(level);
            let above = &mut self.above[..successors.len()];
            let start = diagram.start(below);
            let edges = &mut self.edges[start..];
            match fills[level] {
                Fill::Free if free_from[level] % LEVELS_BETWEEN == 0 => {
                    add(successors, &self.rows, edges, above, |x| modulus.fold(x));
                }
                Fill::Free => add(successors, &self.rows, edges, above, |x| x),
                Fill::Stone { white } => {
                    for (row, successor) in above.iter_mut().zip(successors) {
                        *row = self.rows[successor[usize::from(white)] as usize];
                    }
                }
            }
            let states = if below < levels { diagram.level(below).len() } else { 2 };
            for (edge, row) in edges[..states].iter_mut().zip(&self.rows) {
                *edge = row[LANES - 1];
            }
            std::mem::swap(&mut self.rows, &mut self.above);
        }
        let start = diagram.start(level);
        let states = if level < levels { diagram.level(level).len() } else { 2 };
        for (edge, row) in self.edges[start..start + states].iter_mut().zip(&self.rows) {
            *edge = row[LANES - 1];
        }
    }
}

/// One level of free cells: the numbers of its states from those of the level below and the edges there.
#[inline]
fn add(successors: &[[u32; 2]], rows: &[Row], edges: &[u64], above: &mut [Row], fold: impl Fn(u64) -> u64) {
    for (sum, &[black, white]) in above.iter_mut().zip(successors) {
        let (black, white_row) = (&rows[black as usize], &rows[white as usize]);
        sum[0] = fold(black[0].wrapping_add(edges[white as usize]));
        for i in 1..LANES {
            sum[i] = fold(black[i].wrapping_add(white_row[i - 1]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::ToPrimitive;

    #[test]
    fn residues_are_put_together() {
        let number: BigUint = "123456789012345678901234567890123456789012345678901234567890".parse().unwrap();
        let moduli = Modulus::enough_for(&number);
        assert_eq!(moduli.len(), 4);
        let residues: Vec<u64> =
            moduli.iter().map(|m| (&number % m.value()).to_u64().expect("below 2^64")).collect();
        assert_eq!(chinese(&moduli, &residues), number);
    }

    #[test]
    fn sums_of_folded_numbers_have_room() {
        // Between two folds the bound doubles on each level.
        for modulus in Modulus::enough_for(&(BigUint::one() << 1000u32)) {
            let Modulus::Below(c) = modulus else { continue };
            let folded = MASK + c * (u64::MAX >> BITS);
            assert!(folded.checked_mul(1 << LEVELS_BETWEEN).is_some(), "c = {c}");
        }
    }
}
