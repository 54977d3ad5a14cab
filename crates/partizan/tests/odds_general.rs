//! The random walk of any game, against the literal game tree and against elimination modulo a large prime over every
//! single position, without symmetries, components or lifting.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use partizan::question::odds::general::{Moves, approximate, walk};
use partizan::question::solve::Convention;
use partizan::ruleset::{Lookup, Player, Ruleset, Variant, Verdict, Visitor, with_ruleset};
use partizan::{Budget, Fault};
use std::collections::HashMap;

const P: u64 = (1 << 61) - 1;

fn times(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(P)) as u64
}

fn inverse(a: u64) -> u64 {
    let (mut result, mut base, mut exponent) = (1, a, P - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = times(result, base);
        }
        base = times(base, base);
        exponent >>= 1;
    }
    result
}

fn residue(number: &BigRational) -> u64 {
    let modulo = |n: &BigInt| {
        let p = BigInt::from(P);
        (((n % &p) + &p) % &p).to_u64().unwrap()
    };
    times(modulo(number.numer()), inverse(modulo(number.denom())))
}

/// The residues of Left's chance and of the mean number of plies, by elimination over all reachable (position, mover).
fn by_elimination<R: Ruleset>(ruleset: &R, start: &R::Position, mover: Player, moves: Moves) -> (u64, u64) {
    let mut states = vec![(start.clone(), mover)];
    let mut number = HashMap::from([((start.clone(), mover), 0usize)]);
    let mut rows: Vec<(Vec<usize>, Option<bool>)> = Vec::new();
    let mut at = 0;
    while at < states.len() {
        let (position, mover) = states[at].clone();
        at += 1;
        let mut after = Vec::new();
        let mut left_wins = None;
        match ruleset.verdict(&position, mover) {
            Some(Verdict::Win(winner)) => left_wins = Some(winner == Player::Left),
            Some(Verdict::Tie) => left_wins = Some(false),
            None => {
                ruleset.options(&position, mover, &mut |option| {
                    if moves == Moves::All || !after.contains(&option) {
                        after.push(option);
                    }
                });
                if after.is_empty() {
                    left_wins = Some(mover == Player::Right);
                }
            }
        }
        let after = after
            .into_iter()
            .map(|position| {
                let state = (position, mover.other());
                *number.entry(state.clone()).or_insert_with(|| {
                    states.push(state);
                    states.len() - 1
                })
            })
            .collect();
        rows.push((after, left_wins));
    }
    // Each row: x = mean of x after, with a column for Left's chance and one for plies.
    let n = rows.len();
    let mut a = vec![vec![0u64; n + 2]; n];
    for (i, (after, left_wins)) in rows.iter().enumerate() {
        a[i][i] = 1;
        if let Some(left) = left_wins {
            a[i][n] = u64::from(*left);
            continue;
        }
        let share = inverse(after.len() as u64);
        for &to in after {
            a[i][to] = (a[i][to] + P - share) % P;
        }
        a[i][n + 1] = 1;
    }
    for k in (0..n).rev() {
        let pivot = (0..=k).rev().find(|&row| a[row][k] != 0).expect("the walk ends");
        a.swap(pivot, k);
        let scale = inverse(a[k][k]);
        for entry in &mut a[k] {
            *entry = times(*entry, scale);
        }
        let row = a[k].clone();
        for upper in a.iter_mut().take(k) {
            let factor = upper[k];
            if factor != 0 {
                for (entry, &below) in upper.iter_mut().zip(&row) {
                    *entry = (*entry + times(P - factor, below)) % P;
                }
            }
        }
    }
    (a[0][n], a[0][n + 1])
}

struct Elimination {
    position: Option<&'static str>,
    mover: Player,
}

impl Visitor for Elimination {
    type Out = Result<(), Fault>;

    fn visit<R: Ruleset>(self, ruleset: R) -> Result<(), Fault> {
        let position = match self.position {
            Some(text) => ruleset.parse(text)?,
            None => ruleset.start().expect("it has a start"),
        };
        for moves in [Moves::All, Moves::Results] {
            for threads in [1, 2] {
                let budget = Budget::unlimited().with_threads(threads);
                let found =
                    walk(&ruleset, &position, self.mover, moves, Convention::Normal, &budget).unwrap();
                let left = if self.mover == Player::Left { &found.win } else { &found.lose };
                let (win, plies) = by_elimination(&ruleset, &position, self.mover, moves);
                assert_eq!(residue(left), win, "{} {moves:?}", R::NAME);
                assert_eq!(residue(found.plies.as_ref().unwrap()), plies, "{} {moves:?}", R::NAME);
                assert_eq!(&found.win + &found.lose + &found.tie, BigRational::one());
                assert!(found.never.is_zero());
                let near =
                    approximate(&ruleset, &position, self.mover, moves, Convention::Normal, &budget).unwrap();
                for (near, exact) in [
                    (&near.win, &found.win),
                    (&near.lose, &found.lose),
                    (&near.tie, &found.tie),
                    (near.plies.as_ref().unwrap(), found.plies.as_ref().unwrap()),
                ] {
                    let off = &near.value - exact;
                    assert!(off <= near.error && -off <= near.error, "{}", R::NAME);
                    assert!(
                        near.error < BigRational::new(1.into(), 1_000_000_000_000i64.into()),
                        "{}",
                        R::NAME
                    );
                }
            }
        }
        Ok(())
    }
}

