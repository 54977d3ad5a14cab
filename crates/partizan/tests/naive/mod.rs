//! A naive evaluator of literal option trees: the definitions of the field, and nothing else. No canonical forms, no
//! memo, nothing of the library. It is slow and obviously right.

use std::rc::Rc;

/// A game as it is written down: its options, whatever they are.
#[derive(Debug)]
pub struct Form {
    pub left: Vec<Tree>,
    pub right: Vec<Tree>,
}

/// A form that can be shared.
pub type Tree = Rc<Form>;

/// The form with these options.
pub fn form(left: Vec<Tree>, right: Vec<Tree>) -> Tree {
    Rc::new(Form { left, right })
}

/// Whether Left wins `g` moving second.
fn left_wins_second(g: &Tree) -> bool {
    g.right.iter().all(left_wins_first)
}

/// Whether Left wins `g` moving first.
fn left_wins_first(g: &Tree) -> bool {
    g.left.iter().any(left_wins_second)
}

/// Whether Left wins moving first and moving second: the outcome by playing it.
pub fn outcome(g: &Tree) -> (bool, bool) {
    (left_wins_first(g), left_wins_second(g))
}

/// Whether `g <= h`, by the recursive definition.
pub fn le(g: &Tree, h: &Tree) -> bool {
    !g.left.iter().any(|gl| le(h, gl)) && !h.right.iter().any(|hr| le(hr, g))
}

/// The negative.
pub fn neg(g: &Tree) -> Tree {
    form(g.right.iter().map(neg).collect(), g.left.iter().map(neg).collect())
}

/// The sum.
pub fn add(g: &Tree, h: &Tree) -> Tree {
    let side = |of: fn(&Form) -> &Vec<Tree>| {
        let mut moves: Vec<Tree> = of(g).iter().map(|option| add(option, h)).collect();
        moves.extend(of(h).iter().map(|option| add(g, option)));
        moves
    };
    form(side(|g| &g.left), side(|g| &g.right))
}

/// The formal birthday: the depth of the tree.
pub fn depth(g: &Tree) -> u32 {
    g.left.iter().chain(&g.right).map(|option| depth(option) + 1).max().unwrap_or(0)
}
