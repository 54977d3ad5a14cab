//! All heaps up to a size: how often each nimber occurs, for one heap and for sums of heaps drawn independently.
//!
//! The nimbers are found heap by heap. Where the code is finite and they come to repeat long enough, a theorem says that
//! they repeat for ever: then heaps of any size are counted.

use super::super::exact::{Exact, decimal, ratio};
use super::super::{Answer, Error, Work};
use super::ask::Ask;
use super::exact::Spread;
use super::green::{Count, SumSpread};
use super::sum;
use crate::budget::{Budget, Stop};
use crate::fault::Fault;
use crate::ruleset::heaps::Heaps;
use crate::ruleset::{Ruleset, Variant};
use num_bigint::BigUint;
use num_rational::BigRational;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Instant;

/// The largest heap whose nimber is found from those of smaller ones.
pub const MAX_HEAP: u64 = 1 << 16;
/// The largest heap of Nim, whose nimbers never repeat.
const MAX_NIM: u64 = 1 << 20;

/// What a census of heaps answers. Each heap is drawn from all up to its size, equally likely and independent of the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HeapCensus {
    /// The chance that the player who moves first wins: that the nim-sum of all heaps is not 0.
    pub first_player_wins: Exact,
    /// The nimber of one heap, for each size that was asked for, upwards.
    pub heaps: Vec<HeapSpread>,
    /// The nimber of all heaps together.
    pub sum: SumSpread,
    /// How the nimbers of single heaps repeat, where that is proved.
    pub period: Option<Period>,
}

/// The distribution of the nimber of one heap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HeapSpread {
    /// The largest heap.
    pub largest: u64,
    /// How many such heaps were asked for.
    pub times: u64,
    /// The nimbers that occur, upwards.
    pub values: Vec<HeapCount>,
}

/// How often one nimber occurs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HeapCount {
    /// The k of *k.
    pub value: u64,
    /// How many heaps have it.
    pub count: u64,
    /// The smallest of them.
    pub first: u64,
    /// Its chance, as a decimal.
    pub decimal: String,
}

/// A proof that nimbers repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Period {
    /// The nimber of a heap is that of the heap larger by this, ...
    pub length: u64,
    /// ... from this heap on, and of no smaller one.
    pub from: u64,
}

/// The nimbers of all heaps up to these sizes, of one heap each and of their sum, and the chance that the first player wins.
///
/// # Errors
/// A fault in the code, or for a size of 0; [`Stop::TooLarge`] where a size is beyond [`MAX_HEAP`] (for Nim 2^20) and no
/// period is proved before; those of the budget.
///
/// # Complexity
/// For a heap of n counters n / 2 for each digit of the code that lets it be split, n for each draw's distribution.
///
/// # References
/// Guy and Smith, *The G-values of various games*, Proc. Camb. Phil. Soc. 52 (1956); *Winning Ways*, chapter 4: if a code
/// has k digits, and the nimbers of n and n + p are equal for all n from m to 2m + p + k, they are for all n from m on.
///
/// ```
/// use partizan::{Budget, question::census::heaps};
/// use partizan::ruleset::Variant;
///
/// let kayles = Variant::default().with("code", "0.77");
/// let census = heaps(&kayles, &[1_000_000_000_000], 6, &Budget::unlimited()).unwrap().answer;
/// let period = census.period.unwrap();
/// assert_eq!((period.length, period.from), (12, 71));
/// assert_eq!(census.first_player_wins.decimal, "1.000000");
/// ```
pub fn heaps(
    variant: &Variant,
    sizes: &[u64],
    digits: usize,
    budget: &Budget,
) -> Result<Answer<Ask, HeapCensus>, Error> {
    let start = Instant::now();
    variant.check(Heaps::NAME, Heaps::settings())?;
    let game = Heaps::with_variant(variant)?;
    if sizes.is_empty() {
        return Err(Fault::new("no size", "the largest heap of at least one draw").into());
    }
    if let Some(i) = sizes.iter().position(|&size| size == 0) {
        let fault = Fault::new("heaps of at most 0 counters", "a largest heap of 1 or more");
        return Err(fault.within(format!("size {}", i + 1)).into());
    }
    let mut times: BTreeMap<u64, u64> = BTreeMap::new();
    for &size in sizes {
        *times.entry(size).or_default() += 1;
    }
    let largest = sizes.iter().copied().max().unwrap_or(0);
    let sequence = Sequence::of(&game, largest, budget)?;
    // For each nimber of each draw a count, a row of the answer and its text.
    let claimed = sequence.nimbers.len() as u64 * (16 + 128 * times.len() as u64);
    budget.claim(claimed.into())?;
    let (mut spreads, mut single) = (Vec::new(), Vec::new());
    for (&largest, &times) in &times {
        let counts = sequence.counts(largest);
        let total = BigUint::from(largest);
        let mut values = Vec::new();
        let mut spread = Spread { parity: 0, counts: Vec::new(), total: total.clone() };
        for (nimber, &(count, first)) in counts.iter().enumerate() {
            // A place for each nimber: the nim-sum of places is that of the nimbers.
            spread.counts.push(count.into());
            if count > 0 {
                let chance = BigRational::new_raw(count.into(), total.clone().into());
                let decimal = decimal(&chance, digits);
                values.push(HeapCount { value: nimber as u64, count, first, decimal });
            }
        }
        spreads.push((spread, times));
        single.push(HeapSpread { largest, times, values });
    }
    let draws: Vec<(&Spread, u64)> = spreads.iter().map(|(spread, times)| (spread, *times)).collect();
    let sum = sum::nim_sum(&draws, budget)?;
    budget.release(claimed);
    let wins = ratio(&(&sum.total - sum.zeros()), &sum.total);
    let values = sum.counts.iter().zip(0u64..).filter(|(count, _)| **count != BigUint::ZERO);
    let values = values
        .map(|(count, value)| {
            let chance = BigRational::new_raw(count.clone().into(), sum.total.clone().into());
            Count { value, count: count.clone(), decimal: decimal(&chance, digits) }
        })
        .collect();
    Ok(Answer {
        ask: Ask {
            question: "census",
            ruleset: Heaps::NAME,
            variant: game.variant(),
            family: "first",
            sizes: sizes.to_vec(),
        },
        answer: HeapCensus {
            first_player_wins: Exact::new(&wins, digits),
            heaps: single,
            sum: SumSpread { total: sum.total.clone(), values },
            period: sequence.period,
        },
        method: if game.is_nim() {
            "a Nim heap is its nimber; sums by Walsh transform; exact".into()
        } else if sequence.period.is_some() {
            "nimbers heap by heap until their period is proved; sums by Walsh transform; exact".into()
        } else {
            "nimbers heap by heap; sums by Walsh transform; exact".into()
        },
        work: Work::default()
            .with("seconds", start.elapsed().as_secs_f64())
            .with("threads", 1)
            .with("heaps", sequence.nimbers.len() as u64),
    })
}

