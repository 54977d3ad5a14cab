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
//! - **dense sums, deepest first** keeps a table of all sums that can still be cancelled;
//! - **fewest removed, with a rotating split** looks for the fewest components whose removal leaves a fair game;
//! - **four lists with a modulus** meets the sums of four quarters of the collection, 2^(n/2) steps for n components.
//!
//! For values that are no numbers there are two more; a sum of games may have mean 0 and not be zero:
//!
//! - **sums from the hottest and the coldest, met as games** drops what means and temperatures show to be hopeless;
//! - **heaviest by their means, checked as games** finds the heaviest sub-collections whose means sum to zero, and checks
//!   whether they do as games.
//!
//! A value that is alone at the greatest depth (or temperature), or farther from zero than all values of the other sign
//! together, is taken out beforehand. Of several heaviest sub-collections the answer is always the same one, whatever the order of
//! the components, the method and the number of threads.

mod collection;
mod dense;
mod four_lists;
mod games;
mod key;
mod ledger;
mod near;
mod planner;
mod problem;
mod removal;
mod tally;
#[cfg(test)]
mod tests;
mod two_adic;

pub use collection::Collection;
pub use planner::{Estimate, Why};

use super::{Answer, Error, Work};
use crate::budget::{Budget, Stop};
use crate::fault::Fault;
use crate::ruleset::stalks::Stalk;
use crate::ruleset::{Variant, short_rulesets};
use crate::value::{Dyadic, Id, Store};
use collection::Values;
use num_bigint::BigInt;
use serde::Serialize;
use serde_json::json;
use std::time::Instant;

/// Whether components can be positions of a ruleset of this name.
pub fn can_ask(ruleset: &str) -> bool {
    short_rulesets().contains(&ruleset)
}

/// What components can be: positions of a ruleset with values, numbers, or values as expressions.
pub fn kinds() -> Vec<&'static str> {
    let mut kinds = short_rulesets();
    kinds.extend(["numbers", "values"]);
    kinds
}

/// What is to be as great as possible.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Weigh {
    /// The number of pieces: segments of stalks; any other component is one piece.
    #[default]
    Pieces,
    /// The number of components.
    Components,
    /// The sum of these weights, one for each component.
    Given(Vec<u64>),
}

/// What is asked of a collection.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// What is to be as great as possible.
    pub weigh: Weigh,
    /// Count all fair sub-collections, too.
    pub all: bool,
    /// List so many of them, the heaviest first.
    pub limit: usize,
    /// Find so many sums closest to zero.
    pub near: usize,
    /// Say why the method was chosen: what each was expected to cost.
    pub explain: bool,
}

/// The question repeated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ask {
    /// Always `fair`.
    pub question: &'static str,
    /// What the components are positions of; `values` for expressions.
    pub ruleset: String,
    /// The ruleset's variant.
    pub variant: Variant,
    /// The components as text, numbered from 1 in this order.
    pub components: Vec<String>,
    /// What is to be as great as possible: `pieces`, `components` or `given`.
    pub weigh: &'static str,
    /// Whether all fair sub-collections are counted.
    pub all: bool,
    /// How many of them are listed at the most.
    pub limit: usize,
    /// How many sums closest to zero are found at the most.
    pub near: usize,
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

/// A sub-collection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Chosen {
    /// The numbers of its components, in increasing order.
    pub chosen: Vec<usize>,
    /// Its total weight.
    pub total: u64,
}

/// A sum close to zero.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Near {
    /// The sum.
    pub sum: String,
    /// Of the non-empty sub-collections with this sum the one of greatest weight: the numbers of its components.
    pub chosen: Vec<usize>,
    /// Its total weight.
    pub total: u64,
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
    /// How many sub-collections are fair, the empty one not counted, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fair_collections: Option<String>,
    /// The heaviest fair sub-collections, the heaviest first, the empty one left out, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub listed: Option<Vec<Chosen>>,
    /// The sums closest to zero, the closest first, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<Vec<Near>>,
    /// Why the method was chosen, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Why>,
}

