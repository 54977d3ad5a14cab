//! Census against oracles that share nothing with it: every tree written out, every game played out.

use num_bigint::BigUint;
use partizan::question::census::{Family, green_trees};
use partizan::ruleset::green_hackenbush::{Forest, GreenHackenbush};
use partizan::{Budget, Player, Ruleset};
use proptest::prelude::*;
use std::collections::HashMap;

/// Every binary tree of each size up to `most`, as parentheses: the subtrees stand on a root of their own.
fn binary_trees(most: usize) -> Vec<Vec<String>> {
    let mut trees: Vec<Vec<String>> = vec![vec![String::new()]];
    for n in 1..=most {
        let mut found = Vec::new();
        for left in 0..n {
            for a in &trees[left] {
                found.extend(trees[n - 1 - left].iter().map(|b| format!("({a}{b})")));
            }
        }
        trees.push(found);
    }
    trees
}

/// The Grundy value by its definition: the least that no move leads to.
fn by_moves(position: &Forest, known: &mut HashMap<Forest, u64>) -> u64 {
    if let Some(&value) = known.get(position) {
        return value;
    }
    let mut seen = Vec::new();
    GreenHackenbush.options(position, Player::Left, &mut |after| seen.push(by_moves(&after, known)));
    let value = (0..=seen.len() as u64).find(|value| !seen.contains(value)).expect("one is free");
    known.insert(position.clone(), value);
    value
}

/// How many of these trees have each value, by playing every game out.
fn by_enumeration(trees: &[String], known: &mut HashMap<Forest, u64>) -> Vec<(u64, BigUint)> {
    let mut counts = std::collections::BTreeMap::new();
    for tree in trees {
        let value = by_moves(&GreenHackenbush.parse(tree).expect("a tree"), known);
        *counts.entry(value).or_insert_with(BigUint::default) += 1u32;
    }
    counts.into_iter().collect()
}

fn values(family: Family, sizes: &[u64]) -> Vec<(u64, BigUint)> {
    let census = green_trees(family, sizes, 6, &Budget::unlimited()).expect("an answer");
    census.answer.sum.values.iter().map(|count| (count.value, count.count.clone())).collect()
}

#[test]
fn binary_trees_to_nine_nodes_are_those_written_out() {
    let trees = binary_trees(9);
    let mut known = HashMap::new();
    for (n, trees) in trees.iter().enumerate().skip(1) {
        assert_eq!(values(Family::Binary, &[n as u64]), by_enumeration(trees, &mut known), "{n} nodes");
    }
}

#[test]
fn the_answer_is_the_same_for_every_number_of_threads() {
    let ask = |threads| {
        green_trees(Family::Binary, &[120, 77], 6, &Budget::unlimited().with_threads(threads)).unwrap().answer
    };
    assert_eq!(ask(1), ask(3));
}

#[test]
fn a_spent_budget_stops_it() {
    let budget = Budget::unlimited().with_time(std::time::Duration::ZERO);
    assert!(green_trees(Family::Binary, &[50], 6, &budget).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn sums_are_xor_convolutions(sizes in prop::collection::vec(1u64..7, 1..5)) {
        let mut expected = HashMap::from([(0, BigUint::from(1u32))]);
        for &n in &sizes {
            let mut next = HashMap::new();
            for (a, x) in &expected {
                for (b, y) in values(Family::Binary, &[n]) {
                    *next.entry(a ^ b).or_insert_with(BigUint::default) += x * y;
                }
            }
            expected = next;
        }
        let mut expected: Vec<_> = expected.into_iter().collect();
        expected.sort();
        prop_assert_eq!(values(Family::Binary, &sizes), expected);
    }

    #[test]
    fn neither_order_nor_single_nodes_matter(mut sizes in prop::collection::vec(1u64..40, 1..6), ones in 0usize..3) {
        let before = values(Family::Binary, &sizes);
        sizes.reverse();
        sizes.extend(std::iter::repeat_n(1, ones));
        prop_assert_eq!(values(Family::Binary, &sizes), before);
    }

    #[test]
    fn a_prefix_of_a_longer_run_is_the_same(n in 1u64..60, more in 1u64..60) {
        // A longer tree beside it widens the transform and adds primes.
        let wide = green_trees(Family::Binary, &[n, n + more], 6, &Budget::unlimited()).unwrap();
        let alone: Vec<_> =
            wide.answer.trees[0].spread.values.iter().map(|count| (count.value, count.count.clone())).collect();
        prop_assert_eq!(values(Family::Binary, &[n]), alone);
    }
}
