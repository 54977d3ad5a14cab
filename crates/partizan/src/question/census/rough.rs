//! Distributions in floating point, with a bound on their errors that is proved.
//!
//! The same recurrences run in `f64`, scaled by the radius of convergence. A second run, at one character only, carries
//! bounds: how great the exact number can be at any character, and how far the computed ones are from the exact ones, as
//! the root of the mean square over all characters. That norm is what the Walsh transform keeps, so adding 1 to the values
//! adds only its own rounding; and it bounds the error of every single chance, and of their sum at 0.
//!
//! Where the width does not hold all values, what would pass its end is dropped. The nim-sum never leaves a width that is
//! a power of two, only adding 1 does; so every chance is at most too small, in all by the mass that is lost.

use super::arith::{self, Arith};
use super::family::Family;
use super::recurrence::{self, full_width};
use super::wide;
use crate::budget::{Budget, Stop};

/// Half of the distance from 1 to the next float: the relative error of one rounding.
const U: f64 = f64::EPSILON / 2.0;

/// One operation in floating point, rounded up for sure.
const UP: f64 = 1.0 + 4.0 * f64::EPSILON;

/// As long as the greatest number of products that are summed before the next sum.
const CHUNK: usize = 64;

/// Plain floating point, scaled by powers of a family's radius.
#[derive(Clone, Copy, Debug)]
pub struct Float {
    radius: f64,
    /// Whether the trivial character is meant, where the values do not matter and nothing is ever dropped.
    trivial: bool,
}

impl Float {
    /// For a family.
    pub fn new(family: Family) -> Self {
        Float { radius: family.radius(), trivial: false }
    }
}

/// By squaring, in an order of our own: the same on every machine.
fn power(mut base: f64, mut exponent: u64) -> f64 {
    let mut result = 1.0;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result *= base;
        }
        base *= base;
        exponent >>= 1;
    }
    result
}

#[allow(clippy::inline_always)] // compiled for the vector unit of its caller
impl Arith for Float {
    type Cell = f64;
    type Wide = f64;

    const CHUNK: usize = CHUNK;

    #[inline(always)]
    fn zero(&self) -> f64 {
        0.0
    }

    #[inline(always)]
    fn wide_zero(&self) -> f64 {
        0.0
    }

    fn one(&self) -> f64 {
        1.0
    }

    fn ratio(&self, num: u64, den: u64) -> f64 {
        num as f64 / den as f64
    }

    fn scale(&self, exponent: u64) -> f64 {
        power(self.radius, exponent)
    }

    #[inline(always)]
    fn mul_add(&self, sum: f64, a: f64, b: f64) -> f64 {
        sum + a * b
    }

    #[inline(always)]
    fn fold(&self, sum: f64) -> f64 {
        sum
    }

    #[inline(always)]
    fn add(&self, a: f64, b: f64) -> f64 {
        a + b
    }

    #[inline(always)]
    fn sub(&self, a: f64, b: f64) -> f64 {
        a - b
    }

    #[inline(always)]
    fn mul(&self, a: f64, b: f64) -> f64 {
        a * b
    }

    #[inline(always)]
    fn add_one(&self, values: &mut [f64]) {
        if !self.trivial {
            arith::add_one(self, values);
        }
    }
}

/// Bounds on numbers at all characters: never below what they bound.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// On the exact numbers.
    size: f64,
    /// On the root mean square, over the characters, of how far [`Float`] is from them.
    error: f64,
}

/// A sum of products of [`Bounds`].
#[derive(Clone, Copy, Debug)]
pub struct WideBounds {
    bounds: Bounds,
    /// On the sum of the products of the computed numbers, without their signs.
    magnitude: f64,
}

/// The arithmetic of [`Bounds`], which follows that of [`Float`] step by step.
#[derive(Clone, Copy, Debug)]
struct Bound {
    radius: f64,
    /// The logarithm of the width to the base 2.
    stages: f64,
    /// The root of the width: at one character an error is at most so many times the root mean square.
    root: f64,
}

impl Bound {
    fn new(family: Family, width: usize) -> Self {
        let stages = f64::from(width.trailing_zeros());
        Bound { radius: family.radius(), stages, root: (width as f64).sqrt() * UP }
    }

