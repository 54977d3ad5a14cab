//! Sums of independent draws whose values are games: by pairs of values, each sum once.
//!
//! Who wins a sum of two draws needs no sum: it tells how the one compares with the negative of the other. So the draws
//! are gathered in two halves, each a distribution over values, and the halves are only compared unless their sum is asked
//! for.

use super::super::claim::Claim;
use super::super::exact::{Exact, as_text, ratio};
use super::sum::MAX_BITS;
use super::table::{Outcomes, ValueTable};
use crate::budget::{Budget, Stop};
use crate::question::threads::on_threads;
use crate::value::{Comparison, Id, Outcome, Store};
use hashbrown::HashMap;
use num_bigint::BigUint;
use num_traits::One;
use serde::Serialize;
use std::rc::Rc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The greatest number of different values of a sum of draws.
pub const MAX_VALUES: usize = 1 << 24;

/// A sum of independent draws, all outcomes equally likely.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameSum {
    /// The chance that Left wins whoever moves first.
    pub left_wins: Exact,
    /// The chance that Right wins whoever moves first.
    pub right_wins: Exact,
    /// The chance that the player who moves first wins, whichever that is.
    pub first_player_wins: Exact,
    /// The chance that the player who moves second wins, whichever that is.
    pub second_player_wins: Exact,
    /// How many outcomes there are.
    #[serde(serialize_with = "as_text")]
    pub total: BigUint,
    /// The values of the sum, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<ValueTable>,
}

/// How many of all equally likely positions have each value.
#[derive(Debug)]
pub(super) struct Spread {
    counts: Vec<(Id, BigUint)>,
    total: BigUint,
    _claim: Claim,
}

/// A distribution and how many draws are made from it.
pub(super) type Draws = (Rc<Spread>, u64);

/// What a value with its count takes in a table that grows, without the digits of the count.
const ENTRY: u64 = 3 * size_of::<(Id, BigUint)>() as u64 + 16;

impl Spread {
    /// Of these values, each once.
    pub fn new(counts: Vec<(Id, BigUint)>, budget: &Budget) -> Result<Self, Stop> {
        let total: BigUint = counts.iter().map(|row| &row.1).sum();
        let claim = Claim::new(budget);
        claim.more(u128::from(entry(&total)) * counts.len() as u128)?;
        Ok(Spread { counts, total, _claim: claim })
    }

    fn len(&self) -> usize {
        self.counts.len()
    }
}

/// What a value takes whose count is at most this.
fn entry(total: &BigUint) -> u64 {
    ENTRY + total.bits() / 8 + 8
}

/// The draws from some families, each so many times, added up.
///
/// # Errors
/// [`Stop::TooLarge`] beyond [`MAX_VALUES`] different values and [`MAX_BITS`] bits of the number of outcomes; those of
/// the budget.
///
/// # Complexity
/// For two halves with a and b different values a b comparisons, or a b sums where the values are asked for.
pub(super) fn game_sum(
    store: &Store,
    draws: &[Draws],
    values: bool,
    digits: usize,
    budget: &Budget,
) -> Result<GameSum, Stop> {
    check_bits(draws)?;
    let [one, other] = halves(store, draws, budget)?;
    let (one, other) = (one.as_ref(), other.as_ref());
    let (mut outcomes, table) = if values {
        let sum = sum(store, one, other, budget)?;
        let Spread { counts, _claim, .. } = sum;
        let table = ValueTable::without_examples(store, counts, budget)?;
        (table.outcomes.clone(), Some(table))
    } else {
        (compare(store, one, other, budget)?, None)
    };
    let total = &one.total * &other.total;
    let mut chance = |outcome| Exact::new(&ratio(outcomes.of(outcome), &total), digits);
    Ok(GameSum {
        left_wins: chance(Outcome::Left),
        right_wins: chance(Outcome::Right),
        first_player_wins: chance(Outcome::Next),
        second_player_wins: chance(Outcome::Previous),
        total,
        values: table,
    })
}

/// Refuses sums with too many outcomes.
fn check_bits(draws: &[Draws]) -> Result<(), Stop> {
    let bits = draws.iter().try_fold(0u64, |bits, (spread, times)| {
        let each = if spread.total.is_one() { 0 } else { spread.total.bits() };
        bits.checked_add(each.checked_mul(*times)?)
    });
    if bits.is_some_and(|bits| bits <= MAX_BITS) {
        return Ok(());
    }
    Err(Stop::TooLarge {
        what: "the number of outcomes of the sum".into(),
        size: bits.map_or_else(|| "more than 2^64 bits".into(), |bits| format!("{bits} bits")),
        limit: format!("{MAX_BITS} bits"),
        advice: None,
    })
}

