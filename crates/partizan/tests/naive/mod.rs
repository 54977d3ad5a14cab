//! A naive evaluator of literal option trees: the definitions of the field, and nothing else. No canonical forms, no
//! memo, nothing of the library. It is slow and obviously right.

pub mod forms;
pub mod operations;

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
pub fn left_wins_second(g: &Tree) -> bool {
    g.right.iter().all(left_wins_first)
}

/// Whether Left wins `g` moving first.
pub fn left_wins_first(g: &Tree) -> bool {
    g.left.iter().any(left_wins_second)
}

/// Whether `g <= h`, by the recursive definition.
pub fn le(g: &Tree, h: &Tree) -> bool {
    !g.left.iter().any(|gl| le(h, gl)) && !h.right.iter().any(|hr| le(hr, g))
}

/// Whether `g` and `h` are equal.
pub fn equal(g: &Tree, h: &Tree) -> bool {
    le(g, h) && le(h, g)
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

/// The integer.
pub fn integer(n: i64) -> Tree {
    match n {
        0 => form(vec![], vec![]),
        1.. => form(vec![integer(n - 1)], vec![]),
        _ => form(vec![], vec![integer(n + 1)]),
    }
}

/// The number `num / 2^exp`.
pub fn number(num: i64, exp: u32) -> Tree {
    if exp == 0 {
        integer(num)
    } else if num % 2 == 0 {
        number(num / 2, exp - 1)
    } else {
        form(vec![number((num - 1) / 2, exp - 1)], vec![number((num + 1) / 2, exp - 1)])
    }
}

/// The nimber *k.
pub fn nimber(k: u64) -> Tree {
    let options: Vec<Tree> = (0..k).map(nimber).collect();
    form(options.clone(), options)
}

/// So many ups, downs if negative.
pub fn ups(n: i64) -> Tree {
    let up = form(vec![integer(0)], vec![nimber(1)]);
    let one = if n < 0 { neg(&up) } else { up };
    (0..n.abs()).fold(integer(0), |sum, _| add(&sum, &one))
}

/// Whether no option is dominated and none is reversible, here and in every follower.
pub fn is_canonical(g: &Tree) -> bool {
    let undominated = |options: &[Tree]| {
        options.iter().enumerate().all(|(i, a)| options.iter().skip(i + 1).all(|b| !le(a, b) && !le(b, a)))
    };
    undominated(&g.left)
        && undominated(&g.right)
        && !g.left.iter().any(|gl| gl.right.iter().any(|glr| le(glr, g)))
        && !g.right.iter().any(|gr| gr.left.iter().any(|grl| le(g, grl)))
        && g.left.iter().chain(&g.right).all(is_canonical)
}
