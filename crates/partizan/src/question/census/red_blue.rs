//! Red-blue Hackenbush on random trees: every edge blue or red, both equally likely, whatever the shape.
//!
//! Every such position is a number, and a blue edge under the number x is worth the number 1:x, which has a closed form.

use super::super::claim::Claim;
use super::super::{Answer, Error, Work};
use super::ask::Ask;
use super::coloured::{Counts, Worth, add_products, check, trees};
use super::family::Family;
use super::stalks::Numbers;
use crate::budget::{Budget, Stop};
use crate::ruleset::hackenbush::Hackenbush;
use crate::ruleset::{Colour, Ruleset, Variant};
use crate::value::Dyadic;
use num_bigint::{BigInt, BigUint};
use num_traits::One;
use std::time::Instant;

/// Numbers, without examples.
pub(super) struct InNumbers;

impl Worth for InNumbers {
    type Value = Dyadic;
    type First = ();
    const ENTRY: u64 = 160;

    fn zero(&self) -> Dyadic {
        Dyadic::ZERO
    }

    fn plus(&self, x: &Dyadic, y: &Dyadic) -> Result<Dyadic, Stop> {
        Ok(x + y)
    }

    fn under(&self, colour: Colour, x: &Dyadic) -> Result<Dyadic, Stop> {
        Ok(match colour {
            Colour::Blue => on_blue(x),
            Colour::Red => -on_blue(&-x),
            Colour::Green => unreachable!("a green edge under a number is no number"),
        })
    }
}

/// A blue edge with a position worth `x` on top of it, x a number.
///
/// # References
/// *Winning Ways*, chapter 3: (x + n) / 2^(n - 1) for the least positive whole number n with x + n > 1.
fn on_blue(x: &Dyadic) -> Dyadic {
    // 1 - floor(x) is enough unless x is an integer.
    let least = (BigInt::from(1) - x.floor()).max(BigInt::one());
    let least = if x + &Dyadic::from(least.clone()) > Dyadic::ONE { least } else { least + 1 };
    let halvings = i64::try_from(&least).expect("no more than the nodes of a tree") - 1;
    (x + &Dyadic::from(least)).shifted(-halvings)
}

