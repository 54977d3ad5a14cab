//! # Green Hackenbush on trees
//!
//! Rooted trees whose roots stand on the ground. A move cuts any edge; it falls with all that is no longer joined to
//! the ground. Who cannot move has lost.
//!
//! **Players.** Every edge is green: both players may cut it, so both have the same moves and a position is worth a
//! nimber.
//!
//! **Notation.** A tree is a pair of parentheses around its subtrees: `()` is a root alone, which has no edge, and
//! `(()())` is a root with two edges. Trees are separated by blanks. A list of parents is read, too: for the nodes 1, 2,
//! 3, ... the number of the node below, 0 for a root, separated by commas; `0,1,1` is `(()())`. Parentheses are
//! printed.
//!
//! **Example.** A fork on a stem of one edge, `((()()))`, is worth *1: by the colon principle the two prongs of the
//! fork, one edge each, come to 1 ^ 1 = 0, and the stem adds 1.
//!
//! ```
//! use partizan::Ruleset;
//! use partizan::ruleset::green_hackenbush::GreenHackenbush;
//!
//! let fork = GreenHackenbush.parse("((()()))").unwrap();
//! assert_eq!(fork.grundy_values(), [1]);
//! assert_eq!(GreenHackenbush.parse("0,1,2,2").unwrap(), fork);
//! ```
//!
//! **Reference.** Berlekamp, Conway, Guy, *Winning Ways*, chapter 7 (the colon principle); Siegel, *Combinatorial Game
//! Theory*, chapter II.

use super::short::{Insight, NoField, Short};
use super::{Player, Ruleset, Variant};
use crate::fault::{Fault, quote, quote_text};

/// The ruleset of green Hackenbush on rooted trees.
#[derive(Clone, Copy, Debug, Default)]
pub struct GreenHackenbush;

/// Rooted trees, from left to right, each with its subtrees from left to right.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Forest {
    /// The nodes in preorder, each with the index of the node below it, a root with [`ROOT`].
    below: Vec<u32>,
}

const ROOT: u32 = u32::MAX;

/// The greatest number of nodes of a position.
pub const MAX_NODES: usize = 1 << 24;

