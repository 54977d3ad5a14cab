//! Red-blue Hackenbush on random trees: every edge blue or red, both equally likely, whatever the shape.
//!
//! Every such position is a number. That of a tree is the sum, over the edges at its root, of the edge with the subtree
//! on top of it; and a blue edge under the number x is worth the number 1:x, which has a closed form. So the distributions
//! of the values of all trees of n nodes come from those of smaller trees by sums of independent draws.

use super::super::{Answer, Error, Work};
use super::ask::Ask;
use super::family::Family;
use super::stalks::Numbers;
use crate::budget::{Budget, Stop};
use crate::fault::Fault;
use crate::ruleset::hackenbush::Hackenbush;
use crate::ruleset::{Ruleset, Variant};
use crate::value::Dyadic;
use num_bigint::{BigInt, BigUint};
use num_traits::One;
use std::collections::BTreeMap;
use std::time::Instant;

/// The greatest number of nodes of a tree with red and blue edges.
pub const MAX_COLOURED: u64 = 40;

/// How many trees have each value.
type Counts = BTreeMap<Dyadic, BigUint>;

/// The bytes that an entry of a distribution is taken to need.
const ENTRY: u64 = 160;

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
/// [`Stop::TooLarge`] beyond [`MAX_COLOURED`]; those of the budget, of which the memory ends first.
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
    if family == Family::Unordered {
        let found = "the family unordered";
        let expected = "binary, plane, labelled, recursive or search";
        return Err(Fault::new(found, expected).into());
    }
    if sizes.is_empty() {
        return Err(Fault::new("no tree", "the number of nodes of at least one").into());
    }
    for (i, &nodes) in sizes.iter().enumerate() {
        if nodes == 0 {
            return Err(Fault::new("a tree of 0 nodes", "at least 1 node: a root without an edge")
                .within(format!("tree {}", i + 1))
                .into());
        }
        if nodes > MAX_COLOURED {
            return Err(Stop::TooLarge {
                what: format!("tree {}", i + 1),
                size: format!("{nodes} nodes"),
                limit: format!("{MAX_COLOURED} nodes"),
                advice: None,
            }
            .into());
        }
    }
    let nodes = sizes.iter().copied().max().unwrap_or(1) as usize;
    let mut claimed = 0;
    let trees = trees(family, nodes, &mut claimed, budget)?;
    let mut sum = Counts::from([(Dyadic::ZERO, BigUint::one())]);
    for &nodes in sizes {
        let mut next = Counts::new();
        add_products(&mut next, &sum, &trees[nodes as usize - 1], &BigUint::one(), &mut claimed, budget)?;
        sum = next;
    }
    budget.release(claimed);
    let ask = Ask {
        question: "census",
        ruleset: Hackenbush::NAME,
        variant: Variant::default(),
        family: family.name(),
        sizes: sizes.to_vec(),
    };
    Ok(Answer {
        ask,
        answer: Numbers::new(sum.into_iter().collect(), digits),
        method: "sums of independent draws from the distributions of smaller trees; exact".into(),
        work: Work::default().with("seconds", start.elapsed().as_secs_f64()).with("threads", 1),
    })
}

/// The distributions for 1, 2, ..., `nodes` nodes, of trees with coloured edges.
fn trees(family: Family, nodes: usize, claimed: &mut u64, budget: &Budget) -> Result<Vec<Counts>, Stop> {
    let nothing = Counts::from([(Dyadic::ZERO, BigUint::one())]);
    let mut trees: Vec<Counts> = Vec::with_capacity(nodes);
    // `hung[k]`: an edge of either colour with a tree of k nodes on top; k = 0: no edge. `forests[m]`: those at a root.
    let mut hung = vec![nothing.clone()];
    let mut forests = vec![nothing];
    for n in 1..=nodes {
        let mut found = Counts::new();
        match family {
            Family::Binary | Family::Search => {
                for left in 0..n {
                    let ways = if family == Family::Search { choose(n - 1, left) } else { BigUint::one() };
                    add_products(&mut found, &hung[left], &hung[n - 1 - left], &ways, claimed, budget)?;
                }
            }
            _ if n == 1 => found.clone_from(&forests[0]),
            _ => {
                // The first subtree, or that of the least label, and the rest.
                let edges = n - 1;
                for first in 1..=edges {
                    let ways =
                        if family == Family::Plane { BigUint::one() } else { choose(edges - 1, first - 1) };
                    add_products(&mut found, &hung[first], &forests[edges - first], &ways, claimed, budget)?;
                }
                forests.push(found.clone());
                claim(claimed, found.len() as u64, budget)?;
            }
        }
        if family == Family::Labelled {
            // Any of the labels may be the root's.
            for count in found.values_mut() {
                *count *= n;
            }
        }
        let mut edge = Counts::new();
        claim(claimed, 2 * found.len() as u64, budget)?;
        for (value, count) in &found {
            *edge.entry(on_blue(value)).or_default() += count;
            *edge.entry(-on_blue(&-value)).or_default() += count;
        }
        hung.push(edge);
        trees.push(found);
        budget.report(n as u64, Some(nodes as u64), "nodes");
    }
    Ok(trees)
}

/// Adds the sums of a draw from each of two distributions, each pair counted so many times.
fn add_products(
    to: &mut Counts,
    a: &Counts,
    b: &Counts,
    times: &BigUint,
    claimed: &mut u64,
    budget: &Budget,
) -> Result<(), Stop> {
    for (x, m) in a {
        budget.check()?;
        let before = to.len();
        let m = m * times;
        for (y, n) in b {
            *to.entry(x + y).or_default() += &m * n;
        }
        claim(claimed, (to.len() - before) as u64, budget)?;
    }
    Ok(())
}

fn claim(claimed: &mut u64, entries: u64, budget: &Budget) -> Result<(), Stop> {
    budget.claim(u128::from(entries * ENTRY))?;
    *claimed += entries * ENTRY;
    Ok(())
}

/// The binomial coefficient.
fn choose(n: usize, k: usize) -> BigUint {
    (0..k).fold(BigUint::one(), |ways, i| ways * (n - i) / (i + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Player;

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
    fn written_out(n: usize) -> Counts {
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
        let mut counts = Counts::new();
        for tree in all {
            *counts.entry(by_cuts(&tree)).or_default() += 1u32;
        }
        counts
    }

    #[test]
    fn recursive_trees_are_those_written_out() {
        let found = trees(Family::Recursive, 5, &mut 0, &Budget::unlimited()).unwrap();
        for n in 1..=5 {
            assert_eq!(found[n - 1], written_out(n), "{n} nodes");
        }
    }

    #[test]
    fn every_family_has_all_its_colourings_and_is_symmetric() {
        for family in Family::ALL.into_iter().filter(|family| *family != Family::Unordered) {
            for (i, counts) in trees(family, 7, &mut 0, &Budget::unlimited()).unwrap().iter().enumerate() {
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