/// All draws in two halves, neither with many more values than the other.
fn halves(store: &Store, draws: &[Draws], budget: &Budget) -> Result<[Rc<Spread>; 2], Stop> {
    if let [(spread, times)] = draws
        && *times > 1
    {
        let small = power(store, spread, times / 2, budget)?;
        let odd = times % 2 == 1;
        let large = if odd { Rc::new(sum(store, &small, spread, budget)?) } else { Rc::clone(&small) };
        return Ok([small, large]);
    }
    let mut parts = Vec::new();
    for (spread, times) in draws {
        parts.push(power(store, spread, *times, budget)?);
    }
    // The large ones first, each to the smaller half.
    parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
    let mut halves: [Option<Rc<Spread>>; 2] = [None, None];
    for part in parts {
        let size = |half: &Option<Rc<Spread>>| half.as_ref().map_or(0, |half| half.len());
        let at = usize::from(size(&halves[1]) < size(&halves[0]));
        halves[at] = Some(match &halves[at] {
            None => part,
            Some(half) => Rc::new(sum(store, half, &part, budget)?),
        });
    }
    let nothing = Rc::new(Spread::new(vec![(Id::ZERO, BigUint::one())], budget)?);
    Ok(halves.map(|half| half.unwrap_or_else(|| Rc::clone(&nothing))))
}

/// So many draws from one family, at least one.
fn power(store: &Store, one: &Rc<Spread>, times: u64, budget: &Budget) -> Result<Rc<Spread>, Stop> {
    let (mut all, mut done) = (Rc::clone(one), 1);
    while done < times {
        // Twice as many at once, where that costs no more pairs than one draw after the other.
        let double = done <= times - done && all.len() as u128 <= u128::from(done) * one.len() as u128;
        let next = sum(store, &all, if double { &all } else { one }, budget)?;
        all = Rc::new(next);
        done = if double { 2 * done } else { done + 1 };
    }
    Ok(all)
}

/// The sum of a draw from each.
fn sum(store: &Store, one: &Spread, other: &Spread, budget: &Budget) -> Result<Spread, Stop> {
    let total = &one.total * &other.total;
    let claim = Claim::new(budget);
    let each = entry(&total);
    let mut counts: HashMap<Id, BigUint, foldhash::fast::FixedState> = HashMap::default();
    let same = std::ptr::eq(one, other);
    for (row, (g, m)) in one.counts.iter().enumerate() {
        budget.check()?;
        budget.report(row as u64, Some(one.len() as u64), "values added");
        if counts.len() > MAX_VALUES {
            return Err(too_many(counts.len()));
        }
        // Room for a row of new values, before it is taken.
        claim.raise(u128::from(each) * (counts.len() + other.len()) as u128)?;
        // Of a spread with itself each pair stands for two.
        let from = if same { row } else { 0 };
        for (place, (h, n)) in other.counts.iter().enumerate().skip(from) {
            let both = m * n;
            let both = if same && place > row { both << 1 } else { both };
            *counts.entry(store.add(*g, *h)?).or_default() += both;
        }
    }
    claim.lower(each * counts.len() as u64);
    let counts: Vec<(Id, BigUint)> = counts.into_iter().collect();
    Ok(Spread { counts, total, _claim: claim })
}

fn too_many(values: usize) -> Stop {
    Stop::TooLarge {
        what: "the sum of draws".into(),
        size: format!("more than {values} different values"),
        limit: format!("{MAX_VALUES} different values"),
        advice: Some("who wins takes fewer sums than all values do".into()),
    }
}

/// How many sums of a draw from each are won by whom.
fn compare(store: &Store, one: &Spread, other: &Spread, budget: &Budget) -> Result<Outcomes, Stop> {
    let next = AtomicUsize::new(0);
    let all = Mutex::new(Outcomes::default());
    let same = std::ptr::eq(one, other);
    let work = || -> Result<(), Stop> {
        let mut won = Outcomes::default();
        loop {
            let row = next.fetch_add(1, Ordering::Relaxed);
            let Some((g, m)) = one.counts.get(row) else { break };
            budget.check()?;
            if row.is_multiple_of(64) {
                budget.report(row as u64, Some(one.len() as u64), "values compared");
            }
            let mut of_row = Outcomes::default();
            // Of a spread with itself each pair stands for two.
            let from = if same { row } else { 0 };
            for (place, (h, n)) in other.counts.iter().enumerate().skip(from) {
                let outcome = of_row.of(outcome_of_sum(store, *g, *h)?);
                *outcome += n;
                if same && place > row {
                    *outcome += n;
                }
            }
            for outcome in [Outcome::Left, Outcome::Right, Outcome::Next, Outcome::Previous] {
                *won.of(outcome) += &*of_row.of(outcome) * m;
            }
        }
        let mut all = all.lock().expect("no thread panics");
        for outcome in [Outcome::Left, Outcome::Right, Outcome::Next, Outcome::Previous] {
            *all.of(outcome) += &*won.of(outcome);
        }
        Ok(())
    };
    let threads = budget.threads().min(one.len());
    on_threads(threads, work).into_iter().collect::<Result<(), Stop>>()?;
    Ok(all.into_inner().expect("no thread has panicked"))
}

/// Who wins g + h: how g compares with -h.
fn outcome_of_sum(store: &Store, g: Id, h: Id) -> Result<Outcome, Stop> {
    Ok(match store.compare(g, h.neg())? {
        Comparison::Less => Outcome::Right,
        Comparison::Equal => Outcome::Previous,
        Comparison::Greater => Outcome::Left,
        Comparison::Confused => Outcome::Next,
    })
}