impl Forest {
    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.below.len()
    }

    /// The number of trees.
    pub fn trees(&self) -> usize {
        self.below.iter().filter(|&&below| below == ROOT).count()
    }

    /// The Grundy value of each tree, from left to right; that of the position is their nim-sum.
    ///
    /// # Complexity
    /// Time and memory linear in the number of nodes.
    ///
    /// # References
    /// The colon principle: a tree is worth the nim-sum, over the edges at its root, of one more than the subtree above.
    pub fn grundy_values(&self) -> Vec<u32> {
        let mut values = vec![0u32; self.below.len()];
        let mut trees = Vec::new();
        for (node, &below) in self.below.iter().enumerate().rev() {
            if below == ROOT {
                trees.push(values[node]);
            } else {
                values[below as usize] ^= values[node] + 1;
            }
        }
        trees.reverse();
        trees
    }

    /// The nodes whose subtree is `node`'s: they follow it in preorder, up to this index.
    fn end_of_subtree(&self, node: usize) -> usize {
        let mut end = node + 1;
        while end < self.below.len() && self.below[end] != ROOT && self.below[end] as usize >= node {
            end += 1;
        }
        end
    }

    /// The position after the edge below `node` is cut.
    fn cut(&self, node: usize) -> Forest {
        let end = self.end_of_subtree(node);
        let gone = (end - node) as u32;
        let after = self.below[end..].iter().map(|&below| match below {
            ROOT => ROOT,
            below if below as usize >= end => below - gone,
            below => below,
        });
        Forest { below: self.below[..node].iter().copied().chain(after).collect() }
    }

    fn from_parentheses(text: &str) -> Result<Forest, Fault> {
        let mut below = Vec::new();
        let mut open: Vec<(u32, usize, usize)> = Vec::new();
        let (mut line, mut column) = (1, 0);
        for c in text.chars() {
            column += 1;
            match c {
                '(' => {
                    if below.len() == MAX_NODES {
                        return Err(Fault::new("one more node", format!("at most {MAX_NODES} nodes"))
                            .at(line, column));
                    }
                    let node = below.len() as u32;
                    below.push(open.last().map_or(ROOT, |&(node, _, _)| node));
                    open.push((node, line, column));
                }
                ')' => {
                    if open.pop().is_none() {
                        return Err(Fault::new("')'", "'(', since no '(' is open").at(line, column));
                    }
                }
                '\n' => (line, column) = (line + 1, 0),
                ' ' | '\t' => {}
                other => return Err(Fault::new(quote(other), "'(' or ')'").at(line, column)),
            }
        }
        match open.last() {
            Some((_, line, column)) => {
                Err(Fault::new("a '(' that is never closed", "as many ')' as '('").at(*line, *column))
            }
            None if below.is_empty() => Err(Fault::new("no tree", "at least one, such as '(()())'").at(1, 1)),
            None => Ok(Forest { below }),
        }
    }

    fn from_parents(text: &str) -> Result<Forest, Fault> {
        let text = text.trim_end();
        let count = text.matches(',').count() + 1;
        if count > MAX_NODES {
            return Err(Fault::new(format!("{count} nodes"), format!("at most {MAX_NODES} nodes")).at(1, 1));
        }
        let expected = format!("the number of the node below, 1 to {count}, or 0 for a root");
        let mut parents: Vec<u32> = Vec::with_capacity(count);
        let mut places = Vec::with_capacity(count);
        let (mut line, mut column) = (1, 1);
        for word in text.split(',') {
            let lead: String = word.chars().take_while(|c| c.is_whitespace()).collect();
            let breaks = lead.matches('\n').count();
            let place = if breaks > 0 {
                (line + breaks, lead.rsplit('\n').next().map_or(0, |rest| rest.chars().count()) + 1)
            } else {
                (line, column + lead.chars().count())
            };
            let digits = word.trim();
            let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            match digits.parse::<u32>() {
                Ok(parent) if plain && parent as usize <= count => parents.push(parent),
                _ => return Err(Fault::new(quote_text(digits), expected).at(place.0, place.1)),
            }
            places.push(place);
            match word.rsplit_once('\n') {
                Some((before, last)) => {
                    line += before.matches('\n').count() + 1;
                    column = last.chars().count() + 2;
                }
                None => column += word.chars().count() + 1,
            }
        }
        // Children by parent in order of number, chained: parent 0 stands for the ground.
        let mut first = vec![0u32; count + 1];
        let mut next = vec![0u32; count + 1];
        for node in (1..=count).rev() {
            let parent = parents[node - 1] as usize;
            next[node] = first[parent];
            first[parent] = node as u32;
        }
        let mut below = Vec::with_capacity(count);
        let mut found = vec![ROOT; count + 1];
        let mut node = first[0] as usize;
        while node != 0 {
            found[node] = below.len() as u32;
            below.push(match parents[node - 1] {
                0 => ROOT,
                parent => found[parent as usize],
            });
            let mut up = node;
            node = first[node] as usize;
            while node == 0 && up != 0 {
                node = next[up] as usize;
                up = parents[up - 1] as usize;
            }
        }
        if let Some(node) = (1..=count).find(|&node| found[node] == ROOT) {
            let (line, column) = places[node - 1];
            return Err(Fault::new(
                format!("node {node} on a cycle or above one"),
                "every node above a root",
            )
            .at(line, column));
        }
        Ok(Forest { below })
    }
}

impl Ruleset for GreenHackenbush {
    const NAME: &'static str = "green-hackenbush";
    const TITLE: &'static str = "Green Hackenbush on rooted trees";
    const SOURCE: &'static str = include_str!("green_hackenbush.rs");
    const NOTATION: &'static str =
        "a tree is '(' its subtrees ')': '(()(()))'; trees separated by blanks; or parents: '0,1,1,3'";

    type Position = Forest;

    fn with_variant(_: &Variant) -> Result<Self, Fault> {
        Ok(GreenHackenbush)
    }

    fn parse(&self, text: &str) -> Result<Forest, Fault> {
        if text.trim_start().starts_with(|c: char| c.is_ascii_digit()) {
            Forest::from_parents(text)
        } else {
            Forest::from_parentheses(text)
        }
    }

