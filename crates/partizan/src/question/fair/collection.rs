//! A collection of components with their values, as text gives it.

use super::super::Error;
use super::super::value::Evaluator;
use crate::budget::Budget;
use crate::fault::{Fault, quote_text};
use crate::ruleset::stalks::{Stalk, Stalks};
use crate::ruleset::{Ruleset, Short, ShortVisitor, Variant, with_short};
use crate::value::{Dyadic, Id, Problem, Store};
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

    /// A collection of one of the kinds that there are: stalks, numbers, values, or positions of a ruleset with values.
    ///
    /// Stalks and numbers are words; values and positions are separated by `;` outside brackets, or by newlines. So the rows of a
    /// board are separated by `/` here.
    ///
    /// # Errors
    /// A fault in the text, with its component and place; [`Error::Cannot`] for a ruleset without values;
    /// [`Error::Stopped`] if the budget is spent before all values are known.
    ///
    /// ```
    /// use partizan::{Budget, question::fair::{self, Collection, Request}, ruleset::Variant};
    ///
    /// let budget = Budget::unlimited();
    /// let domino = Collection::read("domineering", &Variant::default(), "./.; ..; ../..; ../..", &budget)?;
    /// assert_eq!(fair::ask(&domino, &Request::default(), &budget)?.answer.total, 4);
    /// # Ok::<(), partizan::Error>(())
    /// ```
    pub fn read(kind: &str, variant: &Variant, text: &str, budget: &Budget) -> Result<Self, Error> {
        match kind {
            "numbers" => Ok(Self::numbers(text)?),
            "values" => Self::values(text, budget),
            Stalks::NAME => Ok(Self::stalks(&Stalks.parse(text)?)),
            name => with_short(name, variant, Reader { text, budget })?,
        }
    }

    /// Value expressions, such as `{2|-1}; ^ + *`.
    fn values(text: &str, budget: &Budget) -> Result<Self, Error> {
        let store = Store::with_budget(budget.clone())?;
        let mut components = Vec::new();
        for part in parts(text)? {
            let game = store.parse(part.text).map_err(|problem| match problem {
                Problem::Fault(fault) => Error::from(part.fault(*fault)),
                Problem::Stopped(stop) => stop.into(),
            })?;
            components.push((part.text.to_string(), game));
        }
        Self::valued("values", Variant::default(), store, components)
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

    /// Games of a store, each with its text.
    fn valued(
        ruleset: &str,
        variant: Variant,
        store: Store,
        components: Vec<(String, Id)>,
    ) -> Result<Self, Error> {
        let games: Vec<Id> = components.iter().map(|(_, game)| *game).collect();
        let shown = store.texts(&games)?;
        Ok(Self::games(ruleset, variant, store, components, shown))
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

/// Reads positions of a ruleset and finds their values.
struct Reader<'a> {
    text: &'a str,
    budget: &'a Budget,
}

impl ShortVisitor for Reader<'_> {
    type Out = Result<Collection, Error>;

    fn visit<R: Short>(self, ruleset: R) -> Self::Out {
        let store = Store::with_budget(self.budget.clone())?;
        let mut components = Vec::new();
        {
            let evaluator = Evaluator::new(&store, &ruleset);
            for part in parts(self.text)? {
                let position = ruleset.parse(part.text).map_err(|fault| part.fault(fault))?;
                components.push((ruleset.print(&position), evaluator.value(&position)?));
            }
        }
        Collection::valued(R::NAME, ruleset.variant(), store, components)
    }
}

/// The text of one component, and where it begins.
#[derive(Debug)]
struct Part<'a> {
    text: &'a str,
    number: usize,
    line: usize,
    column: usize,
}

impl Part<'_> {
    /// A fault in the component, as one in the whole text.
    fn fault(&self, fault: Fault) -> Fault {
        let fault = match fault.place() {
            Some(place) => fault.at(self.line + place.line - 1, self.column + place.column - 1),
            None => fault.at(self.line, self.column),
        };
        fault.within(format!("component {}", self.number))
    }
}

/// Splits a text at newlines, and at `;` outside brackets. Blank lines are no components.
fn parts(text: &str) -> Result<Vec<Part<'_>>, Fault> {
    let mut parts: Vec<Part> = Vec::new();
    for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let (mut depth, mut begin) = (0usize, 0);
        let ends = line.char_indices().filter(|&(_, c)| {
            match c {
                '(' | '{' | '[' => depth += 1,
                ')' | '}' | ']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            c == ';' && depth == 0
        });
        let ends: Vec<usize> = ends.map(|(at, _)| at).chain([line.len()]).collect();
        for end in ends {
            let whole = &line[begin..end];
            let text = whole.trim();
            let before = begin + whole.len() - whole.trim_start().len();
            let part = Part {
                text,
                number: parts.len() + 1,
                line: i + 1,
                column: line[..before].chars().count() + 1,
            };
            begin = end + 1;
            if text.is_empty() {
                return Err(part.fault(Fault::new("an empty component", "one between two ';'").at(1, 1)));
            }
            parts.push(part);
        }
    }
    Ok(parts)
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
    fn parts_are_split_outside_brackets() {
        let split = |text| {
            parts(text).unwrap().iter().map(|p| (p.text.to_string(), p.line, p.column)).collect::<Vec<_>>()
        };
        assert_eq!(
            split("{1|-1}; B(B;R) ;*\n\n  ^"),
            [("{1|-1}".into(), 1, 1), ("B(B;R)".into(), 1, 9), ("*".into(), 1, 17), ("^".to_string(), 3, 3)]
        );
        assert_eq!(
            parts("1;;2").unwrap_err().to_string(),
            "component 2: line 1, column 3: found an empty component, expected one between two ';'"
        );
    }

    #[test]
    fn faults_name_the_component_and_its_place() {
        let fault = |kind, text| {
            Collection::read(kind, &Variant::default(), text, &Budget::unlimited()).unwrap_err().to_string()
        };
        let says = fault("values", "1; {1|-1\n");
        assert!(says.starts_with("component 2: line 1, column "), "{says}");
        let says = fault("domineering", "..;\n");
        assert!(says.contains("an empty component"), "{says}");
        let says = fault("domineering", "..\n.x");
        assert!(says.starts_with("component 2: line 2, column 2: found 'x'"), "{says}");
        assert!(fault("hex", "..").contains("values"), "{}", fault("hex", ".."));
    }

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