    fn computed(&self, a: Bounds) -> f64 {
        a.size + self.root * a.error
    }

    /// The error of a product without its own rounding: one factor's error times the other's size, and both errors.
    fn cross(&self, a: Bounds, b: Bounds) -> f64 {
        a.error * b.size + a.size * b.error + self.root * a.error * b.error
    }
}

impl Arith for Bound {
    type Cell = Bounds;
    type Wide = WideBounds;

    const CHUNK: usize = CHUNK;

    fn zero(&self) -> Bounds {
        Bounds { size: 0.0, error: 0.0 }
    }

    fn wide_zero(&self) -> WideBounds {
        WideBounds { bounds: self.zero(), magnitude: 0.0 }
    }

    fn one(&self) -> Bounds {
        Bounds { size: 1.0, error: 0.0 }
    }

    fn ratio(&self, num: u64, den: u64) -> Bounds {
        let size = num as f64 / den as f64 * UP;
        Bounds { size, error: size * f64::EPSILON }
    }

    fn scale(&self, exponent: u64) -> Bounds {
        // Squaring doubles the relative error and adds a rounding: at most twice the exponent in all.
        let size = power(self.radius, exponent) * (1.0 + 4.0 * (exponent + 1) as f64 * f64::EPSILON);
        let error = if exponent <= 1 { 0.0 } else { size * 2.0 * exponent as f64 * f64::EPSILON };
        Bounds { size, error }
    }

    fn mul_add(&self, sum: WideBounds, a: Bounds, b: Bounds) -> WideBounds {
        WideBounds {
            bounds: Bounds {
                size: sum.bounds.size + a.size * b.size,
                error: sum.bounds.error + self.cross(a, b),
            },
            magnitude: sum.magnitude + self.computed(a) * self.computed(b),
        }
    }

    fn fold(&self, sum: WideBounds) -> Bounds {
        // Nothing is negative, so these sums were rounded by less than `up`; those of `Float` by CHUNK + 1 roundings at
        // the most. The last term covers numbers too small for a float.
        let up = 1.0 + (CHUNK + 16) as f64 * f64::EPSILON;
        let rounding = (CHUNK + 2) as f64 * U * sum.magnitude;
        Bounds { size: sum.bounds.size * up, error: (sum.bounds.error + rounding) * up + f64::MIN_POSITIVE }
    }

    fn add(&self, a: Bounds, b: Bounds) -> Bounds {
        let (size, error) = ((a.size + b.size) * UP, a.error + b.error);
        Bounds { size, error: (error + U * (size + error)) * UP }
    }

    fn sub(&self, a: Bounds, b: Bounds) -> Bounds {
        self.add(a, b)
    }

    fn mul(&self, a: Bounds, b: Bounds) -> Bounds {
        let rounding = U * self.computed(a) * self.computed(b);
        Bounds {
            size: a.size * b.size * UP,
            error: (self.cross(a, b) + rounding) * (1.0 + 16.0 * f64::EPSILON) + f64::MIN_POSITIVE,
        }
    }

    fn add_one(&self, values: &mut [Bounds]) {
        for value in values {
            *value = self.transformed(self.transformed(*value));
        }
    }
}

impl Bound {
    /// After a Walsh transform and the division by the width: each stage rounds every number once.
    fn transformed(&self, a: Bounds) -> Bounds {
        let rounding = (self.stages + 1.0) * U * (a.size + a.error);
        Bounds { size: a.size, error: (a.error + rounding) * (1.0 + 16.0 * f64::EPSILON) }
    }
}

/// A distribution of Grundy values in floating point.
#[derive(Clone, Debug)]
pub struct Rough {
    /// Every value is as odd or even as this: 0 or 1.
    pub parity: u32,
    /// The chance of each half value; what is below 0 by rounding is 0.
    pub chances: Vec<f64>,
    /// No chance is further than this from the exact one.
    pub bound: f64,
    /// At most this much of the mass was dropped at the end of the width; a part of `bound`.
    pub lost: f64,
    characters: Vec<f64>,
    bounds: Bounds,
}

