//! Families of random trees, and how many trees of each size they have.

use num_bigint::BigUint;
use num_traits::One;
use std::fmt;

/// A family of rooted trees with a number of nodes; a tree of it is drawn uniformly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// Binary trees, left and right distinguished also where only one is there: Catalan many.
    Binary,
}

impl Family {
    /// All families, in the order in which they are listed.
    pub const ALL: &[Family] = &[Family::Binary];

    /// Its name at every door.
    pub fn name(self) -> &'static str {
        match self {
            Family::Binary => "binary",
        }
    }

    /// What it is, in one line.
    pub fn meaning(self) -> &'static str {
        match self {
            Family::Binary => {
                "binary trees, a left child told from a right one; every shape is equally likely"
            }
        }
    }

    /// The family of this name.
    pub fn by_name(name: &str) -> Option<Family> {
        Family::ALL.iter().copied().find(|family| family.name() == name)
    }

    /// How many trees there are with so many nodes, at least 1.
    ///
    /// # Complexity
    /// n products of a big number and a word.
    pub fn total(self, nodes: u64) -> BigUint {
        match self {
            Family::Binary => catalan(nodes),
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
