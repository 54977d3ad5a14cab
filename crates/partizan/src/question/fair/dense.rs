//! Dense sums, deepest first.
//!
//! A table holds for every sum that can still be cancelled the greatest weight that reaches it. The numbers are taken
//! deepest first; at each depth only the sums that are multiples of its unit stay, so the table is halved as the depth
//! goes down. One bit a sum and number remembers which choices were made.
//!
//! Best where the sums of absolute values, in the deepest unit, are small.

use super::super::claim::Claim;
use super::problem::{Fair, Items};
use crate::budget::{Budget, Stop};

/// The greatest weight that the table's cells hold.
const MOST_WEIGHT: u32 = 1 << 29;

/// A cell that no choice reaches: adding any weight to it keeps it below 0.
const NONE: i32 = -(1 << 30);

/// The sums that the table spans before each item is taken, or after the last.
#[derive(Clone, Copy, Debug)]
struct Window {
    low: i64,
    high: i64,
    /// The sums are multiples of 2 to this power.
    twos: u32,
}

impl Window {
    fn cells(self) -> u64 {
        ((self.high >> self.twos) - (self.low >> self.twos)) as u64 + 1
    }

    fn index(self, sum: i64) -> i64 {
        (sum - self.low) >> self.twos
    }
}

/// The windows after each item, the last item first.
#[derive(Debug)]
pub(super) struct Plan {
    windows: Vec<Window>,
    /// The cells of all windows together: the cost.
    pub cells: u64,
    /// The bytes that it needs.
    pub bytes: u64,
}

/// What the method would cost; nothing where it cannot be used.
pub(super) fn plan(items: &Items<i64>) -> Option<Plan> {
    if items.weight() > MOST_WEIGHT {
        return None;
    }
    let positive = |value: i64| value.max(0);
    let negative = |value: i64| (-value).max(0);
    let (mut rest_up, mut rest_down) =
        items.values.iter().fold((0, 0), |(up, down), &value| (up + positive(value), down + negative(value)));
    let (mut up, mut down) = (0, 0);
    let mut windows = Vec::with_capacity(items.len());
    let (mut cells, mut most) = (0u64, 0u64);
    for place in (0..items.len()).rev() {
        let value = items.values[place];
        rest_up -= positive(value);
        rest_down -= negative(value);
        up += positive(value);
        down += negative(value);
        let twos = items.twos[place] as u32;
        // Rounded to sums that can be: inwards.
        let low = -(rest_up.min(down) >> twos << twos);
        let high = rest_down.min(up) >> twos << twos;
        let window = Window { low, high, twos };
        cells = cells.checked_add(window.cells())?;
        most = most.max(window.cells());
        windows.push(window);
    }
    let bytes = most.checked_mul(8)?.checked_add(cells / 8 + 64 * items.len() as u64)?;
    Some(Plan { windows, cells, bytes })
}

/// The heaviest fair set.
///
/// # Errors
/// Those of the budget.
pub(super) fn search(items: &Items<i64>, plan: &Plan, budget: &Budget) -> Result<Fair, Stop> {
    let claim = Claim::new(budget);
    claim.raise(u128::from(plan.bytes))?;
    let n = items.len();
    let mut taken: Vec<Vec<u64>> = Vec::with_capacity(n);
    let mut window = Window { low: 0, high: 0, twos: 0 };
    let mut table = vec![0i32];
    let mut next: Vec<i32> = Vec::new();
    for (step, &wider) in plan.windows.iter().enumerate() {
        budget.check()?;
        let place = n - 1 - step;
        if wider.twos > window.twos && step > 0 {
            (table, window) = coarser(&table, window, wider.twos);
        } else {
            window.twos = wider.twos;
        }
        let (value, weight) = (items.values[place], items.weights[place] as i32);
        next.clear();
        next.resize(wider.cells() as usize, NONE);
        if let Some((from, to, count)) = overlap(window, wider, 0) {
            next[to..to + count].copy_from_slice(&table[from..from + count]);
        }
        let mut bits = vec![0u64; next.len().div_ceil(64)];
        if let Some((from, to, count)) = overlap(window, wider, value) {
            add(&table[from..from + count], &mut next, to, weight, &mut bits);
        }
        taken.push(bits);
        std::mem::swap(&mut table, &mut next);
        window = wider;
    }
    // Back from the sum 0, the first item first.
    let mut chosen = vec![false; n];
    let mut sum = 0;
    for (step, &window) in plan.windows.iter().enumerate().rev() {
        let place = n - 1 - step;
        let index = window.index(sum) as usize;
        if taken[step][index / 64] >> (index % 64) & 1 == 1 {
            chosen[place] = true;
            sum -= items.values[place];
        }
    }
    let weight = table[window.index(0) as usize];
    Ok(Fair { weight: weight as u64, chosen })
}

/// Which cells of one window go where in another of the same unit when a value is added: from, to and how many.
fn overlap(from: Window, to: Window, value: i64) -> Option<(usize, usize, usize)> {
    let low = (from.low + value).max(to.low);
    let high = (from.high + value).min(to.high);
    (low <= high).then(|| {
        (from.index(low - value) as usize, to.index(low) as usize, ((high - low) >> to.twos) as usize + 1)
    })
}

/// Puts the item on top of every sum of `from`, where that is at least as heavy as what is there without it.
///
/// Equal weights take the item: its place is before those taken earlier.
fn add(from: &[i32], next: &mut [i32], to: usize, weight: i32, bits: &mut [u64]) {
    let mut at = 0;
    while at < from.len() {
        let start = to + at;
        let count = (64 - start % 64).min(from.len() - at);
        let mut took = [0u8; 64];
        for ((&before, cell), took) in
            from[at..at + count].iter().zip(&mut next[start..start + count]).zip(&mut took)
        {
            let with = before + weight;
            *took = u8::from(with >= *cell && with >= 0);
            *cell = with.max(*cell);
        }
        let mut word = 0u64;
        for (i, eight) in took.chunks_exact(8).enumerate() {
            // Gathers the lowest bit of eight bytes.
            let eight = u64::from_le_bytes(eight.try_into().expect("eight bytes"));
            word |= (eight.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * i);
        }
        bits[start / 64] |= word << (start % 64);
        at += count;
    }
}

/// The table of the sums that are multiples of a greater unit.
fn coarser(table: &[i32], window: Window, twos: u32) -> (Vec<i32>, Window) {
    let low = -((-window.low) >> twos << twos);
    let high = window.high >> twos << twos;
    let coarse = Window { low, high, twos };
    let (first, step) = (window.index(low) as usize, 1usize << (twos - window.twos));
    let cells = table[first..].iter().step_by(step).take(coarse.cells() as usize).copied().collect();
    (cells, coarse)
}
