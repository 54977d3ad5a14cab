//! # Stalks
//!
//! Red-blue Hackenbush on stalks: each stalk is a row of segments that stands on the ground. A move cuts a segment of
//! one's own colour; it and all above it fall. Who cannot move has lost.
//!
//! **Players.** Left cuts blue (or black) segments, Right cuts red (or white) ones. A blue segment alone is worth +1.
//!
//! **Notation.** Each stalk is a word over `B` (Left) and `W` (Right), from the ground up; words are separated by
//! blanks or newlines. `L` and `R` are read as `B` and `W`. A stalk has at least one segment.
//!
//! **Example.** `BW` is worth 1/2: Left can cut everything, Right only the upper segment, which leaves 1.
//!
//! ```
//! use partizan::ruleset::stalks::Stalks;
//!
//! let position = Stalks.parse("BW WWB").unwrap();
//! # use partizan::Ruleset;
//! assert_eq!(position[0].value().to_string(), "1/2");
//! assert_eq!(position[1].value().to_string(), "-3/2");
//! ```
//!
//! **Reference.** Berlekamp, Conway, Guy, *Winning Ways*, chapter 3 (Berlekamp's rule reads the value off the colours).

use super::picture;
use super::short::{Insight, NoField, Short};
use super::{Player, Ruleset, Variant};
use crate::fault::{Fault, quote};
use crate::value::Dyadic;
use num_bigint::BigInt;

/// The ruleset of red-blue stalks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stalks;

/// One stalk: its segments from the ground up, each by the player who may cut it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stalk(Vec<Player>);

impl Stalk {
    /// A stalk of these segments, from the ground up; `None` without any.
    pub fn new(segments: Vec<Player>) -> Option<Self> {
        (!segments.is_empty()).then_some(Stalk(segments))
    }

    /// The segments from the ground up.
    pub fn segments(&self) -> &[Player] {
        &self.0
    }

    /// Its value as a game.
    ///
    /// Segments count ±1 up to the first change of colour; from there on each counts half as much as the one before.
    ///
    /// # Complexity
    /// Time linear in the number of segments, but for big arithmetic beyond 62 of them after the first change.
    ///
    /// # References
    /// Thea van Roode's form of Berlekamp's rule; *Winning Ways*, chapter 3.
    pub fn value(&self) -> Dyadic {
        let first = self.0[0];
        let run = self.0.iter().take_while(|&&colour| colour == first).count();
        let tail = &self.0[run..];
        let sign = |colour| if colour == Player::Left { 1i64 } else { -1 };
        if run < 1 << 30 && tail.len() <= 30 {
            let start = sign(first) * run as i64;
            let num = tail.iter().fold(start, |num, &colour| 2 * num + sign(colour));
            return Dyadic::new(num, tail.len() as u32);
        }
        // ±run + sum of ±2^-i is (±run * 2^n + (twice the bits of the blue segments - (2^n - 1))) / 2^n.
        let mut bits = vec![0u32; tail.len().div_ceil(32)];
        for (i, _) in tail.iter().rev().enumerate().filter(|(_, colour)| **colour == Player::Left) {
            bits[i / 32] |= 1 << (i % 32);
        }
        let ones = (BigInt::from(1) << tail.len()) - 1;
        let blue = BigInt::from(num_bigint::BigUint::new(bits));
        let num = ((BigInt::from(sign(first)) * run) << tail.len()) + blue * 2 - ones;
        Dyadic::from_parts(num, tail.len() as u64)
    }

    /// The stalk as text.
    pub fn text(&self) -> String {
        self.0.iter().map(|colour| if *colour == Player::Left { 'B' } else { 'W' }).collect()
    }
}

/// The stalks of a text: words separated by white space, each with the line and column (from 1) at which it begins.
///
/// # Errors
/// A fault at the first character that is no segment; `W` is offered for `w`, and so on.
pub fn parse_stalk(word: &str, line: usize, column: usize) -> Result<Stalk, Fault> {
    let mut segments = Vec::with_capacity(word.len());
    for (i, c) in word.chars().enumerate() {
        segments.push(match c {
            'B' | 'L' => Player::Left,
            'W' | 'R' => Player::Right,
            other => {
                let fault = Fault::new(quote(other), "'B' (Left) or 'W' (Right)").at(line, column + i);
                let upper = other.to_ascii_uppercase();
                return Err(if matches!(upper, 'B' | 'L' | 'W' | 'R') {
                    fault.hint(format!("did you mean '{upper}'?"))
                } else {
                    fault
                });
            }
        });
    }
    Stalk::new(segments).ok_or_else(|| Fault::new("an empty stalk", "at least one segment").at(line, column))
}