fn eliminate(name: &str, position: Option<&'static str>, mover: Player) -> Result<(), Lookup> {
    with_ruleset(name, &Variant::default(), Elimination { position, mover })?.map_err(Lookup::from)
}

#[test]
fn games_with_cycles_agree_with_elimination() {
    eliminate("pong-hau-ki", None, Player::Left).unwrap();
    eliminate("pong-hau-ki", None, Player::Right).unwrap();
    eliminate("mu-torere", None, Player::Left).unwrap();
}

#[test]
fn games_without_cycles_agree_with_elimination() {
    eliminate("hex", Some("2x3"), Player::Left).unwrap();
    eliminate("hex", Some("W../.../..."), Player::Right).unwrap();
    eliminate("stalks", Some("BWB WWB BW"), Player::Right).unwrap();
}

#[test]
fn the_general_engine_agrees_with_that_of_hex() {
    let hex = partizan::ruleset::hex::Hex::default();
    let budget = Budget::unlimited();
    for text in ["3x3", "W.B/.../.B.", "..../.W../B...", "WWW/.../B.."] {
        let board = hex.parse(text).unwrap();
        for first in Player::BOTH {
            let found = walk(&hex, &board, first, Moves::All, Convention::Normal, &budget).unwrap();
            let special =
                partizan::question::odds::connection::odds(&board, first, &budget).unwrap().chances();
            let left = if first == Player::Left { found.win } else { found.lose };
            assert_eq!(left, special.left, "{text} {first}");
        }
    }
}

/// A token that steps on a ring and falls off at one place, or is trapped in another part for ever.
#[derive(Clone)]
struct Ring;

impl Ruleset for Ring {
    const NAME: &'static str = "ring";
    const TITLE: &'static str = "a test";
    const SOURCE: &'static str = "";
    const NOTATION: &'static str = "a number";
    type Position = u8;

    fn with_variant(_: &Variant) -> Result<Self, Fault> {
        Ok(Ring)
    }

    fn parse(&self, text: &str) -> Result<u8, Fault> {
        text.parse().map_err(|_| Fault::new(text, "a number"))
    }

    fn print(&self, position: &u8) -> String {
        position.to_string()
    }

    fn options(&self, position: &u8, _: Player, visit: &mut impl FnMut(u8)) {
        // 0 <-> 1; from 1 also to the end (9) and, by two moves, to the trap 5 <-> 6. From 7 the trap alone.
        let after: &[u8] = match position {
            0 => &[1],
            1 => &[0, 9, 5, 5],
            5 => &[6],
            6 => &[5],
            7 => &[5, 6],
            _ => &[],
        };
        for &to in after {
            visit(to);
        }
    }
}

#[test]
fn play_that_never_ends_is_told_apart() {
    let fraction = |num: i64, den: i64| BigRational::new(num.into(), den.into());
    let budget = Budget::unlimited();
    let from =
        |position, moves| walk(&Ring, &position, Player::Left, moves, Convention::Normal, &budget).unwrap();
    // From 0 Left goes to 1, Right back to 0 (1/4), to the end (1/4: Left cannot move) or to the trap (1/2).
    let found = from(0, Moves::All);
    assert_eq!((found.win, found.lose), (fraction(0, 1), fraction(1, 3)));
    assert_eq!((found.never, found.plies), (fraction(2, 3), None));
    // Uniform over distinct results the trap has one move of three.
    let found = from(0, Moves::Results);
    assert_eq!((found.lose, found.never), (fraction(1, 2), fraction(1, 2)));
    assert_eq!(from(7, Moves::All).never, fraction(1, 1));
    assert_eq!(from(9, Moves::All).lose, fraction(1, 1));
    let misere = walk(&Ring, &0, Player::Left, Moves::All, Convention::Misere, &budget).unwrap();
    assert_eq!((misere.win, misere.never), (fraction(1, 3), fraction(2, 3)));
    let near = approximate(&Ring, &0, Player::Left, Moves::All, Convention::Normal, &budget).unwrap();
    let off = near.never.value - fraction(2, 3);
    assert!(off <= near.never.error && -off <= near.never.error && near.plies.is_none());
    let trapped = approximate(&Ring, &7, Player::Left, Moves::All, Convention::Normal, &budget).unwrap();
    assert_eq!(trapped.never.value, fraction(1, 1));
}
