//! Every tree of each family written out.

use partizan::Ruleset;
use partizan::ruleset::green_hackenbush::GreenHackenbush;
use std::collections::BTreeSet;

/// Every binary tree of each size up to `most`, as parentheses: the subtrees stand on a root of their own.
pub fn binary_trees(most: usize) -> Vec<Vec<String>> {
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

/// Every plane tree of each size up to `most`.
pub fn plane_trees(most: usize) -> Vec<Vec<String>> {
    // A plane tree is a first subtree beside a smaller tree; `()` has none.
    let mut trees: Vec<Vec<String>> = vec![vec![], vec!["()".into()]];
    for n in 2..=most {
        let mut found = Vec::new();
        for first in 1..n {
            for a in &trees[first] {
                found.extend(trees[n - first].iter().map(|rest| format!("({a}{}", &rest[1..])));
            }
        }
        trees.push(found);
    }
    trees
}

/// The plane trees up to the order of subtrees.
#[allow(dead_code)] // not every test asks for them
pub fn unordered_trees(n: usize) -> Vec<String> {
    fn sorted(tree: &str) -> String {
        let (mut depth, mut begin, mut parts) = (0, 1, Vec::new());
        for (i, c) in tree.char_indices() {
            depth += if c == '(' { 1 } else { -1 };
            if depth == 1 && c == ')' {
                parts.push(sorted(&tree[begin..=i]));
                begin = i + 1;
            }
        }
        parts.sort();
        format!("({})", parts.concat())
    }
    let trees: BTreeSet<String> = plane_trees(n)[n].iter().map(|tree| sorted(tree)).collect();
    trees.into_iter().collect()
}

/// All lists of parents of n nodes, 0 for the root, with these choices at each node, as text.
fn parent_lists(n: usize, choices: impl Fn(usize) -> std::ops::RangeInclusive<usize>) -> Vec<String> {
    let mut lists = vec![String::new()];
    for node in 1..=n {
        lists = lists
            .iter()
            .flat_map(|list| choices(node).map(move |parent| format!("{list},{parent}")))
            .collect();
    }
    lists.iter().map(|list| list[1..].to_string()).collect()
}

/// Every rooted tree on the nodes 1 to n.
pub fn labelled_trees(n: usize) -> Vec<String> {
    let mut lists = parent_lists(n, |_| 0..=n);
    lists.retain(|list| GreenHackenbush.parse(list).is_ok_and(|forest| forest.trees() == 1));
    lists
}

pub fn recursive_trees(n: usize) -> Vec<String> {
    parent_lists(n, |node| usize::from(node > 1)..=node - 1)
}

/// The binary search tree of every permutation.
pub fn search_trees(n: usize) -> Vec<String> {
    fn tree(keys: &[usize]) -> String {
        let Some((root, rest)) = keys.split_first() else { return String::new() };
        let side = |less: bool| rest.iter().copied().filter(|key| (key < root) == less).collect::<Vec<_>>();
        format!("({}{})", tree(&side(true)), tree(&side(false)))
    }
    let mut permutations: Vec<Vec<usize>> = vec![vec![]];
    for key in 0..n {
        permutations = permutations
            .iter()
            .flat_map(|shorter| {
                (0..=shorter.len()).map(move |at| {
                    let mut longer = shorter.clone();
                    longer.insert(at, key);
                    longer
                })
            })
            .collect();
    }
    permutations.iter().map(|keys| tree(keys)).collect()
}
