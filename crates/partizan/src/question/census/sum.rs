//! Sums of independent draws: the Grundy value of a sum is the nim-sum, so its distribution is an XOR convolution.

use super::exact::Spread;
use super::walsh;
use crate::budget::{Budget, Stop};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};

/// The greatest number of bits of the number of all outcomes of a sum whose distribution is worked out exactly.
pub const MAX_BITS: u64 = 1 << 18;

/// The distribution of the nim-sum of independent draws: each spread with how often it is drawn from, at least once.
///
/// # Errors
/// [`Stop::TooLarge`] beyond [`MAX_BITS`]; those of the budget.
///
/// # Complexity
/// For each of the half values, one product of as many numbers as draws; n log n additions for n half values.
pub fn nim_sum(draws: &[(&Spread, u64)], budget: &Budget) -> Result<Spread, Stop> {
    if let [(spread, 1)] = draws {
        return Ok((*spread).clone());
    }
    let sum = Transformed::new(draws, budget)?;
    budget.release(sum.claimed);
    let mut values = sum.at_characters.clone();
    walsh::transform(&mut values, |a, b| (a + b, a - b));
    let width = values.len().trailing_zeros();
    let mut counts: Vec<BigUint> = values.into_iter().map(|value| (value >> width).into_parts().1).collect();
    while counts.last().is_some_and(Zero::is_zero) {
        counts.pop();
    }
    let total = sum.at_characters[0].magnitude().clone();
    assert_eq!(counts.iter().sum::<BigUint>(), total, "the counts of a sum do not sum to all outcomes");
    Ok(Spread { parity: sum.parity, counts, total })
}

/// In how many outcomes the nim-sum of the draws is 0, and how many outcomes there are.
///
/// # Errors
/// As [`nim_sum`], which it agrees with at less cost.
pub fn zeros(draws: &[(&Spread, u64)], budget: &Budget) -> Result<(BigUint, BigUint), Stop> {
    let sum = Transformed::new(draws, budget)?;
    let total = sum.at_characters[0].magnitude().clone();
    budget.release(sum.claimed);
    if sum.parity == 1 {
        return Ok((BigUint::zero(), total));
    }
    let width = sum.at_characters.len().trailing_zeros();
    let zeros: BigInt = sum.at_characters.iter().sum();
    Ok(((zeros >> width).into_parts().1, total))
}

/// The distribution of a sum, after the Walsh transform over its half values.
struct Transformed {
    parity: u32,
    at_characters: Vec<BigInt>,
    claimed: u64,
}

impl Transformed {
    fn new(draws: &[(&Spread, u64)], budget: &Budget) -> Result<Self, Stop> {
        let width =
            draws.iter().map(|(spread, _)| spread.counts.len()).max().unwrap_or(1).next_power_of_two();
        let bits = draws.iter().try_fold(0u64, |bits, (spread, times)| {
            // A single tree adds nothing; else the total is below 2^bits.
            let each = if spread.total.is_one() { 0 } else { spread.total.bits() };
            bits.checked_add(each.checked_mul(*times)?)
        });
        let Some(bits) = bits.filter(|&bits| bits <= MAX_BITS) else {
            return Err(Stop::TooLarge {
                what: "the number of outcomes of the sum".into(),
                size: bits.map_or_else(|| "more than 2^64 bits".into(), |bits| format!("{bits} bits")),
                limit: format!("{MAX_BITS} bits"),
                advice: Some("the approximate mode has no such limit".into()),
            });
        };
        let claimed = width as u64 * (3 * bits / 8 + 64);
        budget.claim(u128::from(claimed))?;
        let mut parity = 0;
        let mut at_characters = vec![BigInt::one(); width];
        for (spread, times) in draws {
            parity ^= spread.parity & (times % 2) as u32;
            let mut values: Vec<BigInt> = spread.counts.iter().cloned().map(BigInt::from).collect();
            values.resize(width, BigInt::zero());
            walsh::transform(&mut values, |a, b| (a + b, a - b));
            for (product, value) in at_characters.iter_mut().zip(values) {
                budget.check()?;
                // Below the bits that were checked above, so the number of times fits.
                *product *= num_traits::pow(value, *times as usize);
            }
        }
        Ok(Transformed { parity, at_characters, claimed })
    }
}
