//! Trees with coloured edges, whatever their values are: the distributions of all sizes from those of smaller trees.
//!
//! The value of a tree is the sum, over the edges at its root, of the edge with the subtree on top of it: an ordinal sum. So
//! the values of all trees of n nodes come from those of smaller trees by sums of independent draws, whatever the shape.

use super::super::claim::Claim;
use super::family::Family;
use crate::budget::Stop;
use crate::fault::Fault;
use crate::ruleset::Colour;
use num_bigint::BigUint;
use num_traits::One;
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The greatest number of nodes of a tree with coloured edges.
pub const MAX_COLOURED: u64 = 40;

/// How values are added and edges put under them.
pub(super) trait Worth {
    /// A value; its order is only that of a table.
    type Value: Ord + Clone;
    /// What is kept of the first tree with a value.
    type First: First;
    /// The bytes that an entry of a distribution is taken to need.
    const ENTRY: u64;

    /// The value of nothing.
    fn zero(&self) -> Self::Value;
    /// The sum.
    fn plus(&self, x: &Self::Value, y: &Self::Value) -> Result<Self::Value, Stop>;
    /// An edge of this colour with a position worth `x` on top of it.
    fn under(&self, colour: Colour, x: &Self::Value) -> Result<Self::Value, Stop>;
}

/// An example of a value: of two, the lesser is kept.
pub(super) trait First: Ord + Clone + Default {
    /// With the other beside it, on the same ground.
    fn beside(&self, other: &Self) -> Self;
    /// On top of an edge.
    fn on(&self, colour: Colour) -> Self;
}

/// No example at all.
impl First for () {
    fn beside(&self, (): &()) {}
    fn on(&self, _: Colour) {}
}

/// A tree with coloured edges: its edges in preorder, each with its height over the ground.
///
/// Of two trees with the same number of edges the lesser has the lower or, where they are as high, the bluer edge at the first
/// difference; green counts between blue and red.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Tree(SmallVec<[u8; 16]>);

/// What a step of height adds to the byte of an edge; the colour is below it.
const HEIGHT: u8 = 4;

impl First for Tree {
    fn beside(&self, other: &Self) -> Self {
        Tree(self.0.iter().chain(&other.0).copied().collect())
    }

    fn on(&self, colour: Colour) -> Self {
        let colour = match colour {
            Colour::Blue => 0,
            Colour::Green => 1,
            Colour::Red => 2,
        };
        Tree(std::iter::once(colour).chain(self.0.iter().map(|edge| edge + HEIGHT)).collect())
    }
}

impl Tree {
    /// The tree as the ruleset writes it: a letter an edge, branches in brackets, trees side by side apart.
    pub fn text(&self) -> String {
        let mut text = String::new();
        write(&self.0, 0, &mut text);
        if text.is_empty() { "0".into() } else { text }
    }
}

/// Writes what stands at a height. No tree has more than [`MAX_COLOURED`] nodes, so it is not deep.
fn write(edges: &[u8], height: u8, text: &mut String) {
    let mut starts: Vec<usize> = (0..edges.len()).filter(|&i| edges[i] / HEIGHT == height).collect();
    let count = starts.len();
    starts.push(edges.len());
    let (open, between, close) = match (height, count) {
        (0, _) => ("", " ", ""),
        (_, 0 | 1) => ("", "", ""),
        _ => ("(", ";", ")"),
    };
    text.push_str(open);
    for (number, ends) in starts.windows(2).enumerate() {
        if number > 0 {
            text.push_str(between);
        }
        let letter = ["B", "G", "R"][usize::from(edges[ends[0]] % HEIGHT)];
        let _ = write!(text, "{letter}");
        write(&edges[ends[0] + 1..ends[1]], height + 1, text);
    }
    text.push_str(close);
}

/// How many trees have each value, with the first of them.
pub(super) type Counts<W> = BTreeMap<<W as Worth>::Value, (BigUint, <W as Worth>::First)>;

