//! All red-blue stalks of given lengths: the exact distribution of their values, and of sums of one stalk of each.
//!
//! After its first change of colour a stalk's segments count ±1/2, ±1/4, ..., each colour equally likely. So, given the
//! run before the change, the values lie evenly spaced, all equally likely: adding such a stalk to a sum is a running
//! sum over the distribution, not a general convolution.

use super::super::exact::{Exact, as_text, ratio};
use super::super::{Answer, Error, Work};
use super::ask::Ask;
use crate::budget::{Budget, Stop};
use crate::fault::Fault;
use crate::ruleset::Ruleset;
use crate::ruleset::stalks::Stalks;
use crate::value::Dyadic;
use num_bigint::{BigInt, BigUint};
use serde::Serialize;
use std::time::Instant;

/// The greatest number of places that the values of a sum may take.
pub const MAX_CELLS: u64 = 1 << 23;

/// What a census of positions whose values are numbers answers: one position of each size, independent of the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Numbers {
    /// The chance that Left wins whoever moves first: that the value is above 0.
    pub left_wins: Exact,
    /// The chance that Right wins whoever moves first.
    pub right_wins: Exact,
    /// The chance that the second player wins: that the value is 0. The first player never does, values being numbers.
    pub second_player_wins: Exact,
    /// How many outcomes there are, all equally likely.
    #[serde(serialize_with = "as_text")]
    pub total: BigUint,
    /// The values that occur, upwards.
    pub values: Vec<ValueCount>,
}

impl Numbers {
    /// Of values with their counts, upwards.
    pub(super) fn new(values: Vec<(Dyadic, BigUint)>, digits: usize) -> Self {
        let mut parts = [BigUint::ZERO, BigUint::ZERO, BigUint::ZERO];
        for (value, count) in &values {
            parts[(value.sign() as i8 + 1) as usize] += count;
        }
        let total = parts.iter().sum();
        let [right_wins, second_player_wins, left_wins] =
            parts.map(|part| Exact::new(&ratio(&part, &total), digits));
        let values = values.into_iter().map(|(value, count)| ValueCount { value, count }).collect();
        Numbers { left_wins, right_wins, second_player_wins, total, values }
    }
}

/// How often one value occurs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ValueCount {
    /// The value.
    #[serde(serialize_with = "as_text")]
    pub value: Dyadic,
    /// In how many outcomes.
    #[serde(serialize_with = "as_text")]
    pub count: BigUint,
}

/// The exact distribution of the value of a sum of red-blue stalks of these lengths, each drawn from all of its length.
///
/// # Errors
/// A fault for no stalk or one of length 0; [`Stop::TooLarge`] beyond [`MAX_CELLS`] places or 127 segments in all.
///
/// # Complexity
/// For each stalk twice its length times the places; memory 32 bytes a place. The places are those of the smallest
/// fraction between the least and the greatest sum.
///
/// # References
/// *Winning Ways*, chapter 3 (Berlekamp's rule).
///
/// ```
/// use partizan::{Budget, question::census::stalks};
///
/// let answer = stalks(&[2, 2], 6, &Budget::unlimited()).unwrap().answer;
/// assert_eq!(answer.second_player_wins.fraction, "1/4");
/// assert_eq!(answer.values[0].value.to_string(), "-4");
/// ```
pub fn stalks(lengths: &[u64], digits: usize, budget: &Budget) -> Result<Answer<Ask, Numbers>, Error> {
    let start = Instant::now();
    if lengths.is_empty() {
        return Err(Fault::new("no stalk", "the length of at least one").into());
    }
    if let Some(i) = lengths.iter().position(|&length| length == 0) {
        return Err(Fault::new("a stalk of length 0", "at least 1 segment")
            .within(format!("stalk {}", i + 1))
            .into());
    }
    let too_large = |what: &str, size: String, limit: String| -> Error {
        Stop::TooLarge { what: what.into(), size, limit, advice: None }.into()
    };
    let sum = lengths.iter().try_fold(0u64, |sum, &length| sum.checked_add(length)).unwrap_or(u64::MAX);
    if sum > 127 {
        return Err(too_large("the length of all stalks", format!("{sum} segments"), "127 segments".into()));
    }
    // In units of the smallest fraction: the sums lie from -reach to reach.
    let depth = lengths.iter().max().map_or(0, |longest| longest - 1) as u32;
    let cells = (u128::from(sum) << (depth + 1)) + 1;
    if cells > u128::from(MAX_CELLS) {
        return Err(too_large(
            "the range of values",
            format!("{cells} places"),
            format!("{MAX_CELLS} places"),
        ));
    }
    let (reach, cells) = ((sum << depth) as usize, cells as usize);
    let claim = cells as u128 * 32;
    budget.claim(claim)?;
    let mut counts = vec![0u128; cells];
    counts[reach] = 1;
    for (done, &length) in lengths.iter().enumerate() {
        counts = with_stalk(&counts, length as usize, depth, budget)?;
        budget.report(done as u64 + 1, Some(lengths.len() as u64), "stalks");
    }
    budget.release(claim as u64);
    let value = |cell: usize| Dyadic::from_parts(BigInt::from(cell as i64 - reach as i64), u64::from(depth));
    Ok(Answer {
        ask: Ask {
            question: "census",
            ruleset: Stalks::NAME,
            variant: Stalks.variant(),
            family: "all",
            sizes: lengths.to_vec(),
        },
        answer: Numbers::new(
            counts
                .iter()
                .enumerate()
                .filter(|(_, count)| **count > 0)
                .map(|(cell, &count)| (value(cell), count.into()))
                .collect(),
            digits,
        ),
        method: "running sums over the evenly spaced values of each run of one colour; exact".into(),
        work: Work::default().with("seconds", start.elapsed().as_secs_f64()).with("threads", 1),
    })
}

