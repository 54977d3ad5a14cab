//! The counting recurrences of tree families, one for each Walsh character.
//!
//! By the colon principle a tree is worth the nim-sum, over the subtrees at its root, of the subtree's value plus 1. So
//! let F be the generating function (x marks nodes) of the trees by value, and E the same with every value one greater,
//! both after the Walsh transform over the values. At each character, where nim-sums are products of signs,
//!
//! | family | equation |
//! |---|---|
//! | binary trees | F = x (1 + E)^2 |
//! | binary search trees (coefficients over n!) | F' = (1 + E)^2 |
//! | plane trees | F = x G, G = 1 / (1 - E), so G = 1 + E G |
//! | labelled trees (over n!) | F = x G, G = exp E, so G' = E' G |
//! | recursive trees (over n!) | F' = G, G' = E' G |
//! | unordered trees | `F = x G`, `G = exp(sum over k of E_k(x^k) / k)`, so G' is the derivative of that sum, times G |
//!
//! For unordered trees `E_k` is E for odd k; for even k equal subtrees cancel in pairs, so it is E at the trivial
//! character, the plain count of trees.
//!
//! The coefficients are found one after the other: a convolution of earlier ones at each character, then the step from F
//! to E through the values themselves. A value is as odd or even as the number of edges, so only the half values matter:
//! value 2u + p stands for u, where p is the parity of the edges. Adding 1 moves u only if p = 1: half of the steps from
//! F to E change nothing.
//!
//! # References
//! *Winning Ways*, chapter 7, for the colon principle; Flajolet and Sedgewick, *Analytic Combinatorics*, chapters I and
//! II, for the equations of the families.

// The kernels are compiled once for each kind of vector unit, and only what is inlined goes with them.
#![allow(clippy::inline_always)]

use super::arith::Arith;
use super::family::Family;
use crate::budget::{Budget, Stop};

/// How many characters stand side by side in a tile.
pub const LANES: usize = 8;

/// How many coefficients are prepared in one pass over the earlier ones.
const BLOCK: usize = 4;

/// The width that holds every half value of the trees with up to so many nodes: a power of two.
pub fn full_width(nodes: usize) -> usize {
    (nodes.max(1) - 1).div_euclid(2).saturating_add(1).next_power_of_two()
}

/// How many bytes [`run`] takes for cells of this size.
pub fn bytes(family: Family, nodes: usize, width: usize, cell: usize) -> u128 {
    let tables = if family.is_square() { 1 } else { 2 };
    let lanes = width.next_multiple_of(LANES) as u128;
    lanes * (tables * (nodes + BLOCK) + 2 * BLOCK) as u128 * cell as u128
}

/// Coefficients by index, a cell for each character, in tiles of [`LANES`] characters.
struct Table<C> {
    rows: usize,
    cells: Vec<[C; LANES]>,
}

impl<C: Copy> Table<C> {
    fn new(rows: usize, width: usize, zero: C) -> Self {
        Table { rows, cells: vec![[zero; LANES]; rows * width.div_ceil(LANES)] }
    }

    #[inline(always)]
    fn tile(&self, tile: usize) -> &[[C; LANES]] {
        &self.cells[tile * self.rows..(tile + 1) * self.rows]
    }

    /// Changes each cell of a row, given what it is and the value at the same character.
    #[inline(always)]
    fn update(&mut self, row: usize, values: &[C], change: impl Fn(C, C) -> C) {
        for (tile, values) in values.chunks(LANES).enumerate() {
            for (cell, value) in self.cells[tile * self.rows + row].iter_mut().zip(values) {
                *cell = change(*cell, *value);
            }
        }
    }
}