impl Rough {
    fn new(parity: u32, characters: Vec<f64>, bounds: Bounds, lost: f64, bound: Bound) -> Self {
        let float = Float { radius: 1.0, trivial: false };
        let mut chances = characters.clone();
        float.transform(&mut chances);
        let width = chances.len() as f64;
        for chance in &mut chances {
            *chance = (*chance / width).max(0.0);
        }
        let error = bound.transformed(bounds).error;
        Rough { parity, chances, bound: (error + lost) * UP, lost, characters, bounds }
    }

    /// The values with their chances, upwards, those of the right parity only.
    pub fn values(&self) -> impl Iterator<Item = (u64, f64)> {
        let parity = u64::from(self.parity);
        self.chances.iter().enumerate().map(move |(half, &chance)| (2 * half as u64 + parity, chance))
    }

    /// The chance of the value 0.
    pub fn zeros(&self) -> f64 {
        if self.parity == 0 { self.chances[0] } else { 0.0 }
    }
}

/// A width that is likely to lose no more than rounding does, for trees of so many nodes.
fn likely_width(nodes: usize) -> usize {
    // The mean value of binary trees is near 3.6 times the root of the nodes; this is four times that, in half values
    // seven. A wrong guess costs a second run.
    (7 * nodes.isqrt() + 64).next_power_of_two().max(1024).min(full_width(nodes))
}

/// The distributions for these numbers of nodes, all at least 1 and each greater than the one before.
///
/// # Errors
/// Those of the budget.
///
/// # Complexity
/// As one prime of the exact distributions, at a width of the order of the root of the nodes.
pub fn spreads(family: Family, sizes: &[usize], budget: &Budget) -> Result<Vec<Rough>, Stop> {
    let Some(&nodes) = sizes.last() else { return Ok(Vec::new()) };
    let mut width = likely_width(nodes);
    loop {
        let spreads = at_width(family, sizes, width, budget)?;
        let lost = spreads.iter().map(|spread| spread.lost).fold(0.0, f64::max);
        let rounding = spreads.iter().map(|spread| spread.bound - spread.lost).fold(0.0, f64::max);
        if width == full_width(nodes) || lost <= 1e-12 + 100.0 * rounding {
            return Ok(spreads);
        }
        width *= 2;
    }
}

fn at_width(family: Family, sizes: &[usize], width: usize, budget: &Budget) -> Result<Vec<Rough>, Stop> {
    let nodes = sizes[sizes.len() - 1];
    let claim = recurrence::bytes(family, nodes, width, 8)
        + recurrence::bytes(family, nodes, 1, 16)
        + (sizes.len() * width * 16) as u128;
    budget.claim(claim)?;
    let float = Float::new(family);
    let count = Float { trivial: true, ..float };
    let (alone, bound) = (Bound::new(family, 1), Bound::new(family, width));
    // The plain number of trees, in the same scale, is the coefficient at the trivial character, where no values matter.
    let totals = collected(&count, family, sizes, 1, budget, |cells| cells[0]);
    let total_bounds = collected(&alone, family, sizes, 1, budget, |cells| cells[0]);
    let bounds = collected(&bound, family, sizes, 1, budget, |cells| cells[0]);
    let characters = collected(&float, family, sizes, width, budget, <[f64]>::to_vec);
    budget.release(claim as u64);
    let (totals, total_bounds, bounds, characters) = (totals?, total_bounds?, bounds?, characters?);
    let spreads = sizes.iter().zip(totals).zip(total_bounds).zip(bounds).zip(characters);
    Ok(spreads
        .map(|((((&n, total), total_bounds), bounds), mut characters)| {
            for character in &mut characters {
                *character /= total;
            }
            let apart = (bounds.error + total_bounds.error) / (total - total_bounds.error);
            let bounds = Bounds { size: 1.0, error: (apart + f64::EPSILON) * (1.0 + 16.0 * f64::EPSILON) };
            let lost = if width == full_width(nodes) {
                0.0
            } else {
                (1.0 - characters[0] + bound.root * bounds.error * UP).clamp(0.0, 1.0)
            };
            Rough::new((n as u32 - 1) % 2, characters, bounds, lost, bound)
        })
        .collect())
}

