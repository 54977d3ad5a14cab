//! The arithmetic that the recurrences of tree families are run in: residues, floats, or bounds on their errors.

// As in the recurrences: only what is inlined is compiled for the vector unit that its caller is compiled for.
#![allow(clippy::inline_always)]

use super::walsh;

/// Numbers that can be added and multiplied, with sums of products kept wide.
pub trait Arith: Copy + Sync + Sized {
    /// A number as it is stored.
    type Cell: Copy + Send + Sync;
    /// A sum of products of stored numbers.
    type Wide: Copy;

    /// How many products a wide sum holds at the most.
    const CHUNK: usize;

    /// 0.
    fn zero(&self) -> Self::Cell;
    /// The empty sum.
    fn wide_zero(&self) -> Self::Wide;
    /// 1.
    fn one(&self) -> Self::Cell;
    /// `num / den`.
    fn ratio(&self, num: u64, den: u64) -> Self::Cell;
    /// What the coefficient of x^n carries as a scale: r^n for some number r of the arithmetic.
    fn scale(&self, power: u64) -> Self::Cell;
    /// `sum + a * b`.
    fn mul_add(&self, sum: Self::Wide, a: Self::Cell, b: Self::Cell) -> Self::Wide;
    /// A wide sum as it is stored.
    fn fold(&self, sum: Self::Wide) -> Self::Cell;
    /// `a + b`.
    fn add(&self, a: Self::Cell, b: Self::Cell) -> Self::Cell;
    /// `a - b`.
    fn sub(&self, a: Self::Cell, b: Self::Cell) -> Self::Cell;
    /// `a * b`.
    fn mul(&self, a: Self::Cell, b: Self::Cell) -> Self::Cell;

    /// From the Walsh transform of half values u of a distribution to that of the half values u + 1.
    ///
    /// What stood at the greatest half value is dropped; it is 0 where the width is full.
    #[inline(always)]
    fn add_one(&self, values: &mut [Self::Cell]) {
        add_one(self, values);
    }

    /// The Walsh transform in place.
    #[inline(always)]
    fn transform(&self, values: &mut [Self::Cell]) {
        walsh::transform(values, |a, b| (self.add(*a, *b), self.sub(*a, *b)));
    }
}

/// What [`Arith::add_one`] does where nothing else is said.
#[inline(always)]
pub fn add_one<A: Arith>(arith: &A, values: &mut [A::Cell]) {
    let per_width = arith.ratio(1, values.len() as u64);
    arith.transform(values);
    values.rotate_right(1);
    values[0] = arith.zero();
    for value in values.iter_mut() {
        *value = arith.mul(*value, per_width);
    }
    arith.transform(values);
}