/// The distribution of the value of a sum of random trees of these numbers of nodes: the shape drawn from the family,
/// each edge blue or red with chance 1/2.
///
/// # Errors
/// A fault for no tree, one of 0 nodes, or the family of unordered trees, whose colourings are not equally likely;
/// [`Stop::TooLarge`] beyond [`MAX_COLOURED`](super::MAX_COLOURED); those of the budget, of which the memory ends first.
///
/// # Complexity
/// For n nodes of the order of n^2 products of distributions, the size of which grows exponentially.
///
/// ```
/// use partizan::{Budget, question::census::{Family, red_blue_trees}};
///
/// let answer = red_blue_trees(Family::Plane, &[3], 6, &Budget::unlimited()).unwrap().answer;
/// let values: Vec<String> = answer.values.iter().map(|row| format!("{}: {}", row.value, row.count)).collect();
/// assert_eq!(values.join(", "), "-2: 2, -1/2: 1, 0: 2, 1/2: 1, 2: 2");
/// ```
pub fn red_blue_trees(
    family: Family,
    sizes: &[u64],
    digits: usize,
    budget: &Budget,
) -> Result<Answer<Ask, Numbers>, Error> {
    let start = Instant::now();
    check(family, sizes)?;
    let nodes = sizes.iter().copied().max().unwrap_or(1) as usize;
    let claim = Claim::new(budget);
    let trees = trees(&InNumbers, family, &[Colour::Blue, Colour::Red], nodes, &claim)?;
    let mut sum = Counts::<InNumbers>::from([(Dyadic::ZERO, (BigUint::one(), ()))]);
    for &nodes in sizes {
        let mut next = Counts::<InNumbers>::new();
        add_products(&InNumbers, &mut next, &sum, &trees[nodes as usize - 1], &BigUint::one(), &claim)?;
        sum = next;
    }
    let ask = Ask {
        question: "census",
        ruleset: Hackenbush::NAME,
        variant: Variant::default(),
        family: family.name(),
        sizes: sizes.to_vec(),
    };
    Ok(Answer {
        ask,
        answer: Numbers::new(sum.into_iter().map(|(value, (count, ()))| (value, count)).collect(), digits),
        method: "sums of independent draws from the distributions of smaller trees; exact".into(),
        work: Work::default().with("seconds", start.elapsed().as_secs_f64()).with("threads", 1),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Player;
    use std::collections::BTreeMap;

    fn counted(family: Family, nodes: usize) -> Vec<BTreeMap<Dyadic, BigUint>> {
        let budget = Budget::unlimited();
        let colours = [Colour::Blue, Colour::Red];
        let trees = trees(&InNumbers, family, &colours, nodes, &Claim::new(&budget)).unwrap();
        trees.into_iter().map(|counts| counts.into_iter().map(|(x, (n, ()))| (x, n)).collect()).collect()
    }

    /// The value of a tree by its definition, over all cuts: each edge with the node below it and its colour; node i + 1
    /// stands on edge i.
    fn by_cuts(edges: &[Option<(usize, Player)>]) -> Dyadic {
        let mut best: [Vec<Dyadic>; 2] = [Vec::new(), Vec::new()];
        for (cut, edge) in edges.iter().enumerate() {
            let Some((_, colour)) = edge else { continue };
            let mut rest = edges.to_vec();
            rest[cut] = None;
            for later in cut + 1..rest.len() {
                // A node above a fallen one falls.
                if rest[later].is_some_and(|(below, _)| below > 0 && rest[below - 1].is_none()) {
                    rest[later] = None;
                }
            }
            best[usize::from(*colour == Player::Right)].push(by_cuts(&rest));
        }
        Dyadic::simplest_between(best[0].iter().max(), best[1].iter().min())
    }

    /// Every recursive tree of n nodes with every colouring: node k stands on an earlier one.
    fn written_out(n: usize) -> BTreeMap<Dyadic, BigUint> {
        let mut all: Vec<Vec<Option<(usize, Player)>>> = vec![Vec::new()];
        for node in 1..n {
            all = all
                .iter()
                .flat_map(|tree| {
                    (0..node).flat_map(move |below| {
                        Player::BOTH.map(|colour| {
                            let mut tree = tree.clone();
                            tree.push(Some((below, colour)));
                            tree
                        })
                    })
                })
                .collect();
        }
        let mut counts = BTreeMap::new();
        for tree in all {
            *counts.entry(by_cuts(&tree)).or_insert(BigUint::ZERO) += 1u32;
        }
        counts
    }

    #[test]
    fn recursive_trees_are_those_written_out() {
        let found = counted(Family::Recursive, 5);
        for n in 1..=5 {
            assert_eq!(found[n - 1], written_out(n), "{n} nodes");
        }
    }

    #[test]
    fn every_family_has_all_its_colourings_and_is_symmetric() {
        for family in Family::ALL.into_iter().filter(|family| *family != Family::Unordered) {
            for (i, counts) in counted(family, 7).iter().enumerate() {
                let total: BigUint = counts.values().sum();
                assert_eq!(total, family.total(i as u64 + 1).unwrap() << i, "{family}, {} nodes", i + 1);
                assert!(counts.iter().all(|(value, count)| counts.get(&-value) == Some(count)), "{family}");
            }
        }
    }

    #[test]
    fn an_edge_under_a_number_is_the_simplest_number_it_can_be() {
        // 1:x lies above 0 and above 1:(left options of x), below 1:(right options): checked on stalks, where x = s.
        for (x, on_blue_edge) in [
            ("0", "1"),
            ("1", "2"),
            ("-1", "1/2"),
            ("1/2", "3/2"),
            ("-1/2", "3/4"),
            ("-2", "1/4"),
            ("3", "4"),
        ] {
            let number = |text: &str| {
                let (num, den) = text.split_once('/').unwrap_or((text, "1"));
                Dyadic::new(num.parse().unwrap(), den.parse::<u32>().unwrap().trailing_zeros())
            };
            assert_eq!(on_blue(&number(x)), number(on_blue_edge), "1:{x}");
        }
    }
}