/// The nimbers of heaps from 0 on, as far as they were found, and how they go on.
struct Sequence {
    nimbers: Vec<u32>,
    period: Option<Period>,
}

impl Sequence {
    fn of(game: &Heaps, largest: u64, budget: &Budget) -> Result<Sequence, Stop> {
        let too_large = |limit: u64, advice: Option<String>| Stop::TooLarge {
            what: "the largest heap".into(),
            size: format!("{largest} counters"),
            limit: format!("{limit} counters"),
            advice,
        };
        if game.is_nim() {
            if largest > MAX_NIM {
                return Err(too_large(MAX_NIM, None));
            }
            return Ok(Sequence { nimbers: (0..=largest as u32).collect(), period: None });
        }
        let mut sequence = Sequence { nimbers: Vec::new(), period: None };
        // The heap for which each nimber was last seen among the options: nimbers of at most 2 * 2^16.
        let mut seen = vec![0u32; 2 * MAX_HEAP as usize];
        let mut next_check = 64;
        for heap in 0..=largest.min(MAX_HEAP) as u32 {
            if heap % 64 == 0 {
                budget.check()?;
                budget.report(heap.into(), Some(largest.min(MAX_HEAP)), "heaps");
            }
            let nimber = sequence.next(game, heap, &mut seen);
            sequence.nimbers.push(nimber);
            if heap == next_check {
                next_check += next_check / 4;
                if let Some(taken) = game.most_taken() {
                    sequence.period = proved_period(&sequence.nimbers, taken as usize);
                    if sequence.period.is_some() {
                        return Ok(sequence);
                    }
                }
            }
        }
        if largest > MAX_HEAP {
            let advice = Some("no period of the nimbers is proved up to there".into());
            return Err(too_large(MAX_HEAP, advice));
        }
        Ok(sequence)
    }

    /// The nimber of a heap: the least that no option has.
    fn next(&self, game: &Heaps, heap: u32, seen: &mut [u32]) -> u32 {
        let mark = heap + 1;
        let at = |heap: u32| self.nimbers[heap as usize];
        for taken in 0..=game.most_taken().map_or(heap, |most| most.min(heap)) {
            let (leaves, rest) = (game.leaves(taken), heap - taken);
            if leaves.none && rest == 0 {
                seen[0] = mark;
            }
            if leaves.one && rest > 0 {
                seen[at(rest) as usize] = mark;
            }
            if leaves.two && rest > 1 {
                let (small, large) = (&self.nimbers[1..=(rest / 2) as usize], &self.nimbers);
                for (a, b) in small.iter().zip(large[..rest as usize].iter().rev()) {
                    seen[(a ^ b) as usize] = mark;
                }
            }
        }
        seen.iter().position(|&last| last != mark).expect("a nimber is at most the number of options") as u32
    }

    /// For each nimber how many heaps from 1 to `largest` have it, and the smallest.
    fn counts(&self, largest: u64) -> Vec<(u64, u64)> {
        let known = self.nimbers.len() as u64 - 1;
        let mut counts: Vec<(u64, u64)> = Vec::new();
        let mut add = |heap: u64, times: u64| {
            let nimber = self.nimbers[heap as usize] as usize;
            if counts.len() <= nimber {
                counts.resize(nimber + 1, (0, 0));
            }
            let entry = &mut counts[nimber];
            if entry.0 == 0 {
                entry.1 = heap;
            }
            entry.0 += times;
        };
        match self.period {
            Some(Period { length, from }) if largest > known => {
                for heap in 1..from {
                    add(heap, 1);
                }
                for heap in from.max(1)..from.max(1) + length {
                    // This heap and those larger by whole periods.
                    add(heap, (largest - heap) / length + 1);
                }
            }
            _ => (1..=largest).for_each(|heap| add(heap, 1)),
        }
        counts
    }
}

/// The period of nimbers of which so many are known, if that is enough to prove one.
fn proved_period(nimbers: &[u32], most_taken: usize) -> Option<Period> {
    let last = nimbers.len() - 1;
    // From m on it must hold up to 2m + p + k, and that heap is compared with the one p larger.
    for length in 1..=last.saturating_sub(most_taken) / 2 {
        let from =
            (0..=last - length).rev().find(|&n| nimbers[n] != nimbers[n + length]).map_or(0, |n| n + 1);
        if 2 * from + 2 * length + most_taken <= last {
            return Some(Period { length: length as u64, from: from as u64 });
        }
    }
    None
}