/// The distribution after one more stalk of this length; a place is 2^-depth.
fn with_stalk(counts: &[u128], length: usize, depth: u32, budget: &Budget) -> Result<Vec<u128>, Stop> {
    let mut after = vec![0u128; counts.len()];
    let unit = 1usize << depth;
    for run in 1..=length {
        budget.check()?;
        // The segments above the run: the first is of the other colour, the rest are free.
        let above = (length - run) as u32;
        let (least, points, step) = if above == 0 {
            (run * unit, 1, 1)
        } else {
            // run - 1/2 in the middle of 2^(above - 1) values, 2^(1 - above) apart.
            let step = 1usize << (depth + 1 - above);
            let points = 1usize << (above - 1);
            ((run - 1) * unit + step / 2, points, step)
        };
        let greatest = least + (points - 1) * step;
        for remainder in 0..step {
            // The count of all from which a value of the stalk leads here: one comes in, one goes out.
            let (mut up, mut down) = (0u128, 0u128);
            let mut cell = remainder;
            // Stalks of the other colour first are the negatives, so the second window is the mirror of the first.
            let get = |cell: usize, shift: isize| {
                cell.checked_add_signed(shift).and_then(|cell| counts.get(cell)).copied().unwrap_or(0)
            };
            for point in 0..points {
                // The windows before the first cell of this remainder.
                let shift = (least + point * step) as isize;
                up += get(cell, -shift);
                down += get(cell, shift);
            }
            while cell < counts.len() {
                after[cell] += up + down;
                let step = step as isize;
                up += get(cell, step - least as isize);
                up -= get(cell, -(greatest as isize));
                down += get(cell, greatest as isize + step);
                down -= get(cell, least as isize);
                cell += step as usize;
            }
        }
    }
    Ok(after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Player;
    use crate::ruleset::stalks::Stalk;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    /// Every stalk of a length by itself, valued by Berlekamp's rule.
    fn written_out(length: u64) -> Vec<Dyadic> {
        (0..1u32 << length)
            .map(|bits| {
                let colour = |i| if bits >> i & 1 == 1 { Player::Left } else { Player::Right };
                Stalk::new((0..length).map(colour).collect()).expect("a segment").value()
            })
            .collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn sums_are_those_of_all_stalks_written_out(lengths in prop::collection::vec(1u64..6, 1..4)) {
            let mut expected = BTreeMap::from([(Dyadic::ZERO, BigUint::from(1u32))]);
            for &length in &lengths {
                let mut next = BTreeMap::new();
                for (sum, count) in &expected {
                    for value in written_out(length) {
                        *next.entry(sum + &value).or_insert_with(BigUint::default) += count;
                    }
                }
                expected = next;
            }
            let found = stalks(&lengths, 6, &Budget::unlimited()).unwrap().answer;
            let found: BTreeMap<Dyadic, BigUint> =
                found.values.into_iter().map(|row| (row.value, row.count)).collect();
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn every_stalk_has_a_value_of_its_own() {
        let found = stalks(&[10], 6, &Budget::unlimited()).unwrap().answer;
        let one = BigUint::from(1u32);
        assert!(found.values.len() == 1024 && found.values.iter().all(|row| row.count == one));
    }

    #[test]
    fn what_is_too_large_is_refused() {
        for lengths in [&[60][..], &[100, 100], &[u64::MAX, 5]] {
            assert!(matches!(stalks(lengths, 6, &Budget::unlimited()), Err(Error::Stopped { .. })));
        }
        assert!(matches!(stalks(&[3, 0], 6, &Budget::unlimited()), Err(Error::Fault(_))));
    }
}
