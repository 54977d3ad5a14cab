//! Families of random trees, and how many trees of each size they have.

use num_bigint::BigUint;
use num_traits::One;
use std::fmt;

/// A family of rooted trees with a number of nodes; a tree of it is drawn uniformly.
///
/// The families weigh the same shapes differently, so each gives another distribution of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// Binary trees, left and right distinguished also where only one is there.
    Binary,
    /// Plane trees: any number of subtrees at a node, in order.
    Plane,
    /// Unlabelled rooted trees: any number of subtrees at a node, in no order.
    Unordered,
    /// Labelled rooted trees, Cayley's: the nodes are numbered, one of them is the root, subtrees in no order.
    Labelled,
    /// Random recursive trees: node 1 is the root, each further node hangs on an earlier one, all equally likely.
    Recursive,
    /// Binary search trees of random permutations.
    Search,
}

impl Family {
    /// All families, in the order in which they are listed.
    pub const ALL: [Family; 6] = [
        Family::Binary,
        Family::Plane,
        Family::Unordered,
        Family::Labelled,
        Family::Recursive,
        Family::Search,
    ];

    /// Its name at every door.
    pub fn name(self) -> &'static str {
        match self {
            Family::Binary => "binary",
            Family::Plane => "plane",
            Family::Unordered => "unordered",
            Family::Labelled => "labelled",
            Family::Recursive => "recursive",
            Family::Search => "search",
        }
    }

    /// What its trees are, in a few words.
    pub fn meaning(self) -> &'static str {
        match self {
            Family::Binary => "binary trees, left told from right",
            Family::Plane => "plane trees, subtrees in order",
            Family::Unordered => "unlabelled rooted trees, subtrees in no order",
            Family::Labelled => "labelled rooted trees (Cayley)",
            Family::Recursive => "random recursive trees",
            Family::Search => "binary search trees of random permutations",
        }
    }

    /// The family of this name.
    pub fn by_name(name: &str) -> Option<Family> {
        Family::ALL.into_iter().find(|family| family.name() == name)
    }

    /// How many equally likely trees there are with so many nodes, at least 1.
    ///
    /// Catalan numbers for binary (index n) and plane trees (index n - 1), n^(n-1) labelled trees, (n-1)! recursive
    /// trees, n! permutations. Nobody knows a closed form for unordered trees: `None`.
    ///
    /// # Complexity
    /// n products of a big number and a word.
    pub fn total(self, nodes: u64) -> Option<BigUint> {
        match self {
            Family::Binary => Some(catalan(nodes)),
            Family::Plane => Some(catalan(nodes - 1)),
            Family::Unordered => None,
            Family::Labelled => Some(num_traits::pow(BigUint::from(nodes), nodes as usize - 1)),
            Family::Recursive => Some(factorial(nodes - 1)),
            Family::Search => Some(factorial(nodes)),
        }
    }

    /// A number that is not below the number of trees.
    pub(super) fn at_most(self, nodes: u64) -> BigUint {
        // Polya: with T(x) the generating function of unordered trees and r its radius, T(r) = 1, so there are at most
        // r^-n = 2.9557...^n trees, and 2.9557... < 2^1.5637.
        self.total(nodes).unwrap_or_else(|| BigUint::one() << (nodes * 15_637).div_ceil(10_000))
    }

    /// Whether F = x (1 + E)^2, or its derivative: at most two subtrees at a node.
    pub(super) fn is_square(self) -> bool {
        matches!(self, Family::Binary | Family::Search)
    }

    /// Whether the subtrees at a node are a set, so that their generating function is an exponential.
    pub(super) fn is_set(self) -> bool {
        matches!(self, Family::Unordered | Family::Labelled | Family::Recursive)
    }

    /// Whether the equation is one for F', because the nodes are numbered upwards from the root.
    pub(super) fn is_increasing(self) -> bool {
        matches!(self, Family::Recursive | Family::Search)
    }

    /// Whether the coefficients are the counts over n!.
    pub(super) fn is_exponential(self) -> bool {
        matches!(self, Family::Labelled | Family::Recursive | Family::Search)
    }

    /// A scale near the radius of convergence, so that the scaled coefficients neither vanish nor grow.
    pub(super) fn radius(self) -> f64 {
        match self {
            Family::Binary | Family::Plane => 0.25,
            Family::Unordered => 0.338_321_856_899_208,
            Family::Labelled => 0.367_879_441_171_442_3,
            Family::Recursive | Family::Search => 1.0,
        }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The Catalan number of index n.
fn catalan(n: u64) -> BigUint {
    (0..n).fold(BigUint::one(), |number, k| number * (2 * (2 * k + 1)) / (k + 2))
}

fn factorial(n: u64) -> BigUint {
    (1..=n).fold(BigUint::one(), |number, k| number * k)
}