/// Checks the numbers of nodes of trees with coloured edges.
///
/// # Errors
/// A fault for no tree, one of 0 nodes, or the family of unordered trees; [`Stop::TooLarge`] beyond [`MAX_COLOURED`].
pub(super) fn check(family: Family, sizes: &[u64]) -> Result<(), super::super::Error> {
    if family == Family::Unordered {
        let expected = "binary, plane, labelled, recursive or search";
        let hint = "the colourings of unlabelled trees are not equally likely";
        return Err(Fault::new("the family unordered", expected).hint(hint).into());
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
    Ok(())
}

/// The distributions for 1, 2, ..., `nodes` nodes, of trees whose edges have one of these colours each.
pub(super) fn trees<W: Worth>(
    worth: &W,
    family: Family,
    colours: &[Colour],
    nodes: usize,
    claim: &Claim,
) -> Result<Vec<Counts<W>>, Stop> {
    let nothing = || Counts::<W>::from([(worth.zero(), (BigUint::one(), W::First::default()))]);
    let mut trees: Vec<Counts<W>> = Vec::with_capacity(nodes);
    // `hung[k]`: an edge of any colour with a tree of k nodes on top; k = 0: no edge. `forests[m]`: those at a root.
    let mut hung = vec![nothing()];
    let mut forests = vec![nothing()];
    for n in 1..=nodes {
        let mut found = Counts::<W>::new();
        match family {
            Family::Binary | Family::Search => {
                for left in 0..n {
                    let ways = if family == Family::Search { choose(n - 1, left) } else { BigUint::one() };
                    add_products(worth, &mut found, &hung[left], &hung[n - 1 - left], &ways, claim)?;
                }
            }
            _ if n == 1 => found.clone_from(&forests[0]),
            _ => {
                // The first subtree, or that of the least label, and the rest.
                let edges = n - 1;
                for first in 1..=edges {
                    let ways =
                        if family == Family::Plane { BigUint::one() } else { choose(edges - 1, first - 1) };
                    add_products(worth, &mut found, &hung[first], &forests[edges - first], &ways, claim)?;
                }
                claim.more(u128::from(W::ENTRY) * found.len() as u128)?;
                forests.push(found.clone());
            }
        }
        if family == Family::Labelled {
            // Any of the labels may be the root's.
            for (count, _) in found.values_mut() {
                *count *= n;
            }
        }
        if n < nodes {
            let mut edge = Counts::<W>::new();
            claim.more(u128::from(W::ENTRY) * (colours.len() * found.len()) as u128)?;
            for (i, (value, (count, first))) in found.iter().enumerate() {
                if i % 1024 == 0 {
                    claim.budget().check()?;
                }
                for &colour in colours {
                    add::<W>(&mut edge, worth.under(colour, value)?, count.clone(), || first.on(colour));
                }
            }
            hung.push(edge);
        }
        trees.push(found);
        claim.budget().report(n as u64, Some(nodes as u64), "nodes");
    }
    Ok(trees)
}

/// Adds the sums of a draw from each of two distributions, each pair counted so many times.
pub(super) fn add_products<W: Worth>(
    worth: &W,
    to: &mut Counts<W>,
    a: &Counts<W>,
    b: &Counts<W>,
    times: &BigUint,
    claim: &Claim,
) -> Result<(), Stop> {
    for (x, (m, first)) in a {
        claim.budget().check()?;
        let before = to.len();
        let m = m * times;
        for (y, (n, second)) in b {
            add::<W>(to, worth.plus(x, y)?, &m * n, || first.beside(second));
        }
        claim.more(u128::from(W::ENTRY) * (to.len() - before) as u128)?;
    }
    Ok(())
}

fn add<W: Worth>(to: &mut Counts<W>, value: W::Value, count: BigUint, first: impl Fn() -> W::First) {
    match to.entry(value) {
        std::collections::btree_map::Entry::Vacant(free) => {
            free.insert((count, first()));
        }
        std::collections::btree_map::Entry::Occupied(mut there) => {
            let (all, example) = there.get_mut();
            *all += count;
            let first = first();
            if first < *example {
                *example = first;
            }
        }
    }
}

/// The binomial coefficient.
fn choose(n: usize, k: usize) -> BigUint {
    (0..k).fold(BigUint::one(), |ways, i| ways * (n - i) / (i + 1))
}