/// What shows that the chosen components sum to zero, for a few lines of code to check.
///
/// Numbers are given over a common denominator: the numerators add up to 0. Other games are given in canonical form:
/// their sum is the game 0, which `partizan eval` checks. The weights add up to the total.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Certificate {
    /// The values of the chosen components, in their order: they sum to 0.
    pub values: Vec<String>,
    /// The common denominator of numbers is 2 to this power; `null` for other games.
    pub denominator_log2: Option<u64>,
    /// The numerators over it: they add up to 0; `null` for other games.
    pub numerators: Option<Vec<String>>,
    /// The weights of the chosen components: they add up to the total.
    pub weights: Vec<u64>,
    /// What is not in the certificate: on which method it rests that nothing is heavier.
    pub greatest_by: &'static str,
}

/// What a method found.
struct Found {
    chosen: Vec<usize>,
    method: &'static str,
    why: Why,
    count: Option<String>,
    listed: Option<Vec<Vec<usize>>>,
    nearest: Option<Vec<(Dyadic, Vec<usize>)>>,
}

/// The fair sub-collection of these stalks with the most segments.
///
/// # Errors
/// Those of [`ask`].
///
/// # Complexity
/// At most about 2^(n/2) steps for n stalks that can be used, in 2^(n/4) memory; far less where lengths differ.
pub fn stalks(stalks: &[Stalk], budget: &Budget) -> Result<Answer<Ask, Fairest>, Error> {
    ask(&Collection::stalks(stalks), &Request::default(), budget)
}

/// The heaviest fair sub-collection, and what else is asked for.
///
/// # Errors
/// [`Error::Stopped`] when the budget is spent or the collection is too large, with the best sub-collection found and
/// a bound on all of them where they are known; [`Error::Fault`] when the weights do not fit the components; [`Error::Cannot`]
/// when sums close to zero are asked for and a component is no number.
pub fn ask(
    collection: &Collection,
    request: &Request,
    budget: &Budget,
) -> Result<Answer<Ask, Fairest>, Error> {
    let start = Instant::now();
    let weights = weights(collection, &request.weigh)?;
    let found = match &collection.values {
        Values::Numbers(values) => of_numbers(values, &weights, request, budget)?,
        Values::Games(store, games) => {
            if request.near > 0 {
                return Err(no_distance(collection));
            }
            of_games(store, games, collection, &weights, request, budget)?
        }
    };
    let numbers = |chosen: &[usize]| chosen.iter().map(|place| place + 1).collect::<Vec<_>>();
    let total = |chosen: &[usize]| chosen.iter().map(|&place| weights[place]).sum::<u64>();
    let listed = found.listed.map(|listed| {
        listed.iter().map(|chosen| Chosen { chosen: numbers(chosen), total: total(chosen) }).collect()
    });
    let nearest = found.nearest.map(|nearest| {
        let near = nearest.iter().map(|(sum, chosen)| Near {
            sum: sum.to_string(),
            chosen: numbers(chosen),
            total: total(chosen),
        });
        near.collect()
    });
    let components = collection.texts.iter().zip(&collection.shown).zip(&weights).enumerate();
    let components = components.map(|(i, ((text, value), &weight))| Component {
        number: i + 1,
        text: text.clone(),
        value: value.clone(),
        weight,
    });
    Ok(Answer {
        ask: Ask {
            question: "fair",
            ruleset: collection.ruleset.clone(),
            variant: collection.variant.clone(),
            components: collection.texts.clone(),
            weigh: match request.weigh {
                Weigh::Pieces => "pieces",
                Weigh::Components => "components",
                Weigh::Given(_) => "given",
            },
            all: request.all,
            limit: request.limit,
            near: request.near,
        },
        answer: Fairest {
            total: total(&found.chosen),
            chosen: numbers(&found.chosen),
            components: components.collect(),
            certificate: certificate(collection, &weights, &found.chosen, found.method)?,
            fair_collections: found.count,
            listed,
            nearest,
            why: request.explain.then_some(found.why),
        },
        method: found.method.to_string(),
        work: Work::default()
            .with("seconds", start.elapsed().as_secs_f64())
            .with("threads", budget.threads()),
    })
}

