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
use crate::question::threads::on_threads;
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

    /// A product of numbers of which one is folded.
    fn product(self, folded: u64, x: u64) -> u128 {
        match self {
            Modulus::Machine => u128::from(folded.wrapping_mul(x)),
            Modulus::Below(_) => u128::from(folded) * u128::from(x),
        }
    }

    /// A folded number congruent to a - b, both folded.
    fn minus(self, a: u64, b: u64) -> u64 {
        match self {
            Modulus::Machine => a.wrapping_sub(b),
            // Twice the modulus exceeds every folded number.
            Modulus::Below(c) => self.fold(a + 2 * ((1 << BITS) - c) - b),
        }
    }

    /// A number congruent to `x` that leaves room for many sums; `x` itself for the machine's modulus.
    #[inline]
    fn fold_wide(self, x: u128) -> u128 {
        match self {
            Modulus::Machine => x,
            Modulus::Below(c) => (x & u128::from(MASK)) + u128::from(c) * (x >> BITS),
        }
    }

    /// The least number congruent to `x`.
    fn reduce_wide(self, x: u128) -> u64 {
        match self {
            Modulus::Machine => x as u64,
            Modulus::Below(c) => (x % ((1 << BITS) - u128::from(c))) as u64,
        }
    }

    /// `sum` with the products of the numbers of two rows whose numbers of stones go together: first with last.
    #[inline]
    fn join(self, sum: u128, placed: &Row, to_come: &Row) -> u128 {
        match self {
            Modulus::Machine => {
                let products = (0..LANES).map(|i| placed[i].wrapping_mul(to_come[LANES - 1 - i]));
                u128::from(products.fold(sum as u64, u64::wrapping_add))
            }
            // 8 products of a folded number (under 2^58) and one of 64 bits stay under 2^125.
            Modulus::Below(_) => {
                let products = (0..LANES).map(|i| u128::from(placed[i]) * u128::from(to_come[LANES - 1 - i]));
                self.fold_wide(products.sum()) + sum
            }
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

/// The Chinese remainder theorem for a list of moduli.
struct Chinese {
    /// Each modulus, the product of those before it, and the inverse of that product.
    steps: Vec<(BigUint, BigUint, BigUint)>,
}

impl Chinese {
    fn new(moduli: Vec<Modulus>) -> Self {
        let mut product = BigUint::one();
        let mut steps = Vec::with_capacity(moduli.len());
        for modulus in moduli {
            let m = modulus.value();
            let inverse = (&product % &m).modinv(&m).expect("the moduli are coprime");
            let next = &product * &m;
            steps.push((m, std::mem::replace(&mut product, next), inverse));
        }
        Chinese { steps }
    }

    /// The number below the product of the moduli that has these residues (Garner's method).
    fn join(&self, residues: impl Iterator<Item = u64>) -> BigUint {
        let mut sum = BigUint::zero();
        for ((m, product, inverse), residue) in self.steps.iter().zip(residues) {
            let have = &sum % m;
            let want = (BigUint::from(residue) + m - have) % m;
            sum += product * (want * inverse % m);
        }
        sum
    }
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
        let bound = super::binomial(self.free(), white);
        let counts = modular(&bound, self.pass_bytes(), budget, |modulus| {
            let mut pass = Backward::new(self);
            let root = self.diagram.root() as usize;
            for least in (0..=white).step_by(LANES) {
                budget.check()?;
                pass.block(least as isize, self.free() - white + least + LANES - 1, modulus, |_, _| {});
            }
            Ok(vec![modulus.reduce(pass.rows[root][white % LANES])])
        })?;
        Ok(counts.into_iter().next().expect("one count was asked"))
    }

    /// For each k how many fillings of the free cells with k white stones White wins.
    ///
    /// # Errors
    /// [`Stop`] when the budget is spent.
    pub fn polynomial(&self, budget: &Budget) -> Result<Vec<BigUint>, Stop> {
        let free = self.free();
        let bound = super::binomial(free, free / 2);
        modular(&bound, self.pass_bytes(), budget, |modulus| {
            let mut pass = Backward::new(self);
            let root = self.diagram.root() as usize;
            let mut counts = Vec::with_capacity(free + LANES);
            for least in (0..=free).step_by(LANES) {
                budget.check()?;
                pass.block(least as isize, free, modulus, |_, _| {});
                counts.extend(pass.rows[root].iter().map(|&count| modulus.reduce(count)));
            }
            counts.truncate(free + 1);
            Ok(counts)
        })
    }

    /// For each level how many of the fillings with `white` white stones that White wins have a white stone on its
    /// cell; 0 for a level whose cell is not free.
    ///
    /// # Errors
    /// [`Stop`] when the budget is spent.
    ///
    /// # Complexity
    /// About five times the time of [`wins`](Self::wins), and memory for `white` / 8 numbers a state.
    pub fn wins_through(&self, white: usize, budget: &Budget) -> Result<Vec<BigUint>, Stop> {
        let levels = self.diagram.levels();
        if white == 0 {
            return Ok(vec![BigUint::zero(); levels]);
        }
        let bound = super::binomial(self.free(), white);
        let blocks = white.div_ceil(LANES);
        let bytes = self.pass_bytes() * 2
            + self.diagram.states() as u128 * (8 * blocks as u128 + size_of::<Row>() as u128);
        modular(&bound, bytes, budget, |modulus| {
            let mut backward = Backward::new(self);
            // The numbers with `white - 8 - 8i` to `white - 1 - 8i` white stones to come meet those with 8i to 8i + 7
            // white stones placed. Going up is the only way to compute either, so the edges before each block are kept.
            let least = |i: usize| white as isize - ((i + 1) * LANES) as isize;
            let most = |i: usize| self.free() - 1 - (i * LANES).min(self.free() - 1);
            let mut kept: Vec<Vec<u64>> = vec![Vec::new(); blocks];
            for i in (0..blocks).rev() {
                budget.check()?;
                kept[i] = backward.edges[backward.range(least(i), most(i))].to_vec();
                backward.block(least(i), most(i), modulus, |_, _| {});
            }
            let mut forward = Forward::new(self);
            let mut sums = vec![0u128; levels];
            let mut below: Vec<Row> = vec![[0; LANES]; self.diagram.states() + 2];
            for (i, kept) in kept.into_iter().enumerate() {
                budget.check()?;
                below.fill([0; LANES]);
                let range = backward.range(least(i), most(i));
                backward.edges[range].copy_from_slice(&kept);
                drop(kept);
                backward.block(least(i), most(i), modulus, |start, rows| {
                    below[start..start + rows.len()].copy_from_slice(rows);
                });
                forward.block(i * LANES, modulus, |level, successors, placed| {
                    let start = self.diagram.start(level + 1);
                    let mut sum = 0u128;
                    for (row, &[_, white]) in placed.iter().zip(successors) {
                        sum = modulus.join(sum, row, &below[start + white as usize]);
                    }
                    sums[level] = modulus.fold_wide(sums[level].wrapping_add(sum));
                });
            }
            Ok(sums.into_iter().map(|sum| modulus.reduce_wide(sum)).collect())
        })
    }

    /// The number of fillings that White wins; and for each level in how many fillings of the other cells the colour of
    /// its cell decides, 0 for a level whose cell is not free.
    ///
    /// # Errors
    /// [`Stop`] when the budget is spent.
    pub fn pivots(&self, budget: &Budget) -> Result<(BigUint, Vec<BigUint>), Stop> {
        let diagram = self.diagram;
        let levels = diagram.levels();
        let bound = BigUint::one() << self.free();
        let bytes = (diagram.states() + 4 * diagram.widest()) as u128 * 8;
        let mut counts = modular(&bound, bytes, budget, |modulus| {
            let add = |a: u64, b: u64| modulus.fold(a.wrapping_add(b));
            let mut wins = vec![0u64; diagram.states() + 2];
            wins[diagram.start(levels) + WHITE_WON as usize] = 1;
            for level in (0..levels).rev() {
                budget.check()?;
                let (above, below) = wins.split_at_mut(diagram.start(level + 1));
                let above = &mut above[diagram.start(level)..];
                for (sum, &[black, white]) in above.iter_mut().zip(diagram.level(level)) {
                    *sum = match self.fills[level] {
                        Fill::Free => add(below[black as usize], below[white as usize]),
                        Fill::Stone { white: true } => below[white as usize],
                        Fill::Stone { white: false } => below[black as usize],
                    };
                }
            }
            let root = diagram.root() as usize;
            let mut counts = vec![modulus.reduce(wins[root])];
            let mut ways = vec![0u64; diagram.widest()];
            let mut next = ways.clone();
            ways[root] = 1;
            for level in 0..levels {
                budget.check()?;
                let below = &wins[diagram.start(level + 1)..];
                next.fill(0);
                let mut sum = 0u128;
                for (&ways, &[black, white]) in ways.iter().zip(diagram.level(level)) {
                    let (black, white) = (black as usize, white as usize);
                    match self.fills[level] {
                        Fill::Free => {
                            next[black] = add(next[black], ways);
                            next[white] = add(next[white], ways);
                            sum = modulus.fold_wide(sum.wrapping_add(
                                modulus.product(ways, modulus.minus(below[white], below[black])),
                            ));
                        }
                        Fill::Stone { white: true } => next[white] = add(next[white], ways),
                        Fill::Stone { white: false } => next[black] = add(next[black], ways),
                    }
                }
                counts.push(modulus.reduce_wide(sum));
                std::mem::swap(&mut ways, &mut next);
            }
            Ok(counts)
        })?;
        let wins = counts.remove(0);
        Ok((wins, counts))
    }

    fn pass_bytes(&self) -> u128 {
        (self.diagram.states() * 8 + self.diagram.widest() * 2 * size_of::<Row>()) as u128
    }
}

/// The residues that a thread has found, each list with the number of its modulus.
type Part = Result<Vec<(usize, Vec<u64>)>, Stop>;

/// Numbers of at most `bound`, found modulo as many moduli as that needs. Each thread takes `bytes`.
fn modular(
    bound: &BigUint,
    bytes: u128,
    budget: &Budget,
    pass: impl Fn(Modulus) -> Result<Vec<u64>, Stop> + Sync,
) -> Result<Vec<BigUint>, Stop> {
    let moduli = Modulus::enough_for(bound);
    let threads = budget.threads().min(moduli.len());
    let bytes = bytes * threads as u128;
    budget.claim(bytes)?;
    let next = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    let work = || {
        let mut found = Vec::new();
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(&modulus) = moduli.get(i) else { return Ok(found) };
            found.push((i, pass(modulus)?));
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            budget.report(done as u64, Some(moduli.len() as u64), "passes, each with its own modulus");
        }
    };
    let parts: Vec<Part> = on_threads(threads, work);
    budget.release(bytes as u64);
    let mut residues = vec![Vec::new(); moduli.len()];
    for part in parts {
        for (i, found) in part? {
            residues[i] = found;
        }
    }
    let chinese = Chinese::new(moduli);
    let many = residues[0].len();
    Ok((0..many).map(|j| chinese.join(residues.iter().map(|found| found[j]))).collect())
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

    /// The levels that a block computes: those from `last` down to `first`; the numbers on `last` itself are known.
    fn span(&self, least: isize, most: usize) -> (usize, usize) {
        let free_from = &self.filling.free_from;
        let last = if least <= 0 {
            free_from.len() - 1
        } else {
            free_from.partition_point(|&free| free >= least as usize)
        };
        (free_from.partition_point(|&free| free > most).min(last), last)
    }

    /// The states of the levels that a block computes and of the one before.
    fn range(&self, least: isize, most: usize) -> std::ops::Range<usize> {
        let (first, last) = self.span(least, most);
        let diagram = self.filling.diagram;
        let states = if last < diagram.levels() { diagram.level(last).len() } else { 2 };
        diagram.start(first)..diagram.start(last) + states
    }

    /// Computes the numbers for `least` to `least + 7` white stones on every level with at most `most` free cells from
    /// it on, and shows them; the blocks before must have been computed on all levels that matter for the result.
    ///
    /// The block that has 0 among its numbers of stones must be the first.
    fn block(&mut self, least: isize, most: usize, modulus: Modulus, mut show: impl FnMut(usize, &[Row])) {
        let Filling { diagram, fills, free_from } = self.filling;
        let levels = diagram.levels();
        let (first, last) = self.span(least, most);
        // With fewer free cells left than white stones the numbers are 0.
        self.rows.fill([0; LANES]);
        if least <= 0 {
            self.rows[WHITE_WON as usize][(-least) as usize] = 1;
        }
        for level in (first..=last).rev() {
            // `rows` has the numbers of this level; compute the next one up, then leave this one's last numbers behind.
            let start = diagram.start(level);
            let states = if level < levels { diagram.level(level).len() } else { 2 };
            show(start, &self.rows[..states]);
            let edges = &mut self.edges[start..start + states];
            if level > first {
                let successors = diagram.level(level - 1);
                let above = &mut self.above[..successors.len()];
                match fills[level - 1] {
                    Fill::Free if free_from[level - 1].is_multiple_of(LEVELS_BETWEEN) => {
                        add(successors, &self.rows, edges, above, |x| modulus.fold(x));
                    }
                    Fill::Free => add(successors, &self.rows, edges, above, |x| x),
                    Fill::Stone { white } => {
                        for (row, successor) in above.iter_mut().zip(successors) {
                            *row = self.rows[successor[usize::from(white)] as usize];
                        }
                    }
                }
            }
            for (edge, row) in edges.iter_mut().zip(&self.rows) {
                *edge = row[LANES - 1];
            }
            if level > first {
                std::mem::swap(&mut self.rows, &mut self.above);
            }
        }
    }
}

