//! Literal game trees, by the definitions and nothing else: an oracle that shares no method with the engine.
#![allow(dead_code, missing_docs)]

use partizan::ruleset::{Colour, Field, Insight};
use partizan::value::Dyadic;
use partizan::{Player, Ruleset};
use std::collections::HashMap;

#[path = "../naive/forms.rs"]
mod forms;

pub use forms::{Form, Forms};

impl Forms {
    /// The number.
    pub fn number(&mut self, number: &Dyadic) -> Form {
        let (num, exp) = number.as_small().expect("a small number");
        if exp == 0 {
            return self.integer(num);
        }
        let (below, above) =
            (self.number(&Dyadic::new(num - 1, exp)), self.number(&Dyadic::new(num + 1, exp)));
        self.of(vec![below], vec![above])
    }

    /// The ordinal sum of an edge and what is on top of it.
    pub fn over(&mut self, colour: Colour, above: Form) -> Form {
        let sides = [Player::Left, Player::Right].map(|player| {
            let mut all = Vec::new();
            if colour.cut_by(player) {
                all.push(self.integer(0));
            }
            for option in self.options(above)[player as usize].clone() {
                all.push(self.over(colour, option));
            }
            all
        });
        let [left, right] = sides;
        self.of(left, right)
    }
}

/// The literal tree of a position.
pub fn literal<R: Ruleset>(
    ruleset: &R,
    position: &R::Position,
    forms: &mut Forms,
    memo: &mut HashMap<R::Position, Form>,
) -> Form {
    if let Some(&form) = memo.get(position) {
        return form;
    }
    let sides = Player::BOTH.map(|player| {
        let mut options = Vec::new();
        ruleset.options(position, player, &mut |option| options.push(option));
        options.iter().map(|option| literal(ruleset, option, forms, memo)).collect::<Vec<_>>()
    });
    let [left, right] = sides;
    let form = forms.of(left, right);
    memo.insert(position.clone(), form);
    form
}

/// The literal tree of a piece of a field, by its moves; `new` takes the pieces that were not in the memo.
pub fn literal_piece<F: Field>(
    field: &F,
    piece: &F::Piece,
    forms: &mut Forms,
    memo: &mut HashMap<String, (F::Piece, Form)>,
    new: &mut Vec<(F::Piece, Form)>,
) -> Form {
    let shown = format!("{piece:?}");
    if let Some((_, form)) = memo.get(&shown) {
        return *form;
    }
    let sides = Player::BOTH.map(|player| {
        let mut options = Vec::new();
        field.moves(piece, player, &mut |option| options.push(option));
        options.iter().map(|option| literal_piece(field, option, forms, memo, new)).collect::<Vec<_>>()
    });
    let [left, right] = sides;
    let form = forms.of(left, right);
    new.push((piece.clone(), form));
    memo.insert(shown, (piece.clone(), form));
    form
}

/// The form that an insight says; `above` gives that of what is on top of an edge.
pub fn said<P>(
    insight: &Insight<P>,
    forms: &mut Forms,
    above: impl FnOnce(&P, &mut Forms) -> Form,
) -> Option<Form> {
    Some(match insight {
        Insight::Open => return None,
        Insight::Integer(n) => forms.integer(*n),
        Insight::Number(number) => forms.number(number),
        Insight::Nimber(n) => forms.nimber(*n),
        Insight::Over(colour, rest) => {
            let above = above(rest, forms);
            forms.over(*colour, above)
        }
    })
}

/// Small positions of a ruleset, as texts.
pub fn samples(name: &str) -> Vec<String> {
    let words = |letters: &str, length: usize| {
        let letters: Vec<char> = letters.chars().collect();
        let count = letters.len().pow(length as u32);
        (0..count).map(move |mut n| {
            let mut word = String::new();
            for _ in 0..length {
                word.push(letters[n % letters.len()]);
                n /= letters.len();
            }
            word
        })
    };
    let folded = |word: String, columns: usize| {
        let cells: Vec<char> = word.chars().collect();
        cells.chunks(columns).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
    };
    let mut samples: Vec<String> = match name {
        "domineering" => words(".#", 9)
            .map(|w| folded(w, 3))
            .chain(words(".#", 8).map(|w| folded(w, 4)).step_by(3))
            .collect(),
        "clobber" => words("xo.", 6)
            .map(|w| folded(w, 3))
            .chain(words("xo", 8).map(|w| folded(w, 4)).step_by(3))
            .collect(),
        "amazons" => words("xo.#", 4)
            .map(|w| folded(w, 2))
            .chain(words("xo.", 6).map(|w| folded(w, 3)).step_by(11))
            .collect(),
        "toads-and-frogs" => words("TF.", 5).chain(words("TF.", 7).step_by(17)).collect(),
        "snort" | "col" => words(".LR#", 4)
            .map(|w| folded(w, 2))
            .chain(words(".LR", 6).map(|w| folded(w, 3)).step_by(5))
            .chain(
                words(".LR", 5).step_by(2).map(|w| w.chars().map(String::from).collect::<Vec<_>>().join("-")),
            )
            .collect(),
        "hackenbush" => words("BRG", 4)
            .map(|w| {
                let c: Vec<char> = w.chars().collect();
                format!("0-1 {}, 1-2 {}, 2-0 {}, 2-2 {}", c[0], c[1], c[2], c[3])
            })
            .chain(words("BRG", 5).step_by(3).map(|w| {
                let c: Vec<char> = w.chars().collect();
                format!("0-1 {}, 1-2 {}, 1-3 {}, 0-4 {}, 3-2 {}", c[0], c[1], c[2], c[3], c[4])
            }))
            .chain(words("BRG", 4).map(|w| {
                let c: Vec<char> = w.chars().collect();
                format!("{}({};{}) {}", c[0], c[1], c[2], c[3])
            }))
            .collect(),
        "green-hackenbush" => {
            ["()", "(()())", "((()()))", "((())()) (())", "(((())())())"].map(String::from).to_vec()
        }
        "heaps" => ["0", "1", "7", "4+3", "3+3+2", "9+1", "6+4+1+1"].map(String::from).to_vec(),
        "stalks" => words("BW", 5).chain(words("BW", 3).map(|w| format!("{w} WB"))).collect(),
        _ => Vec::new(),
    };
    let more: &[&str] = match name {
        "domineering" => &["...../..#..", "..........", "#.#######/........."],
        "clobber" => &["xoxoxo", "xxoxxo", ".xoxoxoxo", "x.o/oxo/x#x"],
        "amazons" => &["x..o", "x../..o", "#####x..o##", "x.#o/#.#."],
        "toads-and-frogs" => &["TT..FF", "TT.F/F.T#", "T.F#TT.FF"],
        "snort" => &["x../..o", ".#.......L", "0-1, 1-2, 2-0, 2-3, 3 L", ".-.-.(.;.-L)"],
        "col" => &["x../..x", ".#......L", "0-1, 1-2, 2-0, 2-3, 3 L", "R-.-(.;.)"],
        "hackenbush" => &["0", "l(l;rl) e", "0-1 G, 0-1 G, 0-1 B", "0-0 B, 0-0 R", "-1 1 2 -1 BRGG"],
        _ => &[],
    };
    samples.extend(more.iter().map(ToString::to_string));
    samples
}