fn of_numbers(
    values: &[Dyadic],
    weights: &[u64],
    request: &Request,
    budget: &Budget,
) -> Result<Found, Error> {
    let solved = planner::heaviest(values, weights, budget).map_err(|unsolved| stopped(unsolved, weights))?;
    let count = request.all.then(|| planner::count(values, budget)).transpose()?;
    let listed = (request.limit > 0)
        .then(|| planner::few(values, weights, request.limit + 1, budget))
        .transpose()?
        .map(|(mut few, _)| {
            few.retain(|chosen| !chosen.is_empty());
            few.truncate(request.limit);
            few
        });
    let nearest =
        (request.near > 0).then(|| planner::nearest(values, weights, request.near, budget)).transpose()?;
    Ok(Found {
        chosen: solved.chosen,
        method: solved.method,
        why: solved.why,
        count: count.map(|(count, _)| (count - 1u32).to_string()),
        listed,
        nearest,
    })
}

fn of_games(
    store: &Store,
    games: &[Id],
    collection: &Collection,
    weights: &[u64],
    request: &Request,
    budget: &Budget,
) -> Result<Found, Error> {
    problem::check_weights(weights)?;
    let texts: Vec<&str> = collection.texts.iter().map(String::as_str).collect();
    let items = games::Items::new(store, games, &texts, weights)?;
    // The first of the heaviest is the heaviest; the empty one is among them and not listed.
    let few = planner::few_games(&items, request.limit + 1, budget);
    let (mut few, solved) = few.map_err(|unsolved| stopped(unsolved, weights))?;
    let count = request.all.then(|| planner::count_games(&items, budget)).transpose()?;
    few.retain(|chosen| !chosen.is_empty());
    few.truncate(request.limit);
    Ok(Found {
        chosen: solved.chosen,
        method: solved.method,
        why: solved.why,
        count: count.map(|count| (count - 1u32).to_string()),
        listed: (request.limit > 0).then_some(few),
        nearest: None,
    })
}

/// What is proved of a collection that there is no answer for.
fn stopped(unsolved: planner::Unsolved, weights: &[u64]) -> Error {
    let best: u64 = unsolved.best.iter().map(|&place| weights[place]).sum();
    let proved = unsolved.bound.map(|bound| {
        let numbers: Vec<usize> = unsolved.best.iter().map(|place| place + 1).collect();
        json!({
            "best_found": best,
            "chosen": numbers,
            "no_more_than": bound,
            "no_more_than_by": unsolved.bound_by,
        })
    });
    Error::Stopped { stop: unsolved.stop, proved }
}

/// The weight of each component.
fn weights(collection: &Collection, weigh: &Weigh) -> Result<Vec<u64>, Fault> {
    match weigh {
        Weigh::Pieces => Ok(collection.pieces.clone()),
        Weigh::Components => Ok(vec![1; collection.texts.len()]),
        Weigh::Given(weights) if weights.len() == collection.texts.len() => Ok(weights.clone()),
        Weigh::Given(weights) => Err(Fault::new(
            format!("{} weights", weights.len()),
            format!("{}, one for each component", collection.texts.len()),
        )),
    }
}

/// Why a collection with other games than numbers has no sums close to zero.
fn no_distance(collection: &Collection) -> Error {
    let (number, text) = (collection.hot + 1, &collection.texts[collection.hot]);
    Error::Cannot(format!(
        "only sums of numbers have a distance from zero; component {number}, {text}, is no number"
    ))
}

/// Shows that the chosen components sum to zero, after checking it once more.
fn certificate(
    collection: &Collection,
    weights: &[u64],
    chosen: &[usize],
    method: &'static str,
) -> Result<Certificate, Stop> {
    let mut certificate = Certificate {
        values: chosen.iter().map(|&place| collection.shown[place].clone()).collect(),
        denominator_log2: None,
        numerators: None,
        weights: chosen.iter().map(|&place| weights[place]).collect(),
        greatest_by: method,
    };
    match &collection.values {
        Values::Numbers(values) => {
            let scale = chosen.iter().map(|&place| values[place].exponent()).max().unwrap_or(0);
            let scaled: Vec<BigInt> = chosen
                .iter()
                .map(|&place| values[place].numerator() << (scale - values[place].exponent()))
                .collect();
            assert_eq!(scaled.iter().sum::<BigInt>(), BigInt::ZERO, "the method gave a sum that is not zero");
            certificate.denominator_log2 = Some(scale);
            certificate.numerators = Some(scaled.iter().map(BigInt::to_string).collect());
        }
        Values::Games(store, games) => {
            let sum = store.sum(chosen.iter().map(|&place| games[place]))?;
            assert!(sum == Id::ZERO, "the method gave a sum that is not zero");
        }
    }
    Ok(certificate)
}