/// Runs a family's recurrence up to `nodes` nodes, over half values below `width`.
///
/// Shows each number of nodes with the Walsh transform of the trees' half values, in the scale of the arithmetic and of
/// the family's equation.
///
/// # Errors
/// Those of the budget.
///
/// # Complexity
/// nodes^2 width / 4 products for binary trees of both kinds, twice as many for the others; memory as [`bytes`] says,
/// not claimed here.
#[inline(always)]
pub fn run<A: Arith>(
    arith: &A,
    family: Family,
    nodes: usize,
    width: usize,
    budget: &Budget,
    each: &mut dyn FnMut(usize, &[A::Cell]),
) -> Result<(), Stop> {
    let zero = arith.zero();
    let square = family.is_square();
    let mut trees = vec![zero; width];
    // Square: both factors are 1 + E. Else: `first` is E, or the derivative of the exponent, and `second` is G.
    let mut first = Table::new(nodes + BLOCK, width, zero);
    let mut second = Table::new(if square { 0 } else { nodes + BLOCK }, width, zero);
    let ones = vec![arith.one(); width];
    if square {
        first.update(0, &ones, |_, one| one);
    } else {
        second.update(0, &ones, |_, one| one);
    }
    let mut ahead = vec![[[zero; LANES]; BLOCK]; width.div_ceil(LANES)];
    for index in 0..nodes {
        budget.check()?;
        let n = index + 1;
        let start = index - index % BLOCK;
        // From the convolution to F, and on the way to G.
        let to_f = if family.is_increasing() {
            arith.mul(arith.scale(1), arith.ratio(1, n as u64))
        } else {
            arith.scale(1)
        };
        let to_g = if family.is_set() && index > 0 { arith.ratio(1, index as u64) } else { arith.one() };
        for (tile, ahead) in ahead.iter_mut().enumerate() {
            let a = first.tile(tile);
            let b = if square { a } else { second.tile(tile) };
            if index == start {
                *ahead = if square { old_squares(arith, a, start) } else { old_products(arith, a, b, start) };
            }
            let mut sums = finished(arith, a, b, square, index, &ahead[index - start]);
            if !square {
                sums = if index == 0 { [arith.one(); LANES] } else { sums.map(|sum| arith.mul(sum, to_g)) };
                second.cells[tile * second.rows + index] = sums;
            }
            for (tree, sum) in trees[tile * LANES..].iter_mut().zip(sums) {
                *tree = arith.mul(to_f, sum);
            }
        }
        each(n, &trees);
        if n == nodes {
            break;
        }
        if n.is_multiple_of(2) {
            arith.add_one(&mut trees);
        }
        let by_n = arith.ratio(n as u64, 1);
        match family {
            Family::Binary | Family::Search | Family::Plane => first.update(n, &trees, |_, tree| tree),
            Family::Labelled | Family::Recursive => {
                first.update(n, &trees, |_, tree| arith.mul(by_n, tree));
            }
            Family::Unordered => {
                let plain = vec![trees[0]; width];
                for (copies, at) in (n..nodes).step_by(n).enumerate() {
                    // `copies` counts from 0: the first row is that of one copy.
                    let values = if copies % 2 == 0 { &trees } else { &plain };
                    let factor = arith.mul(by_n, arith.scale((at - n) as u64));
                    first.update(at, values, |sum, tree| arith.add(sum, arith.mul(factor, tree)));
                }
            }
        }
    }
    Ok(())
}

type Row<A> = [<A as Arith>::Cell; LANES];

/// For each index from `start` to `start + BLOCK`: the sum of `a[i] * b[index - i]` with both places below `start`.
#[inline(always)]
fn old_products<A: Arith>(arith: &A, a: &[Row<A>], b: &[Row<A>], start: usize) -> [Row<A>; BLOCK] {
    let begin = BLOCK.min(start);
    let mut sums = common(arith, a, b, start, begin, start);
    for (j, sums) in sums.iter_mut().enumerate() {
        let index = start + j;
        let mut wide = [arith.wide_zero(); LANES];
        for i in j + 1..begin {
            for l in 0..LANES {
                wide[l] = arith.mul_add(wide[l], a[i][l], b[index - i][l]);
            }
        }
        for l in 0..LANES {
            sums[l] = arith.add(sums[l], arith.fold(wide[l]));
        }
    }
    sums
}