/// What a run shows at the wanted sizes.
fn collected<A: Arith, T>(
    arith: &A,
    family: Family,
    sizes: &[usize],
    width: usize,
    budget: &Budget,
    keep: impl Fn(&[A::Cell]) -> T,
) -> Result<Vec<T>, Stop> {
    let mut kept = Vec::with_capacity(sizes.len());
    let mut wanted = sizes.iter().peekable();
    let nodes = sizes[sizes.len() - 1];
    let mut each = |n: usize, trees: &[A::Cell]| {
        if wanted.next_if_eq(&&n).is_some() {
            kept.push(keep(trees));
        }
    };
    if width == 1 {
        // Nothing to gain, and one copy of the code less.
        recurrence::run(arith, family, nodes, width, budget, &mut each)?;
    } else {
        wide::run(arith, family, nodes, width, budget, &mut each)?;
    }
    Ok(kept)
}

/// The nim-sum of independent draws, each spread with how often it is drawn from, all of one width.
pub fn nim_sum(draws: &[(&Rough, u64)]) -> Rough {
    let width = draws.first().map_or(1, |(spread, _)| spread.characters.len());
    let (float, bound) = (Float { radius: 1.0, trivial: false }, Bound::new(Family::Search, width));
    let mut parity = 0;
    let (mut characters, mut bounds, mut lost) = (vec![1.0; width], bound.one(), 0.0);
    for (spread, times) in draws {
        parity ^= spread.parity & (times % 2) as u32;
        for (product, &character) in characters.iter_mut().zip(&spread.characters) {
            *product *= repeated(&float, character, *times);
        }
        bounds = bound.mul(bounds, repeated(&bound, spread.bounds, *times));
        // No character of a distribution is above 1, so neither is that of the rest of the draws.
        bounds.size = 1.0;
        lost = (lost + *times as f64 * spread.lost) * UP;
    }
    Rough::new(parity, characters, bounds, lost.min(1.0), bound)
}

/// A number to a power of at least 1, by squaring.
fn repeated<A: Arith>(arith: &A, mut base: A::Cell, mut times: u64) -> A::Cell {
    let mut product = arith.one();
    while times > 0 {
        if times & 1 == 1 {
            product = arith.mul(product, base);
        }
        base = arith.mul(base, base);
        times >>= 1;
    }
    product
}

#[cfg(test)]
mod tests {
    use super::super::exact;
    use super::*;
    use num_bigint::BigUint;
    use num_rational::BigRational;
    use num_traits::{Signed, ToPrimitive};

    /// The greatest distance of a chance from the exact one.
    fn distance(rough: &Rough, exact: &exact::Spread) -> f64 {
        assert_eq!(rough.parity, exact.parity);
        let zero = BigUint::ZERO;
        let distances = rough.chances.iter().enumerate().map(|(half, &chance)| {
            let count = exact.counts.get(half).unwrap_or(&zero);
            let chance = BigRational::from_float(chance).unwrap();
            (chance - crate::question::exact::ratio(count, &exact.total)).abs().to_f64().unwrap()
        });
        distances.fold(0.0, f64::max)
    }

    #[test]
    fn the_bound_holds_and_is_not_idle() {
        let sizes = [1, 2, 9, 60, 149, 150];
        for family in Family::ALL {
            let exact = exact::spreads(family, &sizes, &Budget::unlimited()).unwrap();
            for width in [256, 64, 16] {
                let width = width.min(full_width(150));
                for (rough, exact) in
                    at_width(family, &sizes, width, &Budget::unlimited()).unwrap().iter().zip(&exact)
                {
                    let distance = distance(rough, exact);
                    assert!(distance <= rough.bound, "{family}: {distance} above {}", rough.bound);
                    assert!(rough.bound - rough.lost < 1e-10, "{family}: {}", rough.bound);
                }
            }
        }
    }

    #[test]
    fn sums_keep_within_their_bound() {
        let sizes = [3, 50, 101];
        for family in [Family::Binary, Family::Labelled] {
            let exact = exact::spreads(family, &sizes, &Budget::unlimited()).unwrap();
            let rough = at_width(family, &sizes, 64, &Budget::unlimited()).unwrap();
            let times = [5, 1, 2];
            let exact: Vec<_> = exact.iter().zip(times).collect();
            let sum = super::super::sum::nim_sum(&exact, &Budget::unlimited()).unwrap();
            let rough = nim_sum(&rough.iter().zip(times).collect::<Vec<_>>());
            assert!(distance(&rough, &sum) <= rough.bound && rough.bound < 1e-11, "{}", rough.bound);
        }
    }
}
