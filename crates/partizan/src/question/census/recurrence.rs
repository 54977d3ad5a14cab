//! The counting recurrences of tree families, one for each Walsh character.
//!
//! By the colon principle a tree is worth the nim-sum, over the subtrees at its root, of the subtree's value plus 1. So
//! let F be the generating function (x marks nodes) of the trees by value, and E the same with every value one greater,
//! both after the Walsh transform over the values. At each character, where nim-sums are products of signs,
//!
//! - binary trees: F = x (1 + E)^2.
//!
//! The coefficients of F are found one after the other: a convolution of earlier ones at each character, then the step
//! from F to E through the values themselves.
//!
//! A value is as odd or even as the number of edges, so only the half values matter: value 2u + p stands for u, where p
//! is the parity of the edges. Adding 1 moves u only if p = 1: half of the steps from F to E change nothing.

// The kernels are compiled once for each kind of vector unit, and only what is inlined goes with them.
#![allow(clippy::inline_always)]

use super::arith::Arith;
use super::family::Family;
use super::walsh;
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
pub fn bytes(nodes: usize, width: usize, cell: usize) -> u128 {
    let lanes = width.next_multiple_of(LANES) as u128;
    lanes * (nodes + 3 * BLOCK) as u128 * cell as u128
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

    fn tile(&self, tile: usize) -> &[[C; LANES]] {
        &self.cells[tile * self.rows..(tile + 1) * self.rows]
    }

    fn set(&mut self, row: usize, values: &[C]) {
        for (tile, values) in values.chunks(LANES).enumerate() {
            self.cells[tile * self.rows + row][..values.len()].copy_from_slice(values);
        }
    }
}

/// Runs a family's recurrence up to `nodes` nodes, over half values below `width`.
///
/// Shows each number of nodes with the Walsh transform of the trees' half values, in the scale of the arithmetic.
///
/// # Errors
/// Those of the budget.
///
/// # Complexity
/// nodes^2 width / 4 products for binary trees; memory as [`bytes`] says, not claimed here.
#[inline(always)]
pub fn run<A: Arith>(
    arith: &A,
    family: Family,
    nodes: usize,
    width: usize,
    budget: &Budget,
    mut each: impl FnMut(usize, &[A::Cell]),
) -> Result<(), Stop> {
    match family {
        Family::Binary => {}
    }
    let zero = arith.zero();
    let rows = nodes + BLOCK;
    let mut children = Table::new(rows, width, zero);
    let mut trees = vec![zero; width];
    children.set(0, &vec![arith.one(); width]);
    let tiles = width.div_ceil(LANES);
    let mut ahead = vec![[[zero; LANES]; BLOCK]; tiles];
    let scale = arith.step(1);
    let per_width = arith.ratio(1, width as u64);
    for index in 0..nodes {
        budget.check()?;
        let start = index - index % BLOCK;
        for (tile, ahead) in ahead.iter_mut().enumerate() {
            let a = children.tile(tile);
            if index == start {
                *ahead = old_squares(arith, a, start);
            }
            let sums = finished_square(arith, a, start, index, &ahead[index - start]);
            for (tree, sum) in trees[tile * LANES..].iter_mut().zip(sums) {
                *tree = arith.mul(scale, sum);
            }
        }
        let n = index + 1;
        each(n, &trees);
        if n < nodes {
            if n % 2 == 0 {
                add_one(arith, &mut trees, per_width);
            }
            children.set(n, &trees);
        }
    }
    Ok(())
}

/// From the transform of the half values of odd values to that of the values plus 1.
#[inline(always)]
fn add_one<A: Arith>(arith: &A, values: &mut [A::Cell], per_width: A::Cell) {
    let pair = |a: &A::Cell, b: &A::Cell| (arith.add(*a, *b), arith.sub(*a, *b));
    walsh::transform(values, pair);
    // What stood at the greatest half value is dropped; it is 0 where the width is full.
    values.rotate_right(1);
    values[0] = arith.zero();
    for value in values.iter_mut() {
        *value = arith.mul(*value, per_width);
    }
    walsh::transform(values, pair);
}

/// For each index from `start` to `start + BLOCK`: the sum of `a[i] * a[index - i]` with both places below `start`.
#[inline(always)]
fn old_squares<A: Arith>(arith: &A, a: &[[A::Cell; LANES]], start: usize) -> [[A::Cell; LANES]; BLOCK] {
    let mut sums = [[arith.zero(); LANES]; BLOCK];
    // Pairs i < index - i, for every index of the block alike.
    let end = start.div_ceil(2);
    let begin = BLOCK.min(end);
    let mut i = begin;
    while i < end {
        let stop = end.min(i + A::CHUNK);
        let mut wide = [[arith.wide_zero(); LANES]; BLOCK];
        for i in i..stop {
            for j in 0..BLOCK {
                for l in 0..LANES {
                    wide[j][l] = arith.mul_add(wide[j][l], a[i][l], a[start + j - i][l]);
                }
            }
        }
        for (sums, wide) in sums.iter_mut().zip(wide) {
            for (sum, wide) in sums.iter_mut().zip(wide) {
                *sum = arith.add(*sum, arith.fold(wide));
            }
        }
        i = stop;
    }
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

/// The sum of all `a[i] * a[index - i]`, given that of those with both places below `start`.
#[inline(always)]
fn finished_square<A: Arith>(
    arith: &A,
    a: &[[A::Cell; LANES]],
    start: usize,
    index: usize,
    old: &[A::Cell; LANES],
) -> [A::Cell; LANES] {
    let mut wide = [arith.wide_zero(); LANES];
    for i in start..=index {
        for l in 0..LANES {
            wide[l] = arith.mul_add(wide[l], a[i][l], a[index - i][l]);
        }
    }
    let mut sums = [arith.zero(); LANES];
    for l in 0..LANES {
        let new = arith.fold(wide[l]);
        // In the first block the two places run through the same pairs.
        sums[l] = if start == 0 { new } else { arith.add(old[l], arith.add(new, new)) };
    }
    sums
}