    fn print(&self, position: &Forest) -> String {
        let mut text = String::with_capacity(2 * position.below.len());
        let mut open: Vec<u32> = Vec::new();
        for (node, &below) in position.below.iter().enumerate() {
            while open.last().is_some_and(|&last| last != below) {
                open.pop();
                text.push(')');
            }
            if below == ROOT && node > 0 {
                text.push(' ');
            }
            text.push('(');
            open.push(node as u32);
        }
        text.extend(open.iter().map(|_| ')'));
        text
    }

    fn options(&self, position: &Forest, _player: Player, visit: &mut impl FnMut(Forest)) {
        for node in (0..position.below.len()).filter(|&node| position.below[node] != ROOT) {
            visit(position.cut(node));
        }
    }
}

impl Short for GreenHackenbush {
    type Field = NoField;

    fn insight(&self, component: &Forest) -> (Insight<Forest>, &'static str) {
        let nimber = component.grundy_values().into_iter().fold(0, |sum, value| sum ^ value);
        (Insight::Nimber(nimber), "colon principle")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    /// The Grundy value by its definition, over all moves.
    fn by_moves(position: &Forest, known: &mut HashMap<Forest, u32>) -> u32 {
        if let Some(&value) = known.get(position) {
            return value;
        }
        let mut seen = Vec::new();
        GreenHackenbush.options(position, Player::Left, &mut |after| seen.push(by_moves(&after, known)));
        let value = (0..=seen.len() as u32).find(|value| !seen.contains(value)).expect("one is free");
        known.insert(position.clone(), value);
        value
    }

    fn forest(most: usize) -> impl Strategy<Value = Vec<usize>> {
        prop::collection::vec(any::<prop::sample::Index>(), 1..=most).prop_map(|picks| {
            picks.iter().enumerate().map(|(i, pick)| if i == 0 { 0 } else { pick.index(i + 1) }).collect()
        })
    }

    fn list(parents: &[usize]) -> String {
        parents.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
    }

    proptest! {
        #[test]
        fn both_notations_agree_and_printing_is_read_back(parents in forest(40)) {
            let position = GreenHackenbush.parse(&list(&parents)).unwrap();
            prop_assert_eq!(position.nodes(), parents.len());
            prop_assert_eq!(position.trees(), parents.iter().filter(|&&p| p == 0).count());
            prop_assert_eq!(GreenHackenbush.parse(&GreenHackenbush.print(&position)).unwrap(), position);
        }

        #[test]
        fn the_colon_principle_agrees_with_the_moves(parents in forest(9)) {
            let position = GreenHackenbush.parse(&list(&parents)).unwrap();
            let nim_sum = position.grundy_values().iter().fold(0, |sum, value| sum ^ value);
            prop_assert_eq!(nim_sum, by_moves(&position, &mut HashMap::new()));
        }
    }

    #[test]
    fn the_options_are_the_cuts() {
        let position = GreenHackenbush.parse("((())()) (())").unwrap();
        let mut options = Vec::new();
        GreenHackenbush.options(&position, Player::Right, &mut |after| {
            options.push(GreenHackenbush.print(&after));
        });
        assert_eq!(options, ["(()) (())", "(()()) (())", "((())) (())", "((())()) ()"]);
    }

    #[test]
    fn faults_have_their_place() {
        let said = |text: &str| GreenHackenbush.parse(text).unwrap_err().to_string();
        assert_eq!(
            said("(()"),
            "line 1, column 1: found a '(' that is never closed, expected as many ')' as '('"
        );
        assert_eq!(said("()\n())"), "line 2, column 3: found ')', expected '(', since no '(' is open");
        assert_eq!(said("(x)"), "line 1, column 2: found 'x', expected '(' or ')'");
        assert_eq!(
            said("0,1,\n 9"),
            "line 2, column 2: found '9', expected the number of the node below, 1 to 3, or 0 for a root"
        );
        assert_eq!(
            said("0,3,2"),
            "line 1, column 3: found node 2 on a cycle or above one, expected every node above a root"
        );
        assert!(said(" ").contains("no tree"));
    }

    #[test]
    fn deep_trees_do_not_overflow_the_stack() {
        let text = "(".repeat(200_000) + &")".repeat(200_000);
        let position = GreenHackenbush.parse(&text).unwrap();
        assert_eq!(position.grundy_values(), [199_999]);
        assert_eq!(GreenHackenbush.print(&position), text);
    }
}