/// A pass over the diagram from the first level to the last: in how many ways each state is reached, by the number of
/// white stones placed.
struct Forward<'a> {
    filling: &'a Filling<'a>,
    /// For each state the last number of the block before.
    edges: Vec<u64>,
    rows: Vec<Row>,
    below: Vec<Row>,
}

impl<'a> Forward<'a> {
    fn new(filling: &'a Filling<'a>) -> Self {
        let widest = filling.diagram.widest();
        Forward {
            filling,
            edges: vec![0; filling.diagram.states()],
            rows: vec![[0; LANES]; widest],
            below: vec![[0; LANES]; widest],
        }
    }

    /// Computes the numbers for `least` to `least + 7` white stones placed and shows those of the free levels.
    fn block(&mut self, least: usize, modulus: Modulus, mut show: impl FnMut(usize, &[[u32; 2]], &[Row])) {
        let Filling { diagram, fills, free_from } = self.filling;
        self.rows.fill([0; LANES]);
        let first = if least == 0 {
            self.rows[diagram.root() as usize][0] = 1;
            0
        } else {
            // The last level before which fewer than `least` cells were filled.
            free_from.partition_point(|&free| free_from[0] - free < least) - 1
        };
        for (level, &fill) in fills.iter().enumerate().skip(first) {
            let successors = diagram.level(level);
            let rows = &self.rows[..successors.len()];
            let start = diagram.start(level);
            let edges = &mut self.edges[start..start + successors.len()];
            self.below.fill([0; LANES]);
            for ((row, edge), &[black, white]) in rows.iter().zip(edges.iter_mut()).zip(successors) {
                match fill {
                    Fill::Free => {
                        let sum = &mut self.below[black as usize];
                        for i in 0..LANES {
                            sum[i] = modulus.fold(sum[i].wrapping_add(row[i]));
                        }
                        let sum = &mut self.below[white as usize];
                        sum[0] = modulus.fold(sum[0].wrapping_add(*edge));
                        for i in 1..LANES {
                            sum[i] = modulus.fold(sum[i].wrapping_add(row[i - 1]));
                        }
                    }
                    Fill::Stone { white: stone } => {
                        let sum = &mut self.below[if stone { white } else { black } as usize];
                        for i in 0..LANES {
                            sum[i] = modulus.fold(sum[i].wrapping_add(row[i]));
                        }
                    }
                }
                *edge = row[LANES - 1];
            }
            if fill == Fill::Free {
                show(level, successors, rows);
            }
            std::mem::swap(&mut self.rows, &mut self.below);
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
        assert_eq!(Chinese::new(moduli).join(residues.into_iter()), number);
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
