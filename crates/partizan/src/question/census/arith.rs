//! The arithmetic that the recurrences of tree families are run in: residues, floats, or bounds.

/// Numbers that can be added and multiplied, with sums of products kept wide.
pub trait Arith: Copy + Sync {
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
    /// What the coefficients of x^n carry as a scale: r^n for some number r of the arithmetic.
    fn step(&self, power: u64) -> Self::Cell;
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
}
