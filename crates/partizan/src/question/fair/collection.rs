//! A collection of components with their values, as text gives it.

use crate::fault::{Fault, quote_text};
use crate::ruleset::stalks::{Stalk, Stalks};
use crate::ruleset::{Ruleset, Variant};
use crate::value::{Dyadic, Id, Store};
use num_bigint::{BigInt, BigUint};
use num_traits::One;

/// The most digits of a number: reading them takes time that grows with their square.
const MOST_DIGITS: usize = 10_000;

/// Components with their values.
#[derive(Debug)]
pub struct Collection {
    pub(super) ruleset: String,
    pub(super) variant: Variant,
    /// The components as text.
    pub(super) texts: Vec<String>,
    /// Their values as text.
    pub(super) shown: Vec<String>,
    pub(super) pieces: Vec<u64>,
    pub(super) values: Values,
    /// The place of a component that is no number, if there is one.
    pub(super) hot: usize,
}

/// The values of all components.
#[derive(Debug)]
pub(super) enum Values {
    /// All are numbers.
    Numbers(Vec<Dyadic>),
    /// Games of a store, at least one of them no number.
    Games(Box<Store>, Vec<Id>),
}

impl Collection {
    /// Stalks: a piece is a segment.
    pub fn stalks(stalks: &[Stalk]) -> Self {
        let values: Vec<Dyadic> = stalks.iter().map(Stalk::value).collect();
        Collection {
            ruleset: Stalks::NAME.to_string(),
            variant: Variant::default(),
            texts: stalks.iter().map(Stalk::text).collect(),
            shown: values.iter().map(Dyadic::to_string).collect(),
            pieces: stalks.iter().map(|stalk| stalk.segments().len() as u64).collect(),
            values: Values::Numbers(values),
            hot: 0,
        }
    }

    /// Numbers as text, `3/16` or `-2`, separated by white space: a piece is a number.
    ///
    /// # Errors
    /// A fault at the first word that is no such number.
    pub fn numbers(text: &str) -> Result<Self, Fault> {
        let mut values = Vec::new();
        let mut texts = Vec::new();
        for (i, line) in text.lines().enumerate() {
            let mut column = 1;
            for word in line.split([' ', '\t']) {
                if !word.is_empty() {
                    values.push(number(word).map_err(|fault| fault.at(i + 1, column))?);
                    texts.push(word.to_string());
                }
                column += word.chars().count() + 1;
            }
        }
        Ok(Collection {
            ruleset: "numbers".to_string(),
            variant: Variant::default(),
            shown: values.iter().map(Dyadic::to_string).collect(),
            pieces: vec![1; texts.len()],
            texts,
            values: Values::Numbers(values),
            hot: 0,
        })
    }

    /// Games of a store, each with its text, and their values as text: a piece is a game.
    ///
    /// `ruleset` says what the texts are positions of, or that they are `values`.
    pub fn games(
        ruleset: &str,
        variant: Variant,
        store: Store,
        components: Vec<(String, Id)>,
        shown: Vec<String>,
    ) -> Self {
        let (texts, games): (Vec<String>, Vec<Id>) = components.into_iter().unzip();
        let numbers: Option<Vec<Dyadic>> = games.iter().map(|&game| store.as_number(game)).collect();
        Collection {
            ruleset: ruleset.to_string(),
            variant,
            shown,
            pieces: vec![1; texts.len()],
            texts,
            hot: games.iter().position(|&game| !store.is_number(game)).unwrap_or(0),
            values: match numbers {
                Some(numbers) => Values::Numbers(numbers),
                None => Values::Games(Box::new(store), games),
            },
        }
    }

    /// How many components there are.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }
}

/// A whole number, or one over a power of 2.
fn number(word: &str) -> Result<Dyadic, Fault> {
    let fault = || Fault::new(quote_text(word), "a number such as 2, -1 or 3/16");
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (top, bottom) = word.split_once('/').unwrap_or((word, "1"));
    if !digits(top.strip_prefix('-').unwrap_or(top)) || !digits(bottom) {
        return Err(fault());
    }
    if word.len() > MOST_DIGITS {
        return Err(fault().hint(format!("a number has at most {MOST_DIGITS} digits")));
    }
    let top: BigInt = top.parse().map_err(|_| fault())?;
    let bottom: BigUint = bottom.parse().map_err(|_| fault())?;
    match bottom.trailing_zeros() {
        Some(twos) if (&bottom >> twos).is_one() => Ok(Dyadic::from_parts(top, twos)),
        _ => Err(fault()
            .hint("the denominator must be a power of 2: other fractions are no values of short games")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_exactly() {
        let collection = Collection::numbers("1 3/16\n -2 6/4\n").unwrap();
        assert_eq!(collection.shown, ["1", "3/16", "-2", "3/2"]);
        let fault = |text| Collection::numbers(text).unwrap_err().to_string();
        assert!(fault("1 1/3").starts_with("line 1, column 3: found '1/3'"), "{}", fault("1 1/3"));
        assert!(fault("1\n 2 x").starts_with("line 2, column 4: found 'x'"));
        assert!(fault("1/0").contains("power of 2"));
        assert!(fault("--1").contains("found '--1'") && fault("0.5").contains("found '0.5'"));
    }
}
