//! A table of values: how often each occurs, with the first example of each, and what they have in common.

use super::super::claim::Claim;
use super::super::exact::as_text;
use crate::budget::{Budget, Stop};
use crate::value::{Dyadic, Id, Outcome, Store, StructuralOrder};
use num_bigint::BigUint;
use serde::Serialize;
use std::cmp::Ordering;

/// How often each value occurs among positions that are all equally likely.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ValueTable {
    /// How many positions there are.
    #[serde(serialize_with = "as_text")]
    pub positions: BigUint,
    /// How many different values they have.
    pub different_values: u64,
    /// How many positions are won by whom.
    pub outcomes: Outcomes,
    /// How many positions have a number for their value.
    #[serde(serialize_with = "as_text")]
    pub numbers: BigUint,
    /// The nimbers that occur, upwards, 0 and *1 among them.
    pub nimbers: Vec<u64>,
    /// The greatest temperature. That of a number m/2^k is -1/2^k, of an integer -1.
    pub hottest: String,
    /// The values, the most frequent first; those equally frequent in the order of their first examples, or, without
    /// examples, simple values first.
    pub values: Vec<ValueRow>,
}

/// How many positions are won by whom.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Outcomes {
    /// Left, whoever begins.
    #[serde(serialize_with = "as_text")]
    pub left: BigUint,
    /// Right, whoever begins.
    #[serde(serialize_with = "as_text")]
    pub right: BigUint,
    /// Whoever begins.
    #[serde(serialize_with = "as_text")]
    pub first_player: BigUint,
    /// Whoever does not begin.
    #[serde(serialize_with = "as_text")]
    pub second_player: BigUint,
}

impl Outcomes {
    /// How many have this outcome.
    pub fn of(&mut self, outcome: Outcome) -> &mut BigUint {
        match outcome {
            Outcome::Left => &mut self.left,
            Outcome::Right => &mut self.right,
            Outcome::Next => &mut self.first_player,
            Outcome::Previous => &mut self.second_player,
        }
    }
}

/// One value of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ValueRow {
    /// The canonical form.
    pub value: String,
    /// How many positions have it.
    #[serde(serialize_with = "as_text")]
    pub count: BigUint,
    /// The first of them, in the order of the family; sums have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    /// Who wins: L, R, N (whoever begins) or P (whoever does not).
    pub outcome: String,
    /// Its mean.
    pub mean: String,
    /// Its temperature.
    pub temperature: String,
}

/// A value with how many positions have it, and the first of them.
pub(super) type Found<F> = (Id, BigUint, F);

impl ValueTable {
    /// The table of values with the first example of each; `say` writes one.
    pub(super) fn with_examples<F: Ord>(
        store: &Store,
        mut found: Vec<Found<F>>,
        say: impl Fn(&F) -> String,
        budget: &Budget,
    ) -> Result<Self, Stop> {
        found.sort_unstable_by(|a, b| b.1.cmp(&a.1).then_with(|| a.2.cmp(&b.2)));
        Self::of(store, found.into_iter().map(|(id, count, first)| (id, count, Some(say(&first)))), budget)
    }

    /// The table of values without examples.
    pub(super) fn without_examples(
        store: &Store,
        mut found: Vec<(Id, BigUint)>,
        budget: &Budget,
    ) -> Result<Self, Stop> {
        let order = StructuralOrder::new(store, found.iter().map(|row| row.0));
        found.sort_unstable_by(|a, b| b.1.cmp(&a.1).then_with(|| order.cmp(a.0, b.0)));
        Self::of(store, found.into_iter().map(|(id, count)| (id, count, None)), budget)
    }

    fn of(
        store: &Store,
        found: impl Iterator<Item = Found<Option<String>>>,
        budget: &Budget,
    ) -> Result<Self, Stop> {
        let claim = Claim::new(budget);
        let mut table = ValueTable {
            positions: BigUint::ZERO,
            different_values: 0,
            outcomes: Outcomes::default(),
            numbers: BigUint::ZERO,
            nimbers: Vec::new(),
            hottest: String::new(),
            values: Vec::new(),
        };
        let mut hottest: Option<Dyadic> = None;
        for (id, count, first) in found {
            if table.different_values.is_multiple_of(256) {
                budget.check()?;
            }
            let outcome = store.outcome(id);
            *table.outcomes.of(outcome) += &count;
            table.positions += &count;
            table.different_values += 1;
            if store.is_number(id) {
                table.numbers += &count;
            }
            table.nimbers.extend(store.as_nimber(id));
            let thermograph = store.thermograph(id)?;
            let temperature = thermograph.temperature();
            if hottest.as_ref().is_none_or(|hottest| temperature.cmp(hottest) == Ordering::Greater) {
                hottest = Some(temperature.clone());
            }
            let row = ValueRow {
                value: store.text(id)?,
                count,
                first,
                outcome: outcome.to_string(),
                mean: thermograph.mean().to_string(),
                temperature: temperature.to_string(),
            };
            claim.more(row.bytes())?;
            table.values.push(row);
        }
        table.nimbers.sort_unstable();
        table.hottest = hottest.map_or_else(String::new, |hottest| hottest.to_string());
        Ok(table)
    }
}

impl ValueRow {
    /// The memory that it takes.
    fn bytes(&self) -> u128 {
        let texts = self.value.len() + self.first.as_ref().map_or(0, String::len);
        (2 * size_of::<ValueRow>() + texts) as u128 + 64 + u128::from(self.count.bits() / 8)
    }
}