/// As [`old_products`] of `a` with itself, in half the products: each pair once.
#[inline(always)]
fn old_squares<A: Arith>(arith: &A, a: &[Row<A>], start: usize) -> [Row<A>; BLOCK] {
    // Pairs i < index - i, for every index of the block alike.
    let end = start.div_ceil(2);
    let begin = BLOCK.min(end);
    let mut sums = common(arith, a, a, start, begin, end);
    // Those near the ends, each index for itself; then the pairs the other way round, and the square in the middle.
    for (j, sums) in sums.iter_mut().enumerate() {
        let index = start + j;
        let mut wide = [arith.wide_zero(); LANES];
        for i in (j + 1..begin).chain(end.max(j + 1)..index.div_ceil(2)) {
            for l in 0..LANES {
                wide[l] = arith.mul_add(wide[l], a[i][l], a[index - i][l]);
            }
        }
        let middle = index / 2;
        for l in 0..LANES {
            let half = arith.add(sums[l], arith.fold(wide[l]));
            sums[l] = arith.add(half, half);
            if index.is_multiple_of(2) && middle > j {
                sums[l] = arith.add(sums[l], arith.mul(a[middle][l], a[middle][l]));
            }
        }
    }
    sums
}

/// For each index from `start` to `start + BLOCK`: the sum of `a[i] * b[index - i]` over the places i from `begin`, at
/// least BLOCK, to `end`. This is where the time goes.
#[inline(always)]
fn common<A: Arith>(
    arith: &A,
    a: &[Row<A>],
    b: &[Row<A>],
    start: usize,
    begin: usize,
    end: usize,
) -> [Row<A>; BLOCK] {
    let mut sums = [[arith.zero(); LANES]; BLOCK];
    let mut from = begin;
    while from < end {
        let to = end.min(from + A::CHUNK);
        let mut wide = [[arith.wide_zero(); LANES]; BLOCK];
        // The places of `b` run backwards: the last window, read from its end, belongs to the first place of `a`.
        let windows = b[start + 1 - to..start + BLOCK - from].windows(BLOCK).rev();
        for (a, b) in a[from..to].iter().zip(windows) {
            for j in 0..BLOCK {
                for l in 0..LANES {
                    wide[j][l] = arith.mul_add(wide[j][l], a[l], b[j][l]);
                }
            }
        }
        for (sums, wide) in sums.iter_mut().zip(wide) {
            for (sum, wide) in sums.iter_mut().zip(wide) {
                *sum = arith.add(*sum, arith.fold(wide));
            }
        }
        from = to;
    }
    sums
}

/// The sum of all `a[i] * b[index - i]`, given that of those with both places below the block that `index` is in.
///
/// In a product `a[0]` is 0, and `b[index]` is not known yet.
#[inline(always)]
fn finished<A: Arith>(
    arith: &A,
    a: &[Row<A>],
    b: &[Row<A>],
    square: bool,
    index: usize,
    old: &Row<A>,
) -> Row<A> {
    let start = index - index % BLOCK;
    let mut wide = [arith.wide_zero(); LANES];
    for i in start..=index {
        for l in 0..LANES {
            wide[l] = arith.mul_add(wide[l], a[i][l], b[index - i][l]);
        }
    }
    let mut sums = wide.map(|wide| arith.fold(wide));
    if start == 0 {
        // In the first block these are all pairs.
        return sums;
    }
    if square {
        sums = sums.map(|sum| arith.add(sum, sum));
    } else {
        let mut wide = [arith.wide_zero(); LANES];
        for i in start..index {
            for l in 0..LANES {
                wide[l] = arith.mul_add(wide[l], b[i][l], a[index - i][l]);
            }
        }
        for l in 0..LANES {
            sums[l] = arith.add(sums[l], arith.fold(wide[l]));
        }
    }
    for l in 0..LANES {
        sums[l] = arith.add(sums[l], old[l]);
    }
    sums
}