impl Ruleset for Stalks {
    const NAME: &'static str = "stalks";
    const TITLE: &'static str = "Red-blue Hackenbush on stalks";
    const SOURCE: &'static str = include_str!("stalks.rs");
    const NOTATION: &'static str =
        "words over B (Left) and W (Right), from the ground up, separated by blanks: 'BWW BWB B'";
    const PLAYERS: [&'static str; 2] = ["blue or black, B", "red or white, W"];

    type Position = Vec<Stalk>;

    fn with_variant(_: &Variant) -> Result<Self, Fault> {
        Ok(Stalks)
    }

    fn parse(&self, text: &str) -> Result<Vec<Stalk>, Fault> {
        let mut stalks = Vec::new();
        for (i, line) in text.lines().enumerate() {
            let mut column = 1;
            for word in line.split([' ', '\t']) {
                if !word.is_empty() {
                    stalks.push(parse_stalk(word, i + 1, column)?);
                }
                column += word.chars().count() + 1;
            }
        }
        Ok(stalks)
    }

    fn print(&self, position: &Vec<Stalk>) -> String {
        position.iter().map(Stalk::text).collect::<Vec<_>>().join(" ")
    }

    fn options(&self, position: &Vec<Stalk>, player: Player, visit: &mut impl FnMut(Vec<Stalk>)) {
        for (i, stalk) in position.iter().enumerate() {
            for (height, _) in stalk.0.iter().enumerate().filter(|(_, colour)| **colour == player) {
                let mut after = position.clone();
                if height == 0 {
                    after.remove(i);
                } else {
                    after[i].0.truncate(height);
                }
                visit(after);
            }
        }
    }
}

impl Short for Stalks {
    type Field = NoField;

    fn picture(&self, position: &Vec<Stalk>) -> String {
        let mut edges = Vec::new();
        let mut top = 0;
        for stalk in position {
            let mut below = 0;
            for colour in stalk.segments() {
                top += 1;
                edges
                    .push(([below, top], if *colour == Player::Left { picture::BLUE } else { picture::RED }));
                below = top;
            }
        }
        picture::standing(top + 1, 0, &edges)
    }

    fn components(&self, position: &Vec<Stalk>, visit: &mut impl FnMut(Vec<Stalk>)) {
        for stalk in position {
            visit(vec![stalk.clone()]);
        }
    }

    fn insight(&self, component: &Vec<Stalk>) -> (Insight<Vec<Stalk>>, &'static str) {
        match component.as_slice() {
            [] => (Insight::Integer(0), "nothing is left"),
            [stalk] => (Insight::Number(stalk.value()), "Berlekamp's rule for stalks"),
            _ => (Insight::Open, ""),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The value by its definition: the simplest number between the options' values.
    fn by_recursion(segments: &[Player]) -> Dyadic {
        let option = |colour: Player| {
            segments
                .iter()
                .enumerate()
                .filter(|(_, c)| **c == colour)
                .map(|(height, _)| by_recursion(&segments[..height]))
                .collect::<Vec<_>>()
        };
        let (left, right) = (option(Player::Left), option(Player::Right));
        Dyadic::simplest_between(left.iter().max(), right.iter().min())
    }

    fn stalk(most: usize) -> impl Strategy<Value = Vec<Player>> {
        prop::collection::vec(prop_oneof![Just(Player::Left), Just(Player::Right)], 1..=most)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn values_are_those_of_the_simplest_number_recursion(segments in stalk(9)) {
            prop_assert_eq!(Stalk(segments.clone()).value(), by_recursion(&segments));
        }

        #[test]
        fn long_stalks_agree_with_the_short_form(segments in stalk(120)) {
            // Term by term, with nothing but halving.
            let first = segments[0];
            let mut weight = Dyadic::ONE;
            let mut sum = Dyadic::ZERO;
            let mut changed = false;
            for &colour in &segments {
                changed |= colour != first;
                if changed {
                    weight = weight.half();
                }
                sum = if colour == Player::Left { &sum + &weight } else { &sum - &weight };
            }
            prop_assert_eq!(Stalk(segments).value(), sum);
        }
    }
}
