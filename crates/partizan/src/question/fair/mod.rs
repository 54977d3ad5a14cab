//! Which components together make a fair game: a sub-collection of greatest total weight whose values sum to zero.
//!
//! A sum of games is fair to the second player exactly when its value is zero. Out of a collection of components this
//! question finds the sub-collection with the most pieces whose sum is. The empty sub-collection is fair.
//!
//! ```
//! use partizan::question::fair;
//! use partizan::ruleset::stalks::Stalks;
//! use partizan::{Budget, Ruleset};
//!
//! let stalks = Stalks.parse("BWW BWB B B B W").unwrap();
//! let answer = fair::stalks(&stalks, &Budget::unlimited()).unwrap().answer;
//! assert_eq!(answer.total, 7);
//! assert_eq!(answer.chosen, [1, 2, 6]); // 1/4 + 3/4 - 1 = 0
//! ```
//!
//! The answer carries a certificate that its choice sums to zero. That nothing heavier does rests on the method, which
//! the answer names:
//!
//! - **lightest removal, deepest first** decides the numbers from the deepest binary place up and keeps what can still
//!   be made whole;
//! - **four lists with a modulus** meets the sums of four quarters of the collection, 2^(n/2) steps for n components.
//!
//! A value that is alone at the greatest depth, or farther from zero than all values of the other sign together, is
//! taken out beforehand. Of several heaviest sub-collections the answer is always the same one, whatever the order of
//! the components, the method and the number of threads.

mod four_lists;
mod key;
mod planner;
mod problem;
#[cfg(test)]
mod tests;
mod two_adic;

use super::{Answer, Error, Work};
use crate::budget::Budget;
use crate::ruleset::Ruleset;
use crate::ruleset::stalks::{Stalk, Stalks};
use crate::value::Dyadic;
use num_bigint::BigInt;
use serde::Serialize;
use serde_json::json;
use std::time::Instant;

/// The rulesets whose components have values to choose from.
pub const RULESETS: &[&str] = &[Stalks::NAME];

/// Whether a ruleset of this name can be asked.
pub fn can_ask(ruleset: &str) -> bool {
    RULESETS.contains(&ruleset)
}

/// The question repeated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ask {
    /// Always `fair`.
    pub question: &'static str,
    /// What the components are.
    pub ruleset: &'static str,
    /// The components as text, numbered from 1 in this order.
    pub components: Vec<String>,
    /// What is to be as great as possible: `pieces`.
    pub weigh: &'static str,
}

/// One component with its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Component {
    /// Its number, from 1.
    pub number: usize,
    /// Its text.
    pub text: String,
    /// Its exact value.
    pub value: String,
    /// What it adds to the total.
    pub weight: u64,
}

/// A fair sub-collection of greatest weight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fairest {
    /// The greatest total weight of a sub-collection whose values sum to zero.
    pub total: u64,
    /// The numbers of its components, in increasing order.
    pub chosen: Vec<usize>,
    /// All components with their values.
    pub components: Vec<Component>,
    /// What shows that the chosen components sum to zero.
    pub certificate: Certificate,
}

/// The chosen components over a common denominator: the numerators add up to zero, and the weights to the total.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Certificate {
    /// The common denominator is 2 to this power.
    pub denominator_log2: u64,
    /// The numerators of the chosen values, in the order of `chosen`: they add up to 0.
    pub numerators: Vec<String>,
    /// Their weights: they add up to the total.
    pub weights: Vec<u64>,
    /// What is not in the certificate: on which method it rests that nothing is heavier.
    pub greatest_by: String,
}

impl Certificate {
    fn new(values: &[Dyadic], weights: &[u64], chosen: &[usize], method: &str) -> Self {
        let scale = chosen.iter().map(|&i| values[i].exponent()).max().unwrap_or(0);
        let scaled: Vec<BigInt> =
            chosen.iter().map(|&i| values[i].numerator() << (scale - values[i].exponent())).collect();
        assert_eq!(scaled.iter().sum::<BigInt>(), BigInt::ZERO, "the method gave a sum that is not zero");
        Certificate {
            denominator_log2: scale,
            numerators: scaled.iter().map(BigInt::to_string).collect(),
            weights: chosen.iter().map(|&i| weights[i]).collect(),
            greatest_by: method.to_string(),
        }
    }
}

/// The fair sub-collection of these stalks with the most segments.
///
/// # Errors
/// [`Error::Stopped`] when the budget is spent or the collection is too large, with the best sub-collection found and
/// a bound on all of them.
///
/// # Complexity
/// At most about 2^(n/2) steps for n stalks that can be used, in 2^(n/4) memory; far less where lengths differ.
pub fn stalks(stalks: &[Stalk], budget: &Budget) -> Result<Answer<Ask, Fairest>, Error> {
    let start = Instant::now();
    let values: Vec<Dyadic> = stalks.iter().map(Stalk::value).collect();
    let weights: Vec<u64> = stalks.iter().map(|stalk| stalk.segments().len() as u64).collect();
    let texts: Vec<String> = stalks.iter().map(Stalk::text).collect();
    let solved = planner::heaviest(&values, &weights, budget).map_err(|unsolved| {
        let best: u64 = unsolved.best.iter().map(|&place| weights[place]).sum();
        let proved = unsolved.bound.map(|bound| {
            let numbers: Vec<usize> = unsolved.best.iter().map(|place| place + 1).collect();
            json!({"best_found": best, "chosen": numbers, "no_more_than": bound})
        });
        Error::Stopped { stop: unsolved.stop, proved }
    })?;
    let certificate = Certificate::new(&values, &weights, &solved.chosen, solved.method);
    let components = texts.iter().zip(&values).zip(&weights).enumerate();
    let components = components
        .map(|(i, ((text, value), &weight))| Component {
            number: i + 1,
            text: text.clone(),
            value: value.to_string(),
            weight,
        })
        .collect();
    Ok(Answer {
        ask: Ask { question: "fair", ruleset: Stalks::NAME, components: texts, weigh: "pieces" },
        answer: Fairest {
            total: certificate.weights.iter().sum(),
            chosen: solved.chosen.iter().map(|place| place + 1).collect(),
            components,
            certificate,
        },
        method: solved.method.to_string(),
        work: Work::default()
            .with("seconds", start.elapsed().as_secs_f64())
            .with("threads", budget.threads()),
    })
}
